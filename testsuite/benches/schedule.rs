//! Measures the scheduler: times of the workloads by its cost model and on the CPU device, and planning time.
//!
//! Every time is reported relative to a lower bound. In the model, the bound is the critical path. On the
//! device, it is the critical path with the median times of the kernels, or the total work divided by the
//! number of cores if that is more. Kernels are sized to take about a hundred microseconds. The minimum of
//! several runs counts, because other programs may run at the same time. The modes are one stream, the token
//! chain in which each operation waits for the previous one, and the scheduler with a maximum number of
//! streams.

use std::fmt::Write as _;
use std::time::Instant;

use serde_json::Value;
use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::{Diagnostics, Module, ParseOptions, parse};
use warpline_passes::pipeline::{self, Silent};
use warpline_passes::schedule::make_plan;
use warpline_passes::schedule::memory::{Packing, buffers_of, pack_sizes};
use warpline_passes::schedule::plan::Figures;
use warpline_testsuite::paths::temporary;
use warpline_testsuite::workloads::{
    Item, chain, fan_out, layered, module_text, module_text_with_work, workloads,
};

#[path = "schedule/costs.rs"]
mod costs;
#[path = "schedule/heft.rs"]
mod heft;
#[path = "schedule/makespan.rs"]
mod makespan;
#[path = "schedule/scale.rs"]
mod scale;

/// The allocator of the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Stream limits; the last is more than any workload needs.
const LIMITS: [usize; 5] = [1, 2, 4, 8, 1 << 10];
/// The workloads whose memory is reported: those that allocate many buffers.
const PACKED: [&str; 4] = ["W12", "W13", "W18", "W19"];
/// Runs of which the minimum counts.
const RUNS: usize = 15;
/// Steps of a thread of a kernel on the device.
const STEPS: usize = 1000;

/// The parts of the benchmark: all run, or those that the arguments name.
const PARTS: [(&str, fn()); 8] = [
    ("model", model),
    ("makespan", makespan::compare),
    ("device", device),
    ("issue", issue),
    ("packing", arenas),
    ("planning", planning),
    ("scale", scale::compare),
    ("costs", costs::compare),
];

fn main() {
    if scale::compile_one() {
        return;
    }
    // `cargo bench` adds `--bench`.
    let args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    let named: Vec<String> = args.map(|arg| arg.trim_start_matches('-').to_string()).collect();
    for (name, part) in PARTS {
        if named.is_empty() || named.iter().any(|wanted| wanted == name) {
            part();
        }
    }
}

#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn report(line: &str) {
    println!("{line}");
}

fn model() {
    report("predicted time over the longest path (waits, records) with at most so many streams");
    report(&format!("{:5} {:>4} {}", "", "n", header()));
    for workload in workloads() {
        let module = read(&module_text(&workload.items));
        let shown = LIMITS.map(|limit| {
            let f = figures(&module, limit);
            format!(
                "{:.2} ({}, {})",
                f.predicted.makespan / f.predicted.critical_path,
                f.n_waits,
                f.n_records
            )
        });
        report(&format!("{:5} {:4} {}", workload.id, workload.items.len(), columns(&shown)));
    }
}

fn device() {
    report(&format!(
        "\nmeasured time on the cpu device over the lower bound (waits, host syncs per operation), least of {RUNS}"
    ));
    report(&format!("{:5} {:>10} {:>15} {}", "", "bound us", "chain", header()));
    for workload in workloads() {
        let all = LIMITS.map(|limit| measure(&scheduled(&workload.items, Some(limit)), &workload.items));
        let chained = measure(&scheduled(&workload.items, None), &workload.items);
        let module = read(&module_text(&workload.items));
        let bound = lower_bound(&figures(&module, 1), all[0].time);
        let n = workload.items.len() as f64;
        let show = |m: &Measured| format!("{:.2} ({}, {:.2})", m.time / bound, m.n_waits, m.n_host_syncs / n);
        let shown = all.map(|measured| show(&measured));
        report(&format!("{:5} {bound:10.0} {:>15} {}", workload.id, show(&chained), columns(&shown)));
    }
}

fn issue() {
    report("\nmicroseconds that the host takes to issue an operation, waits and records counted with it");
    for (name, items) in [("chain", chain(120)), ("side by side", fan_out(120)), ("layers", layered(120, 1))]
    {
        let shown = LIMITS.map(|limit| format!("{:.2}", issue_time(&items, limit)));
        report(&format!("{name:21} {}", columns(&shown)));
    }
}

