//! The modules of contexts: loaded once, held, limited, evicted, and never those of another context; and the seven
//! defects of a cache with counts, tombstones and one lock, which must not occur here (D1 to D7).

mod cache_kit;
#[path = "cache_kit/fake_device.rs"]
mod fake_device;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use cache_kit::Folder;
use fake_device::{DAMAGED, FakeDevice, REFUSED, TextGenerator, text_image};
use warpline_runtime::cache::{
    BuildId, CompileHook, Context, ContextError, ContextLimits, Event, Evicted, Failure, Fields, Generator,
    HeldModule, Image, KernelCache, Options, Prefetched, Request, Selector, Unload, driver_program,
};
use warpline_runtime::{Device, Faults, FaultyDevice, LaunchDims};

/// A cache in memory with a generator.
struct Bench {
    cache: Arc<KernelCache>,
    generator: TextGenerator,
}

impl Bench {
    fn new() -> Self {
        let cache = Arc::new(KernelCache::open(&Options::default(), BuildId::named("test")));
        Self { cache, generator: TextGenerator::default() }
    }

    fn context(&self, device: &Arc<FakeDevice>, limits: ContextLimits) -> Context {
        let device = Arc::clone(device) as Arc<dyn Device>;
        Context::new(Arc::clone(&self.cache), device, limits, driver_program)
    }

    fn fields(&self, ir: &str) -> Fields {
        self.cache.fields(&self.generator, ir.to_string())
    }

    fn get(&self, context: &Context, ir: &str) -> Result<HeldModule, ContextError> {
        context.get(&self.generator, &self.fields(ir))
    }
}

fn device() -> Arc<FakeDevice> {
    Arc::new(FakeDevice::new())
}

fn most(modules: u64) -> ContextLimits {
    ContextLimits { modules, ..ContextLimits::default() }
}

const DIMS: LaunchDims = LaunchDims { grid: [1; 3], block: [1; 3], dynamic_shared: 0 };

/// D1 and D3: counts stay exact and the table finds room, however many kernels there are; D2 and D7: a second release of
/// everything releases nothing.
#[test]
fn counts_are_exact_for_any_number_of_kernels() {
    let sizes: &[u64] = if cfg!(miri) { &[20] } else { &[70, 125, 5000] };
    for n in sizes.iter().copied() {
        let (bench, device) = (Bench::new(), device());
        let context = bench.context(&device, most(n));
        for number in 0..n {
            bench.get(&context, &number.to_string()).expect("there is room");
        }
        let stats = context.stats();
        assert_eq!((stats.loads, stats.modules, stats.held, stats.unloads), (n, n, 0, 0));
        assert_eq!(context.release_idle(), n);
        assert_eq!(context.release_idle(), 0);
        assert_eq!((context.stats().modules, context.stats().bytes), (0, 0));
        assert_eq!((device.counts(), device.counters().modules), ([n, n, 0], 0));
    }
}

/// D4: what is held is not unloaded, whatever the limit is; the excess is told, and goes when the holds end.
#[test]
fn what_is_held_stays_loaded_beyond_the_limit() {
    let (bench, device) = (Bench::new(), device());
    let context = bench.context(&device, ContextLimits { modules: 4, bytes: 1 });
    let held: Vec<HeldModule> =
        (0..10).map(|number| bench.get(&context, &number.to_string()).expect("it is loaded")).collect();
    let stats = context.stats();
    assert_eq!((stats.modules, stats.held, stats.unloads), (10, 10, 0));
    assert_eq!((stats.excess_bytes, stats.held_bytes), (stats.bytes - 1, stats.bytes));
    assert_eq!(stats.excess_modules, 6);
    assert_eq!(context.evict(&Selector::All), Evicted { unloaded: 0, held: 10 });
    for (number, module) in held.iter().enumerate() {
        assert_eq!(device.text(module.id).as_deref(), Some(number.to_string().as_str()));
    }
    let copy = held[3].clone();
    drop(held);
    assert_eq!((context.stats().modules, context.stats().held), (1, 1));
    assert_eq!(device.text(copy.id).as_deref(), Some("3"));
    drop(copy);
    assert_eq!((context.stats().modules, device.counts()), (0, [10, 10, 0]));
}

