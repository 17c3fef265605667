//! A scheduled function as seen by the checks: steps on streams and on the host, and their conflicts.
//!
//! Work is executed by a stream: launches, copies, fills, graph nodes, and stream-ordered allocations and frees. Its
//! accesses come from [`Summaries`]. Two steps conflict when they access memory that may alias and one of them
//! changes it. They conflict *surely* if it is the same buffer, both access all of it or constant parts that overlap,
//! and one of the changes is not atomic.

use super::calls;
use super::conflicts::{Conflicts, clash_of, conflict};
use super::edges::Edges;
use super::flow::{self, Flow};
use super::set::Set;
use super::tokens;
use crate::analysis::alias::{MemoryRegion, Overlap};
use crate::analysis::calls::Calls;
use crate::analysis::summary::{Access, Summaries, Summary, Touch, Updates};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::rc::Rc;
use warpline_ir::dialect::rt::Graph;
use warpline_ir::{Func, Module, Op, OpKind, Rt, SecondaryMap};

/// The effect of a step on streams and events, which are indices in [`Model::streams`] and [`Model::events`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// The work with a number is issued to a stream.
    Work(usize, usize),
    /// The host accesses memory.
    Host,
    /// An event slot records the current point of a stream.
    Record(usize, usize),
    /// A stream waits for an event slot.
    Wait(usize, usize),
    /// The host waits for a stream.
    HostWait(usize),
    /// A user stream gets a number: no work is known to precede what is issued to it.
    Adopt(usize),
    /// The lifetime of an arena slot or a shared buffer begins, immediately.
    Begin,
    /// Event slots may be recorded again by a callee: the number of the first, and how many.
    Reuse(i64, i64),
    /// The function returns.
    Return,
}

impl Act {
    /// Returns the number of the work that is issued to a stream here.
    pub(super) fn work(self) -> Option<usize> {
        match self {
            Self::Work(_, work) => Some(work),
            Self::Host
            | Self::Record(..)
            | Self::Wait(..)
            | Self::HostWait(_)
            | Self::Adopt(_)
            | Self::Begin
            | Self::Reuse(..)
            | Self::Return => None,
        }
    }

    /// Returns the stream that must have a number here.
    pub(super) fn stream(self) -> Option<usize> {
        match self {
            Self::Work(stream, _)
            | Self::Record(_, stream)
            | Self::Wait(_, stream)
            | Self::HostWait(stream) => Some(stream),
            Self::Adopt(_) | Self::Host | Self::Begin | Self::Reuse(..) | Self::Return => None,
        }
    }
}

/// A relevant operation.
#[derive(Clone, Debug)]
pub(super) struct ModelStep {
    /// The operation.
    pub(super) op: Op,
    /// Its effect on streams and events.
    pub(super) act: Act,
    /// Its accesses, if it is work or a host operation.
    pub(super) summary: Summary,
    /// Its relations to work besides conflicts; most steps have none.
    pub(super) relations: Option<Box<Relations>>,
    /// Its graph, if it is a graph node.
    pub(super) node: Option<Box<Node>>,
}

/// The relations of a step to work that do not follow from its accesses.
#[derive(Clone, Debug, Default)]
pub(super) struct Relations {
    /// The work that the program requires it to follow.
    pub(super) asked: Set,
    /// The work that the program leaves unordered with it, unless they surely conflict.
    pub(super) free: Set,
    /// For an allocation, the frees of buffers that it returned earlier. Its present buffer is another one, so
    /// nothing that follows conflicts with these frees, except uses after the free.
    pub(super) outlived: Set,
    /// Those of them that the program requires nothing to follow.
    pub(super) forgotten: Set,
}

impl ModelStep {
    /// Returns its relations, to be changed.
    pub(super) fn relations_mut(&mut self) -> &mut Relations {
        self.relations.get_or_insert_default()
    }
}

/// The properties of a graph node.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The graph.
    pub(super) graph: Op,
    /// Its number in the graph.
    pub(super) number: usize,
    /// Its number when nodes are numbered chain by chain.
    position: usize,
    /// Earlier work of the same graph without a path of edges to it.
    pub(super) beside: Set,
}

/// The maximum number of set entries or region pairs: larger functions are not analysed.
pub(super) const MAX_ENTRIES: usize = 1 << 24;

