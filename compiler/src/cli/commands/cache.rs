//! `warpline cache`: inspects the kernel cache, explains hits and misses, and removes entries.

mod bench;
mod bundle;
mod code_flags;
mod doctor;
mod entries;
mod explain;
mod inspect;
mod keep;
mod warm;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use warpline_runtime::cache::{
    DirectoryAccess, Entry, Field, Key, Limits, Listed, Store, StoreOptions, current_user,
};

use crate::cli::flags::LimitFlags;
use crate::driver::cache::directory;
use crate::driver::session::{Exit, Session, Stop};

/// The flags of `cache`.
#[derive(Debug, Args)]
pub struct CacheArgs {
    /// Cache directory, instead of warpline/kc in XDG_CACHE_HOME or in ~/.cache; cannot be set in warpline.toml
    #[arg(long, global = true, value_name = "DIR")]
    cache_dir: Option<String>,
    #[command(flatten)]
    limits: LimitFlags,
    #[command(subcommand)]
    action: CacheAction,
}

#[derive(Debug, Subcommand)]
enum CacheAction {
    /// Print the cache directory and whether the cache is used
    Status(AsJson),
    /// Count the entries by backend
    Stats(AsJson),
    /// List the entries by kernel
    Ls(AsJson),
    /// Show the key fields of an entry and its kernels
    Show(inspect::ShowArgs),
    /// Write a part of an entry
    Dump(inspect::DumpArgs),
    /// Print for each gpu.module of a program whether its code is in the cache, and if not, how the nearest
    /// entry differs
    Explain(explain::ExplainArgs),
    /// Compare the key fields of two entries
    Diff(inspect::DiffArgs),
    /// Read all entries and report the broken ones
    Verify(keep::VerifyArgs),
    /// Remove the selected entries
    Evict(keep::EvictArgs),
    /// Remove excess and old entries, and the leftovers of killed processes
    Gc,
    /// Remove all entries
    Clear,
    /// Check the directory, its file system, its locks and its entries
    Doctor(AsJson),
    /// Compile the kernels that a manifest lists, so that later runs find them
    Warm(warm::WarmArgs),
    /// Write entries to a file, to take them to another machine
    Export(bundle::ExportArgs),
    /// Take over entries from a file; whoever made it decides what runs
    Import(bundle::ImportArgs),
    /// Measure hits and stores on this machine
    Bench(AsJson),
}

/// The output format.
#[derive(Clone, Copy, Debug, Args)]
struct AsJson {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn cache(session: &mut Session, args: &CacheArgs) -> Result<Exit, Stop> {
    if args.cache_dir.is_none() && !session.is_process {
        return Err(session.fail(Exit::Usage, "expected --cache-dir within another process"));
    }
    let dir = directory(args.cache_dir.as_deref()).map_err(|problem| session.fail(Exit::Failed, problem))?;
    let limits = args.limits.limits();
    match &args.action {
        CacheAction::Status(form) => Ok(entries::status(session, dir, limits, *form)),
        CacheAction::Stats(form) => entries::stats(session, dir, *form),
        CacheAction::Ls(form) => entries::list(session, dir, *form),
        CacheAction::Show(args) => inspect::show(session, dir, args),
        CacheAction::Dump(args) => inspect::dump(session, dir, args),
        CacheAction::Explain(args) => explain::explain(session, dir, args),
        CacheAction::Diff(args) => inspect::diff(session, dir, args),
        CacheAction::Verify(args) => keep::verify(session, dir, args),
        CacheAction::Evict(args) => keep::evict(session, dir, args),
        CacheAction::Gc => keep::collect(session, dir, limits),
        CacheAction::Clear => keep::clear(session, dir),
        CacheAction::Doctor(form) => doctor::doctor(session, dir, *form),
        CacheAction::Warm(args) => warm::warm(session, dir, limits, args),
        CacheAction::Export(args) => bundle::export(session, dir, args),
        CacheAction::Import(args) => bundle::import(session, dir, limits, args),
        CacheAction::Bench(form) => bench::bench(session, &dir, *form),
    }
}

fn options(dir: PathBuf, access: DirectoryAccess) -> StoreOptions {
    StoreOptions { dir, access, owner: current_user(), limits: Limits::default() }
}

/// Opens the cache, if there is one. A rejected directory is an error here.
fn open(session: &mut Session, dir: PathBuf, access: DirectoryAccess) -> Result<Option<Store>, Stop> {
    open_with(session, &options(dir, access))
}

/// Like [`open`], with these options.
fn open_with(session: &mut Session, options: &StoreOptions) -> Result<Option<Store>, Stop> {
    let access = options.access;
    if access == DirectoryAccess::Write {
        session.require_writable(&options.dir)?;
    }
    let looked = Store::open(&StoreOptions { access: DirectoryAccess::Read, ..options.clone() });
    let opened = looked.and_then(|found| match found {
        // A command that only maintains the cache creates no directory.
        Some(_) if access == DirectoryAccess::Write => Store::open(options),
        found => Ok(found),
    });
    opened.map_err(|problem| session.fail(Exit::Failed, format!("the kernel cache is not used: {problem}")))
}

/// Returns all entries, sorted by key.
fn all(store: Option<&Store>) -> Vec<Listed> {
    store.into_iter().flat_map(|store| store.keys().into_iter().filter_map(|key| store.look(key))).collect()
}

/// Returns the first digits of a key, the form used in output and on the command line.
fn short(key: Key) -> String {
    key.to_string()[..16].to_string()
}

/// The minimum number of key digits that identify an entry.
const LEAST_DIGITS: usize = 4;

/// Whether this may be the prefix of a key that identifies an entry.
fn are_digits(text: &str) -> bool {
    LEAST_DIGITS <= text.len() && text.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Returns the one entry whose key begins with these digits.
fn find(session: &mut Session, store: Option<&Store>, digits: &str) -> Result<(Key, Entry), Stop> {
    if !are_digits(digits) {
        let message = format!("expected at least {LEAST_DIGITS} digits of a key, but found '{digits}'");
        return Err(session.fail(Exit::Usage, message));
    }
    let wanted = digits.to_ascii_lowercase();
    let mut keys: Vec<Key> = store.map(Store::keys).unwrap_or_default();
    keys.retain(|key| key.to_string().starts_with(&wanted));
    let problem = match keys.as_slice() {
        [] => format!("no entry has a key that begins with '{digits}'"),
        [key] => match store.and_then(|store| store.look(*key)).map(|listed| listed.entry) {
            Some(Ok(entry)) => return Ok((*key, entry)),
            Some(Err(flaw)) => format!("the entry {} is broken: {flaw}", short(*key)),
            None => format!("the entry {} was removed", short(*key)),
        },
        several => {
            let names: Vec<String> = several.iter().map(|key| short(*key)).collect();
            format!("several entries begin with '{digits}': {}", names.join(", "))
        }
    };
    Err(session.fail(Exit::Failed, problem))
}

/// Returns the names of an entry's kernels, with their modules.
fn kernel_names(entry: &Entry) -> Vec<String> {
    entry.image.kernels.iter().map(|kernel| format!("@{}::@{}", kernel.module, kernel.name)).collect()
}

/// Returns the target of an entry: `cpu x86_64-unknown-linux-gnu`, `ptx sm_90`.
fn target(entry: &Entry) -> String {
    format!("{} {}", entry.fields.get(Field::Backend), entry.fields.get(Field::Target))
}

/// Returns `1 entry`, `2 entries`.
fn n_entries(n: u64) -> String {
    format!("{n} {}", if n == 1 { "entry" } else { "entries" })
}
