//! The traversal of a host function that collects the nodes and the control flow of its [`ScheduleInput`], and its
//! dependences.

use super::bits::Bits;
use super::borrowed_streams::Slices;
use super::contention::Load;
use super::input::{Conflicts, FlowStep, Node, NodeKind, ScheduleInput, Span, has_tokens};
use super::iterations::host_frame;
use super::{co_residency, conflicts, host_waits, iterations, threads, tokens, user_streams};
use crate::analysis::alias::Root;
use crate::analysis::effects::is_terminator;
use crate::analysis::summary::{Access, Summaries, Summary, Touch};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use warpline_ir::def::Trait;
use warpline_ir::{Affine, Block, Func, Gpu, MemRef, Module, Op, OpKind, Rt, Scf, Value};

impl ScheduleInput {
    /// Builds the program of `func`, whose callees are planned.
    pub fn of(module: &Module, func: Op, slices: &Slices, setting: Setting) -> Self {
        Self::make(module, func, slices, setting, |_| {})
    }

    /// Builds the program of `func` with edited nodes: for tests that must detect the resulting wrong plans.
    pub fn of_edited(module: &Module, func: Op, slices: &Slices, edit: impl FnOnce(&mut [Node])) -> Self {
        Self::make(module, func, slices, Setting::default(), edit)
    }

    fn make(
        module: &Module,
        func: Op,
        slices: &Slices,
        setting: Setting,
        edit: impl FnOnce(&mut [Node]),
    ) -> Self {
        let mut walk = Walk::new(module, slices);
        walk.setting = setting;
        walk.user_streams = user_streams::streams_of(module, func);
        let is_slice = slices.is_slice(func);
        let enter = is_slice.then(|| walk.push(func, NodeKind::Enter, Summary::default()));
        walk.local_buffers = if is_slice { local_buffers(module, func) } else { Vec::new() };
        walk.is_slice = is_slice;
        let blocks = module.regions_of(func).first().map(|region| module.blocks_of(*region).to_vec());
        let mut steps: Vec<FlowStep> = enter.into_iter().collect();
        match blocks.unwrap_or_default()[..] {
            [block] => steps.extend(walk.block(block)),
            [] => {}
            [entry, ..] => steps.push(walk.region_graph(None, entry)),
        }
        edit(&mut walk.nodes);
        let mut input = walk.finish(func, steps);
        input.bound_graphs();
        host_waits::merge(module, &mut input);
        input
    }

    /// Builds the program of one block as straight-line code: an operation with regions and a launch on a user stream
    /// are one host node, and the end of the block is a [`NodeKind::Boundary`].
    pub fn of_block(module: &Module, block: Block) -> Self {
        let slices = Slices::default();
        let mut walk = Walk::new(module, &slices);
        let ops = module.ops_in(block);
        let steps = ops.iter().filter_map(|op| walk.node(*op)).collect();
        for node in walk.nodes.iter_mut().filter(|node| user_streams::stream_of(module, node.op).is_some()) {
            node.kind = NodeKind::Host;
        }
        let end = module.last_op(block);
        if let Some(node) = walk.nodes.iter_mut().find(|node| Some(node.op) == end) {
            node.kind = NodeKind::Boundary;
        } else if let Some(op) = end.filter(|op| is_terminator(module, *op)) {
            walk.push(op, NodeKind::Boundary, Summary::default());
        }
        let parent = module.block_parent(block).unwrap_or(module.root());
        walk.finish(parent, steps)
    }

    /// Makes frees of shared memory immediate if they follow no device work.
    fn settle_frees(&mut self) {
        let mut idle = Bits::new(self.nodes.len());
        for node in 0..self.nodes.len() {
            if self.nodes[node].kind != NodeKind::Free || !is_free_of_shared(&self.nodes[node].summary) {
                continue;
            }
            let mut preds = self.preds(node);
            preds.subtract(&idle);
            if preds.is_empty() {
                self.nodes[node].kind = NodeKind::FreeNow;
                idle.insert(node);
            }
        }
        if !idle.is_empty() {
            self.conflicts.forget(&idle);
            self.tokens.iter_mut().for_each(|set| set.subtract(&idle));
        }
    }
}

