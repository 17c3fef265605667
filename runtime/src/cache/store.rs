//! The on-disk store of entries. A reader trusts nothing in a file; a writer publishes an entry only when it
//! is complete.
//!
//! Any defect of a file is a miss: the entry is quarantined and its code generated again. A store that fails
//! leaves nothing behind.

use super::collect::{self, Collected, Limits};
use super::directory::{Directory, DirectoryAccess, Unusable, read_at_most};
use super::entry::{Entry, Flaw, MAX_BYTES};
use super::image::Image;
use super::key::{Fields, Key};
use super::lock::{self, Held};
use super::system;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The minimum time between two updates of the last-use time of an entry.
const TOUCHED_AGAIN_AFTER: Duration = Duration::from_hours(1);
/// The maximum number of corrupt entries kept for inspection.
const N_IN_QUARANTINE: usize = 16;

/// The location and the parameters of a store.
#[derive(Clone, Debug)]
pub struct StoreOptions {
    /// The directory, which holds one folder for each version of the layout.
    pub dir: PathBuf,
    /// The requested access.
    pub access: DirectoryAccess,
    /// The user that must own it: [`super::directory::current_user`], except in tests.
    pub owner: u32,
    /// Its size limits.
    pub limits: Limits,
}

/// An on-disk store of entries.
#[derive(Debug)]
pub struct Store {
    directory: Directory,
    access: DirectoryAccess,
    limits: Limits,
}

/// The result of loading a key from disk.
#[derive(Debug)]
pub enum Found {
    /// The artifact.
    Image(Image),
    /// There is no entry.
    Nothing,
    /// There is a file, but it is not a valid entry of this key.
    Broken(Flaw),
}

/// A file among the entries.
#[derive(Debug)]
pub struct Listed {
    /// The key according to its name.
    pub key: Key,
    /// Its bytes as allocated on disk.
    pub bytes: u64,
    /// The time at which it was stored or last used, to about an hour.
    pub used: SystemTime,
    /// Its contents.
    pub entry: Result<Entry, Flaw>,
}

impl Store {
    /// Opens the store. Returns `None` if there is none and the access does not allow creating one.
    pub fn open(options: &StoreOptions) -> Result<Option<Self>, Unusable> {
        let directory = Directory::open(&options.dir, options.access, options.owner)?;
        let limits = options.limits;
        Ok(directory.map(|directory| Self { directory, access: options.access, limits }))
    }

    /// Returns the defect of the directory's key, if the key was replaced.
    pub fn replaced_key(&self) -> Option<&str> {
        self.directory.damage.as_deref()
    }

    /// Whether entries may be stored and moved.
    pub fn is_writable(&self) -> bool {
        self.access == DirectoryAccess::Write
    }

    /// Loads the artifact of a key, which must have been made from these fields.
    pub fn load(&self, key: Key, fields: &Fields) -> Found {
        let path = self.directory.entry(key);
        match self.read(&path, key) {
            Ok(None) => Found::Nothing,
            Ok(Some((entry, file))) if entry.fields == *fields => {
                self.touch(&file);
                Found::Image(entry.image)
            }
            Ok(Some(_)) => self.broken(key, Flaw::Fields),
            Err(flaw) => self.broken(key, flaw),
        }
    }

    fn broken(&self, key: Key, flaw: Flaw) -> Found {
        self.quarantine(key);
        Found::Broken(flaw)
    }

    /// Reads and decodes the file of an entry; `None` if there is no file.
    fn read(&self, path: &Path, key: Key) -> Result<Option<(Entry, File)>, Flaw> {
        let (file, found) = match self.directory.open_own(path) {
            Ok(opened) => opened,
            Err(error) => {
                return match error.kind() {
                    ErrorKind::NotFound | ErrorKind::NotADirectory => Ok(None),
                    ErrorKind::PermissionDenied => Err(Flaw::File),
                    _ => Err(Flaw::Unreadable),
                };
            }
        };
        if MAX_BYTES < found.len() {
            return Err(Flaw::Size);
        }
        let bytes = read_at_most(&file, MAX_BYTES).map_err(|_| Flaw::Unreadable)?;
        Entry::read(&bytes, key, &self.directory.mac_key).map(|entry| Some((entry, file)))
    }

