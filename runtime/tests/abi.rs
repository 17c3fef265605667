//! The C ABI: a small program written against it, its statistics, and the failure of each driver call in turn.
#![expect(clippy::unwrap_used, reason = "tests stop at the first surprise")]

mod common;

use std::ptr::null;
use std::sync::Arc;

use common::{FAIL, SCALE, device, program};
use warpline_ir::Float;
use warpline_ir::host_abi::{MemoryKind, NO_STREAM, PrintKind};
use warpline_runtime::driver::Busy;
use warpline_runtime::driver::faults::INJECTED;
use warpline_runtime::exec::abi::{
    symbols, wl_alloc, wl_assert, wl_copy, wl_copy_strided, wl_fill, wl_free, wl_global, wl_host_wait,
    wl_launch, wl_print, wl_record, wl_scope_begin, wl_scope_end, wl_wait,
};
use warpline_runtime::exec::{Leaked, NO_OP, Unfreed};
use warpline_runtime::{Counters, Device, Faults, FaultyDevice, Global, Program, Run, Stats};

const N: u64 = 1000;
const HOST: u32 = MemoryKind::Host as u32;
const DEVICE: u32 = MemoryKind::Device as u32;
const SHARED: u32 = MemoryKind::HostShared as u32;

/// The test kernels and one global.
fn with_global() -> Program {
    let global = Global { bytes: 16, align: 8, initial: vec![1, 2, 3], is_constant: false };
    Program { globals: vec![global], ..program() }
}

/// Issues one launch of `scale` over `N` elements.
unsafe fn scale(run: *mut Run, op: u32, stream: u32, out: u64, input: u64, factor: f32) -> i32 {
    let dims = [N, 1, 1, 1, 1, 1, 0];
    let args = [out, input, u64::from(factor.to_bits())];
    // SAFETY: as the caller's.
    unsafe { wl_launch(run, op, SCALE, stream, dims.as_ptr(), args.as_ptr(), 3) }
}

/// A model of a compiled host function: two streams scale halves of the work, the second waits for the first.
/// Computes `out = 6 * input`, or returns at the first call that fails, after its cleanup.
unsafe fn two_streams(run: *mut Run, input: u64, out: u64) -> i32 {
    // SAFETY: the run is live, and the buffers have N floats.
    unsafe {
        if wl_scope_begin(run, 0, 2, 2) != 0 {
            return 1;
        }
        let failed = body(run, input, out);
        wl_scope_end(run, 16) | failed
    }
}

unsafe fn body(run: *mut Run, input: u64, out: u64) -> i32 {
    let (mut a, mut b, mut table) = (0, 0, 0);
    // SAFETY: as in `two_streams`.
    unsafe {
        let is_done = wl_alloc(run, 1, 0, 4 * N, 4, DEVICE, &raw mut a) == 0
            && wl_alloc(run, 2, 0, 4 * N, 4, SHARED, &raw mut b) == 0
            && wl_copy(run, 3, 0, a, input, 4 * N) == 0
            && scale(run, 4, 0, b, a, 2.0) == 0
            && wl_record(run, 5, 0, 0) == 0
            && wl_wait(run, 6, 0, 1) == 0
            && scale(run, 7, 1, a, b, 3.0) == 0
            && wl_global(run, 8, 0, &raw mut table) == 0
            && wl_fill(run, 9, 0, table, 5, 8, 2) == 0
            && wl_copy(run, 10, 1, out, a, 4 * N) == 0
            && wl_record(run, 11, 1, 1) == 0
            && wl_wait(run, 12, 1, 0) == 0
            && wl_free(run, 13, 0, DEVICE, a) == 0
            && wl_free(run, 14, 0, SHARED, b) == 0
            && wl_host_wait(run, 15, 0) == 0;
        i32::from(!is_done)
    }
}

/// Runs `two_streams`, checks its result if it succeeds, and returns the finished run.
fn execute(device: Arc<dyn Device>) -> Result<(Run, Stats), warpline_runtime::DeviceError> {
    let mut run = Run::new(device, &with_global())?;
    let input = run.input_buffer(4 * N)?;
    let out = run.input_buffer(4 * N)?;
    for (index, bytes) in run.bytes_mut(input).unwrap().chunks_exact_mut(4).enumerate() {
        bytes.copy_from_slice(&(index as f32).to_le_bytes());
    }
    // SAFETY: the run is live, and the buffers have N floats.
    let status = unsafe { two_streams(&raw mut run, input, out) };
    assert_eq!(status != 0, run.failure().is_some());
    if status == 0 {
        for (index, bytes) in run.bytes_mut(out).unwrap().chunks_exact(4).enumerate() {
            assert_eq!(bytes, (6.0 * index as f32).to_le_bytes());
        }
    }
    let stats = run.finish();
    Ok((run, stats))
}

