//! Compiles kernels through the kernel cache.
//!
//! Invariant: code depends only on the text of one `gpu.module` and on the parameters that the generator adds.
//! The generator sees nothing else of the program. Facts about kernels proved from their launches are part of
//! that text (`gpu-annotate-kernels`), as are the source locations that become lines of the code.
//!
//! If a text cannot be compiled, the kernels are compiled from the program itself, so that errors have source
//! locations.

use std::sync::Arc;

use warpline_ir::artifact::Object;
use warpline_ir::kernels::{device_modules, kernels};
use warpline_ir::print::{PrintOptions, print_op};
use warpline_ir::{
    Attr, Diagnostics, Facts, MemRef, Module, Op, OpKind, ParseOptions, Remarks, Span, codes, parse, verify,
};
use warpline_passes::Target;
use warpline_passes::backend::Emit;
use warpline_passes::pipeline::{self, Silent};
use warpline_runtime::cache::{
    CacheResult, Failure, Fields, Generator, Image, KernelCache, Key, Numbers, Request,
};

use crate::backends::{CodeTarget, unknown_target};
use crate::devices::OpenDevice;
use crate::session::Session;

/// The cache request for the kernels of a `gpu.module`.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The name of the module.
    pub module: String,
    /// Everything that determines the code.
    pub request: Request,
}

/// The code of a `gpu.module`.
pub(crate) struct DeviceCode {
    /// The name of the module.
    pub(crate) module: String,
    /// The code.
    pub(crate) image: Arc<Image>,
    /// The key of the code among loaded modules.
    pub(crate) key: Key,
    /// The source locations of operations, by their numbers in the image.
    pub(crate) places: Vec<Span>,
    /// The request that the code is the result of, if a cache was asked for it.
    fields: Option<Fields>,
}

/// Returns the text of a `gpu.module`, with the source locations that become lines of the code.
fn text(module: &Module, device_module: Op, target: &Target) -> String {
    let written = |op: Op| module.location_data(module.location(op)).attr;
    let is_known = |attr: Attr| attr != Attr::UNKNOWN_LOCATION;
    let debug_info =
        target.has_lines && module.walk(device_module).into_iter().filter_map(written).any(is_known);
    print_op(
        module,
        device_module,
        &PrintOptions { local_scope: true, debug_info, ..PrintOptions::default() },
    )
}

/// Compiles the text of one `gpu.module` for a target.
#[derive(Clone, Debug)]
pub struct KernelGenerator {
    target: CodeTarget,
}

impl KernelGenerator {
    /// Creates a generator of code for an open device.
    pub fn for_device(device: &OpenDevice) -> Self {
        Self { target: device.target.clone() }
    }

    /// Creates a generator of code for a target.
    pub fn new(target: CodeTarget) -> Self {
        Self { target }
    }

    /// Creates a generator of code for a target with this name, such as `sm_90`; an error if there is none.
    pub fn for_target(name: &str) -> Result<Self, String> {
        CodeTarget::find(name).map(|target| Self { target }).ok_or_else(|| unknown_target(name))
    }
}

impl Generator for KernelGenerator {
    fn request(&self, ir: String) -> Request {
        request(&self.target, ir)
    }

    fn generate(&self, ir: &str) -> Result<Image, Failure> {
        generate(&self.target, ir)
    }
}

/// Returns the request for a text.
pub(crate) fn request(target: &CodeTarget, ir: String) -> Request {
    let CodeTarget { backend, target: Target { name, machine, features, .. } } = target;
    let code_for = if machine.is_empty() { name } else { machine };
    Request {
        ir,
        backend: backend.name(),
        target: code_for.clone(),
        machine: features.clone(),
        pipeline: target.pipeline(),
    }
}

/// Compiles a text.
pub(crate) fn generate(target: &CodeTarget, ir: &str) -> Result<Image, Failure> {
    let options = ParseOptions { allow_unregistered: true, ..ParseOptions::default() };
    let (mut module, found) = parse(ir, &options);
    let refused = |found: Diagnostics| Failure::Refused(found.iter().cloned().collect());
    if found.has_errors() {
        return Err(refused(found));
    }
    verify::verify(&module).map_err(refused)?;
    let [device_module] = device_modules(&module)[..] else {
        let n = device_modules(&module).len();
        let mut found = Diagnostics::new();
        found.error(codes::UNSUPPORTED, Span::default(), format!("expected one 'gpu.module', but found {n}"));
        return Err(refused(found));
    };
    let (numbers, has_state) = (Numbers::of(&module, device_module), has_state(&module, device_module));
    let object = lower(&mut module, target).and_then(|facts| emit(&module, &facts, device_module, target));
    object.map(|object| Image::of(object, &numbers, has_state)).map_err(refused)
}

/// Whether kernels of a `gpu.module` can write variables that outlive a launch.
fn has_state(module: &Module, device_module: Op) -> bool {
    let globals = module.walk(device_module).into_iter();
    let mut globals = globals.filter(|op| module.kind(*op) == OpKind::MemRef(MemRef::Global));
    globals.any(|global| module.op(global).attr("constant").is_none())
}

