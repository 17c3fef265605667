//! The modules that one device has loaded: the tier of the cache that belongs to a context.
//!
//! A context loads the code of a request once, whoever asks for it, and keeps it loaded while someone holds it. What
//! nobody holds stays loaded until the limits of the context, a call or the end of the context unload it. A context is
//! identified by a number that is never used again, so no module can be taken for that of another context, whatever handles
//! and addresses a driver reuses.

use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::sync::Arc;
use std::{fmt, slice};

use super::events::{Event, Unload};
use super::image::Image;
use super::key::{Fields, Key};
use super::sync::{AtomicU64, Mutex, Ordering, lock};
use super::{CacheResult, Failure, Generator, KernelCache};
use crate::driver::NO_OP;
use crate::driver::{Device, DeviceError, KernelId, Launch, ModuleId, StreamId};
use crate::fork::ForkStamp;
use crate::program::{DeviceImage, Kernel, KernelCode, LaunchDims, Program, REPORT_VARIABLE};
use table::{Entry, Holders, Origin, Released, Table};
use warpline_ir::artifact::Code;

mod table;

/// The number of a context, counted up from 1 in each process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContextId(pub u64);

/// The limits of what a context keeps loaded. Only modules that are held may exceed them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContextLimits {
    /// Bytes of code.
    pub bytes: u64,
    /// Number of modules.
    pub modules: u64,
}

impl Default for ContextLimits {
    fn default() -> Self {
        Self { bytes: 512 << 20, modules: 1024 }
    }
}

/// The reason why a context has no module for a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContextError {
    /// There is no code.
    Code(Arc<Failure>),
    /// The device did not load the code.
    Load(DeviceError),
    /// Loading panicked.
    Panic,
    /// The context is closed.
    Closed,
    /// The context belongs to the parent of this process, which was forked; create another one.
    Forked,
}

impl fmt::Display for ContextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(failure) => write!(f, "there is no code: {failure}"),
            Self::Load(error) => error.fmt(f),
            Self::Panic => f.write_str("loading the code panicked"),
            Self::Closed => f.write_str("the context is closed"),
            Self::Forked => f.write_str("the context was created before this process was forked"),
        }
    }
}

impl std::error::Error for ContextError {}

/// The result of closing a context with modules that are in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StillHeld {
    /// The names of the kernels in modules that are held, sorted.
    pub names: Vec<String>,
    /// The number of modules that are being loaded.
    pub n_loading: u64,
}

impl fmt::Display for StillHeld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { names, n_loading } = self;
        write!(f, "kernels are held: {}; modules are being loaded: {n_loading}", names.join(", "))
    }
}

impl std::error::Error for StillHeld {}

/// A choice of modules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selector {
    /// All of them.
    All,
    /// The module of a request.
    Key(Key),
    /// Modules that have a kernel with this name.
    Kernel(String),
    /// Modules made from a `gpu.module` with this name.
    Module(String),
}

impl Selector {
    fn matches(&self, key: Key, image: &Image) -> bool {
        match self {
            Self::All => true,
            Self::Key(chosen) => *chosen == key,
            Self::Kernel(name) => image.kernels.iter().any(|kernel| kernel.name == *name),
            Self::Module(name) => image.kernels.iter().any(|kernel| kernel.module == *name),
        }
    }
}

/// The result of [`Context::evict`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evicted {
    /// The number of modules that were unloaded.
    pub unloaded: u64,
    /// The number of chosen modules that are held, and therefore stay loaded.
    pub held: u64,
}

/// What a context has done, and what it has loaded at present.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContextStats {
    /// Modules loaded so far.
    pub loads: u64,
    /// Modules unloaded so far.
    pub unloads: u64,
    /// Requests for a module that was loaded, or that another thread was loading.
    pub hits: u64,
    /// Requests that failed.
    pub failures: u64,
    /// Calls to unload a module that reported an error; the module counts as unloaded.
    pub failed_unloads: u64,
    /// Modules loaded at present.
    pub modules: u64,
    /// Those of them that are held.
    pub held: u64,
    /// The bytes of the code of all loaded modules.
    pub bytes: u64,
    /// The bytes of the code of those that are held.
    pub held_bytes: u64,
    /// The bytes by which held modules exceed the limit.
    pub excess_bytes: u64,
    /// The number of held modules beyond the limit.
    pub excess_modules: u64,
}

/// A module that a context has loaded.
#[derive(Debug)]
pub struct LoadedModule {
    /// The module on the device.
    pub id: ModuleId,
    /// Its code.
    pub image: Arc<Image>,
}

