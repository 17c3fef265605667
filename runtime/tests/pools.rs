//! Pools, memory, copies and fills of the CPU device.
#![expect(clippy::unwrap_used, reason = "tests stop at the first surprise")]

mod common;

use std::sync::atomic::{AtomicU64, Ordering};

use common::{FAIL, GATE, address, device, launch, program};
use warpline_runtime::driver::{Counters, Fill, StridedCopy, StridedFill};
use warpline_runtime::{Device, Kernel};

#[test]
fn streams_and_events_are_reused() {
    let device = device(1, None);
    let first = (device.lease_stream().unwrap(), device.lease_event().unwrap());
    let second = (device.lease_stream().unwrap(), device.lease_event().unwrap());
    assert!(first.0 != second.0 && first.1 != second.1);
    device.return_stream(first.0).unwrap();
    device.return_event(first.1).unwrap();
    assert_eq!((device.lease_stream().unwrap(), device.lease_event().unwrap()), first);
    let Counters { streams_created, streams_leased, events_created, events_leased, .. } = device.counters();
    assert_eq!((streams_created, streams_leased, events_created, events_leased), (2, 2, 2, 2));
}

#[test]
fn a_busy_stream_is_not_leased_again() {
    let device = device(1, None);
    let module = device.load(&program()).unwrap();
    let open = AtomicU64::new(0);
    let busy = device.lease_stream().unwrap();
    launch(device.as_ref(), module, busy, GATE, &[address(&open)]);
    device.return_stream(busy).unwrap();
    let other = device.lease_stream().unwrap();
    assert_ne!(other, busy);
    open.store(1, Ordering::Relaxed);
    device.host_wait(other).unwrap();
}

#[test]
fn a_leased_stream_has_no_old_failure_and_an_event_no_old_point() {
    let device = device(1, None);
    let module = device.load(&program()).unwrap();
    let (stream, event) = (device.lease_stream().unwrap(), device.lease_event().unwrap());
    launch(device.as_ref(), module, stream, FAIL, &[0]);
    device.record(event, stream).unwrap();
    device.host_wait(stream).unwrap_err();
    device.host_wait(stream).unwrap_err();
    device.return_stream(stream).unwrap();
    device.return_event(event).unwrap();
    assert_eq!((device.lease_stream().unwrap(), device.lease_event().unwrap()), (stream, event));
    device.wait(event, stream).unwrap();
    device.host_wait(stream).unwrap();
}

#[test]
fn handles_that_are_not_leased_are_errors() {
    let device = device(1, None);
    let stream = device.lease_stream().unwrap();
    let event = device.lease_event().unwrap();
    device.return_stream(stream).unwrap();
    device.return_event(event).unwrap();
    let errors = [
        device.return_stream(stream).unwrap_err(),
        device.return_event(event).unwrap_err(),
        device.host_wait(stream).unwrap_err(),
        device.record(event, stream).unwrap_err(),
        device.wait(event, stream).unwrap_err(),
        device.copy(stream, 0, 0, 0).unwrap_err(),
        device.alloc(stream, 1, 1).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.name, "InvalidHandle", "{error}");
    }
}

#[test]
fn modules_are_loaded_and_unloaded() {
    let device = device(1, None);
    let module = device.load(&program()).unwrap();
    assert_eq!(device.counters().modules, 1);
    device.unload(module).unwrap();
    assert_eq!(device.counters().modules, 0);
    assert_eq!(device.unload(module).unwrap_err().name, "InvalidHandle");
    assert_eq!(device.load(&program()).unwrap(), module);
}

#[test]
fn too_much_scratch_is_a_load_error() {
    let mut program = program();
    program.kernels.truncate(1);
    program.kernels[0] = Kernel { scratch_bytes: (256 << 20) + 1, ..program.kernels[0].clone() };
    assert_eq!(device(1, None).load(&program).unwrap_err().name, "TooMuchScratch");
}

