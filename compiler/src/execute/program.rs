//! A program for a device that host code of this machine drives: from a module to loaded code and the tables that the runtime needs.

use warpline_backend_cpu::host::{self, HostProgram};
use warpline_backend_cpu::{Cpu, Linked, Logs, link};
use warpline_backend_ptx::Ptx;
use warpline_ir::artifact::{
    CHECK, Code, FIRST_ASSERTION, HostEntry, NativeFunction, REPORT_VARIABLE, assertions_of,
};
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::{
    Diagnostic, Diagnostics, Entity as _, Func, Location, MemRef, Module, Note, Op, OpKind, Reported,
    Severity, Span, Type, codes,
};
use warpline_passes::Backend as _;
use warpline_passes::analysis::summary::Summaries;
use warpline_passes::pipeline::{self, Pipeline, Silent};
use warpline_passes::verify_schedule;
use warpline_runtime::cache::Image;
use warpline_runtime::driver::error::{DAMAGED, UNEQUAL_SHAPES};
use warpline_runtime::{
    Broken, DeviceText, Failure, Global, Kernel, KernelCode, KernelReport, Libraries, OutOfBounds, Program,
    exec,
};

use super::failed_launch::FailedLaunch;
use super::{Explanation, Planted, Request, arrays, declared, kernels, launched, live, reach};
use crate::session::{Exit, Session, Stop};
use crate::stages;

/// Loaded code.
pub(super) struct Compiled {
    /// The module after the passes.
    pub(super) module: Module,
    /// Types of the entry's parameters.
    pub(super) inputs: Vec<Type>,
    /// Types of its results.
    pub(super) results: Vec<Type>,
    /// What the runtime loads.
    pub(super) program: Program,
    /// The entry.
    pub(super) entry: HostEntry,
    places: Vec<Location>,
    /// The assertions of the host, by the number of their place.
    assertions: Vec<(u32, Op)>,
    /// Why work does not run side by side, if that was asked for.
    pub(super) explanation: Option<Explanation>,
    /// What the text for a driver was made from, if there is one.
    pub(super) text: Option<TextSource>,
    /// Where the entry stands.
    pub(super) entry_place: Span,
    /// Keeps the code in memory.
    _linked: Linked,
}

/// What a text for a driver was made from.
pub(super) struct TextSource {
    /// Its kernels.
    module: Module,
    /// Places of its lines, by the numbers in [`DeviceText`].
    pub(super) places: Vec<Span>,
}

impl Compiled {
    /// The source place of an operation number; that of the entry for work that no operation asked for.
    pub(super) fn place(&self, op: u32) -> Span {
        self.places.get(op as usize).map_or(self.entry_place, |location| self.module.span(*location))
    }

    /// The function at the place of an operation number.
    pub(super) fn function_at(&self, op: u32) -> Option<Op> {
        let location = *self.places.get(op as usize)?;
        live::functions(&self.module).find(|func| self.module.location(*func) == location)
    }

    /// Where and why a run failed: an assertion that does not hold says so itself, and for memory that is used against
    /// its lifetime the proof of the schedule knows more than the runtime.
    pub(super) fn explain(&self, failure: &Failure, request: &Request<'_>) -> Diagnostic {
        let (span, message, notes) = self.cause(failure, request);
        let is_of_lifetimes = failure.error.call == "wl_free";
        let mistakes = if is_of_lifetimes { verify_schedule::mistakes(&self.module) } else { Vec::new() };
        let same = mistakes.into_iter().find(|found| found.span == span);
        let (severity, code, pass) = (Severity::Error, codes::RUNTIME, None);
        same.unwrap_or(Diagnostic { severity, code, pass, span, message, notes })
    }

