//! Named barriers, at which as many threads of a block meet as they were made for. The loops over threads are cut there as at
//! other barriers, but the branches around them may differ between threads.
//!
//! All threads of a branch run each part of it before the next part begins, and one side before the other one. Threads of
//! both sides cannot meet at one barrier, therefore, unless `cpu-interleave-sides` has split the branch.

use super::{Shaped, Shaper, refuse};
use warpline_ir::{Gpu, Op, OpKind, Scf};

/// The reason why two sides of a branch cannot meet.
const SIDES: &str = "threads on two sides of a branch meet at it, but not in the same order, directly in them or in loops with the same bounds";

impl Shaper<'_> {
    /// Makes barriers of named ones, at which the threads of a branch meet that need not be the whole block.
    pub(super) fn meet_at_named_barriers(&mut self) -> Shaped {
        let is_made = |op: &Op| self.module.kind(*op) == OpKind::Gpu(Gpu::InitializeNamedBarrier);
        let made: Vec<Op> = self.module.walk(self.work).into_iter().filter(is_made).collect();
        for made in made {
            let uses = self.module.uses(self.module.result(made, 0));
            let meetings: Vec<Op> = uses.iter().map(|used| used.op).collect();
            for (number, meeting) in meetings.iter().enumerate() {
                if self.module.kind(*meeting) != OpKind::Gpu(Gpu::Barrier) {
                    return refuse(self.module, *meeting, "a named barrier is only known to gpu.barrier");
                }
                if meetings[..number].iter().any(|other| self.are_on_two_sides(*meeting, *other)) {
                    return refuse(self.module, *meeting, SIDES);
                }
            }
            for meeting in meetings {
                self.module.set_operands(meeting, &[]);
                self.exchanges.insert(meeting);
            }
            self.module.erase(made);
        }
        Ok(())
    }

    /// Whether the innermost operation around two others is a branch with each in another region.
    fn are_on_two_sides(&self, a: Op, b: Op) -> bool {
        let path = |op: Op| {
            let around = std::iter::successors(Some(op), |op| self.module.parent_op(*op));
            around.take_while(|op| *op != self.work).collect::<Vec<Op>>()
        };
        let (a, b) = (path(a), path(b));
        let shared = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
        let Some(branch) = shared.checked_sub(1).map(|last| a[a.len() - 1 - last]) else { return false };
        let region_of = |path: &[Op]| {
            let inner = path.get(path.len().checked_sub(shared + 1)?)?;
            self.module.region_of(self.module.block_of(*inner)?)
        };
        self.module.kind(branch) == OpKind::Scf(Scf::If) && region_of(&a) != region_of(&b)
    }
}
