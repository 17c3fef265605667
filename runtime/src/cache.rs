//! The kernel cache: code of kernels by what decides it, in the process and on the user's disk.
//!
//! ```text
//! request ─key→ process: made once per key, shared ─miss→ disk: verified ─miss→ lock of the key, disk again ─miss→
//! generator ─→ disk
//! ```
//! Laws:
//! 1. What comes out is what [`Generator::generate`] gives for the same request: a generator sees nothing else, and the
//!    key holds all that it sees.
//! 2. A fault of the cache is a miss. It never fails a program, and all waiting for other processes is bounded.
//! 3. Nothing from disk is used that was not written by this user with the key of the directory, and no number in a file
//!    is believed before that is known.
//! 4. No lock in the process is held while code is made or a file is read.

mod build;
mod collect;
mod directory;
mod entry;
mod flight;
mod image;
mod key;
mod lock;
mod store;
mod system;
mod wire;

pub use build::BuildId;
pub use collect::{Collected, Limits};
pub use directory::{Access, Unusable, current_user};
pub use entry::{Entry, Flaw};
pub use flight::Outcome;
pub use image::{Image, KernelFacts, Numbers};
pub use key::{Field, Fields, Key, Request};
pub use store::{Found, Listed, Store, StoreOptions};

use flight::Flight;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What makes the code of kernels. One for each backend.
pub trait Generator: Sync {
    /// The request for kernels with this text, with all that decides the code besides: a part of the generator that
    /// [`Self::generate`] reads and this leaves out would be a fault.
    fn request(&self, ir: String) -> Request;

    /// Code for the text of a request, from nothing else but that and what the generator told in the request.
    fn generate(&self, ir: &str) -> Result<Image, Failure>;
}

/// Why there is no artifact. What is wrong with the program is found by compiling it where its places are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The generator has no code for this; it will have none the next time.
    Refused,
    /// The generator broke down.
    Panic,
}

/// What is done with the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Entries are used and stored.
    ReadWrite,
    /// Entries are used; nothing is stored.
    ReadOnly,
    /// Entries are not believed: code is made anew, and compared.
    Verify,
}

/// How a cache works.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is done with the disk.
    pub policy: Policy,
    /// The directory; without one the cache is that of the process alone.
    pub place: Option<PathBuf>,
    /// How much the directory may hold.
    pub limits: Limits,
    /// How many bytes of artifacts the process keeps.
    pub most_bytes: u64,
    /// How long it waits for another process that makes the same code.
    pub patience: Duration,
    /// The user whose the directory must be.
    pub owner: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            policy: Policy::ReadWrite,
            place: None,
            limits: Limits::default(),
            most_bytes: 256 << 20,
            patience: Duration::from_secs(10),
            owner: current_user(),
        }
    }
}

/// What a cache did so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Artifacts that came from disk.
    pub hits: u64,
    /// Artifacts that were made, or that could not be made.
    pub misses: u64,
    /// Artifacts that the process had already, or that another thread was making.
    pub shared: u64,
    /// Artifacts that were put on disk.
    pub stores: u64,
    /// Entries that were broken, and are out of the way.
    pub broken: u64,
    /// Entries that held other code than was made anew.
    pub different: u64,
}

/// The tally while it is counted.
#[derive(Debug, Default)]
struct Counts {
    hits: AtomicU64,
    misses: AtomicU64,
    shared: AtomicU64,
    stores: AtomicU64,
    broken: AtomicU64,
    different: AtomicU64,
}

/// A cache, for all threads of a process.
#[derive(Debug)]
pub struct KernelCache {
    flight: Flight,
    store: Option<Store>,
    policy: Policy,
    patience: Duration,
    build: BuildId,
    counts: Counts,
    warnings: Mutex<Vec<String>>,
}

impl KernelCache {
    /// Opens a cache for code that a program makes. It cannot fail: what goes wrong with the directory is a warning, and
    /// the cache goes on without it.
    pub fn open(options: &Options, build: BuildId) -> Self {
        let mut warnings = Vec::new();
        let store = open_store(options).unwrap_or_else(|problem| {
            warnings.push(format!("the kernel cache is not used: {problem}"));
            None
        });
        if let Some(problem) = store.as_ref().and_then(Store::replaced_key) {
            warnings.push(format!(
                "the key of the kernel cache was replaced, and its code is made anew: {problem}"
            ));
        }
        Self {
            flight: Flight::new(options.most_bytes),
            store,
            policy: options.policy,
            patience: options.patience,
            build,
            counts: Counts::default(),
            warnings: Mutex::new(warnings),
        }
    }

