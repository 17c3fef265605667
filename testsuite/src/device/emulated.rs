//! A device of the runtime that executes launches on a test device; another device of the runtime provides memory,
//! copies and streams.
//!
//! Every call is executed before it returns, in issue order: this device checks kernels, not schedules. It
//! tracks each allocation and which of its bytes were written, so that it detects out-of-bounds accesses and
//! reads of uninitialised memory in kernels.

use super::ring::Ring;
use super::{Buffer, Dims, Executable, Failure, GLOBALS, Memory};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use warpline_ir::artifact::Object;
use warpline_ir::printf::PRINT_VARIABLE;
use warpline_runtime::driver::detect::{AccessKind, View};
use warpline_runtime::driver::{
    Busy, Caps, Counters, Device, DeviceError, EventId, Fill, Launch, ModuleId, Observer, Profile, Result,
    StreamId, StridedCopy, StridedFill,
};
use warpline_runtime::pass_on;
use warpline_runtime::program::Program;

/// The stable error name for an instruction that the test device does not model.
pub const NOT_MODELLED: &str = "NotModelled";
/// The stable error name for a kernel that does not terminate. A kernel that waits for another launch is one,
/// because launches run one after the other here.
pub const ENDLESS: &str = "Endless";
/// The stable error name for an incorrect kernel.
pub const WRONG_KERNEL: &str = "WrongKernel";

/// A device that executes launches on a test device.
pub struct EmulatedDevice {
    inner: Arc<dyn Device>,
    module: Box<dyn Executable>,
    /// Kernel symbols by the names that programs use.
    symbols: BTreeMap<String, String>,
    /// The ring to which kernels print, if the test device does not print.
    ring: Option<Ring>,
    seed: u64,
    state: Mutex<State>,
}

/// The state of the running program.
#[derive(Default)]
struct State {
    /// The size of each allocation and which of its bytes were written, by address; an empty list means all bytes.
    buffers: BTreeMap<u64, (u64, Vec<bool>)>,
    /// Variables of the module, which persist between launches.
    globals: Vec<Buffer>,
    kernels: BTreeMap<u32, Vec<String>>,
    report: LaunchReport,
    /// The launches of each kernel, if they are recorded, up to this number.
    most_recorded: usize,
    recorded: Vec<RecordedLaunch>,
}

/// A launch as it began, and the steps that it took.
#[derive(Clone, Debug)]
pub struct RecordedLaunch {
    /// The symbol of the kernel.
    pub kernel: String,
    /// The dimensions.
    pub dims: Dims,
    /// The bytes of each parameter.
    pub params: Vec<Vec<u8>>,
    /// All buffers before the launch.
    pub memory: Memory,
    /// The number of warp steps.
    pub steps: u64,
}

/// The accumulated report of all launches so far.
#[derive(Clone, Debug, Default)]
pub struct LaunchReport {
    /// The number of launches.
    pub launches: u64,
    /// The number of warp steps.
    pub steps: u64,
    /// Whether results may differ from hardware in the last digits.
    pub approximate: bool,
    /// The output of kernels.
    pub printed: String,
}

impl EmulatedDevice {
    /// Wraps another device, for programs whose kernels are in this artifact.
    pub fn new(inner: Arc<dyn Device>, artifact: &Object, seed: u64) -> std::result::Result<Self, String> {
        let module = super::load(&artifact.code, GLOBALS)?;
        module.verify()?;
        let names = artifact.kernels.iter().map(|kernel| {
            let (module, name) = (&kernel.module, &kernel.name);
            let name = if module == name { name.clone() } else { format!("{module}::{name}") };
            (name, kernel.symbol.clone())
        });
        let mut globals = module.globals();
        let ring = if artifact.formats.is_empty() {
            None
        } else {
            let variable = module.variable(PRINT_VARIABLE).ok_or("there is no state of output")?;
            Some(Ring::new(&artifact.formats, variable, &mut globals)?)
        };
        let state = Mutex::new(State { globals, ..State::default() });
        Ok(Self { inner, symbols: names.collect(), module, ring, seed, state })
    }