    fn cause(&self, failure: &Failure, request: &Request<'_>) -> (Span, String, Vec<Note>) {
        let Failure { op, error } = failure;
        let found = error.assertion.as_deref();
        let span_of = |module: &Module, op| module.span(module.location(op));
        if let Some((report, (module, op))) =
            error.report.as_ref().and_then(|report| Some((report, self.reported(report)?)))
        {
            let launch = self.launch(report, request.module);
            let message = launch.end(broken(module, op, found, request));
            return (span_of(module, op), message, launch.note().into_iter().collect());
        }
        let asserted = self.assertions.iter().find(|(place, _)| place == op);
        if let Some((_, op)) = asserted.filter(|_| error.call == "wl_assert") {
            let message = broken(&self.module, *op, found, request);
            return (span_of(&self.module, *op), message, Vec::new());
        }
        let is_plain = [UNEQUAL_SHAPES, DAMAGED].contains(&error.call);
        let message = if is_plain { error.message.clone() } else { error.to_string() };
        (self.place(*op), message, Vec::new())
    }

    /// The launch that a kernel reports from.
    fn launch(&self, report: &KernelReport, source: &Module) -> FailedLaunch {
        match self.places.get(report.op as usize) {
            Some(location) => FailedLaunch::at(source, self.module.span(*location)),
            None => FailedLaunch::of_kernel(source, &report.kernel),
        }
    }

    /// The assertion that a kernel reports, with its module.
    fn reported(&self, report: &KernelReport) -> Option<(&Module, Op)> {
        let number = report.slot.checked_sub(FIRST_ASSERTION)?;
        let (module, table) = match &self.text {
            Some(text) => (&text.module, text.module.root()),
            None => {
                let table = report.kernel.split("::").next()?;
                (&self.module, self.module.find_symbol(self.module.root(), table)?)
            }
        };
        Some((module, *assertions_of(module, table).get(number as usize)?))
    }
}

/// What is wrong where an assertion does not hold: an index that it found out of bounds, or its message.
fn broken(module: &Module, op: Op, found: Option<&Broken>, request: &Request<'_>) -> String {
    let view = module.op(op);
    let compared = found.and_then(|found| found.compared);
    let dim = view.int(CHECK).and_then(|dim| usize::try_from(dim).ok());
    let message = match (dim, compared) {
        (Some(dim), Some([index, extent])) => {
            let span = module.span(module.location(op));
            let array = arrays::name_at_span(request.module, &request.source.text, span);
            OutOfBounds { index, dim, extent }.message(array.as_deref())
        }
        (_, Some([from, to])) if module.kind(op) == OpKind::MemRef(MemRef::Copy) => {
            format!("expected equal shapes, but found an extent of {from} and one of {to}")
        }
        _ => match (view.str(CHECK), view.attr(CHECK)) {
            (Some(problem), _) => problem.to_string(),
            (None, Some(_)) => view.str("msg").unwrap_or_default().to_string(),
            (None, None) => format!("assertion failed: {}", view.str("msg").unwrap_or_default()),
        },
    };
    match found.and_then(|found| found.thread) {
        Some(thread) => format!("{message}, in {thread}"),
        None => message,
    }
}

/// What the kernels become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernels {
    /// Machine code, for the CPU device.
    Native,
    /// Text for this target, which a driver compiles.
    Ptx(&'static str),
}

/// Why a program was not compiled.
pub(super) enum Refusal {
    /// The program has errors, which are among the findings.
    Findings,
    /// A fault of warpline, which is reported.
    Stop(Stop),
}

