//! The content of a code object's sections.
//!
//! [`plan`] makes the sections of their final size; [`write()`] adds what depends on their addresses:
//! descriptors, symbols and the dynamic table.

use super::elf::{Bytes, ElfSection, File, Identity, Kind, Segment};
use super::symbols::{self, ENTRY_BYTES, Entry, Symbol, Symbols};
use super::{CODE_ALIGN, Layout, Object, Section, descriptor, metadata, msgpack};

/// The type of a note that holds metadata in MessagePack.
const NT_AMDGPU_METADATA: u32 = 32;
/// The operating system "AMDGPU HSA".
const ELFOSABI_AMDGPU_HSA: u8 = 64;
/// The version of code objects, 5.
const ELFABIVERSION_AMDGPU_HSA_V5: u8 = 3;
/// The architecture.
const EM_AMDGPU: u16 = 224;

/// The number of entries of the dynamic table.
const N_DYNAMIC: usize = 7;
const DT_NULL: u64 = 0;
const DT_HASH: u64 = 4;
const DT_STRTAB: u64 = 5;
const DT_SYMTAB: u64 = 6;
const DT_STRSZ: u64 = 10;
const DT_SYMENT: u64 = 11;
const DT_GNU_HASH: u64 = 0x6fff_fef5;

/// Returns the positions of the sections.
pub(super) fn layout(object: &Object<'_>, text_bytes: u64) -> Layout {
    let file = plan(object, &symbols_of(object), vec![0; text_bytes as usize]);
    let text_address = file.address(".text");
    let from_text = |section: Section| {
        let address = file.address(section.name()) + object.start(section);
        address.cast_signed() - text_address.cast_signed()
    };
    Layout {
        text_address,
        rodata_from_text: from_text(Section::Rodata),
        data_from_text: from_text(Section::Data),
        bss_from_text: from_text(Section::Bss),
    }
}

/// Returns the bytes of the file.
pub(super) fn write(object: &Object<'_>, text: &[u8]) -> Vec<u8> {
    let symbols = symbols_of(object);
    let mut file = plan(object, &symbols, text.to_vec());
    file.fill(".rodata", rodata(object, &file));
    file.fill(".dynsym", dynsym(&symbols, &file));
    file.fill(".symtab", symtab(&symbols, &file));
    file.fill(".dynamic", dynamic(&file));
    file.write(Identity {
        os_abi: ELFOSABI_AMDGPU_HSA,
        abi_version: ELFABIVERSION_AMDGPU_HSA_V5,
        machine: EM_AMDGPU,
        flags: object.chip.e_flags,
    })
}

/// Returns the placed sections, with zeros for what depends on addresses.
fn plan(object: &Object<'_>, symbols: &Symbols, text: Vec<u8>) -> File {
    use Segment::{Code, ReadOnly, Relro, Unloaded, Variables};
    let zeros = |n| vec![0; n];
    let align = |section| object.align(section);
    let rodata_align = align(Section::Rodata).max(descriptor::BYTES as u64);
    let rodata_bytes = object.start(Section::Rodata) as usize + object.rodata.len();
    let n_symbols = symbols.all.len();
    let sorted = symbols.by_bucket();
    let names = symbols.names.clone();
    let all_names = [&names, b"_DYNAMIC\0".as_slice()].concat();
    let sections = [
        ElfSection::new(".note", Kind::Note, ReadOnly, 4, note(object)),
        ElfSection::new(".dynsym", Kind::Dynsym, ReadOnly, 8, zeros((n_symbols + 1) * ENTRY_BYTES)),
        ElfSection::new(".gnu.hash", Kind::GnuHash, ReadOnly, 8, symbols::gnu_hash_table(&sorted)),
        ElfSection::new(".hash", Kind::Hash, ReadOnly, 4, symbols::sysv_hash_table(&sorted)),
        ElfSection::new(".dynstr", Kind::Strtab, ReadOnly, 1, names),
        ElfSection::new(".rodata", Kind::Progbits, ReadOnly, rodata_align, zeros(rodata_bytes)),
        ElfSection::new(".text", Kind::Progbits, Code, CODE_ALIGN, text),
        ElfSection::new(".dynamic", Kind::Dynamic, Relro, 8, zeros(N_DYNAMIC * 16)),
        ElfSection::zeroed(".relro_padding", Relro, 1, 0),
        ElfSection::new(".data", Kind::Progbits, Variables, align(Section::Data), object.data.to_vec()),
        ElfSection::zeroed(".bss", Variables, align(Section::Bss), object.bss_bytes()),
        ElfSection::new(".symtab", Kind::Symtab, Unloaded, 8, zeros((n_symbols + 2) * ENTRY_BYTES)),
        ElfSection::new(".shstrtab", Kind::Strtab, Unloaded, 1, Vec::new()),
        ElfSection::new(".strtab", Kind::Strtab, Unloaded, 1, all_names),
    ];
    let is_needed = |section: &ElfSection| section.segment != Variables || 0 < section.size;
    File::new(sections.into_iter().filter(is_needed).collect())
}

