//! The accesses of a piece of work: byte ranges per kind of access, merged so that they stay few.
//!
//! New ranges go to a short list whose last entries are tried first, since code walks through several buffers
//! at a time. When the list is full it is sorted into the merged ranges, of which the most recently hit ones
//! are tried first. So memory is bounded by the accessed ranges, not by the number of accesses, and an access
//! costs O(log n) on average.

use std::sync::Arc;

use warpline_ir::host_abi::{LogHead, LogRun, N_LOG_RUNS, REWRITES};

use super::threads::{Position, READ, REWRITE, Reported, SharedShadow, UPDATE, WRITE};
use super::touched::Touched;
use super::{AccessKind, Update};
use crate::driver::{Fill, StridedCopy, StridedFill};
use crate::program::LaunchDims;

/// The number of recent ranges that a new one may extend.
const TRIED: usize = 4;
/// The minimum number of recent ranges that are kept before they are merged.
const LEAST_RECENT: usize = 4096;

/// A half-open range of addresses.
pub(super) type Range = (u64, u64);

/// A set of addresses.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranges {
    merged: Vec<Range>,
    recent: Vec<Range>,
    /// The merged ranges that contained the most recent repeated accesses.
    hits: [Range; TRIED],
    oldest_hit: usize,
}

impl Ranges {
    /// Adds `lo..hi`.
    pub(super) fn add(&mut self, lo: u64, hi: u64) {
        let holds = |range: &Range| range.0 <= lo && hi <= range.1;
        if hi <= lo || self.hits.iter().any(holds) {
            return;
        }
        let first = self.recent.len().saturating_sub(TRIED);
        for range in self.recent[first..].iter_mut().rev() {
            if lo <= range.1 && range.0 <= hi {
                *range = (range.0.min(lo), range.1.max(hi));
                return;
            }
        }
        let after = self.merged.partition_point(|range| range.0 <= lo);
        if let Some(known) = after.checked_sub(1).map(|at| self.merged[at]).filter(holds) {
            self.hits[self.oldest_hit] = known;
            self.oldest_hit = (self.oldest_hit + 1) % TRIED;
            return;
        }
        if self.merged.len().max(LEAST_RECENT) <= self.recent.len() {
            self.merge();
        }
        self.recent.push((lo, hi));
    }

    /// Returns the ranges, sorted; they neither touch nor overlap.
    pub(super) fn sorted(&mut self) -> &[Range] {
        self.merge();
        &self.merged
    }

    fn merge(&mut self) {
        if self.recent.is_empty() {
            return;
        }
        let mut all = std::mem::take(&mut self.merged);
        all.append(&mut self.recent);
        all.sort_unstable();
        for (lo, hi) in all {
            match self.merged.last_mut() {
                Some(last) if lo <= last.1 => last.1 = last.1.max(hi),
                Some(_) | None => self.merged.push((lo, hi)),
            }
        }
    }
}

/// The numbers of accesses, as kernels report them.
const READS: u32 = AccessKind::Read.number();
const WRITES: u32 = AccessKind::Write.number();
const REWRITES_TOO: u32 = WRITES | REWRITES;

/// The reads, writes and atomic updates of one launch, or of the host between two calls. Compiled kernels
/// append to it.
#[derive(Debug, Default)]
#[repr(C)]
pub struct AccessLog {
    /// What kernels extend: reads and writes.
    heads: [LogHead; 2],
    /// The shadow of the threads of launches, and the place in this one; none for work that has no threads.
    threads: Option<Arc<SharedShadow>>,
    position: Position,
    /// The scratch memory of the worker, which no other worker accesses.
    scratch: Range,
    reads: Accesses,
    writes: Accesses,
    /// The accesses by kind of update.
    atomics: Vec<(Update, Accesses)>,
}

// SAFETY: the pages of its heads are its own.
unsafe impl Send for AccessLog {}

/// The addresses of the accesses of a kind.
#[derive(Debug, Default)]
struct Accesses {
    /// Those of single elements.
    touched: Touched,
    ranges: Ranges,
}

impl AccessLog {
    /// Returns the accesses of a copy.
    pub(super) fn of_copy(dst: u64, src: u64, bytes: u64) -> Self {
        let mut log = Self::default();
        log.add(AccessKind::Read, src, bytes);
        log.add(AccessKind::Write, dst, bytes);
        log
    }

