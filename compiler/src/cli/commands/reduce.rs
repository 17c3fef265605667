//! `warpline reduce`: reduces a failing program to a smaller one that fails in the same way.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use regex_lite::Regex;

use crate::cli;
use crate::cli::progress::Progress;
use crate::driver::reproducer;
use crate::driver::session::{Exit, Session, SourceFile, Stop};
use crate::testing::reduce::{
    Choices, Counts, Form, Interest, Judge as _, Reducer, Tester, Wanted, first_failure, n_ops, serve,
};

/// The maximum number of output lines shown from a test that does not hold.
const MAX_SHOWN: usize = 20;

/// The flags of `reduce`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is one choice of the user")]
pub struct ReduceArgs {
    /// Input file; `-` is stdin
    #[arg(default_value = "-")]
    file: String,
    /// Command line as in 'RUN:' lines, with %s for the program, that succeeds if the program is interesting:
    /// 'not warpline …' for diagnostics, 'not --crash warpline …' for internal errors. A reproducer needs none
    #[arg(long, value_name = "COMMANDS", allow_hyphen_values = true)]
    test: Option<String>,
    /// Regex that the output of the test, stderr first, must also match [default: the code and the message of
    /// the first error of the input, up to names, numbers and types]; an empty one keeps any failure
    #[arg(long = "match", value_name = "REGEX", allow_hyphen_values = true)]
    pattern: Option<String>,
    /// Keep programs that hang instead: the test takes longer than --deadline, or a command fails with exit
    /// code 4 because it exceeds a limit of time, steps or memory
    #[arg(long, conflicts_with = "pattern")]
    hang: bool,
    /// Output file for the smallest program
    #[arg(short = 'o', long = "output", default_value = "-", value_name = "FILE")]
    output: String,
    /// Also drop passes from the test, and print the remaining command line
    #[arg(long)]
    reduce_pipeline: bool,
    /// Maximum number of test runs
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    max_tries: usize,
    /// Time limit of the test in seconds; a longer run is not interesting, except with --hang
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    deadline: f64,
    /// Accept operations of unknown dialects
    #[arg(long)]
    allow_unregistered_dialect: bool,
    /// Serve requests of a reduction; internal
    #[arg(long, hide = true)]
    worker: bool,
}

/// Runs the command.
pub fn reduce(session: &mut Session, args: &ReduceArgs) -> Result<Exit, Stop> {
    if args.worker {
        return serve(session, cli::execute);
    }
    let deadline = Duration::try_from_secs_f64(args.deadline).ok().filter(|deadline| !deadline.is_zero());
    let deadline = deadline.ok_or_else(|| {
        session.fail(Exit::Usage, format!("expected seconds for --deadline, but found {}", args.deadline))
    })?;
    let pattern = args.pattern.as_deref().map(Regex::new).transpose();
    pattern.map_err(|error| session.fail(Exit::Usage, format!("--match: {error}")))?;
    let source = session.read_source(&args.file)?;
    session.end_compiling();
    let lines = lines(session, args, &source)?;
    let wanted = if args.hang { Wanted::Hang } else { Wanted::Success };
    let interest = Interest {
        writes: session.writes.clone(),
        ..Interest::new(&lines[0], args.pattern.as_deref(), wanted, &args.file, cli::execute)
    };
    let is_interrupted = Arc::<AtomicBool>::default();
    let flag = Arc::clone(&is_interrupted);
    if session.is_process {
        // Without a handler Ctrl-C loses the progress, which is no reason not to start.
        drop(ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)));
    }
    let mut tester = Tester::new(session, interest, deadline, Arc::clone(&is_interrupted));
    choose(session, &mut tester, &lines, &source.text)?;
    // The passes of a reproducer are in the file; from here on they are in the test.
    let has_new_test = args.reduce_pipeline || args.test.is_none();
    if args.reduce_pipeline {
        tester.shorten(&source.text);
    }
    let best = run(session, args, &source, &mut tester);
    if args.reduce_pipeline {
        // A smaller program may need fewer passes.
        tester.shorten(&best);
    }
    if has_new_test {
        session.note(format!("the test that is left: {}", tester.interest().line));
    }
    session.write_result(Some(&args.output), best.as_bytes())?;
    Ok(if is_interrupted.load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Success })
}

