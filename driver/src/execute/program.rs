//! Compiles a program for a device that host code of this machine drives: from a module to loaded code and the
//! runtime's tables.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use warpline_ir::artifact::{CHECK, FIRST_ASSERTION, HostEntry, LOGS, assertion};
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::kernels::device_modules;
use warpline_ir::{
    Attr, AttrKind, Diagnostic, Diagnostics, Facts, Func, Gpu, Location, MemRef, Module, Note, Op, OpKind,
    Reported, Rt, Severity, Span, Type, codes,
};
use warpline_passes::analysis::summary::Summaries;
use warpline_passes::gpu::lowered::MAX_PRIVATE_BYTES;
use warpline_passes::pipeline::{self, Pipeline};
use warpline_passes::schedule::verify_schedule;
use warpline_runtime::driver::error::{DAMAGED, KERNEL_FAILED, UNEQUAL_SHAPES};
use warpline_runtime::{
    Broken, Failure, Global, KernelReport, Libraries, OutOfBounds, Program, Tracks, exec,
};

use super::failed_launch::FailedLaunch;
use super::kernels::{DeviceCode, Unit};
use super::modules::DeclaredAccesses;
use super::races::ReportedAccesses;
use super::{Explanation, Mutation, Request, arrays, declared, kernels, launched, live, reach, rows};
use crate::backends::host::{self, HostProgram};
use crate::backends::{CodeTarget, Linked, Logs, link};
use crate::compilation::{Bounds, Choices, Compilation, Stage};
use crate::session::{Exit, Session, Stop};
use crate::steps;
use crate::words::Words;

/// A program with its loaded code.
pub(crate) struct Compiled {
    /// The module after the passes.
    pub(crate) module: Module,
    /// Types of the entry's parameters.
    pub(crate) inputs: Vec<Type>,
    /// Types of its results.
    pub(crate) results: Vec<Type>,
    /// The globals and the task graphs.
    pub(crate) program: Program,
    /// The code of each `gpu.module`.
    pub(crate) units: Vec<DeviceCode>,
    /// The kernels by their index in `wl_launch`: the index of the `gpu.module`, and the index in it.
    pub(crate) kernels: Vec<(usize, u32)>,
    /// The target of the kernels.
    pub(crate) target: CodeTarget,
    /// The declared accesses of the kernels, if code logs its accesses.
    pub(crate) declared: DeclaredAccesses,
    /// The accesses that kernels report, if code logs them.
    pub(crate) accesses: ReportedAccesses,
    /// The entry.
    pub(crate) entry: HostEntry,
    places: Vec<Location>,
    /// The assertions of the host, by the number of their location.
    assertions: Vec<(u32, Op)>,
    /// The explanation of why work does not overlap, if it was requested.
    pub(crate) explanation: Option<Explanation>,
    /// The source location of the entry.
    pub(crate) entry_place: Span,
    /// The functions of the host with their symbols.
    entries: Vec<(String, String)>,
    /// Keeps the code of the host in memory.
    linked: Linked,
}

impl Compiled {
    /// Returns the source location of an operation number; that of the entry for work not requested by any
    /// operation.
    pub(crate) fn place(&self, op: u32) -> Span {
        self.places.get(op as usize).map_or(self.entry_place, |location| self.module.span(*location))
    }

    /// Returns the function of the host with this name.
    pub(crate) fn entry_named(&self, name: &str) -> Option<HostEntry> {
        let (_, symbol) = self.entries.iter().find(|(known, _)| known == name)?;
        self.linked.host(symbol)
    }

    /// Returns the names of the kernels that the program may launch.
    pub(crate) fn kernel_names(&self) -> impl Iterator<Item = String> {
        let used = self.kernels.iter().map(|(unit, kernel)| (&self.units[*unit], *kernel as usize));
        used.filter_map(|(unit, kernel)| Some(unit.image.kernels.get(kernel)?.display_name()))
    }

    /// Returns the function at the location of an operation number.
    pub(crate) fn function_at(&self, op: u32) -> Option<Op> {
        let location = *self.places.get(op as usize)?;
        live::functions(&self.module).find(|func| self.module.location(*func) == location)
    }

