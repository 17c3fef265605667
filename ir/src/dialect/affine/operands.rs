//! What the affine operations share: maps applied to values, and the rule for dimensions and symbols.

use crate::affine::{AffineMap, write_expr};
use crate::attrs::AttrKind;
use crate::def::Trait;
use crate::diagnostics::{Diagnostic, Note, Reported, Severity, codes};
use crate::dialect::{Affine, MemRef, OpKind};
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::module::Module;
use crate::op::{Op, OpRef};
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::{Def, Value};
use crate::verify::VerifyCx;

/// Takes `(%d, …)[%s, …]`, the operands of a map.
pub(super) fn read_map_operands(
    reader: &mut Reader<'_, '_>,
    n_dims: u32,
    n_symbols: u32,
) -> Result<Vec<Value>, Reported> {
    let span = reader.span();
    let mut names = Vec::new();
    reader.expect(Token::LParen, "'(' before the dimension operands")?;
    reader.list_until(Token::RParen, "',' or ')' in the dimension operands", |reader| {
        names.push(reader.value_name()?);
        Ok(())
    })?;
    let n_given = names.len();
    if reader.eat(Token::LSquare) {
        reader.list_until(Token::RSquare, "',' or ']' in the symbol operands", |reader| {
            names.push(reader.value_name()?);
            Ok(())
        })?;
    }
    if n_given != n_dims as usize || names.len() - n_given != n_symbols as usize {
        let message = format!(
            "expected {n_dims} dimension and {n_symbols} symbol operands for the map, but found {n_given} and {}",
            names.len() - n_given
        );
        return Err(reader.error_at(span, message));
    }
    reader.resolve_all(&names, Type::INDEX)
}

/// Takes a map, inline or by alias.
pub(super) fn read_map(reader: &mut Reader<'_, '_>) -> Result<AffineMap, Reported> {
    let span = reader.span();
    let attr = reader.attribute(None)?;
    match reader.cx.module.attr_map(attr) {
        Some(map) => Ok(map.clone()),
        None => Err(reader.error_at(span, "expected an affine map")),
    }
}

/// Writes `(%d, …)[%s, …]`.
pub(super) fn write_map_operands(writer: &mut Writer<'_>, n_dims: u32, operands: &[Value]) {
    let (dims, symbols) = operands.split_at((n_dims as usize).min(operands.len()));
    writer.text("(");
    writer.values(dims);
    writer.text(")");
    if !symbols.is_empty() {
        writer.text("[");
        writer.values(symbols);
        writer.text("]");
    }
}

/// Writes the results of a map over values: `%i + 1, %j`.
pub(super) fn write_subscripts(writer: &mut Writer<'_>, map: &AffineMap, operands: &[Value]) {
    for (i, expr) in map.results.iter().enumerate() {
        writer.comma(i);
        write_value_expr(writer, map, expr, operands);
    }
}

/// Writes one expression over values.
pub(super) fn write_value_expr(
    writer: &mut Writer<'_>,
    map: &AffineMap,
    expr: &crate::affine::Expr,
    operands: &[Value],
) {
    let names = &writer.names;
    let mut text = String::new();
    let written = write_expr(&mut text, expr, false, &|out, is_symbol, index| {
        let at = index as usize + if is_symbol { map.n_dims as usize } else { 0 };
        let Some(value) = operands.get(at) else { return Err(std::fmt::Error) };
        out.push_str(if is_symbol { "symbol(" } else { "" });
        names.write(out, *value);
        out.push_str(if is_symbol { ")" } else { "" });
        Ok(())
    });
    writer.text(if written.is_ok() { &text } else { "<<BROKEN MAP>>" });
}

/// The map of an operation.
pub(super) fn map_of<'m>(op: OpRef<'m>, key: &str) -> Option<&'m AffineMap> {
    op.attr(key).and_then(|attr| op.module.attr_map(attr))
}

