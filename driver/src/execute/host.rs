//! Executes compiled host code on a device: inputs become buffers of a run, the code is called, results are
//! read back, and errors are mapped to source locations.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::{Duration, Instant};

use warpline_ir::artifact::{Param, params_of};
use warpline_ir::types::identity_strides;
use warpline_ir::{DYNAMIC, Diagnostic, Diagnostics, Gpu, Module, Note, OpKind, Severity, Span, Type, codes};
use warpline_runtime::cache::Context;
use warpline_runtime::crash::Guard;
use warpline_runtime::driver::error::{TextDiagnostic, TextSeverity};
use warpline_runtime::exec;
use warpline_runtime::{
    DetectingDevice, Device, DeviceError, Failure, Faults, FaultyDevice, Observer, Run, Stats, Trace,
};

use super::adapter::places;
use super::interp::{self, Inner};
use super::live;
use super::modules::{self, Unloadable};
use super::program::Compiled;
use super::races::ParallelLoops;
use super::timeline::Timeline;
use super::{Execution, Races, Request, crash_report, races};
use crate::host_memory;
use crate::profile::Samples;
use crate::report::report;
use crate::session::{Exit, Session, Stop};
use crate::values::{Array, ArrayType};

/// The device that runs a program, with its instruments.
pub(crate) struct Machine {
    /// The device.
    pub(crate) device: Arc<dyn Device>,
    /// The recorder of the device's commands.
    pub(crate) trace: Option<Arc<Trace>>,
    /// The device, if it detects races.
    pub(crate) detector: Option<Arc<DetectingDevice>>,
    /// The modules that the device has loaded, if it outlives the run.
    pub(crate) context: Option<Context>,
}

/// The device of a run as the session and the request wrap it, and the modules that it has loaded.
struct Setup {
    device: Arc<dyn Device>,
    observer: Option<Arc<dyn Observer>>,
    context: Context,
    /// Whether the context outlives the run.
    is_kept: bool,
    n_modules_before: u64,
}

/// The outcome of one run.
struct Done {
    run: Run,
    called: Result<Values, String>,
    stats: Stats,
    time: Duration,
}

impl Setup {
    fn new(session: &Session, request: &Request<'_>, compiled: &Compiled, machine: Machine) -> Self {
        let Machine { device, detector, context, .. } = machine;
        let observer = detector.map(|detector| detector as Arc<dyn Observer>);
        let (device, observer) = match &session.wrapper {
            Some(wrapper) => (wrapper.0)(device),
            None => (device, observer),
        };
        let device: Arc<dyn Device> = Arc::new(FaultyDevice::new(device, request.injected.0));
        let kept = context.filter(|_| session.wrapper.is_none() && request.injected.0 == Faults::None);
        let (is_kept, n_modules_before) = (kept.is_some(), device.counters().modules);
        let context = kept.unwrap_or_else(|| {
            let limits = request.context_limits;
            modules::context(request.cache, Arc::clone(&device), limits, compiled.declared.clone())
        });
        Self { device, observer, context, is_kept, n_modules_before }
    }

    /// Runs the program from its start. Warnings of the driver's compiler are findings.
    fn run(
        &self,
        session: &mut Session,
        request: &Request<'_>,
        compiled: &Compiled,
        findings: &mut Diagnostics,
    ) -> Result<Done, Stop> {
        let started = Instant::now();
        let held = match compiled.hold(&self.context) {
            Ok(held) => held,
            Err(Unloadable { unit, error }) => {
                return Err(refuse(session, request, compiled, Some(unit), &error));
            }
        };
        for (unit, module) in held.modules.iter().enumerate() {
            for warning in self.device.warnings(module.id) {
                findings.push(text_diagnostic(&warning, compiled, Some(unit)));
            }
        }
        let device = Arc::clone(&self.device);
        let run = Run::with_modules(device, &compiled.program, held.modules, held.kernels);
        let mut run = run.map_err(|error| refuse(session, request, compiled, None, &error))?;
        if let Some(observer) = &self.observer {
            run.observe(Arc::clone(observer));
        }
        run.limit_host_memory(request.max_host_memory.map_or_else(host_memory::limit, NonZeroU64::get));
        if let Some(bytes) = request.limits.max_device_memory {
            run.limit_memory(bytes.get());
        }
        let called = call(&mut run, request.inputs, &request.interface.results, compiled);
        let stats = run.finish();
        Ok(Done { run, called, stats, time: started.elapsed() })
    }

