//! Functions that run on borrowed streams of their callers, and the requirements of a call of one.
//!
//! Such a function, a *slice*, begins and ends on one stream of its caller, which the caller orders like any other
//! device work. Further streams start after that one and join it again before the slice returns. They, and event
//! slots, are leased by the outermost function, so a call leases nothing and the host does not wait for it.
//! ```text
//! func.func private @both … attributes {rt.events = 2, rt.slice, rt.streams = 2}     its streams are 0 and 1
//! call @both(%x) {rt.first_event = 1, rt.slice = array<i32: 0, 3>}                   which are 0 and 3 of the caller
//! ```
//! Calls on one stream of the caller share its further streams, and all calls share event slots, since work issued
//! later is ordered later anyway. If there are too few streams, further ones are those of other work. Mutually
//! recursive functions get one stream.

use super::durations::Durations;
use super::input::{Need, NodeKind, ScheduleInput};
use super::streams::Streams;
use crate::analysis::calls::Calls;
use crate::target_model::TargetModel;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use warpline_ir::{Module, Op};

/// Microseconds of a call without a known duration.
pub(super) const UNKNOWN: f64 = 10.0;

/// The state shared while the functions of a module are planned.
#[derive(Default)]
pub struct Slices {
    /// The effects of calls.
    pub calls: Rc<Calls>,
    /// The durations of device work.
    pub durations: Durations,
    needs: FxHashMap<Op, Need>,
}

/// The streams and event slots assigned to the slice called by one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// The node of the call.
    pub node: usize,
    /// The streams of the caller, in the order of those of the slice.
    pub streams: Vec<usize>,
    /// The first of its event slots.
    pub first_event: usize,
}

impl Slices {
    /// Creates the state for a module of which no function is planned yet, with the times of a target.
    pub fn of(module: &Module, model: &'static TargetModel) -> Self {
        let durations = Durations::for_target(model);
        Self { calls: Rc::new(Calls::of(module)), durations, ..Self::default() }
    }

    /// Whether a function runs on streams of its caller.
    pub fn is_slice(&self, function: Op) -> bool {
        self.calls.is_slice(function)
    }

    /// Returns the needs of the slice that a call calls.
    pub fn need(&self, module: &Module, call: Op) -> Need {
        let known = self.calls.slice_of(module, call).and_then(|slice| self.needs.get(&slice));
        known.copied().unwrap_or(Need { streams: 1, events: 0, duration: UNKNOWN })
    }

    /// Records the needs of a slice.
    pub(super) fn note(&mut self, slice: Op, need: Need) {
        self.needs.insert(slice, need);
    }
}

/// Assigns to each call the streams and slots that its slice needs, on at most `max_streams` if possible.
pub fn place(input: &ScheduleInput, streams: &Streams, n_events: usize, max_streams: usize) -> Vec<CallSite> {
    let mut further: Vec<Vec<usize>> = vec![Vec::new(); streams.leased];
    let mut n_streams = streams.leased;
    let mut sites = Vec::new();
    for (node, found) in input.nodes.iter().enumerate().filter(|(_, node)| node.kind == NodeKind::Call) {
        let own = streams.of[node];
        let n_needed = found.need.map_or(1, |need| need.streams);
        let list = &mut further[own];
        while list.len() + 1 < n_needed {
            let is_new = n_streams < max_streams;
            list.push(if is_new { n_streams } else { (own + 1 + list.len()) % n_streams });
            n_streams += usize::from(is_new);
        }
        let streams = std::iter::once(own).chain(list.iter().copied()).take(n_needed).collect();
        sites.push(CallSite { node, streams, first_event: n_events });
    }
    sites
}
