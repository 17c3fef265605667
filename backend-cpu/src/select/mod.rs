//! Selection: one file per dialect, one arm per operation. What has no arm of its own is refused by name.

mod arith;
mod cf;
mod func;
mod gpu;
mod math;
pub(crate) mod memref;
mod metadata;
mod rt;
mod scf;
pub(crate) mod soft;

use crate::emit::{Emitted, Emitter};
use warpline_ir::{Cf, Func, Gpu, Op, OpKind, Scf};

/// Emits an operation that ends no block.
pub(crate) fn select(cx: &mut Emitter<'_, '_>, op: Op) -> Emitted {
    let view = cx.module.op(op);
    match view.kind() {
        OpKind::Arith(kind) => arith::select(cx, view, kind),
        OpKind::Math(kind) => math::select(cx, view, kind),
        OpKind::MemRef(kind) => memref::select(cx, view, kind),
        OpKind::Scf(kind) => scf::select(cx, view, kind),
        OpKind::Cf(kind) => cf::select(cx, view, kind),
        OpKind::Gpu(kind) => gpu::select(cx, view, kind),
        OpKind::Func(kind) => func::select(cx, view, kind),
        OpKind::Rt(kind) => rt::select(cx, view, kind),
        OpKind::Affine(_) => Err(cx.unsupported("lower it with --lower-affine first")),
        OpKind::Async(_) => Err(cx.unsupported("async operations are not supported yet")),
        OpKind::Vector(_) => Err(cx.unsupported("vectors are not supported yet")),
        OpKind::Builtin(_) => Err(cx.unsupported("it has no meaning in code")),
        OpKind::Foreign(_) => Err(cx.unsupported("its dialect is not known")),
    }
}

/// Emits the end of a block in a region that is not the body of a structured operation.
pub(crate) fn terminator(cx: &mut Emitter<'_, '_>, op: Op) -> Emitted {
    cx.at = op;
    let view = cx.module.op(op);
    match view.kind() {
        OpKind::Cf(Cf::Br) => cf::branch(cx, view),
        OpKind::Cf(Cf::CondBr) => cf::conditional_branch(cx, view),
        OpKind::Cf(Cf::Switch) => cf::switch(cx, view),
        OpKind::Func(Func::Return) | OpKind::Gpu(Gpu::Return) | OpKind::Scf(Scf::Yield) => {
            func::leave(cx, view)
        }
        OpKind::Arith(_)
        | OpKind::Math(_)
        | OpKind::MemRef(_)
        | OpKind::Scf(_)
        | OpKind::Cf(Cf::Assert)
        | OpKind::Gpu(_)
        | OpKind::Func(_)
        | OpKind::Rt(_)
        | OpKind::Affine(_)
        | OpKind::Vector(_)
        | OpKind::Async(_)
        | OpKind::Builtin(_)
        | OpKind::Foreign(_) => Err(cx.unsupported("it cannot end a block here")),
    }
}
