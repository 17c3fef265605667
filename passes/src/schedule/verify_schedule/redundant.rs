//! Finds redundant waits: waits whose removal changes nothing.
//!
//! Each stream wait in turn is removed for good if the sets open to work and to the host stay the same. A host wait
//! may be required by the user, so it is only reported if there is nothing left to wait for.
//!
//! Without a wait the open sets grow, never shrink. A trial starts from the states of the run with the wait and
//! visits the steps after it, until the states agree again or the open set of a step has grown. Most waits order the
//! next work of their stream, so a trial is short at any loop depth.
//!
//! If the next work of the stream follows a wait in the same stretch, the ordered work is tracked up to there only,
//! without states.
//!
//! Cost: the steps between a wait and what it orders, for each wait.

use super::model::{Act, Model};
use super::race::{Orders, Run, Starts, State};
use super::set::Set;
use std::rc::Rc;

/// Returns the steps of the redundant waits, from the results of an unmended run, and the effort. Trials take about
/// `budget` updates of open sets.
pub(super) fn find(model: &Model<'_>, (orders, at): (Orders, Starts), budget: usize) -> (Vec<usize>, usize) {
    let mut search = Search::new(model, orders, at, budget);
    let mut stretches: Vec<usize> = (0..model.lists.len()).collect();
    stretches.sort_by_key(|stretch| model.lists[*stretch].first());
    for stretch in stretches {
        match search.at[stretch].clone() {
            Some(start) => search.stretch(stretch, start),
            None => search.leave_out_all(stretch),
        }
    }
    (search.left_out.iter().collect(), search.run.orders.n_steps + search.n_looked_at)
}

struct Search<'a, 'm> {
    model: &'a Model<'m>,
    run: Run<'a, 'm>,
    /// The open sets at the start of each stretch.
    at: Starts,
    /// For each step, its required open set.
    open: Vec<Rc<Set>>,
    is_useful: Vec<bool>,
    left_out: Set,
    budget: usize,
    /// Steps after waits that have been examined without running them.
    n_looked_at: usize,
}

impl<'a, 'm> Search<'a, 'm> {
    fn new(model: &'a Model<'m>, orders: Orders, at: Starts, budget: usize) -> Self {
        let (open, is_useful) = (orders.open.clone(), orders.is_useful.clone());
        let run = Run::go_on(model, Orders { n_steps: 0, ..orders });
        Self { model, run, at, open, is_useful, left_out: Set::default(), budget, n_looked_at: 0 }
    }

    /// Tries the waits of a stretch in order.
    fn stretch(&mut self, stretch: usize, mut start: State) {
        let steps = &self.model.lists[stretch];
        let mut state = start.clone();
        for (index, step) in steps.iter().enumerate() {
            if !self.may_try(*step) {
                self.run.step(*step, &mut state);
                continue;
            }
            let rest = &steps[index + 1..];
            self.left_out.insert(*step);
            let shown = self.is_shown_needed(*step, rest, &state);
            if shown.unwrap_or_else(|| self.is_needed(stretch, *step, rest, &state)) {
                self.left_out.remove(*step);
                self.run.step(*step, &mut state);
            } else if let Some(grown) = self.at[stretch].clone().filter(|grown| *grown != start) {
                // A loop has carried the current open sets back to the start.
                state = grown.clone();
                start = grown;
                self.pass(&steps[..=index], &mut state);
            }
        }
    }

    /// Whether a wait is required, if the steps after it show so: its ordered work is searched for until the next
    /// work of its stream, as long as nothing else can observe it. `None` if they do not.
    fn is_shown_needed(&mut self, wait: usize, rest: &[usize], state: &State) -> Option<bool> {
        let model = self.model;
        let Act::Wait(event, stream) = model.steps[wait].act else { return None };
        let mut ordered = state.open_to(model, Some(stream)).common(state.open_to(model, None));
        ordered.subtract(state.open_behind(model, event));
        let mut recorded = Set::default();
        for number in rest.iter().filter(|step| !self.left_out.contains(**step)) {
            if ordered.is_empty() {
                return Some(false);
            }
            self.n_looked_at += 1;
            self.budget = self.budget.saturating_sub(1);
            let step = &model.steps[*number];
            match step.act {
                Act::Work(own, _) if own == stream => {
                    let is_plain = step.node.as_ref().is_none_or(|node| node.beside.is_empty());
                    return is_plain.then_some(true);
                }
                Act::Work(_, work) => {
                    if let Some(relations) = &step.relations {
                        ordered.subtract(&relations.forgotten);
                    }
                    ordered.remove(work);
                }
                Act::Wait(event, own) if own == stream => {
                    if recorded.contains(event) {
                        return None;
                    }
                    ordered.keep(state.open_behind(model, event));
                }
                Act::Record(event, own) if own != stream => recorded.insert(event),
                Act::Adopt(own) if own != stream => {}
                Act::Wait(..) | Act::Host | Act::Begin => {}
                Act::Record(..) | Act::Adopt(_) | Act::HostWait(_) | Act::Reuse(..) | Act::Return => {
                    return None;
                }
            }
        }
        None
    }

    /// The stretch is unreachable, so none of its waits is required.
    fn leave_out_all(&mut self, stretch: usize) {
        for step in &self.model.lists[stretch] {
            if matches!(self.model.steps[*step].act, Act::Wait(..) | Act::HostWait(_)) {
                self.left_out.insert(*step);
            }
        }
    }

    fn may_try(&self, step: usize) -> bool {
        match self.model.steps[step].act {
            Act::Wait(..) => !self.is_useful[step] || 0 < self.budget,
            Act::HostWait(_) => !self.is_useful[step],
            Act::Work(..)
            | Act::Host
            | Act::Record(..)
            | Act::Adopt(_)
            | Act::Begin
            | Act::Reuse(..)
            | Act::Return => false,
        }
    }

    /// Whether the open set of a step grows if a wait is removed, which is reached in a state and followed by `rest`.
    fn is_needed(&mut self, stretch: usize, wait: usize, rest: &[usize], state: &State) -> bool {
        let (mut with, mut without) = (state.clone(), state.clone());
        self.run.step(wait, &mut with);
        for step in rest {
            if with == without {
                return false;
            }
            self.budget = self.budget.saturating_sub(2 * self.n_observers());
            self.pass(&[*step], &mut with);
            self.pass(&[*step], &mut without);
            if self.run.orders.open[*step] != self.open[*step] {
                return true;
            }
        }
        if with == without {
            return false;
        }
        let n_observers = self.n_observers();
        let Self { model, run, at, open, left_out, budget, .. } = self;
        !model.flow.grow(at, (stretch, &without), |stretch, state| {
            for step in model.lists[stretch].iter().filter(|step| !left_out.contains(**step)) {
                *budget = budget.saturating_sub(n_observers);
                run.step(*step, state);
                if run.orders.open[*step] != open[*step] {
                    return false;
                }
            }
            true
        })
    }

    fn n_observers(&self) -> usize {
        self.model.streams.len() + self.model.events.len() + 1
    }

    /// Applies steps except those of removed waits.
    fn pass(&mut self, steps: &[usize], state: &mut State) {
        for step in steps.iter().filter(|step| !self.left_out.contains(**step)) {
            self.run.step(*step, state);
        }
    }
}
