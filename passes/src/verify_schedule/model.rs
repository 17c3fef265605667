//! A scheduled function as the checks see it: steps on streams and on the host, and which of them conflict.
//!
//! Work is what a stream runs: launches, copies, fills, the nodes of graphs, and allocations and frees in the order of a stream. What it
//! touches comes from [`Summaries`]. Two steps conflict when they touch memory that may be the same and one of them
//! changes it; *surely* if it is the same buffer, both touch all of it or constant parts that overlap, and one of the
//! changes is not atomic.

use super::calls;
use super::flow::{self, Flow};
use super::set::Set;
use super::tokens;
use crate::analysis::alias::{Overlap, Place, Root};
use crate::analysis::calls::Calls;
use crate::analysis::summary::{Access, Summaries, Summary, Touch, Updates};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::rc::Rc;
use warpline_ir::dialect::rt::Graph;
use warpline_ir::{Func, Gpu, Module, Op, OpKind, Rt};

/// What a step does to streams and events; those are indices in [`Model::streams`] and [`Model::events`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// Work with a number goes to a stream.
    Work(usize, usize),
    /// The host touches memory.
    Host,
    /// An event slot takes the point that a stream has reached.
    Record(usize, usize),
    /// A stream waits for an event slot.
    Wait(usize, usize),
    /// The host waits for a stream.
    HostWait(usize),
    /// A stream of the program gets a number: nothing is known to come before what is issued to it.
    Adopt(usize),
    /// A place of the arena or a shared buffer begins anew, at once.
    Begin,
    /// Event slots may be recorded anew by a function that is called: the number of the first, and how many.
    Reuse(i64, i64),
    /// The function returns.
    Return,
}

impl Act {
    /// The stream that must have a number here.
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

/// An operation that matters.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The operation.
    pub(super) op: Op,
    /// What it does to streams and events.
    pub(super) act: Act,
    /// What it touches, if it is work or of the host.
    pub(super) summary: Summary,
    /// The work that it surely conflicts with.
    pub(super) sure: Set,
    /// The work that it may conflict with.
    pub(super) maybe: Set,
    /// The work that the program asks it to come after.
    pub(super) asked: Set,
    /// The work that it may conflict with and that the program leaves unordered with it.
    pub(super) free: Set,
    /// For an allocation, the frees of buffers that it made earlier, unless the program asks for something to come after
    /// them. The buffer that it makes now is another one, so nothing that follows conflicts with these frees, but for uses
    /// after the free.
    pub(super) outlived: Set,
    /// Its graph, if it is a node of one.
    pub(super) node: Option<Node>,
}

/// What is known of a node of a graph.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The graph.
    pub(super) graph: Op,
    /// Its number there.
    pub(super) number: usize,
    /// Earlier work of the same graph that no path of edges leads from to it.
    pub(super) beside: Vec<usize>,
}

/// More nodes than this make a function too large to be looked at.
const MAX_NODES: usize = 1 << 13;

/// A scheduled function.
pub(super) struct Model<'m> {
    /// Where it is.
    pub(super) module: &'m Module,
    /// Itself.
    pub(super) func: Op,
    /// Its control flow.
    pub(super) flow: Flow,
    /// The steps of each stretch.
    pub(super) lists: Vec<Vec<usize>>,
    /// In the order of the text.
    pub(super) steps: Vec<Step>,
    /// The step of each work.
    pub(super) works: Vec<usize>,
    /// The numbers of the streams, in the order of the text.
    pub(super) streams: Vec<i64>,
    /// The numbers of the event slots, in the order of the text.
    pub(super) events: Vec<i64>,
    /// In a function that runs on streams of its callers, the work that stands for all that they have issued, and the
    /// stream that it is on.
    pub(super) caller: Option<(usize, usize)>,
    /// Operations that hide device work, or are not scheduled.
    pub(super) opaque: Vec<Op>,
    /// Where places come from.
    pub(super) summaries: Summaries,
}

/// Whether order matters between a step and work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Clash {
    /// It is not known whether they touch the same memory, or whether their order shows.
    Maybe,
    /// They touch the same memory, and their order shows.
    Sure,
}

