//! `scf.if %c -> (T) { … } else { … }`.

use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::scf::for_loop::check_yield;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::module::Block;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

/// A view of `scf.if`.
#[derive(Clone, Copy)]
pub struct IfOp<'m>(pub OpRef<'m>);

impl IfOp<'_> {
    /// Returns the condition.
    pub fn condition(self) -> Value {
        self.0.operand(0)
    }

    /// Returns the block of the then region.
    pub fn then_block(self) -> Option<Block> {
        self.0.entry(0)
    }

    /// Returns the block of the else region, if there is one.
    pub fn else_block(self) -> Option<Block> {
        self.0.entry(1)
    }
}

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    reader.operand(Type::I1)?;
    if reader.eat(Token::Arrow) {
        reader.op.results = reader.result_types()?;
    }
    read_two_regions(reader)?;
    reader.attr_dict()
}

/// Reads a region and, after `else`, an optional second one.
pub(in crate::dialect) fn read_two_regions(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    reader.region(&[])?;
    if reader.eat_word("else") {
        return reader.region(&[]);
    }
    reader.empty_region();
    Ok(())
}

/// Writes the first region and, if it has blocks, the second one.
pub(in crate::dialect) fn write_two_regions(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let regions = op.regions();
    let terminators = 0 < op.n_results();
    writer.text(" ");
    writer.region(regions[0], false, terminators);
    if op.entry(1).is_some() {
        writer.text(" else ");
        writer.region(regions[1], false, terminators);
    }
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.value(op.operand(0));
    if 0 < op.n_results() {
        writer.text(" -> (");
        writer.types(op.results().map(|value| op.type_of(value)));
        writer.text(")");
    }
    write_two_regions(writer, op);
    writer.attr_dict(op, &[]);
}

/// Checks that there is a second region if there are results.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if 0 < op.n_results() && op.entry(1).is_none() {
        cx.error(op, "must have an else block if defining values");
    }
}

/// Checks that both regions yield the results.
pub(super) fn verify_regions(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    verify_branches(cx, op);
}

/// Checks that both regions yield the results; both must exist if there are results.
pub(in crate::dialect) fn verify_branches(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if op.entry(0).is_none() {
        return cx.error(op, "expects a first region with a block");
    }
    if 0 < op.n_results() && op.entry(1).is_none() {
        return cx.error(op, "must have an else block if defining values");
    }
    let results: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
    for index in 0..2 {
        if let Some(last) = op.entry(index).and_then(|block| op.module.last_op(block)) {
            check_yield(cx, op, op.other(last), &results);
        }
    }
}
