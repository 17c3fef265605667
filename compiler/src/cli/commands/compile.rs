//! `warpline compile`: compiles for a target, without a device.

use std::fmt::Write as _;

use clap::Args;
use warpline_ir::artifact::{Code, Object};
use warpline_ir::kernels::device_modules;
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::source::LineTable;
use warpline_ir::{Diagnostic, Diagnostics, Facts, Module, Note, Severity, codes};
use warpline_passes::backend::{self, Backend};
use warpline_passes::transforms::assume_noalias::mark_entry;

use super::binary;
use crate::cli::flags::{AssumptionFlags, PlanFlags, RemarkFlags, word};
use crate::driver::backends::{CodeTarget, DEFAULT_TARGET, backends, unknown_target};
use crate::driver::compilation::{self, Bounds, Choices, Compilation, Stage};
use crate::driver::emit::{self, Emit};
use crate::driver::execute::Interface;
use crate::driver::host_loops::{has_device_code, host_loops};
use crate::driver::mistakes;
use crate::driver::profile::Profile;
use crate::driver::report::report;
use crate::driver::session::{Exit, Session, SourceFile, Stop};
use crate::driver::steps::{self, run_pipeline};
use crate::driver::timing::Timing;
use crate::driver::views::{Views, dot, html, plan_json};

/// The flags of `compile`.
#[derive(Debug, Args)]
pub struct CompileArgs {
    /// Input file; `-` is stdin
    #[arg(default_value = "-")]
    file: String,
    /// Target of the code: cpu, sm_90, gfx1100 [default: cpu; for PTX the chip of the first gpu.module that names one,
    /// else sm_80]
    #[arg(long)]
    target: Option<String>,
    /// Kinds of output, each to stdout or to a file: mlir, ptx, asm, hsaco, clif, ptx=FILE; binary: the module with a
    /// gpu.binary for each gpu.module, with an image for each of its targets; and of the schedule: plan, dot,
    /// html. Kernels in asm and hsaco print nothing outside of run
    #[arg(long, value_delimiter = ',', value_name = "KIND[=FILE]")]
    emit: Vec<String>,
    /// Print the program as it is after this stage of a run for the target
    #[arg(long, value_parser = word::<Stage>(), value_name = "STAGE", conflicts_with = "emit")]
    stop_after: Option<Stage>,
    /// Output file if only one kind is emitted
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    output: Option<String>,
    /// Schedule by the measured times in this file, as written by `run --profile-out`
    #[arg(long, value_name = "FILE")]
    profile: Option<String>,
    /// Whether code checks bounds and divisions, as in run: trap or off. A kernel emitted as text writes a
    /// report of a failed check to the buffer in the variable warpline$report, and executes trap if the
    /// variable is not set [default: off for code; trap for a plan, as in run]
    #[arg(long, value_parser = word::<Bounds>())]
    bounds: Option<Bounds>,
    #[command(flatten)]
    limits: PlanFlags,
    /// Accept operations of unknown dialects
    #[arg(long)]
    allow_unregistered_dialect: bool,
    #[command(flatten)]
    assumptions: AssumptionFlags,
    /// Print the time of every pass, and how it changes the number of operations
    #[arg(long)]
    timing: bool,
    #[command(flatten)]
    remarks: RemarkFlags,
}

/// The maximum number of loops that a warning lists.
const MAX_NOTES: usize = 8;

