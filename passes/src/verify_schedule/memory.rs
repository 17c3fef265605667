//! Whether buffers that share bytes of the arena keep out of each other's way.
//!
//! Two questions, for each pair of places that overlap:
//! - *Order.* When a step uses the one, all earlier work that uses the other is complete: none of it is open to the
//!   step, as the run over races found.
//! - *Contents.* Between the `rt.arena` of a buffer and a use of it nobody uses a buffer that overlaps it, once it has
//!   contents. This looks at the order in which the host issues, like the lifetimes, and runs over all paths.
//!
//! A place is not freed, and does not leave the function. Cost: the pairs of places that overlap × their uses.

use super::flow::State as FlowState;
use super::lifetime::{freed_value, is_handed_on};
use super::model::{Act, Model, Step};
use super::race::Orders;
use super::report::{describe, fix};
use super::set::Set;
use super::verdict::{Check, Finding, Verdict};
use crate::analysis::alias::Root;
use rustc_hash::FxHashMap;
use std::ops::Range;
use warpline_ir::dialect::rt::arena_range;
use warpline_ir::{Func, Module, Op, OpKind, Rt, Value};

/// Runs the check, if the function has places in an arena.
pub(super) fn check(model: &mut Model<'_>, orders: &Orders) -> Option<Verdict> {
    let arena = Arena::of(model)?;
    let n_pairs = arena.near.iter().map(Vec::len).sum::<usize>() / 2;
    let bytes = model.module.op(model.func).int("rt.arena").unwrap_or(0);
    let scope = format!("places {} in {bytes} bytes, overlapping pairs {n_pairs}", arena.ops.len());
    let mut verdict = Verdict::new(model.func, Check::Memory, scope);
    arena.check_ends(model, &mut verdict);
    let told = arena.check_order(model, orders, &mut verdict);
    arena.check_contents(model, &told, &mut verdict);
    Some(verdict)
}

/// The places of a function, and who uses them.
struct Arena {
    ops: Vec<Op>,
    ranges: Vec<Range<u64>>,
    /// By place, the others that share bytes with it.
    near: Vec<Vec<usize>>,
    /// By step, the places that it may use.
    used: Vec<Vec<usize>>,
    /// By place, the work that may use it.
    works: Vec<Vec<usize>>,
    /// By step, the place that begins there.
    begins: Vec<Option<usize>>,
}

impl Arena {
    fn of(model: &Model<'_>) -> Option<Self> {
        let mut arena = Self {
            ops: Vec::new(),
            ranges: Vec::new(),
            near: Vec::new(),
            used: vec![Vec::new(); model.steps.len()],
            works: Vec::new(),
            begins: vec![None; model.steps.len()],
        };
        let mut numbers: FxHashMap<Value, usize> = FxHashMap::default();
        let is_place = |step: &Step| model.module.kind(step.op) == OpKind::Rt(Rt::Arena);
        for (number, step) in model.steps.iter().enumerate().filter(|(_, step)| is_place(step)) {
            numbers.insert(model.module.result(step.op, 0), arena.ops.len());
            arena.begins[number] = Some(arena.ops.len());
            arena.ops.push(step.op);
            arena.ranges.push(arena_range(model.module.op(step.op)).unwrap_or(0..u64::MAX));
        }
        arena.near = overlapping(&arena.ranges);
        arena.works = vec![Vec::new(); arena.ops.len()];
        for (number, step) in model.steps.iter().enumerate() {
            let roots = step.summary.touches.iter().flat_map(|touch| &touch.place.roots);
            let mut used: Vec<usize> = roots.filter_map(|root| place_of(*root, &numbers)).collect();
            used.sort_unstable();
            used.dedup();
            if let Act::Work(_, work) = step.act {
                for place in &used {
                    arena.works[*place].push(work);
                }
            }
            arena.used[number] = used;
        }
        (!arena.ops.is_empty()).then_some(arena)
    }

    /// Reports places that are freed, or whose way is not followed.
    fn check_ends(&self, model: &mut Model<'_>, verdict: &mut Verdict) {
        for op in &self.ops {
            let value = model.module.result(*op, 0);
            if is_returned(model.module, value) {
                let message = "this buffer lies in the arena, which ends with the function, and is returned";
                verdict.violated.push(Finding::new(*op, message).help("an 'rt.alloc' outlives the function"));
            } else if is_handed_on(model.module, value) {
                let message = "not proved: this buffer of the arena goes where its uses are not followed";
                verdict.unknown.push(Finding::new(*op, message).help("an 'rt.alloc' would decide it"));
            }
        }
        for step in 0..model.steps.len() {
            let op = model.steps[step].op;
            let freed =
                freed_value(model.module, op).map(|value| model.summaries.places.of(model.module, value));
            let is_place = |root: &Root| matches!(root, Root::Alloc(value) if is_place(model.module, *value));
            if freed.is_some_and(|place| place.roots.iter().any(is_place)) {
                let message = "this frees a buffer of the arena, which ends with the function";
                verdict.violated.push(Finding::new(op, message).help("leave it out"));
            }
        }
    }

