//! `warpline test PATHS`: runs test files in parallel, and reports which failed and where.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use regex_lite::Regex;

use crate::cli;
use crate::cli::progress::Progress;
use crate::driver::file_names::{path_of, text_of};
use crate::driver::parallel;
use crate::driver::session::{BYTE_ORDER_MARK, Exit, Session, Stop};
use crate::driver::writes::Writes;
use crate::temporary;
use crate::testing::case::Mode;
use crate::testing::lit::condition::Features;
use crate::testing::lit::report::{Ended, json, junit};
use crate::testing::lit::script::Script;
use crate::testing::lit::{Test, Verdict, run_test};

/// The flags of `test`.
#[derive(Debug, Args)]
pub struct TestArgs {
    /// Test files and folders; of a folder, the files *.mlir below it that have a line 'RUN:' or 'RUN-ON:'
    #[arg(required = true)]
    paths: Vec<String>,
    /// Number of threads [default: number of processors]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Run only tests whose path matches this regex
    #[arg(long, value_name = "REGEX")]
    filter: Option<String>,
    /// Define a feature for REQUIRES, UNSUPPORTED and XFAIL; can be repeated
    #[arg(long, value_name = "NAME")]
    feature: Vec<String>,
    /// Rewrite the expectations of failing tests; rejected if CI is set
    #[arg(long)]
    bless: bool,
    /// Let tests write files anywhere, not only below %t and %T
    #[arg(long)]
    allow_writes: bool,
    /// Also list the tests that passed
    #[arg(short, long)]
    verbose: bool,
    /// Write a report in JUnit's format
    #[arg(long, value_name = "FILE")]
    junit: Option<String>,
    /// Write a report as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

/// Runs the command: exit code 0 if no test fails.
pub fn test(session: &mut Session, args: &TestArgs) -> Result<Exit, Stop> {
    let is_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
    if args.bless && is_ci {
        return Err(session.fail(Exit::Usage, "--bless is not allowed if CI is set"));
    }
    if args.bless && session.writes != Writes::All {
        return Err(session.fail(Exit::Usage, "a test rewrites no other tests"));
    }
    let mode = if args.bless { Mode::Bless } else { Mode::Check };
    let nested = Nested::begin();
    if nested.is_too_deep() {
        return Err(
            session.fail(Exit::Usage, format!("expected at most {MAX_NESTED} tests that run each other"))
        );
    }
    let folder = temporary::folder("test");
    let folder =
        folder.map_err(|error| session.fail(Exit::Internal, format!("cannot make a folder: {error}")))?;
    let tests = find(session, args, folder.path())?;
    let features = Features::new(&args.feature);
    let n_threads = parallel::threads(args.jobs);
    let progress = Progress::new(session, "testing", tests.len());
    let ended = parallel::map(&tests, n_threads, |(_, test)| {
        let ended = match test {
            Ok(test) => run_test(test, &features, mode),
            Err(problem) => (Verdict::Unresolved, problem.clone()),
        };
        progress.step();
        ended
    });
    drop(progress);
    // The files that tests leave in the folder are not needed.
    drop(folder);
    let broken = || (Verdict::Failed, "an internal error; this is a bug of warpline\n".to_string());
    let ended: Vec<Ended> = tests
        .iter()
        .zip(ended)
        .map(|((path, _), ended)| {
            let (verdict, output) = ended.unwrap_or_else(broken);
            (text_of(path.as_os_str()), verdict, output)
        })
        .collect();
    show(session, &ended, args.verbose);
    if let Some(path) = &args.junit {
        session.write_result(Some(path), junit(&ended).as_bytes())?;
    }
    if let Some(path) = &args.json {
        session.write_result(Some(path), json(&ended).as_bytes())?;
    }
    let has_failed = ended.iter().any(|(_, verdict, _)| verdict.is_bad());
    Ok(if has_failed { Exit::Failed } else { Exit::Success })
}

/// The most runs of tests at one time: a test that runs itself ends here.
const MAX_NESTED: usize = 32;

/// The runs of tests in this process.
static RUNS: AtomicUsize = AtomicUsize::new(0);

/// A run of tests, which a test may have begun.
struct Nested {
    n_around: usize,
}

impl Nested {
    fn begin() -> Self {
        Self { n_around: RUNS.fetch_add(1, Ordering::Relaxed) }
    }

