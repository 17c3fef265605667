//! Commands that execute functions and keep their results.

use std::rc::Rc;

use warpline_ir::print::type_text;
use warpline_ir::{Func, Module, OpKind};

use crate::driver::compilation::Bounds;
use crate::driver::execute::Interface;
use crate::driver::session::{Exit, Session, SourceFile, Stop};
use crate::driver::steps;
use crate::driver::values::Array;
use crate::driver::views::name_of;
use crate::repl::job::{Done, Job, perform};
use crate::repl::text::{ENTRY, returning};
use crate::repl::{Kept, Repl};
use crate::values::{Given, check_values, inputs_from};

/// The maximum number of elements of an array shown in full.
const MAX_SHOWN: usize = 16;
/// The maximum number of elements shown by `:print`.
const MAX_PRINTED: usize = 4096;
/// The number of executions of `:bench`.
const N_MEASURED: u32 = 20;

/// A function with the notations of its inputs.
#[derive(Clone)]
pub(in crate::repl) struct Call {
    /// The name; `None` for the default function.
    entry: Option<String>,
    inputs: Vec<String>,
}

impl Call {
    /// Returns the call denoted by these words: a function and its inputs.
    pub(in crate::repl) fn named(words: Vec<String>) -> Self {
        let mut words = words.into_iter();
        let entry = words.next().map(|name| name.trim_start_matches('@').to_string());
        Self { entry, inputs: words.collect() }
    }

    /// Returns the words that denote the call.
    pub(in crate::repl) fn words(&self) -> Vec<String> {
        self.entry.iter().chain(&self.inputs).cloned().collect()
    }

    /// Like [`Self::named`]; the last call if there are no words.
    pub(in crate::repl) fn named_or_last(repl: &mut Repl<'_>, words: Vec<String>) -> Result<Self, Stop> {
        let state = repl.state();
        let is_there = |call: &&Self| entry_of(&state.module, call.entry.as_deref()).is_ok();
        let last = repl.last_call.as_ref().filter(|_| words.is_empty()).filter(is_there);
        let mut call = last.cloned().unwrap_or_else(|| Self::named(words));
        let entry = entry_of(&state.module, call.entry.as_deref());
        match entry {
            Ok(entry) => call.entry = Some(entry),
            Err(message) => return repl.refuse(message),
        }
        Ok(call)
    }

    /// Returns the name of the function.
    pub(in crate::repl) fn name(&self) -> &str {
        self.entry.as_deref().unwrap_or_default()
    }
}

/// Returns the function with this name; without one `main`, or the function entered line by line, or the only one.
fn entry_of(module: &Module, name: Option<&str>) -> Result<String, String> {
    let has_body =
        |op: &warpline_ir::Op| module.kind(*op) == OpKind::Func(Func::Func) && module.entry(*op, 0).is_some();
    let functions = module.ops_in(module.body()).into_iter().filter(has_body);
    let names: Vec<&str> = functions.filter_map(|op| module.symbol_name(op)).collect();
    let has = |name: &str| names.contains(&name);
    match (name, names.as_slice()) {
        (Some(name), names) if names.contains(&name) => Ok(name.to_string()),
        (Some(name), names) => {
            let near = warpline_ir::suggest::nearest(name, names.iter().copied());
            let hint = near.map(|near| format!("; did you mean '@{near}'?")).unwrap_or_default();
            Err(format!("there is no function '@{name}' with a body{hint}"))
        }
        (None, _) if has("main") => Ok("main".to_string()),
        (None, _) if has(ENTRY) => Ok(ENTRY.to_string()),
        (None, [only]) => Ok((*only).to_string()),
        (None, []) => Err("there is no function with a body".to_string()),
        (None, _) => Err("there are several functions; name one".to_string()),
    }
}

