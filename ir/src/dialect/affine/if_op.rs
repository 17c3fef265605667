//! `affine.if #set(%d)[%s] -> T { … } else { … }`.

use super::operands::{check_operands, read_map_operands, write_map_operands};
use crate::affine::IntegerSet;
use crate::attrs::AttrKind;
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::scf::{read_two_regions, write_two_regions};
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let span = reader.span();
    let attr = reader.attribute(None)?;
    let AttrKind::Set(set) = reader.cx.module.attr_kind(attr) else {
        return Err(reader.error_at(span, "invalid kind of attribute specified: expected an affine set"));
    };
    let (n_dims, n_symbols) = (set.n_dims, set.n_symbols);
    reader.set_attr("condition", attr);
    reader.op.operands = read_map_operands(reader, n_dims, n_symbols)?;
    if reader.eat(Token::Arrow) {
        reader.op.results = reader.result_types()?;
    }
    read_two_regions(reader)?;
    reader.attr_dict()
}

fn set_of(op: OpRef<'_>) -> Option<&IntegerSet> {
    match op.module.attr_kind(op.attr("condition")?) {
        AttrKind::Set(set) => Some(set),
        _ => None,
    }
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    if let Some(attr) = op.attr("condition") {
        writer.attr(attr);
    }
    write_map_operands(writer, set_of(op).map_or(0, |set| set.n_dims), op.operands());
    if 0 < op.n_results() {
        writer.text(" -> ");
        let results: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
        writer.result_types(&results);
    }
    write_two_regions(writer, op);
    writer.attr_dict(op, &["condition"]);
}

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if let Some(set) = set_of(op) {
        check_operands(cx, op, set.n_dims, set.n_symbols, op.operands());
    }
    if op.entry(0).is_none() {
        return cx.error(op, "expects a first region with a block");
    }
    for index in 0..2 {
        if op.entry(index).is_some_and(|block| !op.module.args(block).is_empty()) {
            return cx.error(op, format!("region #{index} should have no arguments"));
        }
    }
    if 0 < op.n_results() && op.entry(1).is_none() {
        cx.error(op, "must have an else block if defining values");
    }
}
