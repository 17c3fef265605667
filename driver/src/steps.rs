//! The steps that commands combine: read and verify a text, run passes, report what was found and stop.

use warpline_ir::{Diagnostics, Facts, Module, Note, ParseOptions, Severity};
use warpline_passes::Pass;
use warpline_passes::conversion::convert_krnl_to_memref;
use warpline_passes::conversion::linalg_generalize_named_ops;
use warpline_passes::pipeline::{self, Pipeline, Silent, Step};
use warpline_passes::schedule::{self, Preview, gpu_reorder, gpu_schedule, verify_schedule};
use warpline_passes::transforms::{assume_fastmath, assume_noalias};

use crate::compilation::{Choices, Compilation, PlanOptions, Stage, known_to_run};
use crate::report::report;
use crate::session::{Exit, Session, SourceFile, Stop};

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

/// Parses and verifies a text. The parsed part is verified even if the text has errors, so that all errors are
/// found at once.
pub fn check(text: &str, allow_unregistered: bool) -> Checked {
    check_with(text, &ParseOptions { allow_unregistered, ..ParseOptions::default() })
}

/// Like [`check`], for a program that becomes kernels: operations of unknown dialects that its
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

/// Like [`read`], for a program that becomes kernels. Operations of unknown dialects that its
/// first pass replaces are already replaced, so that every device and analysis sees registered ones. Of several
/// warnings with one code only the first is reported.
pub fn read_program(
    session: &mut Session,
    source: &SourceFile,
    allow_unregistered: bool,
) -> Result<Module, Stop> {
    let checked = session.timing.measure("Parser", || check_program(&source.text, allow_unregistered));
    finish(session, source, &one_warning_per_code(&checked.diagnostics))?;
    let mut module = checked.module;
    if convert_krnl_to_memref::applies_to(&module) {
        run_pipeline(session, source, &mut module, &alone(&convert_krnl_to_memref::PASS, Vec::new()))?;
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
    session.begin_passes(&pipeline);
    Ok(pipeline)
}

/// Runs passes on a verified module.
pub fn run_pipeline(
    session: &mut Session,
    source: &SourceFile,
    module: &mut Module,
    pipeline: &Pipeline,
) -> Result<(), Stop> {
    session.begin_passes(pipeline);
    let mut diagnostics = session.diagnostics();
    // A failure is in the diagnostics, and `finish` stops on it.
    let _ = pipeline::run(pipeline, module, &mut diagnostics, &mut session.timing);
    finish(session, source, &diagnostics)
}

/// Marks all arguments of public functions as not overlapping, for `--assume-noalias`.
pub fn assume_no_alias(session: &mut Session, source: &SourceFile, module: &mut Module) -> Result<(), Stop> {
    run_pipeline(session, source, module, &alone(&assume_noalias::PASS, Vec::new()))
}

/// Adds fastmath flags to all operations on floats, those that named operations of linalg stand for among them, for
/// `--fastmath`.
pub fn assume_fastmath(
    session: &mut Session,
    source: &SourceFile,
    module: &mut Module,
    flags: &[String],
) -> Result<(), Stop> {
    let mut pipeline = alone(&linalg_generalize_named_ops::PASS, Vec::new());
    pipeline.append(alone(&assume_fastmath::PASS, vec![("flags".to_string(), flags.join(","))]));
    run_pipeline(session, source, module, &pipeline)
}

/// Returns the pipeline of one pass.
fn alone(pass: &'static Pass, options: Vec<(String, String)>) -> Pipeline {
    Step { pass, options }.into()
}

/// Takes a program to the module that a run with these choices schedules, under what it knows of the arguments of the function
/// that it executes.
pub fn placed_for_run(
    session: &mut Session,
    source: &SourceFile,
    program: &Module,
    choices: &Choices,
) -> Result<Module, Stop> {
    let mut module = known_to_run(program);
    let passes = Compilation::new(choices).passes(Stage::Kernels..=Stage::Placed);
    run_pipeline(session, source, &mut module, &passes)?;
    Ok(module)
}

/// Schedules a module at [`Stage::Placed`], and stops where `run` would: on errors of the scheduler, and on
/// invalid frees and waits of the program that the verifier finds. Warnings of the scheduler are reported, too.
/// The plans have no task graphs. Graphs change what is issued at once, but not which programs are rejected.
pub fn require_schedule(
    session: &mut Session,
    source: &SourceFile,
    mut module: Module,
    options: &PlanOptions,
) -> Result<Preview, Stop> {
    let options = &options.0;
    gpu_reorder::permute(&mut module, options);
    let preview = schedule::preview_of(module, options);
    let mut diagnostics = Diagnostics::new();
    let scheduled = if preview.is_complete {
        preview.scheduled(options, &mut diagnostics)
    } else {
        let pipeline = alone(&gpu_schedule::PASS, options.clone());
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
