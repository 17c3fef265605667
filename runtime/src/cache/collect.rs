//! Keeps a cache directory within its limits by removing the least recently used entries first.
//!
//! Processes share no counters. Instead, a store of n bytes triggers a collection with a probability of n
//! divided by 5 % of the limit. The key, which is uniformly distributed, serves as the random number.

use super::key::Key;
use super::system;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Entries stored or used less than this time ago are not removed.
const YOUNG: Duration = Duration::from_mins(1);
/// A temporary file older than this is abandoned: no process takes so long to write a file.
const ABANDONED: Duration = Duration::from_hours(1);

/// The size limits of a cache directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of all entries, as allocated on disk.
    pub bytes: u64,
    /// Number of entries.
    pub entries: u64,
    /// The time after which an unused entry is removed.
    pub age: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 2 << 30, entries: 20_000, age: Duration::from_hours(30 * 24) }
    }
}

impl Limits {
    /// Whether a store of `bytes` bytes under `key` triggers a collection.
    pub fn are_due(&self, key: Key, bytes: u64) -> bool {
        let share = |amount: u64, of: u64| 20.0 * amount as f64 / of.max(1) as f64;
        let chance = share(bytes, self.bytes).max(share(1, self.entries));
        let die = u64::from_le_bytes(key.0[24..].try_into().unwrap_or_default());
        (die as f64) < chance * u64::MAX as f64
    }
}

/// The result of a collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// The number of removed entries, and their bytes.
    pub removed: [u64; 2],
    /// The number of remaining entries, and their bytes.
    pub left: [u64; 2],
    /// The number of removed temporary files of killed processes.
    pub swept: u64,
}

/// A file with its metadata.
#[derive(Clone, Debug)]
pub(super) struct FoundFile {
    pub(super) path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

/// Returns the files directly in a folder, sorted by name. A file that vanishes meanwhile is no error.
pub(super) fn files_in(folder: &Path) -> Vec<FoundFile> {
    let found = |entry: fs::DirEntry| {
        let metadata = entry.metadata().ok().filter(|found| !found.is_dir())?;
        let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        Some(FoundFile { path: entry.path(), bytes: system::disk_bytes(&metadata), used })
    };
    let mut files: Vec<FoundFile> =
        fs::read_dir(folder).into_iter().flatten().flatten().filter_map(found).collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// Returns the files in the subfolders of a folder.
pub(super) fn files_below(folder: &Path) -> Vec<FoundFile> {
    let folders = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = folders.map(|entry| entry.path()).collect();
    folders.sort();
    folders.iter().flat_map(|folder| files_in(folder)).collect()
}

/// Removes entries until the limits hold with room to spare, and removes abandoned temporary files.
pub(super) fn collect(entries: &Path, temporary: &Path, limits: &Limits) -> Collected {
    let now = SystemTime::now();
    let age = |file: &FoundFile| now.duration_since(file.used).unwrap_or_default();
    let mut files = files_below(entries);
    files.sort_by_key(|file| file.used);
    let mut left = [files.len() as u64, files.iter().map(|file| file.bytes).sum()];
    let most = [limits.entries, limits.bytes];
    let is_over = (0..2).any(|index| most[index] < left[index]);
    let mut collected = Collected::default();
    for file in &files {
        let is_too_much = is_over && (0..2).any(|index| most[index] / 5 * 4 < left[index]);
        let goes = YOUNG < age(file) && (is_too_much || limits.age < age(file));
        if goes && fs::remove_file(&file.path).is_ok() {
            for (count, amount) in [1, file.bytes].into_iter().enumerate() {
                collected.removed[count] += amount;
                left[count] -= amount;
            }
        }
    }
    let abandoned = files_in(temporary).into_iter().filter(|file| ABANDONED < age(file));
    collected.swept = abandoned.filter(|file| fs::remove_file(&file.path).is_ok()).count() as u64;
    Collected { left, ..collected }
}

/// Removes all files of a folder but the newest `n`.
pub(super) fn keep_newest(folder: &Path, n: usize) {
    let mut files = files_in(folder);
    files.sort_by_key(|file| std::cmp::Reverse(file.used));
    for file in files.iter().skip(n) {
        // Another process may have removed it.
        let _ = fs::remove_file(&file.path);
    }
}