    /// Reports uses that earlier uses of the same bytes are not complete before; the pairs of step and place that
    /// were told.
    fn check_order(&self, model: &Model<'_>, orders: &Orders, verdict: &mut Verdict) -> Set {
        let mut told = Set::new(model.steps.len());
        for (step, used) in self.used.iter().enumerate() {
            let others =
                used.iter().flat_map(|place| self.near[*place].iter().map(move |other| (place, other)));
            for (place, other) in others {
                let mut open = self.works[*other].iter().filter(|work| orders.open[step].contains(**work));
                let Some(work) = open.next_back().filter(|_| !told.contains(step)) else { continue };
                told.insert(step);
                verdict.violated.push(self.unordered(model, orders, (step, *place), (*work, *other)));
            }
        }
        told
    }

    fn unordered(
        &self,
        model: &Model<'_>,
        orders: &Orders,
        (step, place): (usize, usize),
        (work, other): (usize, usize),
    ) -> Finding {
        let (later, earlier) = (model.steps[step].op, model.steps[model.works[work]].op);
        let shared = self.shared(place, other);
        let message = format!(
            "{} uses bytes {} to {} of the arena, and nothing orders it after {}, which uses them for another buffer",
            describe(model, later),
            shared.start,
            shared.end,
            describe(model, earlier)
        );
        Finding::new(later, message)
            .at(earlier, "the earlier work is here")
            .at(self.ops[place], "the buffer has its place here")
            .at(self.ops[other], "the other buffer has its place here")
            .help(fix(model, orders, step, work))
    }

    fn shared(&self, a: usize, b: usize) -> Range<u64> {
        let (a, b) = (&self.ranges[a], &self.ranges[b]);
        a.start.max(b.start)..a.end.min(b.end)
    }

    /// Reports uses of buffers whose bytes another one has used since they had contents.
    fn check_contents(&self, model: &Model<'_>, told: &Set, verdict: &mut Verdict) {
        let n = self.ops.len();
        let start = State { used: Set::new(n), empty: Set::full(n), lost: Set::new(n), kept: Set::full(n) };
        let mut found: FxHashMap<(usize, usize), bool> = FxHashMap::default();
        model.flow.solve(start, |stretch, state| {
            for step in &model.lists[stretch] {
                self.pass(*step, state, &mut found);
            }
        });
        let mut found: Vec<_> = found.into_iter().filter(|((step, _), _)| !told.contains(*step)).collect();
        found.sort_unstable();
        for ((step, place), is_sure) in found {
            let finding = self.lost(model, step, place, is_sure);
            if is_sure { verdict.violated.push(finding) } else { verdict.unknown.push(finding) }
        }
    }

    fn pass(&self, step: usize, state: &mut State, found: &mut FxHashMap<(usize, usize), bool>) {
        if let Some(place) = self.begins[step] {
            state.used.remove(place);
            state.empty.insert(place);
            state.lost.remove(place);
            state.kept.insert(place);
        }
        for place in &self.used[step] {
            let is_shared = self.near[*place].iter().any(|other| self.used[step].contains(other));
            if is_shared || state.lost.contains(*place) {
                found.insert((step, *place), is_shared || !state.kept.contains(*place));
            }
        }
        for place in &self.used[step] {
            for other in self.near[*place].iter().filter(|other| state.used.contains(**other)) {
                state.lost.insert(*other);
                if !state.empty.contains(*other) {
                    state.kept.remove(*other);
                }
            }
        }
        for place in &self.used[step] {
            state.used.insert(*place);
            state.empty.remove(*place);
        }
    }

    fn lost(&self, model: &Model<'_>, step: usize, place: usize, is_sure: bool) -> Finding {
        let path = if is_sure { "" } else { "not proved: on some path " };
        let other = self.near[place].first().copied().unwrap_or(place);
        let shared = self.shared(place, other);
        let message = format!(
            "{path}this uses a buffer of which another one has used bytes {} to {} of the arena",
            shared.start, shared.end
        );
        Finding::new(model.steps[step].op, message)
            .at(self.ops[place], "the buffer has its place here")
            .at(self.ops[other], "the other buffer has its place here")
            .help("another offset for one of them would decide it")
    }
}

/// What may have become of places on the way to a point.
#[derive(Clone)]
struct State {
    /// Those that may have contents.
    used: Set,
    /// Those that may have none.
    empty: Set,
    /// Those that may have lost them.
    lost: Set,
    /// Those that may not have lost them.
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

/// For each range, the others that share bytes with it.
fn overlapping(ranges: &[Range<u64>]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..ranges.len()).collect();
    order.sort_by_key(|number| ranges[*number].start);
    let mut near = vec![Vec::new(); ranges.len()];
    let mut live: Vec<usize> = Vec::new();
    for number in order {
        live.retain(|other| ranges[number].start < ranges[*other].end);
        for other in live.iter().filter(|_| !ranges[number].is_empty()) {
            near[number].push(*other);
            near[*other].push(number);
        }
        live.push(number);
    }
    near
}
