//! Plans that keep a limit of device memory.
//!
//! If the arena of a plan exceeds the limit, plans on fewer streams are made, and plans in which buffers take turns:
//! they have the offsets of the plan on one stream, and work that uses a buffer is ordered after all work that used
//! its bytes earlier in program order. Of the plans that keep the limit the one that ends first by the model is
//! taken. If there is none, the plan on one stream is kept, which [`super::demand`] refuses.
//!
//! Without a limit, the memory of the plan on one stream takes its place, but a plan that needs more is taken if it ends
//! clearly sooner.
//!
//! Cost: that of a plan for each number of streams, and the pairs of buffers that share bytes times their uses.

use crate::analysis::alias::Root;
use crate::schedule::input::ScheduleInput;
use crate::schedule::plan::{KeptLimit, Plan};
use rustc_hash::FxHashMap;
use warpline_ir::{Module, Op, Value};

/// Pairs of operations of which the second one reuses bytes of the first one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turns(Vec<(Op, Op)>);

impl Turns {
    /// Returns the pairs of a plan whose buffers share bytes.
    fn of(module: &Module, plan: &Plan) -> Self {
        let mut users: FxHashMap<Value, Vec<Op>> = FxHashMap::default();
        for node in plan.input.nodes.iter().filter(|node| node.kind.is_device()) {
            for root in node.summary.touches.iter().flat_map(|touch| &touch.place.roots) {
                if let Root::Alloc(buffer) = root {
                    users.entry(*buffer).or_default().push(node.op);
                }
            }
        }
        let none = Vec::new();
        let users_of = |alloc: Op| users.get(&module.result(alloc, 0)).unwrap_or(&none);
        let slots = &plan.memory.slots;
        let mut pairs = Vec::new();
        for (number, a) in slots.iter().enumerate() {
            for b in &slots[..number] {
                if a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes {
                    let from = users_of(a.alloc).iter();
                    pairs.extend(from.flat_map(|x| users_of(b.alloc).iter().map(move |y| (*x, *y))));
                }
            }
        }
        Self(pairs)
    }

    /// Adds the pairs as conflicts.
    pub(crate) fn apply(&self, input: &mut ScheduleInput) {
        if self.0.is_empty() {
            return;
        }
        let mut numbers: FxHashMap<Op, Vec<usize>> = FxHashMap::default();
        for (number, node) in input.nodes.iter().enumerate().filter(|(_, node)| node.kind.is_device()) {
            numbers.entry(node.op).or_default().push(number);
        }
        let none = Vec::new();
        let nodes_of = |op: &Op| numbers.get(op).unwrap_or(&none);
        let pairs = self.0.iter().flat_map(|(x, y)| {
            nodes_of(x).iter().flat_map(move |from| nodes_of(y).iter().map(move |to| (*from, *to)))
        });
        let pairs: Vec<(usize, usize)> = pairs.collect();
        input.conflicts.add_pairs(pairs.iter().copied());
        input.turns = pairs;
    }
}

/// The most time of a plan that needs more memory than one stream, as a share of that of the best plan that does not.
pub(in crate::schedule) const WORTH: f64 = 0.95;

/// The maximum number of nodes of a function for which plans between that on one stream and that on all are tried.
const MAX_TRIED: usize = 1_000;

/// Returns the plan that ends first among those that need no more memory than the one on one stream, or that on all
/// streams if it ends clearly sooner; `make` plans on a number of streams with such turns.
pub(crate) fn spare(module: &Module, max_streams: usize, make: impl Fn(usize, &Turns) -> Plan) -> Plan {
    let first = make(max_streams, &Turns::default());
    let loses = first.loses_to_one_stream();
    if !loses && (first.memory.arena == 0 || first.streams.leased < 2 || first.is_forced()) {
        return first;
    }
    let single = make(1, &Turns::default());
    let limit = single.memory.arena;
    if loses {
        return single;
    }
    if first.memory.arena <= limit {
        return first;
    }
    let is_small = first.input.nodes.len() <= MAX_TRIED;
    let kept = if is_small { fastest_within(module, limit, max_streams, single, &make) } else { single };
    if first.time() < WORTH * kept.time() {
        first
    } else if kept.loses_to_one_stream() {
        make(1, &Turns::default())
    } else {
        kept
    }
}

/// Returns the plan that ends first among those that keep the limit; `make` plans on a number of streams with such
/// turns.
pub(crate) fn keep(
    module: &Module,
    limit: u64,
    max_streams: usize,
    make: impl Fn(usize, &Turns) -> Plan,
) -> Plan {
    let fits = |plan: &Plan| plan.memory.arena <= limit;
    let first = make(max_streams, &Turns::default());
    if fits(&first) || max_streams < 2 {
        return first;
    }
    let single = make(1, &Turns::default());
    if !fits(&single) {
        return single;
    }
    fastest_within(module, limit, max_streams, single, &make)
}

/// Returns the plan that ends first among one on one stream, which keeps the limit, and others that do.
fn fastest_within(
    module: &Module,
    limit: u64,
    max_streams: usize,
    single: Plan,
    make: &impl Fn(usize, &Turns) -> Plan,
) -> Plan {
    let fits = |plan: &Plan| plan.memory.arena <= limit;
    let turns = Turns::of(module, &single);
    let fewer = std::iter::successors(Some(max_streams / 2), |k| Some(k / 2)).take_while(|k| 1 < *k);
    let plain = fewer.clone().map(|k| make(k, &Turns::default()));
    let taking_turns = std::iter::once(max_streams).chain(fewer.clone()).map(|k| make(k, &turns));
    let timed = |plan: Plan| (plan.time(), plan);
    let others = plain.chain(taking_turns).filter(|plan| fits(plan)).map(timed);
    let (_, best) = others.fold(timed(single), |best, other| if other.0 < best.0 { other } else { best });
    Plan { kept: Some(KeptLimit { bytes: limit, max_streams }), ..best }
}
