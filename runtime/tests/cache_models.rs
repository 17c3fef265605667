//! The in-memory tiers of the cache under a scheduler that decides each step of each thread: thousands of interleavings of
//! requests, releases, evictions, failures and closes, among them the rare ones.

#[path = "cache_kit/fake_device.rs"]
mod fake_device;

use std::sync::Arc;

use fake_device::{FakeDevice, REFUSED, TextGenerator};
use shuttle::thread;
use warpline_runtime::Device;
use warpline_runtime::cache::{
    BuildId, Context, ContextError, ContextLimits, Failure, Generator, HeldModule, Image, KernelCache,
    Options, Request, Selector, driver_program,
};

/// The interleavings of each model.
const N_SCHEDULES: usize = 3000;

/// Checks a model under random schedules, and under those that reach rare orders of few steps.
fn check(model: fn()) {
    shuttle::check_random(model, N_SCHEDULES);
    shuttle::check_pct(model, N_SCHEDULES, 3);
}

#[derive(Clone)]
struct Bench {
    cache: Arc<KernelCache>,
    generator: Arc<TextGenerator>,
    device: Arc<FakeDevice>,
}

impl Bench {
    fn new() -> Self {
        let cache = Arc::new(KernelCache::open(&Options::default(), BuildId::named("test")));
        Self { cache, generator: Arc::default(), device: Arc::new(FakeDevice::new()) }
    }

    fn context(&self, modules: u64) -> Context {
        let limits = ContextLimits { modules, ..ContextLimits::default() };
        let device = Arc::clone(&self.device) as Arc<dyn Device>;
        Context::new(Arc::clone(&self.cache), device, limits, driver_program)
    }

    /// Requests a module and checks that it is the right one, and loaded.
    fn get(&self, context: &Context, ir: &str) -> Result<HeldModule, ContextError> {
        let generator: &TextGenerator = &self.generator;
        let held = context.get(generator, &self.cache.fields(generator, ir.to_string()))?;
        thread::yield_now();
        assert_eq!(self.device.text(held.id).as_deref(), Some(ir));
        Ok(held)
    }

    /// Checks that everything is unloaded.
    fn end(&self) {
        let [loads, unloads, wrong] = self.device.counts();
        assert_eq!((loads, wrong, self.device.counters().modules), (unloads, 0, 0));
        assert!(self.generator.made().values().all(|n_made| *n_made == 1), "{:?}", self.generator.made());
    }
}

fn threads(works: Vec<Box<dyn FnOnce() + Send>>) {
    let started: Vec<_> = works.into_iter().map(thread::spawn).collect();
    started.into_iter().for_each(|thread| thread.join().expect("no thread panics"));
}

/// A key is loaded once, however many threads request it at the same time.
#[test]
fn a_key_is_loaded_once() {
    check(|| {
        let bench = Bench::new();
        let context = bench.context(10);
        let work = || {
            let (bench, context) = (bench.clone(), context.clone());
            Box::new(move || drop(bench.get(&context, "a").expect("loaded"))) as Box<dyn FnOnce() + Send>
        };
        threads(vec![work(), work(), work()]);
        let stats = context.stats();
        assert_eq!((stats.loads, stats.hits, stats.modules, stats.held), (1, 2, 1, 0));
        drop(context);
        bench.end();
    });
}

/// Two contexts compile once and load once each.
#[test]
fn contexts_share_code_and_no_module() {
    check(|| {
        let bench = Bench::new();
        let work = || {
            let (bench, context) = (bench.clone(), bench.context(10));
            Box::new(move || {
                let held = bench.get(&context, "a").expect("loaded");
                assert_eq!(context.stats().loads, 1);
                drop(held);
            }) as Box<dyn FnOnce() + Send>
        };
        threads(vec![work(), work()]);
        assert_eq!(bench.device.counts()[0], 2);
        bench.end();
    });
}