fn arenas() {
    report("\narena over its bound in units of 256 bytes, by buffers of 1 to 4 units");
    for workload in workloads().iter().filter(|workload| PACKED.contains(&workload.id)) {
        let shown = LIMITS.map(|limit| packing(&workload.items, limit));
        report(&format!("{:21} {}", workload.id, columns(&shown)));
    }
}

fn planning() {
    report("\nmilliseconds to plan");
    for n in [1_000, 3_000, 10_000] {
        let (line, wide, layers) = (chain(n), fan_out(n), layered(n, 1));
        let [line, wide, layers] = [line, wide, layers].map(|items| planning_time(&items));
        report(&format!(
            "{n} operations in a chain {line:.1}, side by side {wide:.1}, in layers {layers:.1}"
        ));
    }
}

fn header() -> String {
    columns(&["1", "2", "4", "8", "any"].map(str::to_string))
}

fn columns(cells: &[String]) -> String {
    cells.iter().map(|cell| format!("{cell:>15}")).collect::<Vec<_>>().join(" ")
}

fn read(text: &str) -> Module {
    let (module, diagnostics) = parse(text, &ParseOptions::default());
    assert!(!diagnostics.has_errors(), "a workload does not parse");
    module
}

/// Returns a program with its buffers placed on the device.
fn placed(text: &str) -> Module {
    let mut module = read(text);
    let mut diagnostics = Diagnostics::new();
    let pipeline = pipeline::parse("gpu-place-buffers", &mut diagnostics).expect("the pipeline is right");
    let ended = pipeline::run(&pipeline, &mut module, &mut diagnostics, &mut Silent);
    assert!(ended.is_ok(), "the buffers of a workload cannot be placed");
    module
}

/// Formats the arena size, the lower bound and their ratio, for workloads with buffers of different sizes.
fn packing(items: &[Item], max_streams: usize) -> String {
    let module = placed(&module_text(items));
    let main = module.find_symbol(module.root(), "main").expect("every workload has a main function");
    let plan = make_plan(&module, main, max_streams);
    let buffers = buffers_of(&module, main);
    let size = |number: usize| 256 * (1 + (number * 7 + number / 3) as u64 % 4);
    let Packing { arena, bound, .. } = pack_sizes(&module, &buffers, &plan.input, &plan.waits, size);
    format!("{}/{} {:.3}", arena / 256, bound / 256, arena as f64 / bound.max(1) as f64)
}

fn figures(module: &Module, max_streams: usize) -> Figures {
    let main = module.find_symbol(module.root(), "main").expect("every workload has a main function");
    make_plan(module, main, max_streams).figures()
}

/// Returns a lower bound on the time of every plan: the critical path, or all work divided by the cores.
fn lower_bound(figures: &Figures, on_one_stream: f64) -> f64 {
    let n_cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
    on_one_stream * (figures.predicted.critical_path / figures.predicted.sequential).max(1.0 / n_cores)
}

/// Returns the host program of a workload whose kernels take time, on at most `max_streams` streams, or as
/// one token chain.
fn scheduled(items: &[Item], max_streams: Option<usize>) -> String {
    let text = module_text_with_work(items, STEPS);
    let text = if max_streams.is_none() { chained(&text) } else { text };
    schedule(&text, max_streams.unwrap_or(8))
}

fn schedule(text: &str, max_streams: usize) -> String {
    let mut module = read(text);
    let mut diagnostics = Diagnostics::new();
    let passes = format!("gpu-place-buffers,gpu-schedule{{max-streams={max_streams}}}");
    let pipeline = pipeline::parse(&passes, &mut diagnostics).expect("the pipeline is right");
    let ended = pipeline::run(&pipeline, &mut module, &mut diagnostics, &mut Silent);
    assert!(ended.is_ok(), "a workload cannot be scheduled");
    print(&module, &PrintOptions::default())
}