/// Runs the command.
pub fn compile(session: &mut Session, args: &CompileArgs) -> Result<Exit, Stop> {
    args.remarks.apply(session)?;
    session.timing = Timing::of(args.timing);
    if args.emit.is_empty() && args.stop_after.is_none() {
        return Err(
            session.fail(Exit::Usage, "expected --emit=KIND, such as --emit=ptx, or --stop-after=STAGE")
        );
    }
    let find = |name| CodeTarget::find(name).ok_or_else(|| session.fail(Exit::Usage, unknown_target(name)));
    let named = args.target.as_deref().map(find).transpose()?;
    let outputs = outputs(session, args)?;
    let backend = backend(session, &outputs, named.as_ref())?;
    let source = session.read_source(&args.file)?;
    let profile = Profile::load(session, args.profile.as_deref())?;
    let mut module = steps::read_program(session, &source, args.allow_unregistered_dialect)?;
    args.assumptions.apply(session, &source, &mut module)?;
    let target = match &named {
        Some(named) => Some(named.clone()),
        None if backend.target_attr().is_some() => binary::default_target(&module, backend),
        None => CodeTarget::default_of(backend),
    };
    let target = target.ok_or_else(|| session.fail(Exit::Internal, "the backend has no target"))?;
    // What is shown is what a run executes, and a run checks unless it is told not to.
    let of_run = Choices {
        bounds: args.bounds.unwrap_or(Bounds::Trap),
        limits: args.limits.limits(),
        ..Choices::of_run(target.clone())
    };
    // A kind that is asked for is stronger than a stage of the configuration.
    if let Some(stage) = args.stop_after.filter(|_| args.emit.is_empty()) {
        return stop_after(session, args, &source, &module, (stage, &of_run));
    }
    mistakes::refuse(session, &source, &module)?;
    if target.target.has_lines {
        module.locate_in_file(&source.name, &source.text, 0);
    }
    // Programs target accelerators; on the CPU, a loop that stays on the host is no loss.
    let wanting = backend.target_attr().map(|_| target.target.name.as_str());
    let (shown, made): (Vec<_>, Vec<_>) = outputs.into_iter().partition(|(emit, _)| emit.is_view());
    if !shown.is_empty() {
        let on_host = host_loops(&compilation::known_to_run(&module));
        let mut placed = steps::placed_for_run(session, &source, &module, &of_run)?;
        if let Some(name) = wanting.filter(|_| !has_device_code(&placed)) {
            warn_of_no_kernel(session, &source, name, &on_host);
        }
        if let Some(profile) = &profile {
            profile.annotate(&mut placed);
        }
        let preview = steps::require_schedule(session, &source, placed, &of_run.plan())?;
        let views = Views::of_preview(preview, &source);
        for (emit, path) in &shown {
            let text = match emit {
                Emit::Dot => dot(&views),
                Emit::Html => html(&views),
                Emit::PlanJson => plan_json(&views, compilation::entry_name(&module).as_deref()),
                Emit::Plan | Emit::Mlir | Emit::Binary | Emit::Code(..) => {
                    plan_text(&source, &views, &on_host)
                }
            };
            session.write_result(path.as_deref(), text.as_bytes())?;
        }
    }
    if !made.is_empty() {
        let code =
            Compilation::new(&Choices { bounds: args.bounds.unwrap_or(Bounds::Off), ..of_run.clone() });
        let wanting = wanting.filter(|_| shown.is_empty());
        outline(session, &source, &mut module, (wanting, &code))?;
        run_pipeline(session, &source, &mut module, &code.passes(Stage::Checked..=Stage::Annotated))?;
        // Where no output shows a backend's code, operations that it lacks do not matter.
        let last = if shows_kernels(&made, named.as_ref()) { Stage::Code } else { Stage::Host };
        run_pipeline(session, &source, &mut module, &code.passes(last..=last))?;
        let facts = steps::verify(session, &source, &module)?;
        check_schedule(session, args, &source, &module, (&made, &code, &of_run, profile.as_ref()))?;
        write(session, &source, module, facts, (&made, &target, named.as_ref()))?;
    }
    Ok(Exit::Success)
}

/// Prints the program after a stage of a run.
fn stop_after(
    session: &mut Session,
    args: &CompileArgs,
    source: &SourceFile,
    module: &Module,
    (stage, choices): (Stage, &Choices),
) -> Result<Exit, Stop> {
    let mut module = module.clone();
    if let Ok(entry) = Interface::entry_of(&module, None)
        && stage != Stage::Read
    {
        mark_entry(&mut module, entry);
    }
    let passes = Compilation::new(choices).passes(Stage::Kernels..=stage);
    run_pipeline(session, source, &mut module, &passes)?;
    let text = print(&module, &PrintOptions::default());
    session.write_result(args.output.as_deref(), text.as_bytes())?;
    Ok(Exit::Success)
}

