//! The ELF file of a code object: segments, symbols, notes and relocations.
//!
//! Only what a loader reads is read: program headers, the dynamic section and what it refers to. Section
//! headers are used for the names of memory regions alone.

/// A loaded ELF file.
#[derive(Clone, Debug, Default)]
pub(super) struct Elf {
    /// The bits of `e_flags`.
    pub(super) flags: u32,
    /// The loadable segments.
    pub(super) segments: Vec<Segment>,
    /// The dynamic symbols.
    pub(super) symbols: Vec<Symbol>,
    /// The metadata note.
    pub(super) metadata: Vec<u8>,
}

/// A loadable segment with its bytes in memory.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) address: u64,
    pub(super) bytes: Vec<u8>,
    pub(super) is_executable: bool,
    pub(super) is_writable: bool,
}

/// A dynamic symbol.
#[derive(Clone, Debug)]
pub(super) struct Symbol {
    pub(super) name: String,
    pub(super) address: u64,
    /// The size in bytes.
    pub(super) bytes: u64,
}

const MACHINE_AMDGPU: u16 = 224;
const NOTE_METADATA: u32 = 32;
const RELOCATION_ABS64: u32 = 3;
const RELOCATION_RELATIVE64: u32 = 13;
const PT_LOAD: u32 = 1;
const PT_DYNAMIC: u32 = 2;
const PT_NOTE: u32 = 4;

/// Reads an ELF file and relocates it to `base`; an error is a message.
pub(super) fn read(file: &[u8], base: u64) -> Result<Elf, String> {
    let malformed = || "the code object is malformed".to_string();
    check_header(file)?;
    let mut elf = Elf { flags: word(file, 48).ok_or_else(malformed)?, ..Elf::default() };
    let headers = program_headers(file).ok_or_else(malformed)?;
    for header in &headers {
        match header.kind {
            PT_LOAD => elf.segments.push(segment(file, header).ok_or_else(malformed)?),
            PT_NOTE => elf.metadata.extend(find_note(part(file, header).ok_or_else(malformed)?)),
            _ => {}
        }
    }
    if let Some(header) = headers.iter().find(|header| header.kind == PT_DYNAMIC) {
        let dynamic = dynamic_entries(part(file, header).ok_or_else(malformed)?);
        elf.symbols = symbols(&elf, &dynamic).ok_or_else(malformed)?;
        relocate(&mut elf, &dynamic, base)?;
    }
    Ok(elf)
}

impl Elf {
    /// Returns the bytes from an address to the end of its segment.
    pub(super) fn bytes_at(&self, address: u64) -> Option<&[u8]> {
        let of = |segment: &&Segment| {
            segment.address <= address && address < segment.address + segment.bytes.len() as u64
        };
        let segment = self.segments.iter().find(of)?;
        Some(&segment.bytes[(address - segment.address) as usize..])
    }
}

/// Returns the 16-bit number at an offset.
pub(super) fn half(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

/// Returns the 32-bit number at an offset.
pub(super) fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// Returns the 64-bit number at an offset.
pub(super) fn double(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at.checked_add(8)?)?.try_into().ok()?))
}

fn check_header(file: &[u8]) -> Result<(), String> {
    if file.get(..6) != Some(b"\x7fELF\x02\x01".as_slice()) {
        return Err("expected a little-endian 64-bit ELF file".to_string());
    }
    match (half(file, 16), half(file, 18)) {
        (Some(3), Some(MACHINE_AMDGPU)) => Ok(()),
        (Some(1), Some(MACHINE_AMDGPU)) => Err("expected a linked code object, but found one to link".into()),
        (_, machine) => Err(format!("expected machine {MACHINE_AMDGPU}, but found {}", machine.unwrap_or(0))),
    }
}

struct Header {
    kind: u32,
    flags: u32,
    offset: u64,
    address: u64,
    file_bytes: u64,
    memory_bytes: u64,
}

fn program_headers(file: &[u8]) -> Option<Vec<Header>> {
    let (offset, size, n) = (double(file, 32)? as usize, half(file, 54)? as usize, half(file, 56)? as usize);
    let header = |index: usize| {
        let at = offset.checked_add(index * size)?;
        Some(Header {
            kind: word(file, at)?,
            flags: word(file, at + 4)?,
            offset: double(file, at + 8)?,
            address: double(file, at + 16)?,
            file_bytes: double(file, at + 32)?,
            memory_bytes: double(file, at + 40)?,
        })
    };
    (0..n).map(header).collect()
}

