//! Symbols: operations with a name in the table of the operation around them.

use crate::def::Trait;
use crate::module::{Module, Name};
use crate::op::Op;

impl Module {
    /// The name that an operation defines as a symbol.
    pub fn symbol_name(&self, op: Op) -> Option<&str> {
        self.attr(op, "sym_name").and_then(|attr| self.attr_str(attr))
    }

    /// Whether an operation has a table of symbols.
    pub fn is_symbol_table(&self, op: Op) -> bool {
        self.kind(op).def().is_some_and(|def| def.has(Trait::SymbolTable))
    }

    /// The operation with this name directly in a table.
    pub fn find_symbol(&self, table: Op, name: &str) -> Option<Op> {
        let block = self.entry(table, 0)?;
        self.ops_in(block).into_iter().find(|op| self.symbol_name(*op) == Some(name))
    }

    /// The nearest table around an operation.
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

    /// The operation that a symbol path names, seen from `user`: looks in the tables around it, the nearest
    /// first, and then down the path.
    pub fn resolve_symbol(&self, user: Op, path: &[Name]) -> Option<Op> {
        let (first, rest) = path.split_first()?;
        let mut table = self.nearest_symbol_table(user);
        loop {
            if let Some(found) = self.find_symbol(table, self.text(*first)) {
                return rest.iter().try_fold(found, |op, name| self.find_symbol(op, self.text(*name)));
            }
            if table == self.root() {
                return None;
            }
            table = self.nearest_symbol_table(table);
        }
    }

    /// A name that no symbol of the table has: `base`, else `base_0`, `base_1` and so on.
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
