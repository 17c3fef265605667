//! `scf.execute_region -> T no_inline { … }` and `scf.index_switch %i -> T case 1 { … } default { … }`.

use crate::attrs::AttrKind;
use crate::def::Code;
use crate::diagnostics::Reported;
use crate::dialect::scf::for_loop::check_yield;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::module::Region;
use crate::op::OpRef;
use crate::types::Type;
use crate::verify::VerifyCx;

/// The custom form of `scf.execute_region`.
pub(super) const EXECUTE_SYNTAX: Code = Code { read: read_execute, write: write_execute };
/// The custom form of `scf.index_switch`.
pub(super) const SWITCH_SYNTAX: Code = Code { read: read_switch, write: write_switch };

fn result_types_of(op: OpRef<'_>) -> Vec<Type> {
    op.results().map(|value| op.type_of(value)).collect()
}

fn read_execute(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    if reader.eat(crate::syntax::lexer::Token::Arrow) {
        reader.op.results = reader.result_types()?;
    }
    if reader.eat_word("no_inline") {
        reader.set_attr("no_inline", crate::attrs::Attr::UNIT);
    }
    reader.region(&[])?;
    reader.attr_dict()
}

fn write_execute(writer: &mut Writer<'_>, op: OpRef<'_>) {
    let results = result_types_of(op);
    if !results.is_empty() {
        writer.text(" -> ");
        writer.result_types(&results);
    }
    writer.text(if op.attr("no_inline").is_some() { " no_inline " } else { " " });
    writer.region(op.regions()[0], false, true);
    writer.attr_dict(op, &["no_inline"]);
}

/// Checks that the region has blocks and no arguments.
pub(super) fn verify_execute(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    match op.entry(0) {
        None => cx.error(op, "region needs to have at least one block"),
        Some(entry) if !op.module.args(entry).is_empty() => {
            cx.error(op, "region cannot have any arguments");
        }
        Some(_) => {}
    }
}

/// Checks that every block that yields yields the results.
pub(super) fn verify_execute_regions(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let results = result_types_of(op);
    for block in op.module.blocks_of(op.regions()[0]) {
        let Some(last) = op.module.last_op(*block) else { continue };
        if op.module.successors(last).is_empty() {
            check_yield(cx, op, op.other(last), &results);
        }
    }
}

fn read_switch(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    reader.operand(Type::INDEX)?;
    reader.attr_dict()?;
    if reader.eat(crate::syntax::lexer::Token::Arrow) {
        reader.op.results = reader.type_list()?;
    }
    let mut numbers = Vec::new();
    let mut cases: Vec<Region> = Vec::new();
    while reader.eat_word("case") {
        numbers.push(reader.integer()?);
        reader.region(&[])?;
        cases.extend(reader.op.regions.pop());
    }
    reader.expect_word("default")?;
    reader.region(&[])?;
    reader.op.regions.extend(cases);
    let attr = reader.cx.module.intern_attr(AttrKind::DenseArray(Type::I64, numbers.into()));
    reader.set_attr("cases", attr);
    Ok(())
}

/// Returns the case values of `scf.index_switch`, in the order of their regions.
pub fn switch_cases(op: OpRef<'_>) -> &[i64] {
    match op.attr("cases").map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::DenseArray(_, cases)) => cases,
        _ => &[],
    }
}

fn write_switch(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.value(op.operand(0));
    writer.attr_dict(op, &["cases"]);
    let results = result_types_of(op);
    if !results.is_empty() {
        writer.text(" -> ");
        writer.types(results);
    }
    writer.text(" ");
    let regions = op.regions();
    for (value, region) in switch_cases(op).iter().zip(&regions[1..]) {
        writer.new_line();
        writer.text(&format!("case {value} "));
        writer.region(*region, false, true);
    }
    writer.new_line();
    writer.text("default ");
    writer.region(regions[0], false, false);
}

/// Checks that there is one region per case, and no duplicate case.
pub(super) fn verify_switch(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let cases = switch_cases(op);
    let n_regions = op.regions().len() - 1;
    if cases.len() != n_regions {
        return cx.error(op, format!("has {n_regions} case regions but {} case values", cases.len()));
    }
    let mut seen = rustc_hash::FxHashSet::default();
    if let Some(twice) = cases.iter().find(|case| !seen.insert(**case)) {
        cx.error(op, format!("has duplicate case value: {twice}"));
    }
}

/// Checks that every region yields the results.
pub(super) fn verify_switch_regions(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let results = result_types_of(op);
    for index in 0..op.regions().len() {
        if let Some(last) = op.entry(index).and_then(|block| op.module.last_op(block)) {
            check_yield(cx, op, op.other(last), &results);
        }
    }
}
