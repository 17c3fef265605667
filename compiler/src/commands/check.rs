//! `warpline check FILES`: parses and verifies many files in parallel, and reports all errors of all of them.
//!
//! Findings come in the order of the files, whatever the number of threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::Args;
use warpline_ir::Diagnostics;

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
}

/// What became of a file; `None` if reading it failed inside of warpline.
type Checked = Option<Diagnostics>;

/// Checks all files and ends as the gravest of them.
pub fn check(session: &mut Session, args: &CheckArgs) -> Result<Exit, Stop> {
    let sources: Vec<Result<SourceFile, String>> =
        args.files.iter().map(|path| session.try_read_source(path)).collect();
    session.begin_compiling();
    let checked = check_all(&sources, args);
    let mut ends = vec![Exit::Success];
    for (source, checked) in sources.iter().zip(checked) {
        ends.push(conclude(session, source, checked));
    }
    let gravest = BY_GRAVITY.into_iter().find(|exit| ends.contains(exit));
    Ok(gravest.unwrap_or(Exit::Success))
}

fn conclude(session: &mut Session, source: &Result<SourceFile, String>, checked: Checked) -> Exit {
    match (source, checked) {
        (Err(message), _) => session.fail(Exit::Usage, message).0,
        (Ok(source), None) => {
            let message = format!("internal error in '{}'; this is a bug of warpline", source.name);
            session.fail(Exit::Internal, message).0
        }
        (Ok(source), Some(found)) => {
            report(session, source, &found);
            stages::exit_of(&found).unwrap_or(Exit::Success)
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
    let Ok(source) = source else { return Some(Diagnostics::new()) };
    catch_unwind(AssertUnwindSafe(|| stages::check(&source.text, allow_unregistered).diagnostics)).ok()
}
