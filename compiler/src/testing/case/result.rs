//! Runs a case and compares its output with the expected one.

use std::fmt::Write as _;
use std::path::Path;

use warpline_runtime::Stats;

use super::bless::{body, expected_output, normal, with_output};
use super::directive::{Directive, Kind, directives_of, folder_of, marker};
use super::split::split_at;
use super::transcript;
use crate::driver::report::Format;
use crate::driver::session::{CommandLine, Exit, Session, SourceFile};
use crate::driver::writes::Writes;

/// The handling of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Fail the case.
    Check,
    /// Rewrite the case file to expect the actual output.
    Bless,
}

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The output is as expected.
    Passed,
    /// The file was rewritten.
    Blessed,
    /// The output differs; the text shows the difference.
    Failed(String),
}

/// Runs the case in a file.
pub fn run_case(path: &Path, mode: Mode, command_line: CommandLine) -> Verdict {
    run_case_within(path, mode, &Writes::All, command_line)
}

/// Runs the case in a file, whose commands may write only these files.
pub fn run_case_within(path: &Path, mode: Mode, writes: &Writes, command_line: CommandLine) -> Verdict {
    match judge(path, mode, writes, command_line) {
        Ok(verdict) => verdict,
        Err(problem) => Verdict::Failed(problem),
    }
}

fn judge(path: &Path, mode: Mode, writes: &Writes, command_line: CommandLine) -> Result<Verdict, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read the case: {error}"))?;
    if path.extension().is_some_and(|extension| extension == "repl") {
        return transcript::judge(path, &text, mode, command_line);
    }
    let folder = format!("{}/", folder_of(path));
    let directives = directives_of(path, &text)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut pieces = Vec::new();
    let mut problems = String::new();
    for piece in split_at(&text, marker(&text)) {
        let line = 1 + text[..piece.start].matches('\n').count();
        let input = Input { name: &name, text: &body(piece.text), writes, command_line };
        let output = run_piece(&directives, &input);
        let output = output.map_err(|problem| format!("piece at line {line}: {problem}"))?;
        let output = if text.contains("%S/") { output.replace(&folder, "%S/") } else { output };
        let expected = expected_output(piece.text).map(|text| normal(&text));
        let wanted = wanted_output(&directives, piece.text, &output);
        if expected.as_deref() != wanted {
            let difference = difference(expected.as_deref().unwrap_or_default(), wanted.unwrap_or_default());
            let _ = writeln!(problems, "piece at line {line}: other output than expected\n{difference}");
        }
        pieces.push(with_output(piece.text, wanted));
    }
    if problems.is_empty() {
        return Ok(Verdict::Passed);
    }
    if mode == Mode::Check {
        return Err(problems + "BLESS=1 accepts what came out");
    }
    let text = pieces.join(&format!("{}\n", marker(&text)));
    std::fs::write(path, text).map_err(|error| format!("cannot write the case: {error}"))?;
    Ok(Verdict::Blessed)
}

/// Returns the output to record in the file. `None` if there is none to record: it is empty, or a round trip
/// reproduced the piece.
fn wanted_output<'a>(directives: &[Directive], piece: &str, output: &'a str) -> Option<&'a str> {
    let is_round_trip = directives.iter().all(|directive| directive.kind == Kind::RoundTrip);
    if output.is_empty() || is_round_trip && normal(&without_comments(&body(piece))) == output {
        return None;
    }
    Some(output)
}

fn without_comments(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The input of a directive's commands: a piece of a case.
#[derive(Clone, Copy)]
struct Input<'a> {
    name: &'a str,
    text: &'a str,
    writes: &'a Writes,
    command_line: CommandLine,
}

impl Input<'_> {
    fn session(&self) -> Session {
        let source = SourceFile { name: self.name.to_string(), text: self.text.to_string() };
        Session { writes: self.writes.clone(), ..Session::with_stdin(source) }
    }
}

