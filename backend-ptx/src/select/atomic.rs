//! Selects `memref.atomic_rmw` and `rt.cmpxchg`.
//!
//! An instruction whose result is unused is emitted as `red`, which does not wait for memory. Elements of one or two bytes
//! are swapped as part of the 32-bit word that contains them.

use super::float::suffix;
use super::int::class_of;
use super::pointer::Place;
use super::values::Scalar;
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::inst::{Operand, RegClass, Space, StateSpace as _};
use crate::opcode::Modifier::{
    self, B32, B64, Bf16, Cas, Exch, F16, Ne, Noftz, Nothing, OpAdd, OpAnd, OpMax, OpMin, OpOr, OpXor,
    Relaxed, S32, S64, U32, U64,
};
use crate::opcode::Opcode;
use crate::target::Feature;
use warpline_ir::{MachineFloat, OpRef};

/// Selects `memref.atomic_rmw`.
pub(super) fn atomic(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let memory = cx.memory(op.named("memref"))?;
    check_space(memory.space)?;
    let address = memory.address()?;
    let kind = op.keyword("kind").ok_or("its kind is not known")?;
    let (action, ty) = direct(cx, kind, memory.element).ok_or(Unsupported::not_expanded("expand-atomics"))?;
    let value = cx.register(op.operand(0))?;
    let noftz = if matches!(ty, F16 | Bf16) { Noftz } else { Nothing };
    let modifiers = [memory.space.modifier(), action, noftz, ty];
    if action == Exch || !op.module.is_unused(op.result(0)) {
        return cx.define(op, Opcode::Atom.with(modifiers), &[address, value]);
    }
    cx.emit(Opcode::Red.with(modifiers), &[address, value]);
    Ok(())
}

/// Selects `rt.cmpxchg`.
pub(super) fn compare_and_swap(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let width = cx.int_width(op.operand(0))?;
    let Place { space, address } = cx.place_of(op.named("ptr"))?;
    check_space(space)?;
    let class = class_of(width);
    let values = [cx.operand(op.operand(0))?, cx.operand(op.operand(1))?];
    let [expected, desired] = values.map(|value| Operand::Reg(cx.reg(class, value)));
    let cas = Opcode::Atom.with([space.modifier(), Cas, class.bits()]);
    let differs = Opcode::Setp.with([Ne, class.bits()]);
    let (seen, failed) = if width < 32 {
        let (word, shift, mask) = word_around(cx, address, width);
        let found = cx.make(Opcode::Ld.with([Relaxed, space.modifier(), B32]), &[word]);
        let outside = cx.make(Opcode::Not.with([B32]), &[mask]);
        let others = cx.make(Opcode::And.with([B32]), &[found, outside]);
        let [expected, desired] = [expected, desired].map(|part| {
            let placed = cx.make(Opcode::Shl.with([B32]), &[part, shift]);
            let placed = cx.make(Opcode::And.with([B32]), &[placed, mask]);
            cx.make(Opcode::Or.with([B32]), &[others, placed])
        });
        let whole = cx.make(cas, &[word, expected, desired]);
        let part = cx.make(Opcode::Shr.with([U32]), &[whole, shift]);
        (cx.narrow(part, width), cx.make(differs, &[whole, expected]))
    } else {
        let seen = cx.make(cas, &[address, expected, desired]);
        (seen, cx.make(differs, &[seen, expected]))
    };
    cx.set(op.result(0), seen);
    cx.set(op.result(1), failed);
    Ok(())
}

fn check_space(space: Space) -> SelectResult {
    if space == Space::Private {
        return Err("memory of one thread has no atomic operations".into());
    }
    Ok(())
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

/// Returns the action and the type of the instruction for a kind, if there is one.
fn direct(cx: &Select<'_>, kind: &str, element: Scalar) -> Option<(Modifier, Modifier)> {
    match (element, kind) {
        (Scalar::Float(MachineFloat::BF16), _) if !cx.target.has(Feature::ATOMIC_BF16) => None,
        (Scalar::Float(float), "addf") => Some((OpAdd, suffix(float))),
        (Scalar::Int(32) | Scalar::Float(MachineFloat::F32), kind) => int_name(kind, false),
        (Scalar::Int(64) | Scalar::Float(MachineFloat::F64), kind) => int_name(kind, true),
        _ => None,
    }
}

/// Returns the address of the word that contains an element of a width, its bit offset in that, and a mask for it.
fn word_around(cx: &mut Select<'_>, address: Operand, width: u32) -> (Operand, Operand, Operand) {
    let Operand::Address(base, offset) = address else { unreachable!("an element has an address") };
    let byte = cx.plus(base.into(), Operand::Int(offset.into()), base.class);
    let word = cx.make(Opcode::And.with([base.class.bits()]), &[byte, Operand::Int(-4)]);
    let word = Operand::Address(cx.reg(base.class, word), 0);
    let low = if base.class == RegClass::B64 { cx.low_word(byte) } else { byte };
    let number = cx.make(Opcode::And.with([B32]), &[low, Operand::Int(3)]);
    let shift = cx.make(Opcode::Shl.with([B32]), &[number, Operand::Int(3)]);
    let ones = Operand::Reg(cx.reg(RegClass::B32, Operand::Int((1 << width) - 1)));
    let mask = cx.make(Opcode::Shl.with([B32]), &[ones, shift]);
    (word, shift, mask)
}
