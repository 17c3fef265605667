//! The states of a run over a function with the waits that it has, kept while waits are left out on trial.
//!
//! Leaving out a wait lets the sets of a state grow, never shrink. So the states without it are found from those with it:
//! what comes behind the wait is run over again, as far as states and snapshots change. A trial that fails is undone.
//! Its cost is that of the nodes whose state changes, however large the function is and however deep its loops are.

use super::run::{Record, Run, Snapshot, State, join_into};
use std::collections::BTreeSet;
use std::ops::Range;

/// The most nodes between two states that are kept.
const PIECE: usize = 32;

/// Nodes in a row without control flow between them.
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
    /// By node.
    of: Vec<usize>,
    /// None where nothing leads to a piece, and of a piece without nodes before a trial comes by.
    at: Vec<Option<State>>,
}

/// What a trial has changed, as it was before.
#[derive(Default)]
struct Log {
    states: Vec<(usize, Option<State>)>,
    snapshots: Vec<(Record, Snapshot)>,
}

impl Solution {
    /// Runs over the function with the waits that there are.
    pub(super) fn of(run: &mut Run<'_, '_>) -> Self {
        let (pieces, of) = pieces(run);
        let is_piece = pieces.iter().filter(|piece| !piece.nodes.is_empty());
        run.entered = Some(is_piece.map(|piece| (piece.nodes.start, None)).collect());
        run.run();
        let mut entered = run.entered.take().unwrap_or_default();
        let at = pieces.iter().map(|piece| entered.remove(&piece.nodes.start).flatten()).collect();
        Self { pieces, of, at }
    }

    /// Goes on behind a node that has lost a wait; whether all that must be ordered still is. Where it is not,
    /// nothing changes.
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

    /// Runs over a piece, and over all whose states or snapshots change by that, until nothing changes or something is
    /// short.
    fn spread(&mut self, run: &mut Run<'_, '_>, piece: usize, log: &mut Log) -> bool {
        run.is_short = false;
        run.changes = Some(Vec::new());
        let mut work = BTreeSet::from([piece]);
        while let Some(piece) = work.pop_first() {
            let Some(mut state) = self.at[piece].clone() else { continue };
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

/// The segments of a function in pieces, and the piece of each node.
fn pieces(run: &Run<'_, '_>) -> (Vec<Piece>, Vec<usize>) {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut of = vec![0; run.program.nodes.len()];
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
