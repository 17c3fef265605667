//! Runs the blocks of a page in-process, in a folder with the programs of the book.
//!
//! The output of a command is compared line by line with the page, in which `…` matches any text within a
//! line, and a line `…` matches any number of lines. Commands must succeed, unless `$ echo $?` after one
//! shows its exit code.

use std::path::Path;

use warpline_cli::testing::case::bless::{body, normal, with_output};
use warpline_cli::testing::case::directive::split_words;
use warpline_cli::{Exit, Session, SourceFile, cli};

use super::Chapter;
use super::blocks::{Block, Kind, blocks, with_texts};
use crate::lsp_questions::answers;
use crate::paths::root;

/// The wildcard for text that differs between runs.
const ANYTHING: &str = "…";

/// Writes the programs of a page to a folder.
pub fn write_programs(chapter: &Chapter, to: &Path) -> Result<(), String> {
    for block in blocks(&chapter.text)? {
        let Kind::Program { file: Some(file), .. } = &block.kind else { continue };
        let path = to.join(file);
        let before = std::fs::read_to_string(&path).ok();
        if before.is_some_and(|before| before != block.text) {
            return Err(format!("line {}: another program is called '{file}'", block.line));
        }
        std::fs::write(&path, &block.text).map_err(|error| format!("cannot write '{file}': {error}"))?;
    }
    Ok(())
}

/// Runs all blocks of a page; returns the expected page, or a message. The working directory is that of the programs.
pub fn play(chapter: &Chapter) -> Result<String, String> {
    let blocks = blocks(&chapter.text)?;
    let mut texts = Vec::new();
    let mut session = String::new();
    for (at, block) in blocks.iter().enumerate() {
        let played = match &block.kind {
            Kind::Program { file, fails } => {
                check_program(block, *fails).and_then(|()| is_shown(file.as_deref(), *fails, &blocks[at..]))
            }
            Kind::Excerpt(path) => check_excerpt(block, path),
            Kind::Rust => is_documentation_test(chapter),
            Kind::Text | Kind::Console | Kind::Repl { .. } | Kind::Editor => Ok(()),
        };
        let text = played.and_then(|()| match &block.kind {
            Kind::Console => console(&block.text),
            Kind::Editor => {
                let answers = normal(&answers(&body(&block.text)));
                Ok(with_output(&block.text, Some(&answers)))
            }
            Kind::Repl { continued } => {
                if !continued {
                    session.clear();
                }
                transcript(&mut session, &block.text)
            }
            Kind::Program { .. } | Kind::Excerpt(_) | Kind::Rust | Kind::Text => Ok(block.text.clone()),
        });
        texts.push(text.map_err(|problem| format!("line {}: {problem}", block.line))?);
    }
    Ok(with_texts(&chapter.text, &texts))
}

/// Checks that a later command of the page shows why a program is rejected.
fn is_shown(file: Option<&str>, fails: bool, after: &[Block]) -> Result<(), String> {
    let names =
        |block: &Block| block.kind == Kind::Console && file.is_some_and(|file| block.text.contains(file));
    if !fails || after.iter().any(names) {
        return Ok(());
    }
    Err("no command shows how the program is refused".to_string())
}

fn check_program(block: &Block, fails: bool) -> Result<(), String> {
    let (exit, session) = execute(&["check", "-"].map(str::to_string), &block.text);
    match (exit, fails) {
        (Exit::Success, false) | (Exit::Failed, true) => Ok(()),
        (Exit::Success, true) => Err("the program should be refused, but is right".to_string()),
        (exit, _) => Err(format!("the program is not right ({exit:?}):\n{}", session.err)),
    }
}

/// The files that include pages as documentation tests.
const RUST_PAGES: [&str; 2] = ["driver/src/engine.rs", "driver/src/embed.rs"];

/// Checks that `cargo test --doc` runs the Rust of a page.
fn is_documentation_test(chapter: &Chapter) -> Result<(), String> {
    let line = format!("/docs/src/{}\")]", chapter.name);
    let includes =
        |file: &&str| std::fs::read_to_string(root().join(file)).is_ok_and(|text| text.contains(&line));
    if RUST_PAGES.iter().any(includes) {
        Ok(())
    } else {
        Err(format!("none of {RUST_PAGES:?} includes the page"))
    }
}

/// Checks that the lines occur in the file consecutively, apart from their common indentation.
fn check_excerpt(block: &Block, path: &str) -> Result<(), String> {
    let read = std::fs::read_to_string(path).or_else(|_| std::fs::read_to_string(root().join(path)));
    let file = read.map_err(|error| format!("cannot read '{path}': {error}"))?;
    let wanted: Vec<&str> = block.text.lines().collect();
    let lines: Vec<&str> = file.lines().collect();
    let found = lines.windows(wanted.len().max(1)).any(|window| {
        let depth = window[0].len() - window[0].trim_start().len();
        window.iter().zip(&wanted).all(|(line, wanted)| line.get(depth..).unwrap_or_default() == *wanted)
    });
    if found { Ok(()) } else { Err(format!("these lines are not in '{path}'")) }
}

/// Runs a command in-process with a text as stdin.
fn execute(args: &[String], stdin: &str) -> (Exit, Session) {
    let source = SourceFile { name: "<stdin>".to_string(), text: stdin.to_string() };
    let mut session = Session::with_stdin(source);
    let args: Vec<String> = std::iter::once("warpline".to_string()).chain(args.iter().cloned()).collect();
    let exit = cli::execute(&args, &mut session);
    (exit, session)
}

