//! `warpline run`: compiles a program, executes a function, and reports the results.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use warpline_ir::{Module, Remarks};
use warpline_passes::TargetModel;
use warpline_passes::schedule::sizes::{self, Known};
use warpline_passes::transforms::assume_noalias::mark_entry;
use warpline_runtime::cache::KernelCache;
use warpline_runtime::interp::Options;
use warpline_runtime::{Libraries, Stats};

use crate::cli::flags::{AssumptionFlags, CacheFlags, PlanFlags, RemarkFlags, ToleranceFlags, bytes, word};
use crate::cli::sandbox;
use crate::driver::argument_hints;
use crate::driver::backends::{CodeTarget, DEFAULT_TARGET, unknown_target};
use crate::driver::cache::report_warnings;
use crate::driver::compilation::{Bounds, Graphs, PlanLimits};
use crate::driver::devices::{self, INTERPRETER};
use crate::driver::execute::{self, Form, summary};
use crate::driver::execute::{Concurrency, Execution, Injected, Interface, Measured, Prepared, Request};
use crate::driver::host_loops;
use crate::driver::mistakes;
use crate::driver::profile::Profile;
use crate::driver::quantities;
use crate::driver::report::report;
use crate::driver::session::{Exit, Session, SourceFile, Stop};
use crate::driver::steps;
use crate::driver::timing::Timing;
use crate::driver::values::{Array, ArrayType, Element, ValueKind};
use crate::driver::watchdog::Watchdog;
use crate::values::{self, Tolerance, compare_devices};

mod flags;
mod results;
mod runner;
mod untrusted;

use results::Results;
use runner::EntryPointResult;

