//! Compiles a program for a device that host code of this machine drives: from a module to loaded code and the
//! runtime's tables.

use warpline_ir::artifact::{
    CHECK, Code, FIRST_ASSERTION, HostEntry, LOGS, NativeFunction, REPORT_VARIABLE, assertion,
};
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::kernels::device_modules;
use warpline_ir::{
    Attr, Diagnostic, Diagnostics, Func, Gpu, Location, MemRef, Module, Note, Op, OpKind, Reported, Severity,
    Span, Type, codes,
};
use warpline_passes::analysis::summary::Summaries;
use warpline_passes::pipeline::{self, Pipeline, Silent};
use warpline_passes::schedule::verify_schedule;
use warpline_runtime::driver::error::{DAMAGED, UNEQUAL_SHAPES};
use warpline_runtime::{
    Broken, DeviceImage, Failure, Global, Kernel, KernelCode, KernelReport, Libraries, OutOfBounds, Program,
    exec,
};

use super::failed_launch::FailedLaunch;
use super::kernels::DeviceCode;
use super::{Explanation, Mutation, Request, arrays, declared, kernels, launched, live, reach};
use crate::driver::backends::host::{self, HostProgram};
use crate::driver::backends::{CodeTarget, Linked, Logs, link};
use crate::driver::default_pipelines;
use crate::driver::session::{Exit, Session, Stop};

/// A program with its loaded code.
pub(crate) struct Compiled {
    /// The module after the passes.
    pub(crate) module: Module,
    /// Types of the entry's parameters.
    pub(crate) inputs: Vec<Type>,
    /// Types of its results.
    pub(crate) results: Vec<Type>,
    /// The program to load into the runtime.
    pub(crate) program: Program,
    /// The entry.
    pub(crate) entry: HostEntry,
    places: Vec<Location>,
    /// The assertions of the host, by the number of their location.
    assertions: Vec<(u32, Op)>,
    /// The explanation of why work does not overlap, if it was requested.
    pub(crate) explanation: Option<Explanation>,
    /// The source locations of lines of device images, by the numbers in [`DeviceImage`].
    pub(crate) text_places: Vec<Span>,
    /// The names of the compiled `gpu.module`s.
    device_modules: Vec<String>,
    /// The source location of the entry.
    pub(crate) entry_place: Span,
    /// Keeps the code in memory.
    _linked: Linked,
}

impl Compiled {
    /// Returns the source location of an operation number; that of the entry for work not requested by any
    /// operation.
    pub(crate) fn place(&self, op: u32) -> Span {
        self.places.get(op as usize).map_or(self.entry_place, |location| self.module.span(*location))
    }

    /// Returns the function at the location of an operation number.
    pub(crate) fn function_at(&self, op: u32) -> Option<Op> {
        let location = *self.places.get(op as usize)?;
        live::functions(&self.module).find(|func| self.module.location(*func) == location)
    }

