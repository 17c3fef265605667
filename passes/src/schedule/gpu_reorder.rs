//! `gpu-reorder`: permutes device work so that it ends sooner by the model of `gpu-schedule`, which issues work in
//! program order.
//!
//! ```text
//! gpu.launch_func @k::@short …       gpu.launch_func @k::@long … {warpline.stream = 0 : i32}
//! gpu.launch_func @k::@short …   →   gpu.launch_func @k::@short … {warpline.stream = 1 : i32}
//! gpu.launch_func @k::@long …        gpu.launch_func @k::@short … {warpline.stream = 1 : i32}
//! ```
//! - A run is a sequence of launches, copies, fills, graphs, allocations and frees of one block, separated only by
//!   operations that access no memory. All other operations are barriers and keep their position: host operations,
//!   calls, loops and branches, launches on user streams and launches that wait for others while they run.
//! - Two operations keep their order if their effects may conflict or if tokens order them, even where user tokens
//!   leave the two unordered. The program has the same meaning before and after the pass.
//! - An allocation and operations without effects move before their first user, a free after all work that it
//!   followed. Allocations and frees of arena buffers, which cost nothing there, move to the start and the end of the
//!   run, so that they do not split the work of a task graph.
//! - The order changes only if the new plan ends sooner than that of the old order. The stream that the better plan
//!   assigns to each operation is an attribute, which `gpu-schedule` tries beside its own plans.
//! - An order that needs more memory than the original one on one stream must end clearly sooner.
//! - Under a limit of device memory an order is taken only if it keeps the limit on one stream. If the original order
//!   does not, the order with the least memory replaces it.
//! - If user tokens fork work and there are enough streams, all of it runs concurrently anyway; only a limit of
//!   device memory changes its order.
//!
//! Cost: that of a plan, and of a search with a budget ([`crate::schedule::listing`]). Functions of more than
//! [`MAX_NODES`] operations keep their order.

mod footprint;

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::def::Trait;
use warpline_ir::{Block, Diagnostics, Gpu, MemRef, Module, Op, OpKind, Place, Reported, Type};

use footprint::Footprint;

use crate::pass::TARGET;
use crate::pass::{Changed, Pass, PassCx, PassFn, PassOption};
use crate::schedule::input::{Node, NodeKind, ScheduleInput};
use crate::schedule::listing::{self, Listing};
use crate::schedule::memory::{all_buffers_of, buffers_of};
use crate::schedule::model::{Method, STREAM};
use crate::schedule::plan::Plan;
use crate::schedule::{self, plan_with_memory_in_place};
use crate::target_model::TargetModel;

/// The `gpu-reorder` pass.
pub const PASS: Pass = Pass {
    name: "gpu-reorder",
    summary: "Permutes independent device work so that it ends sooner by the model",
    options: &[
        PassOption { name: "max-streams", summary: "maximum number of streams per function", default: "8" },
        TARGET,
        PassOption {
            name: "max-device-memory",
            summary: "maximum size of a function's arena in bytes; 0 for no limit",
            default: "0",
        },
    ],
    run: PassFn::MayFail(run),
};

/// The maximum number of nodes: larger functions keep their order.
pub const MAX_NODES: usize = 20_000;

/// Runs the pass with these options, which may include those of other passes, without reports. Returns whether the
/// module changed.
pub fn permute(module: &mut Module, options: &[(String, String)]) -> bool {
    let is_own = |(name, _): &&(String, String)| PASS.options.iter().any(|option| option.name == name);
    let options: Vec<(String, String)> = options.iter().filter(is_own).cloned().collect();
    let mut diagnostics = Diagnostics::new();
    let mut cx = PassCx { module, diagnostics: &mut diagnostics, options: &options, pass: &PASS };
    matches!(run(&mut cx), Ok(Changed::Yes))
}

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let max_streams = usize::try_from(cx.int_option("max-streams")?).unwrap_or(1).max(1);
    let max_bytes = u64::try_from(cx.int_option("max-device-memory")?).ok().filter(|bytes| *bytes != 0);
    let model = cx.model_option()?;
    let mut changed = false;
    // One operation has no other order.
    for (func, plan) in plan_with_memory_in_place(cx.module, max_streams, model, 2..=MAX_NODES) {
        if let Some((runs, listing)) = better(cx.module, func, &plan, max_streams, max_bytes) {
            cx.remark(func, || {
                let before = plan.makespan();
                format!(
                    "@{}: the work ends after {:.1} us, not after {before:.1} us",
                    plan.name, listing.makespan
                )
            });
            apply(cx.module, func, &plan, &runs, &listing);
            changed = true;
        }
    }
    Ok(Changed::from(changed))
}

