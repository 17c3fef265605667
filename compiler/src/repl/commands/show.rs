//! Commands that show the program.

use std::collections::BTreeMap;

use warpline_ir::dialect::OpKind;
use warpline_ir::print::{KeptNames, PrintOptions, print_keeping, print_op_keeping};
use warpline_ir::{Diagnostics, Func, Gpu, Module, Op, Remarks};
use warpline_passes::schedule::gpu_reorder;
use warpline_passes::schedule::phases::{self, Phase};
use warpline_passes::schedule::{Preview, preview};

use crate::driver::backends::CodeTarget;
use crate::driver::compilation::Choices;
use crate::driver::remarks;
use crate::driver::session::{Exit, Session, Stop};
use crate::driver::steps;
use crate::driver::views::{Views, name_of};
use crate::driver::{check_schedules, emit};
use crate::repl::history::State;
use crate::repl::input::words;
use crate::repl::text::Outline;
use crate::repl::{Repl, counted, names};

/// The message if there is nothing to schedule.
const NO_WORK: &str = "there is no device work to schedule: no loop becomes a kernel, and nothing is launched or copied, \
                       or it is scheduled already";

/// Runs another command of the program on the text of the current state, and prints its output.
fn delegate(repl: &mut Repl<'_>, args: &[&str]) -> Result<(), Stop> {
    let mut inner =
        Session { format: repl.session.format, ..Session::with_stdin(repl.state().source.clone()) };
    let color = if repl.session.has_color { "--color=always" } else { "--color=never" };
    let args: Vec<String> = ["warpline", color].iter().chain(args).map(ToString::to_string).collect();
    let exit = (repl.command_line)(&args, &mut inner);
    repl.session.err.push_str(&inner.err);
    repl.say_text(&inner.out);
    if exit == Exit::Success { Ok(()) } else { Err(Stop(exit)) }
}

/// `:ir [NAME] [--generic]`
pub(in crate::repl) fn ir(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    let state = repl.state();
    let words = words(args);
    let is_generic = words.iter().any(|word| word == "--generic");
    let named: Vec<&String> = words.iter().filter(|word| *word != "--generic").collect();
    let generic = is_generic.then(|| PrintOptions { generic: true, ..PrintOptions::default() });
    match (named[..].first(), generic) {
        (None, None) => repl.say_ir(&state.source.text),
        (None, Some(options)) => repl.say_ir(&print_keeping(&state.module, &options, &kept(&state))),
        (Some(name), generic) => {
            let op = find_op(&state.module, name);
            let Some(op) = op else { return repl.refuse(unknown_symbol(&state.module, name)) };
            let text = match generic {
                Some(options) => print_op_keeping(&state.module, op, &options, &kept(&state)),
                None => text_of(&state.module, &state.source.text, op).unwrap_or_default(),
            };
            repl.say_ir(&text);
        }
    }
    Ok(())
}

/// Returns the names of the values of a state.
fn kept(state: &State) -> KeptNames {
    names::kept(&state.module, &state.source.text, &state.module)
}

/// Returns the operation with a symbol such as `@f` or `@module::@kernel`.
fn find_op(module: &Module, name: &str) -> Option<Op> {
    let mut parts = name.split("::").map(|part| part.trim_start_matches('@'));
    parts.try_fold(module.root(), |table, part| module.find_symbol(table, part))
}

fn unknown_symbol(module: &Module, name: &str) -> String {
    let known: Vec<String> = symbols(module);
    let near = warpline_ir::suggest::nearest(name, known.iter().map(|name| name.trim_start_matches('@')));
    let hint = near.map(|near| format!("; did you mean '{near}'?")).unwrap_or_default();
    format!("there is no symbol '{name}'{hint}")
}

/// Returns all symbols, nested ones with their path.
pub(in crate::repl) fn symbols(module: &Module) -> Vec<String> {
    let mut found = Vec::new();
    for op in module.ops_in(module.body()) {
        let Some(name) = module.symbol_name(op) else { continue };
        found.push(format!("@{name}"));
        let inner = module.entry(op, 0).filter(|_| module.is_symbol_table(op));
        let inner = inner.map(|block| module.ops_in(block)).unwrap_or_default();
        let inner = inner.into_iter().filter_map(|op| module.symbol_name(op));
        found.extend(inner.map(|inner| format!("@{name}::@{inner}")));
    }
    found
}

/// Returns the text of an operation, without its indentation.
fn text_of(module: &Module, text: &str, op: Op) -> Option<String> {
    let outline = Outline::of(text, &mut Diagnostics::new());
    let found = outline.text_at(module.span(module.location(op)).start)?;
    let rest = found.lines().skip(1).filter(|line| !line.trim().is_empty());
    let depth = rest.map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let moved = |(index, line): (usize, &str)| {
        let line = if index == 0 { line } else { line.get(depth..).unwrap_or_default() };
        format!("{line}\n")
    };
    Some(found.lines().enumerate().map(moved).collect())
}

/// `:doc NAME`
pub(in crate::repl) fn doc(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    if args.is_empty() {
        return repl.refuse("expected an operation, a dialect, a pass or a code, such as gpu.alloc or E0104");
    }
    delegate(repl, &["explain", "--", args])
}