/// Runs the passes of a backend and verifies the result.
fn lower(module: &mut Module, target: &CodeTarget) -> Result<Facts, Diagnostics> {
    let mut findings = Diagnostics::new();
    let ran = pipeline::parse(&target.pipeline(), &mut findings)
        .and_then(|pipeline| pipeline::run(&pipeline, module, &mut findings, &mut Silent));
    match ran {
        Ok(_) => verify::verify(module),
        Err(_) => Err(findings),
    }
}

fn emit(
    module: &Module,
    facts: &Facts,
    device_module: Op,
    CodeTarget { backend, target }: &CodeTarget,
) -> Result<Object, Diagnostics> {
    backend.emit(module, facts, &[device_module], target, Emit::Code)
}

/// Compiles all kernels of an annotated module; returns one item for each `gpu.module` with kernels.
pub(super) fn compile(
    cache: Option<&Arc<KernelCache>>,
    module: &Module,
    target: &CodeTarget,
) -> Result<Vec<DeviceCode>, Diagnostics> {
    let (tables, generator) = (with_kernels(module), KernelGenerator::new(target.clone()));
    let of_table = |table: &Op| {
        let ir = text(module, *table, &target.target);
        let (image, fields) = match cache {
            Some(cache) => {
                let fields = cache.fields(&generator, ir);
                (cache.get_fields(&generator, &fields).ok(), Some(fields))
            }
            None => (generator.generate(&ir).ok().map(Arc::new), None),
        };
        image.map(|image| DeviceCode::new(module, *table, image, fields))
    };
    match tables.iter().map(of_table).collect::<Option<Vec<_>>>() {
        Some(code) => Ok(code),
        None => compile_in_place(module, &tables, target),
    }
}

/// Returns the requested remarks of the backend's passes about the kernels, which compiled code from the cache does not
/// have.
pub(super) fn remarks(session: &Session, module: &Module, target: &CodeTarget) -> Diagnostics {
    if session.remarks == Remarks::Off {
        return Diagnostics::new();
    }
    let (mut lowered, mut sink) = (module.clone(), session.diagnostics());
    // A pass that fails does so again when the kernels are compiled, and is reported then.
    let ran = pipeline::parse(&target.pipeline(), &mut sink)
        .and_then(|pipeline| pipeline::run(&pipeline, &mut lowered, &mut sink, &mut Silent));
    if ran.is_ok() { sink } else { Diagnostics::new() }
}

/// Like [`compile`], from the program itself.
fn compile_in_place(
    module: &Module,
    tables: &[Op],
    target: &CodeTarget,
) -> Result<Vec<DeviceCode>, Diagnostics> {
    let mut lowered = module.clone();
    let facts = lower(&mut lowered, target)?;
    let (mut code, mut findings) = (Vec::with_capacity(tables.len()), Diagnostics::new());
    for table in tables {
        match emit(&lowered, &facts, *table, target) {
            Ok(object) => {
                let image = Image::of(object, &Numbers::of(module, *table), has_state(module, *table));
                code.push(DeviceCode::new(module, *table, Arc::new(image), None));
            }
            Err(errors) => findings.append(errors),
        }
    }
    if findings.has_errors() { Err(findings) } else { Ok(code) }
}

impl DeviceCode {
    fn new(module: &Module, table: Op, image: Arc<Image>, fields: Option<Fields>) -> Self {
        let place = |op: Op| module.span(module.location(op));
        let places = match &image.lines[..] {
            [] => Vec::new(),
            _ => module.walk(table).into_iter().map(place).collect(),
        };
        let key = fields.as_ref().map_or_else(|| Key::of_code(&image), Fields::key);
        Self { module: name(module, table), image, key, places, fields }
    }

    /// Returns the code in place of code that a driver cannot load, if a cache was asked for it.
    pub(super) fn compile_again(
        &self,
        cache: &KernelCache,
        target: &CodeTarget,
        rejected: &Arc<Image>,
    ) -> Option<CacheResult> {
        let fields = self.fields.as_ref()?;
        Some(cache.recompile(&KernelGenerator::new(target.clone()), fields, rejected))
    }
}

/// Returns the cache requests of [`compile`].
pub(super) fn units(module: &Module, target: &CodeTarget) -> Vec<Unit> {
    let unit = |table: Op| Unit {
        module: name(module, table),
        request: request(target, text(module, table, &target.target)),
    };
    with_kernels(module).into_iter().map(unit).collect()
}

/// Returns every `gpu.module` with kernels.
fn with_kernels(module: &Module) -> Vec<Op> {
    let mut tables = device_modules(module);
    tables.retain(|table| !kernels(module, *table).is_empty());
    tables
}

fn name(module: &Module, table: Op) -> String {
    module.symbol_name(table).unwrap_or_default().to_string()
}
