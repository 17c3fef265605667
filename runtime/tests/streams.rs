//! Order, waits, failures and overlap of the CPU device's streams.
#![expect(clippy::unwrap_used, reason = "tests stop at the first surprise")]

mod common;

use std::sync::atomic::{AtomicU64, Ordering};

use common::{ADD, APPEND, FAIL, GATE, MEET, address, device, launch, launch_blocks, program};
use warpline_runtime::Device;
use warpline_runtime::driver::{EventId, Launch, ModuleId, StreamId};

/// A device with the test program, `N` streams and two events.
struct Bench<const N: usize> {
    device: std::sync::Arc<warpline_runtime::CpuDevice>,
    module: ModuleId,
    streams: [StreamId; N],
    events: [EventId; 2],
}

impl<const N: usize> Bench<N> {
    fn new(workers: usize, seed: Option<u64>) -> Self {
        let device = device(workers, seed);
        let module = device.load(&program()).unwrap();
        let streams = std::array::from_fn(|_| device.lease_stream().unwrap());
        let events = std::array::from_fn(|_| device.lease_event().unwrap());
        Self { device, module, streams, events }
    }

    fn launch(&self, stream: usize, kernel: u32, args: &[u64]) {
        launch(self.device.as_ref(), self.module, self.streams[stream], kernel, args);
    }

    fn record(&self, event: usize, stream: usize) {
        self.device.record(self.events[event], self.streams[stream]).unwrap();
    }

    fn wait(&self, event: usize, stream: usize) {
        self.device.wait(self.events[event], self.streams[stream]).unwrap();
    }

    fn sync(&self, stream: usize) {
        self.device.host_wait(self.streams[stream]).unwrap();
    }
}

#[test]
fn one_stream_runs_in_order() {
    for workers in [1, 2, 4] {
        let bench = Bench::<1>::new(workers, None);
        for _ in 0..20 {
            let digits = AtomicU64::new(0);
            for digit in 1..10 {
                bench.launch(0, APPEND, &[address(&digits), digit]);
            }
            bench.sync(0);
            assert_eq!(digits.load(Ordering::Relaxed), 123_456_789);
        }
    }
}

#[test]
fn more_commands_than_a_turn_of_a_worker() {
    let bench = Bench::<2>::new(1, None);
    let sum = AtomicU64::new(0);
    for _ in 0..1000 {
        bench.launch(0, ADD, &[address(&sum), 1]);
        bench.launch(1, ADD, &[address(&sum), 1000]);
    }
    bench.sync(0);
    bench.sync(1);
    assert_eq!(sum.load(Ordering::Relaxed), 1_001_000);
}

#[test]
fn a_long_queue_makes_the_host_wait_unless_it_holds_up_the_device() {
    let bench = Bench::<1>::new(1, None);
    let (sum, gate) = (AtomicU64::new(0), AtomicU64::new(0));
    for _ in 0..20_000 {
        bench.launch(0, ADD, &[address(&sum), 1]);
    }
    // At most a queue of commands is left.
    assert!(10_000 < sum.load(Ordering::Relaxed));
    // The device waits for the host, which issues everything nonetheless.
    bench.launch(0, GATE, &[address(&gate)]);
    for _ in 0..10_000 {
        bench.launch(0, ADD, &[address(&sum), 1]);
    }
    gate.store(1, Ordering::Release);
    bench.sync(0);
    assert_eq!(sum.load(Ordering::Relaxed), 30_000);
}

#[test]
fn a_wait_orders_two_streams() {
    for seed in std::iter::once(None).chain((0..30).map(Some)) {
        let bench = Bench::<2>::new(2, seed);
        let digits = AtomicU64::new(0);
        bench.launch(0, APPEND, &[address(&digits), 1]);
        bench.record(0, 0);
        bench.wait(0, 1);
        bench.launch(1, APPEND, &[address(&digits), 2]);
        bench.record(1, 1);
        bench.wait(1, 0);
        bench.launch(0, APPEND, &[address(&digits), 3]);
        bench.sync(0);
        assert_eq!(digits.load(Ordering::Relaxed), 123, "seed {seed:?}");
    }
}

/// The wait keeps the point of its issue: stream 1 proceeds although the event was recorded again after a
/// kernel that only stream 1 can release.
#[test]
fn a_wait_takes_a_snapshot() {
    let bench = Bench::<2>::new(2, None);
    let (open, sum) = (AtomicU64::new(0), AtomicU64::new(0));
    bench.launch(0, ADD, &[address(&sum), 1]);
    bench.record(0, 0);
    bench.wait(0, 1);
    bench.launch(0, GATE, &[address(&open)]);
    bench.record(0, 0);
    bench.launch(1, ADD, &[address(&open), 1]);
    bench.sync(1);
    bench.sync(0);
    assert_eq!((open.into_inner(), sum.into_inner()), (1, 1));
}

