//! `cache verify`, `evict`, `gc` and `clear`: find broken entries, and remove broken, excess and unwanted entries.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use clap::Args;
use serde_json::json;
use warpline_runtime::cache::{DirectoryAccess, Field, Limits, Listed, StoreOptions};

use super::{LEAST_DIGITS, all, are_digits, kernel_names, n_entries, open, open_with, options, short};
use crate::driver::cache::own_build;
use crate::driver::session::{Exit, Session, Stop};

/// The flags of `cache verify`.
#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// Move broken entries out of the way
    #[arg(long)]
    repair: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The flags of `cache evict`.
#[derive(Debug, Args)]
pub(super) struct EvictArgs {
    /// First digits of a key, kernel=NAME, backend=NAME, build=other (made by other builds of warpline), or
    /// unused=DAYS
    selector: String,
}

/// Verifies all entries.
pub(super) fn verify(session: &mut Session, dir: PathBuf, args: &VerifyArgs) -> Result<Exit, Stop> {
    let access = if args.repair { DirectoryAccess::Write } else { DirectoryAccess::Read };
    let store = open(session, dir, access)?;
    let entries = all(store.as_ref());
    let broken: Vec<_> =
        entries.iter().filter_map(|listed| Some((listed.key, listed.entry.as_ref().err()?))).collect();
    let n_right = entries.len() - broken.len();
    if args.json {
        let keys: Vec<_> = broken
            .iter()
            .map(|(key, flaw)| json!({"key": key.to_string(), "reason": flaw.to_string()}))
            .collect();
        session.print(json!({"right": n_right, "broken": keys, "repaired": args.repair}).to_string());
    } else {
        for (key, flaw) in &broken {
            session.print(format!("{} broken: {flaw}", short(*key)));
        }
        session.print(format!("{n_right} right, {} broken", broken.len()));
    }
    if !args.repair {
        return Ok(if broken.is_empty() { Exit::Success } else { Exit::Failed });
    }
    if let Some(store) = &store {
        broken.iter().map(|(key, _)| *key).for_each(|key| store.quarantine(key));
    }
    Ok(Exit::Success)
}

/// The entries to remove.
pub(super) enum Selector {
    /// The entries whose key begins with these digits.
    Digits(String),
    /// The entries with a kernel of this name.
    Kernel(String),
    /// All entries of a backend.
    Backend(String),
    /// All entries not made by this build of warpline, whose identity is the value.
    OtherBuilds(String),
    /// All entries unused for at least this long.
    Unused(Duration),
}

impl Selector {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let refused = || {
            format!(
                "expected at least {LEAST_DIGITS} digits of a key, kernel=NAME, backend=NAME, build=other or unused=DAYS, but found \
                 '{text}'"
            )
        };
        match text.split_once('=') {
            Some(("kernel", name)) => Ok(Self::Kernel(name.to_string())),
            Some(("backend", name)) => Ok(Self::Backend(name.to_string())),
            Some(("build", "other")) => Ok(Self::OtherBuilds(own_build()?.to_string())),
            Some(("unused", days)) => {
                let days: u32 = days.parse().map_err(|_| refused())?;
                Ok(Self::Unused(Duration::from_hours(24) * days))
            }
            None if are_digits(text) => Ok(Self::Digits(text.to_ascii_lowercase())),
            Some(_) | None => Err(refused()),
        }
    }

    pub(super) fn fits(&self, listed: &Listed, now: SystemTime) -> bool {
        let entry = listed.entry.as_ref().ok();
        match self {
            Self::Digits(digits) => listed.key.to_string().starts_with(digits),
            Self::Kernel(name) => {
                let is_named =
                    |kernel: &String| kernel.rsplit_once("::@").is_some_and(|(_, own)| own == name);
                entry.is_some_and(|entry| kernel_names(entry).iter().any(is_named))
            }
            Self::Backend(name) => entry.is_some_and(|entry| entry.fields.get(Field::Backend) == name),
            Self::OtherBuilds(own) => entry.is_some_and(|entry| entry.fields.get(Field::Build) != own),
            Self::Unused(time) => now.duration_since(listed.used).is_ok_and(|age| *time <= age),
        }
    }
}

/// Removes the entries that a selector matches.
pub(super) fn evict(session: &mut Session, dir: PathBuf, args: &EvictArgs) -> Result<Exit, Stop> {
    let selector = Selector::parse(&args.selector).map_err(|problem| session.fail(Exit::Usage, problem))?;
    let store = open(session, dir, DirectoryAccess::Write)?;
    let now = SystemTime::now();
    let entries = all(store.as_ref());
    let chosen = entries.iter().filter(|listed| selector.fits(listed, now));
    let removed =
        chosen.filter(|listed| store.as_ref().is_some_and(|store| store.remove(listed.key))).count();
    session.print(format!("removed {} of {}", n_entries(removed as u64), entries.len()));
    Ok(Exit::Success)
}

/// Removes excess and old entries.
pub(super) fn collect(session: &mut Session, dir: PathBuf, limits: Limits) -> Result<Exit, Stop> {
    let options = StoreOptions { limits, ..options(dir, DirectoryAccess::Write) };
    let Some(store) = open_with(session, &options)? else {
        session.print("there is no cache");
        return Ok(Exit::Success);
    };
    let Some(done) = store.collect() else {
        session.print("another process collects, or the directory cannot be written");
        return Ok(Exit::Success);
    };
    let ([n_removed, bytes_removed], [n_left, bytes_left]) = (done.removed, done.left);
    session.print(format!("removed {}, {bytes_removed} bytes", n_entries(n_removed)));
    session.print(format!("left {}, {bytes_left} bytes", n_entries(n_left)));
    session.print(format!("removed {} files of killed processes", done.swept));
    Ok(Exit::Success)
}

/// Removes all entries.
pub(super) fn clear(session: &mut Session, dir: PathBuf) -> Result<Exit, Stop> {
    let removed = open(session, dir, DirectoryAccess::Write)?.map_or(0, |store| store.clear());
    session.print(format!("removed {}", n_entries(removed)));
    Ok(Exit::Success)
}
