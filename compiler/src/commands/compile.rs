//! `warpline compile`: code for a target, without a device.

use std::fmt::Write as _;

use clap::Args;
use warpline_ir::artifact::{Artifact, Code};
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::source::LineTable;
use warpline_ir::suggest::nearest;
use warpline_ir::{Diagnostic, Diagnostics, Note, Severity, codes};
use warpline_passes::Backend;

use super::binary;
use crate::backends::{backend_for, unknown_target};
use crate::host_loops::{has_device_code, host_loops};
use crate::profile::Profile;
use crate::remarks::RemarkFlags;
use crate::report::report;
use crate::session::{Exit, Session, SourceFile, Stop};
use crate::stages::{self, Bounds, PlanLimits};
use crate::views::{Views, dot, html};

/// The flags of `compile`.
#[derive(Debug, Args)]
pub struct CompileArgs {
    /// The file; `-` is stdin
    #[arg(default_value = "-")]
    file: String,
    /// What the code is for: cpu, sm_90. Without it cpu; for PTX the chip of the first gpu.module that names one, else
    /// sm_80
    #[arg(long)]
    target: Option<String>,
    /// What is written, to stdout or to a file: mlir, ptx, clif, ptx=FILE; binary: the module with a gpu.binary for each
    /// gpu.module, with an image for each of its targets; and of the schedule: plan, dot, html
    #[arg(long, value_delimiter = ',', required = true, value_name = "KIND[=FILE]")]
    emit: Vec<String>,
    /// Where the result goes if only one kind is written
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    output: Option<String>,
    /// Measured times by which work is scheduled, as `run --profile-out` writes them
    #[arg(long, value_name = "FILE")]
    profile: Option<String>,
    /// Whether code checks bounds and divisions, as that of run does: trap or off. A kernel of a text reports what does not hold
    /// where the variable warpline$report says, and executes trap where it says nothing
    #[arg(long, value_enum, default_value_t = Bounds::Off)]
    bounds: Bounds,
    #[command(flatten)]
    limits: PlanLimits,
    /// Accept operations of unknown dialects
    #[arg(long)]
    allow_unregistered_dialect: bool,
    /// Take it that no two arguments of public functions overlap, as if all were marked llvm.noalias
    #[arg(long)]
    assume_noalias: bool,
    #[command(flatten)]
    remarks: RemarkFlags,
}

/// What `--emit` can name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Emit {
    Mlir,
    Ptx,
    Binary,
    Clif,
    Plan,
    Dot,
    Html,
}

impl Emit {
    /// Whether it shows what the backend makes.
    fn is_code(self) -> bool {
        matches!(self, Self::Ptx | Self::Clif)
    }

    /// Whether it shows host code, which must be one that can be scheduled.
    fn is_scheduled(self) -> bool {
        self.is_view() || self == Self::Mlir
    }

    /// Whether it shows the module.
    fn is_module(self) -> bool {
        matches!(self, Self::Mlir | Self::Binary)
    }

    /// Whether it shows the schedule.
    fn is_view(self) -> bool {
        matches!(self, Self::Plan | Self::Dot | Self::Html)
    }
}

/// How many loops a warning names.
const MAX_NOTES: usize = 8;

/// Runs the command.
pub fn compile(session: &mut Session, args: &CompileArgs) -> Result<Exit, Stop> {
    args.remarks.apply(session)?;
    let named = args.target.as_deref();
    let backend = backend_of(session, named.unwrap_or(if wants_ptx(args) { ANY_CHIP } else { "cpu" }))?;
    let outputs = outputs(session, args, backend.name())?;
    let source = session.read_source(&args.file)?;
    let profile = Profile::load(session, args.profile.as_deref())?;
    let mut module = stages::read_program(session, &source, args.allow_unregistered_dialect)?;
    if args.assume_noalias {
        stages::run_pipeline(session, &source, &mut module, stages::ASSUME_NOALIAS)?;
    }
    let target = match named {
        Some(named) => named.to_string(),
        None if backend.name() == "ptx" => warpline_backend_ptx::default_target(&module),
        None => "cpu".to_string(),
    };
    if backend.name() == "ptx" {
        module.locate_in_file(&source.name, &source.text, 0);
    }
    let shows_loops = backend.name() == "ptx" || outputs.iter().any(|(emit, _)| *emit == Emit::Plan);
    let on_host = if shows_loops { host_loops(&module) } else { Diagnostics::new() };
    stages::run_pipeline(session, &source, &mut module, stages::DEVICE_PIPELINE)?;
    if backend.name() == "ptx" && !has_device_code(&module) {
        warn_of_no_kernel(session, &source, &target, &on_host);
    }
    if args.bounds == Bounds::Trap {
        stages::run_pipeline(session, &source, &mut module, stages::RUNTIME_VERIFICATION)?;
    }
    if !backend.pipeline().is_empty() {
        stages::run_pipeline(session, &source, &mut module, backend.pipeline())?;
    }
    let facts = stages::verify(session, &source, &module)?;
    let needs_code = outputs.iter().any(|(emit, _)| emit.is_code());
    let artifact = if needs_code { Some(backend.emit(&module, &facts, &target)) } else { None };
    let code = match artifact.transpose() {
        Ok(artifact) => artifact.map(|artifact| code_text(&artifact)).unwrap_or_default(),
        Err(errors) => {
            stages::finish(session, &source, &errors)?;
            return Err(session.fail(Exit::Internal, "the backend failed without an error"));
        }
    };
    // Whether a limit can be kept shows in the schedule.
    let is_limited = args.limits.max_device_memory.is_some();
    let needs_views = outputs.iter().any(|(emit, _)| emit.is_view());
    let mut views = None;
    if is_limited || outputs.iter().any(|(emit, _)| emit.is_scheduled()) {
        let mut placed = if needs_views { std::mem::take(&mut module) } else { module.clone() };
        if let Some(profile) = &profile {
            profile.annotate(&mut placed);
        }
        stages::run_pipeline(session, &source, &mut placed, &stages::place_buffers(&args.limits))?;
        if needs_views && outputs.iter().any(|(emit, _)| emit.is_module()) {
            module = placed.clone();
        }
        let preview = stages::require_schedule(session, &source, placed, &args.limits)?;
        views = needs_views.then(|| Views::of_preview(preview, &source));
    }
    if outputs.iter().any(|(emit, _)| *emit == Emit::Binary)
        && let Err(errors) = binary::embed(&mut module, facts, named)
    {
        stages::finish(session, &source, &errors)?;
    }
    for (emit, path) in outputs {
        let text = match (emit, &views) {
            (Emit::Ptx | Emit::Clif, _) => code.clone(),
            (Emit::Plan, Some(views)) => plan_text(&source, views, &on_host),
            (Emit::Dot, Some(views)) => dot(views),
            (Emit::Html, Some(views)) => html(views),
            (Emit::Mlir | Emit::Binary | Emit::Plan | Emit::Dot | Emit::Html, _) => {
                print(&module, &PrintOptions::default())
            }
        };
        session.write_result(path.as_deref(), text.as_bytes())?;
    }
    Ok(Exit::Success)
}

