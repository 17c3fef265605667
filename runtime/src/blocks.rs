//! The memory that programs of this process may access: blocks by address, for checks that compiled code makes while it
//! runs.
//!
//! A run enters its blocks if its program has such checks, and a block leaves when its memory is freed: of device memory,
//! when the free has its turn in its stream.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock};

use warpline_ir::host_abi::UNKNOWN_BYTES;

/// A block of memory.
#[derive(Clone, Copy, Debug)]
struct Extent {
    /// The address past its last byte.
    end: u64,
    /// Whether the program has freed it; work that was issued before may still use it.
    is_ended: bool,
}

/// The blocks by their first address.
static BLOCKS: RwLock<BTreeMap<u64, Extent>> = RwLock::new(BTreeMap::new());

/// The number of blocks, so that a process without checks takes no lock.
static N_BLOCKS: AtomicUsize = AtomicUsize::new(0);

/// Enters a block, in place of those that overlap it: parts of an arena have one memory after the other.
pub(crate) fn insert(address: u64, bytes: u64) {
    let end = address.saturating_add(bytes);
    let mut blocks = BLOCKS.write().unwrap_or_else(PoisonError::into_inner);
    let before = blocks.range(..address).next_back().filter(|(_, other)| address < other.end);
    let overlapping: Vec<u64> =
        before.into_iter().chain(blocks.range(address..end)).map(|(first, _)| *first).collect();
    for first in overlapping {
        blocks.remove(&first);
    }
    blocks.insert(address, Extent { end, is_ended: false });
    N_BLOCKS.store(blocks.len(), Ordering::Release);
}

/// Removes the blocks that begin within some bytes.
pub(crate) fn remove(address: u64, bytes: u64) {
    if N_BLOCKS.load(Ordering::Acquire) == 0 {
        return;
    }
    let mut blocks = BLOCKS.write().unwrap_or_else(PoisonError::into_inner);
    let within = blocks.range(address..address.saturating_add(bytes.max(1)));
    let gone: Vec<u64> = within.map(|(first, _)| *first).collect();
    for first in gone {
        blocks.remove(&first);
    }
    N_BLOCKS.store(blocks.len(), Ordering::Release);
}

/// Returns the first address of the block with an address in it or at its end, and the block.
fn around(address: u64) -> Option<(u64, Extent)> {
    let blocks = BLOCKS.read().unwrap_or_else(PoisonError::into_inner);
    let (first, block) = blocks.range(..=address).next_back()?;
    (address <= block.end).then_some((*first, *block))
}

/// Records that the program has freed a block.
pub(crate) fn end(address: u64) {
    if N_BLOCKS.load(Ordering::Acquire) == 0 {
        return;
    }
    if let Some(block) = BLOCKS.write().unwrap_or_else(PoisonError::into_inner).get_mut(&address) {
        block.is_ended = true;
    }
}

/// Returns 0 if the memory at an address is freed, else 1. Memory in no block is not known.
pub(crate) extern "C" fn wl_live(address: u64) -> u32 {
    u32::from(around(address).is_none_or(|(_, block)| !block.is_ended))
}

/// Writes the bytes of the block at an address before the address, and from there on, to `out`. Memory that is not known
/// has no end.
///
/// # Safety
/// `out` points at two numbers.
pub(crate) unsafe extern "C" fn wl_extent(address: u64, out: *mut u64) {
    let found = around(address).map(|(first, block)| [address - first, block.end - address]);
    let sides = found.unwrap_or([UNKNOWN_BYTES.cast_unsigned(); 2]);
    // SAFETY: the caller vouches for the place.
    unsafe { out.cast::<[u64; 2]>().write(sides) };
}
