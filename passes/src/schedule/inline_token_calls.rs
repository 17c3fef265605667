//! `inline-token-calls`: inlines calls of functions that take or return tokens.
//!
//! A token that is an operand or a result of a call names work in flight across the call. With the body inlined, the
//! streams of the caller serve both functions, the call leases no streams, and the host waits where the caller does:
//! ```text
//! %a = call @advance(%t, %m) : …    →    %a = gpu.launch_func async [%t] @sim::@step … args(%m : …)
//! ```
//! Tokens are those of `gpu`, and tokens, values and groups of `async`. In the body of an `async.execute`, whose
//! token names its device work, all calls of functions with device work are inlined, and so are calls of functions
//! that call these. A call is kept if the callee has no body, if it is recursive, if the callee has several blocks
//! and the enclosing region takes only one, or once the module has grown by the limit of `inline`. Private functions
//! without references are erased.
//! Cost: a copy of a body per call.

use crate::analysis::call_graph::{callee, callees_first, calls_in};
use crate::analysis::effects::has_device_work;
use crate::pass::{Changed, Pass, PassCx, PassFn};
use crate::transforms::inline::{MAX_GROWTH, inline_call, is_recursive, takes_blocks};
use crate::transforms::symbol_dce;
use rustc_hash::FxHashSet;
use warpline_ir::{Async, Module, Op, OpKind, Reported, Type, TypeKind, Value};

/// The `inline-token-calls` pass.
pub const PASS: Pass = Pass {
    name: "inline-token-calls",
    summary: "Inlines calls of functions that take or return tokens",
    options: &[],
    run: PassFn::MayFail(run),
};

#[expect(clippy::unnecessary_wraps, reason = "every pass has this signature")]
fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let module = &mut *cx.module;
    let mut growth = 0;
    let mut changed = false;
    for function in callees_first(module) {
        for call in calls_in(module, function) {
            let is_needed = passes_token(module, call) || hides_work_of_body(module, call);
            if is_needed && obstacle(module, call, growth).is_none() {
                changed |= inline(module, call, &mut growth);
            }
        }
    }
    if changed {
        symbol_dce::drop_dead_functions(module);
    }
    Ok(Changed::from(changed))
}

/// Whether a call takes or returns a token.
pub(crate) fn passes_token(module: &Module, call: Op) -> bool {
    let is_token = |value: Value| {
        let ty = module.type_of(value);
        ty == Type::TOKEN || matches!(module.type_kind(ty), TypeKind::Async(_))
    };
    module.operands(call).iter().any(|value| is_token(*value)) || module.results(call).any(is_token)
}

/// Whether a call is in an `async.execute` and leads to device work.
pub(crate) fn hides_work_of_body(module: &Module, call: Op) -> bool {
    let mut at = module.parent_op(call);
    while let Some(parent) = at.filter(|op| module.kind(*op) != OpKind::Async(Async::Execute)) {
        at = module.parent_op(parent);
    }
    let (mut work, mut seen) = (vec![call], FxHashSet::default());
    while at.is_some()
        && let Some(call) = work.pop()
    {
        let Some(function) = callee(module, call).filter(|function| seen.insert(*function)) else { continue };
        if has_device_work(module, function) {
            return true;
        }
        work.extend(calls_in(module, function));
    }
    false
}

/// Returns the reason why a call cannot be inlined, given the growth of the module so far.
pub(crate) fn obstacle(module: &Module, call: Op, growth: usize) -> Option<&'static str> {
    let Some(callee) = callee(module, call) else { return Some("its callee is unknown") };
    let n_blocks = module.blocks_of(module.region(callee, 0)).len();
    if n_blocks == 0 {
        return Some("it is external");
    }
    if is_recursive(module, callee) {
        return Some("it calls itself");
    }
    if 1 < n_blocks && !takes_blocks(module, call) {
        return Some("it has several blocks, and the call is in a loop or branch");
    }
    let is_large = MAX_GROWTH < growth.saturating_add(module.walk(callee).len());
    is_large.then_some("the module would grow too much")
}

fn inline(module: &mut Module, call: Op, growth: &mut usize) -> bool {
    let Some(callee) = callee(module, call) else { return false };
    *growth += module.walk(callee).len();
    let body = module.region(callee, 0);
    inline_call(module, call, body).is_some()
}