impl Repl<'_> {
    /// Creates the job of a call.
    fn job(&mut self, source: &SourceFile, module: &Module, call: &Call) -> Result<Job, Stop> {
        let interface = match Interface::find(module, call.entry.as_deref()) {
            Ok(interface) => interface,
            Err(message) => return self.refuse(message),
        };
        let inputs = match self.inputs(&interface, &call.inputs) {
            Ok(inputs) => inputs,
            Err(message) => return self.refuse(message),
        };
        Ok(Job {
            source: source.clone(),
            entry: call.name().to_string(),
            inputs,
            device: self.settings.device.clone(),
            deadline: self.settings.deadline,
            graphs: self.settings.graphs,
            traps: self.settings.bounds == Bounds::Trap,
            races: self.settings.races,
            remarks: self.settings.remarks.clone(),
            seed: self.settings.seed,
            unregistered: self.settings.unregistered,
            has_trace: false,
            n_measured: 0,
            format: self.session.format,
            has_color: self.session.has_color,
        })
    }

    /// Returns the arguments of a call: from notations, and from `$N` for kept arrays.
    fn inputs(&self, interface: &Interface, texts: &[String]) -> Result<Vec<Array>, String> {
        let mut given = Vec::new();
        for text in texts {
            given.push(match text.strip_prefix('$') {
                Some(_) => Given::Kept(self.kept(text)?),
                None => Given::Notation(text),
            });
        }
        inputs_from(interface, &given, "give one after the function, such as rand:42 or $1")
    }

    /// Returns the array `$N`.
    fn kept(&self, name: &str) -> Result<&Rc<Array>, String> {
        let number: Option<usize> = name.trim_start_matches('$').parse().ok();
        let found = number.and_then(|number| self.values.get(number.checked_sub(1)?));
        found.map(|kept| &kept.array).ok_or_else(|| match self.values.len() {
            0 => format!("there is no {name}; ':exec' keeps function results"),
            n => format!("there is no {name}; there are $1 to ${n}"),
        })
    }

    /// Executes a call and reports a failure.
    pub(in crate::repl) fn call(
        &mut self,
        source: &SourceFile,
        module: &Module,
        call: &Call,
    ) -> Result<Done, Stop> {
        let job = self.job(source, module, call)?;
        self.perform(&job)
    }

    /// Performs a job: in a worker if the session is the whole process.
    fn perform(&mut self, job: &Job) -> Result<Done, Stop> {
        self.flush();
        let done = if self.session.is_process {
            // The worker enforces the limits itself.
            let watchdog = self.session.watchdog.take();
            let done = self.worker.job(job, self.session.ceilings, &self.is_interrupted);
            if watchdog.is_some() {
                self.session.begin_compiling();
            }
            done
        } else {
            let mut inner = Session {
                wrapper: self.session.wrapper.clone(),
                writes: self.session.writes.clone(),
                kept: Some(std::mem::take(&mut self.kept_devices)),
                ..Session::default()
            };
            let done = perform(&mut inner, job);
            if done.exit == Exit::Success as u8 {
                self.kept_devices = inner.kept.unwrap_or_default();
            }
            Ok(done)
        };
        let done = match done {
            Ok(done) => done,
            Err(message) => return self.refuse(message),
        };
        self.say_text(&done.printed);
        self.session.err.push_str(&done.found);
        if done.exit == Exit::Success as u8 { Ok(done) } else { Err(Stop(Exit::Failed)) }
    }

    /// Keeps an array as `$N` and shows it.
    fn keep(&mut self, origin: String, array: &Array) {
        let number = self.values.len() + 1;
        if array.len() <= MAX_SHOWN {
            self.say(format!("${number} = {} : {} ({origin})", array.text(), array.type_text()));
        } else {
            self.say(format!("${number} : {} ({origin})", array.type_text()));
            self.say_lines(check_values(array).iter().map(|line| format!("  {line}")));
        }
        self.values.push(Kept { origin, array: Rc::new(array.clone()) });
    }
}

/// `:exec [FUNCTION [INPUT…]]`
pub(in crate::repl) fn exec(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    let call = Call::named_or_last(repl, crate::repl::input::words(args))?;
    let state = repl.state();
    let job = repl.job(&state.source, &state.module, &call)?;
    repl.last_call = Some(call.clone());
    let done = repl.perform(&job)?;
    let name = call.name().to_string();
    for (index, array) in done.results.iter().enumerate() {
        repl.keep(format!("result {index} of @{name}"), array);
    }
    for (index, (before, after)) in job.inputs.iter().zip(&done.arguments).enumerate() {
        if before != after {
            repl.keep(format!("argument {index} after @{name}"), after);
        }
    }
    if repl.settings.times && !done.details.is_empty() {
        repl.say_text(&done.details);
    } else {
        repl.say(done.counts);
    }
    Ok(())
}

