//! Races between the threads of a launch.
//!
//! Two accesses to one byte by different threads race if one of them changes it, not both are atomic, and no barrier is
//! between them; barriers order the threads of a block only. A write of what the memory contains already races as a read does.
//! These are the rules of the interpreter (`interp/shadow.rs`), for compiled kernels, which report their
//! accesses by `rt.access`, and by `rt.interval` where a block begins and where it passes a barrier.
//!
//! The shadow of a page of memory has, for each unit of bytes, the last write, two reads, and two atomic updates, so chosen
//! that a later access races with one of them if it races with any. A unit is as long as the first access to its page; once
//! accesses differ in length, it is a byte. The number of an interval identifies launch and block, so that entries of other
//! launches are recognized and nothing has to be cleared. Workgroup memory is that of the block that runs.

use std::cell::UnsafeCell;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::host_abi::{LOG_PAGE, LOG_SLOT_BITS, log_slot};

use crate::program::LaunchDims;

/// The bytes of a page.
const PAGE: u64 = LOG_PAGE;
/// The number of pages that are found without a search.
const N_RECENT: usize = 1 << LOG_SLOT_BITS;
/// The number of intervals after which the shadow is cleared before a launch.
const MAX_INTERVALS: usize = 1 << 24;
/// The maximum number of pairs of accesses that are reported.
const MAX_RACES: usize = 16;

/// A block of a launch between two barriers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Interval {
    launch: u32,
    block: u32,
}

/// An access: the interval, from 1 on, its thread, and its number among those of the program. 0 is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Event {
    interval: u32,
    thread: u16,
    number: u16,
}

/// The accesses to a unit of bytes: the last write, and two reads that together race with all writes that race with any.
#[derive(Clone, Copy, Debug, Default)]
struct Unit {
    write: Event,
    reads: [Event; 2],
}

/// The shadow of a page.
#[derive(Debug)]
struct Page {
    /// The logarithm of the bytes of a unit.
    shift: u32,
    units: Box<[Unit]>,
    /// Two atomic updates of each unit; empty if there is none.
    updates: Box<[[Event; 2]]>,
}

/// The thread that made an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thread {
    /// The linear number of its block.
    pub block: u64,
    /// Its linear number in the block.
    pub thread: u64,
}

/// Two accesses of different threads of a launch that nothing orders.
#[derive(Clone, Copy, Debug)]
pub struct ThreadRace {
    /// The number of the later access.
    pub later: u32,
    /// Its thread.
    pub later_thread: Thread,
    /// The number of the earlier access.
    pub earlier: u32,
    /// Its thread.
    pub earlier_thread: Thread,
    /// The operation that launched them.
    pub launch: u32,
    /// The extent of the launch.
    pub dims: LaunchDims,
}

/// The place in a launch whose accesses are reported.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Position {
    /// The operation that launches.
    op: u32,
    /// The extent of the launch; `None` before it begins.
    dims: Option<LaunchDims>,
    launch: u32,
    block: u32,
    /// The number of the interval, and of the first ones of the block and of the launch.
    interval: u32,
    first_of_block: u32,
    first_of_launch: u32,
}

impl Position {
    /// Returns the place before a launch by an operation.
    pub(super) fn of(op: u32) -> Self {
        Self { op, ..Self::default() }
    }
}

/// An access as a kernel reports it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reported {
    pub(super) address: u64,
    pub(super) bytes: u64,
    pub(super) thread: u16,
    pub(super) number: u16,
    /// Whether it is to memory of the block.
    pub(super) is_local: bool,
}

/// The kinds of accesses, each of which has code of its own.
pub(super) type Kind = u8;
pub(super) const READ: Kind = 0;
pub(super) const WRITE: Kind = 1;
/// A write of what the memory contains already.
pub(super) const REWRITE: Kind = 2;
pub(super) const UPDATE: Kind = 3;

/// A page that was found.
#[derive(Clone, Copy, Debug)]
struct Recent {
    /// 1 + the number of the page in memory.
    number: u64,
    /// The number of its shadow in `pages`.
    at: u32,
    shift: u32,
    /// Its units.
    units: *mut Unit,
    /// The updates of its units; null if there are none.
    updates: *mut [Event; 2],
}

const NO_PAGE: Recent =
    Recent { number: 0, at: 0, shift: 0, units: std::ptr::null_mut(), updates: std::ptr::null_mut() };