fn part<'a>(file: &'a [u8], header: &Header) -> Option<&'a [u8]> {
    file.get(header.offset as usize..header.offset.checked_add(header.file_bytes)? as usize)
}

/// The maximum size of a segment, beyond which a header is malformed.
const MAX_SEGMENT: u64 = 1 << 30;

fn segment(file: &[u8], header: &Header) -> Option<Segment> {
    let mut bytes = part(file, header)?.to_vec();
    if MAX_SEGMENT < header.memory_bytes {
        return None;
    }
    bytes.resize(header.memory_bytes as usize, 0);
    let (is_executable, is_writable) = (header.flags & 1 != 0, header.flags & 2 != 0);
    Some(Segment { address: header.address, bytes, is_executable, is_writable })
}

/// Returns the metadata among notes; empty if there is none.
fn find_note(notes: &[u8]) -> Vec<u8> {
    let mut at = 0;
    while let (Some(name), Some(size), Some(kind)) =
        (word(notes, at), word(notes, at + 4), word(notes, at + 8))
    {
        let data = at + 12 + (name as usize).next_multiple_of(4);
        let owner = notes.get(at + 12..at + 12 + name as usize);
        if kind == NOTE_METADATA && owner == Some(b"AMDGPU\0".as_slice()) {
            return notes.get(data..data + size as usize).unwrap_or_default().to_vec();
        }
        at = data + (size as usize).next_multiple_of(4);
    }
    Vec::new()
}

/// The addresses and sizes in the dynamic section, by tag.
fn dynamic_entries(bytes: &[u8]) -> Vec<(u64, u64)> {
    let entry = |pair: &[u8]| Some((double(pair, 0)?, double(pair, 8)?));
    bytes.chunks_exact(16).filter_map(entry).take_while(|(tag, _)| *tag != 0).collect()
}

const DT_HASH: u64 = 4;
const DT_STRTAB: u64 = 5;
const DT_SYMTAB: u64 = 6;
const DT_RELA: u64 = 7;
const DT_RELASZ: u64 = 8;
const SYMBOL_BYTES: usize = 24;
const RELA_BYTES: usize = 24;

fn symbols(elf: &Elf, dynamic: &[(u64, u64)]) -> Option<Vec<Symbol>> {
    let find = |tag: u64| dynamic.iter().find(|(found, _)| *found == tag).map(|(_, value)| *value);
    let (Some(table), Some(names)) = (find(DT_SYMTAB), find(DT_STRTAB)) else { return Some(Vec::new()) };
    // The number of chains of the hash table is the number of symbols.
    let n = word(elf.bytes_at(find(DT_HASH)?)?, 4)? as usize;
    let (table, names) = (elf.bytes_at(table)?, elf.bytes_at(names)?);
    let symbol = |index: usize| {
        let at = index * SYMBOL_BYTES;
        let name = names.get(word(table, at)? as usize..)?;
        let end = name.iter().position(|byte| *byte == 0)?;
        let name = String::from_utf8_lossy(&name[..end]).into_owned();
        Some(Symbol { name, address: double(table, at + 8)?, bytes: double(table, at + 16)? })
    };
    (0..n).map(symbol).collect()
}

fn relocate(elf: &mut Elf, dynamic: &[(u64, u64)], base: u64) -> Result<(), String> {
    let find = |tag: u64| dynamic.iter().find(|(found, _)| *found == tag).map(|(_, value)| *value);
    let (Some(table), Some(size)) = (find(DT_RELA), find(DT_RELASZ)) else { return Ok(()) };
    let table = elf.bytes_at(table).and_then(|bytes| bytes.get(..size as usize)).unwrap_or_default().to_vec();
    for entry in table.chunks_exact(RELA_BYTES) {
        let fields = (double(entry, 0), word(entry, 8), word(entry, 12), double(entry, 16));
        let (Some(at), Some(kind), Some(symbol), Some(addend)) = fields else { continue };
        let target = match kind {
            RELOCATION_RELATIVE64 => 0,
            RELOCATION_ABS64 => elf.symbols.get(symbol as usize).map_or(0, |symbol| symbol.address),
            kind => return Err(format!("relocations of type {kind} are not modelled")),
        };
        let value = base.wrapping_add(target).wrapping_add(addend);
        let segment = elf
            .segments
            .iter_mut()
            .find(|segment| segment.address <= at && at + 8 <= segment.address + segment.bytes.len() as u64);
        let segment = segment.ok_or_else(|| format!("a relocation at {at:#x} is outside every segment"))?;
        let first = (at - segment.address) as usize;
        segment.bytes[first..first + 8].copy_from_slice(&value.to_le_bytes());
    }
    Ok(())
}
