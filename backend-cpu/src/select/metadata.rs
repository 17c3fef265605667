//! The parts of a memref as values, and memrefs under other names.
//!
//! A memref in machine code has no pointer to the beginning of its buffer: its pointer already has the offset. The
//! beginning is that of the memref that it is a view of, as far as views can be followed in the function. There a dynamic
//! offset counts as 0, so the address of an element is the same by every path.

use crate::emit::{Emitted, Emitter};
use crate::lowered::{Extent, Lowered, MemRefParts};
use cranelift_codegen::ir::{InstBuilder, Value as Reg};
use warpline_ir::{DYNAMIC, MemRef, Module, OpKind, OpRef, Value};

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

/// The address of the beginning of a buffer.
fn first_byte(cx: &mut Cx<'_, '_>, memref: Value) -> Emitted<Reg> {
    let root = root(cx.module, memref);
    let pointer = cx.memref(root)?.pointer;
    let bytes = cx.element_bytes(root)? as i64;
    Ok(match static_offset(cx.module, root) {
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

/// The memref that a memref is a view of.
fn root(module: &Module, memref: Value) -> Value {
    let mut at = memref;
    while let Some(op) = module.defining_op(at) {
        at = match module.kind(op) {
            OpKind::MemRef(MemRef::Cast | MemRef::SubView | MemRef::AssumeAlignment) => module.operand(op, 0),
            OpKind::MemRef(MemRef::DistinctObjects) => {
                let index = module.results(op).position(|result| result == at).unwrap_or(0);
                module.operand(op, index)
            }
            _ => break,
        };
    }
    at
}
