//! What a device did and when: the record that a timeline of a run is drawn from.
//!
//! A command has a point in its stream, the number of commands up to and with it; a wait has one, too. What is issued
//! and what has run are told apart: issuing happens on the host, running on any thread, and the point joins the two.
//! All times are nanoseconds of the device's clock, which begins with the device.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use super::StreamId;
use super::handles::lock;

/// Most entries of each list that a trace keeps.
const MAX_ENTRIES: usize = 1 << 18;

/// Which command of a stream, or which node of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The stream.
    pub stream: StreamId,
    /// The point in the stream, from 1.
    pub point: u64,
    /// The number of the node in the graph with this point; 0 if it is no graph.
    pub node: u32,
    /// Nodes of one lane come one after the other; commands of streams are in lane 0.
    pub lane: u32,
}

/// A command or a node of a graph, as it was issued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issued {
    /// Where it belongs.
    pub spot: Spot,
    /// The operation that issued it.
    pub op: u32,
    /// What it does.
    pub action: Action,
    /// The nodes of the same graph that it comes after.
    pub after: Vec<u32>,
}

/// What a command does.
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
    /// Copies so many bytes.
    Copy(u64),
    /// Fills so many bytes.
    Fill(u64),
    /// Runs a task graph of so many nodes, on a device that tells no times of nodes.
    Graph(u64),
    /// Waits until a stream has reached a point.
    Wait {
        /// The stream that is waited for.
        producer: StreamId,
        /// The point.
        target: u64,
    },
}

/// The time in which a kernel, a copy or a fill ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Where it belongs.
    pub spot: Spot,
    /// When it began.
    pub start: u64,
    /// When it ended.
    pub end: u64,
}

/// A call that the host made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostCall {
    /// Name of the call.
    pub name: &'static str,
    /// The stream that it names.
    pub stream: StreamId,
    /// The operation that made it.
    pub op: u32,
    /// When it began.
    pub start: u64,
    /// When it returned.
    pub end: u64,
}

/// All that was recorded. Slices of one lane stand in their order and do not overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// What was issued.
    pub issued: Vec<Issued>,
    /// What ran.
    pub slices: Vec<Slice>,
    /// What the host called.
    pub calls: Vec<HostCall>,
    /// Whether a list was full and entries are missing.
    pub is_cut: bool,
}

/// A recorder; shared by a device and whoever reads it in the end.
#[derive(Debug, Default)]
pub struct Trace {
    /// The operation that makes the calls.
    op: AtomicU32,
    is_cut: AtomicBool,
    issued: Mutex<Vec<Issued>>,
    slices: Mutex<Vec<Slice>>,
    calls: Mutex<Vec<HostCall>>,
}

impl Trace {
    /// All so far. Complete once the host has waited for every stream.
    pub fn record(&self) -> Record {
        Record {
            issued: lock(&self.issued).clone(),
            slices: lock(&self.slices).clone(),
            calls: lock(&self.calls).clone(),
            is_cut: self.is_cut.load(Ordering::Relaxed),
        }
    }

    /// Tells which operation makes the calls that follow.
    pub(super) fn at(&self, op: u32) {
        self.op.store(op, Ordering::Relaxed);
    }

    /// The operation that makes the calls.
    pub(super) fn op(&self) -> u32 {
        self.op.load(Ordering::Relaxed)
    }

    /// Records a command or a node that was issued.
    pub(super) fn issued(&self, issued: Issued) {
        self.add(&self.issued, issued);
    }

    /// Records what a command took.
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