    /// Returns the diagnostic for a failed run. A failed assertion has its own message. For memory used outside
    /// of its lifetime, the schedule verifier has more precise information than the runtime.
    pub(crate) fn explain(&self, failure: &Failure, request: &Request<'_>) -> Diagnostic {
        let (span, message, mut notes) = self.cause(failure, request);
        notes.extend(rows::note(request.module, span, &message));
        let is_of_lifetimes = failure.error.call == "wl_free";
        let mistakes = if is_of_lifetimes { verify_schedule::mistakes(&self.module) } else { Vec::new() };
        let same = mistakes.into_iter().find(|found| found.span == span);
        let (severity, code, pass) = (Severity::Error, codes::RUNTIME, None);
        same.unwrap_or(Diagnostic { severity, code, pass, span, message, notes })
    }

    fn cause(&self, failure: &Failure, request: &Request<'_>) -> (Span, String, Vec<Note>) {
        let Failure { op, error } = failure;
        let found = error.assertion.as_deref();
        let span_of = |op| self.module.span(self.module.location(op));
        if let Some((report, op)) =
            error.report.as_ref().and_then(|report| Some((report, self.reported(report)?)))
        {
            let launch = self.launch(report, request.module);
            let message = launch.end(broken(&self.module, op, found, request));
            return (span_of(op), message, launch.note().into_iter().collect());
        }
        let asserted = self.assertions.iter().find(|(place, _)| place == op);
        if let Some((_, op)) = asserted.filter(|_| error.call == "wl_assert") {
            let message = broken(&self.module, *op, found, request);
            return (span_of(*op), message, Vec::new());
        }
        let stopped = error.report.as_deref().filter(|_| error.name == KERNEL_FAILED);
        if let Some(message) = stopped.and_then(|report| self.undeclared_size(report)) {
            return (self.place(*op), message, Vec::new());
        }
        let is_plain = [UNEQUAL_SHAPES, DAMAGED].contains(&error.call);
        let message = if is_plain { error.message.clone() } else { error.to_string() };
        (self.place(*op), message, Vec::new())
    }

    /// Returns the launch that a kernel report comes from.
    fn launch(&self, report: &KernelReport, source: &Module) -> FailedLaunch {
        match self.places.get(report.op as usize) {
            Some(location) => FailedLaunch::at(source, self.module.span(*location)),
            None => FailedLaunch::of_kernel(source, &report.kernel),
        }
    }

    /// Returns the message about a launch of other sizes than the kernel declares.
    fn undeclared_size(&self, report: &KernelReport) -> Option<String> {
        if FIRST_ASSERTION <= report.slot {
            return None;
        }
        let (table, kernel) = report.kernel.split_once("::")?;
        let table = self.module.find_symbol(self.module.root(), table)?;
        let kernel = self.module.find_symbol(table, kernel)?;
        let declared = |key: &str, what: &str| match self.module.attr_kind(self.module.attr(kernel, key)?) {
            AttrKind::DenseArray(_, sizes) => Some(format!("a {what} of {sizes:?}")),
            _ => None,
        };
        let sizes = [declared("known_block_size", "block"), declared("known_grid_size", "grid")];
        let sizes = sizes.into_iter().flatten().collect::<Vec<_>>().join(" and ");
        (!sizes.is_empty()).then(|| format!("expected {sizes}, as the kernel declares"))
    }

    /// Returns the assertion that a kernel reports.
    fn reported(&self, report: &KernelReport) -> Option<Op> {
        let number = report.slot.checked_sub(FIRST_ASSERTION)?;
        let is_reported = |unit: &&DeviceCode| {
            unit.image.kernels.iter().any(|kernel| kernel.display_name() == report.kernel)
        };
        let name = &self.units.iter().find(is_reported)?.module;
        let tables = device_modules(&self.module).into_iter();
        let mut tables = tables.filter(|table| self.module.symbol_name(*table) == Some(name));
        tables.find_map(|table| assertion(&self.module, table, number))
    }
}

/// Returns the message of a failed assertion: the index that is out of bounds, or the text of the assertion.
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
        _ if matches!(module.kind(op), OpKind::MemRef(MemRef::Alloca | MemRef::Alloc)) => {
            format!("it takes more than the {MAX_PRIVATE_BYTES} bytes that a thread may allocate at once")
        }
        _ if module.kind(op) == OpKind::Gpu(Gpu::Barrier) => {
            "divergent barrier: not all threads of the block get here".to_string()
        }
        _ => match (view.str(CHECK), view.attr(CHECK)) {
            (Some(problem), _) => with_number(problem, compared),
            (None, Some(_)) => view.str("msg").unwrap_or_default().to_string(),
            (None, None) => format!("assertion failed: {}", view.str("msg").unwrap_or_default()),
        },
    };
    match found.and_then(|found| found.thread) {
        Some(thread) => format!("{message}, in {thread}"),
        None => message,
    }
}