#[test]
fn memory_is_counted_until_its_free_is_reached() {
    let device = device(1, None);
    let module = device.load(&program()).unwrap();
    let stream = device.lease_stream().unwrap();
    let open = AtomicU64::new(0);
    let first = device.alloc(stream, 1000, 1).unwrap();
    let second = device.alloc_shared(24, 4096).unwrap();
    assert!(first.is_multiple_of(64) && second.is_multiple_of(4096));
    launch(device.as_ref(), module, stream, GATE, &[address(&open)]);
    device.free(Some(stream), first).unwrap();
    assert_eq!((device.counters().buffers, device.counters().live_bytes), (2, 1024));
    assert_eq!(
        device.free(Some(stream), first).unwrap_err().message,
        format!("address {first:#x} is freed twice")
    );
    open.store(1, Ordering::Relaxed);
    device.host_wait(stream).unwrap();
    assert_eq!((device.counters().buffers, device.counters().live_bytes), (1, 24));
    device.free(None, second).unwrap();
    let counters = device.counters();
    assert_eq!((counters.buffers, counters.live_bytes, counters.peak_bytes), (0, 0, 1024));
    device.reset_peak();
    assert_eq!(device.counters().peak_bytes, 0);
}

#[test]
fn shared_blocks_return_to_their_pool() {
    let device = device(1, None);
    let first = device.alloc_shared(96, 1).unwrap();
    device.free(None, first).unwrap();
    assert_eq!((device.counters().buffers, device.counters().live_bytes), (0, 0));
    assert_ne!(device.alloc_shared(97, 1).unwrap(), first);
    assert_eq!(device.alloc_shared(96, 1).unwrap(), first);
    assert_ne!(device.alloc_shared(96, 1).unwrap(), first);
    assert_eq!(device.alloc_shared(96, 3).unwrap_err().name, "InvalidValue");
}

#[test]
fn arenas_are_reused() {
    let device = device(1, None);
    let large = device.lease_arena(4096).unwrap();
    let small = device.lease_arena(256).unwrap();
    assert!(large.is_multiple_of(256) && small.is_multiple_of(256));
    assert_eq!((device.counters().buffers, device.counters().live_bytes), (2, 4352));
    device.return_arena(large).unwrap();
    assert_eq!(device.return_arena(large).unwrap_err().name, "InvalidHandle");
    device.return_arena(small).unwrap();
    let counters = device.counters();
    assert_eq!((counters.buffers, counters.live_bytes, counters.peak_bytes), (0, 0, 4352));
    assert_eq!((device.lease_arena(200).unwrap(), device.lease_arena(200).unwrap()), (small, large));
    assert_ne!(device.lease_arena(1).unwrap(), small);
    assert_eq!(device.counters().arenas_created, 3);
}

#[test]
fn a_failed_stream_still_frees() {
    let device = device(1, None);
    let module = device.load(&program()).unwrap();
    let stream = device.lease_stream().unwrap();
    let buffer = device.alloc(stream, 8, 8).unwrap();
    launch(device.as_ref(), module, stream, FAIL, &[0]);
    device.free(Some(stream), buffer).unwrap();
    device.host_wait(stream).unwrap_err();
    assert_eq!(device.counters().buffers, 0);
}

#[test]
fn impossible_memory_is_an_error() {
    let device = device(1, None);
    let stream = device.lease_stream().unwrap();
    assert_eq!(device.alloc(stream, u64::MAX, 64).unwrap_err().name, "OutOfMemory");
    assert_eq!(device.alloc(stream, 8, 3).unwrap_err().name, "InvalidValue");
    assert_eq!(device.free(None, 0x40).unwrap_err().name, "InvalidAddress");
    let empty = device.alloc(stream, 0, 1).unwrap();
    assert_ne!(empty, 0);
    device.free(None, empty).unwrap();
    assert_eq!(device.counters().buffers, 0);
}