/// The flags of `run`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct RunArgs {
    /// Input file; `-` is stdin
    #[arg(default_value = "-")]
    file: String,
    /// Function to run [default: main, or the only function with a body]
    #[arg(short = 'e', long, value_name = "NAME")]
    entry: Option<String>,
    /// Value of a parameter; one per parameter: 7, (1,2) (complex), 4xf32=1,2,3,4, splat:0, iota:0:2, rand:42, rand:42:-1:1,
    /// &4xf32 (zeros to write to), or from a file: @a.npy (first array), +a.npy (next), *a.npy (all left),
    /// @a.npz:x, @w.safetensors:x, 4xf32=@raw.bin
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    input: Vec<String>,
    /// Destination of results, then of arguments that the function writes; one per value, or named as in
    /// result0=@a.npy or y=@a.npy: - prints, @a.npy, @a.npz, @a.safetensors and @a.bin (raw bytes) write, +a.npy
    /// and +a.bin append, an empty one drops the value
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    output: Vec<String>,
    /// Expected results, then expected arguments that the function writes: equal bit for bit unless a tolerance
    /// is given; all NaNs are equal
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    expect: Vec<String>,
    #[command(flatten)]
    tolerance: ToleranceFlags,
    /// cpu, interp, cuda (cuda:1 is the second GPU), hip for a GPU of AMD, or auto: cpu, and interp where cpu does
    /// not support an operation; with several devices, all must agree bit for bit, and all NaNs are equal
    #[arg(long, value_name = "DEVICE", value_delimiter = ',', default_value = devices::AUTO)]
    device: Vec<String>,
    /// Run the program N times on the same device, which keeps its modules, and print the results of the last run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    repeat: Option<u32>,
    /// Write counts and kernel times to this file as one JSON object
    #[arg(long, value_name = "FILE")]
    stats: Option<String>,
    /// Write a timeline of streams, waits and host calls to this file, for Perfetto or chrome://tracing
    #[arg(long, value_name = "FILE")]
    trace: Option<String>,
    /// Explain the waits on the critical path; --stats has all waits
    #[arg(long)]
    explain_waits: bool,
    /// Schedule by the measured times in this file, as written by --profile-out
    #[arg(long, value_name = "FILE")]
    profile: Option<String>,
    /// Write the median times of kernels, copies and fills to this file; --device=cpu,cpu,… measures more often
    #[arg(long, value_name = "FILE")]
    profile_out: Option<String>,
    /// Accept operations of unknown dialects
    #[arg(long)]
    allow_unregistered_dialect: bool,
    /// Order of blocks and threads on the interpreter [default: 0, the natural order]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Maximum number of steps of the interpreter
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,
    /// Maximum number of bytes of live buffers on the interpreter
    #[arg(long, value_name = "N")]
    max_bytes: Option<u64>,
    /// Maximum bytes of host memory of the program, on the cpu of all its buffers, such as 64MiB or 2GiB [default: half of
    /// the memory of the machine or of its container]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    max_host_memory: Option<NonZeroU64>,
    /// Time limit of the program in seconds
    #[arg(long, value_name = "SECONDS", value_parser = quantities::seconds)]
    deadline: Option<Duration>,
    /// Optional checks of the interpreter: full also finds data races, poison also the results that are poison, used or
    /// not [default: full]
    #[arg(long, value_enum)]
    checks: Option<Checks>,
    /// Handling of an index or a view out of bounds, of a use after free, and of a division without a result: trap ends
    /// the run and reports array, dimension, index, extent, launch and thread; off reads and writes unchecked. Copies
    /// always compare shapes
    #[arg(long, value_parser = word::<Bounds>(), default_value = "trap")]
    bounds: Bounds,
    /// Run the program in a child process that reads the files of this command line only, starts no process and uses no
    /// network, for at most 60 s unless --deadline is given; on Linux, on the cpu and interp
    #[arg(long)]
    untrusted: bool,
    /// Be the child of --untrusted
    #[arg(long, hide = true, requires = "untrusted")]
    in_sandbox: bool,
    /// Find accesses on the cpu that nothing orders: neither tokens of the program nor streams, events and host waits, nor
    /// barriers among threads of a kernel; iterations of a parallel loop by a run on the interpreter; a race fails the run,
    /// and so does a kernel that accesses memory outside of the declared effects of its body
    #[arg(long)]
    detect_races: bool,
    /// Target of the code for the cpu: cpu, or with options cpu+width=N, vectors of at most 16, 8, 4 or 1 threads, and
    /// cpu+subgroup=N, subgroups of 32 or 64 lanes
    #[arg(long)]
    target: Option<String>,
    /// Run the work of the cpu device in another legal order, determined by the seed, and with poisoned memory
    #[arg(long, value_name = "SEED")]
    adversary: Option<u64>,
    /// Which work of the cpu device to issue as task graphs
    #[arg(long, value_parser = word::<Graphs>(), value_name = "WHICH", default_value = "auto")]
    graphs: Graphs,
    #[command(flatten)]
    assumptions: AssumptionFlags,
    /// Print the time of every pass, and how it changes the number of operations
    #[arg(long)]
    timing: bool,
    #[command(flatten)]
    pub(super) remarks: RemarkFlags,
    #[command(flatten)]
    limits: PlanFlags,
    #[command(flatten)]
    cache: CacheFlags,
    /// As in mlir-runner: print only the scalar result, or nothing, and no summary
    #[arg(long, value_enum, value_name = "TYPE", conflicts_with_all = ["output", "expect"])]
    entry_point_result: Option<EntryPointResult>,
    /// MLIR's runner libraries, such as mlir_runner_utils, which are built in and recognized by name; with
    /// --allow-shared-libs also files with functions that the program declares
    #[arg(long, value_name = "LIBRARY", value_delimiter = ',')]
    shared_libs: Vec<String>,
    /// Open the files of --shared-libs, which runs their code; cannot be set outside of the command line
    #[arg(long)]
    allow_shared_libs: bool,
    /// As in mlir-runner; code is always optimized
    #[arg(short = 'O', hide = true, value_name = "LEVEL")]
    optimization_level: Option<u8>,
    /// Make this driver call fail: N, or NAME:N; for tests
    #[arg(long, hide = true, value_name = "CALL")]
    fail_call: Option<String>,
}

