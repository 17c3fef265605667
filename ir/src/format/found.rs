//! What a pattern has read so far: names and types by slot, in two flat lists that are used again.

use crate::def::{OpDef, Slot};
use crate::entity::Run;
use crate::format::read::ValueName;
use crate::types::Type;
use std::ops::Range;

/// The names of operands, and the types of operands and results, of the slots of a row.
#[derive(Debug, Default)]
pub struct Found {
    def: Option<&'static OpDef>,
    names: Vec<ValueName>,
    name_runs: Vec<Run>,
    types: Vec<Type>,
    /// Those of operand slots, then those of result slots.
    type_runs: Vec<Option<Run>>,
}

/// For directives.
impl Found {
    /// The operands of a slot.
    ///
    /// # Panics
    /// If the row has no operand slot of that name: rows are constants.
    pub fn names(&mut self, slot: &str, names: &[ValueName]) {
        let slot = self.operand_slot(slot).expect("a directive names a slot of its row");
        self.set_names(slot, names);
    }

    /// The types of an operand slot or of a result slot.
    ///
    /// # Panics
    /// If the row has no slot of that name.
    pub fn types(&mut self, slot: &str, types: &[Type]) {
        let slot = self.slot(slot).expect("a directive names a slot of its row");
        self.set_types(slot, types);
    }

    /// The names that were read for an operand slot.
    pub fn names_of(&self, slot: &str) -> &[ValueName] {
        self.operand_slot(slot).map_or(&[], |slot| self.slot_names(slot))
    }

    /// The types that were read for a slot.
    pub fn types_of(&self, slot: &str) -> Option<&[Type]> {
        self.slot_types(self.slot(slot)?)
    }

    fn rows(&self) -> (&'static [Slot], &'static [Slot]) {
        self.def.map_or((&[], &[]), |def| (def.operands, def.results))
    }

    fn operand_slot(&self, name: &str) -> Option<usize> {
        self.rows().0.iter().position(|slot| slot.name == name)
    }

    /// The number of an operand slot, or of a result slot after all operand slots.
    pub(crate) fn slot(&self, name: &str) -> Option<usize> {
        let (operands, results) = self.rows();
        let result = || results.iter().position(|slot| slot.name == name).map(|slot| operands.len() + slot);
        self.operand_slot(name).or_else(result)
    }
}

/// By number.
impl Found {
    /// Forgets everything and is ready for an operation of this row.
    pub(crate) fn reset(&mut self, def: &'static OpDef) {
        self.def = Some(def);
        self.names.clear();
        self.types.clear();
        self.name_runs.clear();
        self.name_runs.resize(def.operands.len(), Run::default());
        self.type_runs.clear();
        self.type_runs.resize(def.operands.len() + def.results.len(), None);
    }

    pub(crate) fn set_names(&mut self, slot: usize, names: &[ValueName]) {
        self.name_runs[slot] = Run { first: self.names.len() as u32, len: names.len() as u32 };
        self.names.extend(names);
    }

    /// Begins the names of a slot and returns how many names there are.
    pub(crate) fn begin_names(&mut self, slot: usize) -> usize {
        self.set_names(slot, &[]);
        self.n_names()
    }

    /// Adds a name to the slot that was begun last.
    pub(crate) fn push_name(&mut self, slot: usize, name: ValueName) {
        self.names.push(name);
        self.name_runs[slot].len += 1;
    }

    pub(crate) fn set_types(&mut self, slot: usize, types: &[Type]) {
        self.type_runs[slot] = Some(Run { first: self.types.len() as u32, len: types.len() as u32 });
        self.types.extend(types);
    }

    /// The names of an operand slot.
    pub(crate) fn slot_names(&self, slot: usize) -> &[ValueName] {
        &self.names[self.name_runs[slot].range()]
    }

    /// Where the names of an operand slot stand in [`Found::name`].
    pub(crate) fn name_range(&self, slot: usize) -> Range<usize> {
        self.name_runs[slot].range()
    }

    /// A name by its number.
    pub(crate) fn name(&self, index: usize) -> ValueName {
        self.names[index]
    }

    /// The number of names of all slots.
    pub(crate) fn n_names(&self) -> usize {
        self.name_runs.iter().map(|run| run.len as usize).sum()
    }

    /// The types of a slot, if they are known.
    pub(crate) fn slot_types(&self, slot: usize) -> Option<&[Type]> {
        self.type_runs[slot].map(|run| &self.types[run.range()])
    }

    /// The first type that is known, of operands first.
    pub(crate) fn any_type(&self) -> Option<Type> {
        self.type_runs.iter().flatten().find(|run| 0 < run.len).map(|run| self.types[run.first as usize])
    }
}
