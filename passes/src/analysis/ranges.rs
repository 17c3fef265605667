//! The least and the greatest value of each integer of a function of the device.
//!
//! One walk in the order of the text: a result follows from its operands, a number of a thread or block from the sizes
//! of the launch, the variable of a loop from its bounds. Where a result may wrap, and for what is not known, the range
//! is that of the type. Arguments of blocks and values that loops carry are not followed.

use super::launches::Sizes;
use warpline_ir::{
    Arith, AttrKind, Gpu, MemRef, Module, Op, OpKind, Scf, SecondaryMap, Type, TypeKind, Value,
};

/// The most lanes that subgroups have anywhere.
const MAX_LANES: i64 = 128;

/// All values from the least to the greatest, read as signed numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least value.
    pub min: i64,
    /// The greatest value.
    pub max: i64,
}

impl Default for Range {
    fn default() -> Self {
        Self::ALL
    }
}

impl Range {
    /// Every value of 64 bits.
    pub const ALL: Self = Self { min: i64::MIN, max: i64::MAX };

    /// One value.
    pub fn point(value: i64) -> Self {
        Self { min: value, max: value }
    }

    /// Whether all values lie in another range.
    pub fn is_in(self, other: Self) -> bool {
        other.min <= self.min && self.max <= other.max
    }

    /// Whether all values fit 32 bits with a sign.
    pub fn fits_i32(self) -> bool {
        self.is_in(Self { min: i32::MIN.into(), max: i32::MAX.into() })
    }

    /// Whether no value is negative.
    pub fn is_natural(self) -> bool {
        0 <= self.min
    }

    /// The sums of a value of each; every value where one may wrap.
    pub fn plus(self, other: Self) -> Self {
        Self::of_ends(&[wide(self.min) + wide(other.min), wide(self.max) + wide(other.max)])
    }

    /// The products of a value of each; every value where one may wrap.
    pub fn times(self, other: Self) -> Self {
        let ends =
            [(self.min, other.min), (self.min, other.max), (self.max, other.min), (self.max, other.max)];
        Self::of_ends(&ends.map(|(a, b)| wide(a) * wide(b)))
    }

    fn minus(self, other: Self) -> Self {
        Self::of_ends(&[wide(self.min) - wide(other.max), wide(self.max) - wide(other.min)])
    }

    fn hull(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Both ends after a function that keeps the order.
    fn map(self, f: impl Fn(i64) -> i64) -> Self {
        Self { min: f(self.min), max: f(self.max) }
    }

    fn of_ends(ends: &[i128]) -> Self {
        let min = ends.iter().min().and_then(|end| i64::try_from(*end).ok());
        let max = ends.iter().max().and_then(|end| i64::try_from(*end).ok());
        match (min, max) {
            (Some(min), Some(max)) => Self { min, max },
            _ => Self::ALL,
        }
    }

    /// The values of signed integers of this width.
    fn of_width(width: u32) -> Self {
        if !(1..64).contains(&width) {
            return Self::ALL;
        }
        let half = 1i64 << (width - 1);
        Self { min: -half, max: half - 1 }
    }
}

fn wide(value: i64) -> i128 {
    i128::from(value)
}

/// The ranges of a function's values.
#[derive(Debug, Default)]
pub struct Ranges(SecondaryMap<Value, Range>);

impl Ranges {
    /// For a function of the device that is launched with these sizes.
    pub fn of_function(module: &Module, func: Op, sizes: &Sizes) -> Self {
        let mut ranges = Self::default();
        for op in module.walk(func) {
            ranges.visit(module, op, sizes);
        }
        ranges
    }

    /// The range of a value.
    pub fn of(&self, value: Value) -> Range {
        self.0[value]
    }

    fn visit(&mut self, module: &Module, op: Op, sizes: &Sizes) {
        match module.kind(op) {
            OpKind::Scf(Scf::For) => self.enter_loop(module, op),
            OpKind::Scf(Scf::Yield) => self.leave_branch(module, op),
            _ => {}
        }
        let Some(result) = module.results(op).next() else { return };
        let Some(limits) = limits(module, module.type_of(result)) else { return };
        let found = self.result(module, op, sizes).filter(|found| found.is_in(limits));
        self.0[result] = found.unwrap_or(limits);
    }

