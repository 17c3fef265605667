//! Wraps a region in a graph.

use super::region::{Region, between, is_join};
use crate::pass::PassCx;
use crate::schedule::durations::MEASURED;
use crate::schedule::plan::Plan;
use crate::schedule::threads::Issue;
use crate::schedule::unordered::unordered;
use crate::schedule::{warn_of_unordered, warn_of_unwaited};
use warpline_ir::dialect::rt::Graph;
use warpline_ir::{Builder, Gpu, Module, Op, OpKind, Place, Rt, Type, Value};

/// Replaces the nodes of a region by a graph. Pure operations between them move before it, joins of tokens after it.
pub(super) fn wrap(cx: &mut PassCx<'_>, plan: &Plan, region: &Region) {
    warn(cx, plan, region);
    let module = &mut *cx.module;
    let ops: Vec<Op> = plan.input.nodes[region.nodes.clone()].iter().map(|node| node.op).collect();
    let (first, last) = (ops[0], ops[ops.len() - 1]);
    let others: Vec<Op> = between(module, first, last).into_iter().filter(|op| !ops.contains(op)).collect();
    let (joins, pure): (Vec<Op>, Vec<Op>) = others.iter().partition(|op| is_join(module, **op));
    for op in pure {
        module.move_op(op, Place::Before(first));
    }
    let graph = make(module, &ops, &joins, region);
    mark_nodes(module, plan, region, graph);
    let mut place = Place::After(graph);
    for op in &joins {
        module.move_op(*op, place);
        place = Place::After(*op);
    }
    hand_over_tokens(module, graph, &ops, &joins);
    for op in ops {
        module.erase(op);
    }
}

/// Reports warnings that the scheduler can no longer detect.
fn warn(cx: &mut PassCx<'_>, plan: &Plan, region: &Region) {
    let nodes = region.nodes.clone();
    for node in unordered(&plan.input, &nodes) {
        warn_of_unordered(cx, plan, node);
    }
    let is_waited = |node: usize| {
        let mut results = cx.module.results(plan.input.nodes[node].op);
        results.any(|result| !cx.module.is_unused(result))
    };
    // If none is waited for, the scheduler reports that for the graph.
    if nodes.clone().any(is_waited) {
        nodes.for_each(|node| warn_of_unwaited(cx, &plan.input.nodes[node]));
    }
}

/// Creates the graph, before the first of its nodes.
fn make(module: &mut Module, ops: &[Op], joins: &[Op], region: &Region) -> Op {
    let deps = outer_tokens(module, ops, joins);
    let has_result = ops.iter().any(|op| 0 < module.n_results(*op));
    let results: &[Type] = if has_result { &[Type::TOKEN] } else { &[] };
    let edges = region.edges.iter().flat_map(|(from, to)| [*from as i64, *to as i64]);
    let edges = module.i32_array_attr(edges);
    let mut at = Builder::before(module, ops[0]);
    let graph = at.op_with_regions(Rt::Graph, &deps, results, &[("edges", edges)], 1);
    let nodes = module.region(graph, 0);
    let block = module.add_block(nodes, &[]);
    for op in ops {
        make_node(module, *op, Place::End(block));
    }
    graph
}

/// Marks edges that only tokens require, and nodes that may access the same memory though tokens leave them
/// unordered.
fn mark_nodes(module: &mut Module, plan: &Plan, region: &Region, graph: Op) {
    let (input, first) = (&plan.input, region.nodes.start);
    for (number, op) in Graph(module.op(graph)).nodes().into_iter().enumerate() {
        let node = first + number;
        let by_edges = region.edges.iter().filter(|(_, to)| *to == number).map(|(from, _)| *from);
        let after: Vec<usize> =
            by_edges.filter(|from| !input.conflicts.contains(node, first + from)).collect();
        let exempt = input.conflicts.exempt(node);
        let is_beside = |other: &usize| {
            let other = first + other;
            exempt.contains(other) && !plan.order.is_before(other, node)
        };
        let beside: Vec<usize> = (0..number).filter(is_beside).collect();
        for (key, nodes) in [("after", after), ("beside", beside)] {
            if !nodes.is_empty() {
                let nodes = module.i32_array_attr(nodes.into_iter().map(|node| node as i64));
                module.set_attr(op, key, nodes);
            }
        }
    }
}

/// Returns the tokens from outside that nodes wait for, without duplicates.
fn outer_tokens(module: &Module, ops: &[Op], joins: &[Op]) -> Vec<Value> {
    let mut tokens: Vec<Value> = Vec::new();
    let is_token = |value: &Value| module.type_of(*value) == Type::TOKEN;
    let mut work: Vec<Value> =
        ops.iter().rev().flat_map(|op| module.operands(*op).iter().rev()).copied().filter(is_token).collect();
    let mut is_seen = rustc_hash::FxHashSet::default();
    while let Some(token) = work.pop() {
        if !is_seen.insert(token) {
            continue;
        }
        match module.defining_op(token) {
            Some(op) if ops.contains(&op) => {}
            Some(op) if joins.contains(&op) => work.extend(module.operands(op).iter().rev()),
            Some(_) | None => tokens.push(token),
        }
    }
    tokens
}

fn make_node(module: &mut Module, op: Op, place: Place) {
    let location = module.location(op);
    let view = module.op(op);
    let measured = view.attr(MEASURED).map(|time| (MEASURED, time));
    let marks = Issue::of(module, op).marks(module);
    let view = module.op(op);
    match view.kind() {
        OpKind::Gpu(Gpu::LaunchFunc) => {
            let (memory, arguments) = (view.group("dynamicSharedMemorySize"), view.group("kernelOperands"));
            let operands = [view.groups(1..7), memory, arguments].concat();
            let counts = [1, 1, 1, 1, 1, 1, memory.len() as i64, arguments.len() as i64];
            let kernel = view.attr("kernel");
            let mut attrs = vec![("operandSegmentSizes", module.i32_array_attr(counts))];
            attrs.extend(kernel.map(|kernel| ("kernel", kernel)));
            attrs.extend(measured.into_iter().chain(marks));
            Builder::new(module, place, location).op(Rt::Launch, &operands, &[], &attrs);
        }
        kind => {
            // The target, then the source or the value.
            let operands = view.groups(1..3).to_vec();
            let new = if kind == OpKind::Gpu(Gpu::Memset) { Rt::Fill } else { Rt::Copy };
            let attrs: Vec<_> = measured.into_iter().chain(marks).collect();
            Builder::new(module, place, location).op(new, &operands, &[], &attrs);
        }
    }
}

/// Replaces the tokens of nodes by that of the graph. Joins that only nodes waited for are erased.
fn hand_over_tokens(module: &mut Module, graph: Op, ops: &[Op], joins: &[Op]) {
    for op in ops {
        let tokens: Vec<Value> = module.results(*op).collect();
        for token in tokens {
            let new = module.result(graph, 0);
            module.replace_all_uses(token, new);
        }
        module.set_operands(*op, &[]);
    }
    for op in joins.iter().rev() {
        if module.is_unused(module.result(*op, 0)) {
            module.erase(*op);
            continue;
        }
        let mut operands = module.operands(*op).to_vec();
        let mut is_seen = rustc_hash::FxHashSet::default();
        operands.retain(|operand| is_seen.insert(*operand));
        module.set_operands(*op, &operands);
    }
}