/// The least recently used module goes first.
#[test]
fn the_limit_evicts_what_was_not_used_for_longest() {
    let (bench, device) = (Bench::new(), device());
    let context = bench.context(&device, most(3));
    for ir in ["a", "b", "c", "a", "d"] {
        bench.get(&context, ir).expect("it is loaded");
    }
    let is_loaded = |ir: &str| context.try_get(bench.fields(ir).key()).is_some();
    assert_eq!(["a", "b", "c", "d"].map(is_loaded), [true, false, true, true]);
}

const ROUNDS: u64 = if cfg!(miri) { 3 } else { 50 };

/// D5: a context is told by a number of its own, so a new one never has the modules of an old one, whatever handles the
/// device reuses.
#[test]
fn a_new_context_has_no_module_of_an_old_one() {
    let (bench, device) = (Bench::new(), device());
    let mut ids = BTreeSet::new();
    for round in 0..ROUNDS {
        let context = bench.context(&device, most(100));
        assert!(ids.insert(context.id()), "the number is used again");
        for number in 0..10 {
            let module = bench.get(&context, &(round + number).to_string()).expect("it is loaded");
            assert_eq!(device.text(module.id).as_deref(), Some((round + number).to_string().as_str()));
        }
        assert_eq!(context.stats().loads, 10);
    }
    assert_eq!(device.counters().modules, 0);
    // Contexts share code, and never modules.
    assert!(bench.generator.made().values().all(|n_made| *n_made == 1));
    assert_eq!(device.counts(), [10 * ROUNDS, 10 * ROUNDS, 0]);
}

const HITS: u64 = if cfg!(miri) { 10 } else { 1000 };

struct Slow(Mutex<Vec<String>>);

impl Generator for Slow {
    fn request(&self, ir: String) -> Request {
        Request { ir, backend: "fake", ..Request::default() }
    }

    fn generate(&self, ir: &str) -> Result<Image, Failure> {
        std::thread::sleep(Duration::from_millis(200));
        self.0.lock().expect("no thread panics").push(ir.to_string());
        Ok(text_image(ir))
    }
}

/// D6: a hit does not wait for a compilation, and compilations of distinct keys do not wait for each other.
#[test]
fn nobody_waits_for_the_compilation_of_another_key() {
    let (bench, device) = (Bench::new(), device());
    let context = bench.context(&device, most(10));
    let slow = Slow(Mutex::default());
    let warm = bench.fields("warm");
    context.get(&bench.generator, &warm).expect("it is loaded");
    let started = Instant::now();
    std::thread::scope(|scope| {
        for ir in ["a", "b", "c", "d"] {
            let (context, slow, cache) = (&context, &slow, &bench.cache);
            scope
                .spawn(move || context.get(slow, &cache.fields(slow, ir.to_string())).expect("it is loaded"));
        }
        for _ in 0..HITS {
            context.get(&bench.generator, &warm).expect("it is loaded");
        }
        let hits = started.elapsed();
        assert!(slow.0.lock().expect("no thread panics").is_empty() || Duration::from_millis(200) <= hits);
    });
    assert_eq!(slow.0.lock().expect("no thread panics").len(), 4);
    assert_eq!(context.stats().hits, HITS);
}

/// D7: failures are remembered and replayed, and a failed load leaves nothing behind.
#[test]
fn failures_leave_nothing_and_are_replayed() {
    let (bench, device) = (Bench::new(), device());
    let context = bench.context(&device, most(10));
    for _ in 0..5 {
        let error = bench.get(&context, REFUSED).expect_err("there is no code");
        assert_eq!(error, ContextError::Code(Arc::new(Failure::Refused(Vec::new()))));
    }
    assert_eq!(bench.generator.made()[REFUSED], 1);
    let faulty: Arc<dyn Device> =
        Arc::new(FaultyDevice::new(Arc::clone(&device) as Arc<dyn Device>, Faults::Named("load", 1)));
    let context = Context::new(Arc::clone(&bench.cache), faulty, most(10), driver_program);
    bench.get(&context, "a").expect("the first load does not fail");
    assert!(matches!(bench.get(&context, "b"), Err(ContextError::Load(_))));
    assert_eq!((context.stats().modules, context.stats().failures), (1, 1));
    bench.get(&context, "b").expect("the next one does not fail");
    // The code was there.
    assert_eq!(bench.generator.made()["b"], 1);
    drop(context);
    assert_eq!(device.counters().modules, 0);
}