    fn enter_loop(&mut self, module: &Module, op: Op) {
        let view = module.op(op);
        let Some(body) = view.entry(0) else { return };
        let (lower, upper) = (self.of(view.operand(0)), self.of(view.operand(1)));
        let is_unsigned = view.attr("unsignedCmp").is_some() && !(lower.is_natural() && upper.is_natural());
        if let (Some(iv), false) = (module.args(body).first(), is_unsigned) {
            self.0[*iv] = Range { min: lower.min, max: upper.max.saturating_sub(1) };
        }
    }

    /// The results of `scf.if` are those of its branches.
    fn leave_branch(&mut self, module: &Module, yielding: Op) {
        let Some(branch) = module.parent_op(yielding) else { return };
        if module.kind(branch) != OpKind::Scf(Scf::If) {
            return;
        }
        let is_first = module.block_of(yielding) == module.entry(branch, 0);
        for (result, value) in module.results(branch).zip(module.operands(yielding)) {
            let range = self.of(*value);
            self.0[result] = if is_first { range } else { range.hull(self.of(result)) };
        }
    }

    fn result(&self, module: &Module, op: Op, sizes: &Sizes) -> Option<Range> {
        match module.kind(op) {
            OpKind::Arith(Arith::Constant) => module.constant_int(module.result(op, 0)).map(Range::point),
            OpKind::Arith(kind) => self.arithmetic(module, op, kind),
            OpKind::Gpu(kind) => geometry(module, op, kind, sizes),
            OpKind::MemRef(MemRef::Dim) => Some(Range { min: 0, max: i64::MAX }),
            _ => None,
        }
    }

