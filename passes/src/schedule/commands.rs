//! The commands that a plan issues, as data: works, their dependences, and the order of commands on streams.
//!
//! Loops with known trip counts are unrolled, up to `MAX_WORKS` works in all; beyond, each loop is one trip of works
//! that take all of its time. Of the arms of a branch the one with the longest work is taken, and each block of a graph
//! of blocks runs once.
//!
//! Cost: the commands; for the edges, works × works that they conflict with.

use super::contention::Load;
use super::events::Events;
use super::input::{FlowStep, NodeKind, ScheduleInput};
use super::replay::{Command, Work, replay};
use super::streams::Streams;
use super::waits::{Point, Waits};
use crate::target_model::TargetModel;
use rustc_hash::FxHashMap;

/// The maximum number of works of unrolled loops.
const MAX_WORKS: usize = 8_192;

/// What decides the commands of a plan.
#[derive(Clone, Copy)]
pub(super) struct Decisions<'a> {
    pub(super) input: &'a ScheduleInput,
    pub(super) streams: &'a Streams,
    pub(super) waits: &'a Waits,
    pub(super) events: &'a Events,
}

/// The commands of a plan.
pub struct Commands {
    /// The works, in the order of their issue.
    pub works: Vec<Issued>,
    /// Pairs of works of which the second one starts after the end of the first one, by effects and tokens alone.
    pub edges: Vec<(usize, usize)>,
    /// The commands in issue order.
    pub issued: Vec<Step>,
    /// The target.
    pub model: &'static TargetModel,
    /// Predicted microseconds.
    pub predicted: f64,
}

/// A work that is issued: a node of the plan, or a node of its graph.
#[derive(Clone, Debug)]
pub struct Issued {
    /// The node of the plan.
    pub node: usize,
    /// The kind of work.
    pub kind: Kind,
    /// Its load.
    pub load: Load,
}

/// The kind of a work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A kernel.
    Launch,
    /// A fill.
    Fill,
    /// A copy within the device, or over the link of its load.
    Copy,
}

/// A command.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Runs a work on a stream.
    Work(usize, usize),
    /// Launches a graph of works on a stream.
    Graph(Vec<usize>, usize),
    /// Records an event slot on a stream.
    Record(usize, usize),
    /// Lets a stream wait for an event slot.
    Wait(usize, usize),
    /// Lets the host wait until a stream is idle.
    HostWait(usize),
}