#[test]
fn a_module_is_unloaded_even_if_the_device_reports_an_error() {
    let (bench, device) = (Bench::new(), device());
    let faulty: Arc<dyn Device> =
        Arc::new(FaultyDevice::new(Arc::clone(&device) as Arc<dyn Device>, Faults::Named("unload", 0)));
    let context = Context::new(Arc::clone(&bench.cache), faulty, most(10), driver_program);
    bench.get(&context, "a").expect("it is loaded");
    assert_eq!(context.release_idle(), 1);
    let stats = context.stats();
    assert_eq!((stats.modules, stats.unloads, stats.failed_unloads), (0, 1, 1));
    assert!(context.take_unload_failure().is_some() && context.take_unload_failure().is_none());
    assert_eq!(device.counters().modules, 0);
}

#[test]
fn an_error_of_the_image_discards_the_code_and_compiles_once_more() {
    let (bench, device) = (Bench::new(), device());
    let discarded = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&discarded);
    bench.cache.subscribe(move |event| {
        count.fetch_add(u64::from(matches!(event, Event::Discarded(_))), Ordering::Relaxed);
    });
    let context = bench.context(&device, most(10));
    let module = bench.get(&context, DAMAGED).expect("the second code is right");
    assert_eq!(device.text(module.id).as_deref(), Some(DAMAGED));
    assert_eq!((bench.generator.made()[DAMAGED], discarded.load(Ordering::Relaxed)), (2, 1));
}

#[test]
fn a_context_closes_only_when_nothing_is_held() {
    let (bench, device) = (Bench::new(), device());
    let context = bench.context(&device, most(10));
    let (a, b) = (bench.get(&context, "a").expect("loaded"), bench.get(&context, "b").expect("loaded"));
    let kernel = b.kernel("k").expect("the module has it");
    assert!(b.kernel("none").is_none());
    drop((bench.get(&context, "c"), b));
    let still = context.close().expect_err("two are held");
    assert_eq!(still.names, ["a::k", "b::k"]);
    // Nothing has happened.
    assert_eq!(context.stats().modules, 3);
    drop(a);
    drop(kernel);
    assert_eq!(context.close(), Ok(()));
    assert_eq!((context.stats().modules, device.counters().modules), (0, 0));
    assert_eq!(bench.get(&context, "a").expect_err("it is closed"), ContextError::Closed);
    assert!(context.try_get(bench.fields("a").key()).is_none());
}

/// A hold keeps its context and the device alive, and its launches run.
#[test]
fn a_hold_outlives_the_handle_of_its_context() {
    let (bench, device) = (Bench::new(), device());
    let context = bench.context(&device, most(1));
    let kernel = bench.get(&context, "a").expect("loaded").kernel("k").expect("the module has it");
    drop(context);
    let stream = device.lease_stream().expect("there are streams");
    // SAFETY: the kernel has no parameters.
    unsafe { kernel.launch_raw(stream, DIMS, &[]) }.expect("it is loaded");
    // The launch in flight keeps the code, and the number, of a module that is released.
    drop(kernel);
    let other = bench.context(&device, most(1));
    bench.get(&other, "b").expect("loaded");
    device.host_wait(stream).expect("the launch runs");
    drop(other);
    assert_eq!((device.counts(), device.counters().modules), ([2, 2, 0], 0));
}

#[test]
fn chosen_modules_are_evicted() {
    let (bench, device) = (Bench::new(), device());
    let context = bench.context(&device, most(10));
    for ir in ["a", "b", "c"] {
        bench.get(&context, ir).expect("loaded");
    }
    let one = Evicted { unloaded: 1, held: 0 };
    assert_eq!(context.evict(&Selector::Module("a".into())), one);
    assert_eq!(context.evict(&Selector::Key(bench.fields("b").key())), one);
    assert_eq!(context.evict(&Selector::Kernel("none".into())), Evicted::default());
    assert_eq!(context.evict(&Selector::Kernel("k".into())), one);
    assert_eq!(context.stats().modules, 0);
}