/// The shadow of all memory that launches of a device access.
#[derive(Debug)]
pub(super) struct ThreadShadow {
    numbers: FxHashMap<u64, u32>,
    pages: Vec<Page>,
    /// The pages found last.
    recent: [Recent; N_RECENT],
    intervals: Vec<Interval>,
    n_launches: u32,
    found: Found,
    known: FxHashSet<(u16, u16)>,
}

impl Default for ThreadShadow {
    fn default() -> Self {
        Self {
            numbers: FxHashMap::default(),
            pages: Vec::new(),
            recent: [NO_PAGE; N_RECENT],
            intervals: Vec::new(),
            n_launches: 0,
            found: Found::default(),
            known: FxHashSet::default(),
        }
    }
}

/// The races, as the device shares them with the shadow.
pub(super) type Found = Arc<Mutex<Vec<ThreadRace>>>;

/// The shadow as the logs of launches and the device share it.
#[derive(Debug)]
pub(super) struct SharedShadow(UnsafeCell<ThreadShadow>);

// SAFETY: only `with` gives access, whose callers ensure that one thread at a time has it.
unsafe impl Send for SharedShadow {}
// SAFETY: as for `Send`.
unsafe impl Sync for SharedShadow {}

impl SharedShadow {
    /// Creates a shadow that appends the races that it finds.
    pub(super) fn new(found: &Found) -> Self {
        Self(UnsafeCell::new(ThreadShadow { found: Arc::clone(found), ..ThreadShadow::default() }))
    }

    /// Calls a function on the shadow.
    ///
    /// # Safety
    /// Nobody else uses the shadow meanwhile: the one worker of the device runs the caller.
    #[inline]
    pub(super) unsafe fn with<R>(&self, f: impl FnOnce(&mut ThreadShadow) -> R) -> R {
        // SAFETY: the caller ensures that this is the only reference.
        f(unsafe { &mut *self.0.get() })
    }
}

impl Page {
    fn new(shift: u32) -> Self {
        let units = vec![Unit::default(); (PAGE >> shift) as usize].into();
        Self { shift, units, updates: Box::default() }
    }

    /// Makes the units bytes.
    #[cold]
    fn split(&mut self) {
        let shift = std::mem::take(&mut self.shift);
        self.units = (0..PAGE as usize).map(|byte| self.units[byte >> shift]).collect();
        if !self.updates.is_empty() {
            self.updates = (0..PAGE as usize).map(|byte| self.updates[byte >> shift]).collect();
        }
    }
}

/// What earlier accesses are compared with.
#[derive(Clone, Copy)]
struct Now<'a> {
    intervals: &'a [Interval],
    position: &'a Position,
    event: Event,
    is_local: bool,
}

impl Now<'_> {
    /// Whether an earlier access belongs to the same launch.
    #[inline]
    fn is_of_launch(&self, earlier: Event) -> bool {
        self.position.first_of_block <= earlier.interval
            || self.position.first_of_launch <= earlier.interval
                && interval(self.intervals, earlier).launch == self.position.launch
    }

    /// Whether an earlier access is not ordered before this one.
    #[inline]
    fn races(&self, earlier: Event) -> bool {
        if earlier.interval == self.event.interval {
            return earlier.thread != self.event.thread;
        }
        // Other launches run between the parts of one, and so do other blocks between those of a block.
        if earlier.interval < self.position.first_of_launch || self.is_local {
            return false;
        }
        let Interval { launch, block } = interval(self.intervals, earlier);
        launch == self.position.launch && block != self.position.block
    }

    /// Records an access beside two earlier ones of its kind, so that every later access that races with one of the three
    /// races with one of the two that stay. Returns whether it is the first one of the launch.
    #[inline]
    fn record(&self, [first, second]: &mut [Event; 2]) -> bool {
        if first.interval == self.event.interval {
            // Of one interval, two threads are enough.
            if first.thread != self.event.thread && !self.races(*second) {
                *second = self.event;
            }
            return false;
        }
        if self.races(*first) {
            *second = *first;
        }
        let is_first = !self.is_of_launch(*first);
        *first = self.event;
        is_first
    }
}

#[inline]
fn interval(intervals: &[Interval], event: Event) -> Interval {
    (event.interval as usize).checked_sub(1).and_then(|at| intervals.get(at)).copied().unwrap_or_default()
}

