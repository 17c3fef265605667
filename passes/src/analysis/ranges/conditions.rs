//! Facts that a condition implies about the integers that it compares.

use super::{Range, Ranges};
use warpline_ir::{Arith, Module, OpKind, Value};

/// The maximum depth to which compound conditions are followed.
const MAX_DEPTH: u32 = 8;

/// A comparison of two numbers.
#[derive(Clone, Copy)]
struct Order {
    /// Whether they may be equal.
    or_equal: bool,
    /// Whether they are compared as unsigned.
    unsigned: bool,
}

/// Returns the values that a condition narrows if it holds, or if it does not, each with its implied range. A value
/// that occurs more than once is in all its ranges.
pub(super) fn implied(
    module: &Module,
    ranges: &Ranges,
    condition: Value,
    holds: bool,
) -> Vec<(Value, Range)> {
    let mut found = Vec::new();
    collect(module, ranges, condition, holds, 0, &mut found);
    found
}

fn collect(
    module: &Module,
    ranges: &Ranges,
    condition: Value,
    holds: bool,
    depth: u32,
    out: &mut Vec<(Value, Range)>,
) {
    let Some(op) = module.defining_op(condition).filter(|_| depth < MAX_DEPTH) else { return };
    let operands = module.operands(op);
    match (module.kind(op), operands) {
        (OpKind::Arith(Arith::CmpI), [a, b]) => {
            if let Some(order) = module.op(op).keyword("predicate") {
                compare(ranges, order, holds, (*a, *b), out);
            }
        }
        (OpKind::Arith(Arith::AndI), [a, b]) if holds => {
            collect(module, ranges, *a, holds, depth + 1, out);
            collect(module, ranges, *b, holds, depth + 1, out);
        }
        (OpKind::Arith(Arith::OrI), [a, b]) if !holds => {
            collect(module, ranges, *a, holds, depth + 1, out);
            collect(module, ranges, *b, holds, depth + 1, out);
        }
        _ => {}
    }
}

/// Adds the ranges that a comparison implies for both sides.
fn compare(
    ranges: &Ranges,
    predicate: &str,
    holds: bool,
    (a, b): (Value, Value),
    out: &mut Vec<(Value, Range)>,
) {
    let unsigned = predicate.starts_with('u');
    let strict = Order { or_equal: false, unsigned };
    let weak = Order { or_equal: true, unsigned };
    match (predicate, holds) {
        ("eq", true) | ("ne", false) => {
            let both = ranges.of(a).common(ranges.of(b));
            out.extend(both.into_iter().flat_map(|both| [(a, both), (b, both)]));
        }
        ("slt" | "ult", true) | ("sge" | "uge", false) => below(ranges, a, b, strict, out),
        ("sle" | "ule", true) | ("sgt" | "ugt", false) => below(ranges, a, b, weak, out),
        ("sgt" | "ugt", true) | ("sle" | "ule", false) => below(ranges, b, a, strict, out),
        ("sge" | "uge", true) | ("slt" | "ult", false) => below(ranges, b, a, weak, out),
        _ => {}
    }
}

/// Adds the ranges for a first value below the second one. As unsigned numbers, negative ones are above all others,
/// so that the first one is non-negative if the second one is, while nothing is known if the second one may be
/// negative.
fn below(ranges: &Ranges, low: Value, high: Value, order: Order, out: &mut Vec<(Value, Range)>) {
    let (a, b) = (ranges.of(low), ranges.of(high));
    let step = i64::from(!order.or_equal);
    if !order.unsigned || b.is_natural() {
        let min = if order.unsigned { 0 } else { i64::MIN };
        let limit = b.max.checked_sub(step).and_then(|max| a.common(Range { min, max }));
        out.extend(limit.map(|range| (low, range)));
    }
    if !order.unsigned || (a.is_natural() && b.is_natural()) {
        let limit = a.min.checked_add(step).and_then(|min| b.common(Range { min, max: i64::MAX }));
        out.extend(limit.map(|range| (high, range)));
    }
}
