//! Loaded programs: images compiled by the driver, and their functions.

use std::ffi::CString;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::context::{Context, Suspect};
use super::driver::{Function, FunctionInfo, Image, Limits};
use super::printed::Printed;
use super::times::Times;
use crate::driver::error::{Refusal, TextDiagnostic};
use crate::driver::tasks::no_kernel;
use crate::driver::{DeviceError, KernelTime, Profile, Result, StreamId};
use crate::program::{DeviceImage, KernelCode, LaunchDims, PrintFormat, Program};

/// A loaded program.
pub(super) struct GpuModule {
    /// The loaded images of the program.
    images: Vec<Image>,
    pub(super) kernels: Vec<GpuKernel>,
    /// Warnings of the driver's compiler.
    pub(super) warnings: Vec<TextDiagnostic>,
    /// The addresses of the assertion reports, one for each image with assertions.
    reports: Vec<u64>,
    /// The output of kernels, if some have formats.
    printed: Option<Printed>,
    /// The streams that its kernels were launched on.
    pub(super) streams: UsedStreams,
}

/// A set of streams by number, of which the last bit stands for all from 63 on.
#[derive(Default)]
pub(super) struct UsedStreams(AtomicU64);

impl UsedStreams {
    /// Adds a stream. In most cases it is in the set, and nothing is written.
    pub(super) fn add(&self, stream: StreamId) {
        let bit = 1 << stream.0.min(63);
        if self.0.load(Ordering::Relaxed) & bit == 0 {
            self.0.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Removes all streams.
    pub(super) fn clear(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    /// Whether a stream may be in the set.
    pub(super) fn contains(&self, stream: StreamId) -> bool {
        self.0.load(Ordering::Relaxed) & (1 << stream.0.min(63)) != 0
    }
}

/// A kernel that can be launched.
pub(super) struct GpuKernel {
    pub(super) name: Arc<str>,
    pub(super) function: Function,
    pub(super) spins: bool,
    /// The index of its image.
    image: usize,
    /// The number that identifies it in reports.
    number: u64,
    n_params: usize,
    info: FunctionInfo,
    /// The current limit of dynamic workgroup memory of launches, in bytes.
    allowed_shared: AtomicU32,
    launches: AtomicU64,
    /// The number of timed launches, and their total time.
    timed: AtomicU64,
    nanoseconds: AtomicU64,
}

impl GpuModule {
    /// Compiles and loads a program. On an error a part of it may be loaded.
    pub(super) fn load(cx: &Context, program: &Program) -> (Self, Result<()>) {
        let (images, kernels, warnings, reports, printed, streams) = Default::default();
        let mut module = Self { images, kernels, warnings, reports, printed, streams };
        let loaded = module.load_all(cx, program);
        (module, loaded)
    }

    fn load_all(&mut self, cx: &Context, program: &Program) -> Result<()> {
        for image in &program.images {
            let (image, warnings) = load_image(cx, image)?;
            self.images.push(image);
            self.warnings.extend(warnings);
        }
        for kernel in &program.kernels {
            self.kernels.push(GpuKernel::find(cx, &self.images, kernel)?);
        }
        for (index, _) in program.images.iter().enumerate().filter(|(_, image)| image.has_report) {
            let is_inside = |kernel: &&GpuKernel| kernel.image == index;
            let kernels = self.kernels.iter().filter(is_inside);
            let numbered = kernels.map(|kernel| (kernel.number, Arc::clone(&kernel.name))).collect();
            self.reports.push(cx.watch(self.images[index], numbered)?);
        }
        self.make_print(cx, &program.images)
    }

    /// Allocates the output of kernels, if some have formats.
    fn make_print(&mut self, cx: &Context, images: &[DeviceImage]) -> Result<()> {
        let formats: Vec<PrintFormat> = images.iter().flat_map(|image| image.formats.clone()).collect();
        if formats.is_empty() {
            return Ok(());
        }
        let printed = self.printed.insert(Printed::new(cx, formats)?);
        let mut first = 1;
        for (image, loaded) in images.iter().zip(&self.images).filter(|(image, _)| !image.formats.is_empty())
        {
            printed.connect(cx, *loaded, first)?;
            first += image.formats.len() as u64;
        }
        Ok(())
    }

    /// Takes the output of kernels.
    pub(super) fn take_printed(&self) -> String {
        self.printed.as_ref().map_or_else(String::new, Printed::take)
    }

    /// Unloads the images.
    pub(super) fn unload(&self, cx: &Context) -> Result<()> {
        let images = self.images.iter().map(|image| cx.call(|driver| driver.image_unload(*image)));
        let reports = self.reports.iter().map(|report| cx.forget_report(*report));
        let printed = self.printed.iter().map(|printed| printed.free(cx));
        // Each is released, whatever the result of the others.
        images.chain(reports).chain(printed).fold(Ok(()), Result::and)
    }

    /// Returns a kernel by its index.
    pub(super) fn kernel(&self, call: &'static str, index: u32) -> Result<&GpuKernel> {
        self.kernels.get(index as usize).ok_or_else(|| no_kernel(call, self.kernels.len(), index))
    }

    /// Adds a launch time to a kernel.
    pub(super) fn took(&self, kernel: u32, nanoseconds: u64) {
        if let Some(kernel) = self.kernels.get(kernel as usize) {
            kernel.timed.fetch_add(1, Ordering::Relaxed);
            kernel.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
        }
    }

    /// Returns the observed launches, with times of those kernels whose launches were all timed.
    pub(super) fn profile(&self, times: Option<&Times>) -> Profile {
        let time = |kernel: &GpuKernel| {
            let launches = kernel.launches.load(Ordering::Relaxed);
            let is_timed = times.is_some() && launches == kernel.timed.load(Ordering::Relaxed);
            let nanoseconds = is_timed.then(|| kernel.nanoseconds.load(Ordering::Relaxed));
            KernelTime { name: kernel.name.to_string(), launches, nanoseconds }
        };
        let max_concurrent_launches = times.map_or(0, Times::most_kernels);
        Profile { kernels: self.kernels.iter().map(time).collect(), max_concurrent_launches }
    }
}

/// Loads an image; a rejection by the driver's compiler becomes an error.
fn load_image(cx: &Context, image: &DeviceImage) -> Result<(Image, Vec<TextDiagnostic>)> {
    let mut diagnostics = Vec::new();
    let loaded = cx.call(|driver| {
        let (loaded, found) = driver.image_load(image);
        diagnostics = found;
        loaded
    });
    match loaded {
        Ok(image) => Ok((image, diagnostics)),
        Err(error) => Err(DeviceError { refusal: Some(Box::new(Refusal { diagnostics })), ..error }),
    }
}

impl GpuKernel {
    fn find(cx: &Context, images: &[Image], kernel: &crate::program::Kernel) -> Result<Self> {
        let KernelCode::Symbol { image: index, name, n_params, number } = &kernel.code else {
            return Err(not_of_driver(&kernel.name));
        };
        let image = *images.get(*index).ok_or_else(|| not_of_driver(&kernel.name))?;
        let symbol = CString::new(name.as_str());
        let symbol = symbol.map_err(|_| DeviceError::invalid("load", "expected a symbol without a zero"))?;
        let function = cx.call(|driver| driver.image_function(image, &symbol))?;
        Ok(Self {
            name: kernel.name.as_str().into(),
            function,
            spins: kernel.spins,
            image: *index,
            n_params: *n_params,
            number: *number,
            info: cx.call(|driver| driver.function_info(function))?,
            allowed_shared: AtomicU32::new(0),
            launches: AtomicU64::new(0),
            timed: AtomicU64::new(0),
            nanoseconds: AtomicU64::new(0),
        })
    }

    /// Checks a launch, and raises the limit of workgroup memory if it needs more. Returns false for a grid
    /// without blocks.
    pub(super) fn prepare(&self, cx: &Context, dims: &LaunchDims, n_args: usize) -> Result<bool> {
        if n_args != self.n_params {
            let message = format!("expected {} arguments, but found {n_args}", self.n_params);
            return Err(DeviceError::invalid("launch", message));
        }
        let threads = dims.threads().unwrap_or(u64::MAX);
        if self.info.max_threads < threads {
            let most = self.info.max_threads;
            let message = format!("expected at most {most} threads per block, but found {threads}");
            return Err(DeviceError::invalid("launch", message));
        }
        if let Some((found, most)) =
            dims.grid.iter().zip(cx.limits.max_grid).find(|(found, most)| most < *found)
        {
            let message = format!("expected at most {most} blocks along a dimension, but found {found}");
            return Err(DeviceError::invalid("launch", message));
        }
        let along = dims.grid.iter().zip(dims.block).map(|(blocks, threads)| blocks.saturating_mul(threads));
        if let Some(found) = along.max().filter(|found| cx.limits.max_grid_threads < *found) {
            let most = cx.limits.max_grid_threads;
            let message = format!("expected at most {most} threads along a dimension, but found {found}");
            return Err(DeviceError::invalid("launch", message));
        }
        self.allow_shared(cx, dims.dynamic_shared)?;
        Ok(threads != 0 && !dims.grid.contains(&0))
    }

    /// Raises the limit of dynamic workgroup memory, which most programs do once per kernel.
    fn allow_shared(&self, cx: &Context, bytes: u64) -> Result<()> {
        let Limits { max_shared, plain_shared, .. } = cx.limits;
        if bytes.saturating_add(self.info.static_shared) <= plain_shared
            || bytes <= u64::from(self.allowed_shared.load(Ordering::Relaxed))
        {
            return Ok(());
        }
        let most = max_shared.max(plain_shared).saturating_sub(self.info.static_shared);
        if most < bytes {
            let message = format!("expected at most {most} bytes of workgroup memory, but found {bytes}");
            return Err(DeviceError::invalid("launch", message));
        }
        cx.call(|driver| driver.function_allow_shared(self.function, bytes as u32))?;
        self.allowed_shared.fetch_max(bytes as u32, Ordering::Relaxed);
        Ok(())
    }

    /// Counts a launch.
    pub(super) fn count(&self) {
        self.launches.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the kernel as the suspected cause of a failure.
    pub(super) fn suspect(&self, op: u32) -> Suspect {
        Suspect { op, kernel: Arc::clone(&self.name) }
    }
}

fn not_of_driver(kernel: &str) -> DeviceError {
    let message = format!("expected kernel `{kernel}` in an image, but found machine code of the host");
    DeviceError::new("load", "WrongCode", message)
}