impl ThreadShadow {
    /// Begins a launch, or a part of one.
    pub(super) fn begin(&mut self, position: &mut Position, dims: LaunchDims) {
        if position.dims.is_none() {
            if MAX_INTERVALS < self.intervals.len() {
                let (found, known) = (std::mem::take(&mut self.found), std::mem::take(&mut self.known));
                *self = Self { n_launches: self.n_launches, found, known, ..Self::default() };
            }
            self.n_launches += 1;
            position.launch = self.n_launches;
            position.first_of_launch = self.intervals.len() as u32 + 1;
            position.dims = Some(dims);
        }
    }

    /// Begins an interval of a block.
    pub(super) fn next_interval(&mut self, position: &mut Position, block: u64) {
        self.intervals.push(Interval { launch: position.launch, block: block as u32 });
        position.interval = self.intervals.len() as u32;
        if position.block != block as u32 || position.first_of_block < position.first_of_launch {
            position.first_of_block = position.interval;
        }
        position.block = block as u32;
    }

    /// Records an access to an aligned unit of a page found before if it races with none, provided that the parts of a launch
    /// run one after the other. Otherwise does nothing and returns `None`. Returns whether it is the first one of its kind in
    /// the launch.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is a constant kind of the hottest function of the detector")]
    pub(super) fn simple_access<const KIND: Kind>(
        &mut self,
        position: &Position,
        reported: &Reported,
    ) -> Option<bool> {
        let (number, start) = (reported.address / PAGE, reported.address % PAGE);
        let recent = &self.recent[log_slot(number)];
        let bytes = 1 << recent.shift;
        if recent.number != number.wrapping_add(1) || reported.bytes != bytes || start & (bytes - 1) != 0 {
            return None;
        }
        let at = (start >> recent.shift) as usize;
        // SAFETY: the units of the page are as many as fit into it, and stay until the entry is replaced: what frees them,
        // `split` and `begin`, clears it.
        let unit = unsafe { &mut *recent.units.add(at) };
        // SAFETY: as for the units.
        let updates = unsafe { (!recent.updates.is_null()).then(|| &mut *recent.updates.add(at)) };
        let event = Event { interval: position.interval, thread: reported.thread, number: reported.number };
        let block = position.first_of_block;
        let launch = if reported.is_local { block } else { position.first_of_launch };
        let is_before = |other: Event| other.interval < launch;
        let is_of_others = |other: Event| {
            if other.interval == event.interval {
                other.thread != event.thread
            } else {
                !is_before(other) && other.interval < block
            }
        };
        let any_of_others = |pair: [Event; 2]| is_of_others(pair[0]) | is_of_others(pair[1]);
        if KIND != REWRITE && is_of_others(unit.write)
            || (KIND == WRITE || KIND == UPDATE) && any_of_others(unit.reads)
            || KIND != UPDATE && updates.as_ref().is_some_and(|updates| any_of_others(**updates))
        {
            return None;
        }
        let pair = match KIND {
            READ | REWRITE => &mut unit.reads,
            UPDATE => updates?,
            _ => {
                let is_first = is_before(unit.write);
                unit.write = event;
                return Some(is_first);
            }
        };
        let [first, second] = *pair;
        if first.interval == event.interval {
            if first.thread != event.thread && !is_of_others(second) {
                pair[1] = event;
            }
            return Some(KIND == REWRITE);
        }
        if is_of_others(first) {
            pair[1] = first;
        }
        pair[0] = event;
        // Reads tell nothing about writes.
        Some(is_before(first) || KIND == REWRITE)
    }

    /// Records an access; returns whether it may be the first one of its kind in the launch to some of its bytes.
    #[inline]
    pub(super) fn access<const KIND: Kind>(&mut self, position: &Position, reported: &Reported) -> bool {
        let Reported { address, bytes, .. } = *reported;
        let number = address / PAGE;
        let start = address % PAGE;
        if bytes <= PAGE - start {
            return self.access_in_page::<KIND>(position, reported, number, (start, start + bytes));
        }
        self.access_in_pages::<KIND>(position, reported)
    }

    #[cold]
    fn access_in_pages<const KIND: Kind>(&mut self, position: &Position, reported: &Reported) -> bool {
        let mut is_first = false;
        let (mut address, end) = (reported.address, reported.address.saturating_add(reported.bytes));
        while address < end {
            let (number, start) = (address / PAGE, address % PAGE);
            let stop = PAGE.min(end - address + start);
            is_first |= self.access_in_page::<KIND>(position, reported, number, (start, stop));
            address += stop - start;
        }
        is_first
    }

