//! What becomes of the process where machine code of a program breaks it: a message and an exit code, not a signal.
//!
//! Compiled code checks no depth of calls, and no index where the user wants it so. Where it touches memory that is not
//! mapped, executes what is no instruction, or damages the heap of the process, the system or the C library sends a signal,
//! and the [`Guard`] answers it: it writes a message that was made before and ends the process. Nothing is repaired. The
//! guard lives only while a program runs, so that a signal at any other time is a mistake of ours and shows as one.
//!
//! All that the handler reads lies in pages of its own at a fixed address, which cannot be written while the guard lives:
//! a program that writes anywhere cannot change how the process ends.
//!
//! A used-up stack is told from other memory by its address: it is the stack of the thread that made the guard, which runs
//! the host code; kernels call nothing that calls itself. On systems other than Linux the guard does nothing.

/// How the process ends.
#[derive(Clone, Debug)]
pub struct Ending {
    /// What is written to stderr; the first [`MAX_MESSAGE`] bytes of it.
    pub message: Vec<u8>,
    /// The exit code.
    pub code: i32,
}

/// The most bytes of a message.
pub const MAX_MESSAGE: usize = 4096;

/// How it ends in each case.
#[derive(Clone, Debug)]
pub struct Endings {
    /// Memory that is not the program's.
    pub access: Ending,
    /// The end of the stack.
    pub stack: Ending,
    /// What is no instruction, as damaged code or a wild jump brings.
    pub instruction: Ending,
    /// Arithmetic that the processor refuses.
    pub arithmetic: Ending,
    /// The C library found its own memory damaged.
    pub abort: Ending,
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

    use super::{Ending, Endings, MAX_MESSAGE};