fn run_piece(directives: &[Directive], input: &Input<'_>) -> Result<String, String> {
    let mut output = String::new();
    for directive in directives {
        if directive.kind == Kind::Any {
            output.push_str(&run_any(directive, input)?);
            continue;
        }
        let result = run_command(directive, input, &[])?;
        if directive.kind == Kind::RoundTrip && !directive.must_fail {
            check_round_trip(directive, input, &result)?;
        }
        output.push_str(&result);
    }
    Ok(output)
}

/// Returns the whole result of a command line: its output, then its diagnostics, then its exit code.
fn run_any(directive: &Directive, input: &Input<'_>) -> Result<String, String> {
    let args: Vec<String> = std::iter::once("warpline".to_string()).chain(directive.args.clone()).collect();
    let mut session = input.session();
    let exit = (input.command_line)(&args, &mut session);
    if exit == Exit::Internal {
        return Err(format!("`{}` failed inside\n{}", args[1..].join(" "), session.err));
    }
    let mut output = normal(&session.out);
    if !session.err.is_empty() {
        let _ = write!(output, "stderr:\n{}", normal(&session.err));
    }
    if exit != Exit::Success {
        let _ = writeln!(output, "exit: {}", exit as u8);
    }
    Ok(output)
}

/// Returns the output of a command on a text; an unexpected failure is an error.
fn run_command(directive: &Directive, input: &Input<'_>, more: &[&str]) -> Result<String, String> {
    let mut args = vec!["warpline".to_string(), directive.kind.command().to_string()];
    args.extend(directive.args.iter().cloned());
    args.extend(more.iter().map(ToString::to_string));
    args.push("--diagnostics=short".to_string());
    let mut session = Session { format: Format::Short, ..input.session() };
    let exit = (input.command_line)(&args, &mut session);
    let has_failed = exit != Exit::Success;
    if exit == Exit::Internal || has_failed != directive.must_fail {
        return Err(format!("`{}` ended with {exit:?}\n{}{}", args[1..].join(" "), session.err, session.out));
    }
    let mut output = session.out;
    if has_failed {
        output.push_str(&session.err);
    }
    if let Some(stats) = &session.stats {
        output.push_str(&counts(stats, has_failed));
    }
    Ok(normal(&output))
}

/// Formats the counts of a run on one line. After a failure the number of completed launches depends on timing.
fn counts(stats: &Stats, has_failed: bool) -> String {
    let Stats { kernels, launches, streams, waits, records, host_syncs, leaked, .. } = stats;
    let leaks = leaked.streams + leaked.events + leaked.buffers + leaked.modules + leaked.graphs;
    if has_failed {
        return format!("leaks={leaks}\n");
    }
    let made = format!("kernels={kernels} launches={launches} streams={streams}");
    let graphs = match stats.graphs {
        0 => String::new(),
        graphs => format!(" graphs={graphs} graph_launches={}", stats.graph_launches),
    };
    format!("{made}{graphs} waits={waits} records={records} host_syncs={host_syncs} leaks={leaks}\n")
}

/// Checks that printed text prints unchanged when read back, from the custom and from the generic form.
fn check_round_trip(directive: &Directive, input: &Input<'_>, printed: &str) -> Result<(), String> {
    let printed_input = Input { text: printed, ..*input };
    let again = run_command(directive, &printed_input, &[])?;
    if again != printed {
        return Err(format!("the text printed again differs\n{}", difference(printed, &again)));
    }
    let generic = run_command(directive, &printed_input, &["--mlir-print-op-generic"])?;
    let back = run_command(directive, &Input { text: &generic, ..*input }, &[])?;
    if back == printed {
        return Ok(());
    }
    Err(format!(
        "the text from the generic form differs\n{}\ngeneric form:\n{generic}",
        difference(printed, &back)
    ))
}

/// Returns the lines from the first to the last that differ, those of `expected` with `-` and those of `found`
/// with `+`.
pub fn difference(expected: &str, found: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let tail = a[same..].iter().rev().zip(b[same..].iter().rev()).take_while(|(a, b)| a == b).count();
    let removed = a[same..a.len() - tail].iter().map(|line| format!("- {line}\n"));
    let added = b[same..b.len() - tail].iter().map(|line| format!("+ {line}\n"));
    removed.chain(added).collect()
}
