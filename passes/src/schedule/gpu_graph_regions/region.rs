//! Finds the sequences of device work that can be graphs, and selects those that become graphs.

use super::Mode;
use crate::analysis::spins;
use crate::schedule::bits::Bits;
use crate::schedule::emit::is_replaced;
use crate::schedule::input::Node;
use crate::schedule::launch_sizes;
use crate::schedule::plan::Plan;
use crate::schedule::threads::Issue;
use crate::schedule::waits::Point;
use crate::target_model::{Costs, TargetModel};
use std::fmt::Write as _;
use warpline_ir::def::Trait;
use warpline_ir::{Gpu, Module, Op, OpKind, Scf, Type};

/// A sequence of device work.
#[derive(Clone, Debug)]
pub struct Region {
    /// The consecutive nodes of the plan.
    pub nodes: std::ops::Range<usize>,
    /// Pairs of nodes, numbered from the first of the region, sorted.
    pub edges: Vec<(usize, usize)>,
    /// The known number of executions per call of the function, if it is executed.
    pub replays: u64,
    /// Waits between streams before its nodes, without a graph.
    pub n_waits: usize,
    /// Records after its nodes, without a graph.
    pub n_records: usize,
    /// Whether it becomes a graph.
    pub is_graph: bool,
}

/// Returns the regions of a function. A single node gains nothing and is a region only if all become graphs.
pub fn regions(module: &Module, plan: &Plan, mode: Mode) -> Vec<Region> {
    let least = if mode == Mode::Always { 1 } else { 2 };
    runs(module, plan)
        .into_iter()
        .filter(|nodes| least <= nodes.len())
        .map(|nodes| {
            let region = describe(module, plan, nodes);
            let is_graph = match mode {
                Mode::Auto => pays(costs_of(plan), plan, &region),
                Mode::Always => true,
                Mode::Never => false,
            };
            Region { is_graph, ..region }
        })
        .collect()
}

/// Whether a function may have graphs, decided without a plan: unless forced, only work in loops can be worth one.
pub(super) fn may_have_graphs(module: &Module, func: Op, mode: Mode) -> bool {
    match mode {
        Mode::Auto => {
            module.walk(func).into_iter().any(|op| is_replaced(module, op) && 2 <= replays(module, op))
        }
        Mode::Always => true,
        Mode::Never => false,
    }
}

/// Formats the regions, one line each.
pub fn text(regions: &[Region]) -> String {
    let mut text = String::new();
    for (number, region) in regions.iter().enumerate() {
        let (nodes, edges) = (region.nodes.len(), region.edges.len());
        let (first, last) = (region.nodes.start, region.nodes.end - 1);
        let decision = if region.is_graph { "graph" } else { "stream" };
        let _ = writeln!(
            text,
            "  region {number} ops {first}..{last} nodes {nodes} edges {edges} mode dag decision {decision}"
        );
    }
    text
}

/// Returns the maximal sequences of nodes that one graph could hold.
fn runs(module: &Module, plan: &Plan) -> Vec<std::ops::Range<usize>> {
    let nodes = &plan.input.nodes;
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    // Work that another launch waits for while it runs is no part of a graph.
    let is_awaited = |node: usize| plan.input.pairs.iter().any(|(a, b)| [*a, *b].contains(&node));
    for (number, node) in nodes.iter().enumerate() {
        if !can_be_node(module, node) || is_awaited(number) {
            continue;
        }
        match runs.last_mut() {
            Some(run) if run.end == number && follows(module, &nodes[number - 1], node) => run.end += 1,
            Some(_) | None => runs.push(number..number + 1),
        }
    }
    runs
}

fn can_be_node(module: &Module, node: &Node) -> bool {
    let view = module.op(node.op);
    match view.kind() {
        OpKind::Gpu(Gpu::LaunchFunc) => {
            let is_plain = view.group("clusterSizeX").is_empty() && view.group("asyncObject").is_empty();
            is_plain && launch_sizes::are_right(module, node.op) && !may_spin(module, node.op)
        }
        OpKind::Gpu(Gpu::Memcpy | Gpu::Memset) => node.kind.is_compute(),
        _ => false,
    }
}

/// Whether the kernel of a launch may wait for other kernels, or is unknown.
fn may_spin(module: &Module, launch: Op) -> bool {
    let path = module.attr(launch, "kernel").and_then(|kernel| module.attr_symbol(kernel));
    let kernel = path.and_then(|path| module.resolve_symbol(launch, path));
    kernel.is_none_or(|kernel| !spins::of_kernel(module, kernel).is_empty())
}

/// Whether a node can be in the graph of the one before it.
fn follows(module: &Module, before: &Node, node: &Node) -> bool {
    let issue = |node: &Node| node.has_tokens.then(|| Issue::of(module, node.op));
    issue(before) == issue(node)
        && module.block_of(before.op) == module.block_of(node.op)
        && between(module, before.op, node.op).iter().all(|op| can_move(module, *op))
}

