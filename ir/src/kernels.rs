//! The kernels of a module, in the order that backends, the kernel cache and reports share.

use crate::dialect::{Builtin, Gpu, OpKind};
use crate::module::Module;
use crate::op::Op;

/// Returns every `gpu.module`, including those of nested modules, in the order of the text.
pub fn device_modules(module: &Module) -> Vec<Op> {
    let mut found = Vec::new();
    let mut work = vec![module.root()];
    while let Some(table) = work.pop() {
        if module.kind(table) == OpKind::Gpu(Gpu::Module) {
            found.push(table);
            continue;
        }
        let inner = module.entry(table, 0).map(|body| module.ops_in(body)).unwrap_or_default();
        let is_table =
            |op: &Op| matches!(module.kind(*op), OpKind::Builtin(Builtin::Module) | OpKind::Gpu(Gpu::Module));
        work.extend(inner.into_iter().rev().filter(is_table));
    }
    found
}

/// Returns the kernels of a `gpu.module`, in the order of the text.
pub fn kernels(module: &Module, device_module: Op) -> Vec<Op> {
    let ops = module.entry(device_module, 0).map(|body| module.ops_in(body)).unwrap_or_default();
    ops.into_iter().filter(|op| is_kernel(module, *op)).collect()
}

/// Returns the kernels of these `gpu.module`s, each with its module.
pub fn kernels_of(module: &Module, device_modules: &[Op]) -> Vec<(Op, Op)> {
    let of_table =
        |table: &Op| kernels(module, *table).into_iter().map(|kernel| (*table, kernel)).collect::<Vec<_>>();
    device_modules.iter().flat_map(of_table).collect()
}

/// Whether an operation is a `gpu.func` that the host can launch.
fn is_kernel(module: &Module, op: Op) -> bool {
    module.kind(op) == OpKind::Gpu(Gpu::Func) && module.attr(op, "gpu.kernel").is_some()
}