/// Asserts that the device holds nothing except its pools.
fn assert_quiescent(device: &dyn Device, what: &str) {
    let Counters { streams_leased, events_leased, buffers, modules, live_bytes, .. } = device.counters();
    assert_eq!((streams_leased, events_leased, buffers, modules, live_bytes), (0, 0, 0, 0, 0), "{what}");
}

#[test]
fn statistics_of_a_run() {
    let device = device(2, None);
    let (run, stats) = execute(Arc::clone(&device) as _).unwrap();
    assert_eq!((run.failure(), run.unfreed()), (None, &[][..]));
    assert_eq!(stats.kernel_times.len(), 1);
    assert_eq!((stats.kernel_times[0].name.as_str(), stats.kernel_times[0].launches), ("scale", 2));
    let Busy { total, active } = stats.busy;
    assert!(
        stats.kernel_times[0].nanoseconds.is_some_and(|time| time <= total),
        "the kernel is a part of {total} ns"
    );
    assert!(0 < active && active <= total, "{active} of {total} ns");
    let expect = Stats {
        device: "cpu".to_owned(),
        kernels: 1,
        launches: 2,
        graphs: 0,
        graph_launches: 0,
        streams: 2,
        events: 2,
        streams_created: 2,
        events_created: 2,
        waits: 2,
        records: 2,
        host_syncs: 1,
        max_concurrent_launches: 1,
        busy: stats.busy,
        peak_bytes: 8 * N + 16,
        n_unfreed: 0,
        unfreed_bytes: 0,
        leaked: Leaked::default(),
        kernel_times: stats.kernel_times.clone(),
    };
    assert_eq!(stats, expect);
    assert_quiescent(device.as_ref(), "a run that succeeds");
}

#[test]
fn every_seed_gives_the_same_result() {
    for seed in 0..60 {
        let (run, _) = execute(device(1, Some(seed))).unwrap();
        assert_eq!(run.failure(), None, "seed {seed}");
    }
}

/// Fails call 0, call 1, … until a run has no failure. Each time there is one failure, it is the injected
/// one, it names its operation, and nothing is held afterwards.
#[test]
fn every_driver_call_may_fail() {
    for seed in [None, Some(2)] {
        let inner = device(2, seed);
        let mut n_failed_operations = 0;
        for n in 0.. {
            let faulty = Arc::new(FaultyDevice::new(Arc::clone(&inner) as _, Faults::Call(n)));
            let result = execute(Arc::clone(&faulty) as _);
            assert_quiescent(inner.as_ref(), &format!("call {n} fails"));
            if !faulty.has_injected() {
                assert_eq!(result.unwrap().0.failure(), None);
                break;
            }
            match result {
                Err(error) => assert_eq!(error.name, INJECTED),
                Ok((run, stats)) => {
                    let failure = run.failure().unwrap();
                    assert_eq!(failure.error.name, INJECTED);
                    assert_eq!(stats.leaked, Leaked::default());
                    let is_at_end = matches!(failure.error.call, "free" | "unload");
                    assert!(failure.op != NO_OP || is_at_end, "{failure:?}");
                    n_failed_operations += u64::from(failure.op != NO_OP);
                }
            }
        }
        // 4 leases, 14 calls of the body (`wl_global` is none), 2 drains, 4 returns.
        assert_eq!(n_failed_operations, 24);
    }
}

#[test]
fn a_named_call_fails_at_its_operation() {
    let check = |name, nth, expect_op| {
        let faulty = FaultyDevice::new(device(2, None), Faults::Named(name, nth));
        let (run, _) = execute(Arc::new(faulty)).unwrap();
        let failure = run.failure().unwrap();
        assert_eq!((failure.error.call, failure.op), (name, expect_op));
    };
    check("lease_stream", 1, 0);
    check("alloc", 0, 1);
    check("launch", 0, 4);
    check("launch", 1, 7);
    check("wait", 1, 12);
    check("free", 1, 14);
    check("host_wait", 0, 15);
    check("host_wait", 1, 16);
    check("return_event", 0, 16);
}

