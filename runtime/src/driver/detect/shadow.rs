//! Shadow memory: for each byte range, the accesses that a later one may race with.
//!
//! Work is entered in issue order, which agrees with every order that streams and events impose. So two
//! accesses race exactly if they conflict and the clock of the later one has not seen the earlier one,
//! whichever ran first. An access that makes another one redundant replaces it: every later access that races
//! with the older one also races with the newer one.

use std::collections::BTreeMap;
use std::ops::Bound;

use super::AccessKind;
use super::clock::Clock;
use super::ranges::Range;

/// One access in the shadow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Touch {
    pub(super) access: AccessKind,
    /// The clock component that counts it.
    pub(super) actor: u32,
    pub(super) count: u64,
    /// Index of the work in the detector's table.
    pub(super) work: u32,
}

impl Touch {
    fn is_before(&self, clock: &Clock) -> bool {
        clock.has_seen(self.actor, self.count)
    }

    /// Whether `later`, which has seen this access, makes it redundant.
    fn is_covered_by(&self, later: AccessKind) -> bool {
        later.is_write() || self.access == later
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Segment {
    end: u64,
    touches: Vec<Touch>,
}

/// The shadow of all memory, by first address; segments do not overlap.
#[derive(Debug, Default)]
pub(super) struct Shadow {
    segments: BTreeMap<u64, Segment>,
}

impl Shadow {
    /// Calls `visit` for each earlier access that conflicts with one to this range, ordered or not.
    pub(super) fn conflicts(&self, (lo, hi): Range, access: AccessKind, mut visit: impl FnMut(&Touch)) {
        let around = self.segments.range(..lo).next_back().filter(|(_, segment)| lo < segment.end);
        for (_, segment) in around.into_iter().chain(self.segments.range(lo..hi)) {
            segment.touches.iter().filter(|earlier| earlier.access.conflicts(access)).for_each(&mut visit);
        }
    }

    /// Enters an access to a range and calls `report` for each earlier one that it races with, or that freed
    /// the range. It races with those of `beside` whatever the clock says.
    pub(super) fn enter(
        &mut self,
        (lo, hi): Range,
        touch: Touch,
        (clock, beside): (&Clock, &[(u32, u64)]),
        mut report: impl FnMut(&Touch, Range),
    ) {
        self.split(lo);
        self.split(hi);
        if touch.access == AccessKind::Alloc {
            self.replace((lo, hi), touch);
            return;
        }
        self.fill_gaps((lo, hi));
        for (start, segment) in self.segments.range_mut(lo..hi) {
            let range = (*start, segment.end);
            let mut is_freed = false;
            for earlier in &segment.touches {
                let is_free = earlier.access == AccessKind::Free;
                is_freed |= is_free;
                let is_before = earlier.is_before(clock) && !beside.contains(&(earlier.actor, earlier.count));
                if is_free || earlier.access.conflicts(touch.access) && !is_before {
                    report(earlier, range);
                }
            }
            if !is_freed {
                let is_covered =
                    |earlier: &Touch| earlier.is_covered_by(touch.access) && earlier.is_before(clock);
                segment.touches.retain(|earlier| !is_covered(earlier));
                segment.touches.push(touch);
            }
        }
        if touch.access == AccessKind::Free {
            self.replace((lo, hi), touch);
        } else {
            self.join((lo, hi));
        }
    }

    /// Makes an access the only one of a range.
    fn replace(&mut self, (lo, hi): Range, touch: Touch) {
        self.remove((lo, hi));
        self.segments.insert(lo, Segment { end: hi, touches: vec![touch] });
    }

    fn remove(&mut self, (lo, hi): Range) {
        let starts: Vec<u64> = self.segments.range(lo..hi).map(|(start, _)| *start).collect();
        for start in starts {
            self.segments.remove(&start);
        }
    }

    /// Splits the segment that contains an address at that address.
    fn split(&mut self, at: u64) {
        let Some((_, segment)) = self.segments.range_mut(..at).next_back() else { return };
        if at < segment.end {
            let right = Segment { end: segment.end, touches: segment.touches.clone() };
            segment.end = at;
            self.segments.insert(at, right);
        }
    }

    /// Inserts empty segments into the gaps of a range.
    fn fill_gaps(&mut self, (lo, hi): Range) {
        let mut gaps = Vec::new();
        let mut at = lo;
        for (start, segment) in self.segments.range(lo..hi) {
            if at < *start {
                gaps.push((at, *start));
            }
            at = segment.end;
        }
        if at < hi {
            gaps.push((at, hi));
        }
        for (start, end) in gaps {
            self.segments.insert(start, Segment { end, touches: Vec::new() });
        }
    }

    /// Joins equal adjacent segments in and next to a range.
    fn join(&mut self, (lo, hi): Range) {
        let before = self.segments.range(..lo).next_back().map_or(lo, |(start, _)| *start);
        let mut at = before;
        while let Some(end) = self.segments.get(&at).map(|segment| segment.end) {
            if hi < end {
                return;
            }
            match self.segments.get(&end) {
                Some(next) if next.touches == self.segments[&at].touches => {
                    let next_end = next.end;
                    self.segments.remove(&end);
                    if let Some(segment) = self.segments.get_mut(&at) {
                        segment.end = next_end;
                    }
                }
                Some(_) => at = end,
                None => match self.segments.range((Bound::Excluded(at), Bound::Included(hi))).next() {
                    Some((start, _)) => at = *start,
                    None => return,
                },
            }
        }
    }
}
