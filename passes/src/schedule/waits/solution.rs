//! The states of a run over a function with its current waits, kept while waits are removed on trial.
//!
//! Removing a wait makes the sets of a state grow, never shrink. So the states without it are derived from those with
//! it: the run is repeated from the wait on, as far as states and snapshots change. A failed trial is undone. Its
//! cost is that of the nodes whose state changes, independent of the size of the function and the depth of its loops.

use super::run::{Record, Run, Snapshot, State, join_into};
use std::collections::BTreeSet;
use std::ops::Range;

/// The maximum number of nodes between two kept states.
const PIECE: usize = 32;

/// Consecutive nodes without control flow between them.
struct Piece {
    nodes: Range<usize>,
    /// The span whose events are recorded at its start.
    record: Option<usize>,
    /// The loop before which records are made at its end.
    enters: Option<usize>,
    next: Vec<usize>,
}

/// The states at the start of all pieces.
pub(super) struct Solution {
    pieces: Vec<Piece>,
    /// The piece, by node.
    of: Vec<usize>,
    /// The states; `None` for an unreachable piece, and for a piece without nodes before a trial visits it.
    at: Vec<Option<State>>,
    /// The entries of sets that trials have visited.
    pub(super) n_entries: usize,
}

/// The previous values of what a trial has changed.
#[derive(Default)]
struct Log {
    states: Vec<(usize, Option<State>)>,
    snapshots: Vec<(Record, Snapshot)>,
}

impl Solution {
    /// Runs over the function with its current waits.
    pub(super) fn of(run: &mut Run<'_, '_>) -> Self {
        let (pieces, of) = pieces(run);
        let is_piece = pieces.iter().filter(|piece| !piece.nodes.is_empty());
        run.entered = Some(is_piece.map(|piece| (piece.nodes.start, None)).collect());
        run.run();
        let mut entered = run.entered.take().unwrap_or_default();
        let at = pieces.iter().map(|piece| entered.remove(&piece.nodes.start).flatten()).collect();
        Self { pieces, of, at, n_entries: 0 }
    }

    /// Continues after a node that has lost a wait; returns whether all required orders still hold. If not, nothing
    /// changes.
    pub(super) fn grow(&mut self, run: &mut Run<'_, '_>, node: usize) -> bool {
        let (mut log, n_unsettled) = (Log::default(), run.n_unsettled());
        if self.spread(run, self.of[node], &mut log) {
            return true;
        }
        for (piece, before) in log.states.into_iter().rev() {
            self.at[piece] = before;
        }
        run.restore(log.snapshots, n_unsettled);
        false
    }

    /// Runs a piece, and all pieces whose states or snapshots change by that, until nothing changes or an order is
    /// missing.
    fn spread(&mut self, run: &mut Run<'_, '_>, piece: usize, log: &mut Log) -> bool {
        run.is_short = false;
        run.changes = Some(Vec::new());
        let mut work = BTreeSet::from([piece]);
        while let Some(piece) = work.pop_first() {
            let Some(mut state) = self.at[piece].clone() else { continue };
            let n_visits = 1 + self.pieces[piece].nodes.len();
            self.n_entries += n_visits * state.unordered.iter().map(|set| set.n_entries()).sum::<usize>();
            self.pass(run, piece, &mut state);
            let changes = run.changes.replace(Vec::new()).unwrap_or_default();
            let users = changes.iter().flat_map(|(record, _)| run.users_of(*record));
            work.extend(users.map(|user| self.of[*user]).filter(|piece| self.at[*piece].is_some()));
            log.snapshots.extend(changes);
            if run.is_short {
                break;
            }
            for next in &self.pieces[piece].next {
                let before = self.at[*next].clone();
                if join_into(&mut self.at[*next], &state) {
                    work.insert(*next);
                    log.states.push((*next, before));
                }
            }
        }
        run.changes = None;
        !run.is_short
    }

    fn pass(&self, run: &mut Run<'_, '_>, piece: usize, state: &mut State) {
        let piece = &self.pieces[piece];
        if let Some(span) = piece.record {
            run.record(span, state);
        }
        for node in piece.nodes.clone() {
            run.node(node, state);
        }
        if let Some(span) = piece.enters {
            run.enter(span, state);
        }
    }
}

/// Splits the segments of a function into pieces; returns these and the piece of each node.
fn pieces(run: &Run<'_, '_>) -> (Vec<Piece>, Vec<usize>) {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut of = vec![0; run.input.nodes.len()];
    let mut ends: Vec<(usize, usize)> = Vec::new();
    for segment in 0..run.facts.since.len() {
        let first = pieces.len();
        let nodes = run.facts.since.nodes(segment);
        let mut start = nodes.start;
        loop {
            let end = nodes.end.min(start + PIECE);
            of[start..end].fill(pieces.len());
            let record = run.facts.since.recorded(segment).filter(|_| start == nodes.start);
            let enters = run.facts.since.entered(segment);
            pieces.push(Piece { nodes: start..end, record, enters, next: Vec::new() });
            start = end;
            if nodes.end <= start {
                break;
            }
            let next = pieces.len();
            pieces[next - 1].next.push(next);
        }
        ends.push((first, pieces.len() - 1));
    }
    for (segment, (first, _)) in ends.iter().enumerate() {
        for previous in run.facts.since.previous(segment) {
            pieces[ends[previous].1].next.push(*first);
        }
    }
    (pieces, of)
}