/// A scheduled function.
pub(super) struct Model<'m> {
    /// Its module.
    pub(super) module: &'m Module,
    /// The function.
    pub(super) func: Op,
    /// Its control flow.
    pub(super) flow: Flow,
    /// The steps of each stretch.
    pub(super) lists: Vec<Vec<usize>>,
    /// The steps, in program order.
    pub(super) steps: Vec<ModelStep>,
    /// The step of each work. Work is numbered stream by stream, in program order; nodes of a graph chain by chain.
    pub(super) works: Vec<usize>,
    /// The numbers of the streams, in program order.
    pub(super) streams: Numbers,
    /// The numbers of the event slots, in program order.
    pub(super) events: Numbers,
    /// In a slice, the work that represents everything issued by its callers, and its stream.
    pub(super) caller: Option<(usize, usize)>,
    /// Operations that hide device work, or are not scheduled.
    pub(super) opaque: Vec<Op>,
    /// The memory effects of operations.
    pub(super) summaries: Summaries,
    /// The conflicts of steps, once [`Model::find_conflicts`] has run.
    pub(super) conflicts: Conflicts,
}

/// Numbers of the program, without duplicates.
pub(super) type Numbers = IndexSet<i64, FxBuildHasher>;

/// The kind of a conflict between a step and work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Clash {
    /// It is unknown whether they access the same memory, or whether their order is observable.
    Maybe,
    /// They access the same memory, and their order is observable.
    Sure,
}

impl<'m> Model<'m> {
    /// Builds the model of a function.
    pub(super) fn of(module: &'m Module, func: Op, calls: Rc<Calls>) -> Self {
        let mut model = Self {
            module,
            func,
            flow: Flow::of(module, func),
            lists: Vec::new(),
            steps: Vec::new(),
            works: Vec::new(),
            streams: Numbers::default(),
            events: Numbers::default(),
            caller: None,
            opaque: Vec::new(),
            summaries: Summaries::with_calls(calls),
            conflicts: Conflicts::default(),
        };
        model.read();
        model
    }

    /// Reads the steps in program order, then distributes them to the stretches.
    fn read(&mut self) {
        let mut stretch_of: SecondaryMap<Op, Option<u32>> = SecondaryMap::new();
        for (number, stretch) in self.flow.stretches.iter().enumerate() {
            for op in &stretch.ops {
                stretch_of[*op] = Some(number as u32);
            }
        }
        self.lists = vec![Vec::new(); self.flow.stretches.len()];
        let ops = self.module.walk(self.func);
        self.steps.reserve(ops.len());
        if self.module.attr(self.func, "rt.slice").is_some() {
            let stream = self.streams.insert_full(0).0;
            let act = self.issue(stream);
            self.push_with(self.func, act, 0, None, Summary::default());
        }
        for op in ops {
            let Some(stretch) = stretch_of[op].map(|number| number as usize) else { continue };
            if let Some(sides) = self.summaries.of_slice(self.module, op) {
                self.call(op, stretch, sides);
            } else if self.module.kind(op) == OpKind::Rt(Rt::Graph) {
                self.read_graph(op, stretch);
            } else if let Some(act) = self.act(op) {
                self.push(op, act, stretch, None);
            }
        }
        self.number_works();
    }

    /// Numbers the work stream by stream.
    fn number_works(&mut self) {
        let steps = &self.steps;
        let key = |step: &usize| match (steps[*step].act.stream(), &steps[*step].node) {
            (stream, Some(node)) => (stream, step - node.number, node.position),
            (stream, None) => (stream, *step, 0),
        };
        self.works.sort_by_key(key);
        for (work, step) in self.works.iter().enumerate() {
            if let Act::Work(_, number) = &mut self.steps[*step].act {
                *number = work;
            }
        }
        if self.module.attr(self.func, "rt.slice").is_some()
            && let Some(ModelStep { act: Act::Work(stream, work), .. }) = self.steps.first()
        {
            self.caller = Some((*work, *stream));
        }
    }

    /// Issues work on a stream; it gets its number later.
    fn issue(&mut self, stream: usize) -> Act {
        self.works.push(self.steps.len());
        Act::Work(stream, 0)
    }

    fn push(&mut self, op: Op, act: Act, stretch: usize, node: Option<Node>) {
        let is_mark = self.module.kind(op) == OpKind::Rt(Rt::Awaited);
        let has_touches = matches!(act, Act::Work(..) | Act::Host) && !is_mark;
        let summary = if has_touches { self.summaries.of(self.module, op) } else { Summary::default() };
        self.push_with(op, act, stretch, node, summary);
    }

    fn push_with(&mut self, op: Op, act: Act, stretch: usize, node: Option<Node>, summary: Summary) {
        self.lists[stretch].push(self.steps.len());
        self.steps.push(ModelStep { op, act, summary, relations: None, node: node.map(Box::new) });
    }

