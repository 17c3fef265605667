//! Device memory, at addresses that no process has, and host memory, at real ones.
//!
//! Addresses are never reused, so that a use after free is detected. Memory of a stream-ordered allocation
//! exists only when the stream has reached it, and is undefined until it is written.

use crate::abi;
use std::collections::BTreeMap;

/// The first address of device memory, where no memory of a process is.
const DEVICE: u64 = 1 << 49;
/// Alignment of all memory.
const ALIGN: u64 = 256;

/// The function that allocated the memory, which determines how it must be freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One of plain device memory.
    Plain,
    /// One of the pool with this handle, in stream order.
    Pool(usize),
    /// One of managed memory.
    Managed,
    /// One of pinned host memory.
    Pinned,
}

/// A live allocation.
pub(crate) struct Allocation {
    pub(crate) kind: Kind,
    /// Its name in the log.
    pub(crate) name: String,
    pub(crate) bytes: u64,
    /// Whether the stream of its allocation has reached it.
    pub(crate) is_ready: bool,
    /// Contents of device memory, or the block of host memory.
    contents: Vec<u8>,
    defined: Vec<bool>,
}

/// All memory.
#[derive(Default)]
pub(crate) struct Memory {
    live: BTreeMap<u64, Allocation>,
    used: u64,
    n_made: usize,
}

/// Bytes, and for each whether it is defined.
pub(crate) type Content = (Vec<u8>, Vec<bool>);

impl Memory {
    /// Allocates memory and returns its address.
    pub(crate) fn add(&mut self, kind: Kind, bytes: u64) -> u64 {
        let is_real = matches!(kind, Kind::Managed | Kind::Pinned);
        let letter = match kind {
            Kind::Plain | Kind::Pool(_) => 'd',
            Kind::Managed => 'm',
            Kind::Pinned => 'h',
        };
        let name = format!("{letter}{}", self.n_made);
        self.n_made += 1;
        let more = if is_real { ALIGN } else { 0 };
        let contents = vec![0xA5; (bytes + more) as usize];
        let address = if is_real {
            abi::expose(&contents).next_multiple_of(ALIGN)
        } else {
            let address = DEVICE + self.used;
            self.used += bytes.next_multiple_of(ALIGN) + ALIGN;
            address
        };
        let defined = if is_real { Vec::new() } else { vec![false; bytes as usize] };
        let is_ready = !matches!(kind, Kind::Pool(_));
        self.live.insert(address, Allocation { kind, name, bytes, is_ready, contents, defined });
        address
    }

    /// Returns the allocation that begins here.
    pub(crate) fn get(&mut self, address: u64) -> Option<&mut Allocation> {
        self.live.get_mut(&address)
    }

    /// Returns the bytes of device memory that are allocated.
    pub(crate) fn on_device(&self) -> u64 {
        let is_there = |found: &&Allocation| matches!(found.kind, Kind::Plain | Kind::Pool(_));
        self.live.values().filter(is_there).map(|found| found.bytes).sum()
    }

    /// Frees memory.
    pub(crate) fn remove(&mut self, address: u64) {
        self.live.remove(&address);
    }

    /// Returns all allocations by address.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u64, &Allocation)> {
        self.live.iter().map(|(address, allocation)| (*address, allocation))
    }

    /// Returns the allocation that contains these bytes.
    fn find(&self, address: u64, bytes: u64) -> Result<Option<(u64, &Allocation)>, String> {
        let found = self.live.range(..=address).next_back().map(|(start, allocation)| (*start, allocation));
        let inside = found.filter(|(start, allocation)| address - start < allocation.bytes.max(1));
        match inside {
            None if DEVICE <= address => Err(format!("address {address:#x} is not allocated")),
            None => Ok(None),
            Some((start, allocation)) if allocation.bytes < address - start + bytes => {
                Err(format!("{bytes} bytes at {} exceed its allocation", self.name(address)))
            }
            Some((_, allocation)) if !allocation.is_ready => {
                Err(format!("{} is used before its stream has allocated it", allocation.name))
            }
            Some(found) => Ok(Some(found)),
        }
    }

    /// Reads memory; an address outside of all allocations is plain host memory.
    pub(crate) fn read(&self, address: u64, bytes: u64) -> Result<Content, String> {
        match self.find(address, bytes)? {
            Some((start, allocation)) if !allocation.defined.is_empty() => {
                let range = (address - start) as usize..(address - start + bytes) as usize;
                Ok((allocation.contents[range.clone()].to_vec(), allocation.defined[range].to_vec()))
            }
            _ => Ok((abi::read(address, bytes as usize), vec![true; bytes as usize])),
        }
    }

    /// Writes memory.
    pub(crate) fn write(&mut self, address: u64, (bytes, defined): &Content) -> Result<(), String> {
        let found = self
            .find(address, bytes.len() as u64)?
            .map(|(start, allocation)| (start, !allocation.defined.is_empty()));
        match found {
            Some((start, true)) => {
                let range = (address - start) as usize..(address - start) as usize + bytes.len();
                if let Some(allocation) = self.live.get_mut(&start) {
                    allocation.contents[range.clone()].copy_from_slice(bytes);
                    allocation.defined[range].copy_from_slice(defined);
                }
            }
            _ => abi::write(address, bytes),
        }
        Ok(())
    }

    /// Returns the text of an address in the log.
    pub(crate) fn name(&self, address: u64) -> String {
        let found = self.live.range(..=address).next_back();
        match found.filter(|(start, allocation)| address - **start < allocation.bytes.max(1)) {
            Some((start, allocation)) if *start == address => allocation.name.clone(),
            Some((start, allocation)) => format!("{}+{}", allocation.name, address - start),
            None if (1 << 32..DEVICE).contains(&address) => "host".to_string(),
            None => address.to_string(),
        }
    }
}