/// Device allocations are nodes that conflict with their free, so only a shared one can have none.
fn is_free_of_shared(summary: &Summary) -> bool {
    summary.touches.iter().all(|touch| touch.place.roots.iter().all(|root| matches!(root, Root::Alloc(_))))
}

/// Whether a host operation may access memory that the device can access, too.
fn touches_shared(module: &Module, summary: &Summary) -> bool {
    let is_shared = |root: &Root| match root {
        Root::Alloc(value) => {
            module.defining_op(*value).is_some_and(|op| module.kind(op) == OpKind::Gpu(Gpu::Alloc))
        }
        Root::Argument(..) | Root::Global(_) | Root::Elsewhere | Root::Any => true,
    };
    summary.touches.iter().any(|touch| touch.place.roots.iter().any(is_shared))
}

/// Further parameters of the program of a function.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// Operations that are no nodes.
    pub left_out: FxHashSet<Op>,
    /// Frees of shared memory that is unused when the host reaches them: host calls.
    pub freed_now: FxHashSet<Op>,
    /// Whether allocations may need memory returned by earlier frees.
    pub has_memory_limit: bool,
    /// Whether the host may access device-accessible memory only while no device work runs at all.
    pub is_exclusive: bool,
}

/// Collects nodes and control flow.
pub(super) struct Walk<'m> {
    pub(super) module: &'m Module,
    slices: &'m Slices,
    summaries: Summaries,
    pub(super) nodes: Vec<Node>,
    pub(super) spans: Vec<Span>,
    path: Vec<usize>,
    is_slice: bool,
    /// Host buffers that are freed at the end of the function.
    local_buffers: Vec<Value>,
    user_streams: Vec<Value>,
    setting: Setting,
}

impl<'m> Walk<'m> {
    fn new(module: &'m Module, slices: &'m Slices) -> Self {
        Self {
            module,
            slices,
            summaries: Summaries::with_calls(Rc::clone(&slices.calls)),
            nodes: Vec::new(),
            spans: Vec::new(),
            path: Vec::new(),
            is_slice: false,
            local_buffers: Vec::new(),
            user_streams: Vec::new(),
            setting: Setting::default(),
        }
    }

    fn finish(self, func: Op, steps: Vec<FlowStep>) -> ScheduleInput {
        let Self { module, slices, summaries, nodes, spans, user_streams, .. } = self;
        let model = slices.durations.model;
        let mut input = ScheduleInput {
            conflicts: Conflicts::none(),
            tokens: Vec::new(),
            pairs: Vec::new(),
            nodes,
            steps,
            spans,
            user_streams,
            turns: Vec::new(),
            model,
            is_coarse: false,
        };
        input.tokens = tokens::preceding(module, func, &input);
        let free = threads::exempt(module, &input.nodes);
        input.conflicts = conflicts::find(&input.nodes, &summaries.aliases, free);
        input.pairs = co_residency::pairs(&input.nodes, &input.spans, &summaries.aliases);
        input.settle_user_streams(module, func);
        input.settle_frees();
        input
    }

    pub(super) fn block(&mut self, block: Block) -> Vec<FlowStep> {
        let mut steps = Vec::new();
        for op in self.module.ops_in(block) {
            match self.module.kind(op) {
                OpKind::Scf(Scf::If | Scf::IndexSwitch) | OpKind::Affine(Affine::If) => {
                    steps.push(self.branch(op));
                }
                OpKind::Scf(Scf::While) => {
                    let (first, span) = (self.nodes.len(), self.spans.len());
                    let step = self.while_graph(op);
                    steps.push(self.fold(op, first, span, step));
                }
                OpKind::Scf(Scf::ExecuteRegion) => {
                    let entry = blocks_of(self.module, op).first().copied();
                    steps.extend(entry.map(|entry| self.region_graph(Some(op), entry)));
                }
                OpKind::Func(Func::Call) => steps.extend(self.call(op)),
                OpKind::Func(Func::Return) if self.is_slice => steps.extend(self.leave(op)),
                kind if has_known_regions(kind) => {
                    let blocks = blocks_of(self.module, op);
                    let (first, span) = (self.nodes.len(), self.spans.len());
                    let step =
                        self.region(Some(op), true, |walk, span| FlowStep::Loop(span, walk.blocks(&blocks)));
                    steps.push(self.fold(op, first, span, step));
                }
                _ => steps.extend(self.node(op)),
            }
        }
        steps
    }