/// Returns the better order of a function, if there is one, and the runs that it permutes.
fn better(
    module: &Module,
    func: Op,
    plan: &Plan,
    max_streams: usize,
    max_bytes: Option<u64>,
) -> Option<(Vec<Run>, Listing)> {
    let input = &plan.input;
    let forks = plan.streams.method == Method::Concurrent && input.nodes.iter().any(|node| node.has_tokens);
    if max_streams < 2 && max_bytes.is_none()
        || input.is_coarse
        || forks && max_bytes.is_none()
        || !input.pairs.is_empty()
        || MAX_NODES < input.nodes.len()
    {
        return None;
    }
    let runs = runs_of(module, func, plan);
    let ranges: Vec<Range<usize>> = runs.iter().map(|run| run.nodes.clone()).collect();
    let fastest = if forks { None } else { listing::find(plan, &ranges, max_streams) };
    let listing = match max_bytes {
        Some(limit) => within(limit, fastest, &Footprint::of(module, func, plan), plan, &ranges)?,
        None => fastest?,
    };
    let is_worth =
        max_bytes.is_some() || is_worth_its_memory(module, func, plan, (&runs, &listing), max_streams);
    is_worth.then_some((runs, listing))
}

/// Whether an order needs no more memory than the original one on one stream, or its plan ends clearly sooner than that
/// of the original order.
fn is_worth_its_memory(
    module: &Module,
    func: Op,
    plan: &Plan,
    (runs, listing): (&[Run], &Listing),
    max_streams: usize,
) -> bool {
    let model = plan.input.model;
    if model == TargetModel::any() || all_buffers_of(module, func).is_empty() {
        return true;
    }
    let mut permuted = module.clone();
    apply(&mut permuted, func, plan, runs, listing);
    schedule::is_worth_its_memory((module, &permuted), func, max_streams, model)
}

/// Returns the work of a plan in program order.
fn in_text(plan: &Plan) -> Vec<usize> {
    let nodes = &plan.input.nodes;
    (0..nodes.len()).filter(|node| nodes[*node].kind.is_compute()).collect()
}

/// Returns the fastest order if it keeps the limit on one stream; otherwise nothing if the original order keeps it,
/// else the order with the least memory, if that is less than the original order needs.
fn within(
    limit: u64,
    fastest: Option<Listing>,
    footprint: &Footprint,
    plan: &Plan,
    ranges: &[Range<usize>],
) -> Option<Listing> {
    let needed = footprint.peak(&in_text(plan));
    if needed <= limit {
        return fastest.filter(|listing| footprint.peak(&listing.order) <= limit);
    }
    let frugal = listing::least_memory(plan, ranges, &footprint.used, &footprint.bytes, limit);
    Some(frugal).filter(|listing| footprint.peak(&listing.order) < needed)
}

/// Operations of one block that may be permuted.
struct Run {
    /// Its operations in program order, with those without effects between them.
    ops: Vec<Op>,
    /// Their nodes.
    nodes: Range<usize>,
    /// The operation after the run.
    next: Op,
}

/// Returns all runs of a function, in node order.
fn runs_of(module: &Module, func: Op, plan: &Plan) -> Vec<Run> {
    let mut numbers: FxHashMap<Op, usize> = FxHashMap::default();
    for (number, node) in plan.input.nodes.iter().enumerate() {
        numbers.insert(node.op, number);
    }
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_seen: FxHashSet<Block> = FxHashSet::default();
    for op in module.walk(func) {
        blocks.extend(module.block_of(op).filter(|block| is_seen.insert(*block)));
    }
    let mut runs: Vec<Run> =
        blocks.into_iter().flat_map(|block| runs_in(module, block, plan, &numbers)).collect();
    runs.sort_by_key(|run| run.nodes.start);
    runs
}

fn runs_in(module: &Module, block: Block, plan: &Plan, numbers: &FxHashMap<Op, usize>) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut ops: Vec<Op> = Vec::new();
    let mut nodes: Option<Range<usize>> = None;
    for op in module.ops_in(block) {
        let number = numbers.get(&op).copied();
        let begins = match number {
            Some(number) if may_move(&plan.input.nodes[number]) => {
                nodes.as_ref().is_some_and(|nodes| follows_free(plan, nodes.start..number))
            }
            Some(_) => true,
            None => !is_floating(module, op),
        };
        if begins {
            let ops = std::mem::take(&mut ops);
            runs.extend(nodes.take().map(|nodes| Run { ops, nodes, next: op }));
        }
        let is_barrier = match number {
            Some(number) => !may_move(&plan.input.nodes[number]),
            None => begins,
        };
        if is_barrier {
            continue;
        }
        if let Some(number) = number {
            nodes = Some(nodes.map_or(number, |nodes| nodes.start)..number + 1);
        }
        // Operations before the first node stay there.
        if nodes.is_some() {
            ops.push(op);
        }
    }
    runs
}

/// Whether a node must follow one of the earlier frees.
fn follows_free(plan: &Plan, nodes: Range<usize>) -> bool {
    let preds = plan.input.preds(nodes.end);
    let exempt = plan.input.conflicts.exempt(nodes.end);
    nodes.into_iter().any(|earlier| {
        plan.input.nodes[earlier].kind == NodeKind::Free
            && (preds.contains(earlier) || exempt.contains(earlier))
    })
}

