//! Rewrites a planned function: device operations become `rt` operations, tokens are erased.

use super::arena::{self, Memory};
use super::borrowed_streams::CallSite;
use super::input::NodeKind;

use super::model::STREAM;
use super::plan::Plan;
use super::strip::strip_tokens;
use super::token_constraints::TokenConstraints;
use super::user_streams;
use super::waits::{First, Point};
use warpline_ir::{Attr, Builder, Gpu, Module, Op, OpKind, Rt, Type, Value};

/// The stream operand of an immediate `rt.free`: no work in flight uses the buffer.
const NO_STREAM: i64 = -1;

/// Rewrites the function according to the plan.
pub fn emit(module: &mut Module, func: Op, plan: &Plan) {
    let all = module.walk(func);
    let constraints = TokenConstraints::of(plan);
    for number in 0..plan.input.nodes.len() {
        emit_node(module, plan, &constraints, number);
    }
    emit_records(module, func, plan);
    user_streams::emit(module, &plan.input.user_streams, plan.n_streams());
    emit_arena(module, func, &plan.memory);
    let waited = plan.input.nodes.iter().filter(|node| node.kind == NodeKind::StreamWait);
    let waited: Vec<Op> = waited.map(|node| node.op).collect();
    let is_dead = |op: &Op| is_replaced(module, *op) || waited.contains(op);
    let dead: Vec<Op> = all.iter().copied().filter(is_dead).collect();
    for op in &dead {
        emit_shared_alloc(module, *op);
        module.set_operands(*op, &[]);
    }
    strip_tokens(module, &all, &dead);
    for op in dead.iter().rev() {
        module.erase(*op);
    }
    if plan.input.has_device_work() {
        let streams = module.int_attr(plan.n_streams() as i64, Type::I32);
        module.set_attr(func, "rt.streams", streams);
        let events = module.int_attr(plan.n_events() as i64, Type::I32);
        module.set_attr(func, "rt.events", events);
    }
    if plan.input.is_slice() {
        module.set_attr(func, "rt.slice", Attr::UNIT);
    }
    for CallSite { node, streams, first_event } in &plan.calls {
        let call = plan.input.nodes[*node].op;
        let streams = module.i32_array_attr(streams.iter().map(|stream| *stream as i64));
        module.set_attr(call, "rt.slice", streams);
        let first_event = module.int_attr(*first_event as i64, Type::I32);
        module.set_attr(call, "rt.first_event", first_event);
    }
}

/// Inserts the records at blocks, loops and branches, and at the function entry; those after nodes exist already.
fn emit_records(module: &mut Module, func: Op, plan: &Plan) {
    let spans = &plan.input.spans;
    for (point, slot) in &plan.events.slots {
        let Point::At(span, stream) = point else { continue };
        if let Some(op) = spans[*span].op {
            build_event(&mut Builder::after(module, op), Rt::Record, *slot, plan.number_of(*stream));
        } else if let Some(op) = spans[*span].block.and_then(|block| module.first_op(block)) {
            build_event(&mut Builder::before(module, op), Rt::Record, *slot, plan.number_of(*stream));
        }
    }
    let start = module.entry(func, 0).and_then(|block| module.first_op(block));
    for First { slot, stream, span, .. } in &plan.events.first {
        if let Some(op) = spans[*span].op.or(start) {
            build_event(&mut Builder::before(module, op), Rt::Record, *slot, plan.number_of(*stream));
        }
    }
    if plan.input.is_slice()
        && let (Some(op), Some(slot)) = (start, plan.events.slot(Point::After(0)))
    {
        build_event(&mut Builder::before(module, op), Rt::Record, slot, plan.streams.of[0]);
    }
}

/// Inserts `rt.arena` operations for the buffers of the arena.
fn emit_arena(module: &mut Module, func: Op, memory: &Memory) {
    for slot in &memory.slots {
        let mut at = Builder::before(module, slot.alloc);
        let ty = at.module.op(slot.alloc).result_type(0);
        let offset = at.module.int_attr(slot.offset as i64, Type::I64);
        let new = at.value(Rt::Arena, &[], ty, &[("offset", offset)]);
        let old = at.module.result(slot.alloc, 0);
        at.module.replace_all_uses(old, new);
    }
    if memory.arena != 0 {
        let bytes = module.int_attr(memory.arena as i64, Type::I64);
        module.set_attr(func, "rt.arena", bytes);
    }
}

/// Whether the scheduler replaces an operation of this kind.
pub fn is_replaced(module: &Module, op: Op) -> bool {
    let is_gpu = module.kind(op).device_work().is_some() && module.kind(op) != OpKind::Gpu(Gpu::Launch);
    is_gpu || module.kind(op) == OpKind::Rt(Rt::Graph) && module.attr(op, "stream").is_none()
}

