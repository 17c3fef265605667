//! The work of a host function as data: its nodes in program order, its dependences, and the enclosing control flow.
//!
//! A node is a device operation, or a host operation that accesses memory, waits or ends the function. Two nodes
//! conflict when their effects do; a conflict between two operations with user tokens counts only if they surely
//! access the same memory, since the tokens order the rest. [`walk`](super::walk) builds a program, and every phase
//! of the scheduler reads it.

mod conflicts;

use super::bits::Bits;
use super::contention::Load;
use super::replay::Work;
use crate::analysis::alias::Root;
use crate::analysis::summary::{Summary, Touch, Updates};
use crate::target_model::TargetModel;
use warpline_ir::{Block, Module, Op, Type, Value};

pub use conflicts::Conflicts;
pub(super) use conflicts::Free;

/// The kind of a node.
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
    /// A stream-ordered allocation of device memory.
    Alloc,
    /// A stream-ordered free.
    Free,
    /// A call of a slice.
    Call,
    /// In a slice, all work that the caller has issued on its first stream.
    Enter,
    /// The end of a slice: its first stream comes after all its work.
    Leave,
    /// A free of shared memory that no device work uses: a host call.
    FreeNow,
    /// A host operation that accesses memory.
    Host,
    /// A host wait: `gpu.wait` without `async`.
    HostWait,
    /// A wait of the program for a user stream that runs work of the function.
    StreamWait,
    /// The end of a function that leases its streams: all work is complete there.
    Boundary,
}

impl NodeKind {
    /// Whether it has a position on a stream.
    pub fn is_device(self) -> bool {
        self.is_work() || matches!(self, Self::Enter | Self::Leave)
    }

    /// Whether it runs on a stream.
    pub fn is_work(self) -> bool {
        self.is_compute() || matches!(self, Self::Alloc | Self::Free)
    }

    /// Whether it has a stream of its own choice; allocations and frees follow their users.
    pub fn is_compute(self) -> bool {
        matches!(self, Self::Launch | Self::Copy | Self::Fill | Self::Graph | Self::Call)
    }
}

/// A unit of scheduling.
#[derive(Clone, Debug)]
pub struct Node {
    /// The operation.
    pub op: Op,
    /// Its kind.
    pub kind: NodeKind,
    /// Its memory effects.
    pub summary: Summary,
    /// What it demands of the device, predicted; nothing on the host.
    pub load: Load,
    /// The loads of the nodes of a graph, each with the nodes that it follows; empty for other work.
    pub parts: Vec<(Load, Vec<usize>)>,
    /// How often it runs in the loops around it, where that is known.
    pub trips: f64,
    /// Whether it takes or returns tokens.
    pub has_tokens: bool,
    /// The enclosing regions, outermost first.
    pub path: Vec<usize>,
    /// The needs of a call.
    pub need: Option<Need>,
    /// The user stream that it runs on or waits for, as an index in [`ScheduleInput::user_streams`].
    pub pin: Option<usize>,
    /// The stream that [`super::model::STREAM`] names.
    pub named_stream: Option<usize>,
}

impl Node {
    /// Returns the predicted microseconds of all its runs, alone.
    pub fn duration(&self) -> f64 {
        self.load.times(self.trips).us
    }

    /// Returns it as a command: all its runs, one after the other.
    pub(super) fn work(&self) -> Work {
        let times = self.trips;
        if self.parts.is_empty() {
            return Work { times, ..Work::of(self.load.times(times)) };
        }
        let parts = self.parts.iter().map(|(load, preds)| (load.times(times), preds.clone()));
        Work { parts: parts.collect(), times, is_graph: true }
    }
}

/// A region with nodes.
#[derive(Clone, Debug)]
pub struct Span {
    /// The operation that it covers; none for an arm of a branch, a block, and the blocks of a function.
    pub op: Option<Op>,
    /// The block that it covers, in a graph of blocks.
    pub block: Option<Block>,
    /// For such a block the span of its immediate dominator.
    pub dominator: Option<usize>,
    /// Whether it may run more than once.
    pub is_loop: bool,
    /// How often a counted loop runs its body, where that is known; else 1.
    pub trips: f64,
    /// The enclosing regions, outermost first.
    pub path: Vec<usize>,
    /// Its first node.
    pub first: usize,
    /// One past its last node.
    pub end: usize,
}

/// The control flow of a function.
#[derive(Clone, Debug)]
pub enum FlowStep {
    /// A node.
    Node(usize),
    /// Any of these, in any order, any number of times; covers the span with this number.
    Loop(usize, Vec<Vec<FlowStep>>),
    /// One of these, or none of them if `true`; covers the span with this number.
    Branch(usize, Vec<Vec<FlowStep>>, bool),
    /// Blocks with branches between them, the first one is the entry; covers the span with this number.
    Graph(usize, Vec<GraphBlock>),
}

/// A block of a [`FlowStep::Graph`]. Each comes after all its predecessors except along back edges.
#[derive(Clone, Debug)]
pub struct GraphBlock {
    /// The number of its span.
    pub span: usize,
    /// Its steps.
    pub steps: Vec<FlowStep>,
    /// The possible successors.
    pub next: Vec<usize>,
    /// Whether the graph may end with it.
    pub is_end: bool,
}

/// The work of a function.
pub struct ScheduleInput {
    /// The nodes, in program order.
    pub nodes: Vec<Node>,
    /// Its control flow.
    pub steps: Vec<FlowStep>,
    /// Regions, by the numbers in [`Node::path`].
    pub spans: Vec<Span>,
    /// Whether there are too many blocks to analyse the paths between them; the function then gets one stream.
    pub is_coarse: bool,
    /// The device nodes whose effects conflict with those of each node.
    pub conflicts: Conflicts,
    /// For each node, the device nodes that its tokens name.
    pub tokens: Vec<Bits>,
    /// Pairs of a launch and a later one that updates memory that the first waits for while it runs.
    pub pairs: Vec<(usize, usize)>,
    /// The user streams that launches run on, in the order of their first launch.
    pub user_streams: Vec<Value>,
    /// Pairs of nodes of which one only follows the other since their buffers take turns in memory.
    pub turns: Vec<(usize, usize)>,
    /// The target whose times are predicted.
    pub model: &'static TargetModel,
}

/// The needs of a slice, to be provided by its caller.
#[derive(Clone, Copy, Debug)]
pub struct Need {
    /// The number of streams, including the one that it begins on.
    pub streams: usize,
    /// The number of event slots.
    pub events: usize,
    /// Its predicted microseconds.
    pub duration: f64,
}

impl ScheduleInput {
    /// Returns the device nodes that must be complete, or ordered, before a node.
    pub fn preds(&self, node: usize) -> Bits {
        let mut preds = self.conflicts.of(node);
        preds.union(&self.tokens[node]);
        preds
    }

    /// Whether a device node must be complete, or ordered, before a node.
    pub fn is_pred(&self, node: usize, earlier: usize) -> bool {
        self.conflicts.contains(node, earlier) || self.tokens[node].contains(earlier)
    }

    /// Returns memory that two nodes both access, where at least one changes it.
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

    /// Whether the function runs on borrowed streams of its callers.
    pub fn is_slice(&self) -> bool {
        self.nodes.first().is_some_and(|node| node.kind == NodeKind::Enter)
    }

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

/// Whether an operation takes or returns tokens.
pub fn has_tokens(module: &Module, op: Op) -> bool {
    let is_token = |value| module.type_of(value) == Type::TOKEN;
    module.results(op).any(is_token) || module.operands(op).iter().any(|value| is_token(*value))
}
