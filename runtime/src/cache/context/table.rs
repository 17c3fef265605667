//! The modules of a context by key: each is loaded once, and unloaded only while nobody holds it.
//!
//! A hold is counted under the lock of the module's shard, and a module is removed under the same lock, so that what is
//! held is never removed. No lock is held while a module is loaded or unloaded.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{ContextError, ContextLimits};
use crate::cache::key::Key;
use crate::cache::sync::{AtomicBool, AtomicU64, Mutex, Ordering, RwLock, Shared, lock, read, write};

/// The number of parts of the table, each with a lock of its own.
const N_SHARDS: usize = 16;

/// A loaded module.
#[derive(Debug)]
pub(super) struct Entry<T> {
    pub(super) key: Key,
    pub(super) value: T,
    pub(super) bytes: u64,
    /// Whether it was loaded for one holder, in addition to the module in the table.
    pub(super) is_private: bool,
    /// Its number among the modules that the context has loaded.
    number: u64,
    n_holds: AtomicU64,
    /// Requests that found it loaded.
    n_hits: AtomicU64,
    /// The number of loads of the context when it was held last.
    used: AtomicU64,
}

impl<T> Entry<T> {
    /// Adds a hold to a module that is held.
    pub(super) fn hold_again(&self) {
        self.n_holds.fetch_add(1, Ordering::Relaxed);
    }

    fn is_held(&self) -> bool {
        self.n_holds.load(Ordering::Acquire) != 0
    }
}

type Loading<T> = Shared<Result<Arc<Entry<T>>, ContextError>>;

enum Slot<T> {
    /// A thread loads the module, and others wait for it; each of them will hold it.
    Loading(Arc<Loading<T>>, u64),
    Loaded(Arc<Entry<T>>),
}

impl<T> Slot<T> {
    fn loaded(&self) -> Option<&Arc<Entry<T>>> {
        match self {
            Self::Loaded(entry) => Some(entry),
            Self::Loading(..) => None,
        }
    }
}

type Shard<T> = FxHashMap<Key, Slot<T>>;

/// The modules in a table that are held, except for private ones.
pub(super) struct Held<T>(pub(super) Vec<Arc<Entry<T>>>);

/// The way in which a hold came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// This call loaded the module.
    Loaded,
    /// The module was loaded.
    Kept,
    /// Another thread loaded it meanwhile.
    Awaited,
}

/// The holders of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holders {
    /// Any number of them.
    Many,
    /// One: a module that is held is loaded once more.
    One,
}

pub(super) struct Table<T> {
    shards: [RwLock<Shard<T>>; N_SHARDS],
    limits: ContextLimits,
    /// Serialises evictions and the closing of the table.
    maintenance: Mutex<()>,
    is_closed: AtomicBool,
    n_loads: AtomicU64,
    /// Hits of modules that are not in the table any more.
    n_hits: AtomicU64,
    n_modules: AtomicU64,
    bytes: AtomicU64,
}

/// The modules in a table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    pub(super) hits: u64,
    pub(super) modules: u64,
    pub(super) held: u64,
    pub(super) bytes: u64,
    pub(super) held_bytes: u64,
}

impl<T> Table<T> {
    pub(super) fn new(limits: ContextLimits) -> Self {
        Self {
            shards: std::array::from_fn(|_| RwLock::new(Shard::default())),
            limits,
            maintenance: Mutex::new(()),
            is_closed: AtomicBool::new(false),
            n_loads: AtomicU64::new(0),
            n_hits: AtomicU64::new(0),
            n_modules: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
        }
    }

    fn shard(&self, key: Key) -> &RwLock<Shard<T>> {
        &self.shards[usize::from(key.0[0]) % N_SHARDS]
    }

    /// Holds the module of a key, or `None` if it is not loaded.
    pub(super) fn try_hold(&self, key: Key) -> Option<Arc<Entry<T>>> {
        let shard = read(self.shard(key));
        let Some(Slot::Loaded(entry)) = shard.get(&key) else { return None };
        (!self.is_closed()).then(|| self.hold(entry))
    }

    fn hold(&self, entry: &Arc<Entry<T>>) -> Arc<Entry<T>> {
        entry.n_holds.fetch_add(1, Ordering::AcqRel);
        self.note_use(entry);
        Arc::clone(entry)
    }

