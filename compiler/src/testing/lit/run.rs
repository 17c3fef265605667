//! Runs one test in the process.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::condition::Features;
use super::script::{Command, Pipeline, Run, Script, parse};
use crate::driver::devices::DEVICES;
use crate::driver::file_names::{path_of, text_of};
use crate::driver::session::{CommandLine, Exit, Session, SourceFile, read_limited};
use crate::driver::writes::Writes;
use crate::testing::case::{self, Mode};

/// A test and its environment.
#[derive(Clone, Debug)]
pub struct Test {
    /// The file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// The path that `%t` expands to. No other test writes in its folder.
    pub temporary: PathBuf,
    /// The files that its commands may write.
    pub writes: Writes,
    /// The function that runs the commands of the program.
    pub command_line: CommandLine,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Passed as expected.
    Passed,
    /// The expectations were rewritten.
    Blessed,
    /// Failed unexpectedly.
    Failed,
    /// Failed as `XFAIL` predicts.
    ExpectedlyFailed,
    /// Passed although `XFAIL` predicts a failure.
    UnexpectedlyPassed,
    /// Not supported here.
    Unsupported,
    /// The test lines are invalid, so nothing was run.
    Unresolved,
}

impl Verdict {
    /// All verdicts, in the order of the summary.
    pub const ALL: [Self; 7] = [
        Self::Passed,
        Self::Blessed,
        Self::ExpectedlyFailed,
        Self::Unsupported,
        Self::Failed,
        Self::UnexpectedlyPassed,
        Self::Unresolved,
    ];

    /// Returns the name of the verdict in lists and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Passed => "PASS",
            Self::Blessed => "BLESSED",
            Self::Failed => "FAIL",
            Self::ExpectedlyFailed => "XFAIL",
            Self::UnexpectedlyPassed => "XPASS",
            Self::Unsupported => "UNSUPPORTED",
            Self::Unresolved => "UNRESOLVED",
        }
    }

    /// Whether the verdict fails the whole run.
    pub fn is_bad(self) -> bool {
        matches!(self, Self::Failed | Self::UnexpectedlyPassed | Self::Unresolved)
    }
}

/// The output and the exit code of a command.
#[derive(Clone, Debug, Default)]
struct Output {
    out: String,
    err: String,
    code: u8,
}

/// A failed line.
pub(super) struct Failure {
    /// The line and its result, formatted.
    pub(super) picture: String,
    /// The command and its exit code.
    ended: String,
    /// The text that FileCheck rejected, and its arguments, for rewriting expectations.
    pub(super) refused: Option<(Vec<String>, String)>,
    /// The exit code of the command.
    code: u8,
}

impl Failure {
    fn new(picture: String) -> Self {
        Self { picture, ended: String::new(), refused: None, code: Exit::Failed as u8 }
    }

    /// Whether a device or another requirement of the test is missing here.
    fn is_missing(&self) -> bool {
        self.code == Exit::Missing as u8
    }
}

/// Runs a test. The text describes the failure.
pub fn run_test(test: &Test, features: &Features, mode: Mode) -> (Verdict, String) {
    let script = match Script::read(&test.text) {
        Ok(script) => script,
        Err(problem) => return (Verdict::Unresolved, problem),
    };
    if is_golden(&script, &test.text) {
        return run_golden(test, &missing_devices(&script, features), mode);
    }
    let is_met = match conditions(&script, features) {
        Ok(conditions) => conditions,
        Err(problem) => return (Verdict::Unresolved, problem),
    };
    if let Some(reason) = is_met.unsupported {
        return (Verdict::Unsupported, reason);
    }
    let ended = run_script(&script, test);
    match (ended, is_met.must_fail) {
        (Ok(()), false) => (Verdict::Passed, String::new()),
        (Ok(()), true) => {
            (Verdict::UnexpectedlyPassed, "it passed, but XFAIL says that it fails".to_string())
        }
        (Err(failure), _) if failure.is_missing() => (Verdict::Unsupported, failure.picture),
        (Err(failure), true) => (Verdict::ExpectedlyFailed, failure.picture),
        (Err(failure), false) if mode == Mode::Bless => match super::bless::bless(test, &script, &failure) {
            Ok(difference) => (Verdict::Blessed, difference),
            Err(reason) => (Verdict::Failed, format!("{}not rewritten: {reason}\n", failure.picture)),
        },
        (Err(failure), false) => (Verdict::Failed, failure.picture),
    }
}

