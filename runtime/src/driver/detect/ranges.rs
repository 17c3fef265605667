//! What a piece of work touched: byte ranges per kind of access, merged so that they stay few.
//!
//! New ranges go to a short list whose last entries are tried first, since code walks through several buffers at a
//! time. When the list is full it is sorted into the merged ranges, of which the last that were met are tried first. So memory is bounded by what is touched, not by
//! how often, and an access costs O(log n) on average.

use super::{Access, Update};
use crate::driver::{Fill, StridedCopy, StridedFill};

/// Recent ranges that a new one may extend.
const TRIED: usize = 4;
/// Recent ranges that are kept before they are merged, at least.
const LEAST_RECENT: usize = 4096;

/// A half-open range of addresses.
pub(super) type Range = (u64, u64);

/// A set of addresses.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranges {
    merged: Vec<Range>,
    recent: Vec<Range>,
    /// Merged ranges that held the last accesses which were known already.
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

    /// Sorted ranges that neither touch nor overlap.
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

/// What one launch, or the host between two calls, read, wrote and updated. Compiled kernels append to it.
#[derive(Debug, Default)]
pub struct AccessLog {
    /// Memory of the worker, which is no business of others.
    scratch: Range,
    reads: Ranges,
    writes: Ranges,
    /// By the kind of update.
    atomics: Vec<(Update, Ranges)>,
}

impl AccessLog {
    /// What a copy does.
    pub(super) fn of_copy(dst: u64, src: u64, bytes: u64) -> Self {
        let mut log = Self::default();
        log.add(Access::Read, src, bytes);
        log.add(Access::Write, dst, bytes);
        log
    }

    /// What a strided copy does.
    pub(super) fn of_strided(copy: &StridedCopy) -> Self {
        let mut log = Self::default();
        let sides =
            [(Access::Read, copy.src, &copy.src_strides), (Access::Write, copy.dst, &copy.dst_strides)];
        for (access, address, strides) in sides {
            let (sizes, strides) = (&copy.sizes[..copy.rank], &strides[..copy.rank]);
            let view = View { address, element_bytes: copy.element_bytes, sizes, strides };
            view.each_piece(&mut |address, bytes| log.add(access, address, bytes));
        }
        log
    }

    /// What a fill does.
    pub(super) fn of_fill(fill: &Fill) -> Self {
        let mut log = Self::default();
        log.add(Access::Write, fill.dst, fill.count.saturating_mul(u64::from(fill.width)));
        log
    }

    /// What a fill of a strided view does: gaps between its elements are not touched.
    pub(super) fn of_strided_fill(fill: &StridedFill) -> Self {
        let mut log = Self::default();
        fill.each_run(&mut |run| log.add(Access::Write, run.dst, run.count * u64::from(run.width)));
        log
    }

    /// Says where the scratch memory of the code that follows lies; accesses to it are not logged.
    pub fn set_scratch(&mut self, address: u64, bytes: u64) {
        self.scratch = (address, address.saturating_add(bytes));
    }

    /// Logs an access to `bytes` bytes.
    pub fn add(&mut self, access: Access, address: u64, bytes: u64) {
        if self.scratch.0 <= address && address < self.scratch.1 {
            return;
        }
        let hi = address.saturating_add(bytes);
        match access {
            Access::Read => self.reads.add(address, hi),
            Access::Write | Access::Alloc | Access::Free => self.writes.add(address, hi),
            Access::Atomic(update) => self.updates(update).add(address, hi),
        }
    }

    /// The ranges of updates of this kind.
    fn updates(&mut self, update: Update) -> &mut Ranges {
        let known = self.atomics.iter().position(|(kind, _)| *kind == update);
        let index = known.unwrap_or_else(|| {
            self.atomics.push((update, Ranges::default()));
            self.atomics.len() - 1
        });
        &mut self.atomics[index].1
    }

    /// Calls `visit` for each merged range: reads first, then atomics, then writes, each in ascending order.
    pub(super) fn each(&mut self, mut visit: impl FnMut(Access, Range)) {
        let atomics = self.atomics.iter_mut().map(|(update, ranges)| (Access::Atomic(*update), ranges));
        let reads = std::iter::once((Access::Read, &mut self.reads));
        let writes = std::iter::once((Access::Write, &mut self.writes));
        for (access, ranges) in reads.chain(atomics).chain(writes) {
            ranges.sorted().iter().for_each(|range| visit(access, *range));
        }
    }
}

/// Elements in memory: element `(i, j, …)` lies `i * strides[0] + j * strides[1] + …` elements from the address.
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
    /// Bytes in one piece.
    pub fn of_bytes(address: u64, bytes: u64) -> Self {
        Self { address, element_bytes: bytes, sizes: &[], strides: &[] }
    }

    /// Calls `visit` with address and bytes of parts in one piece that make up the view.
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
