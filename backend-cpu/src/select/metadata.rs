//! Selects code for memref metadata: the parts of a memref as values, and memrefs with other types and
//! layouts.
//!
//! The machine representation of a memref has no base pointer: its pointer already includes the offset. The
//! base is derived from the first memref with a constant offset in the chain of views, as far as the chain
//! can be followed within the function. If none has one, the base is the pointer of the last memref in the
//! chain, whose offset counts as 0: the address of an element is the same on every path.
//! `memref.reinterpret_cast` needs the base itself, or an offset that is the sum of that of the last memref and of other
//! numbers, and is rejected otherwise. A memref of unknown rank that is
//! passed on has its base with it.

use super::memref::numbers;
use crate::emit::{Emitted, Emitter};
use crate::lowered::{Extent, Lowered, MemRefParts};
use cranelift_codegen::ir::{InstBuilder, Value as Reg, types};
use warpline_ir::dialect::memref::groups_of;
use warpline_ir::host_abi::AccessKind;
use warpline_ir::{DYNAMIC, Expr, Module, OpRef, TypeKind, Value};
use warpline_passes::analysis::alias::view_source;
use warpline_passes::analysis::linear::is_relative;

type Cx<'a, 'f> = Emitter<'a, 'f>;

/// The reason why an operation that needs the base address of a buffer is refused.
pub(super) const UNKNOWN_BASE: &str =
    "the beginning of its buffer is not known, as the offset there is not constant";

/// Emits code for `memref.extract_aligned_pointer_as_index`.
pub(super) fn aligned_pointer(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let pointer = cx.first_byte(op.operand(0))?;
    cx.set_result(pointer);
    Ok(())
}

