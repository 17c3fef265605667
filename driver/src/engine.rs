//! Programs in an application: compiled once, and called with arrays of the host, from any thread.
//!
//! ```text
//! Engine::compile(Source, Options) ─→ Program ─┐
//! Engine::open("cpu") ─→ Device ───────────────┴─ Device::load ─→ Loaded::function ─→ Function::call(args![…])
//! ```
//! An engine has no state outside of itself: it installs no signal handlers, reads no variables of the environment, writes to no
//! stream, and starts no processes. A safe function does not end the process: arguments are compared with the types of the
//! parameters before anything is done, compiled code checks its accesses as in `run`, and recursive functions, which could
//! overflow the stack, are refused. External functions other than those of MLIR's runner libraries are refused, too.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use warpline_ir as ir;
use warpline_ir::{Func, Module, Op, OpKind};
use warpline_passes::transforms::assume_noalias::mark_arguments;
use warpline_runtime::cache::{self, BuildId, ContextLimits, KernelCache};

mod argument;
mod checks;
mod device_array;
mod error;
mod function;
mod host_work;
mod kernel;
mod own_pass;
mod prepared;
mod program;
mod value;

pub use argument::{Argument, Element, MAX_RANK, View, ViewMut, view, view_mut};
pub use device_array::{DeviceArray, Stream};
pub use error::{ArgumentError, Diagnostic, Diagnostics, Error};
pub use function::{Function, Loaded, Results};
pub use kernel::Kernel;
pub use own_pass::OwnPass;
pub use prepared::Prepared;
pub use program::{Access, Parameter, Program};
pub use value::Value;
pub use warpline_runtime::driver::recording::RawStream;
pub use warpline_runtime::exec::RawMemory;

use crate::backends::DEFAULT_TARGET;
use crate::compilation::{Compilations, Stage};
use crate::devices::{self, OpenDevice};
use crate::execute::program::{Form, Refusal, compile};
use crate::execute::{Interface, OwnStep, Request, modules};
use crate::session::{Session, SourceFile, Stop};
use crate::steps;
use crate::words::Words;
use error::guarded;
use function::Hold;
use program::{Code, Limits, Signature};

/// The examples of the book.
#[cfg(doctest)]
#[doc = include_str!("../../docs/src/howto/rust.md")]
struct RustPage;

/// What does not compile.
///
/// A view outlives its array:
/// ```compile_fail,E0597
/// let given = { let x = vec![1.0f32; 4]; warpline::args![warpline::view(&x, [4])] };
/// drop(given);
/// ```
/// Two arguments may write one array:
/// ```compile_fail,E0499
/// let mut x = vec![1.0f32; 4];
/// let given = warpline::args![warpline::view_mut(&mut x, [4]), warpline::view_mut(&mut x, [4])];
/// drop(given);
/// ```
/// One argument reads what another one may write:
/// ```compile_fail,E0502
/// let mut x = vec![1.0f32; 4];
/// let given = warpline::args![warpline::view_mut(&mut x, [4]), warpline::view(&x, [4])];
/// drop(given);
/// ```
/// An array that may not be written:
/// ```compile_fail,E0596
/// let x = vec![1.0f32; 4];
/// let given = warpline::args![warpline::view_mut(&mut x, [4])];
/// drop(given);
/// ```
/// Elements of which not every pattern of bits is a value:
/// ```compile_fail,E0277
/// let given = warpline::args![warpline::view(&[true, false], [2])];
/// drop(given);
/// ```
/// More dimensions than views have:
/// ```compile_fail,E0080
/// let given = warpline::args![warpline::view(&[1.0f32], [1; 9])];
/// drop(given);
/// ```
/// An array is used while a call may write it:
/// ```compile_fail,E0502
/// # let call: fn(&mut [warpline::Argument<'_>]) = |_| ();
/// let mut x = vec![1.0f32; 4];
/// let mut given = warpline::args![warpline::view_mut(&mut x, [4])];
/// println!("{x:?}");
/// call(&mut given);
/// ```
/// A prepared function is issued twice at the same time:
/// ```compile_fail,E0499
/// # fn twice(prepared: &mut warpline::Prepared, stream: &warpline::Stream) {
/// std::thread::scope(|scope| {
///     scope.spawn(|| prepared.issue(stream, warpline::args![]));
///     scope.spawn(|| prepared.issue(stream, warpline::args![]));
/// });
/// # }
/// ```
/// The handle of a stream is not one of the host's choosing:
/// ```compile_fail,E0133
/// let stream = warpline::RawStream::from_handle(1);
/// ```
#[cfg(doctest)]
struct CompileFails;