    /// Holds a module for one holder, unless it is held.
    fn hold_alone(&self, entry: &Arc<Entry<T>>) -> Option<Arc<Entry<T>>> {
        entry.n_holds.compare_exchange(0, 1, Ordering::AcqRel, Ordering::Relaxed).ok()?;
        self.note_use(entry);
        Some(Arc::clone(entry))
    }

    fn note_use(&self, entry: &Entry<T>) {
        entry.n_hits.fetch_add(1, Ordering::Relaxed);
        let now = self.n_loads.load(Ordering::Relaxed);
        if entry.used.load(Ordering::Relaxed) != now {
            entry.used.store(now, Ordering::Relaxed);
        }
    }

    /// Holds the module of a key, which `load` loads, with its bytes, if it is not loaded yet. Concurrent calls with the
    /// same key wait for the one that loads it, and get its error.
    pub(super) fn get(
        &self,
        key: Key,
        holders: Holders,
        load: impl FnOnce() -> Result<(T, u64), ContextError>,
    ) -> (Result<Arc<Entry<T>>, ContextError>, Origin) {
        if holders == Holders::Many
            && let Some(entry) = self.try_hold(key)
        {
            return (Ok(entry), Origin::Kept);
        }
        let mut shard = write(self.shard(key));
        if self.is_closed() {
            return (Err(ContextError::Closed), Origin::Kept);
        }
        let loading = match shard.get_mut(&key) {
            None => {
                let loading = Arc::new(Loading::new());
                shard.insert(key, Slot::Loading(Arc::clone(&loading), 0));
                Some(loading)
            }
            Some(Slot::Loaded(entry)) => match holders {
                Holders::Many => return (Ok(self.hold(entry)), Origin::Kept),
                Holders::One => match self.hold_alone(entry) {
                    Some(entry) => return (Ok(entry), Origin::Kept),
                    None => None,
                },
            },
            Some(Slot::Loading(loading, n_waiting)) => match holders {
                Holders::Many => {
                    *n_waiting += 1;
                    let loading = Arc::clone(loading);
                    drop(shard);
                    return (loading.wait(), Origin::Awaited);
                }
                Holders::One => None,
            },
        };
        drop(shard);
        // Unwind safe: what the call has made so far is dropped with it.
        let loaded = catch_unwind(AssertUnwindSafe(load)).unwrap_or(Err(ContextError::Panic));
        let result = self.publish(key, loaded, loading.is_none());
        if let Some(loading) = loading {
            loading.set(result.clone());
        }
        (result, Origin::Loaded)
    }

    /// Enters a loaded module, held by the caller and by those who wait for it, or removes the slot after a failure. A
    /// private module is not entered.
    fn publish(
        &self,
        key: Key,
        loaded: Result<(T, u64), ContextError>,
        is_private: bool,
    ) -> Result<Arc<Entry<T>>, ContextError> {
        let mut shard = write(self.shard(key));
        let n_waiting = match shard.get(&key) {
            Some(Slot::Loading(_, n_waiting)) if !is_private => *n_waiting,
            _ => 0,
        };
        let (value, bytes) = loaded.inspect_err(|_| {
            if !is_private {
                shard.remove(&key);
            }
        })?;
        let number = self.n_loads.fetch_add(1, Ordering::Relaxed) + 1;
        let used = AtomicU64::new(number);
        let n_holds = AtomicU64::new(1 + n_waiting);
        let entry = Arc::new(Entry {
            key,
            value,
            bytes,
            is_private,
            number,
            n_holds,
            n_hits: AtomicU64::new(n_waiting),
            used,
        });
        self.n_modules.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        if !is_private {
            shard.insert(key, Slot::Loaded(Arc::clone(&entry)));
        }
        Ok(entry)
    }