/// Refuses host code that cannot be scheduled where it is shown, or where the memory of its plan is limited.
fn check_schedule(
    session: &mut Session,
    args: &CompileArgs,
    source: &SourceFile,
    module: &Module,
    (outputs, code, choices, profile): (&[Output], &Compilation, &Choices, Option<&Profile>),
) -> Result<(), Stop> {
    // Only the schedule shows whether a memory limit can be kept.
    let is_limited = args.limits.limits().max_device_memory.is_some();
    if !is_limited && !outputs.iter().any(|(emit, _)| emit.is_scheduled()) {
        return Ok(());
    }
    let mut placed = module.clone();
    if let Some(profile) = profile {
        profile.annotate(&mut placed);
    }
    run_pipeline(session, source, &mut placed, &code.passes(Stage::Placed..=Stage::Placed))?;
    steps::require_schedule(session, source, placed, &choices.plan()).map(|_| ())
}

/// Writes the code or the module.
fn write(
    session: &mut Session,
    source: &SourceFile,
    mut module: Module,
    facts: Facts,
    (outputs, target, named): (&[Output], &CodeTarget, Option<&CodeTarget>),
) -> Result<(), Stop> {
    if outputs.iter().any(|(emit, _)| matches!(emit, Emit::Binary))
        && let Err(errors) = binary::embed(&mut module, facts, named)
    {
        steps::finish(session, source, &errors)?;
    }
    for (emit, path) in outputs {
        let bytes = match emit {
            Emit::Code(_, kind) => code(session, source, target, &module, facts, kind.form)?,
            Emit::Mlir | Emit::Binary | Emit::Plan | Emit::PlanJson | Emit::Dot | Emit::Html => {
                print(&module, &PrintOptions::default()).into_bytes()
            }
        };
        session.write_result(path.as_deref(), &bytes)?;
    }
    Ok(())
}

/// A kind of output, and the file for it.
type Output = (Emit, Option<String>);

/// Outlines loops as kernels. Warns if there is no kernel for a target that wants one.
fn outline(
    session: &mut Session,
    source: &SourceFile,
    module: &mut Module,
    (wanting, code): (Option<&str>, &Compilation),
) -> Result<(), Stop> {
    let as_read = wanting.filter(|_| !has_device_code(module)).map(|_| module.clone());
    run_pipeline(session, source, module, &code.passes(Stage::Kernels..=Stage::Kernels))?;
    if let (Some(target), Some(as_read), false) = (wanting, as_read, has_device_code(module)) {
        warn_of_no_kernel(session, source, target, &host_loops(&as_read));
    }
    Ok(())
}

/// Returns the plans, followed by the loops that stay on the host.
fn plan_text(source: &SourceFile, views: &Views<'_>, on_host: &Diagnostics) -> String {
    let mut text = views.text();
    if text.is_empty() {
        text.push_str("// there is no device work\n");
    }
    for found in on_host {
        let (line, _) = LineTable::new(&source.text).line_column(&source.text, found.span.start);
        let _ = writeln!(text, "// line {line}: {}", found.message);
    }
    text
}

/// Warns that a program has no kernel for its target, and lists the loops that could have become one.
fn warn_of_no_kernel(session: &mut Session, source: &SourceFile, target: &str, on_host: &Diagnostics) {
    let notes = on_host.iter().take(MAX_NOTES).map(|found| Note::at(found.span, found.message.clone()));
    let mut notes: Vec<Note> = notes.collect();
    if notes.is_empty() {
        notes.push(Note::general("it has no loops on its host side that could become kernels"));
    }
    let (severity, code, pass) = (Severity::Warning, codes::NO_KERNEL, None);
    let message = format!("there is no kernel for '{target}' in this program");
    let span = on_host.iter().next().map(|found| found.span).unwrap_or_default();
    let mut found = Diagnostics::new();
    found.push(Diagnostic { severity, code, pass, span, message, notes });
    report(session, source, &found);
}