/// The stack of the thread that compiles, in bytes: the depth of a text is limited, and its regions are visited recursively.
const STACK: usize = 64 << 20;

/// The text of a program and its name in diagnostics.
///
/// ```
/// let source = warpline::Source::new("empty.mlir", "func.func @f() { return }");
/// let program = warpline::Engine::new().compile(source, &warpline::Options::default())?;
/// assert_eq!(program.functions().collect::<Vec<_>>(), ["f"]);
/// # Ok::<(), warpline::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source(SourceFile);

impl Source {
    /// Creates a source.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self(SourceFile { name: name.into(), text: text.into() })
    }
}

/// What a caller promises about the memory of several arguments of one call.
///
/// ```
/// use warpline::{Arguments, Options};
/// assert_eq!(Arguments::default(), Arguments::Disjoint);
/// let options = Options::default().arguments(Arguments::MayAlias);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arguments {
    /// An argument that the function writes overlaps no other one, so that work on different ones runs at the same time.
    /// References of Rust see to it.
    #[default]
    Disjoint,
    /// Arguments may overlap.
    MayAlias,
}

/// How a program is compiled.
///
/// ```
/// use warpline::{Arguments, Options};
/// let options = Options::for_device("cpu").arguments(Arguments::MayAlias).max_host_memory(1 << 30);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    device: String,
    arguments: Arguments,
    max_host_memory: Option<u64>,
    max_device_memory: Option<u64>,
    has_kernels: bool,
    own: Vec<(Stage, String)>,
    cancel: CancelToken,
}

impl Default for Options {
    fn default() -> Self {
        Self::for_device(DEFAULT_TARGET)
    }
}

impl Options {
    /// Options for a device, such as `cpu`, `cuda` or `hip:1`.
    pub fn for_device(name: impl Into<String>) -> Self {
        Self {
            device: name.into(),
            arguments: Arguments::default(),
            max_host_memory: None,
            max_device_memory: None,
            has_kernels: false,
            own: Vec::new(),
            cancel: CancelToken::default(),
        }
    }

    /// Sets what callers promise about arguments.
    #[must_use]
    pub fn arguments(mut self, arguments: Arguments) -> Self {
        self.arguments = arguments;
        self
    }

    /// Sets the maximum bytes of host memory that a call takes at one time; without it, half of the memory of the machine.
    #[must_use]
    pub fn max_host_memory(mut self, bytes: u64) -> Self {
        self.max_host_memory = Some(bytes);
        self
    }

    /// Sets the maximum bytes of device memory that a call takes at one time.
    #[must_use]
    pub fn max_device_memory(mut self, bytes: u64) -> Self {
        self.max_device_memory = Some(bytes);
        self
    }

    /// Also makes each kernel of the `gpu.module`s at the top of the program callable: [`Loaded::kernel`]. That takes code of the
    /// host for each one, and kernels are then compiled for launches of all sizes, with the checks that these need.
    #[must_use]
    pub fn kernels(mut self) -> Self {
        self.has_kernels = true;
        self
    }

    /// Runs a pass that is registered with the engine after a stage of the compilation, from [`Stage::Known`] to
    /// [`Stage::Scheduled`]; several run in the order of these calls.
    #[must_use]
    pub fn insert(mut self, after: Stage, pass: impl Into<String>) -> Self {
        self.own.push((after, pass.into()));
        self
    }

    /// Ends the compilation once a token is cancelled, which is checked before each pass.
    #[must_use]
    pub fn cancel_by(mut self, token: &CancelToken) -> Self {
        self.cancel = token.clone();
        self
    }
}

/// Cancels compilations and calls from another thread. Clones are one token.
///
/// ```
/// let token = warpline::CancelToken::new();
/// token.clone().cancel();
/// assert!(token.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Creates a token that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels what has this token, for good.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether it is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    fn flag(&self) -> &Arc<AtomicBool> {
        &self.0
    }
}

/// Settings for an [`Engine`].
///
/// ```no_run
/// let folder = std::env::temp_dir().join("warpline-kernels");
/// let engine = warpline::Engine::builder().cache_dir(folder).build()?;
/// # Ok::<(), warpline::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct EngineBuilder {
    cache_dir: Option<PathBuf>,
    passes: Vec<OwnPass>,
}

