//! Finds conflicting steps that are unordered: a sound dataflow analysis over all paths.
//!
//! An observer is a stream, the host or an event slot. The state holds, for each observer, the work that may have
//! been issued and is not known to be complete before the next operation of the observer:
//! ```text
//! work x on s:     open[s] ∩= open[H];  x conflicts with open[s] ⇒ report;  open[o] ∪= {x} for every o ≠ s
//! record e on s:   open[e] = open[s] ∩ open[H]        wait e on t:  open[t] ∩= open[e]
//! host_wait s:     open[H] ∩= open[s]                 host access:  conflicts with open[H] ⇒ report
//! allocation on s: as work, and open[o] ∖= {frees of its earlier buffers} for every o ≠ H, unless streams are borrowed
//! node of a graph: as work on its stream, but open[s] ∪= earlier nodes without an edge path to it, for the node alone
//! paths that meet: ∪ of each observer                 return:       open[H] ≠ ∅ ⇒ report
//! adopt s:         open[s] = open[H], since it is another stream from there on
//! ```
//! A wait uses the contents of its slot when the wait is issued, so a slot may be recorded again. A slot that was
//! never recorded holds all issued work: waiting for it orders nothing. A host operation precedes everything that the
//! host issues later. The analysis terminates, since sets only grow, and each access of a work stands for those of
//! all iterations.
//!
//! There is no cycle of waits: one thread issues, and a wait only refers to work issued before it.

use super::flow::State as FlowState;
use super::model::{Act, Model};
use super::set::Set;
use std::rc::Rc;

/// The results of the race analysis.
#[derive(Default)]
pub(super) struct Orders {
    /// For each step, the work that it conflicts with and is not ordered after: surely, and possibly. For a return,
    /// the work in flight, as sure.
    pub(super) missing: Vec<(Set, Set)>,
    /// For each step, the event slots that hold none of that work at the step.
    pub(super) covering: Vec<Vec<usize>>,
    /// For each wait, whether its slot may have been recorded.
    pub(super) is_recorded: Vec<bool>,
    /// For each wait, whether its slot is recorded on every path.
    pub(super) is_dominated: Vec<bool>,
    /// For each step on a user stream, whether the stream has its number on every path.
    pub(super) is_adopted: Vec<bool>,
    /// For each stream or host wait, whether it orders anything new on some path.
    pub(super) is_useful: Vec<bool>,
    /// For each step of work or of the host, its open set.
    pub(super) open: Vec<Rc<Set>>,
    /// Whether open work was treated as ordered after it was reported.
    pub(super) is_mended: bool,
    /// The number of visited steps, counting each visit.
    pub(super) n_steps: usize,
}

/// The open sets at the start of each reachable stretch.
pub(super) type Starts = Vec<Option<State>>;

/// The open set of each observer at a point.
#[derive(Clone, PartialEq)]
pub(super) struct State {
    /// Streams, then the host, then event slots. Most sets are unchanged from one point to the next.
    open: Vec<Rc<Set>>,
    /// Slots that may be recorded.
    recorded: Rc<Set>,
    /// Slots that may be unrecorded.
    unrecorded: Rc<Set>,
    /// User streams that may have no number.
    unadopted: Rc<Set>,
}

impl FlowState for State {
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = unite(&mut self.recorded, &other.recorded)
            | unite(&mut self.unrecorded, &other.unrecorded)
            | unite(&mut self.unadopted, &other.unadopted);
        for (own, more) in self.open.iter_mut().zip(&other.open) {
            changed |= unite(own, more);
        }
        changed
    }
}

impl State {
    /// Returns the open set of a stream, or of the host.
    pub(super) fn open_to(&self, model: &Model<'_>, stream: Option<usize>) -> &Set {
        &self.open[stream.unwrap_or(model.streams.len())]
    }

    /// Returns the open set of an event slot.
    pub(super) fn open_behind(&self, model: &Model<'_>, event: usize) -> &Set {
        &self.open[model.streams.len() + 1 + event]
    }