/// Returns the problem of a check with the first compared number in place of `{}`, or without the part that has it.
pub(crate) fn with_number(problem: &str, compared: Option<[i64; 2]>) -> String {
    match (problem.split_once("{}"), compared) {
        (Some((before, after)), Some([number, _])) => format!("{before}{number}{after}"),
        (Some((before, _)), None) => before.split(", but").next().unwrap_or(before).trim_end().to_string(),
        (None, _) => problem.to_string(),
    }
}

/// The target configuration of a compilation.
pub struct Form {
    /// The target of kernels.
    pub target: CodeTarget,
    /// Whether code logs its accesses, for the detector of races.
    pub logs: Logs,
    /// Whether the device has memory that the host cannot access.
    pub has_own_memory: bool,
}

impl Form {
    /// Returns that of a request for a target: what is not the host has memory of its own.
    pub fn of(request: &Request<'_>, target: CodeTarget) -> Self {
        let has_own_memory = target.backend.name() != CodeTarget::of_this_machine().backend.name();
        Self { target, logs: request.logs(), has_own_memory }
    }
}

/// The reason why a program was not compiled.
pub(crate) enum Refusal {
    /// The program has errors, which are among the diagnostics.
    Findings,
    /// A bug in warpline, which is already reported.
    Stop(Stop),
    /// The application has cancelled it.
    Cancelled,
}

