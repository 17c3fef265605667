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

use std::cell::RefCell;
use std::sync::PoisonError;
use std::time::Duration;

use super::key::Key;

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

    /// Waits for the result, or `None` if that takes longer than `most`.
    pub(super) fn wait(&self, most: Duration) -> Option<T> {
        let outcome = lock(&self.outcome);
        wait_while(&self.is_set, outcome, most, |outcome| outcome.is_none()).clone()
    }
}

/// Waits for at most `most` while the data of a mutex is `unfit`; see [`lock`].
pub(super) fn wait_while<'a, T>(
    condition: &Condvar,
    guard: MutexGuard<'a, T>,
    most: Duration,
    unfit: impl FnMut(&mut T) -> bool,
) -> MutexGuard<'a, T> {
    condition.wait_timeout_while(guard, most, unfit).unwrap_or_else(PoisonError::into_inner).0
}

#[cfg(feature = "shuttle")]
use shuttle::thread_local;

thread_local! {
    /// The keys that this thread is making, each with the address of the table.
    static MAKING: RefCell<Vec<(usize, Key)>> = const { RefCell::new(Vec::new()) };
}

/// Marks that this thread makes the value of a key for a table, until it is dropped.
pub(super) struct Making((usize, Key));

impl Making {
    /// Begins to make a value.
    pub(super) fn begin<T>(table: &T, key: Key) -> Self {
        let making = (std::ptr::from_ref(table).addr(), key);
        MAKING.with(|keys| keys.borrow_mut().push(making));
        Self(making)
    }

    /// Whether this thread is making the value, so that it would wait for itself.
    pub(super) fn is_own<T>(table: &T, key: Key) -> bool {
        let making = (std::ptr::from_ref(table).addr(), key);
        MAKING.with(|keys| keys.borrow().contains(&making))
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        MAKING.with(|keys| keys.borrow_mut().retain(|making| *making != self.0));
    }
}
