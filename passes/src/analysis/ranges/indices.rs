//! Intervals that hold every value of an index, from the bounds of the enclosing loops, for host code and for single
//! expressions: found on demand, without a traversal of the function.

use crate::analysis::parallel_bounds::ParallelBounds;
use warpline_ir::{Affine, AffineMap, Arith, BinaryOp, Def, Expr, Module, Op, OpKind, Scf, TypeKind, Value};

/// A closed interval; `None` means unbounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interval {
    /// The least value.
    pub min: Option<i128>,
    /// The greatest value.
    pub max: Option<i128>,
}

impl Interval {
    /// The unbounded interval.
    pub const ALL: Self = Self { min: None, max: None };

    /// Returns the interval of one value.
    pub fn point(value: i128) -> Self {
        Self { min: Some(value), max: Some(value) }
    }

    /// Returns the sums of a value of each; unbounded if the sum of bounds is no index, since it wraps.
    pub fn plus(self, other: Self) -> Self {
        let sum = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        Self { min: sum(self.min, other.min), max: sum(self.max, other.max) }.unless_wrapped()
    }

    /// Returns the values times a factor; unbounded if the product of a bound is no index, since it wraps.
    pub fn scale(self, factor: i128) -> Self {
        let times = |a: Option<i128>| a?.checked_mul(factor);
        match factor {
            0 => Self::point(0),
            1.. => Self { min: times(self.min), max: times(self.max) }.unless_wrapped(),
            _ => Self { min: times(self.max), max: times(self.min) }.unless_wrapped(),
        }
    }

    fn unless_wrapped(self) -> Self {
        let is_index = |bound: i128| i64::try_from(bound).is_ok();
        if [self.min, self.max].into_iter().flatten().all(is_index) { self } else { Self::ALL }
    }

    /// Returns the least and the greatest value, if both are known.
    pub fn ends(self) -> Option<(i64, i64)> {
        Some((i64::try_from(self.min?).ok()?, i64::try_from(self.max?).ok()?))
    }

    /// Whether 0 may be in the interval.
    pub fn may_be_zero(self) -> bool {
        self.min.is_none_or(|min| min <= 0) && self.max.is_none_or(|max| 0 <= max)
    }
}

/// The maximum depth to which the bounds of loops are followed outwards.
pub(crate) const MAX_DEPTH: usize = 8;

/// Returns an interval for an index value.
pub fn of_value(module: &Module, value: Value) -> Interval {
    value_bounds(module, value, MAX_DEPTH)
}

fn value_bounds(module: &Module, value: Value, depth: usize) -> Interval {
    if let Some(constant) = module.constant_int(value) {
        return Interval::point(i128::from(constant));
    }
    let Some(depth) = depth.checked_sub(1) else { return Interval::ALL };
    match module.def(value) {
        Def::Arg(block, index) => match module.block_parent(block) {
            Some(parent) => induction_bounds(module, parent, index as usize, depth),
            None => Interval::ALL,
        },
        Def::Result(op, _) if module.kind(op) == OpKind::Affine(Affine::Apply) => {
            let map = module.attr(op, "map").and_then(|attr| module.attr_map(attr));
            let results = map.map(|map| map_bounds(module, map, module.operands(op), depth));
            results.and_then(|results| results.first().copied()).unwrap_or(Interval::ALL)
        }
        Def::Result(op, _) if module.kind(op) == OpKind::Arith(Arith::IndexCast) => {
            cast_bounds(module, module.operand(op, 0))
        }
        Def::Result(..) | Def::Forward => Interval::ALL,
    }
}

/// Returns the interval of a signed integer that is cast to an index.
fn cast_bounds(module: &Module, integer: Value) -> Interval {
    match *module.type_kind(module.type_of(integer)) {
        TypeKind::Integer(width @ 1..=64, _) => {
            let limit = 1i128 << (width - 1);
            Interval { min: Some(-limit), max: Some(limit - 1) }
        }
        _ => Interval::ALL,
    }
}

