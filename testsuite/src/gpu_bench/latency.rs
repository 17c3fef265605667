//! Measures launch latency: a chain of empty kernels, through a stream and through a task graph, on a device
//! without timing, against the same driver calls in C.

use std::fmt::Write as _;
use std::process::Command;
use std::time::Instant;

use warpline_ir::artifact::{LaunchDims, TaskAction, TaskGraph, TaskNode};
use warpline_runtime::driver::{KernelId, Launch, Result as Driven};
use warpline_runtime::{CudaDevice, Device, DeviceError};

use super::peers::{Peers, program};
use super::programs;
use crate::paths::{root, temporary};
use crate::tools;
use warpline_cli::{Exit, Session, SourceFile, cli};

/// Launches in a chain, as in `raw.cu`.
const LAUNCHES: u32 = 1000;
/// Chains; the fastest counts.
const SAMPLES: usize = 31;

/// Returns the rows of latency, and of cuBLAS where it is installed.
pub(super) fn report(peers: &Peers, matrix: u64) -> Result<String, String> {
    let text = compiled(&programs::text("empty")?)?;
    let (streamed, graphed) = measure(&text).map_err(|error| error.to_string())?;
    let raw = raw(peers, &text, matrix);
    let number = |name: &str| {
        let line = raw.as_deref()?.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().parse::<f64>().ok()
    };
    let against = |time: f64, name: &str| match number(name) {
        Some(peer) => format!("raw calls {:.2}", time / peer),
        None => "needs nvcc and the libraries of CUDA".to_string(),
    };
    let line = |what: &str, time: f64, name: &str| {
        format!("a launch through a {what}: {:.3} microseconds   {}\n", time / 1e3, against(time, name))
    };
    let mut lines = line("stream", streamed, "stream") + &line("graph", graphed, "graph");
    for kind in ["cublas_f32", "cublas_f16"] {
        let time = number(kind).map(|time| format!("{:.2} microseconds", time / 1e3));
        let _ = writeln!(lines, "{kind} at {matrix}: {}", time.unwrap_or("needs cuBLAS".to_string()));
    }
    Ok(lines)
}

/// Compiles a program to PTX.
fn compiled(text: &str) -> Result<String, String> {
    let mut session =
        Session::with_stdin(SourceFile { name: "empty.mlir".to_string(), text: text.to_string() });
    let args = ["warpline", "compile", "--target=sm_75", "--emit=ptx"].map(str::to_string);
    let exit = cli::execute(&args, &mut session);
    if exit == Exit::Success { Ok(session.out) } else { Err(session.err) }
}

/// Returns the nanoseconds per launch through a stream and through a task graph.
fn measure(text: &str) -> Driven<(f64, f64)> {
    let device =
        CudaDevice::open(0).map_err(|error| DeviceError::new("open", "Unavailable", error.to_string()))?;
    let module = device.load(&program(text, &[("empty", 0)]))?;
    let stream = device.lease_stream()?;
    let dims = LaunchDims { grid: [1; 3], block: [1; 3], dynamic_shared: 0 };
    let streamed = best(|| {
        let launch = |op| device.launch(stream, &Launch { module, kernel: 0, dims, args: &[], op });
        (0..LAUNCHES).try_for_each(launch)?;
        device.host_wait(stream)
    })?;
    let node = |op: u32| TaskNode {
        action: TaskAction::Launch { kernel: 0, n_args: 0 },
        op,
        after: op.checked_sub(1).into_iter().collect(),
    };
    let graph = device.graph_build(
        &[KernelId { module, kernel: 0 }],
        &TaskGraph { nodes: (0..LAUNCHES).map(node).collect() },
    )?;
    let params = [1, 1, 1, 1, 1, 1, 0].repeat(LAUNCHES as usize);
    let graphed = best(|| {
        device.graph_launch(stream, graph, &params)?;
        device.host_wait(stream)
    })?;
    device.graph_destroy(graph)?;
    Ok((streamed, graphed))
}

/// Returns the nanoseconds per launch in the fastest chain.
fn best(mut chain: impl FnMut() -> Driven<()>) -> Driven<f64> {
    let mut least = f64::INFINITY;
    for _ in 0..SAMPLES {
        let start = Instant::now();
        chain()?;
        least = least.min(start.elapsed().as_secs_f64() * 1e9);
    }
    Ok(least / f64::from(LAUNCHES))
}

/// Returns the output of `raw.cu`, with cuBLAS if it can be linked.
fn raw(peers: &Peers, empty: &str, matrix: u64) -> Option<String> {
    let nvcc = peers.nvcc.as_ref()?;
    let (binary, text) = (temporary("raw"), temporary("empty.ptx"));
    std::fs::write(&text, empty).ok()?;
    let source = root().join("testsuite/benches/gpu/raw.cu");
    let compile = |more: &[&str]| {
        let mut command = Command::new(nvcc);
        command.args(["-O3", "-o"]).arg(&binary).arg(&source).arg("-lcuda").args(more);
        tools::run(&mut command).filter(|done| done.status.success())
    };
    let made = compile(&["-DCUBLAS", "-lcublas"]).or_else(|| compile(&[]));
    let ran = made.and_then(|_| tools::run(Command::new(&binary).arg(&text).arg(matrix.to_string())));
    // A file that cannot be removed stays in the temporary directory.
    let _ = (std::fs::remove_file(&binary), std::fs::remove_file(&text));
    ran.map(|ran| String::from_utf8_lossy(&ran.stdout).into_owned())
}
