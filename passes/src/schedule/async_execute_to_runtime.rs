//! `async-execute-to-runtime`: runs the bodies of `async.execute` in place, with objects of the async runtime for their
//! results.
//!
//! ```text
//! %t, %v = async.execute [%d] (%x as %y : !async.value<f32>)      async.await %d : !async.token
//!     -> !async.value<f32> {                                      %y = async.await %x : !async.value<f32>
//!   %r = arith.addf %y, %y : f32                               →  %r = arith.addf %y, %y : f32
//!   async.yield %r : f32                                          %t = async.runtime.create : !async.token
//! }                                                               async.runtime.set_available %t : !async.token
//!                                                                 %v = async.runtime.create : !async.value<f32>
//!                                                                 async.runtime.store %r, %v : <f32>
//!                                                                 async.runtime.set_available %v : !async.value<f32>
//! ```
//! It is for what `async-execute-inline` leaves: modules without device work whose tokens, values and groups go where their
//! body is not known, or that use the async runtime themselves. Cost: one walk.

use crate::pass::{Changed, Pass, PassCx, PassFn};
use warpline_ir::{Async, Builder, Module, Op, OpKind, Place, Value};

/// The `async-execute-to-runtime` pass.
pub const PASS: Pass = Pass {
    name: "async-execute-to-runtime",
    summary: "Runs the bodies of async.execute in place, with objects of the async runtime as results",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let functions = cx.host_functions();
    let is_execute = |op: &Op| cx.module.kind(*op) == OpKind::Async(Async::Execute);
    let ops = functions.into_iter().flat_map(|func| cx.module.walk(func));
    let bodies: Vec<Op> = ops.filter(is_execute).collect();
    for execute in &bodies {
        convert(cx.module, *execute);
    }
    if bodies.is_empty() { Changed::No } else { Changed::Yes }
}

/// Replaces an `async.execute` by its body.
fn convert(module: &mut Module, execute: Op) {
    let Some(block) = module.entry(execute, 0) else { return };
    let Some(end) = module.last_op(block) else { return };
    let view = module.op(execute);
    let (deps, operands) = (view.group("dependencies").to_vec(), view.group("bodyOperands").to_vec());
    let args = module.args(block).to_vec();
    let mut at = Builder::before(module, execute);
    for dep in deps {
        at.op(Async::Await, &[dep], &[], &[]);
    }
    for (operand, arg) in operands.into_iter().zip(args) {
        let ty = at.module.type_of(arg);
        let content = at.value(Async::Await, &[operand], ty, &[]);
        at.module.replace_all_uses(arg, content);
    }
    let yielded = module.operands(end).to_vec();
    module.erase(end);
    module.move_block_ops(block, Place::Before(execute));
    let results: Vec<Value> = module.results(execute).collect();
    let contents = std::iter::once(None).chain(yielded.into_iter().map(Some));
    let mut at = Builder::before(module, execute);
    let objects: Vec<Value> = results
        .into_iter()
        .zip(contents)
        .map(|(result, content)| available(&mut at, result, content))
        .collect();
    module.replace_op(execute, &objects);
}

/// Builds an available object of the type of a result, with this content.
fn available(at: &mut Builder<'_>, result: Value, content: Option<Value>) -> Value {
    let ty = at.module.type_of(result);
    let object = at.value(Async::RuntimeCreate, &[], ty, &[]);
    if let Some(content) = content {
        at.op(Async::RuntimeStore, &[content, object], &[], &[]);
    }
    at.op(Async::RuntimeSetAvailable, &[object], &[], &[]);
    object
}
