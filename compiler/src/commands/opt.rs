//! `warpline opt`: reads IR, runs passes, prints.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use clap::Args;
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::{Diagnostic, Diagnostics, Module, Span};
use warpline_passes::pipeline::{self, Observer, Pipeline};
use warpline_passes::{Changed, PASSES, Pass};

use crate::case::expected::check_expected;
use crate::case::split::{MARKER, Piece, split};
use crate::report::report;
use crate::session::{Exit, Session, SourceFile, Stop};
use crate::stages::{self, Checked};

/// The flags of `opt`, passes apart.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is one flag of the command line")]
pub struct OptArgs {
    /// The file; `-` is stdin
    #[arg(default_value = "-")]
    file: String,
    /// Where the result goes
    #[arg(short = 'o', long = "output", default_value = "-", value_name = "FILE")]
    output: String,
    /// Passes as text: builtin.module(canonicalize,cse{…})
    #[arg(long, value_name = "TEXT")]
    pass_pipeline: Option<String>,
    /// Treat pieces between lines `// -----` as files of their own
    #[arg(long)]
    split_input_file: bool,
    /// Check findings against `expected-error {{…}}` and the like
    #[arg(long)]
    verify_diagnostics: bool,
    /// Accept operations of unknown dialects
    #[arg(long)]
    allow_unregistered_dialect: bool,
    /// Print the IR after every pass
    #[arg(long)]
    mlir_print_ir_after_all: bool,
    /// Print the IR before every pass
    #[arg(long)]
    mlir_print_ir_before_all: bool,
    /// Print the time of every pass
    #[arg(long)]
    mlir_timing: bool,
    /// Print the generic form
    #[arg(long)]
    mlir_print_op_generic: bool,
    /// List the passes and end
    #[arg(long)]
    list_passes: bool,
}

/// Runs the command; `flags` is the pipeline that flags of passes make.
pub fn opt(session: &mut Session, args: &OptArgs, flags: &str) -> Result<Exit, Stop> {
    if args.list_passes {
        for pass in PASSES {
            session.print(format!("{:<32} {}", pass.name, pass.summary));
        }
        return Ok(Exit::Success);
    }
    let pipeline = match (&args.pass_pipeline, flags) {
        (Some(_), flags) if !flags.is_empty() => {
            return Err(session.fail(Exit::Usage, "use either --pass-pipeline or flags of passes, not both"));
        }
        (Some(text), _) => text.as_str(),
        (None, flags) => flags,
    };
    let pipeline = stages::parse_pipeline(session, pipeline)?;
    let source = session.read_source(&args.file)?;
    let mut watch = Watch::new(args);
    let (pieces, all) = process(args, &source, &pipeline, &mut watch);
    session.err.push_str(&watch.text);
    if args.mlir_timing {
        session.err.push_str(&watch.timing());
    }
    let exit = conclude(session, args, &source, &all);
    if exit == Exit::Success || (args.split_input_file && !args.verify_diagnostics) {
        let text = pieces.join(&format!("\n{MARKER}\n"));
        session.write_result(Some(&args.output), text.as_bytes())?;
    }
    Ok(exit)
}

/// The result of every piece without errors, and all findings with their places in the whole text.
fn process(
    args: &OptArgs,
    source: &SourceFile,
    pipeline: &Pipeline,
    watch: &mut Watch,
) -> (Vec<String>, Diagnostics) {
    let whole = Piece { start: 0, text: &source.text };
    let pieces = if args.split_input_file { split(&source.text) } else { vec![whole] };
    let mut results = Vec::new();
    let mut all = Diagnostics::new();
    for piece in pieces {
        let (result, diagnostics) = process_piece(args, piece.text, pipeline, watch);
        results.extend(result);
        for found in &diagnostics {
            all.push(moved(found, piece.start as u32));
        }
    }
    (results, all)
}

