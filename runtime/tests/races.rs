//! The race detector on hand-made streams.
#![expect(clippy::unwrap_used, reason = "tests stop at the first surprise")]

use std::fmt::Write as _;

use warpline_runtime::driver::detect::{AccessKind, AccessLog, Race, Update, View, Work};
use warpline_runtime::driver::{EventId, Fill, Launch, ModuleId, StreamId};
use warpline_runtime::program::{Declared, Extent};
use warpline_runtime::{
    CpuOptions, DetectingDevice, Device, Kernel, KernelCode, LaunchDims, Observer, Program,
};

const BYTES: u64 = 256;

/// Logs triples of access, address and bytes: `a0` is their number; the log is the argument after them.
unsafe extern "C" fn touch(args: *const u64, _: *const LaunchDims, _: u64, _: u64, _: *mut u8) -> u32 {
    // SAFETY: the tests pass that many arguments, and the device its log.
    unsafe {
        let n = 3 * args.read() as usize;
        let log = std::ptr::with_exposed_provenance_mut::<AccessLog>(args.add(1 + n).read() as usize);
        for triple in std::slice::from_raw_parts(args.add(1), n).chunks_exact(3) {
            (*log).add(AccessKind::from_number(triple[0] as u32), triple[1], triple[2]);
        }
    }
    0
}

/// An update that commutes with updates of the same kind.
const ADD: AccessKind = AccessKind::Atomic(Update::Commuting(1));

/// A device with three streams, two events and a shared buffer. Operations are numbered by the tests.
struct Bench {
    device: DetectingDevice,
    module: ModuleId,
    streams: [StreamId; 3],
    events: [EventId; 2],
    buffer: u64,
}

impl Bench {
    fn new(seed: Option<u64>) -> Self {
        Self::with(seed, None)
    }

    /// Creates a bench whose kernel has these declared accesses.
    fn with(seed: Option<u64>, declared: Option<Vec<Declared>>) -> Self {
        let device = DetectingDevice::new(CpuOptions { seed, ..CpuOptions::default() });
        let kernel = Kernel {
            name: "touch".to_owned(),
            code: KernelCode::Native(touch),
            scratch_bytes: 0,
            spins: false,
            declared,
        };
        let module = device
            .load(&Program { kernels: vec![kernel], globals: Vec::new(), ..Program::default() })
            .unwrap();
        let streams = std::array::from_fn(|_| device.lease_stream().unwrap());
        let events = std::array::from_fn(|_| device.lease_event().unwrap());
        device.at(100);
        let buffer = device.alloc_shared(BYTES, 64).unwrap();
        Self { device, module, streams, events, buffer }
    }

    /// Launches a kernel that accesses bytes of the buffer.
    fn touch(&self, op: u32, stream: usize, touches: &[(AccessKind, u64, u64)]) {
        let mut args = vec![touches.len() as u64];
        for (access, lo, hi) in touches {
            args.extend([access.number().into(), self.buffer + lo, hi - lo]);
        }
        let dims = LaunchDims { grid: [1; 3], block: [1; 3], dynamic_shared: 0 };
        let launch = Launch { module: self.module, kernel: 0, dims, args: &args, op };
        self.device.at(op);
        self.device.launch(self.streams[stream], &launch).unwrap();
    }

    fn read(&self, op: u32, stream: usize) {
        self.touch(op, stream, &[(AccessKind::Read, 0, BYTES)]);
    }

    fn write(&self, op: u32, stream: usize) {
        self.touch(op, stream, &[(AccessKind::Write, 0, BYTES)]);
    }

