//! The directory of a cache: created so that only its owner can write to it, and refused if anyone else can.
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

/// The version of the layout, which names the folder that has it.
const VERSION: &str = "v1";
/// Mode bits: group or others may write.
const WRITABLE_BY_OTHERS: u32 = 0o022;
/// Mode bits: group or others may read, write or execute.
const OPEN_TO_OTHERS: u32 = 0o077;

const TAG: &str = "Signature: 8a477f597d28d172789f06886806bc55\n# Compiled kernels of warpline. All of this can be removed at any time.\n";

/// Returns the effective user of this process.
pub fn current_user() -> u32 {
    system::current_user()
}

/// The reason why a directory cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable(String);

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Unusable {
    /// Returns the reason of a cache whose code is not identified by a program.
    pub(super) fn of_build() -> Self {
        Self(
            "a directory needs the identity of the program that makes the code, not that of a process"
                .to_string(),
        )
    }
}

/// The access to a directory that a process requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectoryAccess {
    /// Read only; nothing is created.
    Read,
    /// Read and write; missing parts are created.
    Write,
}

/// An open cache directory.
#[derive(Debug)]
pub(super) struct Directory {
    root: PathBuf,
    owner: u32,
    /// The key of all MACs in this directory.
    pub(super) mac_key: [u8; 32],
    /// The defect of the key that this one replaced, if it did.
    pub(super) damage: Option<String>,
    /// Random bits for the names of temporary files, since another machine may create files in the same
    /// folder.
    nonce: u64,
    n_made: AtomicU64,
}

impl Directory {
    /// Opens the cache below `dir` for its owner. Returns `None` if there is none and `access` does not
    /// allow creating one.
    pub(super) fn open(dir: &Path, access: DirectoryAccess, owner: u32) -> Result<Option<Self>, Unusable> {
        let root = dir.join(VERSION);
        let named = root.display().to_string();
        Self::open_root(root, access, owner).map_err(|problem| Unusable(format!("'{named}' {problem}")))
    }

    /// Does the work of [`Self::open`]; the error does not name the directory.
    fn open_root(root: PathBuf, access: DirectoryAccess, owner: u32) -> Result<Option<Self>, String> {
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
            DirectoryAccess::Read if is_new => return Ok(None),
            DirectoryAccess::Read => {}
            DirectoryAccess::Write if is_new => opened.fill(is_new).map_err(failed)?,
            // A directory that cannot be completed may still be readable.
            DirectoryAccess::Write => drop(opened.fill(is_new)),
        }
        opened.mac_key = match opened.read_mac_key() {
            Err(error) if access == DirectoryAccess::Write && error.kind() == ErrorKind::InvalidData => {
                opened.damage = Some(error.to_string());
                opened.replace_mac_key()
            }
            read => read,
        }
        .map_err(|error| format!("has no valid key: {error}"))?;
        Ok(Some(opened))
    }

    /// Writes a new key, which invalidates all existing entries.
    fn replace_mac_key(&self) -> io::Result<[u8; 32]> {
        fs::remove_file(self.file("mac.key"))?;
        self.fill(true)?;
        self.read_mac_key()
    }

    /// Creates the missing parts of the directory.
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
        // A hard link makes the key visible only when it is complete, and never replaces another one.
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

    /// Returns the path of a file directly in the directory.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Returns the path of the entry of a key.
    pub(super) fn entry(&self, key: Key) -> PathBuf {
        let digits = key.to_string();
        self.file("e").join(&digits[..2]).join(format!("{}.wlk", &digits[2..]))
    }

    /// Opens a regular file that this user owns and nobody else can write. Symbolic links are refused.
    pub(super) fn open_own(&self, path: &Path) -> io::Result<(File, Metadata)> {
        let named = fs::symlink_metadata(path)?;
        let file = if named.is_file() { Some(File::open(path)?) } else { None };
        let opened = file.map(|file| file.metadata().map(|found| (file, found))).transpose()?;
        // The opened file is the one that was inspected, so no link was followed.
        let is_same = |found: &Metadata| system::identity(found) == system::identity(&named);
        let is_own = |found: &Metadata| {
            let is_open = system::mode(found) & WRITABLE_BY_OTHERS != 0;
            found.is_file() && system::owner(found) == self.owner && !is_open
        };
        opened
            .filter(|(_, found)| is_same(found) && is_own(found))
            .ok_or_else(|| io::Error::new(ErrorKind::PermissionDenied, "it is not a file of this user alone"))
    }

    /// Writes a new temporary file, which is removed on an error.
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

    /// Atomically replaces the contents of a file.
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

    /// Returns an unused path in the quarantine folder.
    pub(super) fn place_in_quarantine(&self, key: &str) -> PathBuf {
        let number = self.n_made.fetch_add(1, Ordering::Relaxed);
        self.file("q").join(format!("{key}.{}.{:016x}.{number}", std::process::id(), self.nonce))
    }

    /// Opens a lock file below the directory, which is created if missing and never removed.
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

/// Returns the metadata of the root, which is created if missing and `access` allows it; `None` if there is
/// none.
fn look_at(root: &Path, access: DirectoryAccess) -> Result<Option<Metadata>, String> {
    if !system::IS_KNOWN {
        return Err("cannot be checked for its owner and permissions on this system".to_string());
    }
    let found = match fs::symlink_metadata(root) {
        Err(error) if error.kind() == ErrorKind::NotFound && access == DirectoryAccess::Read => {
            return Ok(None);
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let made = system::new_own_folder().recursive(true).create(root);
            made.map_err(|error| format!("cannot be created: {error}"))?;
            fs::symlink_metadata(root)
        }
        found => found,
    };
    found.map(Some).map_err(|error| format!("cannot be inspected: {error}"))
}

/// Returns the reason why the folder cannot be used, if there is one.
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

/// Reads at most `most` bytes of a file.
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