    /// Unloads the modules and closes the device, unless they are kept. Returns the number of modules that are still
    /// loaded, and the first error.
    fn close(self) -> (u64, Option<Failure>) {
        if self.is_kept {
            // It may be of a module of another program.
            let _ = self.context.take_unload_failure();
            return (0, None);
        }
        // The run has released its modules.
        let _ = self.context.close();
        let n_left = self.device.counters().modules.saturating_sub(self.n_modules_before);
        let failure = self.context.take_unload_failure();
        let failure = self.device.close().err().filter(|_| failure.is_none()).or(failure);
        (n_left, failure.map(|error| Failure { op: exec::NO_OP, error }))
    }
}

/// The runs of a program.
struct Repeated {
    /// The last one.
    done: Done,
    /// The program that was executed in place of the first one.
    retreated: Option<Compiled>,
    /// By run.
    times: Vec<Duration>,
}

/// Runs a program as often as the request says, or until it fails. Warnings of the first run are findings.
fn repeat(
    session: &mut Session,
    request: &Request<'_>,
    compiled: &Compiled,
    (setup, retreat): (&Setup, impl FnOnce(&mut Session) -> Option<Compiled>),
    findings: &mut Diagnostics,
) -> Result<Repeated, Stop> {
    let (mut retreat, mut retreated, mut times) = (Some(retreat), None, Vec::new());
    loop {
        let mut warnings = Diagnostics::new();
        let compiled = retreated.as_ref().unwrap_or(compiled);
        let done = setup.run(session, request, compiled, &mut warnings)?;
        // The program may have no other plan.
        let retreat = retreat.take_if(|_| may_retreat(request, &done.run));
        if let Some(other) = retreat.and_then(|retreat| retreat(session)) {
            retreated = Some(other);
            continue;
        }
        if times.is_empty() {
            findings.append(warnings);
        }
        times.push(done.time);
        if done.run.failure().is_some() || request.n_runs <= times.len() {
            return Ok(Repeated { done, retreated, times });
        }
    }
}

/// Executes a compiled program, as often as the request says. If the memory of the device does not suffice, it runs from
/// its start once more, as `retreat` compiles it for the least memory.
pub(crate) fn execute(
    session: &mut Session,
    request: &Request<'_>,
    compiled: &Compiled,
    machine: Machine,
    retreat: impl FnOnce(&mut Session) -> Option<Compiled>,
) -> Result<Execution, Stop> {
    session.begin_running(request.deadline)?;
    let (trace, detector) = (machine.trace.clone(), machine.detector.clone());
    let setup = Setup::new(session, request, compiled, machine);
    let mut findings = Diagnostics::new();
    let guard = guard(session, request, compiled);
    let Repeated { done, retreated, times } =
        repeat(session, request, compiled, (&setup, retreat), &mut findings)?;
    let Done { run, called, mut stats, .. } = done;
    let compiled = retreated.as_ref().unwrap_or(compiled);
    drop(guard);
    let (n_modules_left, unload_failure) = setup.close();
    stats.leaked.modules = n_modules_left;
    session.end_running();
    let failure = run.failure().cloned().or(unload_failure);
    let is_over_limit = failure.as_ref().is_some_and(|failure| failure.error.name == exec::MEMORY_LIMIT);
    let is_out_of_memory = failure.as_ref().is_some_and(|failure| is_out_of_memory(&failure.error));
    if let Some(failure) = &failure {
        let mut found = compiled.explain(failure, request);
        if is_over_limit {
            found.code = codes::DEVICE_MEMORY;
        }
        if is_over_limit || is_out_of_memory {
            found.notes = live::notes(&run, compiled);
        }
        findings.push(found);
    }
    for found in detector.iter().flat_map(|detector| detector.undeclared()) {
        findings.push(races::undeclared(&found, compiled));
    }
    let races = detector.map(|detector| detect(&detector, request, compiled, &mut findings));
    let unfreed = run.unfreed().iter().map(|buffer| (compiled.place(buffer.op), buffer.bytes));
    findings.append(unfreed_buffers(unfreed));
    for op in run.unended() {
        findings.push(unended_stream(compiled.place(*op)));
    }
    let empty = run.empty_launches().iter().map(|op| compiled.place(*op));
    findings.append(empty_launches(request.module, empty));
    report(session, request.source, &findings);
    let has_failed = findings.has_errors();
    let printed = run.output().to_string();
    session.err.push_str(run.error_output());
    let (results, arguments) = match called {
        Ok(values) => values,
        Err(_) if has_failed => Default::default(),
        Err(message) => return Err(session.fail(Exit::Failed, message)),
    };
    Ok(Execution {
        results,
        arguments,
        printed,
        samples: trace
            .as_ref()
            .filter(|_| request.measured.samples)
            .map(|trace| Samples::of(&trace.record())),
        trace: trace
            .filter(|_| request.measured.trace)
            .map(|trace| timeline(&trace, request, compiled, &stats)),
        explanation: compiled.explanation.clone(),
        stats: Some(stats),
        is_interpreted: false,
        times,
        races,
        failed: has_failed.then(|| exit(&findings, is_over_limit || is_out_of_memory)),
    })
}