/// Returns the program with kernels and launches, before scheduling.
fn lowered(repl: &mut Repl<'_>) -> Result<Module, Stop> {
    let state = repl.state();
    steps::placed_for_run(repl.session, &state.source, &state.module, &choices())
}

/// Returns what decides a compilation for this machine.
fn choices() -> Choices {
    Choices::of_run(CodeTarget::of_this_machine())
}

/// `:plan`
pub(in crate::repl) fn plan(repl: &mut Repl<'_>, _: &str) -> Result<(), Stop> {
    let module = lowered(repl)?;
    let text = Views::of(&module, &repl.state().source, &choices().plan()).text();
    if text.is_empty() {
        return repl.refuse(NO_WORK);
    }
    repl.say_text(&text);
    Ok(())
}

/// `:why [NUMBER|NAME]`
pub(in crate::repl) fn why(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    let module = lowered(repl)?;
    let state = repl.state();
    let views = Views::of(&module, &state.source, &choices().plan());
    let lines = views.reasons_of((!args.is_empty()).then_some(args.trim_start_matches('@')));
    match lines {
        Ok(lines) if lines.is_empty() => repl.refuse(NO_WORK),
        Ok(lines) => {
            repl.say_lines(lines);
            Ok(())
        }
        Err(message) => repl.refuse(message),
    }
}

/// `:dag [PHASE]`
pub(in crate::repl) fn dag(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    let Some(phase) = Phase::named(if args.is_empty() { "dag" } else { args }) else {
        return repl.refuse(format!("expected one of {}, but found '{args}'", Phase::names()));
    };
    let state = repl.state();
    let mut module = lowered(repl)?;
    gpu_reorder::permute(&mut module, &[]);
    let Preview { module, plans, .. } = preview(&module, &[]);
    if plans.is_empty() {
        return repl.refuse(NO_WORK);
    }
    for plan in &plans {
        let name = |value| name_of(&module, &state.source.text, value);
        let nodes = plan.input.nodes.iter().enumerate().filter(|(_, node)| node.kind.is_work());
        for (number, node) in nodes {
            repl.say(format!("// {number}: {}", phases::label(&module, node)));
        }
        repl.say_text(&phases::text(&module, plan, phase, &name));
    }
    Ok(())
}

/// `:emit KIND[=FILE] [TARGET]`
pub(in crate::repl) fn emit(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    let words = words(args);
    let (kind, target) = match &words[..] {
        [kind] => (kind, repl.settings.target.clone()),
        [kind, target] => (kind, target.clone()),
        _ => return repl.refuse(format!("expected {}, and a target perhaps", emit::kinds().join(", "))),
    };
    let emit = format!("--emit={kind}");
    let target = format!("--target={target}");
    let mut args = vec!["compile", "-", emit.as_str()];
    let remarks = format!("--remarks={}", remarks::to_text(&repl.settings.remarks));
    args.extend((repl.settings.remarks != Remarks::Off).then_some(remarks.as_str()));
    args.extend((target != "--target=").then_some(target.as_str()));
    args.extend(repl.settings.unregistered.then_some("--allow-unregistered-dialect"));
    delegate(repl, &args)?;
    if let Some((_, file)) = kind.split_once('=') {
        repl.say(format!("written to {file}"));
    }
    Ok(())
}

/// `:check`
pub(in crate::repl) fn check(repl: &mut Repl<'_>, _: &str) -> Result<(), Stop> {
    let state = repl.state();
    let mut found = Diagnostics::new();
    let lines = check_schedules::check(&state.module, &mut found);
    steps::finish(repl.session, &state.source, &found)?;
    repl.say("the program verifies");
    repl.say_lines(lines);
    Ok(())
}

/// `:stats`
pub(in crate::repl) fn stats(repl: &mut Repl<'_>) {
    let state = repl.state();
    let module = &state.module;
    let ops = &module.walk(module.root())[1..];
    let count = |kind: OpKind| ops.iter().filter(|op| module.kind(**op) == kind).count() as u64;
    let n_launches = count(OpKind::Gpu(Gpu::LaunchFunc)) + count(OpKind::Gpu(Gpu::Launch));
    let parts = [
        counted(ops.len() as u64, "operation", "operations"),
        counted(count(OpKind::Func(Func::Func)), "function", "functions"),
        counted(count(OpKind::Gpu(Gpu::Func)), "kernel", "kernels"),
        counted(n_launches, "launch", "launches"),
    ];
    repl.say(parts.join(", "));
    let mut dialects: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for op in ops {
        let name = module.op_name(*op);
        let dialect = name.split('.').next().unwrap_or_default().to_string();
        *dialects.entry(dialect).or_default().entry(name).or_default() += 1;
    }
    for (dialect, names) in dialects {
        let total: usize = names.values().sum();
        let mut names: Vec<(String, usize)> = names.into_iter().collect();
        names.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        let parts =
            names.iter().map(|(name, n)| format!("{} {n}", name.split_once('.').map_or("", |name| name.1)));
        repl.say(format!("  {dialect:<10} {total:>5}  {}", parts.collect::<Vec<_>>().join(", ")));
    }
}