    fn host(&self, op: u32, access: AccessKind) {
        self.device.host_access(op, access, &View::of_bytes(self.buffer, BYTES));
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

    /// Drains all streams and returns the races.
    fn races(&self) -> Vec<Race> {
        (0..self.streams.len()).for_each(|stream| self.sync(stream));
        self.device.races()
    }
}

/// Runs the action on a device with one worker and under seeds: the races must always be `expect`, as
/// `earlier-later [first byte, end)`.
fn check(expect: &str, action: impl Fn(&Bench)) {
    for seed in std::iter::once(None).chain((0..8).map(Some)) {
        let bench = Bench::new(seed);
        action(&bench);
        let mut found = String::new();
        for race in bench.races() {
            let is_ordered = if race.is_ordered { " late" } else { "" };
            let (lo, hi) = race.range;
            write!(found, "{}-{} [{lo}, {hi}){is_ordered};", race.earlier.op, race.later.op).unwrap();
        }
        assert_eq!(found, expect, "seed {seed:?}");
    }
}

#[test]
fn writes_on_two_streams_race() {
    check("1-2 [0, 256);", |bench| {
        bench.write(1, 0);
        bench.write(2, 1);
    });
}

#[test]
fn a_read_races_with_a_write_in_either_order() {
    check("1-2 [0, 256);", |bench| {
        bench.read(1, 0);
        bench.write(2, 1);
    });
    check("1-2 [0, 256);", |bench| {
        bench.write(1, 0);
        bench.read(2, 1);
    });
}

#[test]
fn reads_do_not_race_nor_do_atomics_that_commute() {
    check("", |bench| {
        bench.read(1, 0);
        bench.read(2, 1);
    });
    let atomic = [(ADD, 8, 16)];
    check("", |bench| {
        bench.touch(1, 0, &atomic);
        bench.touch(2, 1, &atomic);
    });
    check("1-2 [8, 16);", |bench| {
        bench.touch(1, 0, &atomic);
        bench.read(2, 1);
    });
}

#[test]
fn atomics_of_other_kinds_race_unless_one_synchronizes() {
    let of = |update| [(AccessKind::Atomic(update), 8, 16)];
    let races = |a, b, expected: &str| {
        check(expected, |bench| {
            bench.touch(1, 0, &of(a));
            bench.touch(2, 1, &of(b));
        });
    };
    races(Update::Commuting(1), Update::Commuting(6), "1-2 [8, 16);");
    races(Update::Any, Update::Any, "1-2 [8, 16);");
    races(Update::Any, Update::Commuting(1), "1-2 [8, 16);");
    races(Update::Synchronizing, Update::Any, "");
    races(Update::Commuting(1), Update::Synchronizing, "");
}

/// The read of stream 1 is not forgotten when an atomic update of the same stream follows.
#[test]
fn an_atomic_does_not_hide_a_read() {
    check("1-3 [0, 4);", |bench| {
        bench.touch(1, 1, &[(AccessKind::Read, 0, 4)]);
        bench.touch(2, 1, &[(ADD, 0, 4)]);
        bench.touch(3, 2, &[(ADD, 0, 4)]);
    });
}

#[test]
fn an_event_orders_streams() {
    check("", |bench| {
        bench.write(1, 0);
        bench.record(0, 0);
        bench.wait(0, 1);
        bench.write(2, 1);
    });
}

#[test]
fn events_order_through_a_third_stream() {
    check("", |bench| {
        bench.write(1, 0);
        bench.record(0, 0);
        bench.wait(0, 1);
        bench.record(1, 1);
        bench.wait(1, 2);
        bench.write(2, 2);
    });
}

#[test]
fn a_wait_without_a_record_orders_nothing() {
    check("1-2 [0, 256);", |bench| {
        bench.write(1, 0);
        bench.wait(0, 1);
        bench.record(0, 0);
        bench.write(2, 1);
    });
}

#[test]
fn a_record_covers_only_what_came_before() {
    check("2-3 [0, 256);", |bench| {
        bench.write(1, 0);
        bench.record(0, 0);
        bench.write(2, 0);
        bench.wait(0, 1);
        bench.write(3, 1);
    });
}

#[test]
fn only_bytes_that_both_touch_race() {
    check("", |bench| {
        bench.touch(1, 0, &[(AccessKind::Write, 0, 128)]);
        bench.touch(2, 1, &[(AccessKind::Write, 128, 256)]);
    });
    check("1-2 [124, 128);", |bench| {
        bench.touch(1, 0, &[(AccessKind::Write, 0, 128)]);
        bench.touch(2, 1, &[(AccessKind::Write, 124, 256)]);
    });
}

#[test]
fn accesses_in_any_order_are_merged() {
    let rows = |first: u64| {
        (0..16).rev().map(move |row| (AccessKind::Write, 16 * row + first, 16 * row + first + 8))
    };
    check("", |bench| {
        bench.touch(1, 0, &rows(0).collect::<Vec<_>>());
        bench.touch(2, 1, &rows(8).collect::<Vec<_>>());
    });
    check("1-2 [8, 256);", |bench| {
        bench.touch(1, 0, &rows(0).chain(rows(8)).collect::<Vec<_>>());
        bench.touch(2, 1, &rows(8).collect::<Vec<_>>());
    });
}

#[test]
fn each_pair_is_reported_once() {
    check("1-2 [0, 256);", |bench| {
        for _ in 0..5 {
            bench.write(1, 0);
            bench.write(2, 1);
            bench.sync(0);
            bench.sync(1);
        }
    });
}

#[test]
fn the_host_races_until_it_waits() {
    check("1-2 [0, 256);", |bench| {
        bench.write(1, 0);
        bench.host(2, AccessKind::Read);
        bench.sync(0);
        bench.host(3, AccessKind::Read);
    });
    check("1-2 [0, 256);", |bench| {
        bench.read(1, 0);
        bench.sync(1);
        bench.host(2, AccessKind::Write);
    });
}

#[test]
fn a_launch_comes_after_what_the_host_did_before_it() {
    check("2-3 [0, 256);", |bench| {
        bench.host(1, AccessKind::Write);
        bench.read(2, 0);
        bench.host(3, AccessKind::Write);
        bench.read(4, 0);
    });
}

#[test]
fn copies_and_fills_are_known() {
    check("1-2 [0, 64);1-3 [0, 64);2-3 [0, 64);", |bench| {
        bench.device.at(1);
        let fill = Fill { dst: bench.buffer, pattern: 0, width: 4, count: 16 };
        bench.device.fill(bench.streams[0], &fill).unwrap();
        bench.device.at(2);
        bench.device.copy(bench.streams[1], bench.buffer + 64, bench.buffer, 64).unwrap();
        bench.touch(3, 2, &[(AccessKind::Write, 0, 64)]);
    });
}

#[test]
fn a_use_must_come_after_the_allocation() {
    let with_alloc = |bench: &Bench, is_ordered: bool| {
        bench.device.at(1);
        let address = bench.device.alloc(bench.streams[0], 64, 64).unwrap();
        if is_ordered {
            bench.record(0, 0);
            bench.wait(0, 1);
        }
        bench.device.at(2);
        let fill = Fill { dst: address, pattern: 7, width: 8, count: 8 };
        bench.device.fill(bench.streams[1], &fill).unwrap();
    };
    check("", |bench| with_alloc(bench, true));
    check("1-2 [0, 64);", |bench| with_alloc(bench, false));
}

#[test]
fn a_free_must_come_after_the_last_use() {
    check("1-2 [0, 256);", |bench| {
        bench.read(1, 0);
        bench.device.at(2);
        bench.device.free(Some(bench.streams[1]), bench.buffer).unwrap();
    });
}

/// Order does not help after a free. The kernel only logs the use of the memory.
#[test]
fn a_use_after_the_free_is_reported_though_ordered() {
    check("1-2 [0, 8) late;", |bench| {
        bench.device.at(1);
        bench.device.free(Some(bench.streams[0]), bench.buffer).unwrap();
        bench.touch(2, 0, &[(AccessKind::Read, 0, 8)]);
    });
}

#[test]
fn a_race_names_both_sides_and_the_buffer() {
    let bench = Bench::new(None);
    bench.write(1, 0);
    bench.touch(2, 1, &[(AccessKind::Read, 16, 24)]);
    let [race] = &bench.races()[..] else { panic!("expected one race") };
    assert_eq!(race.earlier.work, Work::Kernel("touch".to_owned()));
    assert_eq!((race.earlier.stream, race.later.stream), (Some(bench.streams[0]), Some(bench.streams[1])));
    assert_eq!((race.earlier_access, race.later_access), (AccessKind::Write, AccessKind::Read));
    assert_eq!((race.buffer, race.range), (Some((100, BYTES)), (16, 24)));
}

/// The kernel declares a read of 64 bytes from the address of its first access on.
#[test]
fn what_a_kernel_does_not_tell_of_is_reported() {
    let dims = vec![(Extent::Known(8), Extent::Known(1))];
    let declared = Declared { slot: 2, element_bytes: 8, dims, reads: true, ..Declared::default() };
    let found = |touches: &[(AccessKind, u64, u64)]| {
        let bench = Bench::with(None, Some(vec![declared.clone()]));
        bench.touch(1, 0, touches);
        assert_eq!(bench.races(), []);
        let found = bench.device.undeclared().into_iter();
        found.map(|found| (found.access, found.range, found.is_argument)).collect::<Vec<_>>()
    };
    assert_eq!(found(&[(AccessKind::Read, 16, 24), (AccessKind::Read, 72, 80)]), []);
    assert_eq!(
        found(&[(AccessKind::Read, 16, 24), (AccessKind::Write, 72, 80)]),
        [(AccessKind::Write, (72, 80), true)]
    );
    assert_eq!(found(&[(AccessKind::Read, 16, 24), (ADD, 24, 32)]), [(ADD, (24, 32), true)]);
    assert_eq!(
        found(&[(AccessKind::Read, 16, 24), (AccessKind::Read, 80, 88)]),
        [(AccessKind::Read, (80, 88), false)]
    );
}