/// A point that is recorded directly after a wait includes the target of the wait.
#[test]
fn waits_are_transitive() {
    for seed in 0..30 {
        let bench = Bench::<3>::new(1, Some(seed));
        let digits = AtomicU64::new(0);
        bench.launch(0, APPEND, &[address(&digits), 1]);
        bench.record(0, 0);
        bench.wait(0, 1);
        bench.record(1, 1);
        bench.wait(1, 2);
        bench.launch(2, APPEND, &[address(&digits), 2]);
        bench.sync(2);
        assert_eq!(digits.load(Ordering::Relaxed), 12, "seed {seed}");
    }
}

#[test]
fn a_wait_on_an_event_never_recorded_is_nothing() {
    let bench = Bench::<1>::new(1, None);
    let sum = AtomicU64::new(0);
    bench.wait(0, 0);
    bench.launch(0, ADD, &[address(&sum), 1]);
    bench.sync(0);
    assert_eq!(sum.into_inner(), 1);
}

/// A chain of 64 streams, issued against the order in which they can run, on one worker.
#[test]
fn parked_streams_hold_no_worker() {
    for workers in [1, 2] {
        let bench = Bench::<64>::new(workers, None);
        let (open, order) = (AtomicU64::new(0), AtomicU64::new(0));
        let events: Vec<_> = (0..64).map(|_| bench.device.lease_event().unwrap()).collect();
        bench.launch(0, GATE, &[address(&open)]);
        for stream in 1..64 {
            bench.device.record(events[stream - 1], bench.streams[stream - 1]).unwrap();
            bench.device.wait(events[stream - 1], bench.streams[stream]).unwrap();
            bench.launch(stream, ADD, &[address(&order), 1]);
        }
        open.store(1, Ordering::Relaxed);
        bench.sync(63);
        assert_eq!(order.load(Ordering::Relaxed), 63);
        for stream in 0..64 {
            bench.sync(stream);
        }
    }
}

/// Many threads issue to their own streams and wait for each other's.
#[test]
fn no_wake_up_is_lost() {
    let bench = Bench::<4>::new(2, None);
    let sum = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for stream in 0..4 {
            let (bench, sum) = (&bench, &sum);
            scope.spawn(move || {
                for _ in 0..500 {
                    bench.launch(stream, ADD, &[address(sum), 1]);
                    bench.record(stream % 2, stream);
                    bench.wait((stream + 1) % 2, stream);
                }
                bench.sync(stream);
            });
        }
    });
    assert_eq!(sum.load(Ordering::Relaxed), 2000);
}

#[test]
fn two_ready_streams_overlap() {
    let bench = Bench::<2>::new(2, None);
    let arrived = AtomicU64::new(0);
    bench.launch(0, MEET, &[address(&arrived), 2]);
    bench.launch(1, MEET, &[address(&arrived), 2]);
    bench.sync(0);
    bench.sync(1);
    let profile = bench.device.profile(bench.module).unwrap();
    assert_eq!(profile.max_concurrent_launches, 2);
    assert_eq!(profile.kernels[MEET as usize].launches, 2);
}

#[test]
fn one_stream_never_overlaps_itself() {
    let bench = Bench::<1>::new(2, None);
    let sum = AtomicU64::new(0);
    for _ in 0..100 {
        launch_blocks(bench.device.as_ref(), bench.module, bench.streams[0], ADD, &[address(&sum), 1], 1000);
    }
    bench.sync(0);
    assert_eq!(sum.load(Ordering::Relaxed), 100_000);
    let profile = bench.device.profile(bench.module).unwrap();
    assert_eq!(profile.max_concurrent_launches, 1);
    assert_eq!(profile.kernels[ADD as usize].launches, 100);
}

/// Two blocks of one launch wait for each other, so they run on two workers. The first launch is split in
/// chunks of one block here, since a quarter of two blocks is less than one.
#[test]
fn a_launch_is_split_over_idle_workers() {
    let bench = Bench::<1>::new(2, None);
    let arrived = AtomicU64::new(0);
    launch_blocks(bench.device.as_ref(), bench.module, bench.streams[0], MEET, &[address(&arrived), 2], 2);
    bench.sync(0);
    assert_eq!(arrived.load(Ordering::Relaxed), 2);
    assert_eq!(bench.device.profile(bench.module).unwrap().max_concurrent_launches, 1);
}

#[test]
fn an_empty_grid_is_not_a_launch() {
    let bench = Bench::<1>::new(1, None);
    launch_blocks(bench.device.as_ref(), bench.module, bench.streams[0], FAIL, &[0], 0);
    let dims = warpline_runtime::LaunchDims { grid: [1, 1, 1], block: [0, 1, 1], dynamic_shared: 0 };
    let launch = Launch { module: bench.module, kernel: FAIL, dims, args: &[0], op: 0 };
    bench.device.launch(bench.streams[0], &launch).unwrap();
    bench.sync(0);
    assert_eq!(bench.device.profile(bench.module).unwrap().kernels[FAIL as usize].launches, 0);
}