    /// The code for a text. Whoever asks for the same at the same time gets the same.
    pub fn get(&self, generator: &dyn Generator, ir: String) -> Outcome {
        let fields = Fields::new(generator.request(ir), &self.build);
        let key = fields.key();
        let (outcome, is_new) = self.flight.get(key, || self.fetch(generator, key, &fields));
        if !is_new {
            add(&self.counts.shared);
        }
        outcome
    }

    /// Whether entries on disk are used.
    pub fn has_store(&self) -> bool {
        self.store.is_some()
    }

    /// How many artifacts and failures the process keeps.
    pub fn n_kept(&self) -> usize {
        self.flight.len()
    }

    /// What it did so far.
    pub fn tally(&self) -> Tally {
        let Counts { hits, misses, shared, stores, broken, different } = &self.counts;
        let [hits, misses, shared, stores, broken, different] =
            [hits, misses, shared, stores, broken, different].map(|count| count.load(Ordering::Relaxed));
        Tally { hits, misses, shared, stores, broken, different }
    }

    /// What went wrong since this was asked last.
    pub fn take_warnings(&self) -> Vec<String> {
        std::mem::take(&mut *self.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Disk, then the lock of the key, then disk again, then the generator.
    fn fetch(&self, generator: &dyn Generator, key: Key, fields: &Fields) -> Result<Image, Failure> {
        let Some(store) = &self.store else { return self.make(generator, fields) };
        match self.policy {
            Policy::Verify => self.verify(store, generator, key, fields),
            Policy::ReadOnly => match self.look(store, key, fields) {
                Some(image) => Ok(image),
                None => self.make(generator, fields),
            },
            Policy::ReadWrite => {
                if let Some(image) = self.look(store, key, fields) {
                    return Ok(image);
                }
                let held = store.lock(key, self.patience);
                if let Some(image) = self.look(store, key, fields) {
                    return Ok(image);
                }
                let image = self.make(generator, fields)?;
                self.keep(store, key, fields, &image);
                drop(held);
                Ok(image)
            }
        }
    }

    fn make(&self, generator: &dyn Generator, fields: &Fields) -> Result<Image, Failure> {
        add(&self.counts.misses);
        generator.generate(fields.get(Field::Ir))
    }

    fn look(&self, store: &Store, key: Key, fields: &Fields) -> Option<Image> {
        match store.load(key, fields) {
            Found::Image(image) => {
                add(&self.counts.hits);
                Some(image)
            }
            Found::Nothing => None,
            Found::Broken(flaw) => {
                add(&self.counts.broken);
                self.warn(format!(
                    "an entry of the kernel cache is broken, and its code is made anew: {flaw}"
                ));
                None
            }
        }
    }

    /// Makes the code anew and compares it with what is on disk.
    fn verify(
        &self,
        store: &Store,
        generator: &dyn Generator,
        key: Key,
        fields: &Fields,
    ) -> Result<Image, Failure> {
        let found = self.look(store, key, fields);
        let image = self.make(generator, fields)?;
        if found.as_ref() == Some(&image) {
            return Ok(image);
        }
        if found.is_some() {
            add(&self.counts.different);
            store.quarantine(key);
            self.warn(format!("the kernel cache held other code for {key} than was made now"));
        }
        self.keep(store, key, fields, &image);
        Ok(image)
    }

    fn keep(&self, store: &Store, key: Key, fields: &Fields, image: &Image) {
        match store.save(key, fields, image) {
            Ok(()) => add(&self.counts.stores),
            Err(error) => self.warn(format!("the kernel cache cannot store code: {error}")),
        }
    }

    /// Warns; one warning says enough.
    fn warn(&self, message: String) {
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        if warnings.is_empty() {
            warnings.push(message);
        }
    }
}

fn open_store(options: &Options) -> Result<Option<Store>, Unusable> {
    let access = match options.policy {
        Policy::ReadOnly => Access::Read,
        Policy::ReadWrite | Policy::Verify => Access::Write,
    };
    let Some(place) = options.place.clone() else { return Ok(None) };
    Store::open(&StoreOptions { place, access, owner: options.owner, limits: options.limits })
}

fn add(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}
