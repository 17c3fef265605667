//! Known alignment of integers and buffers: the powers of two that divide them, derived from the defining operations.

use crate::analysis::alias::view_source;
use crate::analysis::kernel_facts::argument_align;
use warpline_ir::artifact::ALLOCATION_ALIGN;
use warpline_ir::def::Trait;
use warpline_ir::{Arith, Gpu, MemRef, Module, OpKind, Scf, Value};

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
    let Some(op) = module.defining_op(value) else { return divisor_of_arg(module, value, depth) };
    let view = module.op(op);
    let part = |name: &str| divisor(module, view.named(name), depth + 1);
    match view.kind() {
        OpKind::Arith(
            Arith::AddI | Arith::SubI | Arith::MinSI | Arith::MinUI | Arith::MaxSI | Arith::MaxUI,
        ) => common(part("lhs"), part("rhs")),
        OpKind::Arith(Arith::MulI) => power(part("lhs").saturating_mul(part("rhs")).min(1 << 62)),
        OpKind::Arith(Arith::ShLI) => match module.constant_int(view.named("rhs")) {
            Some(by @ 0..=32) => part("lhs").checked_shl(by as u32).unwrap_or(1).max(1),
            _ => part("lhs"),
        },
        OpKind::Arith(Arith::AndI) => part("lhs").max(part("rhs")),
        OpKind::Arith(Arith::Select) => common(part("true_value"), part("false_value")),
        // A power of two that divides a number divides the rest of it that is left after a truncation.
        OpKind::Arith(kind) if kind.def().has(Trait::IntegerCast) => part("in"),
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
    let [lower, step] = ["lowerBound", "step"].map(|name| divisor(module, view.named(name), depth + 1));
    common(lower, step)
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

/// Returns the known alignment in bytes of the base of a buffer of the host program, a power of two; 1 if there is none.
pub(crate) fn of_buffer(module: &Module, buffer: Value) -> u64 {
    let (mut value, mut align) = (buffer, 1);
    while let Some(op) = module.defining_op(value) {
        match module.kind(op) {
            OpKind::MemRef(MemRef::Alloc) | OpKind::Gpu(Gpu::Alloc) => return align.max(ALLOCATION_ALIGN),
            OpKind::MemRef(MemRef::AssumeAlignment) => {
                align = align.max(given(module.op(op).int("alignment")));
            }
            OpKind::MemRef(MemRef::Cast | MemRef::DistinctObjects) => {}
            _ => return align,
        }
        let Some(source) = view_source(module, value) else { return align };
        value = source;
    }
    let argument = module.def_block(value).and_then(|block| {
        let index = module.args(block).iter().position(|arg| *arg == value)?;
        let func = module.block_parent(block).filter(|func| module.entry(*func, 0) == Some(block))?;
        Some(argument_align(module, func, index))
    });
    align.max(argument.unwrap_or(1))
}

/// Returns an alignment that a program states.
fn given(align: Option<i64>) -> u64 {
    align.and_then(|align| u64::try_from(align).ok()).filter(|align| align.is_power_of_two()).unwrap_or(1)
}