    /// Adds a number to the open sets of all observers but one. Equal sets of consecutive observers stay shared.
    fn issue(&mut self, work: usize, stream: usize) {
        let mut last: Option<[Rc<Set>; 2]> = None;
        let others = self.open.iter_mut().enumerate().filter(|(observer, _)| *observer != stream);
        for (_, open) in others {
            if let Some(own) = Rc::get_mut(open) {
                own.insert(work);
                continue;
            }
            match &last {
                Some([before, after]) if Rc::ptr_eq(before, open) => *open = Rc::clone(after),
                Some(_) | None => {
                    let before = Rc::clone(open);
                    insert(open, work);
                    last = Some([before, Rc::clone(open)]);
                }
            }
        }
    }
}

/// Adds all members of another set; returns whether the set changed.
fn unite(set: &mut Rc<Set>, other: &Rc<Set>) -> bool {
    let changed = !Rc::ptr_eq(set, other) && !set.has_all(other);
    if changed && other.has_all(set) {
        *set = Rc::clone(other);
    } else if changed {
        Rc::make_mut(set).unite(other);
    }
    changed
}

/// Intersects with another set; returns whether the set changed.
fn keep(set: &mut Rc<Set>, other: &Rc<Set>) -> bool {
    let changed = !Rc::ptr_eq(set, other) && !other.has_all(set);
    if changed && set.has_all(other) {
        *set = Rc::clone(other);
    } else if changed {
        Rc::make_mut(set).keep(other);
    }
    changed
}

/// Removes all members of another set.
fn subtract(set: &mut Rc<Set>, other: &Set) {
    if set.meets(other) {
        Rc::make_mut(set).subtract(other);
    }
}

/// Adds a number.
fn insert(set: &mut Rc<Set>, number: usize) {
    if !set.contains(number) {
        Rc::make_mut(set).insert(number);
    }
}

/// Removes a number.
fn remove(set: &mut Rc<Set>, number: usize) {
    if set.contains(number) {
        Rc::make_mut(set).remove(number);
    }
}

/// Analyses a function. Reported conflicts count as ordered from there on, so that one missing wait is reported once.
pub(super) fn run(model: &Model<'_>) -> (Orders, Starts) {
    solve(model, true)
}

/// The same without reports, where no missing order is assumed.
pub(super) fn run_unmended(model: &Model<'_>) -> (Orders, Starts) {
    solve(model, false)
}

fn solve(model: &Model<'_>, mends: bool) -> (Orders, Starts) {
    let (mut run, start) = begin(model, mends);
    let at = model.flow.solve(start, |stretch, state| {
        for step in &model.lists[stretch] {
            run.step(*step, state);
        }
    });
    (run.orders, at)
}

/// Creates a run without results, and the state at the function entry. Conflicts are reported if `mends`.
fn begin<'a, 'm>(model: &'a Model<'m>, mends: bool) -> (Run<'a, 'm>, State) {
    let n_observers = model.streams.len() + 1 + model.events.len();
    let nothing = Rc::new(Set::default());
    let start = State {
        open: vec![Rc::clone(&nothing); n_observers],
        recorded: Rc::clone(&nothing),
        unrecorded: Rc::new(Set::of_range(0..model.events.len())),
        unadopted: Rc::new(Set::of_range(0..model.streams.len())),
    };
    let n = model.steps.len();
    let orders = Orders {
        missing: vec![(Set::default(), Set::default()); n],
        covering: vec![Vec::new(); n],
        is_recorded: vec![true; n],
        is_dominated: vec![true; n],
        is_adopted: vec![true; n],
        is_useful: vec![false; n],
        open: vec![nothing; n],
        is_mended: false,
        n_steps: 0,
    };
    (Run { model, host: model.streams.len(), mends, orders }, start)
}

impl<'a, 'm> Run<'a, 'm> {
    /// Creates a run that continues from earlier results, and reports nothing.
    pub(super) fn go_on(model: &'a Model<'m>, orders: Orders) -> Self {
        Self { model, host: model.streams.len(), mends: false, orders }
    }
}

/// A run over the steps of a function.
pub(super) struct Run<'a, 'm> {
    model: &'a Model<'m>,
    host: usize,
    /// Whether conflicts are reported, and count as ordered from there on.
    mends: bool,
    /// The results.
    pub(super) orders: Orders,
}

