//! The coupled system: the equations of all dimensions together with the bounds of all loops.
//!
//! Each index that changes from iteration to iteration has two variables, one for either access; an invariant one has
//! a single variable. The rows are the equality of the subscripts, the bounds of the loops, and the order of the two
//! iterations.

use super::Loop;
use super::system::{Row, System};
use crate::analysis::linear::Linear;
use crate::analysis::loop_bounds;
use std::collections::BTreeMap;
use warpline_ir::Value;

/// The maximum number of variables that get bounds.
const MAX_VARIABLES: usize = 32;

impl Loop<'_> {
    /// Whether accesses with these subscripts provably never share an element in two different iterations.
    pub(super) fn is_apart_in_all_dimensions(&self, left: &[Linear], right: &[Linear]) -> bool {
        [1, -1].iter().all(|direction| self.system(left, right, *direction).has_no_solution())
    }

    /// Builds the system for iterations that are one step or more apart: the second is later if `direction` is 1.
    fn system(&self, left: &[Linear], right: &[Linear], direction: i128) -> System {
        let mut rows =
            Rows { cx: self, system: System::default(), variables: BTreeMap::new(), work: Vec::new() };
        for (left, right) in left.iter().zip(right) {
            let mut row = Row::default();
            rows.add(&mut row, left, 1, Side::First);
            rows.add(&mut row, right, -1, Side::Second);
            rows.system.equals_zero(row);
        }
        let mut order = Row { terms: Vec::new(), constant: -self.step };
        let [first, second] = [Side::First, Side::Second].map(|side| rows.variable(self.induction, side));
        order.add_term(second, direction);
        order.add_term(first, -direction);
        rows.system.at_least_zero(order);
        rows.add_bounds();
        rows.system
    }
}

/// The iteration that an index belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    First,
    Second,
}

/// A system under construction.
struct Rows<'a, 'm> {
    cx: &'a Loop<'m>,
    system: System,
    variables: BTreeMap<(Value, Side), usize>,
    /// The variables without bounds so far.
    work: Vec<(Value, Side)>,
}

impl Rows<'_, '_> {
    /// Returns the number of the variable of an index.
    fn variable(&mut self, leaf: Value, side: Side) -> usize {
        let changes = leaf == self.cx.induction || self.cx.varies(leaf);
        let key = (leaf, if changes { side } else { Side::First });
        let next = self.variables.len();
        *self.variables.entry(key).or_insert_with(|| {
            self.work.push(key);
            next
        })
    }

    /// Adds a multiple of a linear expression to a row.
    fn add(&mut self, row: &mut Row, sum: &Linear, factor: i128, side: Side) {
        row.constant += factor * i128::from(sum.constant);
        for (leaf, coefficient) in &sum.terms {
            let variable = self.variable(*leaf, side);
            row.add_term(variable, factor * i128::from(*coefficient));
        }
    }

    /// Adds the bounds of the loops whose indices occur, and transitively of those in these bounds.
    fn add_bounds(&mut self) {
        while let Some((leaf, side)) = self.work.pop() {
            if MAX_VARIABLES < self.variables.len() {
                return;
            }
            let (lower, upper) = loop_bounds::of_variable(self.cx.module, leaf).unwrap_or_default();
            let variable = self.variable(leaf, side);
            for bound in &lower {
                let mut row = Row::default();
                row.add_term(variable, 1);
                self.add(&mut row, bound, -1, side);
                self.system.at_least_zero(row);
            }
            for bound in &upper {
                let mut row = Row { terms: Vec::new(), constant: -1 };
                row.add_term(variable, -1);
                self.add(&mut row, bound, 1, side);
                self.system.at_least_zero(row);
            }
        }
    }
}
