//! Times of work on the GPU, measured by driver events before and after each command, relative to one event
//! at the start.
//!
//! They are measured only on request, since each command then costs two more driver calls. Events are read
//! when the host has waited for their stream, and reused. A task graph is one command: the driver provides no
//! times of its nodes.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, Weak};
use std::time::Instant;

use super::context::Context;
use super::driver::{Driver, Event, Stream};
use super::module::GpuModule;
use crate::driver::handles::lock;
use crate::driver::trace::{Action, Issued, Slice, Spot, Trace};
use crate::driver::{Busy, EventId, Result, StreamId};

/// The maximum number of pending commands of a stream; beyond it the host waits for the first.
const MAX_PENDING: usize = 1 << 10;
/// The maximum number of times kept to compute the overlap; work that spans a cut counts on both sides.
const MAX_SPANS: usize = 1 << 20;

/// Measures the work of one device.
pub(super) struct Times {
    base: Event,
    /// The time at which the host saw `base` reached.
    origin: Instant,
    trace: Option<Arc<Trace>>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    tracks: BTreeMap<StreamId, Track>,
    /// Stream and point of each event slot that was recorded.
    points: BTreeMap<EventId, (StreamId, u64)>,
    spare: Vec<Event>,
    spans: Vec<Span>,
    folded: Folded,
}

/// The commands of a stream.
#[derive(Default)]
struct Track {
    n_issued: u64,
    pending: VecDeque<Pending>,
}

/// A command that may not have run yet.
struct Pending {
    start: Event,
    end: Event,
    point: u64,
    /// The kernel, if it is a launch. Its program may be unloaded before the time is read.
    kernel: Option<(Weak<GpuModule>, u32)>,
}

/// The time interval of a command.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: u64,
    end: u64,
    is_kernel: bool,
}

/// The accumulated figures of all times so far.
#[derive(Clone, Copy, Debug, Default)]
struct Folded {
    busy: Busy,
    most_kernels: u64,
}

/// A command that is about to be issued.
pub(super) struct Command {
    pub(super) stream: StreamId,
    pub(super) raw: Stream,
    /// The kernel, if it is a launch.
    pub(super) kernel: Option<(Arc<GpuModule>, u32)>,
    pub(super) action: Action,
}

impl Times {
    /// Starts measuring; times are also written to the trace, if there is one.
    pub(super) fn start(cx: &Context, trace: Option<Arc<Trace>>) -> Result<Self> {
        let stream = cx.call(Driver::stream_create)?;
        let base = cx.call(|driver| driver.event_create(true)).and_then(|base| {
            let reached = cx
                .call(|driver| driver.event_record(base, stream))
                .and_then(|()| cx.call(|driver| driver.stream_synchronize(stream)));
            reached.map(|()| base).inspect_err(|_| drop(cx.call(|driver| driver.event_destroy(base))))
        });
        let origin = Instant::now();
        let ended = cx.call(|driver| driver.stream_destroy(stream));
        let base = base?;
        ended.inspect_err(|_| drop(cx.call(|driver| driver.event_destroy(base))))?;
        Ok(Self { base, origin, trace, state: Mutex::default() })
    }

    /// Sets the operation that issues the calls that follow.
    pub(super) fn at(&self, op: u32) {
        if let Some(trace) = &self.trace {
            trace.at(op);
        }
    }

    /// Executes a host call, and records its time if there is a trace.
    pub(super) fn call<T>(&self, name: &'static str, stream: StreamId, call: impl FnOnce() -> T) -> T {
        let Some(trace) = &self.trace else { return call() };
        let now = || self.origin.elapsed().as_nanos() as u64;
        let start = now();
        let result = call();
        trace.called(name, stream, start, now());
        result
    }

    /// Issues a command between two events.
    pub(super) fn issue(
        &self,
        cx: &Context,
        command: Command,
        issue: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        let Command { stream, raw, kernel, action } = command;
        let mut state = lock(&self.state);
        if state.tracks.get(&stream).is_some_and(|track| MAX_PENDING <= track.pending.len()) {
            self.settle_first(cx, &mut state, stream)?;
        }
        let (start, end) = state.events(cx)?;
        let issued = cx
            .call(|driver| driver.event_record(start, raw))
            .and_then(|()| issue())
            .and_then(|()| cx.call(|driver| driver.event_record(end, raw)));
        if let Err(error) = issued {
            // They may have been recorded, and not every driver may record them again before they are reached.
            for event in [start, end] {
                drop(cx.call(|driver| driver.event_destroy(event)));
            }
            return Err(error);
        }
        let point = self.note(&mut state, stream, action);
        let kernel = kernel.map(|(module, kernel)| (Arc::downgrade(&module), kernel));
        let track = state.tracks.entry(stream).or_default();
        track.pending.push_back(Pending { start, end, point, kernel });
        Ok(())
    }

    /// Records that an event slot holds the current point of its stream.
    pub(super) fn recorded(&self, event: EventId, stream: StreamId) {
        let mut state = lock(&self.state);
        let point = state.tracks.get(&stream).map_or(0, |track| track.n_issued);
        state.points.insert(event, (stream, point));
    }

