//! Launches of no threads: a size that is the constant 0 is told and the launch left out.
//!
//! ```text
//! %b = gpu.launch_func async [%a] … blocks in (%c0, …)    →    %b = gpu.wait async [%a]
//! ```
//! Sizes that are known only when the program runs are the matter of the device.

use crate::pass::PassCx;
use warpline_ir::{Builder, Gpu, Module, Op, OpKind, Type, Value, codes};

/// Leaves out the launches of a function that have no threads.
pub(super) fn leave_out(cx: &mut PassCx<'_>, func: Op) {
    let ops = cx.module.walk(func).into_iter();
    let empty: Vec<Op> = ops.filter(|op| has_no_threads(cx.module, *op)).collect();
    for op in empty {
        let message = "launch-without-threads: a size of this launch is 0; it is left out";
        cx.warning(op, codes::ASYNC, message);
        replace_with_wait(cx.module, op);
    }
}

fn has_no_threads(module: &Module, op: Op) -> bool {
    let view = module.op(op);
    module.kind(op) == OpKind::Gpu(Gpu::LaunchFunc)
        && (1..7).flat_map(|slot| view.group(slot)).any(|size| module.constant_int(*size) == Some(0))
}

/// The token of a launch that is left out is the join of those that it waits for.
fn replace_with_wait(module: &mut Module, op: Op) {
    let deps: Vec<Value> = module.op(op).group(0).to_vec();
    let token = module.results(op).next();
    if let Some(token) = token {
        let new = Builder::before(module, op).value(Gpu::Wait, &deps, Type::TOKEN, &[]);
        module.replace_all_uses(token, new);
    }
    module.erase(op);
}
