//! Chains of conversions.

use crate::transforms::canonicalize::Rule;
use crate::transforms::canonicalize::constants::replace_by;
use crate::transforms::canonicalize::matching::{defined_by, int_bits, pair, replace_with, width};
use warpline_ir::{Arith, Builder, Module, Op, OpKind, Value};

/// The rules.
pub(super) const RULES: &[(OpKind, Rule)] = &[
    (OpKind::Arith(Arith::ExtUI), |m, op| skip_inner(m, op, Arith::ExtUI)),
    (OpKind::Arith(Arith::ExtSI), |m, op| skip_inner(m, op, Arith::ExtSI)),
    (OpKind::Arith(Arith::ExtSI), |m, op| becomes_inner(m, op, Arith::ExtUI)),
    (OpKind::Arith(Arith::TruncI), |m, op| cut_of_extended(m, op, Arith::ExtUI)),
    (OpKind::Arith(Arith::TruncI), |m, op| cut_of_extended(m, op, Arith::ExtSI)),
    (OpKind::Arith(Arith::TruncI), |m, op| skip_inner(m, op, Arith::TruncI)),
    (OpKind::Arith(Arith::TruncI), logical_shift_suffices),
    (OpKind::Arith(Arith::TruncF), cut_of_extended_float),
    (OpKind::Arith(Arith::IndexCast), |m, op| there_and_back(m, op, Arith::IndexCast)),
    (OpKind::Arith(Arith::IndexCast), |m, op| of_extension(m, op, Arith::ExtSI, Arith::IndexCast)),
    (OpKind::Arith(Arith::IndexCastUI), |m, op| there_and_back(m, op, Arith::IndexCastUI)),
    (OpKind::Arith(Arith::IndexCastUI), |m, op| of_extension(m, op, Arith::ExtUI, Arith::IndexCastUI)),
    (OpKind::Arith(Arith::Bitcast), same_type),
    (OpKind::Arith(Arith::Bitcast), bits_of_bits),
];

/// Returns the operand of the operation of this kind that defines the operand.
fn below(module: &Module, op: Op, kind: Arith) -> Option<Value> {
    defined_by(module, module.operand(op, 0), kind).map(|inner| module.operand(inner, 0))
}

/// Skips an inner operation of a kind that the outer one subsumes.
fn skip_inner(module: &mut Module, op: Op, kind: Arith) -> Option<()> {
    let source = below(module, op, kind)?;
    module.set_operand(op, 0, source);
    Some(())
}

/// Replaces an operation on one of another kind by one of that kind on its operand.
fn becomes_inner(module: &mut Module, op: Op, kind: Arith) -> Option<()> {
    let source = below(module, op, kind)?;
    replace_with(module, op, kind, &[source], &[])
}

/// Folds a truncation of an extended value: to the source itself, a truncation of it, or a smaller extension.
fn cut_of_extended(module: &mut Module, op: Op, extension: Arith) -> Option<()> {
    let source = below(module, op, extension)?;
    let (from, to) = (width(module, source)?, width(module, module.result(op, 0))?);
    match from.cmp(&to) {
        std::cmp::Ordering::Equal => replace_by(module, op, source),
        std::cmp::Ordering::Greater => {
            module.set_operand(op, 0, source);
            Some(())
        }
        std::cmp::Ordering::Less => replace_with(module, op, extension, &[source], &[]),
    }
}

/// Replaces an arithmetic shift by a logical one if the remaining upper bits are the same.
fn logical_shift_suffices(module: &mut Module, op: Op) -> Option<()> {
    let shift = defined_by(module, module.operand(op, 0), Arith::ShRSI)?;
    let (x, count) = pair(module, shift)?;
    let to = u64::from(width(module, module.result(op, 0))?);
    if u64::from(width(module, x)?) != to.checked_add(int_bits(module, count)?)? {
        return None;
    }
    let logical = Builder::before(module, op).binary(Arith::ShRUI, x, count);
    replace_with(module, op, Arith::TruncI, &[logical], &[])
}

/// Folds a truncation of an exactly extended float: to the source itself, or a truncation of it.
fn cut_of_extended_float(module: &mut Module, op: Op) -> Option<()> {
    let source = below(module, op, Arith::ExtF)?;
    if module.type_of(source) == module.type_of(module.result(op, 0)) {
        return replace_by(module, op, source);
    }
    if width(module, source)? <= width(module, module.result(op, 0))? {
        return None;
    }
    module.set_operand(op, 0, source);
    Some(())
}

/// Folds a conversion to another type and back if no bit is lost.
fn there_and_back(module: &mut Module, op: Op, kind: Arith) -> Option<()> {
    let source = below(module, op, kind)?;
    let middle = module.operand(op, 0);
    let same = module.type_of(source) == module.type_of(module.result(op, 0));
    if same && width(module, source)? <= width(module, middle)? {
        replace_by(module, op, source)
    } else {
        None
    }
}

/// Replaces a conversion of an extended value by one of the value.
fn of_extension(module: &mut Module, op: Op, extension: Arith, kind: Arith) -> Option<()> {
    let source = below(module, op, extension)?;
    replace_with(module, op, kind, &[source], &[])
}

fn same_type(module: &mut Module, op: Op) -> Option<()> {
    let source = module.operand(op, 0);
    let is_same = module.type_of(source) == module.type_of(module.result(op, 0));
    if is_same { replace_by(module, op, source) } else { None }
}

fn bits_of_bits(module: &mut Module, op: Op) -> Option<()> {
    let source = below(module, op, Arith::Bitcast)?;
    replace_with(module, op, Arith::Bitcast, &[source], &[])
}
