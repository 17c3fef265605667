//! Trace of a device: the record of issued and executed work from which a timeline of a run is drawn.
//!
//! A command has a point in its stream: the number of commands up to and including it. A wait has one, too.
//! Issuing happens on the host and running on any thread, so the two are recorded separately; the point joins
//! them. All times are nanoseconds of the device's clock, which starts with the device.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use super::StreamId;
use super::handles::lock;

/// The maximum number of entries in each list of a trace.
const MAX_ENTRIES: usize = 1 << 18;

/// The position of a command in a stream, or of a node in a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The stream.
    pub stream: StreamId,
    /// The point in the stream, from 1.
    pub point: u64,
    /// The number of the node in the graph at this point; 0 if it is no graph.
    pub node: u32,
    /// The lane, whose nodes run one after the other; commands of streams are in lane 0.
    pub lane: u32,
}

/// An issued command or node of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issued {
    /// Its position.
    pub spot: Spot,
    /// The operation that issued it.
    pub op: u32,
    /// Its action.
    pub action: Action,
    /// The nodes of the same graph that it depends on.
    pub after: Vec<u32>,
}

/// The action of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Runs this kernel.
    Kernel {
        /// The kernel's name.
        name: String,
        /// Blocks along x, y and z.
        grid: [u64; 3],
        /// Threads of a block along x, y and z.
        block: [u64; 3],
    },
    /// Copies this many bytes.
    Copy(u64),
    /// Fills this many bytes.
    Fill(u64),
    /// Runs a task graph of this many nodes, on a device that provides no times of nodes.
    Graph(u64),
    /// Waits until a stream has reached a point.
    Wait {
        /// The stream to wait for.
        producer: StreamId,
        /// The point.
        target: u64,
    },
}

/// The time interval in which a kernel, a copy or a fill ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Its position.
    pub spot: Spot,
    /// The start time.
    pub start: u64,
    /// The end time.
    pub end: u64,
}

/// A call by the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostCall {
    /// Name of the call.
    pub name: &'static str,
    /// The stream that is its argument.
    pub stream: StreamId,
    /// The operation that made it.
    pub op: u32,
    /// The start time.
    pub start: u64,
    /// The time of its return.
    pub end: u64,
}

/// A complete trace. Slices of one lane are in order and do not overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The issued work.
    pub issued: Vec<Issued>,
    /// The executed work.
    pub slices: Vec<Slice>,
    /// The calls by the host.
    pub calls: Vec<HostCall>,
    /// Whether a list was full, so that entries are missing.
    pub is_cut: bool,
}

/// A trace recorder, shared by a device and the reader of the trace.
#[derive(Debug, Default)]
pub struct Trace {
    /// The operation that issues the calls.
    op: AtomicU32,
    is_cut: AtomicBool,
    issued: Mutex<Vec<Issued>>,
    slices: Mutex<Vec<Slice>>,
    calls: Mutex<Vec<HostCall>>,
}

impl Trace {
    /// Returns the trace so far. It is complete once the host has waited for every stream.
    pub fn record(&self) -> Record {
        Record {
            issued: lock(&self.issued).clone(),
            slices: lock(&self.slices).clone(),
            calls: lock(&self.calls).clone(),
            is_cut: self.is_cut.load(Ordering::Relaxed),
        }
    }

    /// Sets the operation that issues the calls that follow.
    pub(super) fn at(&self, op: u32) {
        self.op.store(op, Ordering::Relaxed);
    }

    /// Returns the operation that issues the calls.
    pub(super) fn op(&self) -> u32 {
        self.op.load(Ordering::Relaxed)
    }

    /// Records an issued command or node.
    pub(super) fn issued(&self, issued: Issued) {
        self.add(&self.issued, issued);
    }

    /// Records the time interval of a command.
    pub(super) fn ran(&self, slice: Slice) {
        self.add(&self.slices, slice);
    }

    /// Records a call of the current operation.
    pub(super) fn called(&self, name: &'static str, stream: StreamId, start: u64, end: u64) {
        self.add(&self.calls, HostCall { name, stream, op: self.op.load(Ordering::Relaxed), start, end });
    }

    fn add<T>(&self, list: &Mutex<Vec<T>>, entry: T) {
        let mut list = lock(list);
        if list.len() < MAX_ENTRIES {
            list.push(entry);
        } else {
            self.is_cut.store(true, Ordering::Relaxed);
        }
    }
}
