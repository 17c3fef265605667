//! Which functions call which.

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::{Func, Module, Op, OpKind};

/// All functions of a module, in the order of the text.
pub fn functions(module: &Module) -> Vec<Op> {
    let all = module.walk(module.root()).into_iter();
    all.filter(|op| module.kind(*op) == OpKind::Func(Func::Func)).collect()
}

/// The calls in a function.
pub fn calls_in(module: &Module, function: Op) -> Vec<Op> {
    let all = module.walk(function).into_iter();
    all.filter(|op| module.kind(*op) == OpKind::Func(Func::Call)).collect()
}

/// The function that a call names.
pub fn callee(module: &Module, call: Op) -> Option<Op> {
    let path = module.attr_symbol(module.attr(call, "callee")?)?;
    let function = module.resolve_symbol(call, path)?;
    (module.kind(function) == OpKind::Func(Func::Func)).then_some(function)
}

/// The functions in an order in which each one comes after those that it calls, as far as that is possible.
pub fn callees_first(module: &Module) -> Vec<Op> {
    let mut order = Vec::new();
    let mut seen = FxHashSet::default();
    for function in functions(module) {
        let mut stack = vec![(function, false)];
        while let Some((function, is_done)) = stack.pop() {
            if is_done {
                order.push(function);
            } else if seen.insert(function) {
                stack.push((function, true));
                stack.extend(calls_in(module, function).iter().rev().filter_map(|call| {
                    let callee = callee(module, *call)?;
                    (!seen.contains(&callee)).then_some((callee, false))
                }));
            }
        }
    }
    order
}

/// Functions in groups that call each other in a circle, each group after those that it calls; most groups have one
/// member. With each group, whether there is such a circle.
pub fn groups(module: &Module) -> Vec<(Vec<Op>, bool)> {
    let mut graph = DiGraph::<Op, ()>::new();
    let functions = functions(module);
    let nodes: FxHashMap<Op, NodeIndex> =
        functions.iter().map(|function| (*function, graph.add_node(*function))).collect();
    for function in &functions {
        for called in calls_in(module, *function).into_iter().filter_map(|call| callee(module, call)) {
            graph.update_edge(nodes[function], nodes[&called], ());
        }
    }
    let group = |members: Vec<NodeIndex>| {
        let is_circle = 1 < members.len() || graph.contains_edge(members[0], members[0]);
        (members.into_iter().map(|node| graph[node]).collect(), is_circle)
    };
    tarjan_scc(&graph).into_iter().map(group).collect()
}
