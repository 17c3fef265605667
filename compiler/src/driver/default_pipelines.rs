//! The default pipelines, and calls that read, verify and run passes. Commands combine them.

use std::num::{NonZeroU64, NonZeroUsize};

use warpline_ir::{Diagnostics, Facts, Module, Note, ParseOptions, Severity};
use warpline_passes::Target;
use warpline_passes::conversion::convert_krnl_to_memref;
use warpline_passes::pipeline::{self, Pipeline, Silent};
use warpline_passes::schedule::gpu_reorder;
use warpline_passes::schedule::verify_schedule;
use warpline_passes::schedule::{self, Preview};
use warpline_passes::transforms::assume_noalias::mark_arguments;

use crate::driver::backends::host;
use crate::driver::execute::Interface;
use crate::driver::quantities;
use crate::driver::report::report;
use crate::driver::session::{Exit, Session, SourceFile, Stop};

/// The passes from loops to kernels and launches; programs that already have launches pass through unchanged.
pub const DEVICE_PIPELINE: &str = "convert-krnl-to-memref,convert-linalg-to-parallel-loops,expand-realloc,async-func-to-execute,\
    expand-function-values,expand-scalable-vectors,affine-version-loops,affine-parallelize,lower-affine,expand-dma,canonicalize,cse,scf-parallel-loop-fusion,gpu-expand-reductions,gpu-map-parallel-loops{coarsening=4},convert-parallel-loops-to-gpu,canonicalize,\
    gpu-kernel-outlining,gpu-expand-vector-arguments,canonicalize";

/// The passes after [`DEVICE_PIPELINE`] that inline token calls, assign buffers to device memory, and give loop
/// iterations separate buffers.
pub const PLACE_BUFFERS: &str =
    "inline-token-calls,async-execute-inline,async-execute-to-runtime,gpu-place-buffers,gpu-rotate-buffers";

/// The passes after [`DEVICE_PIPELINE`] that insert run-time checks of bounds and divisions.
pub const RUNTIME_VERIFICATION: &str = "cse,generate-runtime-verification,hoist-bounds-checks,cse";

/// The pass before [`DEVICE_PIPELINE`] that inserts these checks where the passes would erase what is checked.
pub const UNOBSERVED_VERIFICATION: &str = "generate-runtime-verification{unobserved=true}";

/// The pass after these that makes kernel modules self-contained, as backends require.
pub const ANNOTATE_KERNELS: &str = "gpu-annotate-kernels";

/// Returns [`ANNOTATE_KERNELS`] and, for targets with subgroups of more than 32 lanes, the pass that warns of kernels
/// which assume 32.
pub fn annotate_kernels(target: &Target) -> String {
    match target.subgroup_size {
        0..=32 => ANNOTATE_KERNELS.to_string(),
        lanes => format!("{ANNOTATE_KERNELS},gpu-check-subgroup-size{{subgroup-size={lanes}}}"),
    }
}

/// The passes that make kernels report their accesses to the race detector of the CPU device, before those of its backend.
pub const LOG_ACCESSES: &str = "lower-affine,expand-vectors,cpu-log-accesses";

/// The passes after [`DEVICE_PIPELINE`] that lower to a host program for the runtime.
pub const HOST_PIPELINE: &str = "inline-token-calls,async-execute-inline,async-execute-to-runtime,\
    gpu-place-buffers,gpu-rotate-buffers,gpu-graph-regions,gpu-reorder,gpu-schedule";

/// The resource limits of a plan of device work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct PlanLimits {
    /// Maximum number of streams per function [default: 8]
    #[arg(long, value_name = "N")]
    pub max_streams: Option<NonZeroUsize>,
    /// Maximum bytes of device memory allocated by the program at one time, such as 65536, 64KiB or 2GiB
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub max_device_memory: Option<NonZeroU64>,
}

