//! Index values as linear expressions: a constant plus scaled leaves, through `affine.apply` and constants, and in
//! `Forms` through sums and products of arith, too.

use crate::analysis::ranges::indices::{self, Interval};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use warpline_ir::def::Trait;
use warpline_ir::{
    Affine, AffineMap, Arith, BinaryOp, Expr, MemRef, Module, Op, OpKind, OpRef, Type, Value, Vector,
};

/// `constant + Σ coefficient · leaf`; no coefficient is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// The leaves: values that are neither an `affine.apply` nor a constant.
    pub terms: BTreeMap<Value, i64>,
    /// The constant term.
    pub constant: i64,
}

impl Linear {
    /// Returns a constant.
    pub(crate) fn constant(constant: i64) -> Self {
        Self { terms: BTreeMap::new(), constant }
    }

    /// Returns a value as a leaf.
    pub(crate) fn leaf(value: Value) -> Self {
        Self { terms: BTreeMap::from([(value, 1)]), constant: 0 }
    }

    /// Returns the coefficient of a leaf, 0 if it does not occur.
    pub fn coefficient(&self, leaf: Value) -> i64 {
        self.terms.get(&leaf).copied().unwrap_or(0)
    }

    /// Adds another expression times a factor; `None` on overflow.
    pub(crate) fn add_scaled(&mut self, other: &Self, factor: i64) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (leaf, coefficient) in &other.terms {
            let cell = self.terms.entry(*leaf).or_insert(0);
            *cell = cell.checked_add(coefficient.checked_mul(factor)?)?;
        }
        self.terms.retain(|_, coefficient| *coefficient != 0);
        Some(())
    }

    /// Returns an interval of the values, from the bounds of the enclosing loops.
    fn interval(&self, module: &Module) -> Interval {
        let terms = self.terms.iter();
        terms.fold(Interval::point(i128::from(self.constant)), |sum, (leaf, factor)| {
            sum.plus(indices::of_value(module, *leaf).scale(i128::from(*factor)))
        })
    }

    fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }
}

/// Returns the results of a map on these operands; `None` if one is not linear or does not fit 64 bits.
pub fn of_map(module: &Module, map: &AffineMap, operands: &[Value]) -> Option<Vec<Linear>> {
    let leaves: Vec<Linear> = operands.iter().map(|value| of_value(module, *value)).collect();
    of_leaves(map, &leaves)
}

fn of_leaves(map: &AffineMap, leaves: &[Linear]) -> Option<Vec<Linear>> {
    map.results.iter().map(|expr| of_expr(expr, map.n_dims as usize, leaves)).collect()
}

/// Returns a value as a linear expression; a value that cannot be decomposed is a leaf.
pub fn of_value(module: &Module, value: Value) -> Linear {
    if let Some(constant) = module.constant_int(value) {
        return Linear::constant(constant);
    }
    applied(module, value).unwrap_or_else(|| Linear::leaf(value))
}

fn applied(module: &Module, value: Value) -> Option<Linear> {
    applied_to(module, module.defining_op(value)?, |leaf| of_value(module, leaf))
}

/// Returns the result of an `affine.apply` on these expressions of its operands.
fn applied_to(module: &Module, op: Op, of_operand: impl FnMut(Value) -> Linear) -> Option<Linear> {
    if module.kind(op) != OpKind::Affine(Affine::Apply) {
        return None;
    }
    let map = module.attr_map(module.attr(op, "map")?)?;
    let leaves: Vec<Linear> = module.operands(op).iter().copied().map(of_operand).collect();
    of_leaves(map, &leaves)?.pop()
}

/// Linear expressions of values, through sums and products of arith, and casts between `index` and `i64`, too. Each value
/// is visited once.
///
/// Sums and products of arith wrap. Constants and coefficients are small here, so that an expression whose variables go in
/// steps of at most `MAX_STEP` leaves every buffer before it wraps.
#[derive(Default)]
pub(crate) struct Forms {
    known: FxHashMap<Value, Linear>,
    /// The numbers that narrower integers hold, where no operation wraps.
    exact: FxHashMap<Value, Option<Linear>>,
}

/// The greatest step of loops whose variables are in linear expressions that may wrap.
pub(crate) const MAX_STEP: i64 = 1 << 16;
/// The most terms, and the greatest coefficient and constant of these.
const MAX_TERMS: usize = 32;
const MAX_COEFFICIENT: i64 = 1 << 24;
const MAX_CONSTANT: i64 = 1 << 40;