impl Refusal {
    /// Returns the stop of the command, once the diagnostics are reported.
    pub(crate) fn stop(self, session: &mut Session) -> Stop {
        match self {
            Self::Stop(stop) => stop,
            Self::Findings => session.fail(Exit::Internal, "the backend failed without an error"),
            Self::Cancelled => session.fail(Exit::Interrupted, "cancelled"),
        }
    }
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

/// A program as code is made of it.
struct Lowered {
    module: Module,
    facts: Facts,
    /// The module with kernels that report their accesses, if code logs them.
    reporting: Option<Module>,
    /// The symbols of functions without a body that libraries define.
    foreign: Vec<String>,
    explanation: Option<Explanation>,
}

/// Runs all passes of a compilation for a device.
fn lower(
    session: &mut Session,
    request: &Request<'_>,
    form: &Form,
    findings: &mut Diagnostics,
) -> Result<Lowered, Refusal> {
    let (mut module, mut mutation) = (request.module.copy_with_room(), request.mutation);
    launched::check(&module, findings);
    findings.check()?;
    let compilation = compilation(request, form);
    let mut to_stages = |module: &mut Module, stages: RangeInclusive<Stage>, findings: &mut Diagnostics| {
        for (stage, ..) in Stage::ALL.iter().filter(|(stage, ..)| stages.contains(stage)) {
            let passes = compilation.passes_to(*stage);
            run_passes(session, request, module, passes, &mut mutation, findings)?;
            run_own(request, *stage, module, findings)?;
        }
        Ok::<(), Refusal>(())
    };
    to_stages(&mut module, Stage::Known..=Stage::Annotated, findings)?;
    if form.logs == Logs::On {
        for table in device_modules(&module) {
            module.set_attr(table, LOGS, Attr::UNIT);
        }
    }
    to_stages(&mut module, Stage::Host..=Stage::Placed, findings)?;
    let foreign = foreign_symbols(&module, request.libraries);
    if form.has_own_memory {
        reach::check(&module, &foreign, findings);
        findings.check()?;
    }
    if let Some(profile) = request.profile {
        profile.annotate(&mut module);
    }
    let explanation = request.explains.then(|| Explanation::of(&module, request, &form.target.target));
    to_stages(&mut module, Stage::Scheduled..=Stage::Scheduled, findings)?;
    if let Some(mutation) = mutation.filter(|mutation| mutation.is_in_code()) {
        mutation.spoil(&mut module);
    }
    let facts = steps::verify(session, request.source, &module)?;
    findings.append(kernels::remarks(session, &module, &form.target));
    let to_logs = compilation.passes_to(Stage::Logged);
    let reporting = if to_logs.steps.is_empty() {
        None
    } else {
        let mut reporting = module.clone();
        run_passes(session, request, &mut reporting, to_logs, &mut None, findings)?;
        Some(reporting)
    };
    Ok(Lowered { module, facts, reporting, foreign, explanation })
}

/// Returns the program of a compilation for a device at [`Stage::Scheduled`].
pub fn scheduled(session: &mut Session, request: &Request<'_>, form: &Form) -> Result<Module, Stop> {
    Ok(lower_alone(session, request, form)?.module)
}

/// Returns the requests of a compilation for a device to the kernel cache.
pub fn units(session: &mut Session, request: &Request<'_>, form: &Form) -> Result<Vec<Unit>, Stop> {
    let lowered = lower_alone(session, request, form)?;
    Ok(kernels::units(lowered.reporting.as_ref().unwrap_or(&lowered.module), &form.target))
}

/// Like [`lower`], and reports the diagnostics.
fn lower_alone(session: &mut Session, request: &Request<'_>, form: &Form) -> Result<Lowered, Stop> {
    let mut findings = session.diagnostics();
    let lowered = lower(session, request, form, &mut findings);
    steps::finish(session, request.source, &findings)?;
    lowered.map_err(|refusal| refusal.stop(session))
}

/// Compiles for a device. Diagnostics are collected, not reported; the caller reports them.
pub(crate) fn compile(
    session: &mut Session,
    request: &Request<'_>,
    form: &Form,
    findings: &mut Diagnostics,
) -> Result<Compiled, Refusal> {
    let Lowered { module, facts, reporting, foreign, explanation } = lower(session, request, form, findings)?;
    let name = request.module.symbol_name(request.interface.entry).unwrap_or_default().to_string();
    let device_code = reporting.as_ref().unwrap_or(&module);
    let timing = &mut session.timing;
    let code = timing.measure("Kernels", || kernels::compile(request.cache, device_code, &form.target));
    let emitted = code.and_then(|code| {
        let host = timing.measure("Host code", || host::compile(&module, &facts, form.logs, foreign))?;
        Ok((code, host))
    });
    let (units, host) = match emitted {
        Ok(emitted) => emitted,
        Err(errors) => {
            findings.append(errors);
            return Err(Refusal::Findings);
        }
    };
    let linked =
        link_host(&host, request.libraries).map_err(|message| session.fail(Exit::Internal, message))?;
    let kernels = kernel_table(&units, &host).map_err(|message| session.fail(Exit::Internal, message))?;
    let declared = match form.logs {
        Logs::On => declared_accesses(&module, &units),
        Logs::Off => DeclaredAccesses::default(),
    };
    let program = Program { tracks: tracked(&module), ..runtime_program(&module, &host) };
    let entry = host.entries.iter().find(|entry| entry.name == name);
    let entry = entry.and_then(|entry| linked.host(&entry.symbol));
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
        units,
        kernels,
        target: form.target.clone(),
        declared,
        accesses: reporting.as_ref().map(ReportedAccesses::of).unwrap_or_default(),
        entry,
        places,
        assertions,
        explanation,
        entry_place,
        entries: host.entries.into_iter().map(|entry| (entry.name, entry.symbol)).collect(),
        linked,
        module,
    })
}

/// Returns what the runtime has to know about memory, by what the code asks it.
fn tracked(module: &Module) -> Tracks {
    let asks = |kind: Rt| module.any_in(module.root(), |op| module.kind(op) == OpKind::Rt(kind));
    match (asks(Rt::Live), asks(Rt::Extent)) {
        (true, _) => Tracks::Lifetimes,
        (false, true) => Tracks::Blocks,
        (false, false) => Tracks::Nothing,
    }
}

/// Returns the compilation of a request for a device.
fn compilation(request: &Request<'_>, form: &Form) -> Arc<Compilation> {
    let choices = Choices {
        target: form.target.clone(),
        bounds: if request.traps { Bounds::Trap } else { Bounds::Off },
        graphs: request.graphs,
        limits: request.plan_limits(),
        logs_accesses: form.logs == Logs::On,
    };
    match request.compilations {
        Some(known) => known.with(&choices),
        None => Arc::new(Compilation::new(&choices)),
    }
}

