//! `scf.while (%a = %x) : (T) -> U { … } do { ^bb0(%b: U): … }`.

use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::scf::for_loop::{check_yield, read_assignments, write_assignments};
use crate::dialect::{OpKind, Scf};
use crate::format::read::{Reader, RegionArg};
use crate::format::write::Writer;
use crate::module::Block;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

/// A view of `scf.while`.
#[derive(Clone, Copy)]
pub struct WhileLoop<'m>(pub OpRef<'m>);

impl WhileLoop<'_> {
    /// Returns the block that computes the condition.
    pub fn before(self) -> Option<Block> {
        self.0.entry(0)
    }

    /// Returns the body, which runs while the condition holds.
    pub fn after(self) -> Option<Block> {
        self.0.entry(1)
    }
}

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let (names, inits) =
        if reader.peek() == Token::LParen { read_assignments(reader)? } else { (Vec::new(), Vec::new()) };
    reader.expect(Token::Colon, "':' before the function type of the loop")?;
    let ty = reader.function_type()?;
    let (inputs, results) = reader.cx.module.function_type(ty).unwrap_or_default();
    let (inputs, results) = (inputs.to_vec(), results.to_vec());
    reader.op.operands = reader.resolve_each(&inits, &inputs)?;
    reader.op.results = results;
    let args: Vec<_> =
        names.iter().zip(inputs).map(|(name, ty)| RegionArg { name: Some(*name), ty }).collect();
    reader.region(&args)?;
    reader.expect_word("do")?;
    reader.region(&[])?;
    reader.attributes_clause()
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let args = op.entry(0).map(|block| op.module.args(block)).unwrap_or_default();
    if !op.operands().is_empty() {
        writer.text(" (");
        write_assignments(writer, args, op.operands());
        writer.text(")");
    }
    writer.text(" : (");
    writer.types_of(op.operands());
    writer.text(") -> ");
    let results: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
    writer.result_types(&results);
    let regions = op.regions();
    writer.text(" ");
    writer.region(regions[0], false, true);
    writer.text(" do ");
    writer.region(regions[1], true, true);
    writer.attributes_clause(op, &[]);
}

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (Some(before), Some(after)) = (op.entry(0), op.entry(1)) else {
        return cx.error(op, "expects two regions with a block each");
    };
    let types = |values: &[Value]| values.iter().map(|value| module.type_of(*value)).collect::<Vec<Type>>();
    let inits = types(op.operands());
    let results: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
    if types(module.args(before)) != inits {
        cx.error(op, "expects the arguments of its first region to match its operands");
    }
    if types(module.args(after)) != results {
        cx.error(op, "expects the arguments of its second region to match its results");
    }
    let Some(condition) = module.last_op(before) else { return };
    if module.kind(condition) != OpKind::Scf(Scf::Condition) {
        return cx.error(op, "expects the first region to end with 'scf.condition'");
    }
    if types(&module.operands(condition)[1..]) != results {
        let message = "along control flow edge from Operation scf.condition to parent: the values do not match the types of the results";
        return cx.error(op, message);
    }
    let Some(last) = module.last_op(after) else { return };
    if module.kind(last) != OpKind::Scf(Scf::Yield) {
        return cx.error(op, "expects the second region to end with 'scf.yield'");
    }
    check_yield(cx, op, op.other(last), &inits);
}