impl From<Reported> for Refusal {
    fn from(_: Reported) -> Self {
        Self::Findings
    }
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// Compiles for a device. Nothing is reported of what is found in the program: the caller decides.
pub(super) fn compile(
    session: &mut Session,
    request: &Request<'_>,
    form: Kernels,
    findings: &mut Diagnostics,
) -> Result<Compiled, Refusal> {
    let mut module = request.module.clone();
    let name = module.symbol_name(request.interface.entry).unwrap_or_default().to_string();
    let mut planted = request.planted;
    launched::check(&module, findings);
    findings.check()?;
    run_passes(session, &mut module, stages::DEVICE_PIPELINE, &mut planted, findings)?;
    if request.traps {
        run_passes(session, &mut module, stages::RUNTIME_VERIFICATION, &mut planted, findings)?;
    }
    let text = match form {
        Kernels::Native => None,
        Kernels::Ptx(target) => Some(compile_text(session, request, &module, target, findings)?),
    };
    for text in [Cpu.pipeline(), &stages::place_buffers(&request.limits)] {
        run_passes(session, &mut module, text, &mut planted, findings)?;
    }
    let foreign = foreign_symbols(&module, request.libraries);
    if text.is_some() {
        reach::check(&module, &foreign, findings);
        findings.check()?;
    }
    if let Some(profile) = request.profile {
        profile.annotate(&mut module);
    }
    let explanation = request.explains.then(|| Explanation::of(&module, request));
    let passes = stages::schedule_pipeline(request.graphs, &request.limits);
    run_passes(session, &mut module, &passes, &mut planted, findings)?;
    if let Some(planted) = planted.filter(|planted| planted.is_in_code()) {
        planted.spoil(&mut module);
    }
    let facts = stages::verify(session, request.source, &module)?;
    let logs = if request.concurrency.detects_races { Logs::On } else { Logs::Off };
    let (image, text) = text.unzip();
    let image = image.map_or_else(|| kernels::native(request.cache, &module, facts, logs), Ok);
    let emitted = image.and_then(|image| {
        let host = host::compile(&module, &facts, logs, foreign)?;
        Ok((image, host))
    });
    let (image, host) = match emitted {
        Ok(emitted) => emitted,
        Err(errors) => {
            findings.append(errors);
            return Err(Refusal::Findings);
        }
    };
    let linked =
        load(&image, &host, request.libraries).map_err(|message| session.fail(Exit::Internal, message))?;
    let program = runtime_program(&module, &image, &host, &linked)
        .map_err(|message| session.fail(Exit::Internal, message))?;
    let entry =
        host.entries.iter().find(|entry| entry.name == name).and_then(|entry| linked.host(&entry.symbol));
    let entry =
        entry.ok_or_else(|| session.fail(Exit::Internal, format!("function '{name}' was not compiled")))?;
    let func = module.find_symbol(module.root(), &name);
    let (inputs, results) = func.map(|func| function_type_of(&module, func)).unwrap_or_default();
    let (inputs, results) = (inputs.to_vec(), results.to_vec());
    let entry_place = request.module.span(request.module.location(request.interface.entry));
    let (places, assertions) = (host.places, host.assertions);
    Ok(Compiled {
        inputs,
        results,
        program,
        entry,
        places,
        assertions,
        explanation,
        text,
        entry_place,
        _linked: linked,
        module,
    })
}

/// The kernels as text, and what it was made from.
fn compile_text(
    session: &mut Session,
    request: &Request<'_>,
    module: &Module,
    target: &str,
    findings: &mut Diagnostics,
) -> Result<(Image, TextSource), Refusal> {
    let mut module = module.clone();
    run_passes(session, &mut module, Ptx.pipeline(), &mut None, findings)?;
    let facts = stages::verify(session, request.source, &module)?;
    let image = kernels::text(request.cache, &module, facts, target).map_err(|errors| {
        findings.append(errors);
        Refusal::Findings
    })?;
    let ops = module.walk(module.root());
    let place = |op: u32| ops.get(op as usize).map(|op| module.span(module.location(*op)));
    let places = image.lines.iter().map(|(_, op)| place(*op).unwrap_or_default()).collect();
    Ok((image, TextSource { module, places }))
}

fn run_passes(
    session: &mut Session,
    module: &mut Module,
    text: &str,
    planted: &mut Option<&Planted>,
    findings: &mut Diagnostics,
) -> Result<(), Refusal> {
    if text.is_empty() {
        return Ok(());
    }
    for step in stages::parse_pipeline(session, text)?.steps {
        let pass = step.pass.name;
        pipeline::run(&Pipeline { steps: vec![step] }, module, findings, &mut Silent)?;
        if let Some(planted) = planted.take_if(|planted| planted.is_behind(pass)) {
            planted.spoil(module);
        }
    }
    findings.check()?;
    Ok(())
}

/// The symbols of functions without a body that libraries have.
fn foreign_symbols(module: &Module, libraries: Option<&Libraries>) -> Vec<String> {
    let Some(libraries) = libraries else { return Vec::new() };
    let functions = module.ops_in(module.body()).into_iter();
    let declared =
        functions.filter(|op| module.kind(*op) == OpKind::Func(Func::Func) && module.entry(*op, 0).is_none());
    let symbols = declared.map(|function| host::foreign_symbol(module, function));
    symbols.filter(|symbol| libraries.address(symbol).is_some()).collect()
}

fn load(kernels: &Image, host: &HostProgram, libraries: Option<&Libraries>) -> Result<Linked, String> {
    let mut functions: Vec<NativeFunction> = host.functions.clone();
    match &kernels.code {
        Code::Native(native) => functions.extend(native.iter().cloned()),
        // A driver compiles it.
        Code::Text(_) => {}
    }
    let symbols = exec::abi::symbols();
    let own = |name: &str| symbols.iter().find(|(known, _)| *known == name).map(|(_, address)| *address);
    let address = |name: &str| own(name).or_else(|| libraries?.address(name));
    link(&functions, &address).map_err(|error| error.to_string())
}

/// The tables that `wl_launch`, `wl_global` and `wl_graph` index.
fn runtime_program(
    ir: &Module,
    image: &Image,
    host: &HostProgram,
    linked: &Linked,
) -> Result<Program, String> {
    let mut summaries = Summaries::default();
    let mut kernels = Vec::new();
    for (module, name) in &host.kernels {
        let missing = || format!("kernel '{module}::{name}' was not compiled");
        let info = image.kernels.iter().find(|kernel| kernel.module == *module && kernel.name == *name);
        let info = info.ok_or_else(missing)?;
        let code = match &image.code {
            Code::Native(_) => KernelCode::Native(linked.kernel(&info.symbol).ok_or_else(missing)?),
            Code::Text(_) => {
                let number = image.kernels.iter().position(|kernel| kernel == info);
                KernelCode::Symbol {
                    name: info.symbol.clone(),
                    n_params: info.n_params as usize,
                    number: number.map_or(0, |number| number as u64 + 1),
                }
            }
        };
        kernels.push(Kernel {
            name: if module == name { name.clone() } else { format!("{module}::{name}") },
            code,
            scratch_bytes: info.scratch_bytes,
            place: Location::UNKNOWN.index() as u32,
            spins: info.spins,
            declared: find_kernel(ir, module, name)
                .and_then(|kernel| declared::of_kernel(ir, &mut summaries, kernel)),
        });
    }
    let globals = host.globals.iter().map(|global| Global {
        bytes: global.size,
        align: global.align,
        initial: global.bytes.clone(),
    });
    let text = match &image.code {
        Code::Native(_) => None,
        Code::Text(text) => {
            let places = (0..).zip(&image.lines).map(|(number, (line, _))| (*line, number));
            let declares =
                |line: &str| line.starts_with(".visible .global") && line.contains(REPORT_VARIABLE);
            let has_report = text.lines().any(declares);
            Some(DeviceText { text: text.clone(), places: places.collect(), has_report })
        }
    };
    Ok(Program { kernels, globals: globals.collect(), graphs: host.graphs.clone(), text })
}

/// The kernel with this name in a device module.
fn find_kernel(module: &Module, device_module: &str, name: &str) -> Option<Op> {
    let table = module.find_symbol(module.root(), device_module)?;
    module.find_symbol(table, name)
}
