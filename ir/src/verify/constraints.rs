//! Slots and traits: number and type of operands, results, attributes, regions and successors.

use crate::attrs::AttrKind;
use crate::def::{Arity, OpDef, Slot, Trait};
use crate::op::OpRef;
use crate::print::type_text;
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
    check_type_rules(cx, op, def);
}

/// Whether the sizes of operand and result groups are right, where a row has some.
fn segments_fit(cx: &mut VerifyCx<'_>, op: OpRef<'_>, def: &OpDef) -> bool {
    let operands = (!def.has_operand_segments())
        || segments_match(cx, op, "operand", def.operands.len(), op.operands().len());
    let results =
        (!def.has_result_segments()) || segments_match(cx, op, "result", def.results.len(), op.n_results());
    operands && results
}

fn segments_match(cx: &mut VerifyCx<'_>, op: OpRef<'_>, what: &str, n_slots: usize, n_values: usize) -> bool {
    let key = format!("{what}SegmentSizes");
    let message = match op.attr(&key).map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::DenseArray(Type::I32, sizes)) => {
            let total: i64 = sizes.iter().sum();
            if sizes.len() != n_slots {
                format!("requires '{key}' with {n_slots} elements, but found {}", sizes.len())
            } else if sizes.iter().any(|size| *size < 0) || total != n_values as i64 {
                format!(
                    "{what} count ({n_values}) does not match with the total size ({total}) specified in attribute '{key}'"
                )
            } else {
                return true;
            }
        }
        _ => format!("requires dense i32 array attribute '{key}'"),
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
    let n_single = slots.iter().filter(|slot| slot.arity == Arity::One).count();
    let is_fixed = n_single == slots.len();
    if types.len() < n_single || (is_fixed && types.len() != n_single) {
        let exactly = if is_fixed { "" } else { "at least " };
        cx.error(op, format!("expected {exactly}{n_single} {what}s, but found {}", types.len()));
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
                return cx
                    .error(op, format!("{what} #{index} must be {}, but got '{found}'", slot.types.name));
            }
            index += 1;
        }
    }
}

fn check_attrs(cx: &mut VerifyCx<'_>, op: OpRef<'_>, def: &OpDef) {
    for slot in def.attrs {
        match op.attr(slot.name) {
            None if slot.required => cx.error(op, format!("requires attribute '{}'", slot.name)),
            Some(attr) if !slot.constraint.accepts(cx.module, attr) => {
                let wanted = slot.constraint.describe();
                cx.error(op, format!("attribute '{}' failed to satisfy constraint: {wanted}", slot.name));
            }
            None | Some(_) => {}
        }
    }
}

fn check_counts(cx: &mut VerifyCx<'_>, op: OpRef<'_>, def: &OpDef) {
    let n_regions = op.regions().len();
    let any = def.regions.last().is_some_and(|name| name.ends_with("..."));
    if !any && n_regions != def.regions.len() {
        cx.error(op, format!("requires {} regions, but found {n_regions}", def.regions.len()));
    }
    let n_successors = op.module.successors(op.op).len();
    if let Some(wanted) = def.successors
        && wanted as usize != n_successors
    {
        cx.error(op, format!("requires {wanted} successors, but found {n_successors}"));
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

/// The types of slots are what the type rules of the row derive.
fn check_type_rules(cx: &mut VerifyCx<'_>, op: OpRef<'_>, def: &OpDef) {
    let module = op.module;
    for rule in def.type_rules {
        let Some(source) = slot_types(op, def, rule.from).first().copied() else { continue };
        let Some(wanted) = (rule.derive)(module, source) else { continue };
        for found in slot_types(op, def, rule.slot) {
            if *module.type_kind(found) != wanted {
                let found = type_text(module, found);
                let from = type_text(module, source);
                let message = format!(
                    "failed to verify that the type of '{}' follows from that of '{}': found '{found}' for '{from}'",
                    rule.slot, rule.from
                );
                return cx.error(op, message);
            }
        }
    }
}

/// The types of the values of a slot.
fn slot_types(op: OpRef<'_>, def: &OpDef, name: &str) -> Vec<Type> {
    if let Some(slot) = def.operands.iter().position(|slot| slot.name == name) {
        return op.group(slot).iter().map(|value| op.type_of(*value)).collect();
    }
    let slot = def.results.iter().position(|slot| slot.name == name);
    slot.map(|slot| op.result_group(slot).map(|value| op.type_of(value)).collect()).unwrap_or_default()
}
