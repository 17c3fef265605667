//! The work of a host function: its nodes in program order, what must be ordered, and the control flow around.
//!
//! A node is a device operation, or a host operation that touches memory, waits or ends the function. Two nodes
//! conflict when their effects do (`conflicts.rs` finds them); a conflict between two operations that both carry
//! tokens of the user counts only when they touch the same memory for sure, since the tokens say the rest.

use super::bits::Bits;
use super::borrowed_streams::{Need, Slices};
use super::conflicts::{self, Conflicts};
use super::{co_residency, durations, host_waits, threads, tokens, user_streams};
use crate::analysis::alias::Root;
use crate::analysis::effects::is_terminator;
use crate::analysis::summary::{Access, Summaries, Summary, Touch, Updates};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use warpline_ir::def::Trait;
use warpline_ir::{Affine, Block, Func, Gpu, MemRef, Module, Op, OpKind, Rt, Scf, Type, Value};

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A kernel.
    Launch,
    /// A copy.
    Copy,
    /// A fill.
    Fill,
    /// A graph of launches, copies and fills.
    Graph,
    /// Makes device memory in the order of a stream.
    Alloc,
    /// Ends memory in the order of a stream.
    Free,
    /// A call of a function that runs on a stream of this one.
    Call,
    /// In such a function, all that the caller has issued on its first stream.
    Enter,
    /// The end of such a function: its first stream comes after all its work.
    Leave,
    /// Ends shared memory that no device work uses: a call of the host.
    FreeNow,
    /// A host operation that touches memory.
    Host,
    /// `gpu.wait` without `async`.
    HostWait,
    /// The program waits for a stream of its own that work of the function runs on.
    StreamWait,
    /// The end of a function that leases its streams: all work is complete there.
    Boundary,
}

impl NodeKind {
    /// Whether it has a place on a stream.
    pub fn is_device(self) -> bool {
        self.is_work() || matches!(self, Self::Enter | Self::Leave)
    }

    /// Whether it runs on a stream.
    pub fn is_work(self) -> bool {
        self.is_compute() || matches!(self, Self::Alloc | Self::Free)
    }

    /// Whether it takes a stream by its own right; memory follows its users.
    pub fn is_compute(self) -> bool {
        matches!(self, Self::Launch | Self::Copy | Self::Fill | Self::Graph | Self::Call)
    }
}

/// A unit of scheduling.
#[derive(Clone, Debug)]
pub struct Node {
    /// The operation.
    pub op: Op,
    /// What it is.
    pub kind: NodeKind,
    /// What it does to memory.
    pub summary: Summary,
    /// Its predicted microseconds; 0 on the host.
    pub duration: f64,
    /// Whether it takes or gives tokens.
    pub has_tokens: bool,
    /// The regions around it, the outermost first.
    pub path: Vec<usize>,
    /// What a call needs.
    pub need: Option<Need>,
    /// The stream of the program that it runs on or waits for, by its place in [`Program::foreign`].
    pub pin: Option<usize>,
    /// The stream that [`super::model::STREAM`] names.
    pub named_stream: Option<usize>,
}

/// A region with nodes.
#[derive(Clone, Debug)]
pub struct Span {
    /// The operation that it is all of; none for an arm of a branch, a block, and the blocks of a function.
    pub op: Option<Op>,
    /// The block that it is all of, among others that branches lead to.
    pub block: Option<Block>,
    /// For such a block the span of the one that comes before it on every path and after all others that do.
    pub dominator: Option<usize>,
    /// Whether it may run more than once.
    pub is_loop: bool,
    /// The regions around it, the outermost first.
    pub path: Vec<usize>,
    /// Its first node.
    pub first: usize,
    /// One past its last node.
    pub end: usize,
}

/// The control flow of a function.
#[derive(Clone, Debug)]
pub enum Step {
    /// A node.
    Node(usize),
    /// Any of these, in any order, any number of times; all of the span with this number.
    Loop(usize, Vec<Vec<Step>>),
    /// One of these, or none of them where `true`; all of the span with this number.
    Branch(usize, Vec<Vec<Step>>, bool),
    /// Blocks that lead to each other, from the first on; all of the span with this number.
    Graph(usize, Vec<GraphBlock>),
}

