//! `warpline opt`: reads IR, runs passes and prints the result.

mod args;
mod plans;
mod refused;
mod split;
mod watch;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use warpline_ir::print::{print, versions};
use warpline_ir::{Diagnostic, Diagnostics, MlirVersion, Remarks, Severity, Span};
use warpline_passes::PASSES;
use warpline_passes::pipeline::{self, Pipeline, Step};
use warpline_passes::schedule::gpu_schedule;
use warpline_passes::transforms::generate_runtime_verification;

use crate::driver::remarks::no_pass;
use crate::driver::report::report;
use crate::driver::reproducer;
use crate::driver::session::{Exit, Session, SourceFile, Stop};
use crate::driver::steps::{self, Checked};
use crate::testing::case::expected::{Made, check_expected};
use crate::testing::case::split::Piece;

pub use args::OptArgs;
pub use refused::refused_flag;

use args::Verbosity;
use watch::Watch;

/// Runs the command; `flags` is the pipeline given by pass flags.
pub fn opt(session: &mut Session, args: &OptArgs, flags: &str) -> Result<Exit, Stop> {
    if args.list_passes || args.show_dialects {
        list(session, args);
        return Ok(Exit::Success);
    }
    args.remarks.apply(session)?;
    if args.mlir_print_op_generic
        && args.mlir_version.is_some_and(|version| version != MlirVersion::default())
    {
        let message = "--mlir-version chooses among custom forms: the generic form is that of version 22";
        return Err(session.fail(Exit::Usage, message));
    }
    let source = if args.run_reproducer { Some(session.read_source(&args.file)?) } else { None };
    let named = source.as_ref().map(|source| named_pipeline(session, source)).transpose()?;
    let pipeline = match (named.as_ref().or(args.pass_pipeline.as_ref()), flags) {
        (Some(_), flags) if args.run_reproducer && (!flags.is_empty() || args.pass_pipeline.is_some()) => {
            let message = "--run-reproducer runs the passes of the file, and cannot be combined with others";
            return Err(session.fail(Exit::Usage, message));
        }
        (Some(_), flags) if !flags.is_empty() => {
            return Err(session.fail(Exit::Usage, "use either --pass-pipeline or flags of passes, not both"));
        }
        (Some(text), _) => text.as_str(),
        (None, flags) => flags,
    };
    let pipeline = steps::parse_pipeline(session, pipeline)?;
    check_pass_names(session, args, &pipeline)?;
    if args.dump_pass_pipeline {
        session.err.push_str(&watch::pipeline_text(&pipeline));
    }
    let source = match source {
        Some(source) => source,
        None => read_subject(session, args, &pipeline)?,
    };
    let mut watch = Watch::new(args, &pipeline);
    let mut near_misses = Diagnostics::new();
    let pieces = match &args.split_input_file {
        Some(marker) => split::split(&source.text, marker, &mut near_misses),
        None => vec![Piece { start: 0, text: &source.text }],
    };
    report(session, &source, &near_misses);
    let wanted = session.remarks.clone();
    let ended =
        catch_unwind(AssertUnwindSafe(|| process(args, &source, &pieces, &pipeline, &mut watch, &wanted)));
    write_reproducer(session, args, &watch, ended.is_err())?;
    let (results, made) = ended.unwrap_or_else(|panic| resume_unwind(panic));
    session.err.push_str(&watch.text);
    session.err.push_str(&watch.timing.text(args.timing_order));
    let exit = conclude(session, args, &source, made);
    // A file is written only on success; stdout gets the pieces that succeeded.
    if exit == Exit::Success || args.output == "-" {
        let text = results.join(&format!("{}\n", args.output_split_marker));
        session.write_result(Some(&args.output), text.as_bytes())?;
    }
    Ok(exit)
}

/// Reads the program. With a reproducer, the passes to run are those that it names.
fn read_subject(session: &mut Session, args: &OptArgs, pipeline: &Pipeline) -> Result<SourceFile, Stop> {
    let source = session.read_source(&args.file)?;
    if let Some(subject) = &mut session.subject {
        subject.add(pipeline);
    }
    Ok(source)
}