/// The optional checks of the interpreter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Checks {
    /// No data races.
    None,
    /// Data races.
    Full,
    /// Data races, and results that are poison, whether they are used or not.
    Poison,
}

impl RunArgs {
    /// Whether an index out of bounds ends the run.
    fn checks_bounds(&self) -> bool {
        self.bounds == Bounds::Trap
    }

    /// Returns the interpreter options.
    fn options(&self) -> Options {
        let checks = self.checks.unwrap_or(Checks::Full);
        let mut options = Options {
            seed: self.seed.unwrap_or(0),
            finds_races: checks != Checks::None,
            stops_at_poison: checks == Checks::Poison,
            checks_bounds: self.checks_bounds(),
            ..Options::default()
        };
        let limits = &mut options.limits;
        limits.steps = self.max_steps.unwrap_or(limits.steps);
        limits.bytes = self.max_bytes.unwrap_or(limits.bytes);
        limits.deadline = self.deadline();
        options
    }

    /// Returns the time limit of the program.
    fn deadline(&self) -> Option<Duration> {
        self.deadline.or(self.untrusted.then_some(sandbox::DEADLINE))
    }

    /// Whether the process is the child that runs a program that is not trusted.
    pub(in crate::cli) fn is_in_sandbox(&self) -> bool {
        self.in_sandbox
    }
}

/// Compiles the function `main` of a text, or its only function, for many runs with the inputs in its
/// attributes; all of its work overlaps that may do so. With `has_logs` it runs only on devices that find races.
pub fn prepare(session: &mut Session, source: &SourceFile, has_logs: bool) -> Result<Prepared, Stop> {
    let mut module = steps::read_program(session, source, false)?;
    let interface = Interface::find(&module, None).map_err(|message| session.fail(Exit::Usage, message))?;
    mark_entry(&mut module, interface.entry);
    let inputs = values::inputs(&interface, &[]).map_err(|message| session.fail(Exit::Usage, message))?;
    let request = Request {
        concurrency: Concurrency { detects_races: has_logs, adversary: None },
        limits: PlanLimits { plan_for: Some(TargetModel::any()), ..PlanLimits::default() },
        ..Request::new(source, &module, &interface, &inputs)
    };
    Prepared::new(session, &request)
}

/// Returns a text as `run` without flags executes it on a target: with streams and waits.
pub fn scheduled(session: &mut Session, source: &SourceFile, target: CodeTarget) -> Result<Module, Stop> {
    let mut module = steps::read_program(session, source, false)?;
    let entry = Interface::entry_of(&module, None).map_err(|message| session.fail(Exit::Usage, message))?;
    mark_entry(&mut module, entry);
    let interface = Interface::uncalled(entry);
    let request = Request { traps: true, ..Request::new(source, &module, &interface, &[]) };
    execute::scheduled(session, &request, &Form::of(&request, target))
}

/// Marks the arguments of a function with the values and the sizes that they have in this run.
fn mark_inputs(module: &mut Module, interface: &Interface, inputs: &[Array]) {
    let known = |ty: &ArrayType, input: &Array| match (ty.kind, input.element) {
        (ValueKind::Scalar, element @ (Element::Int(_) | Element::Index)) if element.is_plain() => {
            let n_unused = 64 - 8 * element.bytes();
            let bits = input.bits().next()? as u64;
            Some(Known::Value((bits << n_unused).cast_signed() >> n_unused))
        }
        (ValueKind::Scalar | ValueKind::Vector | ValueKind::Unranked, _) => None,
        (ValueKind::Buffer, _) => {
            let sizes = ty.outer(input).iter().map(|size| i64::try_from(*size).ok());
            sizes.collect::<Option<Vec<i64>>>().map(Known::Shape)
        }
    };
    let inputs = interface.parameters.iter().zip(inputs).enumerate();
    let known: Vec<(usize, Known)> =
        inputs.filter_map(|(index, (ty, input))| Some((index, known(ty, input)?))).collect();
    sizes::mark(module, interface.entry, &known);
}

