//! Subscripts of buffers of one dimension that programs index as several: `(i * n + j) * m + k` as `[i, j, k]` of sizes
//! `n` and `m`.
//!
//! A digit is recognised if loops around the access bound it by a size: `0 <= k < m`. Then two accesses of equal sizes meet
//! only where all their digits are equal.

use crate::analysis::access::is_defined_inside;
use crate::analysis::linear::{self, Linear};
use crate::analysis::loop_bounds;
use crate::analysis::ranges::indices;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use warpline_ir::{Affine, AffineMap, Arith, BinaryOp, Expr, Module, Op, OpKind, Type, Value};

/// The greatest number of terms of a polynomial, of factors of a term, and of operations between a value and its leaves.
const MAX_TERMS: usize = 16;
const MAX_FACTORS: usize = 4;
const MAX_DEPTH: usize = 64;

/// A subscript in several dimensions, the outermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Digits {
    pub(crate) subscripts: Vec<Linear>,
    /// The sizes of all dimensions but the first.
    pub(crate) sizes: Vec<Value>,
}

/// A sum of products of leaves, with a factor for each; the leaves of a product are sorted.
type Polynomial = BTreeMap<Vec<Value>, i64>;

/// Returns the digits of the result of a map, in which sizes are the same in all of `outer`; `None` if it is linear, or a
/// digit is not known to be below its size.
pub(crate) fn of_map(module: &Module, outer: Op, map: &AffineMap, operands: &[Value]) -> Option<Digits> {
    let [result] = &map.results[..] else { return None };
    let mut polynomials = Polynomials::default();
    let operands: Vec<Polynomial> =
        operands.iter().map(|value| polynomials.of(module, *value, MAX_DEPTH)).collect();
    split(module, outer, of_expr(result, map.n_dims as usize, &operands)?)
}

/// Returns the digits of an index, as [`of_map`] does.
pub(crate) fn of_value(module: &Module, outer: Op, index: Value) -> Option<Digits> {
    split(module, outer, Polynomials::default().of(module, index, MAX_DEPTH))
}

fn split(module: &Module, outer: Op, polynomial: Polynomial) -> Option<Digits> {
    let (mut rest, mut subscripts, mut sizes) = (polynomial, Vec::new(), Vec::new());
    while rest.keys().any(|leaves| 1 < leaves.len()) {
        let products = rest.keys().filter(|leaves| 1 < leaves.len()).flatten().copied();
        let candidates = products.filter(|leaf| !is_defined_inside(module, *leaf, outer));
        let (size, quotient, digit) = candidates.into_iter().find_map(|size| {
            let (quotient, remainder) = divided(&rest, size);
            let digit = as_linear(&remainder)?;
            is_below(module, &digit, size).then_some((size, quotient, digit))
        })?;
        sizes.push(size);
        subscripts.push(digit);
        rest = quotient;
    }
    if sizes.is_empty() {
        return None;
    }
    let first = as_linear(&rest)?;
    let is_slow = |leaf: &Value| {
        let step = loop_bounds::step_of_variable(module, *leaf);
        step.is_none_or(|step| step <= linear::MAX_STEP)
    };
    if !first.terms.keys().all(is_slow) {
        return None;
    }
    subscripts.push(first);
    subscripts.reverse();
    sizes.reverse();
    Some(Digits { subscripts, sizes })
}

/// Returns the quotient by a leaf, and the terms without it.
fn divided(polynomial: &Polynomial, size: Value) -> (Polynomial, Polynomial) {
    let (mut quotient, mut remainder) = (Polynomial::new(), Polynomial::new());
    for (leaves, factor) in polynomial {
        let mut leaves = leaves.clone();
        match leaves.iter().position(|leaf| *leaf == size) {
            Some(at) => {
                leaves.remove(at);
                quotient.insert(leaves, *factor);
            }
            None => {
                remainder.insert(leaves, *factor);
            }
        }
    }
    (quotient, remainder)
}

/// Returns a polynomial without products.
fn as_linear(polynomial: &Polynomial) -> Option<Linear> {
    let mut linear = Linear::default();
    for (leaves, factor) in polynomial {
        match leaves[..] {
            [] => linear.constant = *factor,
            [leaf] => {
                linear.terms.insert(leaf, *factor);
            }
            _ => return None,
        }
    }
    Some(linear)
}

/// Whether `0 <= digit < size` wherever the digit is computed: it is the variable of a loop plus a constant.
///
/// The loops that show it go in small steps from small numbers to the size, and no further. So a size is one of a buffer, and
/// no product with it wraps.
fn is_below(module: &Module, digit: &Linear, size: Value) -> bool {
    let Some((variable, 1)) = digit.terms.iter().next().map(|(leaf, factor)| (*leaf, *factor)) else {
        return false;
    };
    let mut above = digit.clone();
    above.constant = above.constant.saturating_add(1);
    let starts = loop_bounds::of_variable(module, variable).and_then(|(lower, _)| constant(&lower));
    let least = starts.and_then(|least| least.checked_add(digit.constant));
    digit.terms.len() == 1
        && least.is_some_and(|least| 0 <= least)
        && is_at_most(module, &above, size, indices::MAX_DEPTH)
}

/// Returns the number that is the only bound.
fn constant(bounds: &[Linear]) -> Option<i64> {
    match bounds {
        [bound] if bound.terms.is_empty() => Some(bound.constant),
        _ => None,
    }
}