/// Returns the passes that a reproducer names.
fn named_pipeline(session: &mut Session, source: &SourceFile) -> Result<String, Stop> {
    reproducer::pipeline_of(&source.text).ok_or_else(|| {
        let message =
            format!("expected a reproducer, but '{}' has no 'mlir_reproducer' resources", source.name);
        session.fail(Exit::Usage, message)
    })
}

/// Writes the requested reproducers.
fn write_reproducer(
    session: &mut Session,
    args: &OptArgs,
    watch: &Watch<'_>,
    is_broken: bool,
) -> Result<(), Stop> {
    if let (Some(path), Some(text)) = (&args.mlir_generate_reproducer, &watch.begun) {
        session.write_result(Some(path), text.as_bytes())?;
    }
    let text = if is_broken { &watch.begun } else { &watch.failed };
    let Some((path, text)) = args.mlir_pass_pipeline_crash_reproducer.as_ref().zip(text.as_ref()) else {
        return Ok(());
    };
    session.write_result(Some(path), text.as_bytes())?;
    session.note(format!(
        "note: a pass failed: '{path}' contains the program and the passes; --run-reproducer runs them"
    ));
    Ok(())
}

fn list(session: &mut Session, args: &OptArgs) {
    if args.show_dialects {
        session.print("Available Dialects: ");
        let mut names = warpline_ir::OpKind::DIALECTS.to_vec();
        names.sort_unstable();
        session.print(names.join(","));
        return;
    }
    for pass in PASSES {
        session.print(format!("{:<32} {}", pass.name, pass.summary));
    }
}

/// Checks that the passes around which the IR is dumped exist, and that for dumps of phases their pass is in
/// the pipeline.
fn check_pass_names(session: &mut Session, args: &OptArgs, pipeline: &Pipeline) -> Result<(), Stop> {
    let is_scheduled = pipeline.steps.iter().any(|step| step.pass.name == gpu_schedule::PASS.name);
    let (phases, passes): (Vec<&String>, Vec<&String>) =
        args.print_after.iter().partition(|name| plans::is_phase(name));
    if let Some(phase) = phases.first().filter(|_| !is_scheduled) {
        let message = format!("expected gpu-schedule among the passes for --print-after={phase}");
        return Err(session.fail(Exit::Usage, message));
    }
    for name in args.mlir_print_ir_before.iter().chain(&args.mlir_print_ir_after).chain(passes) {
        if warpline_passes::find_pass(name).is_none() {
            return Err(session.fail(Exit::Usage, no_pass(name)));
        }
    }
    Ok(())
}

