//! Invariants that hold for every input, each as a function that panics where it is violated.
//!
//! Fuzz targets and property tests call the same functions. An input is a byte string; bytes that are not
//! UTF-8 are replaced, because the binary rejects such files before it reads them.

use crate::corpus;
use crate::generator::Generator;
use crate::mutate::mutate_tokens;
use crate::stages;
use warpline::backends::CodeTarget;
use warpline::compilation::{Choices, Compilation, Graphs, Stage};
use warpline::report::{Format, report};
use warpline_cli::{Session, SourceFile};
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::print::{PrintOptions, print, versions};
use warpline_ir::verify::{self, verify_with_warnings};
use warpline_ir::{DYNAMIC, Diagnostics, Func, MlirVersion, Module, Op, OpKind, ParseOptions, Type};
use warpline_passes::pipeline::{self, Observer};
use warpline_passes::schedule::verify_schedule::verify;
use warpline_passes::{Changed, PASSES, Pass};
use warpline_runtime::cache::{BuildId, Entry, Fields, Request};
use warpline_runtime::interp::{Argument, HostBuffer, Interpreter, Limits, Options};

/// Limits of a run: enough for a few loops.
const LIMITS: Limits = Limits {
    steps: 50_000,
    bytes: 1 << 20,
    device_bytes: None,
    call_depth: 50,
    output_bytes: 1 << 12,
    deadline: None,
};
/// Elements of the largest buffer that a run gets.
const MAX_ELEMENTS: i64 = 1 << 12;

/// Checks that a text is read, verified, copied, printed in the generic form and diagnosed without a panic,
/// and that diagnostics are located inside of it.
pub fn check_bytes(bytes: &[u8]) {
    check_text(&String::from_utf8_lossy(bytes));
}

/// Checks all invariants on the text after mutations of its tokens, which the last eight bytes select.
pub fn check_tokens(bytes: &[u8]) {
    let (text, seed) = bytes.split_at(bytes.len().saturating_sub(8));
    let seed = seed.iter().fold(0, |seed, byte| seed << 8 | u64::from(*byte));
    let text = String::from_utf8_lossy(text);
    check_all(mutate_tokens(&text, corpus::tokens(), &mut Generator::new(seed)).as_bytes());
}

/// Checks all invariants.
pub fn check_all(bytes: &[u8]) {
    check_bytes(bytes);
    check_roundtrip(bytes);
    check_interpretation(bytes);
    check_proofs(bytes);
}

/// Checks that a signed entry of the kernel cache with arbitrary contents is rejected, or is read back exactly.
pub fn check_entry(bytes: &[u8]) {
    let request = Request { backend: "test", ..Request::default() };
    let fields = Fields::new(request, &BuildId::of_this_process());
    let (key, mac_key) = (fields.key(), [0; 32]);
    assert!(Entry::read(bytes, key, &mac_key).is_err(), "bytes without a MAC were read");
    let (length, parts) = bytes.split_at(bytes.len().min(1));
    let at = length.first().map_or(0, |length| usize::from(*length)).min(parts.len());
    let sealed = Entry::seal(key, [&fields.bytes(), &parts[..at], &parts[at..]], &mac_key);
    if let Ok(entry) = Entry::read(&sealed, key, &mac_key) {
        let again = Entry::bytes(key, &entry.fields, &entry.image, &mac_key);
        assert!(again == sealed, "an entry was read as another one");
    }
}

/// Checks that both printed forms of an accepted program parse back to the same program, and so do those of the
/// oldest and the newest version of MLIR that have all of it.
pub fn check_roundtrip(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Some(module) = accepted(&text) else { return };
    reads_back(&module).unwrap_or_else(|problem| panic!("{problem}"));
}