/// A block of a [`Step::Graph`]. Each comes after all that lead to it but for those that lead back.
#[derive(Clone, Debug)]
pub struct GraphBlock {
    /// The number of its span.
    pub span: usize,
    /// What it does.
    pub steps: Vec<Step>,
    /// The blocks that may come next.
    pub next: Vec<usize>,
    /// Whether the graph may end with it.
    pub is_end: bool,
}

/// The work of a function.
pub struct Program {
    /// In the order of the text.
    pub nodes: Vec<Node>,
    /// Its control flow.
    pub steps: Vec<Step>,
    /// Regions, by the numbers in [`Node::path`].
    pub spans: Vec<Span>,
    /// Whether there are too many blocks to follow the paths between them; the function then gets one stream.
    pub is_coarse: bool,
    /// The device nodes whose effects conflict with those of each node.
    pub conflicts: Conflicts,
    /// For each node, the device nodes that its tokens name.
    pub tokens: Vec<Bits>,
    /// Launches with later ones that update what they wait for while they run.
    pub pairs: Vec<(usize, usize)>,
    /// The streams of the program that launches run on, in the order of their first launch.
    pub foreign: Vec<Value>,
}

impl Program {
    /// The work of `func`, whose callees are planned.
    pub fn of(module: &Module, func: Op, slices: &Slices, setting: Setting) -> Self {
        Self::make(module, func, slices, setting, |_| {})
    }

    /// The work of `func` if its nodes did what an edit of them says: for tests of what finds such plans out.
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
        walk.foreign = user_streams::streams_of(module, func);
        let is_slice = slices.is_slice(func);
        let enter = is_slice.then(|| walk.push(func, NodeKind::Enter, Summary::default()));
        walk.local_buffers = if is_slice { local_buffers(module, func) } else { Vec::new() };
        walk.is_slice = is_slice;
        let blocks = module.regions_of(func).first().map(|region| module.blocks_of(*region).to_vec());
        let mut steps: Vec<Step> = enter.into_iter().collect();
        match blocks.unwrap_or_default()[..] {
            [block] => steps.extend(walk.block(block)),
            [] => {}
            [entry, ..] => steps.push(walk.region_graph(None, entry)),
        }
        edit(&mut walk.nodes);
        let mut program = walk.finish(func, steps);
        program.bound_graphs();
        host_waits::merge(module, &mut program);
        program
    }

    /// The work of one block as straight-line code: an operation with regions and a launch on a stream of the program are
    /// one node of the host, and the end of the block is a [`NodeKind::Boundary`].
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

    /// The device nodes that must be complete, or ordered, before a node.
    pub fn preds(&self, node: usize) -> Bits {
        let mut preds = self.conflicts.of(node);
        preds.union(&self.tokens[node]);
        preds
    }

    /// Whether a device node must be complete, or ordered, before a node.
    pub fn is_pred(&self, node: usize, earlier: usize) -> bool {
        self.conflicts.contains(node, earlier) || self.tokens[node].contains(earlier)
    }

    /// Memory that two nodes both touch, where at least one changes it.
    pub fn shared_root(&self, a: usize, b: usize) -> Option<Root> {
        let (a, b) = (&self.nodes[a].summary.touches, &self.nodes[b].summary.touches);
        let changes = |touch: &Touch| touch.access.writes || touch.access.updates != Updates::None;
        a.iter().find_map(|x| {
            let of_b = b.iter().filter(|y| changes(x) || changes(y));
            let mut roots = of_b.flat_map(|y| &y.place.roots);
            roots.find(|root| x.place.roots.contains(root)).copied()
        })
    }

    /// Whether there is work for streams.
    pub fn has_device_work(&self) -> bool {
        self.nodes.iter().any(|node| node.kind.is_device())
    }

    /// Whether the function runs on streams of its callers.
    pub fn is_slice(&self) -> bool {
        self.nodes.first().is_some_and(|node| node.kind == NodeKind::Enter)
    }

    /// A free of shared memory that follows no device work needs no stream.
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