/// Under a limit of one module and calls that evict, what a thread holds stays loaded.
#[test]
fn what_is_held_is_not_evicted() {
    check(|| {
        let bench = Bench::new();
        let context = bench.context(1);
        let work = |first: &'static str, second: &'static str| {
            let (bench, context) = (bench.clone(), context.clone());
            Box::new(move || {
                let held = bench.get(&context, first).expect("loaded");
                let copy = held.clone();
                drop(held);
                drop(bench.get(&context, second).expect("loaded"));
                assert_eq!(bench.device.text(copy.id).as_deref(), Some(first));
            }) as Box<dyn FnOnce() + Send>
        };
        let evict = {
            let context = context.clone();
            Box::new(move || {
                context.evict(&Selector::All);
            }) as Box<dyn FnOnce() + Send>
        };
        threads(vec![work("a", "b"), work("b", "a"), evict]);
        let stats = context.stats();
        assert_eq!((stats.held, stats.loads - stats.unloads), (0, stats.modules));
        assert!(stats.modules <= 1);
        drop(context);
        bench.end();
    });
}

/// A request and a close: the request succeeds and prevents the close, or it is refused.
#[test]
fn a_close_and_a_request_do_not_both_succeed_at_once() {
    check(|| {
        let bench = Bench::new();
        let context = bench.context(10);
        let get = {
            let (bench, context) = (bench.clone(), context.clone());
            Box::new(move || match bench.get(&context, "a") {
                Ok(held) => {
                    assert!(context.close().is_err());
                    assert_eq!(bench.device.text(held.id).as_deref(), Some("a"));
                }
                Err(error) => assert_eq!(error, ContextError::Closed),
            }) as Box<dyn FnOnce() + Send>
        };
        let close = {
            let context = context.clone();
            Box::new(move || drop(context.close())) as Box<dyn FnOnce() + Send>
        };
        threads(vec![get, close]);
        assert_eq!((context.close(), context.stats().modules), (Ok(()), 0));
        bench.end();
    });
}

/// A failure is compiled once and reaches everyone.
#[test]
fn a_failure_reaches_everyone() {
    check(|| {
        let bench = Bench::new();
        let context = bench.context(10);
        let work = || {
            let (bench, context) = (bench.clone(), context.clone());
            Box::new(move || {
                let error = bench.get(&context, REFUSED).expect_err("there is no code");
                assert_eq!(error, ContextError::Code(Arc::new(Failure::Refused(Vec::new()))));
            }) as Box<dyn FnOnce() + Send>
        };
        threads(vec![work(), work(), work()]);
        assert_eq!(context.stats().modules, 0);
        drop(context);
        bench.end();
    });
}

/// A generator that fails for a while.
#[derive(Default)]
struct Flaky(std::sync::atomic::AtomicU64);

impl Generator for Flaky {
    fn request(&self, ir: String) -> Request {
        Request { ir, backend: "fake", ..Request::default() }
    }

    fn generate(&self, ir: &str) -> Result<Image, Failure> {
        thread::yield_now();
        match self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
            0 => Err(Failure::Transient("out of memory".into())),
            _ => Ok(fake_device::text_image(ir)),
        }
    }
}

/// A transient failure reaches those who wait for it, and nobody after them.
#[test]
fn a_transient_failure_is_not_remembered() {
    check(|| {
        let bench = Bench::new();
        let (context, flaky) = (bench.context(10), Arc::new(Flaky::default()));
        let work = || {
            let (bench, context, flaky) = (bench.clone(), context.clone(), Arc::clone(&flaky));
            Box::new(move || {
                let fields = bench.cache.fields(&*flaky, "a".to_string());
                if context.get(&*flaky, &fields).is_err() {
                    context.get(&*flaky, &fields).expect("it fails once");
                }
            }) as Box<dyn FnOnce() + Send>
        };
        threads(vec![work(), work()]);
        assert_eq!((context.stats().loads, context.stats().modules), (1, 1));
        drop(context);
        bench.end();
    });
}
