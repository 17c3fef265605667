//! Values and their use lists.

use crate::entity::entity;
use crate::module::{Block, Module};
use crate::op::Op;
use crate::types::Type;

entity! {
    /// The result of an operation or the argument of a block.
    Value, "%"
}

/// The definition of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Def {
    /// Result number `.1` of an operation.
    Result(Op, u32),
    /// Argument number `.1` of a block.
    Arg(Block, u32),
    /// A forward reference to a name that is not yet defined; only during parsing.
    Forward,
}

#[derive(Clone, Debug)]
pub(crate) struct ValueData {
    pub(crate) def: Def,
    pub(crate) ty: Type,
    pub(crate) first_use: u32,
}

/// The end of a use list.
pub(crate) const NO_USE: u32 = u32::MAX;

/// One link of a use list, in the slot of its operand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UseLink {
    pub(crate) op: Op,
    pub(crate) next: u32,
    pub(crate) prev: u32,
}

/// One use of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The operation that uses the value.
    pub op: Op,
    /// The number of the operand.
    pub index: u32,
}

impl Module {
    /// Returns the definition of a value.
    #[inline]
    pub fn def(&self, value: Value) -> Def {
        self.values[value].def
    }

    /// Returns the operation that defines a value, if it is a result.
    pub fn defining_op(&self, value: Value) -> Option<Op> {
        match self.def(value) {
            Def::Result(op, _) => Some(op),
            Def::Arg(..) | Def::Forward => None,
        }
    }

    /// Returns the block in which a value is defined.
    pub fn def_block(&self, value: Value) -> Option<Block> {
        match self.def(value) {
            Def::Result(op, _) => self.block_of(op),
            Def::Arg(block, _) => Some(block),
            Def::Forward => None,
        }
    }

    /// Whether a value has no use.
    #[inline]
    pub fn is_unused(&self, value: Value) -> bool {
        self.values[value].first_use == NO_USE
    }

    /// Returns every use of a value, the oldest first.
    pub fn uses(&self, value: Value) -> Vec<Use> {
        let mut found: Vec<Use> = self.uses_backwards(value).collect();
        found.reverse();
        found
    }

    /// Returns the uses lazily, the newest first.
    pub fn uses_backwards(&self, value: Value) -> impl Iterator<Item = Use> {
        let mut slot = self.values[value].first_use;
        std::iter::from_fn(move || {
            let link = (slot != NO_USE).then(|| self.uses[slot as usize])?;
            let found = Use { op: link.op, index: slot - self.ops[link.op].operands.first };
            slot = link.next;
            Some(found)
        })
    }
}
