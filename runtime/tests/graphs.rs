//! Task graphs of the CPU device and of its race detector: order, overlap, parameters, failures, and held
//! resources.
#![expect(clippy::unwrap_used, reason = "tests stop at the first surprise")]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use common::{ADD, APPEND, FAIL, GATE, MEET, address, device, program};
use warpline_ir::artifact::{TaskAction, TaskGraph, TaskNode};
use warpline_runtime::driver::{Counters, GraphId, KernelId, ModuleId, StreamId};
use warpline_runtime::{CpuDevice, Device};

/// Returns a launch of a test kernel with `n_args` arguments; its operation is its number in the graph.
fn node(op: u32, kernel: u32, n_args: u32, after: &[u32]) -> TaskNode {
    TaskNode { action: TaskAction::Launch { kernel, n_args }, op, after: after.to_vec() }
}

/// Returns the kernels of the test program.
fn kernels(module: ModuleId) -> Vec<KernelId> {
    (0..program().kernels.len() as u32).map(|kernel| KernelId { module, kernel }).collect()
}

/// Returns the parameters of a launch of one block.
fn params(args: &[u64]) -> Vec<u64> {
    [&[1, 1, 1, 1, 1, 1, 0], args].concat()
}

struct Bench {
    device: Arc<CpuDevice>,
    module: ModuleId,
    streams: [StreamId; 2],
}

impl Bench {
    fn new(workers: usize, seed: Option<u64>) -> Self {
        let device = device(workers, seed);
        let module = device.load(&program()).unwrap();
        let streams = std::array::from_fn(|_| device.lease_stream().unwrap());
        Self { device, module, streams }
    }

    fn build(&self, nodes: Vec<TaskNode>) -> GraphId {
        self.device.graph_build(&kernels(self.module), &TaskGraph { nodes }).unwrap()
    }

    fn launch(&self, stream: usize, graph: GraphId, params: &[u64]) {
        self.device.graph_launch(self.streams[stream], graph, params).unwrap();
    }

    fn sync(&self, stream: usize) -> Result<(), warpline_runtime::driver::DeviceError> {
        self.device.host_wait(self.streams[stream])
    }
}

/// Returns a chain that appends the digits 1 to 5.
fn chain() -> Vec<TaskNode> {
    (0..5)
        .map(|number| node(number, APPEND, 2, &number.checked_sub(1).into_iter().collect::<Vec<_>>()))
        .collect()
}

fn digits(counter: &AtomicU64) -> Vec<u64> {
    (1..6).flat_map(|digit| params(&[address(counter), digit])).collect()
}

#[test]
fn edges_are_kept_on_any_number_of_workers_and_under_any_seed() {
    let ways = (1..4).map(|workers| (workers, None)).chain((0..16).map(|seed| (1, Some(seed))));
    for (workers, seed) in ways {
        let bench = Bench::new(workers, seed);
        let graph = bench.build(chain());
        let counter = AtomicU64::new(0);
        bench.launch(0, graph, &digits(&counter));
        bench.sync(0).unwrap();
        assert_eq!(counter.load(Ordering::Relaxed), 12345, "{workers} workers, seed {seed:?}");
    }
}

#[test]
fn nodes_without_order_come_in_other_orders_under_seeds() {
    let mut found = std::collections::BTreeSet::new();
    for seed in 0..64 {
        let bench = Bench::new(1, Some(seed));
        let graph = bench.build((0..5).map(|number| node(number, APPEND, 2, &[])).collect());
        let counter = AtomicU64::new(0);
        bench.launch(0, graph, &digits(&counter));
        bench.sync(0).unwrap();
        found.insert(counter.load(Ordering::Relaxed));
    }
    assert!(8 < found.len(), "{found:?}");
}

#[test]
fn nodes_without_order_run_at_one_time() {
    let bench = Bench::new(3, None);
    let graph = bench.build((0..3).map(|number| node(number, MEET, 2, &[])).collect());
    for _ in 0..50 {
        let arrived = AtomicU64::new(0);
        bench.launch(0, graph, &params(&[address(&arrived), 3]).repeat(3));
        bench.sync(0).unwrap();
        assert_eq!(arrived.load(Ordering::Relaxed), 3);
    }
}

