//! Launches of the CPU device: loaded kernels with their counts, and a grid whose blocks several workers
//! share.
//!
//! Blocks are handed out in ascending order from one counter. A block that reports a failure ends its launch:
//! running blocks finish, but no new chunk starts.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock};

use super::clock::Clock;
use super::fiber::STOPPED;
use super::memory::Block;
use super::printed::{LaunchOutput, Printed};
use super::wait_on;
use crate::driver::handles::lock;
use crate::driver::tasks::no_kernel;
use crate::driver::{DeviceError, KernelTime, Profile, Result};
use crate::program::{
    Kernel, KernelCode, KernelEntry, KernelFault, LaunchDims, LaunchFrame, MAX_BLOCK_THREADS, MAX_GRID,
    MachineCode, Program,
};

/// A launch is split only if it is expected to take longer than this, in picoseconds.
const SPLIT_PICOSECONDS: u64 = 20_000_000;
/// The target time of one chunk, in picoseconds. Chunks get shorter towards the end of a launch.
const CHUNK_PICOSECONDS: u64 = 100_000_000;
/// The maximum number of arguments that a launch holds without an allocation.
const MAX_FEW: usize = 12;
/// The maximum scratch memory of a kernel, in bytes.
const MAX_SCRATCH: u64 = 256 << 20;

/// A loaded program with its launch counts.
#[derive(Debug)]
pub(super) struct CpuModule {
    kernels: Vec<LoadedKernel>,
    running: Arc<RunningLaunches>,
    /// Keeps the machine code of the kernels mapped.
    _code: Option<MachineCode>,
    /// The output of ended launches.
    printed: Mutex<String>,
}

/// The number of launches in execution on a device.
#[derive(Debug, Default)]
pub(super) struct RunningLaunches {
    now: AtomicU64,
    most: AtomicU64,
}

impl RunningLaunches {
    fn begin(&self) {
        let running = self.now.fetch_add(1, Ordering::Relaxed) + 1;
        self.most.fetch_max(running, Ordering::Relaxed);
    }

    fn end(&self) {
        self.now.fetch_sub(1, Ordering::Relaxed);
    }

    /// Resets the maximum to 0.
    pub(super) fn reset_peak(&self) {
        self.most.store(0, Ordering::Relaxed);
    }
}

/// A kernel and its counts.
#[derive(Debug)]
pub(super) struct LoadedKernel {
    kernel: Kernel,
    entry: KernelEntry,
    launches: AtomicU64,
    nanoseconds: AtomicU64,
    /// Moving average of the time of one block on one worker; 0 before the first launch.
    block_picoseconds: AtomicU64,
}

impl CpuModule {
    /// Loads the kernels of `program`, whose launches count as `running` on the device.
    pub(super) fn load(program: &Program, running: Arc<RunningLaunches>) -> Result<Self> {
        let kernels = program.kernels.iter().map(LoadedKernel::load).collect::<Result<_>>()?;
        Ok(Self { kernels, running, _code: program.code.clone(), printed: Mutex::default() })
    }

    /// Returns a kernel by its index.
    pub(super) fn kernel(&self, call: &'static str, index: u32) -> Result<&LoadedKernel> {
        self.kernels.get(index as usize).ok_or_else(|| no_kernel(call, self.kernels.len(), index))
    }

    /// Takes the output of the launches that have ended.
    pub(super) fn take_printed(&self) -> String {
        std::mem::take(&mut lock(&self.printed))
    }

    /// Returns the observed launches.
    pub(super) fn profile(&self) -> Profile {
        Profile {
            kernels: self.kernels.iter().map(LoadedKernel::time).collect(),
            max_concurrent_launches: self.running.most.load(Ordering::Relaxed),
        }
    }
}

impl LoadedKernel {
    fn load(kernel: &Kernel) -> Result<Self> {
        if MAX_SCRATCH < kernel.scratch_bytes {
            let (name, bytes) = (&kernel.name, kernel.scratch_bytes);
            let message =
                format!("kernel `{name}` needs {bytes} bytes of scratch, but at most {MAX_SCRATCH} exist");
            return Err(DeviceError::new("load", "TooMuchScratch", message));
        }
        let KernelCode::Native(entry) = kernel.code else {
            let message = format!("expected kernel `{}` as machine code, but found text", kernel.name);
            return Err(DeviceError::new("load", "WrongCode", message));
        };
        Ok(Self {
            kernel: kernel.clone(),
            entry,
            launches: AtomicU64::new(0),
            nanoseconds: AtomicU64::new(0),
            block_picoseconds: AtomicU64::new(0),
        })
    }

