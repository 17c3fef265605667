//! Integer identities.

use super::{keep_left, known_by_right, same_operands};
use crate::transforms::canonicalize::Rule;
use crate::transforms::canonicalize::constants::{replace_by, replace_by_int};
use crate::transforms::canonicalize::matching::{
    defined_by, int, int_bits, is_one, is_zero, overflow_flags, pair, width,
};
use warpline_ir::scalar::{sign_extend, zero_extend};
use warpline_ir::{Arith, Builder, Module, Op, OpKind, Value};

/// The rules.
pub(super) const RULES: &[(OpKind, Rule)] = &[
    (OpKind::Arith(Arith::AddI), |m, op| keep_left(m, op, is_zero)),
    (OpKind::Arith(Arith::AddI), undo_difference),
    (OpKind::Arith(Arith::SubI), difference_with_itself),
    (OpKind::Arith(Arith::SubI), |m, op| keep_left(m, op, is_zero)),
    (OpKind::Arith(Arith::SubI), undo_sum),
    (OpKind::Arith(Arith::MulI), |m, op| known_by_right(m, op, is_zero, 0)),
    (OpKind::Arith(Arith::MulI), |m, op| keep_left(m, op, is_one)),
    (OpKind::Arith(Arith::DivUI), |m, op| keep_left(m, op, is_one)),
    (OpKind::Arith(Arith::DivSI), |m, op| keep_left(m, op, is_one)),
    (OpKind::Arith(Arith::CeilDivUI), |m, op| keep_left(m, op, is_one)),
    (OpKind::Arith(Arith::CeilDivSI), |m, op| keep_left(m, op, is_one)),
    (OpKind::Arith(Arith::FloorDivSI), |m, op| keep_left(m, op, is_one)),
    (OpKind::Arith(Arith::DivUI), |m, op| undo_product(m, op, "nuw")),
    (OpKind::Arith(Arith::DivSI), |m, op| undo_product(m, op, "nsw")),
    (OpKind::Arith(Arith::RemUI), |m, op| known_by_right(m, op, is_one, 0)),
    (OpKind::Arith(Arith::RemSI), |m, op| known_by_right(m, op, is_one, 0)),
    (OpKind::Arith(Arith::ShLI), |m, op| keep_left(m, op, is_zero)),
    (OpKind::Arith(Arith::ShRSI), |m, op| keep_left(m, op, is_zero)),
    (OpKind::Arith(Arith::ShRUI), |m, op| keep_left(m, op, is_zero)),
    (OpKind::Arith(Arith::AndI), |m, op| known_by_right(m, op, is_zero, 0)),
    (OpKind::Arith(Arith::AndI), |m, op| keep_left(m, op, is_all_ones)),
    (OpKind::Arith(Arith::AndI), |m, op| with_complement(m, op, 0)),
    (OpKind::Arith(Arith::AndI), |m, op| absorbed(m, op)),
    (OpKind::Arith(Arith::AndI), same_operands),
    (OpKind::Arith(Arith::OrI), |m, op| keep_left(m, op, is_zero)),
    (OpKind::Arith(Arith::OrI), |m, op| known_by_right(m, op, is_all_ones, -1)),
    (OpKind::Arith(Arith::OrI), |m, op| with_complement(m, op, -1)),
    (OpKind::Arith(Arith::OrI), same_operands),
    (OpKind::Arith(Arith::XOrI), |m, op| keep_left(m, op, is_zero)),
    (OpKind::Arith(Arith::XOrI), |m, op| equal_operands_give(m, op, 0)),
    (OpKind::Arith(Arith::XOrI), undo_exclusive_or),
    (OpKind::Arith(Arith::AndI), |m, op| join_below_extension(m, op, Arith::AndI)),
    (OpKind::Arith(Arith::OrI), |m, op| join_below_extension(m, op, Arith::OrI)),
    (OpKind::Arith(Arith::XOrI), |m, op| join_below_extension(m, op, Arith::XOrI)),
    (OpKind::Arith(Arith::MaxSI), |m, op| extreme(m, op, Sign::Signed, End::Greatest)),
    (OpKind::Arith(Arith::MinSI), |m, op| extreme(m, op, Sign::Signed, End::Least)),
    (OpKind::Arith(Arith::MaxUI), |m, op| extreme(m, op, Sign::Unsigned, End::Greatest)),
    (OpKind::Arith(Arith::MinUI), |m, op| extreme(m, op, Sign::Unsigned, End::Least)),
];

fn is_all_ones(module: &Module, value: Value) -> bool {
    int(module, value) == Some(-1)
}

/// `(a - b) + b` is `a`, in either order.
fn undo_difference(module: &mut Module, op: Op) -> Option<()> {
    let (a, b) = pair(module, op)?;
    for (difference, other) in [(a, b), (b, a)] {
        if let Some((left, right)) = operands_of(module, difference, Arith::SubI)
            && right == other
        {
            return replace_by(module, op, left);
        }
    }
    None
}