/// Runs a golden case. One that fails where it needs devices that are not here is skipped.
fn run_golden(test: &Test, missing: &[&str], mode: Mode) -> (Verdict, String) {
    let run = |mode| case::run_case_within(&test.path, mode, &test.writes, test.command_line);
    let first = run(if missing.is_empty() { mode } else { Mode::Check });
    match first {
        case::Verdict::Passed => (Verdict::Passed, String::new()),
        case::Verdict::Blessed => (Verdict::Blessed, String::new()),
        case::Verdict::Failed(problem) if missing.is_empty() => (Verdict::Failed, problem),
        case::Verdict::Failed(_) => (Verdict::Unsupported, format!("requires {}", missing.join(" and "))),
    }
}

/// Returns the devices that commands name, but that are no features.
fn missing_devices(script: &Script, features: &Features) -> Vec<&'static str> {
    let words = || script.runs.iter().flat_map(|run| run.line.split(['=', ',', ':', ' ']));
    let devices = DEVICES.iter().map(|kind| kind.name).filter(|name| features.hold(name) == Ok(false));
    devices.filter(|name| words().any(|word| word == *name)).collect()
}

/// Whether the file is a golden case: its `RUN:` lines are commands of warpline, and if they name files, it has `// OUT:` lines.
fn is_golden(script: &Script, text: &str) -> bool {
    let has_output = text.lines().any(|line| line.starts_with("// OUT:"));
    let names_command = |run: &Run| {
        let line = run.line.strip_prefix("not ").unwrap_or(&run.line);
        let word = line.split_whitespace().next().unwrap_or_default();
        let takes_file = line.contains('%') || line.contains('|');
        matches!(word, "opt" | "compile" | "run" | "roundtrip")
            || word == "warpline" && (has_output || !takes_file)
    };
    !script.runs.is_empty() && script.runs.iter().all(names_command)
}

struct Conditions {
    unsupported: Option<String>,
    must_fail: bool,
}

fn conditions(script: &Script, features: &Features) -> Result<Conditions, String> {
    let mut unsupported = None;
    for condition in &script.requires {
        // Every element of a list must hold.
        for part in condition.split(',') {
            if !features.hold(part)? {
                unsupported.get_or_insert(format!("requires {}", part.trim()));
            }
        }
    }
    for condition in &script.unsupported {
        if features.hold(condition)? {
            unsupported.get_or_insert(format!("unsupported with {condition}"));
        }
    }
    let mut must_fail = false;
    for condition in &script.xfail {
        must_fail |= features.hold(condition)?;
    }
    Ok(Conditions { unsupported, must_fail })
}

fn run_script(script: &Script, test: &Test) -> Result<(), Failure> {
    for run in &script.runs {
        let number = run.number;
        let at = |problem: String| Failure::new(format!("line {number}: {problem}\n"));
        let line = run.substitute(&test.path, &test.temporary).map_err(at)?;
        make_folder(&line, &test.temporary).map_err(at)?;
        let mut has_succeeded = true;
        for (needs_success, pipeline) in parse(&line).map_err(at)? {
            if needs_success && !has_succeeded {
                continue;
            }
            let mut failure = None;
            run_pipeline(&pipeline, test, &mut failure).map_err(at)?;
            has_succeeded = failure.is_none();
            if let Some(failure) = failure {
                let picture = format!("line {number}: {line}\n{}", failure.picture);
                return Err(Failure { picture, ..failure });
            }
        }
    }
    if script.devices.is_empty() { Ok(()) } else { same_on_all_devices(script, test) }
}

/// Creates the folder in which a line may write, if the line names it.
fn make_folder(line: &str, temporary: &Path) -> Result<(), String> {
    let folder = temporary.parent().filter(|folder| line.contains(&*folder.to_string_lossy()));
    let made = folder.map_or(Ok(()), std::fs::create_dir_all);
    made.map_err(|error| format!("cannot make a folder for '{}': {error}", temporary.display()))
}

