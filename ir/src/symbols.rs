//! Symbols: operations with a name in the symbol table of the enclosing operation.
//!
//! The first lookup in a revision of the module walks the table; later ones use an index.

use crate::def::Trait;
use crate::module::{Block, Module, Name};
use crate::op::Op;
use rustc_hash::FxHashMap;
use std::sync::{Mutex, PoisonError};

/// The symbols of the tables looked up in one revision of a module. Copies of the module start with an empty
/// index.
#[derive(Debug, Default)]
pub(crate) struct SymbolIndex(Mutex<Indexed>);

#[derive(Debug, Default)]
struct Indexed {
    revision: u64,
    /// `None` for a table with a single lookup.
    tables: FxHashMap<Op, Option<FxHashMap<Name, Op>>>,
}

impl Clone for SymbolIndex {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Module {
    /// Returns the name that an operation defines as a symbol.
    pub fn symbol_name(&self, op: Op) -> Option<&str> {
        self.attr(op, "sym_name").and_then(|attr| self.attr_str(attr))
    }

    /// Whether an operation has a symbol table.
    pub fn is_symbol_table(&self, op: Op) -> bool {
        self.kind(op).def().is_some_and(|def| def.has(Trait::SymbolTable))
    }

    /// Returns the operation with this name directly in a symbol table.
    pub fn find_symbol(&self, table: Op, name: &str) -> Option<Op> {
        let block = self.entry(table, 0)?;
        let mut index = self.symbol_index.0.lock().unwrap_or_else(PoisonError::into_inner);
        if index.revision != self.revision {
            *index = Indexed { revision: self.revision, tables: FxHashMap::default() };
        }
        match index.tables.get_mut(&table) {
            None => {
                index.tables.insert(table, None);
                self.ops_in(block).into_iter().find(|op| self.symbol_name(*op) == Some(name))
            }
            Some(known) => {
                let known = known.get_or_insert_with(|| self.symbols_in(block));
                known.get(&self.find_name(name)?).copied()
            }
        }
    }

    /// Returns the first operation of each name in a block.
    fn symbols_in(&self, block: Block) -> FxHashMap<Name, Op> {
        let mut found = FxHashMap::default();
        for op in self.ops_in(block) {
            if let Some(name) = self.symbol_name(op).and_then(|name| self.find_name(name)) {
                found.entry(name).or_insert(op);
            }
        }
        found
    }

    /// Returns the nearest symbol table that encloses an operation.
    pub fn nearest_symbol_table(&self, op: Op) -> Op {
        let mut at = self.parent_op(op);
        while let Some(parent) = at {
            if self.is_symbol_table(parent) {
                return parent;
            }
            at = self.parent_op(parent);
        }
        self.root()
    }

    /// Resolves a symbol path from `user`: in the nearest enclosing symbol table, and then along the path.
    pub fn resolve_symbol(&self, user: Op, path: &[Name]) -> Option<Op> {
        let (first, rest) = path.split_first()?;
        let found = self.find_symbol(self.nearest_symbol_table(user), self.text(*first))?;
        rest.iter().try_fold(found, |op, name| self.find_symbol(op, self.text(*name)))
    }

    /// Returns a name that is unused in the symbol table: `base`, else `base_0`, `base_1` and so on.
    pub fn unique_symbol(&self, table: Op, base: &str) -> String {
        let mut name = base.to_string();
        let mut n = 0;
        while self.find_symbol(table, &name).is_some() {
            name = format!("{base}_{n}");
            n += 1;
        }
        name
    }
}
