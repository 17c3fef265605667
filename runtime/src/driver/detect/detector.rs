//! The detector: clocks, the work whose accesses are not yet in the shadow memory, and the shadow memory.
//!
//! Clocks are known when work is issued, accesses of kernels only when they have run. So work waits in a
//! queue and is entered in issue order, each as soon as the host knows that it is done.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::clock::Clock;
use super::declared::{DeclaredAccesses, Undeclared};
use super::graph::Task;
use super::ranges::{AccessLog, Range};
use super::report::{Race, Side, Work};
use super::shadow::{Shadow, Touch};
use super::threads::SharedShadow;
use super::tokens::{Counted, Tokens};
use super::{AccessKind, Accessed, HOST};
use crate::driver::NO_OP;
use crate::driver::{EventId, GraphId, KernelId, Launch, ModuleId, StreamId};
use crate::program::{Declared, TaskAction, TaskGraph};

/// A log that a launch in flight appends to. It is freed only when the launch is done.
pub(super) struct LogInFlight(*mut AccessLog);

// SAFETY: the log is plain memory; the detector reads it only when the launch that writes it is done.
unsafe impl Send for LogInFlight {}

/// The accesses of a piece of work, as far as they are known.
pub(super) enum Uses {
    /// The log of a kernel, and its declared accesses.
    Kernel(LogInFlight, Option<Box<DeclaredAccesses>>),
    /// Accesses of the host, or of the operands of a copy or fill.
    Known(Box<AccessLog>),
    /// The begin or the end of the lifetime of a range.
    Life(AccessKind, Range),
}

/// Work whose accesses are not in the shadow yet.
struct Pending {
    work: u32,
    actor: u32,
    count: u64,
    clock: Clock,
    uses: Uses,
    /// Earlier work, as steps of actors, that the program leaves unordered with it.
    beside: Vec<(u32, u64)>,
}

/// The state of the race detector; see the module.
pub(super) struct Detector {
    /// The operation that makes calls at present.
    pub(super) op: u32,
    host: Clock,
    streams: FxHashMap<StreamId, Clock>,
    events: FxHashMap<EventId, Clock>,
    modules: FxHashMap<ModuleId, (Vec<KernelFacts>, Vec<Range>)>,
    /// The graphs that exist.
    pub(super) graphs: FxHashMap<GraphId, (Arc<[KernelId]>, TaskGraph)>,
    /// The clock components of the lanes of streams.
    actors: FxHashMap<(StreamId, u32), u32>,
    works: Vec<Side>,
    work_numbers: FxHashMap<Side, u32>,
    /// The accesses of the host since its last call, by operation.
    touched: Vec<(u32, Box<AccessLog>)>,
    touched_by: FxHashMap<u32, usize>,
    pending: VecDeque<Pending>,
    shadow: Shadow,
    tokens: Tokens,
    /// The requested sizes of all buffers, by address.
    sizes: FxHashMap<u64, u64>,
    /// Buffers in the shadow by address: the operation that allocated them, and their size.
    buffers: BTreeMap<u64, (u32, u64)>,
    /// Buffers in arenas, likewise; if they overlap, the latest one counts.
    places: BTreeMap<u64, (u32, u64)>,
    races: Vec<Race>,
    race_numbers: FxHashMap<(u32, u32, u64), usize>,
    undeclared: Vec<Undeclared>,
    conflicts: FxHashSet<(u32, u32)>,
    /// All accesses, if they are recorded.
    accesses: Option<Vec<Accessed>>,
    /// The number of pieces of work entered into the shadow.
    n_entered: u64,
}

/// The name of a kernel, and its declared accesses.
type KernelFacts = (String, Option<Vec<Declared>>);

impl Detector {
    pub(super) fn new() -> Self {
        let mut host = Clock::default();
        host.tick(HOST);
        Self {
            op: NO_OP,
            host,
            streams: FxHashMap::default(),
            events: FxHashMap::default(),
            modules: FxHashMap::default(),
            graphs: FxHashMap::default(),
            actors: FxHashMap::default(),
            works: Vec::new(),
            work_numbers: FxHashMap::default(),
            touched: Vec::new(),
            touched_by: FxHashMap::default(),
            pending: VecDeque::new(),
            shadow: Shadow::default(),
            tokens: Tokens::default(),
            sizes: FxHashMap::default(),
            buffers: BTreeMap::new(),
            places: BTreeMap::new(),
            races: Vec::new(),
            race_numbers: FxHashMap::default(),
            undeclared: Vec::new(),
            conflicts: FxHashSet::default(),
            accesses: None,
            n_entered: 0,
        }
    }

