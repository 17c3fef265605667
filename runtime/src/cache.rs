//! The kernel cache: kernel code keyed by its inputs, kept in the process and in the user's cache directory.
//!
//! ```text
//! request ─key→ context: loaded once per key, held ─miss→ process: made once per key, shared ─miss→ disk: verified
//! ─miss→ lock of the key, disk again ─miss→ generator ─→ disk
//! ```
//! A [`KernelCache`] keeps code, a [`Context`] the modules that one device has loaded.
//!
//! Invariants:
//! 1. A lookup returns what [`Generator::generate`] returns for the same request: a generator reads nothing
//!    else, and the key covers everything that it reads.
//! 2. A failure of the cache is a miss. It never fails a program, and every wait for another process is
//!    bounded.
//! 3. Nothing read from disk is used unless it was written by this user with the key of the directory, and no
//!    number in a file is trusted before this has been verified.
//! 4. No in-process lock is held while code is generated or loaded, or a file is read.
//! 5. A module that is held is loaded, and a module never serves another context.
//! 6. After a fork the child uses no lock, no module and no device of its parent: a cache of the parent only generates,
//!    and a context of the parent refuses.

mod build;
mod bundle;
mod collect;
mod context;
mod directory;
mod entry;
mod events;
mod examine;
mod flight;
mod image;
mod key;
mod lock;
mod store;
mod sync;
mod system;
mod wire;

pub use build::BuildId;
pub use bundle::Bundle;
pub use collect::{Collected, Limits};
pub use context::{
    Assemble, Context, ContextError, ContextId, ContextLimits, ContextStats, Evicted, HeldKernel, HeldModule,
    LoadedModule, Selector, StillHeld, driver_program,
};
pub use directory::{DirectoryAccess, Unusable, current_user};
pub use entry::{Entry, Flaw};
pub use events::{Event, Unload};
pub use examine::{Examined, examine};
pub use flight::CacheResult;
pub use image::{Image, KernelFacts, Numbers};
pub use key::{Field, Fields, Key, Request};
pub use store::{Found, Listed, Store, StoreOptions};

use crate::fork::ForkStamp;
use events::Events;
use flight::{Answer, Flight};
use rustc_hash::FxHashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};
use sync::{AtomicU64, Mutex, Ordering, RwLock, lock, read, write};
use warpline_ir::Diagnostic;

/// A generator of kernel code, one for each backend.
pub trait Generator: Sync {
    /// Returns the request for kernels with this text. The request must hold every input of
    /// [`Self::generate`]; an input that it omits is a bug.
    fn request(&self, ir: String) -> Request;

    /// Generates code for the text of a request, reading nothing but that text and the other fields of the
    /// request.
    fn generate(&self, ir: &str) -> Result<Image, Failure>;
}

/// The reason why there is no artifact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The generator has no code for this request, and never will: later requests get the same diagnostics without a
    /// compilation. Their locations are those in the text of the request.
    Refused(Vec<Diagnostic>),
    /// Something outside of the request failed, such as memory or a service; a later request tries again.
    Transient(String),
    /// A hook or a generator requested the code that it was making.
    Recursive,
    /// The generator panicked with this message; a later request tries again.
    Panic(String),
}

impl Failure {
    /// Returns the failure of a request that waited for another thread for this long.
    fn late(time: Duration) -> Self {
        let seconds = time.as_secs_f64();
        Self::Transient(format!("another thread has been making the code for more than {seconds} s"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(diagnostics) => match diagnostics.first() {
                Some(first) => f.write_str(&first.message),
                None => f.write_str("the kernels have no code for this target"),
            },
            Self::Transient(message) => f.write_str(message),
            Self::Recursive => f.write_str("the code was requested while it was being made"),
            Self::Panic(message) => write!(f, "the code generator panicked: {message}"),
        }
    }
}

impl std::error::Error for Failure {}

/// The code of an embedder, in place of the one that the generator makes, and a place where the embedder keeps code.
/// Code that a hook supplies stays in the process: it is not stored in the cache directory.
pub trait CompileHook: Send + Sync {
    /// Returns the code for a request, or `None` to have it generated. The caller vouches for the code. A hook requests
    /// no code from the cache: the same code is refused, and two hooks that request each other's wait until
    /// [`Options::most_wait`].
    fn supply(&self, fields: &Fields) -> Result<Option<Image>, Failure>;

