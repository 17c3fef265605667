//! Benchmarks of a GPU: programs of `cases/gpu` at large sizes, each relative to the limits of the hardware
//! and to the same kernel from nvcc on the same machine in the same run.
//!
//! `cargo bench -p warpline-testsuite --bench gpu` runs them on `cuda:0`. The small sizes are for the mock
//! driver, where times are meaningless. Times of kernels are means over all launches, from driver events, on a single
//! stream, so that a kernel has the GPU for itself.

pub mod costs;
mod latency;
pub(crate) mod peers;
mod programs;

use std::fmt::Write as _;
use std::sync::Arc;

use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_runtime::driver::cuda::CudaDeviceInfo;
use warpline_runtime::driver::trace::Slice;
use warpline_runtime::{CudaDevice, Device, Stats, Trace};

use peers::Peers;
use programs::{Benchmark, Size, benchmarks};

/// The number of copies that measure the bandwidth.
const COPIES: usize = 10;

/// The limits of the hardware.
struct Limits {
    /// Bytes that a copy reads and writes, per nanosecond.
    bandwidth: f64,
    /// Operations in f32 per nanosecond, if the chip is known.
    f32_rate: Option<f64>,
    /// Matrix operations in f16 with f32 accumulation, per nanosecond.
    f16_rate: Option<f64>,
}

/// Runs all benchmarks and returns the report; an error is a message. Without a GPU, the report says so.
pub fn report(is_small: bool) -> Result<String, String> {
    let device = match CudaDevice::open(0) {
        Ok(device) => device,
        Err(unavailable) => return Ok(format!("no GPU: {unavailable}\n")),
    };
    let (info, size) = (device.info().clone(), if is_small { Size::SMALL } else { Size::LARGE });
    drop(device);
    let limits = limits(&info, &size)?;
    let peers = Peers::compile(info.compute_capability);
    let (major, minor) = info.compute_capability;
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{}, sm_{major}{minor}, {} multiprocessors; a copy moves {:.0} GB/s\n{:<13} {:>12} {:>10} {:>9} {:>13}   ratio to peer",
        info.name,
        info.multiprocessors,
        limits.bandwidth,
        "kernel",
        "microseconds",
        "unchecked",
        "of memory",
        "of arithmetic",
    );
    for benchmark in benchmarks(&size)? {
        text.push_str(&row(&benchmark, &limits, &peers)?);
    }
    text.push_str(&overlap(&info, is_small)?);
    text.push_str(&latency::report(&peers, size.matrix)?);
    Ok(text)
}

/// Formats the row of a benchmark: with the bounds checks of a run, and without checks.
fn row(benchmark: &Benchmark, limits: &Limits, peers: &Peers) -> Result<String, String> {
    let time_of = |bounds: &str| {
        let stats = run(benchmark, &["--max-streams=1", bounds])?;
        mean_time(&stats, benchmark.kernels).ok_or(format!("{}: no times", benchmark.name))
    };
    let (time, unchecked) = (time_of("--bounds=trap")?, time_of("--bounds=off")?);
    let percent = |part: Option<f64>| part.map_or("-".to_string(), |part| format!("{:.0} %", 100.0 * part));
    let of_memory = benchmark.bytes.map(|bytes| bytes / time / limits.bandwidth);
    let rate = if benchmark.is_f16 { limits.f16_rate } else { limits.f32_rate };
    let of_arithmetic = benchmark.operations.zip(rate).map(|(operations, rate)| operations / time / rate);
    let peer = match peers.time(benchmark) {
        Ok(peer) => format!("nvcc {:.2}, unchecked {:.2}", time / peer, unchecked / peer),
        Err(needs) => needs,
    };
    let (name, time, unchecked) = (benchmark.name, time / 1e3, unchecked / 1e3);
    let (memory, arithmetic) = (percent(of_memory), percent(of_arithmetic));
    Ok(format!("{name:<13} {time:>12.2} {unchecked:>10.2} {memory:>9} {arithmetic:>13}   {peer}\n"))
}

