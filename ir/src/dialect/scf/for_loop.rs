//! `scf.for %i = %lo to %hi step %s iter_args(%a = %x) -> (T) : T { … }`.

use crate::attrs::Attr;
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::format::read::{Reader, RegionArg, ValueName};
use crate::format::write::Writer;
use crate::module::Block;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

/// A view of `scf.for`.
#[derive(Clone, Copy)]
pub struct ForLoop<'m>(pub OpRef<'m>);

impl<'m> ForLoop<'m> {
    /// Returns the lower bound, the initial value of the induction variable.
    pub fn lower_bound(self) -> Value {
        self.0.named("lowerBound")
    }

    /// Returns the upper bound, exclusive.
    pub fn upper_bound(self) -> Value {
        self.0.named("upperBound")
    }

    /// Returns the step of the induction variable; positive.
    pub fn step(self) -> Value {
        self.0.named("step")
    }

    /// Returns the initial values of the loop-carried values.
    pub fn inits(self) -> &'m [Value] {
        &self.0.operands()[3..]
    }

    /// Returns the body.
    pub fn body(self) -> Block {
        self.0.entry(0).expect("a verified loop has a body")
    }

    /// Returns the induction variable.
    pub fn induction_variable(self) -> Value {
        self.0.module.args(self.body())[0]
    }

    /// Returns the loop-carried values as arguments of the body.
    pub fn iter_args(self) -> &'m [Value] {
        &self.0.module.args(self.body())[1..]
    }
}

/// A parsed `iter_args(%a = %x, …) -> (T, …)`.
#[derive(Default)]
pub(in crate::dialect) struct IterArgs {
    pub(in crate::dialect) inits: Vec<Value>,
    pub(in crate::dialect) args: Vec<RegionArg>,
}

/// Reads an optional `iter_args(…) -> (…)`.
pub(in crate::dialect) fn read_iter_args(reader: &mut Reader<'_, '_>) -> Result<IterArgs, Reported> {
    let mut out = IterArgs::default();
    if !reader.eat_word("iter_args") {
        return Ok(out);
    }
    let (names, inits) = read_assignments(reader)?;
    reader.expect(Token::Arrow, "'->' before the types of the iteration arguments")?;
    let types = reader.result_types()?;
    out.inits = reader.resolve_each(&inits, &types)?;
    out.args = names.iter().zip(types).map(|(name, ty)| RegionArg { name: Some(*name), ty }).collect();
    Ok(out)
}

/// Reads `(%a = %x, …)`.
pub(in crate::dialect) fn read_assignments(
    reader: &mut Reader<'_, '_>,
) -> Result<(Vec<ValueName>, Vec<ValueName>), Reported> {
    let (mut names, mut inits) = (Vec::new(), Vec::new());
    reader.expect(Token::LParen, "'(' before the assignments")?;
    reader.list_until(Token::RParen, "',' or ')' in the assignments", |reader| {
        names.push(reader.value_name()?);
        reader.expect(Token::Equal, "'=' in an assignment")?;
        inits.push(reader.value_name()?);
        Ok(())
    })?;
    Ok((names, inits))
}

/// Writes ` iter_args(%a = %x) -> (T)`; nothing if there are none.
pub(in crate::dialect) fn write_iter_args(writer: &mut Writer<'_>, args: &[Value], inits: &[Value]) {
    if inits.is_empty() {
        return;
    }
    writer.text(" iter_args(");
    write_assignments(writer, args, inits);
    writer.text(") -> (");
    writer.types_of(inits);
    writer.text(")");
}

