//! The worklist of pending operations: a stack without duplicates.

use warpline_ir::{Module, Op, SecondaryMap};

/// A stack without duplicates.
pub(super) struct Worklist {
    stack: Vec<Op>,
    /// Whether an operation is in the stack.
    is_waiting: SecondaryMap<Op, bool>,
}

impl Worklist {
    /// Creates a worklist with the first of these operations on top; the last one if `top_down` is off.
    pub(super) fn new(mut ops: Vec<Op>, top_down: bool) -> Self {
        if top_down {
            ops.reverse();
        }
        let mut is_waiting = SecondaryMap::new();
        for op in &ops {
            is_waiting[*op] = true;
        }
        Self { stack: ops, is_waiting }
    }

    /// Pops the top.
    pub(super) fn pop(&mut self) -> Option<Op> {
        let op = self.stack.pop()?;
        self.is_waiting[op] = false;
        Some(op)
    }

    /// Pushes the operations named by the journal, and their enclosing operations on top of them.
    pub(super) fn note_changes(&mut self, module: &mut Module) {
        for op in module.take_journal() {
            let mut at = Some(op).filter(|op| module.block_of(*op).is_some());
            while let Some(op) = at.filter(|op| *op != module.root()) {
                if !std::mem::replace(&mut self.is_waiting[op], true) {
                    self.stack.push(op);
                }
                at = module.parent_op(op);
            }
        }
    }
}
