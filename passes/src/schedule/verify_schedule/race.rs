//! Which conflicting steps nothing orders: a sound abstract run over all paths.
//!
//! An observer is a stream, the host or an event slot. The state holds, for each observer, the work that may have
//! been issued and is not known to be complete before what the observer does next:
//! ```text
//! work x on s:     open[s] ∩= open[H];  x conflicts with open[s] ⇒ report;  open[o] ∪= {x} for every o ≠ s
//! record e on s:   open[e] = open[s] ∩ open[H]        wait e on t:  open[t] ∩= open[e]
//! host_wait s:     open[H] ∩= open[s]                 host access:  conflicts with open[H] ⇒ report
//! allocation on s: as work, and open[o] ∖= {frees of what it made earlier} for every o ≠ H, unless streams are a caller's
//! node of a graph: as work on its stream, but open[s] ∪= earlier nodes of it that no edges lead from, for the node alone
//! paths that meet: ∪ of each observer                 return:       open[H] ≠ ∅ ⇒ report
//! adopt s:         open[s] = open[H], since it is another stream from there on
//! ```
//! A wait takes what its slot holds when the wait is issued, so a slot may be recorded again. A slot that was never
//! recorded holds all that was issued: waiting for it orders nothing. What the host does comes before all that it
//! issues later. The run ends, since sets only grow, and each access of a work stands for those of all iterations.
//!
//! There is no cycle of waits: one thread issues, and a wait only refers to what was issued before it.

use super::flow::State as FlowState;
use super::model::{Act, Model};
use super::set::Set;
use std::rc::Rc;

/// What the run found out.
#[derive(Default)]
pub(super) struct Orders {
    /// For each step, what it conflicts with and is not ordered after: surely, and perhaps. For a return, the work
    /// in flight, as sure.
    pub(super) missing: Vec<(Set, Set)>,
    /// For each step, the event slots that hold none of that work when the step comes.
    pub(super) covering: Vec<Vec<usize>>,
    /// For each wait, whether its slot may have been recorded.
    pub(super) is_recorded: Vec<bool>,
    /// For each wait, whether its slot is recorded on every path.
    pub(super) is_dominated: Vec<bool>,
    /// For each step on a stream of the program, whether that has its number on every path.
    pub(super) is_adopted: Vec<bool>,
    /// For each wait of a stream or of the host, whether it orders anything new on some path.
    pub(super) is_useful: Vec<bool>,
    /// For each step of work or of the host, what is open to it.
    pub(super) open: Vec<Rc<Set>>,
    /// Whether anything that was open counts as ordered from there on.
    pub(super) is_mended: bool,
    /// How many steps have been run over, each run of each counted.
    pub(super) n_steps: usize,
}

/// What is open at the start of each stretch that is reached.
pub(super) type Starts = Vec<Option<State>>;

/// What is open to each observer at a point.
#[derive(Clone, PartialEq)]
pub(super) struct State {
    /// Streams, then the host, then event slots. Most sets stay as they are from one point to the next.
    open: Vec<Rc<Set>>,
    /// Slots that may be recorded.
    recorded: Rc<Set>,
    /// Slots that may not be.
    unrecorded: Rc<Set>,
    /// Streams that may have no number from the program.
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
    /// What is open to a stream of the program's, or to the host.
    pub(super) fn open_to(&self, model: &Model<'_>, stream: Option<usize>) -> &Set {
        &self.open[stream.unwrap_or(model.streams.len())]
    }

    /// What an event slot holds back nothing of.
    pub(super) fn open_behind(&self, model: &Model<'_>, event: usize) -> &Set {
        &self.open[model.streams.len() + 1 + event]
    }

    /// Adds a number to what is open to all observers but one. What is open to several in a row stays one set.
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

/// Adds all of another set; whether that changed anything.
fn unite(set: &mut Rc<Set>, other: &Rc<Set>) -> bool {
    let changed = !Rc::ptr_eq(set, other) && !set.has_all(other);
    if changed && other.has_all(set) {
        *set = Rc::clone(other);
    } else if changed {
        Rc::make_mut(set).unite(other);
    }
    changed
}

/// Keeps what is in another set, too; whether that changed anything.
fn keep(set: &mut Rc<Set>, other: &Rc<Set>) -> bool {
    let changed = !Rc::ptr_eq(set, other) && !other.has_all(set);
    if changed && set.has_all(other) {
        *set = Rc::clone(other);
    } else if changed {
        Rc::make_mut(set).keep(other);
    }
    changed
}

/// Takes out all that is in another set.
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

/// Takes a number out.
fn remove(set: &mut Rc<Set>, number: usize) {
    if set.contains(number) {
        Rc::make_mut(set).remove(number);
    }
}

/// Runs over a function. What is reported counts as ordered from there on, so that one missing wait is reported once.
pub(super) fn run(model: &Model<'_>) -> (Orders, Starts) {
    solve(model, true)
}

/// The same where nothing is reported, and nothing counts as ordered that is not.
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

/// A run that has seen nothing yet, and the state at the start of the function. Conflicts are reported if `mends`.
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
    /// A run that goes on from what was found, and reports nothing.
    pub(super) fn go_on(model: &'a Model<'m>, orders: Orders) -> Self {
        Self { model, host: model.streams.len(), mends: false, orders }
    }
}

/// A run over the steps of a function.
pub(super) struct Run<'a, 'm> {
    model: &'a Model<'m>,
    host: usize,
    /// Whether conflicts are reported, and what is reported counts as ordered from there on.
    mends: bool,
    /// What was found.
    pub(super) orders: Orders,
}

impl Run<'_, '_> {
    /// Goes over a step.
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
                // What is issued from here on comes after it; set now, as paths that meet would forget it.
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

    /// Makes an observer wait for what another knows to be complete; whether that is anything new.
    fn wait(&self, observer: usize, other: usize, state: &mut State) -> bool {
        let host = Rc::clone(&state.open[self.host]);
        keep(&mut state.open[observer], &host);
        let known = Rc::clone(&state.open[other]);
        keep(&mut state.open[observer], &known)
    }

    fn issue(&mut self, step: usize, stream: usize, work: usize, state: &mut State) {
        let host = Rc::clone(&state.open[self.host]);
        keep(&mut state.open[stream], &host);
        let forgotten = &self.model.steps[step].forgotten;
        if self.model.caller.is_none() && !forgotten.is_empty() {
            let observers = state.open.iter_mut().enumerate().filter(|(observer, _)| *observer != self.host);
            observers.for_each(|(_, open)| subtract(open, forgotten));
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

    /// Reports what a step conflicts with and is not ordered after.
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
