//! Checks that buffers that share bytes of the arena do not interfere.
//!
//! There are two properties, for each pair of overlapping arena slots:
//! - *Order.* When a step uses one slot, all earlier work that uses the other is complete: none of it is open to the
//!   step, by the results of the race analysis.
//! - *Contents.* Between the `rt.arena` of a buffer and a use of it no overlapping buffer is used, once the buffer
//!   has contents. This check follows the issue order of the host, like that of lifetimes, on all paths.
//!
//! An arena slot is not freed, and does not escape the function. Cost: the uses of slots, each times a small multiple
//! of the logarithm of their number.

use super::flow::State as FlowState;
use super::lifetime::{freed_value, is_handed_on};
use super::model::{Model, ModelStep};
use super::race::Orders;
use super::report::{describe, fix};
use super::set::Set;
use super::spans::{Spans, Users};
use super::verdict::{Check, CheckDiagnostic, Verdict};
use crate::analysis::alias::Root;
use rustc_hash::FxHashMap;
use warpline_ir::dialect::rt::arena_range;
use warpline_ir::{Func, Module, Op, OpKind, Rt, Value};

/// Runs the check, if the function has arena slots.
pub(super) fn check(model: &mut Model<'_>, orders: &Orders) -> Option<Verdict> {
    let arena = Arena::of(model)?;
    let n_pairs = arena.spans.n_pairs();
    let bytes = model.module.op(model.func).int("rt.arena").unwrap_or(0);
    let scope = format!("slots {} in {bytes} bytes, overlapping pairs {n_pairs}", arena.ops.len());
    let mut verdict = Verdict::new(model.func, Check::Memory, scope);
    arena.check_ends(model, &mut verdict);
    let reported = if n_pairs == 0 { Set::default() } else { arena.check_order(model, orders, &mut verdict) };
    arena.check_contents(model, &reported, &mut verdict);
    Some(verdict)
}

/// The arena slots of a function, and their users.
struct Arena {
    ops: Vec<Op>,
    spans: Spans,
    /// By step, the slots that it may use.
    used: Vec<Vec<usize>>,
    /// By step, the slot whose lifetime begins there.
    begins: Vec<Option<usize>>,
}

impl Arena {
    fn of(model: &Model<'_>) -> Option<Self> {
        let mut numbers: FxHashMap<Value, usize> = FxHashMap::default();
        let mut begins = vec![None; model.steps.len()];
        let (mut ops, mut ranges) = (Vec::new(), Vec::new());
        let is_place = |step: &ModelStep| model.module.kind(step.op) == OpKind::Rt(Rt::Arena);
        for (number, step) in model.steps.iter().enumerate().filter(|(_, step)| is_place(step)) {
            numbers.insert(model.module.result(step.op, 0), ops.len());
            begins[number] = Some(ops.len());
            ops.push(step.op);
            ranges.push(arena_range(model.module.op(step.op)).unwrap_or(0..u64::MAX));
        }
        let places = |step: &ModelStep| {
            let roots = step.summary.touches.iter().flat_map(|touch| &touch.place.roots);
            let mut used: Vec<usize> = roots.filter_map(|root| place_of(*root, &numbers)).collect();
            used.sort_unstable();
            used.dedup();
            used
        };
        let used = model.steps.iter().map(places).collect();
        (!ops.is_empty()).then(|| Self { ops, spans: Spans::new(ranges), used, begins })
    }

    /// Reports slots that are freed, or that escape.
    fn check_ends(&self, model: &mut Model<'_>, verdict: &mut Verdict) {
        for op in &self.ops {
            let value = model.module.result(*op, 0);
            if is_returned(model.module, value) {
                let message = "this buffer is in the arena, which ends with the function, and is returned";
                verdict
                    .violated
                    .push(CheckDiagnostic::new(*op, message).help("an 'rt.alloc' outlives the function"));
            } else if is_handed_on(model.module, value) {
                let message = "not proved: this arena buffer escapes the analysis";
                verdict
                    .unknown
                    .push(CheckDiagnostic::new(*op, message).help("an 'rt.alloc' would decide it"));
            }
        }
        for step in 0..model.steps.len() {
            let op = model.steps[step].op;
            let freed =
                freed_value(model.module, op).map(|value| model.summaries.aliases.of(model.module, value));
            let is_place = |root: &Root| matches!(root, Root::Alloc(value) if is_place(model.module, *value));
            if freed.is_some_and(|place| place.roots.iter().any(is_place)) {
                let message = "this frees a buffer of the arena, which ends with the function";
                verdict.violated.push(CheckDiagnostic::new(op, message).help("leave it out"));
            }
        }
    }

    /// Reports uses before which earlier uses of the same bytes are not complete; returns the reported pairs of step
    /// and slot.
    fn check_order(&self, model: &Model<'_>, orders: &Orders, verdict: &mut Verdict) -> Set {
        let mut users = Users::new(&self.spans);
        for (work, step) in model.works.iter().enumerate() {
            for place in &self.used[*step] {
                users.add(&self.spans, *place, work);
            }
        }
        let mut reported = Set::default();
        for (step, used) in self.used.iter().enumerate() {
            let open = &orders.open[step];
            let other = |place: &usize| users.other(&self.spans, *place, open).map(|found| (*place, found));
            if let Some((place, found)) = used.iter().find_map(other) {
                reported.insert(step);
                verdict.violated.push(self.unordered(model, orders, (step, place), found));
            }
        }
        reported
    }

