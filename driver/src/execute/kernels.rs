//! Compiles kernels through the kernel cache.
//!
//! Invariant: code depends only on the text of one `gpu.module` and on the parameters that the generator adds.
//! The generator sees nothing else of the program. Facts about kernels proved from their launches are part of
//! that text (`gpu-annotate-kernels`), as are the source locations that become lines of the code.
//!
//! If a text cannot be compiled, the kernels are compiled from the program itself, so that errors have source
//! locations.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;
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

/// The text of a `gpu.module`, or the number of the one before it in the program that is equal but for names.
enum Text {
    Own(String),
    OfAnother(usize),
}

/// Returns the texts of `gpu.module`s. Many kernels of a program, such as those of a network, are equal.
fn texts(module: &Module, tables: &[Op], target: &Target) -> Vec<Text> {
    if let [only] = tables {
        return vec![Text::Own(text(module, *only, target))];
    }
    let mut known: FxHashMap<String, usize> = FxHashMap::default();
    let text = |(number, table): (usize, &Op)| {
        let own = text(module, *table, target);
        let named = kernels(module, *table).into_iter().chain([*table]);
        let names: Vec<String> = named.map(|op| name(module, op)).collect();
        match known.entry(without_names(&own, &names)) {
            Entry::Occupied(first) => Text::OfAnother(*first.get()),
            Entry::Vacant(entry) => {
                entry.insert(number);
                Text::Own(own)
            }
        }
    };
    tables.iter().enumerate().map(text).collect()
}

/// Returns a text with numbers in place of these symbols. Words in strings stay.
fn without_names(text: &str, names: &[String]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['@', '"']) {
        out.push_str(&rest[..=at]);
        let is_symbol = rest[at..].starts_with('@');
        rest = &rest[at + 1..];
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '-');
        let end = if is_symbol { rest.find(|c| !is_part(c)) } else { end_of_string(rest) };
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        match names.iter().position(|name| is_symbol && name == word) {
            Some(number) => out.push_str(&number.to_string()),
            None => out.push_str(word),
        }
        rest = after;
    }
    out + rest
}

/// Returns the end of a string whose first quote was read.
fn end_of_string(rest: &str) -> Option<usize> {
    let mut is_escaped = false;
    let ends = |c: char| {
        let is_end = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    };
    rest.find(ends).map(|quote| quote + 1)
}

/// Compiles the text of one `gpu.module` for a target.
#[derive(Clone, Debug)]
pub struct KernelGenerator {
    target: CodeTarget,
}

impl KernelGenerator {
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
    let mut code: Vec<DeviceCode> = Vec::with_capacity(tables.len());
    for (table, text) in tables.iter().zip(texts(module, &tables, &target.target)) {
        let (image, fields) = match (text, cache) {
            (Text::OfAnother(first), _) => {
                code.push(code[first].under_other_names(module, *table));
                continue;
            }
            (Text::Own(ir), Some(cache)) => {
                let fields = cache.fields(&generator, ir);
                (cache.get_fields(&generator, &fields).ok(), Some(fields))
            }
            (Text::Own(ir), None) => (generator.generate(&ir).ok().map(Arc::new), None),
        };
        let Some(image) = image else { return compile_in_place(module, &tables, target) };
        code.push(DeviceCode::new(module, *table, image, fields));
    }
    Ok(code)
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

    /// Returns the code for a `gpu.module` that is equal but for the names of it and of its kernels.
    fn under_other_names(&self, module: &Module, table: Op) -> Self {
        let mut image = Image::clone(&self.image);
        for (facts, kernel) in image.kernels.iter_mut().zip(kernels(module, table)) {
            (facts.module, facts.name) = (name(module, table), name(module, kernel));
        }
        let named = Self::new(module, table, Arc::new(image), None);
        Self { fields: self.fields.clone(), ..named }
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
    let tables = with_kernels(module);
    let mut units: Vec<Unit> = Vec::with_capacity(tables.len());
    for (table, text) in tables.iter().zip(texts(module, &tables, &target.target)) {
        let request = match text {
            Text::Own(ir) => request(target, ir),
            Text::OfAnother(first) => units[first].request.clone(),
        };
        units.push(Unit { module: name(module, *table), request });
    }
    units
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
