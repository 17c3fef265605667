//! Selects `memref.atomic_rmw`, an instruction, and `memref.generic_atomic_rmw`, a loop of compare-and-swap.
//!
//! An instruction whose result is unused is emitted as `red`, which does not wait for memory. One-byte elements are
//! swapped as part of the enclosing 32-bit word.

use super::memory::Memory;
use super::values::{PtxScalar as _, Scalar};
use super::{Select, SelectResult, Unsupported};
use crate::inst::{Operand, Reg, RegClass, Space};
use crate::opcode::Modifier::{
    self, B32, B64, Bf16, Cas, Exch, F16, F32, F64, Local, Ne, Noftz, Nothing, OpAdd, OpAnd, OpMax, OpMin,
    OpOr, OpXor, Relaxed, S16, S32, S64, U16, U32, U64,
};
use crate::opcode::Opcode;
use crate::target::Feature;
use warpline_ir::{MachineFloat, MemRef, OpKind, OpRef};

/// Selects `memref.atomic_rmw`.
pub(super) fn atomic(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let memory = cx.memory(op.named("memref"))?;
    let kind = kind(op)?;
    let value = cx.operand(op.operand(0))?;
    let address = atomic_address(&memory)?;
    let Some((name, ty)) = direct_name(cx, kind, memory.element)? else {
        return Err(Unsupported::not_expanded("expand-atomics"));
    };
    let value = Operand::Reg(cx.reg(memory.element.class(), value));
    let unused = op.module.is_unused(op.result(0));
    let old = direct(cx, &memory, (name, ty), &[address, value], unused);
    cx.set(op.result(0), old);
    Ok(())
}

/// Selects `memref.generic_atomic_rmw`, whose region computes the new element from the old one.
pub(super) fn generic_atomic<'a>(cx: &mut Select<'a>, op: OpRef<'a>) -> SelectResult {
    let memory = cx.memory(op.operand(0))?;
    let body = op.entry(0).ok_or("its region is empty")?;
    let arg = op.module.args(body).first().copied();
    let arg = arg.ok_or("its region has no argument")?;
    let address = atomic_address(&memory)?;
    let old = swap_loop(cx, &memory, address, |cx, old| {
        cx.set(arg, old);
        let end = cx.body(body)?;
        if end.kind() != OpKind::MemRef(MemRef::AtomicYield) {
            return Err("its region must end in memref.atomic_yield".into());
        }
        cx.operand(end.operand(0))
    })?;
    cx.set(op.result(0), old);
    Ok(())
}

fn atomic_address(memory: &Memory) -> Result<Operand, Unsupported> {
    if memory.space == Space::Local {
        return Err("memory of one thread has no atomic operations".into());
    }
    memory.address()
}