/// Makes code loadable: returns the program of one module, which holds all that its machine code needs.
pub type Assemble = dyn Fn(&Image) -> Result<Program, DeviceError> + Send + Sync;

/// The modules that one device has loaded. All clones are the same context, which ends with the last of them and of what
/// is held.
#[derive(Clone)]
pub struct Context(Arc<Inner>);

struct Inner {
    id: ContextId,
    born: ForkStamp,
    /// Left alone in a child of this process.
    device: ManuallyDrop<Arc<dyn Device>>,
    cache: Arc<KernelCache>,
    assemble: Box<Assemble>,
    limits: ContextLimits,
    table: Table<LoadedModule>,
    n_unloads: AtomicU64,
    n_failures: AtomicU64,
    n_failed_unloads: AtomicU64,
    unload_failure: Mutex<Option<DeviceError>>,
}

impl Context {
    /// Creates a context of a device. Code comes from `cache`, which contexts share, and is made loadable by `assemble`:
    /// [`driver_program`] for code that a driver loads.
    pub fn new(
        cache: Arc<KernelCache>,
        device: Arc<dyn Device>,
        limits: ContextLimits,
        assemble: impl Fn(&Image) -> Result<Program, DeviceError> + Send + Sync + 'static,
    ) -> Self {
        static N_CONTEXTS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        let id = ContextId(N_CONTEXTS.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1);
        let most_wait = cache.most_wait;
        let [n_unloads, n_failures, n_failed_unloads] = std::array::from_fn(|_| AtomicU64::new(0));
        Self(Arc::new(Inner {
            id,
            born: ForkStamp::now(),
            device: ManuallyDrop::new(device),
            cache,
            assemble: Box::new(assemble),
            limits,
            table: Table::new(limits, most_wait),
            n_unloads,
            n_failures,
            n_failed_unloads,
            unload_failure: Mutex::new(None),
        }))
    }

    /// Returns the number of the context.
    pub fn id(&self) -> ContextId {
        self.0.id
    }

    /// Returns the device of the context.
    pub fn device(&self) -> &Arc<dyn Device> {
        &self.0.device
    }

    /// Returns the cache that the code comes from.
    pub fn cache(&self) -> &Arc<KernelCache> {
        &self.0.cache
    }

    /// Returns the module of a request, compiled and loaded if it is not yet. Concurrent requests share one load.
    pub fn get(&self, generator: &dyn Generator, fields: &Fields) -> Result<HeldModule, ContextError> {
        let inner = &self.0;
        self.hold(fields.key(), Holders::Many, || {
            let image = inner.cache.get_fields(generator, fields).map_err(ContextError::Code)?;
            inner.load(image, &|rejected| Some(inner.cache.recompile(generator, fields, rejected)))
        })
    }

    /// Returns the module of a request if it is loaded.
    pub fn try_get(&self, key: Key) -> Option<HeldModule> {
        if self.0.born.is_forked() {
            return None;
        }
        let entry = self.0.table.try_hold(key)?;
        Some(HeldModule { entry, context: self.clone() })
    }

    /// Returns the module of code that was compiled under a key, for one holder: if it is held, it is loaded once more, for
    /// this holder alone. If the driver cannot load the code, the code of `recompile` is loaded, if there is any: that of
    /// [`KernelCache::recompile`].
    pub fn load_alone(
        &self,
        key: Key,
        image: Arc<Image>,
        recompile: &dyn Fn(&Arc<Image>) -> Option<CacheResult>,
    ) -> Result<HeldModule, ContextError> {
        self.hold(key, Holders::One, || self.0.load(image, recompile))
    }

    fn hold(
        &self,
        key: Key,
        holders: Holders,
        load: impl FnOnce() -> Result<(LoadedModule, u64), ContextError>,
    ) -> Result<HeldModule, ContextError> {
        let inner = &self.0;
        if inner.born.is_forked() {
            return Err(ContextError::Forked);
        }
        let (held, origin) = inner.table.get(key, holders, load);
        if held.is_err() {
            inner.n_failures.fetch_add(1, Ordering::Relaxed);
        }
        let held = HeldModule { entry: held?, context: self.clone() };
        if origin == Origin::Loaded {
            let (context, bytes) = (inner.id, held.entry.bytes);
            inner.cache.events.report(|| Event::Loaded { context, key, bytes });
            inner.trim();
        }
        Ok(held)
    }

    /// Unloads the chosen modules that nobody holds.
    pub fn evict(&self, selector: &Selector) -> Evicted {
        if self.0.born.is_forked() {
            return Evicted::default();
        }
        let is_chosen = |entry: &Entry<LoadedModule>| selector.matches(entry.key, &entry.value.image);
        let (removed, held) = self.0.table.evict(is_chosen);
        self.0.unload(&removed, Unload::Request);
        Evicted { unloaded: removed.len() as u64, held }
    }

