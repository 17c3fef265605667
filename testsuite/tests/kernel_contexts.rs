//! The contract of the kernel cache on every kind of device: many kernels, several contexts and threads that compile, load,
//! launch, release, evict, close and destroy at random, and the failure of any driver call.
//!
//! Code of one context never runs in another, each key is compiled once in the process and loaded once per context while it
//! stays loaded, nothing held is unloaded, and at the end nothing is left and all counts are exact. The mock drivers run in
//! a child process. `CONTEXTS=all` runs the full size.

#[path = "../../runtime/tests/cache_kit/fake_device.rs"]
mod fake_device;

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use fake_device::{FakeDevice, TextGenerator};
use libtest_mimic::{Arguments, Failed, Trial};
use warpline::embed::{self, KernelGenerator};
use warpline_runtime::cache::{
    BuildId, Context, ContextError, ContextLimits, Fields, Generator, HeldKernel, HeldModule, KernelCache,
    Options, Selector, driver_program,
};
use warpline_runtime::driver::{KernelId, Launch, NO_OP, Result as Driven, StreamId};
use warpline_runtime::{Device, DeviceError, Faults, FaultyDevice, LaunchDims, Program, Run};
use warpline_testsuite::mock::{CUDA, HIP, MockDriver, answer_as_child};
use warpline_testsuite::paths::temporary;

/// The first argument of a child that runs the suite on a device.
const CHILD: &str = "--contexts-on";
/// Set for the full size.
const FULL: &str = "CONTEXTS";
const DIMS: LaunchDims = LaunchDims { grid: [1; 3], block: [1; 3], dynamic_shared: 0 };
/// The calls of a small session that fail one by one.
const MOST_CALLS: u64 = 200;

