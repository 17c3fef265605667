//! Commands that navigate between states.

use similar::{ChangeTag, TextDiff};

use super::Repl;
use super::highlight::colored_difference;
use super::history::State;
use super::input::words;
use crate::driver::session::Stop;

/// The maximum width of a column of `--side`.
const MAX_COLUMN: usize = 78;
/// The number of unchanged lines around a change.
const CONTEXT: usize = 3;

/// `:undo [N]`
pub(super) fn undo(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    step(repl, args, super::history::History::undo, "there is no state before this one")
}

/// `:redo [N]`
pub(super) fn redo(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    step(repl, args, super::history::History::redo, "there is nothing to redo")
}

fn step(
    repl: &mut Repl<'_>,
    args: &str,
    go: fn(&mut super::history::History) -> bool,
    refusal: &str,
) -> Result<(), Stop> {
    let n: usize = match args {
        "" => 1,
        text => match text.parse() {
            Ok(n) => n,
            Err(_) => return repl.refuse(format!("expected a number of steps, but found '{text}'")),
        },
    };
    let n_done = (0..n).take_while(|_| go(&mut repl.history)).count();
    if n_done == 0 && 0 < n {
        return repl.refuse(refusal);
    }
    report_state(repl);
    Ok(())
}

/// `:goto STATE`
pub(super) fn go_to(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    match repl.history.find(args).map(|state| state.number) {
        Ok(number) => repl.history.go_to(number),
        Err(message) => return repl.refuse(message),
    }
    report_state(repl);
    Ok(())
}

/// `:mark NAME`
pub(super) fn mark(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    let is_name = args.starts_with(|c: char| c.is_alphabetic()) && !args.contains(char::is_whitespace);
    if !is_name {
        return repl.refuse(format!("expected a name that begins with a letter, but found '{args}'"));
    }
    repl.history.mark(args);
    report_state(repl);
    Ok(())
}

/// `:states`
pub(super) fn states(repl: &mut Repl<'_>) {
    let current = repl.state().number;
    let lines: Vec<String> = repl.history.all().iter().map(|state| line_of(repl, state, current)).collect();
    repl.say_lines(lines);
}

fn line_of(repl: &Repl<'_>, state: &State, current: usize) -> String {
    let mark = if state.number == current { '*' } else { ' ' };
    let is_next = |parent: &usize| parent + 1 != state.number;
    let from = state.parent.filter(is_next).map(|parent| format!(" (from {parent})")).unwrap_or_default();
    let names = marks(repl, state.number);
    let n_ops = state.n_ops();
    format!("{mark}{:>3} {n_ops:>6} operations  {}{from}{names}", state.number, state.made_by)
}

/// Returns the marks of a state as ` [name]`.
fn marks(repl: &Repl<'_>, number: usize) -> String {
    let names: Vec<&str> = repl.history.marks_of(number).collect();
    if names.is_empty() { String::new() } else { format!(" [{}]", names.join(", ")) }
}

/// Prints which state is the current one.
pub(super) fn report_state(repl: &mut Repl<'_>) {
    let state = repl.state();
    let names = marks(repl, state.number);
    repl.say(format!("state {}{names}: {}", state.number, state.made_by));
}

/// `:diff [A [B]] [--side]`
pub(super) fn diff(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    let words = words(args);
    let is_side = words.iter().any(|word| word == "--side");
    let named: Vec<&String> = words.iter().filter(|word| *word != "--side").collect();
    let current = repl.state();
    let find = |text: &str| repl.history.find(text).cloned();
    let pair = match named[..] {
        [] => match current.parent {
            Some(parent) => find(&parent.to_string()).map(|parent| (parent, current)),
            None => Err("there is no state before this one".to_string()),
        },
        [a] => find(a).map(|a| (a, current)),
        [a, b] => find(a).and_then(|a| Ok((a, find(b)?))),
        _ => Err("expected at most two states".to_string()),
    };
    let (a, b) = match pair {
        Ok(pair) => pair,
        Err(message) => return repl.refuse(message),
    };
    if a.printed() == b.printed() {
        repl.say(format!("states {} and {} have the same text", a.number, b.number));
        return Ok(());
    }
    let text = if is_side { side_by_side(&a, &b) } else { unified(&a, &b) };
    let has_color = repl.session.has_color && !is_side;
    repl.say_text(&if has_color { colored_difference(&text) } else { text });
    Ok(())
}

fn unified(a: &State, b: &State) -> String {
    let diff = TextDiff::from_lines(a.printed(), b.printed());
    let (a, b) = (format!("state {}", a.number), format!("state {}", b.number));
    diff.unified_diff().context_radius(CONTEXT).header(&a, &b).to_string()
}

/// Formats both texts in columns: `|` between lines that differ, `<` and `>` beside lines in only one of them.
fn side_by_side(a: &State, b: &State) -> String {
    let diff = TextDiff::from_lines(a.printed(), b.printed());
    let widest = a.printed().lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = widest.min(MAX_COLUMN);
    let [left, right] = [a, b].map(|state| format!("state {}", state.number));
    let mut out = row(width, &left, ' ', &right);
    for group in diff.grouped_ops(CONTEXT) {
        out.push_str("...\n");
        for op in group {
            let lines = |tag| {
                let wanted = diff.iter_changes(&op).filter(move |change| change.tag() == tag);
                wanted.map(|change| cut(change.value().trim_end(), MAX_COLUMN)).collect::<Vec<_>>()
            };
            out.extend(lines(ChangeTag::Equal).iter().map(|line| row(width, line, ' ', line)));
            let (old, new) = (lines(ChangeTag::Delete), lines(ChangeTag::Insert));
            for index in 0..old.len().max(new.len()) {
                out.push_str(&match (old.get(index), new.get(index)) {
                    (Some(old), Some(new)) => row(width, old, '|', new),
                    (Some(old), None) => row(width, old, '<', ""),
                    (None, new) => row(width, "", '>', new.map_or("", String::as_str)),
                });
            }
        }
    }
    out
}

fn row(width: usize, left: &str, mark: char, right: &str) -> String {
    format!("{}\n", format!("{left:<width$} {mark} {right}").trim_end())
}

/// Truncates a line to a number of characters.
fn cut(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_string();
    }
    line.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}