    /// Returns the diagnostic for a failed run. A failed assertion has its own message. For memory used outside
    /// of its lifetime, the schedule verifier has more precise information than the runtime.
    pub(crate) fn explain(&self, failure: &Failure, request: &Request<'_>) -> Diagnostic {
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

    /// Returns the assertion that a kernel reports.
    fn reported(&self, report: &KernelReport) -> Option<Op> {
        let number = report.slot.checked_sub(FIRST_ASSERTION)?;
        let name = self.device_modules.get(report.module as usize)?;
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
        _ if module.kind(op) == OpKind::Gpu(Gpu::Barrier) => {
            "divergent barrier: not all threads of the block get here".to_string()
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

/// The target configuration of a compilation.
pub(crate) struct Form {
    /// The target of kernels.
    pub(crate) target: CodeTarget,
    /// Whether code logs its accesses, for the detector of races.
    pub(crate) logs: Logs,
    /// Whether the device has memory that the host cannot access.
    pub(crate) has_own_memory: bool,
}

/// The reason why a program was not compiled.
pub(crate) enum Refusal {
    /// The program has errors, which are among the diagnostics.
    Findings,
    /// A bug in warpline, which is already reported.
    Stop(Stop),
}

impl Refusal {
    /// Returns the stop of the command, once the diagnostics are reported.
    pub(crate) fn stop(self, session: &mut Session) -> Stop {
        match self {
            Self::Stop(stop) => stop,
            Self::Findings => session.fail(Exit::Internal, "the backend failed without an error"),
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

/// Compiles for a device. Diagnostics are collected, not reported; the caller reports them.
pub(crate) fn compile(
    session: &mut Session,
    request: &Request<'_>,
    form: &Form,
    findings: &mut Diagnostics,
) -> Result<Compiled, Refusal> {
    let (mut module, mut mutation) = (request.module.clone(), request.mutation);
    let name = module.symbol_name(request.interface.entry).unwrap_or_default().to_string();
    launched::check(&module, findings);
    findings.check()?;
    run_passes(session, &mut module, default_pipelines::DEVICE_PIPELINE, &mut mutation, findings)?;
    if request.traps {
        run_passes(session, &mut module, default_pipelines::RUNTIME_VERIFICATION, &mut mutation, findings)?;
    }
    let annotate = default_pipelines::annotate_kernels(&form.target.target);
    run_passes(session, &mut module, &annotate, &mut mutation, findings)?;
    if form.logs == Logs::On {
        for table in device_modules(&module) {
            module.set_attr(table, LOGS, Attr::UNIT);
        }
    }
    for text in [host::PIPELINE, &default_pipelines::place_buffers(&request.limits)] {
        run_passes(session, &mut module, text, &mut mutation, findings)?;
    }
    let foreign = foreign_symbols(&module, request.libraries);
    if form.has_own_memory {
        reach::check(&module, &foreign, findings);
        findings.check()?;
    }
    if let Some(profile) = request.profile {
        profile.annotate(&mut module);
    }
    let explanation = request.explains.then(|| Explanation::of(&module, request));
    let passes = default_pipelines::schedule_pipeline(request.graphs, &request.limits);
    run_passes(session, &mut module, &passes, &mut mutation, findings)?;
    if let Some(mutation) = mutation.filter(|mutation| mutation.is_in_code()) {
        mutation.spoil(&mut module);
    }
    let facts = default_pipelines::verify(session, request.source, &module)?;
    findings.append(kernels::remarks(session, &module, &form.target));
    let emitted = kernels::compile(request.cache, &module, &form.target).and_then(|code| {
        let host = host::compile(&module, &facts, form.logs, foreign)?;
        Ok((code, host))
    });
    let (code, host) = match emitted {
        Ok(emitted) => emitted,
        Err(errors) => {
            findings.append(errors);
            return Err(Refusal::Findings);
        }
    };
    let linked =
        load(&code, &host, request.libraries).map_err(|message| session.fail(Exit::Internal, message))?;
    let program = runtime_program(&module, &code, &host, &linked)
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
        text_places: code.iter().flat_map(|code| code.places.iter().copied()).collect(),
        device_modules: code.into_iter().map(|code| code.module).collect(),
        entry_place,
        _linked: linked,
        module,
    })
}

fn run_passes(
    session: &mut Session,
    module: &mut Module,
    text: &str,
    mutation: &mut Option<&Mutation>,
    findings: &mut Diagnostics,
) -> Result<(), Refusal> {
    if text.is_empty() {
        return Ok(());
    }
    for step in default_pipelines::parse_pipeline(session, text)?.steps {
        let pass = step.pass.name;
        pipeline::run(&Pipeline { steps: vec![step] }, module, findings, &mut Silent)?;
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

fn load(code: &[DeviceCode], host: &HostProgram, libraries: Option<&Libraries>) -> Result<Linked, String> {
    let mut functions: Vec<NativeFunction> = host.functions.clone();
    for code in code {
        match &code.image.code {
            Code::Native(native) => functions.extend(native.iter().cloned()),
            // The driver loads it.
            Code::Text(_) | Code::Bytes(_) => {}
        }
    }
    let symbols = exec::abi::symbols();
    let own = |name: &str| symbols.iter().find(|(known, _)| *known == name).map(|(_, address)| *address);
    let address = |name: &str| own(name).or_else(|| libraries?.address(name));
    link(&functions, &address).map_err(|error| error.to_string())
}

/// Returns the tables that `wl_launch`, `wl_global` and `wl_graph` index.
fn runtime_program(
    ir: &Module,
    code: &[DeviceCode],
    host: &HostProgram,
    linked: &Linked,
) -> Result<Program, String> {
    let mut summaries = Summaries::default();
    let mut kernels = Vec::new();
    for (module, name) in &host.kernels {
        let missing = || format!("kernel '{module}::{name}' was not compiled");
        let index = code.iter().position(|code| code.module == *module).ok_or_else(missing)?;
        let image = &code[index].image;
        let number = image.kernels.iter().position(|kernel| kernel.name == *name).ok_or_else(missing)?;
        let info = &image.kernels[number];
        let code = match &image.code {
            Code::Native(_) => KernelCode::Native(linked.kernel(&info.symbol).ok_or_else(missing)?),
            Code::Text(_) | Code::Bytes(_) => KernelCode::Symbol {
                image: index,
                name: info.symbol.clone(),
                n_params: info.n_params as usize,
                number: number as u64 + 1,
            },
        };
        kernels.push(Kernel {
            name: if module == name { name.clone() } else { format!("{module}::{name}") },
            code,
            scratch_bytes: info.scratch_bytes,
            module: index as u32,
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
    let (mut images, mut n_places) = (Vec::new(), 0);
    for (index, code) in code.iter().enumerate() {
        let bytes = match &code.image.code {
            Code::Native(_) => None,
            Code::Text(text) => Some(text.clone().into_bytes()),
            Code::Bytes(bytes) => Some(bytes.clone()),
        };
        if let Some(bytes) = bytes {
            let places = code.image.lines.iter().map(|(line, op)| (*line, n_places + op)).collect();
            let has_report = has_report(&code.image.code);
            let (module, formats) = (index as u32, code.image.formats.clone());
            images.push(DeviceImage { code: bytes, module, places, has_report, formats });
        }
        n_places += code.places.len() as u32;
    }
    Ok(Program { kernels, globals: globals.collect(), graphs: host.graphs.clone(), images })
}

/// Whether the code of a device defines [`REPORT_VARIABLE`].
fn has_report(code: &Code) -> bool {
    match code {
        Code::Native(_) => false,
        Code::Text(text) => {
            let declares =
                |line: &str| line.starts_with(".visible .global") && line.contains(REPORT_VARIABLE);
            text.lines().any(declares)
        }
        Code::Bytes(bytes) => {
            // A string table of ELF has a zero before and after each name.
            let name = format!("\0{REPORT_VARIABLE}\0");
            bytes.windows(name.len()).any(|window| window == name.as_bytes())
        }
    }
}

/// Returns the kernel with this name in a device module.
fn find_kernel(module: &Module, device_module: &str, name: &str) -> Option<Op> {
    let table = module.find_symbol(module.root(), device_module)?;
    module.find_symbol(table, name)
}
