//! Checks constant launch sizes: a launch of size 0 is erased with a warning, and a size that no device supports is
//! an error.
//!
//! ```text
//! %b = gpu.launch_func async [%a] … blocks in (%c0, …)    →    %b = gpu.wait async [%a]
//! ```
//! Sizes that are known only at run time are checked by the device.

use crate::analysis::launches::{oversized_block, oversized_block_message};
use crate::pass::PassCx;
use warpline_ir::{Builder, Gpu, Module, Op, OpKind, Reported, Type, Value, codes};

/// Refuses the launches of a function with blocks that no device supports.
pub(super) fn check(cx: &mut PassCx<'_>, func: Op) -> Result<(), Reported> {
    let mut refused = Ok(());
    let launches: Vec<Op> = cx.module.walk(func).into_iter().filter(|op| is_launch(cx.module, *op)).collect();
    for op in launches {
        if let Some(sizes) = oversized_block(cx.module, op) {
            refused = Err(cx.error(op, oversized_block_message(sizes)));
        }
    }
    refused
}

/// Whether the sizes of a launch are not known to be invalid.
pub(crate) fn are_right(module: &Module, launch: Op) -> bool {
    !has_no_threads(module, launch) && oversized_block(module, launch).is_none()
}

/// Erases the launches of a function that have no threads.
pub(super) fn leave_out(cx: &mut PassCx<'_>, func: Op) {
    let ops = cx.module.walk(func).into_iter();
    let empty: Vec<Op> = ops.filter(|op| has_no_threads(cx.module, *op)).collect();
    for op in empty {
        let message = "launch-without-threads: a size of this launch is 0; the launch is erased";
        cx.warning(op, codes::ASYNC, message);
        replace_with_wait(cx.module, op);
    }
}

fn has_no_threads(module: &Module, op: Op) -> bool {
    let view = module.op(op);
    is_launch(module, op) && view.groups(1..7).iter().any(|size| module.constant_int(*size) == Some(0))
}

fn is_launch(module: &Module, op: Op) -> bool {
    module.kind(op) == OpKind::Gpu(Gpu::LaunchFunc)
}

/// Replaces the token of an erased launch by the join of its dependences.
fn replace_with_wait(module: &mut Module, op: Op) {
    let deps: Vec<Value> = module.op(op).group("asyncDependencies").to_vec();
    let token = module.results(op).next();
    if let Some(token) = token {
        let new = Builder::before(module, op).value(Gpu::Wait, &deps, Type::TOKEN, &[]);
        module.replace_all_uses(token, new);
    }
    module.erase(op);
}
