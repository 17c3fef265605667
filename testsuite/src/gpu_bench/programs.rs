//! The table of benchmarks: a program and its inputs, the memory traffic and operations of its kernels, and
//! the launch of its peer.

use std::fs;

use crate::paths::root;

/// The problem sizes.
pub(super) struct Size {
    /// The elements of a vector, a multiple of 2048.
    pub(super) elements: u64,
    /// The rows and columns of a matrix, a multiple of 16.
    pub(super) matrix: u64,
    /// The rows and columns of the stencil, a multiple of 32.
    pub(super) square: u64,
    /// The launches of each kernel.
    pub(super) times: u64,
    /// The program of the convolutions, and its number of images.
    pub(super) convolutions: (&'static str, u64),
}

impl Size {
    /// The sizes for a GPU.
    pub(super) const LARGE: Self = Self {
        elements: 1 << 26,
        matrix: 2048,
        square: 8192,
        times: 20,
        convolutions: ("examples/conv_add.mlir", 1024),
    };
    /// The sizes for an interpreter.
    pub(super) const SMALL: Self = Self {
        elements: 4096,
        matrix: 32,
        square: 32,
        times: 2,
        convolutions: ("testsuite/cases/run/conv_add_small.mlir", 2),
    };
}

/// A benchmark.
pub(super) struct Benchmark {
    pub(super) name: &'static str,
    pub(super) text: String,
    pub(super) inputs: Vec<String>,
    /// The names of the measured kernels, one launch each; empty if all launches count.
    pub(super) kernels: &'static [&'static str],
    /// The bytes of memory traffic, if bandwidth is the expected limit.
    pub(super) bytes: Option<f64>,
    /// The number of operations, if arithmetic is the expected limit.
    pub(super) operations: Option<f64>,
    /// Whether the operations are f16 matrix operations.
    pub(super) is_f16: bool,
    /// The launches of the same work in CUDA.
    pub(super) peers: Vec<Peer>,
}

/// A launch of a kernel of `peers.cu`.
pub(super) struct Peer {
    pub(super) symbol: &'static str,
    pub(super) grid: [u64; 2],
    pub(super) block: [u64; 2],
    pub(super) args: Vec<Arg>,
}

/// An argument of a peer.
#[derive(Clone, Copy)]
pub(super) enum Arg {
    /// A buffer of f32 elements with small integral values; their number is a multiple of 256.
    Floats(u64),
    /// A buffer of integers below 256.
    Numbers(u64),
    /// A size.
    Size(u64),
    /// An f32 value.
    Float(f32),
}

