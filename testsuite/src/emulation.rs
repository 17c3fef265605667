//! Runs the programs of cases with their launches on a test device, and compares the results with those of the
//! reference interpreter.

use crate::device::emulated::{ENDLESS, EmulatedDevice, NOT_MODELLED, RecordedLaunch};
use crate::generator::share;
use crate::programs::{CaseProgram, agree, programs, sorted};
use crate::random_kernels;
use crate::stages;
use std::sync::{Arc, Mutex};
use warpline::backends::CodeTarget;
use warpline::compilation::Stage;
use warpline::steps;
use warpline_cli::{Exit, Session, SourceFile, Wrapper, cli};
use warpline_ir::artifact::Object;
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::{Builder, Diagnostics, Gpu, MemRef, Module, Op, OpKind, Place};
use warpline_passes::backend::Emit;
use warpline_passes::pipeline::{self, Silent};
use warpline_runtime::{Device, Observer};

/// One of so many cases is run, unless all are.
const SHARE: usize = 3;

fn execute(text: &str, args: &[String], wrapper: Option<Wrapper>) -> (Exit, Session) {
    let source = SourceFile { name: "case.mlir".to_string(), text: text.to_string() };
    let mut session = Session { wrapper, ..Session::with_stdin(source) };
    let exit = cli::execute(args, &mut session);
    (exit, session)
}

fn run(program: &CaseProgram, text: &str, device: &str, wrapper: Option<Wrapper>) -> (Exit, Session) {
    // The device launches kernels one by one, including those of a task graph.
    let args = ["warpline", "run", device, "--graphs=never", "--diagnostics=short"].map(str::to_string);
    let args: Vec<String> = args.into_iter().chain(program.args.iter().cloned()).collect();
    execute(text, &args, wrapper)
}

/// Returns the module after passes.
fn lowered(program: &CaseProgram, passes: &str) -> Result<Module, String> {
    let mut module = steps::check(&program.text, false).module;
    let mut findings = Diagnostics::new();
    let pipeline = pipeline::parse(passes, &mut findings).map_err(|_| first(&findings))?;
    pipeline::run(&pipeline, &mut module, &mut findings, &mut Silent).map_err(|_| first(&findings))?;
    Ok(module)
}

/// Returns the program for the host part, which issues launches as they are for the target: with kernels if these are not those
/// of the CPU.
fn for_host(program: &CaseProgram, target: &str) -> String {
    let kernels = |target: &str| {
        let module = lowered(program, &stages::text(target, Stage::Kernels..=Stage::Kernels)).ok()?;
        Some(print(&module, &PrintOptions::default()))
    };
    match (kernels("cpu"), kernels(target)) {
        (Some(of_cpu), Some(of_target)) if of_cpu != of_target => of_target,
        _ => program.text.clone(),
    }
}

/// Returns the program with kernels that only access their arguments, for the host part where the CPU has no
/// code for operations of a kernel.
fn without_kernels(program: &CaseProgram, target: &str) -> Result<String, String> {
    let mut module = lowered(program, &stages::text(target, Stage::Kernels..=Stage::Kernels))?;
    for op in module.walk(module.root()) {
        if module.kind(op) == OpKind::Gpu(Gpu::Func) {
            empty_kernel(&mut module, op);
        }
    }
    Ok(print(&module, &PrintOptions::default()))
}

/// Whether functions may be approximated.
fn may_approximate(program: &CaseProgram) -> bool {
    ["afn", "<fast>"].iter().any(|flag| program.text.contains(flag))
}

/// Compiles the kernels.
pub(crate) fn kernels(program: &CaseProgram, target: &str) -> Result<Object, String> {
    let module = lowered(program, &stages::to_code(target))?;
    let target = CodeTarget::find(target).ok_or("there is no such chip")?;
    let facts = warpline_ir::verify::verify(&module).map_err(|errors| first(&errors))?;
    let tables = warpline_ir::kernels::device_modules(&module);
    let object = target.backend.emit(&module, &facts, &tables, &target.target, Emit::Code);
    object.map_err(|errors| first(&errors))
}

/// Checks on the reference interpreter that the program has the same results after the passes of the backend,
/// on pointers.
fn after_passes(program: &CaseProgram, target: &str, reference: &str) -> Result<(), String> {
    let passes = stages::to_code(target);
    let tolerance = if may_approximate(program) { 1e-5 } else { 0.0 };
    let interpret = |passes: &str| {
        let module = lowered(program, passes).ok()?;
        Some(run(program, &print(&module, &PrintOptions::default()), "--device=interp", None))
    };
    let Some((exit, session)) = interpret(&passes) else { return Ok(()) };
    if exit != Exit::Success {
        return Err(format!("behind the passes of the backend: {}", session.err.trim()));
    }
    let is_same = |reference: &str| {
        agree(reference, &session.out, tolerance) || sorted(reference) == sorted(&session.out)
    };
    // A run shows the arguments that it may write to, of which fewer are left where the host's calls are inlined.
    if is_same(reference) || interpret("inline").is_some_and(|(_, inlined)| is_same(&inlined.out)) {
        return Ok(());
    }
    Err(format!("behind the passes of the backend: expected\n{reference}but found\n{}", session.out))
}