/// Returns an error if a printed form of the module does not parse back to the module.
fn reads_back(module: &Module) -> Result<(), String> {
    let print_generic =
        |module: &Module| print(module, &PrintOptions { generic: true, ..PrintOptions::default() });
    let custom = print(module, &PrintOptions::default());
    let generic = print_generic(module);
    for printed in [&custom, &generic] {
        let again = read(printed).map_err(|problem| format!("the printed form is rejected: {problem}"))?;
        same(&custom, &print(&again, &PrintOptions::default()), "the custom form")?;
    }
    // Custom forms omit attributes with default values, so only the generic form must be identical.
    let again = read(&generic)?;
    same(&generic, &print_generic(&again), "the generic form")?;
    for version in [MlirVersion::V19, MlirVersion::V24] {
        let options = PrintOptions { version, ..PrintOptions::default() };
        if !versions::check(module, &options).has_errors() {
            let again = read(&print(module, &options))
                .map_err(|problem| format!("the text of MLIR {version} is rejected: {problem}"))?;
            same(&custom, &print(&again, &PrintOptions::default()), "the text of another version")?;
        }
    }
    Ok(())
}

/// Checks that an accepted program runs on the interpreter to its end or to an error.
pub fn check_interpretation(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Some(module) = accepted(&text) else { return };
    for op in module.ops_in(module.body()) {
        if module.kind(op) == OpKind::Func(Func::Func)
            && module.entry(op, 0).is_some()
            && let Some(args) = arguments(&module, op)
        {
            let mut interpreter = Interpreter::new(&module, Options { limits: LIMITS, ..Options::default() });
            // An error of the program is an acceptable outcome.
            let _ = interpreter.call(op, args);
            assert!(interpreter.output().len() <= LIMITS.output_bytes, "more was printed than the limit");
        }
    }
}

/// Checks that the verifier of schedules gives verdicts about all scheduled functions of an accepted program.
pub fn check_proofs(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Some(module) = accepted(&text) else { return };
    for verdict in verify(&module) {
        let reported = [&verdict.violated, &verdict.unknown, &verdict.advice, &verdict.noted];
        let n_reported: usize = reported.iter().map(|list| list.len()).sum();
        assert_eq!(verdict.diagnostics(&module).len(), n_reported, "{}", verdict.line(&module));
    }
}

/// Checks that an accepted program verifies after each pass that changes it, and that its printed form then
/// parses back to the same program: after each pass alone, and after each pass of the default pipelines. A
/// pass may reject a program.
pub fn check_passes(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Some(module) = accepted(&text) else { return };
    for pass in PASSES {
        check_pipeline(&module, pass.name);
    }
    for pipeline in default_pipelines() {
        check_pipeline(&module, &pipeline);
    }
}

/// Returns the passes of `run` for the CPU device, without task graphs and with all regions as graphs, those
/// that generate kernel code, and those of `compile` for a GPU.
fn default_pipelines() -> Vec<String> {
    let of = |target: &str, graphs| {
        let target = CodeTarget::find(target).expect("there is such a target");
        Compilation::new(&Choices { graphs, ..Choices::of_run(target) })
    };
    let for_cpu = |graphs| of("cpu", graphs).text(Stage::Kernels..=Stage::Scheduled);
    let checked = of("cpu", Graphs::Auto);
    let code_for_cpu = [Stage::Kernels..=Stage::Annotated, Stage::Code..=Stage::Code]
        .map(|stages| checked.text(stages))
        .join(",");
    vec![for_cpu(Graphs::Never), for_cpu(Graphs::Always), code_for_cpu, stages::to_code("sm_80")]
}

fn check_pipeline(module: &Module, text: &str) {
    let mut diagnostics = Diagnostics::new();
    let pipeline = pipeline::parse(text, &mut diagnostics).expect("the pipeline is one of ours");
    let mut module = module.clone();
    let mut checks = ChecksModules { revision: module.revision() };
    // A pass may reject the program.
    let _ = pipeline::run(&pipeline, &mut module, &mut diagnostics, &mut checks);
}

/// Checks the module after each pass that changed it.
struct ChecksModules {
    revision: u64,
}

impl Observer for ChecksModules {
    fn after(&mut self, pass: &'static Pass, module: &Module, _changed: Changed) {
        if module.revision() == self.revision {
            return;
        }
        self.revision = module.revision();
        if let Err(found) = verify::verify(module) {
            let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
            let printed = print(module, &PrintOptions { generic: true, ..PrintOptions::default() });
            panic!("'{}' breaks the module: {}\n{printed}", pass.name, messages.join("; "));
        }
        reads_back(module).unwrap_or_else(|problem| panic!("behind '{}', {problem}", pass.name));
    }