impl Forms {
    /// The greatest length of a chain of operations that is followed.
    const MAX_DEPTH: usize = 256;

    /// Returns a value as a linear expression; a value that cannot be decomposed is a leaf.
    pub(crate) fn of(&mut self, module: &Module, value: Value) -> Linear {
        self.within(module, value, Self::MAX_DEPTH)
    }

    fn within(&mut self, module: &Module, value: Value, depth: usize) -> Linear {
        if let Some(constant) = module.constant_int(value) {
            return Linear::constant(constant);
        }
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        let computed = depth.checked_sub(1).and_then(|depth| self.computed(module, value, depth));
        let is_small = |linear: &Linear| {
            let mut factors = linear.terms.values();
            linear.terms.len() <= MAX_TERMS
                && linear.constant.unsigned_abs() <= MAX_CONSTANT.unsigned_abs()
                && factors.all(|factor| factor.unsigned_abs() <= MAX_COEFFICIENT.unsigned_abs())
        };
        let linear = computed.filter(is_small).unwrap_or_else(|| Linear::leaf(value));
        self.known.insert(value, linear.clone());
        linear
    }

    fn computed(&mut self, module: &Module, value: Value, depth: usize) -> Option<Linear> {
        let op = module.defining_op(value)?;
        let OpKind::Arith(kind) = module.kind(op) else {
            return applied_to(module, op, |leaf| self.within(module, leaf, depth));
        };
        if !is_wide(module, value) {
            return None;
        }
        let mut operand = |index| self.within(module, module.operand(op, index), depth);
        match kind {
            Arith::AddI => sum(&operand(0), &operand(1), 1),
            Arith::SubI => sum(&operand(0), &operand(1), -1),
            Arith::MulI => product(&operand(0), &operand(1)),
            Arith::IndexCast | Arith::IndexCastUI if is_wide(module, module.operand(op, 0)) => {
                Some(operand(0))
            }
            Arith::IndexCast | Arith::ExtSI => self.exact(module, module.operand(op, 0), depth),
            _ => None,
        }
    }

    /// Returns the number that a narrower integer holds as a linear expression; `None` if an operation may wrap.
    fn exact(&mut self, module: &Module, integer: Value, depth: usize) -> Option<Linear> {
        if let Some(known) = self.exact.get(&integer) {
            return known.clone();
        }
        let found = self.computed_exact(module, integer, depth);
        self.exact.insert(integer, found.clone());
        found
    }

    fn computed_exact(&mut self, module: &Module, integer: Value, depth: usize) -> Option<Linear> {
        if let Some(constant) = module.constant_int(integer) {
            return Some(Linear::constant(constant));
        }
        let depth = depth.checked_sub(1)?;
        let width = module.bit_width(module.type_of(integer)).filter(|width| (1..=64).contains(width))?;
        let op = module.defining_op(integer)?;
        let OpKind::Arith(kind) = module.kind(op) else { return None };
        let mut operand = |index| self.exact(module, module.operand(op, index), depth);
        let linear = match kind {
            Arith::IndexCast | Arith::TruncI if is_wide(module, module.operand(op, 0)) => {
                self.within(module, module.operand(op, 0), depth)
            }
            Arith::ExtSI => operand(0)?,
            Arith::AddI => sum(&operand(0)?, &operand(1)?, 1)?,
            Arith::SubI => sum(&operand(0)?, &operand(1)?, -1)?,
            Arith::MulI => product(&operand(0)?, &operand(1)?)?,
            _ => return None,
        };
        let limit = 1i128 << (width - 1);
        let fits =
            |(least, greatest): (i64, i64)| -limit <= i128::from(least) && i128::from(greatest) < limit;
        let is_exact = linear.interval(module).ends().is_some_and(fits)
            || module.op(op).has_flag("overflowFlags", &["nsw"]);
        is_exact.then_some(linear)
    }
}

/// Whether a value has the 64 bits of an index.
fn is_wide(module: &Module, value: Value) -> bool {
    matches!(module.type_of(value), Type::INDEX | Type::I64)
}

