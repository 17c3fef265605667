//! Integer range analysis: the least and the greatest value of each integer of a device function.
//!
//! The range of a result follows from its operands, that of a thread or block id from the launch sizes, that of a
//! kernel argument from the operands of all launches, and that of an induction variable from its bounds. If a result
//! may wrap, or is unknown, its range is that of the type. In a block that is entered only if a comparison holds, the
//! compared values have smaller ranges ([`Ranges::enter`]).
//!
//! The ranges of values carried by loops and branches are computed in rounds, each a traversal of the function. A
//! carried value starts with the initial value of the loop, is joined with the values yielded at its end, is widened
//! from the third round on, and is narrowed in two more rounds once nothing grows. A value to which each iteration
//! adds a number from a range is bounded by the trip count instead. The ranges hold on every path: a round in which
//! nothing grows shows that each step of the program maps values in the ranges to values in the ranges. After
//! `MAX_ROUNDS` carried values get the ranges of their types.

mod conditions;
mod flow;
pub mod indices;
mod interval;
mod results;

pub use interval::Range;

use super::launches::Sizes;
use flow::Walk;
use rustc_hash::FxHashMap;
use warpline_ir::{Block, Module, Op, SecondaryMap, Value};

/// The maximum number of widening rounds.
const MAX_ROUNDS: usize = 20;
/// The number of narrowing rounds.
const N_SHRINKING: usize = 2;

/// The ranges of a function's values.
#[derive(Debug, Default)]
pub struct Ranges {
    values: SecondaryMap<Value, Range>,
    /// The ranges implied by conditions at the head of a block, including those of its dominators in the region.
    narrowed: FxHashMap<Block, Vec<(Value, Range)>>,
}

/// The changes of [`Ranges::enter`]: values with their previous ranges.
#[derive(Debug)]
#[must_use]
pub struct Entered(Vec<(Value, Range)>);

impl Ranges {
    /// Computes the ranges of a device function launched with these sizes, and with arguments in these ranges.
    pub fn of_function(module: &Module, func: Op, args: &[Option<Range>], sizes: &Sizes) -> Self {
        let mut walk = Walk::new(module, sizes);
        let is_settled = (0..MAX_ROUNDS).any(|round| !walk.grow(func, args, 2 <= round));
        if !is_settled {
            walk.give_up(func, args);
        } else if walk.carries() {
            (0..N_SHRINKING).for_each(|_| walk.shrink(func, args));
        }
        walk.into_ranges()
    }

    /// Returns the range of a value, including the conditions of the entered blocks.
    pub fn of(&self, value: Value) -> Range {
        self.values[value]
    }

    /// Applies the conditions of a block until [`Ranges::leave`].
    pub fn enter(&mut self, block: Block) -> Entered {
        let implied = self.narrowed.get(&block).cloned().unwrap_or_default();
        self.assume(&implied)
    }

    /// Restores the ranges from before a block was entered.
    pub fn leave(&mut self, entered: Entered) {
        for (value, range) in entered.0.into_iter().rev() {
            self.values[value] = range;
        }
    }

    /// Narrows values; an empty intersection, which only occurs on unreachable paths, is skipped.
    fn assume(&mut self, implied: &[(Value, Range)]) -> Entered {
        let mut before = Vec::with_capacity(implied.len());
        for (value, range) in implied {
            if let Some(both) = self.of(*value).common(*range) {
                before.push((*value, self.of(*value)));
                self.values[*value] = both;
            }
        }
        Entered(before)
    }
}
