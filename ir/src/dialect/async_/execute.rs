//! `async.execute [%t] (%v as %x: !async.value<T>) -> !async.value<U> { … }` and `async.await`.

use super::value_type;
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::format::read::{Reader, RegionArg};
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form of `async.execute`.
pub(super) const SYNTAX: Code = Code { read, write };

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let mut tokens = Vec::new();
    if reader.eat(Token::LSquare) {
        reader.list_until(Token::RSquare, "',' or ']' in the dependencies", |reader| {
            tokens.push(reader.value_name()?);
            Ok(())
        })?;
    }
    let (mut values, mut args) = (Vec::new(), Vec::new());
    if reader.eat(Token::LParen) {
        reader.list_until(Token::RParen, "',' or ')' in the operands", |reader| {
            let value = reader.value_name()?;
            reader.expect_word("as")?;
            let name = reader.value_name()?;
            reader.expect(Token::Colon, "':' before the type of the operand")?;
            let ty = reader.parse_type()?;
            let inner = value_type(&reader.cx.module, ty).unwrap_or(ty);
            args.push(RegionArg { name: Some(name), ty: inner });
            values.push(reader.resolve(value, ty)?);
            Ok(())
        })?;
    }
    reader.op.results.push(Type::ASYNC_TOKEN);
    if reader.eat(Token::Arrow) {
        let results = reader.result_types()?;
        reader.op.results.extend(results);
    }
    reader.attributes_clause()?;
    reader.op.operands = reader.resolve_all(&tokens, Type::ASYNC_TOKEN)?;
    reader.set_segments(&[tokens.len(), values.len()]);
    reader.op.operands.extend(values);
    reader.region(&args)
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let module = op.module;
    if !op.group("dependencies").is_empty() {
        writer.text(" [");
        writer.values(op.group("dependencies"));
        writer.text("]");
    }
    let args = op.entry(0).map_or(&[][..], |block| module.args(block));
    if !op.group("bodyOperands").is_empty() {
        writer.text(" (");
        for (i, value) in op.group("bodyOperands").iter().enumerate() {
            writer.comma(i);
            writer.value(*value);
            writer.text(" as ");
            if let Some(arg) = args.get(i) {
                writer.value(*arg);
            }
            writer.text(": ");
            writer.ty(op.type_of(*value));
        }
        writer.text(")");
    }
    let results: Vec<_> = op.results().skip(1).map(|value| op.type_of(value)).collect();
    if !results.is_empty() {
        writer.text(" -> ");
        writer.result_types(&results);
    }
    writer.attributes_clause(op, &[]);
    writer.text(" ");
    writer.region(op.regions()[0], false, true);
}

/// Returns the types inside the region for the types outside: the content types of values.
fn inner_types(op: OpRef<'_>, types: impl Iterator<Item = Type>) -> Vec<Type> {
    types.map(|ty| value_type(op.module, ty).unwrap_or(ty)).collect()
}

fn list(op: OpRef<'_>, types: &[Type]) -> String {
    let items: Vec<_> = types.iter().map(|ty| format!("'{}'", type_text(op.module, *ty))).collect();
    format!("({})", items.join(", "))
}

/// Checks that the region takes the contents of the operands and yields the contents of the results.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(block) = op.entry(0) else { return cx.error(op, "expects a region with a block") };
    let wanted = inner_types(op, op.group("bodyOperands").iter().map(|value| op.type_of(*value)));
    let found: Vec<_> = module.args(block).iter().map(|arg| module.type_of(*arg)).collect();
    if wanted != found {
        let (wanted, found) = (list(op, &wanted), list(op, &found));
        return cx.error(op, format!("async body region argument types do not match the execute operation arguments types: expected {wanted}, but found {found}"));
    }
    let Some(last) = module.last_op(block) else { return };
    let wanted = inner_types(op, op.results().skip(1).map(|value| op.type_of(value)));
    let found: Vec<_> = module.operands(last).iter().map(|value| module.type_of(*value)).collect();
    if wanted != found && !crate::lower::is_unread(module, last) {
        let (wanted, found) = (list(op, &wanted), list(op, &found));
        let note = cx.note(last, "the end of the region");
        let message = format!(
            "along control flow edge from Operation async.yield to parent: the region yields {found}, but the results hold {wanted}"
        );
        cx.error_with(op, crate::codes::VERIFY, message, vec![note]);
    }
}

/// Infers the content type of a value; nothing for a token.
pub(super) fn infer_await(reader: &mut Reader<'_, '_>, operands: &[Value]) -> Option<Vec<Type>> {
    let module = &reader.cx.module;
    Some(value_type(module, module.type_of(*operands.first()?)).into_iter().collect())
}

pub(super) fn verify_await(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let wanted = value_type(module, op.operand_type(0));
    let found = op.results().next().map(|value| op.type_of(value));
    match (wanted, found) {
        (None, Some(_)) => cx.error(op, "awaiting on a token must have empty result"),
        (Some(wanted), None) => {
            let wanted = type_text(module, wanted);
            cx.error(op, format!("awaiting on a value must have a result of type '{wanted}'"));
        }
        (Some(wanted), Some(found)) if wanted != found => {
            let (wanted, found) = (type_text(module, wanted), type_text(module, found));
            cx.error(op, format!("result type '{found}' does not match async value type '{wanted}'"));
        }
        (None, None) | (Some(_), Some(_)) => {}
    }
}
