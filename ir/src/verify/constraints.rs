//! Checks slots: the kinds of attributes, and the types of operands and results.

use crate::def::{Arity, OpDef, Slot};
use crate::diagnostics::{Note, codes};
use crate::op::OpRef;
use crate::print::type_text;
use crate::suggest::nearest;
use crate::types::Type;
use crate::verify::VerifyCx;
use std::ops::Range;

pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(def) = op.def() else { return };
    if let Some(slot) = def.attrs.iter().find(|slot| slot.required && op.attr(slot.name).is_none()) {
        let keys = op.module.attrs(op.op).iter().map(|attr| op.module.text(attr.name));
        let notes = did_you_mean_instead(slot.name, keys);
        return cx.error_with(op, codes::SLOT, format!("requires attribute '{}'", slot.name), notes);
    }
    let operand = |slot| (def.operand_range(op, slot), Group::Operands);
    let result = |slot| (def.result_range(op, slot), Group::Results);
    let wrong = check_attrs(op, def)
        .or_else(|| check_slots(op, "operand", def.operands, operand))
        .or_else(|| check_slots(op, "result", def.results, result))
        .or_else(|| check_type_rules(op, def));
    if let Some(message) = wrong {
        cx.error(op, message);
    }
}

/// Returns a note about an attribute with nearly the name of the missing one.
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

/// The values that a range indexes.
#[derive(Clone, Copy)]
enum Group {
    Operands,
    Results,
}

impl Group {
    fn type_of(self, op: OpRef<'_>, index: usize) -> Type {
        match self {
            Self::Operands => op.operand_type(index),
            Self::Results => op.result_type(index),
        }
    }
}

fn check_slots(
    op: OpRef<'_>,
    what: &str,
    slots: &[Slot],
    values: impl Fn(usize) -> (Range<usize>, Group),
) -> Option<String> {
    for (number, slot) in slots.iter().enumerate() {
        let (range, group) = values(number);
        if let Some(message) = wrong_size(what, slot, range.len(), range.start) {
            return Some(message);
        }
        for index in range {
            let ty = group.type_of(op, index);
            if !(slot.types.accepts)(op.module, ty) {
                let found = type_text(op.module, ty);
                let variadic = if slot.arity == Arity::Variadic { "variadic of " } else { "" };
                let wanted = slot.types.name;
                return Some(format!("{what} #{index} must be {variadic}{wanted}, but got '{found}'"));
            }
        }
    }
    None
}

/// Returns the error if a group has more or fewer values than its slot takes.
fn wrong_size(what: &str, slot: &Slot, size: usize, first: usize) -> Option<String> {
    let wanted = match slot.arity {
        Arity::One if size != 1 => "1 element",
        Arity::Optional if 1 < size => "0 or 1 element",
        Arity::One | Arity::Optional | Arity::Variadic => return None,
    };
    Some(format!("{what} group starting at #{first} requires {wanted}, but found {size}"))
}

/// Returns the error if types of slots differ from those that the type rules of the row derive.
fn check_type_rules(op: OpRef<'_>, def: &OpDef) -> Option<String> {
    let module = op.module;
    for rule in def.type_rules {
        let Some(source) = slot_types(op, def, rule.from).next() else { continue };
        let Some(wanted) = (rule.derive)(module, source) else { continue };
        let mut types = slot_types(op, def, rule.slot);
        if let Some(found) = types.find(|found| *module.type_kind(*found) != wanted) {
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

/// Returns the types of the values of a slot.
fn slot_types<'m>(op: OpRef<'m>, def: &OpDef, name: &str) -> impl Iterator<Item = Type> + use<'m> {
    let position = |slots: &[Slot]| slots.iter().position(|slot| slot.name == name);
    let (range, group) = match (position(def.operands), position(def.results)) {
        (Some(slot), _) => (def.operand_range(op, slot), Group::Operands),
        (None, Some(slot)) => (def.result_range(op, slot), Group::Results),
        (None, None) => (0..0, Group::Operands),
    };
    range.map(move |index| group.type_of(op, index))
}