    fn blocks(&mut self, blocks: &[Block]) -> Vec<Vec<FlowStep>> {
        blocks.iter().map(|block| self.block(*block)).collect()
    }

    fn branch(&mut self, op: Op) -> FlowStep {
        let blocks = blocks_of(self.module, op);
        let may_skip = blocks.len() < 2;
        self.region(Some(op), false, |walk, span| {
            let arms =
                blocks.iter().map(|block| walk.region(None, false, |walk, _| walk.block(*block))).collect();
            FlowStep::Branch(span, arms, may_skip)
        })
    }

    /// Adds a call: that of a slice is a host access and a node of its stream, any other call is on the host alone.
    fn call(&mut self, op: Op) -> Vec<FlowStep> {
        let Some([device, host]) = self.summaries.of_slice(self.module, op) else {
            return self.node(op).into_iter().collect();
        };
        let is_on_host = host.is_unknown || !host.touches.is_empty();
        let mut steps: Vec<FlowStep> =
            is_on_host.then(|| self.push(op, NodeKind::Host, host)).into_iter().collect();
        steps.push(self.push(op, NodeKind::Call, device));
        let need = self.slices.need(self.module, op);
        if let Some(node) = self.nodes.last_mut() {
            (node.need, node.load) = (Some(need), Load { us: need.duration, ..Load::default() }.bounded());
        }
        steps
    }

    /// Adds the end of a slice: the host waits for work with host buffers that are freed here.
    fn leave(&mut self, op: Op) -> Vec<FlowStep> {
        let mut host = Summary::default();
        for buffer in self.local_buffers.clone() {
            let place = self.summaries.aliases.of(self.module, buffer);
            host.touches.push(Touch { place, access: Access::WRITE });
        }
        let waits = (!host.touches.is_empty()).then(|| self.push(op, NodeKind::Host, host));
        let mut steps: Vec<FlowStep> = waits.into_iter().collect();
        steps.push(self.push(op, NodeKind::Leave, Summary::default()));
        steps
    }

    /// Walks a region and records the nodes in it.
    pub(super) fn region<T>(
        &mut self,
        op: Option<Op>,
        is_loop: bool,
        walk: impl FnOnce(&mut Self, usize) -> T,
    ) -> T {
        let number = self.spans.len();
        let first = self.nodes.len();
        let (block, dominator) = (None, None);
        let trips = op.filter(|_| is_loop).and_then(|op| trips_of(self.module, op)).unwrap_or(1.0);
        self.spans.push(Span {
            op,
            block,
            dominator,
            is_loop,
            trips,
            path: self.path.clone(),
            first,
            end: first,
        });
        self.path.push(number);
        let result = walk(self, number);
        self.path.pop();
        self.spans[number].end = self.nodes.len();
        result
    }

    /// Adds the node of an operation that accesses memory, waits or ends the function.
    fn node(&mut self, op: Op) -> Option<FlowStep> {
        let (kind, summary) = self.describe(op)?;
        Some(self.push(op, kind, summary))
    }

    /// Returns the kind and the effects of the node of an operation.
    pub(super) fn describe(&mut self, op: Op) -> Option<(NodeKind, Summary)> {
        if self.setting.left_out.contains(&op) {
            return None;
        }
        let mut summary = self.summaries.of(self.module, op);
        let kind = self.kind_of(op, &summary)?;
        if self.setting.is_exclusive && kind == NodeKind::Host {
            summary.is_unknown |= touches_shared(self.module, &summary);
        }
        Some((kind, if kind == NodeKind::Boundary { Summary::default() } else { summary }))
    }

