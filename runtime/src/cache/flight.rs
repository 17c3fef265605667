//! The in-process tier of the cache: each key is made once, however many threads request it, and is kept
//! while there is room.
//!
//! No lock is held while an artifact is made, so a request for one key never waits for another key. A failure
//! is shared like a result. A panic fails the requests that wait for it, and no later one.

use super::Failure;
use super::image::Image;
use super::key::Key;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The maximum number of failures that are remembered.
const MAX_FAILURES: usize = 1024;

/// The result of a request: the artifact, or the reason why there is none.
pub type CacheResult = Result<Arc<Image>, Arc<Failure>>;

/// The artifacts of a process by key.
#[derive(Debug)]
pub(super) struct Flight {
    table: Mutex<Table>,
    most_bytes: u64,
}

#[derive(Debug, Default)]
struct Table {
    slots: FxHashMap<Key, Arc<Slot>>,
    /// Keys of artifacts with their bytes, oldest first.
    made: VecDeque<(Key, u64)>,
    bytes: u64,
    /// Keys of failures, oldest first.
    failed: VecDeque<Key>,
}

type Slot = OnceLock<CacheResult>;

impl Flight {
    /// Creates a tier that keeps at most `most_bytes` bytes.
    pub(super) fn new(most_bytes: u64) -> Self {
        Self { table: Mutex::default(), most_bytes }
    }

    /// Returns the artifact of a key, and whether this call made it. Concurrent calls with the same key wait
    /// for it.
    pub(super) fn get(&self, key: Key, make: impl FnOnce() -> Result<Image, Failure>) -> (CacheResult, bool) {
        let slot = Arc::clone(self.table().slots.entry(key).or_default());
        let mut is_leader = false;
        let outcome = slot.get_or_init(|| {
            is_leader = true;
            // Unwind safe: no half-done state is visible after a panic, since the call returns everything it
            // makes.
            catch_unwind(AssertUnwindSafe(make))
                .unwrap_or(Err(Failure::Panic))
                .map(Arc::new)
                .map_err(Arc::new)
        });
        if is_leader {
            self.table().settle(key, outcome, self.most_bytes);
        }
        (outcome.clone(), is_leader)
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // Unpoisoning is safe: no operation on the table can stop half way.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of artifacts and failures kept.
    pub(super) fn len(&self) -> usize {
        self.table().slots.len()
    }
}

impl Table {
    /// Accounts for a new result, and evicts the oldest ones beyond the limits.
    fn settle(&mut self, key: Key, outcome: &CacheResult, most_bytes: u64) {
        match outcome.as_ref().map_err(AsRef::as_ref) {
            Ok(image) => {
                let bytes = image.bytes();
                self.made.push_back((key, bytes));
                self.bytes += bytes;
            }
            Err(Failure::Refused) => self.failed.push_back(key),
            Err(Failure::Panic) => drop(self.slots.remove(&key)),
        }
        while most_bytes < self.bytes
            && let Some((oldest, bytes)) = self.made.pop_front()
        {
            self.slots.remove(&oldest);
            self.bytes -= bytes;
        }
        while MAX_FAILURES < self.failed.len()
            && let Some(oldest) = self.failed.pop_front()
        {
            self.slots.remove(&oldest);
        }
    }
}
