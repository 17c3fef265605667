//! Ends the process with a message and an exit code, instead of a signal, when machine code of a program
//! crashes.
//!
//! Compiled code does not check its call depth, nor its indices where the user disables that. Where it
//! accesses unmapped memory, executes an invalid instruction or corrupts the heap, the system or the C
//! library raises a signal. The [`Guard`] handles it: it writes a message prepared in advance and ends the
//! process. Nothing is repaired. The guard lives only while a program runs, so that a signal at any other
//! time is a bug of warpline and shows as one.
//!
//! All data of the handler lies in dedicated pages at a fixed address, which are read-only while the guard
//! lives: a program with stray writes cannot change how the process ends.
//!
//! A stack overflow is distinguished from other faults by its address, which is near the end of the stack of
//! the thread that made the guard. This thread runs the host code; kernels do not recurse. On systems other
//! than Linux the guard does nothing.

use std::alloc::{GlobalAlloc, Layout};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether an allocation of the process has failed.
static IS_EXHAUSTED: AtomicBool = AtomicBool::new(false);

/// An allocator for the process that remembers an allocation that failed, so that the abort which follows is not taken
/// for one because of a corrupt heap.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watched<A>(pub A);

// SAFETY: each function passes its arguments on to the same function of the other allocator, which keeps the contract.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Watched<A> {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of this function, which is the same.
        noted(unsafe { self.0.alloc(layout) })
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as in `alloc`.
        noted(unsafe { self.0.alloc_zeroed(layout) })
    }

    #[inline]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, n_bytes: usize) -> *mut u8 {
        // SAFETY: as in `alloc`.
        noted(unsafe { self.0.realloc(memory, layout, n_bytes) })
    }

    #[inline]
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as in `alloc`.
        unsafe { self.0.dealloc(memory, layout) };
    }
}

/// Returns new memory, and remembers if there is none.
#[inline]
fn noted(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        IS_EXHAUSTED.store(true, Ordering::Relaxed);
    }
    memory
}

/// An exit of the process: its message and its exit code.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The text written to stderr, of which only the first [`MAX_MESSAGE`] bytes are used.
    pub message: Vec<u8>,
    /// The exit code.
    pub code: i32,
}

/// The maximum length of a message in bytes.
pub const MAX_MESSAGE: usize = 4096;

/// The ending for each kind of crash.
#[derive(Clone, Debug)]
pub struct Endings {
    /// An access to memory outside of the program.
    pub access: Ending,
    /// A stack overflow.
    pub stack: Ending,
    /// An invalid instruction, as in corrupt code or after a wild jump.
    pub instruction: Ending,
    /// An arithmetic exception of the processor.
    pub arithmetic: Ending,
    /// An abort, as by the C library when its heap is corrupt.
    pub abort: Ending,
    /// An abort because there was no memory for an allocation, with [`Watched`] as the allocator of the process.
    pub memory: Ending,
}

#[cfg(target_os = "linux")]
pub use linux::Guard;
#[cfg(not(target_os = "linux"))]
pub use other::Guard;

#[cfg(target_os = "linux")]
mod linux {
    use std::cell::UnsafeCell;
    use std::ffi::c_void;
    use std::mem::MaybeUninit;
    use std::ops::Range;
    use std::ptr;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::{Ending, Endings, IS_EXHAUSTED, MAX_MESSAGE};