impl EngineBuilder {
    /// Keeps compiled kernels in a folder, which several processes may share.
    #[must_use]
    pub fn cache_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.cache_dir = Some(folder.into());
        self
    }

    /// Registers a pass, by whose name [`Options::insert`] runs it.
    #[must_use]
    pub fn pass(mut self, pass: OwnPass) -> Self {
        self.passes.push(pass);
        self
    }

    /// Creates the engine.
    ///
    /// # Errors
    /// If a folder is to keep kernels, and the file of this program, by which they are told from those of other builds, cannot be
    /// read; and if two passes have one name.
    pub fn build(self) -> Result<Engine, Error> {
        let twice = |pass: &OwnPass| self.passes.iter().filter(|other| other.name() == pass.name()).count();
        if let Some(pass) = self.passes.iter().find(|pass| twice(pass) != 1) {
            return Err(Error::Options(format!("two passes are named '{}'", pass.name())));
        }
        let build = match &self.cache_dir {
            Some(_) => crate::cache::own_build().map_err(Error::Device)?,
            None => BuildId::of_this_process(),
        };
        let options = cache::Options { dir: self.cache_dir, ..cache::Options::default() };
        Ok(Engine(Arc::new(State {
            cache: Arc::new(KernelCache::open(&options, build)),
            devices: Mutex::default(),
            compilations: Compilations::default(),
            passes: self.passes,
        })))
    }
}

/// Compiles programs and opens devices. Clones share both.
///
/// ```
/// let engine = warpline::Engine::new();
/// assert_eq!(engine.open("cpu")?.name(), "cpu");
/// assert!(engine.open("abacus").is_err());
/// # Ok::<(), warpline::Error>(())
/// ```
#[derive(Clone)]
pub struct Engine(Arc<State>);

struct State {
    cache: Arc<KernelCache>,
    devices: Mutex<Vec<(String, OpenDevice)>>,
    compilations: Compilations,
    passes: Vec<OwnPass>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("passes", &self.0.passes).finish_non_exhaustive()
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// Creates an engine with default settings.
    pub fn new() -> Self {
        let cache = KernelCache::open(&cache::Options::default(), BuildId::of_this_process());
        Self(Arc::new(State {
            cache: Arc::new(cache),
            devices: Mutex::default(),
            compilations: Compilations::default(),
            passes: Vec::new(),
        }))
    }

    /// Returns settings for an engine.
    pub fn builder() -> EngineBuilder {
        EngineBuilder::default()
    }

    /// Opens a device, such as `cpu` or `cuda:1`. An engine opens each device once.
    pub fn open(&self, name: &str) -> Result<Device, Error> {
        let mut opened = self.0.devices.lock().unwrap_or_else(PoisonError::into_inner);
        let found = opened.iter().find(|(known, _)| known == name).map(|(_, device)| device.clone());
        let device = match found {
            Some(device) => device,
            None => {
                let device = devices::open(name).map_err(Error::Device)?;
                opened.push((name.to_string(), device.clone()));
                device
            }
        };
        Ok(Device { name: name.to_string(), open: device, engine: self.clone() })
    }