    /// Whether an operation is a call of a slice.
    pub(super) fn is_slice_call(&mut self, op: Op) -> bool {
        self.module.kind(op) == OpKind::Func(Func::Call) && self.summaries.of_slice(self.module, op).is_some()
    }

    pub(super) fn push(&mut self, op: Op, kind: NodeKind, summary: Summary) -> FlowStep {
        let number = self.nodes.len();
        let has_tokens = has_tokens(self.module, op);
        let durations = &self.slices.durations;
        let load = durations.of(self.module, op, kind, &summary);
        let is_graph = kind == NodeKind::Graph;
        let parts = if is_graph { durations.of_graph(self.module, op) } else { Vec::new() };
        let trips = self.path.iter().map(|span| self.spans[*span].trips).product::<f64>().min(MOST_TRIPS);
        let (path, need) = (self.path.clone(), None);
        let pin = user_streams::pin(self.module, op, &self.user_streams);
        let named_stream = super::model::named_stream(self.module, op);
        self.nodes.push(Node {
            op,
            kind,
            summary,
            load,
            parts,
            trips,
            has_tokens,
            path,
            need,
            pin,
            named_stream,
        });
        FlowStep::Node(number)
    }

    fn kind_of(&self, op: Op, summary: &Summary) -> Option<NodeKind> {
        match self.module.kind(op) {
            OpKind::Gpu(Gpu::LaunchFunc | Gpu::Launch) => Some(NodeKind::Launch),
            OpKind::Gpu(Gpu::Memcpy) => Some(NodeKind::Copy),
            OpKind::Gpu(Gpu::Memset) => Some(NodeKind::Fill),
            OpKind::Rt(Rt::Graph) => Some(NodeKind::Graph),
            OpKind::Gpu(Gpu::Dealloc) if self.setting.freed_now.contains(&op) => Some(NodeKind::FreeNow),
            OpKind::Gpu(Gpu::Dealloc) => Some(NodeKind::Free),
            OpKind::Gpu(Gpu::Alloc) => {
                self.module.attr(op, "hostShared").is_none().then_some(NodeKind::Alloc)
            }
            OpKind::Gpu(Gpu::Wait) => (self.module.n_results(op) == 0).then_some(NodeKind::HostWait),
            OpKind::MemRef(MemRef::Alloc | MemRef::Alloca) => None,
            OpKind::Func(Func::Return) => Some(NodeKind::Boundary),
            OpKind::Func(Func::Call) if user_streams::pin(self.module, op, &self.user_streams).is_some() => {
                Some(NodeKind::StreamWait)
            }
            _ => (summary.is_unknown || !summary.touches.is_empty()).then_some(NodeKind::Host),
        }
    }
}

/// Returns the host buffers that are freed when the function returns.
fn local_buffers(module: &Module, func: Op) -> Vec<Value> {
    let all = module.walk(func).into_iter();
    let made = all.filter(|op| module.kind(*op) == OpKind::MemRef(MemRef::Alloca));
    made.map(|op| module.result(op, 0)).collect()
}

pub(super) fn blocks_of(module: &Module, op: Op) -> Vec<Block> {
    module.regions_of(op).into_iter().flat_map(|region| module.blocks_of(region).to_vec()).collect()
}

/// The largest trip count of predictions.
const MOST_TRIPS: f64 = 1e12;

/// Returns how often the body of a counted loop runs, where that is known.
fn trips_of(module: &Module, op: Op) -> Option<f64> {
    let mut frame = host_frame(module, op)?;
    let dims = iterations::dims(module, &mut frame, op);
    let counts = dims.iter().map(|dim| dim.count().map(|count| count as f64));
    let product: Option<f64> = counts.product();
    product.filter(|_| !dims.is_empty()).map(|trips| trips.min(MOST_TRIPS))
}

/// Whether the dialect of an operation defines that its regions run on the host: loops, and their reductions.
fn has_known_regions(kind: OpKind) -> bool {
    let is_launch = kind == OpKind::Gpu(Gpu::Launch);
    !is_launch && kind.def().is_some_and(|def| def.has(Trait::RecursiveEffects) && !def.regions.is_empty())
}
