//! The directory of a cache: made so that nobody else can write there, and refused where somebody could.
//!
//! ```text
//! v1/   CACHEDIR.TAG   mac.key   gc.lock   e/ab/<62 digits>.wlk   q/   lk/000 … fff   tmp/
//! ```

use super::key::Key;
use super::system;
use std::fmt;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The version of the layout, which is the name of the folder that has it.
const VERSION: &str = "v1";
/// Group or others may write.
const WRITABLE_BY_OTHERS: u32 = 0o022;
/// Group or others may do anything.
const OPEN_TO_OTHERS: u32 = 0o077;

const TAG: &str = "Signature: 8a477f597d28d172789f06886806bc55\n# Compiled kernels of warpline. All of this can be removed at any time.\n";

/// The user that this process acts for.
pub fn current_user() -> u32 {
    system::current_user()
}

/// Why a directory is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable(String);

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a process wants of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Only to look; nothing is made.
    Read,
    /// To store, too; what is missing is made.
    Write,
}

/// An open directory.
#[derive(Debug)]
pub(super) struct Directory {
    root: PathBuf,
    owner: u32,
    /// The key of all MACs here.
    pub(super) mac_key: [u8; 32],
    /// What was wrong with the key that this one replaces, if something was.
    pub(super) damage: Option<String>,
    /// Random bits for the names of temporary files, which another machine may make in the same place.
    nonce: u64,
    n_made: AtomicU64,
}

impl Directory {
    /// Opens the cache below `place` for its owner. `None` if there is none and none may be made.
    pub(super) fn open(place: &Path, access: Access, owner: u32) -> Result<Option<Self>, Unusable> {
        let root = place.join(VERSION);
        let named = root.display().to_string();
        Self::open_root(root, access, owner).map_err(|problem| Unusable(format!("'{named}' {problem}")))
    }

    /// The same; the error does not name the directory.
    fn open_root(root: PathBuf, access: Access, owner: u32) -> Result<Option<Self>, String> {
        let Some(found) = look_at(&root, access)? else { return Ok(None) };
        if let Some(flaw) = flaw_of_folder(&found, owner) {
            return Err(flaw);
        }
        let failed = |error: io::Error| format!("cannot be used: {error}");
        let nonce = u64::from_le_bytes(random().map_err(failed)?);
        let n_made = AtomicU64::new(0);
        let mut opened = Self { root, owner, mac_key: [0; 32], damage: None, nonce, n_made };
        let is_new = !opened.file("mac.key").exists();
        match access {
            Access::Read if is_new => return Ok(None),
            Access::Read => {}
            Access::Write if is_new => opened.fill(is_new).map_err(failed)?,
            // What cannot be filled may still be read.
            Access::Write => drop(opened.fill(is_new)),
        }
        opened.mac_key = match opened.read_mac_key() {
            Err(error) if access == Access::Write && error.kind() == ErrorKind::InvalidData => {
                opened.damage = Some(error.to_string());
                opened.replace_mac_key()
            }
            read => read,
        }
        .map_err(|error| format!("has no good key: {error}"))?;
        Ok(Some(opened))
    }

    /// Makes a new key, under which no entry that is there is believed.
    fn replace_mac_key(&self) -> io::Result<[u8; 32]> {
        fs::remove_file(self.file("mac.key"))?;
        self.fill(true)?;
        self.read_mac_key()
    }

    /// Makes what is missing in it.
    fn fill(&self, is_new: bool) -> io::Result<()> {
        for name in ["e", "q", "lk", "tmp"] {
            make_folder(&self.file(name))?;
        }
        if !is_new {
            return Ok(());
        }
        let tag = self.write_new(TAG.as_bytes())?;
        fs::rename(tag, self.file("CACHEDIR.TAG"))?;
        let key = self.write_new(&random::<32>()?)?;
        // A link shows the key to others only when it is whole, and never takes the place of another one.
        let linked = fs::hard_link(&key, self.file("mac.key"));
        let _ = fs::remove_file(&key);
        linked.or_else(|error| if error.kind() == ErrorKind::AlreadyExists { Ok(()) } else { Err(error) })
    }

    fn read_mac_key(&self) -> io::Result<[u8; 32]> {
        let path = self.file("mac.key");
        let (file, found) = self.open_own(&path)?;
        let wrong = |what: &str| io::Error::new(ErrorKind::InvalidData, what.to_string());
        if system::mode(&found) & OPEN_TO_OTHERS != 0 {
            return Err(wrong("others can read it"));
        }
        let bytes = read_at_most(&file, 33)?;
        bytes.try_into().map_err(|_| wrong("it is not 32 bytes long"))
    }