/// The plans, and below them the loops that stay on the host.
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

/// Warns that a program has no kernel for its target, with the loops that could have become one.
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

/// A chip in place of one that the module may name.
const ANY_CHIP: &str = "sm_80";

/// Whether PTX is asked for.
fn wants_ptx(args: &CompileArgs) -> bool {
    let mut kinds = args.emit.iter().map(|kind| kind.split('=').next().unwrap_or_default());
    kinds.any(|kind| matches!(kind, "ptx" | "binary"))
}

fn backend_of(session: &mut Session, target: &str) -> Result<&'static dyn Backend, Stop> {
    backend_for(target).ok_or_else(|| session.fail(Exit::Usage, unknown_target(target)))
}

/// What is written, and where.
fn outputs(
    session: &mut Session,
    args: &CompileArgs,
    backend: &str,
) -> Result<Vec<(Emit, Option<String>)>, Stop> {
    let mut outputs = Vec::new();
    for text in &args.emit {
        let (kind, path) =
            text.split_once('=').map_or((text.as_str(), None), |(kind, path)| (kind, Some(path)));
        let emit = emit(args, kind, backend).map_err(|message| session.fail(Exit::Usage, message))?;
        outputs.push((emit, path.map(str::to_string).or_else(|| args.output.clone())));
    }
    if 1 < outputs.len() && outputs.iter().any(|(emit, _)| *emit == Emit::Binary) {
        return Err(session.fail(Exit::Usage, "--emit=binary goes with no other kind"));
    }
    if args.output.is_some() && 1 < outputs.len() {
        return Err(session.fail(Exit::Usage, "-o goes with one kind of --emit; write --emit=KIND=FILE"));
    }
    Ok(outputs)
}

/// The kinds by name, with the backend that each needs.
const KINDS: [(&str, Emit, Option<&str>); 7] = [
    ("mlir", Emit::Mlir, None),
    ("ptx", Emit::Ptx, Some("ptx")),
    ("binary", Emit::Binary, Some("ptx")),
    ("clif", Emit::Clif, Some("cpu")),
    ("plan", Emit::Plan, None),
    ("dot", Emit::Dot, None),
    ("html", Emit::Html, None),
];

/// What a name stands for, if this backend makes it.
fn emit(args: &CompileArgs, kind: &str, backend: &str) -> Result<Emit, String> {
    let Some((_, emit, needed)) = KINDS.into_iter().find(|(name, ..)| *name == kind) else {
        let names = KINDS.map(|(name, ..)| name);
        let near = nearest(kind, names).map(|near| format!("; did you mean '{near}'?"));
        let known = near.unwrap_or_else(|| format!("; there are {}", names.join(", ")));
        return Err(format!("unknown kind '{kind}' for --emit{known}"));
    };
    match needed.filter(|needed| *needed != backend) {
        None => Ok(emit),
        Some(needed) => {
            let wanted = if needed == "cpu" { "the target cpu" } else { "chips such as sm_90" };
            let found = match args.target.as_deref() {
                Some(target) => format!("the target is '{target}'"),
                None if backend == "ptx" => "another kind is for chips".to_string(),
                None => "the target is 'cpu'".to_string(),
            };
            Err(format!("--emit={kind} is for {wanted}, but {found}"))
        }
    }
}

fn code_text(artifact: &Artifact) -> String {
    match &artifact.code {
        Code::Text(text) => text.clone(),
        Code::Native(functions) => {
            functions.iter().map(|function| function.clif.trim_end()).collect::<Vec<_>>().join("\n\n") + "\n"
        }
    }
}
