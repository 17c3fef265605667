//! Kernels written in Rust, and helpers that create devices and issue work to them.
#![allow(dead_code, reason = "each test file uses a part of it")]
#![expect(clippy::unwrap_used, reason = "tests stop at the first surprise")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use warpline_runtime::driver::{Launch, ModuleId, StreamId};
use warpline_runtime::{CpuDevice, CpuOptions, Device, Kernel, KernelCode, KernelEntry, LaunchDims, Program};

/// Index of each kernel in [`program`].
pub(crate) const ADD: u32 = 0;
pub(crate) const MEET: u32 = 1;
pub(crate) const FAIL: u32 = 2;
pub(crate) const APPEND: u32 = 3;
pub(crate) const GATE: u32 = 4;
pub(crate) const SCALE: u32 = 5;

/// Returns the program of all kernels below.
pub(crate) fn program() -> Program {
    let entries: [(&str, KernelEntry); 6] =
        [("add", add), ("meet", meet), ("fail", fail), ("append", append), ("gate", gate), ("scale", scale)];
    let kernel = |(name, entry): &(&str, KernelEntry)| Kernel {
        name: (*name).to_owned(),
        code: KernelCode::Native(*entry),
        scratch_bytes: 256,
        spins: false,
        declared: None,
    };
    Program { kernels: entries.iter().map(kernel).collect(), globals: Vec::new(), ..Program::default() }
}

pub(crate) fn device(workers: usize, seed: Option<u64>) -> Arc<CpuDevice> {
    Arc::new(CpuDevice::new(CpuOptions { workers, seed, ..CpuOptions::default() }))
}

/// Returns the dimensions of a one-dimensional launch of blocks of one thread.
pub(crate) fn dims(blocks: u64) -> LaunchDims {
    LaunchDims { grid: [blocks, 1, 1], block: [1, 1, 1], dynamic_shared: 0 }
}

/// Issues a launch of one block; `op` is the kernel's index.
pub(crate) fn launch(device: &dyn Device, module: ModuleId, stream: StreamId, kernel: u32, args: &[u64]) {
    launch_blocks(device, module, stream, kernel, args, 1);
}

pub(crate) fn launch_blocks(
    device: &dyn Device,
    module: ModuleId,
    stream: StreamId,
    kernel: u32,
    args: &[u64],
    blocks: u64,
) {
    device.launch(stream, &Launch { module, kernel, dims: dims(blocks), args, op: kernel }).unwrap();
}

/// Returns the address of a counter, as a kernel takes it.
pub(crate) fn address<T>(value: &T) -> u64 {
    std::ptr::from_ref(value).expose_provenance() as u64
}

/// Returns argument `index`, as the address of a counter.
unsafe fn counter<'a>(args: *const u64, index: usize) -> &'a AtomicU64 {
    // SAFETY: the tests pass addresses of counters that outlive the launch.
    unsafe { &*std::ptr::with_exposed_provenance(args.add(index).read() as usize) }
}

/// `*a0 += a1`, once per block.
unsafe extern "C" fn add(args: *const u64, _: *const LaunchDims, lo: u64, hi: u64, scratch: *mut u8) -> u32 {
    assert!(scratch.addr().is_multiple_of(64));
    // SAFETY: two arguments.
    let (sum, amount) = unsafe { (counter(args, 0), args.add(1).read()) };
    sum.fetch_add(amount * (hi - lo), Ordering::Relaxed);
    0
}

/// Increments the counter `*a0` and spins until it is `a1`: ends only if that many blocks run at one time.
unsafe extern "C" fn meet(args: *const u64, _: *const LaunchDims, _: u64, _: u64, _: *mut u8) -> u32 {
    // SAFETY: two arguments.
    let (arrived, expected) = unsafe { (counter(args, 0), args.add(1).read()) };
    arrived.fetch_add(1, Ordering::Relaxed);
    while arrived.load(Ordering::Relaxed) < expected {
        std::thread::yield_now();
    }
    0
}

/// Reports slot `a0`.
unsafe extern "C" fn fail(args: *const u64, _: *const LaunchDims, _: u64, _: u64, _: *mut u8) -> u32 {
    // SAFETY: one argument.
    1 + unsafe { args.read() } as u32
}

/// `*a0 = *a0 * 10 + a1`, not atomic as a whole: shows the order of launches.
unsafe extern "C" fn append(args: *const u64, _: *const LaunchDims, _: u64, _: u64, _: *mut u8) -> u32 {
    // SAFETY: two arguments.
    let (digits, digit) = unsafe { (counter(args, 0), args.add(1).read()) };
    let before = digits.load(Ordering::Relaxed);
    digits.store(before * 10 + digit, Ordering::Relaxed);
    0
}

/// Spins until `*a0` is not 0.
unsafe extern "C" fn gate(args: *const u64, _: *const LaunchDims, _: u64, _: u64, _: *mut u8) -> u32 {
    // SAFETY: one argument.
    let open = unsafe { counter(args, 0) };
    while open.load(Ordering::Relaxed) == 0 {
        std::thread::yield_now();
    }
    0
}

/// `a0[i] = a1[i] * a2` for f32 and one thread per block.
unsafe extern "C" fn scale(args: *const u64, _: *const LaunchDims, lo: u64, hi: u64, _: *mut u8) -> u32 {
    // SAFETY: the tests pass two arrays with one element per block, and a factor.
    unsafe {
        let [out, input, factor] = args.cast::<[u64; 3]>().read();
        let out = std::ptr::with_exposed_provenance_mut::<f32>(out as usize);
        let input = std::ptr::with_exposed_provenance::<f32>(input as usize);
        for index in lo as usize..hi as usize {
            out.add(index).write(input.add(index).read() * f32::from_bits(factor as u32));
        }
    }
    0
}
