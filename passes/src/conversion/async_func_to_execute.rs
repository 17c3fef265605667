//! Converts async functions to ordinary ones that are called in `async.execute`.
//!
//! An `async.func` becomes a `func.func` that returns the contents of its values, and each `async.call` an
//! `async.execute` around a call, with the token and the values of the call. Async functions without a body stay, and so
//! do calls of them.
//!
//! Cost: two walks.
//!
//! ```text
//! async.func @f(%x: i32)                              func.func @f(%x: i32) -> i32 {
//!     -> (!async.token, !async.value<i32>) {            return %x : i32
//!   return %x : i32                              →    }
//! }                                                   %t, %v = async.execute -> !async.value<i32> {
//! %t, %v = async.call @f(%a) : …                        %0 = func.call @f(%a) : (i32) -> i32
//!                                                       async.yield %0 : i32
//!                                                     }
//! ```

use crate::{Changed, Pass, PassCx, PassFn};
use rustc_hash::FxHashMap;
use warpline_ir::dialect::async_::value_type;
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::{Async, Attr, Builder, Func, Module, Op, OpKind, Place, Type, TypeKind, Value};

/// The `async-func-to-execute` pass.
pub const PASS: Pass = Pass {
    name: "async-func-to-execute",
    summary: "Converts async functions to functions that are called in async.execute",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let module = &mut *cx.module;
    let is_async = |op: &Op| module.kind(*op) == OpKind::Async(Async::Func) && module.entry(*op, 0).is_some();
    let functions: Vec<Op> = module.walk(module.root()).into_iter().filter(is_async).collect();
    if functions.is_empty() {
        return Changed::No;
    }
    let calls: Vec<(Op, Op)> =
        module.walk(module.root()).into_iter().filter_map(|op| callee(module, op)).collect();
    let converted: FxHashMap<Op, Op> =
        functions.into_iter().map(|function| (function, convert(module, function))).collect();
    for (call, function) in calls {
        if let Some(function) = converted.get(&function) {
            execute(module, call, *function);
        }
    }
    Changed::Yes
}

/// Returns an async call with its function.
fn callee(module: &Module, op: Op) -> Option<(Op, Op)> {
    if module.kind(op) != OpKind::Async(Async::Call) {
        return None;
    }
    let name = module.attr_symbol(module.attr(op, "callee")?)?.first()?;
    Some((op, module.find_symbol(module.nearest_symbol_table(op), module.text(*name))?))
}

/// Replaces an async function by an ordinary one.
fn convert(module: &mut Module, function: Op) -> Op {
    let (inputs, results) = function_type_of(module, function);
    let (inputs, results) = (inputs.to_vec(), results.to_vec());
    let contents: Vec<Type> = results.iter().filter_map(|ty| value_type(module, *ty)).collect();
    let ty = module.intern_type(TypeKind::Function(inputs.into(), contents.into()));
    let ty = module.type_attr(ty);
    let kept = ["sym_name", "sym_visibility", "arg_attrs"];
    let kept = kept.into_iter().filter_map(|key| Some((key, module.attr(function, key)?)));
    let attrs: Vec<(&str, Attr)> = kept.chain([("function_type", ty)]).collect();
    let new = Builder::before(module, function).op_with_regions(Func::Func, &[], &[], &attrs, 1);
    let (from, to) = (module.region(function, 0), module.region(new, 0));
    module.move_blocks(from, to);
    for op in module.walk(new) {
        if module.kind(op) == OpKind::Async(Async::Return) {
            let operands = module.operands(op).to_vec();
            Builder::before(module, op).op(Func::Return, &operands, &[], &[]);
            module.erase(op);
        }
    }
    module.erase(function);
    new
}

/// Replaces an async call by an execution of an ordinary call.
fn execute(module: &mut Module, call: Op, function: Op) {
    let types: Vec<Type> = module.results(call).map(|result| module.type_of(result)).collect();
    let has_token = types.first() == Some(&Type::ASYNC_TOKEN);
    let values = if has_token { &types[1..] } else { &types[..] };
    let contents: Vec<Type> = values.iter().filter_map(|ty| value_type(module, *ty)).collect();
    let operands = module.operands(call).to_vec();
    let callee = module.symbol_name(function).unwrap_or_default().to_string();
    let callee = module.symbol_attr(&[&callee]);
    let types = [&[Type::ASYNC_TOKEN], values].concat();
    let segments = module.i32_array_attr([0, 0]);
    let execute = Builder::before(module, call).op_with_regions(
        Async::Execute,
        &[],
        &types,
        &[("operandSegmentSizes", segments)],
        1,
    );
    let region = module.region(execute, 0);
    let body = module.add_block(region, &[]);
    let location = module.location(call);
    let mut at = Builder::new(module, Place::End(body), location);
    let ran = at.op(Func::Call, &operands, &contents, &[("callee", callee)]);
    let found: Vec<Value> = at.module.results(ran).collect();
    at.op(Async::Yield, &found, &[], &[]);
    let results: Vec<Value> = module.results(execute).skip(usize::from(!has_token)).collect();
    module.replace_op(call, &results);
}