fn kind(op: OpRef<'_>) -> Result<&'static str, Unsupported> {
    let kind = op.keyword("kind");
    kind.ok_or_else(|| Unsupported::from("its kind is not known"))
}

fn int_name(kind: &str, wide: bool) -> Option<(Modifier, Modifier)> {
    let pick = |narrow, double| if wide { double } else { narrow };
    Some(match kind {
        "addi" => (OpAdd, pick(U32, U64)),
        "assign" => (Exch, pick(B32, B64)),
        "maxs" => (OpMax, pick(S32, S64)),
        "maxu" => (OpMax, pick(U32, U64)),
        "mins" => (OpMin, pick(S32, S64)),
        "minu" => (OpMin, pick(U32, U64)),
        "andi" => (OpAnd, pick(B32, B64)),
        "ori" => (OpOr, pick(B32, B64)),
        "xori" => (OpXor, pick(B32, B64)),
        _ => return None,
    })
}

fn direct(
    cx: &mut Select<'_>,
    memory: &Memory,
    (action, ty): (Modifier, Modifier),
    operands: &[Operand; 2],
    unused: bool,
) -> Operand {
    let space = memory.space.modifier();
    let old = Operand::Reg(cx.kernel.fresh(memory.element.class()));
    let [address, value] = *operands;
    let noftz = if matches!(ty, F16 | Bf16) { Noftz } else { Nothing };
    if unused && action != Exch {
        cx.emit(Opcode::Red.with([space, action, noftz, ty]), &[address, value]);
    } else {
        cx.emit(Opcode::Atom.with([space, action, noftz, ty]), &[old, address, value]);
    }
    old
}

/// Returns the instruction for a kind, if there is one.
fn direct_name(
    cx: &mut Select<'_>,
    kind: &str,
    element: Scalar,
) -> Result<Option<(Modifier, Modifier)>, Unsupported> {
    Ok(match element {
        Scalar::Int(width @ (32 | 64)) => int_name(kind, width == 64),
        Scalar::Float(float @ (MachineFloat::F32 | MachineFloat::F64)) => {
            let is_double = float == MachineFloat::F64;
            match kind {
                "addf" => Some((OpAdd, if is_double { F64 } else { F32 })),
                "assign" => Some((Exch, if is_double { B64 } else { B32 })),
                _ => None,
            }
        }
        Scalar::Float(MachineFloat::F16) if kind == "addf" => Some((OpAdd, F16)),
        Scalar::Float(MachineFloat::BF16) if kind == "addf" && cx.target.has(Feature::ATOMIC_BF16) => {
            cx.require(Feature::ATOMIC_BF16)?;
            Some((OpAdd, Bf16))
        }
        Scalar::Int(_) | Scalar::Float(_) | Scalar::Fp8(_) => None,
    })
}

/// Emits the compare-and-swap loop; returns the old element.
fn swap_loop<'a>(
    cx: &mut Select<'a>,
    memory: &Memory,
    address: Operand,
    combine: impl FnOnce(&mut Select<'a>, Operand) -> Result<Operand, Unsupported>,
) -> Result<Operand, Unsupported> {
    match memory.element.bytes() {
        1 => swap_byte(cx, memory, address, combine),
        2 => swap(cx, memory, RegClass::B16, address, combine),
        _ => swap(cx, memory, memory.element.class(), address, combine),
    }
}

/// Returns the memory order of the first read of a loop, while other threads may update the element.
fn order(space: Modifier) -> Modifier {
    if matches!(space, Local) { Nothing } else { Relaxed }
}

/// Emits the loop for 16-, 32- or 64-bit elements in registers of a class.
fn swap<'a>(
    cx: &mut Select<'a>,
    memory: &Memory,
    class: RegClass,
    address: Operand,
    combine: impl FnOnce(&mut Select<'a>, Operand) -> Result<Operand, Unsupported>,
) -> Result<Operand, Unsupported> {
    let space = memory.space.modifier();
    let found = cx.kernel.fresh(class);
    let again = cx.kernel.label();
    cx.emit(Opcode::Ld.with([order(space), space, class.bits()]), &[found.into(), address]);
    cx.place(again);
    let is_narrow_int = class == RegClass::B16 && memory.element.class() == RegClass::B32;
    let old = if is_narrow_int {
        cx.make(Opcode::Cvt.with([S32, S16]), &[found.into()])
    } else {
        let old = cx.kernel.fresh(class);
        cx.mov(old, found.into());
        old.into()
    };
    let new = combine(cx, old)?;
    let new = if is_narrow_int {
        let bits = Operand::Reg(cx.reg(RegClass::B32, new));
        cx.make(Opcode::Cvt.with([U16, U32]), &[bits])
    } else {
        cx.reg(class, new).into()
    };
    let seen = Operand::Reg(cx.kernel.fresh(class));
    cx.emit(Opcode::Atom.with([space, Cas, class.bits()]), &[seen, address, found.into(), new]);
    let raced = cx.make(Opcode::Setp.with([Ne, class.bits()]), &[seen, found.into()]);
    repeat_if(cx, raced, found, seen, again);
    Ok(old)
}

fn repeat_if(cx: &mut Select<'_>, raced: Operand, found: Reg, seen: Operand, again: crate::inst::Label) {
    let raced = cx.reg(RegClass::Pred, raced);
    cx.mov(found, seen);
    cx.branch_if(raced, true, again);
}

/// Emits the loop for a byte of the enclosing word.
fn swap_byte<'a>(
    cx: &mut Select<'a>,
    memory: &Memory,
    address: Operand,
    combine: impl FnOnce(&mut Select<'a>, Operand) -> Result<Operand, Unsupported>,
) -> Result<Operand, Unsupported> {
    let space = memory.space.modifier();
    let (word, shift, mask) = word_around(cx, address);
    let found = cx.kernel.fresh(RegClass::B32);
    let again = cx.kernel.label();
    cx.emit(Opcode::Ld.with([order(space), space, B32]), &[found.into(), word]);
    cx.place(again);
    let byte = cx.make(Opcode::Shr.with([U32]), &[found.into(), shift]);
    let old = match memory.element {
        Scalar::Int(width) => cx.narrow(byte, width),
        Scalar::Float(_) | Scalar::Fp8(_) => byte,
    };
    let new = combine(cx, old)?;
    let new = cx.stored(memory.element, new);
    let placed = cx.make(Opcode::Shl.with([B32]), &[new, shift]);
    let placed = cx.make(Opcode::And.with([B32]), &[placed, mask]);
    let outside = cx.make(Opcode::Not.with([B32]), &[mask]);
    let kept = cx.make(Opcode::And.with([B32]), &[found.into(), outside]);
    let whole = cx.make(Opcode::Or.with([B32]), &[kept, placed]);
    let seen = Operand::Reg(cx.kernel.fresh(RegClass::B32));
    cx.emit(Opcode::Atom.with([space, Cas, B32]), &[seen, word, found.into(), whole]);
    let raced = cx.make(Opcode::Setp.with([Ne, B32]), &[seen, found.into()]);
    repeat_if(cx, raced, found, seen, again);
    Ok(old)
}

/// Returns the address of the word that contains a byte, the bit offset of the byte in it, and a mask for it.
fn word_around(cx: &mut Select<'_>, address: Operand) -> (Operand, Operand, Operand) {
    let Operand::Address(base, offset) = address else { unreachable!("an element has an address") };
    let byte = cx.plus(base.into(), Operand::Int(offset.into()), base.class);
    let word = cx.make(Opcode::And.with([base.class.bits()]), &[byte, Operand::Int(-4)]);
    let word = Operand::Address(cx.reg(base.class, word), 0);
    let low = if base.class == RegClass::B64 { cx.low_word(byte) } else { byte };
    let number = cx.make(Opcode::And.with([B32]), &[low, Operand::Int(3)]);
    let shift = cx.make(Opcode::Shl.with([B32]), &[number, Operand::Int(3)]);
    let ones = Operand::Reg(cx.reg(RegClass::B32, Operand::Int(0xFF)));
    let mask = cx.make(Opcode::Shl.with([B32]), &[ones, shift]);
    (word, shift, mask)
}
