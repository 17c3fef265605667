//! The decoder of entries on arbitrary bytes: it does not panic, and its allocations are bounded by its
//! input.

mod cache_kit;

use cache_kit::{below, bytes, fields, image};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use warpline_runtime::cache::{Entry, Flaw};

/// The system allocator, which also records the size of the largest allocation.
struct Watched;

static LARGEST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all calls are forwarded to the system allocator.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller upholds the contract of this trait.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static MEMORY: Watched = Watched;

const MAC_KEY: [u8; 32] = [7; 32];
const IR: &str = "kernel";

/// Reads an entry and asserts that the largest allocation is bounded by a multiple of its size.
#[track_caller]
fn read(entry: &[u8]) -> Result<Entry, Flaw> {
    LARGEST.store(0, Ordering::Relaxed);
    let read = Entry::read(entry, fields(IR).key(), &MAC_KEY);
    let largest = LARGEST.load(Ordering::Relaxed);
    assert!(largest <= 4096 + 8 * entry.len(), "{largest} bytes were asked for by {} bytes", entry.len());
    read
}

/// Returns a valid part with some bytes overwritten, removed or appended.
fn mutated(seed: u64, part: &[u8]) -> Vec<u8> {
    let mut part = part.to_vec();
    for step in 0..below(seed, 4) {
        let seed = seed.wrapping_mul(31) + step;
        if part.is_empty() {
            break;
        }
        let at = below(seed + 1, part.len() as u64) as usize;
        match below(seed + 2, 4) {
            0 => part.truncate(at),
            1 => part.extend(bytes(seed, at % 40)),
            // A length that is far too large.
            2 => part[at] = 0xff,
            _ => part[at] = bytes(seed, 1)[0],
        }
    }
    part
}

#[test]
fn anything_is_read_to_an_end() {
    // Must be the only test of this file, since it measures the allocations of the whole process.
    let whole = Entry::bytes(fields(IR).key(), &fields(IR), &image(IR), &MAC_KEY);
    let header = 200;
    let length = |at: usize| u64::from_le_bytes(whole[at..at + 8].try_into().unwrap_or_default()) as usize;
    let (n_fields, n_facts) = (length(48), length(88));
    let (facts, code) = whole[header + n_fields..].split_at(n_facts);
    let mut n_read = [0, 0];
    for seed in 0..20_000 {
        assert!(read(&bytes(seed, below(seed, 600) as usize)).is_err());
        // Signed, so that the whole decoder is reached.
        let parts = [fields(IR).bytes(), mutated(seed, facts), mutated(seed + 1, code)];
        let sealed = Entry::seal(fields(IR).key(), [&parts[0], &parts[1], &parts[2]], &MAC_KEY);
        match read(&sealed) {
            Ok(entry) => {
                n_read[0] += 1;
                let again = Entry::bytes(fields(IR).key(), &entry.fields, &entry.image, &MAC_KEY);
                assert!(again == sealed, "seed {seed}: it was read as something else");
            }
            Err(flaw) => {
                n_read[1] += 1;
                assert_eq!(flaw, Flaw::Meaning("facts"), "seed {seed}");
            }
        }
        let any = [mutated(seed, &fields(IR).bytes()), Vec::new(), Vec::new()];
        drop(read(&Entry::seal(fields(IR).key(), [&any[0], &any[1], &any[2]], &MAC_KEY)));
    }
    assert!(n_read.iter().all(|n| 1000 < *n), "too few entries were {n_read:?} read and refused");
}
