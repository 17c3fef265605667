//! Checks counts: the numbers of regions, results, successors and operands of an operation, and the sizes of
//! their groups.

use crate::attrs::AttrKind;
use crate::def::{Arity, OpDef, Slot, segment_counts};
use crate::op::OpRef;
use crate::types::Type;
use crate::verify::VerifyCx;

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(def) = op.def() else { return };
    let wrong = check_regions(op, def)
        .or_else(|| check_values("result", def.results, op.n_results()))
        .or_else(|| check_successors(op, def))
        .or_else(|| check_values("operand", def.operands, op.operands().len()))
        .or_else(|| check_segments(op, def));
    if let Some(message) = wrong {
        cx.error(op, message);
    }
}

fn check_regions(op: OpRef<'_>, def: &OpDef) -> Option<String> {
    let found = op.regions().len();
    let wanted = def.regions.len();
    let variadic = def.regions.last().is_some_and(|name| name.ends_with("..."));
    if variadic {
        let least = wanted - 1;
        return (found < least).then(|| format!("expected {least} or more regions, but found {found}"));
    }
    (found != wanted).then(|| match wanted {
        0 => format!("requires zero regions, but found {found}"),
        1 => format!("requires one region, but found {found}"),
        _ => format!("expected {wanted} regions, but found {found}"),
    })
}

fn check_successors(op: OpRef<'_>, def: &OpDef) -> Option<String> {
    let found = op.module.successors(op.op).len();
    match def.successors {
        Some(wanted) if wanted as usize != found => {
            let plural = if wanted == 1 { "" } else { "s" };
            Some(format!("requires {wanted} successor{plural} but found {found}"))
        }
        None if found == 0 => Some("requires at least 1 successor but found 0".into()),
        _ => None,
    }
}

/// Returns the error if the number of operands or results does not match the slots.
fn check_values(what: &str, slots: &[Slot], found: usize) -> Option<String> {
    let least = slots.iter().filter(|slot| slot.arity == Arity::One).count();
    if least < slots.len() {
        return (found < least).then(|| format!("expected {least} or more {what}s, but found {found}"));
    }
    (found != least).then(|| match (least, what) {
        (0, _) => format!("requires zero {what}s, but found {found}"),
        (1, "operand") => format!("requires a single operand, but found {found}"),
        (1, _) => format!("requires one {what}, but found {found}"),
        _ => format!("expected {least} {what}s, but found {found}"),
    })
}

fn check_segments(op: OpRef<'_>, def: &OpDef) -> Option<String> {
    let operands = || wrong_segments(op, "operand", def.operands, op.operands().len());
    let results = || wrong_segments(op, "result", def.results, op.n_results());
    let wrong = if def.has_operand_segments() { operands() } else { None };
    wrong.or_else(|| if def.has_result_segments() { results() } else { None })
}

fn wrong_segments(op: OpRef<'_>, what: &str, slots: &[Slot], found: usize) -> Option<String> {
    let key = format!("{what}SegmentSizes");
    let sizes = match op.attr(&key).map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::DenseArray(Type::I32, sizes)) => &sizes[..],
        None => &[],
        Some(_) => return Some(format!("requires dense i32 array attribute '{key}'")),
    };
    let total: i64 = sizes.iter().sum();
    if !sizes.is_empty() && !segment_counts(slots).contains(&sizes.len()) {
        let n = slots.len();
        return Some(format!(
            "'{key}' attribute for specifying {what} segments must have {n} elements, but got {}",
            sizes.len()
        ));
    }
    if sizes.iter().any(|size| *size < 0) {
        return Some(format!("'{key}' attribute cannot have negative elements"));
    }
    if total != found as i64 {
        return Some(format!(
            "{what} count ({found}) does not match with the total size ({total}) specified in attribute '{key}'"
        ));
    }
    None
}