/// Replaces the body of a kernel by a load and a store of an element of each buffer.
fn empty_kernel(module: &mut Module, kernel: Op) {
    let Some(entry) = module.entry(kernel, 0) else { return };
    for block in module.blocks_of(module.region(kernel, 0)).to_vec().into_iter().skip(1) {
        module.erase_block(block);
    }
    for op in module.ops_in(entry).into_iter().rev() {
        module.erase(op);
    }
    let location = module.location(kernel);
    let args = module.args(entry).to_vec();
    let mut at = Builder::new(module, Place::End(entry), location);
    let zero = at.index(0);
    for arg in args {
        let ty = at.module.type_of(arg);
        if at.module.is_memref(ty) {
            let indices = vec![zero; at.module.shape(ty).map_or(0, <[i64]>::len)];
            let element = at.module.element_type(ty);
            let value = at.value(MemRef::Load, &[&[arg], indices.as_slice()].concat(), element, &[]);
            at.op(MemRef::Store, &[&[value, arg], indices.as_slice()].concat(), &[], &[]);
        }
    }
    at.op(Gpu::Return, &[], &[], &[]);
}

fn first(findings: &Diagnostics) -> String {
    findings.iter().next().map(|found| found.message.clone()).unwrap_or_default()
}

/// Receives the device that a run creates, or the reason why its code is refused.
type Slot = Arc<Mutex<Option<Result<Arc<EmulatedDevice>, String>>>>;

/// The outcome of a program.
pub enum Outcome {
    /// All launches ran, and the results equal those of the reference interpreter.
    Same(u64),
    /// The target has no code for a kernel, for this reason.
    Refused(String),
    /// The program could not run, for this reason.
    Skipped(String),
    /// The results differ, or the run failed.
    Wrong(String),
}

/// Runs a program with its launches on a test device of a target, and compares with the output of the reference
/// interpreter.
pub fn outcome(program: &CaseProgram, reference: &str, target: &str, seed: u64) -> Outcome {
    let artifact = match kernels(program, target) {
        Ok(artifact) if artifact.kernels.is_empty() => {
            return Outcome::Skipped("it has no kernel".to_string());
        }
        Ok(artifact) => artifact,
        Err(message) => return Outcome::Refused(message),
    };
    let artifact = Arc::new(artifact);
    let text = for_host(program, target);
    let (mut exit, mut session, mut device) = run_emulated(program, &text, &artifact, seed);
    if device.is_none()
        && let Ok(text) = without_kernels(program, target)
    {
        (exit, session, device) = run_emulated(program, &text, &artifact, seed);
    }
    match device {
        None => Outcome::Skipped(format!("the host part is not compiled: {}", session.err.trim())),
        Some(Err(message)) => Outcome::Wrong(format!("the code is refused: {message}")),
        Some(Ok(_)) if [NOT_MODELLED, ENDLESS].iter().any(|name| session.err.contains(name)) => {
            Outcome::Skipped(session.err.trim().to_string())
        }
        Some(Ok(_)) if exit != Exit::Success => Outcome::Wrong(session.err.trim().to_string()),
        Some(Ok(device)) => {
            let report = device.report();
            let tolerance = if report.approximate { 1e-5 } else { 0.0 };
            let found = format!("{}{}", session.out, report.printed);
            // Threads print in any order.
            let is_same = |expected: &str| {
                if report.printed.is_empty() {
                    agree(expected, &found, tolerance)
                } else {
                    sorted(expected) == sorted(&found)
                }
            };
            if !is_same(reference) && !with_lanes(program, target).is_some_and(|expected| is_same(&expected))
            {
                let message = format!("expected\n{reference}but found\n{found}");
                return Outcome::Wrong(message);
            }
            Outcome::Same(report.launches)
        }
    }
}

/// Returns the results on the CPU with as many lanes in a subgroup as the target has, if those are not the interpreter's
/// 32.
fn with_lanes(program: &CaseProgram, target: &str) -> Option<String> {
    let lanes = CodeTarget::find(target)?.target.subgroup_size;
    if lanes == 32 {
        return None;
    }
    let mut program = program.clone();
    program.args.push(format!("--target=cpu+subgroup={lanes}"));
    let (exit, session) = run(&program, &program.text, "--device=cpu", None);
    (exit == Exit::Success).then_some(session.out)
}