    /// Unloads all modules that nobody holds; returns their number.
    pub fn release_idle(&self) -> u64 {
        self.evict(&Selector::All).unloaded
    }

    /// Unloads all modules; later requests fail with [`ContextError::Closed`]. If a module is held or being loaded, nothing
    /// happens. The device unloads a module that work in flight uses when that work has ended. In a child of a fork there
    /// is nothing to unload.
    pub fn close(&self) -> Result<(), StillHeld> {
        if self.0.born.is_forked() {
            return Ok(());
        }
        let closed = self.0.table.close().map_err(|table::Held { entries, n_loading }| {
            let kernels = entries.iter().flat_map(|entry| &entry.value.image.kernels);
            let mut names: Vec<String> = kernels.map(super::KernelFacts::display_name).collect();
            names.sort();
            names.dedup();
            StillHeld { names, n_loading }
        })?;
        self.0.unload(&closed, Unload::Closed);
        Ok(())
    }

    /// Takes the first error of the calls to unload modules so far.
    pub fn take_unload_failure(&self) -> Option<DeviceError> {
        if self.0.born.is_forked() {
            return None;
        }
        lock(&self.0.unload_failure).take()
    }

    /// Returns what the context has done and has loaded. The figures belong together if no other thread uses it.
    pub fn stats(&self) -> ContextStats {
        let inner = &self.0;
        if inner.born.is_forked() {
            return ContextStats::default();
        }
        let usage = inner.table.usage();
        let [unloads, failures, failed_unloads] =
            [&inner.n_unloads, &inner.n_failures, &inner.n_failed_unloads]
                .map(|count| count.load(Ordering::Relaxed));
        ContextStats {
            loads: usage.loads,
            unloads,
            hits: usage.hits,
            failures,
            failed_unloads,
            modules: usage.modules,
            held: usage.held,
            bytes: usage.bytes,
            held_bytes: usage.held_bytes,
            excess_bytes: usage.held_bytes.saturating_sub(inner.limits.bytes),
            excess_modules: usage.held.saturating_sub(inner.limits.modules),
        }
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("id", &self.0.id).finish_non_exhaustive()
    }
}

impl Inner {
    /// Loads code; code that the driver rejects is made once more.
    fn load(
        &self,
        image: Arc<Image>,
        recompile: &dyn Fn(&Arc<Image>) -> Option<CacheResult>,
    ) -> Result<(LoadedModule, u64), ContextError> {
        let (id, image) = match self.load_once(&image) {
            Ok(id) => (id, image),
            Err(error) if error.is_of_image() => {
                let again =
                    recompile(&image).ok_or(ContextError::Load(error))?.map_err(ContextError::Code)?;
                (self.load_once(&again).map_err(ContextError::Load)?, again)
            }
            Err(error) => return Err(ContextError::Load(error)),
        };
        let bytes = image.bytes();
        Ok((LoadedModule { id, image }, bytes))
    }

    fn load_once(&self, image: &Image) -> Result<ModuleId, DeviceError> {
        self.device.load(&(self.assemble)(image)?)
    }

    /// Unloads what exceeds the limits.
    fn trim(&self) {
        if self.table.is_over() {
            self.unload(&self.table.trim(), Unload::Limit);
        }
    }

    fn unload(&self, entries: &[Arc<Entry<LoadedModule>>], reason: Unload) {
        for entry in entries {
            // The device has the module no more, or keeps it until its own end.
            if let Err(error) = self.device.unload(entry.value.id) {
                self.n_failed_unloads.fetch_add(1, Ordering::Relaxed);
                lock(&self.unload_failure).get_or_insert(error);
            }
            self.n_unloads.fetch_add(1, Ordering::Relaxed);
            self.table.unloaded();
            let (context, key) = (self.id, entry.key);
            self.cache.events.report(|| Event::Unloaded { context, key, reason });
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if self.born.is_forked() {
            return;
        }
        // Nothing is held: each hold has a context.
        if let Ok(closed) = self.table.close() {
            self.unload(&closed, Unload::Closed);
        }
        // SAFETY: the field is not used after this.
        unsafe { ManuallyDrop::drop(&mut self.device) };
    }
}

/// A module that stays loaded until this is dropped.
pub struct HeldModule {
    entry: Arc<Entry<LoadedModule>>,
    context: Context,
}

impl HeldModule {
    /// Returns the key of its request.
    pub fn key(&self) -> Key {
        self.entry.key
    }

