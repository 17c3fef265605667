//! Transfer functions: the ranges of results, from those of the operands and the launch sizes.

use super::interval::wide;
use super::{Range, Ranges, conditions};
use crate::analysis::launches::Sizes;
use warpline_ir::def::Requirement;
use warpline_ir::dialect::gpu::dimension_of;
use warpline_ir::{Arith, Gpu, MemRef, Module, Op, OpKind, Value};

/// The maximum number of lanes per subgroup on any device.
const MAX_LANES: i64 = 128;

/// Returns the range of the first result of an operation; `None` if only its type is known.
pub(super) fn result(module: &Module, ranges: &Ranges, op: Op, sizes: &Sizes) -> Option<Range> {
    match module.kind(op) {
        OpKind::Arith(Arith::Constant) => module.constant_int(module.result(op, 0)).map(Range::point),
        OpKind::Arith(kind) => arithmetic(module, ranges, op, kind),
        OpKind::Gpu(kind) => geometry(module, op, kind, sizes),
        OpKind::MemRef(MemRef::Dim) => Some(Range { min: 0, max: i64::MAX }),
        _ => None,
    }
}

fn arithmetic(module: &Module, ranges: &Ranges, op: Op, kind: Arith) -> Option<Range> {
    let operand = |index: usize| module.operands(op).get(index).map(|value| ranges.of(*value));
    let a = operand(0)?;
    let b = operand(1).unwrap_or_default();
    match kind {
        Arith::AddI => Some(a.plus(b)),
        Arith::SubI => difference(module, ranges, op, a.minus(b)),
        Arith::MulI => Some(product(module, ranges, op, a.times(b))),
        Arith::MinSI => Some(Range { min: a.min.min(b.min), max: a.max.min(b.max) }),
        Arith::MaxSI => Some(Range { min: a.min.max(b.min), max: a.max.max(b.max) }),
        Arith::RemSI | Arith::RemUI => remainder(kind, a, b),
        kind if kind.def().requires.contains(&Requirement::Divisor) => quotient(kind, a, b),
        Arith::AndI => common_bits(a, b),
        Arith::OrI | Arith::XOrI => any_bits(a, b),
        Arith::ShLI => {
            shift(b).map(|by| a.times(Range::point(1 << by.min)).hull(a.times(Range::point(1 << by.max))))
        }
        Arith::ShRSI => shifted_right(a, b),
        Arith::ShRUI if a.is_natural() => shifted_right(a, b),
        Arith::MinUI if a.is_natural() && b.is_natural() => {
            Some(Range { min: a.min.min(b.min), max: a.max.min(b.max) })
        }
        Arith::MaxUI if a.is_natural() && b.is_natural() => {
            Some(Range { min: a.min.max(b.min), max: a.max.max(b.max) })
        }
        Arith::Select => chosen(module, ranges, op),
        Arith::IndexCast | Arith::ExtSI | Arith::TruncI => Some(a),
        Arith::IndexCastUI | Arith::ExtUI if a.is_natural() => Some(a),
        Arith::IndexCastUI | Arith::ExtUI => zero_extended(module, module.operand(op, 0)),
        _ => None,
    }
}

/// Returns the range of a difference. `a - (a / b) * b` is a remainder.
fn difference(module: &Module, ranges: &Ranges, op: Op, any: Range) -> Option<Range> {
    let &[whole, part] = module.operands(op) else { return None };
    let rest = module
        .defining_op(part)
        .and_then(|product| multiple(module, product))
        .filter(|(_, divided, _)| *divided == whole)
        .and_then(|(kind, a, b)| remainder(kind, ranges.of(a), ranges.of(b)));
    rest.map_or(Some(any), |rest| rest.common(any).or(Some(rest)))
}

/// Returns the range of a product. `(a / b) * b` is between zero and `a`.
fn product(module: &Module, ranges: &Ranges, op: Op, any: Range) -> Range {
    let divided = multiple(module, op).map(|(kind, a, _)| (kind, ranges.of(a)));
    let part = divided.filter(|(kind, a)| *kind == Arith::RemSI || a.is_natural());
    part.and_then(|(_, a)| a.hull(Range::point(0)).common(any)).unwrap_or(any)
}

