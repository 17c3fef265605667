//! Selects code for the async dialect in host functions: a token, value or group is the number of an object of the runtime.

use super::Rule;
use crate::emit::{Emitted, Emitter};
use cranelift_codegen::ir::{Value as Reg, types};
use warpline_ir::host_abi;
use warpline_ir::{Async, OpRef, Value};
use warpline_passes::schedule::async_execute_to_runtime;

type Cx<'a, 'f> = Emitter<'a, 'f>;

/// Returns the treatment of async operations.
pub(super) fn rule(kind: Async) -> Rule {
    match kind {
        Async::Execute | Async::Yield => Rule::expand(async_execute_to_runtime::PASS.name).on_host(),
        Async::Func | Async::Call | Async::Return => Rule::expand("async-func-to-execute").on_host(),
        Async::Await => Rule::select(|cx, op| {
            wait(cx, op.operand(0), true)?;
            if op.n_results() == 0 { Ok(()) } else { load(cx, op) }
        })
        .on_host(),
        Async::AwaitAll => Rule::select(|cx, op| wait(cx, op.operand(0), true)).on_host(),
        Async::RuntimeAwait => Rule::select(|cx, op| wait(cx, op.operand(0), false)).on_host(),
        Async::RuntimeCreate => Rule::select(|cx, _| create(cx, false)).on_host(),
        Async::CreateGroup | Async::RuntimeCreateGroup => Rule::select(|cx, _| create(cx, true)).on_host(),
        Async::AddToGroup | Async::RuntimeAddToGroup => Rule::select(add_to_group).on_host(),
        Async::RuntimeSetAvailable => Rule::select(|cx, op| finish(cx, op, false)).on_host(),
        Async::RuntimeSetError => Rule::select(|cx, op| finish(cx, op, true)).on_host(),
        Async::RuntimeIsError => Rule::select(is_error).on_host(),
        Async::RuntimeStore => Rule::select(store).on_host(),
        Async::RuntimeLoad => Rule::select(load).on_host(),
        // Objects live as long as the run.
        Async::RuntimeAddRef | Async::RuntimeDropRef => Rule::select(|_, _| Ok(())).on_host(),
        // All work is done by the thread of the host.
        Async::RuntimeNumWorkerThreads => Rule::select(|cx, _| {
            let one = cx.index(1);
            cx.set_result(one);
            Ok(())
        })
        .on_host(),
        Async::CoroId
        | Async::CoroBegin
        | Async::CoroFree
        | Async::CoroEnd
        | Async::CoroSave
        | Async::CoroSuspend
        | Async::RuntimeResume
        | Async::RuntimeAwaitAndResume => {
            Rule::refuse("it is part of a coroutine, which async.execute is lowered to; write async.execute")
        }
    }
}

fn create(cx: &mut Cx<'_, '_>, is_group: bool) -> Emitted {
    let (is_group, out) = (cx.int(types::I32, i64::from(is_group)), cx.stack(8));
    cx.runtime_call(&host_abi::wl_async_create, [is_group, out])?;
    set_loaded(cx, out);
    Ok(())
}

/// Sets the only result to the number that a function of the runtime has written.
fn set_loaded(cx: &mut Cx<'_, '_>, out: Reg) {
    let number = cx.load(types::I64, out, 0);
    cx.set_result(number);
}

fn add_to_group(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let (object, group, out) = (cx.scalar(op.operand(0))?, cx.scalar(op.operand(1))?, cx.stack(8));
    cx.runtime_call(&host_abi::wl_async_add, [object, group, out])?;
    set_loaded(cx, out);
    Ok(())
}

fn finish(cx: &mut Cx<'_, '_>, op: OpRef<'_>, is_error: bool) -> Emitted {
    let args = [cx.scalar(op.operand(0))?, cx.int(types::I32, i64::from(is_error))];
    cx.runtime_call(&host_abi::wl_async_finish, args)
}

fn is_error(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let (object, out) = (cx.scalar(op.operand(0))?, cx.stack(8));
    cx.runtime_call(&host_abi::wl_async_is_error, [object, out])?;
    let flag = cx.load(types::I8, out, 0);
    cx.set_result(flag);
    Ok(())
}

fn wait(cx: &mut Cx<'_, '_>, object: Value, needs_success: bool) -> Emitted {
    let args = [cx.scalar(object)?, cx.int(types::I32, i64::from(needs_success))];
    cx.runtime_call(&host_abi::wl_async_await, args)
}

fn store(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let parts = cx.parts_of(&op.operands()[..1])?;
    let slots = cx.slots(&parts);
    let (n, slots, object) = (cx.index(slots.len() as i64), cx.spill(&slots), cx.scalar(op.operand(1))?);
    cx.runtime_call(&host_abi::wl_async_store, [object, slots, n])
}

/// Emits a load of the content of a value, whose slots are those of an argument of its type.
fn load(cx: &mut Cx<'_, '_>, op: OpRef<'_>) -> Emitted {
    let types = cx.part_types(op.result_type(0))?;
    let n = types.iter().map(|ty| u64::from(ty.bytes().div_ceil(8))).sum::<u64>();
    let (object, slots) = (cx.scalar(op.operand(0))?, cx.stack(8 * n));
    let count = cx.index(n as i64);
    cx.runtime_call(&host_abi::wl_async_load, [object, slots, count])?;
    let parts = cx.load_slots(slots, &types);
    cx.bind(&[op.result(0)], &parts)
}