    /// Ends a hold. Returns a private module, which is to be unloaded.
    pub(super) fn release<'e>(&self, entry: &'e Arc<Entry<T>>) -> Option<&'e Arc<Entry<T>>> {
        let is_last = entry.n_holds.fetch_sub(1, Ordering::AcqRel) == 1;
        (is_last && entry.is_private).then(|| {
            self.uncount(entry);
            entry
        })
    }

    fn uncount(&self, entry: &Entry<T>) {
        self.n_hits.fetch_add(entry.n_hits.load(Ordering::Relaxed), Ordering::Relaxed);
        self.n_modules.fetch_sub(1, Ordering::Relaxed);
        self.bytes.fetch_sub(entry.bytes, Ordering::Relaxed);
    }

    /// Whether the modules exceed a limit.
    pub(super) fn is_over(&self) -> bool {
        self.limits.modules < self.n_modules.load(Ordering::Relaxed)
            || self.limits.bytes < self.bytes.load(Ordering::Relaxed)
    }

    /// Removes modules that nobody holds, the least recently used first, until the limits hold.
    pub(super) fn trim(&self) -> Vec<Arc<Entry<T>>> {
        let _maintenance = lock(&self.maintenance);
        let mut removed = Vec::new();
        if !self.is_over() {
            return removed;
        }
        let mut idle = self.entries();
        idle.retain(|entry| !entry.is_held());
        idle.sort_by_key(|entry| entry.used.load(Ordering::Relaxed));
        for entry in idle {
            if !self.is_over() {
                break;
            }
            removed.extend(self.remove_idle(entry.key));
        }
        removed
    }

    /// Removes the modules that `is_chosen` and that nobody holds; also returns the number of chosen ones that are held.
    pub(super) fn evict(&self, is_chosen: impl Fn(&Entry<T>) -> bool) -> (Vec<Arc<Entry<T>>>, u64) {
        let _maintenance = lock(&self.maintenance);
        let mut chosen = self.entries();
        chosen.retain(|entry| is_chosen(entry));
        let n_chosen = chosen.len();
        let removed: Vec<_> = chosen.iter().filter_map(|entry| self.remove_idle(entry.key)).collect();
        let n_held = (n_chosen - removed.len()) as u64;
        (removed, n_held)
    }

    fn remove_idle(&self, key: Key) -> Option<Arc<Entry<T>>> {
        let mut shard = write(self.shard(key));
        match shard.get(&key) {
            Some(Slot::Loaded(entry)) if !entry.is_held() => {}
            _ => return None,
        }
        let Some(Slot::Loaded(entry)) = shard.remove(&key) else { return None };
        self.uncount(&entry);
        Some(entry)
    }

    /// Closes the table and returns its modules. If some are held or being loaded, the table stays open.
    pub(super) fn close(&self) -> Result<Vec<Arc<Entry<T>>>, Held<T>> {
        let _maintenance = lock(&self.maintenance);
        if self.is_closed() {
            return Ok(Vec::new());
        }
        let mut shards: Vec<_> = self.shards.iter().map(write).collect();
        let slots = || shards.iter().flat_map(|shard| shard.values());
        let mut entries: Vec<_> = slots().filter_map(Slot::loaded).cloned().collect();
        entries.sort_unstable_by_key(|entry| entry.number);
        let is_loading = entries.len() != slots().count();
        let has_private = entries.len() as u64 != self.n_modules.load(Ordering::Relaxed);
        if is_loading || has_private || entries.iter().any(|entry| entry.is_held()) {
            entries.retain(|entry| entry.is_held());
            return Err(Held(entries));
        }
        self.is_closed.store(true, Ordering::Release);
        for shard in &mut shards {
            shard.clear();
        }
        for entry in &entries {
            self.uncount(entry);
        }
        Ok(entries)
    }

    /// Whether [`Self::close`] has succeeded.
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Acquire)
    }

    /// Returns the present usage.
    pub(super) fn usage(&self) -> Usage {
        let mut usage = Usage {
            modules: self.n_modules.load(Ordering::Relaxed),
            bytes: self.bytes.load(Ordering::Relaxed),
            ..Usage::default()
        };
        let mut idle = self.entries();
        let hits = idle.iter().map(|entry| entry.n_hits.load(Ordering::Relaxed));
        usage.hits = hits.sum::<u64>() + self.n_hits.load(Ordering::Relaxed);
        idle.retain(|entry| !entry.is_held());
        let (n_idle, idle_bytes) = (idle.len() as u64, idle.iter().map(|entry| entry.bytes).sum());
        usage.held = usage.modules.saturating_sub(n_idle);
        usage.held_bytes = usage.bytes.saturating_sub(idle_bytes);
        usage
    }

    /// Returns the modules in the table, in the order in which they were loaded.
    fn entries(&self) -> Vec<Arc<Entry<T>>> {
        let mut entries = Vec::new();
        for shard in &self.shards {
            entries.extend(read(shard).values().filter_map(Slot::loaded).cloned());
        }
        entries.sort_unstable_by_key(|entry| entry.number);
        entries
    }
}
