//! The shadow memory of a buffer: records which threads of a launch accessed which bytes, to detect races.
//!
//! Two accesses to one byte by different threads race if one of them writes, not both are atomic, and no
//! barrier is between them. A write of the value already in memory races as a read does, with writes that change it: the
//! result is the same in every order otherwise. Barriers order the threads of a block only. Blocks run one after the
//! other, so it is sufficient to keep, for each unit of bytes, the last plain write, and for reads and for
//! atomic updates one of an earlier block and those of two threads of the running block since the last
//! barrier. The shadow lasts as long as the launch.
//!
//! Iterations of a parallel loop of the host take the place of blocks, and those of a loop inside of it that of threads.
//!
//! A unit is as long as the accesses are; once they differ in length, it is a byte.

use std::ops::Range;
use warpline_ir::Op;

/// The origin of an access: the block, the thread in it, and the number of barriers that it has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) block: u32,
    pub(super) thread: u32,
    pub(super) epoch: u32,
}

/// The kind of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RaceAccess {
    Read,
    Write,
    /// Writes the value already in memory.
    Rewrite,
    /// Reads and writes in one step.
    Atomic,
}

impl RaceAccess {
    /// Returns its name in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write | Self::Rewrite => "write",
            Self::Atomic => "atomic update",
        }
    }
}

/// A recorded access.
#[derive(Clone, Copy, Debug)]
struct Event {
    stamp: Stamp,
    op: Op,
    access: RaceAccess,
}

/// An earlier access that the new one races with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conflict {
    pub(super) stamp: Stamp,
    pub(super) op: Op,
    pub(super) access: RaceAccess,
}

/// The accesses of one kind: by another block, and by two threads of the running one.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    foreign: Option<Event>,
    first: Option<Event>,
    second: Option<Event>,
}

/// One unit of bytes; writes that change nothing are among the reads.
#[derive(Clone, Copy, Debug, Default)]
struct Unit {
    write: Option<Event>,
    reads: Seen,
    atomics: Seen,
}

const PAGE: usize = 256;

/// The units of a buffer, allocated page by page at their first access.
#[derive(Debug)]
pub(super) struct Shadow {
    unit_bytes: usize,
    pages: Vec<Option<Box<[Unit]>>>,
}

/// Whether an earlier access is not ordered before one now.
fn races(earlier: Stamp, now: Stamp) -> bool {
    earlier.block != now.block || (earlier.thread != now.thread && earlier.epoch == now.epoch)
}

impl Seen {
    fn conflict(&self, now: Stamp) -> Option<Event> {
        [self.foreign, self.first, self.second].into_iter().flatten().find(|event| races(event.stamp, now))
    }

    fn record(&mut self, event: Event) {
        if let Some(first) = self.first
            && (first.stamp.block != event.stamp.block || first.stamp.epoch != event.stamp.epoch)
        {
            if first.stamp.block != event.stamp.block {
                self.foreign = self.first;
            }
            (self.first, self.second) = (None, None);
        }
        match self.first {
            None => self.first = Some(event),
            Some(first) if first.stamp.thread == event.stamp.thread => {}
            Some(_) => self.second = Some(event),
        }
    }
}

impl Unit {
    fn touch(&mut self, event: Event) -> Option<Conflict> {
        let Event { stamp: now, access, .. } = event;
        let write = self.write.filter(|write| access != RaceAccess::Rewrite && races(write.stamp, now));
        let conflict = write.or_else(|| match access {
            RaceAccess::Atomic => None,
            RaceAccess::Read | RaceAccess::Write | RaceAccess::Rewrite => self.atomics.conflict(now),
        });
        let conflict = conflict.or_else(|| match access {
            RaceAccess::Read | RaceAccess::Rewrite => None,
            RaceAccess::Write | RaceAccess::Atomic => self.reads.conflict(now),
        });
        match access {
            RaceAccess::Read | RaceAccess::Rewrite => self.reads.record(event),
            RaceAccess::Atomic => self.atomics.record(event),
            RaceAccess::Write => self.write = Some(event),
        }
        conflict.map(|Event { stamp, op, access }| Conflict { stamp, op, access })
    }
}

impl Shadow {
    /// Creates the shadow of a buffer whose accesses are `unit_bytes` long.
    pub(super) fn new(unit_bytes: usize) -> Self {
        Self { unit_bytes: unit_bytes.max(1), pages: Vec::new() }
    }

    /// Records an access to a range of bytes; returns an earlier one that it races with.
    pub(super) fn touch(
        &mut self,
        bytes: Range<usize>,
        stamp: Stamp,
        op: Op,
        access: RaceAccess,
    ) -> Option<Conflict> {
        if !bytes.start.is_multiple_of(self.unit_bytes) || !bytes.end.is_multiple_of(self.unit_bytes) {
            self.split();
        }
        let event = Event { stamp, op, access };
        let mut conflict = None;
        for number in bytes.start / self.unit_bytes..bytes.end / self.unit_bytes {
            let found = self.unit(number).touch(event);
            conflict = conflict.or(found);
        }
        conflict
    }

    fn unit(&mut self, number: usize) -> &mut Unit {
        let page = number / PAGE;
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        &mut self.pages[page].get_or_insert_with(|| vec![Unit::default(); PAGE].into())[number % PAGE]
    }

    /// Splits all units into units of one byte.
    fn split(&mut self) {
        let old = std::mem::replace(self, Self::new(1));
        for (page, units) in old.pages.iter().enumerate() {
            let Some(units) = units else { continue };
            for (index, unit) in units.iter().enumerate() {
                let first = (page * PAGE + index) * old.unit_bytes;
                (first..first + old.unit_bytes).for_each(|byte| *self.unit(byte) = *unit);
            }
        }
    }
}