/// Returns the result of every piece, empty where it has errors, and all diagnostics with their locations in
/// the whole text.
fn process(
    args: &OptArgs,
    source: &SourceFile,
    pieces: &[Piece<'_>],
    pipeline: &Pipeline,
    watch: &mut Watch<'_>,
    wanted: &Remarks,
) -> (Vec<String>, Vec<Made>) {
    let mut all = Vec::new();
    let mut results = Vec::new();
    for piece in pieces {
        let (result, made) = process_piece(args, source, piece, pipeline, watch, wanted);
        results.push(result.unwrap_or_default());
        let mut diagnostics = Diagnostics::new();
        for found in made.diagnostics.iter().filter(|found| is_wanted(args, found)) {
            diagnostics.push(moved(args, found, piece.start as u32));
        }
        all.push(Made { diagnostics, ..made });
    }
    (results, all)
}

fn process_piece(
    args: &OptArgs,
    source: &SourceFile,
    piece: &Piece<'_>,
    pipeline: &Pipeline,
    watch: &mut Watch<'_>,
    wanted: &Remarks,
) -> (Option<String>, Made) {
    let check = || steps::check(piece.text, args.allow_unregistered_dialect);
    let checked = watch.timing.measure("Parser", check);
    let Checked { mut module, mut diagnostics, is_unread, .. } = checked;
    if diagnostics.has_errors() {
        return (None, Made { diagnostics, is_unread });
    }
    if args.verify_roundtrip
        && let Some(problem) = roundtrip_problem(&module, args.allow_unregistered_dialect)
    {
        diagnostics.error(warpline_ir::codes::ROUND_TRIP, Span::default(), problem);
        return (None, Made { diagnostics, is_unread });
    }
    let tells_lines = |step: &Step| step.pass.name == generate_runtime_verification::PASS.name;
    if args.mlir_print_debuginfo || pipeline.steps.iter().any(tells_lines) {
        let lines_before = source.text[..piece.start].matches('\n').count();
        module.locate_in_file(&source.name, piece.text, lines_before as u32);
    }
    if args.run_reproducer {
        reproducer::drop_from(&mut module);
    }
    watch.begin(piece.text, &module, pipeline);
    let mut found = Diagnostics::with_remarks(wanted.clone());
    // A failure is already in the diagnostics.
    let _ = pipeline::run(pipeline, &mut module, &mut found, watch);
    diagnostics.append(found);
    if args.mlir_version.is_some() {
        diagnostics.append(versions::check(&module, &args.print_options()));
    }
    if diagnostics.has_errors() {
        return (None, Made { diagnostics, is_unread });
    }
    let mut timing = std::mem::take(&mut watch.timing);
    let result = timing.measure("Output", || watch.print_result(&module));
    watch.timing = timing;
    (Some(result), Made { diagnostics, is_unread })
}

/// Returns the error, if any, of reading back the custom or the generic form of a module.
fn roundtrip_problem(module: &warpline_ir::Module, allow_unregistered: bool) -> Option<String> {
    let custom = warpline_ir::print::PrintOptions::default();
    let printed = print(module, &custom);
    for generic in [false, true] {
        let text = print(module, &warpline_ir::print::PrintOptions { generic, ..custom });
        let again = steps::check(&text, allow_unregistered);
        let form = if generic { "generic" } else { "custom" };
        if let Some(first) = again.diagnostics.iter().find(|found| found.severity == Severity::Error) {
            return Some(format!("the {form} form does not read back: {}", first.message));
        }
        if print(&again.module, &custom) != printed {
            return Some(format!("the {form} form reads back to another module"));
        }
    }
    None
}

/// Reports the diagnostics, or compares them with the expected ones.
fn conclude(session: &mut Session, args: &OptArgs, source: &SourceFile, made: Vec<Made>) -> Exit {
    if let Some(level) = args.verify_diagnostics {
        let problems = check_expected(&source.text, &made, level);
        report(session, source, &problems);
        return if problems.has_errors() { Exit::Failed } else { Exit::Success };
    }
    let mut all = Diagnostics::new();
    for made in made {
        all.append(made.diagnostics);
    }
    report(session, source, &all);
    steps::exit_of(&all).unwrap_or(Exit::Success)
}

/// Whether the flags ask for a diagnostic.
fn is_wanted(args: &OptArgs, found: &Diagnostic) -> bool {
    let least = match args.mlir_diagnostic_verbosity_level {
        Verbosity::Errors => Severity::Error,
        Verbosity::Warnings => Severity::Warning,
        Verbosity::Remarks => Severity::Remark,
    };
    least <= found.severity
}

/// Translates a diagnostic of a piece to the whole text.
fn moved(args: &OptArgs, found: &Diagnostic, by: u32) -> Diagnostic {
    // A diagnostic without a location has none in the whole text either.
    let shift =
        |span: Span| if span == Span::default() { span } else { Span::new(span.start + by, span.end + by) };
    let mut found = found.clone();
    found.span = shift(found.span);
    if args.mlir_disable_diagnostic_notes {
        found.notes.clear();
    }
    for note in &mut found.notes {
        note.span = note.span.map(shift);
    }
    found
}
