//! Comparisons: of a value with itself, with constants, of extended values.

use crate::transforms::canonicalize::Rule;
use crate::transforms::canonicalize::constants::{replace_by, replace_by_int};
use crate::transforms::canonicalize::matching::{
    constant_like, defined_by, int, is_one, is_zero, pair, width,
};
use warpline_ir::{Arith, Module, Op, OpKind, Type, TypeKind, Value};

/// Maps each predicate of `arith.cmpi` to the one for swapped operands, by number.
const SWAPPED: [i64; 10] = [0, 1, 4, 5, 2, 3, 8, 9, 6, 7];
/// Maps each predicate of `arith.cmpi` to its inverse, by number.
const INVERTED: [i64; 10] = [1, 0, 5, 4, 3, 2, 9, 8, 7, 6];

const EQ: usize = 0;
const NE: usize = 1;
/// The first predicate without sign.
const ULT: usize = 6;

/// The rules.
pub(super) const RULES: &[(OpKind, Rule)] = &[
    (OpKind::Arith(Arith::CmpI), with_itself),
    (OpKind::Arith(Arith::CmpI), of_extended_bool),
    (OpKind::Arith(Arith::CmpI), of_bool),
    (OpKind::Arith(Arith::CmpI), constant_to_the_right),
    (OpKind::Arith(Arith::CmpI), |m, op| below_extension(m, op, Arith::ExtSI)),
    (OpKind::Arith(Arith::CmpI), |m, op| below_extension(m, op, Arith::ExtUI)),
    (OpKind::Arith(Arith::CmpI), |m, op| below_constant(m, op, Arith::ExtSI)),
    (OpKind::Arith(Arith::CmpI), |m, op| below_constant(m, op, Arith::IndexCast)),
    (OpKind::Arith(Arith::XOrI), inverted),
];

/// Returns the number of the predicate of an integer comparison.
pub(super) fn predicate_of(module: &Module, op: Op) -> Option<usize> {
    let predicate = usize::try_from(module.op(op).int("predicate")?).ok()?;
    (predicate < SWAPPED.len()).then_some(predicate)
}

/// Folds `x < x` and the like.
fn with_itself(module: &mut Module, op: Op) -> Option<()> {
    let (a, b) = pair(module, op)?;
    if a != b {
        return None;
    }
    let holds = matches!(predicate_of(module, op)?, 0 | 3 | 5 | 7 | 9);
    replace_by_int(module, op, i64::from(holds))
}

fn has_bool_elements(module: &Module, value: Value) -> bool {
    module.element_type(module.type_of(value)) == Type::I1
}

/// `ext(x) != 0` is `x` for a bool.
fn of_extended_bool(module: &mut Module, op: Op) -> Option<()> {
    let (a, b) = pair(module, op)?;
    if predicate_of(module, op)? != NE || !is_zero(module, b) {
        return None;
    }
    let extension = defined_by(module, a, Arith::ExtSI).or_else(|| defined_by(module, a, Arith::ExtUI))?;
    let x = module.operand(extension, 0);
    if has_bool_elements(module, x) { replace_by(module, op, x) } else { None }
}

/// `x == true` and `x != false` are `x`.
fn of_bool(module: &mut Module, op: Op) -> Option<()> {
    let (a, b) = pair(module, op)?;
    let keeps = match predicate_of(module, op)? {
        EQ => is_one(module, b),
        NE => is_zero(module, b),
        _ => false,
    };
    if keeps && has_bool_elements(module, a) { replace_by(module, op, a) } else { None }
}

fn constant_to_the_right(module: &mut Module, op: Op) -> Option<()> {
    let (a, b) = pair(module, op)?;
    if module.constant_of(a).is_none() || module.constant_of(b).is_some() {
        return None;
    }
    let predicate = module.int_attr(SWAPPED[predicate_of(module, op)?], Type::I64);
    module.set_operands(op, &[b, a]);
    module.set_attr(op, "predicate", predicate);
    Some(())
}

/// `ext(a) == ext(b)` is `a == b`, and so for `!=`.
fn below_extension(module: &mut Module, op: Op, extension: Arith) -> Option<()> {
    let (a, b) = pair(module, op)?;
    let (a, b) = (defined_by(module, a, extension)?, defined_by(module, b, extension)?);
    let (a, b) = (module.operand(a, 0), module.operand(b, 0));
    if module.type_of(a) != module.type_of(b) || NE < predicate_of(module, op)? {
        return None;
    }
    let attrs = module.attrs(op).to_vec();
    super::super::matching::replace_with(module, op, Arith::CmpI, &[a, b], &attrs)
}

/// `ext(a) < c` is `a < c` for vectors, if `c` is a number of the narrower type: more lanes of it are compared at once. For
/// a predicate without sign `c` is not negative, and then a negative `a` is greater in both types.
fn below_constant(module: &mut Module, op: Op, extension: Arith) -> Option<()> {
    let (a, b) = pair(module, op)?;
    let (constant, predicate) = (int(module, b)?, predicate_of(module, op)?);
    let from = module.operand(defined_by(module, a, extension)?, 0);
    let (narrow, wide) = (width(module, from)?, width(module, a)?);
    let ty = module.type_of(from);
    let limit = (1 < narrow && narrow < wide.min(64)).then(|| 1i64 << (narrow - 1))?;
    let least = if ULT <= predicate { 0 } else { -limit };
    if !matches!(module.type_kind(ty), TypeKind::Vector(..)) || !(least..limit).contains(&constant) {
        return None;
    }
    let constant = constant_like(module, op, ty, constant)?;
    let attrs = module.attrs(op).to_vec();
    super::super::matching::replace_with(module, op, Arith::CmpI, &[from, constant], &attrs)
}

/// `!(a < b)` is `a >= b`.
fn inverted(module: &mut Module, op: Op) -> Option<()> {
    let (comparison, one) = pair(module, op)?;
    if !is_one(module, one) || !has_bool_elements(module, one) {
        return None;
    }
    let comparison = defined_by(module, comparison, Arith::CmpI)?;
    let predicate = module.int_attr(INVERTED[predicate_of(module, comparison)?], Type::I64);
    let attrs = module.named(&[("predicate", predicate)]);
    let (a, b) = pair(module, comparison)?;
    super::super::matching::replace_with(module, op, Arith::CmpI, &[a, b], &attrs)
}