/// Guards the runs of a program in a process of its own; making the guard takes longer than a short run.
fn guard(session: &Session, request: &Request<'_>, compiled: &Compiled) -> Option<Guard> {
    session.is_process.then(|| {
        let name = request.module.symbol_name(request.interface.entry).unwrap_or_default();
        let kernels: Vec<String> = compiled.kernel_names().collect();
        crash_report::guard(session.format, name, &request.source.name, &kernels)
    })
}

/// Adds the races between operations and between threads, and, if the run succeeded, those that only the interpreter sees.
fn detect(
    detector: &DetectingDevice,
    request: &Request<'_>,
    compiled: &Compiled,
    findings: &mut Diagnostics,
) -> Races {
    let has_failed = findings.has_errors();
    let (races, of_threads) = (detector.races(), detector.thread_races());
    for race in &races {
        findings.push(races::finding(race, compiled));
    }
    let loops = ParallelLoops::of(request.module);
    let is_all_seen = compiled.accesses.are_all && !loops.any;
    let is_clear = races.is_empty() && !has_failed && request.mutation.is_none();
    let inner = (is_clear && !is_all_seen).then(|| interp::find_race(request));
    if let Some(Inner::Race(diagnostic)) = inner {
        // It names the iterations of a loop, of which the device makes threads.
        findings.push(*diagnostic);
        return Races { n_found: 1, unseen: None };
    }
    for race in &of_threads {
        findings.push(races::of_threads(race, compiled, request));
    }
    let unseen = match inner {
        _ if has_failed => Some("the run failed".to_string()),
        None if is_all_seen => None,
        None => Some("the run failed".to_string()),
        Some(Inner::Unseen(reason)) => Some(reason),
        Some(_) => loops.unseen.map(str::to_string),
    };
    if let (Some(reason), true) = (&unseen, is_clear) {
        findings.push(races::unseen(reason, request));
    }
    Races { n_found: races.len() + of_threads.len(), unseen }
}

/// Whether an allocation failed.
fn is_out_of_memory(error: &DeviceError) -> bool {
    error.name == exec::HOST_MEMORY_LIMIT || error.is_out_of_memory()
}

/// Whether a run may start again on one stream: the device had too little memory, and nothing of the run was seen.
fn may_retreat(request: &Request<'_>, run: &Run) -> bool {
    if !run.failure().is_some_and(|failure| failure.error.is_out_of_memory()) {
        return false;
    }
    let has_plan = request.limits.max_streams.is_none_or(|most| 1 < most.get());
    let module = request.module;
    let prints = module.any_in(module.root(), |op| module.kind(op) == OpKind::Gpu(Gpu::Printf));
    let is_quiet = run.output().is_empty() && run.error_output().is_empty() && request.libraries.is_none();
    let is_recorded = request.measured.trace || request.measured.samples;
    has_plan && is_quiet && !prints && !is_recorded
}

