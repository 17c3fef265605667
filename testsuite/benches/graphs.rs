//! Measures task graphs: the cost of issuing with and without them, and whether `--graphs=auto` is ever slower.
//!
//! The first part calls the CPU device directly with a nearly empty kernel: T11, 1000 launches in a chain. The
//! second part runs loops around parts of the workloads; two runs of different trip counts give the time of
//! one iteration. `-- --device=cuda` runs the second part on a GPU.

use std::time::Instant;

use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_ir::artifact::{LaunchDims, TaskAction, TaskGraph, TaskNode};
use warpline_runtime::driver::{GraphId, KernelId, Launch, ModuleId, StreamId};
use warpline_runtime::{CpuDevice, CpuOptions, Device, Kernel, KernelCode, Program};
use warpline_testsuite::workloads::{module_text, workloads};

/// Launches of T11.
const CHAIN: u32 = 1000;
/// Measurements; the median counts.
const SAMPLES: usize = 31;
/// Trip counts of the short and of the long loop.
const TRIP_COUNTS: [u64; 2] = [1_000, 11_000];
/// The ratio by which times of equal programs may differ here.
const NOISE: f64 = 1.15;

extern "C" fn nothing(_: *const u64, _: *const LaunchDims, _: u64, _: u64, _: *mut u8) -> u32 {
    0
}

struct Bench {
    device: CpuDevice,
    module: ModuleId,
    stream: StreamId,
}

#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn main() {
    let on_gpu = std::env::args().any(|arg| arg == "--device=cuda");
    if !on_gpu {
        chain();
    }
    let n_slower = loops(if on_gpu { "cuda" } else { "cpu" });
    println!("graph regressions {n_slower}");
}

/// Measures T11.
#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn chain() {
    let bench = Bench::new();
    let graph = TaskGraph { nodes: (0..CHAIN).map(task).collect() };
    let build = median(|| bench.time_of_build(&graph));
    let built = bench.device.graph_build(&bench.kernels(), &graph).expect("the graph is right");
    let (issue, total) = medians(|| bench.on_stream());
    let (graph_issue, graph_total) = medians(|| bench.as_graph(built, 1));
    let (update, _) = medians(|| bench.as_graph(built, 2));
    println!("T11: {CHAIN} launches in a chain, microseconds   issue    until done");
    println!("  on a stream                                {issue:10.1} {total:10.1}");
    println!("  one alone, on a stream                     {:10} {:10.1}", "", median(|| bench.alone()));
    println!("  as a graph, the same parameters            {graph_issue:10.1} {graph_total:10.1}");
    println!("  as a graph, other parameters               {update:10.1}");
    println!("  building the graph                         {build:10.1}");
    println!("  break-even after {:.1} replays", build / (issue - graph_issue).max(1e-9));
}

/// Measures loops around parts of the workloads; returns how many are slower with `--graphs=auto`.
#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn loops(device: &str) -> usize {
    println!("microseconds per iteration                        never    always      auto");
    let workloads = workloads();
    let bodies = [
        ("W9, one iteration of the conjugate gradient", "W9", 3..11),
        ("W8, the image pipeline", "W8", 0..13),
        ("W1, two convolutions", "W1", 0..3),
        ("W18, a fork of three and their join", "W18", 0..5),
        ("W18, one launch", "W18", 0..1),
    ];
    let mut n_slower = 0;
    for (name, id, range) in bodies {
        let workload = workloads.iter().find(|workload| workload.id == id).expect("the workload exists");
        let text = module_text(&workload.items[range]);
        let [never, always, auto] = ["never", "always", "auto"].map(|graphs| per_trip(&text, device, graphs));
        println!("  {name:43} {never:9.2} {always:9.2} {auto:9.2}");
        n_slower += usize::from(never.max(0.5) * NOISE < auto);
    }
    n_slower
}

/// Returns the microseconds of one iteration of a loop around all launches of a program.
fn per_trip(text: &str, device: &str, graphs: &str) -> f64 {
    let [short, long] = TRIP_COUNTS.map(|trip_count| {
        let text = looped(text, trip_count);
        (0..5).map(|_| seconds(&text, device, graphs)).fold(f64::INFINITY, f64::min)
    });
    (long - short) * 1e6 / (TRIP_COUNTS[1] - TRIP_COUNTS[0]) as f64
}