    #[inline]
    fn access_in_page<const KIND: Kind>(
        &mut self,
        position: &Position,
        reported: &Reported,
        number: u64,
        (start, stop): (u64, u64),
    ) -> bool {
        let at = match self.recent[log_slot(number)] {
            Recent { number: known, at, .. } if known == number + 1 => at as usize,
            _ => self.find(number, stop - start, start),
        };
        let Some(page) = self.pages.get_mut(at) else { return false };
        if ((start | stop) & ((1 << page.shift) - 1)) != 0 {
            page.split();
            self.recent[log_slot(number)] = NO_PAGE;
        }
        if KIND == UPDATE && page.updates.is_empty() {
            page.updates = vec![[Event::default(); 2]; page.units.len()].into();
            self.recent[log_slot(number)] = NO_PAGE;
        }
        let event = Event { interval: position.interval, thread: reported.thread, number: reported.number };
        let now = Now { intervals: &self.intervals, position, event, is_local: reported.is_local };
        let (mut is_first, mut conflict) = (false, None);
        let (mut unit, end) = ((start >> page.shift) as usize, (stop >> page.shift) as usize);
        while unit < end {
            let (found, race) = touch::<KIND>(page, unit, &now);
            is_first |= found;
            if race.is_some() {
                conflict = race;
            }
            unit += 1;
        }
        if let Some(earlier) = conflict {
            self.note(position, reported, earlier);
        }
        is_first
    }

    /// Returns the number of the shadow of a page, which is made if there is none.
    #[cold]
    #[inline(never)]
    fn find(&mut self, number: u64, bytes: u64, start: u64) -> usize {
        let at = *self.numbers.entry(number).or_insert_with(|| {
            let is_unit = bytes.is_power_of_two() && start.is_multiple_of(bytes) && bytes <= 16;
            self.pages.push(Page::new(if is_unit { bytes.trailing_zeros() } else { 0 }));
            self.pages.len() as u32 - 1
        });
        let page = &mut self.pages[at as usize];
        let (shift, units) = (page.shift, page.units.as_mut_ptr());
        let updates = if page.updates.is_empty() { std::ptr::null_mut() } else { page.updates.as_mut_ptr() };
        self.recent[log_slot(number)] = Recent { number: number + 1, at, shift, units, updates };
        at as usize
    }

    #[cold]
    #[inline(never)]
    fn note(&mut self, position: &Position, later: &Reported, earlier: Event) {
        let Some(dims) = position.dims else { return };
        let pair = (earlier.number.min(later.number), earlier.number.max(later.number));
        if MAX_RACES <= self.known.len() || !self.known.insert(pair) {
            return;
        }
        let earlier_block = interval(&self.intervals, earlier).block;
        self.found.lock().unwrap_or_else(PoisonError::into_inner).push(ThreadRace {
            later: later.number.into(),
            later_thread: Thread { block: position.block.into(), thread: later.thread.into() },
            earlier: earlier.number.into(),
            earlier_thread: Thread { block: earlier_block.into(), thread: earlier.thread.into() },
            launch: position.op,
            dims,
        });
    }
}

/// Records an access to a unit; returns whether it is the first one of its kind in the launch, and an earlier access that it
/// races with.
#[inline]
fn touch<const KIND: Kind>(page: &mut Page, number: usize, now: &Now<'_>) -> (bool, Option<Event>) {
    let Some(unit) = page.units.get_mut(number) else { return (false, None) };
    let mut conflict = None;
    if KIND != REWRITE && now.races(unit.write) {
        conflict = Some(unit.write);
    }
    if KIND == WRITE || KIND == UPDATE {
        for read in unit.reads {
            if now.races(read) {
                conflict = Some(read);
            }
        }
    }
    if KIND != UPDATE && !page.updates.is_empty() {
        for update in page.updates[number] {
            if now.races(update) {
                conflict = Some(update);
            }
        }
    }
    let is_first = match KIND {
        READ | REWRITE => now.record(&mut unit.reads) || KIND == REWRITE,
        UPDATE => now.record(&mut page.updates[number]),
        _ => {
            let is_first = !now.is_of_launch(unit.write);
            unit.write = now.event;
            is_first
        }
    };
    (is_first, conflict)
}