/// Returns the exit code after errors.
fn exit(findings: &Diagnostics, is_over_limit: bool) -> Exit {
    match (is_our_fault(findings), is_over_limit) {
        (true, _) => Exit::Internal,
        (false, true) => Exit::Limit,
        (false, false) => Exit::Failed,
    }
}

/// Whether a kernel failed because of a bug in warpline.
fn is_our_fault(findings: &Diagnostics) -> bool {
    findings.iter().any(|found| found.code == codes::SUMMARY)
}

/// Returns the timeline of a finished run.
fn timeline(trace: &Trace, request: &Request<'_>, compiled: &Compiled, stats: &Stats) -> String {
    Timeline::new(&trace.record(), &|op| compiled.place(op), request.source).json(&stats.device)
}

/// Reports the reason why a device rejects a program.
fn refuse(
    session: &mut Session,
    request: &Request<'_>,
    compiled: &Compiled,
    unit: Option<usize>,
    error: &DeviceError,
) -> Stop {
    let found = error.refusal.as_ref().map(|refusal| refusal.diagnostics.as_slice()).unwrap_or_default();
    if error.is_of_old_driver() {
        let messages: Vec<&str> = found.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
        let message = format!("the driver is too old for this program: {}", messages.join("; "));
        return session.fail(Exit::Missing, message);
    }
    let mut findings = Diagnostics::new();
    // A diagnostic about the whole text only repeats that there is an error somewhere.
    for diagnostic in found.iter().filter(|diagnostic| diagnostic.line.is_some()) {
        findings.push(text_diagnostic(diagnostic, compiled, unit));
    }
    let is_ours = findings.has_errors();
    if !is_ours {
        let message = format!("the program cannot be loaded: {error}");
        findings.error(codes::RUNTIME, compiled.entry_place, message);
    }
    report(session, request.source, &findings);
    Stop(if is_ours { Exit::Internal } else { Exit::Failed })
}

/// Maps a diagnostic of the driver's compiler to the operation that the line of the text comes from.
fn text_diagnostic(diagnostic: &TextDiagnostic, compiled: &Compiled, unit: Option<usize>) -> Diagnostic {
    let severity = match diagnostic.severity {
        TextSeverity::Warning => Severity::Warning,
        TextSeverity::Error | TextSeverity::Fatal => Severity::Error,
    };
    let places = unit.and_then(|unit| compiled.units.get(unit)).map(|unit| &unit.places);
    let place = diagnostic.place.and_then(|place| places?.get(place as usize));
    let line = diagnostic.line.map(|line| Note {
        span: None,
        message: format!("line {line} of the text for the driver: {}", diagnostic.written),
    });
    Diagnostic {
        severity,
        code: codes::REFUSED,
        pass: None,
        span: place.copied().unwrap_or(compiled.entry_place),
        message: format!("the driver's compiler reports: {}", diagnostic.message),
        notes: line.into_iter().collect(),
    }
}

/// Returns the diagnostic for a stream that the program did not destroy.
pub(crate) fn unended_stream(span: Span) -> Diagnostic {
    remark(span, "a stream created here is never destroyed".to_string())
}

/// The maximum number of buffers that are named which a program does not free.
const MAX_UNFREED: usize = 8;

/// Returns the diagnostics for the buffers of the program that are neither freed nor returned: the places of their
/// allocations, and their bytes.
pub(crate) fn unfreed_buffers(mut buffers: impl Iterator<Item = (Span, u64)>) -> Diagnostics {
    let mut findings = Diagnostics::new();
    for (span, bytes) in buffers.by_ref().take(MAX_UNFREED) {
        let message = "allocated here is neither freed nor returned by the program";
        findings.push(remark(span, format!("a buffer of {bytes} bytes {message}")));
    }
    let others: Vec<(Span, u64)> = buffers.collect();
    if let Some((span, _)) = others.first() {
        let (n, bytes) = (others.len(), others.iter().map(|(_, bytes)| bytes).sum::<u64>());
        let message =
            format!("{n} more buffers, of {bytes} bytes, are neither freed nor returned; the first is this");
        findings.push(remark(*span, message));
    }
    findings
}