/// Whether an operation of the host may touch memory that the device reaches, too.
fn touches_shared(module: &Module, summary: &Summary) -> bool {
    let is_shared = |root: &Root| match root {
        Root::Alloc(value) => {
            module.defining_op(*value).is_some_and(|op| module.kind(op) == OpKind::Gpu(Gpu::Alloc))
        }
        Root::Argument(..) | Root::Global(_) | Root::Elsewhere | Root::Any => true,
    };
    summary.touches.iter().any(|touch| touch.place.roots.iter().any(is_shared))
}

/// What else decides about the work of a function.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// Operations that are no nodes.
    pub left_out: FxHashSet<Op>,
    /// Frees of shared memory that nothing uses any more when the host comes by: calls of the host.
    pub freed_now: FxHashSet<Op>,
    /// Whether allocations may need what earlier frees give back.
    pub has_memory_limit: bool,
    /// Whether the host may touch memory that the device reaches only while no device work runs at all.
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
    /// Buffers of the host that end with the function.
    local_buffers: Vec<Value>,
    foreign: Vec<Value>,
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
            foreign: Vec::new(),
            setting: Setting::default(),
        }
    }

    fn finish(self, func: Op, steps: Vec<Step>) -> Program {
        let Self { module, summaries, nodes, spans, foreign, .. } = self;
        let mut program = Program {
            conflicts: Conflicts::none(),
            tokens: Vec::new(),
            pairs: Vec::new(),
            nodes,
            steps,
            spans,
            foreign,
            is_coarse: false,
        };
        program.tokens = tokens::preceding(module, func, &program);
        let free = threads::exempt(module, &program.nodes);
        program.conflicts = conflicts::find(&program.nodes, &summaries.places, free);
        program.pairs = co_residency::pairs(&program.nodes, &program.spans, &summaries.places);
        program.settle_foreign(module, func);
        program.settle_frees();
        program
    }

    pub(super) fn block(&mut self, block: Block) -> Vec<Step> {
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
                        self.region(Some(op), true, |walk, span| Step::Loop(span, walk.blocks(&blocks)));
                    steps.push(self.fold(op, first, span, step));
                }
                _ => steps.extend(self.node(op)),
            }
        }
        steps
    }

    fn blocks(&mut self, blocks: &[Block]) -> Vec<Vec<Step>> {
        blocks.iter().map(|block| self.block(*block)).collect()
    }

    fn branch(&mut self, op: Op) -> Step {
        let blocks = blocks_of(self.module, op);
        let may_skip = blocks.len() < 2;
        self.region(Some(op), false, |walk, span| {
            let arms =
                blocks.iter().map(|block| walk.region(None, false, |walk, _| walk.block(*block))).collect();
            Step::Branch(span, arms, may_skip)
        })
    }

    /// A call of a slice is an access of the host and a node of its stream; any other call is of the host alone.
    fn call(&mut self, op: Op) -> Vec<Step> {
        let Some([device, host]) = self.summaries.of_slice(self.module, op) else {
            return self.node(op).into_iter().collect();
        };
        let is_on_host = host.is_unknown || !host.touches.is_empty();
        let mut steps: Vec<Step> =
            is_on_host.then(|| self.push(op, NodeKind::Host, host)).into_iter().collect();
        steps.push(self.push(op, NodeKind::Call, device));
        let need = self.slices.need(self.module, op);
        if let Some(node) = self.nodes.last_mut() {
            (node.need, node.duration) = (Some(need), need.duration);
        }
        steps
    }

    /// The end of a slice: the host waits for work with buffers of the host that end here.
    fn leave(&mut self, op: Op) -> Vec<Step> {
        let mut host = Summary::default();
        for buffer in self.local_buffers.clone() {
            let place = self.summaries.places.of(self.module, buffer);
            host.touches.push(Touch { place, access: Access::WRITE });
        }
        let waits = (!host.touches.is_empty()).then(|| self.push(op, NodeKind::Host, host));
        let mut steps: Vec<Step> = waits.into_iter().collect();
        steps.push(self.push(op, NodeKind::Leave, Summary::default()));
        steps
    }

    /// Walks a region and notes which nodes are in it.
    pub(super) fn region<T>(
        &mut self,
        op: Option<Op>,
        is_loop: bool,
        walk: impl FnOnce(&mut Self, usize) -> T,
    ) -> T {
        let number = self.spans.len();
        let first = self.nodes.len();
        let (block, dominator) = (None, None);
        self.spans.push(Span { op, block, dominator, is_loop, path: self.path.clone(), first, end: first });
        self.path.push(number);
        let result = walk(self, number);
        self.path.pop();
        self.spans[number].end = self.nodes.len();
        result
    }

    /// The node of an operation that touches memory, waits or ends the function.
    fn node(&mut self, op: Op) -> Option<Step> {
        let (kind, summary) = self.describe(op)?;
        Some(self.push(op, kind, summary))
    }

    /// What the node of an operation is and does.
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

    /// Whether an operation is a call of a function that runs on streams of its callers.
    pub(super) fn is_slice_call(&mut self, op: Op) -> bool {
        self.module.kind(op) == OpKind::Func(Func::Call) && self.summaries.of_slice(self.module, op).is_some()
    }

    pub(super) fn push(&mut self, op: Op, kind: NodeKind, summary: Summary) -> Step {
        let number = self.nodes.len();
        let has_tokens = has_tokens(self.module, op);
        let duration = durations::duration(self.slices, self.module, op, kind);
        let (path, need) = (self.path.clone(), None);
        let pin = user_streams::pin(self.module, op, &self.foreign);
        let named_stream = super::model::named_stream(self.module, op);
        self.nodes.push(Node { op, kind, summary, duration, has_tokens, path, need, pin, named_stream });
        Step::Node(number)
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
            OpKind::Func(Func::Call) if user_streams::pin(self.module, op, &self.foreign).is_some() => {
                Some(NodeKind::StreamWait)
            }
            _ => (summary.is_unknown || !summary.touches.is_empty()).then_some(NodeKind::Host),
        }
    }
}

