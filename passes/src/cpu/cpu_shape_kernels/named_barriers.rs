//! Named barriers, at which as many threads of a block meet as they were made for. The loops over threads are cut there as at
//! other barriers, but the branches around them may differ between threads.
//!
//! All threads of a branch run each part of it before the next part begins, and one side before the other one. Threads of
//! both sides cannot meet at one barrier, therefore, unless `cpu-interleave-sides` has split the branch.

use super::{Shaped, Shaper, refuse};
use warpline_ir::def::RegionFlow;
use warpline_ir::{Gpu, Op, OpKind, Scf, Value};

/// The reason why two sides of a branch cannot meet.
const SIDES: &str = "threads on two sides of a branch meet at it, but not in the same order, directly in them or in loops with the same bounds";

/// The reason why two branches behind each other cannot meet.
const BRANCHES: &str =
    "threads meet at it in several branches with other conditions; make them the sides of one branch";

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
                for other in &meetings[..number] {
                    if let Some(reason) = self.why_apart(*meeting, *other) {
                        return refuse(self.module, *meeting, reason);
                    }
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

    /// Returns the reason why threads that meet in two operations may not run one after the other: they are on two sides of a
    /// branch, or in branches of their own behind each other, so that some wait in one for those in the other.
    fn why_apart(&self, a: Op, b: Op) -> Option<&'static str> {
        let path = |op: Op| {
            let around = std::iter::successors(Some(op), |op| self.module.parent_op(*op));
            around.take_while(|op| *op != self.work).collect::<Vec<Op>>()
        };
        let (mut a, mut b) = (path(a), path(b));
        let shared = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
        let branch = shared.checked_sub(1).map(|last| a[a.len() - 1 - last]);
        a.truncate(a.len() - shared);
        b.truncate(b.len() - shared);
        let region_of = |path: &[Op]| path.last().and_then(|op| self.region_number(*op));
        let is_branch = |op: Op| self.module.kind(op) == OpKind::Scf(Scf::If);
        if branch.is_some_and(is_branch) && region_of(&a) != region_of(&b) {
            return Some(SIDES);
        }
        let [a, b] = [a, b].map(|path| self.conditions(&path));
        (!a.is_empty() && !b.is_empty() && a != b).then_some(BRANCHES)
    }

    /// Returns the conditions around the first operation of a path from the inside out, each with the region that it chooses.
    fn conditions(&self, path: &[Op]) -> Vec<(Value, usize)> {
        let inner = path.iter().zip(&path[1.min(path.len())..]);
        let conditions = inner.filter_map(|(inner, outer)| {
            let condition = match self.module.region_flow(*outer) {
                Some(RegionFlow::For) => return None,
                Some(RegionFlow::While) => {
                    let end = self.module.last_op(self.module.entry(*outer, 0)?)?;
                    self.module.operands(end).first()
                }
                _ => self.module.operands(*outer).first(),
            };
            Some((*condition?, self.region_number(*inner)?))
        });
        conditions.collect()
    }

    /// Returns the number of the region of the operation around another one.
    fn region_number(&self, op: Op) -> Option<usize> {
        let region = self.module.region_of(self.module.block_of(op)?)?;
        let around = self.module.parent_op(op)?;
        self.module.regions_of(around).iter().position(|own| *own == region)
    }
}
