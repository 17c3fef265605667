//! Scripts: lines from a pipe or a file, echoed behind the prompt, so that what comes out is a transcript.
//!
//! A transcript is a script, too: its answers are skipped, and what stood behind the prompts is entered again.

use super::input::is_complete;
use super::{Exit, Repl};

/// Plays lines one by one until they end or the session does.
pub fn play(repl: &mut Repl<'_>, lines: impl Iterator<Item = String>) -> Exit {
    let mut input = String::new();
    for line in lines {
        let prompt = if input.is_empty() { repl.prompt() } else { repl.continuation() };
        repl.say(format!("{prompt}{line}").trim_end());
        input.push_str(&line);
        input.push('\n');
        if is_complete(&input) {
            repl.enter(&std::mem::take(&mut input));
        }
        repl.flush();
        if repl.is_over() {
            return repl.exit();
        }
    }
    if !input.trim().is_empty() {
        repl.enter(&input);
        repl.flush();
    }
    repl.exit()
}

/// The inputs of a script: all lines, or what stands behind prompts where the text is a transcript.
pub fn inputs_of(text: &str) -> Vec<String> {
    let is_transcript =
        text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| entered(line).is_some());
    if !is_transcript {
        return text.lines().map(str::to_string).collect();
    }
    text.lines().filter_map(entered).map(str::to_string).collect()
}

/// What stands behind the prompt of a line: `3> ` or `3| `, the number may be missing.
pub(super) fn entered(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = rest.strip_prefix(['>', '|'])?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
}