/// Parses a number of bytes with an optional unit.
pub(crate) fn bytes(text: &str) -> Result<NonZeroU64, String> {
    const UNITS: [(&str, u64); 3] = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];
    let message = || format!("expected bytes as 65536, 64KiB, 16MiB or 2GiB, but found '{text}'");
    quantities::bytes(text, &UNITS).and_then(NonZeroU64::new).ok_or_else(message)
}

impl PlanLimits {
    /// Returns the options of the passes that make plans.
    pub fn options(&self) -> Vec<(String, String)> {
        let streams = self.max_streams.map(|n| ("max-streams".to_string(), n.to_string()));
        let memory = self.max_device_memory.map(|n| ("max-device-memory".to_string(), n.to_string()));
        streams.into_iter().chain(memory).collect()
    }

    /// Returns the options in braces, to follow the name of a pass in the text of a pipeline.
    fn in_braces(&self) -> String {
        let options: Vec<String> =
            self.options().into_iter().map(|(key, value)| format!("{key}={value}")).collect();
        if options.is_empty() { String::new() } else { format!("{{{}}}", options.join(" ")) }
    }
}

/// Returns the passes of a run from a program as it was read to annotated kernels, one pipeline after the other.
pub(crate) fn kernel_stage(target: &Target, bounds: Bounds) -> Vec<String> {
    let checks = |text: &str| (bounds == Bounds::Trap).then(|| text.to_string());
    let (unobserved, observed) = (checks(UNOBSERVED_VERIFICATION), checks(RUNTIME_VERIFICATION));
    let all = [unobserved, Some(DEVICE_PIPELINE.to_string()), observed, Some(annotate_kernels(target))];
    all.into_iter().flatten().collect()
}

/// Returns the passes of a run after [`kernel_stage`], to the module that is scheduled.
pub(crate) fn placement_stage(limits: &PlanLimits) -> Vec<String> {
    let host = (!host::PIPELINE.is_empty()).then(|| host::PIPELINE.to_string());
    host.into_iter().chain([place_buffers(limits)]).collect()
}

/// Takes a program, as [`known_to_run`] returns it, to the module that a run on a target schedules.
pub(crate) fn placed(
    session: &mut Session,
    source: &SourceFile,
    mut module: Module,
    (target, bounds, limits): (&Target, Bounds, &PlanLimits),
) -> Result<Module, Stop> {
    for text in kernel_stage(target, bounds).into_iter().chain(placement_stage(limits)) {
        run_pipeline(session, source, &mut module, &text)?;
    }
    Ok(module)
}

/// Returns a program with what a run knows of the arguments of the function that it executes: they do not overlap. Other
/// functions are for any caller.
pub(crate) fn known_to_run(program: &Module) -> Module {
    let mut known = program.clone();
    mark_known(&mut known, program);
    known
}

/// Marks what [`known_to_run`] knows in a part of a program.
pub(crate) fn mark_known(part: &mut Module, program: &Module) {
    let entry = Interface::entry_of(program, None).ok().and_then(|entry| program.symbol_name(entry));
    if let Some(entry) = entry.and_then(|entry| part.find_symbol(part.root(), entry)) {
        mark_arguments(part, entry);
    }
}

/// Returns [`HOST_PIPELINE`] with a choice of task graphs, and limits of plans.
pub fn host_pipeline(graphs: Graphs, limits: &PlanLimits) -> String {
    format!("{},{}", place_buffers(limits), schedule_pipeline(graphs, limits))
}

/// Returns [`PLACE_BUFFERS`] with limits of plans.
pub fn place_buffers(limits: &PlanLimits) -> String {
    format!("{PLACE_BUFFERS}{}", limits.in_braces())
}

/// Returns the passes of [`HOST_PIPELINE`] after [`PLACE_BUFFERS`], with a choice of task graphs, and limits of
/// plans.
pub fn schedule_pipeline(graphs: Graphs, limits: &PlanLimits) -> String {
    let mode = match graphs {
        Graphs::Auto => "auto",
        Graphs::Always => "always",
        Graphs::Never => "never",
    };
    let memory = limits.max_device_memory.map(|n| format!(" max-device-memory={n}")).unwrap_or_default();
    let options = limits.in_braces();
    format!("gpu-graph-regions{{mode={mode}{memory}}},gpu-reorder{options},{}", schedule_pass(limits))
}

