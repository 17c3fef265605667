//! Selects code for the ptr dialect: a pointer is an address of 64 bits.

use super::metadata::UNKNOWN_BASE;
use super::{Rule, memref};
use crate::emit::{Emitted, Emitter};
use crate::lowered::{Extent, Lowered};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type as RegType, Value as Reg, types};
use warpline_ir::dialect::ptr::{is_volatile, orders_others};
use warpline_ir::host_abi::{AccessKind, Update};
use warpline_ir::{DYNAMIC, OpKind, OpRef, Ptr, Value};

type Cx<'a, 'f> = Emitter<'a, 'f>;

/// Returns the treatment of ptr operations.
pub(super) fn rule(kind: Ptr) -> Rule {
    match kind {
        Ptr::ToPtr => Rule::select(to_ptr),
        Ptr::FromPtr => Rule::select(from_ptr),
        Ptr::GetMetadata => Rule::select(get_metadata),
        Ptr::PtrAdd => Rule::select(ptr_add),
        Ptr::PtrDiff => Rule::select(ptr_diff),
        Ptr::TypeOffset => Rule::select(type_offset),
        Ptr::Load => Rule::select(load),
        Ptr::Store => Rule::select(store),
    }
}

/// Emits the address of a buffer without its offset, as the interpreter and upstream have it.
fn to_ptr(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let address = cx.known_first_byte(op.operand(0))?;
    cx.set_result(address);
    Ok(())
}

/// Binds the sizes and strides of a buffer: they are those of the buffer itself.
fn get_metadata(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let buffer = cx.memref(op.operand(0))?;
    cx.values.insert(op.result(0), Lowered::MemRef(buffer));
    Ok(())
}

fn from_ptr(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let ty = op.result_type(0);
    if let [metadata] = op.group("metadata") {
        let (layout, first) = (cx.memref(*metadata)?, cx.scalar(op.named("ptr"))?);
        let pointer = match cx.module.strides(ty) {
            Some((offset, _)) if offset != DYNAMIC => {
                let bytes = cx.element_bytes(op.result(0))? as i64;
                cx.builder.ins().iadd_imm_s(first, offset.wrapping_mul(bytes))
            }
            _ => {
                let buffer = described(cx, *metadata)?;
                let base = cx.known_first_byte(buffer)?;
                let offset = cx.builder.ins().isub(layout.pointer, base);
                cx.builder.ins().iadd(first, offset)
            }
        };
        return cx.set_view(op.result(0), pointer, &layout.sizes, &layout.strides);
    }
    let extents = |numbers: &[i64]| numbers.iter().map(|number| Extent::Static(*number)).collect::<Vec<_>>();
    let shape = cx.module.shape(ty).filter(|shape| !shape.contains(&DYNAMIC));
    let strides =
        cx.module.strides(ty).filter(|(offset, strides)| *offset == 0 && !strides.contains(&DYNAMIC));
    let (Some(shape), Some((_, strides))) = (shape, strides) else {
        return Err(cx.unsupported("expected a buffer whose sizes and strides are constants, with offset 0"));
    };
    let (sizes, strides) = (extents(shape), extents(&strides));
    let pointer = cx.scalar(op.named("ptr"))?;
    cx.set_view(op.result(0), pointer, &sizes, &strides)
}

/// Returns the buffer that metadata describe.
fn described(cx: &Cx<'_, '_>, metadata: Value) -> Emitted<Value> {
    let maker = cx.module.defining_op(metadata);
    let maker = maker.filter(|op| cx.module.kind(*op) == OpKind::Ptr(Ptr::GetMetadata));
    maker.map(|op| cx.module.operand(op, 0)).ok_or_else(|| cx.unsupported(UNKNOWN_BASE))
}

fn ptr_add(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let (base, offset) = (cx.scalar(op.named("base"))?, cx.as_index(op.named("offset"))?);
    let sum = cx.builder.ins().iadd(base, offset);
    cx.set_result(sum);
    Ok(())
}

fn ptr_diff(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let (left, right) = (cx.scalar(op.named("lhs"))?, cx.scalar(op.named("rhs"))?);
    let difference = cx.builder.ins().isub(left, right);
    let ty = cx.reg_type(op.result_type(0))?;
    let is_wide = ty == types::I64;
    let result = if is_wide { difference } else { cx.builder.ins().ireduce(ty, difference) };
    cx.set_result(result);
    Ok(())
}

fn type_offset(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let element = op.attr("elementType").and_then(|attr| cx.module.attr_type(attr));
    let element = element.ok_or_else(|| cx.unsupported("expected a type"))?;
    let bytes = cx.bytes_of(element)?;
    let ty = cx.reg_type(op.result_type(0))?;
    let bytes = cx.int(ty, bytes as i64);
    cx.set_result(bytes);
    Ok(())
}

/// Emits a compare-and-swap; it fails only if there is another integer.
pub(super) fn compare_and_swap(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let [expected, desired, address] =
        [cx.scalar(op.named("expected"))?, cx.scalar(op.named("desired"))?, cx.scalar(op.named("ptr"))?];
    let ty = cx.builder.func.dfg.value_type(expected);
    cx.log(AccessKind::Atomic(Update::Any), ty, address)?;
    let seen = cx.builder.ins().atomic_cas(MemFlagsData::trusted(), address, expected, desired);
    let failed = cx.compare(IntCC::NotEqual, seen, expected);
    cx.bind(&[op.result(0), op.result(1)], &[seen, failed])
}

/// Whether an access orders others or is volatile, so that it must take place as it is: with sequential consistency, which
/// satisfies every ordering. Any other access of an aligned number is atomic on the machines of this backend.
fn is_strong(op: OpRef<'_>) -> bool {
    is_volatile(op) || orders_others(op)
}

fn load(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let place = (cx.scalar(op.named("ptr"))?, 0);
    if !is_strong(op) {
        return memref::load_at(cx, op, place);
    }
    memref::load_parts(cx, op, place, |cx, ty, place| {
        let at = strong_address(cx, ty, place)?;
        let bits = cx.builder.ins().atomic_load(ty.as_int(), MemFlagsData::trusted(), at);
        Ok(memref::from_bits(cx, ty, bits))
    })
}

fn store(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let place = (cx.scalar(op.named("ptr"))?, 0);
    if !is_strong(op) {
        return memref::store_at(cx, op, place);
    }
    memref::store_parts(cx, op, place, |cx, ty, value, place| {
        let at = strong_address(cx, ty, place)?;
        let bits = memref::as_bits(cx, value);
        cx.builder.ins().atomic_store(MemFlagsData::trusted(), bits, at);
        Ok(())
    })
}

/// Returns the address of a part that is accessed at once.
fn strong_address(cx: &mut Cx<'_, '_>, ty: RegType, (address, offset): (Reg, i32)) -> Emitted<Reg> {
    if 64 < ty.bits() {
        return Err(cx.unsupported("atomic and volatile accesses of more than 64 bits are not supported"));
    }
    Ok(cx.builder.ins().iadd_imm_s(address, i64::from(offset)))
}
