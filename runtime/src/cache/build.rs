//! Identifies the program that generates code: two builds of warpline never share an artifact.
//!
//! The identity is the linker's build ID where the executable has one, and a hash of the whole file
//! otherwise. A version number is never used: it stays the same while code changes.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;

/// The identity of a build of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildId(String);

impl BuildId {
    /// Identifies the running program as it was started: the file may have been replaced since.
    pub fn of_this_program() -> io::Result<Self> {
        let running = Path::new("/proc/self/exe");
        if running.exists() { Self::of_file(running) } else { Self::of_file(&std::env::current_exe()?) }
    }

    /// Identifies the program in a file.
    pub fn of_file(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        if let Some(note) = elf::build_id(&mut file) {
            let digits = note.iter().fold("note ".to_string(), |digits, byte| format!("{digits}{byte:02x}"));
            return Ok(Self(digits));
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(File::open(path)?)?;
        Ok(Self(format!("hash {}", hasher.finalize())))
    }

    /// Returns an identity for code that does not leave this process.
    pub fn of_this_process() -> Self {
        Self::named("process")
    }

    /// Returns an identity with this name, for tests.
    pub fn named(name: &str) -> Self {
        Self(format!("name {name}"))
    }
}

impl fmt::Display for BuildId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reads the build ID note of a little-endian 64-bit ELF file.
mod elf {
    use super::super::wire::Reader;
    use std::io::{Read, Seek, SeekFrom};

    /// `PT_NOTE`, the type of a segment that holds notes.
    const NOTES: u32 = 4;
    /// `NT_GNU_BUILD_ID`, the type of the build ID note.
    const BUILD_ID: u32 = 3;
    /// The size of a program header in bytes.
    const SEGMENT: u64 = 56;
    /// The maximum size of a note segment in bytes.
    const MOST: u64 = 1 << 16;
    /// The minimum length of a build ID in bytes; a shorter one is not unique enough.
    const LEAST_ID: usize = 8;

    pub(super) fn build_id(file: &mut (impl Read + Seek)) -> Option<Vec<u8>> {
        let header = part(file, 0, 64)?;
        let is_ours = header.starts_with(b"\x7fELF\x02\x01");
        let mut fields = Reader::new(header.get(32..).filter(|_| is_ours)?);
        let segments = fields.u64()?;
        fields.take(14)?;
        let size = u16::from_le_bytes(fields.array()?);
        let n = u16::from_le_bytes(fields.array()?);
        (u64::from(size) == SEGMENT).then_some(())?;
        let table = part(file, segments, SEGMENT * u64::from(n))?;
        table.chunks_exact(SEGMENT as usize).find_map(|segment| {
            let mut fields = Reader::new(segment);
            let kind = fields.u32()?;
            fields.take(4)?;
            let at = fields.u64()?;
            fields.take(16)?;
            let size = fields.u64()?;
            let notes = part(file, at, size.min(MOST)).filter(|_| kind == NOTES)?;
            in_notes(&notes)
        })
    }

    /// Reads `n` bytes at offset `at` of the file.
    fn part(file: &mut (impl Read + Seek), at: u64, n: u64) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(at)).ok()?;
        file.take(n).read_to_end(&mut bytes).ok()?;
        (bytes.len() as u64 == n).then_some(bytes)
    }

    fn in_notes(notes: &[u8]) -> Option<Vec<u8>> {
        let mut reader = Reader::new(notes);
        loop {
            let (name, length, kind) = (reader.u32()?, reader.u32()?, reader.u32()?);
            let owner = reader.take(u64::from(name).next_multiple_of(4))?;
            let description = reader.take(u64::from(length).next_multiple_of(4))?;
            let id = description.get(..length as usize)?;
            if kind == BUILD_ID && owner == b"GNU\0" && LEAST_ID <= id.len() {
                return Some(id.to_vec());
            }
        }
    }
}
