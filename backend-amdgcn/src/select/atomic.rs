//! Selects `memref.atomic_rmw` and `rt.cmpxchg`.
//!
//! An element of one or two bytes is swapped as part of the 32-bit word that contains it. Where threads wait for others
//! through memory, atomic operations on global memory acquire and release at the scope of the device.

use super::int::{Bitwise, Shift};
use super::pointer::Place;
use super::values::{Bit, Comparison, Loc, Pointer, Scalar, Space, Words, n_words};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::code::Class;
use crate::inst::{Modifiers, Operand};
use crate::opcode::{Family, Opcode};
use crate::waitcnt;
use warpline_ir::{MachineFloat, OpRef};

/// The instructions of one action: on global memory, and on workgroup memory without and with the old value.
type Actions = [Opcode; 3];

/// Selects `memref.atomic_rmw`.
pub(super) fn atomic(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let memory = cx.memory(op.named("memref"))?;
    check_space(memory.pointer.space)?;
    let kind = op.keyword("kind").ok_or("its kind is not known")?;
    let actions = actions(kind, memory.element).ok_or_else(|| Unsupported::not_expanded("expand-atomics"))?;
    let value = cx.words(op.operand(0))?;
    let data = cx.tuple(value.list(), Class::V);
    let place = cx.place_of(memory.pointer)?;
    let needs_old = !op.module.is_unused(op.result(0)) || kind == "assign";
    let old = emit(cx, &place, actions, &[data], needs_old.then_some(n_words(memory.element)));
    if let Some(old) = old {
        cx.set_words(op.result(0), old);
    }
    Ok(())
}

/// Selects `rt.cmpxchg`.
pub(super) fn compare_and_swap(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let pointer = cx.pointer(op.named("ptr"))?;
    check_space(pointer.space)?;
    let width = cx.int_width(op.operand(0))?;
    let (expected, desired) = (cx.words(op.operand(0))?, cx.words(op.operand(1))?);
    let (seen, lhs, rhs) = if width < 32 {
        let (pointer, shift, mask) = cx.word_around(pointer, width);
        let place = cx.place_of(pointer)?.coherent();
        let found = Operand::from(cx.fresh(Class::V, 1));
        cx.load_into(found, &place, 4, false);
        let outside = cx.bitwise32(Bitwise::Xor, mask, Operand::Const(-1));
        let others = cx.bitwise32(Bitwise::And, found, outside);
        let [expected, desired] = [expected, desired].map(|part| {
            let placed = cx.shift32(Shift::Left, part.low(), shift);
            let placed = cx.bitwise32(Bitwise::And, placed, mask);
            Words::One(cx.bitwise32(Bitwise::Or, others, placed))
        });
        let whole = exchange(cx, &place, desired, expected);
        let part = cx.shift32(Shift::Logical, whole.low(), shift);
        (cx.narrowed(Words::One(part), width), whole, expected)
    } else {
        let place = cx.place_of(pointer)?;
        let seen = exchange(cx, &place, desired, expected);
        (seen, seen, expected)
    };
    cx.set_words(op.result(0), seen);
    let failed = cx.compare_vectors(Comparison { predicate: "ne", lhs, rhs });
    cx.set(op.result(1), Loc::Bit(Bit::Mask(failed)));
    Ok(())
}

fn check_space(space: Space) -> SelectResult {
    if space == Space::Private {
        return Err("memory of one thread has no atomic operations".into());
    }
    Ok(())
}

/// Emits an atomic instruction; returns the old value of some words if it is needed.
fn emit(
    cx: &mut Select<'_>,
    place: &Place,
    actions: Actions,
    data: &[Operand],
    n_old: Option<u8>,
) -> Option<Words> {
    let old = n_old.map(|n| Operand::from(cx.fresh(Class::V, n)));
    let opcode = match (place.space, old) {
        (Space::Workgroup, None) => actions[1],
        (Space::Workgroup, Some(_)) => actions[2],
        (Space::Global | Space::Private, _) => actions[0],
    };
    let modifiers = Modifiers { glc: old.is_some() && place.space == Space::Global, ..place.modifiers() };
    let is_ordered = cx.spins && place.space == Space::Global;
    if is_ordered {
        release(cx);
    }
    cx.emit_with(opcode, &place.operands(old, data), modifiers);
    if is_ordered {
        acquire(cx);
    }
    old.zip(n_old).map(|(old, n)| Words::of(old, n))
}