/// The result of a line of commands.
#[derive(Clone, Debug, Default)]
pub struct Ran {
    /// Whether all required commands succeeded.
    pub has_succeeded: bool,
    /// Whether the failed command exceeded a limit.
    pub has_passed_limit: bool,
    /// The output of the commands, stderr first.
    pub printed: String,
    /// The reason of the failure.
    pub complaint: String,
}

/// Runs the commands of a line whose substitutions are done.
pub fn run_line(line: &str, test: &Test) -> Result<Ran, String> {
    make_folder(line, &test.temporary)?;
    let mut ran = Ran { has_succeeded: true, ..Ran::default() };
    for (needs_success, pipeline) in parse(line)? {
        if needs_success && !ran.has_succeeded {
            continue;
        }
        let mut failure = None;
        ran.printed.push_str(&run_pipeline(&pipeline, test, &mut failure)?);
        ran.has_succeeded = failure.is_none();
        ran.has_passed_limit = failure.as_ref().is_some_and(|failure| failure.code == Exit::Limit as u8);
        ran.complaint = failure.map(|failure| failure.ended).unwrap_or_default();
    }
    Ok(ran)
}

/// Runs the commands of a pipeline, and returns its output, stderr first. The pipeline fails with its first
/// failing command.
fn run_pipeline(pipeline: &Pipeline, test: &Test, failure: &mut Option<Failure>) -> Result<String, String> {
    let mut input = String::new();
    let mut messages = String::new();
    let is_blind = pipeline.len() == 1;
    for (index, command) in pipeline.iter().enumerate() {
        if let Some(path) = &command.input {
            input = read(path, test)?;
        }
        let mut output = run_command(&command.words, &input, test)?;
        if output.code != 0 && failure.is_none() {
            let is_check = matches!(command.words[0].as_str(), "FileCheck" | "filecheck") && 0 < index;
            let ended = format!("{} ended with exit code {}\n", command.words[0], output.code);
            let more = if is_blind { output.out.as_str() } else { "" };
            *failure = Some(Failure {
                picture: format!("{messages}{}{more}{ended}", output.err),
                ended,
                refused: is_check.then(|| (command.words.clone(), input.clone())),
                code: output.code,
            });
        }
        messages.push_str(if command.joins_errors { "" } else { &output.err });
        redirect(command, &mut output, &test.writes)?;
        input = output.out;
    }
    Ok(messages + &input)
}

/// Writes the output of a command to the files of its redirections.
fn redirect(command: &Command, output: &mut Output, writes: &Writes) -> Result<(), String> {
    if command.joins_errors {
        output.out = format!("{}{}", output.err, output.out);
    }
    if let Some(path) = &command.errors {
        write(path, &output.err, false, writes)?;
    }
    if let Some((path, appends)) = &command.output {
        write(path, &std::mem::take(&mut output.out), *appends, writes)?;
    }
    Ok(())
}

fn run_command(words: &[String], input: &str, test: &Test) -> Result<Output, String> {
    let (name, args) = words.split_first().ok_or("expected a command")?;
    match name.as_str() {
        "not" => negated(args, input, test),
        "warpline" | "warpline-opt" | "FileCheck" => Ok(warpline(words, input, test)),
        "mlir-opt" | "mlir-runner" | "mlir-cpu-runner" => Ok(mlir_tool(words, input, test)),
        other if other.starts_with("mlir-") => {
            Ok(Output { err: format!("needs {other}\n"), code: Exit::Missing as u8, ..Output::default() })
        }
        "filecheck" => Ok(warpline(&[&["FileCheck".to_string()], args].concat(), input, test)),
        "cat" if args.is_empty() => Ok(Output { out: input.to_string(), ..Output::default() }),
        "cat" => {
            let texts: Result<Vec<String>, String> = args.iter().map(|path| read(path, test)).collect();
            Ok(Output { out: texts?.concat(), ..Output::default() })
        }
        "echo" => Ok(Output { out: format!("{}\n", args.join(" ")), ..Output::default() }),
        "diff" => difference(args, input, test),
        other => Err(format!(
            "expected warpline, mlir-opt, mlir-runner, FileCheck, not, cat, echo or diff, but found '{other}': no other programs run"
        )),
    }
}

