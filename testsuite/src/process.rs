//! Measures processes: CPU time and peak memory of children, from `/proc`.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The cost of a run.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Seconds of CPU time, user and system.
    pub seconds: f64,
    /// Peak resident memory in MiB; memory that is used for less than a millisecond may be missed.
    pub mebibytes: f64,
}

/// Returns the minimum cost per run over batches of `n` runs; panics if a run fails.
pub fn least_cost(batches: u32, n: u32, command: impl Fn() -> Command) -> Cost {
    let mut least = Cost { seconds: f64::INFINITY, mebibytes: f64::INFINITY };
    for _ in 0..batches {
        let before = children_time();
        let mut peak: f64 = 0.0;
        for _ in 0..n {
            let child = command().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
            peak = peak.max(peak_of(child.expect("the program can be started")));
        }
        least.seconds = least.seconds.min((children_time() - before) / f64::from(n));
        least.mebibytes = least.mebibytes.min(peak);
    }
    least
}

/// Waits for a child and returns its peak memory.
fn peak_of(mut child: Child) -> f64 {
    let mut peak = 0.0;
    loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            assert!(status.success(), "a run failed");
            return peak;
        }
        peak = resident_peak(child.id()).unwrap_or(peak);
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Returns the line `VmHWM:  1234 kB` of a process, in MiB.
fn resident_peak(id: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1024.0)
}

/// Returns the user and system time of finished children in seconds; the kernel counts in hundredths.
fn children_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux has this file");
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let numbers: Vec<f64> = fields.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    // The state, field 3, is a letter; so number 0 is field 4, and fields 16 and 17 are numbers 12 and 13.
    (numbers[12] + numbers[13]) / 100.0
}

/// Returns the binary of the profile of the running benchmark, built beside it.
pub fn warpline_binary() -> std::path::PathBuf {
    let here = std::env::current_exe().expect("a running program has a path");
    let directory = here.ancestors().nth(2).expect("a benchmark lies in target/PROFILE/deps");
    directory.join("warpline")
}

/// Returns the median of times; the upper one of two.
pub fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