/// A module for one holder is loaded once more while it is held.
#[test]
fn two_holders_that_want_a_module_alone_have_one_each() {
    let (bench, device) = (Bench::new(), device());
    let context = bench.context(&device, most(10));
    let alone = || {
        let image = bench.cache.get(&bench.generator, "a".into()).expect("there is code");
        context.load_alone(bench.fields("a").key(), image, &|_| None).expect("loaded")
    };
    let (first, second) = (alone(), alone());
    assert_ne!(first.id, second.id);
    let id = first.id;
    drop(first);
    assert_eq!(alone().id, id);
    assert_eq!(context.close().expect_err("one is held alone").names, ["a::k"]);
    assert_eq!(context.evict(&Selector::Module("a".into())), Evicted { unloaded: 1, held: 1 });
    drop(second);
    assert_eq!((context.stats().modules, device.counts()), (0, [2, 2, 0]));
}

struct Hook(Mutex<Vec<String>>);

impl CompileHook for Hook {
    fn supply(&self, fields: &Fields) -> Result<Option<Image>, Failure> {
        match fields.get(warpline_runtime::cache::Field::Ir) {
            "mine" => Ok(Some(text_image("supplied"))),
            "broken" => Err(Failure::Transient("the service is down".into())),
            _ => Ok(None),
        }
    }

    fn store(&self, fields: &Fields, image: &Image) {
        let bytes = image.to_bytes();
        assert_eq!(Image::from_bytes(&bytes).as_ref(), Some(image));
        let ir = fields.get(warpline_runtime::cache::Field::Ir).to_string();
        self.0.lock().expect("no thread panics").push(ir);
    }
}

#[test]
fn a_hook_supplies_and_stores_code() {
    let (bench, device) = (Bench::new(), device());
    let hook = Arc::new(Hook(Mutex::default()));
    bench.cache.set_compile_hook("fake", Arc::clone(&hook) as Arc<dyn CompileHook>);
    let context = bench.context(&device, most(10));
    let mine = bench.get(&context, "mine").expect("the hook has it");
    assert_eq!(device.text(mine.id).as_deref(), Some("supplied"));
    bench.get(&context, "a").expect("the generator has it");
    for _ in 0..2 {
        let error = bench.get(&context, "broken").expect_err("the hook fails");
        assert_eq!(error.to_string(), "there is no code: the service is down");
    }
    assert_eq!(*hook.0.lock().expect("no thread panics"), ["a"]);
    assert_eq!(bench.generator.made().into_keys().collect::<Vec<_>>(), ["a"]);
}

struct Recursive(Arc<KernelCache>);

impl Generator for Recursive {
    fn request(&self, ir: String) -> Request {
        Request { ir, backend: "fake", ..Request::default() }
    }

    fn generate(&self, ir: &str) -> Result<Image, Failure> {
        self.0.get(self, ir.to_string()).map(|image| (*image).clone()).map_err(|failure| (*failure).clone())
    }
}

#[test]
fn code_that_requests_itself_is_refused() {
    let bench = Bench::new();
    let found = bench.cache.get(&Recursive(Arc::clone(&bench.cache)), "a".into());
    assert_eq!(found, Err(Arc::new(Failure::Recursive)));
}

#[test]
fn what_is_prefetched_is_there() {
    let (bench, device) = (Bench::new(), device());
    let texts: Vec<String> = (0..40).map(|number| number.to_string()).chain([REFUSED.to_string()]).collect();
    let done = bench.cache.prefetch(&bench.generator, &texts, 4);
    assert_eq!(done, Prefetched { ready: 40, failed: 1 });
    let context = bench.context(&device, most(100));
    for text in &texts[..40] {
        bench.get(&context, text).expect("loaded");
    }
    assert!(bench.generator.made().values().all(|n_made| *n_made == 1));
    assert_eq!(bench.cache.prefetch(&bench.generator, &[], 4), Prefetched::default());
}

#[test]
fn events_are_reported_in_order() {
    let (bench, device) = (Bench::new(), device());
    let (sender, events) = channel();
    bench.cache.subscribe(move |event| sender.send(event.clone()).expect("the test listens"));
    let context = bench.context(&device, most(1));
    bench.get(&context, "a").expect("loaded");
    bench.get(&context, "b").expect("loaded");
    drop(context.clone());
    let id = context.id();
    drop(context);
    let [a, b] = ["a", "b"].map(|ir| bench.fields(ir).key());
    let events: Vec<Event> = events.try_iter().collect();
    let loaded = |key| Event::Loaded { context: id, key, bytes: text_image("a").bytes() };
    assert!(matches!(events[0], Event::Compiled { key, is_ok: true, .. } if key == a));
    assert_eq!(events[1], loaded(a));
    assert!(matches!(events[2], Event::Compiled { key, is_ok: true, .. } if key == b));
    assert_eq!(
        events[3..],
        [
            loaded(b),
            Event::Unloaded { context: id, key: a, reason: Unload::Limit },
            Event::Unloaded { context: id, key: b, reason: Unload::Closed },
        ]
    );
}