/// Runs a command and succeeds if it fails without crashing; with `--crash` if it crashes.
fn negated(args: &[String], input: &str, test: &Test) -> Result<Output, String> {
    let crashing = args.strip_prefix(&["--crash".to_string()][..]);
    let mut output = run_command(crashing.unwrap_or(args), input, test)?;
    if output.code == Exit::Missing as u8 {
        return Ok(output);
    }
    let is_broken = output.code == Exit::Internal as u8;
    if output.code == 0 {
        output.err.push_str("expected the command to fail, but it succeeded\n");
    } else if crashing.is_some() && !is_broken {
        output.err.push_str("expected an internal error, but the command failed without one\n");
    }
    output.code = u8::from(output.code == 0 || is_broken != crashing.is_some());
    Ok(output)
}

/// Runs a warpline command; tests do not see its trailing summary, which contains times.
fn warpline(words: &[String], input: &str, test: &Test) -> Output {
    let stdin = SourceFile { name: "<stdin>".to_string(), text: input.to_string() };
    let mut session = Session { writes: test.writes.clone(), ..Session::with_stdin(stdin) };
    session.overlay = Some(SourceFile { name: text_of(test.path.as_os_str()), text: test.text.clone() });
    let code = (test.command_line)(words, &mut session) as u8;
    Output { out: session.out, err: session.err, code }
}

/// Runs an MLIR tool. An MLIR test that requires a missing pass or flag is unsupported; one that names warpline
/// is invalid.
fn mlir_tool(words: &[String], input: &str, test: &Test) -> Output {
    let output = warpline(words, input, test);
    if output.code != Exit::Usage as u8 {
        return output;
    }
    Output { err: format!("needs {}: {}", words[0], output.err), code: Exit::Missing as u8, ..output }
}

fn difference(args: &[String], input: &str, test: &Test) -> Result<Output, String> {
    let files: Vec<&String> = args.iter().filter(|arg| *arg == "-" || !arg.starts_with('-')).collect();
    let [a, b] = files.as_slice() else { return Err("expected two files after 'diff'".to_string()) };
    let text = |path: &str| if path == "-" { Ok(input.to_string()) } else { read(path, test) };
    let (a, b) = (text(a)?, text(b)?);
    let out = case::result::difference(&a, &b);
    Ok(Output { code: u8::from(!out.is_empty()), out, err: String::new() })
}

/// Runs the file on each device of `RUN-ON:` and compares its output with that on the first.
fn same_on_all_devices(script: &Script, test: &Test) -> Result<(), Failure> {
    let mut first: Option<(&str, String)> = None;
    for device in &script.devices {
        let path = text_of(test.path.as_os_str());
        let words = ["warpline", "run", path.as_str(), &format!("--device={device}"), "--output=-"];
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let output = warpline(&words, "", test);
        if output.code == Exit::Missing as u8 {
            continue;
        }
        if output.code != 0 {
            let picture = format!("RUN-ON {device}:\n{}ended with exit code {}\n", output.err, output.code);
            return Err(Failure::new(picture));
        }
        match &first {
            None => first = Some((device, output.out)),
            Some((other, expected)) if *expected != output.out => {
                let mut picture = format!("RUN-ON: {device} gives another result than {other}\n");
                let _ = write!(picture, "{}", case::result::difference(expected, &output.out));
                return Err(Failure::new(picture));
            }
            Some(_) => {}
        }
    }
    match first {
        Some(_) => Ok(()),
        None => Err(Failure {
            code: Exit::Missing as u8,
            ..Failure::new("none of its devices is available\n".to_string())
        }),
    }
}

/// Returns the text of a file; that of the test is in memory.
fn read(path: &str, test: &Test) -> Result<String, String> {
    let named = path_of(path);
    if named == test.path {
        return Ok(test.text.clone());
    }
    std::fs::File::open(named)
        .and_then(read_limited)
        .map_err(|error| format!("cannot read '{path}': {error}"))
}

fn write(path: &str, text: &str, appends: bool, writes: &Writes) -> Result<(), String> {
    let file = path_of(path);
    writes.check(&file)?;
    if path == "/dev/null" {
        return Ok(());
    }
    let folder = file.parent().map_or(Ok(()), std::fs::create_dir_all);
    let mut how = OpenOptions::new();
    how.create(true).write(true).append(appends).truncate(!appends);
    let written = folder.and_then(|()| how.open(file)).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| format!("cannot write '{path}': {error}"))
}