/// Writes `%a = %x, …`.
pub(in crate::dialect) fn write_assignments(writer: &mut Writer<'_>, args: &[Value], inits: &[Value]) {
    for (i, (arg, init)) in args.iter().zip(inits).enumerate() {
        writer.comma(i);
        writer.value(*arg);
        writer.text(" = ");
        writer.value(*init);
    }
}

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    if reader.eat_word("unsigned") {
        reader.set_attr("unsignedCmp", Attr::UNIT);
    }
    let variable = reader.value_name()?;
    reader.expect(Token::Equal, "'=' after the induction variable")?;
    let lower = reader.value_name()?;
    reader.expect_word("to")?;
    let upper = reader.value_name()?;
    reader.expect_word("step")?;
    let step = reader.value_name()?;
    let carried = read_iter_args(reader)?;
    let ty = if reader.eat(Token::Colon) { reader.parse_type()? } else { Type::INDEX };
    let mut operands = reader.resolve_all(&[lower, upper, step], ty)?;
    operands.extend(carried.inits);
    reader.op.operands = operands;
    reader.op.results = carried.args.iter().map(|arg| arg.ty).collect();
    let mut args = vec![RegionArg { name: Some(variable), ty }];
    args.extend(carried.args);
    reader.region(&args)?;
    reader.attr_dict()
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let view = ForLoop(op);
    writer.text(if op.attr("unsignedCmp").is_some() { " unsigned " } else { " " });
    writer.value(view.induction_variable());
    writer.text(" = ");
    writer.value(view.lower_bound());
    writer.text(" to ");
    writer.value(view.upper_bound());
    writer.text(" step ");
    writer.value(view.step());
    write_iter_args(writer, view.iter_args(), view.inits());
    let ty = op.operand_type(0);
    if ty != Type::INDEX {
        writer.text("  : ");
        writer.ty(ty);
    }
    writer.text(" ");
    writer.region(op.regions()[0], false, !view.inits().is_empty());
    writer.attr_dict(op, &["unsignedCmp"]);
}

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(block) = op.entry(0) else { return cx.error(op, "expects a body") };
    let ty = op.operand_type(0);
    if op.operand_type(1) != ty || op.operand_type(2) != ty {
        return cx.error(op, "failed to verify that all of {lowerBound, upperBound, step} have same type");
    }
    let args = module.args(block);
    if args.first().map(|arg| module.type_of(*arg)) != Some(ty) {
        return cx.error(op, "expected induction variable to be same type as bounds");
    }
    let inits = &op.operands()[3..];
    if inits.len() != op.n_results() {
        let message = format!(
            "mismatch in number of loop-carried values and defined values: {} vs {}",
            inits.len(),
            op.n_results()
        );
        cx.error(op, message);
    }
}

/// Checks that the arguments are the induction variable and the loop-carried values.
pub(super) fn verify_regions(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(block) = op.entry(0) else { return };
    let carried = op.module.args(block).get(1..).unwrap_or_default();
    check_carried(cx, op, &op.operands()[3..], carried);
}

/// Checks that initial values, iteration arguments, yielded values and results agree in number and type.
pub(in crate::dialect) fn check_carried(
    cx: &mut VerifyCx<'_>,
    op: OpRef<'_>,
    inits: &[Value],
    args: &[Value],
) {
    let module = op.module;
    let types = |values: &[Value]| values.iter().map(|value| module.type_of(*value)).collect::<Vec<_>>();
    let results: Vec<_> = op.results().map(|value| module.type_of(value)).collect();
    if inits.len() != results.len() {
        return cx.error(
            op,
            format!(
                "mismatch in number of loop-carried values and defined values: {} vs {}",
                inits.len(),
                results.len()
            ),
        );
    }
    if types(inits) != results || types(args) != results {
        return cx.error(op, "types of initial values, iteration arguments and results do not match");
    }
    if let Some(block) = op.entry(0)
        && let Some(last) = module.last_op(block)
    {
        check_yield(cx, op, op.other(last), &results);
    }
}

/// Checks that a terminator yields values of these types.
pub(in crate::dialect) fn check_yield(
    cx: &mut VerifyCx<'_>,
    op: OpRef<'_>,
    terminator: OpRef<'_>,
    wanted: &[Type],
) {
    let found: Vec<_> = terminator.operands().iter().map(|value| op.type_of(*value)).collect();
    if found == wanted || crate::lower::is_unread(op.module, terminator.op) {
        return;
    }
    let list = |types: &[Type]| {
        types.iter().map(|ty| format!("'{}'", type_text(op.module, *ty))).collect::<Vec<_>>().join(", ")
    };
    let message = format!(
        "along control flow edge from Operation {} to parent: the values ({}) do not match the expected types ({})",
        terminator.name(),
        list(&found),
        list(wanted)
    );
    let note = cx.note(terminator.op, "the values that are yielded");
    cx.error_with(op, crate::codes::VERIFY, message, vec![note]);
}
