//! ELF files in the layout of `ld.lld -shared`: sections, the segments that load them, headers.
//!
//! [`File::new`] gives each section an address and a position in the file, both from sizes only. Content that
//! depends on addresses is then set with [`File::fill`].
//!
//! A segment starts where [`ElfSection::segment`] changes, on a page of its own. The file has no padding to
//! pages: the address of a segment keeps the position in its page.

use super::PAGE;

/// The bytes of a file, written in little endian.
#[derive(Default)]
pub(super) struct Bytes(pub(super) Vec<u8>);

impl Bytes {
    /// Appends a byte.
    pub(super) fn u8(&mut self, value: u8) {
        self.0.push(value);
    }

    /// Appends two bytes.
    pub(super) fn u16(&mut self, value: u16) {
        self.0.extend(value.to_le_bytes());
    }

    /// Appends four bytes.
    pub(super) fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    /// Appends eight bytes.
    pub(super) fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }
}

/// The segment that loads a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Segment {
    /// Headers, tables and descriptors.
    ReadOnly,
    /// Code.
    Code,
    /// The dynamic table, read-only once loaded.
    Relro,
    /// Variables.
    Variables,
    /// None: tables for tools.
    Unloaded,
}

/// The type of a section, `sh_type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Code or data.
    Progbits = 1,
    /// All symbols.
    Symtab = 2,
    /// Strings.
    Strtab = 3,
    /// The System V hash table.
    Hash = 5,
    /// The dynamic table.
    Dynamic = 6,
    /// Notes.
    Note = 7,
    /// Zeros, which are not in the file.
    Nobits = 8,
    /// The symbols that the loader finds.
    Dynsym = 11,
    /// GNU's hash table.
    GnuHash = 0x6fff_fff6,
}

/// A section of an ELF file.
pub(super) struct ElfSection {
    /// The name.
    pub(super) name: &'static str,
    /// The type.
    pub(super) kind: Kind,
    /// The segment that loads it.
    pub(super) segment: Segment,
    /// The alignment in bytes.
    pub(super) align: u64,
    /// The size in memory.
    pub(super) size: u64,
    /// The address relative to the start of the loaded file.
    pub(super) address: u64,
    offset: u64,
    bytes: Vec<u8>,
}

impl ElfSection {
    /// Returns a section with content, not yet placed.
    pub(super) fn new(name: &'static str, kind: Kind, segment: Segment, align: u64, bytes: Vec<u8>) -> Self {
        let size = bytes.len() as u64;
        Self { name, kind, segment, align, size, address: 0, offset: 0, bytes }
    }

    /// Returns a section of `size` zeros, not yet placed.
    pub(super) fn zeroed(name: &'static str, segment: Segment, align: u64, size: u64) -> Self {
        Self { size, ..Self::new(name, Kind::Nobits, segment, align, Vec::new()) }
    }

    /// Returns `sh_flags`: write 1, allocate 2, execute 4.
    fn flags(&self) -> u64 {
        match self.segment {
            Segment::ReadOnly => 2,
            Segment::Code => 2 | 4,
            Segment::Relro | Segment::Variables => 2 | 1,
            Segment::Unloaded => 0,
        }
    }

    /// Returns the name of the section that it refers to, the number of local symbols, and the size of its
    /// entries.
    fn link_info_entry(&self) -> (&'static str, u32, u64) {
        match self.kind {
            Kind::Dynsym => (".dynstr", 1, 24),
            Kind::Symtab => (".strtab", 2, 24),
            Kind::Hash => (".dynsym", 0, 4),
            Kind::GnuHash => (".dynsym", 0, 0),
            Kind::Dynamic => (".dynstr", 0, 16),
            Kind::Progbits | Kind::Strtab | Kind::Note | Kind::Nobits => ("", 0, 0),
        }
    }

    /// Whether it fills the page after the dynamic table.
    fn is_relro_padding(&self) -> bool {
        self.segment == Segment::Relro && self.kind == Kind::Nobits
    }

    /// Returns the end of its bytes in the file.
    fn file_end(&self) -> u64 {
        self.offset + self.bytes.len() as u64
    }
}

const FILE_HEADER_BYTES: u64 = 64;
const SEGMENT_HEADER_BYTES: u64 = 56;
const SECTION_HEADER_BYTES: u64 = 64;

/// The fields of a file header that identify the target.
#[derive(Clone, Copy)]
pub(super) struct Identity {
    /// The operating system.
    pub(super) os_abi: u8,
    /// The version of its ABI.
    pub(super) abi_version: u8,
    /// The architecture.
    pub(super) machine: u16,
    /// The chip.
    pub(super) flags: u32,
}

