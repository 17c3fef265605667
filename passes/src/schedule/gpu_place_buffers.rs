//! `gpu-place-buffers`: places the buffers that kernels use in memory that kernels can access.
//!
//! A `memref.alloc` that reaches a kernel, also through views and structured control flow, becomes a `gpu.alloc`:
//! device memory if the host never accesses its elements, `host_shared` if the host loads or stores them, returns the
//! buffer or passes it to a call. Its `memref.dealloc` becomes `gpu.dealloc`, and `memref.copy` from or to it
//! `gpu.memcpy`, so a copy alone keeps no buffer on the host. Alignment is dropped: device memory is aligned to more
//! than any type needs.
//!
//! By contract function arguments and globals are in memory that both sides can access; they stay as they are. So do
//! buffers that no kernel uses. Cost: linear in the size of the module.

use crate::analysis::alias::{AliasAnalysis, Root, is_buffer};
use crate::pass::{Changed, Pass, PassCx, PassFn};
use rustc_hash::FxHashSet;
use warpline_ir::Scf;
use warpline_ir::def::Trait;
use warpline_ir::{Attr, Builder, Gpu, MemRef, Module, Op, OpKind, Reported, Value};

/// The `gpu-place-buffers` pass.
pub const PASS: Pass = Pass {
    name: "gpu-place-buffers",
    summary: "Allocates the buffers that kernels use in device or shared memory",
    options: &[],
    run: PassFn::MayFail(run),
};

#[expect(clippy::unnecessary_wraps, reason = "every pass has this signature")]
fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let mut changed = false;
    for func in cx.host_functions() {
        changed |= place_buffers(cx.module, func);
    }
    Ok(Changed::from(changed))
}

/// The allocations that each side uses.
#[derive(Default)]
struct Sides {
    device: FxHashSet<Value>,
    host: FxHashSet<Value>,
}

fn place_buffers(module: &mut Module, func: Op) -> bool {
    let ops = module.walk(func);
    let mut aliases = AliasAnalysis::default();
    let sides = find_sides(module, &ops, &mut aliases);
    let is_placed = |aliases: &mut AliasAnalysis, module: &Module, value: Value| {
        aliases.of(module, value).roots.iter().any(|root| matches!(root, Root::Alloc(alloc) if sides.device.contains(alloc) || is_gpu_alloc(module, *alloc)))
    };
    let mut work = Vec::new();
    for op in &ops {
        let kind = module.kind(*op);
        let applies = match kind {
            OpKind::MemRef(MemRef::Alloc) => sides.device.contains(&module.result(*op, 0)),
            OpKind::MemRef(MemRef::Dealloc) => is_placed(&mut aliases, module, module.operand(*op, 0)),
            OpKind::MemRef(MemRef::Copy) => {
                let operands = module.operands(*op).to_vec();
                operands
                    .into_iter()
                    .any(|buffer| is_ranked(module, buffer) && is_placed(&mut aliases, module, buffer))
            }
            _ => false,
        };
        if applies {
            work.push((*op, kind));
        }
    }
    for (op, kind) in &work {
        match kind {
            OpKind::MemRef(MemRef::Dealloc) => replace_dealloc(module, *op),
            OpKind::MemRef(MemRef::Copy) => replace_copy(module, *op),
            _ => replace_alloc(module, *op, sides.host.contains(&module.result(*op, 0))),
        }
    }
    !work.is_empty()
}

fn is_gpu_alloc(module: &Module, value: Value) -> bool {
    module.defining_op(value).is_some_and(|op| module.kind(op) == OpKind::Gpu(Gpu::Alloc))
}

fn is_ranked(module: &Module, value: Value) -> bool {
    module.is_memref(module.type_of(value))
}

fn find_sides(module: &Module, ops: &[Op], aliases: &mut AliasAnalysis) -> Sides {
    let mut sides = Sides::default();
    for op in ops {
        let side = match module.kind(*op) {
            OpKind::Gpu(Gpu::LaunchFunc | Gpu::Memset) => &mut sides.device,
            kind if keeps_place(kind) => continue,
            _ => &mut sides.host,
        };
        for value in module.operands(*op) {
            if !is_buffer(module, *value) {
                continue;
            }
            side.extend(aliases.of(module, *value).roots.iter().filter_map(|root| match root {
                Root::Alloc(alloc) => Some(*alloc),
                Root::Argument(..) | Root::Global(_) | Root::Elsewhere | Root::Any => None,
            }));
        }
    }
    sides
}

/// Whether an operation does not determine the memory space of its buffers: views, control flow, copies and frees.
fn keeps_place(kind: OpKind) -> bool {
    let is_copy_or_free = matches!(kind, OpKind::MemRef(MemRef::Copy | MemRef::Dealloc));
    let Some(def) = kind.def() else { return false };
    let is_pure = def.has(Trait::Pure)
        && (!def.has(Trait::Terminator) || matches!(kind, OpKind::Scf(Scf::Yield | Scf::Condition)));
    is_copy_or_free || is_pure || kind.region_flow().is_some() || kind.device_work().is_some()
}

fn replace_alloc(module: &mut Module, op: Op, is_shared: bool) {
    let view = module.op(op);
    let sizes = [0, view.group("dynamicSizes").len() as i64, view.group("symbolOperands").len() as i64];
    let operands = view.operands().to_vec();
    let ty = view.result_type(0);
    let segments = module.i32_array_attr(sizes);
    let mut attrs = vec![("operandSegmentSizes", segments)];
    if is_shared {
        attrs.push(("hostShared", Attr::UNIT));
    }
    let new = Builder::before(module, op).value(Gpu::Alloc, &operands, ty, &attrs);
    module.replace_op(op, &[new]);
}

fn replace_dealloc(module: &mut Module, op: Op) {
    let buffer = module.operand(op, 0);
    Builder::before(module, op).op(Gpu::Dealloc, &[buffer], &[], &[]);
    module.erase(op);
}

fn replace_copy(module: &mut Module, op: Op) {
    let view = module.op(op);
    let (source, target) = (view.named("source"), view.named("target"));
    Builder::before(module, op).op(Gpu::Memcpy, &[target, source], &[], &[]);
    module.erase(op);
}