/// Runs a program with its launches on a test device, and returns the first launches of each kernel.
pub(crate) fn recorded_launches(
    program: &CaseProgram,
    target: &str,
    artifact: &Arc<Object>,
    most_of_each: usize,
) -> Vec<RecordedLaunch> {
    let wrap = move |device: EmulatedDevice| device.recording(most_of_each);
    let mut device = run_on(program, &for_host(program, target), artifact, 1, wrap).2;
    if device.is_none()
        && let Ok(text) = without_kernels(program, target)
    {
        device = run_on(program, &text, artifact, 1, wrap).2;
    }
    device.and_then(Result::ok).map(|device| device.take_recorded()).unwrap_or_default()
}

/// Runs a text with its launches on a test device; the device is `None` if the text cannot be compiled.
fn run_emulated(program: &CaseProgram, text: &str, artifact: &Arc<Object>, seed: u64) -> Emulated {
    run_on(program, text, artifact, seed, |device| device)
}

/// The end of a run, and its device or the reason why the code is refused; `None` if the text cannot be compiled.
type Emulated = (Exit, Session, Option<Result<Arc<EmulatedDevice>, String>>);

/// Runs a text with its launches on a test device that is prepared first.
fn run_on(
    program: &CaseProgram,
    text: &str,
    artifact: &Arc<Object>,
    seed: u64,
    prepare: impl Fn(EmulatedDevice) -> EmulatedDevice + Send + Sync + 'static,
) -> Emulated {
    let made: Slot = Arc::default();
    let (slot, artifact) = (Arc::clone(&made), Arc::clone(artifact));
    let wrapper = Wrapper(Arc::new(move |inner: Arc<dyn Device>| {
        let device = EmulatedDevice::new(Arc::clone(&inner), &artifact, seed).map(&prepare).map(Arc::new);
        let wrapped = device.clone().ok();
        *slot.lock().expect("no thread panics with the lock") = Some(device);
        match wrapped {
            Some(device) => (Arc::clone(&device) as Arc<dyn Device>, Some(device as Arc<dyn Observer>)),
            None => (inner, None),
        }
    }));
    let (exit, session) = run(program, text, "--device=cpu", Some(wrapper));
    let device = made.lock().expect("no thread panics with the lock").take();
    (exit, session, device)
}

/// Runs all programs of a directory of cases for each target, with the seed of the order of blocks and warps, and
/// prints the counts; panics if results differ. The passes of the first target's backend are checked as well.
pub fn run_all(directory: &str, targets: &[(&str, u64)]) {
    let mut tally = Tally::default();
    for program in share(SHARE, programs(directory)) {
        tally.add(&program, targets, true);
    }
    tally.finish(directory);
}

/// Runs random kernels, each for one of the targets in turn; panics if results differ.
pub fn run_random(seeds: std::ops::Range<u64>, targets: &[&str]) {
    let mut tally = Tally::default();
    for seed in seeds {
        let (name, text) = (format!("random kernel {seed}"), random_kernels::program(seed));
        let program = CaseProgram { name, text, args: Vec::new(), is_interpreted: true };
        tally.add(&program, &[(targets[seed as usize % targets.len()], seed)], false);
    }
    tally.finish("random");
}

/// The outcomes of programs.
#[derive(Default)]
struct Tally {
    n_same: usize,
    n_launches: u64,
    skipped: Vec<String>,
    wrong: Vec<String>,
}

impl Tally {
    /// Runs a program for each target with the seed of an order; `checks_passes` runs the passes of the first one's
    /// backend on the interpreter, too.
    fn add(&mut self, program: &CaseProgram, targets: &[(&str, u64)], checks_passes: bool) {
        let reference = program.interpret();
        for (index, (target, seed)) in targets.iter().enumerate() {
            let outcome = match &reference {
                Err(reason) => Outcome::Skipped((*reason).to_string()),
                Ok(reference) if checks_passes && index == 0 => after_passes(program, target, reference)
                    .map_or_else(Outcome::Wrong, |()| outcome(program, reference, target, *seed)),
                Ok(reference) => outcome(program, reference, target, *seed),
            };
            let about = |message: String| format!("{} for {target}: {message}", program.name);
            match outcome {
                Outcome::Same(launches) => {
                    self.n_same += 1;
                    self.n_launches += launches;
                }
                Outcome::Refused(reason) => self.skipped.push(about(format!("no code: {reason}"))),
                Outcome::Skipped(reason) => self.skipped.push(about(reason)),
                Outcome::Wrong(message) => self.wrong.push(about(message)),
            }
        }
    }

    /// Prints the counts; panics if results differ, or no program ran.
    #[expect(clippy::print_stdout, reason = "skipped programs must be told")]
    fn finish(self, title: &str) {
        let Self { n_same, n_launches, skipped, wrong } = self;
        let counts = format!("{title}: {n_same} run, {} skipped, {} failed", skipped.len(), wrong.len());
        println!("{counts}; {n_launches} launches\n{}", skipped.join("\n"));
        assert!(wrong.is_empty(), "{counts}\n{}", wrong.join("\n"));
        assert!(0 < n_same, "{counts}");
    }
}