    /// Compiles a program for the device of the options, and opens that to know its chip.
    ///
    /// # Errors
    /// [`Error::Program`] with every error in the text, [`Error::Device`] if the device cannot be used.
    pub fn compile(&self, source: Source, options: &Options) -> Result<Program, Error> {
        let device = self.open(&options.device)?;
        let own = options.own.iter().map(|(stage, name)| {
            let pass = self.0.passes.iter().find(|pass| pass.name() == name);
            let pass = pass.ok_or_else(|| Error::Options(format!("no pass is registered as '{name}'")))?;
            if !(Stage::Known..=Stage::Scheduled).contains(stage) {
                let message = format!("pass '{name}' cannot run after the stage '{}'", stage.word());
                return Err(Error::Options(message));
            }
            Ok(OwnStep { after: *stage, run: pass.function(), name: name.clone() })
        });
        let own: Vec<OwnStep> = own.collect::<Result<_, Error>>()?;
        let work = || self.compile_here(Arc::new(source.0), options, &device, &own);
        // What panics is caught in the thread, whose stack is large enough for every text.
        let work = || guarded("the compiler", work);
        let compiled = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            Ok(thread.map_err(|error| Error::Internal(format!("no thread: {error}")))?.join())
        })?;
        compiled.unwrap_or_else(|_| Err(Error::Internal("the compiler panicked".to_string())))
    }

    fn compile_here(
        &self,
        source: Arc<SourceFile>,
        options: &Options,
        device: &Device,
        own: &[OwnStep],
    ) -> Result<Program, Error> {
        let mut session = Session::default();
        let wrong = |found: ir::Diagnostics| Error::Program(Diagnostics::new(&source, found));
        let checked = steps::check_program(&source.text, false);
        if checked.diagnostics.has_errors() {
            return Err(wrong(checked.diagnostics));
        }
        let mut warnings = checked.diagnostics;
        let mut module = checked.module;
        let launchers = if options.has_kernels { kernel::add_launchers(&mut module) } else { Vec::new() };
        let functions = callable(&module);
        if options.arguments == Arguments::Disjoint {
            for function in &functions {
                mark_arguments(&mut module, *function);
            }
        }
        let Some(first) = functions.first() else {
            return Err(Error::NoFunction(String::new(), Vec::new()));
        };
        let interface = Interface::uncalled(*first);
        let request = Request {
            traps: true,
            cache: Some(&self.0.cache),
            compilations: Some(&self.0.compilations),
            own,
            cancel: Some(options.cancel.flag()),
            ..Request::new(&source, &module, &interface, &[])
        };
        let form = Form::of(&request, device.open.target.clone());
        let mut found = ir::Diagnostics::new();
        let compiled = compile(&mut session, &request, &form, &mut found);
        let compiled = match compiled {
            Ok(compiled) if !found.has_errors() => compiled,
            Err(Refusal::Cancelled) => return Err(Error::Cancelled),
            Err(Refusal::Stop(Stop(_))) if !own.is_empty() => {
                return Err(Error::Options(format!(
                    "a pass of the application broke the program: {}",
                    session.err
                )));
            }
            Err(Refusal::Stop(Stop(_))) => return Err(Error::Internal(session.err)),
            Ok(_) | Err(Refusal::Findings) => return Err(wrong(found)),
        };
        checks::require_bounded_stack(&compiled.module, &mut found);
        checks::require_known_addresses(&module, &mut found);
        if found.has_errors() {
            return Err(wrong(found));
        }
        warnings.append(found);
        let signature = |function: &Op| {
            let kernel = launchers.iter().find(|(launcher, _)| launcher == function);
            let kernel = kernel.map(|(_, kernel)| kernel.clone());
            Signature::of(&module, &source.text, *function, kernel, &compiled, !own.is_empty())
        };
        let functions = functions.iter().filter_map(signature).collect();
        let warnings = Diagnostics::new(&source, warnings);
        let device = device.name.clone();
        let limits = Limits { host: options.max_host_memory, device: options.max_device_memory };
        Ok(Program(Arc::new(Code { source, module, compiled, functions, device, warnings, limits })))
    }
}

/// Returns the public functions of the host with a body.
fn callable(module: &Module) -> Vec<Op> {
    let functions = module.ops_in(module.body()).into_iter();
    let is_callable = |op: &Op| {
        let is_private = module.op(*op).str("sym_visibility") == Some("private");
        module.kind(*op) == OpKind::Func(Func::Func) && module.entry(*op, 0).is_some() && !is_private
    };
    functions.filter(is_callable).collect()
}

/// An open device of an [`Engine`].
///
/// ```
/// # use warpline::{Engine, Options, Source};
/// let engine = Engine::new();
/// let cpu = engine.open("cpu")?;
/// let program = engine.compile(Source::new("f.mlir", "func.func @f() { return }"), &Options::for_device("cpu"))?;
/// let loaded = cpu.load(&program)?;
/// assert_eq!(cpu.name(), "cpu");
/// # Ok::<(), warpline::Error>(())
/// ```
#[derive(Clone)]
pub struct Device {
    name: String,
    open: OpenDevice,
    engine: Engine,
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Device").field(&self.name).finish()
    }
}

impl Device {
    /// Returns the name by which it was opened.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Loads a program that was compiled for this device. Its code stays loaded as long as the result, or a function of it, lives.
    pub fn load(&self, program: &Program) -> Result<Loaded, Error> {
        device_array::refuse_capture(self.open.device.as_ref())?;
        let code = Arc::clone(&program.0);
        if code.device != self.name {
            let message = format!("the program is compiled for '{}', not for '{}'", code.device, self.name);
            return Err(Error::Device(message));
        }
        let (device, declared) = (Arc::clone(&self.open.device), code.compiled.declared.clone());
        let limits = ContextLimits::default();
        let context = modules::context(Some(&self.engine.0.cache), Arc::clone(&device), limits, declared);
        Ok(Loaded(Arc::new(Hold { code, device, context, idle: Mutex::default() })))
    }
}
