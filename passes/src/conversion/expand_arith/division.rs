//! Expands floor and ceiling divisions, and remainders from quotients.
//!
//! A quotient rounded toward zero is off by one if the remainder is nonzero and the exact quotient is positive
//! (ceiling) or negative (floor). The sign of the remainder is the sign of the exact quotient times that of the
//! divisor.

use super::{compare, has_tensors, select, with_constant};
use crate::analysis::speculation::is_speculatable;
use crate::conversion::math_expand::builder::int_constant;
use rustc_hash::FxHashMap;
use warpline_ir::{Arith, Block, Builder, Module, Op, OpKind, Place, Value};

/// Expands a ceiling or floor division.
pub(super) fn expand(module: &mut Module, op: Op, kind: Arith) -> bool {
    let view = module.op(op);
    let (a, b) = (view.named("lhs"), view.named("rhs"));
    let at = &mut Builder::before(module, op);
    let is_unsigned = kind == Arith::CeilDivUI;
    let quotient = at.binary(if is_unsigned { Arith::DivUI } else { Arith::DivSI }, a, b);
    let rest = remainder(at, a, b, quotient);
    let ty = at.module.type_of(a);
    let zero = int_constant(at, ty, 0);
    let mut is_off = compare(at, "ne", rest, zero);
    let is_up = kind != Arith::FloorDivSI;
    if !is_unsigned {
        let signs = at.binary(Arith::XOrI, rest, b);
        let is_outward = compare(at, if is_up { "sge" } else { "slt" }, signs, zero);
        is_off = at.binary(Arith::AndI, is_off, is_outward);
    }
    let next = with_constant(at, Arith::AddI, quotient, if is_up { 1 } else { -1 });
    let result = select(at, is_off, next, quotient);
    module.replace_op(op, &[result]);
    true
}

/// Builds `a - quotient * b`.
fn remainder(at: &mut Builder<'_>, a: Value, b: Value, quotient: Value) -> Value {
    let product = at.binary(Arith::MulI, quotient, b);
    at.binary(Arith::SubI, a, product)
}

/// The maximum distance, in operations, of a quotient from a remainder that it is moved before.
const MAX_MOVE: usize = 32;

/// The first division of two operands in each block, with its position in the walk.
type Quotients = FxHashMap<(Arith, Value, Value, Block), (usize, Op)>;

/// Computes remainders from quotients of the same operands, so that only one division remains. Divisions by
/// constants are excluded: targets compute them without a division.
pub(super) fn share_quotients(module: &mut Module) -> bool {
    let all = module.walk(module.root());
    let mut quotients = Quotients::default();
    for (place, op) in all.iter().enumerate() {
        if let (OpKind::Arith(kind @ (Arith::DivSI | Arith::DivUI)), Some(block)) =
            (module.kind(*op), module.block_of(*op))
        {
            let view = module.op(*op);
            let key = (kind, view.named("lhs"), view.named("rhs"), block);
            quotients.entry(key).or_insert((place, *op));
        }
    }
    let mut changed = false;
    for (place, op) in all.into_iter().enumerate() {
        let kind = match module.kind(op) {
            OpKind::Arith(Arith::RemSI) => Arith::DivSI,
            OpKind::Arith(Arith::RemUI) => Arith::DivUI,
            _ => continue,
        };
        let view = module.op(op);
        let (a, b) = (view.named("lhs"), view.named("rhs"));
        if module.constant_of(b).is_none()
            && !has_tensors(module, op)
            && let Some(quotient) = quotient_before(module, &quotients, (place, op), kind)
        {
            let result = remainder(&mut Builder::before(module, op), a, b, quotient);
            module.replace_op(op, &[result]);
            changed = true;
        }
    }
    changed
}

/// Returns the quotient of the operands of a remainder that is defined before it, in its block or in one that
/// encloses it. A division that follows closely is moved there: no operation in between can end the program.
fn quotient_before(
    module: &mut Module,
    quotients: &Quotients,
    (place, remainder): (usize, Op),
    kind: Arith,
) -> Option<Value> {
    let view = module.op(remainder);
    let (a, b) = (view.named("lhs"), view.named("rhs"));
    let mut around = Some(remainder);
    while let Some(op) = around {
        if let Some((found_at, found)) = quotients.get(&(kind, a, b, module.block_of(op)?)) {
            if *found_at < place {
                return Some(module.result(*found, 0));
            }
            if op == remainder && follows_at_once(module, op, *found) {
                module.move_op(*found, Place::Before(op));
                return Some(module.result(*found, 0));
            }
        }
        around = module.parent_op(op);
    }
    None
}

fn follows_at_once(module: &Module, first: Op, second: Op) -> bool {
    let mut next = module.next_op(first);
    for _ in 0..MAX_MOVE {
        match next {
            Some(op) if op == second => return true,
            Some(op) if is_speculatable(module, op) => next = module.next_op(op),
            _ => return false,
        }
    }
    false
}