#[test]
fn bad_launches_are_errors() {
    let bench = Bench::<1>::new(1, None);
    let check = |kernel, grid, block| {
        let dims = warpline_runtime::LaunchDims { grid, block, dynamic_shared: 0 };
        let launch = Launch { module: bench.module, kernel, dims, args: &[], op: 0 };
        assert_eq!(bench.device.launch(bench.streams[0], &launch).unwrap_err().name, "InvalidValue");
    };
    check(99, [1, 1, 1], [1, 1, 1]);
    check(ADD, [1, 1, 1], [1025, 1, 1]);
    check(ADD, [1, 1, 1], [33, 32, 1]);
    check(ADD, [1 << 40, 1 << 40, 1], [1, 1, 1]);
}

#[test]
fn a_failure_stops_its_stream_and_its_waiters() {
    for seed in std::iter::once(None).chain((0..9).map(Some)) {
        let bench = Bench::<3>::new(2, seed);
        let sum = AtomicU64::new(0);
        bench.launch(0, ADD, &[address(&sum), 1]);
        bench.record(0, 0);
        bench.launch(0, FAIL, &[7]);
        bench.launch(0, ADD, &[address(&sum), 10]);
        bench.record(1, 0);
        bench.wait(1, 1);
        bench.launch(1, ADD, &[address(&sum), 100]);
        bench.wait(0, 2);
        bench.launch(2, ADD, &[address(&sum), 1000]);
        for stream in [0, 1] {
            let error = bench.device.host_wait(bench.streams[stream]).unwrap_err();
            let report = error.report.unwrap();
            assert_eq!((error.name.as_str(), report.kernel.as_str()), ("KernelFailed", "fail"));
            assert_eq!((report.op, report.slot), (FAIL, 7));
        }
        // Stream 2 waited for a point before the failure.
        bench.sync(2);
        assert_eq!(sum.load(Ordering::Relaxed), 1001, "seed {seed:?}");
    }
}

/// Once their times are known, short launches run together, with one look at the queue.
#[test]
fn a_failure_among_short_launches_stops_those_behind_it_only() {
    let bench = Bench::<3>::new(1, None);
    let (sum, gate) = (AtomicU64::new(0), AtomicU64::new(0));
    bench.launch(1, ADD, &[address(&sum), 1]);
    bench.launch(1, FAIL, &[1]);
    assert!(bench.device.host_wait(bench.streams[1]).is_err());
    bench.launch(0, GATE, &[address(&gate)]);
    for _ in 0..3 {
        bench.launch(0, ADD, &[address(&sum), 10]);
    }
    bench.record(0, 0);
    bench.launch(0, FAIL, &[7]);
    for _ in 0..100 {
        bench.launch(0, ADD, &[address(&sum), 100]);
    }
    bench.wait(0, 2);
    bench.launch(2, ADD, &[address(&sum), 1000]);
    gate.store(1, Ordering::Release);
    let error = bench.device.host_wait(bench.streams[0]).unwrap_err();
    assert_eq!(error.message, "kernel `fail` stopped with report 7");
    bench.sync(2);
    assert_eq!(sum.load(Ordering::Relaxed), 1031);
}

#[test]
fn a_failing_block_ends_its_launch() {
    let bench = Bench::<1>::new(2, None);
    launch_blocks(bench.device.as_ref(), bench.module, bench.streams[0], FAIL, &[3], 1 << 31);
    let error = bench.device.host_wait(bench.streams[0]).unwrap_err();
    assert_eq!(error.message, "kernel `fail` stopped with report 3");
}

/// Without the wait some seed runs the second stream first; with the wait none does
/// (`a_wait_orders_two_streams`).
#[test]
fn seeds_show_a_missing_wait_and_replay() {
    let run = |seed| {
        let bench = Bench::<2>::new(1, Some(seed));
        let digits = AtomicU64::new(0);
        bench.launch(0, APPEND, &[address(&digits), 1]);
        bench.launch(1, APPEND, &[address(&digits), 2]);
        bench.sync(0);
        bench.sync(1);
        digits.into_inner()
    };
    let results: Vec<_> = (0..12).map(run).collect();
    assert!(results.contains(&12) && results.contains(&21), "{results:?}");
    assert_eq!(results, (0..12).map(run).collect::<Vec<_>>());
}

#[test]
fn dropping_a_device_runs_what_is_queued() {
    for seed in [None, Some(1)] {
        let bench = Bench::<2>::new(2, seed);
        let sum = AtomicU64::new(0);
        for stream in [0, 1] {
            bench.launch(stream, ADD, &[address(&sum), 1]);
        }
        drop(bench);
        assert_eq!(sum.into_inner(), 2);
    }
}
