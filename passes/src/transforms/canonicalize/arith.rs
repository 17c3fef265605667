//! Identities of arithmetic: a table of rules per kind of operation.

mod casts;
mod compare;
mod floats;
mod ints;
mod regroup;
mod select;
mod wide;

use super::Rule;
use super::constants::{replace_by, replace_by_int};
use super::matching::pair;
use warpline_ir::{Module, Op, OpKind, Value};

/// The rules of the dialect.
pub(super) const TABLES: [&[(OpKind, Rule)]; 7] =
    [ints::RULES, regroup::RULES, floats::RULES, compare::RULES, select::RULES, casts::RULES, wide::RULES];

/// `x op x` is `x`.
fn same_operands(module: &mut Module, op: Op) -> Option<()> {
    let (a, b) = pair(module, op)?;
    if a == b { replace_by(module, op, a) } else { None }
}

/// Replaces an operation by its first operand if the second one satisfies `wanted`.
fn keep_left(module: &mut Module, op: Op, wanted: fn(&Module, Value) -> bool) -> Option<()> {
    let (a, b) = pair(module, op)?;
    if wanted(module, b) { replace_by(module, op, a) } else { None }
}

/// Replaces an operation by an integer if the second operand satisfies `wanted`.
fn known_by_right(module: &mut Module, op: Op, wanted: fn(&Module, Value) -> bool, value: i64) -> Option<()> {
    let (_, b) = pair(module, op)?;
    if wanted(module, b) { replace_by_int(module, op, value) } else { None }
}