/// Returns the diagnostics for launches of the program at these places that had no blocks or no threads. A loop without
/// iterations that became a launch is none of them.
pub(crate) fn empty_launches(module: &Module, places: impl Iterator<Item = Span>) -> Diagnostics {
    let mut findings = Diagnostics::new();
    let is_launch = |span: &Span| {
        module.walk(module.root()).into_iter().any(|op| {
            matches!(module.kind(op), OpKind::Gpu(Gpu::Launch | Gpu::LaunchFunc))
                && module.span(module.location(op)) == *span
        })
    };
    for span in places.filter(is_launch) {
        let message = "the launch has no blocks or no threads: it is skipped";
        findings.push(remark(span, message.to_string()));
    }
    findings
}

fn remark(span: Span, message: String) -> Diagnostic {
    let (severity, code) = (Severity::Remark, codes::RUNTIME);
    Diagnostic { severity, code, pass: None, span, message, notes: Vec::new() }
}

/// The results of a call, and its arguments after it.
type Values = (Vec<Array>, Vec<Array>);

/// Calls the entry, and returns results and arguments. An error text is used only if the run has no failure.
pub(crate) fn call(
    run: &mut Run,
    inputs: &[Array],
    results: &[ArrayType],
    compiled: &Compiled,
) -> Result<Values, String> {
    let module = &compiled.module;
    let mut slots = Vec::new();
    let mut addresses = Vec::new();
    for (array, ty) in inputs.iter().zip(&compiled.inputs) {
        let address = place_input(run, array, *ty, module)?;
        slots.extend(argument_slots(module, *ty, array, address)?);
        addresses.push(address);
    }
    let n_slots =
        compiled.results.iter().map(|ty| params_of(module, *ty).map_or(0, |params| params.len())).sum();
    let mut out = vec![0u64; n_slots];
    if run.call(compiled.entry, &slots, &mut out) != 0 {
        return Err("the program failed".to_string());
    }
    let results = read_results(run, results, &compiled.results, module, &out)?;
    let arguments = inputs.iter().zip(&addresses).map(|(array, address)| read_argument(run, array, *address));
    let arguments = arguments.collect();
    release(run, &compiled.results, module, &out);
    Ok((results, arguments))
}

/// Copies the results of a call of any function out of a run.
pub(crate) fn results(
    run: &mut Run,
    wanted: &[ArrayType],
    types: &[Type],
    module: &Module,
    slots: &[u64],
) -> Result<Vec<Array>, String> {
    let results = read_results(run, wanted, types, module, slots)?;
    release(run, types, module, slots);
    Ok(results)
}

/// Returns the address of an input's buffer; 0 for a scalar.
fn place_input(run: &mut Run, array: &Array, ty: Type, module: &Module) -> Result<u64, String> {
    if !module.is_memref(ty) {
        return Ok(0);
    }
    place_bytes(run, &array.bytes).map_err(|error| error.to_string())
}

/// Returns the address of a new buffer with these bytes, which the run frees.
pub(crate) fn place_bytes(run: &mut Run, contents: &[u8]) -> Result<u64, DeviceError> {
    let address = run.input_buffer(contents.len() as u64)?;
    if let Some(bytes) = run.bytes_mut(address) {
        bytes.copy_from_slice(contents);
    }
    Ok(address)
}

fn argument_slots(module: &Module, ty: Type, array: &Array, address: u64) -> Result<Vec<u64>, String> {
    let params = params_of(module, ty).ok_or("a parameter has a type that cannot be passed")?;
    let rank = module.shape(ty).filter(|_| module.is_memref(ty)).map_or(0, <[i64]>::len);
    let shape: Vec<i64> = array.shape.iter().take(rank).map(|size| *size as i64).collect();
    let strides = identity_strides(&shape);
    if let Some((offset, wanted)) = module.strides(ty) {
        let fits = wanted.iter().zip(&strides).all(|(wanted, stride)| *wanted == DYNAMIC || wanted == stride);
        if !fits || !matches!(offset, 0 | DYNAMIC) {
            return Err(
                "a parameter has a layout that is not row-major; pass a buffer and take a part of it"
                    .to_string(),
            );
        }
    }
    let slot = |param: &Param| match param {
        Param::Scalar(_) => array.bits().next().unwrap_or_default() as u64,
        Param::Pointer(_) => address,
        Param::Size(dimension) => shape[*dimension as usize] as u64,
        Param::Stride(dimension) => strides[*dimension as usize] as u64,
    };
    Ok(params.iter().map(slot).collect())
}