/// Returns the program with a token from each device operation to the next one.
fn chained(text: &str) -> String {
    let mut out = String::new();
    let mut n = 0;
    for line in text.lines() {
        let work = ["gpu.launch_func", "gpu.memcpy", "gpu.memset"];
        let name = work.iter().find(|name| line.trim_start().starts_with(**name));
        if let Some(name) = name {
            let deps = if n == 0 { String::new() } else { format!(" [%chain{}]", n - 1) };
            out.push_str(&line.replacen(name, &format!("%chain{n} = {name} async{deps}"), 1));
            n += 1;
        } else if line.trim() == "return" && 0 < n {
            let _ = write!(out, "    gpu.wait [%chain{}]\n{line}", n - 1);
        } else {
            out.push_str(line);
        }
        out.push('\n');
    }
    out
}

/// The measurements of the runs of a program.
struct Measured {
    /// Microseconds from the start of the first to the end of the last operation; the minimum over the runs.
    time: f64,
    n_waits: u64,
    n_host_syncs: f64,
}

fn measure(text: &str, items: &[Item]) -> Measured {
    let mut times = Vec::new();
    let mut counts = (0, 0);
    for _ in 0..RUNS {
        let (events, stats) = run(text);
        let slices: Vec<(f64, f64)> =
            events.iter().filter(|event| 0.0 < event.track).map(Event::span).collect();
        assert_eq!(slices.len(), items.len(), "every operation has a slice");
        let start = slices.iter().map(|slice| slice.0).fold(f64::INFINITY, f64::min);
        let end = slices.iter().map(|slice| slice.1).fold(0.0, f64::max);
        times.push(end - start);
        counts = stats;
    }
    Measured { time: least(&times), n_waits: counts.0, n_host_syncs: counts.1 as f64 }
}

/// Returns the microseconds of all host calls except waits, per operation; the minimum over the runs.
fn issue_time(items: &[Item], max_streams: usize) -> f64 {
    let text = schedule(&module_text(items), max_streams);
    let issue = |_| {
        let (events, _) = run(&text);
        let calls = events.iter().filter(|event| event.track == 0.0 && event.name != "host_wait");
        let span = calls
            .map(Event::span)
            .fold((f64::INFINITY, 0.0f64), |(start, end), call| (start.min(call.0), end.max(call.1)));
        (span.1 - span.0) / items.len() as f64
    };
    least(&(0..RUNS).map(issue).collect::<Vec<_>>())
}

fn least(times: &[f64]) -> f64 {
    times.iter().copied().fold(f64::INFINITY, f64::min)
}

/// An entry of a timeline with a start and a duration.
struct Event {
    track: f64,
    name: String,
    start: f64,
    duration: f64,
}

impl Event {
    fn span(&self) -> (f64, f64) {
        (self.start, self.start + self.duration)
    }
}

/// Runs a program on the CPU device; returns its timeline and the numbers of waits and host waits.
fn run(text: &str) -> (Vec<Event>, (u64, u64)) {
    let path = temporary("bench_schedule.json");
    let path = path.to_string_lossy();
    let args = ["warpline", "run", "--device=cpu", &format!("--trace={path}")].map(str::to_string);
    let source = SourceFile { name: "bench.mlir".to_string(), text: text.to_string() };
    let mut session = Session::with_stdin(source);
    assert_eq!(cli::execute(&args, &mut session), Exit::Success, "{}", session.err);
    let stats = session.stats.expect("a run on the cpu has counts");
    let trace = std::fs::read_to_string(&*path).expect("a run writes its timeline");
    let document: Value = serde_json::from_str(&trace).expect("a timeline is JSON");
    let events = document["traceEvents"].as_array().expect("a timeline has events");
    let number = |event: &Value, key: &str| event[key].as_f64().unwrap_or_default();
    let event = |event: &Value| Event {
        track: number(event, "tid"),
        name: event["name"].as_str().unwrap_or_default().to_string(),
        start: number(event, "ts"),
        duration: number(event, "dur"),
    };
    let events = events.iter().filter(|event| event["ph"] == "X").map(event).collect();
    (events, (stats.waits, stats.host_syncs))
}

/// Returns the minimum of three planning times, in milliseconds.
fn planning_time(items: &[Item]) -> f64 {
    let module = placed(&module_text(items));
    let main = module.find_symbol(module.root(), "main").expect("every workload has a main function");
    let time = || {
        let start = Instant::now();
        assert_ne!(make_plan(&module, main, 8).streams.count, 0);
        start.elapsed().as_secs_f64() * 1e3
    };
    (0..3).map(|_| time()).fold(f64::INFINITY, f64::min)
}
