//! Folds quotients and remainders of indices that are bounded by loops.

use crate::analysis::ranges::indices::of_expr;
use warpline_ir::{BinaryOp, Expr, Module, Value};

/// Returns the expression without the quotients and remainders that the ranges of the operands decide.
pub(super) fn within_ranges(module: &Module, expr: &Expr, n_dims: usize, operands: &[Value]) -> Expr {
    let Expr::Binary(op, a, b) = expr else { return expr.clone() };
    let [a, b] = [a, b].map(|side| within_ranges(module, side, n_dims, operands));
    if let (BinaryOp::Mod | BinaryOp::FloorDiv | BinaryOp::CeilDiv, Expr::Constant(divisor)) = (op, &b)
        && 0 < *divisor
        && let Some((least, greatest)) = of_expr(module, &a, n_dims, operands).ends()
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
