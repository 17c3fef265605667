//! The tier of a process: each key is made once, however many threads ask, and stays while there is room.
//!
//! No lock is held while something is made: who asks for one key never waits for another. A failure is shared like a
//! result. A panic fails those who wait for it, and nobody after them.

use super::Failure;
use super::image::Image;
use super::key::Key;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// So many failures are remembered.
const MAX_FAILURES: usize = 1024;

/// What came of making an artifact.
pub type Outcome = Result<Arc<Image>, Arc<Failure>>;

/// Artifacts by key.
#[derive(Debug)]
pub(super) struct Flight {
    table: Mutex<Table>,
    most_bytes: u64,
}

#[derive(Debug, Default)]
struct Table {
    slots: FxHashMap<Key, Arc<Slot>>,
    /// Keys of what is made, the oldest first, each with its bytes.
    made: VecDeque<(Key, u64)>,
    bytes: u64,
    /// Keys of failures, the oldest first.
    failed: VecDeque<Key>,
}

type Slot = OnceLock<Outcome>;

impl Flight {
    /// A tier that keeps at most so many bytes.
    pub(super) fn new(most_bytes: u64) -> Self {
        Self { table: Mutex::default(), most_bytes }
    }

    /// The artifact of a key, and whether this call made it. All others who ask meanwhile wait for it.
    pub(super) fn get(&self, key: Key, make: impl FnOnce() -> Result<Image, Failure>) -> (Outcome, bool) {
        let slot = Arc::clone(self.table().slots.entry(key).or_default());
        let mut is_leader = false;
        let outcome = slot.get_or_init(|| {
            is_leader = true;
            // Nothing of what a panic leaves half done is seen again: all that is made comes out of the call.
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
        // No operation on the table can stop half way.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many artifacts and failures are kept.
    pub(super) fn len(&self) -> usize {
        self.table().slots.len()
    }
}

impl Table {
    /// Counts what was made, and makes room.
    fn settle(&mut self, key: Key, outcome: &Outcome, most_bytes: u64) {
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
