//! The in-process tier of the cache: each key is made once, however many threads request it, and is kept
//! while there is room.
//!
//! No lock is held while an artifact is made, so a request for one key never waits for another key. A failure
//! is shared like a result; only [`Failure::Refused`] is remembered.

use super::Failure;
use super::image::Image;
use super::key::Key;
use super::sync::{Mutex, MutexGuard, Shared, lock};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The maximum number of failures that are remembered.
const MAX_FAILURES: usize = 1024;

#[cfg(feature = "shuttle")]
use shuttle::thread_local;

thread_local! {
    /// The keys that this thread is making, each with the address of its tier.
    static MAKING: RefCell<Vec<(usize, Key)>> = const { RefCell::new(Vec::new()) };
}

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
    slots: FxHashMap<Key, Slot>,
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
    /// Creates a tier that keeps at most `most_bytes` bytes.
    pub(super) fn new(most_bytes: u64) -> Self {
        Self { table: Mutex::new(Table::default()), most_bytes }
    }

    /// Returns the artifact of a key. Concurrent calls with the same key wait for the one that makes it.
    pub(super) fn get(
        &self,
        key: Key,
        make: impl FnOnce() -> Result<Image, Failure>,
    ) -> (CacheResult, Answer) {
        let own = (std::ptr::from_ref(self).addr(), key);
        let mut table = self.table();
        match table.slots.get(&key) {
            Some(Slot::Made(result)) => return (result.clone(), Answer::Kept),
            Some(Slot::Making(pending)) => {
                let pending = Arc::clone(pending);
                drop(table);
                if MAKING.with(|keys| keys.borrow().contains(&own)) {
                    return (Err(Arc::new(Failure::Recursive)), Answer::Awaited);
                }
                return (pending.wait(), Answer::Awaited);
            }
            None => {}
        }
        let pending = Arc::new(Shared::new());
        table.slots.insert(key, Slot::Making(Arc::clone(&pending)));
        drop(table);
        MAKING.with(|keys| keys.borrow_mut().push(own));
        // Unwind safe: no half-done state is visible after a panic, since the call returns everything it makes.
        let made = catch_unwind(AssertUnwindSafe(make)).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            Err(Failure::Panic(text.unwrap_or_default()))
        });
        MAKING.with(|keys| keys.borrow_mut().retain(|making| *making != own));
        let result = made.map(Arc::new).map_err(Arc::new);
        self.table().settle(key, &result, self.most_bytes);
        pending.set(result.clone());
        (result, Answer::Made)
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        lock(&self.table)
    }

    /// Returns the number of artifacts and failures kept.
    pub(super) fn len(&self) -> usize {
        let table = self.table();
        table.made.len() + table.failed.len()
    }

    /// Removes the result of a key, so that it is made again.
    pub(super) fn forget(&self, key: Key) {
        let mut table = self.table();
        if let Some(Slot::Made(_)) = table.slots.get(&key) {
            table.slots.remove(&key);
            table.failed.retain(|failed| *failed != key);
            if let Some(index) = table.made.iter().position(|(made, _)| *made == key) {
                let bytes = table.made.remove(index).map_or(0, |(_, bytes)| bytes);
                table.bytes -= bytes;
            }
        }
    }
}

impl Table {
    /// Keeps a new result, and evicts the oldest ones beyond the limits.
    fn settle(&mut self, key: Key, result: &CacheResult, most_bytes: u64) {
        match result.as_ref().map_err(AsRef::as_ref) {
            Ok(image) => {
                let bytes = image.bytes();
                self.made.push_back((key, bytes));
                self.bytes += bytes;
            }
            Err(Failure::Refused(_)) => self.failed.push_back(key),
            Err(Failure::Transient(_) | Failure::Recursive | Failure::Panic(_)) => {
                self.slots.remove(&key);
                return;
            }
        }
        self.slots.insert(key, Slot::Made(result.clone()));
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