/// Returns the operations from one of a block to another, exclusive; both may be the same operation.
pub(super) fn between(module: &Module, first: Op, last: Op) -> Vec<Op> {
    if first == last {
        return Vec::new();
    }
    let behind = std::iter::successors(module.next_op(first), |op| module.next_op(*op));
    behind.take_while(|op| *op != last).collect()
}

/// Whether an operation between nodes can move before them, or after them if it joins tokens.
fn can_move(module: &Module, op: Op) -> bool {
    let kind = module.kind(op);
    let is_pure = kind.def().is_some_and(|def| def.has(Trait::Pure) && def.regions.is_empty());
    let has_tokens = module.operands(op).iter().any(|value| module.type_of(*value) == Type::TOKEN);
    is_pure && !has_tokens || is_join(module, op)
}

/// Whether an operation only joins tokens.
pub(super) fn is_join(module: &Module, op: Op) -> bool {
    module.kind(op) == OpKind::Gpu(Gpu::Wait) && module.n_results(op) == 1
}

fn describe(module: &Module, plan: &Plan, nodes: std::ops::Range<usize>) -> Region {
    let mut set = Bits::new(plan.input.nodes.len());
    nodes.clone().for_each(|node| set.insert(node));
    let edges_to = |to: usize| plan.order.reduced(to, &set).into_iter().map(move |from| (from, to));
    let edges = nodes.clone().flat_map(edges_to);
    let mut edges: Vec<(usize, usize)> =
        edges.map(|(from, to)| (from - nodes.start, to - nodes.start)).collect();
    edges.sort_unstable();
    let replays = replays(module, plan.input.nodes[nodes.start].op);
    let n_waits = nodes.clone().map(|node| plan.waits.before[node].len()).sum();
    let n_records = nodes.clone().filter(|node| plan.events.slot(Point::After(*node)).is_some()).count();
    Region { nodes, edges, replays, n_waits, n_records, is_graph: false }
}

/// Returns the product of the trip counts of the enclosing loops, up to the first unknown one or another operation
/// with regions.
fn replays(module: &Module, op: Op) -> u64 {
    let mut n = 1u64;
    let mut at = module.parent_op(op);
    while let Some(parent) = at {
        let OpKind::Scf(Scf::For) = module.kind(parent) else { break };
        let [from, to, step, ..] = module.operands(parent) else { break };
        let bounds = [from, to, step].map(|value| module.constant_int(*value));
        let [Some(from), Some(to), Some(step)] = bounds else { break };
        let span = to.saturating_sub(from).max(0).unsigned_abs();
        if step <= 0 {
            break;
        }
        n = n.saturating_mul(span.div_ceil(step.unsigned_abs()));
        at = module.parent_op(parent);
    }
    n
}

/// Returns the costs of the target of a plan. Without one the host pays nothing, and those of the CPU device decide.
fn costs_of(plan: &Plan) -> &'static Costs {
    let is_any = plan.input.model == TargetModel::any();
    let named = TargetModel::named("cpu").filter(|_| is_any);
    &named.unwrap_or(plan.input.model).costs
}

/// Whether a graph is faster: it saves more in issuing than building it costs, and an iteration takes no longer. Work
/// that is issued once stays on streams, since building a graph of it costs as much as issuing it.
fn pays(costs: &Costs, plan: &Plan, region: &Region) -> bool {
    if region.replays < 2 {
        return false;
    }
    let n = region.nodes.len();
    let saved = costs.issue(n, region.n_waits, region.n_records) - costs.launch_graph(n);
    costs.build_graph(n) < region.replays as f64 * saved && is_no_slower(costs, plan, region)
}

/// Whether sequential replays are no slower than work on streams, where the end of one iteration may overlap the
/// start of the next. Streams are bound by issuing, and by the dependences between consecutive iterations.
fn is_no_slower(costs: &Costs, plan: &Plan, region: &Region) -> bool {
    let n = region.nodes.len();
    let issue = costs.issue(n, region.n_waits, region.n_records);
    let at = |node: usize| region.nodes.start + node;
    let least = plan.input.model.costs.kernel;
    let time = |node: &Node| costs.in_graph + (node.load.us - least).max(0.0);
    let times: Vec<f64> = plan.input.nodes[region.nodes.clone()].iter().map(time).collect();
    let mut longest: f64 = 0.0;
    let mut carried: f64 = 0.0;
    for first in 0..n {
        let ends = ends_from(region, &times, first);
        longest = ends.iter().copied().fold(longest, f64::max);
        let conflicts = &plan.input.preds(at(first));
        let back =
            (first..n).filter(|last| 0.0 < ends[*last] && (*last == first || conflicts.contains(at(*last))));
        carried = back.map(|last| ends[last]).fold(carried, f64::max);
    }
    longest <= issue.max(carried)
}

/// Returns the earliest end of each node if `first` starts at 0; 0 for nodes that do not depend on it.
fn ends_from(region: &Region, times: &[f64], first: usize) -> Vec<f64> {
    let mut ends = vec![0.0; times.len()];
    ends[first] = times[first];
    for (from, to) in &region.edges {
        if 0.0 < ends[*from] {
            ends[*to] = f64::max(ends[*to], ends[*from] + times[*to]);
        }
    }
    ends
}
