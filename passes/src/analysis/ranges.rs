//! The least and the greatest value of each integer of a function of the device.
//!
//! A result follows from its operands, a number of a thread or block from the sizes of the launch, an argument of a
//! kernel from what all launches give, the variable of a loop from its bounds. Where a result may wrap, and for what is
//! not known, the range is that of the type. In a block that is entered only where a comparison holds, the values that
//! it compares have smaller ranges ([`Ranges::enter`]).
//!
//! What loops and branches carry is found in rounds, each a walk over the function: a carried value starts with what
//! enters the loop, grows by what its end passes on, quickly from the third round on, and shrinks in two more rounds
//! when nothing grows. A value to which each trip adds a number from a range is bounded by the count of trips instead.
//! What the ranges say holds on every path: a round in which nothing grows shows that each step of the program leads
//! from values in the ranges to values in the ranges. After `MAX_ROUNDS` carried values get the ranges of their types.

mod conditions;
mod flow;
mod interval;
mod results;

pub use interval::Range;

use super::launches::Sizes;
use flow::Walk;
use rustc_hash::FxHashMap;
use warpline_ir::{Block, Module, Op, SecondaryMap, Value};

/// The most rounds in which ranges grow.
const MAX_ROUNDS: usize = 20;
/// Rounds in which ranges shrink again.
const N_SHRINKING: usize = 2;

/// The ranges of a function's values.
#[derive(Debug, Default)]
pub struct Ranges {
    values: SecondaryMap<Value, Range>,
    /// What conditions say at the head of a block, with what they say in blocks that dominate it in its region.
    narrowed: FxHashMap<Block, Vec<(Value, Range)>>,
}

/// What [`Ranges::enter`] changed: values with the ranges that they had before.
#[derive(Debug)]
#[must_use]
pub struct Entered(Vec<(Value, Range)>);

impl Ranges {
    /// For a function of the device that is launched with these sizes, and with arguments in these ranges.
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

    /// The range of a value, with what the conditions of the blocks say that were entered.
    pub fn of(&self, value: Value) -> Range {
        self.values[value]
    }

    /// From here on, what conditions say in a block holds, until [`Ranges::leave`].
    pub fn enter(&mut self, block: Block) -> Entered {
        let said = self.narrowed.get(&block).cloned().unwrap_or_default();
        self.assume(&said)
    }

    /// What held before a block was entered holds again.
    pub fn leave(&mut self, entered: Entered) {
        for (value, range) in entered.0.into_iter().rev() {
            self.values[value] = range;
        }
    }

    /// Narrows values; what cannot be, as no path leads there, is left.
    fn assume(&mut self, said: &[(Value, Range)]) -> Entered {
        let mut before = Vec::with_capacity(said.len());
        for (value, range) in said {
            if let Some(both) = self.of(*value).common(*range) {
                before.push((*value, self.of(*value)));
                self.values[*value] = both;
            }
        }
        Entered(before)
    }
}