    /// Reads a call of a slice: its effects on the host, then the work that it leaves in flight on its first stream.
    /// It may record its slots.
    fn call(&mut self, op: Op, stretch: usize, [device, host]: [Summary; 2]) {
        self.push_with(op, Act::Host, stretch, None, host);
        let number = calls::streams(self.module, op).first().copied().unwrap_or(-1);
        let stream = self.streams.insert_full(number).0;
        let act = self.issue(stream);
        self.push_with(op, act, stretch, None, device);
        let [first, n] = calls::events(self.module, op);
        self.push_with(op, Act::Reuse(first, n), stretch, None, Summary::default());
    }

    /// Reads the nodes of a graph as work of its stream that is ordered after earlier nodes by edges alone.
    fn read_graph(&mut self, graph: Op, stretch: usize) {
        let view = Graph(self.module.op(graph));
        let (nodes, edges) = (view.nodes(), view.edges());
        let positions = Edges::of(nodes.len(), &edges).positions();
        let stream = self.stream(graph);
        for (number, (op, position)) in nodes.into_iter().zip(positions).enumerate() {
            let act = self.issue(stream);
            let node = Node { graph, number, position, beside: Set::default() };
            self.push(op, act, stretch, Some(node));
        }
    }

    fn act(&mut self, op: Op) -> Option<Act> {
        let view = self.module.op(op);
        let is_shared = view.attr("hostShared").is_some();
        match view.kind() {
            OpKind::Rt(Rt::Alloc) if is_shared => Some(Act::Begin),
            OpKind::Rt(Rt::Free) if view.int("stream").is_none_or(|stream| stream < 0) => Some(Act::Host),
            OpKind::Rt(kind) if kind.def().work.is_some() => Some(self.work(op)),
            OpKind::Rt(Rt::Record) => Some(Act::Record(self.event(op), self.stream(op))),
            OpKind::Rt(Rt::Wait) => Some(Act::Wait(self.event(op), self.stream(op))),
            OpKind::Rt(Rt::Awaited) => Some(Act::Host),
            OpKind::Rt(Rt::HostWait) => Some(Act::HostWait(self.stream(op))),
            OpKind::Rt(Rt::Adopt) => Some(Act::Adopt(self.stream(op))),
            OpKind::Rt(Rt::Arena) => Some(Act::Begin),
            OpKind::Func(Func::Return) => Some(Act::Return),
            kind => self.host_act(op, kind),
        }
    }

    /// Reads a host operation, with its nested operations.
    fn host_act(&mut self, op: Op, kind: OpKind) -> Option<Act> {
        let hides = |inner: &Op| is_unscheduled(self.module.kind(*inner));
        if is_unscheduled(kind) || flow::is_leaf(kind) && self.module.walk(op).iter().any(hides) {
            self.opaque.push(op);
            return None;
        }
        let summary = self.summaries.of(self.module, op);
        (summary.is_unknown || !summary.touches.is_empty()).then_some(Act::Host)
    }

    fn work(&mut self, op: Op) -> Act {
        let stream = self.stream(op);
        self.issue(stream)
    }

    fn stream(&mut self, op: Op) -> usize {
        let number = self.module.op(op).int("stream").unwrap_or(-1);
        self.streams.insert_full(number).0
    }

    fn event(&mut self, op: Op) -> usize {
        let number = self.module.op(op).int("event").unwrap_or(-1);
        self.events.insert_full(number).0
    }

    /// Whether work ends only when other work updates this memory.
    pub(super) fn awaits(&self, work: usize, place: &MemoryRegion) -> bool {
        let mut spins = self.steps[self.works[work]].summary.spins.iter();
        spins.any(|awaited| self.summaries.aliases.overlap(awaited, place) != Overlap::No)
    }

    /// Returns the kind of the conflict between a step and earlier work, and the touches that cause it, if known.
    /// Updates of memory that the work waits for do not conflict: after it they would come too late.
    pub(super) fn clash(&self, step: usize, work: usize) -> Option<(Clash, Option<(&Touch, &Touch)>)> {
        let (later, earlier) = (&self.steps[step], &self.steps[self.works[work]]);
        let mut found = None;
        for x in &later.summary.touches {
            for y in &earlier.summary.touches {
                if is_update(x.access) && is_update(y.access) && self.awaits(work, &y.place) {
                    continue;
                }
                let clash = self.clash_of(&x.place, x.access, &y.place, y.access);
                if let Some(clash) = clash.filter(|clash| found.is_none_or(|(known, _)| known < *clash)) {
                    found = Some((clash, Some((x, y))));
                }
            }
        }
        let is_unknown = later.summary.is_unknown || earlier.summary.is_unknown;
        let found = found.or(is_unknown.then_some((Clash::Maybe, None)));
        // The buffer of an allocation is another one than that of an earlier iteration.
        let is_alloc = self.module.kind(later.op) == OpKind::Rt(Rt::Alloc);
        found.map(|(clash, touches)| (if is_alloc { Clash::Maybe } else { clash }, touches))
    }

