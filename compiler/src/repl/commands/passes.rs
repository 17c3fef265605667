//! Commands that run passes.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use warpline_ir::print::{PrintOptions, print};
use warpline_ir::{Diagnostics, Module};
use warpline_passes::pipeline::{self, Observer, Pipeline, Silent};
use warpline_passes::{Changed, PASSES, Pass};

use super::exec::Call;
use crate::driver::backends::CodeTarget;
use crate::driver::compilation::{Choices, Compilation, Stage};
use crate::driver::session::{SourceFile, Stop};
use crate::driver::steps;
use crate::driver::timing::n_ops;
use crate::repl::editing::Moved;
use crate::repl::input::words;
use crate::repl::job::Done;
use crate::repl::{Repl, names};
use crate::values::{Tolerance, compare};

/// The names of abbreviations of pipelines for `:run`, and the stages to which they lead.
pub(in crate::repl) const SHORT: [(&str, RangeInclusive<Stage>); 2] =
    [("@device", Stage::Kernels..=Stage::Kernels), ("@host", Stage::Placed..=Stage::Scheduled)];

/// Returns the pipeline of an abbreviation.
fn pipeline_of(stages: &RangeInclusive<Stage>) -> String {
    let choices = Choices::unchecked(CodeTarget::of_this_machine());
    Compilation::new(&choices).text(stages.clone())
}

/// A pass that was run.
#[derive(Clone)]
pub(in crate::repl) struct Timed {
    /// The pass.
    pub(in crate::repl) pass: &'static Pass,
    /// Its duration.
    pub(in crate::repl) time: Duration,
    /// The number of operations after it.
    pub(in crate::repl) n_ops: usize,
    /// Whether it changed anything.
    pub(in crate::repl) is_changed: bool,
}

/// An observer that records the effect of passes.
struct Watch {
    start: Instant,
    n_ops: usize,
    done: Vec<Timed>,
    failed: Option<&'static Pass>,
}

impl Observer for Watch {
    fn before(&mut self, _: &'static Pass, _: &Module) {
        self.start = Instant::now();
    }

    fn after(&mut self, pass: &'static Pass, module: &Module, changed: Changed) {
        let (time, n_ops) = (self.start.elapsed(), n_ops(module));
        let is_changed = changed == Changed::Yes || n_ops != self.n_ops;
        self.n_ops = n_ops;
        self.done.push(Timed { pass, time, n_ops, is_changed });
    }

    fn failed(&mut self, pass: &'static Pass, _: &Module) {
        self.failed = Some(pass);
    }
}

/// Expands the abbreviations in the text of a pipeline.
fn written_out(text: &str) -> String {
    SHORT.iter().fold(text.to_string(), |text, (name, stages)| text.replace(name, &pipeline_of(stages)))
}

fn parse(repl: &mut Repl<'_>, text: &str) -> Result<Pipeline, Stop> {
    if text.trim().is_empty() {
        return repl.refuse("expected passes, such as canonicalize,cse or @device");
    }
    steps::parse_pipeline(repl.session, &written_out(text))
}

/// Runs passes on a copy of the program.
fn run_copy(repl: &mut Repl<'_>, pipeline: &Pipeline) -> Result<(Module, Vec<Timed>), Stop> {
    let state = repl.state();
    let mut module = state.module.clone();
    let mut found = Diagnostics::with_remarks(repl.settings.remarks.clone());
    let mut watch = Watch { start: Instant::now(), n_ops: state.n_ops(), done: Vec::new(), failed: None };
    // A failure is in the diagnostics, and `finish` stops on it.
    let _ = pipeline::run(pipeline, &mut module, &mut found, &mut watch);
    let done = steps::finish(repl.session, &state.source, &found);
    if let (Err(stop), Some(pass)) = (done, watch.failed) {
        repl.say(format!("pass {} refuses the program; state {} stays", pass.name, state.number));
        return Err(stop);
    }
    done.map(|()| (module, watch.done))
}

/// `:run PIPELINE`
pub(in crate::repl) fn run(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    let pipeline = parse(repl, args)?;
    let before = repl.state();
    let (module, done) = run_copy(repl, &pipeline)?;
    let kept = names::kept(&before.module, &before.source.text, &module);
    let moved = repl.advance(&module, &kept, args, before.aliases.clone())?;
    if 1 < done.len() {
        report_passes(repl, before.n_ops(), &done, false);
    }
    repl.last_run = (before.n_ops(), done);
    let state = repl.state();
    match moved {
        Moved::Nowhere => repl.say(format!("nothing changes; still state {}", state.number)),
        Moved::On => {
            let change = change(before.n_ops(), state.n_ops());
            repl.say(format!("state {}: {} operations ({change})", state.number, state.n_ops()));
        }
    }
    Ok(())
}

