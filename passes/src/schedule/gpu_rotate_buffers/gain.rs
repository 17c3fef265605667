//! Predicts whether copies of a body overlap, from the plans of one body and of all copies.
//!
//! Both are planned as straight-line code. The copies gain if they take less time than the same number of bodies.

use super::Obstacle;
use crate::schedule::borrowed_streams::Slices;
use crate::schedule::input::NodeKind;
use crate::schedule::plan::Plan;
use crate::schedule::plan_body;
use warpline_ir::{Module, Op};

/// The maximum time of the copies, as a share of the time of sequential iterations.
const MOST: f64 = 0.9;

/// The inputs for predicting the gain of unrolling.
pub(super) struct Gain<'a> {
    pub(super) module: &'a Module,
    pub(super) slices: &'a Slices,
    pub(super) max_streams: usize,
    pub(super) n_copies: i64,
}

impl Gain<'_> {
    /// Compares a loop with one of copies of its body.
    pub(super) fn check(&self, one: Op, copies: Op) -> Result<(), Obstacle> {
        let plan = |op: Op| plan_body(self.module, op, self.slices, self.max_streams);
        let plans = Plans { one: plan(one), copies: plan(copies), op: one };
        plans.check_nodes()?;
        if duration(&plans.copies) <= MOST * self.n_copies as f64 * duration(&plans.one) {
            return Ok(());
        }
        Err(plans.dependence().unwrap_or(Obstacle::Form("its iterations overlap already")))
    }
}

/// The plans of a loop and of the copies of its body.
struct Plans {
    one: Plan,
    copies: Plan,
    op: Op,
}

impl Plans {
    /// Refuses copies that would not overlap, or would wait for each other.
    fn check_nodes(&self) -> Result<(), Obstacle> {
        for (number, node) in self.copies.input.nodes.iter().enumerate() {
            if self.copies.waits.host[number].is_some() || node.kind == NodeKind::HostWait {
                return Err(Obstacle::HostWait(self.origin(number)));
            }
            if !node.summary.spins.is_empty() {
                return Err(Obstacle::Form("a kernel in it waits for memory that other work changes"));
            }
            if node.pin.is_some() {
                return Err(Obstacle::Form("its work runs on a user stream"));
            }
        }
        Ok(())
    }

    /// Returns the first work of the second copy that depends on work of the first one, and the last such work.
    fn dependence(&self) -> Option<Obstacle> {
        let input = &self.copies.input;
        let n = self.one.input.nodes.len();
        let is_work = |node: &usize| input.nodes[*node].kind.is_compute();
        let next = n..(2 * n).min(input.nodes.len());
        next.filter(is_work).find_map(|later| {
            let earlier = input.preds(later).iter().filter(|pred| *pred < n).filter(is_work).last()?;
            Some(Obstacle::Dependence(self.origin(earlier), self.origin(later)))
        })
    }

    /// Returns the operation of the loop that a node of the copies was cloned from; the loop if that is unknown.
    fn origin(&self, node: usize) -> Op {
        let (n, n_all) = (self.one.input.nodes.len(), self.copies.input.nodes.len());
        if n != 0 && n_all % n == 0 { self.one.input.nodes[node % n].op } else { self.op }
    }
}

/// Returns the time at which the last work ends.
fn duration(plan: &Plan) -> f64 {
    let ends = plan.times().into_iter().zip(&plan.input.nodes);
    ends.filter(|(_, node)| node.kind.is_compute()).map(|((_, end), _)| end).fold(0.0, f64::max)
}