/// A generator that requests its code from the context that is loading it.
struct Nested(Mutex<Option<Context>>);

impl Generator for Nested {
    fn request(&self, ir: String) -> Request {
        Request { ir, backend: "fake", ..Request::default() }
    }

    fn generate(&self, ir: &str) -> Result<Image, Failure> {
        let context = self.0.lock().expect("no thread panics").clone().expect("the test sets it");
        let fields = context.cache().fields(self, ir.to_string());
        match context.get(self, &fields) {
            Err(ContextError::Code(failure)) => Err((*failure).clone()),
            found => panic!("{found:?}"),
        }
    }
}

#[test]
fn a_module_that_requests_itself_is_refused() {
    let (bench, device) = (Bench::new(), device());
    let context = bench.context(&device, most(10));
    let nested = Nested(Mutex::new(Some(context.clone())));
    let error = context.get(&nested, &bench.fields("a")).expect_err("it waits for itself");
    assert_eq!(error, ContextError::Code(Arc::new(Failure::Recursive)));
    assert_eq!(context.close(), Ok(()));
}

/// Nobody waits for ever, also not for code that requests other code in a circle.
#[test]
fn a_wait_for_another_thread_ends() {
    let options = Options { most_wait: Duration::from_millis(20), ..Options::default() };
    let cache = Arc::new(KernelCache::open(&options, BuildId::named("test")));
    let device: Arc<dyn Device> = device();
    let context = Context::new(Arc::clone(&cache), device, most(10), driver_program);
    let slow = Slow(Mutex::default());
    let fields = cache.fields(&slow, "a".to_string());
    std::thread::scope(|scope| {
        let first = scope.spawn(|| context.get(&slow, &fields).is_ok());
        std::thread::sleep(Duration::from_millis(50));
        for found in [
            context.get(&slow, &fields).err(),
            cache.get_fields(&slow, &fields).err().map(ContextError::Code),
        ] {
            let problem = found.expect("it takes longer").to_string();
            assert!(problem.contains("for more than 0.02 s"), "{problem}");
        }
        assert!(first.join().expect("no thread panics"));
    });
    assert_eq!((context.stats().held, slow.0.lock().expect("no thread panics").len()), (0, 1));
    assert_eq!(context.close(), Ok(()));
}

#[test]
fn a_discarded_module_serves_its_holders_and_nobody_else() {
    let (bench, device) = (Bench::new(), device());
    let context = bench.context(&device, most(10));
    let (first, second) =
        (bench.get(&context, "a").expect("loaded"), bench.get(&context, "a").expect("loaded"));
    let id = first.id;
    first.discard();
    let new = bench.get(&context, "a").expect("loaded");
    assert_ne!(new.id, id);
    assert_eq!(device.text(second.id).as_deref(), Some("a"));
    assert_eq!((context.stats().held, context.close().is_err()), (2, true));
    drop((second, new));
    assert_eq!((context.close(), device.counts()), (Ok(()), [2, 2, 0]));
}

/// A hook that keeps damaged code.
struct DamagedHook(AtomicU64);

impl CompileHook for DamagedHook {
    fn supply(&self, _: &Fields) -> Result<Option<Image>, Failure> {
        Ok(Some(Image { code: warpline_ir::artifact::Code::Text("?".to_string()), ..text_image("a") }))
    }

    fn store(&self, _: &Fields, _: &Image) {
        self.0.fetch_add(1, Ordering::Relaxed);
        panic!("the store is full");
    }
}

#[test]
fn damaged_code_of_a_hook_is_made_once_more() {
    let (bench, device) = (Bench::new(), device());
    let hook = Arc::new(DamagedHook(AtomicU64::new(0)));
    bench.cache.set_compile_hook("fake", Arc::clone(&hook) as Arc<dyn CompileHook>);
    let context = bench.context(&device, most(10));
    let module = bench.get(&context, "a").expect("the code of the generator is right");
    assert_eq!(device.text(module.id).as_deref(), Some("a"));
    assert_eq!((bench.generator.made()["a"], hook.0.load(Ordering::Relaxed)), (1, 1));
}