/// An ELF file whose sections are placed.
pub(super) struct File {
    sections: Vec<ElfSection>,
}

impl File {
    /// Places the sections, and fills `.shstrtab` with their names.
    pub(super) fn new(mut sections: Vec<ElfSection>) -> Self {
        let names = sections.iter().flat_map(|section| [section.name.as_bytes(), &[0]]);
        let names = std::iter::once([0].as_slice()).chain(names).collect::<Vec<_>>().concat();
        for section in &mut sections {
            if section.name == ".shstrtab" {
                section.bytes.clone_from(&names);
                section.size = names.len() as u64;
            }
        }
        let headers_end = FILE_HEADER_BYTES + n_segments(&sections) * SEGMENT_HEADER_BYTES;
        place(&mut sections, headers_end);
        Self { sections }
    }

    /// Returns a section, if the file has it.
    pub(super) fn section(&self, name: &str) -> Option<&ElfSection> {
        self.sections.iter().find(|section| section.name == name)
    }

    /// Returns the address of a section, 0 if the file does not have it.
    pub(super) fn address(&self, name: &str) -> u64 {
        self.section(name).map_or(0, |section| section.address)
    }

    /// Returns the index of a section's header, 0 if the file does not have it.
    pub(super) fn index(&self, name: &str) -> u16 {
        self.sections.iter().position(|section| section.name == name).map_or(0, |index| index as u16 + 1)
    }

    /// Sets the content of a section, which has its size already.
    pub(super) fn fill(&mut self, name: &str, bytes: Vec<u8>) {
        if let Some(section) = self.sections.iter_mut().find(|section| section.name == name) {
            debug_assert_eq!(section.size, bytes.len() as u64, "{name} changes its size");
            section.bytes = bytes;
        }
    }

    /// Returns the bytes of the file.
    pub(super) fn write(&self, identity: Identity) -> Vec<u8> {
        let segments = self.segments();
        let end = self.sections.last().map_or(0, ElfSection::file_end);
        let headers_offset = end.next_multiple_of(8);
        let mut out = Bytes::default();
        self.write_header(identity, segments.len() as u16, headers_offset, &mut out);
        for segment in &segments {
            segment.write(&mut out);
        }
        for section in &self.sections {
            out.0.resize(section.offset as usize, 0);
            out.0.extend_from_slice(&section.bytes);
        }
        out.0.resize(headers_offset as usize, 0);
        self.write_section_headers(&mut out);
        out.0
    }

    /// Writes the header of the file.
    fn write_header(&self, identity: Identity, n_segments: u16, headers_offset: u64, out: &mut Bytes) {
        const MAGIC_64_LITTLE: [u8; 7] = *b"\x7fELF\x02\x01\x01";
        const ET_DYN: u16 = 3;
        out.0.extend(MAGIC_64_LITTLE);
        out.0.extend([identity.os_abi, identity.abi_version]);
        out.0.resize(16, 0);
        out.u16(ET_DYN);
        out.u16(identity.machine);
        out.u32(1);
        out.u64(0);
        out.u64(FILE_HEADER_BYTES);
        out.u64(headers_offset);
        out.u32(identity.flags);
        for size in [FILE_HEADER_BYTES, SEGMENT_HEADER_BYTES] {
            out.u16(size as u16);
        }
        out.u16(n_segments);
        out.u16(SECTION_HEADER_BYTES as u16);
        out.u16(self.sections.len() as u16 + 1);
        out.u16(self.index(".shstrtab"));
    }

    /// Writes the headers of the sections, an empty one first.
    fn write_section_headers(&self, out: &mut Bytes) {
        out.0.extend([0; SECTION_HEADER_BYTES as usize]);
        let mut name = 1;
        for section in &self.sections {
            let (link, info, entry_bytes) = section.link_info_entry();
            out.u32(name);
            out.u32(section.kind as u32);
            for word in [section.flags(), section.address, section.offset, section.size] {
                out.u64(word);
            }
            out.u32(self.index(link).into());
            out.u32(info);
            out.u64(section.align);
            out.u64(entry_bytes);
            name += section.name.len() as u32 + 1;
        }
    }

