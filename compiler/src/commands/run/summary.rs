//! What a run tells about itself: a table for people, JSON for programs.

use std::fmt::Write as _;

use serde_json::json;
use warpline_runtime::Stats;

/// Streams, events, buffers and modules that are still held.
pub(super) fn n_leaked(stats: &Stats) -> u64 {
    let leaked = stats.leaked;
    leaked.streams + leaked.events + leaked.buffers + leaked.modules
}

/// The table for stderr.
pub(super) fn table(stats: &Stats, adversary: Option<u64>, n_races: Option<usize>) -> String {
    let mut text = String::new();
    let mut row = |name: &str, value: String| {
        let _ = writeln!(text, "{name:<20} {value}");
    };
    row("device", stats.device.clone());
    row("kernels", stats.kernels.to_string());
    row("launches", format!("{} (at most {} at one time)", stats.launches, stats.max_concurrent_launches));
    row("streams", stats.streams.to_string());
    row("waits", format!("{} (on {} records)", stats.waits, stats.records));
    row("host syncs", stats.host_syncs.to_string());
    row("peak memory", format!("{} bytes", stats.peak_bytes));
    row("leaks", n_leaked(stats).to_string());
    if let Some(n_races) = n_races {
        row("races", n_races.to_string());
    }
    if let Some(seed) = adversary {
        row("adversary", format!("seed {seed}"));
    }
    for kernel in &stats.kernel_times {
        let time = kernel.nanoseconds as f64 / 1e6;
        row(&format!("  {}", kernel.name), format!("{time:.3} ms, {} launches", kernel.launches));
    }
    text
}

/// The JSON object of `--stats`.
pub(super) fn json(stats: &Stats) -> String {
    let leaked = stats.leaked;
    let object = json!({
        "device": stats.device,
        "kernels": stats.kernels,
        "launches": stats.launches,
        "streams": stats.streams,
        "events": stats.events,
        "waits": stats.waits,
        "records": stats.records,
        "host_syncs": stats.host_syncs,
        "max_concurrent_launches": stats.max_concurrent_launches,
        "peak_bytes": stats.peak_bytes,
        "leaked": {
            "streams": leaked.streams,
            "events": leaked.events,
            "buffers": leaked.buffers,
            "modules": leaked.modules,
        },
    });
    format!("{object}\n")
}