/// The scope of the device in instructions that write caches back or invalidate them.
const SCOPE_DEVICE: i64 = 2;

/// Makes the writes of this wave visible to the device.
fn release(cx: &mut Select<'_>) {
    if cx.chip.family == Family::Gfx942 {
        cx.emit(Opcode::BufferWbl2, &[Operand::Const(SCOPE_DEVICE)]);
    }
    cx.code.push(waitcnt::for_writes(cx.chip.family));
}

/// Drops what this wave may have read before others wrote it; the accesses so far complete before.
fn acquire(cx: &mut Select<'_>) {
    match cx.chip.family {
        Family::Gfx90a => cx.emit(Opcode::BufferWbinvl1Vol, &[]),
        Family::Gfx942 => cx.emit(Opcode::BufferInv, &[Operand::Const(SCOPE_DEVICE)]),
        Family::Gfx11 => {
            cx.emit(Opcode::BufferGl1Inv, &[]);
            cx.emit(Opcode::BufferGl0Inv, &[]);
        }
        Family::Gfx12 => cx.emit(Opcode::GlobalInv, &[Operand::Const(SCOPE_DEVICE)]),
    }
}

/// Emits a loop of compare-and-swap for an integer of whole words; returns the old one.
pub(super) fn swap<'a>(
    cx: &mut Select<'a>,
    pointer: Pointer,
    n: u8,
    combine: impl FnOnce(&mut Select<'a>, Words) -> Result<Words, Unsupported>,
) -> Result<Words, Unsupported> {
    let place = cx.place_of(pointer)?.coherent();
    let found = Operand::from(cx.fresh(Class::V, n));
    cx.load_into(found, &place, 4 * u64::from(n), false);
    let old = Operand::from(cx.fresh(Class::V, n));
    cx.repeat(|cx| {
        for index in 0..n {
            cx.copy(old.word(index), found.word(index));
        }
        let new = combine(cx, Words::of(old, n))?;
        let seen = exchange(cx, &place, new, Words::of(old, n));
        for (index, word) in seen.list().iter().enumerate() {
            cx.copy(found.word(index as u8), *word);
        }
        let raced = Comparison { predicate: "ne", lhs: seen, rhs: Words::of(old, n) };
        Ok(Bit::Mask(cx.compare_vectors(raced)))
    })?;
    Ok(Words::of(old, n))
}

/// Emits a compare-and-swap; returns the old value.
fn exchange(cx: &mut Select<'_>, place: &Place, new: Words, expected: Words) -> Words {
    let n = new.list().len() as u8;
    let actions = if n == 2 {
        [Opcode::GlobalAtomicCmpswapB64, Opcode::DsCmpstoreRtnB64, Opcode::DsCmpstoreRtnB64]
    } else {
        [Opcode::GlobalAtomicCmpswapB32, Opcode::DsCmpstoreRtnB32, Opcode::DsCmpstoreRtnB32]
    };
    let data = if place.space == Space::Workgroup {
        vec![cx.tuple(new.list(), Class::V), cx.tuple(expected.list(), Class::V)]
    } else {
        let both: Vec<Operand> = new.list().iter().chain(expected.list()).copied().collect();
        vec![cx.tuple(&both, Class::V)]
    };
    emit(cx, place, actions, &data, Some(n)).unwrap_or(expected)
}

