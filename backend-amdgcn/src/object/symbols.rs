//! Symbols of a code object: the symbol table, the strings and the two hash tables of the dynamic loader.
//!
//! The tables have the order and the sizes that `ld.lld` chooses.
//!
//! Source: the System V ABI, and `SyntheticSections.cpp` of lld.

use super::elf::Bytes;

/// A symbol that the loader finds: global and protected, so that nothing can replace it.
pub(super) struct Symbol {
    /// The name.
    pub(super) name: String,
    /// The position of the name in the string table.
    pub(super) name_offset: u32,
    /// The name of the section.
    pub(super) section: &'static str,
    /// The position in the section.
    pub(super) offset: u64,
    /// The size in bytes.
    pub(super) bytes: u64,
    /// [`OBJECT`] or [`FUNC`].
    pub(super) kind: u8,
}

/// The symbols of a code object and their names.
pub(super) struct Symbols {
    /// The symbols, in the order of the assembly.
    pub(super) all: Vec<Symbol>,
    /// The string table: the empty name, then one for each symbol, each with a zero after it.
    pub(super) names: Vec<u8>,
}

impl Symbols {
    /// Returns no symbols, and the empty name.
    pub(super) fn new() -> Self {
        Self { all: Vec::new(), names: vec![0] }
    }

    /// Adds a symbol of `bytes` bytes at `offset` in a section.
    pub(super) fn add(&mut self, name: String, kind: u8, section: &'static str, offset: u64, bytes: u64) {
        let name_offset = self.names.len() as u32;
        self.names.extend_from_slice(name.as_bytes());
        self.names.push(0);
        self.all.push(Symbol { name, name_offset, section, offset, bytes, kind });
    }

    /// Returns the symbols by their buckets in GNU's hash table, which are ranges of the symbol table.
    pub(super) fn by_bucket(&self) -> Vec<&Symbol> {
        let mut symbols: Vec<_> = self.all.iter().collect();
        let n_buckets = n_buckets(symbols.len());
        symbols.sort_by_key(|symbol| gnu_hash(&symbol.name) % n_buckets);
        symbols
    }
}

/// The type of a variable's symbol.
pub(super) const OBJECT: u8 = 1;
/// The type of a kernel's symbol.
pub(super) const FUNC: u8 = 2;
/// The binding of a global symbol.
pub(super) const GLOBAL: u8 = 1;
/// The visibility of a symbol that other objects do not see.
pub(super) const HIDDEN: u8 = 2;
/// The visibility of a symbol that other objects see, but do not replace.
pub(super) const PROTECTED: u8 = 3;

/// The size of an entry of a symbol table, in bytes.
pub(super) const ENTRY_BYTES: usize = 24;

/// An entry of a symbol table.
pub(super) struct Entry {
    /// The position of the name in the string table.
    pub(super) name: u32,
    /// The type.
    pub(super) kind: u8,
    /// The binding.
    pub(super) binding: u8,
    /// The visibility.
    pub(super) visibility: u8,
    /// The index of the section's header.
    pub(super) section: u16,
    /// The address.
    pub(super) address: u64,
    /// The size in bytes.
    pub(super) bytes: u64,
}

impl Entry {
    /// The first entry of every table.
    pub(super) const NULL: Self =
        Self { name: 0, kind: 0, binding: 0, visibility: 0, section: 0, address: 0, bytes: 0 };

    /// Writes the entry.
    pub(super) fn write(&self, out: &mut Bytes) {
        out.u32(self.name);
        out.u8(self.binding << 4 | self.kind);
        out.u8(self.visibility);
        out.u16(self.section);
        out.u64(self.address);
        out.u64(self.bytes);
    }
}

/// The second shift of GNU's Bloom filter.
const BLOOM_SHIFT: u32 = 26;

/// Returns the number of buckets of GNU's hash table.
fn n_buckets(n_symbols: usize) -> u32 {
    (n_symbols as u32 / 4).max(1)
}

/// Returns the hash of a name in GNU's table.
fn gnu_hash(name: &str) -> u32 {
    name.bytes().fold(5381, |hash: u32, byte| hash.wrapping_mul(33).wrapping_add(byte.into()))
}

/// Returns the hash of a name in the System V table.
fn sysv_hash(name: &str) -> u32 {
    name.bytes().fold(0, |hash: u32, byte| {
        let hash = (hash << 4).wrapping_add(byte.into());
        (hash ^ (hash >> 24 & 0xf0)) & 0x0fff_ffff
    })
}

/// Returns GNU's hash table: a Bloom filter, the first symbol of each bucket, and the hashes of the symbols,
/// of which the last of a bucket is odd.
pub(super) fn gnu_hash_table(sorted: &[&Symbol]) -> Vec<u8> {
    let n_buckets = n_buckets(sorted.len());
    let hashes: Vec<u32> = sorted.iter().map(|symbol| gnu_hash(&symbol.name)).collect();
    let mut buckets = vec![0; n_buckets as usize];
    for (index, hash) in hashes.iter().enumerate().rev() {
        buckets[(hash % n_buckets) as usize] = index as u32 + 1;
    }
    let bloom = bloom_filter(&hashes);
    let mut out = Bytes::default();
    for word in [n_buckets, 1, bloom.len() as u32, BLOOM_SHIFT] {
        out.u32(word);
    }
    for word in bloom {
        out.u64(word);
    }
    for bucket in buckets {
        out.u32(bucket);
    }
    for (index, hash) in hashes.iter().enumerate() {
        let is_last = hashes.get(index + 1).is_none_or(|next| next % n_buckets != hash % n_buckets);
        out.u32(hash & !1 | u32::from(is_last));
    }
    out.0
}

/// Returns the Bloom filter of hashes, of about 12 bits for each.
fn bloom_filter(hashes: &[u32]) -> Vec<u64> {
    let n_words = (hashes.len() * 12 / 64 + 1).next_power_of_two();
    let mut words = vec![0; n_words];
    for hash in hashes {
        words[*hash as usize / 64 % n_words] |= 1 << (hash % 64) | 1 << ((hash >> BLOOM_SHIFT) % 64);
    }
    words
}

/// Returns the System V hash table: the last symbol of each bucket, and the previous one of each symbol.
pub(super) fn sysv_hash_table(symbols: &[&Symbol]) -> Vec<u8> {
    let n = symbols.len() + 1;
    let mut buckets = vec![0; n];
    let mut chains = vec![0];
    for (index, symbol) in symbols.iter().enumerate() {
        let bucket = &mut buckets[sysv_hash(&symbol.name) as usize % n];
        chains.push(std::mem::replace(bucket, index as u32 + 1));
    }
    let mut out = Bytes::default();
    [n as u32; 2].into_iter().chain(buckets).chain(chains).for_each(|word| out.u32(word));
    out.0
}
