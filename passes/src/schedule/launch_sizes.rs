//! Launch sizes that are constants: a 0 is told and the launch left out, and what no device takes is an error.
//!
//! ```text
//! %b = gpu.launch_func async [%a] … blocks in (%c0, …)    →    %b = gpu.wait async [%a]
//! ```
//! Sizes that are known only when the program runs are the matter of the device.

use crate::pass::PassCx;
use warpline_ir::{Builder, Gpu, Module, Op, OpKind, Reported, Type, Value, codes};

/// The most threads in a block that any device takes.
const MAX_BLOCK: i64 = 1024;

/// Refuses the launches of a function whose blocks no device takes.
pub(super) fn check(cx: &mut PassCx<'_>, func: Op) -> Result<(), Reported> {
    let mut refused = Ok(());
    let launches: Vec<Op> = cx.module.walk(func).into_iter().filter(|op| is_launch(cx.module, *op)).collect();
    for op in launches {
        if let Some([x, y, z]) = too_large(cx.module, op) {
            let message =
                format!("expected a block of at most {MAX_BLOCK} threads, but found {x} x {y} x {z}");
            refused = Err(cx.error(op, message));
        }
    }
    refused
}

/// Whether nothing is known against the sizes of a launch.
pub(crate) fn are_right(module: &Module, launch: Op) -> bool {
    !has_no_threads(module, launch) && too_large(module, launch).is_none()
}

/// The size of the blocks of a launch, if it is known that no device takes them.
fn too_large(module: &Module, launch: Op) -> Option<[i64; 3]> {
    let view = module.op(launch);
    let sizes = (4..7).flat_map(|slot| view.group(slot));
    let sizes: Vec<i64> = sizes.map(|size| module.constant_int(*size)).collect::<Option<_>>()?;
    let sizes: [i64; 3] = sizes.try_into().ok()?;
    let threads = sizes.iter().fold(1i64, |product, size| product.saturating_mul(*size));
    (MAX_BLOCK < threads).then_some(sizes)
}

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
    is_launch(module, op)
        && (1..7).flat_map(|slot| view.group(slot)).any(|size| module.constant_int(*size) == Some(0))
}

fn is_launch(module: &Module, op: Op) -> bool {
    module.kind(op) == OpKind::Gpu(Gpu::LaunchFunc)
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
