//! `warpline check FILES`: parses and verifies many files in parallel, and reports all errors of all of them.
//!
//! Scheduled functions are proved right as they stand; functions with device work that are not scheduled yet are
//! scheduled on a copy, and that is proved. Findings come in the order of the files, whatever the number of threads.

mod schedules;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::Args;
use warpline_ir::{Diagnostics, codes};

use crate::report::report;
use crate::session::{Exit, Session, SourceFile, Stop};
use crate::stages;

/// Each thread reads deeply nested text, so it gets as much stack as the main one.
const STACK: usize = 8 << 20;
/// The gravest end comes first.
const BY_GRAVITY: [Exit; 5] = [Exit::Internal, Exit::Failed, Exit::Limit, Exit::Usage, Exit::Missing];

/// The flags of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The files; `-` is stdin
    #[arg(required = true)]
    files: Vec<String>,
    /// Number of threads; as many as there are processors if it is not given
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Accept operations of unknown dialects
    #[arg(long)]
    allow_unregistered_dialect: bool,
    /// What a schedule that cannot be proved right is: a warning or an error
    #[arg(long, value_enum, default_value_t = Unknown::Warning, value_name = "GRAVITY")]
    unknown: Unknown,
    /// Print the verdict about every scheduled function
    #[arg(short, long)]
    verbose: bool,
}

/// How grave it is that a schedule cannot be proved right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Unknown {
    /// It is told.
    Warning,
    /// The file is refused.
    Error,
}

/// What became of a file: findings, and lines about its schedules; `None` if reading it failed inside of warpline.
type Checked = Option<(Diagnostics, Vec<String>)>;

/// Checks all files and ends as the gravest of them.
pub fn check(session: &mut Session, args: &CheckArgs) -> Result<Exit, Stop> {
    let sources: Vec<Result<SourceFile, String>> =
        args.files.iter().map(|path| session.try_read_source(path)).collect();
    session.begin_compiling();
    let checked = check_all(&sources, args);
    let mut ends = vec![Exit::Success];
    for (source, checked) in sources.iter().zip(checked) {
        ends.push(conclude(session, source, checked, args));
    }
    let gravest = BY_GRAVITY.into_iter().find(|exit| ends.contains(exit));
    Ok(gravest.unwrap_or(Exit::Success))
}

fn conclude(
    session: &mut Session,
    source: &Result<SourceFile, String>,
    checked: Checked,
    args: &CheckArgs,
) -> Exit {
    match (source, checked) {
        (Err(message), _) => session.fail(Exit::Usage, message).0,
        (Ok(source), None) => {
            let message = format!("internal error in '{}'; this is a bug of warpline", source.name);
            session.fail(Exit::Internal, message).0
        }
        (Ok(source), Some((found, lines))) => {
            report(session, source, &found);
            for line in lines.iter().filter(|_| args.verbose) {
                session.print(format!("{}: {line}", source.name));
            }
            let is_refused =
                args.unknown == Unknown::Error && found.iter().any(|one| one.code == codes::UNPROVED);
            let otherwise = if is_refused { Exit::Failed } else { Exit::Success };
            stages::exit_of(&found).unwrap_or(otherwise)
        }
    }
}

/// The findings of each file, in the order of the files.
fn check_all(sources: &[Result<SourceFile, String>], args: &CheckArgs) -> Vec<Checked> {
    let n_processors = || thread::available_parallelism().map_or(1, usize::from);
    let n_threads = args.jobs.map_or_else(n_processors, usize::from).min(sources.len());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(source) = sources.get(index) else { return done };
            done.push((index, check_one(source, args.allow_unregistered_dialect)));
        }
    };
    let mut all: Vec<Checked> = sources.iter().map(|_| None).collect();
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let workers: Vec<_> = (1..n_threads).filter_map(|index| start(index).ok()).collect();
        let mine = work();
        let others = workers.into_iter().filter_map(|worker| worker.join().ok()).flatten();
        for (index, found) in mine.into_iter().chain(others) {
            all[index] = found;
        }
    });
    all
}

fn check_one(source: &Result<SourceFile, String>, allow_unregistered: bool) -> Checked {
    let Ok(source) = source else { return Some((Diagnostics::new(), Vec::new())) };
    let check = || {
        let stages::Checked { module, facts, mut diagnostics, .. } =
            stages::check(&source.text, allow_unregistered);
        let lines = facts.map(|_| schedules::check(&module, &mut diagnostics)).unwrap_or_default();
        (diagnostics, lines)
    };
    catch_unwind(AssertUnwindSafe(check)).ok()
}
