//! `warpline check FILES`: parses and verifies many files in parallel, and reports all errors of all of them.
//!
//! Scheduled functions are proved right as they stand; functions with device work that are not scheduled yet are
//! scheduled on a copy, and that is proved. Operations that are wrong whenever they run are found in the text. Findings come in the order of the files, whatever the number of threads.

use clap::Args;
use warpline_ir::{Diagnostics, codes};

use crate::cli::progress::Progress;
use crate::driver::default_pipelines;
use crate::driver::parallel;
use crate::driver::report::report;
use crate::driver::session::{Exit, Session, SourceFile, Stop};
use crate::driver::{check_schedules, mistakes};

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

/// What became of a file: findings, and lines about its schedules.
type Checked = (Diagnostics, Vec<String>);

/// Checks all files and ends as the gravest of them.
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
            default_pipelines::exit_of(&found).unwrap_or(otherwise)
        }
    }
}

fn check_one(source: &Result<SourceFile, String>, allow_unregistered: bool) -> Checked {
    let Ok(source) = source else { return (Diagnostics::new(), Vec::new()) };
    let default_pipelines::Checked { module, facts, mut diagnostics, .. } =
        default_pipelines::check_program(&source.text, allow_unregistered);
    let lines = facts.map(|_| {
        let lines = check_schedules::check(&module, &mut diagnostics);
        mistakes::check(&module, &source.text, &mut diagnostics);
        diagnostics.sort();
        lines
    });
    let lines = lines.unwrap_or_default();
    (diagnostics, lines)
}
