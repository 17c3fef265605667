//! Measures the kernel cache: the cost of a hit in a context and in the process beside that of plain tables, with one
//! thread and with several; hits and compilations beside a compilation that takes long; the cost of a hit and of a store on
//! disk; and the gain of a whole run with many kernels (B1 to B6 on the CPU).
//!
//! Files are in the page cache, as they are when a program runs again. Nothing is synchronised to the disk.

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use warpline::embed;
use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_ir::artifact::{Code, NativeFunction};
use warpline_runtime::cache::{
    BuildId, ContextLimits, DirectoryAccess, Failure, Fields, Found, Generator, Image, KernelCache, Key,
    Limits, Options, Request, Store, StoreOptions, current_user,
};
use warpline_testsuite::paths::temporary;

/// Measurements on disk, and in the process.
const SAMPLES: usize = 400;
/// Kernels of the whole program, and the number of its runs.
const KERNELS: usize = 64;
const RUNS: usize = 9;

#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn main() {
    let dir = temporary("bench-cache");
    in_memory();
    beside_a_compilation();
    println!("microseconds                          p50       p99");
    for bytes in [8 << 10, 64 << 10, 1 << 20] {
        let (mut store, mut load) = on_disk(&dir, bytes);
        println!("  store of {:5} KiB            {}", bytes >> 10, row(&mut store));
        println!("  hit on disk, {:5} KiB        {}", bytes >> 10, row(&mut load));
    }
    println!("  hit in the process with the hash of 8 KiB of text");
    println!("                                {}", row(&mut in_process()));
    let text = program();
    println!("a program of {KERNELS} kernels, milliseconds of the whole command, median of {RUNS}");
    for (name, time) in whole_runs(&dir, &text) {
        println!("  {name:<28}  {time:8.2}");
    }
    drop(std::fs::remove_dir_all(dir));
}

/// The hits of a batch, and the batches.
const BATCH: usize = 1000;
const BATCHES: usize = 300;
/// The modules among which hits choose.
const MODULES: usize = 64;

/// Prints the nanoseconds of a hit, and the millions of hits per second of several threads, of the cache and of its peers.
#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn in_memory() {
    let cache = Arc::new(KernelCache::open(&Options::default(), BuildId::of_this_process()));
    let opened = embed::open("cpu").expect("there is a CPU");
    let context = embed::context(&cache, &opened.device, ContextLimits::default());
    let generator = Ready(image(8 << 10));
    let fields: Vec<Fields> =
        (0..MODULES).map(|number| cache.fields(&generator, format!("kernel {number}"))).collect();
    for fields in &fields {
        context.get(&generator, fields).expect("it can be loaded");
    }
    let table: FxHashMap<Key, Arc<Image>> =
        fields.iter().map(|fields| (fields.key(), Arc::new(image(8 << 10)))).collect();
    let (locked, shared) = (Mutex::new(table.clone()), RwLock::new(table));
    let key = |number: usize| fields[number % MODULES].key();
    let hits: [(&str, Hit<'_>); 4] = [
        ("context", &|number| drop(black_box(context.get(&generator, &fields[number % MODULES])))),
        ("process", &|number| drop(black_box(cache.get_fields(&generator, &fields[number % MODULES])))),
        ("peer: mutex around a map", &|number| {
            drop(black_box(locked.lock().expect("no thread panics").get(&key(number)).cloned()));
        }),
        ("peer: lock for reading", &|number| {
            drop(black_box(shared.read().expect("no thread panics").get(&key(number)).cloned()));
        }),
    ];
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from).max(2);
    println!("hit in memory                  ns p50    ns p99   M/s of {n_threads} threads");
    for (name, hit) in hits {
        let mut times: Vec<f64> = (0..BATCHES).map(|_| timed(|| (0..BATCH).for_each(hit)).1).collect();
        for time in &mut times {
            *time *= 1e3 / BATCH as f64;
        }
        println!("  {name:<26} {}   {:8.1}", row(&mut times), throughput(n_threads, hit));
    }
}

/// A hit of the module with a number.
type Hit<'a> = &'a (dyn Fn(usize) + Sync);

/// Returns the millions of hits per second of several threads together.
fn throughput(n_threads: usize, hit: Hit<'_>) -> f64 {
    const EACH: usize = 200_000;
    let ((), time) = timed(|| {
        std::thread::scope(|scope| {
            for thread in 0..n_threads {
                scope.spawn(move || (0..EACH).for_each(|number| hit(number + 7 * thread)));
            }
        });
    });
    (n_threads * EACH) as f64 / time
}

/// Takes long.
struct Slow(Image);

impl Generator for Slow {
    fn request(&self, ir: String) -> Request {
        request(ir)
    }

    fn generate(&self, _: &str) -> Result<Image, Failure> {
        std::thread::sleep(Duration::from_millis(200));
        Ok(self.0.clone())
    }
}

/// Prints the time of hits while another key is compiled, and that of several compilations at once.
#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn beside_a_compilation() {
    const AT_ONCE: usize = 4;
    let cache = KernelCache::open(&Options::default(), BuildId::of_this_process());
    let (ready, slow) = (Ready(image(8 << 10)), Slow(image(8 << 10)));
    let warm = cache.fields(&ready, "warm".to_string());
    cache.get_fields(&ready, &warm).expect("there is code");
    let mut times = Vec::new();
    let ((), all) = timed(|| {
        std::thread::scope(|scope| {
            for number in 0..AT_ONCE {
                let (cache, slow) = (&cache, &slow);
                scope.spawn(move || drop(cache.get(slow, format!("slow {number}"))));
            }
            times.extend((0..100_000).map(|_| timed(|| drop(cache.get_fields(&ready, &warm))).1 * 1e3));
        });
    });
    println!("while {AT_ONCE} keys are compiled for 200 ms each");
    println!("  hit of another key, ns      {}", row(&mut times));
    println!("  all compilations, ms        {:8.1}", all / 1e3);
}

