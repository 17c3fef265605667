//! `cache export` and `import`: take entries to another directory or machine.

use std::path::PathBuf;
use std::time::SystemTime;

use clap::Args;
use warpline_runtime::cache::{Bundle, DirectoryAccess, Limits, Store, StoreOptions};

use super::keep::Selector;
use super::{all, n_entries, open, options};
use crate::driver::file_names::path_of;
use crate::driver::session::{Exit, Session, Stop};

/// The flags of `cache export`.
#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    /// Output file
    file: String,
    /// Entries to write, as for evict [default: all]
    selector: Option<String>,
}

/// The flags of `cache import`.
#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    /// File written by export
    file: String,
}

/// Writes entries to a file.
pub(super) fn export(session: &mut Session, dir: PathBuf, args: &ExportArgs) -> Result<Exit, Stop> {
    let selector = args.selector.as_deref().map(Selector::parse).transpose();
    let selector = selector.map_err(|problem| session.fail(Exit::Usage, problem))?;
    let store = open(session, dir, DirectoryAccess::Read)?;
    let now = SystemTime::now();
    let (mut bundle, mut n) = (Bundle::default(), 0);
    for listed in all(store.as_ref()) {
        let is_chosen = selector.as_ref().is_none_or(|selector| selector.fits(&listed, now));
        if let (true, Ok(entry)) = (is_chosen, &listed.entry) {
            bundle.add(listed.key, &entry.fields, &entry.image);
            n += 1;
        }
    }
    session.write_result(Some(&args.file), &bundle.into_bytes())?;
    session.note(format!("wrote {}", n_entries(n)));
    Ok(Exit::Success)
}

/// Takes over entries from a file. An entry of the directory is never replaced.
pub(super) fn import(
    session: &mut Session,
    dir: PathBuf,
    limits: Limits,
    args: &ImportArgs,
) -> Result<Exit, Stop> {
    session.require_writable(&dir)?;
    let bytes = std::fs::read(path_of(&args.file))
        .map_err(|error| session.fail(Exit::Usage, format!("cannot read '{}': {error}", args.file)))?;
    let entries = Bundle::read(&bytes).map_err(|flaw| {
        session.fail(Exit::Failed, format!("'{}' is not a bundle of entries: {flaw}", args.file))
    })?;
    let store = Store::open(&StoreOptions { limits, ..options(dir, DirectoryAccess::Write) });
    let Some(store) = store
        .map_err(|problem| session.fail(Exit::Failed, format!("the kernel cache is not used: {problem}")))?
    else {
        return Err(session.fail(Exit::Failed, "the cache directory cannot be made"));
    };
    let [mut n_new, mut n_known, mut n_broken] = [0; 3];
    for entry in entries {
        let Ok(entry) = entry else {
            n_broken += 1;
            continue;
        };
        let key = entry.fields.key();
        if store.look(key).is_some_and(|listed| listed.entry.is_ok()) {
            n_known += 1;
            continue;
        }
        store
            .save(key, &entry.fields, &entry.image)
            .map_err(|error| session.fail(Exit::Failed, format!("an entry cannot be stored: {error}")))?;
        n_new += 1;
    }
    session.print(format!("{n_new} new, {n_known} known, {n_broken} broken"));
    Ok(if n_broken == 0 { Exit::Success } else { Exit::Failed })
}