    /// Whether its blocks may wait for other work.
    pub(super) fn spins(&self) -> bool {
        self.kernel.spins
    }

    fn time(&self) -> KernelTime {
        KernelTime {
            name: self.kernel.name.clone(),
            launches: self.launches.load(Ordering::Relaxed),
            nanoseconds: Some(self.nanoseconds.load(Ordering::Relaxed)),
        }
    }

    /// Counts one launch that took `nanoseconds`, of which one worker ran `blocks` blocks.
    fn count(&self, nanoseconds: u64, blocks: u64) {
        self.launches.fetch_add(1, Ordering::Relaxed);
        self.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
        if blocks == 0 {
            return;
        }
        let per_block = (nanoseconds.saturating_mul(1000) / blocks).max(1);
        let mean = match self.block_picoseconds.load(Ordering::Relaxed) {
            0 => per_block,
            before => before - before / 4 + per_block / 4,
        };
        self.block_picoseconds.store(mean, Ordering::Relaxed);
    }
}

/// A launch with its arguments, waiting in a stream.
#[derive(Debug)]
pub(super) struct LaunchCommand {
    pub(super) module: Arc<CpuModule>,
    pub(super) kernel: usize,
    pub(super) dims: LaunchDims,
    pub(super) args: Args,
    pub(super) blocks: u64,
    pub(super) op: u32,
}

impl LaunchCommand {
    /// Whether its blocks may wait for other work.
    pub(super) fn spins(&self) -> bool {
        self.module.kernels[self.kernel].spins()
    }

    /// Returns the time that its blocks took on one worker lately, in picoseconds; `None` before the first launch.
    pub(super) fn estimate(&self) -> Option<u64> {
        let of_block = self.module.kernels[self.kernel].block_picoseconds.load(Ordering::Relaxed);
        (of_block != 0).then(|| of_block.saturating_mul(self.blocks))
    }

    /// Whether it surely ends, in less than `picoseconds` if it takes as long as lately.
    pub(super) fn is_short(&self, picoseconds: u64) -> bool {
        !self.spins() && self.estimate().is_some_and(|estimate| estimate < picoseconds)
    }

    /// Returns the kernel's name.
    pub(super) fn kernel_name(&self) -> &str {
        &self.module.kernels[self.kernel].kernel.name
    }
}

/// The arguments of a launch, one slot each.
#[derive(Debug)]
pub(super) enum Args {
    /// A few arguments, and their number.
    Few([u64; MAX_FEW], u8),
    /// Arguments owned by the launch.
    Own(Box<[u64]>),
    /// A range of the parameters of a graph.
    Shared(Arc<[u64]>, Range<usize>),
}

impl Args {
    /// Copies arguments; no memory is allocated for a few.
    pub(super) fn new(slots: &[u64]) -> Self {
        let mut few = [0; MAX_FEW];
        match few.get_mut(..slots.len()) {
            Some(own) => {
                own.copy_from_slice(slots);
                Self::Few(few, slots.len() as u8)
            }
            None => Self::Own(slots.into()),
        }
    }

    fn slots(&self) -> &[u64] {
        match self {
            Self::Few(slots, n) => &slots[..usize::from(*n)],
            Self::Own(slots) => slots,
            Self::Shared(slots, range) => &slots[range.clone()],
        }
    }
}

/// Returns the number of blocks of a launch that the device can run; 0 if it has no threads.
pub(super) fn checked_blocks(dims: &LaunchDims) -> Result<u64> {
    let Some(threads) = dims.threads().filter(|threads| *threads <= MAX_BLOCK_THREADS) else {
        let [x, y, z] = dims.block;
        let message =
            format!("expected a block of at most {MAX_BLOCK_THREADS} threads, but found {x} x {y} x {z}");
        return Err(DeviceError::invalid("launch", message));
    };
    if let Some(size) = dims.grid.into_iter().find(|size| MAX_GRID < *size) {
        // A negative size in the program arrives as a large number.
        let message = format!("expected launch sizes from 0 to 2^31, but found {}", size.cast_signed());
        return Err(DeviceError::invalid("launch", message));
    }
    if MAX_SCRATCH < dims.dynamic_shared {
        let found = dims.dynamic_shared.cast_signed();
        let message =
            format!("expected at most {MAX_SCRATCH} bytes of dynamic workgroup memory, but found {found}");
        return Err(DeviceError::invalid("launch", message));
    }
    let Some(blocks) = dims.blocks() else {
        let [x, y, z] = dims.grid;
        let message = format!("expected a grid below 2^64 blocks, but found {x} x {y} x {z}");
        return Err(DeviceError::invalid("launch", message));
    };
    Ok(if threads == 0 { 0 } else { blocks })
}

