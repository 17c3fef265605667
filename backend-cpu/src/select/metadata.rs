//! The parts of a memref as values, and memrefs under other names and layouts.
//!
//! A memref in machine code has no pointer to the beginning of its buffer: its pointer already has the offset. The
//! beginning is found from the first memref with a constant offset among those that it is a view of, as far as views can
//! be followed in the function. Where none has one, the beginning is that of the last, whose offset counts as 0: the
//! address of an element is the same by every path. `memref.reinterpret_cast` needs the beginning itself and is refused
//! there.

use super::memref::numbers;
use crate::emit::{Emitted, Emitter};
use crate::lowered::{Extent, Lowered, MemRefParts};
use cranelift_codegen::ir::{InstBuilder, Value as Reg};

use warpline_ir::{DYNAMIC, Expr, MemRef, Module, OpKind, OpRef, Value};

type Cx<'a, 'f> = Emitter<'a, 'f>;

/// `memref.extract_aligned_pointer_as_index`.
pub(super) fn aligned_pointer(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let pointer = first_byte(cx, op.operand(0))?;
    cx.set_result(pointer);
    Ok(())
}

/// `memref.extract_strided_metadata`.
pub(super) fn extract(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let source = cx.memref(op.operand(0))?;
    let first = first_byte(cx, op.operand(0))?;
    let offset = match static_offset(cx.module, op.operand(0)) {
        Some(offset) => cx.index(offset),
        None => {
            let bytes = cx.element_bytes(op.operand(0))?;
            let (bytes, distance) = (cx.index(bytes as i64), cx.builder.ins().isub(source.pointer, first));
            cx.builder.ins().sdiv(distance, bytes)
        }
    };
    let mut results = op.results();
    if let Some(base) = results.next() {
        let parts = MemRefParts { pointer: first, sizes: Vec::new(), strides: Vec::new() };
        cx.set(base, Lowered::MemRef(parts));
    }
    let extents = source.sizes.into_iter().chain(source.strides);
    let parts = std::iter::once(Extent::Dynamic(offset)).chain(extents);
    for (result, part) in results.zip(parts) {
        let part = cx.extent(part);
        cx.set(result, Lowered::Scalar(part));
    }
    Ok(())
}

/// Operations whose results are their operands.
pub(super) fn same_buffers(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    for (operand, result) in op.operands().iter().zip(op.results()) {
        let parts = cx.memref(*operand)?;
        cx.set(result, Lowered::MemRef(parts));
    }
    Ok(())
}

/// The memory behind a memref under an offset, sizes and strides of any kind, which count from its beginning.
pub(super) fn reinterpret_cast(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    if anchor(cx.module, op.operand(0)).1.is_none() {
        return Err(
            cx.unsupported("the beginning of its buffer is not known, as the offset there is not constant")
        );
    }
    let mut pointer = first_byte(cx, op.operand(0))?;
    let bytes = cx.element_bytes(op.operand(0))?;
    let offset = cx.mixed(&numbers(op, "static_offsets"), op.group(1))?.first().copied();
    let sizes = cx.mixed(&numbers(op, "static_sizes"), op.group(2))?;
    let strides = cx.mixed(&numbers(op, "static_strides"), op.group(3))?;
    if let Some(offset) = offset.filter(|offset| !matches!(offset, Extent::Static(0))) {
        let offset = cx.extent(offset);
        pointer = cx.offset_pointer(pointer, offset, bytes);
    }
    cx.set_view(op.result(0), pointer, &sizes, &strides)
}

/// A memref with its dimensions in another order.
pub(super) fn transpose(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let source = cx.memref(op.operand(0))?;
    let number = |expr: &Expr| match expr {
        Expr::Dim(dim) => Some(*dim as usize),
        Expr::Symbol(_) | Expr::Constant(_) | Expr::Binary(..) => None,
    };
    let map = op.attr("permutation").and_then(|map| cx.module.attr_map(map));
    let order: Option<Vec<usize>> = map.and_then(|map| map.results.iter().map(number).collect());
    let permuted = |extents: &[Extent]| -> Option<Vec<Extent>> {
        order.as_ref()?.iter().map(|dim| extents.get(*dim).copied()).collect()
    };
    let (Some(sizes), Some(strides)) = (permuted(&source.sizes), permuted(&source.strides)) else {
        return Err(cx.unsupported("expected a permutation of the dimensions"));
    };
    cx.set_view(op.result(0), source.pointer, &sizes, &strides)
}

/// The address of the beginning of a buffer.
fn first_byte(cx: &mut Cx<'_, '_>, memref: Value) -> Emitted<Reg> {
    let (anchor, offset) = anchor(cx.module, memref);
    let pointer = cx.memref(anchor)?.pointer;
    let bytes = cx.element_bytes(anchor)? as i64;
    Ok(match offset {
        None | Some(0) => pointer,
        Some(offset) => {
            let offset = cx.index(offset.wrapping_mul(bytes));
            cx.builder.ins().isub(pointer, offset)
        }
    })
}

fn static_offset(module: &Module, memref: Value) -> Option<i64> {
    let (offset, _) = module.strides(module.type_of(memref))?;
    (offset != DYNAMIC).then_some(offset)
}

/// The first memref with a constant offset, with that, among those that a memref is a view of; without any the last.
fn anchor(module: &Module, memref: Value) -> (Value, Option<i64>) {
    let mut at = memref;
    loop {
        let offset = static_offset(module, at);
        match source(module, at).filter(|_| offset.is_none()) {
            Some(source) => at = source,
            None => return (at, offset),
        }
    }
}

/// The memref that a memref is a view of, over the same buffer.
fn source(module: &Module, memref: Value) -> Option<Value> {
    let op = module.defining_op(memref)?;
    match module.kind(op) {
        OpKind::MemRef(
            MemRef::Cast
            | MemRef::SubView
            | MemRef::AssumeAlignment
            | MemRef::ReinterpretCast
            | MemRef::Transpose,
        ) => Some(module.operand(op, 0)),
        OpKind::MemRef(MemRef::DistinctObjects) => {
            let index = module.results(op).position(|result| result == memref)?;
            Some(module.operand(op, index))
        }
        _ => None,
    }
}