impl Run<'_, '_> {
    /// Applies a step.
    pub(super) fn step(&mut self, step: usize, state: &mut State) {
        self.orders.n_steps += 1;
        if let Some(stream) = self.model.steps[step].act.stream() {
            self.orders.is_adopted[step] = !state.unadopted.contains(stream);
        }
        match self.model.steps[step].act {
            Act::Work(stream, work) => self.issue(step, stream, work, state),
            Act::Host => self.check(step, self.host, state),
            Act::Begin => {}
            Act::Adopt(stream) => {
                state.open[stream] = Rc::clone(&state.open[self.host]);
                remove(&mut state.unadopted, stream);
            }
            Act::Record(event, stream) => {
                let mut known = Rc::clone(&state.open[stream]);
                keep(&mut known, &state.open[self.host]);
                let slot = self.slot(event);
                state.open[slot] = known;
                insert(&mut state.recorded, event);
                remove(&mut state.unrecorded, event);
            }
            Act::Wait(event, stream) => {
                self.orders.is_recorded[step] = state.recorded.contains(event);
                self.orders.is_dominated[step] = !state.unrecorded.contains(event);
                self.orders.is_useful[step] = self.wait(stream, self.slot(event), state);
            }
            Act::HostWait(stream) => {
                self.orders.is_useful[step] = self.wait(self.host, stream, state);
                // Work issued from here on comes after it; set now, since the merge of paths would lose it.
                let host = Rc::clone(&state.open[self.host]);
                for open in &mut state.open[..self.host] {
                    keep(open, &host);
                }
            }
            Act::Reuse(first, n) => {
                let all = Rc::new(Set::of_range(0..self.model.works.len()));
                for (event, number) in self.model.events.iter().enumerate() {
                    if (first..first.saturating_add(n)).contains(number) {
                        let slot = self.slot(event);
                        state.open[slot] = Rc::clone(&all);
                        insert(&mut state.recorded, event);
                    }
                }
            }
            Act::Return => {
                let mut open = Rc::clone(&state.open[self.host]);
                if let Some((_, stream)) = self.model.caller {
                    keep(&mut open, &state.open[stream]);
                }
                if self.mends {
                    self.note(step, Set::clone(&open), Set::default(), state);
                }
                self.orders.open[step] = open;
            }
        }
    }

    fn slot(&self, event: usize) -> usize {
        self.host + 1 + event
    }

    /// Makes an observer wait for the completed work of another; returns whether anything changed.
    fn wait(&self, observer: usize, other: usize, state: &mut State) -> bool {
        let host = Rc::clone(&state.open[self.host]);
        keep(&mut state.open[observer], &host);
        let known = Rc::clone(&state.open[other]);
        keep(&mut state.open[observer], &known)
    }

    fn issue(&mut self, step: usize, stream: usize, work: usize, state: &mut State) {
        let host = Rc::clone(&state.open[self.host]);
        keep(&mut state.open[stream], &host);
        if let Some(relations) = &self.model.steps[step].relations
            && self.model.caller.is_none()
            && !relations.forgotten.is_empty()
        {
            let observers = state.open.iter_mut().enumerate().filter(|(observer, _)| *observer != self.host);
            observers.for_each(|(_, open)| subtract(open, &relations.forgotten));
        }
        match &self.model.steps[step].node {
            Some(node) if !node.beside.is_empty() => {
                let known = Rc::clone(&state.open[stream]);
                Rc::make_mut(&mut state.open[stream]).unite(&node.beside);
                self.check(step, stream, state);
                keep(&mut state.open[stream], &known);
            }
            Some(_) | None => self.check(step, stream, state),
        }
        state.issue(work, stream);
    }

    /// Reports the work that a step conflicts with and is not ordered after.
    fn check(&mut self, step: usize, observer: usize, state: &mut State) {
        self.orders.open[step] = Rc::clone(&state.open[observer]);
        if !self.mends {
            return;
        }
        let (sure, maybe) = self.model.conflicts_with(step, &state.open[observer]);
        if sure.is_empty() && maybe.is_empty() {
            return;
        }
        subtract(&mut state.open[observer], &sure);
        subtract(&mut state.open[observer], &maybe);
        self.orders.is_mended = true;
        self.note(step, sure, maybe, state);
    }

    fn note(&mut self, step: usize, sure: Set, maybe: Set, state: &State) {
        let holds = |event: &usize| {
            let open = &state.open[self.slot(*event)];
            state.recorded.contains(*event) && !open.meets(&sure) && !open.meets(&maybe)
        };
        self.orders.covering[step] = (0..self.model.events.len()).filter(holds).collect();
        self.orders.missing[step] = (sure, maybe);
    }
}
