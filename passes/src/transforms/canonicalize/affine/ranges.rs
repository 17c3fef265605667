//! Folds quotients and remainders of indices that are bounded by a loop with constant bounds.

use warpline_ir::value::Def;
use warpline_ir::{Affine, BinaryOp, Expr, Module, OpKind, Value};

/// Returns the expression without the quotients and remainders that the ranges of the operands decide.
pub(super) fn within_ranges(module: &Module, expr: &Expr, operands: &[Value]) -> Expr {
    let Expr::Binary(op, a, b) = expr else { return expr.clone() };
    let (a, b) = (within_ranges(module, a, operands), within_ranges(module, b, operands));
    if let (BinaryOp::Mod | BinaryOp::FloorDiv | BinaryOp::CeilDiv, Expr::Constant(divisor)) = (op, &b)
        && let Some((least, greatest)) = range(module, &a, operands)
        && 0 < *divisor
    {
        let known = op.apply(least, *divisor);
        match op {
            BinaryOp::Mod if 0 <= least && greatest < *divisor => return a,
            BinaryOp::FloorDiv | BinaryOp::CeilDiv if known == op.apply(greatest, *divisor) => {
                return known.map_or(Expr::div(*op, a, b), Expr::Constant);
            }
            BinaryOp::Mod | BinaryOp::FloorDiv | BinaryOp::CeilDiv | BinaryOp::Add | BinaryOp::Mul => {}
        }
    }
    match op {
        BinaryOp::Add => Expr::add(a, b),
        BinaryOp::Mul => Expr::mul(a, b),
        BinaryOp::Mod | BinaryOp::FloorDiv | BinaryOp::CeilDiv => Expr::div(*op, a, b),
    }
}

/// Returns the least and the greatest value of an expression, if known.
fn range(module: &Module, expr: &Expr, operands: &[Value]) -> Option<(i64, i64)> {
    match expr {
        Expr::Constant(value) => Some((*value, *value)),
        Expr::Dim(i) => range_of_index(module, *operands.get(*i as usize)?),
        Expr::Symbol(_) => None,
        Expr::Binary(op, a, b) => {
            let (low, high) = range(module, a, operands)?;
            let (b_low, b_high) = range(module, b, operands)?;
            match op {
                BinaryOp::Add => Some((low.checked_add(b_low)?, high.checked_add(b_high)?)),
                BinaryOp::Mul if b_low == b_high => {
                    let ends = [low.checked_mul(b_low)?, high.checked_mul(b_low)?];
                    Some((ends[0].min(ends[1]), ends[0].max(ends[1])))
                }
                BinaryOp::Mod if 0 < b_low && b_low == b_high => Some((0, b_low - 1)),
                BinaryOp::FloorDiv | BinaryOp::CeilDiv if 0 < b_low && b_low == b_high => {
                    Some((op.apply(low, b_low)?, op.apply(high, b_low)?))
                }
                BinaryOp::Mul | BinaryOp::Mod | BinaryOp::FloorDiv | BinaryOp::CeilDiv => None,
            }
        }
    }
}

/// Returns the range of the index of an `affine.for` with constant bounds.
fn range_of_index(module: &Module, value: Value) -> Option<(i64, i64)> {
    let Def::Arg(block, 0) = module.def(value) else { return None };
    let op = module.block_parent(block)?;
    if module.kind(op) != OpKind::Affine(Affine::For) {
        return None;
    }
    let bound = |key| module.attr_map(module.attr(op, key)?)?.as_constant();
    let (lower, upper) = (bound("lowerBoundMap")?, bound("upperBoundMap")?);
    (lower < upper).then_some((lower, upper - 1))
}
