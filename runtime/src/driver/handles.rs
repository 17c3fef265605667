//! Handle management shared by all devices: locks, tables of objects, and pools of leased items.

use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::{DeviceError, Result};

/// Locks a mutex. Kernels cannot unwind and no lock is held across a check that may fail, so the data of a
/// poisoned lock is consistent.
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

/// A table of objects by number. The number of a removed object is reused.
#[derive(Debug)]
pub(super) struct Slots<T> {
    entries: RwLock<Vec<Option<T>>>,
    /// The end of the message about an unknown number: `is not loaded`.
    is_not: &'static str,
    what: &'static str,
}

impl<T: Clone> Slots<T> {
    /// Creates an empty table; the error for an unknown number reads `WHAT 3 IS_NOT`.
    pub(super) fn new(what: &'static str, is_not: &'static str) -> Self {
        Self { entries: RwLock::default(), is_not, what }
    }

    /// Inserts an entry in the first free slot and returns its number.
    pub(super) fn insert(&self, entry: T) -> u32 {
        let mut entries = write(&self.entries);
        if let Some(free) = entries.iter().position(Option::is_none) {
            entries[free] = Some(entry);
            return free as u32;
        }
        entries.push(Some(entry));
        entries.len() as u32 - 1
    }

    /// Returns the entry with this number.
    pub(super) fn get(&self, call: &'static str, number: u32) -> Result<T> {
        let found = read(&self.entries).get(number as usize).cloned().flatten();
        found.ok_or_else(|| self.missing(call, number))
    }

    /// Removes and returns the entry with this number.
    pub(super) fn remove(&self, call: &'static str, number: u32) -> Result<T> {
        let found = write(&self.entries).get_mut(number as usize).and_then(Option::take);
        found.ok_or_else(|| self.missing(call, number))
    }

    /// Removes and returns all entries.
    pub(super) fn take_all(&self) -> Vec<T> {
        std::mem::take(&mut *write(&self.entries)).into_iter().flatten().collect()
    }

    /// Returns the number of entries.
    pub(super) fn count(&self) -> u64 {
        read(&self.entries).iter().flatten().count() as u64
    }

    fn missing(&self, call: &'static str, number: u32) -> DeviceError {
        DeviceError::new(call, "InvalidHandle", format!("{} {number} {}", self.what, self.is_not))
    }
}

/// A pool of items that are created only if none is free, and live as long as the device.
#[derive(Debug)]
pub(super) struct Leases<T> {
    entries: Vec<Leasable<T>>,
    what: &'static str,
}

#[derive(Debug)]
struct Leasable<T> {
    item: T,
    is_leased: bool,
}

impl<T> Leases<T> {
    /// Creates an empty pool; `what` names an item in messages.
    pub(super) fn new(what: &'static str) -> Self {
        Self { entries: Vec::new(), what }
    }

    /// Leases the first free item that is usable now; `None` if there is none.
    pub(super) fn reuse(
        &mut self,
        mut is_usable: impl FnMut(u32, &mut T) -> Result<bool>,
    ) -> Result<Option<u32>> {
        for (number, entry) in (0..).zip(&mut self.entries) {
            if !entry.is_leased && is_usable(number, &mut entry.item)? {
                entry.is_leased = true;
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Returns the number that [`Self::add`] will assign.
    pub(super) fn next(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Adds an item, leased, and returns its number.
    pub(super) fn add(&mut self, item: T) -> u32 {
        let number = self.next();
        self.entries.push(Leasable { item, is_leased: true });
        number
    }

    /// Returns a leased item.
    pub(super) fn get(&self, call: &'static str, number: u32) -> Result<&T> {
        let found = self.entries.get(number as usize).filter(|entry| entry.is_leased);
        found.map(|entry| &entry.item).ok_or_else(|| not_leased(call, self.what, number))
    }

    /// Returns all items by number, leased or not.
    pub(super) fn items(&self) -> impl Iterator<Item = (u32, &T)> {
        (0..).zip(self.entries.iter().map(|entry| &entry.item))
    }

    /// Returns a leased item for modification.
    pub(super) fn get_mut(&mut self, call: &'static str, number: u32) -> Result<&mut T> {
        self.leased(call, number).map(|entry| &mut entry.item)
    }

    /// Returns an item to the pool.
    pub(super) fn give_back(&mut self, call: &'static str, number: u32) -> Result<()> {
        self.leased(call, number).map(|entry| entry.is_leased = false)
    }

    /// Returns the numbers of created and of leased items.
    pub(super) fn counts(&self) -> [u64; 2] {
        let leased = self.entries.iter().filter(|entry| entry.is_leased).count();
        [self.entries.len() as u64, leased as u64]
    }

    /// Removes and returns all items.
    pub(super) fn take_all(&mut self) -> Vec<T> {
        std::mem::take(&mut self.entries).into_iter().map(|entry| entry.item).collect()
    }

    fn leased(&mut self, call: &'static str, number: u32) -> Result<&mut Leasable<T>> {
        let found = self.entries.get_mut(number as usize).filter(|entry| entry.is_leased);
        found.ok_or_else(|| not_leased(call, self.what, number))
    }
}

/// Returns the error of an unknown or returned handle.
fn not_leased(call: &'static str, what: &str, number: u32) -> DeviceError {
    DeviceError::new(call, "InvalidHandle", format!("{what} {number} is not leased"))
}
