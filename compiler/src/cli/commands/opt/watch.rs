//! Observes the passes for `opt`: IR dumps around passes, pass times, the pipeline.

use std::fmt::Write as _;

use warpline_ir::Module;
use warpline_ir::print::{PrintOptions, print};
use warpline_passes::pipeline::{Observer, Pipeline};
use warpline_passes::schedule::gpu_schedule;
use warpline_passes::{Changed, Pass};

use super::args::OptArgs;
use super::plans;
use crate::driver::reproducer;
use crate::driver::timing::{Timing, camel_case};

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
    /// The times, if they are wanted.
    pub(super) timing: Timing,
}

impl<'a> Watch<'a> {
    pub(super) fn new(args: &'a OptArgs, pipeline: &'a Pipeline) -> Self {
        let print = args.print_options();
        let schedule = pipeline.steps.iter().find(|step| step.pass.name == gpu_schedule::PASS.name);
        let schedule = schedule.map(|step| step.options.as_slice());
        let source = String::new();
        let (begun, failed) = (None, None);
        let timing = Timing::of(args.timing);
        Self { args, print, schedule, source, text: String::new(), begun, failed, timing }
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
        self.timing.before(pass, module);
    }

    fn after(&mut self, pass: &'static Pass, module: &Module, changed: Changed) {
        self.timing.after(pass, module, changed);
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
