//! Rewrites a scheduled program to the order in which its host issues the work, for the interpreter, which has
//! no streams.
//!
//! ```text
//! rt.launch @m::@k on 1 …   →   gpu.launch_func @m::@k …        rt.wait, rt.record, rt.host_wait   →   nothing
//! ```
//! This is the order of the program before scheduling, so the results show whether the scheduler changed the
//! work. They do not show missing waits: the verifier and the race detector do. If the plan is observed, work
//! keeps the number of its stream, and records and waits are kept.

use warpline_ir::{Attr, Builder, Func, Gpu, Module, Op, OpKind, Rt, Type, Value};
use warpline_runtime::interp::{LEASED, STREAM};

use super::live;

/// The attribute of an allocation whose size is that of its function's arena.
pub(super) const ARENA: &str = "rt.arena";

/// The observations required of a program in order, besides its results.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// Whether device memory is counted: an arena is then a buffer, in addition to the buffers placed in it.
    pub(super) memory: bool,
    /// Whether streams and waits are observed.
    pub(super) plan: bool,
}

/// Returns the program without streams, if it has any.
pub(super) fn in_order(module: &Module, wanted: Wanted) -> Option<Module> {
    let scheduled = |op: &Op| match module.kind(*op) {
        OpKind::Rt(kind) if !kind.is_of_schedule() => None,
        OpKind::Rt(kind) => Some((*op, kind)),
        _ => None,
    };
    let all: Vec<(Op, Rt)> = module.walk(module.root()).iter().filter_map(scheduled).collect();
    if all.is_empty() {
        return None;
    }
    let mut out = module.clone();
    for (op, kind) in &all {
        issue(&mut out, *op, *kind);
    }
    for func in live::functions(module).filter(|_| wanted.memory) {
        count_arena(&mut out, func);
    }
    // In reverse, so that the nodes of a graph are erased before the graph.
    let stays = |kind: Rt| wanted.plan && matches!(kind, Rt::Record | Rt::Wait | Rt::HostWait | Rt::Graph);
    all.iter().rev().filter(|(_, kind)| !stays(*kind)).for_each(|(op, _)| out.erase(*op));
    Some(out)
}

/// Allocates the arena of a function at its start, and frees it before each return.
fn count_arena(module: &mut Module, func: Op) {
    let Some(bytes) = module.op(func).int(ARENA).filter(|bytes| 0 < *bytes) else { return };
    let Some(first) = module.entry(func, 0).and_then(|entry| module.first_op(entry)) else { return };
    let location = module.location(func);
    let ty = module.memref_type(&[bytes], Type::I8, None, None);
    let mut at = Builder { location, ..Builder::before(module, first) };
    let counts = at.module.i32_array_attr([0, 0, 0]);
    let arena = at.value(Gpu::Alloc, &[], ty, &[("operandSegmentSizes", counts), (ARENA, Attr::UNIT)]);
    let ops = module.walk(func).into_iter();
    for op in ops.filter(|op| module.kind(*op) == OpKind::Func(Func::Return)).collect::<Vec<_>>() {
        Builder::before(module, op).op(Gpu::Dealloc, &[arena], &[], &[]);
    }
}

/// Inserts the effect of an operation before it, or before the graph that it is a node of.
fn issue(module: &mut Module, op: Op, kind: Rt) {
    let graph = warpline_ir::dialect::rt::graph_around(module, op);
    let place = graph.unwrap_or(op);
    let location = module.location(op);
    let stream = module.attr(graph.unwrap_or(op), "stream");
    let mut at = Builder { location, ..Builder::before(module, place) };
    match kind {
        Rt::Launch => launch(&mut at, op, stream),
        Rt::Copy => same_operands(&mut at, Gpu::Memcpy, op, stream),
        Rt::Fill => same_operands(&mut at, Gpu::Memset, op, stream),
        Rt::Free => same_operands(&mut at, Gpu::Dealloc, op, None),
        Rt::Alloc => alloc(&mut at, op, &[]),
        Rt::Arena => alloc(&mut at, op, &[(LEASED, Attr::UNIT)]),
        Rt::Graph => join(&mut at, op),
        // Streams of the program are unchanged, and so is what kernels have.
        Rt::Adopt
        | Rt::Record
        | Rt::Wait
        | Rt::HostWait
        | Rt::Awaited
        | Rt::Assert
        | Rt::Spin
        | Rt::Access
        | Rt::Interval
        | Rt::Cmpxchg
        | Rt::Extent
        | Rt::Live
        | Rt::Apart => {}
    }
}

fn launch(at: &mut Builder<'_>, op: Op, stream: Option<Attr>) {
    let view = at.module.op(op);
    let operands = view.operands().to_vec();
    let [n_shared, n_args] =
        ["dynamicSharedMemorySize", "kernelOperands"].map(|name| view.group(name).len() as i64);
    let counts = [0, 1, 1, 1, 1, 1, 1, 0, 0, 0, n_shared, n_args, 0];
    let kernel = view.attr("kernel");
    let mut attrs = vec![("operandSegmentSizes", at.module.i32_array_attr(counts))];
    attrs.extend(kernel.map(|kernel| ("kernel", kernel)));
    attrs.extend(stream.map(|stream| (STREAM, stream)));
    at.op(Gpu::LaunchFunc, &operands, &[], &attrs);
}

/// Creates an operation with the same operands, on a stream if it is work.
fn same_operands(at: &mut Builder<'_>, kind: Gpu, op: Op, stream: Option<Attr>) {
    let operands = at.module.operands(op).to_vec();
    let stream: Vec<_> = stream.map(|stream| (STREAM, stream)).into_iter().collect();
    at.op(kind, &operands, &[], &stream);
}

/// Allocates a separate buffer, also for one in the arena.
fn alloc(at: &mut Builder<'_>, op: Op, more: &[(&str, Attr)]) {
    let view = at.module.op(op);
    let (sizes, ty) = (view.operands().to_vec(), view.result_type(0));
    let mut attrs = more.to_vec();
    attrs.push(("operandSegmentSizes", at.module.i32_array_attr([0, sizes.len() as i64, 0])));
    if at.module.attr(op, "hostShared").is_some() {
        attrs.push(("hostShared", Attr::UNIT));
    }
    let new = at.value(Gpu::Alloc, &sizes, ty, &attrs);
    let old = at.module.result(op, 0);
    at.module.replace_all_uses(old, new);
}

/// Creates the token of a graph that is not scheduled yet, whose nodes are complete.
fn join(at: &mut Builder<'_>, op: Op) {
    let tokens: Vec<Value> = at.module.results(op).collect();
    for old in tokens {
        let new = at.value(Gpu::Wait, &[], Type::TOKEN, &[]);
        at.module.replace_all_uses(old, new);
    }
}
