//! The memory that programs may take on the host.

use std::sync::OnceLock;

/// The memory if the system does not say how much there is, in bytes.
const UNKNOWN: u64 = 8 << 30;

/// Returns the default limit in bytes: half of the memory of the machine, or of the container that it is in.
pub fn limit() -> u64 {
    static LIMIT: OnceLock<u64> = OnceLock::new();
    *LIMIT.get_or_init(|| of_machine().into_iter().chain(of_container()).min().unwrap_or(UNKNOWN) / 2)
}

/// Returns the memory of the machine, as Linux tells it.
fn of_machine() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1 << 10)
}

/// Returns the limit of the control group of this process.
fn of_container() -> Option<u64> {
    let files = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let limits = files.iter().filter_map(|file| std::fs::read_to_string(file).ok()?.trim().parse().ok());
    limits.min()
}
