//! `promote-buffers-to-stack`: turns small buffers that functions of the device allocate into `memref.alloca`.
//!
//! Kernels cannot allocate, so a buffer that the body of a parallel loop allocates becomes private memory of its thread.
//! A buffer is promoted if its memory space means no other memory on a device, its size is constant and not above a limit,
//! and all uses of it and of its views access its memory: none passes it on. With `dynamic`, buffers whose size is not
//! constant are promoted, too; `gpu-bound-allocas` checks their sizes. Deallocations are erased. Cost: linear in the uses.
//!
//! ```text
//! %t = memref.alloc() : memref<4xf32>          %t = memref.alloca() : memref<4xf32>
//! memref.store %v, %t[%i] : memref<4xf32>  →   memref.store %v, %t[%i] : memref<4xf32>
//! memref.dealloc %t : memref<4xf32>
//! ```

use crate::analysis::alias::view_source;
use crate::analysis::spaces::{WORKGROUP, space_of};
use crate::pass::{Changed, Pass, PassCx, PassFn, PassOption};
use warpline_ir::kernels::device_modules;
use warpline_ir::{AttrKind, Builder, MemRef, Module, Op, OpKind, Reported, Type, TypeKind, Use, Value};

/// The `promote-buffers-to-stack` pass.
pub const PASS: Pass = Pass {
    name: "promote-buffers-to-stack",
    summary: "Turns small buffers that device functions allocate into memref.alloca",
    options: &[
        PassOption {
            name: "max-alloc-size-in-bytes",
            summary: "The size up to which a buffer is promoted",
            default: "1024",
        },
        PassOption {
            name: "dynamic",
            summary: "Whether buffers of dynamic size are promoted, too",
            default: "false",
        },
    ],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let (limit, takes_dynamic) = (cx.int_option("max-alloc-size-in-bytes")?, cx.bool_option("dynamic")?);
    let tables = device_modules(cx.module);
    let allocations: Vec<Op> = tables.into_iter().flat_map(|table| cx.module.walk(table)).collect();
    let mut changed = false;
    for op in allocations {
        let is_fit = |op| is_small(cx.module, op, limit) || takes_dynamic && is_dynamic(cx.module, op);
        if cx.module.kind(op) != OpKind::MemRef(MemRef::Alloc) || !is_fit(op) {
            continue;
        }
        if let Some(frees) = frees_of(cx.module, op) {
            promote(cx.module, op, &frees);
            changed = true;
        }
    }
    Ok(changed.into())
}

/// Whether a buffer that a thread allocates in the space of a type is its own: in private memory, or where no memory of a
/// block or of the device is named. Front ends number the memories of their devices, 1 and 2 among them.
fn is_of_thread(module: &Module, ty: Type) -> bool {
    let Some(space) = module.memory_space(ty) else { return true };
    match module.attr_kind(space) {
        AttrKind::Integer(..) => space_of(module, ty) != Some(WORKGROUP),
        AttrKind::Foreign(name) => module.text(*name) == "gpu.address_space<private>",
        _ => false,
    }
}

/// Whether an allocation in the memory of a thread has a constant size of at most `limit` bytes.
fn is_small(module: &Module, op: Op, limit: i64) -> bool {
    let ty = module.op(op).result_type(0);
    let is_plain = is_of_thread(module, ty) && module.operands(op).is_empty() && module.strides(ty).is_some();
    let element = module.element_size(module.element_type(ty));
    let bytes = module.n_elements(ty).zip(element).and_then(|(n, element)| n.checked_mul(element));
    is_plain && bytes.is_some_and(|bytes| i64::try_from(bytes).is_ok_and(|bytes| bytes <= limit))
}

/// Whether an allocation in the memory of a thread has a dynamic size, and no layout map.
fn is_dynamic(module: &Module, op: Op) -> bool {
    let ty = module.op(op).result_type(0);
    let is_plain = matches!(module.type_kind(ty), TypeKind::MemRef(_, _, None, _));
    is_plain
        && is_of_thread(module, ty)
        && module.op(op).group("symbolOperands").is_empty()
        && module.n_elements(ty).is_none()
}

/// Returns the deallocations of a buffer; `None` if it or a view of it is passed on.
fn frees_of(module: &Module, op: Op) -> Option<Vec<Op>> {
    let mut work: Vec<Value> = module.results(op).collect();
    let mut frees = Vec::new();
    while let Some(value) = work.pop() {
        for used in module.uses(value) {
            let views = module.results(used.op).filter(|result| view_source(module, *result) == Some(value));
            let views: Vec<Value> = views.collect();
            if module.kind(used.op) == OpKind::MemRef(MemRef::Dealloc) {
                frees.push(used.op);
            } else if views.is_empty() && !only_accesses(module, used) {
                return None;
            }
            work.extend(views);
        }
    }
    Some(frees)
}

/// Whether an operation only reads or writes the memory of an operand, or asks for its sizes.
fn only_accesses(module: &Module, used: Use) -> bool {
    let view = module.op(used.op);
    let Some(def) = view.def() else { return false };
    let slot = (0..def.operands.len()).find(|slot| view.group_range(*slot).contains(&(used.index as usize)));
    let is_access = slot.is_some_and(|slot| def.operands[slot].effect.is_some());
    is_access || matches!(view.kind(), OpKind::MemRef(MemRef::Dim | MemRef::Rank))
}

fn promote(module: &mut Module, op: Op, frees: &[Op]) {
    let (ty, attrs) = (module.op(op).result_type(0), module.attrs(op).to_vec());
    let operands = module.operands(op).to_vec();
    let new = Builder::before(module, op).op(MemRef::Alloca, &operands, &[ty], &[]);
    module.set_attrs(new, &attrs);
    let result = module.result(new, 0);
    module.replace_op(op, &[result]);
    for free in frees {
        module.erase(*free);
    }
}