/// Matches `(a / b) * b`: returns the operation that computes the remainder of `a`, and both operands.
fn multiple(module: &Module, product: Op) -> Option<(Arith, Value, Value)> {
    let &[x, y] = module.operands(product) else { return None };
    if module.kind(product) != OpKind::Arith(Arith::MulI) {
        return None;
    }
    [(x, y), (y, x)].into_iter().find_map(|(quotient, divisor)| {
        let division = module.defining_op(quotient)?;
        let kind = match module.kind(division) {
            OpKind::Arith(Arith::DivSI) => Arith::RemSI,
            OpKind::Arith(Arith::DivUI) => Arith::RemUI,
            _ => return None,
        };
        let &[a, b] = module.operands(division) else { return None };
        (b == divisor).then_some((kind, a, b))
    })
}

/// Returns the hull of both values of a select, each narrowed by the condition.
fn chosen(module: &Module, ranges: &Ranges, op: Op) -> Option<Range> {
    let &[condition, yes, no] = module.operands(op) else { return None };
    let side = |value: Value, holds: bool| {
        let implied = conditions::implied(module, ranges, condition, holds);
        let own = implied.into_iter().filter(|(about, _)| *about == value);
        own.fold(ranges.of(value), |range, (_, implied)| range.common(implied).unwrap_or(range))
    };
    Some(side(yes, true).hull(side(no, false)))
}

fn zero_extended(module: &Module, value: Value) -> Option<Range> {
    let width = module.bit_width(module.type_of(value)).filter(|width| (1..63).contains(width))?;
    Some(Range { min: 0, max: (1 << width) - 1 })
}

/// Returns the range of a non-negative number divided by a positive one, or of a floor division of any number by a
/// positive one.
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

/// Returns the range of a remainder by a positive number; it has the sign of the dividend.
fn remainder(kind: Arith, a: Range, b: Range) -> Option<Range> {
    if b.min < 1 || (kind == Arith::RemUI && !a.is_natural()) {
        return None;
    }
    let most = b.max - 1;
    let min = if a.is_natural() { 0 } else { (-most).max(a.min) };
    Some(Range { min, max: if a.max < 0 { 0 } else { most.min(a.max) } })
}

/// Returns the range of a bitwise and: a non-negative number keeps some of its bits.
fn common_bits(a: Range, b: Range) -> Option<Range> {
    let most = [a, b].into_iter().filter(|range| range.is_natural()).map(|range| range.max).min();
    most.map(|max| Range { min: 0, max })
}

/// Returns the range of a bitwise or or xor: non-negative numbers give one with no higher bit.
fn any_bits(a: Range, b: Range) -> Option<Range> {
    let most = a.max.max(b.max);
    (a.is_natural() && b.is_natural())
        .then(|| Range { min: 0, max: i64::MAX.unbounded_shr(most.leading_zeros().saturating_sub(1)) })
}

/// Returns the range of shift amounts, if no amount shifts 1 to a negative number. The range of a loop that is never
/// entered ends before it starts.
fn shift(by: Range) -> Option<Range> {
    (by.is_in(Range { min: 0, max: 62 }) && by.min <= by.max).then_some(by)
}

/// Returns the range of a right shift by amounts from a range. A negative number grows with the amount, another one
/// shrinks.
fn shifted_right(a: Range, by: Range) -> Option<Range> {
    let by = shift(by)?;
    Some(a.map(|end| end >> by.min).hull(a.map(|end| end >> by.max)))
}

/// Returns the range of a thread or block id, from 0 to below the launch sizes; all are below 2^32.
fn geometry(module: &Module, op: Op, kind: Gpu, sizes: &Sizes) -> Option<Range> {
    let most = |size: Option<i64>| size.unwrap_or(u32::MAX.into());
    let size = |sizes: [Option<i64>; 3]| dimension_of(module.op(op)).map(|dim| most(sizes[dim]));
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

/// Returns the maximum number of threads per block.
fn threads(sizes: &Sizes) -> i64 {
    let all = sizes.block.iter().try_fold(1i64, |all, size| all.checked_mul((*size)?));
    all.unwrap_or(u32::MAX.into()).min(u32::MAX.into())
}
