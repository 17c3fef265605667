//! Checks that the pass can convert a module: bodies, awaits and groups whose values are used directly.

use crate::analysis::call_graph::callee;
use crate::analysis::effects::is_device;
use crate::schedule::inline_token_calls;
use crate::schedule::user_streams::stream_of;
use rustc_hash::FxHashSet;
use warpline_ir::def::RegionFlow;
use warpline_ir::print::type_text;
use warpline_ir::{Async, AsyncType, Func, Module, Op, OpKind, Scf, Type, TypeKind, Value};

/// Whether the pass replaces operations of this kind, provided that it can convert their function.
pub fn is_replaced(kind: Async) -> bool {
    matches!(
        kind,
        Async::Execute
            | Async::Yield
            | Async::Await
            | Async::CreateGroup
            | Async::AddToGroup
            | Async::AwaitAll
    )
}

/// Returns the `async.execute` operations of a function.
pub(super) fn executes(module: &Module, func: Op) -> Vec<Op> {
    let is_execute = |op: &Op| module.kind(*op) == OpKind::Async(Async::Execute);
    module.walk(func).into_iter().filter(is_execute).collect()
}

/// Whether a function has `async` operations, or takes or returns an `!async.token`.
pub(super) fn is_asynchronous(module: &Module, func: Op) -> bool {
    let is_async = |op: &Op| {
        matches!(module.kind(*op), OpKind::Async(_))
            || values_of(module, *op).iter().any(|value| module.type_of(*value) == Type::ASYNC_TOKEN)
    };
    module.walk(func).iter().any(is_async)
}

/// Returns the first operation that cannot be converted, with the reason.
pub(super) fn first_problem(module: &Module, functions: &[Op]) -> Option<(Op, String)> {
    functions.iter().find_map(|func| {
        let mut seen = FxHashSet::default();
        module.walk(*func).into_iter().find_map(|op| {
            seen.insert(op);
            problem(module, op, &seen).map(|message| (op, message))
        })
    })
}

/// Returns the reason why an operation cannot be converted; `seen` holds the operations before it in program order.
fn problem(module: &Module, op: Op, seen: &FxHashSet<Op>) -> Option<String> {
    let name = module.op_name(op);
    match module.kind(op) {
        OpKind::Func(Func::Func) => {
            if let Some(message) = function_problem(module, op) {
                return Some(message);
            }
        }
        OpKind::Async(Async::AddToGroup | Async::AwaitAll) if !is_near_group(module, op) => {
            return Some(format!("expected '{name}' in the block of its group{}", near_group(module, op)));
        }
        OpKind::Async(kind) if is_replaced(kind) => {}
        OpKind::Async(_) => {
            return Some(format!(
                "expected 'async.execute', 'async.await' and groups where there is device work, but found '{name}'"
            ));
        }
        OpKind::Func(Func::Call)
            if inline_token_calls::hides_work_of_body(module, op) && is_private_call(module, op) =>
        {
            let reason =
                inline_token_calls::obstacle(module, op, 0).unwrap_or("'inline-token-calls' did not run");
            return Some(format!(
                "expected a function that can be inlined, since its device work is part of 'async.execute', but {reason}"
            ));
        }
        _ if is_device(module, op) => return place_problem(module, op),
        _ => {}
    }
    if let Some(value) = values_of(module, op).into_iter().find(|value| !is_known(module, *value)) {
        let ty = type_text(module, module.type_of(value));
        return Some(format!(
            "expected values and groups of 'async' to be results of 'async.execute' and 'async.create_group', but found a '{ty}' of '{name}'"
        ));
    }
    module.operands(op).iter().find_map(|operand| use_problem(module, op, *operand, seen))
}

/// Whether a call is of a private function: the work of other functions is complete when they return.
fn is_private_call(module: &Module, call: Op) -> bool {
    let visibility = callee(module, call).and_then(|function| module.attr(function, "sym_visibility"));
    visibility.and_then(|attr| module.attr_str(attr)) == Some("private")
}

/// Refuses external functions: they have no body whose work their tokens could name.
fn function_problem(module: &Module, func: Op) -> Option<String> {
    let (inputs, results) = warpline_ir::dialect::func::function_type_of(module, func);
    let is_declared = module.entry(func, 0).is_none();
    let found = inputs.iter().chain(results).find(|ty| match module.type_kind(**ty) {
        TypeKind::Async(AsyncType::Token) => is_declared,
        _ => mentions_async(module, **ty),
    })?;
    let found = type_text(module, *found);
    Some(format!("expected a function with a body and no values of 'async' in its type, but found '{found}'"))
}