#[test]
fn replays_on_a_stream_come_in_order_with_their_own_parameters() {
    for workers in [1, 2, 4] {
        let bench = Bench::new(workers, None);
        let graph = bench.build(vec![node(0, APPEND, 2, &[]), node(1, APPEND, 2, &[0])]);
        let (counter, gate) = (AtomicU64::new(0), AtomicU64::new(0));
        let held = bench.build(vec![node(0, GATE, 1, &[])]);
        bench.launch(0, held, &params(&[address(&gate)]));
        // All are in flight at one time, and each keeps its own parameters.
        for trip in 0..4 {
            let own = [params(&[address(&counter), 2 * trip]), params(&[address(&counter), 2 * trip + 1])];
            bench.launch(0, graph, &own.concat());
        }
        gate.store(1, Ordering::Relaxed);
        bench.sync(0).unwrap();
        assert_eq!(counter.load(Ordering::Relaxed), 1_234_567, "{workers} workers");
    }
}

#[test]
fn runs_of_one_graph_on_two_streams_do_not_disturb_each_other() {
    let bench = Bench::new(2, None);
    let graph = bench.build(vec![node(0, MEET, 2, &[]), node(1, ADD, 2, &[0])]);
    let (arrived, sums) = (AtomicU64::new(0), [AtomicU64::new(0), AtomicU64::new(0)]);
    for (stream, sum) in sums.iter().enumerate() {
        let own = [params(&[address(&arrived), 2]), params(&[address(sum), 7 + stream as u64])];
        bench.launch(stream, graph, &own.concat());
    }
    bench.device.graph_destroy(graph).unwrap();
    bench.sync(0).unwrap();
    bench.sync(1).unwrap();
    assert_eq!(sums.map(AtomicU64::into_inner), [7, 8]);
}

#[test]
fn a_failing_node_ends_the_graph_and_is_named() {
    let ways = (1..4).map(|workers| (workers, None)).chain((0..8).map(|seed| (1, Some(seed))));
    for (workers, seed) in ways {
        let bench = Bench::new(workers, seed);
        let graph = bench.build(vec![node(40, ADD, 2, &[]), node(41, FAIL, 1, &[0]), node(42, ADD, 2, &[1])]);
        let sum = AtomicU64::new(0);
        let own = [params(&[address(&sum), 1]), params(&[5]), params(&[address(&sum), 100])].concat();
        bench.launch(0, graph, &own);
        bench.launch(0, graph, &own);
        let error = bench.sync(0).unwrap_err();
        assert_eq!((error.op, error.report.map(|report| report.slot)), (Some(41), Some(5)));
        assert_eq!(sum.load(Ordering::Relaxed), 1, "nothing behind the failing node runs");
    }
}

#[test]
fn wrong_graphs_and_parameters_are_refused_with_their_place() {
    let bench = Bench::new(1, None);
    let build = |nodes| bench.device.graph_build(&kernels(bench.module), &TaskGraph { nodes }).unwrap_err();
    assert_eq!(build(vec![node(3, 99, 0, &[])]).op, Some(3));
    assert_eq!(build(vec![node(3, ADD, 2, &[0])]).op, Some(3));
    let graph = bench.build(vec![node(7, ADD, 2, &[])]);
    let launch = |params: &[u64]| bench.device.graph_launch(bench.streams[0], graph, params).unwrap_err();
    assert_eq!(launch(&[1]).name, "InvalidValue");
    let error = launch(&[1, 1, 1, 2048, 1, 1, 0, 0, 0]);
    assert_eq!((error.op, error.name.as_str()), (Some(7), "InvalidValue"));
    assert!(error.message.contains("2048 x 1 x 1"), "{error}");
    bench.device.graph_destroy(graph).unwrap();
    assert_eq!(bench.device.graph_destroy(graph).unwrap_err().name, "InvalidHandle");
    let error = bench.device.graph_launch(bench.streams[0], graph, &[]).unwrap_err();
    assert_eq!(error.name, "InvalidHandle");
}

#[test]
fn graphs_are_counted_until_they_are_destroyed() {
    let bench = Bench::new(1, None);
    let graphs = [bench.build(chain()), bench.build(Vec::new())];
    assert_eq!(bench.device.counters().graphs, 2);
    bench.launch(0, graphs[1], &[]);
    bench.sync(0).unwrap();
    for graph in graphs {
        bench.device.graph_destroy(graph).unwrap();
    }
    assert_eq!(Counters { graphs: 0, ..bench.device.counters() }, bench.device.counters());
}