/// Formats the median and the 99th percentile.
fn row(times: &mut [f64]) -> String {
    times.sort_by(f64::total_cmp);
    format!("{:8.1}  {:8.1}", times[times.len() / 2], times[times.len() * 99 / 100])
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let started = Instant::now();
    let done = work();
    (done, started.elapsed().as_secs_f64() * 1e6)
}

fn request(ir: String) -> Request {
    Request { ir, backend: "bench", ..Request::default() }
}

fn image(bytes: usize) -> Image {
    let function = NativeFunction {
        name: "kernel".to_string(),
        bytes: (0..bytes).map(|at| (at * 31 % 251) as u8).collect(),
        align: 16,
        relocations: Vec::new(),
    };
    Image {
        code: Code::Native { functions: vec![function], globals: Vec::new() },
        kernels: Vec::new(),
        lines: Vec::new(),
        formats: Vec::new(),
        has_state: false,
    }
}

/// Returns the times of stores and of loads.
fn on_disk(dir: &Path, bytes: usize) -> (Vec<f64>, Vec<f64>) {
    let options = StoreOptions {
        dir: dir.to_path_buf(),
        access: DirectoryAccess::Write,
        owner: current_user(),
        limits: Limits::default(),
    };
    let store = Store::open(&options).ok().flatten().expect("the temporary directory can be used");
    let image = image(bytes);
    let fields =
        |number: usize| Fields::new(request(format!("{number} of {bytes}")), &BuildId::of_this_process());
    let samples = if bytes < 1 << 20 { SAMPLES } else { SAMPLES / 4 };
    let all: Vec<Fields> = (0..samples).map(fields).collect();
    let save = |fields: &Fields| timed(|| store.save(fields.key(), fields, &image).expect("it is stored")).1;
    let stores = all.iter().map(save).collect();
    let load = |fields: &Fields| {
        let (found, time) = timed(|| store.load(fields.key(), fields));
        assert!(matches!(found, Found::Image(_)), "it is stored");
        time
    };
    let loads = all.iter().map(load).collect();
    store.clear();
    (stores, loads)
}

struct Ready(Image);

impl Generator for Ready {
    fn request(&self, ir: String) -> Request {
        request(ir)
    }

    fn generate(&self, _: &str) -> Result<Image, Failure> {
        Ok(self.0.clone())
    }
}

/// Returns the times of hits in the process, including the hash of a text of 8 KiB.
fn in_process() -> Vec<f64> {
    let cache = KernelCache::open(&Options::default(), BuildId::of_this_process());
    let (generator, ir) = (Ready(image(8 << 10)), "x".repeat(8 << 10));
    let get = || timed(|| cache.get(&generator, ir.clone()).is_ok()).1;
    (0..SAMPLES).map(|_| get()).skip(1).collect()
}

/// Returns a program of distinct kernels, each with some work for the code generator.
fn program() -> String {
    let mut text =
        String::from("module attributes {gpu.container_module} {\n  func.func @main() -> memref<64xf32> {\n");
    text.push_str("    %c1 = arith.constant 1 : index\n    %c64 = arith.constant 64 : index\n");
    text.push_str("    %m = memref.alloc() : memref<64xf32>\n");
    for number in 0..KERNELS {
        let _ = writeln!(
            text,
            "    gpu.launch_func @m{number}::@k blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%m : \
             memref<64xf32>)"
        );
    }
    text.push_str("    return %m : memref<64xf32>\n  }\n");
    for number in 0..KERNELS {
        let _ = writeln!(text, "  gpu.module @m{number} {{\n    gpu.func @k(%m: memref<64xf32>) kernel {{");
        let _ = writeln!(text, "      %i = gpu.thread_id x\n      %v0 = arith.constant {number}.5 : f32");
        for step in 0..60 {
            let _ = writeln!(text, "      %l{step} = memref.load %m[%i] : memref<64xf32>");
            let _ = writeln!(text, "      %v{} = arith.addf %v{step}, %l{step} : f32", step + 1);
            let _ = writeln!(text, "      memref.store %v{}, %m[%i] : memref<64xf32>", step + 1);
        }
        text.push_str("      gpu.return\n    }\n  }\n");
    }
    text + "}\n"
}

/// Returns the median times of whole commands: without a cache, with an empty one, and with a full one.
fn whole_runs(dir: &Path, text: &str) -> Vec<(&'static str, f64)> {
    let run = |flags: &[String]| {
        let args = ["warpline", "run", "--device=cpu", "--output="].map(str::to_string);
        let source = SourceFile { name: "bench.mlir".to_string(), text: text.to_string() };
        let mut session = Session::with_stdin(source);
        let (exit, time) = timed(|| cli::execute(&[&args[..], flags].concat(), &mut session));
        assert_eq!(exit, Exit::Success, "{}", session.err);
        time / 1e3
    };
    let in_place = |name: String| -> PathBuf { dir.join(name) };
    let flag = |name: &str| vec![format!("--cache-dir={}", in_place(name.to_string()).display())];
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let off = (0..RUNS).map(|_| run(&["--cache=off".to_string()])).collect();
    let cold = (0..RUNS).map(|number| run(&flag(&format!("cold{number}")))).collect();
    let warm = (0..RUNS).map(|_| run(&flag("cold0"))).collect();
    vec![("no cache", median(off)), ("an empty cache", median(cold)), ("a full cache", median(warm))]
}
