//! Removes redundant waits, in order.
//!
//! Most waits order a predecessor of their own node that nothing else orders; one run over the function finds these.
//! Each of the others is removed on trial, and stays removed if all required orders still hold (`solution.rs`).
//!
//! Cost: for each tried wait the nodes whose state it changes and the entries of their sets, up to a limit.

use super::run::Run;
use super::solution::Solution;
use crate::schedule::input::NodeKind;
use rustc_hash::FxHashSet;

/// The approximate number of nodes that all trials may visit, and of entries of the sets of their states.
const MAX_STEPS: usize = 1 << 20;
const MAX_ENTRIES: usize = 1 << 25;

/// Prunes the waits, and updates the open sets.
pub(super) fn prune(run: &mut Run<'_, '_>) {
    run.needed = Some(FxHashSet::default());
    let mut solution = Solution::of(run);
    let needed = run.needed.take().unwrap_or_default();
    debug_assert!(!run.is_short, "the waits order all that must be before some are left out");
    if run.is_short {
        return;
    }
    let limit = run.n_steps + MAX_STEPS;
    let has_time =
        |run: &Run<'_, '_>, solution: &Solution| run.n_steps < limit && solution.n_entries < MAX_ENTRIES;
    let n = run.input.nodes.len();
    for node in 0..n {
        for index in (0..run.before[node].len()).rev() {
            if !needed.contains(&(node, index)) && has_time(run, &solution) {
                try_without(run, &mut solution, node, index);
            }
        }
    }
    for node in 0..n {
        if !needed.contains(&(node, usize::MAX)) && has_time(run, &solution) {
            try_without_host(run, &mut solution, node);
        }
    }
}

fn try_without(run: &mut Run<'_, '_>, solution: &mut Solution, node: usize, index: usize) {
    let point = run.before[node].remove(index);
    if !solution.grow(run, node) {
        run.before[node].insert(index, point);
    }
}

/// Tries to remove a host wait, together with the waits that join streams for it.
fn try_without_host(run: &mut Run<'_, '_>, solution: &mut Solution, node: usize) {
    if run.input.nodes[node].kind == NodeKind::StreamWait {
        return;
    }
    let Some(stream) = run.host[node].take() else { return };
    let joined = std::mem::take(&mut run.before[node]);
    if !solution.grow(run, node) {
        (run.host[node], run.before[node]) = (Some(stream), joined);
    }
}