    /// The handled signals.
    const SIGNALS: [i32; 5] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGABRT];

    /// The maximum distance of a fault from the end of a stack that overflows; the system keeps that much
    /// free below the first stack.
    const REACH: usize = 1 << 20;

    /// A multiple of the size of a page on every system.
    const PAGE: usize = 1 << 16;

    /// The data of the handler.
    #[repr(C)]
    struct Case {
        /// Whether a guard lives; otherwise the other fields are meaningless.
        is_set: bool,
        /// An eventfd counter from which one thread takes 1: that thread writes the message.
        turn: i32,
        /// The addresses just beyond the stack of the thread that made the guard.
        stack_end: Range<usize>,
        access: Text,
        stack: Text,
        instruction: Text,
        arithmetic: Text,
        abort: Text,
        memory: Text,
    }

    /// An ending without pointers.
    #[repr(C)]
    struct Text {
        code: i32,
        n_bytes: usize,
        bytes: [u8; MAX_MESSAGE],
    }

    const _: () = assert!(size_of::<Case>() <= PAGE, "the case fits its pages");

    /// Memory that holds the case at its first multiple of [`PAGE`].
    struct Pages(UnsafeCell<[u8; 2 * PAGE]>);

    // SAFETY: only the owner of `IS_TAKEN` writes, before the handler is installed and after it is removed.
    unsafe impl Sync for Pages {}

    static PAGES: Pages = Pages(UnsafeCell::new([0; 2 * PAGE]));
    /// Whether a guard lives. Only guards read it.
    static IS_TAKEN: AtomicBool = AtomicBool::new(false);

    fn case() -> *mut Case {
        let start = PAGES.0.get().cast::<u8>();
        start.wrapping_add(start.align_offset(PAGE)).cast()
    }

    /// Sets the protection of the page of the case.
    fn protect(protection: i32) {
        // SAFETY: the range is whole pages of the static, which holds nothing else. Where the call fails, the
        // case is unchanged: not protected, but correct.
        unsafe { libc::mprotect(case().cast(), PAGE, protection) };
    }

    /// Installs the signal handlers, and removes them when dropped.
    #[derive(Debug)]
    pub struct Guard {
        /// The previous action of each signal; empty if another guard already lived, so that this one does
        /// nothing.
        before: Vec<(i32, libc::sigaction)>,
    }

    impl Guard {
        /// Installs the handlers, at once and for all threads, until the guard is dropped.
        pub fn new(endings: &Endings) -> Self {
            if IS_TAKEN.swap(true, Ordering::AcqRel) {
                return Self { before: Vec::new() };
            }
            protect(libc::PROT_READ | libc::PROT_WRITE);
            let case = case();
            // SAFETY: the memory is a part of the static, aligned and large enough, and only this guard
            // writes it.
            unsafe {
                write(&raw mut (*case).access, &endings.access);
                write(&raw mut (*case).stack, &endings.stack);
                write(&raw mut (*case).instruction, &endings.instruction);
                write(&raw mut (*case).arithmetic, &endings.arithmetic);
                write(&raw mut (*case).abort, &endings.abort);
                write(&raw mut (*case).memory, &endings.memory);
                (&raw mut (*case).turn).write(libc::eventfd(1, libc::EFD_NONBLOCK | libc::EFD_CLOEXEC));
                (&raw mut (*case).stack_end).write(stack_end());
                (&raw mut (*case).is_set).write(true);
            }
            protect(libc::PROT_READ);
            let before = SIGNALS.iter().filter_map(|signal| Some((*signal, handle(*signal)?))).collect();
            Self { before }
        }
    }

    /// Writes an ending.
    ///
    /// # Safety
    /// `to` may be written.
    unsafe fn write(to: *mut Text, ending: &Ending) {
        let n_bytes = ending.message.len().min(MAX_MESSAGE);
        // SAFETY: the caller vouches for the target, and both sides have that many bytes.
        unsafe {
            (&raw mut (*to).code).write(ending.code);
            (&raw mut (*to).n_bytes).write(n_bytes);
            ptr::copy_nonoverlapping(ending.message.as_ptr(), (&raw mut (*to).bytes).cast(), n_bytes);
        }
    }

    impl Drop for Guard {
        fn drop(&mut self) {
            if self.before.is_empty() {
                return;
            }
            for (signal, before) in &self.before {
                // SAFETY: the same call returned `before` for this signal.
                unsafe { libc::sigaction(*signal, before, ptr::null_mut()) };
            }
            protect(libc::PROT_READ | libc::PROT_WRITE);
            // SAFETY: as in `new`; nothing else uses the counter.
            unsafe {
                (&raw mut (*case()).is_set).write(false);
                libc::close((*case()).turn);
            }
            IS_TAKEN.store(false, Ordering::Release);
        }
    }

    /// Installs the handler of a signal, on the alternate signal stack that the standard library gives every
    /// thread; returns the previous action.
    fn handle(signal: i32) -> Option<libc::sigaction> {
        let mut before = MaybeUninit::<libc::sigaction>::uninit();
        // SAFETY: all zero is a valid value of this structure of integers and a nullable function pointer.
        let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
        action.sa_sigaction = on_signal as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        // SAFETY: both structures are live, and the handler has the signature that `SA_SIGINFO` requires.
        let is_set = unsafe { libc::sigaction(signal, &raw const action, before.as_mut_ptr()) } == 0;
        // SAFETY: the call succeeded, so it has written the previous action.
        is_set.then(|| unsafe { before.assume_init() })
    }

    /// Returns the addresses just beyond the stack of this thread; an empty range if they are unknown.
    fn stack_end() -> Range<usize> {
        let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
        let (mut low, mut size) = (ptr::null_mut::<c_void>(), 0);
        // SAFETY: the first call fills the attributes of the calling thread, the second reads them, and the third frees
        // them; each of the latter comes only after the first has succeeded.
        let is_known = unsafe {
            libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) == 0 && {
                let read = libc::pthread_attr_getstack(attributes.as_ptr(), &raw mut low, &raw mut size);
                libc::pthread_attr_destroy(attributes.as_mut_ptr());
                read == 0
            }
        };
        let low = low as usize;
        if is_known { low.saturating_sub(REACH)..low.saturating_add(REACH.min(size / 2)) } else { 0..0 }
    }

    /// Handles a signal with async-signal-safe calls only: reads the prepared data, writes, and ends the
    /// process.
    extern "C" fn on_signal(signal: i32, info: *mut libc::siginfo_t, _: *mut c_void) {
        // SAFETY: the case lies in a static.
        let case = unsafe { &*case() };
        if !case.is_set {
            // The guard was just dropped. Without a handler, retrying the access ends the process.
            // SAFETY: the default action needs no handler.
            unsafe { libc::signal(signal, libc::SIG_DFL) };
            return;
        }
        await_turn(case.turn);
        end(match signal {
            libc::SIGILL => &case.instruction,
            libc::SIGFPE => &case.arithmetic,
            libc::SIGABRT if IS_EXHAUSTED.load(Ordering::Relaxed) => &case.memory,
            libc::SIGABRT => &case.abort,
            _ => {
                // SAFETY: the system passes a live structure, and these signals have an address.
                let address = unsafe { (*info).si_addr() } as usize;
                if case.stack_end.contains(&address) { &case.stack } else { &case.access }
            }
        })
    }

    /// Returns on the first thread only; the others wait for the end of the process. The order is decided by
    /// a counter of the kernel, as no memory of the process can be trusted. Without a counter every thread is
    /// the first.
    fn await_turn(counter: i32) {
        let mut count = 0u64;
        // SAFETY: the counter gives 8 bytes, or an error.
        let n_read = unsafe { libc::read(counter, (&raw mut count).cast(), size_of::<u64>()) };
        // SAFETY: the address of this thread's `errno` is always valid.
        if n_read < 0 && unsafe { *libc::__errno_location() } == libc::EAGAIN {
            // SAFETY: it has no preconditions.
            unsafe { libc::sleep(1) };
        }
    }

    fn end(text: &Text) -> ! {
        // SAFETY: both calls are async-signal-safe, and the message has that many bytes.
        unsafe {
            libc::write(libc::STDERR_FILENO, text.bytes.as_ptr().cast(), text.n_bytes.min(MAX_MESSAGE));
            libc::_exit(text.code)
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    /// A guard that does nothing: a crash ends the process by a signal.
    #[derive(Debug)]
    pub struct Guard;

    impl Guard {
        /// Does nothing.
        pub fn new(_: &super::Endings) -> Self {
            Self
        }
    }
}
