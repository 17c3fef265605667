//! The bytes of views at varying offsets, as ranges that repeat with a period.
//!
//! A view at `%i`, where `%i` goes from 0 in steps of 8192, covers bytes `[0, 4096)` of every 8192; a view of the
//! same buffer at `%i + 4096` covers the other half. They share no byte in any iterations of the loop: no two
//! executions of the operations that use them conflict, in one iteration or in different ones.
//!
//! An offset is a sum of constants, of scaled values that are the same throughout an execution of the function, and
//! of scaled values that vary. A value that varies adds a multiple of its scale, the induction variable of a
//! `scf.for` its lower bound and a multiple of the step. So the offset is known modulo the greatest common divisor of
//! these multiples. Dimensions may be left out in the same manner: the rest of a row repeats with the stride of rows.
//!
//! Sums that may overflow are known modulo a power of two only. Cost: the views between a value and its buffer, and
//! the operations that compute their offsets, to a fixed depth.

use crate::analysis::linear;
use std::collections::BTreeMap;
use warpline_ir::dialect::memref::STRIDED_LISTS;
use warpline_ir::dialect::memref::subview::kept_dims;
use warpline_ir::{Arith, AttrKind, DYNAMIC, Def, Func, MemRef, Module, Op, OpKind, Scf, Value};

/// The maximum depth to which the computation of an offset is followed.
const MAX_DEPTH: usize = 16;

/// The bytes of a view, relative to the start of its buffer: `base + Σ terms + k · period` for some `k`, then a box
/// of elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Residue {
    base: i64,
    /// Invariant values with their scales, sorted.
    terms: Vec<(Value, i64)>,
    /// The period; 0 if the offset has no varying part.
    period: u64,
    /// Whether the computation of the offset may overflow.
    wraps: bool,
    /// Size and stride of each dimension in bytes; `None` if the size is unknown. Dimensions of size 1 are left out.
    dims: Vec<(Option<i64>, i64)>,
}

/// Returns the buffer of a view, through casts and subviews, and the bytes of the view; `None` if a stride is
/// unknown.
pub(super) fn of_view(module: &Module, value: Value) -> Option<(Value, Residue)> {
    let mut views = Vec::new();
    let mut buffer = value;
    while let Some(op) = module.defining_op(buffer)
        && let OpKind::MemRef(MemRef::Cast | MemRef::SubView) = module.kind(op)
    {
        views.push(op);
        buffer = module.operand(op, 0);
    }
    let mut shape = Shape::of_buffer(module, buffer)?;
    let mut offset = Offset::default();
    for view in views.into_iter().rev() {
        if module.kind(view) == OpKind::MemRef(MemRef::SubView) {
            shape.take_part(module, view, &mut offset)?;
        }
    }
    let bytes = i64::try_from(module.byte_size(module.element_type(module.type_of(buffer)))?).ok()?;
    Some((buffer, offset.residue(&shape, bytes)?))
}

/// Whether views of one buffer share no byte, in any iterations.
pub(super) fn are_apart(a: &Residue, b: &Residue) -> bool {
    if a.is_empty() || b.is_empty() {
        return true;
    }
    let Some(period) = common_period(a, b) else { return false };
    let distance = i128::from(b.base) - i128::from(a.base);
    let mut strides: Vec<i64> = a.dims.iter().chain(&b.dims).map(|(_, stride)| *stride).collect();
    strides.sort_unstable();
    strides.dedup();
    // First all dimensions are included, then those with the largest strides become parts of the period.
    let limits = std::iter::once(i64::MAX).chain(strides.into_iter().rev());
    limits.into_iter().any(|limit| {
        let (Some((x, with_a)), Some((y, with_b))) = (a.extent(limit), b.extent(limit)) else { return false };
        let period = gcd(gcd(period, with_a), with_b);
        if period == 0 {
            return x <= distance || y <= -distance;
        }
        let distance = distance.rem_euclid(i128::from(period));
        x <= distance && distance + y <= i128::from(period)
    })
}

