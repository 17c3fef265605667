//! The synchronisation that the in-memory tiers use: that of the standard library, or of a model checker in tests.

#[cfg(not(feature = "shuttle"))]
pub(super) use std::sync::{
    Condvar, Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

#[cfg(feature = "shuttle")]
pub(super) use shuttle::sync::{
    Condvar, Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use std::sync::PoisonError;

/// Locks a mutex. No operation on the data of this module's users can stop half way, so it is consistent even if the
/// lock is poisoned.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks for reading; see [`lock`].
pub(super) fn read<T>(guarded: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    guarded.read().unwrap_or_else(PoisonError::into_inner)
}

/// Locks for writing; see [`lock`].
pub(super) fn write<T>(guarded: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    guarded.write().unwrap_or_else(PoisonError::into_inner)
}

/// One result for everyone who waits for it.
#[derive(Debug)]
pub(super) struct Shared<T> {
    outcome: Mutex<Option<T>>,
    is_set: Condvar,
}

impl<T: Clone> Shared<T> {
    /// Creates a result that is not set yet.
    pub(super) fn new() -> Self {
        Self { outcome: Mutex::new(None), is_set: Condvar::new() }
    }

    /// Sets the result and wakes everyone.
    pub(super) fn set(&self, outcome: T) {
        *lock(&self.outcome) = Some(outcome);
        self.is_set.notify_all();
    }

    /// Waits for the result.
    pub(super) fn wait(&self) -> T {
        let mut outcome = lock(&self.outcome);
        loop {
            if let Some(outcome) = &*outcome {
                return outcome.clone();
            }
            outcome = self.is_set.wait(outcome).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
