//! Reassociates sums, differences and products of constants: `(x + 1) + 2` is `x + 3`.

use crate::transforms::canonicalize::Rule;
use crate::transforms::canonicalize::matching::{defined_by, int, overflow_flags, pair};
use warpline_ir::scalar::eval::ScalarOp;
use warpline_ir::scalar::fold;
use warpline_ir::scalar::int::IntBinary;
use warpline_ir::{Arith, Attr, Builder, Module, NamedAttr, Op, OpKind, Value};

/// The rules.
pub(super) const RULES: &[(OpKind, Rule)] = &[
    (OpKind::Arith(Arith::AddI), regroup_sum),
    (OpKind::Arith(Arith::AddI), add_of_negative),
    (OpKind::Arith(Arith::SubI), regroup_sum),
    (OpKind::Arith(Arith::SubI), difference_of_difference),
    (OpKind::Arith(Arith::MulI), regroup_product),
];

/// A sum or difference of a value and a constant.
#[derive(Clone, Copy)]
enum Shifted {
    /// `x + c`.
    Plus(Value, Attr),
    /// `x - c`.
    Minus(Value, Attr),
    /// `c - x`.
    From(Attr, Value),
}

fn shifted(module: &Module, op: Op) -> Option<Shifted> {
    let (a, b) = pair(module, op)?;
    let (left, right) = (module.constant_of(a), module.constant_of(b));
    match (module.kind(op), left, right) {
        (OpKind::Arith(Arith::AddI), None, Some(c)) => Some(Shifted::Plus(a, c)),
        (OpKind::Arith(Arith::SubI), None, Some(c)) => Some(Shifted::Minus(a, c)),
        (OpKind::Arith(Arith::SubI), Some(c), None) => Some(Shifted::From(c, b)),
        _ => None,
    }
}

/// Merges the constants of two nested sums or differences.
#[expect(clippy::match_same_arms, reason = "one arm per pair, in order")]
fn regroup_sum(module: &mut Module, op: Op) -> Option<()> {
    use IntBinary::{Add, Sub};
    use Shifted::{From, Minus, Plus};
    let outer = shifted(module, op)?;
    let (Shifted::Plus(inner, _) | Shifted::Minus(inner, _) | Shifted::From(_, inner)) = outer;
    let inner_op = module.defining_op(inner)?;
    let inner = shifted(module, inner_op)?;
    let mut join = |kind, a, b| join(module, op, kind, a, b);
    let new = match (outer, inner) {
        (Plus(_, outer), Plus(x, inner)) => Plus(x, join(Add, inner, outer)?),
        (Plus(_, outer), Minus(x, inner)) => Plus(x, join(Sub, outer, inner)?),
        (Plus(_, outer), From(inner, x)) => From(join(Add, inner, outer)?, x),
        (Minus(_, outer), Plus(x, inner)) => Plus(x, join(Sub, inner, outer)?),
        (Minus(_, outer), Minus(x, inner)) => Minus(x, join(Add, inner, outer)?),
        (Minus(_, outer), From(inner, x)) => From(join(Sub, inner, outer)?, x),
        (From(outer, _), Plus(x, inner)) => From(join(Sub, outer, inner)?, x),
        (From(outer, _), Minus(x, inner)) => From(join(Add, outer, inner)?, x),
        (From(outer, _), From(inner, x)) => Plus(x, join(Sub, outer, inner)?),
    };
    let (kind, x, constant) = match new {
        Plus(x, c) => (Arith::AddI, x, c),
        Minus(x, c) | From(c, x) => (Arith::SubI, x, c),
    };
    let attrs = common_flags(module, op, inner_op);
    let constant = Builder::before(module, op).constant(constant)?;
    let operands = if matches!(new, From(..)) { [constant, x] } else { [x, constant] };
    super::super::matching::replace_with(module, op, kind, &operands, &attrs)
}

/// Folds an operation on two constants, to the type of the result of `op`.
fn join(module: &mut Module, op: Op, kind: IntBinary, a: Attr, b: Attr) -> Option<Attr> {
    let ty = module.type_of(module.result(op, 0));
    let width = module.bit_width(module.element_type(ty)).filter(|width| *width <= 64)?;
    let folded = fold::apply(module, ScalarOp::Int(kind, width), ty, &[Some(a), Some(b)])?;
    Some(module.intern_attr(folded))
}

/// `(x * c1) * c2` is `x * (c1 * c2)`.
fn regroup_product(module: &mut Module, op: Op) -> Option<()> {
    let (a, b) = pair(module, op)?;
    let inner_op = defined_by(module, a, Arith::MulI)?;
    let (x, inner) = pair(module, inner_op)?;
    let (inner, outer) = (module.constant_of(inner)?, module.constant_of(b)?);
    let joined = join(module, op, IntBinary::Mul, inner, outer)?;
    let attrs = common_flags(module, op, inner_op);
    let constant = Builder::before(module, op).constant(joined)?;
    super::super::matching::replace_with(module, op, Arith::MulI, &[x, constant], &attrs)
}

/// `x + y * -1` and `y * -1 + x` are `x - y`.
fn add_of_negative(module: &mut Module, op: Op) -> Option<()> {
    let (a, b) = pair(module, op)?;
    let negated = |module: &Module, value| {
        let (y, factor) = pair(module, defined_by(module, value, Arith::MulI)?)?;
        (int(module, factor) == Some(-1)).then_some(y)
    };
    let (x, y) = match (negated(module, b), negated(module, a)) {
        (Some(y), _) => (a, y),
        (None, Some(y)) => (b, y),
        (None, None) => return None,
    };
    super::super::matching::replace_with(module, op, Arith::SubI, &[x, y], &[])
}

/// `(a - b) - a` is `0 - b`.
fn difference_of_difference(module: &mut Module, op: Op) -> Option<()> {
    let (inner, a) = pair(module, op)?;
    let inner = defined_by(module, inner, Arith::SubI)?;
    let (left, b) = pair(module, inner)?;
    if left != a {
        return None;
    }
    let ty = module.type_of(module.result(op, 0));
    let attrs = common_flags(module, op, inner);
    let zero = super::super::matching::constant_like(module, op, ty, 0)?;
    super::super::matching::replace_with(module, op, Arith::SubI, &[zero, b], &attrs)
}

/// Returns the overflow flags that two operations have in common, as attributes for their replacement.
fn common_flags(module: &mut Module, a: Op, b: Op) -> Vec<NamedAttr> {
    let others = overflow_flags(module, b);
    let common: Vec<String> =
        overflow_flags(module, a).into_iter().filter(|flag| others.contains(flag)).collect();
    if common.is_empty() {
        return Vec::new();
    }
    let attr = module.foreign_attr(&format!("arith.overflow<{}>", common.join(", ")));
    module.named(&[("overflowFlags", attr)])
}
