//! Selects the `ptr` dialect: addresses, and loads and stores through them.
//!
//! A pointer plus a constant becomes the immediate offset of the accesses through it; other sums are computed where
//! they are defined.

use super::memory::Memory;
use super::values::{PtxScalar as _, Scalar};
use super::{Select, SelectResult, Selector as _, Unsupported};
use crate::inst::{Inst, Operand, Reg, RegClass, Space, StateSpace as _};
use crate::opcode::Modifier::{self, Nc, Nothing, Relaxed, V2, V4};
use crate::opcode::{Name, Opcode};
use warpline_ir::dialect::ptr::alignment_of;
use warpline_ir::{Arith, AttrKind, DYNAMIC, Module, OpKind, OpRef, Ptr, Rt, Value};
use warpline_passes::gpu::buffers::{layout, static_offset};
use warpline_passes::gpu::selection::is_monotonic;

/// The maximum size of an access, in bytes.
const MAX_BYTES: u64 = 16;
/// An address and its state space.
pub(super) struct Place {
    pub(super) space: Space,
    pub(super) address: Operand,
}

/// Selects `ptr.to_ptr`: the address of a buffer without the offset of its type.
pub(super) fn to_ptr(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let buffer = op.operand(0);
    let memory = cx.memory(buffer)?;
    let offset = memory.offset.wrapping_sub(static_offset(cx.module, op.operand_type(0)));
    let address = cx.plus(memory.base.into(), Operand::Int(offset), memory.base.class);
    cx.set(op.result(0), address);
    Ok(())
}

/// Selects `ptr.from_ptr`: a buffer with the layout of its type, which must be static.
pub(super) fn from_ptr(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let place = cx.place_of(op.operand(0))?;
    let ty = op.result_type(0);
    let (shape, strides) = layout(cx.module, ty)?;
    if !op.group("metadata").is_empty() || shape.contains(&DYNAMIC) || strides.contains(&DYNAMIC) {
        return Err("a buffer at a pointer needs a constant layout".into());
    }
    let memory = cx.fresh_memory(ty)?;
    let Operand::Address(base, offset) = place.address else {
        return Err("expected an address".into());
    };
    let offset = i64::from(offset);
    let skipped = static_offset(cx.module, ty);
    cx.set_memory(
        op.result(0),
        Memory { space: place.space, base, offset: offset.wrapping_add(skipped), ..memory },
    );
    Ok(())
}

/// Selects `ptr.ptr_add`. A sum with a constant is only computed for users other than accesses.
pub(super) fn ptr_add(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    if is_immediate(op) {
        return Ok(());
    }
    let class = cx.scalar_of(op.result(0))?.class();
    let (name, offset) = match negated(op.module, op.named("offset")) {
        Some(offset) => (Opcode::Sub, offset),
        None => (Opcode::Add, op.named("offset")),
    };
    let (pointer, width, offset) =
        (cx.operand(op.named("base"))?, cx.int_width(offset)?, cx.operand(offset)?);
    let offset = match (class, width) {
        (RegClass::B32, 64) => cx.low_word(offset),
        (RegClass::B32, width) => cx.widen(offset, width, true),
        (_, width) => super::convert::extend(cx, offset, width, 64, true),
    };
    let sum = cx.make(name.with([class.signed()]), &[pointer, offset]);
    cx.set(op.result(0), sum);
    Ok(())
}

/// Returns the value whose negation a value is.
fn negated(module: &Module, value: Value) -> Option<Value> {
    let op = module.defining_op(value).filter(|op| module.kind(*op) == OpKind::Arith(Arith::SubI))?;
    let op = module.op(op);
    (module.constant_int(op.named("lhs")) == Some(0)).then(|| op.named("rhs"))
}

/// Whether a sum is folded into the immediate offset of accesses.
fn is_immediate(op: OpRef<'_>) -> bool {
    let is_small =
        op.module.constant_int(op.named("offset")).is_some_and(|bytes| i32::try_from(bytes).is_ok());
    is_small
        && op.module.uses(op.result(0)).iter().all(|used| match op.module.kind(used.op) {
            OpKind::Ptr(Ptr::Load | Ptr::FromPtr) => used.index == 0,
            OpKind::Ptr(Ptr::Store) => used.index == 1,
            OpKind::Rt(Rt::Cmpxchg) => used.index == 2,
            _ => false,
        })
}

pub(super) fn ptr_diff(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let parts = [cx.operand(op.named("lhs"))?, cx.operand(op.named("rhs"))?];
    let class = cx.scalar_of(op.named("lhs"))?.class();
    let bytes = cx.make(Opcode::Sub.with([class.signed()]), &parts);
    let (from, width) = (if class == RegClass::B32 { 32 } else { 64 }, cx.int_width(op.result(0))?);
    let bytes = if from < width {
        super::convert::extend(cx, bytes, from, width, true)
    } else {
        super::convert::cut(cx, bytes, from, width)
    };
    cx.set(op.result(0), bytes);
    Ok(())
}

