//! `async-execute-inline`: inlines the bodies of `async.execute` and expresses their order by device tokens.
//!
//! ```text
//! %t = async.execute {                          %a = gpu.launch_func async @k::@f …
//!   gpu.launch_func @k::@f …
//!   async.yield                                 %b = gpu.launch_func async [%a] @k::@g …
//! }                                       →
//! %u = async.execute [%t] {                     gpu.wait [%b]
//!   %b = gpu.launch_func async @k::@g …
//!   gpu.wait [%b]
//!   async.yield
//! }
//! async.await %u : !async.token
//! ```
//! - The token of a body names its device work, or the dependences of the body if it has none, and what the body
//!   waits for at its end: such host waits move to the users that await the body.
//! - The device work of a body waits for the dependences of the body. The host work of a body is done in place, and
//!   immediately before it the host waits for what the body depends on and has waited for.
//! - Synchronous device work of a body becomes asynchronous. It stays in order with the rest of its body:
//!   `rt.in_order` marks it for the scheduler, and `rt.body` lists the enclosing bodies, outermost first.
//! - Tokens of work in loops and branches of a body are carried out of them. Every `!async.token` becomes a
//!   `!gpu.async.token`, and an `!async.value` is replaced by the value that it holds.
//!
//! Modules with other operations or types of `async` stay as they are; if they have device work, that is an error.
//! Cost: linear in the size of the module, and per body the operations in it.

mod body;
mod carry;
mod check;
mod groups;

use crate::analysis::effects::has_device_work;
use crate::pass::{Changed, Pass, PassCx, PassFn};
use body::Body;
pub use check::is_replaced;
use rustc_hash::FxHashMap;
use warpline_ir::{Async, Builder, Gpu, Module, Op, OpKind, Place, Reported, Type, TypeKind, Value};

/// The `async-execute-inline` pass.
pub const PASS: Pass = Pass {
    name: "async-execute-inline",
    summary: "Inlines the bodies of async.execute, with device tokens for their order",
    options: &[],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let functions = cx.host_functions();
    if !functions.iter().any(|func| check::is_asynchronous(cx.module, *func)) {
        return Ok(Changed::No);
    }
    if let Some((op, message)) = check::first_problem(cx.module, &functions) {
        let has_work = functions.iter().any(|func| has_device_work(cx.module, *func));
        return if has_work { Err(cx.error(op, message)) } else { Ok(Changed::No) };
    }
    for func in functions {
        convert(cx.module, func);
    }
    Ok(Changed::Yes)
}

fn convert(module: &mut Module, func: Op) {
    let bodies = inner_first(module, func);
    let numbers: FxHashMap<Op, i64> =
        check::executes(module, func).into_iter().enumerate().map(|(n, op)| (op, n as i64)).collect();
    retype(module, func);
    replace_awaits(module, func);
    groups::replace(module, func, groups::Reach::Block);
    let mut values = FxHashMap::default();
    for execute in &bodies {
        let number = numbers.get(execute).copied().unwrap_or_default();
        inline(module, *execute, number, &mut values);
    }
    for execute in bodies.into_iter().rev() {
        module.erase(execute);
    }
    groups::replace(module, func, groups::Reach::Function);
    drop_needless_waits(module, func);
}

/// Returns the bodies of a function in program order, but each after those nested in it.
fn inner_first(module: &Module, func: Op) -> Vec<Op> {
    let (mut order, mut open): (Vec<Op>, Vec<Op>) = (Vec::new(), Vec::new());
    for execute in check::executes(module, func) {
        while let Some(top) = open.pop_if(|top| !module.is_inside(execute, *top)) {
            order.push(top);
        }
        open.push(execute);
    }
    order.extend(open.into_iter().rev());
    order
}