/// Whether an output shows kernels as a backend takes them.
fn shows_kernels(outputs: &[Output], named: Option<&CodeTarget>) -> bool {
    outputs.iter().any(|(emit, _)| match emit {
        Emit::Code(..) | Emit::Binary => true,
        Emit::Mlir => named.is_some(),
        Emit::Plan | Emit::PlanJson | Emit::Dot | Emit::Html => false,
    })
}

/// Returns the backend that the outputs need: that of the named target, else that of the first output that
/// needs one.
fn backend(
    session: &mut Session,
    outputs: &[Output],
    named: Option<&CodeTarget>,
) -> Result<&'static dyn Backend, Stop> {
    let mut chosen = named.map(|target| target.backend);
    for (emit, _) in outputs {
        match chosen {
            Some(chosen) if emit.is_of(chosen) => {}
            Some(chosen) => {
                let having = backends().filter(|backend| emit.is_of(*backend));
                let wanted = having.map(|backend| match backend.targets()[..] {
                    [only] => format!("the target {only}"),
                    _ => format!("targets such as {}", backend.default_target()),
                });
                let (name, wanted) = (emit.name(), wanted.collect::<Vec<_>>().join(" or "));
                let found = match named {
                    Some(named) => format!("the target is '{}'", named.target.name),
                    None => format!("another kind is for '{}'", chosen.default_target()),
                };
                let message = format!("--emit={name} is for {wanted}, but {found}");
                return Err(session.fail(Exit::Usage, message));
            }
            None => {
                let all = [Emit::Mlir, Emit::Plan, Emit::PlanJson, Emit::Dot, Emit::Html].map(Emit::name);
                if !all.contains(&emit.name()) {
                    chosen = backends().find(|backend| emit.is_of(*backend));
                }
            }
        }
    }
    let default = || CodeTarget::find(DEFAULT_TARGET).map(|target| target.backend);
    chosen.or_else(default).ok_or_else(|| session.fail(Exit::Internal, "there is no backend"))
}

/// Parses the output kinds and their files.
fn outputs(session: &mut Session, args: &CompileArgs) -> Result<Vec<Output>, Stop> {
    let mut outputs = Vec::new();
    for text in &args.emit {
        let (kind, path) =
            text.split_once('=').map_or((text.as_str(), None), |(kind, path)| (kind, Some(path)));
        let emit = emit::find(kind).map_err(|message| session.fail(Exit::Usage, message))?;
        outputs.push((emit, path.map(str::to_string).or_else(|| args.output.clone())));
    }
    if 1 < outputs.len() && outputs.iter().any(|(emit, _)| matches!(emit, Emit::Binary)) {
        return Err(session.fail(Exit::Usage, "--emit=binary cannot be combined with other kinds"));
    }
    if args.output.is_some() && 1 < outputs.len() {
        return Err(session.fail(Exit::Usage, "-o requires a single kind of --emit; write --emit=KIND=FILE"));
    }
    Ok(outputs)
}

/// Compiles all kernels into one object.
fn code(
    session: &mut Session,
    source: &SourceFile,
    CodeTarget { backend, target }: &CodeTarget,
    module: &Module,
    facts: Facts,
    form: backend::Emit,
) -> Result<Vec<u8>, Stop> {
    match backend.emit(module, &facts, &device_modules(module), target, form) {
        Ok(Object { code: Code::Text(text), .. }) => Ok(text.into_bytes()),
        Ok(Object { code: Code::Bytes(bytes), .. }) => Ok(bytes),
        Ok(Object { code: Code::Native { .. }, .. }) => {
            Err(session.fail(Exit::Internal, "expected code that can be written to a file"))
        }
        Err(errors) => {
            steps::finish(session, source, &errors)?;
            Err(session.fail(Exit::Internal, "the backend failed without an error"))
        }
    }
}