impl Select<'_> {
    /// Returns the address of the word that contains an element of a width, its bit offset in that, and a mask for it.
    fn word_around(&mut self, pointer: Pointer, width: u32) -> (Pointer, Operand, Operand) {
        let address = self.address(pointer);
        let part = self.bitwise32(Bitwise::And, address.low(), Operand::Const(3));
        let shift = self.shift32(Shift::Left, part, Operand::Const(3));
        let aligned = self.bitwise32(Bitwise::And, address.low(), Operand::Const(-4));
        let base = match address {
            Words::Two([_, high]) => Words::Two([aligned, high]),
            Words::One(_) => Words::One(aligned),
        };
        let mask = self.shift32(Shift::Left, Operand::Const((1 << width) - 1), shift);
        (Pointer { space: pointer.space, base, offset: None, immediate: 0 }, shift, mask)
    }
}

/// Returns the instructions for a kind, if the chip has them.
fn actions(kind: &str, element: Scalar) -> Option<Actions> {
    let is_wide = n_words(element) == 2;
    match (kind, element) {
        ("assign", Scalar::Int(32 | 64) | Scalar::Float(MachineFloat::F32 | MachineFloat::F64)) => {
            Some(if is_wide {
                [Opcode::GlobalAtomicSwapB64, Opcode::DsStorexchgRtnB64, Opcode::DsStorexchgRtnB64]
            } else {
                [Opcode::GlobalAtomicSwapB32, Opcode::DsStorexchgRtnB32, Opcode::DsStorexchgRtnB32]
            })
        }
        ("addf", Scalar::Float(MachineFloat::F32)) => {
            Some([Opcode::GlobalAtomicAddF32, Opcode::DsAddF32, Opcode::DsAddRtnF32])
        }
        (kind, Scalar::Int(32)) => narrow(kind),
        (kind, Scalar::Int(64)) => wide(kind),
        _ => None,
    }
}

fn narrow(kind: &str) -> Option<Actions> {
    Some(match kind {
        "addi" => [Opcode::GlobalAtomicAddU32, Opcode::DsAddU32, Opcode::DsAddRtnU32],
        "maxs" => [Opcode::GlobalAtomicMaxI32, Opcode::DsMaxI32, Opcode::DsMaxRtnI32],
        "maxu" => [Opcode::GlobalAtomicMaxU32, Opcode::DsMaxU32, Opcode::DsMaxRtnU32],
        "mins" => [Opcode::GlobalAtomicMinI32, Opcode::DsMinI32, Opcode::DsMinRtnI32],
        "minu" => [Opcode::GlobalAtomicMinU32, Opcode::DsMinU32, Opcode::DsMinRtnU32],
        "andi" => [Opcode::GlobalAtomicAndB32, Opcode::DsAndB32, Opcode::DsAndRtnB32],
        "ori" => [Opcode::GlobalAtomicOrB32, Opcode::DsOrB32, Opcode::DsOrRtnB32],
        "xori" => [Opcode::GlobalAtomicXorB32, Opcode::DsXorB32, Opcode::DsXorRtnB32],
        _ => return None,
    })
}

fn wide(kind: &str) -> Option<Actions> {
    Some(match kind {
        "addi" => [Opcode::GlobalAtomicAddU64, Opcode::DsAddU64, Opcode::DsAddRtnU64],
        "maxs" => [Opcode::GlobalAtomicMaxI64, Opcode::DsMaxI64, Opcode::DsMaxRtnI64],
        "maxu" => [Opcode::GlobalAtomicMaxU64, Opcode::DsMaxU64, Opcode::DsMaxRtnU64],
        "mins" => [Opcode::GlobalAtomicMinI64, Opcode::DsMinI64, Opcode::DsMinRtnI64],
        "minu" => [Opcode::GlobalAtomicMinU64, Opcode::DsMinU64, Opcode::DsMinRtnU64],
        "andi" => [Opcode::GlobalAtomicAndB64, Opcode::DsAndB64, Opcode::DsAndRtnB64],
        "ori" => [Opcode::GlobalAtomicOrB64, Opcode::DsOrB64, Opcode::DsOrRtnB64],
        "xori" => [Opcode::GlobalAtomicXorB64, Opcode::DsXorB64, Opcode::DsXorRtnB64],
        _ => return None,
    })
}