impl<'m> Model<'m> {
    /// Reads a function.
    pub(super) fn of(module: &'m Module, func: Op, calls: Rc<Calls>) -> Self {
        let mut model = Self {
            module,
            func,
            flow: Flow::of(module, func),
            lists: Vec::new(),
            steps: Vec::new(),
            works: Vec::new(),
            streams: Vec::new(),
            events: Vec::new(),
            caller: None,
            opaque: Vec::new(),
            summaries: Summaries::with_calls(calls),
        };
        model.read();
        model
    }

    /// Reads the steps in the order of the text, then sorts them into the stretches.
    fn read(&mut self) {
        let leaves: Vec<Vec<Op>> = self.flow.stretches.iter().map(|stretch| stretch.ops.clone()).collect();
        let mut stretch_of: FxHashMap<Op, usize> = FxHashMap::default();
        for (number, ops) in leaves.iter().enumerate() {
            stretch_of.extend(ops.iter().map(|op| (*op, number)));
        }
        self.lists = vec![Vec::new(); leaves.len()];
        if self.module.attr(self.func, "rt.slice").is_some() {
            let stream = index_of(&mut self.streams, 0);
            self.caller = Some((self.works.len(), stream));
            let act = Act::Work(stream, self.works.len());
            self.works.push(self.steps.len());
            self.push_with(self.func, act, 0, None, Summary::default());
        }
        for op in self.module.walk(self.func) {
            let Some(stretch) = stretch_of.get(&op).copied() else { continue };
            if let Some(sides) = self.summaries.of_slice(self.module, op) {
                self.call(op, stretch, sides);
            } else if self.module.kind(op) == OpKind::Rt(Rt::Graph) {
                self.read_graph(op, stretch);
            } else if let Some(act) = self.act(op) {
                self.push(op, act, stretch, None);
            }
        }
    }

    fn push(&mut self, op: Op, act: Act, stretch: usize, node: Option<Node>) {
        let is_mark = self.module.kind(op) == OpKind::Rt(Rt::Awaited);
        let has_touches = matches!(act, Act::Work(..) | Act::Host) && !is_mark;
        let summary = if has_touches { self.summaries.of(self.module, op) } else { Summary::default() };
        self.push_with(op, act, stretch, node, summary);
    }

    fn push_with(&mut self, op: Op, act: Act, stretch: usize, node: Option<Node>, summary: Summary) {
        self.lists[stretch].push(self.steps.len());
        let [sure, maybe, asked, free, outlived] = std::array::from_fn(|_| Set::default());
        self.steps.push(Step { op, act, summary, sure, maybe, asked, free, outlived, node });
    }

    /// A call of a function that runs on streams of this one: what it does on the host, then what it leaves in flight on
    /// its first stream. It may record its slots.
    fn call(&mut self, op: Op, stretch: usize, [device, host]: [Summary; 2]) {
        self.push_with(op, Act::Host, stretch, None, host);
        let stream =
            index_of(&mut self.streams, calls::streams(self.module, op).first().copied().unwrap_or(-1));
        let act = Act::Work(stream, self.works.len());
        self.works.push(self.steps.len());
        self.push_with(op, act, stretch, None, device);
        let [first, n] = calls::events(self.module, op);
        self.push_with(op, Act::Reuse(first, n), stretch, None, Summary::default());
    }

    /// Reads the nodes of a graph as work of its stream that comes after earlier nodes by edges alone.
    fn read_graph(&mut self, graph: Op, stretch: usize) {
        let view = Graph(self.module.op(graph));
        let (nodes, edges) = (view.nodes(), view.edges());
        let before = if nodes.len() <= MAX_NODES { ancestors(nodes.len(), &edges) } else { Vec::new() };
        let stream = self.stream(graph);
        let first = self.works.len();
        for (number, op) in nodes.into_iter().enumerate() {
            let is_beside = |other: &usize| before.get(number).is_some_and(|known| !known.contains(*other));
            let beside = (0..number).filter(is_beside).map(|other| first + other).collect();
            let work = self.works.len();
            self.works.push(self.steps.len());
            self.push(op, Act::Work(stream, work), stretch, Some(Node { graph, number, beside }));
        }
    }

