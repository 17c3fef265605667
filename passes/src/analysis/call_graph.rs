//! The call graph of a module.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::unionfind::UnionFind;
use petgraph::visit::{Dfs, IntoNeighbors, Reversed, Visitable};
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::{Func, Module, Op, OpKind};

/// Returns all functions of a module, in program order.
pub fn functions(module: &Module) -> Vec<Op> {
    let all = module.walk(module.root()).into_iter();
    all.filter(|op| module.kind(*op) == OpKind::Func(Func::Func)).collect()
}

/// Returns the function around an operation.
pub fn enclosing_function(module: &Module, op: Op) -> Option<Op> {
    let mut around = std::iter::successors(module.parent_op(op), |parent| module.parent_op(*parent));
    around.find(|parent| module.kind(*parent) == OpKind::Func(Func::Func))
}

/// Returns the calls in a function.
pub fn calls_in(module: &Module, function: Op) -> Vec<Op> {
    let all = module.walk(function).into_iter();
    all.filter(|op| module.kind(*op) == OpKind::Func(Func::Call)).collect()
}

/// Returns the callee of a call.
pub fn callee(module: &Module, call: Op) -> Option<Op> {
    let path = module.attr_symbol(module.attr(call, "callee")?)?;
    let function = module.resolve_symbol(call, path)?;
    (module.kind(function) == OpKind::Func(Func::Func)).then_some(function)
}

/// Returns a function, or a kernel, and all functions that it calls, directly or indirectly.
pub fn reachable(module: &Module, entry: Op) -> BTreeSet<Op> {
    let (mut found, mut work) = (BTreeSet::from([entry]), vec![entry]);
    while let Some(func) = work.pop() {
        let called = calls_in(module, func).into_iter().filter_map(|call| callee(module, call));
        work.extend(called.filter(|func| found.insert(*func)));
    }
    found
}

/// Returns the functions in postorder of the call graph: each one after its callees, as far as that is possible.
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

/// Returns the strongly connected components of the call graph, each after its callees; most have one member. The
/// flag is whether a component is recursive.
pub fn groups(module: &Module) -> Vec<(Vec<Op>, bool)> {
    let graph = graph(module);
    let group = |members: Vec<NodeIndex>| {
        let is_circle = 1 < members.len() || graph.contains_edge(members[0], members[0]);
        (members.into_iter().map(|node| graph[node]).collect(), is_circle)
    };
    tarjan_scc(&graph).into_iter().map(group).collect()
}

/// A set of functions, with their callers and callees.
#[derive(Debug)]
pub struct Cluster {
    /// The requested functions, and their callers, in program order.
    pub functions: Vec<Op>,
    /// All other functions that they call.
    pub helpers: Vec<Op>,
}

/// Partitions the wanted functions, and all their callers, into clusters that share at most helpers. The clusters are
/// in the program order of their first functions.
pub fn clusters(module: &Module, is_wanted: impl Fn(Op) -> bool) -> Vec<Cluster> {
    let graph = graph(module);
    let wanted = graph.node_indices().filter(|node| is_wanted(graph[*node])).collect();
    let callers = reached(Reversed(&graph), wanted);
    let mut sets = UnionFind::new(graph.node_count());
    for edge in graph.edge_indices() {
        if let Some((from, to)) = graph.edge_endpoints(edge).filter(|(_, to)| callers.contains(to)) {
            sets.union(from.index(), to.index());
        }
    }
    let mut clusters: IndexMap<usize, Vec<NodeIndex>> = IndexMap::default();
    for node in graph.node_indices().filter(|node| callers.contains(node)) {
        clusters.entry(sets.find(node.index())).or_default().push(node);
    }
    let cluster = |nodes: Vec<NodeIndex>| {
        let called = reached(&graph, nodes.clone());
        let helpers = called.into_iter().filter(|node| !callers.contains(node)).map(|node| graph[node]);
        Cluster { helpers: helpers.collect(), functions: nodes.into_iter().map(|node| graph[node]).collect() }
    };
    clusters.into_values().map(cluster).collect()
}

/// Returns the call graph: the functions, with an edge from each one to its callees.
fn graph(module: &Module) -> DiGraph<Op, ()> {
    let mut graph = DiGraph::new();
    let functions = functions(module);
    let nodes: FxHashMap<Op, NodeIndex> =
        functions.iter().map(|function| (*function, graph.add_node(*function))).collect();
    for function in &functions {
        let mut seen = FxHashSet::default();
        for called in calls_in(module, *function).into_iter().filter_map(|call| callee(module, call)) {
            if seen.insert(called) {
                graph.add_edge(nodes[function], nodes[&called], ());
            }
        }
    }
    graph
}

/// Returns the nodes reachable from some nodes, including these.
fn reached<G>(graph: G, from: Vec<NodeIndex>) -> FxHashSet<NodeIndex>
where
    G: IntoNeighbors<NodeId = NodeIndex> + Visitable<NodeId = NodeIndex>,
{
    let mut search = Dfs::from_parts(from, graph.visit_map());
    std::iter::from_fn(|| search.next(graph)).collect()
}