impl Commands {
    /// Returns the commands of a plan.
    pub(super) fn of(plan: Decisions<'_>) -> Self {
        let unrolled = Unrolled::of(plan, true);
        let predicted = unrolled.time();
        let Unrolled { works, nodes, edges, mut issued, .. } = unrolled;
        let numbered = number_parts(&works);
        let mut all = Vec::new();
        for ((work, node), first) in works.iter().zip(&nodes).zip(&numbered) {
            let kind = match plan.input.nodes[*node].kind {
                NodeKind::Copy => Kind::Copy,
                NodeKind::Fill => Kind::Fill,
                _ => Kind::Launch,
            };
            debug_assert_eq!(all.len(), *first, "parts are numbered in order");
            all.extend(work.parts.iter().map(|(load, _)| Issued { node: *node, kind, load: *load }));
        }
        let parts_of = |work: usize| numbered[work]..numbered[work] + works[work].parts.len();
        let mut pairs = Vec::new();
        for (from, to) in edges {
            pairs.extend(parts_of(from).flat_map(|from| parts_of(to).map(move |to| (from, to))));
        }
        for (work, first) in works.iter().zip(&numbered) {
            for (part, (_, preds)) in work.parts.iter().enumerate() {
                pairs.extend(preds.iter().map(|pred| (first + pred, first + part)));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        for step in &mut issued {
            let Step::Work(work, stream) = *step else { continue };
            *step = if works[work].is_graph {
                Step::Graph(parts_of(work).collect(), stream)
            } else {
                Step::Work(numbered[work], stream)
            };
        }
        Self { works: all, edges: pairs, issued, model: plan.input.model, predicted }
    }
}

/// Returns a command as it is on a single stream.
fn on_first_stream(command: &Command) -> Option<Command> {
    match *command {
        Command::Work(work, _) => Some(Command::Work(work, 0)),
        Command::Drain(_) => Some(Command::Drain(0)),
        Command::HostWait(work) => Some(Command::HostWait(work)),
        Command::Record(..) | Command::Wait(..) => None,
    }
}

/// Returns the number of the first part of each work.
fn number_parts(works: &[Work]) -> Vec<usize> {
    let mut next = 0;
    let number = |work: &Work| {
        let first = next;
        next += work.parts.len();
        first
    };
    works.iter().map(number).collect()
}

/// Returns how many works steps issue with all loops unrolled.
fn n_works(steps: &[FlowStep], input: &ScheduleInput) -> f64 {
    let spans = &input.spans;
    let all = |lists: &[Vec<FlowStep>]| lists.iter().map(|steps| n_works(steps, input)).sum::<f64>();
    let of = |step: &FlowStep| match step {
        FlowStep::Node(node) => f64::from(u8::from(input.nodes[*node].kind.is_compute())),
        FlowStep::Loop(span, bodies) => spans[*span].trips * all(bodies),
        FlowStep::Branch(_, arms, _) => all(arms),
        FlowStep::Graph(_, blocks) => blocks.iter().map(|block| n_works(&block.steps, input)).sum(),
    };
    steps.iter().map(of).sum()
}

/// The commands of a plan with unrolled loops.
pub(super) struct Unrolled<'a> {
    plan: Decisions<'a>,
    unrolls: bool,
    has_edges: bool,
    works: Vec<Work>,
    /// By work, its node.
    nodes: Vec<usize>,
    commands: Vec<Command>,
    /// By event slot, its number here.
    of: FxHashMap<usize, usize>,
    edges: Vec<(usize, usize)>,
    issued: Vec<Step>,
    /// By node, its works so far that may not be ordered before its last one, and that one.
    instances: Vec<Vec<usize>>,
}

impl<'a> Unrolled<'a> {
    /// Returns the commands of a plan; with the edges between its works only if they are asked for.
    pub(super) fn of(plan: Decisions<'a>, has_edges: bool) -> Self {
        let mut unrolled = Self {
            plan,
            unrolls: n_works(&plan.input.steps, plan.input) <= MAX_WORKS as f64,
            has_edges,
            works: Vec::new(),
            nodes: Vec::new(),
            commands: Vec::new(),
            of: FxHashMap::default(),
            edges: Vec::new(),
            issued: Vec::new(),
            instances: vec![Vec::new(); plan.input.nodes.len()],
        };
        unrolled.steps(&plan.input.steps);
        unrolled
    }

    /// Returns the predicted microseconds.
    pub(super) fn time(&self) -> f64 {
        let n_streams = self.plan.streams.count.max(1);
        replay(self.plan.input.model, &self.works, self.commands.iter().copied(), n_streams).makespan
    }

    /// Returns the predicted microseconds of the same works on one stream.
    pub(super) fn time_on_one_stream(&self) -> f64 {
        let single = self.commands.iter().filter_map(on_first_stream);
        replay(self.plan.input.model, &self.works, single, 1).makespan
    }
}

impl Unrolled<'_> {
    fn steps(&mut self, steps: &[FlowStep]) {
        for step in steps {
            match step {
                FlowStep::Node(node) => self.node(*node),
                FlowStep::Loop(span, bodies) => {
                    self.first_records(*span);
                    let is_idle = bodies.iter().all(|body| n_works(body, self.plan.input) == 0.0);
                    let trips =
                        if self.unrolls && !is_idle { self.plan.input.spans[*span].trips } else { 1.0 };
                    for _ in 0..trips as usize {
                        for body in bodies {
                            self.steps(body);
                        }
                    }
                    self.region_records(*span);
                }
                FlowStep::Branch(span, arms, _) => {
                    let time = |arm: &&Vec<FlowStep>| self.work_in(arm);
                    if let Some(arm) = arms.iter().max_by(|a, b| time(a).total_cmp(&time(b))) {
                        self.steps(arm);
                    }
                    self.region_records(*span);
                }
                FlowStep::Graph(span, blocks) => {
                    for block in blocks {
                        self.region_records(block.span);
                        self.steps(&block.steps);
                    }
                    self.region_records(*span);
                }
            }
        }
    }