    /// Returns all pairs of touches of a step and of earlier work that conflict.
    pub(super) fn clashing(&self, step: usize, work: usize) -> Vec<(&Touch, &Touch)> {
        let (later, earlier) = (&self.steps[step].summary, &self.steps[self.works[work]].summary);
        let pairs = later.touches.iter().flat_map(|x| earlier.touches.iter().map(move |y| (x, y)));
        pairs.filter(|(x, y)| self.clash_of(&x.place, x.access, &y.place, y.access).is_some()).collect()
    }

    fn clash_of(
        &self,
        x: &MemoryRegion,
        x_access: Access,
        y: &MemoryRegion,
        y_access: Access,
    ) -> Option<Clash> {
        if !conflict(x_access, y_access) {
            return None;
        }
        clash_of(&self.summaries.aliases, x, y)
    }

    /// Computes the conflicts of steps; returns whether that takes no more than [`MAX_ENTRIES`] entries of each kind.
    pub(super) fn find_conflicts(&mut self) -> bool {
        let Some(conflicts) = Conflicts::of(self, MAX_ENTRIES) else { return false };
        for step in 0..self.steps.len() {
            if let Some(outlived) = conflicts.outlived(self, step) {
                self.steps[step].relations_mut().outlived = outlived;
            }
        }
        self.conflicts = conflicts;
        tokens::read(self);
        let relations = self.steps.iter().filter_map(|step| step.relations.as_ref());
        let asked: Set = relations.flat_map(|relations| relations.asked.iter()).collect();
        for relations in self.steps.iter_mut().filter_map(|step| step.relations.as_mut()) {
            relations.forgotten = relations.outlived.iter().filter(|free| !asked.contains(*free)).collect();
        }
        self.order_nodes()
    }

    /// Computes the earlier nodes that each node of a graph is not ordered after.
    fn order_nodes(&mut self) -> bool {
        let mut n_left = MAX_ENTRIES;
        let mut first = 0;
        while let Some(step) = self.steps.get(first) {
            let Some(node) = &step.node else {
                first += 1;
                continue;
            };
            let view = Graph(self.module.op(node.graph));
            let n = view.nodes().len();
            let numbers: Vec<usize> =
                self.steps[first..first + n].iter().filter_map(|step| step.act.work()).collect();
            let Some(all) = Edges::of(n, &view.edges()).beside(&numbers, n_left) else { return false };
            n_left -= all.iter().map(Set::n_entries).sum::<usize>();
            for (step, beside) in self.steps[first..].iter_mut().zip(all) {
                if let Some(node) = &mut step.node {
                    node.beside = beside;
                }
            }
            first += n;
        }
        true
    }

    /// Returns the work of a set that a step must follow and possibly must follow, by the memory that both access and
    /// by the requirements of the program.
    pub(super) fn conflicts_with(&self, number: usize, open: &Set) -> (Set, Set) {
        let step = &self.steps[number];
        let (mut sure, mut maybe) = self.conflicts.among(self, number, open);
        if let (Some((caller, _)), Act::Work(_, work)) = (self.caller, step.act)
            && caller != work
            && open.contains(caller)
        {
            sure.insert(caller);
        }
        if let Some(relations) = &step.relations {
            sure.subtract(&relations.outlived);
            maybe.subtract(&relations.outlived);
            maybe.subtract(&relations.free);
            sure.unite(&relations.asked.common(open));
        }
        (sure, maybe)
    }

    /// Returns the work of a set that possibly conflicts with a step and that the program leaves unordered with it.
    pub(super) fn left_unordered(&self, number: usize, open: &Set) -> Set {
        let Some(relations) = &self.steps[number].relations else { return Set::default() };
        let mut left = relations.free.common(open);
        if !left.is_empty() {
            let (_, mut maybe) = self.conflicts.among(self, number, &left);
            maybe.subtract(&relations.outlived);
            left = maybe;
        }
        left
    }
}

/// Whether an access consists of atomic updates alone.
pub(super) fn is_update(access: Access) -> bool {
    access.updates != Updates::None && !access.reads && !access.writes
}

/// Whether an operation belongs to the form before scheduling, or hides device work.
fn is_unscheduled(kind: OpKind) -> bool {
    kind.device_work().is_some() || matches!(kind, OpKind::Rt(kind) if kind.is_of_schedule())
}