    /// Takes code that was generated or found on disk.
    fn store(&self, fields: &Fields, image: &Image) {
        let _ = (fields, image);
    }
}

/// How the cache uses the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Entries are used and stored.
    ReadWrite,
    /// Entries are used but not stored.
    ReadOnly,
    /// Entries are not used: code is generated again and compared with them.
    Verify,
}

/// The options of a cache.
#[derive(Clone, Debug)]
pub struct Options {
    /// How the cache uses the disk.
    pub policy: Policy,
    /// The cache directory; without one, the cache is in-process only.
    pub dir: Option<PathBuf>,
    /// The size limits of the directory.
    pub limits: Limits,
    /// The maximum number of bytes of artifacts kept in the process.
    pub most_bytes: u64,
    /// The maximum time to wait for another process that generates the same code.
    pub patience: Duration,
    /// The maximum time to wait for another thread that generates or loads the same code.
    pub most_wait: Duration,
    /// The user that must own the directory.
    pub owner: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            policy: Policy::ReadWrite,
            dir: None,
            limits: Limits::default(),
            most_bytes: 256 << 20,
            patience: Duration::from_secs(10),
            most_wait: Duration::from_mins(5),
            owner: current_user(),
        }
    }
}

/// The event counts of a cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Artifacts loaded from disk.
    pub hits: u64,
    /// Requests passed to the generator, successful or not.
    pub misses: u64,
    /// Artifacts that the process already held, or that another thread was generating.
    pub shared: u64,
    /// Artifacts stored on disk.
    pub stores: u64,
    /// Corrupt entries, which were quarantined.
    pub broken: u64,
    /// Entries whose code differed from the newly generated code.
    pub different: u64,
}

/// The atomic counters behind a [`Tally`].
#[derive(Debug, Default)]
struct Counts {
    hits: AtomicU64,
    misses: AtomicU64,
    stores: AtomicU64,
    broken: AtomicU64,
    different: AtomicU64,
}

/// The result of [`KernelCache::prefetch`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prefetched {
    /// The number of requests that have code now.
    pub ready: u64,
    /// The number of requests that failed.
    pub failed: u64,
}

/// The hooks by the names of their backends.
type Hooks = FxHashMap<String, Arc<dyn CompileHook>>;

/// A kernel cache, shared by all threads of a process.
pub struct KernelCache {
    born: ForkStamp,
    events: Events,
    hooks: RwLock<Hooks>,
    flight: Flight,
    store: Option<Store>,
    policy: Policy,
    patience: Duration,
    most_wait: Duration,
    build: BuildId,
    counts: Counts,
    warnings: Mutex<Vec<String>>,
}

impl KernelCache {
    /// Opens a cache for code generated by the build `build`. Opening cannot fail: an error of the directory
    /// becomes a warning, and the cache continues without the directory. So does a directory with
    /// [`BuildId::of_this_process`], which does not identify a program.
    pub fn open(options: &Options, build: BuildId) -> Self {
        let mut warnings = Vec::new();
        let store = open_store(options, &build).unwrap_or_else(|problem| {
            warnings.push(format!("the kernel cache is not used: {problem}"));
            None
        });
        if let Some(problem) = store.as_ref().and_then(Store::replaced_key) {
            warnings.push(format!(
                "the key of the kernel cache was replaced, and its entries are invalid: {problem}"
            ));
        }
        Self {
            born: ForkStamp::now(),
            events: Events::default(),
            hooks: RwLock::new(Hooks::default()),
            flight: Flight::new(options.most_bytes, options.most_wait),
            store,
            policy: options.policy,
            patience: options.patience,
            most_wait: options.most_wait,
            build,
            counts: Counts::default(),
            warnings: Mutex::new(warnings),
        }
    }

    /// Returns the code for a text. Concurrent requests for the same key share one result.
    pub fn get(&self, generator: &dyn Generator, ir: String) -> CacheResult {
        self.get_fields(generator, &self.fields(generator, ir))
    }