    /// Returns the context that has loaded it.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Releases the module and has it unloaded once nobody holds it; from now on a request loads it anew.
    pub fn discard(self) {
        if !self.context.0.born.is_forked() {
            self.context.0.table.detach(&self.entry);
        }
    }

    /// Returns a kernel of the module by its name; it holds the module.
    pub fn kernel(&self, name: &str) -> Option<HeldKernel> {
        let (kernel, _) = self.image.kernel(name)?;
        Some(HeldKernel { module: self.clone(), kernel })
    }
}

impl Deref for HeldModule {
    type Target = LoadedModule;

    fn deref(&self) -> &LoadedModule {
        &self.entry.value
    }
}

impl Clone for HeldModule {
    fn clone(&self) -> Self {
        self.entry.hold_again();
        Self { entry: Arc::clone(&self.entry), context: self.context.clone() }
    }
}

impl Drop for HeldModule {
    fn drop(&mut self) {
        let inner = &self.context.0;
        if inner.born.is_forked() {
            return;
        }
        match inner.table.release(&self.entry) {
            Released::Held => {}
            Released::Idle => inner.trim(),
            Released::Gone => inner.unload(slice::from_ref(&self.entry), Unload::Released),
        }
    }
}

impl fmt::Debug for HeldModule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeldModule")
            .field("key", &self.entry.key)
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// A kernel whose module stays loaded until this is dropped.
#[derive(Clone, Debug)]
pub struct HeldKernel {
    module: HeldModule,
    kernel: u32,
}

impl HeldKernel {
    /// Returns the module of the kernel.
    pub fn module(&self) -> &HeldModule {
        &self.module
    }

    /// Returns the kernel on the device.
    pub fn id(&self) -> KernelId {
        KernelId { module: self.module.id, kernel: self.kernel }
    }

    /// Issues a launch on a stream of the context's device, with one 64-bit slot per argument. The module may be released
    /// while the launch is in flight: the device keeps it loaded.
    ///
    /// # Safety
    /// The slots are arguments of the types of the kernel's parameters, and the memory that the kernel accesses through the
    /// addresses among them is live, and used by nothing else, until the stream has reached the end of the launch.
    pub unsafe fn launch_raw(
        &self,
        stream: StreamId,
        dims: LaunchDims,
        args: &[u64],
    ) -> Result<(), DeviceError> {
        let inner = &self.module.context.0;
        inner.born.refuse_child()?;
        let KernelId { module, kernel } = self.id();
        let n_params = self.module.image.kernels[kernel as usize].n_params as usize;
        if args.len() != n_params {
            let message = format!("expected {n_params} arguments, but found {}", args.len());
            return Err(DeviceError::invalid("launch", message));
        }
        inner.device.launch(stream, &Launch { module, kernel, dims, args, op: NO_OP })
    }
}

/// Returns the program of code that a driver loads: text that it compiles, or a finished object. The place of a diagnostic
/// about a line is the number of the operation in the module.
pub fn driver_program(image: &Image) -> Result<Program, DeviceError> {
    let code = match &image.code {
        Code::Text(text) => text.clone().into_bytes(),
        Code::Bytes(bytes) => bytes.clone(),
        Code::Native { .. } => {
            let message = "expected code for a driver, but found machine code of the host";
            return Err(DeviceError::new("load", "WrongCode", message));
        }
    };
    let kernel = |(number, facts): (u64, &super::KernelFacts)| Kernel {
        name: facts.display_name(),
        code: KernelCode::Symbol {
            image: 0,
            name: facts.symbol.clone(),
            n_params: facts.n_params as usize,
            number,
        },
        scratch_bytes: facts.scratch_bytes,
        spins: facts.spins,
        declared: None,
    };
    let kernels = (1..).zip(&image.kernels).map(kernel).collect();
    let image = DeviceImage {
        code,
        places: image.lines.clone(),
        has_report: has_report(&image.code),
        formats: image.formats.clone(),
    };
    Ok(Program { kernels, images: vec![image], ..Program::default() })
}

/// Whether the code of a device defines [`REPORT_VARIABLE`].
fn has_report(code: &Code) -> bool {
    match code {
        Code::Native { .. } => false,
        Code::Text(text) => {
            let declares =
                |line: &str| line.starts_with(".visible .global") && line.contains(REPORT_VARIABLE);
            text.lines().any(declares)
        }
        Code::Bytes(bytes) => {
            // A string table of ELF has a zero before and after each name.
            let name = format!("\0{REPORT_VARIABLE}\0");
            bytes.windows(name.len()).any(|window| window == name.as_bytes())
        }
    }
}