    fn work_in(&self, steps: &[FlowStep]) -> f64 {
        let of = |step: &FlowStep| match step {
            FlowStep::Node(node) => self.plan.input.nodes[*node].duration(),
            FlowStep::Loop(_, lists) | FlowStep::Branch(_, lists, _) => {
                lists.iter().map(|steps| self.work_in(steps)).sum()
            }
            FlowStep::Graph(_, blocks) => blocks.iter().map(|block| self.work_in(&block.steps)).sum(),
        };
        steps.iter().map(of).sum()
    }

    fn node(&mut self, node: usize) {
        let plan = self.plan;
        let stream = plan.streams.of[node];
        for point in &plan.waits.before[node] {
            let stream = plan.waits.host[node].unwrap_or(stream);
            if let Some(slot) = plan.events.slot(*point) {
                self.issue(Step::Wait(slot, stream));
            }
        }
        self.record(Point::Before(node), stream);
        // Nothing is issued behind the end of the function.
        let is_end = plan.input.nodes[node].kind == NodeKind::Boundary;
        if let Some(stream) = plan.waits.host[node].filter(|_| !is_end) {
            self.issue(Step::HostWait(stream));
        }
        if plan.input.nodes[node].kind.is_compute() {
            self.work(node, stream);
        }
        self.record(Point::After(node), stream);
    }

    fn work(&mut self, node: usize, stream: usize) {
        let found = &self.plan.input.nodes[node];
        let number = self.works.len();
        let mut work = found.work();
        if self.unrolls {
            work.times = 1.0;
            let one = |(load, preds): (Load, Vec<usize>)| (load.times(1.0 / found.trips.max(1.0)), preds);
            work.parts = work.parts.into_iter().map(one).collect();
        } else if 1.0 < found.trips {
            // All iterations as one command, which takes at least as long as the host takes to issue them.
            let issue = work.issue(self.plan.input.model);
            work.times = 1.0;
            if let [(load, _)] = &mut work.parts[..] {
                load.us = load.us.max(issue);
            }
        }
        self.works.push(work);
        self.nodes.push(node);
        if self.has_edges {
            self.edges_to(node, number);
        }
        self.issue(Step::Work(number, stream));
    }

    /// Adds the edges to a work of a node.
    fn edges_to(&mut self, node: usize, number: usize) {
        let preds = self.plan.input.preds(node);
        let preds: Vec<usize> = preds.iter().filter(|pred| !self.only_takes_turns(*pred, node)).collect();
        for pred in preds {
            self.edges.extend(self.instances[pred].iter().map(|earlier| (*earlier, number)));
        }
        let input = self.plan.input;
        let is_alike = input.nodes[node].summary.is_unknown || input.shared_root(node, node).is_some();
        if is_alike {
            // Each iteration follows the one before.
            self.edges.extend(self.instances[node].last().map(|earlier| (*earlier, number)));
            self.instances[node].clear();
        }
        self.instances[node].push(number);
    }

    /// Whether only the memory that two nodes share after each other orders them.
    fn only_takes_turns(&self, a: usize, b: usize) -> bool {
        let input = self.plan.input;
        let is_pair = || input.turns.contains(&(a, b)) || input.turns.contains(&(b, a));
        !input.turns.is_empty() && is_pair() && input.shared_root(a, b).is_none()
    }

    fn record(&mut self, point: Point, stream: usize) {
        if let Some(slot) = self.plan.events.slot(point) {
            self.issue(Step::Record(slot, stream));
        }
    }

    /// Records before a loop, for slots that only an earlier iteration records.
    fn first_records(&mut self, span: usize) {
        for first in &self.plan.events.first {
            if first.span == span {
                self.issue(Step::Record(first.slot, first.stream));
            }
        }
    }

    /// Records after a region, or at the start of a block.
    fn region_records(&mut self, span: usize) {
        for (point, slot) in &self.plan.events.slots {
            if let Point::At(at, stream) = point
                && *at == span
            {
                self.issue(Step::Record(*slot, *stream));
            }
        }
    }

    fn issue(&mut self, step: Step) {
        let n_known = self.of.len();
        let mut event = |slot: usize| *self.of.entry(slot).or_insert(n_known);
        self.commands.push(match step {
            Step::Work(work, stream) => Command::Work(work, stream),
            Step::Record(slot, stream) => Command::Record(event(slot), stream, 1.0),
            Step::Wait(slot, stream) => Command::Wait(event(slot), stream, 1.0),
            Step::HostWait(stream) => Command::Drain(stream),
            Step::Graph(..) => return,
        });
        self.issued.push(step);
    }
}
