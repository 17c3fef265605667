//! Detects that the process is the child of a fork, in which locks may be held by threads that do not exist and devices
//! belong to the parent.

use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::driver::{DeviceError, Result};

/// The number of forks between the first process and this one.
static GENERATION: AtomicU64 = AtomicU64::new(0);
static HANDLER: Once = Once::new();

/// The process that an object was created in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ForkStamp(u64);

impl ForkStamp {
    /// Returns the stamp of this process.
    pub(crate) fn now() -> Self {
        HANDLER.call_once(count_forks);
        Self(GENERATION.load(Ordering::Relaxed))
    }

    /// Returns an error if this process is a child of the one with the stamp, whose locks it must not take.
    pub(crate) fn refuse_child(self) -> Result<()> {
        if self.is_forked() { Err(DeviceError::forked()) } else { Ok(()) }
    }

    /// Whether this process is a child of the one with the stamp.
    pub(crate) fn is_forked(self) -> bool {
        self.0 != GENERATION.load(Ordering::Relaxed)
    }
}

#[cfg(all(unix, not(miri)))]
fn count_forks() {
    type Handler = Option<extern "C" fn()>;
    // SAFETY: every Unix system has this function with this signature; a result of 0 means success.
    unsafe extern "C" {
        /// Registers functions to call before a fork, and after it in the parent and in the child.
        safe fn pthread_atfork(before: Handler, in_parent: Handler, in_child: Handler) -> i32;
    }
    extern "C" fn in_child() {
        GENERATION.fetch_add(1, Ordering::Relaxed);
    }
    // It fails only without memory; then a child is not recognised.
    let _ = pthread_atfork(None, None, Some(in_child));
}

#[cfg(any(not(unix), miri))]
fn count_forks() {}