/// Returns the program with a loop around its device work, which is between the allocations and the frees.
fn looped(text: &str, trip_count: u64) -> String {
    let is_work =
        |line: &str| ["gpu.launch_func", "gpu.memcpy", "gpu.memset"].iter().any(|work| line.contains(work));
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| is_work(line)).unwrap_or(0);
    let last = lines.iter().rposition(|line| is_work(line)).unwrap_or(0);
    let begin = format!(
        "%first = arith.constant 0 : index\n%trips = arith.constant {trip_count} : index\nscf.for %trip = %first to %trips step %one {{"
    );
    [&lines[..first], &[begin.as_str()], &lines[first..=last], &["}"], &lines[last + 1..]].concat().join("\n")
}

fn seconds(text: &str, device: &str, graphs: &str) -> f64 {
    let flags = [format!("--device={device}"), format!("--graphs={graphs}")];
    let args = ["warpline", "run"].map(str::to_string).into_iter().chain(flags).collect::<Vec<_>>();
    let source = SourceFile { name: "loop.mlir".to_string(), text: text.to_string() };
    let mut session = Session::with_stdin(source);
    let start = Instant::now();
    let exit = cli::execute(&args, &mut session);
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(exit, Exit::Success, "{}", session.err);
    seconds
}

fn task(number: u32) -> TaskNode {
    let action = TaskAction::Launch { kernel: 0, n_args: 2 };
    TaskNode { action, op: number, after: number.checked_sub(1).into_iter().collect() }
}

impl Bench {
    fn new() -> Self {
        let device = CpuDevice::new(CpuOptions::default());
        let name = "nothing".to_string();
        let kernel = Kernel {
            name,
            code: KernelCode::Native(nothing),
            scratch_bytes: 0,
            spins: false,
            declared: None,
        };
        let program = Program { kernels: vec![kernel], ..Program::default() };
        let module = device.load(&program).expect("the program is right");
        let stream = device.lease_stream().expect("there are streams");
        Self { device, module, stream }
    }

    fn kernels(&self) -> [KernelId; 1] {
        [KernelId { module: self.module, kernel: 0 }]
    }

    fn time_of_build(&self, graph: &TaskGraph) -> f64 {
        let start = Instant::now();
        let built = self.device.graph_build(&self.kernels(), graph).expect("the graph is right");
        let time = microseconds(start);
        self.device.graph_destroy(built).expect("the graph exists");
        time
    }

    /// Returns the time to issue all launches and the time until they complete.
    fn on_stream(&self) -> (f64, f64) {
        let dims = LaunchDims { grid: [1; 3], block: [1; 3], dynamic_shared: 0 };
        let start = Instant::now();
        for op in 0..CHAIN {
            let launch = Launch { module: self.module, kernel: 0, dims, args: &[1, 2], op };
            self.device.launch(self.stream, &launch).expect("the launch is right");
        }
        let issued = microseconds(start);
        self.device.host_wait(self.stream).expect("nothing fails");
        (issued, microseconds(start))
    }

    /// Returns the time of one launch and of waiting for it.
    fn alone(&self) -> f64 {
        let dims = LaunchDims { grid: [1; 3], block: [1; 3], dynamic_shared: 0 };
        let launch = Launch { module: self.module, kernel: 0, dims, args: &[1, 2], op: 0 };
        let start = Instant::now();
        self.device.launch(self.stream, &launch).expect("the launch is right");
        self.device.host_wait(self.stream).expect("nothing fails");
        microseconds(start)
    }

    /// Returns the same times for a graph that was launched before, with arguments that cycle through
    /// `n_values` values.
    fn as_graph(&self, graph: GraphId, n_values: u64) -> (f64, f64) {
        static ROUND: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        let round = ROUND.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % n_values;
        let params = [1, 1, 1, 1, 1, 1, 0, 1, round].repeat(CHAIN as usize);
        let start = Instant::now();
        self.device.graph_launch(self.stream, graph, &params).expect("the launch is right");
        let issued = microseconds(start);
        self.device.host_wait(self.stream).expect("nothing fails");
        (issued, microseconds(start))
    }
}

fn microseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e6
}

fn median(mut measure: impl FnMut() -> f64) -> f64 {
    let mut times: Vec<f64> = (0..SAMPLES).map(|_| measure()).collect();
    times.sort_by(f64::total_cmp);
    times[SAMPLES / 2]
}

/// Returns the medians of both times.
fn medians(mut measure: impl FnMut() -> (f64, f64)) -> (f64, f64) {
    let pairs: Vec<(f64, f64)> = (0..SAMPLES).map(|_| measure()).collect();
    let of = |pick: fn(&(f64, f64)) -> f64| {
        let mut at = 0;
        median(|| {
            at += 1;
            pick(&pairs[at - 1])
        })
    };
    (of(|pair| pair.0), of(|pair| pair.1))
}
