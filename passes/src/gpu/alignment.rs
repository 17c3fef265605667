//! Known alignment of integers: the powers of two that divide them, derived from the defining operations.

use warpline_ir::{Arith, Module, OpKind, Scf, Value};

/// The maximum depth of the use-def traversal.
const MAX_DEPTH: u32 = 8;
/// The greatest alignment of interest.
const MAX_ALIGN: u64 = 256;

/// Returns the greatest known power of two that divides an integer; 0 for zero.
pub fn multiple_of(module: &Module, value: Value) -> u64 {
    divisor(module, value, 0)
}

fn divisor(module: &Module, value: Value, depth: u32) -> u64 {
    if let Some(constant) = module.constant_int(value) {
        return power(constant.unsigned_abs());
    }
    if MAX_DEPTH < depth {
        return 1;
    }
    let part = |value: Value| divisor(module, value, depth + 1);
    let Some(op) = module.defining_op(value) else { return divisor_of_arg(module, value, depth) };
    let view = module.op(op);
    match view.kind() {
        OpKind::Arith(
            Arith::AddI | Arith::SubI | Arith::MinSI | Arith::MinUI | Arith::MaxSI | Arith::MaxUI,
        ) => common(part(view.operand(0)), part(view.operand(1))),
        OpKind::Arith(Arith::MulI) => {
            power(part(view.operand(0)).saturating_mul(part(view.operand(1))).min(1 << 62))
        }
        OpKind::Arith(Arith::ShLI) => match module.constant_int(view.operand(1)) {
            Some(by @ 0..=32) => part(view.operand(0)).checked_shl(by as u32).unwrap_or(1).max(1),
            _ => part(view.operand(0)),
        },
        OpKind::Arith(Arith::AndI) => part(view.operand(0)).max(part(view.operand(1))),
        OpKind::Arith(Arith::IndexCast | Arith::IndexCastUI | Arith::ExtSI | Arith::ExtUI) => {
            part(view.operand(0))
        }
        OpKind::Arith(Arith::Select) => common(part(view.operand(1)), part(view.operand(2))),
        _ => 1,
    }
}

/// Returns the divisor of an induction variable, from its lower bound and step.
fn divisor_of_arg(module: &Module, value: Value, depth: u32) -> u64 {
    let Some(op) = module.def_block(value).and_then(|block| {
        let is_first = module.args(block).first() == Some(&value);
        module.block_parent(block).filter(|_| is_first)
    }) else {
        return 1;
    };
    if module.kind(op) != OpKind::Scf(Scf::For) {
        return 1;
    }
    let view = module.op(op);
    common(divisor(module, view.operand(0), depth + 1), divisor(module, view.operand(2), depth + 1))
}

/// Returns the greatest power of two that divides a number; 0 for zero.
fn power(number: u64) -> u64 {
    number & number.wrapping_neg()
}

/// Returns the greatest power of two that divides both numbers; every number divides 0.
pub fn common(lhs: u64, rhs: u64) -> u64 {
    match power(lhs | rhs) {
        0 => MAX_ALIGN,
        both => both,
    }
}
