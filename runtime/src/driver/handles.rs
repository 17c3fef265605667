//! What every device keeps of its handles: locks, tables of what was made, and pools of what is leased.

use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::{DeviceError, Result};

/// Locks a mutex. Kernels cannot unwind and no lock is held over a check that may fail, so what a poisoned lock guards
/// is whole.
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

/// What was made, by its number. The number of something that was ended is given to the next.
#[derive(Debug)]
pub(super) struct Slots<T> {
    entries: RwLock<Vec<Option<T>>>,
    /// Ends the message about a number that stands for nothing: `is not loaded`.
    is_not: &'static str,
    what: &'static str,
}

impl<T: Clone> Slots<T> {
    /// An empty table; a number without an entry is told as `WHAT 3 IS_NOT`.
    pub(super) fn new(what: &'static str, is_not: &'static str) -> Self {
        Self { entries: RwLock::default(), is_not, what }
    }

    /// Puts an entry in the first free place and returns its number.
    pub(super) fn insert(&self, entry: T) -> u32 {
        let mut entries = write(&self.entries);
        if let Some(free) = entries.iter().position(Option::is_none) {
            entries[free] = Some(entry);
            return free as u32;
        }
        entries.push(Some(entry));
        entries.len() as u32 - 1
    }

    /// The entry with this number.
    pub(super) fn get(&self, call: &'static str, number: u32) -> Result<T> {
        let found = read(&self.entries).get(number as usize).cloned().flatten();
        found.ok_or_else(|| self.missing(call, number))
    }

    /// Takes the entry with this number out.
    pub(super) fn remove(&self, call: &'static str, number: u32) -> Result<T> {
        let found = write(&self.entries).get_mut(number as usize).and_then(Option::take);
        found.ok_or_else(|| self.missing(call, number))
    }

    /// All entries, in the order of their numbers.
    pub(super) fn all(&self) -> Vec<T> {
        read(&self.entries).iter().flatten().cloned().collect()
    }

    /// Takes all entries out.
    pub(super) fn take_all(&self) -> Vec<T> {
        std::mem::take(&mut *write(&self.entries)).into_iter().flatten().collect()
    }

    /// How many entries there are.
    pub(super) fn count(&self) -> u64 {
        read(&self.entries).iter().flatten().count() as u64
    }

    fn missing(&self, call: &'static str, number: u32) -> DeviceError {
        DeviceError::new(call, "InvalidHandle", format!("{} {number} {}", self.what, self.is_not))
    }
}

/// What is made only if nothing free is left, and ended with the device.
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
    /// An empty pool; `what` names an item in messages.
    pub(super) fn new(what: &'static str) -> Self {
        Self { entries: Vec::new(), what }
    }

    /// Leases the first free item that can be used now; `None` if there is none.
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

    /// The number that [`Self::add`] gives.
    pub(super) fn next(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Adds an item, leased, and returns its number.
    pub(super) fn add(&mut self, item: T) -> u32 {
        let number = self.next();
        self.entries.push(Leasable { item, is_leased: true });
        number
    }

    /// A leased item.
    pub(super) fn get(&self, call: &'static str, number: u32) -> Result<&T> {
        let found = self.entries.get(number as usize).filter(|entry| entry.is_leased);
        found.map(|entry| &entry.item).ok_or_else(|| not_leased(call, self.what, number))
    }

    /// A leased item that is about to change.
    pub(super) fn get_mut(&mut self, call: &'static str, number: u32) -> Result<&mut T> {
        self.leased(call, number).map(|entry| &mut entry.item)
    }

    /// Returns an item.
    pub(super) fn give_back(&mut self, call: &'static str, number: u32) -> Result<()> {
        self.leased(call, number).map(|entry| entry.is_leased = false)
    }

    /// How many items were made, and how many are leased.
    pub(super) fn counts(&self) -> [u64; 2] {
        let leased = self.entries.iter().filter(|entry| entry.is_leased).count();
        [self.entries.len() as u64, leased as u64]
    }

    /// Takes all items out.
    pub(super) fn take_all(&mut self) -> Vec<T> {
        std::mem::take(&mut self.entries).into_iter().map(|entry| entry.item).collect()
    }

    fn leased(&mut self, call: &'static str, number: u32) -> Result<&mut Leasable<T>> {
        let found = self.entries.get_mut(number as usize).filter(|entry| entry.is_leased);
        found.ok_or_else(|| not_leased(call, self.what, number))
    }
}

/// A handle that is unknown or was returned.
fn not_leased(call: &'static str, what: &str, number: u32) -> DeviceError {
    DeviceError::new(call, "InvalidHandle", format!("{what} {number} is not leased"))
}