    fn unordered(
        &self,
        model: &Model<'_>,
        orders: &Orders,
        (step, place): (usize, usize),
        (work, other): (usize, usize),
    ) -> CheckDiagnostic {
        let (later, earlier) = (model.steps[step].op, model.steps[model.works[work]].op);
        let shared = self.spans.shared(place, other);
        let message = format!(
            "{} uses bytes {} to {} of the arena, and nothing orders it after {}, which uses them for another buffer",
            describe(model, later),
            shared.start,
            shared.end,
            describe(model, earlier)
        );
        CheckDiagnostic::new(later, message)
            .at(earlier, "the earlier work is here")
            .at(self.ops[place], "the arena slot of the buffer is here")
            .at(self.ops[other], "the arena slot of the other buffer is here")
            .help(fix(model, orders, step, work))
    }

    /// Reports uses of buffers whose bytes another one has used since they had contents.
    fn check_contents(&self, model: &Model<'_>, reported: &Set, verdict: &mut Verdict) {
        let all = || Set::of_range(0..self.ops.len());
        let start = State { used: Set::default(), empty: all(), lost: Set::default(), kept: all() };
        let mut found: FxHashMap<(usize, usize), bool> = FxHashMap::default();
        model.flow.solve(start, |stretch, state| {
            for step in &model.lists[stretch] {
                self.pass(*step, state, &mut found);
            }
        });
        let mut found: Vec<_> =
            found.into_iter().filter(|((step, _), _)| !reported.contains(*step)).collect();
        found.sort_unstable();
        for ((step, place), is_sure) in found {
            let diagnostic = self.lost(model, step, place, is_sure);
            if is_sure { verdict.violated.push(diagnostic) } else { verdict.unknown.push(diagnostic) }
        }
    }

    fn pass(&self, step: usize, state: &mut State, found: &mut FxHashMap<(usize, usize), bool>) {
        let position = |place: &usize| self.spans.position(*place);
        if let Some(place) = self.begins[step].as_ref().map(position) {
            state.used.remove(place);
            state.empty.insert(place);
            state.lost.remove(place);
            state.kept.insert(place);
        }
        let used = &self.used[step];
        for place in used {
            let is_shared = used.iter().any(|other| other != place && self.spans.meet(*place, *other));
            if is_shared || state.lost.contains(position(place)) {
                found.insert((step, *place), is_shared || !state.kept.contains(position(place)));
            }
        }
        for place in used {
            for other in self.spans.near(*place, &state.used).iter().map(position) {
                state.lost.insert(other);
                if !state.empty.contains(other) {
                    state.kept.remove(other);
                    // Its contents are surely lost, and no use of its bytes changes that.
                    state.used.remove(other);
                }
            }
        }
        for place in used.iter().map(position) {
            state.used.insert(place);
            state.empty.remove(place);
        }
    }

    fn lost(&self, model: &Model<'_>, step: usize, place: usize, is_sure: bool) -> CheckDiagnostic {
        let path = if is_sure { "" } else { "not proved: on some path " };
        let others = self.spans.near(place, &Set::of_range(0..self.ops.len()));
        let first = others.into_iter().min_by_key(|other| (self.spans.get(*other).start, *other));
        let other = first.unwrap_or(place);
        let shared = self.spans.shared(place, other);
        let message = format!(
            "{path}this uses a buffer of which another one has used bytes {} to {} of the arena",
            shared.start, shared.end
        );
        CheckDiagnostic::new(model.steps[step].op, message)
            .at(self.ops[place], "the arena slot of the buffer is here")
            .at(self.ops[other], "the arena slot of the other buffer is here")
            .help("another offset for one of them would decide it")
    }
}

/// The possible states of slots on the paths to a point, by their positions among all.
#[derive(Clone)]
struct State {
    /// Slots that may have contents which are not surely lost.
    used: Set,
    /// Slots that may have no contents.
    empty: Set,
    /// Slots that may have lost their contents.
    lost: Set,
    /// Slots that may not have lost their contents.
    kept: Set,
}

impl FlowState for State {
    fn join(&mut self, other: &Self) -> bool {
        let changed = self.used.unite(&other.used) | self.empty.unite(&other.empty);
        self.lost.unite(&other.lost) | self.kept.unite(&other.kept) | changed
    }
}

fn place_of(root: Root, numbers: &FxHashMap<Value, usize>) -> Option<usize> {
    match root {
        Root::Alloc(value) => numbers.get(&value).copied(),
        Root::Argument(..) | Root::Global(_) | Root::Elsewhere | Root::Any => None,
    }
}

fn is_place(module: &Module, value: Value) -> bool {
    module.defining_op(value).is_some_and(|op| module.kind(op) == OpKind::Rt(Rt::Arena))
}

/// Whether the function returns a buffer itself.
fn is_returned(module: &Module, value: Value) -> bool {
    module.uses(value).into_iter().any(|found| module.kind(found.op) == OpKind::Func(Func::Return))
}