/// Returns the interval of argument `index` of the body of a loop.
fn induction_bounds(module: &Module, parent: Op, index: usize, depth: usize) -> Interval {
    let view = module.op(parent);
    match module.kind(parent) {
        OpKind::Affine(Affine::For) if index == 0 => {
            let map = |key| module.attr(parent, key).and_then(|attr| module.attr_map(attr));
            let (Some(lower), Some(upper)) = (map("lowerBoundMap"), map("upperBoundMap")) else {
                return Interval::ALL;
            };
            let lower = map_bounds(module, lower, view.group("lowerBoundOperands"), depth);
            let upper = map_bounds(module, upper, view.group("upperBoundOperands"), depth);
            between(&lower, &upper)
        }
        OpKind::Affine(Affine::Parallel) => {
            let Some(bounds) = ParallelBounds::read(module, parent) else { return Interval::ALL };
            let Some(dim) = bounds.dims.get(index) else { return Interval::ALL };
            let lower = map_bounds(module, &bounds.lower_map(dim), &bounds.lower_operands, depth);
            let upper = map_bounds(module, &bounds.upper_map(dim), &bounds.upper_operands, depth);
            between(&lower, &upper)
        }
        OpKind::Scf(Scf::For) if index == 0 && view.attr("unsignedCmp").is_none() => {
            let lower = value_bounds(module, view.named("lowerBound"), depth);
            between(&[lower], &[value_bounds(module, view.named("upperBound"), depth)])
        }
        OpKind::Scf(Scf::Parallel) => {
            let bounds = view.group("lowerBound").get(index).zip(view.group("upperBound").get(index));
            let Some((lower, upper)) = bounds else { return Interval::ALL };
            between(&[value_bounds(module, *lower, depth)], &[value_bounds(module, *upper, depth)])
        }
        _ => Interval::ALL,
    }
}

/// Returns the interval from the greatest of the lower bounds to below the least of the upper bounds.
fn between(lower: &[Interval], upper: &[Interval]) -> Interval {
    Interval {
        min: lower.iter().filter_map(|bound| bound.min).max(),
        max: upper.iter().filter_map(|bound| bound.max).min().map(|max| max - 1),
    }
}

/// Returns an interval for an affine expression of these operands, the dimensions first.
pub fn of_expr(module: &Module, expr: &Expr, n_dims: usize, operands: &[Value]) -> Interval {
    let operands: Vec<_> = operands.iter().map(|value| of_value(module, *value)).collect();
    expr_bounds(expr, n_dims, &operands)
}

fn map_bounds(module: &Module, map: &AffineMap, operands: &[Value], depth: usize) -> Vec<Interval> {
    let operands: Vec<_> = operands.iter().map(|value| value_bounds(module, *value, depth)).collect();
    map.results.iter().map(|expr| expr_bounds(expr, map.n_dims as usize, &operands)).collect()
}

fn expr_bounds(expr: &Expr, n_dims: usize, operands: &[Interval]) -> Interval {
    match expr {
        Expr::Dim(i) => operands.get(*i as usize).copied().unwrap_or_default(),
        Expr::Symbol(i) => operands.get(n_dims + *i as usize).copied().unwrap_or_default(),
        Expr::Constant(c) => Interval::point(i128::from(*c)),
        Expr::Binary(BinaryOp::Add, a, b) => {
            expr_bounds(a, n_dims, operands).plus(expr_bounds(b, n_dims, operands))
        }
        Expr::Binary(op, a, b) => match **b {
            Expr::Constant(c) => scaled_bounds(*op, expr_bounds(a, n_dims, operands), i128::from(c)),
            _ => Interval::ALL,
        },
    }
}

fn scaled_bounds(op: BinaryOp, a: Interval, c: i128) -> Interval {
    match op {
        BinaryOp::Mul => a.scale(c),
        BinaryOp::Mod if 0 < c => Interval { min: Some(0), max: Some(c - 1) },
        BinaryOp::FloorDiv if 0 < c => {
            Interval { min: a.min.map(|min| min.div_euclid(c)), max: a.max.map(|max| max.div_euclid(c)) }
        }
        BinaryOp::CeilDiv if 0 < c => {
            let up = |x: i128| -(-x).div_euclid(c);
            Interval { min: a.min.map(up), max: a.max.map(up) }
        }
        BinaryOp::Add | BinaryOp::Mod | BinaryOp::FloorDiv | BinaryOp::CeilDiv => Interval::ALL,
    }
}