/// Returns the modulus to which the relative offset of two views is known; `None` if their terms differ.
fn common_period(a: &Residue, b: &Residue) -> Option<u64> {
    let mut terms: BTreeMap<Value, i64> = a.terms.iter().copied().collect();
    for (value, scale) in &b.terms {
        let cell = terms.entry(*value).or_default();
        *cell = cell.checked_sub(*scale)?;
    }
    let period =
        terms.values().fold(gcd(a.period, b.period), |period, scale| gcd(period, scale.unsigned_abs()));
    let is_cut = (a.wraps || b.wraps) && period != 0;
    Some(if is_cut { period & period.wrapping_neg() } else { period })
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Residue {
    fn is_empty(&self) -> bool {
        self.dims.iter().any(|(size, _)| *size == Some(0))
    }

    /// Returns the bytes from the first to the end of the last one that the dimensions with strides below `limit`
    /// span, and the period that the others add; `None` if the size of one of the former is unknown.
    fn extent(&self, limit: i64) -> Option<(i128, u64)> {
        let (mut extent, mut period) = (1, 0);
        for (size, stride) in &self.dims {
            match size {
                Some(size) if *stride < limit => extent += i128::from(size - 1) * i128::from(*stride),
                None if *stride < limit => return None,
                Some(_) | None => period = gcd(period, stride.unsigned_abs()),
            }
        }
        Some((extent, period))
    }
}

/// Sizes and strides of a view in elements, if known.
struct Shape {
    sizes: Vec<Option<i64>>,
    strides: Vec<Option<i64>>,
}

impl Shape {
    fn of_buffer(module: &Module, buffer: Value) -> Option<Self> {
        let ty = module.type_of(buffer);
        let known = |number: &i64| (*number != DYNAMIC).then_some(*number);
        let sizes = module.shape(ty)?.iter().map(known).collect();
        let (_, strides) = module.strides(ty)?;
        Some(Self { sizes, strides: strides.iter().map(known).collect() })
    }

    /// Replaces the shape by that of a subview, whose offset is added.
    fn take_part(&mut self, module: &Module, view: Op, out: &mut Offset) -> Option<()> {
        let [offsets, sizes, steps] = STRIDED_LISTS.map(|(key, name)| numbers(module, view, key, name));
        let (offsets, sizes, steps) = (offsets?, sizes?, steps?);
        for (offset, stride) in offsets.iter().zip(&self.strides) {
            match (offset, stride) {
                (Number::Constant(0), _) => {}
                (Number::Constant(offset), Some(stride)) => out.add_constant(offset.checked_mul(*stride)?)?,
                (Number::Value(value), Some(stride)) => out.add_value(module, *value, *stride, 0)?,
                (_, None) => return None,
            }
        }
        let kept = kept_dims(module.op(view))?;
        let stride = |dim: usize| self.strides[dim]?.checked_mul(steps[dim].constant()?);
        let strides = kept.iter().map(|dim| stride(*dim)).collect();
        let sizes = kept.iter().map(|dim| sizes[*dim].constant()).collect();
        *self = Self { sizes, strides };
        Some(())
    }
}

/// A number of a list that mixes constants and values.
#[derive(Clone, Copy)]
enum Number {
    Constant(i64),
    Value(Value),
}

impl Number {
    fn constant(self) -> Option<i64> {
        match self {
            Self::Constant(number) => Some(number),
            Self::Value(_) => None,
        }
    }
}

/// Returns a list of a subview: the numbers of an attribute, and values for dynamic ones.
fn numbers(module: &Module, view: Op, key: &str, name: &str) -> Option<Vec<Number>> {
    let AttrKind::DenseArray(_, numbers) = module.attr_kind(module.attr(view, key)?) else { return None };
    let mut values = module.op(view).group(name).iter();
    let number = |number: &i64| match number {
        &DYNAMIC => {
            let value = *values.next()?;
            Some(module.constant_int(value).map_or(Number::Value(value), Number::Constant))
        }
        number => Some(Number::Constant(*number)),
    };
    numbers.iter().map(number).collect()
}

/// The sum of an offset in elements, under construction.
#[derive(Default)]
struct Offset {
    base: i64,
    terms: BTreeMap<Value, i64>,
    period: u64,
    wraps: bool,
}

impl Offset {
    fn add_constant(&mut self, number: i64) -> Option<()> {
        self.base = self.base.checked_add(number)?;
        Some(())
    }

    /// Adds a value times `scale`.
    fn add_value(&mut self, module: &Module, value: Value, scale: i64, depth: usize) -> Option<()> {
        if let Some(number) = module.constant_int(value) {
            return self.add_constant(number.checked_mul(scale)?);
        }
        if depth == MAX_DEPTH {
            self.add_unknown(scale);
            return Some(());
        }
        match module.def(value) {
            Def::Result(op, _) => self.add_result(module, op, value, scale, depth),
            Def::Arg(block, 0) => match module.block_parent(block) {
                Some(parent) if module.kind(parent) == OpKind::Scf(Scf::For) => {
                    self.add_variable(module, parent, scale, depth)
                }
                Some(_) | None => self.add_leaf(module, value, scale),
            },
            Def::Arg(..) => self.add_leaf(module, value, scale),
            Def::Forward => {
                self.add_unknown(scale);
                Some(())
            }
        }
    }

    fn add_result(&mut self, module: &Module, op: Op, value: Value, scale: i64, depth: usize) -> Option<()> {
        let operands = module.operands(op);
        match (module.kind(op), operands) {
            (OpKind::Arith(kind @ (Arith::AddI | Arith::SubI)), [a, b]) => {
                self.note_overflow(module, op);
                self.add_value(module, *a, scale, depth + 1)?;
                let sign = if kind == Arith::AddI { 1 } else { -1 };
                self.add_value(module, *b, scale.checked_mul(sign)?, depth + 1)
            }
            (OpKind::Arith(Arith::MulI), [a, b]) => {
                let (value, factor) = match (module.constant_int(*a), module.constant_int(*b)) {
                    (_, Some(factor)) => (*a, factor),
                    (Some(factor), None) => (*b, factor),
                    (None, None) => return self.add_leaf(module, value, scale),
                };
                self.note_overflow(module, op);
                self.add_value(module, value, scale.checked_mul(factor)?, depth + 1)
            }
            (OpKind::Affine(_), _) => {
                let sum = linear::of_value(module, value);
                if sum.coefficient(value) != 0 {
                    return self.add_leaf(module, value, scale);
                }
                self.add_constant(sum.constant.checked_mul(scale)?)?;
                sum.terms.iter().try_for_each(|(leaf, factor)| {
                    self.add_value(module, *leaf, scale.checked_mul(*factor)?, depth + 1)
                })
            }
            _ => self.add_leaf(module, value, scale),
        }
    }

    /// Adds the induction variable of a `scf.for`.
    fn add_variable(&mut self, module: &Module, op: Op, scale: i64, depth: usize) -> Option<()> {
        let view = module.op(op);
        let step = module.constant_int(view.named("step")).unwrap_or(1);
        self.add_unknown(scale.checked_mul(step)?);
        self.add_value(module, view.named("lowerBound"), scale, depth + 1)
    }

    fn add_leaf(&mut self, module: &Module, value: Value, scale: i64) -> Option<()> {
        if !is_fixed(module, value) {
            self.add_unknown(scale);
            return Some(());
        }
        let cell = self.terms.entry(value).or_default();
        *cell = cell.checked_add(scale)?;
        Some(())
    }

    /// Adds an unknown multiple of a number.
    fn add_unknown(&mut self, scale: i64) {
        self.period = gcd(self.period, scale.unsigned_abs());
    }

    fn note_overflow(&mut self, module: &Module, op: Op) {
        let Some(attr) = module.attr(op, "overflowFlags") else {
            self.wraps = true;
            return;
        };
        let is_exact = match module.attr_kind(attr) {
            AttrKind::Foreign(name) => module.text(*name).contains("nsw"),
            _ => false,
        };
        self.wraps |= !is_exact;
    }

    fn residue(self, shape: &Shape, bytes: i64) -> Option<Residue> {
        let mut dims = Vec::new();
        for (size, stride) in shape.sizes.iter().zip(&shape.strides) {
            match (size, stride) {
                (Some(1), _) => {}
                (size, Some(stride)) if 0 <= *stride => dims.push((*size, stride.checked_mul(bytes)?)),
                (_, Some(_) | None) => return None,
            }
        }
        dims.push((Some(bytes), 1));
        let terms = self.terms.into_iter().filter(|(_, scale)| *scale != 0);
        let terms = terms.map(|(value, scale)| Some((value, scale.checked_mul(bytes)?)));
        Some(Residue {
            base: self.base.checked_mul(bytes)?,
            terms: terms.collect::<Option<_>>()?,
            period: self.period.checked_mul(bytes.unsigned_abs())?,
            wraps: self.wraps,
            dims,
        })
    }
}

/// Whether a value is the same throughout an execution of a host function: an argument of it, or computed once before
/// its regions.
fn is_fixed(module: &Module, value: Value) -> bool {
    let Some(block) = module.def_block(value) else { return false };
    let Some(parent) = module.block_parent(block) else { return false };
    module.kind(parent) == OpKind::Func(Func::Func) && module.entry(parent, 0) == Some(block)
}