/// Emits code for `memref.extract_strided_metadata`.
pub(super) fn extract(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let source = cx.memref(op.operand(0))?;
    let first = cx.first_byte(op.operand(0))?;
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

/// Emits operations whose results are their operands.
pub(super) fn same_buffers(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    for (operand, result) in op.operands().iter().zip(op.results()) {
        let buffer = cx.get(*operand)?;
        cx.set(result, buffer);
    }
    Ok(())
}

/// Emits a view of the buffer of a memref with an offset, sizes and strides of any kind, relative to its
/// base.
pub(super) fn reinterpret_cast(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let mut pointer =
        if is_relative(op) { cx.first_byte(op.operand(0))? } else { cx.known_first_byte(op.operand(0))? };
    let bytes = cx.element_bytes(op.operand(0))?;
    let offset = cx.mixed(&numbers(op, "static_offsets"), op.group("offsets"))?.first().copied();
    let sizes = cx.mixed(&numbers(op, "static_sizes"), op.group("sizes"))?;
    let strides = cx.mixed(&numbers(op, "static_strides"), op.group("strides"))?;
    if let Some(offset) = offset.filter(|offset| !matches!(offset, Extent::Static(0))) {
        let offset = cx.extent(offset);
        pointer = cx.offset_pointer(pointer, offset, bytes);
    }
    cx.set_view(op.result(0), pointer, &sizes, &strides)
}

/// Emits a memref with permuted dimensions.
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

/// Emits a view with some dimensions split into several.
pub(super) fn expand_shape(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let source = cx.memref(op.operand(0))?;
    let groups = groups_of(op).ok_or_else(|| cx.unsupported("expected groups of dimensions"))?;
    let sizes = cx.mixed(&numbers(op, "static_output_shape"), op.group("output_shape"))?;
    let mut strides = vec![Extent::Static(1); sizes.len()];
    for (group, stride) in groups.iter().zip(&source.strides) {
        let mut step = *stride;
        for dim in group.iter().rev().filter(|dim| **dim < sizes.len()) {
            strides[*dim] = step;
            step = cx.extent_product(step, sizes[*dim]);
        }
    }
    cx.set_view(op.result(0), source.pointer, &sizes, &strides)
}

/// Emits a view with groups of dimensions joined into one each, which has the stride of its last dimension with
/// more than one element.
pub(super) fn collapse_shape(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let source = cx.memref(op.operand(0))?;
    let has_layout = matches!(cx.module.type_kind(op.operand_type(0)), TypeKind::MemRef(_, _, Some(_), _));
    let groups = groups_of(op).ok_or_else(|| cx.unsupported("expected groups of dimensions"))?;
    let (mut sizes, mut strides) = (Vec::new(), Vec::new());
    for group in groups {
        let (mut size, mut stride) = (Extent::Static(1), Extent::Static(1));
        for dim in group.into_iter().filter(|dim| *dim < source.sizes.len()) {
            size = cx.extent_product(size, source.sizes[dim]);
            // The stride of a dimension with one element means nothing, unless the buffer is contiguous.
            stride = match source.sizes[dim] {
                Extent::Static(1) => stride,
                Extent::Dynamic(n) if has_layout => cx.extent_unless_one(n, source.strides[dim], stride),
                Extent::Static(_) | Extent::Dynamic(_) => source.strides[dim],
            };
        }
        sizes.push(size);
        strides.push(stride);
    }
    cx.set_view(op.result(0), source.pointer, &sizes, &strides)
}

/// Emits a view of a contiguous buffer with the sizes that are read from another buffer.
pub(super) fn reshape(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let (source, shape) = (cx.memref(op.named("source"))?, cx.memref(op.named("shape"))?);
    let Some(known) = cx.module.shape(op.result_type(0)).map(<[i64]>::to_vec) else {
        return Err(cx.unsupported("expected a ranked memref as result"));
    };
    let (number, bytes) =
        (cx.reg_type(cx.module.element_type(op.operand_type(1)))?, cx.element_bytes(op.named("shape"))?);
    let step = cx.extent(shape.strides.first().copied().unwrap_or(Extent::Static(1)));
    let mut sizes = Vec::new();
    for (dim, size) in (0i64..).zip(known) {
        sizes.push(if size == DYNAMIC {
            let dim = cx.index(dim);
            let offset = cx.builder.ins().imul(dim, step);
            let address = cx.offset_pointer(shape.pointer, offset, bytes);
            cx.log(AccessKind::Read, number, address)?;
            let size = cx.load(number, address, 0);
            Extent::Dynamic(if number.bits() < 64 {
                cx.builder.ins().sextend(types::I64, size)
            } else {
                size
            })
        } else {
            Extent::Static(size)
        });
    }
    cx.new_buffer(op, source.pointer, &sizes)
}

/// Emits the rank of a memref.
pub(super) fn rank(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let rank = cx.rank(op.operand(0))?;
    cx.set_result(rank);
    Ok(())
}

impl Emitter<'_, '_> {
    /// Returns the rank of a memref.
    pub(crate) fn rank(&mut self, memref: Value) -> Emitted<Reg> {
        if let Lowered::Unranked(parts) = self.get(memref)? {
            return Ok(parts.rank);
        }
        let rank = self.memref(memref)?.sizes.len();
        Ok(self.index(rank as i64))
    }

    /// Returns the base address of a buffer; an error if it is not known.
    pub(crate) fn known_first_byte(&mut self, memref: Value) -> Emitted<Reg> {
        let (anchor, offset) = anchor(self.module, memref);
        if offset.is_none() && !matches!(self.get(anchor)?, Lowered::Unranked(_)) {
            return Err(self.unsupported(UNKNOWN_BASE));
        }
        self.first_byte(memref)
    }

    /// Returns the base address of a buffer, or the address of its first element if that is not known.
    pub(crate) fn first_byte(&mut self, memref: Value) -> Emitted<Reg> {
        let (anchor, offset) = anchor(self.module, memref);
        if let Lowered::Unranked(parts) = self.get(anchor)? {
            return Ok(parts.base);
        }
        let pointer = self.memref(anchor)?.pointer;
        let bytes = self.element_bytes(anchor)? as i64;
        Ok(match offset {
            None | Some(0) => pointer,
            Some(offset) => {
                let offset = self.index(offset.wrapping_mul(bytes));
                self.builder.ins().isub(pointer, offset)
            }
        })
    }
}

fn static_offset(module: &Module, memref: Value) -> Option<i64> {
    let (offset, _) = module.strides(module.type_of(memref))?;
    (offset != DYNAMIC).then_some(offset)
}

/// Returns the first memref with a constant offset in the chain of views, with that offset; if there is none,
/// the last memref.
fn anchor(module: &Module, memref: Value) -> (Value, Option<i64>) {
    let mut at = memref;
    loop {
        let offset = static_offset(module, at);
        let source = view_source(module, at).filter(|source| !module.is_ptr(module.type_of(*source)));
        match source.filter(|_| offset.is_none()) {
            Some(source) => at = source,
            None => return (at, offset),
        }
    }
}
