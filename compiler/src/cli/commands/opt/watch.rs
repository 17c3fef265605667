//! Observes the passes for `opt`: IR dumps around passes, pass times, the pipeline.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use warpline_ir::Module;
use warpline_ir::print::{PrintOptions, print};
use warpline_passes::pipeline::{Observer, Pipeline};
use warpline_passes::schedule::gpu_schedule;
use warpline_passes::{Changed, Pass};

use super::args::{OptArgs, TimingDisplay};
use super::plans;
use crate::driver::reproducer;

/// Passes that mlir-opt has too, with their names in its dumps.
const NAMES: &[(&str, &str)] = &[
    ("affine-parallelize", "AffineParallelize"),
    ("canonicalize", "Canonicalizer"),
    ("convert-parallel-loops-to-gpu", "ConvertParallelLoopToGpuPass"),
    ("cse", "CSE"),
    ("scf-parallel-loop-fusion", "SCFParallelLoopFusion"),
];

/// A pass observer that dumps the IR and measures times.
pub(super) struct Watch<'a> {
    args: &'a OptArgs,
    print: PrintOptions,
    /// The options of the scheduler, if it is in the pipeline.
    schedule: Option<&'a [(String, String)]>,
    /// The text from which the module was read.
    source: String,
    /// The text of the dumps.
    pub(super) text: String,
    /// The reproducer of the running passes, if one may be needed.
    pub(super) begun: Option<String>,
    /// The reproducer of the first passes that failed.
    pub(super) failed: Option<String>,
    times: Vec<(String, Duration)>,
    start: Instant,
}

impl<'a> Watch<'a> {
    pub(super) fn new(args: &'a OptArgs, pipeline: &'a Pipeline) -> Self {
        let print = args.print_options();
        let schedule = pipeline.steps.iter().find(|step| step.pass.name == gpu_schedule::PASS.name);
        let schedule = schedule.map(|step| step.options.as_slice());
        let source = String::new();
        let (begun, failed) = (None, None);
        let (text, times, start) = (String::new(), Vec::new(), Instant::now());
        Self { args, print, schedule, source, text, begun, failed, times, start }
    }

    /// Starts observing passes on a module that was read from this text.
    pub(super) fn begin(&mut self, source: &str, module: &Module, pipeline: &Pipeline) {
        self.source = source.to_string();
        let args = self.args;
        if args.mlir_generate_reproducer.is_some() || args.mlir_pass_pipeline_crash_reproducer.is_some() {
            self.begun = Some(reproducer::text(module, &pipeline.to_string(), args.verify_each));
        }
    }

    /// Returns the printed module as the result of the command. Like mlir-opt, it ends with an empty line,
    /// unless it is printed in local scope.
    pub(super) fn print_result(&self, module: &Module) -> String {
        print(module, &self.print) + if self.print.local_scope { "" } else { "\n" }
    }

    fn is_shown_after(&self, pass: &Pass) -> bool {
        let mut named = self.args.mlir_print_ir_after.iter().chain(&self.args.print_after);
        self.args.mlir_print_ir_after_all || named.any(|name| name == pass.name)
    }

    fn dump(&mut self, when: &str, pass: &Pass, module: &Module) {
        let _ = writeln!(self.text, "// -----// IR Dump {when} ({}) //----- //", pass.name);
        self.text.push_str(&self.print_result(module));
        self.text.push('\n');
    }

    /// Records a duration.
    pub(super) fn note_time(&mut self, name: &str, time: Duration) {
        self.times.push((name.to_string(), time));
    }

    /// Returns the timing report.
    pub(super) fn timing(&self) -> String {
        let line = format!("===-{}-===\n", "-".repeat(73));
        let title = "... Execution time report ...";
        let total = self.times.iter().map(|(_, time)| time.as_secs_f64()).sum::<f64>();
        let mut text = format!("{line}{title:^79}\n{line}  Total Execution Time: {total:.4} seconds\n\n");
        text.push_str("  ----Wall Time----  ----Name----\n");
        let share = |time: f64| 100.0 * time / total.max(f64::MIN_POSITIVE);
        let mut times: Vec<_> = self.times.iter().collect();
        if self.args.mlir_timing_display == TimingDisplay::List {
            times.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
        }
        for (name, time) in times {
            let time = time.as_secs_f64();
            let _ = writeln!(text, "  {time:8.4} ({:5.1}%)  {name}", share(time));
        }
        let _ = writeln!(text, "  {total:8.4} (100.0%)  Total");
        text
    }
}

impl Observer for Watch<'_> {
    fn before(&mut self, pass: &'static Pass, module: &Module) {
        assert!(
            self.args.debug_crash.as_deref() != Some(pass.name),
            "--debug-crash={} asks for this",
            pass.name
        );
        let is_named = self.args.mlir_print_ir_before.iter().any(|name| name == pass.name);
        if is_named || self.args.mlir_print_ir_before_all {
            self.dump(&format!("Before {}", camel_case(pass.name)), pass, module);
        }
        if let Some(options) = self.schedule.filter(|_| pass.name == gpu_schedule::PASS.name) {
            plans::write_phases(&mut self.text, &self.args.print_after, module, options, &self.source);
        }
        self.start = Instant::now();
    }

    fn after(&mut self, pass: &'static Pass, module: &Module, changed: Changed) {
        self.note_time(&camel_case(pass.name), self.start.elapsed());
        if pass.name == gpu_schedule::PASS.name {
            plans::write_verdicts(&mut self.text, &self.args.print_after, module);
        }
        let is_shown = self.is_shown_after(pass);
        let is_kept = !self.args.mlir_print_ir_after_change || changed == Changed::Yes;
        if is_shown && is_kept && !self.args.mlir_print_ir_after_failure {
            self.dump(&format!("After {}", camel_case(pass.name)), pass, module);
        }
    }

    fn failed(&mut self, pass: &'static Pass, module: &Module) {
        self.failed = self.failed.take().or_else(|| self.begun.clone());
        if self.is_shown_after(pass) || self.args.mlir_print_ir_after_failure {
            self.dump(&format!("After {} Failed", camel_case(pass.name)), pass, module);
        }
    }

    fn verifies(&self) -> bool {
        self.args.verify_each
    }
}

/// Converts `gpu-async-region` to `GpuAsyncRegionPass`.
fn camel_case(name: &str) -> String {
    if let Some((_, known)) = NAMES.iter().find(|(flag, _)| *flag == name) {
        return (*known).to_string();
    }
    let parts = name.split('-').map(|part| {
        let mut letters = part.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    });
    parts.chain(["Pass".to_string()]).collect()
}

/// Returns the pipeline with the values of all options, as `--dump-pass-pipeline` shows it.
pub(super) fn pipeline_text(pipeline: &Pipeline) -> String {
    let mut text = format!("Pass Manager with {} passes:\nbuiltin.module(\n", pipeline.steps.len());
    for (index, step) in pipeline.steps.iter().enumerate() {
        let value = |name: &str, default: &'static str| {
            let given = step.options.iter().find(|(key, _)| key == name);
            given.map_or(default, |(_, value)| value.as_str()).to_string()
        };
        let options: Vec<String> = step
            .pass
            .options
            .iter()
            .map(|option| format!("{}={}", option.name, value(option.name, option.default)))
            .collect();
        let comma = if index + 1 < pipeline.steps.len() { "," } else { "" };
        let _ = match options.as_slice() {
            [] => writeln!(text, "  {}{comma}", step.pass.name),
            _ => writeln!(text, "  {}{{{}}}{comma}", step.pass.name, options.join(" ")),
        };
    }
    text + ")\n\n"
}
