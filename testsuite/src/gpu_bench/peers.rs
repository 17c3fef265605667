//! The peers: the same kernels compiled by nvcc, loaded and launched through the same driver.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use warpline_ir::artifact::LaunchDims;
use warpline_runtime::driver::{Fill, Launch, Result as Driven, StreamId};
use warpline_runtime::{CudaDevice, Device, DeviceImage, Kernel, KernelCode, Program, Trace};

use super::programs::{Arg, Benchmark, Peer};
use super::{median_time, open_with_times};
use crate::paths::{root, temporary};
use crate::tools;

/// Launches of each kernel; the median counts.
const LAUNCHES: usize = 20;

/// The output of nvcc for `benches/gpu`.
pub(super) struct Peers {
    /// The PTX that contains each kernel.
    texts: BTreeMap<&'static str, String>,
    pub(super) nvcc: Option<PathBuf>,
}

/// The files, and the kernels in them.
const FILES: [(&str, &[&str]); 2] = [
    (
        "peers",
        &["saxpy", "stencil", "naive", "tiled", "reduce", "histogram", "price", "conv", "add", "empty"],
    ),
    ("peers_f16", &["wmma_f16"]),
];

impl Peers {
    /// Compiles the files for a chip, if nvcc is available.
    pub(super) fn compile((major, minor): (u32, u32)) -> Self {
        let nvcc = tools::nvcc();
        let mut texts = BTreeMap::new();
        for (file, kernels) in FILES {
            let text = nvcc.as_ref().and_then(|nvcc| {
                let arch = format!("-arch=compute_{major}{minor}");
                output_of(Command::new(nvcc).args(["-O3", "-ptx", &arch]), &format!("{file}.cu"))
            });
            if let Some(text) = text {
                texts.extend(kernels.iter().map(|kernel| (*kernel, text.clone())));
            }
        }
        Self { texts, nvcc }
    }

    /// Returns the nanoseconds of the kernels of a benchmark, one launch each; an error names what is missing.
    pub(super) fn time(&self, benchmark: &Benchmark) -> Result<f64, String> {
        let mut sum = 0.0;
        for peer in &benchmark.peers {
            sum += self.time_of(peer)?;
        }
        Ok(sum)
    }

    fn time_of(&self, peer: &Peer) -> Result<f64, String> {
        let text = self.texts.get(peer.symbol).ok_or_else(|| self.needs())?;
        let trace = Arc::new(Trace::default());
        let ran = open_with_times(&trace).and_then(|device| ready(&device, text, peer, &trace));
        ran.map_err(|error| format!("nvcc: {error}"))
    }

    /// Returns the reason why there is no peer.
    fn needs(&self) -> String {
        if self.nvcc.is_some() { "needs an nvcc with all headers" } else { "needs nvcc" }.to_string()
    }
}

/// Returns the output of nvcc for a file, if it compiles.
fn output_of(command: &mut Command, file: &str) -> Option<String> {
    let to = temporary(&format!("{file}.ptx"));
    let from = root().join("testsuite/benches/gpu").join(file);
    let done = tools::run(command.arg(from).arg("-o").arg(&to))?;
    let text = std::fs::read_to_string(&to).ok().filter(|_| done.status.success());
    // A file that cannot be removed stays in the temporary directory.
    let _ = std::fs::remove_file(&to);
    text
}

/// Returns a program with kernels of a PTX text, by name and number of parameters.
pub(crate) fn program(text: &str, kernels: &[(&str, usize)]) -> Program {
    let kernel = |(name, n_params): &(&str, usize)| Kernel {
        name: (*name).to_string(),
        code: KernelCode::Symbol { image: 0, name: (*name).to_string(), n_params: *n_params, number: 0 },
        scratch_bytes: 0,
        spins: false,
        declared: None,
    };
    let image = DeviceImage { code: text.into(), ..DeviceImage::default() };
    Program { kernels: kernels.iter().map(kernel).collect(), images: vec![image], ..Program::default() }
}

/// Allocates the buffers of a kernel and returns its median time in nanoseconds.
fn ready(device: &CudaDevice, text: &str, peer: &Peer, trace: &Trace) -> Driven<f64> {
    let is_filled = peer.symbol != "wmma_f16";
    let fills: &[(&str, usize)] = if is_filled { &[("fill", 1), ("fill_numbers", 1)] } else { &[] };
    let program = program(text, &[&[(peer.symbol, peer.args.len())], fills].concat());
    let (module, stream) = (device.load(&program)?, device.lease_stream()?);
    let launch = |kernel, grid: [u64; 2], block: [u64; 2], args: &[u64]| {
        let three = |sizes: [u64; 2]| [sizes[0], sizes[1], 1];
        let dims = LaunchDims { grid: three(grid), block: three(block), dynamic_shared: 0 };
        device.launch(stream, &Launch { module, kernel, dims, args, op: 0 })
    };
    let mut slots = Vec::new();
    for arg in &peer.args {
        slots.push(match arg {
            Arg::Size(size) => *size,
            Arg::Float(number) => u64::from(number.to_bits()),
            Arg::Floats(n) | Arg::Numbers(n) => buffer(device, stream, *n)?,
        });
        let kernel = u32::from(matches!(arg, Arg::Numbers(_))) + 1;
        if let (true, Arg::Floats(n) | Arg::Numbers(n)) = (is_filled, arg) {
            launch(kernel, [n / 256, 1], [256, 1], &slots[slots.len() - 1..])?;
        }
    }
    device.host_wait(stream)?;
    let n_before = trace.record().slices.len();
    (0..LAUNCHES).try_for_each(|_| launch(0, peer.grid, peer.block, &slots))?;
    device.host_wait(stream)?;
    Ok(median_time(&trace.record().slices[n_before..]))
}

fn buffer(device: &CudaDevice, stream: StreamId, n: u64) -> Driven<u64> {
    let address = device.lease_arena(4 * n)?;
    device.fill(stream, &Fill { dst: address, pattern: 0, width: 4, count: n })?;
    Ok(address)
}
