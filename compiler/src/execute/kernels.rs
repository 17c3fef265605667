//! Kernels as code, through the kernel cache.
//!
//! What makes the code sees a text and nothing else of the program, so that the text, and what the generator tells with
//! it, is all that the code can depend on. For the CPU that is each `gpu.module` by itself. PTX depends on the host
//! program, too: it uses what launches say about their kernels, and the driver takes one text for all of them; so there it
//! is the whole program, with the places that are written in it, which become `.loc` lines.
//!
//! Where there is no code for a text, the kernels are compiled from the program itself, which tells why at its places.

use std::sync::Arc;

use warpline_backend_cpu::{Cpu, Logs, Machine, machine};
use warpline_backend_ptx::Ptx;
use warpline_ir::artifact::Code;
use warpline_ir::print::{PrintOptions, print, print_op};
use warpline_ir::{Attr, Diagnostics, Facts, Gpu, Module, Op, OpKind, ParseOptions, parse, verify};
use warpline_passes::Backend as _;
use warpline_runtime::cache::{Failure, Generator, Image, KernelCache, Request};

/// Kernels that are compiled together.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// The names of their modules.
    pub(crate) modules: Vec<String>,
    /// All that decides their code.
    pub(crate) request: Request,
}

/// Machine code of this machine.
#[derive(Clone, Debug)]
struct CpuCode {
    machine: Machine,
    logs: Logs,
}

impl CpuCode {
    /// `None` on a machine that there is no code for.
    fn new(logs: Logs) -> Option<Self> {
        machine().ok().map(|machine| Self { machine, logs })
    }
}

impl Generator for CpuCode {
    fn request(&self, ir: String) -> Request {
        let Self { machine: Machine { triple, settings }, logs } = self.clone();
        let logs = match logs {
            Logs::Off => "off",
            Logs::On => "on",
        };
        Request { ir, backend: "cpu", target: triple, machine: settings, options: format!("logs={logs}") }
    }

    fn generate(&self, ir: &str) -> Result<Image, Failure> {
        let (module, facts) = read(ir)?;
        let artifact = Cpu.emit_with_logs(&module, &facts, "cpu", self.logs).map_err(|_| Failure::Refused)?;
        Ok(Image::of(artifact, &module))
    }
}

/// Text for a chip.
#[derive(Clone, Debug)]
struct PtxCode {
    target: String,
}

impl Generator for PtxCode {
    fn request(&self, ir: String) -> Request {
        let Self { target } = self.clone();
        Request { ir, backend: "ptx", target, machine: String::new(), options: String::new() }
    }

    fn generate(&self, ir: &str) -> Result<Image, Failure> {
        let (module, facts) = read(ir)?;
        let artifact = Ptx.emit(&module, &facts, &self.target).map_err(|_| Failure::Refused)?;
        Ok(Image::of(artifact, &module))
    }
}

/// The module of a text that was printed by us.
fn read(ir: &str) -> Result<(Module, Facts), Failure> {
    let (module, found) = parse(ir, &ParseOptions { allow_unregistered: true, ..ParseOptions::default() });
    if found.has_errors() {
        return Err(Failure::Refused);
    }
    let facts = verify::verify(&module).map_err(|_| Failure::Refused)?;
    Ok((module, facts))
}

/// Machine code of all kernels of a module.
pub(super) fn native(
    cache: Option<&KernelCache>,
    module: &Module,
    facts: Facts,
    logs: Logs,
) -> Result<Image, Diagnostics> {
    let cached = CpuCode::new(logs).and_then(|generator| {
        let texts = device_modules(module).into_iter().map(|table| text_of(module, table));
        let images = texts.map(|ir| image(cache, &generator, ir));
        images.collect::<Option<Vec<_>>>()
    });
    match cached {
        Some(images) => Ok(together(&images)),
        None => Ok(Image::of(Cpu.emit_with_logs(module, &facts, "cpu", logs)?, module)),
    }
}

/// The text of all kernels of a module for a driver.
pub(super) fn text(
    cache: Option<&KernelCache>,
    module: &Module,
    facts: Facts,
    target: &str,
) -> Result<Image, Diagnostics> {
    let generator = PtxCode { target: target.to_string() };
    let cache = cache.filter(|_| !device_modules(module).is_empty());
    match image(cache, &generator, text_of_program(module)) {
        Some(image) => Ok(Image::clone(&image)),
        None => Ok(Image::of(Ptx.emit(module, &facts, target)?, module)),
    }
}

/// What [`native`] or [`text`] asks the cache for.
pub(super) fn units(module: &Module, target: &str) -> Vec<Unit> {
    let tables = device_modules(module);
    let name = |table: &Op| module.symbol_name(*table).unwrap_or_default().to_string();
    if Cpu.accepts(target) {
        let Some(generator) = CpuCode::new(Logs::Off) else { return Vec::new() };
        let unit = |table: &Op| Unit {
            modules: vec![name(table)],
            request: generator.request(text_of(module, *table)),
        };
        return tables.iter().map(unit).collect();
    }
    let generator = PtxCode { target: target.to_string() };
    let modules: Vec<String> = tables.iter().map(name).collect();
    let request = generator.request(text_of_program(module));
    if modules.is_empty() { Vec::new() } else { vec![Unit { modules, request }] }
}

fn image(cache: Option<&KernelCache>, generator: &dyn Generator, ir: String) -> Option<Arc<Image>> {
    match cache {
        Some(cache) => cache.get(generator, ir).ok(),
        None => generator.generate(&ir).ok().map(Arc::new),
    }
}

/// Every `gpu.module` with kernels, in the order of the text.
fn device_modules(module: &Module) -> Vec<Op> {
    let is_kernel =
        |op: &Op| module.kind(*op) == OpKind::Gpu(Gpu::Func) && module.attr(*op, "gpu.kernel").is_some();
    let has_kernels = |table: &Op| {
        module.kind(*table) == OpKind::Gpu(Gpu::Module)
            && module.entry(*table, 0).is_some_and(|body| module.ops_in(body).iter().any(is_kernel))
    };
    module.ops_in(module.body()).into_iter().filter(has_kernels).collect()
}

/// The text of a `gpu.module`, without places.
fn text_of(module: &Module, table: Op) -> String {
    print_op(module, table, &PrintOptions { local_scope: true, ..PrintOptions::default() })
}

/// The text of a whole program, with the places that are written in it.
fn text_of_program(module: &Module) -> String {
    let written = |op: Op| module.location_data(module.location(op)).attr;
    let is_told = |attr: Attr| attr != Attr::UNKNOWN_LOCATION;
    let debug_info = module.walk(module.root()).into_iter().filter_map(written).any(is_told);
    print(module, &PrintOptions { local_scope: true, debug_info, ..PrintOptions::default() })
}

/// The images of several modules as one.
fn together(images: &[Arc<Image>]) -> Image {
    let functions = images.iter().flat_map(|image| match &image.code {
        Code::Native(functions) => functions.clone(),
        Code::Text(_) => Vec::new(),
    });
    let kernels = images.iter().flat_map(|image| image.kernels.clone());
    Image { code: Code::Native(functions.collect()), kernels: kernels.collect(), lines: Vec::new() }
}
