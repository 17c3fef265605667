//! Rejects flags that none of a run's devices supports, by name, instead of ignoring them.

use super::RunArgs;
use crate::driver::compilation::Graphs;
use crate::driver::devices;

/// The devices that support a flag.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follower {
    /// The interpreter.
    Interpreter,
    /// The cpu and GPUs: devices with streams.
    Streams,
    /// Devices with race detection.
    Detector,
}

/// Returns the flags of this run, with the devices that support them.
fn given(args: &RunArgs) -> Vec<(&'static str, Follower)> {
    let flags = [
        ("--seed", args.seed.is_some(), Follower::Interpreter),
        ("--max-steps", args.max_steps.is_some(), Follower::Interpreter),
        ("--max-bytes", args.max_bytes.is_some(), Follower::Interpreter),
        ("--checks", args.checks.is_some(), Follower::Interpreter),
        ("--detect-races", args.detect_races, Follower::Detector),
        ("--target", args.target.is_some(), Follower::Detector),
        ("--adversary", args.adversary.is_some(), Follower::Detector),
        ("--remarks", args.remarks.is_given(), Follower::Streams),
        ("--max-host-memory", args.max_host_memory.is_some(), Follower::Streams),
        ("--repeat", args.repeat.is_some(), Follower::Streams),
        ("--graphs", args.graphs == Graphs::Always, Follower::Streams),
        ("--max-streams", args.limits.limits().max_streams.is_some(), Follower::Streams),
    ];
    flags.into_iter().filter(|(_, is_given, _)| *is_given).map(|(name, _, by)| (name, by)).collect()
}

/// Whether a device supports the flags of a follower.
fn follows(device: &str, follower: Follower) -> bool {
    devices::find(device).is_some_and(|(kind, _)| match follower {
        Follower::Interpreter => kind.backend.is_none(),
        Follower::Streams => kind.backend.is_some(),
        Follower::Detector => kind.has_detector,
    })
}

/// Returns the error for a run on these devices, if none of them supports a flag.
pub(super) fn refusal(args: &RunArgs, devices: &[&str]) -> Option<String> {
    let is_followed = |by: Follower| devices.iter().any(|device| follows(device, by));
    let (flag, by) = given(args).into_iter().find(|(_, by)| !is_followed(*by))?;
    let device = devices.first().copied().unwrap_or_default();
    let found = match devices::find(device) {
        Some((kind, _)) if kind.backend.is_none() => format!("{}, which has no streams", kind.title),
        Some((kind, _)) if kind.is_built_in => kind.title.to_string(),
        _ => format!("'{device}'"),
    };
    let wanted = match by {
        Follower::Interpreter => {
            return Some(format!(
                "expected a run on the interpreter for {flag}, but found one on {found}; --device=interp asks for it"
            ));
        }
        Follower::Streams => "on the cpu or on a GPU",
        Follower::Detector => "on the cpu",
    };
    Some(format!("expected a run {wanted} for {flag}, but found one on {found}"))
}
