//! Observes the plan of a scheduled program: the stream of each piece of work, the waits, and the times.
//!
//! The host executes each piece of work itself where the plan issues it. So no two pieces run at one time;
//! streams and waits are those of the plan, and times are real.

use super::code::{Cell, Reg};
use super::fault::Result;
use super::machine::{Machine, view};
use super::scalars::indices;
use crate::driver::trace::{Action, HostCall, Issued, Record, Slice, Spot};
use crate::driver::{Busy, KernelTime, StreamId};
use crate::exec::Stats;
use std::collections::BTreeMap;
use std::time::Instant;
use warpline_ir::{Entity as _, Op};

/// The attribute of work that holds its stream.
pub const STREAM: &str = "rt.stream";

/// The maximum number of entries in a list.
const MAX_ENTRIES: usize = 1 << 18;

/// A step of a plan other than the work itself. Streams and event slots have the numbers of their function.
#[derive(Debug)]
pub(super) enum PlanStep {
    /// A function begins, with its own streams and event slots.
    Lease {
        streams: u32,
        events: u32,
    },
    /// A called function borrows these streams, and the event slots from this number on.
    Lend {
        streams: Box<[u32]>,
        first_event: u32,
    },
    /// The innermost function that leases or borrows streams ends.
    Return,
    /// Work begins on a stream.
    Begin {
        stream: u32,
        work: Work,
    },
    /// The work ends.
    End,
    /// A task graph was issued; its work is already done.
    Graph,
    Record {
        event: u32,
        stream: u32,
    },
    Wait {
        event: u32,
        stream: u32,
    },
    HostWait {
        stream: u32,
    },
}

/// The kind of a piece of work.
#[derive(Debug)]
pub(super) enum Work {
    /// A launch of a kernel: sizes of the grid and of blocks.
    Kernel { name: Box<str>, sizes: [Reg; 6] },
    /// A copy to this buffer.
    Copy(Reg),
    /// A fill of this buffer.
    Fill(Reg),
}

/// The streams and event slots of a function, by its own numbers.
#[derive(Debug, Default)]
struct Frame {
    streams: Vec<u32>,
    first_event: u32,
    /// The numbers of leased streams and event slots.
    leased: [u32; 2],
}

/// The observations so far.
#[derive(Debug)]
pub(super) struct Observed {
    begin: Instant,
    frames: Vec<Frame>,
    /// The numbers of streams and event slots leased now.
    leased: [u32; 2],
    /// The number of commands issued to each stream.
    points: Vec<u64>,
    /// The stream and the point in each event slot.
    slots: BTreeMap<u32, (u32, u64)>,
    /// The running work and its start time.
    open: Option<(Spot, u64)>,
    /// The index of the running kernel.
    kernel: Option<usize>,
    stats: Stats,
    record: Record,
}

impl Default for Observed {
    fn default() -> Self {
        Self {
            begin: Instant::now(),
            frames: Vec::new(),
            leased: [0; 2],
            points: Vec::new(),
            slots: BTreeMap::new(),
            open: None,
            kernel: None,
            stats: Stats { device: "interp".to_string(), ..Stats::default() },
            record: Record::default(),
        }
    }
}

impl Machine<'_> {
    /// Executes a step of a plan.
    pub(super) fn plan_step(&mut self, step: &PlanStep, regs: &[Cell], op: Op) -> Result<()> {
        match step {
            PlanStep::Begin { stream, work } => {
                if let Some(action) = action(work, regs)? {
                    self.observed.begin(*stream, action, op);
                }
            }
            PlanStep::End => self.observed.end(),
            PlanStep::Lease { streams, events } => self.observed.lease(*streams, *events),
            PlanStep::Lend { streams, first_event } => self.observed.lend(streams, *first_event),
            PlanStep::Return => self.observed.leave(),
            PlanStep::Graph => self.observed.stats.graph_launches += 1,
            PlanStep::Record { event, stream } => self.observed.record_event(*event, *stream, op),
            PlanStep::Wait { event, stream } => self.observed.wait(*event, *stream, op),
            PlanStep::HostWait { stream } => self.observed.host_wait(*stream, op),
        }
        Ok(())
    }

    /// Returns counts and times of the run so far.
    pub(super) fn observations(&mut self) -> (Stats, Record) {
        let mut observed = std::mem::take(&mut self.observed);
        observed.stats.peak_bytes = self.memory.most_device_bytes();
        observed.stats.kernels = observed.stats.kernel_times.len() as u64;
        (observed.stats, observed.record)
    }
}

/// Returns the action of a piece of work; `None` for an empty launch.
fn action(work: &Work, regs: &[Cell]) -> Result<Option<Action>> {
    let bytes = |reg: Reg| {
        let view = view(regs, reg)?;
        Ok::<_, super::fault::Fault>(view.n_elements() * view.element.bytes as u64)
    };
    Ok(match work {
        Work::Kernel { name, sizes } => {
            let sizes = indices(regs, sizes)?;
            let sizes: Vec<u64> = sizes.iter().map(|size| u64::try_from(*size).unwrap_or(0)).collect();
            let (grid, block) = ([sizes[0], sizes[1], sizes[2]], [sizes[3], sizes[4], sizes[5]]);
            (!sizes.contains(&0)).then(|| Action::Kernel { name: name.to_string(), grid, block })
        }
        Work::Copy(to) => Some(Action::Copy(bytes(*to)?)),
        Work::Fill(to) => Some(Action::Fill(bytes(*to)?)),
    })
}