    /// Records that a stream waits for an event slot.
    pub(super) fn waits(&self, event: EventId, stream: StreamId) {
        let mut state = lock(&self.state);
        if let Some((producer, target)) = state.points.get(&event).copied() {
            self.note(&mut state, stream, Action::Wait { producer, target });
        }
    }

    /// Assigns a command its point in the stream.
    fn note(&self, state: &mut State, stream: StreamId, action: Action) -> u64 {
        let track = state.tracks.entry(stream).or_default();
        track.n_issued += 1;
        if let Some(trace) = &self.trace {
            let spot = Spot { stream, point: track.n_issued, node: 0, lane: 0 };
            trace.issued(Issued { spot, op: trace.op(), action, after: Vec::new() });
        }
        track.n_issued
    }

    /// Reads the times of a drained stream.
    pub(super) fn settle(&self, cx: &Context, stream: StreamId) -> Result<()> {
        let mut state = lock(&self.state);
        while let Some(pending) = state.first(stream) {
            self.read(cx, &mut state, stream, pending)?;
        }
        Ok(())
    }

    fn settle_first(&self, cx: &Context, state: &mut State, stream: StreamId) -> Result<()> {
        let Some(pending) = state.first(stream) else { return Ok(()) };
        let reached = cx.call(|driver| driver.event_synchronize(pending.end));
        reached.and(self.read(cx, state, stream, pending))
    }

    /// Reads the times of a completed command and releases its events.
    fn read(&self, cx: &Context, state: &mut State, stream: StreamId, pending: Pending) -> Result<()> {
        let Pending { start, end, point, kernel } = pending;
        state.spare.extend([start, end]);
        let began = cx.call(|driver| driver.event_elapsed(self.base, start))?;
        // The difference of two times since the base would lose precision in a long run.
        let took = cx.call(|driver| driver.event_elapsed(start, end))?;
        let span = Span { start: began, end: began + took, is_kernel: kernel.is_some() };
        state.add(span);
        if let Some((module, index)) = kernel.and_then(|(module, index)| Some((module.upgrade()?, index))) {
            module.took(index, took);
        }
        if let Some(trace) = &self.trace {
            trace.ran(Slice {
                spot: Spot { stream, point, node: 0, lane: 0 },
                start: span.start,
                end: span.end,
            });
        }
        Ok(())
    }

    /// Returns the accumulated run time of work that the host has waited for.
    pub(super) fn busy(&self) -> Busy {
        lock(&self.state).fold().busy
    }

    /// Returns the maximum number of kernels that ran at one time.
    pub(super) fn most_kernels(&self) -> u64 {
        lock(&self.state).fold().most_kernels
    }

    /// Resets the maximum number of kernels at one time to 0.
    pub(super) fn reset_peak(&self) {
        let mut state = lock(&self.state);
        state.fold();
        state.folded.most_kernels = 0;
    }

    /// Destroys all events, and returns the first error; all streams are drained.
    pub(super) fn close(&self, cx: &Context) -> Result<()> {
        let State { tracks, spare, .. } = std::mem::take(&mut *lock(&self.state));
        let pending = tracks.into_values().flat_map(|track| track.pending);
        let events = pending.flat_map(|pending| [pending.start, pending.end]).chain(spare);
        let mut closed = Ok(());
        for event in events.chain([self.base]) {
            closed = closed.and(cx.call(|driver| driver.event_destroy(event)));
        }
        closed
    }
}

impl State {
    fn events(&mut self, cx: &Context) -> Result<(Event, Event)> {
        let mut event = || self.spare.pop().map_or_else(|| cx.call(|driver| driver.event_create(true)), Ok);
        let start = event()?;
        let end = event().inspect_err(|_| self.spare.push(start))?;
        Ok((start, end))
    }

    fn first(&mut self, stream: StreamId) -> Option<Pending> {
        self.tracks.get_mut(&stream)?.pending.pop_front()
    }

    fn add(&mut self, span: Span) {
        if self.spans.len() == MAX_SPANS {
            self.fold();
        }
        self.spans.push(span);
    }

    /// Returns the accumulated figures; the individual times are dropped.
    fn fold(&mut self) -> Folded {
        let spans = std::mem::take(&mut self.spans);
        let Folded { busy, most_kernels } = &mut self.folded;
        busy.total += spans.iter().map(|span| span.end - span.start).sum::<u64>();
        busy.active += sweep(spans.iter()).1;
        *most_kernels = sweep(spans.iter().filter(|span| span.is_kernel)).0.max(*most_kernels);
        self.folded
    }
}

/// Returns the maximum number of spans at one time, and the time covered by at least one.
fn sweep<'s>(spans: impl Iterator<Item = &'s Span>) -> (u64, u64) {
    // At equal times an end sorts before a start.
    let mut ends: Vec<(u64, bool)> = spans.flat_map(|span| [(span.start, true), (span.end, false)]).collect();
    ends.sort_unstable();
    let (mut n, mut most, mut active, mut since) = (0_u64, 0, 0, 0);
    for (time, is_start) in ends {
        if is_start {
            since = if n == 0 { time } else { since };
            n += 1;
            most = most.max(n);
        } else {
            n = n.saturating_sub(1);
            active += if n == 0 { time.saturating_sub(since) } else { 0 };
        }
    }
    (most, active)
}