#[test]
fn a_subscriber_that_panics_changes_nothing() {
    let (bench, device) = (Bench::new(), device());
    bench.cache.subscribe(|_| panic!("nobody listens"));
    let context = bench.context(&device, most(1));
    for ir in ["a", "b", "c"] {
        bench.get(&context, ir).expect("loaded");
    }
    drop(context);
    assert_eq!(device.counts(), [3, 3, 0]);
}

#[test]
fn a_launch_has_as_many_arguments_as_its_kernel() {
    let (bench, device) = (Bench::new(), device());
    let context = bench.context(&device, most(1));
    let kernel = bench.get(&context, "a").expect("loaded").kernel("k").expect("the module has it");
    let stream = device.lease_stream().expect("there are streams");
    // SAFETY: the slot is refused.
    let error = unsafe { kernel.launch_raw(stream, DIMS, &[1]) }.expect_err("it has none");
    assert_eq!(error.message, "expected 0 arguments, but found 1");
}

/// A directory outlives the process, and so must the identity of what made its code.
#[test]
fn a_process_is_no_identity_for_a_directory() {
    let options = Options { dir: Some("nowhere".into()), ..Options::default() };
    let cache = KernelCache::open(&options, BuildId::of_this_process());
    assert!(!cache.has_store());
    assert!(cache.take_warnings()[0].contains("needs the identity of the program"));
}

/// Contexts that reject one image share the code that is made in its place, and none puts that aside.
#[test]
#[cfg_attr(miri, ignore = "it locks files")]
fn a_damaged_image_is_made_once_more_for_all_contexts() {
    let folder = Folder::new("image-of-all");
    let options = Options { dir: Some(folder.dir()), ..Options::default() };
    let cache = Arc::new(KernelCache::open(&options, BuildId::named("test")));
    let generator = TextGenerator::default();
    let fields = cache.fields(&generator, DAMAGED.to_string());
    let contexts: Vec<Context> = (0..8)
        .map(|_| Context::new(Arc::clone(&cache), device() as Arc<dyn Device>, most(1), driver_program))
        .collect();
    std::thread::scope(|scope| {
        for context in &contexts {
            scope.spawn(|| context.get(&generator, &fields).expect("the second code is right"));
        }
    });
    assert_eq!(generator.made()[DAMAGED], 2);
    let n_aside = std::fs::read_dir(folder.layout().join("q")).map_or(0, Iterator::count);
    assert_eq!((cache.tally().misses, cache.tally().stores, n_aside), (2, 2, 1));
}

/// Code on disk that a driver rejects goes to the quarantine, and the new code takes its place.
#[test]
#[cfg_attr(miri, ignore = "it locks files")]
fn an_error_of_the_image_replaces_the_entry_on_disk() {
    let folder = Folder::new("image");
    let options = Options { dir: Some(folder.dir()), ..Options::default() };
    let open = || Arc::new(KernelCache::open(&options, BuildId::named("test")));
    let n_files = |name: &str| std::fs::read_dir(folder.layout().join(name)).map_or(0, Iterator::count);
    // The first code of this text is damaged; a process stores it without loading it.
    let generator = TextGenerator::default();
    open().get(&generator, DAMAGED.to_string()).expect("there is code");
    assert_eq!(n_files("q"), 0);
    let (cache, device) = (open(), device());
    let context =
        Context::new(Arc::clone(&cache), Arc::clone(&device) as Arc<dyn Device>, most(1), driver_program);
    let fields = cache.fields(&generator, DAMAGED.to_string());
    let module = context.get(&generator, &fields).expect("the second code is right");
    assert_eq!(device.text(module.id).as_deref(), Some(DAMAGED));
    assert_eq!((cache.tally().hits, cache.tally().misses, cache.tally().stores, n_files("q")), (1, 1, 1, 1));
    // The next process finds the right one.
    let next = open();
    next.get(&generator, DAMAGED.to_string()).expect("there is code");
    assert_eq!((next.tally().hits, generator.made()[DAMAGED]), (1, 2));
}