/// Returns the mean nanoseconds per launch, summed over the named kernels; without names, of all launches together.
fn mean_time(stats: &Stats, kernels: &[&str]) -> Option<f64> {
    let mut sum = 0.0;
    for kernel in &stats.kernel_times {
        let time = kernel.nanoseconds? as f64;
        if kernels.is_empty() {
            sum += time;
        } else if kernels.iter().any(|name| kernel.name.ends_with(&format!("::{name}"))) {
            sum += time / kernel.launches as f64;
        }
    }
    (0.0 < sum).then_some(sum)
}

/// Runs a program on the first GPU, with more arguments.
fn run(Benchmark { name, text, inputs, .. }: &Benchmark, more: &[&str]) -> Result<Stats, String> {
    let mut args = ["warpline", "run", "--device=cuda", "--stats=-"].map(str::to_string).to_vec();
    args.extend(more.iter().map(ToString::to_string));
    args.extend(inputs.iter().map(|input| format!("--input={input}")));
    let mut session = Session::with_stdin(SourceFile { name: format!("{name}.mlir"), text: text.clone() });
    match cli::execute(&args, &mut session) {
        Exit::Success => session.stats.ok_or(format!("{name}: no statistics")),
        _ => Err(format!("{name}: {}", session.err)),
    }
}

/// Reports the overlap of two kernels that fill half of the GPU each; at best half of the time.
fn overlap(info: &CudaDeviceInfo, is_small: bool) -> Result<String, String> {
    let (blocks, trip_count) = if is_small { (2, 4) } else { (info.multiprocessors, 1 << 20) };
    let stats = run(&programs::overlap(blocks, trip_count)?, &[])?;
    let percent = 100.0 * stats.busy.overlap();
    Ok(format!(
        "two kernels of half the GPU: {percent:.0} % of their time beside each other, of at most 50 %\n"
    ))
}

fn limits(info: &CudaDeviceInfo, size: &Size) -> Result<Limits, String> {
    let (f32_lanes, f16_lanes) = lanes(info.compute_capability);
    // A fused multiply-add is two operations.
    let rate = |lanes: u32| {
        2.0 * f64::from(lanes) * f64::from(info.multiprocessors) * f64::from(info.clock_kilohertz) / 1e6
    };
    let bandwidth = bandwidth(size.elements * 4).map_err(|error| error.to_string())?;
    Ok(Limits { bandwidth, f32_rate: f32_lanes.map(rate), f16_rate: f16_lanes.map(rate) })
}

/// Returns the multiply-adds of a multiprocessor per clock: in f32, and in f16 on its matrix units.
fn lanes(capability: (u32, u32)) -> (Option<u32>, Option<u32>) {
    match capability {
        (7, 5) => (Some(64), Some(512)),
        (8, 0) => (Some(64), Some(1024)),
        (9, 0) => (Some(128), Some(2048)),
        (8 | 10 | 12, _) => (Some(128), None),
        _ => (None, None),
    }
}

/// Returns the bytes per nanosecond that a copy within the device reads and writes.
fn bandwidth(bytes: u64) -> warpline_runtime::driver::Result<f64> {
    let trace = Arc::new(Trace::default());
    let device = open_with_times(&trace)?;
    let stream = device.lease_stream()?;
    let (from, to) = (device.lease_arena(bytes)?, device.lease_arena(bytes)?);
    let copied = (0..COPIES).try_for_each(|_| device.copy(stream, to, from, bytes));
    copied.and_then(|()| device.host_wait(stream))?;
    Ok(2.0 * bytes as f64 / median_time(&trace.record().slices))
}

/// Opens the first GPU with timing enabled.
fn open_with_times(trace: &Arc<Trace>) -> warpline_runtime::driver::Result<CudaDevice> {
    let opened = CudaDevice::open(0);
    let unavailable = |error| warpline_runtime::DeviceError::new("open", "Unavailable", format!("{error}"));
    opened.map_err(unavailable)?.with_times(Some(Arc::clone(trace)))
}

/// Returns the median time of the recorded slices, in nanoseconds.
fn median_time(slices: &[Slice]) -> f64 {
    let mut times: Vec<u64> = slices.iter().map(|slice| slice.end - slice.start).collect();
    times.sort_unstable();
    times.get(times.len() / 2).map_or(f64::NAN, |time| *time as f64)
}