/// Whether a linear expression is at most a value, by the upper bounds of loops.
fn is_at_most(module: &Module, linear: &Linear, limit: Value, depth: usize) -> bool {
    let mut terms = linear.terms.iter();
    let (Some((leaf, 1)), None, Some(depth)) = (terms.next(), terms.next(), depth.checked_sub(1)) else {
        return false;
    };
    if *leaf == limit {
        return linear.constant <= 0;
    }
    let Some((lower, upper)) = loop_bounds::of_variable(module, *leaf) else { return false };
    let is_slow = loop_bounds::step_of_variable(module, *leaf).is_some_and(|step| step <= linear::MAX_STEP);
    let is_small = constant(&lower).is_some_and(|lower| (0..=linear::MAX_STEP).contains(&lower));
    let [bound] = &upper[..] else { return false };
    let mut bound = bound.clone();
    // The greatest value of the variable is at most the bound minus one.
    bound.constant = bound.constant.saturating_add(linear.constant).saturating_sub(1);
    is_slow && is_small && is_at_most(module, &bound, limit, depth)
}

/// The polynomials of values, each visited once.
#[derive(Default)]
struct Polynomials {
    known: FxHashMap<Value, Polynomial>,
}

impl Polynomials {
    /// Returns a value as a polynomial; one that cannot be decomposed is a leaf.
    fn of(&mut self, module: &Module, value: Value, depth: usize) -> Polynomial {
        if let Some(constant) = module.constant_int(value) {
            return constant_of(constant);
        }
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        let computed = depth.checked_sub(1).and_then(|depth| self.computed(module, value, depth));
        let found = computed.unwrap_or_else(|| Polynomial::from([(vec![value], 1)]));
        self.known.insert(value, found.clone());
        found
    }

    fn computed(&mut self, module: &Module, value: Value, depth: usize) -> Option<Polynomial> {
        let op = module.defining_op(value)?;
        let is_wide = |value| matches!(module.type_of(value), Type::INDEX | Type::I64);
        let operands = module.operands(op);
        if !is_wide(value) || !operands.iter().all(|operand| is_wide(*operand)) {
            return None;
        }
        let kind = module.kind(op);
        let is_followed = matches!(
            kind,
            OpKind::Affine(Affine::Apply)
                | OpKind::Arith(
                    Arith::AddI | Arith::SubI | Arith::MulI | Arith::IndexCast | Arith::IndexCastUI
                )
        );
        if !is_followed {
            return None;
        }
        let operands: Vec<Polynomial> = operands.iter().map(|value| self.of(module, *value, depth)).collect();
        match (kind, &operands[..]) {
            (OpKind::Affine(_), _) => {
                let map = module.attr_map(module.attr(op, "map")?)?;
                of_expr(map.results.first()?, map.n_dims as usize, &operands)
            }
            (OpKind::Arith(Arith::AddI), [a, b]) => sum(a, b, 1),
            (OpKind::Arith(Arith::SubI), [a, b]) => sum(a, b, -1),
            (OpKind::Arith(Arith::MulI), [a, b]) => product(a, b),
            (_, [a]) => Some(a.clone()),
            _ => None,
        }
    }
}

fn constant_of(constant: i64) -> Polynomial {
    if constant == 0 { Polynomial::new() } else { Polynomial::from([(Vec::new(), constant)]) }
}

fn of_expr(expr: &Expr, n_dims: usize, operands: &[Polynomial]) -> Option<Polynomial> {
    match expr {
        Expr::Dim(dim) => operands.get(*dim as usize).cloned(),
        Expr::Symbol(symbol) => operands.get(n_dims + *symbol as usize).cloned(),
        Expr::Constant(constant) => Some(constant_of(*constant)),
        Expr::Binary(op, a, b) => {
            let (a, b) = (of_expr(a, n_dims, operands)?, of_expr(b, n_dims, operands)?);
            match op {
                BinaryOp::Add => sum(&a, &b, 1),
                BinaryOp::Mul => product(&a, &b),
                BinaryOp::FloorDiv | BinaryOp::CeilDiv | BinaryOp::Mod => None,
            }
        }
    }
}

/// Returns a polynomial plus another one times a factor.
fn sum(a: &Polynomial, b: &Polynomial, factor: i64) -> Option<Polynomial> {
    let mut found = a.clone();
    for (leaves, other) in b {
        add(&mut found, leaves, other.checked_mul(factor)?)?;
    }
    (found.len() <= MAX_TERMS).then_some(found)
}

fn product(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    let mut found = Polynomial::new();
    for (left, x) in a {
        for (right, y) in b {
            let mut leaves = [&left[..], right].concat();
            leaves.sort_unstable();
            if MAX_FACTORS < leaves.len() {
                return None;
            }
            add(&mut found, &leaves, x.checked_mul(*y)?)?;
        }
    }
    (found.len() <= MAX_TERMS).then_some(found)
}

fn add(polynomial: &mut Polynomial, leaves: &[Value], factor: i64) -> Option<()> {
    let sum = polynomial.get(leaves).copied().unwrap_or(0).checked_add(factor)?;
    if sum == 0 {
        polynomial.remove(leaves);
    } else {
        polynomial.insert(leaves.to_vec(), sum);
    }
    Some(())
}