/// Runs the command.
pub fn run(session: &mut Session, args: &RunArgs) -> Result<Exit, Stop> {
    if args.untrusted {
        let allowance = untrusted::allowance(args).map_err(|message| session.fail(Exit::Usage, message))?;
        if !args.in_sandbox {
            return sandbox::run(session, &allowance);
        }
        sandbox::enter(session, &allowance)?;
    }
    let injected =
        Injected::parse(args.fail_call.as_deref()).map_err(|message| session.fail(Exit::Usage, message))?;
    let devices: Vec<&str> = args.device.iter().map(String::as_str).collect();
    refuse_flags(session, args, &devices)?;
    refuse_documents(session, args)?;
    let libraries = runner::open_libraries(session, &args.shared_libs, args.allow_shared_libs)?;
    args.remarks.apply(session)?;
    session.timing = Timing::of(args.timing);
    let source = session.read_source(&args.file)?;
    let mut module = steps::read_program(session, &source, args.allow_unregistered_dialect)?;
    args.assumptions.apply(session, &source, &mut module)?;
    let interface = Interface::find(&module, args.entry.as_deref())
        .map_err(|message| session.fail(Exit::Usage, message))?;
    // Each parameter gets a separate buffer.
    mark_entry(&mut module, interface.entry);
    let inputs =
        values::inputs(&interface, &args.input).map_err(|message| session.fail(Exit::Usage, message))?;
    mark_inputs(&mut module, &interface, &inputs);
    let mut results = Results::of(&module, &source.text, &interface);
    results.assign(session, args)?;
    let found = mistakes::of_run(&module, &source.text, interface.entry, args.checks_bounds());
    steps::finish(session, &source, &found)?;
    let profile = Profile::load(session, args.profile.as_deref())?;
    let program = RunProgram {
        source: &source,
        module: &module,
        interface: &interface,
        inputs: &inputs,
        profile: profile.as_ref(),
        libraries: libraries.as_ref(),
        cache: args
            .device
            .iter()
            .any(|device| device != INTERPRETER && !args.untrusted)
            .then(|| args.cache.open(session).map(Arc::new))
            .flatten(),
    };
    let executions = execute_all(session, args, &program, injected);
    report_warnings(session, program.cache.as_deref());
    let mut executions = executions?;
    let Some(first) = executions.first() else { return Err(session.fail(Exit::Usage, "no device is named")) };
    session.out.push_str(&first.printed);
    let failed = executions.iter().find_map(|execution| execution.failed);
    let mut exit = failed.unwrap_or_else(|| agree(session, args, &executions));
    if failed.is_none() {
        match args.entry_point_result {
            Some(wanted) => runner::show_alone(session, wanted, first)?,
            None => results.show(session, first)?,
        }
        exit = worse(exit, results.expect(session, args, first)?);
    }
    if let (Some(seed), true) = (args.adversary, exit != Exit::Success) {
        session.note(format!("note: '--adversary={seed}' runs the same order again"));
    }
    for execution in &executions {
        if let Some(stats) = &execution.stats {
            exit = worse(exit, report_stats(session, args, stats, execution, program.cache.as_deref())?);
            if stats.launches == 0 && failed.is_none() {
                report_host_loops(session, &program);
            } else if 1 < stats.launches && failed.is_none() {
                report_hints(session, &program);
            }
        }
    }
    if args.entry_point_result.is_some() {
        session.summary.clear();
    }
    exit = worse(exit, write_profile(session, args, &mut executions)?);
    Ok(worse(exit, write_trace(session, args, &executions)?))
}

/// Rejects a flag that none of these devices supports.
fn refuse_flags(session: &mut Session, args: &RunArgs, devices: &[&str]) -> Result<(), Stop> {
    match flags::refusal(args, devices) {
        Some(message) => Err(session.fail(Exit::Usage, message)),
        None => Ok(()),
    }
}