fn main() -> ExitCode {
    if let Some(code) = answer_as_child().or_else(answer_suite) {
        return code;
    }
    let mut trials = vec![
        Trial::test("fake", || suite(&Fake, &sizes(Kind::Fake)).map_err(Failed::from)),
        Trial::test("cpu", || suite(&Real("cpu"), &sizes(Kind::Cpu)).map_err(Failed::from)),
        Trial::test("fake_failing_calls", || failing_calls(&Fake).map_err(Failed::from)),
        Trial::test("cpu_failing_calls", || failing_calls(&Real("cpu")).map_err(Failed::from)),
    ];
    for driver in [&CUDA, &HIP] {
        let name = name_of(driver);
        trials.push(Trial::test(name, move || on_mock(driver, "suite").map_err(Failed::from)));
        let repl = format!("{name}_in_the_repl");
        trials.push(Trial::test(repl, move || in_the_repl(driver).map_err(Failed::from)));
        let failing = format!("{name}_failing_calls");
        trials.push(Trial::test(failing, move || on_mock(driver, "calls").map_err(Failed::from)));
        let failing = format!("{name}_failing_driver_calls");
        trials.push(Trial::test(failing, move || failing_driver_calls(driver).map_err(Failed::from)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn name_of(driver: &MockDriver) -> &'static str {
    if std::ptr::eq(driver, &raw const CUDA) { "cuda" } else { "hip" }
}

/// A kind of device.
trait Subject: Sync {
    /// Opens a device.
    fn open(&self) -> Result<Opened, String>;
    /// Returns the text of the module that stores a number.
    fn text(&self, number: usize) -> String;
}

/// An open device, with the generator of its code.
struct Opened {
    device: Arc<dyn Device>,
    /// The same device, if it is the fake one.
    fake: Option<Arc<FakeDevice>>,
    generator: Arc<dyn Generator + Send>,
}

struct Fake;

impl Subject for Fake {
    fn open(&self) -> Result<Opened, String> {
        let fake = Arc::new(FakeDevice::new());
        let device = Arc::clone(&fake) as Arc<dyn Device>;
        Ok(Opened { device, fake: Some(fake), generator: Arc::new(TextGenerator::default()) })
    }

    fn text(&self, number: usize) -> String {
        number.to_string()
    }
}

/// A device by its name.
struct Real(&'static str);

impl Subject for Real {
    fn open(&self) -> Result<Opened, String> {
        let opened = embed::open(self.0)?;
        let generator = Arc::new(KernelGenerator::for_device(&opened));
        Ok(Opened { device: opened.device, fake: None, generator })
    }

    fn text(&self, number: usize) -> String {
        format!(
            "gpu.module @m{number} {{
               gpu.func @k(%out: memref<1xi32>) kernel {{
                 %zero = arith.constant 0 : index
                 %number = arith.constant {number} : i32
                 memref.store %number, %out[%zero] : memref<1xi32>
                 gpu.return
               }}
             }}"
        )
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Fake,
    Cpu,
    Mock,
}

/// The size of one round.
struct Size {
    kernels: usize,
    contexts: usize,
    threads: usize,
    /// Steps of each thread.
    steps: usize,
    /// The limit of each context.
    modules: u64,
}

fn sizes(kind: Kind) -> Vec<Size> {
    let size =
        |(kernels, contexts, threads, steps, modules)| Size { kernels, contexts, threads, steps, modules };
    let is_full = std::env::var_os(FULL).is_some();
    let sizes: &[_] = match (kind, is_full) {
        (Kind::Fake, false) => &[
            (1, 1, 8, 500, 4),
            (70, 2, 8, 2000, 1024),
            (1000, 4, 32, 2000, 64),
            (10_000, 16, 32, 4000, 1024),
        ],
        (Kind::Fake, true) => &[
            (1, 1, 32, 20_000, 4),
            (70, 2, 8, 50_000, 1024),
            (1000, 4, 32, 20_000, 64),
            (10_000, 16, 32, 50_000, 1024),
        ],
        (Kind::Cpu, false) => &[(1, 2, 8, 40, 4), (60, 4, 8, 60, 16)],
        (Kind::Cpu, true) => &[(1, 16, 32, 500, 4), (1000, 4, 32, 500, 64), (10_000, 16, 32, 2000, 1024)],
        (Kind::Mock, false) => &[(1, 2, 8, 20, 4), (30, 3, 6, 30, 8)],
        (Kind::Mock, true) => &[(1, 16, 32, 200, 4), (1000, 16, 32, 300, 64)],
    };
    sizes.iter().copied().map(size).collect()
}

/// Pseudorandom numbers of a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// What the threads of a round share.
struct Round<'a> {
    subject: &'a dyn Subject,
    opened: &'a Opened,
    cache: Arc<KernelCache>,
    limits: ContextLimits,
    contexts: Vec<RwLock<Context>>,
    /// The keys that were requested.
    requested: Mutex<BTreeSet<usize>>,
}

impl Round<'_> {
    fn new_context(&self) -> Context {
        new_context(self.opened, Arc::clone(&self.opened.device), &self.cache, self.limits)
    }

    fn fields(&self, number: usize) -> Fields {
        self.cache.fields(&*self.opened.generator, self.subject.text(number))
    }

    fn context(&self, index: usize) -> Context {
        self.contexts[index].read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// One thread: random steps, with a few modules held.
    fn work(&self, seed: u64, size: &Size) -> Result<(), String> {
        let mut random = Random(seed * 2 + 1);
        let mut held: Vec<(usize, HeldModule)> = Vec::new();
        let device = &self.opened.device;
        let stream = device.lease_stream().map_err(|error| error.to_string())?;
        for _ in 0..size.steps {
            let (context, number) = (random.below(size.contexts), random.below(size.kernels));
            match random.below(40) {
                0 => _ = self.context(context).evict(&Selector::All),
                1 => _ = self.context(context).evict(&Selector::Key(self.fields(number).key())),
                2 => drop(held.pop()),
                3 => self.close(context),
                // What others hold of the old one stays.
                4 => self.replace(context),
                // The launches in flight meet their modules, released or not.
                5 => device.host_wait(stream).map_err(|error| error.to_string())?,
                6 => self.launch_and_evict(context, number)?,
                7..12 => {
                    if let Some(module) = self.context(context).try_get(self.fields(number).key()) {
                        self.check(number, &module, stream)?;
                    }
                }
                12..16 => {
                    if let Some((number, module)) = held.last() {
                        self.check(*number, &module.clone(), stream)?;
                    }
                }
                _ => {
                    if let Some(module) = self.get(context, number)? {
                        self.check(number, &module, stream)?;
                        held.push((number, module));
                    }
                    if 6 < held.len() {
                        held.swap_remove(random.below(6));
                    }
                }
            }
        }
        held.iter().try_for_each(|(number, module)| self.check(*number, module, stream))?;
        drop(held);
        let waited = device.host_wait(stream);
        waited.and(device.return_stream(stream)).map_err(|error| error.to_string())
    }

    /// Requests a module; `None` if the context is closed meanwhile.
    fn get(&self, context: usize, number: usize) -> Result<Option<HeldModule>, String> {
        let context = self.context(context);
        let module = match context.get(&*self.opened.generator, &self.fields(number)) {
            Ok(module) => module,
            Err(ContextError::Closed) => return Ok(None),
            Err(error) => return Err(error.to_string()),
        };
        self.requested.lock().unwrap_or_else(PoisonError::into_inner).insert(number);
        let is_own = module.context().id() == context.id();
        if is_own { Ok(Some(module)) } else { Err("a module of another context".to_string()) }
    }

    /// Puts a new context in the place of one.
    fn replace(&self, context: usize) {
        let new = self.new_context();
        *self.contexts[context].write().unwrap_or_else(PoisonError::into_inner) = new;
    }

    /// Closes a context, if nothing is held, and replaces it.
    fn close(&self, context: usize) {
        if self.context(context).close().is_ok() {
            self.replace(context);
        }
    }

    /// Launches a kernel, and evicts its module while the launch is in flight.
    fn launch_and_evict(&self, context: usize, number: usize) -> Result<(), String> {
        let Some(module) = self.get(context, number)?.filter(|_| self.opened.fake.is_none()) else {
            return Ok(());
        };
        let context = module.context().clone();
        let kernel = module.kernel("k").ok_or("the module lacks its kernel")?;
        drop(module);
        let evict = || _ = context.evict(&Selector::All);
        match launched(&self.opened.device, kernel, evict).map_err(|error| error.to_string())? {
            stored if stored == number as u32 => Ok(()),
            stored => Err(format!("kernel {number} stores {stored}")),
        }
    }

    /// Checks that a held module is loaded and has the code of its text.
    fn check(&self, number: usize, module: &HeldModule, stream: StreamId) -> Result<(), String> {
        let kernel = module.kernel("k").ok_or("the module lacks its kernel")?;
        if let Some(fake) = &self.opened.fake {
            let text = fake.text(module.id);
            if text.as_deref() != Some(self.subject.text(number).as_str()) {
                return Err(format!("module {number} is {text:?}"));
            }
            // It stays in flight.
            return issue(&self.opened.device, &kernel, stream, &[]).map_err(|error| error.to_string());
        }
        match launched(&self.opened.device, kernel, || ()).map_err(|error| error.to_string())? {
            found if found == number as u32 => Ok(()),
            found => Err(format!("kernel {number} stores {found}")),
        }
    }
}

fn new_context(
    opened: &Opened,
    device: Arc<dyn Device>,
    cache: &Arc<KernelCache>,
    limits: ContextLimits,
) -> Context {
    match opened.fake {
        Some(_) => Context::new(Arc::clone(cache), device, limits, driver_program),
        None => embed::context(cache, &device, limits),
    }
}

/// Issues a launch of a kernel that is held.
fn issue(device: &Arc<dyn Device>, kernel: &HeldKernel, stream: StreamId, args: &[u64]) -> Driven<()> {
    let KernelId { module, kernel } = kernel.id();
    device.launch(stream, &Launch { module, kernel, dims: DIMS, args, op: NO_OP })
}

/// Launches a kernel and returns the number that it stores. Once the launch is issued, the kernel is released, and `then` is
/// called before the launch is waited for.
fn launched(device: &Arc<dyn Device>, kernel: HeldKernel, then: impl FnOnce()) -> Driven<u32> {
    let mut run = Run::with_modules(Arc::clone(device), &Program::default(), Vec::new(), Vec::new())?;
    let out = run.input_buffer(4)?;
    let stream = device.lease_stream()?;
    let issued = issue(device, &kernel, stream, &[out]);
    drop(kernel);
    then();
    let issued = issued.and_then(|()| device.host_wait(stream));
    let returned = device.return_stream(stream);
    let bytes: Vec<u8> = run.bytes_mut(out).map(|bytes| bytes.to_vec()).unwrap_or_default();
    run.finish();
    issued.and(returned)?;
    if let Some(failure) = run.failure() {
        return Err(failure.error.clone());
    }
    let bytes = bytes.try_into().map_err(|_| DeviceError::new("read", "NoBuffer", "the buffer is gone"))?;
    Ok(u32::from_le_bytes(bytes))
}

/// Runs all rounds on one device.
fn suite(subject: &dyn Subject, sizes: &[Size]) -> Result<(), String> {
    let opened = subject.open()?;
    for size in sizes {
        let cache = Arc::new(KernelCache::open(&Options::default(), BuildId::named("test")));
        let limits = ContextLimits { modules: size.modules, ..ContextLimits::default() };
        let mut round = Round {
            subject,
            opened: &opened,
            cache,
            limits,
            contexts: Vec::new(),
            requested: Mutex::default(),
        };
        round.contexts = (0..size.contexts).map(|_| RwLock::new(round.new_context())).collect();
        let results: Vec<Result<(), String>> = std::thread::scope(|scope| {
            let round = &round;
            let start = |seed| scope.spawn(move || round.work(seed, size));
            let threads: Vec<_> = (1..=size.threads as u64).map(start).collect();
            let end = |thread: std::thread::ScopedJoinHandle<'_, _>| thread.join();
            threads
                .into_iter()
                .map(|thread| end(thread).unwrap_or_else(|_| Err("a thread panics".into())))
                .collect()
        });
        results.into_iter().collect::<Result<(), String>>()?;
        finish(&round)?;
    }
    Ok(())
}

/// Checks the counts of a round, and that nothing is left.
fn finish(round: &Round<'_>) -> Result<(), String> {
    let n_compiled = round.cache.tally().misses;
    let n_requested = round.requested.lock().unwrap_or_else(PoisonError::into_inner).len() as u64;
    if n_compiled != n_requested {
        return Err(format!("{n_requested} keys are compiled {n_compiled} times"));
    }
    for context in &round.contexts {
        let context = context.read().unwrap_or_else(PoisonError::into_inner);
        let stats = context.stats();
        let is_exact = stats.loads - stats.unloads == stats.modules
            && stats.held == 0
            && stats.modules <= round.limits.modules
            && (stats.failures, stats.failed_unloads) == (0, 0);
        if !is_exact {
            return Err(format!("the counts are wrong: {stats:?}"));
        }
        context.close().map_err(|held| held.to_string())?;
    }
    nothing_is_left(round.opened)
}

fn nothing_is_left(opened: &Opened) -> Result<(), String> {
    let counters = opened.device.counters();
    let left = [counters.modules, counters.streams_leased, counters.buffers];
    if left != [0; 3] {
        return Err(format!("modules, streams and buffers are left: {left:?}"));
    }
    match opened.fake.as_ref().map(|fake| fake.counts()) {
        Some([loads, unloads, n_wrong]) if loads != unloads || n_wrong != 0 => {
            Err(format!("{loads} loads, {unloads} unloads, {n_wrong} launches of wrong modules"))
        }
        _ => Ok(()),
    }
}

/// A small session: three modules in two contexts, under a limit that evicts.
fn session(subject: &dyn Subject, opened: &Opened, device: &Arc<dyn Device>) -> Result<(), String> {
    let cache = Arc::new(KernelCache::open(&Options::default(), BuildId::named("test")));
    let limits = ContextLimits { modules: 2, ..ContextLimits::default() };
    let contexts = [0; 2].map(|_| new_context(opened, Arc::clone(device), &cache, limits));
    let generator = &*opened.generator;
    for round in 0..2 {
        for (index, context) in contexts.iter().enumerate() {
            for number in [index, 1, 2] {
                let fields = cache.fields(generator, subject.text(number));
                let module = context.get(generator, &fields).map_err(|error| error.to_string())?;
                let kernel = module.kernel("k").ok_or("the module lacks its kernel")?;
                let found = match &opened.fake {
                    Some(fake) => fake.text(module.id).and_then(|text| text.parse().ok()),
                    None => {
                        let evict = || _ = context.evict(&Selector::All);
                        drop(module);
                        Some(launched(device, kernel, evict).map_err(|error| error.to_string())?)
                    }
                };
                if found != Some(number as u32) {
                    return Err(format!("WRONG: kernel {number} stores {found:?} in round {round}"));
                }
            }
        }
    }
    contexts.iter().try_for_each(|context| {
        context.close().map_err(|held| held.to_string())?;
        context.take_unload_failure().map_or(Ok(()), |error| Err(error.to_string()))
    })
}

/// Fails each device call of a session once: the session ends with that error, and leaves nothing.
fn failing_calls(subject: &dyn Subject) -> Result<(), String> {
    let opened = subject.open()?;
    for call in 0..MOST_CALLS {
        let faulty = FaultyDevice::new(Arc::clone(&opened.device), Faults::Call(call));
        let outcome = session(subject, &opened, &(Arc::new(faulty) as Arc<dyn Device>));
        nothing_is_left(&opened).map_err(|problem| format!("call {call}: {problem}"))?;
        match outcome {
            Ok(()) if 10 < call => return Ok(()),
            Ok(()) => return Err(format!("call {call} is not made")),
            Err(problem) if problem.contains("InjectedFault") => {}
            Err(problem) => return Err(format!("call {call}: {problem}")),
        }
    }
    Err(format!("more than {MOST_CALLS} calls"))
}

/// In a child, runs a part of the suite on a device.
fn answer_suite() -> Option<ExitCode> {
    let args: Vec<String> = std::env::args().collect();
    let [_, child, part, name] = &args[..] else { return None };
    if child != CHILD {
        return None;
    }
    let subject = Real(if name == "cuda" { "cuda" } else { "hip" });
    let outcome = match part.as_str() {
        "suite" => suite(&subject, &sizes(Kind::Mock)),
        "calls" => failing_calls(&subject),
        _ => subject.open().and_then(|opened| session(&subject, &opened, &opened.device)),
    };
    Some(answer(&outcome))
}

#[expect(clippy::print_stdout, reason = "the parent reads it")]
fn answer(outcome: &Result<(), String>) -> ExitCode {
    match outcome {
        Ok(()) => println!("passed"),
        Err(problem) => println!("{problem}"),
    }
    if outcome.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn on_mock(driver: &'static MockDriver, part: &str) -> Result<(), String> {
    let name = name_of(driver);
    let library = driver.mock(&format!("contexts-{name}-{part}"));
    let ran = library.start(CHILD, &[part.to_string(), name.to_string()], "", &[]);
    match ran.complaint() {
        Some(complaint) => Err(complaint.to_string()),
        None if ran.code == Some(0) => Ok(()),
        None => Err(format!("{}{}", ran.out, ran.err)),
    }
}

/// The program of a session of the REPL.
const PROGRAM: &str = "
    func.func @main() -> memref<8xi32> {
      %one = arith.constant 1 : index
      %eight = arith.constant 8 : index
      %seven = arith.constant 7 : i32
      %m = gpu.alloc host_shared () : memref<8xi32>
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
                 threads(%tx, %ty, %tz) in (%sx = %eight, %sy = %one, %sz = %one) {
        memref.store %seven, %m[%tx] : memref<8xi32>
        gpu.terminator
      }
      return %m : memref<8xi32>
    }";

/// A session of the REPL keeps its context: a kernel that was loaded is launched again without a load.
fn in_the_repl(driver: &'static MockDriver) -> Result<(), String> {
    let name = name_of(driver);
    let library = driver.mock(&format!("contexts-{name}-repl"));
    let folder = temporary(&format!("contexts-{name}-repl-file"));
    let file = folder.join("program.mlir");
    std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(&file, PROGRAM))
        .map_err(|error| error.to_string())?;
    let script = format!(":load {}\n:set device {name}\n:exec\n:exec\n:bench\n", file.display());
    let ran = library.run(&["repl".to_string()], &script, &[]);
    drop(std::fs::remove_dir_all(folder));
    let n_loads = ran.log.matches("ModuleLoadData").count();
    let n_launches = ran.log.lines().filter(|line| line.contains("LaunchKernel(")).count();
    let is_right = ran.out.matches("[7 7 7 7 7 7 7 7]").count() == 2 && ran.complaint().is_none();
    if is_right && n_loads == 1 && 2 < n_launches {
        return Ok(());
    }
    Err(format!("{n_loads} loads, {n_launches} launches: {}{}{}", ran.out, ran.err, ran.log))
}

/// Fails each call of the driver itself once: the session ends with an error, and the driver is left with nothing.
fn failing_driver_calls(driver: &'static MockDriver) -> Result<(), String> {
    let name = name_of(driver);
    let library = driver.mock(&format!("contexts-{name}-driver"));
    let mut n_failed = 0;
    let step = if std::env::var_os(FULL).is_some() { 1 } else { 3 };
    for call in (0..).step_by(step) {
        let variables = [("FAIL", call.to_string())];
        let variables: Vec<(&str, &str)> =
            variables.iter().map(|(key, value)| (*key, value.as_str())).collect();
        let ran = library.start(CHILD, &["session".to_string(), name.to_string()], "", &variables);
        if let Some(complaint) = ran.complaint() {
            return Err(format!("call {call}: {complaint}"));
        }
        if ran.code.is_none() || ran.out.contains("WRONG") {
            return Err(format!("call {call}: {}{}", ran.out, ran.err));
        }
        if !driver.has_failed(&ran) {
            break;
        }
        n_failed += 1;
    }
    if n_failed < 5 { Err(format!("{n_failed} calls fail")) } else { Ok(()) }
}