/// Calls `action` with a run of the test program on two workers.
fn with_run(action: impl FnOnce(&mut Run)) {
    let device = device(2, None);
    let mut run = Run::new(Arc::clone(&device) as _, &with_global()).unwrap();
    action(&mut run);
    let stats = run.finish();
    assert_eq!(stats.leaked, Leaked::default());
    drop(run);
    assert_quiescent(device.as_ref(), "after the run");
}

#[test]
fn a_failing_kernel_is_laid_to_its_launch() {
    with_run(|run| {
        let dims = [1, 1, 1, 32, 1, 1, 0];
        let run = &raw mut *run;
        // SAFETY: the run is live.
        unsafe {
            assert_eq!(wl_scope_begin(run, 0, 1, 0), 0);
            assert_eq!(wl_launch(run, 1, FAIL, 0, dims.as_ptr(), [9].as_ptr(), 1), 0);
            assert_eq!(wl_host_wait(run, 2, 0), 1);
            assert_eq!(wl_host_wait(run, 3, 0), 1);
            assert_eq!(wl_scope_end(run, 4), 1);
            let failure = (*run).failure().unwrap();
            assert_eq!((failure.op, failure.error.report.as_ref().unwrap().slot), (1, 9));
        }
    });
}

#[test]
fn buffers_that_are_not_freed_are_listed_and_no_leak() {
    with_run(|run| {
        let mut out = 0;
        run.input_buffer(7).unwrap();
        let pointer = &raw mut *run;
        // SAFETY: the run is live.
        unsafe {
            assert_eq!(wl_scope_begin(pointer, 0, 1, 0), 0);
            assert_eq!(wl_alloc(pointer, 5, 0, 10, 4, DEVICE, &raw mut out), 0);
            assert_eq!(wl_alloc(pointer, 3, 0, 20, 4, HOST, &raw mut out), 0);
            assert_eq!(wl_scope_end(pointer, 1), 0);
            assert_eq!(wl_alloc(pointer, 4, 0, 30, 4, SHARED, &raw mut out), 0);
        }
        run.finish();
        let expect =
            [Unfreed { op: 3, bytes: 20 }, Unfreed { op: 4, bytes: 30 }, Unfreed { op: 5, bytes: 10 }];
        assert_eq!(run.unfreed(), expect);
    });
}

#[test]
fn returned_buffers_outlive_the_run() {
    for kind in [HOST, DEVICE, SHARED] {
        let device = device(1, None);
        let mut run = Run::new(Arc::clone(&device) as _, &with_global()).unwrap();
        let mut out = 0;
        let pointer = &raw mut run;
        // SAFETY: the run is live.
        unsafe {
            assert_eq!(wl_scope_begin(pointer, 0, 1, 0), 0);
            assert_eq!(wl_alloc(pointer, 1, 0, 12, 4, kind, &raw mut out), 0);
            assert_eq!(wl_fill(pointer, 2, 0, out, 0x0403_0201, 4, 3), 0);
            assert_eq!(wl_scope_end(pointer, 3), 0);
        }
        let buffer = run.take_buffer(out).unwrap();
        assert!(run.take_buffer(out).is_none());
        assert_eq!((run.finish().leaked, run.unfreed()), (Leaked::default(), &[][..]));
        drop(run);
        assert_eq!(buffer.as_slice().unwrap(), [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4]);
        drop(buffer);
        assert_quiescent(device.as_ref(), "after the buffer");
    }
}

#[test]
fn scopes_nest() {
    with_run(|run| {
        let run = &raw mut *run;
        // SAFETY: the run is live.
        unsafe {
            assert_eq!(wl_scope_begin(run, 0, 2, 1), 0);
            assert_eq!(wl_scope_begin(run, 1, 1, 3), 0);
            assert_eq!(wl_scope_end(run, 2), 0);
            assert_eq!(wl_record(run, 3, 0, 1), 0);
            assert_eq!(wl_scope_begin(run, 4, 1, 0), 0);
            // The inner scope has no second stream; scopes can still be ended after the failure.
            assert_eq!(wl_host_wait(run, 5, 1), 1);
            assert_eq!(wl_scope_end(run, 6), 1);
            assert_eq!(wl_scope_end(run, 7), 1);
            assert_eq!(wl_scope_end(run, 8), 1);
            assert_eq!((*run).failure().unwrap().op, 5);
            let stats = (*run).finish();
            assert_eq!((stats.streams, stats.events), (3, 4));
        }
    });
}