/// Rejects a second JSON document on stdout, or one next to results: a document must be alone there.
fn refuse_documents(session: &mut Session, args: &RunArgs) -> Result<(), Stop> {
    let is_stdout = |path: &Option<String>| path.as_deref() == Some("-");
    let wanted = [
        ("--stats=-", is_stdout(&args.stats)),
        ("--trace=-", is_stdout(&args.trace)),
        ("--profile-out=-", is_stdout(&args.profile_out)),
        ("--output=-", args.output.iter().any(|target| target == "-" || target.ends_with("=-"))),
    ];
    let mut wanted = wanted.iter().filter(|(_, is_wanted)| *is_wanted);
    let (Some((first, _)), Some((second, _))) = (wanted.next(), wanted.next()) else { return Ok(()) };
    let message =
        format!("{first} has stdout for itself, but {second} prints there, too; name a file for one of them");
    Err(session.fail(Exit::Usage, message))
}

/// Writes the profile of `--profile-out` over all runs on devices with streams.
fn write_profile(session: &mut Session, args: &RunArgs, executions: &mut [Execution]) -> Result<Exit, Stop> {
    let Some(path) = &args.profile_out else { return Ok(Exit::Success) };
    let mut taken = executions.iter_mut().filter_map(|execution| execution.samples.take());
    let Some(mut samples) = taken.next() else { return Ok(Exit::Success) };
    taken.for_each(|more| samples.append(more));
    session.write_document(path, &samples.json())?;
    Ok(Exit::Success)
}

/// Writes the timeline of `--trace`, also for a run that failed.
fn write_trace(session: &mut Session, args: &RunArgs, executions: &[Execution]) -> Result<Exit, Stop> {
    let Some(path) = &args.trace else { return Ok(Exit::Success) };
    let Some(trace) = executions.iter().find_map(|execution| execution.trace.as_ref()) else {
        return Ok(Exit::Success);
    };
    session.write_document(path, trace)?;
    Ok(Exit::Success)
}

/// Returns a target of the machine that this process runs on.
fn own_target(session: &mut Session, name: &str) -> Result<CodeTarget, Stop> {
    let Some(target) = CodeTarget::find(name) else {
        return Err(session.fail(Exit::Usage, unknown_target(name)));
    };
    if target.backend.name() != CodeTarget::of_this_machine().backend.name() {
        let message = format!(
            "'{name}' is the target of another device; '{DEFAULT_TARGET}' and its options can be chosen"
        );
        return Err(session.fail(Exit::Usage, message));
    }
    Ok(target)
}

/// The program to run.
struct RunProgram<'a> {
    source: &'a SourceFile,
    module: &'a Module,
    interface: &'a Interface,
    inputs: &'a [Array],
    profile: Option<&'a Profile>,
    libraries: Option<&'a Libraries>,
    cache: Option<Arc<KernelCache>>,
}

fn execute_all(
    session: &mut Session,
    args: &RunArgs,
    program: &RunProgram<'_>,
    injected: Injected,
) -> Result<Vec<Execution>, Stop> {
    let mut executions = Vec::new();
    let target = args.target.as_deref().map(|name| own_target(session, name)).transpose()?;
    let request = Request {
        injected,
        target: target.as_ref(),
        concurrency: Concurrency { detects_races: args.detect_races, adversary: args.adversary },
        graphs: args.graphs,
        limits: args.limits.limits(),
        measured: Measured {
            trace: args.trace.is_some(),
            samples: args.profile_out.is_some(),
            times: args.stats.is_some(),
        },
        explains: args.explain_waits || args.stats.is_some(),
        profile: program.profile,
        traps: args.checks_bounds(),
        guards: true,
        options: args.options(),
        deadline: args.deadline(),
        cache: program.cache.as_ref(),
        max_host_memory: args.max_host_memory,
        libraries: program.libraries,
        n_runs: args.repeat.unwrap_or(1) as usize,
        context_limits: args.cache.context_limits(),
        ..Request::new(program.source, program.module, program.interface, program.inputs)
    };
    let mut ran = Vec::new();
    let name = program.module.symbol_name(program.interface.entry).unwrap_or_default();
    let what = format!("'@{name}' of '{}'", program.source.name);
    let _patience = if session.is_process { Watchdog::of_patience(&what) } else { None };
    for device in &args.device {
        let execution = devices::run(session, device, &request)?;
        // From here on `auto` is resolved.
        if device != INTERPRETER {
            // All devices are compiled for by the same passes, so remarks are reported only once.
            session.remarks = Remarks::Off;
        }
        ran.push(if execution.is_interpreted { INTERPRETER } else { device });
        executions.push(execution);
    }
    refuse_flags(session, args, &ran)?;
    Ok(executions)
}