/// Returns the candidate command lines of the test: the given one, or those that a reproducer implies.
fn lines(session: &mut Session, args: &ReduceArgs, source: &SourceFile) -> Result<Vec<String>, Stop> {
    if let Some(line) = &args.test {
        if !line.contains("%s") {
            let message = format!("--test: expected %s, which stands for the program, but found '{line}'");
            return Err(session.fail(Exit::Usage, message));
        }
        return Ok(vec![line.clone()]);
    }
    // A quote would end the word and let the rest run as commands.
    let pipeline = reproducer::pipeline_of(&source.text).filter(|pipeline| !pipeline.contains('\''));
    let Some(pipeline) = pipeline else {
        let message =
            "expected --test='COMMANDS' that succeed for what is interesting, or a file with a reproducer";
        return Err(session.fail(Exit::Usage, message));
    };
    let line = format!("warpline opt %s --pass-pipeline='{pipeline}'");
    if args.hang {
        return Ok(vec![line]);
    }
    Ok(vec![format!("not --crash {line}"), format!("not {line}")])
}

/// Chooses the first line that holds for the input; it is an error if none does.
fn choose(session: &mut Session, tester: &mut Tester, lines: &[String], text: &str) -> Result<(), Stop> {
    for line in lines {
        *tester.interest() = tester.interest().with_line(line);
        if let Some(verdict) = tester.judge(text).ok().filter(|verdict| verdict.holds) {
            keep_failure(session, tester.interest(), &verdict.output);
            return Ok(());
        }
    }
    refuse(session, tester, text)
}

/// Sets the pattern to the current failure if the user gave none.
fn keep_failure(session: &mut Session, interest: &mut Interest, output: &str) {
    if interest.pattern.is_some() || interest.wanted == Wanted::Hang {
        return;
    }
    if let Some((shown, pattern)) = first_failure(output) {
        session.note(format!("keeps: {shown}"));
        interest.pattern = Some(pattern);
    }
}

/// Reports why the test does not hold.
fn refuse(session: &mut Session, tester: &mut Tester, text: &str) -> Result<(), Stop> {
    match tester.judge(text) {
        Err(problem) => Err(session.fail(Exit::Usage, format!("--test: {problem}"))),
        Ok(verdict) if verdict.holds => Ok(()),
        Ok(verdict) => {
            let stop = session.fail(Exit::Failed, "the test does not hold for the input; its output:");
            let lines: Vec<&str> = verdict.output.lines().collect();
            for line in lines.iter().take(MAX_SHOWN) {
                session.note(format!("  {line}").trim_end());
            }
            if MAX_SHOWN < lines.len() {
                session.note(format!("  and {} lines more", lines.len() - MAX_SHOWN));
            }
            Err(stop)
        }
    }
}

fn run(session: &mut Session, args: &ReduceArgs, source: &SourceFile, tester: &mut Tester) -> String {
    let shown = Progress::open(session);
    let mut progress = |text: &str, counts: Counts| {
        shown.set_message(format!("{} lines after {} tries", text.lines().count(), counts.tries));
    };
    let choices = Choices { max_tries: args.max_tries, allow_unregistered: args.allow_unregistered_dialect };
    let mut reducer = Reducer::new(&source.text, choices, tester, &mut progress);
    reducer.run();
    let best = reducer.best().to_string();
    let (counts, form, is_spent) = (reducer.counts, reducer.form(), reducer.is_spent());
    drop(shown);
    report(session, (&source.text, &best), form, counts);
    if tester.is_over() {
        session.note("interrupted: the program may get smaller yet");
    } else if is_spent {
        session.note(format!("stopped after {} tries; --max-tries=N allows more", args.max_tries));
    }
    best
}

fn report(session: &mut Session, (before, after): (&str, &str), form: Form, counts: Counts) {
    let size = |text: &str| match n_ops(text).filter(|_| form != Form::Text) {
        Some(n) => format!("{n} operations in {} lines", text.lines().count()),
        None => format!("{} bytes in {} lines", text.len(), text.lines().count()),
    };
    session.note(format!("reduced {}: {} are left of {}", form.words(), size(after), size(before)));
    let Counts { tries, held, skipped, lost } = counts;
    let lost =
        if lost == 0 { String::new() } else { format!(", {lost} took too long or crashed the process") };
    session.note(format!(
        "{tries} tries: the test held for {held}{lost}; {skipped} programs were not tried: wrong, larger or known"
    ));
}