#[test]
fn a_failure_frees_what_its_scope_allocated() {
    let device = device(1, None);
    let mut run = Run::new(Arc::clone(&device) as _, &program()).unwrap();
    let mut out = 0;
    let pointer = &raw mut run;
    // SAFETY: the run is live.
    unsafe {
        assert_eq!(wl_scope_begin(pointer, 0, 1, 0), 0);
        assert_eq!(wl_alloc(pointer, 1, 0, 8, 8, DEVICE, &raw mut out), 0);
        assert_eq!(wl_scope_begin(pointer, 2, 1, 0), 0);
        assert_eq!(wl_alloc(pointer, 3, 0, 8, 8, DEVICE, &raw mut out), 0);
        assert_eq!(wl_assert(pointer, 4, 0, 0, 0), 1);
        assert_eq!(wl_scope_end(pointer, 5), 1);
        assert_eq!(device.counters().buffers, 1);
        assert_eq!(wl_scope_end(pointer, 6), 1);
    }
    assert_quiescent_but_module(device.as_ref());
    assert_eq!(run.failure().unwrap().error.name, "AssertionFailed");
    assert_eq!(run.unfreed(), []);
}

fn assert_quiescent_but_module(device: &dyn Device) {
    let Counters { streams_leased, buffers, modules, .. } = device.counters();
    assert_eq!((streams_leased, buffers, modules), (0, 0, 1));
}

#[test]
fn bad_frees_are_errors() {
    let check = |kind: u32, stream: u32, offset: u64, expect: &str| {
        with_run(|run| {
            let mut out = 0;
            let pointer = &raw mut *run;
            // SAFETY: the run is live.
            unsafe {
                assert_eq!(wl_alloc(pointer, 0, 0, 8, 8, SHARED, &raw mut out), 0);
                assert_eq!(wl_free(pointer, 1, stream, kind, out + offset) == 0, expect.is_empty());
            }
            assert_eq!(run.failure().map_or("", |failure| &failure.error.name), expect);
        });
    };
    check(SHARED, NO_STREAM, 0, "");
    check(SHARED, 0, 0, "OutOfRange");
    check(HOST, NO_STREAM, 0, "");
    check(9, NO_STREAM, 0, "InvalidValue");
    check(SHARED, NO_STREAM, 8, "InvalidAddress");
}

const PRINTED: [(PrintKind, u64); 6] = [
    (PrintKind::Signed(64), u64::MAX),
    (PrintKind::Char, 0x20),
    (PrintKind::Float(Float::F32), 0x3FC0_0000),
    (PrintKind::Newline, 0),
    (PrintKind::Float(Float::F64), 0x7E37_E43C_8800_759C),
    (PrintKind::Unsigned(64), 7),
];

#[test]
fn printing_and_globals() {
    with_run(|run| {
        let mut address = 0;
        let pointer = &raw mut *run;
        // SAFETY: the run is live.
        unsafe {
            for (kind, bits) in PRINTED.map(|(kind, bits)| (kind.number(), bits)) {
                assert_eq!(wl_print(pointer, 0, kind, bits), 0);
            }
            assert_eq!(wl_global(pointer, 1, 0, &raw mut address), 0);
            let bytes = std::ptr::with_exposed_provenance::<[u8; 16]>(address as usize).read();
            assert_eq!(bytes, [1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
            assert_eq!(wl_global(pointer, 2, 1, &raw mut address), 1);
        }
        assert_eq!(run.output(), "-1 1.5\n1e+3007");
    });
}

#[test]
fn a_copy_of_rank_nine_is_an_error() {
    with_run(|run| {
        let pointer = &raw mut *run;
        // SAFETY: the run is live; the rank is refused before the extents are read.
        unsafe {
            assert_eq!(wl_scope_begin(pointer, 0, 1, 0), 0);
            assert_eq!(wl_copy_strided(pointer, 1, 0, 0, 0, 4, 9, null(), null(), null()), 1);
            wl_scope_end(pointer, 2);
        }
        assert_eq!(run.failure().unwrap().error.name, "InvalidValue");
    });
}

#[test]
fn every_symbol_has_its_own_name() {
    let mut names: Vec<_> = symbols().iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), symbols().len());
    assert!(names.iter().all(|name| name.starts_with("wl_")));
}

#[test]
fn devices_are_listed_whatever_is_installed() {
    let statuses = warpline_runtime::devices();
    assert_eq!((statuses[0].name.as_str(), statuses[0].available), ("cpu", true));
    assert!(statuses.iter().any(|status| status.name.starts_with("cuda")));
    assert!(statuses.iter().any(|status| status.name.starts_with("hip")));
}