fn read_argument(run: &mut Run, before: &Array, address: u64) -> Array {
    let bytes = if address == 0 { None } else { run.bytes_mut(address).map(|bytes| bytes.to_vec()) };
    Array { bytes: bytes.unwrap_or_else(|| before.bytes.clone()), ..before.clone() }
}

fn read_results(
    run: &mut Run,
    wanted: &[ArrayType],
    types: &[Type],
    module: &Module,
    slots: &[u64],
) -> Result<Vec<Array>, String> {
    let mut rest = slots;
    let mut results = Vec::new();
    for (index, (ty, wanted)) in types.iter().zip(wanted).enumerate() {
        let params = params_of(module, *ty).ok_or(format!("result {index} cannot be passed"))?;
        let (mine, others) = rest.split_at(params.len());
        rest = others;
        let array = if wanted.is_buffer() {
            read_buffer(run, module, *ty, wanted, mine)
        } else {
            Ok(Array::scalar(wanted.element, mine[0].into()))
        };
        results.push(array.map_err(|message| format!("result {index}: {message}"))?);
    }
    Ok(results)
}

/// Gathers the elements of a returned buffer.
fn read_buffer(
    run: &mut Run,
    module: &Module,
    ty: Type,
    wanted: &ArrayType,
    slots: &[u64],
) -> Result<Array, String> {
    let (_, strides) = module.strides(ty).ok_or("the layout is not strided")?;
    let shape = module.shape(ty).unwrap_or_default();
    let mut dynamic = slots[1..].iter();
    let mut known = |value: i64| {
        if value == DYNAMIC { dynamic.next().copied().unwrap_or_default() as i64 } else { value }
    };
    let shape: Vec<i64> = shape.iter().map(|size| known(*size)).collect();
    let strides: Vec<i64> = strides.iter().map(|stride| known(*stride)).collect();
    let array = |bytes: Vec<u8>| {
        let outer = shape.iter().map(|size| *size as u64);
        Array::new(outer.chain(wanted.inner_sizes()).collect(), wanted.element, bytes)
    };
    if shape.contains(&0) {
        return Ok(array(Vec::new()));
    }
    let bytes = run.contents(slots[0]).map_err(|error| error.to_string())?;
    let mut bytes = bytes.ok_or("it does not begin in a buffer of the program")?;
    let size = wanted.element.bytes() * wanted.inner_sizes().product::<u64>() as usize;
    let n = shape.iter().try_fold(1usize, |n, size| n.checked_mul(usize::try_from(*size).ok()?));
    let n_bytes = n.and_then(|n| n.checked_mul(size));
    // A view may have an element many times.
    let is_small = |n_bytes: &usize| *n_bytes <= bytes.len() || run.has_room(*n_bytes as u64);
    let n_bytes = n_bytes.filter(is_small);
    let n_bytes = n_bytes.ok_or("it is larger than the limit of host memory")?;
    let bytes = if strides == identity_strides(&shape) {
        if bytes.len() < n_bytes {
            return Err("it is larger than its buffer".to_string());
        }
        bytes.truncate(n_bytes);
        bytes
    } else {
        gather(&bytes, &shape, &strides, size, n_bytes).ok_or("it is larger than its buffer")?
    };
    Ok(array(bytes))
}

fn gather(bytes: &[u8], shape: &[i64], strides: &[i64], size: usize, n_bytes: usize) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    out.try_reserve_exact(n_bytes).ok()?;
    for place in places(shape, strides) {
        let first = usize::try_from(place).ok()? * size;
        out.extend_from_slice(bytes.get(first..first + size)?);
    }
    Some(out)
}

/// Removes the returned buffers from the run, so that they do not count as leaks.
fn release(run: &mut Run, types: &[Type], module: &Module, slots: &[u64]) {
    let mut at = 0;
    for ty in types {
        let n = params_of(module, *ty).map_or(0, |params| params.len());
        if module.is_memref(*ty) {
            drop(run.take_buffer(slots[at]));
        }
        at += n;
    }
}