/// Returns the symbols: each kernel and its descriptor, then the variables.
fn symbols_of(object: &Object<'_>) -> Symbols {
    let mut symbols = Symbols::new();
    for (index, kernel) in object.kernels.iter().enumerate() {
        let name = &kernel.symbol;
        symbols.add(name.clone(), symbols::FUNC, ".text", kernel.code_offset, kernel.code_bytes);
        let offset = (index * descriptor::BYTES) as u64;
        symbols.add(format!("{name}.kd"), symbols::OBJECT, ".rodata", offset, descriptor::BYTES as u64);
    }
    for section in Section::ALL {
        for variable in object.variables_in(section) {
            let offset = object.start(section) + variable.offset;
            symbols.add(variable.symbol.clone(), symbols::OBJECT, section.name(), offset, variable.bytes);
        }
    }
    symbols
}

/// Returns the note that holds the metadata.
fn note(object: &Object<'_>) -> Vec<u8> {
    const OWNER: &[u8; 8] = b"AMDGPU\0\0";
    let mut document = Vec::new();
    msgpack::encode(&metadata::document(object.chip, object.kernels), &mut document);
    let mut out = Bytes::default();
    for word in [7, document.len() as u32, NT_AMDGPU_METADATA] {
        out.u32(word);
    }
    out.0.extend(OWNER);
    out.0.append(&mut document);
    out.0.resize(out.0.len().next_multiple_of(4), 0);
    out.0
}

/// Returns the descriptors, and the constant tables after them.
fn rodata(object: &Object<'_>, file: &File) -> Vec<u8> {
    let mut out = Vec::new();
    for kernel in object.kernels {
        let code = file.address(".text") + kernel.code_offset;
        let here = file.address(".rodata") + out.len() as u64;
        let entry = code.cast_signed() - here.cast_signed();
        out.extend(descriptor::encode(object.chip, kernel, entry));
    }
    out.resize(object.start(Section::Rodata) as usize, 0);
    out.extend_from_slice(object.rodata);
    out
}

/// Returns the symbol table of the loader.
fn dynsym(symbols: &Symbols, file: &File) -> Vec<u8> {
    let mut out = Bytes::default();
    Entry::NULL.write(&mut out);
    symbols.by_bucket().into_iter().for_each(|symbol| entry(symbol, file).write(&mut out));
    out.0
}

/// Returns the symbol table of tools, which also names the dynamic table.
fn symtab(symbols: &Symbols, file: &File) -> Vec<u8> {
    let dynamic = Entry {
        name: symbols.names.len() as u32,
        visibility: symbols::HIDDEN,
        section: file.index(".dynamic"),
        address: file.address(".dynamic"),
        ..Entry::NULL
    };
    let mut out = Bytes::default();
    Entry::NULL.write(&mut out);
    dynamic.write(&mut out);
    symbols.all.iter().for_each(|symbol| entry(symbol, file).write(&mut out));
    out.0
}

/// Returns the entry of a symbol.
fn entry(symbol: &Symbol, file: &File) -> Entry {
    Entry {
        name: symbol.name_offset,
        kind: symbol.kind,
        binding: symbols::GLOBAL,
        visibility: symbols::PROTECTED,
        section: file.index(symbol.section),
        address: file.address(symbol.section) + symbol.offset,
        bytes: symbol.bytes,
    }
}

/// Returns the dynamic table: where the loader finds the symbols.
fn dynamic(file: &File) -> Vec<u8> {
    let size = |name| file.section(name).map_or(0, |section| section.size);
    let entries: [(u64, u64); N_DYNAMIC] = [
        (DT_SYMTAB, file.address(".dynsym")),
        (DT_SYMENT, ENTRY_BYTES as u64),
        (DT_STRTAB, file.address(".dynstr")),
        (DT_STRSZ, size(".dynstr")),
        (DT_GNU_HASH, file.address(".gnu.hash")),
        (DT_HASH, file.address(".hash")),
        (DT_NULL, 0),
    ];
    let mut out = Bytes::default();
    for (tag, value) in entries {
        out.u64(tag);
        out.u64(value);
    }
    out.0
}