/// Compares the devices with the first one.
fn agree(session: &mut Session, args: &RunArgs, executions: &[Execution]) -> Exit {
    let mut exit = Exit::Success;
    let Some((first, others)) = executions.split_first() else { return exit };
    for (other, device) in others.iter().zip(&args.device[1..]) {
        let found = first.results.iter().chain(&first.arguments);
        let expected = other.results.iter().chain(&other.arguments);
        for (index, (a, b)) in found.zip(expected).enumerate() {
            if let Err(mismatch) = compare_devices(a, b, Tolerance::default()) {
                let devices = format!("{} and {device} disagree", args.device[0]);
                exit = session.fail(Exit::Failed, format!("{devices} in value {index}: {mismatch}")).0;
            }
        }
        if without_addresses(&first.printed) != without_addresses(&other.printed) {
            exit =
                session.fail(Exit::Failed, format!("{} and {device} print different text", args.device[0])).0;
        }
    }
    exit
}

/// Returns printed text without the addresses of buffers, which differ between devices.
pub(super) fn without_addresses(printed: &str) -> String {
    let mut parts = printed.split("base@ = 0x");
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        text.push_str("base@ =");
        text.push_str(part.trim_start_matches(|digit: char| digit.is_ascii_hexdigit()));
    }
    text
}

/// Writes the summary and the statistics; a leak fails the run.
fn report_stats(
    session: &mut Session,
    args: &RunArgs,
    stats: &Stats,
    execution: &Execution,
    cache: Option<&KernelCache>,
) -> Result<Exit, Stop> {
    if let Some(explanation) = execution.explanation.as_ref().filter(|_| args.explain_waits) {
        session.err.push_str(&explanation.text);
    }
    if session.format.is_for_people() {
        let cache = cache.filter(|_| args.cache.is_named());
        session.summary.push_str(&summary::table(
            stats,
            &execution.times,
            args.adversary,
            execution.races.as_ref(),
            cache,
        ));
    }
    session.stats = Some(stats.clone());
    if let Some(path) = &args.stats {
        let json = summary::json(stats, &execution.times, execution.explanation.as_ref(), cache);
        session.write_document(path, &json)?;
    }
    if summary::n_leaked(stats) == 0 {
        return Ok(Exit::Success);
    }
    Ok(session.fail(Exit::Failed, "the run ended with streams, events, buffers or modules still held").0)
}

/// Reports, for a program without launches, the loops that stay on the host and the reasons: below the summary,
/// or as remarks in machine-readable formats.
fn report_host_loops(session: &mut Session, program: &RunProgram<'_>) {
    if session.format.is_for_people() {
        for line in host_loops::summary(program.source, program.module) {
            session.summary.push_str(&line);
            session.summary.push('\n');
        }
    } else {
        report(session, program.source, &host_loops::host_loops(program.module));
    }
}

/// Reports the attributes to add where launches are ordered only because arguments may overlap. Remarks of the
/// scheduler report this, too.
fn report_hints(session: &mut Session, program: &RunProgram<'_>) {
    if session.remarks.includes("gpu-schedule") {
        return;
    }
    let entry = program.interface.entry;
    if session.format.is_for_people() {
        if let Some(line) = argument_hints::summary(program.source, program.module, entry) {
            session.summary.push_str(&line);
            session.summary.push('\n');
        }
    } else {
        report(session, program.source, &argument_hints::argument_hints(program.module, entry));
    }
}

fn worse(a: Exit, b: Exit) -> Exit {
    if a == Exit::Success { b } else { a }
}