pub(super) fn type_offset(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    match op.def().and_then(|def| def.fold).and_then(|fold| fold(op, &[])) {
        Some(AttrKind::Integer(bytes, _)) => {
            cx.set(op.result(0), Operand::Int(bytes));
            Ok(())
        }
        _ => Err("the size of the type is not known".into()),
    }
}

pub(super) fn load(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    load_to(cx, op, None)
}

/// Emits a load: under a condition into a register that holds the value otherwise, unconditionally into new ones.
pub(super) fn load_to(cx: &mut Select<'_>, op: OpRef<'_>, guard: Option<(Reg, Reg)>) -> SelectResult {
    let order = order(op)?;
    let place = cx.place_of(op.operand(0))?;
    let is_invariant = op.attr("invariant").is_some_and(|attr| *op.module.attr_kind(attr) == AttrKind::Unit);
    let cache = if is_invariant && place.space == Space::Global { Nc } else { Nothing };
    let (n, scalar) = cx.elements_of(op.result_type(0))?;
    let width = width(op, n, scalar)?;
    let class = if scalar == Scalar::Int(1) { RegClass::B32 } else { scalar.class() };
    let parts: Vec<Operand> = match guard {
        Some((_, target)) => vec![target.into()],
        None => (0..n).map(|_| cx.kernel.fresh(class).into()).collect(),
    };
    let whole = if n == 1 { parts[0] } else { cx.kernel.pack(&parts) };
    let name = Opcode::Ld.with([order, place.space.modifier(), cache, width, scalar.access()]);
    cx.emit_under(guard.map(|(condition, _)| condition), name, &[whole, place.address]);
    let elements = parts.into_iter().map(|raw| cx.loaded(scalar, raw)).collect();
    cx.set_elements(op.result(0), elements);
    Ok(())
}

pub(super) fn store(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    store_under(cx, op, None)
}

/// Emits a store, under a condition if there is one.
pub(super) fn store_under(cx: &mut Select<'_>, op: OpRef<'_>, condition: Option<Reg>) -> SelectResult {
    let order = order(op)?;
    let (n, scalar) = cx.elements_of(op.operand_type(0))?;
    let values = cx.elements(op.operand(0))?;
    let parts: Vec<Operand> = values.into_iter().map(|element| cx.stored(scalar, element)).collect();
    let width = width(op, n, scalar)?;
    let whole = if n == 1 { parts[0] } else { cx.kernel.pack(&parts) };
    let place = cx.place_of(op.named("ptr"))?;
    cx.emit_under(
        condition,
        Opcode::St.with([order, place.space.modifier(), width, scalar.access()]),
        &[place.address, whole],
    );
    Ok(())
}

/// Returns the modifier of an access that others may race with.
fn order(op: OpRef<'_>) -> Result<Modifier, Unsupported> {
    Ok(if is_monotonic(op)? { Relaxed } else { Nothing })
}

/// Returns the vector modifier of an access, whose elements must be aligned to their total size.
fn width(op: OpRef<'_>, n: usize, scalar: Scalar) -> Result<Modifier, Unsupported> {
    let bytes = n as u64 * scalar.bytes();
    match n {
        1 => Ok(Nothing),
        2 | 4 if bytes <= MAX_BYTES && bytes <= alignment_of(op).unwrap_or(1) => {
            Ok(if n == 2 { V2 } else { V4 })
        }
        _ => Err(Unsupported::not_expanded("lower-memref-access")),
    }
}

impl Select<'_> {
    /// Appends an instruction, predicated if there is a condition.
    fn emit_under(&mut self, condition: Option<Reg>, name: Name, operands: &[Operand]) {
        let inst = Inst::new(name, operands);
        let inst = condition.map_or(inst, |condition| inst.when(condition, true));
        self.push(inst);
    }

    /// Emits a sum of integers of a class.
    pub(super) fn plus(&mut self, lhs: Operand, rhs: Operand, class: RegClass) -> Operand {
        match (lhs, rhs) {
            (other, Operand::Int(0)) => other,
            _ => self.make(Opcode::Add.with([class.signed()]), &[lhs, rhs]),
        }
    }

    /// Returns the address of a pointer.
    pub(super) fn place_of(&mut self, pointer: Value) -> Result<Place, Unsupported> {
        let space = Space::of_pointer(self.module, self.module.type_of(pointer))?;
        let sum = self.module.defining_op(pointer).map(|op| self.module.op(op));
        let sum = sum.filter(|op| op.kind() == OpKind::Ptr(Ptr::PtrAdd) && is_immediate(*op));
        let (base, offset) = match sum {
            Some(op) => (op.named("base"), self.module.constant_int(op.named("offset")).unwrap_or_default()),
            None => (pointer, 0),
        };
        let base = self.operand(base)?;
        Ok(Place { space, address: Operand::Address(self.reg(space.address_class(), base), offset as i32) })
    }
}