fn operands_of(module: &Module, value: Value, kind: Arith) -> Option<(Value, Value)> {
    pair(module, defined_by(module, value, kind)?)
}

fn difference_with_itself(module: &mut Module, op: Op) -> Option<()> {
    equal_operands_give(module, op, 0)
}

/// `x op x` is a constant.
fn equal_operands_give(module: &mut Module, op: Op, value: i64) -> Option<()> {
    let (a, b) = pair(module, op)?;
    if a == b { replace_by_int(module, op, value) } else { None }
}

/// `(a + b) - b` is `a`, and `(a + b) - a` is `b`.
fn undo_sum(module: &mut Module, op: Op) -> Option<()> {
    let (sum, b) = pair(module, op)?;
    let (left, right) = operands_of(module, sum, Arith::AddI)?;
    match b {
        b if b == right => replace_by(module, op, left),
        b if b == left => replace_by(module, op, right),
        _ => None,
    }
}

/// `(a * b) / b` is `a` if the product is known not to overflow.
fn undo_product(module: &mut Module, op: Op, flag: &str) -> Option<()> {
    let (product, divisor) = pair(module, op)?;
    let product = defined_by(module, product, Arith::MulI)?;
    if !overflow_flags(module, product).iter().any(|found| found == flag) {
        return None;
    }
    match pair(module, product)? {
        (a, b) if b == divisor => replace_by(module, op, a),
        (a, b) if a == divisor => replace_by(module, op, b),
        _ => None,
    }
}

/// `x op ~x` is a constant.
fn with_complement(module: &mut Module, op: Op, value: i64) -> Option<()> {
    let (a, b) = pair(module, op)?;
    for (x, complement) in [(a, b), (b, a)] {
        if let Some((inner, ones)) = operands_of(module, complement, Arith::XOrI)
            && inner == x
            && is_all_ones(module, ones)
        {
            return replace_by_int(module, op, value);
        }
    }
    None
}

/// `a & (a & b)` is `a & b`.
fn absorbed(module: &mut Module, op: Op) -> Option<()> {
    let (a, b) = pair(module, op)?;
    for (inner, other) in [(a, b), (b, a)] {
        if let Some((left, right)) = operands_of(module, inner, Arith::AndI)
            && (left == other || right == other)
        {
            return replace_by(module, op, inner);
        }
    }
    None
}

/// `(x ^ a) ^ a` is `x`.
fn undo_exclusive_or(module: &mut Module, op: Op) -> Option<()> {
    let (a, b) = pair(module, op)?;
    for (inner, other) in [(a, b), (b, a)] {
        match operands_of(module, inner, Arith::XOrI) {
            Some((left, right)) if right == other => return replace_by(module, op, left),
            Some((left, right)) if left == other => return replace_by(module, op, right),
            _ => {}
        }
    }
    None
}

/// `ext(a) op ext(b)` is `ext(a op b)` for both extensions.
fn join_below_extension(module: &mut Module, op: Op, kind: Arith) -> Option<()> {
    let (a, b) = pair(module, op)?;
    for extension in [Arith::ExtUI, Arith::ExtSI] {
        let (Some(a), Some(b)) = (defined_by(module, a, extension), defined_by(module, b, extension)) else {
            continue;
        };
        let (a, b) = (module.operand(a, 0), module.operand(b, 0));
        if module.type_of(a) != module.type_of(b) {
            return None;
        }
        let ty = module.type_of(module.result(op, 0));
        let mut builder = Builder::before(module, op);
        let joined = builder.binary(kind, a, b);
        let value = builder.value(extension, &[joined], ty, &[]);
        return replace_by(module, op, value);
    }
    None
}

/// The signedness of a comparison.
#[derive(Clone, Copy, PartialEq)]
enum Sign {
    Signed,
    Unsigned,
}

/// Which of two values an operation selects.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Greatest,
    Least,
}

/// Folds an operation with the greatest or least value of a type: one absorbs, its opposite is the identity.
fn extreme(module: &mut Module, op: Op, sign: Sign, end: End) -> Option<()> {
    let (a, b) = pair(module, op)?;
    if a == b {
        return replace_by(module, op, a);
    }
    let (bits, width) = (int_bits(module, b)?, width(module, b)?);
    let (greatest, least) = match sign {
        Sign::Unsigned => (u64::MAX, 0),
        Sign::Signed => {
            let least = sign_extend(1 << (width - 1), width);
            ((!least).cast_unsigned(), least.cast_unsigned())
        }
    };
    let (decides, neutral) = if end == End::Greatest { (greatest, least) } else { (least, greatest) };
    match bits {
        bits if bits == zero_extend(decides, width) => replace_by(module, op, b),
        bits if bits == zero_extend(neutral, width) => replace_by(module, op, a),
        _ => None,
    }
}