/// Runs the passes of an application behind a stage, each with a verification.
fn run_own(
    request: &Request<'_>,
    stage: Stage,
    module: &mut Module,
    findings: &mut Diagnostics,
) -> Result<(), Refusal> {
    for step in request.own.iter().filter(|step| step.after == stage) {
        (step.run)(module, findings);
        findings.check()?;
        if let Err(found) = warpline_ir::verify::verify(module) {
            findings.append(found);
            let message = format!("pass '{}' of the application produced an invalid module", step.name);
            return Err(findings.error(codes::BROKEN_PASS, Span::default(), message).into());
        }
    }
    Ok(())
}

fn run_passes(
    session: &mut Session,
    request: &Request<'_>,
    module: &mut Module,
    pipeline: &Pipeline,
    mutation: &mut Option<&Mutation>,
    findings: &mut Diagnostics,
) -> Result<(), Refusal> {
    session.begin_passes(pipeline);
    for step in &pipeline.steps {
        if request.cancel.is_some_and(|cancel| cancel.load(Ordering::Acquire)) {
            return Err(Refusal::Cancelled);
        }
        let pass = step.pass.name;
        pipeline::run_step(step, module, findings, &mut session.timing)?;
        if let Some(mutation) = mutation.take_if(|mutation| mutation.is_behind(pass)) {
            mutation.spoil(module);
        }
    }
    findings.check()?;
    Ok(())
}

/// Returns the symbols of functions without a body that libraries define.
fn foreign_symbols(module: &Module, libraries: Option<&Libraries>) -> Vec<String> {
    let Some(libraries) = libraries else { return Vec::new() };
    let functions = module.ops_in(module.body()).into_iter();
    let declared =
        functions.filter(|op| module.kind(*op) == OpKind::Func(Func::Func) && module.entry(*op, 0).is_none());
    let symbols = declared.map(|function| host::foreign_symbol(module, function));
    symbols.filter(|symbol| libraries.address(symbol).is_some()).collect()
}

fn link_host(host: &HostProgram, libraries: Option<&Libraries>) -> Result<Linked, String> {
    let symbols = exec::abi::symbols();
    let own = |name: &str| symbols.iter().find(|(known, _)| *known == name).map(|(_, address)| *address);
    let address = |name: &str| own(name).or_else(|| libraries?.address(name));
    link(&host.functions, &[], &address).map_err(|error| error.to_string())
}

/// Returns the tables that `wl_global` and `wl_graph` index.
fn runtime_program(module: &Module, host: &HostProgram) -> Program {
    let is_constant = |name: &str| {
        let global = module.find_symbol(module.root(), name);
        global.is_some_and(|global| module.attr(global, "constant").is_some())
    };
    let globals = host.globals.iter().map(|global| Global {
        bytes: global.size,
        align: global.align,
        initial: global.bytes.clone(),
        is_constant: is_constant(&global.name),
    });
    Program { globals: globals.collect(), graphs: host.graphs.clone(), ..Program::default() }
}

/// Returns the table that `wl_launch` indexes: each kernel as the index of its `gpu.module`, and its index in that module.
fn kernel_table(units: &[DeviceCode], host: &HostProgram) -> Result<Vec<(usize, u32)>, String> {
    let find = |(module, name): &(String, String)| {
        let unit = units.iter().position(|unit| unit.module == *module);
        let found = unit.and_then(|unit| Some((unit, units[unit].image.kernel(name)?.0)));
        found.ok_or_else(|| format!("kernel '{module}::{name}' was not compiled"))
    };
    host.kernels.iter().map(find).collect()
}

/// Returns the declared accesses of all kernels.
fn declared_accesses(ir: &Module, units: &[DeviceCode]) -> DeclaredAccesses {
    let mut summaries = Summaries::default();
    let facts = units.iter().flat_map(|unit| &unit.image.kernels);
    let declared = facts.filter_map(|facts| {
        let kernel = find_kernel(ir, &facts.module, &facts.name)?;
        Some((facts.display_name(), declared::of_kernel(ir, &mut summaries, kernel)?))
    });
    declared.collect()
}

/// Returns the kernel with this name in a device module.
fn find_kernel(module: &Module, device_module: &str, name: &str) -> Option<Op> {
    let table = module.find_symbol(module.root(), device_module)?;
    module.find_symbol(table, name)
}