fn change(before: usize, after: usize) -> String {
    match after.cmp(&before) {
        std::cmp::Ordering::Less => format!("{} fewer", before - after),
        std::cmp::Ordering::Equal => "as many as before".to_string(),
        std::cmp::Ordering::Greater => format!("{} more", after - before),
    }
}

/// Prints a line per pass: the change of the number of operations, and the time if requested.
fn report_passes(repl: &mut Repl<'_>, n_before: usize, done: &[Timed], has_times: bool) {
    let mut n = n_before;
    for timed in done {
        let time = match (has_times, repl.settings.times) {
            (false, _) => String::new(),
            (true, true) => format!("{:>10.3} ms  ", timed.time.as_secs_f64() * 1e3),
            (true, false) => format!("{:>10} ms  ", "-"),
        };
        let what = if timed.is_changed {
            format!("{} operations ({})", timed.n_ops, change(n, timed.n_ops))
        } else {
            "changes nothing".to_string()
        };
        n = timed.n_ops;
        repl.say(format!("  {time}{:<32} {what}", timed.pass.name));
    }
}

/// `:time [PIPELINE]`
pub(in crate::repl) fn time(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    if args.is_empty() {
        let (n_ops, done) = repl.last_run.clone();
        if done.is_empty() {
            return repl.refuse("no passes ran yet; ':time PIPELINE' measures some");
        }
        report_passes(repl, n_ops, &done, true);
        return Ok(());
    }
    let pipeline = parse(repl, args)?;
    let (_, done) = run_copy(repl, &pipeline)?;
    report_passes(repl, repl.state().n_ops(), &done, true);
    repl.say(format!("state {} stays", repl.state().number));
    Ok(())
}

/// `:passes [FILTER]`
pub(in crate::repl) fn passes(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    let fits = |pass: &&Pass| pass.name.contains(args) || pass.summary.to_lowercase().contains(args);
    let found: Vec<&Pass> = PASSES.iter().filter(fits).collect();
    for pass in &found {
        repl.say(format!("{:<32} {}", pass.name, pass.summary));
        for option in pass.options.iter().filter(|_| found.len() == 1) {
            repl.say(format!("    {:<28} {}", format!("{}={}", option.name, option.default), option.summary));
        }
    }
    for (name, stages) in SHORT.iter().filter(|(name, _)| name.contains(args)) {
        repl.say(format!("{name} is short for {}", pipeline_of(stages)));
    }
    if found.is_empty() && !SHORT.iter().any(|(name, _)| name.contains(args)) {
        return repl.refuse(format!("no pass has '{args}' in its name or summary"));
    }
    Ok(())
}

/// `:bisect PIPELINE [FUNCTION [INPUT…]]`
pub(in crate::repl) fn bisect(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    let mut words = words(args).into_iter();
    let pipeline = words.next().unwrap_or_default();
    let pipeline = parse(repl, &pipeline)?;
    let call = Call::named_or_last(repl, words.collect())?;
    let state = repl.state();
    let reference = repl.call(&state.source, &state.module, &call)?;
    let mut module = state.module.clone();
    for step in pipeline.steps {
        let name = step.pass.name;
        let mut found = Diagnostics::new();
        // A failure is in the diagnostics, and `finish` stops on it.
        let _ = pipeline::run(&step.into(), &mut module, &mut found, &mut Silent);
        steps::finish(repl.session, &state.source, &found)?;
        let source =
            SourceFile { name: format!("<after {name}>"), text: print(&module, &PrintOptions::default()) };
        let module = steps::check(&source.text, repl.settings.unregistered).module;
        let outcome = repl.call(&source, &module, &call);
        if let Some(difference) = difference(&reference, outcome.as_ref().ok()) {
            repl.say(format!("{name:<32} {difference}"));
            repl.say(format!(
                "{name} is the first pass after which @{} returns different values",
                call.name()
            ));
            return Ok(());
        }
        repl.say(format!("{name:<32} same"));
    }
    repl.say(format!("no pass changes the results of @{}", call.name()));
    Ok(())
}

/// Describes how an execution differs from the reference.
fn difference(reference: &Done, found: Option<&Done>) -> Option<String> {
    let Some(found) = found else { return Some("fails".to_string()) };
    let mut pairs = reference.values().zip(found.values()).enumerate();
    pairs.find_map(|(index, (old, new))| {
        let mismatch = compare(new, old, Tolerance::default()).err()?;
        Some(format!("differs in value {index}: {mismatch}"))
    })
}
