//! Instruction selection: one file per dialect, one arm per operation. An operation without an arm is
//! rejected by name.

mod arith;
mod async_;
mod cf;
mod func;
mod gpu;
mod math;
pub(crate) mod memref;
mod metadata;
pub(crate) mod multiply_adds;
mod packed;
mod ptr;
mod rt;
mod scf;
mod soft;
mod vector;

use crate::emit::{Emitted, Emitter, World};
use warpline_ir::{Builtin, Cf, Func, Gpu, Op, OpKind, OpRef, Rt, Scf};
use warpline_passes::support::{Lowering, Side};

/// The treatment of an operation by this backend.
pub(crate) type Rule = warpline_passes::support::Rule<fn(&mut Emitter<'_, '_>, OpRef<'_>) -> Emitted>;

/// Emits an operation that is not a terminator.
pub(crate) fn select(cx: &mut Emitter<'_, '_>, op: Op) -> Emitted {
    let view = cx.module.op(op);
    if packed::select(cx, view)? {
        return Ok(());
    }
    let rule = rule(view.kind());
    let side = match cx.world {
        World::Blocks(_) => Side::Kernel,
        World::Host(_) => Side::Host,
    };
    match (rule.lowering, rule.only) {
        (Lowering::Refuse(reason), _) => Err(cx.unsupported(reason)),
        (_, Some((only, reason))) if only != side => Err(cx.unsupported(reason)),
        (Lowering::Select(select), _) => select(cx, view),
        (Lowering::Part(reason) | Lowering::ExpandElse(_, reason), _) => Err(cx.unsupported(reason)),
        (Lowering::Expand(pass), _) => Err(cx.unsupported(format!("run {pass} first"))),
    }
}

/// Returns the treatment of operations of this kind.
pub(crate) fn rule(kind: OpKind) -> Rule {
    match kind {
        OpKind::Arith(kind) => arith::rule(kind),
        OpKind::Math(kind) => math::rule(kind),
        OpKind::MemRef(kind) => memref::rule(kind),
        OpKind::Scf(kind) => scf::rule(kind),
        OpKind::Cf(kind) => cf::rule(kind),
        OpKind::Gpu(kind) => gpu::rule(kind),
        OpKind::Func(kind) => func::rule(kind),
        OpKind::Rt(Rt::Assert) => Rule::select(rt::assert).in_kernels(),
        OpKind::Rt(Rt::Spin) => Rule::select(rt::spin).in_kernels(),
        OpKind::Rt(Rt::Access) => Rule::select(rt::access).in_kernels(),
        OpKind::Rt(Rt::Interval) => Rule::select(rt::interval).in_kernels(),
        OpKind::Rt(Rt::Extent) => Rule::select(rt::extent),
        OpKind::Rt(Rt::Apart) => Rule::select(rt::apart),
        OpKind::Rt(Rt::Live) => Rule::select(rt::live),
        OpKind::Rt(Rt::Cmpxchg) => Rule::select(ptr::compare_and_swap).in_kernels(),
        OpKind::Rt(_) => Rule::select(rt::select).on_host(),
        OpKind::Affine(_) => Rule::expand("lower-affine"),
        OpKind::Linalg(_) => Rule::expand("convert-linalg-to-parallel-loops"),
        OpKind::Async(kind) => async_::rule(kind),
        OpKind::Vector(kind) => vector::rule(kind),
        OpKind::Ptr(kind) => ptr::rule(kind),
        OpKind::Builtin(Builtin::Module) => Rule::part("it has no meaning in code"),
        OpKind::Builtin(Builtin::UnrealizedConversionCast) => Rule::refuse("it has no meaning in code"),
        OpKind::Foreign(_) => Rule::refuse("its dialect is not known"),
    }
}

/// Emits the terminator of a block in a region that is not the body of a structured operation.
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
        | OpKind::Linalg(_)
        | OpKind::Vector(_)
        | OpKind::Ptr(_)
        | OpKind::Async(_)
        | OpKind::Builtin(_)
        | OpKind::Foreign(_) => Err(cx.unsupported("it cannot end a block here")),
    }
}
