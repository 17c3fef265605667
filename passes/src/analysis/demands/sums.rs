//! Proves that an index is in bounds where the ranges of its parts do not suffice: terms cancel in the sum of the parts.
//!
//! An index is a sum of multiples of values. From the last value on, a value is replaced by what bounds it: the
//! induction variable of a loop by a bound of the loop, a minimum by one of its operands, and a sum by its parts.
//! `%k - (1 - %i)` is at most 27 for `%k` below `min(29 - %i, 3)`, as `%i` cancels. Only sums that cannot wrap are
//! taken apart, so that each step holds for numbers without a limit.

use super::upper::loop_limit;
use crate::analysis::ranges::Ranges;
use std::collections::BTreeMap;
use warpline_ir::{Arith, Def, Module, OpKind, Value};

/// The maximum number of replacements in a proof.
const MAX_STEPS: usize = 64;

/// A constant plus multiples of values; no factor is 0.
#[derive(Clone, Default)]
struct Sum {
    terms: BTreeMap<Value, i128>,
    constant: i128,
}

impl Sum {
    /// Adds a multiple of a value.
    fn add(&mut self, value: Value, factor: i128) -> Option<()> {
        let sum = self.terms.remove(&value).unwrap_or(0).checked_add(factor)?;
        if sum != 0 {
            self.terms.insert(value, sum);
        }
        Some(())
    }

    /// Returns the sum with a number plus a value times `sign` in place of a value.
    fn with(&self, value: Value, (number, parts): (i64, &[(Value, i64)])) -> Option<Self> {
        let mut sum = self.clone();
        let factor = sum.terms.remove(&value)?;
        sum.constant = sum.constant.checked_add(factor.checked_mul(number.into())?)?;
        for (part, times) in parts {
            sum.add(*part, factor.checked_mul((*times).into())?)?;
        }
        Some(sum)
    }
}

/// A direction in which a sum is bounded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Below,
    Above,
}

/// A replacement of a value: a number plus multiples of values.
type Parts = (i64, Vec<(Value, i64)>);

/// What bounds a value.
enum Limit {
    /// Each of these does.
    Each(Vec<Parts>),
    /// One of these does, it is unknown which.
    Some(Vec<Parts>),
}

/// Proofs about the values of a function.
pub(super) struct Sums<'a> {
    module: &'a Module,
    ranges: &'a Ranges,
    n_steps: usize,
}

impl<'a> Sums<'a> {
    pub(super) fn new(module: &'a Module, ranges: &'a Ranges) -> Self {
        Self { module, ranges, n_steps: 0 }
    }

    /// Whether `count` consecutive numbers from an index on are at least 0 and below `n`.
    pub(super) fn are_within(mut self, index: Value, count: i64, n: i64) -> bool {
        let sum = Sum { terms: BTreeMap::from([(index, 1)]), constant: 0 };
        let is_low = self.bound(&sum, Side::Below).is_some_and(|least| 0 <= least);
        self.n_steps = 0;
        let last = self.bound(&sum, Side::Above).and_then(|most| most.checked_add((count - 1).into()));
        is_low && last.is_some_and(|last| last < n.into())
    }

    /// Returns a bound of a sum.
    fn bound(&mut self, sum: &Sum, side: Side) -> Option<i128> {
        let by_ranges = self.by_ranges(sum, side);
        if self.n_steps == MAX_STEPS {
            return by_ranges;
        }
        self.n_steps += 1;
        let limit = sum.terms.iter().rev().find_map(|(value, factor)| {
            let is_above = (0 < *factor) == (side == Side::Above);
            Some((*value, self.limit(*value, if is_above { Side::Above } else { Side::Below })?))
        });
        let Some((value, limit)) = limit else { return by_ranges };
        let (Limit::Each(all) | Limit::Some(all)) = &limit;
        let bounds: Vec<Option<i128>> =
            all.iter().map(|(number, parts)| self.bound(&sum.with(value, (*number, parts))?, side)).collect();
        let by_limit = match (limit, side) {
            (Limit::Each(_), Side::Above) => bounds.into_iter().flatten().min(),
            (Limit::Each(_), Side::Below) => bounds.into_iter().flatten().max(),
            (Limit::Some(_), Side::Above) => {
                bounds.into_iter().collect::<Option<Vec<_>>>()?.into_iter().max()
            }
            (Limit::Some(_), Side::Below) => {
                bounds.into_iter().collect::<Option<Vec<_>>>()?.into_iter().min()
            }
        };
        let both = [by_ranges, by_limit].into_iter().flatten();
        if side == Side::Above { both.min() } else { both.max() }
    }

    /// Returns the bound of a sum that the ranges of its values imply.
    fn by_ranges(&self, sum: &Sum, side: Side) -> Option<i128> {
        sum.terms.iter().try_fold(sum.constant, |total, (value, factor)| {
            let range = self.ranges.of(*value);
            let end = if (0 < *factor) == (side == Side::Above) { range.max } else { range.min };
            total.checked_add(factor.checked_mul(end.into())?)
        })
    }

    /// Returns what bounds a value; `None` if only its range is known.
    fn limit(&self, value: Value, side: Side) -> Option<Limit> {
        let module = self.module;
        let Def::Result(op, _) = module.def(value) else {
            let (lower, upper) = loop_limit(module, value)?;
            return Some(Limit::Each(vec![match side {
                Side::Above => (-1, vec![(upper, 1)]),
                Side::Below => (0, vec![(lower, 1)]),
            }]));
        };
        if let Some(number) = module.constant_int(value) {
            return Some(Limit::Each(vec![(number, Vec::new())]));
        }
        let OpKind::Arith(kind) = module.kind(op) else { return None };
        let operands = module.operands(op);
        if let (Arith::Select, [_, a, b]) = (kind, operands) {
            return Some(Limit::Some(vec![(0, vec![(*a, 1)]), (0, vec![(*b, 1)])]));
        }
        let &[a, b] = operands else { return None };
        let [left, right] = [a, b].map(|operand| self.ranges.of(operand));
        let is_exact = |range| range != crate::analysis::ranges::Range::ALL;
        let alternatives = || vec![(0, vec![(a, 1)]), (0, vec![(b, 1)])];
        let are_natural = left.is_natural() && right.is_natural();
        match (kind, side) {
            (Arith::AddI, _) if is_exact(left.plus(right)) => {
                Some(Limit::Each(vec![(0, vec![(a, 1), (b, 1)])]))
            }
            (Arith::SubI, _) if is_exact(left.minus(right)) => {
                Some(Limit::Each(vec![(0, vec![(a, 1), (b, -1)])]))
            }
            (Arith::MulI, _) if is_exact(left.times(right)) => {
                let (factor, other) = match (module.constant_int(a), module.constant_int(b)) {
                    (_, Some(factor)) => (factor, a),
                    (Some(factor), None) => (factor, b),
                    (None, None) => return None,
                };
                Some(Limit::Each(vec![(0, vec![(other, factor)])]))
            }
            (Arith::MinSI, Side::Above) | (Arith::MaxSI, Side::Below) => Some(Limit::Each(alternatives())),
            (Arith::MinSI, Side::Below) | (Arith::MaxSI, Side::Above) => Some(Limit::Some(alternatives())),
            (Arith::MinUI, Side::Above) | (Arith::MaxUI, Side::Below) if are_natural => {
                Some(Limit::Each(alternatives()))
            }
            (Arith::MinUI, Side::Below) | (Arith::MaxUI, Side::Above) if are_natural => {
                Some(Limit::Some(alternatives()))
            }
            _ => None,
        }
    }
}