fn schedule_pass(limits: &PlanLimits) -> String {
    format!("gpu-schedule{}", limits.in_braces())
}

/// The device work that is issued as task graphs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Graphs {
    /// Work that is issued repeatedly, if a graph is profitable.
    #[default]
    Auto,
    /// All work for which it is possible.
    Always,
    /// No work.
    Never,
}

/// The handling of accesses out of bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Bounds {
    /// Access memory unchecked.
    Off,
    /// End the run.
    Trap,
}

/// The result of checking a text: a module and all diagnostics. The module is valid if there are no errors.
pub struct Checked {
    /// The module.
    pub module: Module,
    /// The facts established by the verifier; `None` after an error.
    pub facts: Option<Facts>,
    /// Errors, warnings and remarks.
    pub diagnostics: Diagnostics,
    /// Whether a part of the text could not be parsed.
    pub is_unread: bool,
}

/// The pass that `--assume-noalias` runs before [`DEVICE_PIPELINE`].
pub const ASSUME_NOALIAS: &str = "assume-noalias";

/// Parses and verifies a text. The parsed part is verified even if the text has errors, so that all errors are
/// found at once.
pub fn check(text: &str, allow_unregistered: bool) -> Checked {
    check_with(text, &ParseOptions { allow_unregistered, ..ParseOptions::default() })
}

/// Like [`check`], for a program that goes through [`DEVICE_PIPELINE`]: operations of unknown dialects that its
/// first pass replaces are always accepted.
pub fn check_program(text: &str, allow_unregistered: bool) -> Checked {
    check_with(text, &ParseOptions { allow_unregistered, replaced: convert_krnl_to_memref::REPLACED })
}

fn check_with(text: &str, options: &ParseOptions) -> Checked {
    let (module, mut diagnostics) = warpline_ir::parse(text, options);
    let unread = diagnostics.has_errors();
    let (facts, found) = warpline_ir::verify::verify_with_warnings(&module, &diagnostics);
    diagnostics.append(found);
    diagnostics.sort();
    Checked { module, facts: facts.filter(|_| !unread), diagnostics, is_unread: unread }
}

/// Parses and verifies a text, and reports the diagnostics.
pub fn read(session: &mut Session, source: &SourceFile, allow_unregistered: bool) -> Result<Module, Stop> {
    let checked = check(&source.text, allow_unregistered);
    finish(session, source, &checked.diagnostics)?;
    Ok(checked.module)
}

/// Like [`read`], for a program that goes through [`DEVICE_PIPELINE`]. Operations of unknown dialects that its
/// first pass replaces are already replaced, so that every device and analysis sees registered ones. Of several
/// warnings with one code only the first is reported.
pub fn read_program(
    session: &mut Session,
    source: &SourceFile,
    allow_unregistered: bool,
) -> Result<Module, Stop> {
    let checked = check_program(&source.text, allow_unregistered);
    finish(session, source, &one_warning_per_code(&checked.diagnostics))?;
    let mut module = checked.module;
    if convert_krnl_to_memref::applies_to(&module) {
        run_pipeline(session, source, &mut module, convert_krnl_to_memref::PASS.name)?;
    }
    Ok(module)
}

/// Returns the diagnostics with one warning per code, with the number of the others in a note.
fn one_warning_per_code(all: &Diagnostics) -> Diagnostics {
    let count =
        |code: &str| all.iter().filter(|one| one.severity == Severity::Warning && one.code == code).count();
    let mut shown = Diagnostics::new();
    for found in all {
        let is_warning = found.severity == Severity::Warning;
        if is_warning && shown.iter().any(|first| first.code == found.code) {
            continue;
        }
        let mut found = found.clone();
        let n_more = count(found.code).saturating_sub(1);
        if is_warning && 0 < n_more {
            let message = format!("{n_more} more {} are like this; 'warpline check' shows all", found.code);
            found.notes.push(Note::general(message));
        }
        shown.push(found);
    }
    shown
}