/// Buffers of the host that end when the function returns.
fn local_buffers(module: &Module, func: Op) -> Vec<Value> {
    let all = module.walk(func).into_iter();
    let made = all.filter(|op| module.kind(*op) == OpKind::MemRef(MemRef::Alloca));
    made.map(|op| module.result(op, 0)).collect()
}

/// Whether an operation takes or gives tokens.
pub fn has_tokens(module: &Module, op: Op) -> bool {
    let is_token = |value| module.type_of(value) == Type::TOKEN;
    module.results(op).any(is_token) || module.operands(op).iter().any(|value| is_token(*value))
}

pub(super) fn blocks_of(module: &Module, op: Op) -> Vec<Block> {
    module.regions_of(op).into_iter().flat_map(|region| module.blocks_of(region).to_vec()).collect()
}

/// Whether the regions of an operation run on the host as its dialect says: loops, and what they reduce.
fn has_known_regions(kind: OpKind) -> bool {
    let is_launch = kind == OpKind::Gpu(Gpu::Launch);
    !is_launch && kind.def().is_some_and(|def| def.has(Trait::RecursiveEffects) && !def.regions.is_empty())
}

impl Program {
    /// Whether the user waits for a device node between it and a later node.
    pub fn is_awaited(&self, earlier: usize, later: usize) -> bool {
        let is_wait = |node: &usize| self.nodes[*node].kind == NodeKind::HostWait;
        self.tokens_reach(earlier, (earlier + 1..later).filter(is_wait).collect())
    }

    /// Whether tokens lead from a node to one of `work`.
    fn tokens_reach(&self, from: usize, mut work: Vec<usize>) -> bool {
        let mut reached = vec![false; self.nodes.len()];
        while let Some(node) = work.pop() {
            if node == from {
                return true;
            }
            for pred in self.tokens[node].iter() {
                if !std::mem::replace(&mut reached[pred], true) {
                    work.push(pred);
                }
            }
        }
        false
    }
}