    fn act(&mut self, op: Op) -> Option<Act> {
        let view = self.module.op(op);
        let is_shared = view.attr("hostShared").is_some();
        match view.kind() {
            OpKind::Rt(Rt::Alloc) if is_shared => Some(Act::Begin),
            OpKind::Rt(Rt::Free) if view.int("stream").is_none_or(|stream| stream < 0) => Some(Act::Host),
            OpKind::Rt(Rt::Launch | Rt::Alloc | Rt::Free | Rt::Copy | Rt::Fill) => Some(self.work(op)),
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

    /// An operation of the host, with what is in it.
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
        let work = self.works.len();
        self.works.push(self.steps.len());
        Act::Work(self.stream(op), work)
    }

    fn stream(&mut self, op: Op) -> usize {
        let number = self.module.op(op).int("stream").unwrap_or(-1);
        index_of(&mut self.streams, number)
    }

    fn event(&mut self, op: Op) -> usize {
        let number = self.module.op(op).int("event").unwrap_or(-1);
        index_of(&mut self.events, number)
    }

    /// Whether work ends only when other work updates this memory.
    pub(super) fn awaits(&self, work: usize, place: &Place) -> bool {
        let mut spins = self.steps[self.works[work]].summary.spins.iter();
        spins.any(|awaited| self.summaries.places.overlap(awaited, place) != Overlap::No)
    }

    /// How gravely a step and earlier work clash, and by which touches, if that is known. Updates of memory that the
    /// work waits for do not: behind it they would come too late.
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
        // The buffer that an allocation makes is another one than that of an earlier iteration.
        let is_alloc = self.module.kind(later.op) == OpKind::Rt(Rt::Alloc);
        found.map(|(clash, touches)| (if is_alloc { Clash::Maybe } else { clash }, touches))
    }

    /// All pairs of touches of a step and of earlier work that conflict.
    pub(super) fn clashing(&self, step: usize, work: usize) -> Vec<(&Touch, &Touch)> {
        let (later, earlier) = (&self.steps[step].summary, &self.steps[self.works[work]].summary);
        let pairs = later.touches.iter().flat_map(|x| earlier.touches.iter().map(move |y| (x, y)));
        pairs.filter(|(x, y)| self.clash_of(&x.place, x.access, &y.place, y.access).is_some()).collect()
    }

    fn clash_of(&self, x: &Place, x_access: Access, y: &Place, y_access: Access) -> Option<Clash> {
        if !conflict(x_access, y_access) {
            return None;
        }
        match self.summaries.places.overlap(x, y) {
            Overlap::No => None,
            Overlap::Same if x.surely_meets(y) => Some(Clash::Sure),
            Overlap::Same | Overlap::May => Some(Clash::Maybe),
        }
    }

    /// Finds all conflicts.
    pub(super) fn find_conflicts(&mut self) {
        let index = Touched::of(self);
        for step in 0..self.steps.len() {
            let n_works = self.works.len();
            let (mut sure, mut maybe) = (Set::new(n_works), Set::new(n_works));
            for work in index.candidates(self, step) {
                match self.clash(step, work) {
                    Some((Clash::Sure, _)) => sure.insert(work),
                    Some((Clash::Maybe, _)) => maybe.insert(work),
                    None => {}
                }
            }
            if let (Some((caller, _)), Act::Work(_, work)) = (self.caller, self.steps[step].act)
                && caller != work
            {
                sure.insert(caller);
            }
            let outlived = self.outlived(step);
            sure.subtract(&outlived);
            maybe.subtract(&outlived);
            let step = &mut self.steps[step];
            (step.sure, step.maybe, step.outlived) = (sure, maybe, outlived);
        }
        tokens::read(self);
        let mut asked = Set::new(self.works.len());
        for step in &self.steps {
            asked.unite(&step.asked);
        }
        self.steps.iter_mut().for_each(|step| step.outlived.subtract(&asked));
    }

    /// The frees on streams that free nothing but what an allocation makes; none for other steps.
    fn outlived(&self, step: usize) -> Set {
        let op = self.steps[step].op;
        if self.module.kind(op) != OpKind::Rt(Rt::Alloc) {
            return Set::default();
        }
        let root = Root::Alloc(self.module.result(op, 0));
        let frees_it = |work: &usize| {
            let Step { op, summary, .. } = &self.steps[self.works[*work]];
            let is_free = self.module.kind(*op) == OpKind::Rt(Rt::Free) && !summary.is_unknown;
            is_free && summary.touches.iter().all(|touch| touch.place.roots == [root])
        };
        let mut found = Set::new(self.works.len());
        (0..self.works.len()).filter(frees_it).for_each(|work| found.insert(work));
        found
    }
}

