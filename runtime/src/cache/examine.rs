//! Examines a cache directory for what makes a cache slow or useless, for `warpline cache doctor`.

use std::time::{Duration, Instant};

use super::build::BuildId;
use super::collect::Limits;
use super::directory::{Directory, DirectoryAccess};
use super::image::Image;
use super::key::{Fields, Request};
use super::lock;
use super::store::{Found, Store, StoreOptions};
use super::system::{self, FileSystem};
use warpline_ir::artifact::Code;

/// The least free space of a healthy cache, in bytes.
const LEAST_SPACE: u64 = 64 << 20;
/// The time that taking a free lock may need.
const LOCK_TIME: Duration = Duration::from_millis(500);
/// The bytes of the code that is stored and read.
const PROBE_BYTES: usize = 8 << 10;

/// One thing that was examined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// Its name.
    pub name: &'static str,
    /// The finding, or the problem.
    pub outcome: Result<String, String>,
}

/// Examines a directory; the access and the limits of the options are ignored. A directory that does not exist is not created.
pub fn examine(options: &StoreOptions) -> Vec<Examined> {
    let mut found = Vec::new();
    let mut note = |name, outcome| found.push(Examined { name, outcome });
    let directory = match Directory::open(&options.dir, DirectoryAccess::Read, options.owner) {
        Ok(Some(directory)) => directory,
        Ok(None) => {
            note("directory", Ok("not made yet; the first run that compiles a kernel makes it".to_string()));
            return found;
        }
        Err(problem) => {
            note("directory", Err(problem.to_string()));
            return found;
        }
    };
    note("directory", Ok(format!("belongs to user {} alone", options.owner)));
    let file_system = system::file_system(&directory.file("e"));
    note("file system", file_system.as_ref().map_or_else(|| Ok("unknown".to_string()), describe));
    if let Some(FileSystem { free, .. }) = &file_system {
        let text = format!("{} MiB free", free >> 20);
        note("space", if *free < LEAST_SPACE { Err(text) } else { Ok(text) });
    }
    // The entry that is stored must not remove others.
    let limits = Limits { bytes: u64::MAX, entries: u64::MAX, age: Duration::MAX };
    let options = StoreOptions { access: DirectoryAccess::Write, limits, ..options.clone() };
    let store = match Store::open(&options) {
        Ok(Some(store)) => store,
        Ok(None) => return found,
        Err(problem) => {
            note("writing", Err(problem.to_string()));
            return found;
        }
    };
    let (fields, image) = probe();
    note("locks", locks(&directory, &fields));
    note("storing and reading", round_trip(&store, &fields, &image));
    note("entries", entries(&store));
    found
}

fn describe(file_system: &FileSystem) -> Result<String, String> {
    match file_system.name {
        Some(name) if file_system.is_remote => Err(format!(
            "{name}: reads are slow, and locks between processes may not work; name a local directory"
        )),
        Some(name) => Ok(name.to_string()),
        None => Ok("local".to_string()),
    }
}

/// Returns a request that nobody makes, with its code.
fn probe() -> (Fields, Image) {
    let ir = format!("probe of process {}", std::process::id());
    let request = Request { ir, backend: "doctor", ..Request::default() };
    let fields = Fields::new(request, &BuildId::of_this_process());
    let code = Code::Bytes(vec![7; PROBE_BYTES]);
    (fields, Image { code, kernels: Vec::new(), lines: Vec::new(), formats: Vec::new(), has_state: false })
}

fn locks(directory: &Directory, fields: &Fields) -> Result<String, String> {
    let started = Instant::now();
    match lock::lock(directory, fields.key(), LOCK_TIME) {
        Some(_) => Ok(format!("work, {:.0} us", started.elapsed().as_secs_f64() * 1e6)),
        None => Err("do not work: processes that start together compile the same code".to_string()),
    }
}

fn round_trip(store: &Store, fields: &Fields, image: &Image) -> Result<String, String> {
    let key = fields.key();
    let started = Instant::now();
    store.save(key, fields, image).map_err(|error| format!("an entry cannot be stored: {error}"))?;
    let stored = started.elapsed();
    let found = store.load(key, fields);
    let loaded = started.elapsed().saturating_sub(stored);
    store.remove(key);
    match found {
        Found::Image(found) if found == *image => {
            let [stored, loaded] = [stored, loaded].map(|time| time.as_secs_f64() * 1e6);
            Ok(format!("{stored:.0} us and {loaded:.0} us for {} KiB", PROBE_BYTES >> 10))
        }
        Found::Image(_) | Found::Nothing => Err("an entry that was stored is not there".to_string()),
        Found::Broken(flaw) => Err(format!("an entry that was stored is broken: {flaw}")),
    }
}

fn entries(store: &Store) -> Result<String, String> {
    let looked: Vec<_> = store.keys().into_iter().filter_map(|key| store.look(key)).collect();
    let n_broken = looked.iter().filter(|listed| listed.entry.is_err()).count();
    match n_broken {
        0 => Ok(format!("{} right", looked.len())),
        n_broken => {
            let all = looked.len();
            Err(format!("{n_broken} of {all} broken; 'warpline cache verify --repair' moves them away"))
        }
    }
}
