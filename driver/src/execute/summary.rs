//! Formats the statistics of a run: as a table for people, and as JSON.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::json;
use warpline_runtime::Stats;
use warpline_runtime::cache::KernelCache;
use warpline_runtime::driver::{Busy, KernelTime};

use crate::cache::tally_json;
use crate::execute::{Explanation, Races};

/// Returns the number of streams, events, buffers, modules and task graphs that are still held.
pub fn n_leaked(stats: &Stats) -> u64 {
    let leaked = stats.leaked;
    leaked.streams + leaked.events + leaked.buffers + leaked.modules + leaked.graphs
}

/// Returns the table for stderr.
pub fn table(
    stats: &Stats,
    times: &[Duration],
    adversary: Option<u64>,
    races: Option<&Races>,
    cache: Option<&KernelCache>,
) -> String {
    let mut text = String::new();
    let mut row = |name: &str, value: String| {
        let _ = writeln!(text, "{name:<20} {value}");
    };
    row("device", stats.device.clone());
    row("kernels", stats.kernels.to_string());
    let is_measured =
        0 < stats.busy.total || stats.kernel_times.iter().all(|kernel| kernel.nanoseconds.is_some());
    let most = if is_measured { stats.max_concurrent_launches.to_string() } else { "?".to_string() };
    row("launches", format!("{} (at most {most} at one time)", stats.launches));
    if let [first, others @ ..] = times
        && !others.is_empty()
    {
        let mut others = others.to_vec();
        others.sort_unstable();
        let [first, median] = [*first, others[others.len() / 2]].map(|time| duration(time.as_nanos() as u64));
        row("runs", format!("{} (the first in {first}, the median of the others {median})", times.len()));
    }
    if 0 < stats.graphs {
        row("task graphs", format!("{} (launched {} times)", stats.graphs, stats.graph_launches));
    }
    row("streams", stats.streams.to_string());
    row("waits", format!("{} (on {} records)", stats.waits, stats.records));
    row("host syncs", stats.host_syncs.to_string());
    row("overlap", if is_measured { overlap(stats.busy) } else { "measured with --stats".to_string() });
    row("peak memory", format!("{} bytes", stats.peak_bytes));
    row("leaks", leaks(stats));
    if let Some(races) = races {
        row("races", races.text());
    }
    if let Some(seed) = adversary {
        row("adversary", format!("seed {seed}"));
    }
    if let Some(tally) = cache.filter(|cache| cache.has_store()).map(KernelCache::tally) {
        row("kernel cache", format!("{} hits, {} misses", tally.hits, tally.misses));
    }
    for kernel in &stats.kernel_times {
        let time = kernel.nanoseconds.map(|time| format!("{:.3} ms, ", time as f64 / 1e6));
        let time = time.unwrap_or_default();
        row(&format!("  {}", kernel.name), format!("{time}{} launches", kernel.launches));
    }
    text
}

/// Formats what is left after a run: buffers that the program has not freed, and what the runtime still holds.
fn leaks(stats: &Stats) -> String {
    let (n_buffers, n_held) = (stats.n_unfreed, n_leaked(stats));
    let buffers = || {
        let noun = if n_buffers == 1 { "buffer" } else { "buffers" };
        format!("{n_buffers} {noun} of the program, {} bytes", stats.unfreed_bytes)
    };
    match (n_buffers, n_held) {
        (0, _) => n_held.to_string(),
        (_, 0) => buffers(),
        _ => format!("{}, and {n_held} of the runtime", buffers()),
    }
}

/// Formats the fraction of the work that overlapped.
fn overlap(busy: Busy) -> String {
    let percent = 100.0 * busy.overlap();
    format!("{percent:.0} % (busy {} in {})", duration(busy.total), duration(busy.active))
}

/// Formats nanoseconds in a suitable unit.
fn duration(nanoseconds: u64) -> String {
    let time = nanoseconds as f64;
    match nanoseconds {
        0..1_000_000 => format!("{:.1} us", time / 1e3),
        1_000_000..1_000_000_000 => format!("{:.2} ms", time / 1e6),
        1_000_000_000.. => format!("{:.2} s", time / 1e9),
    }
}

fn kernel_time(kernel: &KernelTime) -> serde_json::Value {
    json!({"name": kernel.name, "launches": kernel.launches, "nanoseconds": kernel.nanoseconds})
}

/// Returns the JSON object of `--stats`.
pub fn json(
    stats: &Stats,
    times: &[Duration],
    explanation: Option<&Explanation>,
    cache: Option<&KernelCache>,
) -> String {
    let leaked = stats.leaked;
    let nanoseconds = || times.iter().map(|time| time.as_nanos() as u64).collect::<Vec<_>>();
    let object = json!({
        "device": stats.device,
        "kernels": stats.kernels,
        "launches": stats.launches,
        "graphs": stats.graphs,
        "graph_launches": stats.graph_launches,
        "streams": stats.streams,
        "events": stats.events,
        "streams_created": stats.streams_created,
        "events_created": stats.events_created,
        "waits": stats.waits,
        "records": stats.records,
        "host_syncs": stats.host_syncs,
        "max_concurrent_launches": stats.max_concurrent_launches,
        "busy_nanoseconds": stats.busy.total,
        "active_nanoseconds": stats.busy.active,
        "overlap": stats.busy.overlap(),
        "peak_bytes": stats.peak_bytes,
        "leaked": {
            "streams": leaked.streams,
            "events": leaked.events,
            "buffers": leaked.buffers,
            "modules": leaked.modules,
            "graphs": leaked.graphs,
        },
        "unfreed": { "buffers": stats.n_unfreed, "bytes": stats.unfreed_bytes },
        "kernel_times": stats.kernel_times.iter().map(kernel_time).collect::<Vec<_>>(),
        "run_nanoseconds": (1 < times.len()).then(nanoseconds),
        "cache": cache.map(tally_json),
        "reasons": explanation.map(|explanation| &explanation.json),
    });
    format!("{object}\n")
}