fn process_piece(
    args: &OptArgs,
    text: &str,
    pipeline: &Pipeline,
    watch: &mut Watch,
) -> (Option<String>, Diagnostics) {
    let start = Instant::now();
    let checked = stages::check(text, args.allow_unregistered_dialect);
    watch.note_time("Parser", start.elapsed());
    let Checked { mut module, mut diagnostics, .. } = checked;
    if diagnostics.has_errors() {
        return (None, diagnostics);
    }
    // A failure is in the diagnostics.
    let _ = pipeline::run(pipeline, &mut module, &mut diagnostics, watch);
    if diagnostics.has_errors() {
        return (None, diagnostics);
    }
    let start = Instant::now();
    let result = print(&module, &watch.print);
    watch.note_time("Output", start.elapsed());
    (Some(result), diagnostics)
}

/// Reports, or compares with what the text announces.
fn conclude(session: &mut Session, args: &OptArgs, source: &SourceFile, all: &Diagnostics) -> Exit {
    if args.verify_diagnostics {
        return match check_expected(&source.name, &source.text, all) {
            Ok(()) => Exit::Success,
            Err(problems) => {
                session.note(problems);
                Exit::Failed
            }
        };
    }
    report(session, source, all);
    stages::exit_of(all).unwrap_or(Exit::Success)
}

/// A finding about a piece as one about the whole text.
fn moved(found: &Diagnostic, by: u32) -> Diagnostic {
    let shift = |span: Span| Span::new(span.start + by, span.end + by);
    let mut found = found.clone();
    found.span = shift(found.span);
    for note in &mut found.notes {
        note.span = note.span.map(shift);
    }
    found
}

/// Watches passes: dumps the IR around them and takes their time.
struct Watch {
    print: PrintOptions,
    prints_before: bool,
    prints_after: bool,
    text: String,
    times: Vec<(String, Duration)>,
    start: Instant,
}

impl Watch {
    fn new(args: &OptArgs) -> Self {
        Self {
            print: PrintOptions { generic: args.mlir_print_op_generic },
            prints_before: args.mlir_print_ir_before_all,
            prints_after: args.mlir_print_ir_after_all,
            text: String::new(),
            times: Vec::new(),
            start: Instant::now(),
        }
    }

    fn dump(&mut self, when: &str, pass: &Pass, module: &Module) {
        let name = camel_case(pass.name);
        let _ = writeln!(self.text, "// -----// IR Dump {when} {name} ({}) //----- //", pass.name);
        self.text.push_str(&print(module, &self.print));
        self.text.push_str("\n\n");
    }

    fn note_time(&mut self, name: &str, time: Duration) {
        self.times.push((name.to_string(), time));
    }

    fn timing(&self) -> String {
        let line = format!("===-{}-===\n", "-".repeat(73));
        let title = "... Execution time report ...";
        let total = self.times.iter().map(|(_, time)| time.as_secs_f64()).sum::<f64>();
        let mut text = format!("{line}{title:^79}\n{line}  Total Execution Time: {total:.4} seconds\n\n");
        text.push_str("  ----Wall Time----  ----Name----\n");
        let share = |time: f64| 100.0 * time / total.max(f64::MIN_POSITIVE);
        for (name, time) in &self.times {
            let time = time.as_secs_f64();
            let _ = writeln!(text, "  {time:8.4} ({:5.1}%)  {name}", share(time));
        }
        let _ = writeln!(text, "  {total:8.4} (100.0%)  Total");
        text
    }
}

impl Observer for Watch {
    fn before(&mut self, pass: &'static Pass, module: &Module) {
        if self.prints_before {
            self.dump("Before", pass, module);
        }
        self.start = Instant::now();
    }

    fn after(&mut self, pass: &'static Pass, module: &Module, _changed: Changed) {
        self.note_time(pass.name, self.start.elapsed());
        if self.prints_after {
            self.dump("After", pass, module);
        }
    }
}

/// `gpu-async-region` as `GpuAsyncRegion`.
fn camel_case(name: &str) -> String {
    let parts = name.split('-').map(|part| {
        let mut letters = part.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    });
    parts.collect()
}