/// `:bufs`
pub(in crate::repl) fn bufs(repl: &mut Repl<'_>) {
    if repl.values.is_empty() {
        repl.say("nothing is kept; ':exec' keeps function results as $1, $2, …");
    }
    let line = |(index, kept): (usize, &Kept)| {
        format!("{:<5} {:<24} {}", format!("${}", index + 1), kept.array.type_text(), kept.origin)
    };
    let lines: Vec<String> = repl.values.iter().enumerate().map(line).collect();
    repl.say_lines(lines);
}

/// `:print %VALUE|$N`
pub(in crate::repl) fn print(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    let array = match args.chars().next() {
        Some('$') => match repl.kept(args).cloned() {
            Ok(array) => array,
            Err(message) => return repl.refuse(message),
        },
        Some('%') => Rc::new(value_of(repl, args)?),
        _ => return repl.refuse(format!("expected a value such as %x or $1, but found '{args}'")),
    };
    if array.len() <= MAX_PRINTED {
        repl.say(format!("{args} = {} : {}", array.text(), array.type_text()));
        return Ok(());
    }
    repl.say(format!("{args} : {}", array.type_text()));
    repl.say_lines(check_values(&array).iter().map(|line| format!("  {line}")));
    Ok(())
}

/// Returns the value of an operation that was entered by itself, as if the function returned it.
fn value_of(repl: &mut Repl<'_>, name: &str) -> Result<Array, Stop> {
    let state = repl.state();
    let module = &state.module;
    let block = module.find_symbol(module.root(), ENTRY).and_then(|func| module.entry(func, 0));
    let ops = block.map(|block| module.ops_in(block)).unwrap_or_default();
    let is_it = |value: &warpline_ir::Value| {
        name_of(module, &state.source.text, *value).is_some_and(|found| found == name[1..])
    };
    let Some(value) = ops.iter().flat_map(|op| module.results(*op)).find(is_it) else {
        return repl.refuse(format!(
            "no operation in @{ENTRY} has a result {name}; results of ':exec' are $1, $2, …"
        ));
    };
    let ty = type_text(module, module.type_of(value));
    let text = returning(state.printed(), name, &ty).unwrap_or_default();
    let source = SourceFile { name: state.source.name.clone(), text };
    let checked = steps::check(&source.text, repl.settings.unregistered);
    steps::finish(repl.session, &source, &checked.diagnostics)?;
    let call = Call { entry: Some(ENTRY.to_string()), inputs: Vec::new() };
    let done = repl.call(&source, &checked.module, &call)?;
    match done.results.into_iter().next() {
        Some(array) => Ok(array),
        None => repl.refuse(format!("{name} has no value")),
    }
}

/// `:bench [FUNCTION [INPUT…]]`
pub(in crate::repl) fn bench(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    let call = Call::named_or_last(repl, crate::repl::input::words(args))?;
    let state = repl.state();
    let job = repl.job(&state.source, &state.module, &call)?;
    let mut times = repl.perform(&Job { n_measured: N_MEASURED, ..job })?.times;
    times.sort_unstable();
    let show = |index: usize| match (repl.settings.times, times.get(index)) {
        (true, Some(time)) => format!("{:.3} ms", *time as f64 / 1e6),
        _ => "- ms".to_string(),
    };
    let (least, median, most) = (show(0), show(times.len() / 2), show(times.len().saturating_sub(1)));
    repl.say(format!(
        "@{}: {} executions, least {least}, median {median}, most {most}",
        call.name(),
        times.len()
    ));
    Ok(())
}

/// `:trace FILE [FUNCTION [INPUT…]]`
pub(in crate::repl) fn trace(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    let mut words = crate::repl::input::words(args).into_iter();
    let Some(path) = words.next() else { return repl.refuse("expected a file, such as trace.json") };
    let call = Call::named_or_last(repl, words.collect())?;
    let state = repl.state();
    let job = repl.job(&state.source, &state.module, &call)?;
    let Some(trace) = repl.perform(&Job { has_trace: true, ..job })?.trace else {
        return repl.refuse("the interpreter has no streams to show; ':set device auto' runs on the cpu");
    };
    repl.session.write_result(Some(&path), trace.as_bytes())?;
    repl.say(format!("written to {path}; https://ui.perfetto.dev shows it"));
    Ok(())
}