    /// Returns the fields of the request for a text, to make the request any number of times.
    pub fn fields(&self, generator: &dyn Generator, ir: String) -> Fields {
        Fields::new(generator.request(ir), &self.build)
    }

    /// Returns the code for a request with these fields; see [`Self::get`].
    pub fn get_fields(&self, generator: &dyn Generator, fields: &Fields) -> CacheResult {
        if self.born.is_forked() {
            return generator.generate(fields.get(Field::Ir)).map(Arc::new).map_err(Arc::new);
        }
        let key = fields.key();
        let (result, answer) = self.flight.get(key, || self.supply(generator, key, fields));
        if answer == Answer::Awaited {
            self.events.report(|| Event::Waited(key));
        }
        result
    }

    /// Requests the code for several texts on up to `n_threads` threads, so that later requests find it. Each process
    /// starts at another text, so that several that begin at the same time seldom wait for each other.
    pub fn prefetch(&self, generator: &dyn Generator, texts: &[String], n_threads: usize) -> Prefetched {
        let (next, ready) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let first = std::process::id() as usize;
        let work = || {
            loop {
                let index = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                if texts.len() <= index {
                    return;
                }
                let text = texts[(first + index) % texts.len()].clone();
                if self.get(generator, text).is_ok() {
                    ready.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..n_threads.min(texts.len()) {
                scope.spawn(work);
            }
            work();
        });
        let ready = ready.into_inner() as u64;
        Prefetched { ready, failed: texts.len() as u64 - ready }
    }

    /// Sets the hook that supplies and stores code for a backend, in place of the previous one. A hook that owns a
    /// [`Context`] of the cache keeps both alive.
    pub fn set_compile_hook(&self, backend: &str, hook: Arc<dyn CompileHook>) {
        if self.born.is_forked() {
            return;
        }
        write(&self.hooks).insert(backend.to_string(), hook);
    }

    /// Calls a function for each event from now on, on the thread that causes it. A panic of the function is ignored. A
    /// function that owns a [`Context`] of the cache keeps both alive.
    pub fn subscribe(&self, subscriber: impl Fn(&Event) + Send + Sync + 'static) {
        if self.born.is_forked() {
            return;
        }
        self.events.subscribe(Arc::new(subscriber));
    }

    /// Returns the code of a request in place of code that a driver cannot load: what is kept in the process or on disk,
    /// if that is other code, and else code that is made once more and stored.
    pub fn recompile(
        &self,
        generator: &dyn Generator,
        fields: &Fields,
        rejected: &Arc<Image>,
    ) -> CacheResult {
        if self.born.is_forked() {
            return self.get_fields(generator, fields);
        }
        let key = fields.key();
        if self.flight.forget(key, rejected) {
            self.events.report(|| Event::Discarded(key));
        }
        let make = || {
            let held = self.store.as_ref().map(|store| store.lock(key, self.patience));
            if let Some(store) = &self.store {
                match store.load(key, fields) {
                    Found::Image(image) if image == **rejected => store.quarantine(key),
                    Found::Image(image) => {
                        add(&self.counts.hits);
                        self.events.report(|| Event::Found(key));
                        return Ok(image);
                    }
                    Found::Nothing | Found::Broken(_) => {}
                }
            }
            let image = self.make(generator, fields)?;
            if let (Some(store), Policy::ReadWrite | Policy::Verify) = (&self.store, self.policy) {
                self.keep(store, key, fields, &image);
            }
            drop(held);
            self.give_to_hook(fields, &image);
            Ok(image)
        };
        loop {
            let (result, answer) = self.flight.get(key, make);
            match &result {
                // A request that began before has read the rejected code from the disk once more.
                Ok(image) if answer != Answer::Made && **image == **rejected => {
                    self.flight.forget(key, image);
                }
                _ => return result,
            }
        }
    }

    /// Whether an on-disk store is in use.
    pub fn has_store(&self) -> bool {
        self.store.is_some()
    }

    /// Returns the number of artifacts and failures kept in the process.
    pub fn n_kept(&self) -> usize {
        if self.born.is_forked() {
            return 0;
        }
        self.flight.len()
    }

    /// Returns the event counts so far.
    pub fn tally(&self) -> Tally {
        let Counts { hits, misses, stores, broken, different } = &self.counts;
        let [hits, misses, stores, broken, different] =
            [hits, misses, stores, broken, different].map(|count| count.load(Ordering::Relaxed));
        Tally { hits, misses, shared: self.flight.n_shared(), stores, broken, different }
    }

    /// Returns the warnings since the last call and clears them.
    pub fn take_warnings(&self) -> Vec<String> {
        if self.born.is_forked() {
            return Vec::new();
        }
        std::mem::take(&mut *lock(&self.warnings))
    }

    /// Asks the hook of the backend, then the disk and the generator.
    fn supply(&self, generator: &dyn Generator, key: Key, fields: &Fields) -> Result<Image, Failure> {
        if let Some(hook) = self.hook(fields)
            && let Some(image) = hook.supply(fields)?
        {
            self.events.report(|| Event::Supplied(key));
            return Ok(image);
        }
        let image = self.fetch(generator, key, fields)?;
        self.give_to_hook(fields, &image);
        Ok(image)
    }

    fn hook(&self, fields: &Fields) -> Option<Arc<dyn CompileHook>> {
        read(&self.hooks).get(fields.get(Field::Backend)).cloned()
    }

    /// Gives code to the hook of its backend to keep.
    fn give_to_hook(&self, fields: &Fields, image: &Image) {
        if let Some(hook) = self.hook(fields) {
            // The code is right even if the hook cannot keep it.
            let _ = catch_unwind(AssertUnwindSafe(|| hook.store(fields, image)));
        }
    }

    /// Looks on disk, then on disk again under the lock of the key, then calls the generator.
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
        let started = Instant::now();
        let made = generator.generate(fields.get(Field::Ir));
        let (key, is_ok) = (fields.key(), made.is_ok());
        self.events.report(|| Event::Compiled { key, time: started.elapsed(), is_ok });
        made
    }

