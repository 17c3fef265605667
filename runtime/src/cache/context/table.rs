//! The modules of a context by key: each is loaded once, and unloaded only while nobody holds it.
//!
//! A hold is counted under the lock of the module's shard, and a module is removed under the same lock, so that what is
//! held is never removed. No lock is held while a module is loaded or unloaded.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::{ContextError, ContextLimits};
use crate::cache::Failure;
use crate::cache::key::Key;
use crate::cache::sync::{
    AtomicBool, AtomicU64, Condvar, Making, Mutex, Ordering, RwLock, Shared, lock, read, wait_while, write,
};

/// The number of parts of the table, each with a lock of its own.
const N_SHARDS: usize = 16;

/// A loaded module.
#[derive(Debug)]
pub(super) struct Entry<T> {
    pub(super) key: Key,
    pub(super) value: T,
    pub(super) bytes: u64,
    /// Whether it is not in the table: it was loaded for one holder, or discarded. It is unloaded with the last hold.
    is_detached: AtomicBool,
    /// Its number among the modules that the context has loaded.
    number: u64,
    n_holds: AtomicU64,
    /// Requests that found it loaded.
    n_hits: AtomicU64,
    /// The number of loads of the context when a hold began or ended last.
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

/// The end of a hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Released {
    /// Others hold the module.
    Held,
    /// Nobody holds it.
    Idle,
    /// Nobody holds it, and it is not in the table: it is to be unloaded.
    Gone,
}

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

/// The modules of a table that are held.
pub(super) struct Held<T> {
    pub(super) entries: Vec<Arc<Entry<T>>>,
    /// The number of modules that are being loaded.
    pub(super) n_loading: u64,
}

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
    /// The modules that are held and not in the table.
    detached: Mutex<Vec<Arc<Entry<T>>>>,
    /// The number of modules that are being loaded for one holder.
    n_detached_loads: AtomicU64,
    /// The number of modules that were removed, and may not be unloaded yet.
    n_leaving: Mutex<u64>,
    left: Condvar,
    most_wait: Duration,
}

/// The modules in a table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    pub(super) loads: u64,
    pub(super) hits: u64,
    pub(super) modules: u64,
    pub(super) held: u64,
    pub(super) bytes: u64,
    pub(super) held_bytes: u64,
}

impl<T> Table<T> {
    /// Creates an empty table, whose callers wait for each other for at most `most_wait`.
    pub(super) fn new(limits: ContextLimits, most_wait: Duration) -> Self {
        Self {
            shards: std::array::from_fn(|_| RwLock::new(Shard::default())),
            limits,
            maintenance: Mutex::new(()),
            is_closed: AtomicBool::new(false),
            n_loads: AtomicU64::new(0),
            n_hits: AtomicU64::new(0),
            n_modules: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            detached: Mutex::new(Vec::new()),
            n_detached_loads: AtomicU64::new(0),
            n_leaving: Mutex::new(0),
            left: Condvar::new(),
            most_wait,
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
        entry.n_hits.fetch_add(1, Ordering::Relaxed);
        self.note_use(entry);
        Arc::clone(entry)
    }

    /// Holds a module for one holder, unless it is held.
    fn hold_alone(&self, entry: &Arc<Entry<T>>) -> Option<Arc<Entry<T>>> {
        entry.n_holds.compare_exchange(0, 1, Ordering::AcqRel, Ordering::Relaxed).ok()?;
        entry.n_hits.fetch_add(1, Ordering::Relaxed);
        self.note_use(entry);
        Some(Arc::clone(entry))
    }

    fn note_use(&self, entry: &Entry<T>) {
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
            Some(Slot::Loading(..)) if Making::is_own(self, key) => {
                return (Err(ContextError::Code(Arc::new(Failure::Recursive))), Origin::Kept);
            }
            Some(Slot::Loading(loading, n_waiting)) => match holders {
                Holders::Many => {
                    *n_waiting += 1;
                    let loading = Arc::clone(loading);
                    drop(shard);
                    return (self.join(key, &loading), Origin::Awaited);
                }
                Holders::One => None,
            },
        };
        if loading.is_none() {
            self.n_detached_loads.fetch_add(1, Ordering::Relaxed);
        }
        drop(shard);
        let making = Making::begin(self, key);
        // Unwind safe: what the call has made so far is dropped with it.
        let loaded = catch_unwind(AssertUnwindSafe(load)).unwrap_or(Err(ContextError::Panic));
        drop(making);
        let result = self.publish(key, loaded, loading.is_none());
        if let Some(loading) = loading {
            loading.set(result.clone());
        }
        (result, Origin::Loaded)
    }

    /// Waits for another thread that loads a module.
    fn join(&self, key: Key, loading: &Arc<Loading<T>>) -> Result<Arc<Entry<T>>, ContextError> {
        if let Some(result) = loading.wait(self.most_wait) {
            return result;
        }
        let mut shard = write(self.shard(key));
        match shard.get_mut(&key) {
            // The hold of this call is not counted any more.
            Some(Slot::Loading(current, n_waiting)) if Arc::ptr_eq(current, loading) => *n_waiting -= 1,
            // It was loaded in this moment, with the hold of this call.
            _ => {
                drop(shard);
                return loading.wait(self.most_wait).unwrap_or_else(|| Err(self.late()));
            }
        }
        Err(self.late())
    }

    fn late(&self) -> ContextError {
        ContextError::Code(Arc::new(Failure::late(self.most_wait)))
    }