/// Returns the text of a program below `cases/gpu`.
pub(super) fn text(name: &str) -> Result<String, String> {
    let path = root().join("testsuite/cases/gpu").join(name).with_extension("mlir");
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns all benchmarks.
pub(super) fn benchmarks(size: &Size) -> Result<Vec<Benchmark>, String> {
    let Size { elements: n, matrix, square, times, .. } = *size;
    let both = |n: u64| vec![n.to_string(), times.to_string()];
    let vector = |name, kernels, bytes: u64, operations, peer: Peer| {
        Ok::<_, String>(Benchmark {
            name,
            text: text(name)?,
            inputs: both(n),
            kernels,
            bytes: Some(bytes as f64),
            operations,
            is_f16: false,
            peers: vec![peer],
        })
    };
    let blocks = |symbol, blocks: u64, args| Peer { symbol, grid: [blocks, 1], block: [256, 1], args };
    let saxpy = vec![Arg::Float(0.5), Arg::Floats(n), Arg::Floats(n), Arg::Size(n)];
    let reduce = vec![Arg::Floats(n), Arg::Floats(n.div_ceil(2048).next_multiple_of(256))];
    let histogram = vec![Arg::Numbers(n), Arg::Numbers(256)];
    let price = vec![Arg::Floats(n), Arg::Size(n)];
    Ok(vec![
        convolutions(size.convolutions)?,
        vector("saxpy", &["saxpy"], 12 * n, None, blocks("saxpy", n / 256, saxpy))?,
        stencil(square, both(square))?,
        vector("reduction", &["reduce"], 4 * n, None, blocks("reduce", n / 2048, reduce))?,
        vector("histogram", &["histogram"], 4 * n, None, blocks("histogram", n / 2048, histogram))?,
        vector("black_scholes", &["price"], 4 * n, None, blocks("price", n / 256, price))?,
        product("naive", &["naive"], matrix, both(matrix))?,
        product("tiled", &["tiled"], matrix, both(matrix))?,
        product_f16(matrix, times)?,
    ])
}

fn convolutions((path, images): (&str, u64)) -> Result<Benchmark, String> {
    let text = fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))?;
    let n = images * 64 * 28 * 28;
    let launch = |symbol, args| Peer { symbol, grid: [n / 196, 1], block: [196, 1], args };
    let conv = || {
        let weights = [Arg::Floats(64 * 12), Arg::Floats(256)];
        [&[Arg::Floats((images * 784).next_multiple_of(256))], &weights[..], &[Arg::Floats(n)]].concat()
    };
    let add = vec![Arg::Floats(n), Arg::Floats(n), Arg::Floats(n)];
    Ok(Benchmark {
        name: "conv_add",
        text,
        inputs: vec!["1".to_string()],
        kernels: &[],
        bytes: Some((20 * n) as f64),
        operations: None,
        is_f16: false,
        peers: vec![launch("conv", conv()), launch("conv", conv()), launch("add", add)],
    })
}

fn stencil(n: u64, inputs: Vec<String>) -> Result<Benchmark, String> {
    let args = vec![Arg::Floats(n * n), Arg::Floats(n * n), Arg::Size(n)];
    Ok(Benchmark {
        name: "stencil",
        text: text("stencil")?,
        inputs,
        kernels: &["stencil"],
        bytes: Some((8 * n * n) as f64),
        operations: None,
        is_f16: false,
        peers: vec![Peer { symbol: "stencil", grid: [n / 32, n / 8], block: [32, 8], args }],
    })
}

fn product(
    name: &'static str,
    kernels: &'static [&'static str],
    n: u64,
    inputs: Vec<String>,
) -> Result<Benchmark, String> {
    let args = vec![Arg::Floats(n * n), Arg::Floats(n * n), Arg::Floats(n * n), Arg::Size(n)];
    Ok(Benchmark {
        name,
        text: text("matmul")?,
        inputs,
        kernels,
        bytes: None,
        operations: Some((2 * n * n * n) as f64),
        is_f16: false,
        peers: vec![Peer { symbol: name, grid: [n / 16, n / 16], block: [16, 16], args }],
    })
}

fn product_f16(n: u64, times: u64) -> Result<Benchmark, String> {
    let args = vec![Arg::Floats(n * n), Arg::Floats(n * n), Arg::Floats(n * n), Arg::Size(n)];
    // The size is a constant of the program.
    let text = text("matmul_f16")?
        .replace("32x32x", &format!("{n}x{n}x"))
        .replace("leadDimension = 32", &format!("leadDimension = {n}"))
        .replace("%n = arith.constant 32", &format!("%n = arith.constant {n}"));
    Ok(Benchmark {
        name: "wmma_f16",
        text,
        inputs: vec![times.to_string()],
        kernels: &["wmma"],
        bytes: None,
        operations: Some((2 * n * n * n) as f64),
        is_f16: true,
        peers: vec![Peer { symbol: "wmma_f16", grid: [n / 16, n / 16], block: [32, 1], args }],
    })
}

/// Returns the program whose two kernels have this many blocks and iterations each.
pub(super) fn overlap(blocks: u32, trip_count: u32) -> Result<Benchmark, String> {
    Ok(Benchmark {
        name: "overlap",
        text: text("overlap")?,
        inputs: vec![blocks.to_string(), trip_count.to_string()],
        kernels: &[],
        bytes: None,
        operations: None,
        is_f16: false,
        peers: Vec::new(),
    })
}
