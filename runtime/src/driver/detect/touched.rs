//! The bytes that the threads of a launch touched: a bit for each, page by page.
//!
//! Threads touch memory in every order, so that ranges would have to be sorted; a bit is set in constant time.

use rustc_hash::FxHashMap;

use super::ranges::Range;
use super::threads::{PAGE, slot_of};

/// The bits of a word.
const BITS: u64 = u64::BITS as u64;
/// The bits of a page.
type Page = [u64; (PAGE / BITS) as usize];

/// A set of addresses.
#[derive(Debug, Default)]
pub(super) struct Touched {
    numbers: FxHashMap<u64, u32>,
    pages: Vec<(u64, Box<Page>)>,
    /// The pages found last: 1 + the number of the page in memory, and that in `pages`; by [`slot_of`].
    recent: Vec<(u64, u32)>,
}

impl Touched {
    /// Adds `lo..hi`.
    #[inline]
    pub(super) fn add(&mut self, lo: u64, hi: u64) {
        let (number, start) = (lo / PAGE, lo % PAGE);
        let (bit, n) = (start % BITS, hi.saturating_sub(lo));
        if bit + n <= BITS
            && let Some((known, at)) = self.recent.get(slot_of(number))
            && *known == number.wrapping_add(1)
            && let Some((_, page)) = self.pages.get_mut(*at as usize)
        {
            page[(start / BITS) as usize] |= ones(n) << bit;
            return;
        }
        self.add_any(lo, hi);
    }

    #[cold]
    #[inline(never)]
    fn add_any(&mut self, mut lo: u64, hi: u64) {
        while lo < hi {
            let (number, start) = (lo / PAGE, lo % PAGE);
            let n = (hi - lo).min(BITS - start % BITS);
            let at = self.find(number);
            self.pages[at].1[(start / BITS) as usize] |= ones(n) << (start % BITS);
            lo = lo.saturating_add(n);
        }
    }

    fn find(&mut self, number: u64) -> usize {
        let at = *self.numbers.entry(number).or_insert_with(|| {
            self.pages.push((number, Box::new([0; (PAGE / BITS) as usize])));
            self.pages.len() as u32 - 1
        });
        self.recent.resize(super::threads::N_RECENT, (0, 0));
        self.recent[slot_of(number)] = (number.wrapping_add(1), at);
        at as usize
    }

    /// Calls `visit` for each range, in ascending order; they neither touch nor overlap.
    pub(super) fn each(mut self, mut visit: impl FnMut(Range)) {
        self.pages.sort_unstable_by_key(|(number, _)| *number);
        let mut open: Option<Range> = None;
        for (number, page) in &self.pages {
            for (word, mut bits) in (0u64..).zip(page.iter().copied()) {
                let first = number * PAGE + word * BITS;
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