impl Observed {
    fn now(&self) -> u64 {
        u64::try_from(self.begin.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    fn lease(&mut self, streams: u32, events: u32) {
        let [first, first_event] = self.leased;
        self.frames.push(Frame {
            streams: (first..first + streams).collect(),
            first_event,
            leased: [streams, events],
        });
        self.leased = [first + streams, first_event + events];
        self.stats.streams = self.stats.streams.max(u64::from(self.leased[0]));
        self.stats.events = self.stats.events.max(u64::from(self.leased[1]));
    }

    fn lend(&mut self, streams: &[u32], first_event: u32) {
        let streams = streams.iter().map(|stream| self.stream(*stream)).collect();
        let first_event = first_event + self.frames.last().map_or(0, |frame| frame.first_event);
        self.frames.push(Frame { streams, first_event, leased: [0; 2] });
    }

    fn leave(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.leased = [self.leased[0] - frame.leased[0], self.leased[1] - frame.leased[1]];
        }
    }

    /// Returns the stream with this number in the running function; user streams have numbers beyond its own.
    fn stream(&self, number: u32) -> u32 {
        let own = self.frames.last().and_then(|frame| frame.streams.get(number as usize));
        own.copied().unwrap_or(self.leased[0] + number)
    }

    fn slot(&self, event: u32) -> u32 {
        event + self.frames.last().map_or(0, |frame| frame.first_event)
    }

    /// Returns the position of a new command of a stream.
    fn spot(&mut self, stream: u32) -> Spot {
        let index = stream as usize;
        self.points.resize(self.points.len().max(index + 1), 0);
        self.points[index] += 1;
        Spot { stream: StreamId(stream), point: self.points[index], node: 0, lane: 0 }
    }

    fn begin(&mut self, stream: u32, action: Action, op: Op) {
        let stream = self.stream(stream);
        let spot = self.spot(stream);
        if let Action::Kernel { name, .. } = &action {
            self.kernel = Some(self.kernel_number(name));
        }
        self.issue(Issued { spot, op: op.index() as u32, action, after: Vec::new() });
        self.open = Some((spot, self.now()));
    }

    fn kernel_number(&mut self, name: &str) -> usize {
        let times = &mut self.stats.kernel_times;
        times.iter().position(|kernel| kernel.name == name).unwrap_or_else(|| {
            times.push(KernelTime { name: name.to_string(), launches: 0, nanoseconds: Some(0) });
            times.len() - 1
        })
    }

    fn end(&mut self) {
        let end = self.now();
        let Some((spot, start)) = self.open.take() else { return };
        let time = end - start;
        if let Some(kernel) = self.kernel.take() {
            let kernel = &mut self.stats.kernel_times[kernel];
            kernel.launches += 1;
            kernel.nanoseconds = kernel.nanoseconds.map(|sum| sum + time);
            self.stats.launches += 1;
            self.stats.max_concurrent_launches = 1;
        }
        let Busy { total, active } = self.stats.busy;
        self.stats.busy = Busy { total: total + time, active: active + time };
        if self.has_room(self.record.slices.len()) {
            self.record.slices.push(Slice { spot, start, end });
        }
    }

    fn record_event(&mut self, event: u32, stream: u32, op: Op) {
        let (slot, stream) = (self.slot(event), self.stream(stream));
        let point = self.points.get(stream as usize).copied().unwrap_or(0);
        self.slots.insert(slot, (stream, point));
        self.stats.records += 1;
        self.call("record", stream, op);
    }

    fn wait(&mut self, event: u32, stream: u32, op: Op) {
        let (slot, stream) = (self.slot(event), self.stream(stream));
        let spot = self.spot(stream);
        if let Some((producer, target)) = self.slots.get(&slot).copied() {
            let action = Action::Wait { producer: StreamId(producer), target };
            self.issue(Issued { spot, op: op.index() as u32, action, after: Vec::new() });
        }
        self.stats.waits += 1;
        self.call("wait", stream, op);
    }

    fn host_wait(&mut self, stream: u32, op: Op) {
        let stream = self.stream(stream);
        self.stats.host_syncs += 1;
        self.call("host_wait", stream, op);
    }

    /// Records a call that returns at once.
    fn call(&mut self, name: &'static str, stream: u32, op: Op) {
        let now = self.now();
        if self.has_room(self.record.calls.len()) {
            let op = op.index() as u32;
            self.record.calls.push(HostCall { name, stream: StreamId(stream), op, start: now, end: now });
        }
    }

    fn issue(&mut self, issued: Issued) {
        if self.has_room(self.record.issued.len()) {
            self.record.issued.push(issued);
        }
    }

    fn has_room(&mut self, n_entries: usize) -> bool {
        self.record.is_cut |= MAX_ENTRIES <= n_entries;
        n_entries < MAX_ENTRIES
    }
}
