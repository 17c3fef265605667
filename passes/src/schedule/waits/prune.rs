//! Takes out waits that others have made needless, the first ones found first.
//!
//! Most waits order a predecessor of their own node that nothing else orders; one run over the function finds these. Each
//! of the others is left out on trial, and stays out if all that must be ordered still is.
//!
//! Cost: a run per wait that is tried, up to a limit.

use super::run::Run;
use crate::schedule::dag::NodeKind;
use rustc_hash::FxHashSet;

/// About how many nodes all trials may run over.
const MAX_STEPS: usize = 1 << 20;

/// Prunes the waits; what is open beside them is what the last run found.
pub(super) fn prune(run: &mut Run<'_>) {
    run.needed = Some(FxHashSet::default());
    run.is_enough();
    let needed = run.needed.take().unwrap_or_default();
    let limit = run.n_steps + MAX_STEPS;
    let n = run.program.nodes.len();
    for node in 0..n {
        for place in (0..run.before[node].len()).rev() {
            if !needed.contains(&(node, place)) && run.n_steps < limit {
                try_without(run, node, place);
            }
        }
    }
    for node in 0..n {
        if !needed.contains(&(node, usize::MAX)) && run.n_steps < limit {
            try_without_host(run, node);
        }
    }
    run.is_enough();
}

fn try_without(run: &mut Run<'_>, node: usize, place: usize) {
    let point = run.before[node].remove(place);
    if !run.is_enough() {
        run.before[node].insert(place, point);
    }
}

/// A host wait goes with those that join streams for it.
fn try_without_host(run: &mut Run<'_>, node: usize) {
    if run.program.nodes[node].kind == NodeKind::StreamWait {
        return;
    }
    let Some(stream) = run.host[node].take() else { return };
    let joined = std::mem::take(&mut run.before[node]);
    if !run.is_enough() {
        (run.host[node], run.before[node]) = (Some(stream), joined);
    }
}