/// Refuses work in a body whose token cannot be carried out.
fn place_problem(module: &Module, op: Op) -> Option<String> {
    let mut strange = None;
    let mut at = module.parent_op(op);
    while let Some(parent) = at {
        match module.kind(parent) {
            OpKind::Async(Async::Execute) if stream_of(module, op).is_some() => {
                return Some(
                    "expected launches in 'async.execute' without a user stream, since its token names their work"
                        .to_string(),
                );
            }
            OpKind::Async(Async::Execute) if strange.is_none() => {}
            OpKind::Async(Async::Execute) => {
                let name = module.op_name(strange?);
                return Some(format!(
                    "expected device work of 'async.execute' in its body, or in loops and branches of 'scf' there, but found it in '{name}'"
                ));
            }
            _ if carries(module, parent) => {}
            _ => strange = strange.or(Some(parent)),
        }
        at = module.parent_op(parent);
    }
    None
}

/// Whether something is added to a group, or a group awaited, in the block of the group. Additions whose number is
/// unused may also be in loops and branches.
fn is_near_group(module: &Module, op: Op) -> bool {
    let Some(create) = module.operands(op).last().and_then(|group| module.defining_op(*group)) else {
        return false;
    };
    let home = module.block_of(create);
    let may_nest =
        module.kind(op) == OpKind::Async(Async::AddToGroup) && module.is_unused(module.result(op, 0));
    let mut at = op;
    while module.block_of(at) != home {
        let Some(parent) = module.parent_op(at) else { return false };
        let is_carried = may_nest && carries(module, parent);
        if !is_carried && module.kind(parent) != OpKind::Async(Async::Execute) {
            return false;
        }
        at = parent;
    }
    true
}

fn near_group(module: &Module, op: Op) -> &'static str {
    match module.kind(op) {
        OpKind::Async(Async::AwaitAll) => "",
        _ => ", or in loops and branches of 'scf' there if its number is not used",
    }
}

/// Whether tokens can be carried out of the regions of an operation.
fn carries(module: &Module, op: Op) -> bool {
    match module.kind(op) {
        OpKind::Scf(Scf::ExecuteRegion) => module.blocks_of(module.region(op, 0)).len() == 1,
        OpKind::Scf(kind) => OpKind::Scf(kind).region_flow().is_some_and(|flow| flow != RegionFlow::Parallel),
        _ => false,
    }
}

/// Refuses values and groups with users that are not converted, or that precede their definition.
fn use_problem(module: &Module, op: Op, operand: Value, seen: &FxHashSet<Op>) -> Option<String> {
    let ty = module.type_of(operand);
    if ty == Type::ASYNC_TOKEN || !mentions_async(module, ty) {
        return None;
    }
    let takes = matches!(
        module.kind(op),
        OpKind::Async(Async::Execute | Async::Await | Async::AddToGroup | Async::AwaitAll)
    );
    let is_earlier = module.defining_op(operand).is_some_and(|made| seen.contains(&made));
    let ty = type_text(module, ty);
    (!takes || !is_earlier).then(|| {
        format!(
            "expected a '{ty}' of an earlier operation in 'async.execute', 'async.await' or a group, but found it in '{}'",
            module.op_name(op)
        )
    })
}

/// Whether the type of a value contains no `async` type, or the value is a token, a result of a body, or a group.
fn is_known(module: &Module, value: Value) -> bool {
    let ty = module.type_of(value);
    let maker = module.defining_op(value).map(|op| module.kind(op));
    match module.type_kind(ty) {
        TypeKind::Async(AsyncType::Token) => true,
        TypeKind::Async(AsyncType::Value(inner)) => {
            maker == Some(OpKind::Async(Async::Execute)) && !mentions_async(module, *inner)
        }
        TypeKind::Async(AsyncType::Group) => maker == Some(OpKind::Async(Async::CreateGroup)),
        _ => !mentions_async(module, ty),
    }
}

fn mentions_async(module: &Module, ty: Type) -> bool {
    type_text(module, ty).contains("!async.")
}

/// Returns the results of an operation and the arguments of its blocks.
fn values_of(module: &Module, op: Op) -> Vec<Value> {
    let blocks = module.regions_of(op).into_iter().flat_map(|region| module.blocks_of(region).to_vec());
    let args = blocks.flat_map(|block| module.args(block).to_vec());
    module.results(op).chain(args).collect()
}