    fn arithmetic(&self, module: &Module, op: Op, kind: Arith) -> Option<Range> {
        let operand = |index: usize| module.operands(op).get(index).map(|value| self.of(*value));
        let a = operand(0)?;
        let b = operand(1).unwrap_or_default();
        match kind {
            Arith::AddI => Some(a.plus(b)),
            Arith::SubI => Some(a.minus(b)),
            Arith::MulI => Some(a.times(b)),
            Arith::MinSI => Some(Range { min: a.min.min(b.min), max: a.max.min(b.max) }),
            Arith::MaxSI => Some(Range { min: a.min.max(b.min), max: a.max.max(b.max) }),
            Arith::DivSI | Arith::DivUI | Arith::FloorDivSI | Arith::CeilDivSI | Arith::CeilDivUI => {
                quotient(kind, a, b)
            }
            Arith::RemSI | Arith::RemUI => remainder(kind, a, b),
            Arith::AndI => common_bits(a, b),
            Arith::OrI | Arith::XOrI => any_bits(a, b),
            Arith::ShLI => shift(b).map(|by| a.times(Range::point(1 << by))),
            Arith::ShRSI => shift(b).map(|by| a.map(|end| end >> by)),
            Arith::ShRUI if a.is_natural() => shift(b).map(|by| a.map(|end| end >> by)),
            Arith::MinUI if a.is_natural() && b.is_natural() => {
                Some(Range { min: a.min.min(b.min), max: a.max.min(b.max) })
            }
            Arith::MaxUI if a.is_natural() && b.is_natural() => {
                Some(Range { min: a.min.max(b.min), max: a.max.max(b.max) })
            }
            Arith::Select => operand(2).map(|c| b.hull(c)),
            Arith::IndexCast | Arith::ExtSI | Arith::TruncI => Some(a),
            Arith::IndexCastUI | Arith::ExtUI if a.is_natural() => Some(a),
            Arith::IndexCastUI | Arith::ExtUI => zero_extended(module, module.operand(op, 0)),
            _ => None,
        }
    }
}

/// The values of integers of a type; `None` for other types.
fn limits(module: &Module, ty: Type) -> Option<Range> {
    match module.type_kind(ty) {
        TypeKind::Index => Some(Range::ALL),
        TypeKind::Integer(width, _) => Some(Range::of_width(*width)),
        _ => None,
    }
}

fn zero_extended(module: &Module, value: Value) -> Option<Range> {
    let width = module.bit_width(module.type_of(value)).filter(|width| (1..63).contains(width))?;
    Some(Range { min: 0, max: (1 << width) - 1 })
}

/// Of a natural number by a positive one, and rounded down of any number by a positive one.
fn quotient(kind: Arith, a: Range, b: Range) -> Option<Range> {
    if b.min < 1 {
        return None;
    }
    let ends = |divide: fn(i64, i64) -> i64| {
        let all = [divide(a.min, b.min), divide(a.min, b.max), divide(a.max, b.min), divide(a.max, b.max)];
        Range::of_ends(&all.map(wide))
    };
    match kind {
        Arith::DivSI => Some(ends(|a, b| a / b)),
        Arith::DivUI if a.is_natural() => Some(ends(|a, b| a / b)),
        Arith::FloorDivSI => Some(ends(i64::div_euclid)),
        Arith::CeilDivSI => Some(ends(ceil_div)),
        Arith::CeilDivUI if a.is_natural() => Some(ends(ceil_div)),
        _ => None,
    }
}

fn ceil_div(a: i64, b: i64) -> i64 {
    a.div_euclid(b).saturating_add(i64::from(a.rem_euclid(b) != 0))
}

/// By a positive number; it has the sign of what is divided.
fn remainder(kind: Arith, a: Range, b: Range) -> Option<Range> {
    if b.min < 1 || (kind == Arith::RemUI && !a.is_natural()) {
        return None;
    }
    let most = b.max - 1;
    let min = if a.is_natural() { 0 } else { (-most).max(a.min) };
    Some(Range { min, max: if a.max < 0 { 0 } else { most.min(a.max) } })
}

/// A natural number keeps some of its bits.
fn common_bits(a: Range, b: Range) -> Option<Range> {
    let most = [a, b].into_iter().filter(|range| range.is_natural()).map(|range| range.max).min();
    most.map(|max| Range { min: 0, max })
}

/// Natural numbers make one with no higher bit.
fn any_bits(a: Range, b: Range) -> Option<Range> {
    let most = a.max.max(b.max);
    (a.is_natural() && b.is_natural())
        .then(|| Range { min: 0, max: i64::MAX.unbounded_shr(most.leading_zeros().saturating_sub(1)) })
}

/// A constant count of bits.
fn shift(by: Range) -> Option<u32> {
    (by.min == by.max).then_some(by.min).and_then(|by| u32::try_from(by).ok()).filter(|by| *by < 63)
}

/// The numbers of threads and blocks, from 0 to below the sizes of the launch; all are below 2^32.
fn geometry(module: &Module, op: Op, kind: Gpu, sizes: &Sizes) -> Option<Range> {
    let most = |size: Option<i64>| size.unwrap_or(u32::MAX.into());
    let size = |sizes: [Option<i64>; 3]| dimension(module, op).map(|dim| most(sizes[dim]));
    let upper = module.op(op).int("upper_bound");
    let number = |count: i64| Range { min: 0, max: upper.unwrap_or(count).min(count) - 1 };
    let count = |count: i64| Range { min: 1, max: upper.unwrap_or(count).min(count) };
    match kind {
        Gpu::ThreadId => size(sizes.block).map(number),
        Gpu::BlockId => size(sizes.grid).map(number),
        Gpu::BlockDim => size(sizes.block).map(count),
        Gpu::GridDim => size(sizes.grid).map(count),
        Gpu::GlobalId => {
            let all = size(sizes.block)?.checked_mul(size(sizes.grid)?)?;
            Some(number(all))
        }
        Gpu::LaneId => Some(number(MAX_LANES)),
        Gpu::SubgroupSize => Some(count(MAX_LANES)),
        Gpu::SubgroupId => Some(number(threads(sizes))),
        Gpu::NumSubgroups => Some(count(threads(sizes))),
        _ => None,
    }
}

/// The most threads of a block.
fn threads(sizes: &Sizes) -> i64 {
    let all = sizes.block.iter().try_fold(1i64, |all, size| all.checked_mul((*size)?));
    all.unwrap_or(u32::MAX.into()).min(u32::MAX.into())
}

fn dimension(module: &Module, op: Op) -> Option<usize> {
    let AttrKind::Foreign(name) = module.attr_kind(module.attr(op, "dimension")?) else { return None };
    ["gpu<dim x>", "gpu<dim y>", "gpu<dim z>"].iter().position(|dim| *dim == module.text(*name))
}
