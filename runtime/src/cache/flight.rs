//! The in-process tier of the cache: each key is made once, however many threads request it, and is kept
//! while there is room.
//!
//! No lock is held while an artifact is made, so a request for one key never waits for another key. A failure
//! is shared like a result; only [`Failure::Refused`] is remembered.

use super::Failure;
use super::image::Image;
use super::key::Key;
use super::sync::{AtomicU64, Making, Mutex, Ordering, RwLock, Shared, lock, read, write};
use rustc_hash::FxHashMap;
use std::collections::{VecDeque, hash_map};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

/// The maximum number of failures that are remembered.
const MAX_FAILURES: usize = 1024;

/// The result of a request: the artifact, or the reason why there is none.
pub type CacheResult = Result<Arc<Image>, Arc<Failure>>;

/// The number of parts of the table, each with a lock of its own.
const N_SHARDS: usize = 16;

/// The artifacts of a process by key.
#[derive(Debug)]
pub(super) struct Flight {
    shards: [Shard; N_SHARDS],
    ledger: Mutex<Ledger>,
    most_bytes: u64,
    most_wait: Duration,
}

/// A part of the table.
#[derive(Debug)]
struct Shard {
    slots: RwLock<FxHashMap<Key, Slot>>,
    /// Requests whose result was there, or that waited for it.
    n_shared: AtomicU64,
}

/// The kept results by age, for the limits.
#[derive(Debug, Default)]
struct Ledger {
    /// Keys of artifacts with their bytes, oldest first.
    made: VecDeque<(Key, u64)>,
    bytes: u64,
    /// Keys of failures, oldest first.
    failed: VecDeque<Key>,
}

#[derive(Debug)]
enum Slot {
    Making(Arc<Shared<CacheResult>>),
    Made(CacheResult),
}

/// The way in which a request was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// This call made the result.
    Made,
    /// The result was there.
    Kept,
    /// Another thread made it meanwhile.
    Awaited,
}

impl Flight {
    /// Creates a tier that keeps at most `most_bytes` bytes, and whose callers wait for each other for at most `most_wait`.
    pub(super) fn new(most_bytes: u64, most_wait: Duration) -> Self {
        let shard = |_| Shard { slots: RwLock::new(FxHashMap::default()), n_shared: AtomicU64::new(0) };
        Self {
            shards: std::array::from_fn(shard),
            ledger: Mutex::new(Ledger::default()),
            most_bytes,
            most_wait,
        }
    }

    fn shard(&self, key: Key) -> &Shard {
        &self.shards[usize::from(key.0[0]) % N_SHARDS]
    }

    /// Returns the artifact of a key. Concurrent calls with the same key wait for the one that makes it.
    pub(super) fn get(
        &self,
        key: Key,
        make: impl FnOnce() -> Result<Image, Failure>,
    ) -> (CacheResult, Answer) {
        let shard = self.shard(key);
        if let Some(Slot::Made(result)) = read(&shard.slots).get(&key) {
            shard.n_shared.fetch_add(1, Ordering::Relaxed);
            return (result.clone(), Answer::Kept);
        }
        let pending = match write(&shard.slots).entry(key) {
            hash_map::Entry::Occupied(slot) => {
                shard.n_shared.fetch_add(1, Ordering::Relaxed);
                match slot.get() {
                    Slot::Made(result) => return (result.clone(), Answer::Kept),
                    Slot::Making(pending) => Err(Arc::clone(pending)),
                }
            }
            hash_map::Entry::Vacant(slot) => {
                let pending = Arc::new(Shared::new());
                slot.insert(Slot::Making(Arc::clone(&pending)));
                Ok(pending)
            }
        };
        let pending = match pending {
            Ok(pending) => pending,
            Err(_) if Making::is_own(self, key) => {
                return (Err(Arc::new(Failure::Recursive)), Answer::Awaited);
            }
            Err(pending) => {
                let late = || Err(Arc::new(Failure::late(self.most_wait)));
                return (pending.wait(self.most_wait).unwrap_or_else(late), Answer::Awaited);
            }
        };
        let making = Making::begin(self, key);
        // Unwind safe: no half-done state is visible after a panic, since the call returns everything it makes.
        let made = catch_unwind(AssertUnwindSafe(make)).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            Err(Failure::Panic(text.unwrap_or_default()))
        });
        drop(making);
        let result = made.map(Arc::new).map_err(Arc::new);
        self.settle(key, &result);
        pending.set(result.clone());
        (result, Answer::Made)
    }

    /// Returns the number of artifacts and failures kept.
    pub(super) fn len(&self) -> usize {
        let ledger = lock(&self.ledger);
        ledger.made.len() + ledger.failed.len()
    }

    /// Returns the number of requests that made nothing.
    pub(super) fn n_shared(&self) -> u64 {
        self.shards.iter().map(|shard| shard.n_shared.load(Ordering::Relaxed)).sum()
    }

    /// Removes the result of a key if it is this one, so that it is made again; returns whether it was.
    pub(super) fn forget(&self, key: Key, rejected: &Arc<Image>) -> bool {
        let mut ledger = lock(&self.ledger);
        let is_kept = match read(&self.shard(key).slots).get(&key) {
            Some(Slot::Made(Ok(image))) => Arc::ptr_eq(image, rejected),
            Some(Slot::Made(Err(_)) | Slot::Making(_)) | None => false,
        };
        if let Some(index) = ledger.made.iter().position(|(made, _)| *made == key).filter(|_| is_kept) {
            let bytes = ledger.made.remove(index).map_or(0, |(_, bytes)| bytes);
            ledger.bytes -= bytes;
            self.remove(key);
        }
        is_kept
    }

    fn remove(&self, key: Key) {
        write(&self.shard(key).slots).remove(&key);
    }

    /// Keeps a new result, and evicts the oldest ones beyond the limits.
    fn settle(&self, key: Key, result: &CacheResult) {
        let bytes = match result.as_ref().map_err(AsRef::as_ref) {
            Ok(image) => Some(image.bytes()),
            Err(Failure::Refused(_)) => None,
            Err(Failure::Transient(_) | Failure::Recursive | Failure::Panic(_)) => return self.remove(key),
        };
        let mut ledger = lock(&self.ledger);
        write(&self.shard(key).slots).insert(key, Slot::Made(result.clone()));
        match bytes {
            Some(bytes) => {
                ledger.made.push_back((key, bytes));
                ledger.bytes += bytes;
            }
            None => ledger.failed.push_back(key),
        }
        while self.most_bytes < ledger.bytes
            && let Some((oldest, bytes)) = ledger.made.pop_front()
        {
            self.remove(oldest);
            ledger.bytes -= bytes;
        }
        while MAX_FAILURES < ledger.failed.len()
            && let Some(oldest) = ledger.failed.pop_front()
        {
            self.remove(oldest);
        }
    }
}