    /// Enters a loaded module, held by the caller and by those who wait for it, or removes the slot after a failure. A
    /// detached module is not entered.
    fn publish(
        &self,
        key: Key,
        loaded: Result<(T, u64), ContextError>,
        is_detached: bool,
    ) -> Result<Arc<Entry<T>>, ContextError> {
        let mut shard = write(self.shard(key));
        if is_detached {
            self.n_detached_loads.fetch_sub(1, Ordering::Relaxed);
        }
        let n_waiting = match shard.get(&key) {
            Some(Slot::Loading(_, n_waiting)) if !is_detached => *n_waiting,
            _ => 0,
        };
        let (value, bytes) = loaded.inspect_err(|_| {
            if !is_detached {
                shard.remove(&key);
            }
        })?;
        let number = self.n_loads.fetch_add(1, Ordering::Relaxed) + 1;
        let entry = Arc::new(Entry {
            key,
            value,
            bytes,
            is_detached: AtomicBool::new(is_detached),
            number,
            n_holds: AtomicU64::new(1 + n_waiting),
            n_hits: AtomicU64::new(n_waiting),
            used: AtomicU64::new(number),
        });
        self.n_modules.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        if is_detached {
            lock(&self.detached).push(Arc::clone(&entry));
        } else {
            shard.insert(key, Slot::Loaded(Arc::clone(&entry)));
        }
        Ok(entry)
    }

    /// Takes a held module out of the table, so that nobody else holds it from now on.
    pub(super) fn detach(&self, entry: &Arc<Entry<T>>) {
        let mut shard = write(self.shard(entry.key));
        let is_in_table =
            shard.get(&entry.key).and_then(Slot::loaded).is_some_and(|own| Arc::ptr_eq(own, entry));
        if is_in_table {
            shard.remove(&entry.key);
            entry.is_detached.store(true, Ordering::Release);
            lock(&self.detached).push(Arc::clone(entry));
        }
    }

    /// Ends a hold. A module that is gone is to be unloaded, and then reported by [`Self::unloaded`].
    pub(super) fn release(&self, entry: &Arc<Entry<T>>) -> Released {
        self.note_use(entry);
        if entry.n_holds.fetch_sub(1, Ordering::AcqRel) != 1 {
            return Released::Held;
        }
        if !entry.is_detached.load(Ordering::Acquire) {
            return Released::Idle;
        }
        // Only a holder detaches a module or holds a detached one, so nobody else gets here.
        lock(&self.detached).retain(|other| !Arc::ptr_eq(other, entry));
        self.leave(1);
        self.uncount(entry);
        Released::Gone
    }

    /// Notes that modules are removed.
    fn leave(&self, n: u64) {
        *lock(&self.n_leaving) += n;
    }

    /// Notes that a removed module is unloaded.
    pub(super) fn unloaded(&self) {
        let mut n_leaving = lock(&self.n_leaving);
        *n_leaving -= 1;
        if *n_leaving == 0 {
            self.left.notify_all();
        }
    }

    /// Waits until all removed modules are unloaded.
    fn wait_for_leaving(&self) {
        let n_leaving = lock(&self.n_leaving);
        drop(wait_while(&self.left, n_leaving, self.most_wait, |n_leaving| *n_leaving != 0));
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
        idle.sort_by_cached_key(|entry| entry.used.load(Ordering::Relaxed));
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
        let n_detached = lock(&self.detached).iter().filter(|entry| is_chosen(entry)).count();
        let n_held = (n_chosen - removed.len() + n_detached) as u64;
        (removed, n_held)
    }

    fn remove_idle(&self, key: Key) -> Option<Arc<Entry<T>>> {
        let mut shard = write(self.shard(key));
        match shard.get(&key) {
            Some(Slot::Loaded(entry)) if !entry.is_held() => {}
            _ => return None,
        }
        let Some(Slot::Loaded(entry)) = shard.remove(&key) else { return None };
        self.leave(1);
        self.uncount(&entry);
        Some(entry)
    }

    /// Closes the table and returns its modules, after all modules that were removed are unloaded. If some are held or
    /// being loaded, the table stays open.
    pub(super) fn close(&self) -> Result<Vec<Arc<Entry<T>>>, Held<T>> {
        let _maintenance = lock(&self.maintenance);
        self.wait_for_leaving();
        if self.is_closed() {
            return Ok(Vec::new());
        }
        let mut shards: Vec<_> = self.shards.iter().map(write).collect();
        let slots = || shards.iter().flat_map(|shard| shard.values());
        let mut entries: Vec<_> = slots().filter_map(Slot::loaded).cloned().collect();
        let n_loading = (slots().count() - entries.len()) as u64;
        let n_loading = n_loading + self.n_detached_loads.load(Ordering::Relaxed);
        let detached = lock(&self.detached).clone();
        if n_loading != 0 || !detached.is_empty() || entries.iter().any(|entry| entry.is_held()) {
            entries.retain(|entry| entry.is_held());
            entries.extend(detached);
            entries.sort_unstable_by_key(|entry| entry.number);
            return Err(Held { entries, n_loading });
        }
        entries.sort_unstable_by_key(|entry| entry.number);
        self.is_closed.store(true, Ordering::Release);
        for shard in &mut shards {
            shard.clear();
        }
        self.leave(entries.len() as u64);
        for entry in &entries {
            self.uncount(entry);
        }
        Ok(entries)
    }

    /// Whether [`Self::close`] has succeeded.
    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Acquire)
    }

    /// Returns the present usage.
    pub(super) fn usage(&self) -> Usage {
        let mut usage = Usage {
            loads: self.n_loads.load(Ordering::Relaxed),
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