    /// Returns the accesses of a strided copy.
    pub(super) fn of_strided(copy: &StridedCopy) -> Self {
        let mut log = Self::default();
        let sides = [
            (AccessKind::Read, copy.src, &copy.src_strides),
            (AccessKind::Write, copy.dst, &copy.dst_strides),
        ];
        for (access, address, strides) in sides {
            let (sizes, strides) = (&copy.sizes[..copy.rank], &strides[..copy.rank]);
            let view = View { address, element_bytes: copy.element_bytes, sizes, strides };
            view.each_piece(&mut |address, bytes| log.add(access, address, bytes));
        }
        log
    }

    /// Returns the accesses of a fill.
    pub(super) fn of_fill(fill: &Fill) -> Self {
        let mut log = Self::default();
        log.add(AccessKind::Write, fill.dst, fill.count.saturating_mul(u64::from(fill.width)));
        log
    }

    /// Returns the accesses of a fill of a strided view: gaps between its elements are not accessed.
    pub(super) fn of_strided_fill(fill: &StridedFill) -> Self {
        let mut log = Self::default();
        fill.each_run(&mut |run| log.add(AccessKind::Write, run.dst, run.count * u64::from(run.width)));
        log
    }

    /// Creates the log of a launch by an operation.
    pub(super) fn of_launch(op: u32, threads: &Arc<SharedShadow>) -> Self {
        Self { threads: Some(Arc::clone(threads)), position: Position::of(op), ..Self::default() }
    }

    /// Begins a part of a launch of this extent, with this scratch memory of the worker: accesses to it are not logged.
    ///
    /// # Safety
    /// The worker of the device of the launch is the caller.
    pub unsafe fn begin(&mut self, dims: LaunchDims, scratch: u64, bytes: u64) {
        self.scratch = (scratch, scratch.saturating_add(bytes));
        for (head, kind) in self.heads.iter_mut().zip([&mut self.reads, &mut self.writes]) {
            head.pages = kind.touched.pages_but(self.scratch);
        }
        let Self { threads: Some(threads), position, .. } = self else { return };
        // SAFETY: the device has one worker, which runs this.
        unsafe { threads.with(|shadow| shadow.begin(position, dims)) };
    }

    /// Begins an interval of a block, whose accesses no barrier orders.
    ///
    /// # Safety
    /// As for [`Self::begin`].
    pub unsafe fn next_interval(&mut self, block: u64) {
        let Self { threads: Some(threads), position, .. } = self else { return };
        // SAFETY: the device has one worker, which runs this.
        unsafe { threads.with(|shadow| shadow.next_interval(position, block)) };
    }

    #[inline]
    fn is_scratch(&self, address: u64) -> bool {
        (self.scratch.0..self.scratch.1).contains(&address)
    }

    /// Logs an access of a thread, which is compared with those of other threads, by its number in the program. `access` is
    /// the number of its kind; [`REWRITES`] marks a write that changes nothing.
    ///
    /// # Safety
    /// As for [`Self::begin`].
    #[inline]
    pub unsafe fn add_of_thread(
        &mut self,
        access: u32,
        (address, bytes): (u64, u64),
        thread: u64,
        number: u32,
    ) {
        let is_local = self.is_scratch(address);
        let (thread, number) = (thread as u16, number.min(u16::MAX.into()) as u16);
        let Self { threads: Some(threads), position, .. } = self else { return };
        let reported = Reported { address, bytes, thread, number, is_local };
        // SAFETY: the device has one worker, which runs this.
        let simple = unsafe {
            threads.with(|shadow| match access {
                READS => shadow.simple_access::<READ>(position, &reported),
                WRITES => shadow.simple_access::<WRITE>(position, &reported),
                REWRITES_TOO => shadow.simple_access::<REWRITE>(position, &reported),
                _ => shadow.simple_access::<UPDATE>(position, &reported),
            })
        };
        match simple {
            Some(false) => {}
            Some(true) if is_local => {}
            Some(true) => self.touch(access, (address, address.wrapping_add(bytes))),
            None => self.add_any(access, &reported),
        }
    }

    #[cold]
    #[inline(never)]
    fn add_any(&mut self, access: u32, reported: &Reported) {
        let Self { threads: Some(threads), position, .. } = self else { return };
        // SAFETY: as in `add_of_thread`, the only caller.
        let is_first = unsafe {
            threads.with(|shadow| match access {
                READS => shadow.access::<READ>(position, reported),
                WRITES => shadow.access::<WRITE>(position, reported),
                REWRITES_TOO => shadow.access::<REWRITE>(position, reported),
                _ => shadow.access::<UPDATE>(position, reported),
            })
        };
        if is_first && !reported.is_local {
            let end = reported.address.saturating_add(reported.bytes);
            self.touch(access, (reported.address, end));
        }
    }