/// For each node of a graph, those from which edges lead to it.
pub(super) fn ancestors(n_nodes: usize, edges: &[(i64, i64)]) -> Vec<Set> {
    let mut before = vec![Set::new(n_nodes); n_nodes];
    let mut edges = edges.to_vec();
    edges.sort_unstable_by_key(|(from, to)| (*to, *from));
    for (from, to) in edges {
        if let (Ok(from), Ok(to)) = (usize::try_from(from), usize::try_from(to))
            && from < to
            && to < n_nodes
        {
            let known = before[from].clone();
            before[to].unite(&known);
            before[to].insert(from);
        }
    }
    before
}

/// Whether order matters between two accesses of the same memory: one changes it, and they are not both updates of one
/// kind that commute.
fn conflict(x: Access, y: Access) -> bool {
    let changes = |access: Access| access.writes || access.updates != Updates::None;
    let touches = |access: Access| access != Access::default();
    let commute = x.commutes().is_some() && x.commutes() == y.commutes();
    !commute && (changes(x) && touches(y) || changes(y) && touches(x))
}

/// Whether an access is made of atomic updates alone.
pub(super) fn is_update(access: Access) -> bool {
    access.updates != Updates::None && !access.reads && !access.writes
}

/// Whether an operation belongs to the time before scheduling, or hides device work where it stands.
fn is_unscheduled(kind: OpKind) -> bool {
    let is_gpu = matches!(
        kind,
        OpKind::Gpu(
            Gpu::Launch | Gpu::LaunchFunc | Gpu::Memcpy | Gpu::Memset | Gpu::Alloc | Gpu::Dealloc | Gpu::Wait
        )
    );
    is_gpu || matches!(kind, OpKind::Rt(_))
}

fn index_of(list: &mut Vec<i64>, number: i64) -> usize {
    list.iter().position(|known| *known == number).unwrap_or_else(|| {
        list.push(number);
        list.len() - 1
    })
}

/// The places that steps touch, each once, with the work that touches them: most pairs of places are apart.
struct Touched {
    places: IndexSet<Place, FxBuildHasher>,
    works: Vec<Vec<usize>>,
    /// The places of each step.
    of_step: Vec<Vec<usize>>,
    /// The places that a place may overlap.
    near: Vec<Vec<usize>>,
}

impl Touched {
    fn of(model: &Model<'_>) -> Self {
        let mut touched =
            Self { places: IndexSet::default(), works: Vec::new(), of_step: Vec::new(), near: Vec::new() };
        for step in &model.steps {
            let mut own: Vec<usize> =
                step.summary.touches.iter().map(|touch| touched.number(&touch.place)).collect();
            own.sort_unstable();
            own.dedup();
            if let Act::Work(_, work) = step.act {
                for place in &own {
                    touched.works[*place].push(work);
                }
            }
            touched.of_step.push(own);
        }
        let is_near = |a: &Place, b: &Place| model.summaries.places.overlap(a, b) != Overlap::No;
        let near = |place: &Place| {
            let others = touched.places.iter().enumerate().filter(|(_, other)| is_near(place, other));
            others.map(|(number, _)| number).collect()
        };
        touched.near = touched.places.iter().map(near).collect();
        touched
    }

    fn number(&mut self, place: &Place) -> usize {
        let (number, is_new) = self.places.insert_full(place.clone());
        if is_new {
            self.works.push(Vec::new());
        }
        number
    }

    /// The work that a step may conflict with, each once.
    fn candidates(&self, model: &Model<'_>, step: usize) -> Vec<usize> {
        let is_unknown = model.steps[step].summary.is_unknown;
        let all = 0..model.works.len();
        let mut found: Vec<usize> = if is_unknown {
            all.collect()
        } else {
            let places = self.of_step[step].iter().flat_map(|place| &self.near[*place]);
            let unknown = all.filter(|work| model.steps[model.works[*work]].summary.is_unknown);
            places.flat_map(|place| self.works[*place].iter().copied()).chain(unknown).collect()
        };
        found.sort_unstable();
        found.dedup();
        found
    }
}