/// There is an operand per dimension and symbol, and each may stand for one.
pub(super) fn check_operands(
    cx: &mut VerifyCx<'_>,
    op: OpRef<'_>,
    n_dims: u32,
    n_symbols: u32,
    operands: &[Value],
) {
    let wanted = n_dims as usize + n_symbols as usize;
    if operands.len() != wanted {
        return cx.error(op, format!("operand count must match affine map dimension and symbol count: expected {wanted}, but found {}", operands.len()));
    }
    for (index, value) in operands.iter().enumerate() {
        if is_symbol(op.module, *value, op.op) {
            continue;
        }
        if !is_dimension(op.module, *value, op.op) {
            cx.error(op, format!("operand {index} cannot be used as a dimension id or symbol: it comes from no loop, map or top level of the function"));
        } else if n_dims as usize <= index {
            warn_symbol(cx, op, index);
        }
    }
}

/// A loop variable as a symbol: the meaning is clear, and the better form is a dimension.
fn warn_symbol(cx: &mut VerifyCx<'_>, op: OpRef<'_>, index: usize) {
    let note =
        "pass it as a dimension: move it from '[…]' to '(…)' and its symbol in the map from '[…]' to '(…)'";
    cx.diagnostics.push(Diagnostic {
        severity: Severity::Warning,
        code: codes::STYLE,
        span: op.module.span(op.location()),
        message: format!(
            "'{}' op operand {index} is a loop variable used as a symbol; it is read as a dimension",
            op.name()
        ),
        notes: vec![Note { span: None, message: note.into() }],
    });
}

/// Whether a value is fixed for the whole affine scope: a constant, an argument or top-level value of the scope,
/// or made from such.
pub fn is_symbol(module: &Module, value: Value, user: Op) -> bool {
    if module.constant_of(value).is_some() {
        return true;
    }
    let scope = affine_scope(module, user);
    let Some(block) = module.def_block(value) else { return false };
    let top_level = module.block_parent(block) == scope;
    match module.def(value) {
        Def::Arg(..) => top_level || !is_inside_scope(module, block, scope),
        Def::Forward => false,
        Def::Result(op, _) => {
            top_level
                || !is_inside_scope(module, block, scope)
                || match module.kind(op) {
                    OpKind::Affine(Affine::Apply) => {
                        module.operands(op).iter().all(|v| is_symbol(module, *v, user))
                    }
                    OpKind::MemRef(MemRef::Dim) => true,
                    _ => false,
                }
        }
    }
}

/// Whether a value may be a dimension: a symbol, an affine induction variable, or a map of dimensions.
fn is_dimension(module: &Module, value: Value, user: Op) -> bool {
    match module.def(value) {
        Def::Arg(block, index) => match module.block_parent(block).map(|op| module.kind(op)) {
            Some(OpKind::Affine(Affine::For)) => index == 0,
            Some(OpKind::Affine(Affine::Parallel) | OpKind::Scf(_)) => true,
            _ => false,
        },
        Def::Result(op, _) => match module.kind(op) {
            OpKind::Affine(Affine::Apply | Affine::Min | Affine::Max) => true,
            _ => is_symbol(module, value, user),
        },
        Def::Forward => false,
    }
}

/// The operation that starts the affine scope around an operation.
fn affine_scope(module: &Module, user: Op) -> Option<Op> {
    let mut at = module.parent_op(user);
    while let Some(op) = at {
        if module.kind(op).def().is_none_or(|def| def.has(Trait::AffineScope)) {
            return Some(op);
        }
        at = module.parent_op(op);
    }
    None
}

fn is_inside_scope(module: &Module, block: crate::module::Block, scope: Option<Op>) -> bool {
    match (module.block_parent(block), scope) {
        (Some(op), Some(scope)) => module.is_inside(op, scope),
        _ => true,
    }
}

/// The integers of a dense attribute such as `dense<[1, 2]> : tensor<2xi32>`.
pub(super) fn dense_ints(op: OpRef<'_>, key: &str) -> Option<Vec<i64>> {
    let attr = op.attr(key)?;
    let AttrKind::Dense(ty, data) = op.module.attr_kind(attr) else { return None };
    let n = usize::try_from(op.module.n_elements(*ty)?).ok()?;
    Some(match data {
        crate::attrs::DenseData::Splat(bits) => vec![i64::from(*bits as i32); n],
        crate::attrs::DenseData::Elements(items) => {
            items.iter().map(|bits| i64::from(*bits as i32)).collect()
        }
    })
}
