//! The bytes that the threads of a launch touched: a bit for each, page by page.
//!
//! Threads touch memory in every order, so that ranges would have to be sorted; a bit is set in constant time.

use rustc_hash::FxHashMap;
use warpline_ir::host_abi::{LOG_PAGE, LOG_SLOT_BITS, LogPage, log_slot};

use super::ranges::Range;

/// The bits of a word.
const BITS: u64 = u64::BITS as u64;
const N_WORDS: usize = (LOG_PAGE / BITS) as usize;

/// A set of addresses.
#[derive(Debug, Default)]
pub(super) struct Touched {
    numbers: FxHashMap<u64, u32>,
    /// The bits of each page, which kernels set through `recent`.
    pages: Vec<(u64, Vec<u64>)>,
    /// The pages of a [`LogHead`](warpline_ir::host_abi::LogHead), or nothing.
    recent: Vec<LogPage>,
    /// Addresses whose pages kernels do not find.
    hidden: Range,
}

impl Touched {
    /// Returns the pages that kernels find, of which none has an address of `hidden`.
    pub(super) fn pages_but(&mut self, hidden: Range) -> *mut LogPage {
        if self.recent.is_empty() || self.hidden != hidden {
            self.hidden = hidden;
            self.recent.clear();
        }
        self.recent_pages()
    }

    fn recent_pages(&mut self) -> *mut LogPage {
        const NONE: LogPage = LogPage { number: 0, bits: std::ptr::null_mut() };
        self.recent.resize(1 << LOG_SLOT_BITS, NONE);
        self.recent.as_mut_ptr()
    }

    /// Adds `lo..hi`.
    #[inline]
    pub(super) fn add(&mut self, lo: u64, hi: u64) {
        let (number, start) = (lo / LOG_PAGE, lo % LOG_PAGE);
        let (bit, n) = (start % BITS, hi.saturating_sub(lo));
        if bit + n <= BITS
            && let Some(page) = self.recent.get(log_slot(number))
            && page.number == number.wrapping_add(1)
        {
            // SAFETY: the bits are those of a page of `pages`, which stay where they are, and `start` is in it.
            unsafe { *page.bits.add((start / BITS) as usize) |= ones(n) << bit };
            return;
        }
        self.add_any(lo, hi);
    }

    #[cold]
    #[inline(never)]
    fn add_any(&mut self, mut lo: u64, hi: u64) {
        while lo < hi {
            let (number, start) = (lo / LOG_PAGE, lo % LOG_PAGE);
            let n = (hi - lo).min(BITS - start % BITS);
            let bits = self.find(number);
            // SAFETY: as in `add`.
            unsafe { *bits.add((start / BITS) as usize) |= ones(n) << (start % BITS) };
            lo = lo.saturating_add(n);
        }
    }

    /// Returns the bits of a page, which is made if there is none.
    fn find(&mut self, number: u64) -> *mut u64 {
        let at = *self.numbers.entry(number).or_insert_with(|| {
            self.pages.push((number, vec![0; N_WORDS]));
            self.pages.len() as u32 - 1
        });
        let bits = self.pages[at as usize].1.as_mut_ptr();
        let first = number * LOG_PAGE;
        if self.hidden.1 <= first || first.saturating_add(LOG_PAGE) <= self.hidden.0 {
            self.recent_pages();
            self.recent[log_slot(number)] = LogPage { number: number.wrapping_add(1), bits };
        }
        bits
    }

    /// Calls `visit` for each range, in ascending order; they neither touch nor overlap.
    pub(super) fn each(mut self, mut visit: impl FnMut(Range)) {
        self.pages.sort_unstable_by_key(|(number, _)| *number);
        let mut open: Option<Range> = None;
        for (number, page) in &self.pages {
            for (word, mut bits) in (0u64..).zip(page.iter().copied()) {
                let first = number * LOG_PAGE + word * BITS;
                let mut at = 0;
                while bits != 0 {
                    let skipped = u64::from(bits.trailing_zeros());
                    bits >>= skipped;
                    let n = u64::from(bits.trailing_ones());
                    bits = bits.checked_shr(n as u32).unwrap_or(0);
                    let (lo, hi) = (first + at + skipped, first + at + skipped + n);
                    at += skipped + n;
                    match &mut open {
                        Some(range) if range.1 == lo => range.1 = hi,
                        Some(range) => visit(std::mem::replace(range, (lo, hi))),
                        None => open = Some((lo, hi)),
                    }
                }
            }
        }
        open.into_iter().for_each(visit);
    }
}

/// Returns a word whose lowest bits are set.
#[inline]
fn ones(n: u64) -> u64 {
    if n < BITS { (1 << n) - 1 } else { u64::MAX }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpline_ir::host_abi::LOG_HASH;

    /// Sets the bits of an aligned access as kernels do, if they find its page.
    fn set(pages: *mut LogPage, (address, bytes): (u64, u64)) -> bool {
        let number = address / LOG_PAGE;
        // SAFETY: the set whose pages these are has as many, and outlives them.
        let page = unsafe { *pages.add(log_slot(number)) };
        let is_found = page.number == number + 1;
        if is_found {
            // SAFETY: the word is that of a byte of the page.
            let word = unsafe { &mut *page.bits.add((address % LOG_PAGE / BITS) as usize) };
            *word |= ones(bytes) << (address % BITS);
        }
        is_found
    }

    #[test]
    fn bits_of_the_host_and_of_kernels_become_ranges() {
        let hidden = (5 * LOG_PAGE + 8, 5 * LOG_PAGE + 16);
        let mut touched = Touched::default();
        let mut wanted = std::collections::BTreeSet::new();
        let pages = touched.pages_but(hidden);
        let mut n_found = 0;
        for step in 0..40_000_u64 {
            let bytes = 1 << (step % 4);
            // Many times the pages that are found, and some again.
            let address = step.wrapping_mul(LOG_HASH) % (600 * LOG_PAGE) / bytes * bytes;
            let is_found = set(pages, (address, bytes));
            n_found += u32::from(is_found);
            assert!(!is_found || address / LOG_PAGE != 5, "page 5 is hidden");
            if !is_found {
                touched.add(address, address + bytes);
            }
            wanted.extend(address..address + bytes);
        }
        assert!(0 < n_found, "some pages are found");
        touched.add(LOG_PAGE - 3, LOG_PAGE + 200);
        wanted.extend(LOG_PAGE - 3..LOG_PAGE + 200);
        let mut found = Vec::new();
        let mut before = 0;
        touched.each(|(lo, hi)| {
            assert!(before < lo && lo < hi || found.is_empty(), "ranges are sorted and apart");
            before = hi;
            found.extend(lo..hi);
        });
        assert!(found.iter().copied().eq(wanted), "each byte is in one range");
    }
}