    /// Returns the races among all work that the host knows to be done, in issue order.
    pub(super) fn races(&mut self) -> Vec<Race> {
        self.end_host_work();
        self.enter_done();
        self.races.clone()
    }

    /// Returns the accesses that kernels do not declare.
    pub(super) fn undeclared(&mut self) -> Vec<Undeclared> {
        self.end_host_work();
        self.enter_done();
        self.undeclared.clone()
    }

    /// Returns the pairs of operations that accessed the same memory, of which one modified it.
    pub(super) fn conflicts(&mut self) -> Vec<(u32, u32)> {
        self.end_host_work();
        self.enter_done();
        let ops = |(a, b): &(u32, u32)| (self.works[*a as usize].op, self.works[*b as usize].op);
        let mut pairs: Vec<(u32, u32)> = self.conflicts.iter().map(ops).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Starts recording accesses.
    pub(super) fn keep_accesses(&mut self) {
        self.accesses.get_or_insert_default();
    }

    /// Returns the recorded accesses.
    pub(super) fn accesses(&mut self) -> Vec<Accessed> {
        self.end_host_work();
        self.enter_done();
        self.accesses.clone().unwrap_or_default()
    }

    /// Records the kernels of a module, and the ranges of its globals.
    pub(super) fn load(&mut self, module: ModuleId, kernels: Vec<KernelFacts>, data: Vec<Range>) {
        self.modules.insert(module, (kernels, data));
    }

    /// Creates a log and returns its address, which a launch by an operation gets as its last argument.
    pub(super) fn new_log(op: u32, threads: &Arc<SharedShadow>) -> u64 {
        Box::into_raw(Box::new(AccessLog::of_launch(op, threads))).expose_provenance() as u64
    }

    /// Frees the log of a launch that was not issued.
    pub(super) fn drop_log(log: u64) {
        // SAFETY: the log comes from `new_log`, and no launch uses it.
        drop(unsafe { Box::from_raw(log_at(log)) });
    }

    /// Records an issued launch with its log.
    pub(super) fn launch(&mut self, stream: StreamId, launch: &Launch<'_>, log: u64) {
        let id = KernelId { module: launch.module, kernel: launch.kernel };
        let (work, uses) = self.kernel(id, launch.args, log);
        self.issue(stream, work, uses);
    }

    /// Returns the name of a kernel, and its accesses with these arguments.
    fn kernel(&self, id: KernelId, args: &[u64], log: u64) -> (Work, Uses) {
        let module = self.modules.get(&id.module);
        let facts = module.and_then(|(kernels, _)| kernels.get(id.kernel as usize));
        let (name, declared) = facts.cloned().unwrap_or_default();
        let data = module.map_or(&[][..], |(_, data)| data);
        let accesses = declared.map(|declared| Box::new(DeclaredAccesses::of(&declared, args, data)));
        (Work::Kernel(name), Uses::Kernel(LogInFlight(log_at(log)), accesses))
    }

    /// Records an issued graph: each node happens after everything the stream has seen and after its
    /// dependencies. All work that is issued to the stream later happens after all nodes.
    pub(super) fn graph(
        &mut self,
        stream: StreamId,
        kernels: &[KernelId],
        graph: &TaskGraph,
        tasks: Vec<Task>,
    ) {
        self.end_host_work();
        let mut base = self.streams.remove(&stream).unwrap_or_default();
        base.join(&self.host);
        self.host.tick(HOST);
        let mut clocks: Vec<Clock> = Vec::with_capacity(graph.nodes.len());
        let mut all = base.clone();
        let (beside, missed) = self.tokens.take_marks(&base);
        let mut issued = Vec::new();
        for ((node, lane), task) in graph.nodes.iter().zip(graph.lanes()).zip(tasks) {
            let mut clock = base.clone();
            for before in &node.after {
                clock.join(&clocks[*before as usize]);
            }
            let actor = self.actor(stream, lane);
            let count = clock.tick(actor);
            all.join(&clock);
            let (work, uses) = match (node.action, task) {
                (TaskAction::Launch { kernel, .. }, Task::Launch(args, log)) => {
                    self.kernel(kernels[kernel as usize], &args, log)
                }
                (TaskAction::Fill { .. } | TaskAction::FillStrided { .. }, Task::Transfer(log)) => {
                    (Work::Fill, Uses::Known(log))
                }
                (_, Task::Transfer(log)) => (Work::Copy, Uses::Known(log)),
                (_, Task::Launch(..)) => continue,
            };
            let work = self.work(Side { op: node.op, work, stream: Some(stream) });
            clocks.push(clock.clone());
            issued.push(Counted { work, actor, count });
            self.pending.push_back(Pending { work, actor, count, clock, uses, beside: beside.clone() });
        }
        if let Some(first) = issued.first().map(|counted| counted.work) {
            for earlier in missed {
                self.note_token(earlier, first);
            }
        }
        self.tokens.issue(issued);
        self.streams.insert(stream, all);
    }

    /// Returns the clock component of a lane of a stream.
    fn actor(&mut self, stream: StreamId, lane: u32) -> u32 {
        let next = HOST + 1 + self.actors.len() as u32;
        *self.actors.entry((stream, lane)).or_insert(next)
    }

    /// Records an issued copy or fill.
    pub(super) fn transfer(&mut self, stream: StreamId, work: Work, log: AccessLog) {
        self.issue(stream, work, Uses::Known(Box::new(log)));
    }

    /// Records the allocation of a buffer, in a stream or at once for the host.
    pub(super) fn alloc(&mut self, stream: Option<StreamId>, address: u64, bytes: u64) {
        if bytes == 0 {
            return;
        }
        let uses = Uses::Life(AccessKind::Alloc, (address, address.saturating_add(bytes)));
        self.live(stream, Work::Alloc, uses);
        self.sizes.insert(address, bytes);
    }

    /// Records the operation that a buffer in an arena belongs to.
    pub(super) fn place(&mut self, address: u64, bytes: u64) {
        self.places.insert(address, (self.op, bytes));
    }

    /// Records the free of a buffer, in a stream or at once for the host.
    pub(super) fn free(&mut self, stream: Option<StreamId>, address: u64) {
        let Some(bytes) = self.sizes.get(&address) else { return };
        let uses = Uses::Life(AccessKind::Free, (address, address.saturating_add(*bytes)));
        self.live(stream, Work::Free, uses);
    }

    fn live(&mut self, stream: Option<StreamId>, work: Work, uses: Uses) {
        match stream {
            Some(stream) => self.issue(stream, work, uses),
            None => {
                self.end_host_work();
                self.push_host(self.op, work, uses);
            }
        }
    }

    /// Returns the log of the host's own accesses in an operation.
    pub(super) fn host_log(&mut self, op: u32) -> &mut AccessLog {
        let next = self.touched.len();
        let number = *self.touched_by.entry(op).or_insert(next);
        if number == next {
            self.touched.push((op, Box::default()));
        }
        &mut self.touched[number].1
    }

    pub(super) fn record(&mut self, event: EventId, stream: StreamId) {
        let clock = self.streams.entry(stream).or_default().clone();
        self.events.insert(event, clock);
    }

    pub(super) fn forget_event(&mut self, event: EventId) {
        self.events.remove(&event);
    }

    pub(super) fn wait(&mut self, event: EventId, stream: StreamId) {
        if let Some(clock) = self.events.get(&event) {
            self.streams.entry(stream).or_default().join(clock);
        }
    }

    /// Records that the host knows all work of a stream to be done.
    pub(super) fn host_wait(&mut self, stream: StreamId) {
        self.end_host_work();
        if let Some(clock) = self.streams.get(&stream) {
            self.host.join(clock);
        }
        self.enter_done();
    }

    /// Records work of a stream: it happens after everything the host did so far.
    fn issue(&mut self, stream: StreamId, work: Work, uses: Uses) {
        self.end_host_work();
        let actor = self.actor(stream, 0);
        let clock = self.streams.entry(stream).or_default();
        clock.join(&self.host);
        let count = clock.tick(actor);
        let clock = clock.clone();
        self.host.tick(HOST);
        let work = self.work(Side { op: self.op, work, stream: Some(stream) });
        let (beside, missed) = self.tokens.take_marks(&clock);
        for earlier in missed {
            self.note_token(earlier, work);
        }
        self.tokens.issue(vec![Counted { work, actor, count }]);
        self.pending.push_back(Pending { work, actor, count, clock, uses, beside });
    }

    /// Begins the call of an operation.
    pub(super) fn begin_call(&mut self, op: u32) {
        self.op = op;
        self.tokens.begin_call();
    }

    /// Records the last issued work as the producer of a token.
    pub(super) fn give(&mut self, token: u64) {
        self.tokens.give(token);
    }

    /// Records that the program does not order the next work with that of a token.
    pub(super) fn beside(&mut self, token: u64) {
        self.tokens.leave_beside(token);
    }

    /// Records that the next work of a stream, or the host at this point, depends on a token.
    pub(super) fn follow(&mut self, op: u32, stream: Option<StreamId>, token: u64) {
        if stream.is_some() {
            self.tokens.follow(token);
        } else if let Some(earlier) = self.tokens.missed(token, &self.host) {
            let later = self.work(Side { op, work: Work::Host, stream: None });
            self.note_token(earlier, later);
        }
    }

    /// Records a violated token dependency, once per pair of pieces of work.
    fn note_token(&mut self, earlier: u32, later: u32) {
        let [earlier, later] = [earlier, later].map(|work| self.works[work as usize].clone());
        let is_same = |race: &Race| race.is_token && race.earlier == earlier && race.later == later;
        if !self.races.iter().any(is_same) {
            self.races.push(Race {
                earlier,
                earlier_access: AccessKind::Write,
                later,
                later_access: AccessKind::Read,
                is_ordered: false,
                is_by_chance: false,
                is_token: true,
                buffer: None,
                range: (0, 0),
            });
        }
    }

    /// Queues the host's accesses since its last call.
    fn end_host_work(&mut self) {
        self.touched_by.clear();
        for (op, log) in std::mem::take(&mut self.touched) {
            self.push_host(op, Work::Host, Uses::Known(log));
        }
    }

    fn push_host(&mut self, op: u32, work: Work, uses: Uses) {
        let work = self.work(Side { op, work, stream: None });
        let (clock, count) = (self.host.clone(), self.host.get(HOST));
        self.pending.push_back(Pending { work, actor: HOST, count, clock, uses, beside: Vec::new() });
    }

    fn work(&mut self, side: Side) -> u32 {
        let next = self.works.len() as u32;
        let number = *self.work_numbers.entry(side.clone()).or_insert(next);
        if number == next {
            self.works.push(side);
        }
        number
    }

    /// Enters completed work from the front of the queue.
    fn enter_done(&mut self) {
        while self.pending.front().is_some_and(|front| self.host.has_seen(front.actor, front.count))
            && let Some(done) = self.pending.pop_front()
        {
            self.enter(done);
        }
    }

    fn enter(&mut self, done: Pending) {
        let Pending { work, actor, count, clock, mut uses, beside } = done;
        let touch = |access| Touch { access, actor, count, work };
        let (mut found, mut untold) = (Vec::new(), Vec::new());
        self.note_conflicts(work, &mut uses);
        let mut enter = |access, range| {
            let report = |earlier: &Touch, range| found.push((*earlier, access, range));
            self.shadow.enter(range, touch(access), (&clock, &beside), report);
        };
        match uses {
            Uses::Life(access, (lo, hi)) => {
                if access == AccessKind::Alloc {
                    self.buffers.insert(lo, (self.works[work as usize].op, hi - lo));
                }
                enter(access, (lo, hi));
            }
            Uses::Known(mut log) => log.each(&mut enter),
            Uses::Kernel(LogInFlight(log), mut accesses) => {
                // SAFETY: the log comes from `new_log`, and the launch that writes it is done.
                unsafe { Box::from_raw(log) }.each(|access, range| {
                    enter(access, range);
                    if let Some(Err(is_argument)) =
                        accesses.as_mut().map(|accesses| accesses.check(access, range))
                    {
                        untold.push((access, range, is_argument));
                    }
                });
            }
        }
        for (access, range, is_argument) in untold {
            self.note_undeclared(work, access, range, is_argument);
        }
        for (earlier, access, range) in found {
            let is_ordered = clock.has_seen(earlier.actor, earlier.count);
            let is_by_chance = is_ordered && beside.contains(&(earlier.actor, earlier.count));
            self.note(earlier, touch(access), range, (is_ordered && !is_by_chance, is_by_chance));
        }
    }

    /// Records the conflicts of the work. All its accesses are examined before any is entered, since an
    /// access replaces older ones in the shadow.
    fn note_conflicts(&mut self, work: u32, uses: &mut Uses) {
        let (op, number) = (self.works[work as usize].op, self.n_entered);
        self.n_entered += 1;
        let mut note = |access, range| {
            if let Some(accesses) = &mut self.accesses {
                accesses.push(Accessed { op, work: number, access, range });
            }
            self.shadow.conflicts(range, access, |earlier| _ = self.conflicts.insert((earlier.work, work)));
        };
        match uses {
            Uses::Life(access, range) => note(*access, *range),
            Uses::Known(log) => log.each(note),
            // SAFETY: the log comes from `new_log`, and the launch that writes it is done.
            Uses::Kernel(LogInFlight(log), _) => unsafe { &mut **log }.each(note),
        }
    }

    /// Records an undeclared access; further ones of the same kind to the same buffer are dropped.
    fn note_undeclared(&mut self, work: u32, access: AccessKind, (lo, hi): Range, is_argument: bool) {
        let (start, buffer) = self.buffer_around(lo);
        let side = self.works[work as usize].clone();
        let found = Undeclared { side, access, range: (lo - start, hi - start), buffer, is_argument };
        let is_same = |known: &Undeclared| {
            (&known.side, known.access, known.buffer, known.is_argument)
                == (&found.side, found.access, found.buffer, found.is_argument)
        };
        if !self.undeclared.iter().any(is_same) {
            self.undeclared.push(found);
        }
    }

    /// Returns the start of the buffer that contains an address, the operation that allocated it and its
    /// size.
    fn buffer_around(&self, address: u64) -> (u64, Option<(u32, u64)>) {
        let found = around(&self.places, address).or_else(|| around(&self.buffers, address));
        found.map_or((0, None), |(start, buffer)| (start, Some(buffer)))
    }

    /// Records a race; further ranges of the same two pieces of work in the same buffer only extend it.
    fn note(
        &mut self,
        earlier: Touch,
        later: Touch,
        (lo, hi): Range,
        (is_ordered, is_by_chance): (bool, bool),
    ) {
        let (start, buffer) = self.buffer_around(lo);
        let range = (lo - start, hi - start);
        let next = self.races.len();
        let number = *self.race_numbers.entry((earlier.work, later.work, start)).or_insert(next);
        if let Some(known) = self.races.get_mut(number) {
            known.range = (known.range.0.min(range.0), known.range.1.max(range.1));
            return;
        }
        let side = |touch: Touch| self.works[touch.work as usize].clone();
        self.races.push(Race {
            earlier: side(earlier),
            earlier_access: earlier.access,
            later: side(later),
            later_access: later.access,
            is_ordered,
            is_by_chance,
            is_token: false,
            buffer,
            range,
        });
    }
}

impl Drop for Detector {
    fn drop(&mut self) {
        for pending in self.pending.drain(..) {
            if let Uses::Kernel(LogInFlight(log), _) = pending.uses {
                // SAFETY: the log comes from `new_log`. The device was dropped before its detector, and its
                // drop waits for all of its launches.
                drop(unsafe { Box::from_raw(log) });
            }
        }
    }
}

/// Returns the buffer that contains an address.
fn around(buffers: &BTreeMap<u64, (u32, u64)>, address: u64) -> Option<(u64, (u32, u64))> {
    let (start, buffer) = buffers.range(..=address).next_back()?;
    (address < start + buffer.1).then_some((*start, *buffer))
}

fn log_at(address: u64) -> *mut AccessLog {
    std::ptr::with_exposed_provenance_mut(address as usize)
}