    fn verifies(&self) -> bool {
        false
    }
}

fn check_text(text: &str) {
    let (module, mut diagnostics) = parse(text);
    let (_, found) = verify_with_warnings(&module, &diagnostics);
    diagnostics.append(found);
    for found in &diagnostics {
        let in_text = |place: u32| place as usize <= text.len() && text.is_char_boundary(place as usize);
        let span = found.span;
        assert!(
            span.start <= span.end && in_text(span.start) && in_text(span.end),
            "a diagnostic is outside of the text: {found:?}"
        );
    }
    // Custom forms may rely on facts that the verifier proves; the generic form may not.
    let generic = |module| print(module, &PrintOptions { generic: true, ..PrintOptions::default() });
    assert_eq!(generic(&module), generic(&module.without(|_| false)), "a copy prints otherwise");
    let source = SourceFile { name: "text".to_string(), text: text.to_string() };
    for format in [Format::Text, Format::Short, Format::Json] {
        report(&mut Session { format, ..Session::default() }, &source, &diagnostics);
    }
}

fn parse(text: &str) -> (Module, Diagnostics) {
    warpline_ir::parse(text, &ParseOptions { allow_unregistered: true, ..ParseOptions::default() })
}

/// Returns the module of a text if it has no errors.
fn accepted(text: &str) -> Option<Module> {
    read(text).ok()
}

/// Returns the module of a text, or its first error.
fn read(text: &str) -> Result<Module, String> {
    let (module, mut diagnostics) = parse(text);
    if !diagnostics.has_errors() {
        let (_, found) = verify_with_warnings(&module, &diagnostics);
        diagnostics.append(found);
    }
    match diagnostics.iter().find(|found| found.severity == warpline_ir::Severity::Error) {
        Some(error) => Err(format!("{}\n{text}", error.message)),
        None => Ok(module),
    }
}

/// Removes from a generic form the default value that the custom form does not preserve, as in mlir-opt.
pub fn without_dropped_defaults(generic: &str) -> String {
    generic.replace(" <{nontemporal = false}>", "").replace(", nontemporal = false", "")
}

fn same(first: &str, second: &str, what: &str) -> Result<(), String> {
    let (first, second) = (without_dropped_defaults(first), without_dropped_defaults(second));
    if first == second {
        return Ok(());
    }
    Err(format!("{what} changes when it is read back:\n{first}\nbecomes\n{second}"))
}

/// Returns arguments for the parameters of a function; `None` if a run cannot be given arguments of one of their types.
fn arguments(module: &Module, func: Op) -> Option<Vec<Argument>> {
    let mut generator = Generator::new(7);
    let (inputs, _) = function_type_of(module, func);
    inputs.iter().map(|ty| argument(module, *ty, &mut generator)).collect()
}

fn argument(module: &Module, ty: Type, generator: &mut Generator) -> Option<Argument> {
    if !module.is_memref(ty) {
        let width = module.bit_width(ty).filter(|width| *width <= 64)?;
        let bits = generator.bits() & ((1 << width.min(3)) - 1);
        return Some(Argument::Scalar(bits, ty));
    }
    let element = module.element_type(ty);
    let n_bytes = i64::try_from(module.byte_size(element).filter(|bytes| *bytes <= 8)?).ok()?;
    let sizes = module.shape(ty)?.iter();
    let shape: Vec<i64> = sizes.map(|size| if *size == DYNAMIC { 4 } else { *size }).collect();
    let mut n_elements = 1i64;
    for size in &shape {
        n_elements = n_elements.checked_mul(*size).filter(|n| *n <= MAX_ELEMENTS)?;
    }
    let bytes = (0..n_elements * n_bytes).map(|_| generator.bits() as u8 & 1).collect();
    Some(Argument::Buffer(HostBuffer { shape, element, bytes, unwritten: Vec::new() }))
}
