//! Slots: the kinds of attributes, and the types of operands and results.

use crate::def::{Arity, OpDef, Slot};
use crate::diagnostics::{Note, codes};
use crate::op::OpRef;
use crate::print::type_text;
use crate::suggest::nearest;
use crate::types::Type;
use crate::verify::VerifyCx;

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(def) = op.def() else { return };
    let operands: Vec<_> = op.operands().iter().map(|value| op.type_of(*value)).collect();
    let results: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
    if let Some(slot) = def.attrs.iter().find(|slot| slot.required && op.attr(slot.name).is_none()) {
        let keys = op.module.attrs(op.op).iter().map(|attr| op.module.text(attr.name));
        let notes = did_you_mean_instead(slot.name, keys);
        return cx.error_with(op, codes::SLOT, format!("requires attribute '{}'", slot.name), notes);
    }
    let wrong = check_attrs(op, def)
        .or_else(|| check_slots(op, "operand", def.operands, &def.operand_sizes(op), &operands))
        .or_else(|| check_slots(op, "result", def.results, &def.result_sizes(op), &results))
        .or_else(|| check_type_rules(op, def));
    if let Some(message) = wrong {
        cx.error(op, message);
    }
}

/// The note for an attribute that is missing while one with nearly its name is there.
fn did_you_mean_instead<'k>(missing: &str, keys: impl Iterator<Item = &'k str>) -> Vec<Note> {
    let found = nearest(missing, keys);
    found.map(|key| Note::general(format!("did you mean '{missing}' by '{key}'?"))).into_iter().collect()
}

fn check_attrs(op: OpRef<'_>, def: &OpDef) -> Option<String> {
    let wrong = def
        .attrs
        .iter()
        .find(|slot| op.attr(slot.name).is_some_and(|attr| !slot.constraint.accepts(op.module, attr)))?;
    let wanted = wrong.constraint.describe();
    Some(format!("attribute '{}' failed to satisfy constraint: {wanted}", wrong.name))
}

fn check_slots(op: OpRef<'_>, what: &str, slots: &[Slot], sizes: &[usize], types: &[Type]) -> Option<String> {
    let mut index = 0;
    for (slot, size) in slots.iter().zip(sizes) {
        if let Some(message) = wrong_size(what, slot, *size, index) {
            return Some(message);
        }
        for ty in types.iter().skip(index).take(*size) {
            if !(slot.types.accepts)(op.module, *ty) {
                let found = type_text(op.module, *ty);
                let variadic = if slot.arity == Arity::Variadic { "variadic of " } else { "" };
                let wanted = slot.types.name;
                return Some(format!("{what} #{index} must be {variadic}{wanted}, but got '{found}'"));
            }
            index += 1;
        }
    }
    None
}

/// A group with more or fewer values than its slot takes.
fn wrong_size(what: &str, slot: &Slot, size: usize, first: usize) -> Option<String> {
    let wanted = match slot.arity {
        Arity::One if size != 1 => "1 element",
        Arity::Optional if 1 < size => "0 or 1 element",
        Arity::One | Arity::Optional | Arity::Variadic => return None,
    };
    Some(format!("{what} group starting at #{first} requires {wanted}, but found {size}"))
}

/// The types of slots are what the type rules of the row derive.
fn check_type_rules(op: OpRef<'_>, def: &OpDef) -> Option<String> {
    let module = op.module;
    for rule in def.type_rules {
        let Some(source) = slot_types(op, def, rule.from).first().copied() else { continue };
        let Some(wanted) = (rule.derive)(module, source) else { continue };
        let types = slot_types(op, def, rule.slot);
        if let Some(found) = types.into_iter().find(|found| *module.type_kind(*found) != wanted) {
            let (found, from) = (type_text(module, found), type_text(module, source));
            let law = match rule.law {
                "" => format!("the type of '{}' follows from that of '{}'", rule.slot, rule.from),
                law => law.to_string(),
            };
            return Some(format!("failed to verify that {law}: found '{found}' for '{from}'"));
        }
    }
    None
}

/// The types of the values of a slot.
fn slot_types(op: OpRef<'_>, def: &OpDef, name: &str) -> Vec<Type> {
    if let Some(slot) = def.operands.iter().position(|slot| slot.name == name) {
        return op.group(slot).iter().map(|value| op.type_of(*value)).collect();
    }
    let slot = def.results.iter().position(|slot| slot.name == name);
    slot.map(|slot| op.result_group(slot).map(|value| op.type_of(value)).collect()).unwrap_or_default()
}
