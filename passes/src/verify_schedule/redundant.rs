//! Waits whose removal changes nothing.
//!
//! Each wait of a stream in turn is left out for good if all that is open to work and to the host stays as it is. A wait
//! of the host may be what the user wrote, so it is only reported if there is nothing left to wait for.
//!
//! Without a wait more is open, never less. A trial starts from the states of the run with the wait and goes over what
//! comes behind, until the states agree again or a step has more open to it. Most waits order the next work of their
//! stream, so a trial is short, however deep the loops are that enclose it.
//!
//! Cost: the steps between a wait and what it orders, for each wait.

use super::model::{Act, Model};
use super::race::{self, Run, State};
use super::set::Set;

/// The steps of the waits that are not needed. Trials take about `budget` operations on words.
pub(super) fn find(model: &Model<'_>, budget: usize) -> Vec<usize> {
    let mut search = Search::new(model, budget);
    let mut stretches: Vec<usize> = (0..model.lists.len()).collect();
    stretches.sort_by_key(|stretch| model.lists[*stretch].first());
    for stretch in stretches {
        match search.at[stretch].clone() {
            Some(start) => search.stretch(stretch, start),
            None => search.leave_out_all(stretch),
        }
    }
    search.left_out.iter().collect()
}

struct Search<'a, 'm> {
    model: &'a Model<'m>,
    run: Run<'a, 'm>,
    /// What is open at the start of each stretch.
    at: Vec<Option<State>>,
    /// For each step, what must stay open to it.
    open: Vec<Set>,
    is_useful: Vec<bool>,
    left_out: Set,
    budget: usize,
    /// Words of a state.
    size: usize,
}

impl<'a, 'm> Search<'a, 'm> {
    fn new(model: &'a Model<'m>, budget: usize) -> Self {
        let (mut run, start) = race::begin(model, false);
        let at = model.flow.solve(start, |stretch, state| {
            for step in &model.lists[stretch] {
                run.step(*step, state);
            }
        });
        let open = run.orders.open.clone();
        let is_useful = run.orders.is_useful.clone();
        let size = (model.streams.len() + model.events.len() + 1) * (1 + model.works.len() / 64);
        Self { model, run, at, open, is_useful, left_out: Set::new(model.steps.len()), budget, size }
    }

    /// Tries the waits of a stretch in order.
    fn stretch(&mut self, stretch: usize, mut start: State) {
        let steps = &self.model.lists[stretch];
        let mut state = start.clone();
        for (index, step) in steps.iter().enumerate() {
            let mut with = state.clone();
            self.run.step(*step, &mut with);
            if !self.may_try(*step) {
                state = with;
                continue;
            }
            self.left_out.insert(*step);
            if self.is_needed(stretch, &steps[index + 1..], &with, &state) {
                self.left_out.remove(*step);
                state = with;
            } else if let Some(grown) = self.at[stretch].clone().filter(|grown| *grown != start) {
                // A loop has brought what is open now back to the start.
                state = grown.clone();
                start = grown;
                self.pass(&steps[..=index], &mut state);
            }
        }
    }

    /// Nothing leads to a stretch, so nothing needs its waits.
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

    /// Whether more is open to a step if a wait is left out: `rest` is behind it, reached with and without it in these states.
    fn is_needed(&mut self, stretch: usize, rest: &[usize], with: &State, without: &State) -> bool {
        let (mut with, mut without) = (with.clone(), without.clone());
        for step in rest {
            if with == without {
                return false;
            }
            self.budget = self.budget.saturating_sub(self.size);
            self.pass(&[*step], &mut with);
            self.pass(&[*step], &mut without);
            if self.run.orders.open[*step] != self.open[*step] {
                return true;
            }
        }
        if with == without {
            return false;
        }
        let Self { model, run, at, open, left_out, budget, size, .. } = self;
        !model.flow.grow(at, (stretch, &without), |stretch, state| {
            for step in model.lists[stretch].iter().filter(|step| !left_out.contains(**step)) {
                *budget = budget.saturating_sub(*size);
                run.step(*step, state);
                if run.orders.open[*step] != open[*step] {
                    return false;
                }
            }
            true
        })
    }

    /// Goes over steps but those that are left out.
    fn pass(&mut self, steps: &[usize], state: &mut State) {
        for step in steps.iter().filter(|step| !self.left_out.contains(**step)) {
            self.run.step(*step, state);
        }
    }
}