/// Parses the text of a pipeline; an invalid one is a usage error.
pub fn parse_pipeline(session: &mut Session, text: &str) -> Result<Pipeline, Stop> {
    let mut diagnostics = Diagnostics::new();
    let Ok(pipeline) = pipeline::parse(text, &mut diagnostics) else {
        let source = SourceFile { name: "<pipeline>".to_string(), text: text.to_string() };
        report(session, &source, &diagnostics);
        return Err(Stop(Exit::Usage));
    };
    if let Some(subject) = &mut session.subject {
        subject.add(&pipeline);
    }
    Ok(pipeline)
}

/// Runs an internal pipeline on a verified module.
pub fn run_pipeline(
    session: &mut Session,
    source: &SourceFile,
    module: &mut Module,
    text: &str,
) -> Result<(), Stop> {
    let pipeline = parse_pipeline(session, text)?;
    let mut diagnostics = session.diagnostics();
    // A failure is in the diagnostics, and `finish` stops on it.
    let _ = pipeline::run(&pipeline, module, &mut diagnostics, &mut Silent);
    finish(session, source, &diagnostics)
}

/// Schedules a module after [`PLACE_BUFFERS`], and stops where `run` would: on errors of the scheduler, and on
/// invalid frees and waits of the program that the verifier finds. Warnings of the scheduler are reported, too.
/// The plans have no task graphs. Graphs change what is issued at once, but not which programs are rejected.
pub fn require_schedule(
    session: &mut Session,
    source: &SourceFile,
    mut module: Module,
    limits: &PlanLimits,
) -> Result<Preview, Stop> {
    let options = limits.options();
    gpu_reorder::permute(&mut module, &options);
    let preview = schedule::preview_of(module, &options);
    let mut diagnostics = Diagnostics::new();
    let scheduled = if preview.is_complete {
        preview.scheduled(&options, &mut diagnostics)
    } else {
        let pipeline = parse_pipeline(session, &schedule_pass(limits))?;
        let mut module = preview.module.clone();
        pipeline::run(&pipeline, &mut module, &mut diagnostics, &mut Silent).map(|_| module)
    };
    if let Ok(scheduled) = scheduled {
        for found in verify_schedule::mistakes(&scheduled) {
            diagnostics.push(found);
        }
    }
    finish(session, source, &diagnostics)?;
    Ok(preview)
}

/// Verifies a module that passes have changed, and returns its facts.
pub fn verify(session: &mut Session, source: &SourceFile, module: &Module) -> Result<Facts, Stop> {
    warpline_ir::verify::verify(module).map_err(|errors| {
        report(session, source, &errors);
        Stop(Exit::Internal)
    })
}

/// Reports diagnostics, and stops if there is an error among them.
pub fn finish(session: &mut Session, source: &SourceFile, diagnostics: &Diagnostics) -> Result<(), Stop> {
    report(session, source, diagnostics);
    exit_of(diagnostics).map_or(Ok(()), |exit| Err(Stop(exit)))
}

/// Returns the exit code of a command that ends early because of these diagnostics, if it does.
pub fn exit_of(diagnostics: &Diagnostics) -> Option<Exit> {
    let errors = diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let codes: Vec<&str> = errors.map(|found| found.code).collect();
    match codes.as_slice() {
        [] => None,
        // Other errors may be consequences of the part that was left out.
        codes if codes.contains(&warpline_ir::codes::LIMIT) => Some(Exit::Limit),
        codes if codes.contains(&warpline_ir::codes::DEVICE_MEMORY) => Some(Exit::Limit),
        codes if codes.contains(&warpline_ir::codes::BROKEN_PASS) => Some(Exit::Internal),
        _ => Some(Exit::Failed),
    }
}