/// Emits the replacement of a node, between its waits and its record.
fn emit_node(module: &mut Module, plan: &Plan, constraints: &TokenConstraints, number: usize) {
    let node = &plan.input.nodes[number];
    let stream = plan.number_of(plan.waits.host[number].unwrap_or(plan.streams.of[number]));
    let mut at = Builder::before(module, node.op);
    for point in &plan.waits.before[number] {
        let slot = plan.events.slot(*point).unwrap_or_default();
        build_event(&mut at, Rt::Wait, slot, stream);
    }
    if plan.waits.host[number].is_some() {
        let attr = at.module.int_attr(stream as i64, Type::I32);
        at.op(Rt::HostWait, &[], &[], &[("stream", attr)]);
    }
    if let Some(slot) = plan.events.slot(Point::Before(number)) {
        build_event(&mut at, Rt::Record, slot, stream);
    }
    emit_moved_frees(&mut at, plan, arena::Point::Before(number), NO_STREAM);
    match node.kind {
        NodeKind::Launch => emit_launch(&mut at, node.op, stream),
        NodeKind::Copy => emit_simple(&mut at, Rt::Copy, node.op, stream),
        NodeKind::Fill => emit_simple(&mut at, Rt::Fill, node.op, stream),
        NodeKind::Graph => emit_graph(&mut at, node.op, stream),
        NodeKind::Alloc => emit_alloc(&mut at, node.op, stream),
        NodeKind::Free => emit_free(&mut at, node.op, stream as i64),
        NodeKind::FreeNow => emit_free(&mut at, node.op, NO_STREAM),
        NodeKind::Call => at = Builder::after(module, node.op),
        NodeKind::Enter => return,
        NodeKind::Leave | NodeKind::Host | NodeKind::HostWait | NodeKind::StreamWait | NodeKind::Boundary => {
        }
    }
    constraints.write(&mut at, node, number);
    // Before the record, so that a wait for the node covers the free, too.
    emit_moved_frees(&mut at, plan, arena::Point::After(number), stream as i64);
    if let Some(slot) = plan.events.slot(Point::After(number)) {
        build_event(&mut at, Rt::Record, slot, plan.number_of(plan.streams.of[number]));
    }
}

fn emit_moved_frees(at: &mut Builder<'_>, plan: &Plan, point: arena::Point, stream: i64) {
    for free in plan.memory.frees_at(point) {
        emit_free(at, free.op, stream);
    }
}

fn build_event(at: &mut Builder<'_>, kind: Rt, slot: usize, stream: usize) {
    let event = at.module.int_attr(slot as i64, Type::I32);
    let stream = at.module.int_attr(stream as i64, Type::I32);
    at.op(kind, &[], &[], &[("event", event), ("stream", stream)]);
}

fn emit_launch(at: &mut Builder<'_>, op: Op, stream: usize) {
    let view = at.module.op(op);
    let sizes = view.groups(1..7);
    let (memory, arguments) = (view.group("dynamicSharedMemorySize"), view.group("kernelOperands"));
    let operands = [sizes, memory, arguments].concat();
    let counts = [1, 1, 1, 1, 1, 1, memory.len() as i64, arguments.len() as i64];
    let kernel = view.attr("kernel");
    let segments = at.module.i32_array_attr(counts);
    let stream = at.module.int_attr(stream as i64, Type::I32);
    let mut attrs = vec![("stream", stream), ("operandSegmentSizes", segments)];
    attrs.extend(kernel.map(|kernel| ("kernel", kernel)));
    at.op(Rt::Launch, &operands, &[], &attrs);
}

/// Emits the same graph without tokens, on a stream.
fn emit_graph(at: &mut Builder<'_>, op: Op, stream: usize) {
    let stream = at.module.int_attr(stream as i64, Type::I32);
    at.module.remove_attr(op, STREAM);
    let attrs = at.module.attrs(op).to_vec();
    let new = at.module.create_in_place_of(op, &[], &[], &attrs);
    at.module.set_attr(new, "stream", stream);
}

/// Emits a copy or a fill: the target is followed by the source or the value.
fn emit_simple(at: &mut Builder<'_>, kind: Rt, op: Op, stream: usize) {
    let operands = at.module.op(op).groups(1..3).to_vec();
    let stream = at.module.int_attr(stream as i64, Type::I32);
    at.op(kind, &operands, &[], &[("stream", stream)]);
}

fn emit_alloc(at: &mut Builder<'_>, op: Op, stream: usize) {
    let view = at.module.op(op);
    let sizes = view.group("dynamicSizes").to_vec();
    let ty = view.result_type(0);
    let mut attrs = vec![("stream", at.module.int_attr(stream as i64, Type::I32))];
    if at.module.attr(op, "hostShared").is_some() {
        attrs.push(("hostShared", Attr::UNIT));
    }
    let new = at.value(Rt::Alloc, &sizes, ty, &attrs);
    let old = at.module.result(op, 0);
    at.module.replace_all_uses(old, new);
}

/// Emits an allocation of shared memory, which is immediate and no node.
fn emit_shared_alloc(module: &mut Module, op: Op) {
    if module.kind(op) == OpKind::Gpu(Gpu::Alloc) && module.attr(op, "hostShared").is_some() {
        emit_alloc(&mut Builder::before(module, op), op, 0);
    }
}

fn emit_free(at: &mut Builder<'_>, op: Op, stream: i64) {
    let buffer = at.module.op(op).named("memref");
    let mut attrs = vec![("stream", at.module.int_attr(stream, Type::I32))];
    if is_shared(at.module, buffer) {
        attrs.push(("hostShared", Attr::UNIT));
    }
    at.op(Rt::Free, &[buffer], &[], &attrs);
}

/// Whether a buffer is a view of shared memory.
fn is_shared(module: &Module, buffer: Value) -> bool {
    let base = crate::analysis::alias::base(module, buffer);
    module.defining_op(base).is_some_and(|op| module.attr(op, "hostShared").is_some())
}