/// Converts all `!async.token`s of a function and of its type to device tokens.
fn retype(module: &mut Module, func: Op) {
    for op in module.walk(func) {
        for value in module.defined_by(op) {
            if module.type_of(value) == Type::ASYNC_TOKEN {
                module.set_type(value, Type::TOKEN);
            }
        }
    }
    let old = module.attr(func, "function_type").and_then(|attr| module.attr_type(attr));
    let Some((inputs, results)) = old.and_then(|ty| module.function_type(ty)) else { return };
    if inputs.iter().chain(results).any(|ty| *ty == Type::ASYNC_TOKEN) {
        let device = |ty: &Type| if *ty == Type::ASYNC_TOKEN { Type::TOKEN } else { *ty };
        let kind =
            TypeKind::Function(inputs.iter().map(device).collect(), results.iter().map(device).collect());
        let ty = module.intern_type(kind);
        let attr = module.type_attr(ty);
        module.set_attr(func, "function_type", attr);
    }
}

/// Replaces all `async.await` by host waits; an await of a value stays after its wait until its body is inlined.
fn replace_awaits(module: &mut Module, func: Op) {
    for op in module.walk(func) {
        if module.kind(op) != OpKind::Async(Async::Await) {
            continue;
        }
        let operand = module.operand(op, 0);
        let token = token_of(module, operand);
        Builder::before(module, op).op(Gpu::Wait, &[token], &[], &[]);
        if token == operand {
            module.erase(op);
        }
    }
}

/// Returns a token itself, or the token of the body that a value is a result of.
fn token_of(module: &Module, value: Value) -> Value {
    match module.defining_op(value) {
        Some(op) if module.kind(op) == OpKind::Async(Async::Execute) => module.result(op, 0),
        _ => value,
    }
}

/// The replacements of asynchronous values: the contained value, and the token of its body.
type Values = FxHashMap<Value, (Value, Value)>;

/// Replaces an `async.execute` by its body.
fn inline(module: &mut Module, execute: Op, number: i64, values: &mut Values) {
    let Some(block) = module.entry(execute, 0) else { return };
    let Some(end) = module.last_op(block) else { return };
    let mut deps = module.op(execute).group("dependencies").to_vec();
    let operands = module.op(execute).group("bodyOperands").to_vec();
    for (operand, arg) in operands.into_iter().zip(module.args(block).to_vec()) {
        let Some((value, token)) = values.get(&operand).copied() else { continue };
        module.replace_all_uses(arg, value);
        deps.push(token);
    }
    let tokens = Body::new(module, number, deps).convert(block);
    let yielded = module.operands(end).to_vec();
    module.erase(end);
    module.move_block_ops(block, Place::Before(execute));
    let token = join(&mut Builder::before(module, execute), &tokens);
    let results: Vec<Value> = module.results(execute).collect();
    for (result, value) in results.iter().skip(1).zip(yielded) {
        values.insert(*result, (value, token));
        for user in module.uses(*result) {
            match module.kind(user.op) {
                OpKind::Async(Async::Await) => module.replace_op(user.op, &[value]),
                OpKind::Async(Async::AddToGroup) => module.set_operand(user.op, 0, token),
                _ => {}
            }
        }
    }
    module.replace_all_uses(results[0], token);
}

/// Joins tokens into one; the join of no tokens is complete.
fn join(at: &mut Builder<'_>, tokens: &[Value]) -> Value {
    match tokens {
        [token] => *token,
        tokens => at.value(Gpu::Wait, tokens, Type::TOKEN, &[]),
    }
}

/// Erases waits for tokens that are complete from the start, unused joins, and host waits for nothing.
fn drop_needless_waits(module: &mut Module, func: Op) {
    let is_wait = |module: &Module, op: Op| module.kind(op) == OpKind::Gpu(Gpu::Wait);
    for op in module.walk(func) {
        if !is_wait(module, op) {
            continue;
        }
        let operands = module.operands(op).to_vec();
        let is_complete = |token: &Value| {
            let made = module.defining_op(*token);
            made.is_some_and(|made| is_wait(module, made) && module.operands(made).is_empty())
        };
        let mut needed: Vec<Value> = Vec::new();
        for token in operands {
            if !is_complete(&token) && !needed.contains(&token) {
                needed.push(token);
            }
        }
        module.set_operands(op, &needed);
        if needed.is_empty() && module.n_results(op) == 0 {
            module.erase(op);
        }
    }
    for op in module.walk(func).into_iter().rev() {
        if is_wait(module, op) && module.results(op).len() == 1 && module.is_unused(module.result(op, 0)) {
            module.erase(op);
        }
    }
}