    fn look(&self, store: &Store, key: Key, fields: &Fields) -> Option<Image> {
        match store.load(key, fields) {
            Found::Image(image) => {
                add(&self.counts.hits);
                self.events.report(|| Event::Found(key));
                Some(image)
            }
            Found::Nothing => None,
            Found::Broken(flaw) => {
                add(&self.counts.broken);
                self.events.report(|| Event::Corrupt(key));
                self.warn(format!("ignoring a broken entry of the kernel cache: {flaw}"));
                None
            }
        }
    }

    /// Generates the code again and compares it with the entry on disk.
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
            self.warn(format!("the kernel cache entry {key} differs from the code generated now"));
        }
        self.keep(store, key, fields, &image);
        Ok(image)
    }

    fn keep(&self, store: &Store, key: Key, fields: &Fields, image: &Image) {
        match store.save(key, fields, image) {
            Ok(()) => {
                add(&self.counts.stores);
                self.events.report(|| Event::Stored(key));
            }
            Err(error) => self.warn(format!("the kernel cache cannot store code: {error}")),
        }
    }

    /// Keeps a warning, unless one is already pending.
    fn warn(&self, message: String) {
        let mut warnings = lock(&self.warnings);
        if warnings.is_empty() {
            warnings.push(message);
        }
    }
}

impl fmt::Debug for KernelCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { policy, store, .. } = self;
        f.debug_struct("KernelCache").field("policy", policy).field("store", store).finish_non_exhaustive()
    }
}

fn open_store(options: &Options, build: &BuildId) -> Result<Option<Store>, Unusable> {
    let access = match options.policy {
        Policy::ReadOnly => DirectoryAccess::Read,
        Policy::ReadWrite | Policy::Verify => DirectoryAccess::Write,
    };
    let Some(dir) = options.dir.clone() else { return Ok(None) };
    if *build == BuildId::of_this_process() {
        return Err(Unusable::of_build());
    }
    Store::open(&StoreOptions { dir, access, owner: options.owner, limits: options.limits })
}

fn add(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}
