//! What becomes of the process where machine code of a program breaks it: last words and an exit code, not a signal.
//!
//! Compiled code checks no index and no depth of calls. Where it touches memory that is not mapped the system sends a signal,
//! and the [`Guard`] answers it: it writes a message that was made before and ends the process. Nothing is repaired. The
//! guard lives only while a program runs, so that a signal at any other time is a mistake of ours and shows as one.
//!
//! A used-up stack is told from other memory by its place: it is the stack of the thread that made the guard, which runs
//! the host code; kernels call nothing that calls itself. On systems other than Linux the guard does nothing.

/// How the process ends.
#[derive(Clone, Debug)]
pub struct Ending {
    /// What is written to stderr.
    pub message: Vec<u8>,
    /// The exit code.
    pub code: i32,
}

/// How it ends in each case.
#[derive(Clone, Debug)]
pub struct Endings {
    /// Memory that is not the program's.
    pub access: Ending,
    /// The end of the stack.
    pub stack: Ending,
}

#[cfg(target_os = "linux")]
pub use linux::Guard;
#[cfg(not(target_os = "linux"))]
pub use other::Guard;

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::c_void;
    use std::mem::MaybeUninit;
    use std::ops::Range;
    use std::ptr;
    use std::sync::atomic::{AtomicPtr, Ordering};

    use super::{Ending, Endings};

    /// Signals of memory that is not there.
    const SIGNALS: [i32; 2] = [libc::SIGSEGV, libc::SIGBUS];

    /// How far beyond the end of a stack its last frame may reach; the system keeps that much free below the first stack.
    const REACH: usize = 1 << 20;

    /// What the handler reads: that of the living guard, or null.
    static CURRENT: AtomicPtr<Case> = AtomicPtr::new(ptr::null_mut());

    struct Case {
        endings: Endings,
        /// Addresses at which the stack of the thread with the guard ends.
        stack_end: Range<usize>,
    }

    /// Ends the process as told where a signal would.
    #[derive(Debug)]
    pub struct Guard {
        /// What was done about each signal before; empty where this guard came second and does nothing.
        before: Vec<(i32, libc::sigaction)>,
    }

    impl Guard {
        /// Takes effect at once, for all threads, until it is dropped.
        pub fn new(endings: Endings) -> Self {
            let case = Box::into_raw(Box::new(Case { endings, stack_end: stack_end() }));
            let none = ptr::null_mut();
            if CURRENT.compare_exchange(none, case, Ordering::AcqRel, Ordering::Acquire).is_err() {
                // SAFETY: it came from a box just now, and nobody else has seen it.
                drop(unsafe { Box::from_raw(case) });
                return Self { before: Vec::new() };
            }
            let before = SIGNALS.iter().filter_map(|signal| Some((*signal, handle(*signal)?))).collect();
            Self { before }
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
            // What it points to is never freed, for a handler on another thread may still read it.
            CURRENT.store(ptr::null_mut(), Ordering::Release);
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
        // SAFETY: the system hands over a live structure, and these signals have an address.
        let address = unsafe { (*info).si_addr() } as usize;
        // SAFETY: it is null or was made by a guard, and is never freed.
        match unsafe { CURRENT.load(Ordering::Acquire).as_ref() } {
            Some(case) if case.stack_end.contains(&address) => end(&case.endings.stack),
            Some(case) => end(&case.endings.access),
            // The guard went a moment ago. Without a handler the access that is tried again ends the process.
            None => {
                // SAFETY: the default needs no handler.
                unsafe { libc::signal(signal, libc::SIG_DFL) };
            }
        }
    }

    fn end(ending: &Ending) -> ! {
        // SAFETY: both calls may be made in a handler, and the message is so long.
        unsafe {
            libc::write(libc::STDERR_FILENO, ending.message.as_ptr().cast(), ending.message.len());
            libc::_exit(ending.code)
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
        pub fn new(_: super::Endings) -> Self {
            Self
        }
    }
}
