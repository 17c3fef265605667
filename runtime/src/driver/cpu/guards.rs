//! Maps memory between guard pages: reserved address space in which every access ends the process.

#[cfg(target_os = "linux")]
pub(super) use linux::{map, page_bytes, unmap};
#[cfg(not(target_os = "linux"))]
pub(super) use other::{map, page_bytes, unmap};

#[cfg(target_os = "linux")]
mod linux {
    use std::ptr::{self, NonNull};

    /// Returns the size of a page.
    pub(in super::super) fn page_bytes() -> usize {
        // SAFETY: it reads a constant of the system.
        usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(1 << 16)
    }

    /// Maps `size` bytes of whole pages with `guard` bytes on both sides; `None` if the address space has no
    /// room.
    pub(in super::super) fn map(size: usize, guard: usize) -> Option<NonNull<u8>> {
        let total = guard.checked_mul(2)?.checked_add(size)?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: new pages at an address that the system chooses.
        let start = unsafe { libc::mmap(ptr::null_mut(), total, libc::PROT_NONE, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return None;
        }
        // SAFETY: the pages are in the middle of the mapping that was just made.
        let is_open = unsafe {
            let middle = start.byte_add(guard);
            libc::mprotect(middle, size, libc::PROT_READ | libc::PROT_WRITE) == 0
        };
        if !is_open {
            // SAFETY: the mapping was just made and is not used.
            unsafe { libc::munmap(start, total) };
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
