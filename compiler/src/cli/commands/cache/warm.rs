//! `cache warm`: compiles kernels ahead of the runs that need them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use warpline_runtime::cache::{Event, KernelCache, Limits, Options, Prefetched};

use super::code_flags::CodeFlags;
use crate::driver::backends::{CodeTarget, DEFAULT_TARGET, unknown_target};
use crate::driver::cache::{own_build, report_warnings};
use crate::driver::execute::KernelGenerator;
use crate::driver::file_names::path_of;
use crate::driver::session::{Exit, Session, Stop};

/// The flags of `cache warm`.
#[derive(Debug, Args)]
pub(super) struct WarmArgs {
    /// Text with a line for each program: a file, relative to the manifest, and targets such as sm_90 [default: cpu];
    /// `#` starts a comment
    manifest: String,
    /// Number of threads that compile [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    #[command(flatten)]
    code: CodeFlags,
}

/// Compiles the kernels of a manifest.
pub(super) fn warm(
    session: &mut Session,
    dir: PathBuf,
    limits: Limits,
    args: &WarmArgs,
) -> Result<Exit, Stop> {
    session.require_writable(&dir)?;
    let path = path_of(&args.manifest);
    let text = std::fs::read_to_string(&path)
        .map_err(|error| session.fail(Exit::Usage, format!("cannot read '{}': {error}", args.manifest)))?;
    let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let build = own_build().map_err(|problem| session.fail(Exit::Failed, problem))?;
    let cache = KernelCache::open(&Options { dir: Some(dir), limits, ..Options::default() }, build);
    let n_compiled = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&n_compiled);
    cache.subscribe(move |event| {
        count.fetch_add(u64::from(matches!(event, Event::Compiled { is_ok: true, .. })), Ordering::Relaxed);
    });
    let n_threads =
        args.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let mut total = Prefetched::default();
    for (line, words) in (1..).zip(text.lines().map(words)) {
        let [file, targets @ ..] = &words[..] else { continue };
        let targets = if targets.is_empty() { &[DEFAULT_TARGET][..] } else { targets };
        let named = folder.join(file);
        for name in targets {
            let Some(target) = CodeTarget::find(name) else {
                return Err(
                    session.fail(Exit::Usage, format!("{}:{line}: {}", args.manifest, unknown_target(name)))
                );
            };
            let source = session.read_source(&named.to_string_lossy())?;
            let units = args.code.units(session, &source, target.clone())?;
            let texts: Vec<String> = units.into_iter().map(|unit| unit.request.ir).collect();
            let done = cache.prefetch(&KernelGenerator::new(target), &texts, n_threads);
            session.end_compiling();
            if done.failed != 0 {
                session.note(format!(
                    "{}: {} of {} modules have no code for {name}",
                    named.display(),
                    done.failed,
                    texts.len()
                ));
            }
            total.ready += done.ready;
            total.failed += done.failed;
        }
    }
    report_warnings(session, Some(&cache));
    let n_compiled = n_compiled.load(Ordering::Relaxed);
    let n_found = total.ready.saturating_sub(n_compiled);
    session.print(format!("{n_compiled} compiled, {n_found} found, {} failed", total.failed));
    let are_stored = cache.has_store() && cache.tally().stores == n_compiled;
    Ok(if total.failed == 0 && are_stored { Exit::Success } else { Exit::Failed })
}

/// Returns the words of a line before a comment.
fn words(line: &str) -> Vec<&str> {
    line.split('#').next().unwrap_or_default().split_whitespace().collect()
}
