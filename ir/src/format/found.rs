//! The results of reading a pattern: names and types by slot, in two flat lists that are reused.

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
    /// Types of operand slots, then of result slots.
    type_runs: Vec<Option<Run>>,
}

/// The interface for directives.
impl Found {
    /// Sets the names of an operand slot.
    ///
    /// # Panics
    /// If the row has no operand slot of that name: rows are constants.
    pub fn names(&mut self, slot: &str, names: &[ValueName]) {
        let slot = self.operand_slot(slot).expect("a directive names a slot of its row");
        self.set_names(slot, names);
    }

    /// Sets the types of an operand slot or of a result slot.
    ///
    /// # Panics
    /// If the row has no slot of that name.
    pub fn types(&mut self, slot: &str, types: &[Type]) {
        let slot = self.slot(slot).expect("a directive names a slot of its row");
        self.set_types(slot, types);
    }

    /// Returns the names that were read for an operand slot.
    pub fn names_of(&self, slot: &str) -> &[ValueName] {
        self.operand_slot(slot).map_or(&[], |slot| self.slot_names(slot))
    }

    /// Returns the types that were read for a slot.
    pub fn types_of(&self, slot: &str) -> Option<&[Type]> {
        self.slot_types(self.slot(slot)?)
    }

    fn rows(&self) -> (&'static [Slot], &'static [Slot]) {
        self.def.map_or((&[], &[]), |def| (def.operands, def.results))
    }

    fn operand_slot(&self, name: &str) -> Option<usize> {
        self.rows().0.iter().position(|slot| slot.name == name)
    }

    /// Returns the number of an operand slot, or of a result slot after all operand slots.
    pub(crate) fn slot(&self, name: &str) -> Option<usize> {
        let (operands, results) = self.rows();
        let result = || results.iter().position(|slot| slot.name == name).map(|slot| operands.len() + slot);
        self.operand_slot(name).or_else(result)
    }
}

/// Access by slot number.
impl Found {
    /// Clears everything in preparation for an operation of this row.
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

    /// Begins the names of a slot and returns the number of names so far.
    pub(crate) fn begin_names(&mut self, slot: usize) -> usize {
        self.set_names(slot, &[]);
        self.n_names()
    }

    /// Adds a name to the slot begun last.
    pub(crate) fn push_name(&mut self, slot: usize, name: ValueName) {
        self.names.push(name);
        self.name_runs[slot].len += 1;
    }

    pub(crate) fn set_types(&mut self, slot: usize, types: &[Type]) {
        self.type_runs[slot] = Some(Run { first: self.types.len() as u32, len: types.len() as u32 });
        self.types.extend(types);
    }

    /// Returns the names of an operand slot.
    pub(crate) fn slot_names(&self, slot: usize) -> &[ValueName] {
        &self.names[self.name_runs[slot].range()]
    }

    /// Returns the range of an operand slot's names in [`Found::name`].
    pub(crate) fn name_range(&self, slot: usize) -> Range<usize> {
        self.name_runs[slot].range()
    }

    /// Returns a name by its number.
    pub(crate) fn name(&self, index: usize) -> ValueName {
        self.names[index]
    }

    /// Returns the number of names of all slots.
    pub(crate) fn n_names(&self) -> usize {
        self.name_runs.iter().map(|run| run.len as usize).sum()
    }

    /// Returns the types of a slot, if they are known.
    pub(crate) fn slot_types(&self, slot: usize) -> Option<&[Type]> {
        self.type_runs[slot].map(|run| &self.types[run.range()])
    }

    /// Returns the first known type, of operands first.
    pub(crate) fn any_type(&self) -> Option<Type> {
        self.type_runs.iter().flatten().find(|run| 0 < run.len).map(|run| self.types[run.first as usize])
    }
}
