//! Runs commands with passes in a [worker](super::worker), so that Ctrl-C ends them at any moment, and a crash
//! loses no state.
//!
//! The worker is a session whose only state is the current one. It runs the command and returns its output, and
//! the text of the new state if there is one. A state is defined by its text, so nothing is lost in transfer.
//!
//! A task is one line of JSON, followed by the bytes of the arrays that it names; its outcome is JSON.

use std::rc::Rc;
use std::time::Duration;

use serde_json::{Map, Value, json};
use warpline_passes::find_pass;

use super::commands::exec::Call;
use super::commands::passes::Timed;
use super::history::{History, State};
use super::job::{arrays, shapes, split_head, with_arrays};
use super::settings::{SETTINGS, Settings};
use super::table::dispatch;
use super::{Kept, Repl};
use crate::driver::report::Format;
use crate::driver::session::{CommandLine, Exit, Session, SourceFile, Stop};
use crate::driver::steps;
use crate::driver::words::Words as _;

/// Runs a command line in a worker and applies its outcome.
pub(super) fn run(repl: &mut Repl<'_>, line: &str) -> Result<(), Stop> {
    repl.flush();
    let task = task(repl, line);
    match repl.worker.command(task, repl.session.ceilings, &repl.is_interrupted) {
        Ok(report) => take_over(repl, &report),
        Err(message) => repl.refuse(message),
    }
}

/// Serializes a command with everything that it may access.
fn task(repl: &Repl<'_>, line: &str) -> Vec<u8> {
    let state = repl.state();
    let settings: Map<String, Value> =
        SETTINGS.iter().map(|row| (row.name.to_string(), (row.get)(&repl.settings).into())).collect();
    // Values are referenced as `$N`.
    let values: Vec<_> = repl.values.iter().filter(|_| line.contains('$')).map(|kept| &*kept.array).collect();
    let head = json!({
        "command": line,
        "number": state.number,
        "next": repl.history.next_number(),
        "name": state.source.name,
        "text": state.source.text,
        "printed": state.printed,
        "aliases": state.aliases,
        "settings": settings,
        "values": shapes(values.iter().copied()),
        "last_call": repl.last_call.as_ref().map(Call::words),
        "last_run": of_last_run(repl),
        "format": repl.session.format.word(),
        "has_color": repl.session.has_color,
    });
    with_arrays(&head, values.iter().copied())
}

/// Performs a task: the worker's side. `None` if it is malformed.
pub(super) fn perform(session: &mut Session, command_line: CommandLine, task: &[u8]) -> Option<String> {
    let (head, mut rest) = split_head(task)?;
    session.format = Format::of_word(head["format"].as_str()?)?;
    session.has_color = head["has_color"].as_bool()?;
    let mut settings = Settings::new(false);
    for row in SETTINGS {
        (row.set)(&mut settings, head["settings"][row.name].as_str()?)?;
    }
    let text = |key: &str| head[key].as_str().map(str::to_string);
    let source = SourceFile { name: text("name")?, text: text("text")? };
    let number = head["number"].as_u64()? as usize;
    let first = State {
        number,
        parent: None,
        made_by: String::new(),
        module: steps::check(&source.text, settings.unregistered).module,
        source,
        printed: head["printed"].as_str().map(str::to_string),
        aliases: serde_json::from_value(head["aliases"].clone()).ok()?,
    };
    let kept = |array| Kept { origin: String::new(), array: Rc::new(array) };
    let values = arrays(&head["values"], &mut rest)?.into_iter().map(kept).collect();
    let last_call: Option<Vec<String>> = serde_json::from_value(head["last_call"].clone()).ok()?;
    let mut repl = Repl {
        history: History::resumed(first, head["next"].as_u64()? as usize),
        settings,
        values,
        last_call: last_call.map(Call::named),
        last_run: last_run(&head["last_run"])?,
        writes: false,
        has_workers: false,
        ..Repl::new(session, command_line, false)
    };
    repl.session.begin_compiling();
    let done = dispatch(&mut repl, head["command"].as_str()?);
    repl.session.end_compiling();
    Some(report(&mut repl, done.err()))
}

/// Serializes the outcome of a command.
fn report(repl: &mut Repl<'_>, stop: Option<Stop>) -> String {
    repl.settle();
    let new =
        repl.history.all().get(1).map(
            |state| json!({"text": state.source.text, "made_by": state.made_by, "aliases": state.aliases}),
        );
    json!({
        // Taken, since remaining output is written when the process ends.
        "said": std::mem::take(&mut repl.session.out),
        "exit": stop.map(|Stop(exit)| exit as u8),
        "state": new,
        "last_run": of_last_run(repl),
        "results": repl.session.results,
        "notifications": repl.session.notifications,
    })
    .to_string()
}

/// Prints the output of a command, and adds the state that it created.
fn take_over(repl: &mut Repl<'_>, report: &Value) -> Result<(), Stop> {
    let list = |key: &str| report[key].as_array().cloned().unwrap_or_default();
    repl.session.results.extend(list("results"));
    repl.session.notifications.extend(list("notifications"));
    repl.say_text(report["said"].as_str().unwrap_or_default());
    if let Some(text) = report["state"]["text"].as_str() {
        let checked = steps::check(text, repl.settings.unregistered);
        let (number, parent) = (repl.history.next_number(), repl.state().number);
        repl.history.push(State {
            number,
            parent: Some(parent),
            made_by: report["state"]["made_by"].as_str().unwrap_or_default().to_string(),
            source: SourceFile { name: super::state_name(number), text: text.to_string() },
            printed: None,
            module: checked.module,
            aliases: serde_json::from_value(report["state"]["aliases"].clone()).unwrap_or_default(),
        });
    }
    if let Some(last) = last_run(&report["last_run"]) {
        repl.last_run = last;
    }
    if report["exit"].is_null() { Ok(()) } else { Err(Stop(Exit::Failed)) }
}

/// Serializes the last passes run.
fn of_last_run(repl: &Repl<'_>) -> Value {
    let (n_ops, passes) = &repl.last_run;
    let row =
        |timed: &Timed| json!([timed.pass.name, timed.time.as_nanos() as u64, timed.n_ops, timed.is_changed]);
    json!({"n_ops": n_ops, "passes": passes.iter().map(row).collect::<Vec<_>>()})
}

fn last_run(value: &Value) -> Option<(usize, Vec<Timed>)> {
    let timed = |row: &Value| {
        Some(Timed {
            pass: find_pass(row[0].as_str()?)?,
            time: Duration::from_nanos(row[1].as_u64()?),
            n_ops: row[2].as_u64()? as usize,
            is_changed: row[3].as_bool()?,
        })
    };
    let passes: Option<Vec<Timed>> = value["passes"].as_array()?.iter().map(timed).collect();
    Some((value["n_ops"].as_u64()? as usize, passes?))
}
