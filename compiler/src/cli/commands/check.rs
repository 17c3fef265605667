//! `warpline check FILES`: parses and verifies many files in parallel, and reports all errors in all of them.
//!
//! Scheduled functions are verified as they are; functions with device work that are not yet scheduled are
//! scheduled on a copy, and the copy is verified. Operations that fail on every execution are diagnosed
//! statically. Diagnostics are ordered by file, independent of the number of threads.

use clap::Args;
use warpline_ir::{Diagnostics, codes};

use crate::cli::progress::Progress;
use crate::driver::parallel;
use crate::driver::report::report;
use crate::driver::session::{Exit, Session, SourceFile, Stop};
use crate::driver::steps;
use crate::driver::{check_schedules, mistakes};

/// Exit codes in order of severity, most severe first.
const BY_GRAVITY: [Exit; 5] = [Exit::Internal, Exit::Failed, Exit::Limit, Exit::Usage, Exit::Missing];

/// The flags of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Input files; `-` is stdin
    #[arg(required = true)]
    files: Vec<String>,
    /// Number of threads [default: number of processors]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Accept operations of unknown dialects
    #[arg(long)]
    allow_unregistered_dialect: bool,
    /// Severity of a schedule that cannot be verified
    #[arg(long, value_enum, default_value_t = Unknown::Warning, value_name = "GRAVITY")]
    unknown: Unknown,
    /// Print the verdict on every scheduled function
    #[arg(short, long)]
    verbose: bool,
}

/// The severity of a schedule that cannot be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Unknown {
    /// Report it.
    Warning,
    /// Reject the file.
    Error,
}

/// The result for one file: its diagnostics, and the lines about its schedules.
type Checked = (Diagnostics, Vec<String>);

/// Checks all files and returns the most severe exit code.
pub fn check(session: &mut Session, args: &CheckArgs) -> Result<Exit, Stop> {
    let sources: Vec<Result<SourceFile, String>> =
        args.files.iter().map(|path| session.try_read_source(path)).collect();
    session.begin_compiling();
    let progress = Progress::new(session, "checking", sources.len());
    let check_one = |source: &Result<SourceFile, String>| {
        let checked = check_one(source, args.allow_unregistered_dialect);
        progress.step();
        checked
    };
    let checked = parallel::map(&sources, parallel::threads(args.jobs), check_one);
    drop(progress);
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
    checked: Option<Checked>,
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
            steps::exit_of(&found).unwrap_or(otherwise)
        }
    }
}

fn check_one(source: &Result<SourceFile, String>, allow_unregistered: bool) -> Checked {
    let Ok(source) = source else { return (Diagnostics::new(), Vec::new()) };
    let steps::Checked { module, facts, mut diagnostics, .. } =
        steps::check_program(&source.text, allow_unregistered);
    let lines = facts.map(|_| {
        let lines = check_schedules::check(&module, &mut diagnostics);
        mistakes::check(&module, &source.text, &mut diagnostics);
        diagnostics.sort();
        lines
    });
    let lines = lines.unwrap_or_default();
    (diagnostics, lines)
}
