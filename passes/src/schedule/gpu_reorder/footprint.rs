//! The memory that an issue order needs on one stream: a lower bound for every plan on several streams.

use rustc_hash::FxHashMap;
use warpline_ir::{Module, Op, Value};

use crate::analysis::alias::Root;
use crate::schedule::memory::{aligned, all_buffers_of};
use crate::schedule::plan::Plan;

/// The buffers of a function that may share memory, and the nodes that use them.
pub(super) struct Footprint {
    /// By buffer, its size.
    pub(super) bytes: Vec<u64>,
    /// By node, the buffers that it uses.
    pub(super) used: Vec<Vec<usize>>,
}

impl Footprint {
    /// Finds the buffers of a function.
    pub(super) fn of(module: &Module, func: Op, plan: &Plan) -> Self {
        let buffers = all_buffers_of(module, func);
        let numbers: FxHashMap<Value, usize> =
            buffers.iter().enumerate().map(|(number, buffer)| (buffer.value(module), number)).collect();
        let used = plan.input.nodes.iter().map(|node| {
            let roots = node.summary.touches.iter().flat_map(|touch| &touch.place.roots);
            let mut used: Vec<usize> = roots
                .filter_map(|root| match root {
                    Root::Alloc(value) => numbers.get(value).copied(),
                    Root::Argument(..) | Root::Global(_) | Root::Elsewhere | Root::Any => None,
                })
                .collect();
            used.sort_unstable();
            used.dedup();
            used
        });
        Self { bytes: buffers.iter().map(|buffer| aligned(buffer.bytes)).collect(), used: used.collect() }
    }

    /// Returns the peak of live bytes when nodes run one after the other in this order.
    pub(super) fn peak(&self, order: &[usize]) -> u64 {
        let mut n_left = self.n_users(order);
        let mut is_live = vec![false; self.bytes.len()];
        let (mut live, mut peak) = (0u64, 0u64);
        for node in order {
            for buffer in &self.used[*node] {
                if !std::mem::replace(&mut is_live[*buffer], true) {
                    live = live.saturating_add(self.bytes[*buffer]);
                }
            }
            peak = peak.max(live);
            for buffer in &self.used[*node] {
                n_left[*buffer] -= 1;
                if n_left[*buffer] == 0 {
                    live = live.saturating_sub(self.bytes[*buffer]);
                }
            }
        }
        peak
    }

    /// Returns, by buffer, how many of these nodes use it.
    fn n_users(&self, order: &[usize]) -> Vec<usize> {
        let mut n_users = vec![0; self.bytes.len()];
        for buffer in order.iter().flat_map(|node| &self.used[*node]) {
            n_users[*buffer] += 1;
        }
        n_users
    }
}