fn of_expr(expr: &Expr, n_dims: usize, leaves: &[Linear]) -> Option<Linear> {
    match expr {
        Expr::Dim(i) => leaves.get(*i as usize).cloned(),
        Expr::Symbol(i) => leaves.get(n_dims + *i as usize).cloned(),
        Expr::Constant(c) => Some(Linear::constant(*c)),
        Expr::Binary(op, a, b) => {
            let (a, b) = (of_expr(a, n_dims, leaves)?, of_expr(b, n_dims, leaves)?);
            match (op, a.as_constant(), b.as_constant()) {
                (BinaryOp::Add, ..) => sum(&a, &b, 1),
                (BinaryOp::Mul, ..) => product(&a, &b),
                (op, Some(x), Some(y)) => op.apply(x, y).map(Linear::constant),
                (BinaryOp::FloorDiv | BinaryOp::CeilDiv | BinaryOp::Mod, ..) => None,
            }
        }
    }
}

/// Whether the offset of a `memref.reinterpret_cast` is the sum of that of the memref that it casts, or whose base it casts,
/// and of other numbers: then both may be relative to any address.
pub fn is_relative(op: OpRef<'_>) -> bool {
    let (module, Some(offset)) = (op.module, op.group("offsets").first()) else { return false };
    let is_metadata = |op: &Op| module.kind(*op) == OpKind::MemRef(MemRef::ExtractStridedMetadata);
    let of_base = module.defining_op(op.operand(0)).filter(is_metadata);
    let same = module.uses(op.operand(0)).into_iter().map(|used| used.op).filter(is_metadata);
    let mut offsets = of_base.into_iter().chain(same).filter_map(|metadata| module.results(metadata).nth(1));
    offsets.any(|own| is_sum_with(module, *offset, own))
}

/// Whether a value is the sum of another one and of what does not depend on that.
fn is_sum_with(module: &Module, value: Value, summand: Value) -> bool {
    coefficient(module, value, &(summand, dependents(module, summand))) == Some(1)
}

/// Returns the coefficient of a leaf in a value; `None` if the value depends on the leaf in another way.
fn coefficient(module: &Module, value: Value, leaf: &(Value, FxHashSet<Value>)) -> Option<i64> {
    if value == leaf.0 {
        return Some(1);
    }
    if !leaf.1.contains(&value) {
        return Some(0);
    }
    let op = module.defining_op(value)?;
    let (kind, operands) = (module.kind(op), module.operands(op));
    match (kind, operands) {
        (OpKind::Affine(Affine::Apply), _) => {
            applied(module, value)?.terms.iter().try_fold(0, |sum: i64, (term, factor)| {
                sum.checked_add(coefficient(module, *term, leaf)? * factor)
            })
        }
        (OpKind::Arith(Arith::AddI), [a, b]) => {
            coefficient(module, *a, leaf)?.checked_add(coefficient(module, *b, leaf)?)
        }
        (OpKind::Arith(Arith::SubI), [a, b]) => {
            coefficient(module, *a, leaf)?.checked_sub(coefficient(module, *b, leaf)?)
        }
        (
            OpKind::Arith(Arith::IndexCast)
            | OpKind::Vector(Vector::Broadcast | Vector::ToElements | Vector::Extract),
            [a],
        ) => coefficient(module, *a, leaf),
        _ => None,
    }
}

/// Returns the values that are computed from a value, or in regions of operations that use it.
fn dependents(module: &Module, value: Value) -> FxHashSet<Value> {
    let mut found = FxHashSet::default();
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        for user in module.uses(value) {
            let op = user.op;
            let parent = if module.op(op).def().is_some_and(|def| def.has(Trait::Terminator)) {
                module.parent_op(op)
            } else {
                None
            };
            for op in [Some(op), parent].into_iter().flatten() {
                let args = module.regions_of(op).into_iter().flat_map(|region| module.blocks_of(region));
                let args = args.flat_map(|block| module.args(*block).iter().copied());
                work.extend(module.results(op).chain(args).filter(|value| found.insert(*value)));
            }
        }
    }
    found
}

/// Returns an expression plus another one times a factor; `None` on overflow.
fn sum(a: &Linear, b: &Linear, factor: i64) -> Option<Linear> {
    let mut sum = a.clone();
    sum.add_scaled(b, factor)?;
    Some(sum)
}

/// Returns the product of two expressions, of which one is constant; `None` on overflow.
fn product(a: &Linear, b: &Linear) -> Option<Linear> {
    match (a.as_constant(), b.as_constant()) {
        (_, Some(factor)) => scaled(a, factor),
        (Some(factor), None) => scaled(b, factor),
        (None, None) => None,
    }
}

/// Returns an expression times a factor; `None` on overflow.
pub(crate) fn scaled(linear: &Linear, factor: i64) -> Option<Linear> {
    let mut out = Linear::default();
    out.add_scaled(linear, factor)?;
    Some(out)
}
