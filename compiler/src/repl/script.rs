//! Scripts: lines from a pipe or a file, echoed after the prompt, so that the output is a transcript.
//!
//! A transcript is a script, too: its replies are skipped, and the text after the prompts is entered again.

use super::input::Gathered;
use super::{Exit, Repl};

/// Plays lines one by one until they end or the session does. An input with a line that is not UTF-8 is an error.
pub fn play(repl: &mut Repl<'_>, lines: impl Iterator<Item = impl Into<Vec<u8>>>) -> Exit {
    let mut gathered = Gathered::default();
    let mut unreadable = None;
    for (number, line) in (1_usize..).zip(lines) {
        let line = String::from_utf8(line.into()).unwrap_or_else(|error| {
            unreadable.get_or_insert(number);
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        });
        let prompt = if gathered.is_empty() { repl.prompt() } else { repl.continuation() };
        repl.say(format!("{prompt}{line}").trim_end());
        if let Some(input) = gathered.push(&line) {
            enter(repl, &input, unreadable.take());
        }
        repl.flush();
        if repl.is_over() {
            return repl.exit();
        }
    }
    let rest = gathered.into_rest();
    if !rest.trim().is_empty() {
        enter(repl, &rest, unreadable);
        repl.flush();
    }
    repl.exit()
}

/// Enters an input, unless one of its lines cannot be read.
fn enter(repl: &mut Repl<'_>, input: &str, unreadable: Option<usize>) {
    match unreadable {
        Some(number) => repl.complain(format!("line {number} is not UTF-8")),
        None => repl.enter(input),
    }
}

/// Returns the inputs of a script: all lines, or in a transcript the text after the prompts.
pub fn inputs_of(text: &str) -> Vec<String> {
    let is_transcript =
        text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| entered(line).is_some());
    if !is_transcript {
        return text.lines().map(str::to_string).collect();
    }
    text.lines().filter_map(entered).map(str::to_string).collect()
}

/// Returns the text after the prompt of a line: `3> ` or `3| `, where the number is optional.
pub(super) fn entered(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = rest.strip_prefix(['>', '|'])?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
}
