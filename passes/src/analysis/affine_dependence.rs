//! Dependence analysis: whether two iterations of a loop may access the same element, with at least one write.
//!
//! For a pair of accesses every dimension gives an equation between the subscripts in iteration `i` and those in
//! iteration `i + delta`. The pair carries no dependence if the equations have no common solution with a nonzero
//! `delta`. Five tests are applied, each of which can only prove independence:
//!
//! - *exact distance*: if only `delta` is left, it is a number; two dimensions must agree on it;
//! - *equal inner indices*: a dimension that is just an inner index on both sides makes it equal everywhere;
//! - *divisibility*: the greatest common divisor of the coefficients must divide the constant;
//! - *intervals*: the sum of the ranges of all terms must hold 0, for `delta` above and below 0;
//! - *elimination*: the equations of all dimensions, the bounds of all loops and the order of the iterations must
//!   have a common solution, where a bound may be an index of another loop.
//!
//! Everything else counts as dependent: unknown operations, non-linear subscripts, buffers that may alias. Cost:
//! quadratic in the accesses of the loop.

use crate::analysis::access::{MemRefAccess, accesses_inside, is_defined_inside};
use crate::analysis::linear::Linear;
use crate::analysis::ranges::indices::{self, Interval};
use std::cell::Cell;
use std::collections::BTreeSet;
use warpline_ir::{Module, Op, Value};

mod coupled;
mod obstacle;
mod system;

pub use obstacle::{Obstacle, buffer_name};

/// The maximum number of accesses that are compared.
pub const MAX_ACCESSES: usize = 512;

/// The loop whose iterations are compared.
struct Loop<'m> {
    module: &'m Module,
    op: Op,
    induction: Value,
    step: i128,
    /// The greatest distance between two iterations, if known.
    span: Option<i128>,
    may_alias: MayAlias<'m>,
    /// The number of pairs for which the test by elimination may still be tried.
    eliminations: Cell<u32>,
}

/// The number of pairs of accesses of a loop for which elimination is tried; more count as dependent.
const MAX_ELIMINATIONS: u32 = 1024;

/// Whether two memrefs may share an element: [`alias::may_alias`](crate::analysis::alias::may_alias), or a weaker
/// relation if a check at run time can prove them disjoint.
pub type MayAlias<'m> = &'m dyn Fn(Value, Value) -> bool;

/// Returns the reason why the iterations of a loop cannot run in any order, as far as memory is concerned; `None` if
/// there is none.
///
/// The variable may be that of a loop in `op`: then the iterations are those of that loop if it were outside of all others.
pub fn obstacle(
    module: &Module,
    op: Op,
    induction: Value,
    step: i64,
    may_alias: MayAlias<'_>,
) -> Option<Obstacle> {
    match accesses_of(module, op) {
        Ok(accesses) => obstacle_among(module, op, induction, step, may_alias, &accesses),
        Err(obstacle) => Some(obstacle),
    }
}

/// Like [`obstacle`], for some of the accesses in the loop.
pub(crate) fn obstacle_among(
    module: &Module,
    op: Op,
    induction: Value,
    step: i64,
    may_alias: MayAlias<'_>,
    accesses: &[MemRefAccess],
) -> Option<Obstacle> {
    let cx = Loop::new(module, op, induction, step, may_alias);
    let pairs = accesses.iter().enumerate().flat_map(|(i, a)| accesses[i..].iter().map(move |b| (a, b)));
    pairs.into_iter().find_map(|(a, b)| cx.conflict(a, b))
}

/// Returns the accesses in a loop, and the pairs of them between which [`obstacle`] finds one, each in order.
///
/// # Errors
/// Returns the obstacle if the accesses are not known.
pub(crate) fn conflicts(
    module: &Module,
    op: Op,
    induction: Value,
    step: i64,
    may_alias: MayAlias<'_>,
) -> Result<(Vec<MemRefAccess>, Vec<[usize; 2]>), Obstacle> {
    let accesses = accesses_of(module, op)?;
    let cx = Loop::new(module, op, induction, step, may_alias);
    let pairs = (0..accesses.len()).flat_map(|a| (a..accesses.len()).map(move |b| [a, b]));
    let meet = |[a, b]: &[usize; 2]| cx.conflict(&accesses[*a], &accesses[*b]).is_some();
    let pairs = pairs.filter(meet).collect();
    Ok((accesses, pairs))
}

fn accesses_of(module: &Module, op: Op) -> Result<Vec<MemRefAccess>, Obstacle> {
    let accesses = accesses_inside(module, op).map_err(Obstacle::UnknownEffects)?;
    match accesses.len() {
        0..=MAX_ACCESSES => Ok(accesses),
        n => Err(Obstacle::ManyAccesses(n)),
    }
}

impl<'m> Loop<'m> {
    fn new(module: &'m Module, op: Op, induction: Value, step: i64, may_alias: MayAlias<'m>) -> Self {
        let range = indices::of_value(module, induction);
        let span = range.max.zip(range.min).map(|(max, min)| max.saturating_sub(min).max(0));
        let eliminations = Cell::new(MAX_ELIMINATIONS);
        Self { module, op, induction, step: i128::from(step), span, may_alias, eliminations }
    }
}

