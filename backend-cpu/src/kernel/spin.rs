//! Loops that end only when other work runs beside them: in each trip the code offers its turn to others.
//!
//! The runtime tells by the answer whether to go on. If it does not, nothing is left that could end the loop, and the
//! block returns.

use crate::emit::{Emitted, Emitter, World};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Reg, types};
use rustc_hash::FxHashSet;
use warpline_ir::host_abi;
use warpline_ir::{Op, Value};
use warpline_passes::analysis::alias::{Places, Root};
use warpline_passes::analysis::spins;

/// The turn of a block, and where it is offered.
pub(super) struct Turns {
    turn: Reg,
    exits: FxHashSet<Op>,
    /// Where the memory comes from that the kernel waits for.
    roots: Vec<Root>,
}

impl Emitter<'_, '_> {
    /// Reads the address of the turn from its slot, if the kernel has loops that wait for others.
    pub(super) fn bind_turn(&mut self, slots: Reg, slot: usize) -> Emitted {
        let spins = spins::of_kernel(self.module, self.inlining[0]);
        let exits: FxHashSet<Op> = spins.iter().map(|spin| spin.exit).collect();
        let roots = spins.into_iter().flat_map(|spin| spin.roots).collect();
        if !exits.is_empty() {
            let turn = self.load(types::I64, slots, 8 * slot as i32);
            self.kernel()?.turns = Some(Box::new(Turns { turn, exits, roots }));
        }
        Ok(())
    }

    /// Whether the kernel waits for this memory; any memory of its functions may be what it waits for.
    pub(crate) fn is_awaited(&self, memref: Value) -> bool {
        let World::Kernel(kernel) = &self.world else { return false };
        let Some(turns) = &kernel.turns else { return false };
        let place = Places::default().of(self.module, memref);
        1 < self.inlining.len() || place.roots.iter().any(|root| turns.roots.contains(root))
    }

    /// Offers the turn before the exit of a loop that waits for others: `goes_on` tells whether the loop does, as far as
    /// that is known.
    pub(crate) fn spin_point(&mut self, exit: Op, goes_on: Option<Reg>) -> Emitted {
        let World::Kernel(kernel) = &self.world else { return Ok(()) };
        let Some(turns) = kernel.turns.as_ref().filter(|turns| turns.exits.contains(&exit)) else {
            return Ok(());
        };
        let turn = turns.turn;
        let goes_on = match goes_on {
            Some(flag) => self.builder.ins().uextend(types::I32, flag),
            None => self.int(types::I32, 1),
        };
        let status = self.call_runtime(&host_abi::wl_spin, [turn, goes_on])?;
        let status = status.ok_or_else(|| self.unsupported("expected an answer of the runtime"))?;
        let zero = self.int(types::I32, 0);
        let is_over = self.compare(IntCC::NotEqual, status, zero);
        let (over, fine) = (self.block(&[]), self.block(&[]));
        self.builder.set_cold_block(over);
        self.branch(is_over, (over, &[]), (fine, &[]));
        self.enter(over);
        self.builder.ins().return_(&[status]);
        self.enter(fine);
        Ok(())
    }
}