    fn is_too_deep(&self) -> bool {
        MAX_NESTED <= self.n_around
    }
}

impl Drop for Nested {
    fn drop(&mut self) {
        RUNS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A file with the test in it, or the error of reading it.
type Found = (PathBuf, Result<Test, String>);

/// Returns the tests that the arguments name, ordered by path.
fn find(session: &mut Session, args: &TestArgs, folder: &Path) -> Result<Vec<Found>, Stop> {
    let filter = args.filter.as_deref().map(Regex::new).transpose();
    let filter = filter.map_err(|error| session.fail(Exit::Usage, format!("--filter: {error}")))?;
    let mut paths = Vec::new();
    let given: Vec<PathBuf> = args.paths.iter().map(|path| path_of(path)).collect();
    for path in &given {
        collect(path, &mut paths).map_err(|problem| session.fail(Exit::Usage, problem))?;
    }
    paths.sort();
    paths.dedup();
    let mut tests = Vec::new();
    for path in paths {
        let is_wanted = |filter: &Regex| filter.is_match(&text_of(path.as_os_str()));
        if !filter.as_ref().is_none_or(is_wanted) {
            continue;
        }
        let bytes = std::fs::read(&path).map_err(|error| {
            session.fail(Exit::Usage, format!("cannot read '{}': {error}", path.display()))
        })?;
        let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes);
        let text = String::from_utf8_lossy(bytes);
        let is_named = given.contains(&path);
        let is_test = Script::read(&text).map_or(true, |script| script.is_test());
        if is_named && !is_test {
            let message = format!("'{}' has no line 'RUN:' or 'RUN-ON:'", path.display());
            return Err(session.fail(Exit::Usage, message));
        }
        if is_test {
            let own = folder.join(tests.len().to_string());
            let temporary = own.join("test.tmp");
            // A nested test run has no more permissions than the test that runs it.
            let is_free = args.allow_writes && session.writes == Writes::All;
            let writes = if is_free { Writes::All } else { Writes::Below(own) };
            let test = match std::str::from_utf8(bytes) {
                Ok(text) => Ok(Test {
                    path: path.clone(),
                    text: text.to_string(),
                    temporary,
                    writes,
                    command_line: cli::execute,
                }),
                Err(error) => Err(format!("byte {} is not UTF-8\n", error.valid_up_to() + 1)),
            };
            tests.push((path, test));
        }
    }
    if tests.is_empty() {
        return Err(session.fail(Exit::Usage, "there are no tests"));
    }
    Ok(tests)
}

/// Collects the file, or all IR files below the folder.
fn collect(path: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let complain = |error: std::io::Error| format!("cannot read '{}': {error}", path.display());
    if !path.is_dir() {
        found.push(path.to_path_buf());
        return Ok(());
    }
    for entry in std::fs::read_dir(path).map_err(complain)? {
        let entry = entry.map_err(complain)?;
        let kind = entry.file_type().map_err(complain)?;
        let inner = entry.path();
        // Symbolic links are skipped: they could form cycles.
        if kind.is_dir() || kind.is_file() && inner.extension().is_some_and(|end| end == "mlir") {
            collect(&inner, found)?;
        }
    }
    Ok(())
}

/// Prints one line per test that is worth reporting, then the counts.
fn show(session: &mut Session, ended: &[Ended], is_verbose: bool) {
    for (name, verdict, output) in ended {
        let is_shown = is_verbose || verdict.is_bad() || *verdict == Verdict::Blessed;
        if !is_shown {
            continue;
        }
        session.print(format!("{}: {name}", verdict.word()));
        for line in output.lines() {
            session.print(format!("    {line}").trim_end());
        }
    }
    let count = |verdict: &Verdict| ended.iter().filter(|(_, other, _)| other == verdict).count();
    let counts = Verdict::ALL.iter().map(|verdict| (verdict, count(verdict)));
    let counts = counts.filter(|(_, count)| *count != 0);
    let counts: Vec<String> = counts.map(|(verdict, count)| format!("{count} {}", verdict.word())).collect();
    session.print(format!("{} tests: {}", ended.len(), counts.join(", ")));
}
