//! The command that reduces the program.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use regex_lite::Regex;

use crate::driver::session::Stop;
use crate::driver::steps;
use crate::repl::editing::Moved;
use crate::repl::{Repl, names};
use crate::testing::reduce::{Choices, Interest, Judge as _, Reducer, Tester, Wanted, first_failure};

/// The maximum number of test runs.
const MAX_TRIES: usize = 10_000;
/// The time limit of a test in seconds, if executions have none.
const DEADLINE: f64 = 10.0;

/// Sets the pattern to the current failure if the user gave none.
fn keep_failure(repl: &mut Repl<'_>, interest: &mut Interest, output: &str) {
    if interest.pattern.is_none()
        && let Some((shown, pattern)) = first_failure(output)
    {
        repl.say(format!("keeps: {shown}"));
        interest.pattern = Some(pattern);
    }
}

/// `:reduce [--match=REGEX] TEST`
pub(in crate::repl) fn reduce(repl: &mut Repl<'_>, args: &str) -> Result<(), Stop> {
    let (pattern, line) = match args.strip_prefix("--match=") {
        Some(rest) => {
            let (pattern, line) = first_word(rest);
            (Some(pattern), line)
        }
        None => (None, args),
    };
    let line = unquoted(line);
    if line.is_empty() {
        return repl.refuse("expected a test, such as 'not warpline opt %s --cse'");
    }
    if let Some(Err(error)) = pattern.map(Regex::new) {
        return repl.refuse(format!("--match: {error}"));
    }
    let deadline = if 0.0 < repl.settings.deadline { repl.settings.deadline } else { DEADLINE };
    let interest = Interest::new(line, pattern, Wanted::Success, "-", repl.command_line);
    let deadline = Duration::from_secs_f64(deadline);
    // After an interruption, the smallest program so far becomes the state.
    repl.is_interrupted.store(false, Ordering::Relaxed);
    let mut tester = Tester::new(repl.session, interest, deadline, Arc::clone(&repl.is_interrupted));
    let state = repl.state();
    match tester.judge(&state.source.text) {
        Err(problem) => return repl.refuse(problem),
        Ok(verdict) if !verdict.holds => {
            repl.say_text(&verdict.output);
            return repl.refuse("the test does not hold for the program");
        }
        Ok(verdict) => keep_failure(repl, tester.interest(), &verdict.output),
    }
    let choices = Choices { max_tries: MAX_TRIES, allow_unregistered: repl.settings.unregistered };
    let mut progress = |_: &str, _| {};
    let mut reducer = Reducer::new(&state.source.text, choices, &mut tester, &mut progress);
    reducer.run();
    let (best, counts) = (reducer.best().to_string(), reducer.counts);
    let checked = steps::check(&best, repl.settings.unregistered);
    if checked.facts.is_none() {
        return repl.refuse("the test depends on the very form of the text, which no state keeps");
    }
    let module = checked.module;
    let kept = names::kept(&module, &best, &module);
    let moved = repl.advance(&module, &kept, &format!("reduce {args}"), Vec::new())?;
    let (before, now) = (state.n_ops(), repl.state());
    match moved {
        Moved::Nowhere => repl.say(format!("nothing can go; still state {}", now.number)),
        Moved::On => {
            let (number, n_ops) = (now.number, now.n_ops());
            repl.say(format!("state {number}: {n_ops} operations of {before}, by {} tries", counts.tries));
        }
    }
    Ok(())
}

/// Removes the quotes around a test.
fn unquoted(text: &str) -> &str {
    let inside = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    let whole = |quote: char| inside(quote).filter(|inner| !inner.contains(quote));
    whole('\'').or_else(|| whole('"')).unwrap_or(text)
}

/// Returns the first word, without its quotes, and the rest.
fn first_word(text: &str) -> (&str, &str) {
    let quote = text.chars().next().filter(|quote| matches!(quote, '\'' | '"'));
    let split = match quote {
        Some(quote) => text[1..].split_once(quote),
        None => text.split_once(char::is_whitespace),
    };
    let (word, rest) = split.unwrap_or((text, ""));
    (word, rest.trim())
}