    /// Records the first launches of each kernel.
    #[must_use]
    pub fn recording(self, most_of_each: usize) -> Self {
        self.state().most_recorded = most_of_each;
        self
    }

    /// Returns the recorded launches, and forgets them.
    pub fn take_recorded(&self) -> Vec<RecordedLaunch> {
        std::mem::take(&mut self.state().recorded)
    }

    /// Returns the accumulated report of all launches so far.
    pub fn report(&self) -> LaunchReport {
        self.state().report.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies device memory into host memory and waits for the copy.
    fn copy_in(&self, stream: StreamId, from: u64, to: &mut [u8]) -> Result<()> {
        self.inner.copy(stream, to.as_mut_ptr() as u64, from, to.len() as u64)?;
        self.inner.host_wait(stream)
    }

    fn copy_out(&self, stream: StreamId, to: u64, from: &[u8]) -> Result<()> {
        self.inner.copy(stream, to, from.as_ptr() as u64, from.len() as u64)?;
        self.inner.host_wait(stream)
    }

    /// Returns all buffers with their contents.
    fn memory(&self, stream: StreamId, state: &State) -> Result<Memory> {
        let mut memory = Memory::default();
        for (number, (address, (bytes, defined))) in state.buffers.iter().enumerate() {
            let mut contents = vec![0; *bytes as usize];
            self.copy_in(stream, *address, &mut contents)?;
            let mut buffer = Buffer::new(&format!("buffer {number}"), *address, contents);
            buffer.defined.clone_from(defined);
            memory.add(buffer);
        }
        for global in &state.globals {
            memory.add(global.clone());
        }
        Ok(memory)
    }

    /// Copies the buffers that a launch wrote back to the device.
    fn keep(&self, stream: StreamId, state: &mut State, memory: &Memory) -> Result<()> {
        for buffer in memory.buffers().iter().filter(|buffer| buffer.is_written) {
            if let Some((_, defined)) = state.buffers.get_mut(&buffer.address) {
                defined.clone_from(&buffer.defined);
                self.copy_out(stream, buffer.address, &buffer.bytes)?;
            } else if let Some(global) =
                state.globals.iter_mut().find(|global| global.address == buffer.address)
            {
                global.bytes.clone_from(&buffer.bytes);
            }
        }
        Ok(())
    }

    fn run(&self, stream: StreamId, launch: &Launch<'_>) -> Result<()> {
        let mut state = self.state();
        let symbol =
            state.kernels.get(&launch.module.0).and_then(|all| all.get(launch.kernel as usize)).cloned();
        let symbol = symbol
            .ok_or_else(|| DeviceError::new("launch", WRONG_KERNEL, "the kernel is not in the text"))?;
        let sizes = self.module.params(&symbol).unwrap_or_default();
        if sizes.len() != launch.args.len() {
            let message = format!("expected {} arguments, but found {}", sizes.len(), launch.args.len());
            return Err(DeviceError::new("launch", WRONG_KERNEL, message));
        }
        let params = sizes.iter().zip(launch.args).map(|(size, slot)| {
            let mut bytes = slot.to_le_bytes().to_vec();
            bytes.resize(*size as usize, 0);
            bytes
        });
        let params: Vec<Vec<u8>> = params.collect();
        let [grid, block] = [launch.dims.grid, launch.dims.block]
            .map(|sizes| sizes.map(|size| size.min(u32::MAX.into()) as u32));
        let dims = Dims { grid, block, shared_bytes: launch.dims.dynamic_shared };
        let mut memory = self.memory(stream, &state)?;
        let seed = self.seed.wrapping_add(state.report.launches);
        let recorded = state.record(&symbol, &dims, &params, &memory);
        let report = self.module.launch(&symbol, &dims, &params, &mut memory, seed).map_err(|error| {
            let name = match error.failure {
                Failure::NotModelled => NOT_MODELLED,
                Failure::Endless => ENDLESS,
                Failure::Violation | Failure::Trap => WRONG_KERNEL,
            };
            DeviceError::new("launch", name, format!("'{symbol}', {}", error.message))
        })?;
        state.recorded.extend(recorded.map(|launch| RecordedLaunch { steps: report.steps, ..launch }));
        state.report.launches += 1;
        state.report.steps += report.steps;
        state.report.approximate |= report.approximate;
        state.report.printed.push_str(&report.printed);
        self.keep(stream, &mut state, &memory)?;
        if let Some(ring) = &self.ring {
            let printed = ring.take(&mut state.globals);
            let wrong = |message| DeviceError::new("launch", WRONG_KERNEL, format!("'{symbol}', {message}"));
            let printed = printed.map_err(wrong)?;
            state.report.printed.push_str(&printed);
        }
        Ok(())
    }
}

impl State {
    /// Returns a record of a launch, unless enough of its kernel are recorded.
    fn record(
        &self,
        kernel: &str,
        dims: &Dims,
        params: &[Vec<u8>],
        memory: &Memory,
    ) -> Option<RecordedLaunch> {
        let of_kernel = self.recorded.iter().filter(|launch| launch.kernel == kernel);
        (of_kernel.count() < self.most_recorded).then(|| RecordedLaunch {
            kernel: kernel.to_string(),
            dims: *dims,
            params: params.to_vec(),
            memory: memory.clone(),
            steps: 0,
        })
    }