    /// Adds a range that is not known to be among those of this kind of access.
    #[inline]
    fn touch(&mut self, access: u32, (lo, hi): Range) {
        match access {
            READS => self.reads.touched.add(lo, hi),
            WRITES | REWRITES_TOO => self.writes.touched.add(lo, hi),
            _ => self.accesses(AccessKind::from_number(access)).touched.add(lo, hi),
        }
    }

    /// Returns the accesses of a kind.
    fn accesses(&mut self, access: AccessKind) -> &mut Accesses {
        let update = match access {
            AccessKind::Read => return &mut self.reads,
            AccessKind::Write | AccessKind::Alloc | AccessKind::Free => return &mut self.writes,
            AccessKind::Atomic(update) => update,
        };
        let known = self.atomics.iter().position(|(kind, _)| *kind == update);
        let index = known.unwrap_or_else(|| {
            self.atomics.push((update, Accesses::default()));
            self.atomics.len() - 1
        });
        &mut self.atomics[index].1
    }

    /// Logs an access to `bytes` bytes.
    pub fn add(&mut self, access: AccessKind, address: u64, bytes: u64) {
        self.accesses(access).ranges.add(address, address.saturating_add(bytes));
    }

    /// Logs an access of a kernel to `bytes` bytes, which is not compared with those of other threads.
    #[inline]
    pub(crate) fn add_of_kernel(&mut self, access: u32, address: u64, bytes: u64, number: u32) {
        if self.is_scratch(address) {
            return;
        }
        let mut new = LogRun { start: address, end: address.saturating_add(bytes) };
        if let Some(head) = self.heads.get_mut(access as usize) {
            let run = &mut head.runs[number as usize % N_LOG_RUNS];
            if run.end == address {
                run.end = new.end;
                return;
            }
            std::mem::swap(run, &mut new);
        }
        self.touch(access, (new.start, new.end));
    }

    /// Logs an access of a kernel to a view, which is not compared with those of other threads.
    pub(crate) fn add_view_of_kernel(&mut self, access: u32, view: &View<'_>) {
        view.each_piece(&mut |address, bytes| {
            if !self.is_scratch(address) {
                self.touch(access, (address, address.saturating_add(bytes)));
            }
        });
    }

    /// Calls `visit` for each merged range: reads first, then atomics, then writes, each in ascending order.
    pub(super) fn each(&mut self, mut visit: impl FnMut(AccessKind, Range)) {
        for (head, kind) in self.heads.iter_mut().zip([&mut self.reads, &mut self.writes]) {
            for LogRun { start, end } in std::mem::take(&mut head.runs) {
                kind.touched.add(start, end);
            }
        }
        let atomics = self.atomics.iter_mut().map(|(update, all)| (AccessKind::Atomic(*update), all));
        let reads = std::iter::once((AccessKind::Read, &mut self.reads));
        let writes = std::iter::once((AccessKind::Write, &mut self.writes));
        for (access, Accesses { touched, ranges }) in reads.chain(atomics).chain(writes) {
            std::mem::take(touched).each(|(lo, hi)| ranges.add(lo, hi));
            ranges.sorted().iter().for_each(|range| visit(access, *range));
        }
    }
}

/// Elements in memory: element `(i, j, …)` is at an offset of `i * strides[0] + j * strides[1] + …` elements
/// from the address.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Address of the element at index 0.
    pub address: u64,
    /// Bytes of one element.
    pub element_bytes: u64,
    /// Extents; none for a single element.
    pub sizes: &'a [u64],
    /// Strides in elements, as many as there are extents.
    pub strides: &'a [i64],
}

impl View<'_> {
    /// Returns a view of contiguous bytes.
    pub fn of_bytes(address: u64, bytes: u64) -> Self {
        Self { address, element_bytes: bytes, sizes: &[], strides: &[] }
    }

    /// Calls `visit` with address and size in bytes of contiguous pieces that make up the view.
    pub(super) fn each_piece(&self, visit: &mut impl FnMut(u64, u64)) {
        if let ([size], [1]) = (self.sizes, self.strides) {
            visit(self.address, self.element_bytes.saturating_mul(*size));
            return;
        }
        let (Some((size, sizes)), Some((stride, strides))) =
            (self.sizes.split_first(), self.strides.split_first())
        else {
            visit(self.address, self.element_bytes);
            return;
        };
        let step = stride.wrapping_mul(self.element_bytes as i64);
        for index in 0..*size {
            let address = self.address.wrapping_add_signed(step.wrapping_mul(index as i64));
            View { address, sizes, strides, ..*self }.each_piece(visit);
        }
    }
}