/// Whether a node may move.
fn may_move(node: &Node) -> bool {
    match node.kind {
        NodeKind::Launch | NodeKind::Copy | NodeKind::Fill | NodeKind::Graph => {
            node.pin.is_none() && node.summary.spins.is_empty()
        }
        NodeKind::Alloc | NodeKind::Free => true,
        NodeKind::Call
        | NodeKind::Enter
        | NodeKind::Leave
        | NodeKind::FreeNow
        | NodeKind::Host
        | NodeKind::HostWait
        | NodeKind::StreamWait
        | NodeKind::Boundary => false,
    }
}

/// Whether an operation that is no node may move anywhere between its operands and its users.
fn is_floating(module: &Module, op: Op) -> bool {
    let kind = module.kind(op);
    let is_pure = kind
        .def()
        .is_some_and(|def| def.has(Trait::Pure) && !def.has(Trait::Terminator) && def.regions.is_empty());
    let is_join = kind == OpKind::Gpu(Gpu::Wait) && module.n_results(op) == 1;
    is_pure || is_join || matches!(kind, OpKind::MemRef(MemRef::Alloc) | OpKind::Gpu(Gpu::Alloc))
}

/// Permutes the runs, and annotates each node with its stream.
fn apply(module: &mut Module, func: Op, plan: &Plan, runs: &[Run], listing: &Listing) {
    let buffers = buffers_of(module, func).into_iter();
    let in_arena: FxHashSet<Op> = buffers.flat_map(|buffer| [buffer.alloc, buffer.dealloc]).collect();
    let mut place = vec![usize::MAX; plan.input.nodes.len()];
    for (index, node) in listing.order.iter().enumerate() {
        place[*node] = index;
    }
    for run in runs {
        let mut wanted: Vec<usize> = run.nodes.clone().filter(|node| place[*node] != usize::MAX).collect();
        wanted.sort_unstable_by_key(|node| place[*node]);
        let order = Permutation::new(module, &plan.input, run).of(&wanted, &in_arena);
        if order != run.ops {
            for op in order {
                module.move_op(op, Place::Before(run.next));
            }
        }
    }
    for (node, stream) in plan.input.nodes.iter().zip(&listing.of) {
        if node.kind.is_compute() && node.kind != NodeKind::Call && node.pin.is_none() {
            let stream = module.int_attr(*stream as i64, Type::I32);
            module.set_attr(node.op, STREAM, stream);
        }
    }
}

/// The state of reordering the operations of a run.
struct Permutation<'a> {
    module: &'a Module,
    input: &'a ScheduleInput,
    run: &'a Run,
    /// The index of each operation in the run.
    index: FxHashMap<Op, usize>,
    is_taken: Vec<bool>,
    order: Vec<Op>,
}

impl<'a> Permutation<'a> {
    fn new(module: &'a Module, input: &'a ScheduleInput, run: &'a Run) -> Self {
        let index = run.ops.iter().enumerate().map(|(index, op)| (*op, index)).collect();
        Self { module, input, run, index, is_taken: vec![false; run.ops.len()], order: Vec::new() }
    }

    /// Returns the operations of the run with these nodes in this order.
    fn of(mut self, wanted: &[usize], in_arena: &FxHashSet<Op>) -> Vec<Op> {
        let nodes = self.input.nodes[self.run.nodes.clone()].iter();
        let ops = |kind: fn(NodeKind) -> bool| {
            nodes.clone().filter(move |node| kind(node.kind)).map(|node| node.op)
        };
        let is_work: FxHashSet<Op> = ops(NodeKind::is_compute).collect();
        let is_free: FxHashSet<Op> =
            ops(|kind| kind == NodeKind::Free).filter(|op| !in_arena.contains(op)).collect();
        let allocs: Vec<Op> =
            ops(|kind| kind == NodeKind::Alloc).filter(|op| in_arena.contains(op)).collect();
        for op in allocs {
            self.take(op);
        }
        // All operations before it in program order are taken, except allocations and operations without effects.
        let mut settled = 0;
        for node in wanted {
            self.take(self.input.nodes[*node].op);
            while let Some(op) = self.run.ops.get(settled) {
                if is_free.contains(op) {
                    self.take(*op);
                } else if is_work.contains(op) && !self.is_taken[settled] {
                    break;
                }
                settled += 1;
            }
        }
        for op in &self.run.ops {
            self.take(*op);
        }
        self.order
    }

    /// Appends an operation after the operations that define its operands.
    fn take(&mut self, op: Op) {
        let mut needed: Vec<usize> = Vec::new();
        let mut work: Vec<usize> = self.index.get(&op).copied().into_iter().collect();
        while let Some(index) = work.pop() {
            if std::mem::replace(&mut self.is_taken[index], true) {
                continue;
            }
            needed.push(index);
            // Graph nodes use values from outside the graph, too.
            for inner in self.module.walk(self.run.ops[index]) {
                let operands = self.module.operands(inner).iter();
                let defining = operands.filter_map(|operand| self.module.defining_op(*operand));
                work.extend(defining.filter_map(|op| self.index.get(&op).copied()));
            }
        }
        needed.sort_unstable();
        self.order.extend(needed.into_iter().map(|index| self.run.ops[index]));
    }
}