    /// Marks bytes of a buffer as written; `defined` determines which of them hold a value.
    fn write(&mut self, address: u64, bytes: u64, defined: &dyn Fn(u64) -> bool) {
        let Some((first, (size, flags))) = self.buffers.range_mut(..=address).next_back() else { return };
        if flags.is_empty() && (0..bytes).all(defined) {
            return;
        }
        flags.resize(*size as usize, true);
        for byte in 0..bytes {
            if let Some(flag) = flags.get_mut((address - first + byte) as usize) {
                *flag = defined(byte);
            }
        }
    }

    /// Returns which of these bytes hold a value; bytes of unknown memory do.
    fn read(&self, address: u64, bytes: u64) -> Vec<bool> {
        let found = self.buffers.range(..=address).next_back();
        let flag = |byte: u64| {
            let (first, (_, flags)) = found?;
            flags.get((address - first + byte) as usize).copied()
        };
        (0..bytes).map(|byte| flag(byte).unwrap_or(true)).collect()
    }

    fn copy(&mut self, dst: u64, src: u64, bytes: u64) {
        let defined = self.read(src, bytes);
        self.write(dst, bytes, &|byte| defined[byte as usize]);
    }

    fn copy_strided(&mut self, copy: &StridedCopy) {
        let n: u64 = copy.sizes[..copy.rank].iter().product();
        for number in 0..n {
            let (mut rest, mut dst, mut src) = (number, 0, 0);
            for dimension in (0..copy.rank).rev() {
                let index = (rest % copy.sizes[dimension]) as i64;
                rest /= copy.sizes[dimension];
                dst += index * copy.dst_strides[dimension];
                src += index * copy.src_strides[dimension];
            }
            let size = copy.element_bytes;
            let at = |base: u64, elements: i64| base.wrapping_add_signed(elements * size as i64);
            self.copy(at(copy.dst, dst), at(copy.src, src), size);
        }
    }