    /// Updates the last-use time of an entry.
    fn touch(&self, file: &File) {
        let now = SystemTime::now();
        let used = file.metadata().and_then(|found| found.modified());
        let age = used.ok().and_then(|used| now.duration_since(used).ok());
        if self.is_writable() && age.is_some_and(|age| TOUCHED_AGAIN_AFTER < age) {
            // An entry whose last-use time is not updated may be collected too early; it is then generated
            // again.
            let _ = file.set_modified(now);
        }
    }

    /// Stores an artifact on disk. The caller continues with its own copy: what is written is never read
    /// back.
    pub fn save(&self, key: Key, fields: &Fields, image: &Image) -> io::Result<()> {
        if !self.is_writable() {
            return Err(io::Error::new(ErrorKind::PermissionDenied, "the cache is only read"));
        }
        let bytes = Entry::bytes(key, fields, image, &self.directory.mac_key);
        if MAX_BYTES < bytes.len() as u64 {
            return Err(io::Error::new(ErrorKind::FileTooLarge, "the entry is too large"));
        }
        let stored = self.directory.publish(&bytes, &self.directory.entry(key));
        let is_full = stored
            .as_ref()
            .is_err_and(|error| matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded));
        if is_full || self.limits.are_due(key, bytes.len() as u64) {
            self.collect();
        }
        stored
    }

    /// Takes the inter-process lock of a key; `None` if that takes longer than `most`.
    pub(super) fn lock(&self, key: Key, most: Duration) -> Option<Held> {
        self.is_writable().then(|| lock::lock(&self.directory, key, most)).flatten()
    }

    /// Moves the file of a key to the quarantine, so that it is not used but can be inspected.
    pub fn quarantine(&self, key: Key) {
        if !self.is_writable() {
            return;
        }
        let (path, place) = (self.directory.entry(key), self.directory.place_in_quarantine(&key.to_string()));
        if fs::rename(&path, &place).is_err() {
            // A file that can be neither moved nor removed is a miss again.
            let _ = fs::remove_file(&path);
        }
        collect::keep_newest(&self.directory.file("q"), N_IN_QUARANTINE);
    }

    /// Removes the entry of a key; returns whether there was one.
    pub fn remove(&self, key: Key) -> bool {
        self.is_writable() && fs::remove_file(self.directory.entry(key)).is_ok()
    }

    /// Removes entries beyond the limits and the files of killed processes. Returns `None` if another process
    /// is collecting.
    pub fn collect(&self) -> Option<Collected> {
        let _lock = self.is_writable().then(|| lock::try_collection(&self.directory)).flatten()?;
        Some(collect::collect(&self.directory.file("e"), &self.directory.file("tmp"), &self.limits))
    }

    /// Removes all entries, temporary files and quarantined files; returns the number of entries removed.
    pub fn clear(&self) -> u64 {
        let removed = self.keys().into_iter().filter(|key| self.remove(*key)).count() as u64;
        for folder in ["q", "tmp"] {
            collect::keep_newest(&self.directory.file(folder), 0);
        }
        removed
    }

    /// Returns the keys of all files that are named like entries, sorted.
    pub fn keys(&self) -> Vec<Key> {
        let mut keys: Vec<Key> = collect::files_below(&self.directory.file("e"))
            .iter()
            .filter_map(|file| {
                let folder = file.path.parent()?.file_name()?.to_str()?;
                let name = file.path.file_name()?.to_str()?.strip_suffix(".wlk")?;
                Key::parse(&format!("{folder}{name}"))
            })
            .collect();
        keys.sort_unstable();
        keys
    }

    /// Reads an entry without updating its last-use time; `None` if there is none.
    pub fn look(&self, key: Key) -> Option<Listed> {
        let path = self.directory.entry(key);
        let found = fs::symlink_metadata(&path).ok()?;
        let entry = match self.read(&path, key) {
            Ok(None) => return None,
            Ok(Some((entry, _))) => Ok(entry),
            Err(flaw) => Err(flaw),
        };
        let used = found.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        Some(Listed { key, bytes: system::disk_bytes(&found), used, entry })
    }

    /// Returns the numbers of quarantined entries and of temporary files.
    pub fn leftovers(&self) -> [u64; 2] {
        ["q", "tmp"].map(|name| collect::files_in(&self.directory.file(name)).len() as u64)
    }
}