/// A launch in execution.
#[derive(Debug)]
pub(super) struct Grid {
    launch: LaunchCommand,
    workers: u64,
    next: AtomicU64,
    /// The status of the first failing chunk, or 0.
    status: AtomicU32,
    /// The fault that the kernel wrote when it returned that status.
    fault: OnceLock<KernelFault>,
    helpers: Mutex<u32>,
    helper_left: Condvar,
    printed: LaunchOutput,
}

impl Grid {
    /// Begins a launch that at most `workers` workers may share.
    pub(super) fn begin(launch: LaunchCommand, workers: usize) -> Self {
        let module = &launch.module;
        module.running.begin();
        Self {
            launch,
            workers: workers as u64,
            next: AtomicU64::new(0),
            status: AtomicU32::new(0),
            fault: OnceLock::new(),
            helpers: Mutex::new(0),
            helper_left: Condvar::new(),
            printed: LaunchOutput::default(),
        }
    }

    /// Whether other workers should be asked to join.
    pub(super) fn is_worth_splitting(&self) -> bool {
        let is_long = self.launch.estimate().is_none_or(|estimate| SPLIT_PICOSECONDS < estimate);
        1 < self.workers && 1 < self.launch.blocks && is_long
    }

    /// Runs chunks until none is left or `is_needed` elsewhere; returns the number of blocks run.
    pub(super) fn run_chunks(&self, scratch: &mut Scratch, is_needed: impl Fn() -> bool) -> Result<u64> {
        let memory = scratch.at_least(self.scratch_bytes())?;
        let mut blocks = 0;
        while let Some((lo, hi)) = self.take_chunk() {
            self.run_chunk(lo, hi, memory);
            blocks += hi - lo;
            if is_needed() {
                break;
            }
        }
        Ok(blocks)
    }

    /// Registers one more worker. The caller ensures that the owner has not yet closed the launch.
    pub(super) fn join(&self) {
        *lock(&self.helpers) += 1;
    }

    /// Stops handing out blocks.
    pub(super) fn stop(&self) {
        self.next.fetch_max(self.launch.blocks, Ordering::Relaxed);
    }

    /// Reverts a `join`.
    pub(super) fn leave(&self) {
        let mut helpers = lock(&self.helpers);
        *helpers -= 1;
        if *helpers == 0 {
            self.helper_left.notify_all();
        }
    }

    /// Whether some block has not been handed out.
    pub(super) fn has_blocks(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.launch.blocks
    }

    /// Ends a launch that began at `start` and of which the owner ran `own_blocks`: waits for helpers and
    /// counts the launch. Returns its end time and its result.
    pub(super) fn end(&self, own_blocks: u64, clock: &Clock, start: u64) -> (u64, Result<()>) {
        let mut helpers = lock(&self.helpers);
        let own_end = (0 < *helpers).then(|| clock.now());
        while 0 < *helpers {
            helpers = wait_on(&self.helper_left, helpers);
        }
        drop(helpers);
        let end = clock.end(start);
        // Helpers that came too late to run a block do not make the kernel slower.
        let last = own_end.filter(|_| own_blocks == self.launch.blocks).unwrap_or(end);
        self.count(last - start, own_blocks);
        (end, self.outcome())
    }

    /// Ends a launch that no other worker was asked to join, and that took this time; returns its result.
    pub(super) fn end_alone(&self, own_blocks: u64, nanoseconds: u64) -> Result<()> {
        self.count(nanoseconds, own_blocks);
        self.outcome()
    }

    /// Counts the launch as ended.
    fn count(&self, nanoseconds: u64, own_blocks: u64) {
        self.kernel().count(nanoseconds, own_blocks);
        self.launch.module.running.end();
        self.printed.end(&self.launch.module.printed);
    }

    /// Returns the result of the launch.
    fn outcome(&self) -> Result<()> {
        match self.status.load(Ordering::Relaxed) {
            0 => Ok(()),
            status => {
                let name = &self.kernel().kernel.name;
                Err(DeviceError::kernel_failed(self.launch.op, name, status, self.fault.get()))
            }
        }
    }

    /// Returns its number of blocks.
    pub(super) fn n_blocks(&self) -> u64 {
        self.launch.blocks
    }