/// Returns the block with the output of its commands.
fn console(text: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut code = 0;
    let mut commands = split_commands(text)?.into_iter().peekable();
    while let Some((command, expected)) = commands.next() {
        let found = if command.contains("echo $?") {
            format!("{code}\n")
        } else {
            let (exit, printed) = pipeline(&command)?;
            code = exit as u8;
            let shows_code = commands.peek().is_some_and(|(next, _)| next.contains("echo $?"));
            if (exit == Exit::Success) == shows_code {
                return Err(format!("'{}' ended with {exit:?}\n{printed}", command.trim_end()));
            }
            printed
        };
        out.push_str(&command);
        out.push_str(&if is_like(&expected, &found) { expected } else { without_times(&found) });
    }
    Ok(out)
}

/// Splits a block into commands, with their lines unchanged, and the expected output of each.
fn split_commands(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut goes_on = false;
    for line in text.split_inclusive('\n') {
        if line.starts_with("$ ") {
            found.push((line.to_string(), String::new()));
        } else {
            let (command, output) = found.last_mut().ok_or("the first line is no command")?;
            let to = if goes_on { command } else { output };
            to.push_str(line);
        }
        let is_command = goes_on || line.starts_with("$ ");
        goes_on = is_command && line.trim_end().ends_with('\\');
    }
    Ok(found)
}

/// Runs a pipeline of commands joined by `|`; returns the last exit code and the combined terminal output.
fn pipeline(command: &str) -> Result<(Exit, String), String> {
    let line = command.trim_start_matches("$ ").replace("\\\n", " ");
    let mut stdin = String::new();
    let mut printed = String::new();
    let mut last = Exit::Success;
    for stage in split_words(&line).split(|word| word == "|") {
        let args = stage.split_first().filter(|(program, _)| *program == "warpline").map(|(_, args)| args);
        let args = args.ok_or_else(|| format!("'{}' does not begin with warpline", line.trim()))?;
        let (exit, session) = execute(args, &stdin);
        last = exit;
        printed.push_str(&session.err);
        printed.push_str(&session.summary);
        stdin = session.out;
    }
    printed.push_str(&stdin);
    Ok((last, printed))
}

/// Returns the block of a session that continues `before`; appends the block to `before`.
fn transcript(before: &mut String, text: &str) -> Result<String, String> {
    let played = |text: &str| execute(&["repl".to_string()], text).1.out;
    let old = if before.is_empty() { String::new() } else { played(before) };
    before.push_str(text);
    let all = played(before);
    let found = all.strip_prefix(&old).ok_or("the session before it plays otherwise")?;
    let shown = if is_like(text, found) { text } else { found };
    let shown = shown.to_string();
    *before = all;
    Ok(shown)
}

/// Whether an output matches the expected text.
fn is_like(expected: &str, found: &str) -> bool {
    let lines =
        |text: &str| text.trim_end().lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>();
    lines_match(&lines(expected), &lines(found))
}

fn lines_match(expected: &[String], found: &[String]) -> bool {
    match (expected.split_first(), found.split_first()) {
        (None, None) => true,
        (Some((line, rest)), _) if line.trim() == ANYTHING => {
            (0..=found.len()).any(|skipped| lines_match(rest, &found[skipped..]))
        }
        (Some((line, rest)), Some((first, others))) => line_matches(line, first) && lines_match(rest, others),
        _ => false,
    }
}

fn line_matches(expected: &str, found: &str) -> bool {
    let Some((before, after)) = expected.split_once(ANYTHING) else { return expected == found };
    let Some(rest) = found.strip_prefix(before) else { return false };
    let cuts = rest.char_indices().map(|(at, _)| at).chain([rest.len()]).skip(1);
    cuts.into_iter().any(|at| line_matches(after, &rest[at..]))
}

/// Replaces times, and values that depend on them, by `…` in an output; drops empty lines at its end.
fn without_times(output: &str) -> String {
    let lines = output.trim_end().lines().map(|line| without_times_of(line.trim_end()));
    lines.flat_map(|line| [line, "\n".to_string()]).collect()
}

/// Rewrites `busy 1.7 us in 2 us)` to `busy … in …)`, `39 %` to `… %`, and `(at most 2` to `(at most …`.
fn without_times_of(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let is_number = |at: usize| words.get(at).is_some_and(|word| word.parse::<f64>().is_ok());
    let mut out: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let (word, next) = (words[at], words.get(at + 1).copied().unwrap_or_default());
        let unit = next.trim_end_matches([',', ')', ';']);
        let is_time = is_number(at) && matches!(unit, "s" | "ms" | "us" | "µs" | "ns");
        let is_most = 1 < at && words[at - 2..at] == ["(at", "most"];
        let is_loose = is_number(at) && (unit == "%" || is_most);
        match (is_time, is_loose) {
            (true, _) => out.push(format!("{ANYTHING}{}", &next[unit.len()..])),
            (_, true) => out.push(ANYTHING.to_string()),
            (false, false) => out.push(word.to_string()),
        }
        at += if is_time { 2 } else { 1 };
    }
    out.join(" ")
}
