//! What a condition says about the integers that it compares.

use super::{Range, Ranges};
use warpline_ir::{Arith, Module, OpKind, Value};

/// How far conditions made of conditions are followed.
const MAX_DEPTH: u32 = 8;

/// An order of two numbers.
#[derive(Clone, Copy)]
struct Order {
    /// Whether they may be equal.
    or_equal: bool,
    /// Whether they are read without a sign.
    unsigned: bool,
}

/// The values that a condition narrows where it holds, or where it does not, each with a range that it has there. A
/// value that stands there more than once lies in all its ranges.
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

/// What a comparison says about both sides.
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

/// The first value is below the second one. Read without a sign, a negative number is above all others, so that the
/// first one is natural where the second one is, while nothing is known about a second one that may be negative.
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
