//! Expands `memref.realloc` into an allocation, a copy and a deallocation.
//!
//! The new buffer gets the elements that both sizes have. Its other elements are undefined, and the old buffer is freed.
//! Unlike upstream's pass of this name, a smaller buffer is copied, too, so that the result can always be freed by
//! itself.
//!
//! Cost: one walk.
//!
//! ```text
//! %new = memref.realloc %old(%n)            %c0 = arith.constant 0 : index
//!     : memref<?xf32> to memref<?xf32>  →   %dim = memref.dim %old, %c0 : memref<?xf32>
//!                                           %new = memref.alloc(%n) : memref<?xf32>
//!                                           %0 = arith.minui %dim, %n : index
//!                                           %from = memref.subview %old[0] [%0] [1] : …
//!                                           %to = memref.subview %new[0] [%0] [1] : …
//!                                           memref.copy %from, %to : …
//!                                           memref.dealloc %old : memref<?xf32>
//! ```

use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::dialect::memref::STRIDED_LISTS;
use warpline_ir::{Arith, AttrKind, Builder, DYNAMIC, MemRef, Module, Op, OpKind, Type, Value};

/// The `expand-realloc` pass.
pub const PASS: Pass = Pass {
    name: "expand-realloc",
    summary: "Expands memref.realloc into an allocation, a copy and a deallocation",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let mut changed = false;
    for op in module.walk(module.root()) {
        if module.kind(op) == OpKind::MemRef(MemRef::Realloc) {
            expand(module, op);
            changed = true;
        }
    }
    changed.into()
}

fn expand(module: &mut Module, op: Op) {
    let old = module.op(op).named("source");
    let size = module.op(op).group("dynamicResultSize").first().copied();
    let ty = module.type_of(module.result(op, 0));
    let known = module.shape(ty).and_then(|shape| shape.first().copied()).filter(|size| *size != DYNAMIC);
    let alignment = module.attr(op, "alignment");
    let mut at = Builder::before(module, op);
    let zero = at.index(0);
    let old_size = at.value(MemRef::Dim, &[old, zero], Type::INDEX, &[]);
    let new_size = size.unwrap_or_else(|| at.index(known.unwrap_or_default()));
    let dynamic = if known.is_none() { vec![new_size] } else { Vec::new() };
    let segments = at.module.i32_array_attr([dynamic.len() as i64, 0]);
    let new = at.op(MemRef::Alloc, &dynamic, &[ty], &[("operandSegmentSizes", segments)]);
    let old_known = at.module.shape(at.module.type_of(old)).and_then(|shape| shape.first().copied());
    if known != Some(0) && old_known != Some(0) {
        let both = at.binary(Arith::MinUI, old_size, new_size);
        let [from, to] = [old, at.module.result(new, 0)].map(|buffer| first(&mut at, buffer, both));
        at.op(MemRef::Copy, &[from, to], &[], &[]);
    }
    at.op(MemRef::Dealloc, &[old], &[], &[]);
    if let Some(alignment) = alignment {
        module.set_attr(new, "alignment", alignment);
    }
    let new = module.result(new, 0);
    module.replace_op(op, &[new]);
}

/// Builds the view of the first elements of a buffer of one dimension.
fn first(at: &mut Builder<'_>, buffer: Value, n: Value) -> Value {
    let ty = at.module.type_of(buffer);
    let (element, space) = (at.module.element_type(ty), at.module.memory_space(ty));
    let ty = at.module.memref_type(&[DYNAMIC], element, None, space);
    let mut attrs = vec![("operandSegmentSizes", at.module.i32_array_attr([1, 0, 1, 0]))];
    for (key, number) in STRIDED_LISTS.map(|(key, _)| key).into_iter().zip([0, DYNAMIC, 1]) {
        attrs.push((key, at.module.intern_attr(AttrKind::DenseArray(Type::I64, [number].into()))));
    }
    at.value(MemRef::SubView, &[buffer, n], ty, &attrs)
}