    /// Returns the headers of the segments.
    fn segments(&self) -> Vec<SegmentHeader> {
        let of = |name| {
            self.section(name).map_or(Span::default(), |section| Span::of(std::slice::from_ref(section)))
        };
        let relro = loads(&self.sections).find(|load| load[0].segment == Segment::Relro);
        let headers_bytes = n_segments(&self.sections) * SEGMENT_HEADER_BYTES;
        let headers = [SegmentHeader(PT_PHDR, R, Span::in_file(FILE_HEADER_BYTES, headers_bytes), 8)];
        let loads = loads(&self.sections).map(SegmentHeader::load);
        let others = [
            SegmentHeader(PT_DYNAMIC, R | W, of(".dynamic"), 8),
            SegmentHeader(PT_GNU_RELRO, R, relro.map_or(Span::default(), Span::of), 1),
            SegmentHeader(PT_GNU_STACK, R | W, Span::default(), 0),
            SegmentHeader(PT_NOTE, R, of(".note"), 4),
        ];
        headers.into_iter().chain(loads).chain(others).collect()
    }
}

/// Gives each section an address and a position in the file; those of the first follow the headers.
fn place(sections: &mut [ElfSection], headers_end: u64) {
    let (mut address, mut offset) = (headers_end, headers_end);
    let mut segment = Segment::ReadOnly;
    for section in sections {
        if section.segment == Segment::Unloaded {
            section.offset = offset.next_multiple_of(section.align);
            offset = section.file_end();
            continue;
        }
        if section.is_relro_padding() {
            section.size = address.next_multiple_of(PAGE) - address;
            (section.address, section.offset) = (address, offset);
            continue;
        }
        let is_first = section.segment != segment;
        segment = section.segment;
        if is_first {
            address = address.next_multiple_of(PAGE) + address % PAGE;
        }
        address = address.next_multiple_of(section.align);
        if is_first || section.kind != Kind::Nobits {
            offset += (address - offset) % PAGE;
        }
        (section.address, section.offset) = (address, offset);
        address += section.size;
        offset = section.file_end();
    }
}

/// Returns the sections of each segment that is loaded.
fn loads(sections: &[ElfSection]) -> impl Iterator<Item = &[ElfSection]> {
    let runs = sections.chunk_by(|one, next| one.segment == next.segment);
    runs.filter(|run| run[0].segment != Segment::Unloaded)
}

/// Returns the number of segments: those that are loaded, and five that describe them.
fn n_segments(sections: &[ElfSection]) -> u64 {
    loads(sections).count() as u64 + 5
}

/// A range of the file and of memory.
#[derive(Clone, Copy, Default)]
struct Span {
    offset: u64,
    address: u64,
    file_bytes: u64,
    memory_bytes: u64,
}

impl Span {
    /// Returns the span of the first segment's part at `offset`, which is its address too.
    fn in_file(offset: u64, bytes: u64) -> Self {
        Self { offset, address: offset, file_bytes: bytes, memory_bytes: bytes }
    }

    /// Returns the span of consecutive sections, at least one.
    fn of(sections: &[ElfSection]) -> Self {
        let (first, last) = (&sections[0], &sections[sections.len() - 1]);
        Self {
            offset: first.offset,
            address: first.address,
            file_bytes: last.file_end() - first.offset,
            memory_bytes: last.address + last.size - first.address,
        }
    }
}

const PT_LOAD: u32 = 1;
const PT_DYNAMIC: u32 = 2;
const PT_NOTE: u32 = 4;
const PT_PHDR: u32 = 6;
const PT_GNU_STACK: u32 = 0x6474_e551;
const PT_GNU_RELRO: u32 = 0x6474_e552;

const X: u32 = 1;
const W: u32 = 2;
const R: u32 = 4;

/// The header of a segment: type, access, range and alignment.
struct SegmentHeader(u32, u32, Span, u64);

impl SegmentHeader {
    /// Returns the header that loads sections; the first segment includes the headers of the file.
    fn load(sections: &[ElfSection]) -> Self {
        let span = Span::of(sections);
        match sections[0].segment {
            Segment::ReadOnly => Self(PT_LOAD, R, Span::in_file(0, span.offset + span.file_bytes), PAGE),
            Segment::Code => Self(PT_LOAD, R | X, span, PAGE),
            Segment::Relro | Segment::Variables | Segment::Unloaded => Self(PT_LOAD, R | W, span, PAGE),
        }
    }

    /// Writes the header.
    fn write(&self, out: &mut Bytes) {
        let Self(kind, access, span, align) = self;
        out.u32(*kind);
        out.u32(*access);
        for word in [span.offset, span.address, span.address, span.file_bytes, span.memory_bytes, *align] {
            out.u64(word);
        }
    }
}
