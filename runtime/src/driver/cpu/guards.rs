//! Maps memory between guard pages: reserved address space in which every access ends the process.
//!
//! Pages that are given back are kept for the next block of their size, as a heap keeps them: a mapping costs more than
//! most blocks. At most [`MAX_LIVE`] blocks have guards at one time, which take 64 TiB of addresses; the system allows
//! four times as many mappings. Further blocks come from the heap, where a write beside them is found when they are
//! freed.

use std::collections::BTreeMap;
use std::ptr::NonNull;
use std::sync::Mutex;

use crate::driver::handles::lock;

/// The most blocks that have guards at one time.
const MAX_LIVE: usize = 1 << 13;
/// The most bytes of pages that are kept for later blocks, and the most of one size.
const MAX_KEPT: usize = 64 << 20;
const MAX_OF_SIZE: usize = 64;

/// The pages that are kept, by size, and their count in use.
#[derive(Default)]
struct Pool {
    kept: BTreeMap<usize, Vec<Pages>>,
    kept_bytes: usize,
    n_live: usize,
}

/// The first byte of mapped pages.
struct Pages(NonNull<u8>);

// SAFETY: the pages belong to the pool, and no thread-bound state is reached through them.
unsafe impl Send for Pages {}

static POOL: Mutex<Pool> = Mutex::new(Pool { kept: BTreeMap::new(), kept_bytes: 0, n_live: 0 });

/// Returns `size` bytes of whole pages with `guard` bytes on both sides; `None` if too many blocks have guards, or the
/// address space has no room.
pub(super) fn take(size: usize, guard: usize) -> Option<NonNull<u8>> {
    let mut pool = lock(&POOL);
    if MAX_LIVE <= pool.n_live {
        return None;
    }
    if let Some(Pages(base)) = pool.kept.get_mut(&size).and_then(Vec::pop) {
        pool.kept_bytes -= size;
        pool.n_live += 1;
        return Some(base);
    }
    let base = map(size, guard)?;
    pool.n_live += 1;
    Some(base)
}

/// Gives pages back that [`take`] returned for these sizes.
pub(super) fn give(base: NonNull<u8>, size: usize, guard: usize) {
    let mut pool = lock(&POOL);
    pool.n_live -= 1;
    let n_kept = pool.kept.get(&size).map_or(0, Vec::len);
    if pool.kept_bytes + size <= MAX_KEPT && n_kept < MAX_OF_SIZE {
        pool.kept_bytes += size;
        pool.kept.entry(size).or_default().push(Pages(base));
        return;
    }
    drop(pool);
    unmap(base, size, guard);
}

#[cfg(target_os = "linux")]
pub(super) use linux::page_bytes;
#[cfg(target_os = "linux")]
use linux::{map, unmap};
#[cfg(not(target_os = "linux"))]
pub(super) use other::page_bytes;
#[cfg(not(target_os = "linux"))]
use other::{map, unmap};

#[cfg(target_os = "linux")]
mod linux {
    use std::ptr::{self, NonNull};

    /// The size of a large page in bytes.
    const LARGE_PAGE: usize = 2 << 20;

    /// Returns the size of a page.
    pub(in super::super) fn page_bytes() -> usize {
        // SAFETY: it reads a constant of the system.
        usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(1 << 16)
    }

    /// Maps `size` bytes of whole pages with `guard` bytes on both sides; `None` if the address space has no
    /// room.
    pub(in super::super) fn map(size: usize, guard: usize) -> Option<NonNull<u8>> {
        // Large blocks begin where the system can give them large pages.
        let slack = if size < LARGE_PAGE { 0 } else { LARGE_PAGE };
        let kept = guard.checked_mul(2)?.checked_add(size)?;
        let total = kept.checked_add(slack)?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: new pages at an address that the system chooses.
        let mapped = unsafe { libc::mmap(ptr::null_mut(), total, libc::PROT_NONE, flags, -1, 0) };
        if mapped == libc::MAP_FAILED {
            return None;
        }
        let before = if slack == 0 { 0 } else { mapped.align_offset(LARGE_PAGE) };
        let start = mapped.wrapping_byte_add(before);
        for (first, unused) in [(mapped, before), (start.wrapping_byte_add(kept), slack - before)] {
            if unused != 0 {
                // SAFETY: the pages before and behind those that are kept were just mapped.
                unsafe { libc::munmap(first, unused) };
            }
        }
        // SAFETY: the pages are in the middle of the mapping that was just made.
        let is_open = unsafe {
            let middle = start.byte_add(guard);
            if slack != 0 {
                // Only a wish: without large pages the block has small ones.
                let _ = libc::madvise(middle, size, libc::MADV_HUGEPAGE);
            }
            libc::mprotect(middle, size, libc::PROT_READ | libc::PROT_WRITE) == 0
        };
        if !is_open {
            // SAFETY: the mapping was just made and is not used.
            unsafe { libc::munmap(start, kept) };
            return None;
        }
        NonNull::new(start.wrapping_byte_add(guard).cast())
    }

    /// Unmaps memory that [`map`] returned for these sizes.
    pub(in super::super) fn unmap(base: NonNull<u8>, size: usize, guard: usize) {
        // SAFETY: the caller owns the pages and the guards around them, and uses them no more.
        unsafe { libc::munmap(base.as_ptr().byte_sub(guard).cast(), size + 2 * guard) };
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    use std::ptr::NonNull;

    /// An arbitrary size: there are no guards.
    pub(in super::super) fn page_bytes() -> usize {
        1 << 16
    }

    /// Returns `None`: blocks are allocated on the heap.
    pub(in super::super) fn map(_: usize, _: usize) -> Option<NonNull<u8>> {
        None
    }

    /// Does nothing, as nothing was mapped.
    pub(in super::super) fn unmap(_: NonNull<u8>, _: usize, _: usize) {}
}