impl Loop<'_> {
    /// Returns the reason why two different iterations may conflict in these accesses.
    fn conflict(&self, a: &MemRefAccess, b: &MemRefAccess) -> Option<Obstacle> {
        if !a.is_write && !b.is_write || !(self.may_alias)(a.memref, b.memref) {
            return None;
        }
        if a.memref != b.memref {
            return Some(Obstacle::MayOverlap([(a.op, a.memref), (b.op, b.memref)]));
        }
        let (Some(left), Some(right)) = (&a.subscripts, &b.subscripts) else {
            let unknown = if a.subscripts.is_none() { a.op } else { b.op };
            return Some(Obstacle::UnknownElement(unknown));
        };
        let is_apart = a.sizes == b.sizes && left.len() == right.len() && self.never_meet(left, right);
        (!is_apart).then_some(Obstacle::Carried([a.op, b.op]))
    }

    /// Whether the equations of all dimensions have no solution with a nonzero distance.
    fn never_meet(&self, left: &[Linear], right: &[Linear]) -> bool {
        let equal = self.equal_inner_indices(left, right);
        let mut distance = None;
        for (left, right) in left.iter().zip(right) {
            let equation = self.equation(left, right, &equal);
            match equation.distance() {
                Distance::None => return true,
                Distance::Exact(found)
                    if !self.is_distance(found) || distance.is_some_and(|d| d != found) =>
                {
                    return true;
                }
                Distance::Exact(found) => distance = Some(found),
                Distance::Open if !equation.has_solution(self) => return true,
                Distance::Open => {}
            }
        }
        let Some(left_over) = self.eliminations.get().checked_sub(1) else { return false };
        self.eliminations.set(left_over);
        self.is_apart_in_all_dimensions(left, right)
    }

    /// Whether two different iterations have this distance.
    fn is_distance(&self, delta: i128) -> bool {
        delta != 0 && delta % self.step == 0 && self.span.is_none_or(|span| delta.abs() <= span)
    }

    /// Whether a leaf may have another value in another iteration.
    fn varies(&self, leaf: Value) -> bool {
        leaf != self.induction && is_defined_inside(self.module, leaf, self.op)
    }

    /// Returns the inner leaves that are the only term of the same dimension of both accesses.
    fn equal_inner_indices(&self, left: &[Linear], right: &[Linear]) -> BTreeSet<Value> {
        let alone = |(left, right): (&Linear, &Linear)| {
            let mut terms = left.terms.keys();
            let (leaf, None) = (*terms.next()?, terms.next()) else { return None };
            (left == right && self.varies(leaf)).then_some(leaf)
        };
        left.iter().zip(right).filter_map(alone).collect()
    }

    /// Returns the equation: `left` in one iteration minus `right` in the iteration that is `delta` later.
    fn equation(&self, left: &Linear, right: &Linear, equal: &BTreeSet<Value>) -> Equation {
        let constant = i128::from(left.constant) - i128::from(right.constant);
        let mut terms = Vec::new();
        let leaves: BTreeSet<Value> = left.terms.keys().chain(right.terms.keys()).copied().collect();
        for leaf in leaves {
            let (a, b) = (i128::from(left.coefficient(leaf)), i128::from(right.coefficient(leaf)));
            let range = indices::of_value(self.module, leaf);
            if self.varies(leaf) && !equal.contains(&leaf) {
                terms.extend([(a, range), (-b, range)]);
            } else {
                terms.push((a - b, range));
            }
        }
        terms.retain(|(coefficient, _)| *coefficient != 0);
        Equation { terms, delta: -i128::from(right.coefficient(self.induction)), constant }
    }
}

/// The solutions of an equation for the distance of two iterations.
enum Distance {
    /// No distance solves it.
    None,
    /// Only this distance does.
    Exact(i128),
    /// The distance is not determined.
    Open,
}

/// `constant + delta · distance + Σ coefficient · x = 0`, with the interval of each `x`.
struct Equation {
    terms: Vec<(i128, Interval)>,
    delta: i128,
    constant: i128,
}

impl Equation {
    /// Returns the distance that the equation determines.
    fn distance(&self) -> Distance {
        if !self.terms.is_empty() || self.delta == 0 {
            Distance::Open
        } else if self.constant % self.delta == 0 {
            Distance::Exact(-self.constant / self.delta)
        } else {
            Distance::None
        }
    }

    /// Whether a nonzero distance may solve the equation.
    fn has_solution(&self, cx: &Loop<'_>) -> bool {
        let coefficients = self.terms.iter().map(|(coefficient, _)| *coefficient);
        let divisor = coefficients.chain([self.delta.saturating_mul(cx.step)]).fold(0, gcd);
        if divisor != 0 && self.constant % divisor != 0 {
            return false;
        }
        let sum = self.terms.iter().fold(Interval::point(self.constant), |sum, (coefficient, range)| {
            sum.plus(range.scale(*coefficient))
        });
        let later = Interval { min: Some(cx.step), max: cx.span };
        let has_other = cx.span.is_none_or(|span| cx.step <= span);
        has_other
            && [1, -1]
                .iter()
                .any(|sign| sum.plus(later.scale(self.delta.saturating_mul(*sign))).may_be_zero())
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