    /// Returns the scratch memory that a worker needs, in bytes.
    pub(super) fn scratch_bytes(&self) -> u64 {
        self.kernel().kernel.scratch_bytes + self.launch.dims.dynamic_shared
    }

    /// Whether some block has reported a failure.
    pub(super) fn has_failed(&self) -> bool {
        self.status.load(Ordering::Relaxed) != 0
    }

    /// Keeps the status and the fault of a block if it is the first failure.
    pub(super) fn note(&self, status: u32, fault: &KernelFault) {
        if status != 0
            && self.status.compare_exchange(0, status, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        {
            let _ = self.fault.set(*fault);
        }
    }

    /// Returns the launch dimensions with space for a fault, for one call of the kernel.
    fn frame(&self, printed: &mut Printed) -> LaunchFrame {
        let printed = (&raw mut *printed).expose_provenance() as u64;
        LaunchFrame { dims: self.launch.dims, fault: KernelFault::default(), printed }
    }

    /// Runs one block of a kernel that takes the address of its turn as its last argument; returns its
    /// status.
    pub(super) fn run_block(&self, block: u64, turn: u64, scratch: &mut Scratch) -> u32 {
        let Ok(memory) = scratch.at_least(self.scratch_bytes()) else { return 1 };
        let mut printed = Printed::default();
        let mut frame = self.frame(&mut printed);
        let entry = self.kernel().entry;
        let mut args = self.launch.args.slots().to_vec();
        args.push(turn);
        // SAFETY: as in `run_chunk`; the turn outlives the block, whose thread holds it.
        let status = unsafe { entry(args.as_ptr(), (&raw mut frame).cast(), block, block + 1, memory) };
        if status != STOPPED {
            self.note(status, &frame.fault);
        }
        self.printed.add(block, printed);
        status
    }

    /// Returns the error of a launch that waits forever.
    pub(super) fn stuck(&self) -> DeviceError {
        DeviceError::stuck(self.launch.op, &self.kernel().kernel.name)
    }

    fn kernel(&self) -> &LoadedKernel {
        &self.launch.module.kernels[self.launch.kernel]
    }

    fn run_chunk(&self, lo: u64, hi: u64, scratch: *mut u8) {
        let entry = self.kernel().entry;
        let mut printed = Printed::default();
        let mut frame = self.frame(&mut printed);
        // SAFETY: the creator of the program vouches for its code; the arguments live as long as `self`, the
        // frame lives here, the scratch has the size that the kernel requires, and `lo..hi` is a part of the
        // grid.
        let status =
            unsafe { entry(self.launch.args.slots().as_ptr(), (&raw mut frame).cast(), lo, hi, scratch) };
        self.printed.add(lo, printed);
        if status != 0 {
            self.note(status, &frame.fault);
            self.stop();
        }
    }

    /// Takes the next blocks: about 100 us of work, and at most a quarter of the remaining blocks per worker.
    fn take_chunk(&self) -> Option<(u64, u64)> {
        let mut lo = self.next.load(Ordering::Relaxed);
        while lo < self.launch.blocks {
            let hi = lo + self.chunk(self.launch.blocks - lo);
            match self.next.compare_exchange_weak(lo, hi, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some((lo, hi)),
                Err(found) => lo = found,
            }
        }
        None
    }

    fn chunk(&self, left: u64) -> u64 {
        if self.workers < 2 {
            return left;
        }
        let share = left / (4 * self.workers);
        let chunk = match self.kernel().block_picoseconds.load(Ordering::Relaxed) {
            0 => share / 4,
            estimate => share.min(CHUNK_PICOSECONDS / estimate),
        };
        chunk.max(1)
    }
}

/// Scratch memory of one worker, which grows to the largest kernel it has run.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    block: Option<Block>,
    has_guards: bool,
}

impl Scratch {
    /// Creates it without memory; `has_guards` determines whether memory will lie between guard pages.
    pub(super) fn new(has_guards: bool) -> Self {
        Self { block: None, has_guards }
    }

    /// Returns memory of at least `bytes` bytes; its contents are lost if it has to grow.
    pub(super) fn at_least(&mut self, bytes: u64) -> Result<*mut u8> {
        let block = match self.block.take() {
            Some(block) if bytes <= block.bytes() => block,
            small => {
                drop(small);
                let make = if self.has_guards { Block::guarded } else { Block::new };
                make("launch", bytes, super::memory::MIN_ALIGN)?
            }
        };
        Ok(self.block.insert(block).first())
    }
}
