//! Whether two iterations of a loop may touch the same element, one of them writing it.
//!
//! For a pair of accesses every dimension gives an equation between the subscripts in iteration `i` and those
//! in iteration `i + delta`. The pair carries no dependence if the equations have no common solution with
//! `delta` not 0. That is looked for by five means, each of which can only prove absence:
//!
//! - *exact distance*: where only `delta` is left, it is a number; two dimensions must agree on it;
//! - *equal inner indices*: a dimension that is just an inner index on both sides makes it equal everywhere;
//! - *divisibility*: the greatest common divisor of the coefficients must divide the constant;
//! - *intervals*: the sum of the ranges of all terms must hold 0, for `delta` above and below 0;
//! - *elimination*: the equations of all dimensions, the bounds of all loops and the order of the iterations must have a
//!   solution together, where a bound may be an index of another loop.
//!
//! Everything else counts as dependent: unknown operations, subscripts that are no sums, buffers that may be
//! the same memory under two names. Cost: quadratic in the accesses of the loop.

use crate::analysis::access::{Access, accesses_inside, is_defined_inside};
use crate::analysis::bounds::{self, Interval};
use crate::analysis::linear::Linear;
use std::collections::BTreeSet;
use warpline_ir::{Module, Op, Value};

mod coupled;
mod obstacle;
mod system;

pub use obstacle::{Obstacle, buffer_name};

/// More accesses than this are not compared.
pub const MAX_ACCESSES: usize = 512;

/// The loop whose iterations are compared.
struct Loop<'m> {
    module: &'m Module,
    op: Op,
    induction: Value,
    step: i128,
    /// The greatest distance between two iterations, if that is known.
    span: Option<i128>,
    may_alias: MayAlias<'m>,
}

/// Whether two memrefs may share an element: [`alias::may_alias`](crate::analysis::alias::may_alias), or less where a
/// check at run time can prove them apart.
pub type MayAlias<'m> = &'m dyn Fn(Value, Value) -> bool;

/// What keeps the iterations of a loop from running in any order, as far as memory goes; `None` if nothing does.
pub fn obstacle(
    module: &Module,
    op: Op,
    induction: Value,
    step: i64,
    may_alias: MayAlias<'_>,
) -> Option<Obstacle> {
    let accesses = match accesses_inside(module, op) {
        Ok(accesses) => accesses,
        Err(unknown) => return Some(Obstacle::UnknownEffects(unknown)),
    };
    if MAX_ACCESSES < accesses.len() {
        return Some(Obstacle::ManyAccesses(accesses.len()));
    }
    let range = bounds::of_value(module, induction);
    let span = range.max.zip(range.min).map(|(max, min)| max.saturating_sub(min).max(0));
    let cx = Loop { module, op, induction, step: i128::from(step), span, may_alias };
    let pairs = accesses.iter().enumerate().flat_map(|(i, a)| accesses[i..].iter().map(move |b| (a, b)));
    pairs.into_iter().find_map(|(a, b)| cx.conflict(a, b))
}

impl Loop<'_> {
    /// Why two different iterations may conflict in these accesses.
    fn conflict(&self, a: &Access, b: &Access) -> Option<Obstacle> {
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
        let is_apart = left.len() == right.len() && self.never_meet(left, right);
        (!is_apart).then_some(Obstacle::Carried([a.op, b.op]))
    }

    /// Whether the equations of all dimensions have no solution with a distance other than 0.
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
        self.is_apart_in_all_dimensions(left, right)
    }

    /// Whether two different iterations are this far apart.
    fn is_distance(&self, delta: i128) -> bool {
        delta != 0 && delta % self.step == 0 && self.span.is_none_or(|span| delta.abs() <= span)
    }

    /// Whether a leaf may be another value in another iteration.
    fn varies(&self, leaf: Value) -> bool {
        leaf != self.induction && is_defined_inside(self.module, leaf, self.op)
    }

    /// The inner leaves that stand alone, and alike, in one dimension of both accesses.
    fn equal_inner_indices(&self, left: &[Linear], right: &[Linear]) -> BTreeSet<Value> {
        let alone = |(left, right): (&Linear, &Linear)| {
            let mut terms = left.terms.keys();
            let (leaf, None) = (*terms.next()?, terms.next()) else { return None };
            (left == right && self.varies(leaf)).then_some(leaf)
        };
        left.iter().zip(right).filter_map(alone).collect()
    }

    /// `left` in one iteration minus `right` in the iteration that is `delta` later.
    fn equation(&self, left: &Linear, right: &Linear, equal: &BTreeSet<Value>) -> Equation {
        let constant = i128::from(left.constant) - i128::from(right.constant);
        let mut terms = Vec::new();
        let leaves: BTreeSet<Value> = left.terms.keys().chain(right.terms.keys()).copied().collect();
        for leaf in leaves {
            let (a, b) = (i128::from(left.coefficient(leaf)), i128::from(right.coefficient(leaf)));
            let range = bounds::of_value(self.module, leaf);
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

/// What an equation says about the distance of two iterations.
enum Distance {
    /// No distance solves it.
    None,
    /// Only this one does.
    Exact(i128),
    /// It does not fix one.
    Open,
}

/// `constant + delta · distance + Σ coefficient · x = 0`, with the interval of each `x`.
struct Equation {
    terms: Vec<(i128, Interval)>,
    delta: i128,
    constant: i128,
}

impl Equation {
    /// The distance that the equation demands.
    fn distance(&self) -> Distance {
        if !self.terms.is_empty() || self.delta == 0 {
            Distance::Open
        } else if self.constant % self.delta == 0 {
            Distance::Exact(-self.constant / self.delta)
        } else {
            Distance::None
        }
    }

    /// Whether a distance other than 0 may solve the equation.
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