    /// A file directly in the directory.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Where the entry of a key is.
    pub(super) fn entry(&self, key: Key) -> PathBuf {
        let digits = key.to_string();
        self.file("e").join(&digits[..2]).join(format!("{}.wlk", &digits[2..]))
    }

    /// Opens a regular file of this user that nobody else can write. A symbolic link is none.
    pub(super) fn open_own(&self, path: &Path) -> io::Result<(File, Metadata)> {
        let named = fs::symlink_metadata(path)?;
        let file = if named.is_file() { Some(File::open(path)?) } else { None };
        let opened = file.map(|file| file.metadata().map(|found| (file, found))).transpose()?;
        // What was opened is what was looked at, so no link was followed.
        let is_same = |found: &Metadata| system::identity(found) == system::identity(&named);
        let is_own = |found: &Metadata| {
            let is_open = system::mode(found) & WRITABLE_BY_OTHERS != 0;
            found.is_file() && system::owner(found) == self.owner && !is_open
        };
        opened
            .filter(|(_, found)| is_same(found) && is_own(found))
            .ok_or_else(|| io::Error::new(ErrorKind::PermissionDenied, "it is not a file of this user alone"))
    }

    /// Writes a new temporary file; nothing is left of it on an error.
    pub(super) fn write_new(&self, bytes: &[u8]) -> io::Result<PathBuf> {
        let number = self.n_made.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}.{:016x}.{number}", std::process::id(), self.nonce);
        let path = self.file("tmp").join(name);
        let mut file = system::new_own_file().write(true).create_new(true).open(&path)?;
        match file.write_all(bytes) {
            Ok(()) => Ok(path),
            Err(error) => {
                let _ = fs::remove_file(&path);
                Err(error)
            }
        }
    }

    /// Puts bytes in place of a file, all at once.
    pub(super) fn publish(&self, bytes: &[u8], path: &Path) -> io::Result<()> {
        let written = self.write_new(bytes)?;
        let mut placed = fs::rename(&written, path);
        if placed.as_ref().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            let made = path.parent().map_or(Ok(()), make_folder);
            placed = made.and_then(|()| fs::rename(&written, path));
        }
        if placed.is_err() {
            let _ = fs::remove_file(&written);
        }
        placed
    }

    /// A name in the folder of broken entries that nothing else has.
    pub(super) fn place_in_quarantine(&self, key: &str) -> PathBuf {
        let number = self.n_made.fetch_add(1, Ordering::Relaxed);
        self.file("q").join(format!("{key}.{}.{:016x}.{number}", std::process::id(), self.nonce))
    }

    /// A file below the directory to lock, which is made but never removed.
    pub(super) fn open_lock(&self, name: &str) -> io::Result<File> {
        let path = self.file(name);
        system::new_own_file().read(true).write(true).create(true).truncate(false).open(path)
    }
}

fn make_folder(path: &Path) -> io::Result<()> {
    match system::new_own_folder().create(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        made => made,
    }
}

/// What is at a place, where a folder is made if that is wanted; `None` if there is nothing.
fn look_at(root: &Path, access: Access) -> Result<Option<Metadata>, String> {
    if !system::IS_KNOWN {
        return Err("may be written by anyone, as far as this system tells".to_string());
    }
    let found = match fs::symlink_metadata(root) {
        Err(error) if error.kind() == ErrorKind::NotFound && access == Access::Read => return Ok(None),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let made = system::new_own_folder().recursive(true).create(root);
            made.map_err(|error| format!("cannot be made: {error}"))?;
            fs::symlink_metadata(root)
        }
        found => found,
    };
    found.map(Some).map_err(|error| format!("cannot be looked at: {error}"))
}

/// What is wrong with the folder, if something is.
fn flaw_of_folder(found: &Metadata, owner: u32) -> Option<String> {
    if found.is_symlink() {
        Some("is a symbolic link".to_string())
    } else if !found.is_dir() {
        Some("is not a directory".to_string())
    } else if system::owner(found) != owner {
        Some(format!("belongs to user {}, not to user {owner}", system::owner(found)))
    } else if system::mode(found) & WRITABLE_BY_OTHERS != 0 {
        Some(format!("can be written by others (mode {:o})", system::mode(found) & 0o7777))
    } else {
        None
    }
}

/// All of a file, if that is not more than `most` bytes; else one byte more than that at most.
pub(super) fn read_at_most(file: &File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn random<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes)
}