#[test]
fn fills_of_all_widths() {
    let device = device(1, None);
    let stream = device.lease_stream().unwrap();
    let check = |pattern: u64, width: u32, expect: [u8; 18]| {
        // One byte off, since a fill needs no alignment.
        let mut bytes = [0_u8; 18];
        let count = 16 / u64::from(width);
        device
            .fill(
                stream,
                &Fill { dst: bytes.as_mut_ptr().expose_provenance() as u64 + 1, pattern, width, count },
            )
            .unwrap();
        device.host_wait(stream).unwrap();
        assert_eq!(bytes, expect);
    };
    check(0x0807_0605_0403_0201, 1, [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
    check(0x0807_0605_0403_0201, 2, [0, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 0]);
    check(0x0807_0605_0403_0201, 4, [0, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 0]);
    check(0x0807_0605_0403_0201, 8, [0, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8, 0]);
    assert_eq!(
        device.fill(stream, &Fill { dst: 0, pattern: 0, width: 3, count: 0 }).unwrap_err().name,
        "InvalidValue"
    );
}

/// Fills a view of 12 elements from element `first` on; returns the indices of the written elements.
fn filled(first: usize, sizes: &[i64], strides: &[i64]) -> Vec<usize> {
    let device = device(1, None);
    let stream = device.lease_stream().unwrap();
    let mut elements = [0_u16; 12];
    let dst = elements.as_mut_ptr().expose_provenance() as u64 + 2 * first as u64;
    let (sizes, strides) = (sizes.to_vec(), strides.to_vec());
    device
        .fill_strided(stream, &StridedFill { dst, pattern: 0x1234_5678, width: 2, sizes, strides })
        .unwrap();
    device.host_wait(stream).unwrap();
    assert!(elements.iter().all(|element| [0, 0x5678].contains(element)));
    (0..12).filter(|index| elements[*index] != 0).collect()
}

#[test]
fn strided_fills() {
    assert_eq!(filled(1, &[], &[]), [1]);
    assert_eq!(filled(0, &[3, 2], &[4, 1]), [0, 1, 4, 5, 8, 9]);
    // Dimensions that continue others, in any order; rows that overlap; repeated writes of an element.
    assert_eq!(filled(0, &[2, 3, 2], &[1, 4, 2]), (0..12).collect::<Vec<_>>());
    assert_eq!(filled(2, &[3, 4], &[2, 1]), [2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(filled(7, &[2, 5], &[3, 0]), [7, 10]);
    // Negative strides, in one dimension or both; an empty view.
    assert_eq!(filled(11, &[2, 3], &[-6, -2]), [1, 3, 5, 7, 9, 11]);
    assert_eq!(filled(8, &[3, 2], &[-4, 1]), [0, 1, 4, 5, 8, 9]);
    assert_eq!(filled(3, &[0, 4], &[1, 1]), []);
    assert_eq!(filled(3, &[-2], &[1]), []);
}

/// Copies `src`, read with `sizes` and `src_strides`, into a dense array of i32.
fn check_strided(src: &[i32], sizes: &[u64], src_strides: &[i64], dst_strides: &[i64], expect: &[i32]) {
    let device = device(1, None);
    let stream = device.lease_stream().unwrap();
    let dst = device.alloc(stream, 4 * expect.len() as u64, 4).unwrap();
    let mut copy = StridedCopy {
        dst,
        src: src.as_ptr().expose_provenance() as u64,
        element_bytes: 4,
        rank: sizes.len(),
        sizes: [0; 8],
        dst_strides: [0; 8],
        src_strides: [0; 8],
    };
    copy.sizes[..sizes.len()].copy_from_slice(sizes);
    copy.dst_strides[..sizes.len()].copy_from_slice(dst_strides);
    copy.src_strides[..sizes.len()].copy_from_slice(src_strides);
    device.copy_strided(stream, &copy).unwrap();
    device.host_wait(stream).unwrap();
    // SAFETY: the copy has filled all elements of the allocation.
    let found = unsafe {
        std::slice::from_raw_parts(std::ptr::with_exposed_provenance::<i32>(dst as usize), expect.len())
    };
    assert_eq!(found, expect);
    device.free(None, dst).unwrap();
}

#[test]
fn strided_copies() {
    let src: Vec<i32> = (0..24).collect();
    check_strided(&src, &[], &[], &[], &[0]);
    check_strided(&src, &[4], &[1], &[1], &[0, 1, 2, 3]);
    check_strided(&src, &[3], &[5], &[1], &[0, 5, 10]);
    check_strided(&src[3..], &[2, 3], &[6, 1], &[3, 1], &[3, 4, 5, 9, 10, 11]);
    check_strided(&src, &[2, 3], &[1, 2], &[3, 1], &[0, 2, 4, 1, 3, 5]);
    check_strided(&src[5..], &[4], &[-1], &[1], &[5, 4, 3, 2]);
    check_strided(&src, &[2, 2, 2], &[12, 4, 1], &[4, 2, 1], &[0, 1, 4, 5, 12, 13, 16, 17]);
    check_strided(&src, &[2, 0, 2], &[12, 4, 1], &[4, 2, 1], &[]);
}
