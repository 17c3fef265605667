//! The access history of each byte, which finds races: conflicting accesses that no barrier orders.

/// The memory order of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strength {
    /// No order.
    Weak,
    /// No order, but it does not race with other strong accesses.
    Relaxed,
    /// Observes what another thread released.
    Acquire,
    /// Makes earlier writes visible.
    Release,
    /// Acquires and releases.
    Both,
}

/// Bytes whose history is allocated together.
const PAGE: usize = 64;
/// The number of a thread or block that stands for several.
const MANY: u32 = u32::MAX;

/// An access to a byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stamp {
    /// The line; 0 for no access.
    pub(super) line: u32,
    /// The number of the block in the grid.
    pub(super) block: u32,
    /// The number of the thread in the block.
    pub(super) thread: u32,
    /// The number of barriers that the block has passed.
    pub(super) epoch: u32,
    /// The number of barriers that the warp has passed.
    pub(super) warp_epoch: u32,
    /// The time of the access.
    pub(super) time: u32,
    /// Whether the access is atomic or strong.
    pub(super) is_strong: bool,
}

/// The accesses to a byte in this launch.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    write: Stamp,
    read: Stamp,
    /// The line of a read as constant memory; 0 for none.
    constant: u32,
}

/// The access history of a memory region.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    pages: Vec<Option<Box<[Mark; PAGE]>>>,
}

/// An earlier access that conflicts with the current one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conflict {
    /// A write of the byte.
    Write(Stamp),
    /// A read of the byte.
    Read(Stamp),
    /// A read as constant memory, at this line.
    ConstantRead(u32),
    /// A write of a byte that is now read as constant memory.
    ConstantWrite(Stamp),
}

/// An access to bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub(super) stamp: Stamp,
    pub(super) is_write: bool,
    pub(super) is_read: bool,
    pub(super) is_constant: bool,
}

impl Marks {
    /// Records an access to bytes; returns the first conflict, if any. `is_ordered` determines whether an
    /// earlier access is ordered before this one by something other than barriers.
    pub(super) fn touch(
        &mut self,
        at: u64,
        n: u64,
        touch: Touch,
        is_ordered: impl Fn(&Stamp) -> bool,
    ) -> Option<Conflict> {
        for byte in at as usize..(at + n) as usize {
            let page = byte / PAGE;
            if self.pages.len() <= page {
                self.pages.resize(page + 1, None);
            }
            let page = self.pages[page].get_or_insert_with(|| Box::new([Mark::default(); PAGE]));
            let conflict = page[byte % PAGE].touch(touch, &is_ordered);
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }
}

impl Mark {
    fn touch(&mut self, touch: Touch, is_ordered: impl Fn(&Stamp) -> bool) -> Option<Conflict> {
        let Touch { stamp, is_write, is_read, is_constant } = touch;
        let is_race = |earlier: &Stamp| races(earlier, &stamp) && !is_ordered(earlier);
        if is_constant && self.write.line != 0 {
            return Some(Conflict::ConstantWrite(self.write));
        }
        if is_write && self.constant != 0 {
            return Some(Conflict::ConstantRead(self.constant));
        }
        if is_race(&self.write) {
            return Some(Conflict::Write(self.write));
        }
        if is_write && is_race(&self.read) {
            return Some(Conflict::Read(self.read));
        }
        if is_constant {
            self.constant = stamp.line;
        }
        if is_write {
            self.write = stamp;
        }
        if is_read && !is_write {
            // A read that is ordered before this one needs no stamp of its own.
            self.read = if is_ordered(&self.read) { stamp } else { joined(self.read, stamp) };
        }
        None
    }
}

/// Whether nothing orders two accesses, at least one of which is a write.
fn races(earlier: &Stamp, now: &Stamp) -> bool {
    if earlier.line == 0 || (earlier.is_strong && now.is_strong) {
        return false;
    }
    if earlier.block != now.block {
        return true;
    }
    if earlier.thread == now.thread || earlier.epoch != now.epoch {
        return false;
    }
    let same_warp = earlier.thread != MANY && earlier.thread / 32 == now.thread / 32;
    !(same_warp && earlier.warp_epoch != now.warp_epoch)
}

/// Returns a stamp for an earlier read and another one.
fn joined(earlier: Stamp, now: Stamp) -> Stamp {
    if earlier.line == 0 {
        return now;
    }
    let mut joined = now;
    joined.is_strong = earlier.is_strong && now.is_strong;
    if earlier.block != now.block {
        joined.block = MANY;
    } else if earlier.epoch == now.epoch && earlier.thread != now.thread {
        joined.thread = MANY;
    }
    joined
}

/// The times up to which a block has released its writes and acquired those of others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sync {
    /// The time of its last fence.
    fence: u32,
    /// Writes up to this time are visible to a block that acquires them.
    pub(super) released: u32,
    /// Writes that were released up to this time have been acquired.
    pub(super) acquired: u32,
}

impl Sync {
    /// Records a fence at this time.
    pub(super) fn fence(&mut self, time: u32) {
        self.fence = time;
    }

    /// Records a strong access at this time.
    pub(super) fn access(&mut self, strength: Strength, is_write: bool, is_read: bool, time: u32) {
        if matches!(strength, Strength::Release | Strength::Both) {
            self.fence = time;
        }
        if is_write {
            self.released = self.released.max(self.fence);
        }
        if is_read {
            self.acquired = time;
        }
    }
}
