//! Slots and traits: number and type of operands, results, attributes, regions and successors.

use crate::attrs::AttrKind;
use crate::def::{Arity, OpDef, Slot, Trait};
use crate::diagnostics::{Note, codes};
use crate::op::OpRef;
use crate::print::type_text;
use crate::suggest::nearest;
use crate::types::Type;
use crate::verify::VerifyCx;

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>, def: &OpDef) {
    if !segments_fit(cx, op, def) {
        return;
    }
    let before = cx.diagnostics.n_errors();
    let operands: Vec<_> = op.operands().iter().map(|value| op.type_of(*value)).collect();
    check_slots(cx, op, "operand", def.operands, &def.operand_sizes(op), &operands);
    let results: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
    if before < cx.diagnostics.n_errors() {
        return;
    }
    check_slots(cx, op, "result", def.results, &def.result_sizes(op), &results);
    check_attrs(cx, op, def);
    check_counts(cx, op, def);
    check_same_types(cx, op, def, &operands, &results);
}

fn segments_fit(cx: &mut VerifyCx<'_>, op: OpRef<'_>, def: &OpDef) -> bool {
    if !def.has_operand_segments() {
        return true;
    }
    let message = match op.attr("operandSegmentSizes").map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::DenseArray(Type::I32, sizes)) => {
            let total: i64 = sizes.iter().sum();
            if sizes.len() != def.operands.len() {
                format!(
                    "requires 'operandSegmentSizes' with {} elements, but found {}",
                    def.operands.len(),
                    sizes.len()
                )
            } else if sizes.iter().any(|size| *size < 0) || total != op.operands().len() as i64 {
                format!(
                    "operand count ({}) does not match the total of 'operandSegmentSizes' ({total})",
                    op.operands().len()
                )
            } else {
                return true;
            }
        }
        _ => "requires dense i32 array attribute 'operandSegmentSizes'".to_string(),
    };
    cx.error(op, message);
    false
}

fn check_slots(
    cx: &mut VerifyCx<'_>,
    op: OpRef<'_>,
    what: &str,
    slots: &[Slot],
    sizes: &[usize],
    types: &[Type],
) {
    let code = if what == "operand" { codes::OPERANDS } else { codes::RESULTS };
    let n_single = slots.iter().filter(|slot| slot.arity == Arity::One).count();
    let is_fixed = n_single == slots.len();
    if types.len() < n_single || (is_fixed && types.len() != n_single) {
        let exactly = if is_fixed { "" } else { "at least " };
        cx.error_as(op, code, format!("expected {exactly}{n_single} {what}s, but found {}", types.len()));
        return;
    }
    let mut index = 0;
    for (slot, size) in slots.iter().zip(sizes) {
        let too_many = match slot.arity {
            Arity::One => *size != 1,
            Arity::Optional => 1 < *size,
            Arity::Variadic => false,
        };
        if too_many {
            cx.error(
                op,
                format!("{what} group '{}' has {size} elements, which its slot does not take", slot.name),
            );
        }
        for ty in types.iter().skip(index).take(*size) {
            if !(slot.types.accepts)(cx.module, *ty) {
                let found = type_text(cx.module, *ty);
                let message = format!("{what} #{index} must be {}, but got '{found}'", slot.types.name);
                return cx.error_as(op, code, message);
            }
            index += 1;
        }
    }
}

fn check_attrs(cx: &mut VerifyCx<'_>, op: OpRef<'_>, def: &OpDef) {
    for slot in def.attrs {
        match op.attr(slot.name) {
            None if slot.required => {
                let keys = op.module.attrs(op.op).iter().map(|attr| op.module.text(attr.name));
                let notes = did_you_mean_instead(slot.name, keys);
                let message = format!("requires attribute '{}'", slot.name);
                cx.error_with(op, codes::ATTRIBUTE, message, notes);
            }
            Some(attr) if !slot.constraint.accepts(cx.module, attr) => {
                let wanted = slot.constraint.describe();
                let message = format!("attribute '{}' failed to satisfy constraint: {wanted}", slot.name);
                cx.error_as(op, codes::ATTRIBUTE, message);
            }
            None | Some(_) => {}
        }
    }
}

fn check_counts(cx: &mut VerifyCx<'_>, op: OpRef<'_>, def: &OpDef) {
    let n_regions = op.regions().len();
    let any = def.regions.last().is_some_and(|name| name.ends_with("..."));
    if !any && n_regions != def.regions.len() {
        cx.error_as(op, codes::REGION, format!("requires {} regions, but found {n_regions}", def.regions.len()));
    }
    let n_successors = op.module.successors(op.op).len();
    if let Some(wanted) = def.successors
        && wanted as usize != n_successors
    {
        cx.error_as(op, codes::REGION, format!("requires {wanted} successors, but found {n_successors}"));
    }
}

fn check_same_types(cx: &mut VerifyCx<'_>, op: OpRef<'_>, def: &OpDef, operands: &[Type], results: &[Type]) {
    let first = operands.first();
    let differs = |types: &[Type]| types.iter().any(|ty| Some(ty) != first);
    if def.has(Trait::SameType) && (differs(operands) || differs(results)) {
        cx.error(op, "requires the same type for all operands and results");
    } else if def.has(Trait::SameOperandType) && differs(operands) {
        cx.error(op, "requires the same type for all operands");
    }
}

/// The note for an attribute that is missing while one with nearly its name is there.
fn did_you_mean_instead<'k>(missing: &str, keys: impl Iterator<Item = &'k str>) -> Vec<Note> {
    let found = nearest(missing, keys);
    found.map(|key| Note::general(format!("did you mean '{missing}' by '{key}'?"))).into_iter().collect()
}