    /// The signals that are answered.
    const SIGNALS: [i32; 5] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGABRT];

    /// How far beyond the end of a stack its last frame may reach; the system keeps that much free below the first stack.
    const REACH: usize = 1 << 20;

    /// A multiple of the size of a page on every system.
    const PAGE: usize = 1 << 16;

    /// What the handler reads.
    #[repr(C)]
    struct Case {
        /// Whether a guard lives; without one nothing else has a meaning.
        is_set: bool,
        /// A counter of the system from which one thread takes 1: that one writes the message.
        turn: i32,
        /// Addresses at which the stack of the thread with the guard ends.
        stack_end: Range<usize>,
        access: Text,
        stack: Text,
        instruction: Text,
        arithmetic: Text,
        abort: Text,
    }

    /// An ending without a pointer.
    #[repr(C)]
    struct Text {
        code: i32,
        n_bytes: usize,
        bytes: [u8; MAX_MESSAGE],
    }

    const _: () = assert!(size_of::<Case>() <= PAGE, "the case fits its pages");

    /// Memory that holds the case at its first multiple of [`PAGE`].
    struct Pages(UnsafeCell<[u8; 2 * PAGE]>);

    // SAFETY: only the owner of `IS_TAKEN` writes, before the signals have the handler and after they have lost it.
    unsafe impl Sync for Pages {}

    static PAGES: Pages = Pages(UnsafeCell::new([0; 2 * PAGE]));
    /// Whether a guard lives. Only guards read it.
    static IS_TAKEN: AtomicBool = AtomicBool::new(false);

    fn case() -> *mut Case {
        let start = PAGES.0.get().cast::<u8>();
        start.wrapping_add(start.align_offset(PAGE)).cast()
    }

    /// Lets the case be written, or not.
    fn protect(protection: i32) {
        // SAFETY: the range is whole pages of the static, which holds nothing else. Where the call fails, the case stays as
        // it was: then it is not protected, but right.
        unsafe { libc::mprotect(case().cast(), PAGE, protection) };
    }

    /// Ends the process as told where a signal would.
    #[derive(Debug)]
    pub struct Guard {
        /// What was done about each signal before; empty where this guard came second and does nothing.
        before: Vec<(i32, libc::sigaction)>,
    }

    impl Guard {
        /// Takes effect at once, for all threads, until it is dropped.
        pub fn new(endings: &Endings) -> Self {
            if IS_TAKEN.swap(true, Ordering::AcqRel) {
                return Self { before: Vec::new() };
            }
            protect(libc::PROT_READ | libc::PROT_WRITE);
            let case = case();
            // SAFETY: the memory is a part of the static, aligned and large enough, and only this guard writes it.
            unsafe {
                write(&raw mut (*case).access, &endings.access);
                write(&raw mut (*case).stack, &endings.stack);
                write(&raw mut (*case).instruction, &endings.instruction);
                write(&raw mut (*case).arithmetic, &endings.arithmetic);
                write(&raw mut (*case).abort, &endings.abort);
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
        // SAFETY: the caller vouches for the target, and so many bytes are on both sides.
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
                // SAFETY: `before` is what the same call gave for this signal.
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

    /// Lets our handler have a signal, on the stack for signals that the standard library gives every thread; what had it
    /// before.
    fn handle(signal: i32) -> Option<libc::sigaction> {
        let mut before = MaybeUninit::<libc::sigaction>::uninit();
        // SAFETY: all zero is a value of this structure of integers, and of a function pointer that may be null.
        let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
        action.sa_sigaction = on_signal as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        // SAFETY: both structures are live, and the handler has the signature that `SA_SIGINFO` asks for.
        let is_set = unsafe { libc::sigaction(signal, &raw const action, before.as_mut_ptr()) } == 0;
        // SAFETY: the call succeeded, so it has written what was there before.
        is_set.then(|| unsafe { before.assume_init() })
    }

    /// Where the stack of this thread ends; nowhere if that cannot be told.
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

    /// Does what may be done in a handler: reads what was made before, writes, and ends the process.
    extern "C" fn on_signal(signal: i32, info: *mut libc::siginfo_t, _: *mut c_void) {
        // SAFETY: the case lies in a static.
        let case = unsafe { &*case() };
        if !case.is_set {
            // The guard went a moment ago. Without a handler the access that is tried again ends the process.
            // SAFETY: the default needs no handler.
            unsafe { libc::signal(signal, libc::SIG_DFL) };
            return;
        }
        await_turn(case.turn);
        end(match signal {
            libc::SIGILL => &case.instruction,
            libc::SIGFPE => &case.arithmetic,
            libc::SIGABRT => &case.abort,
            _ => {
                // SAFETY: the system hands over a live structure, and these signals have an address.
                let address = unsafe { (*info).si_addr() } as usize;
                if case.stack_end.contains(&address) { &case.stack } else { &case.access }
            }
        })
    }

    /// Returns on the first thread only; the others wait for the end of the process. What counts is a counter of the system,
    /// as no memory of the process can be trusted. Without a counter every thread is the first.
    fn await_turn(counter: i32) {
        let mut count = 0u64;
        // SAFETY: the counter gives 8 bytes, or an error.
        let n_read = unsafe { libc::read(counter, (&raw mut count).cast(), size_of::<u64>()) };
        // SAFETY: the location of this thread's error is always there.
        if n_read < 0 && unsafe { *libc::__errno_location() } == libc::EAGAIN {
            // SAFETY: it has no conditions.
            unsafe { libc::sleep(1) };
        }
    }

    fn end(text: &Text) -> ! {
        // SAFETY: both calls may be made in a handler, and the message is so long.
        unsafe {
            libc::write(libc::STDERR_FILENO, text.bytes.as_ptr().cast(), text.n_bytes.min(MAX_MESSAGE));
            libc::_exit(text.code)
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    /// Nothing: what breaks the process ends it by a signal.
    #[derive(Debug)]
    pub struct Guard;

    impl Guard {
        /// Does nothing.
        pub fn new(_: &super::Endings) -> Self {
            Self
        }
    }
}