    fn fill_strided(&mut self, fill: &StridedFill) {
        let n: i64 = fill.sizes.iter().map(|size| 0.max(*size)).product();
        for number in 0..n {
            let (mut rest, mut at) = (number, 0);
            for (size, stride) in fill.sizes.iter().zip(&fill.strides).rev() {
                at += rest % size * stride;
                rest /= size;
            }
            let address = fill.dst.wrapping_add_signed(at * i64::from(fill.width));
            self.write(address, fill.width.into(), &|_| true);
        }
    }
}

impl Observer for EmulatedDevice {
    fn host_access(&self, _op: u32, access: AccessKind, view: &View<'_>) {
        match access {
            AccessKind::Alloc => {
                self.state().buffers.insert(view.address, (view.element_bytes, Vec::new()));
            }
            AccessKind::Free => {
                self.state().buffers.remove(&view.address);
            }
            AccessKind::Read | AccessKind::Write | AccessKind::Atomic(_) => {}
        }
    }
}

impl Device for EmulatedDevice {
    pass_on! {
        fn caps() -> &Caps;
        fn has_poison() -> bool;
        fn at(op: u32);
        fn lease_stream() -> Result<StreamId>;
        fn return_stream(stream: StreamId) -> Result<()>;
        fn lease_event() -> Result<EventId>;
        fn return_event(event: EventId) -> Result<()>;
        fn unload(module: ModuleId) -> Result<()>;
        fn record(event: EventId, stream: StreamId) -> Result<()>;
        fn wait(event: EventId, stream: StreamId) -> Result<()>;
        fn host_wait(stream: StreamId) -> Result<()>;
        fn counters() -> Counters;
        fn reset_peak();
        fn profile(module: ModuleId) -> Option<Profile>;
        fn busy() -> Busy;
    }

    fn load(&self, program: &Program) -> Result<ModuleId> {
        let module = self.inner.load(program)?;
        let symbols =
            program.kernels.iter().map(|kernel| self.symbols.get(&kernel.name).cloned().unwrap_or_default());
        self.state().kernels.insert(module.0, symbols.collect());
        Ok(module)
    }

    fn launch(&self, stream: StreamId, launch: &Launch<'_>) -> Result<()> {
        self.inner.host_wait(stream)?;
        if launch.dims.blocks() == Some(0) || launch.dims.threads() == Some(0) {
            return Ok(());
        }
        self.run(stream, launch)
    }

    fn copy(&self, stream: StreamId, dst: u64, src: u64, bytes: u64) -> Result<()> {
        self.inner.copy(stream, dst, src, bytes)?;
        self.state().copy(dst, src, bytes);
        self.inner.host_wait(stream)
    }

    fn copy_strided(&self, stream: StreamId, copy: &StridedCopy) -> Result<()> {
        self.inner.copy_strided(stream, copy)?;
        self.state().copy_strided(copy);
        self.inner.host_wait(stream)
    }

    fn fill(&self, stream: StreamId, fill: &Fill) -> Result<()> {
        self.inner.fill(stream, fill)?;
        self.state().write(fill.dst, fill.count * u64::from(fill.width), &|_| true);
        self.inner.host_wait(stream)
    }

    fn fill_strided(&self, stream: StreamId, fill: &StridedFill) -> Result<()> {
        self.inner.fill_strided(stream, fill)?;
        self.state().fill_strided(fill);
        self.inner.host_wait(stream)
    }

    fn alloc(&self, stream: StreamId, bytes: u64, align: u64) -> Result<u64> {
        let address = self.inner.alloc(stream, bytes, align)?;
        self.state().buffers.insert(address, (bytes, vec![false; bytes as usize]));
        Ok(address)
    }

    fn alloc_shared(&self, bytes: u64, align: u64) -> Result<u64> {
        // The host may write this memory without a call.
        let address = self.inner.alloc_shared(bytes, align)?;
        self.state().buffers.insert(address, (bytes, Vec::new()));
        Ok(address)
    }

    fn free(&self, after: Option<StreamId>, address: u64) -> Result<()> {
        self.state().buffers.remove(&address);
        self.inner.free(after, address)
    }

    fn lease_arena(&self, bytes: u64) -> Result<u64> {
        let address = self.inner.lease_arena(bytes)?;
        self.state().buffers.insert(address, (bytes, vec![false; bytes as usize]));
        Ok(address)
    }

    fn return_arena(&self, address: u64) -> Result<()> {
        self.state().buffers.remove(&address);
        self.inner.return_arena(address)
    }
}
