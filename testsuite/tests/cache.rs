//! Tests the kernel cache from outside: every program behaves the same with it, with the entries of another
//! run, and with damaged entries; everything that the code depends on is part of the key.

use std::path::{Path, PathBuf};

use serde_json::Value;
use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_testsuite::paths::{files_below, temporary};
use warpline_testsuite::programs::programs;

/// A cache for one test, which is removed on drop.
struct Cache(PathBuf);

impl Cache {
    fn new(name: &str) -> Self {
        Self(temporary(&format!("cache-{name}")))
    }

    /// Runs `warpline` on a text with this cache.
    fn run(&self, text: &str, args: &[&str]) -> (Exit, Session) {
        let args = ["warpline"].iter().chain(args).map(ToString::to_string);
        let args: Vec<String> = args.chain([format!("--cache-dir={}", self.0.display())]).collect();
        let source = SourceFile { name: "case.mlir".to_string(), text: text.to_string() };
        let mut session = Session::with_stdin(source);
        let exit = cli::execute(&args, &mut session);
        (exit, session)
    }

    /// Returns the hits and misses of a run on the CPU with these arguments.
    #[track_caller]
    fn counts(&self, text: &str, args: &[&str]) -> [u64; 2] {
        let stats = self.0.with_extension("json");
        let flag = format!("--stats={}", stats.display());
        let (exit, session) = self.run(text, &[&["run", "--device=cpu", &flag], args].concat());
        assert_eq!(exit, Exit::Success, "{}", session.err);
        let stats: Value = std::fs::read(&stats)
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .expect("a run writes statistics");
        ["hits", "misses"].map(|name| stats["cache"][name].as_u64().expect("a count"))
    }

    fn entries(&self) -> Vec<PathBuf> {
        files_below(&self.0, "wlk")
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
        drop(std::fs::remove_file(self.0.with_extension("json")));
    }
}

/// Returns the output of a run without times and addresses.
fn output_of(run: (Exit, Session)) -> (Exit, String, String, Option<u64>) {
    let (exit, session) = run;
    let is_address = |word: &&str| !word.starts_with("0x");
    let out: Vec<&str> = session.out.split(' ').filter(is_address).collect();
    (exit, out.join(" "), session.err, session.stats.map(|stats| stats.launches))
}

/// Returns the hits and misses from the summary of a run; `None` if nothing ran.
fn counted(session: &Session) -> Option<[u64; 2]> {
    let line = session.summary.lines().find_map(|line| line.strip_prefix("kernel cache"))?;
    let mut numbers = line.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok());
    Some([numbers.next()?, numbers.next()?])
}

#[test]
fn every_program_does_the_same_from_the_cache() {
    let cache = Cache::new("all");
    let mut n_hits = 0;
    for program in ["run", "schedule", "gpu"].into_iter().flat_map(programs) {
        let run = |more: &[&str]| {
            let own = program.args.iter().map(String::as_str);
            let args: Vec<&str> =
                ["run", "--device=auto", "--diagnostics=short"].into_iter().chain(own).collect();
            cache.run(&program.text, &[&args, more].concat())
        };
        let expected = output_of(run(&["--cache=off"]));
        assert_eq!(output_of(run(&[])), expected, "{}: first run", program.name);
        let again = run(&[]);
        let counts = counted(&again.1);
        assert_eq!(output_of(again), expected, "{}: run from the cache", program.name);
        assert_eq!(counts.map(|[_, misses]| misses).unwrap_or_default(), 0, "{}: misses", program.name);
        // The code is generated again and compared: a difference would be a warning.
        assert_eq!(output_of(run(&["--cache=verify"])), expected, "{}: verified", program.name);
        n_hits += counts.map(|[hits, _]| hits).unwrap_or_default();
    }
    assert!(100 < n_hits, "{n_hits} hits say too little");
}

const TWO_KERNELS: &str = "\
func.func @main() -> memref<8xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %m = memref.alloc() : memref<8xf32>
  %x = arith.constant 2.0 : f32
  gpu.launch_func @a::@fill blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%x : f32, %m : memref<8xf32>)
  gpu.launch_func @b::@double blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%m : memref<8xf32>)
  return %m : memref<8xf32>
}
gpu.module @a {
  gpu.func @fill(%x: f32, %m: memref<8xf32>) kernel {
    %i = gpu.thread_id x
    memref.store %x, %m[%i] : memref<8xf32>
    gpu.return
  }
}
gpu.module @b {
  gpu.func @double(%m: memref<8xf32>) kernel {
    %i = gpu.thread_id x
    %v = memref.load %m[%i] : memref<8xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %m[%i] : memref<8xf32>
    gpu.return
  }
}
";

fn module(text: &str) -> String {
    format!("module attributes {{gpu.container_module}} {{\n{text}}}\n")
}

#[test]
fn what_decides_the_code_is_a_miss_where_it_differs_and_nothing_else_is() {
    let cache = Cache::new("fields");
    let text = module(TWO_KERNELS);
    assert_eq!(cache.counts(&text, &[]), [0, 2]);
    assert_eq!(cache.counts(&text, &[]), [2, 0]);
    // Comments, names, locations and the host program are not part of the key.
    assert_eq!(cache.counts(&format!("// A line.\n\n{}", text.replace("%w", "%sum")), &[]), [2, 0]);
    assert_eq!(cache.counts(&text.replace("2.0", "3.0"), &[]), [2, 0]);
    // The kernel itself is, independently of the others.
    assert_eq!(cache.counts(&text.replace("addf", "mulf"), &[]), [1, 1]);
    assert_eq!(cache.counts(&text.replace("@a", "@other"), &[]), [1, 1]);
    // So are the options of code generation.
    assert_eq!(cache.counts(&text, &["--detect-races"]), [0, 2]);
    assert_eq!(cache.counts(&text, &["--detect-races"]), [2, 0]);
    assert_eq!(cache.counts(&text, &[]), [2, 0]);
    assert_eq!(cache.entries().len(), 6);
    // The second device of a run uses the code that the first one generated.
    let other = Cache::new("shared");
    let (exit, session) = other.run(&text, &["run", "--device=cpu,cpu", "--stats=-"]);
    assert_eq!(exit, Exit::Success, "{}", session.err);
    assert!(
        session.out.contains(r#""cache":{"hits":0,"misses":2,"shared":2,"stores":2,"#),
        "{}",
        session.out
    );
}

/// Returns the keys of the kernels of a text on a chip.
fn keys(cache: &Cache, text: &str) -> Vec<String> {
    let (exit, session) = cache.run(text, &["cache", "explain", "--target=sm_90", "--json"]);
    assert_eq!(exit, Exit::Success, "{}", session.err);
    let key = |line: &str| {
        line.split("\"key\":\"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_string)
    };
    session.out.lines().map(|line| key(line).expect("each line has a key")).collect()
}

/// On a GPU as on the CPU, a line of the host is part of a key only if it determines facts about a kernel.
#[test]
fn lines_of_the_host_decide_no_code_of_kernels() {
    let cache = Cache::new("host");
    let text = module(TWO_KERNELS);
    let own = keys(&cache, &text);
    assert_eq!(own.len(), 2);
    assert_eq!(keys(&cache, &text.replace("2.0", "3.0")), own);
    let with_call =
        text.replace("  return %m", "  memref.copy %m, %m : memref<8xf32> to memref<8xf32>\n  return %m");
    assert_eq!(keys(&cache, &with_call), own);
    // Only the second kernel is launched with other blocks.
    let launch = "threads in (%c8, %c1, %c1) args(%m : memref<8xf32>)";
    let other = keys(&cache, &text.replace(launch, &launch.replace("%c8", "%c1")));
    assert_eq!((&other[0], other[1] == own[1]), (&own[0], false));
}

/// A failure is reported at its location in the current text, whatever text the code was generated from.
#[test]
fn failures_have_the_places_of_the_program_that_runs() {
    let cache = Cache::new("places");
    let text = module(&TWO_KERNELS.replacen(
        "threads in (%c8, %c1, %c1) args(%m",
        "threads in (%c8, %c8, %c8) args(%m",
        1,
    ))
    .replace("kernel {", "kernel attributes {known_block_size = array<i32: 8, 1, 1>} {");
    let place = |text: &str| {
        let (exit, session) = cache.run(text, &["run", "--device=cpu", "--diagnostics=short"]);
        assert_eq!(exit, Exit::Failed, "{}", session.err);
        (session.err.clone(), counted(&session))
    };
    let (first, _) = place(&text);
    let (moved, counts) = place(&format!("\n\n\n{text}"));
    assert!(first.starts_with("case.mlir:8:"), "{first}");
    assert_eq!(moved, first.replace("case.mlir:8:", "case.mlir:11:"));
    assert_eq!(counts, Some([2, 0]));
}

/// Returns the only entry with a kernel of this name.
fn entry_of(cache: &Cache, kernel: &str) -> PathBuf {
    let (_, session) = cache.run("", &["cache", "ls", "--json"]);
    let lines = session.out.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut found = lines.filter(|entry| entry["kernels"][0] == kernel);
    let entry = found.next().expect("it is listed");
    let key = entry["key"].as_str().unwrap_or_default().to_string();
    cache.0.join("v1/e").join(&key[..2]).join(format!("{}.wlk", &key[2..]))
}

#[test]
fn what_is_broken_is_found_told_and_made_anew() {
    let cache = Cache::new("broken");
    let text = module(TWO_KERNELS);
    assert_eq!(cache.counts(&text, &[]), [0, 2]);
    let (a, b) = (entry_of(&cache, "@a::@fill"), entry_of(&cache, "@b::@double"));
    let swap = |from: &Path, to: &Path| std::fs::copy(from, to).map(drop).expect("it can be written");
    swap(&a, &b);
    let (exit, session) = cache.run("", &["cache", "verify"]);
    assert_eq!(exit, Exit::Failed);
    assert!(
        session.out.ends_with("broken: it is the entry of another key\n1 right, 1 broken\n"),
        "{}",
        session.out
    );
    assert_eq!(cache.counts(&text, &[]), [1, 1]);
    std::fs::write(&a, "broken").expect("it can be written");
    assert_eq!(cache.run("", &["cache", "verify", "--repair"]).0, Exit::Success);
    let (exit, session) = cache.run("", &["cache", "verify", "--json"]);
    assert_eq!(
        (exit, session.out.as_str()),
        (Exit::Success, "{\"right\":1,\"broken\":[],\"repaired\":false}\n")
    );
    let (_, session) = cache.run("", &["cache", "status", "--json"]);
    assert!(
        session.out.contains(r#""state":"used","reason":null,"entries":1,"broken_kept":2,"#),
        "{}",
        session.out
    );
    assert_eq!(cache.counts(&text, &[]), [1, 1]);
}

#[test]
fn entries_are_removed_by_what_is_said_of_them() {
    let cache = Cache::new("evict");
    let text = module(TWO_KERNELS);
    let evict = |selector: &str| {
        assert_eq!(cache.run(&text, &["run", "--device=cpu"]).0, Exit::Success);
        let (exit, session) = cache.run("", &["cache", "evict", selector]);
        (exit, session.out)
    };
    let removed = |n: &str| (Exit::Success, format!("removed {n} of 2\n"));
    assert_eq!(evict("kernel=fill"), removed("1 entry"));
    assert_eq!(evict("kernel=nothing"), removed("0 entries"));
    assert_eq!(evict("backend=cpu"), removed("2 entries"));
    assert_eq!(evict("backend=ptx"), removed("0 entries"));
    assert_eq!(evict("build=other"), removed("0 entries"));
    assert_eq!(evict("unused=1"), removed("0 entries"));
    assert_eq!(evict("unused=0"), removed("2 entries"));
    for wrong in ["abc", "xyzw", "unused=often", "kernels=a", "build=this"] {
        assert_eq!(evict(wrong).0, Exit::Usage, "{wrong}");
    }
    let (_, session) = cache.run("", &["cache", "gc"]);
    assert!(session.out.starts_with("removed 0 entries, 0 bytes\nleft 2 entries, "), "{}", session.out);
    assert_eq!(cache.run("", &["cache", "clear"]).1.out, "removed 2 entries\n");
    assert_eq!(cache.entries().len(), 0);
    // An embedded session has no cache directory unless one is named.
    let execute = |args: &[&str]| {
        let source = SourceFile { name: "case.mlir".to_string(), text: text.clone() };
        let mut session = Session::with_stdin(source);
        let args: Vec<String> = args.iter().map(ToString::to_string).collect();
        (cli::execute(&args, &mut session), session)
    };
    assert_eq!(execute(&["warpline", "cache", "status"]).0, Exit::Usage);
    let (exit, session) = execute(&["warpline", "run", "--device=cpu"]);
    assert_eq!((exit, counted(&session)), (Exit::Success, None));
}

/// A manifest compiles what later runs take; a bundle takes it to another directory.
#[test]
fn entries_are_made_ahead_and_taken_elsewhere() {
    let (cache, other) = (Cache::new("warm"), Cache::new("import"));
    let folder = temporary("warm-files");
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    let text = module(TWO_KERNELS);
    let (program, manifest, bundle) =
        (folder.join("two.mlir"), folder.join("manifest.txt"), folder.join("bundle.wlb"));
    std::fs::write(&program, &text).expect("it can be written");
    std::fs::write(&manifest, "# What is served.\ntwo.mlir cpu sm_90 # both\n\ntwo.mlir\n")
        .expect("it can be written");
    let [manifest, bundle] = [&manifest, &bundle].map(|path| path.display().to_string());
    let warm = |cache: &Cache| {
        let (exit, session) = cache.run("", &["cache", "warm", &manifest, "--jobs=2"]);
        assert_eq!(exit, Exit::Success, "{}", session.err);
        session.out
    };
    assert_eq!(warm(&cache), "4 compiled, 2 found, 0 failed\n");
    assert_eq!(warm(&cache), "0 compiled, 6 found, 0 failed\n");
    assert_eq!(cache.counts(&text, &[]), [2, 0]);
    let (exit, session) = cache.run("", &["cache", "export", &bundle, "backend=cpu"]);
    assert_eq!((exit, session.err.as_str()), (Exit::Success, "wrote 2 entries\n"));
    let import = |expected: &str, exit: Exit| {
        let (found, session) = other.run("", &["cache", "import", &bundle]);
        assert_eq!((found, session.out.as_str()), (exit, expected), "{}", session.err);
    };
    import("2 new, 0 known, 0 broken\n", Exit::Success);
    import("0 new, 2 known, 0 broken\n", Exit::Success);
    assert_eq!(other.counts(&text, &[]), [2, 0]);
    // A changed byte of an entry costs that entry; a cut file is none.
    let mut bytes = std::fs::read(&bundle).expect("it is there");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&bundle, &bytes).expect("it can be written");
    import("0 new, 1 known, 1 broken\n", Exit::Failed);
    std::fs::write(&bundle, &bytes[..last]).expect("it can be written");
    import("", Exit::Failed);
    // A program that does not compile, and a target that does not exist.
    for (line, problem) in
        [("none.mlir", "cannot read"), ("two.mlir sm_1", "no backend supports target 'sm_1'")]
    {
        std::fs::write(&manifest, line).expect("it can be written");
        let (exit, session) = cache.run("", &["cache", "warm", &manifest]);
        assert!(exit != Exit::Success && session.err.contains(problem), "{line}: {}", session.err);
    }
    drop(std::fs::remove_dir_all(folder));
}

#[test]
fn a_doctor_finds_what_is_wrong_with_a_directory() {
    let cache = Cache::new("doctor");
    let doctor = || {
        let (exit, session) = cache.run("", &["cache", "doctor"]);
        (exit, session.out)
    };
    let (exit, out) = doctor();
    assert!(exit == Exit::Success && out.contains("not made yet"), "{out}");
    assert!(!cache.0.exists(), "an examination makes nothing");
    assert_eq!(cache.counts(&module(TWO_KERNELS), &[]), [0, 2]);
    let (exit, out) = doctor();
    assert!(exit == Exit::Success && out.contains("2 right") && !out.contains("PROBLEM"), "{out}");
    std::fs::write(entry_of(&cache, "@a::@fill"), "broken").expect("it can be written");
    let (exit, out) = doctor();
    assert!(exit == Exit::Failed && out.contains("PROBLEM: 1 of 2 broken"), "{out}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let open = std::fs::Permissions::from_mode(0o777);
        std::fs::set_permissions(cache.0.join("v1"), open).expect("the mode can be set");
        let (exit, session) = cache.run("", &["cache", "doctor", "--json"]);
        assert!(exit == Exit::Failed && session.out.contains("can be written by others"), "{}", session.out);
    }
}

/// The limits of the command line hold for a collection, and for stores of a run.
#[test]
fn limits_are_those_of_the_command_line() {
    let cache = Cache::new("limits");
    let text = module(TWO_KERNELS);
    assert_eq!(cache.counts(&text, &["--cache-memory=0", "--cache-patience=0.1"]), [0, 2]);
    let age = |hours: u64| {
        let time = std::time::SystemTime::now() - std::time::Duration::from_hours(hours);
        for path in cache.entries() {
            let file = std::fs::File::options().write(true).open(path);
            file.and_then(|file| file.set_modified(time)).expect("the time can be set");
        }
    };
    let collect = |flag: &str| {
        let (exit, session) = cache.run("", &["cache", "gc", flag]);
        assert_eq!(exit, Exit::Success, "{}", session.err);
        session.out.lines().next().unwrap_or_default().split(',').next().unwrap_or_default().to_string()
    };
    age(25);
    assert_eq!(collect("--cache-max-entries=20"), "removed 0 entries");
    assert_eq!(collect("--cache-max-entries=1"), "removed 2 entries");
    assert_eq!(cache.counts(&text, &[]), [0, 2]);
    age(25);
    assert_eq!(collect("--cache-max-age=2"), "removed 0 entries");
    assert_eq!(collect("--cache-max-age=1"), "removed 2 entries");
    assert_eq!(cache.counts(&text, &[]), [0, 2]);
    age(25);
    assert_eq!(collect("--cache-max-bytes=1G"), "removed 0 entries");
    assert_eq!(collect("--cache-max-bytes=1K"), "removed 2 entries");
    let (_, session) = cache.run("", &["cache", "status", "--cache-max-bytes=3K", "--cache-max-age=7"]);
    assert!(session.out.ends_with("3072 bytes, 20000 entries, 7 days unused\n"), "{}", session.out);
    let (exit, session) = cache.run("", &["cache", "gc", "--cache-max-bytes=3Q"]);
    assert!(exit == Exit::Usage && session.err.contains("such as 1000, 64K, 500M or 2G"), "{}", session.err);
}

#[test]
fn a_benchmark_measures_and_leaves_nothing() {
    let cache = Cache::new("bench");
    let (exit, session) = cache.run("", &["cache", "bench", "--json"]);
    let times: Value = serde_json::from_str(&session.out).expect("it is JSON");
    assert_eq!(exit, Exit::Success, "{}", session.err);
    let names = [
        "hit in the process",
        "store of 8 KiB",
        "hit on disk of 8 KiB",
        "store of 64 KiB",
        "hit on disk of 64 KiB",
    ];
    for name in names {
        assert!(times["median_nanoseconds"][name].is_u64(), "{name}: {}", session.out);
    }
    assert!(files_below(&cache.0, "").is_empty());
}

/// Returns a program that calls functions with equal loops, each from an index on.
fn equal_loops([one, two]: [usize; 2]) -> String {
    let function = |name: &str| {
        format!(
            "func.func private @{name}(%x: memref<?xf32>, %first: index) {{
               affine.for %i = 0 to 4 {{
                 %v = affine.load %x[%i + symbol(%first)] : memref<?xf32>
                 %w = arith.addf %v, %v : f32
                 affine.store %w, %x[%i + symbol(%first)] : memref<?xf32>
               }}
               return
             }}
"
        )
    };
    let main = format!(
        "func.func @main(%x: memref<?xf32> {{warpline.input = \"4xf32=1,2,3,4\"}}) {{
           %one = arith.constant {one} : index
           %two = arith.constant {two} : index
           func.call @one(%x, %one) : (memref<?xf32>, index) -> ()
           func.call @two(%x, %two) : (memref<?xf32>, index) -> ()
           return
         }}"
    );
    [function("one"), function("two"), main].concat()
}

#[test]
fn equal_kernels_are_compiled_once_and_keep_their_names() {
    let cache = Cache::new("equal");
    let right = equal_loops([0, 0]);
    assert_eq!(cache.counts(&right, &[]), [0, 1], "hits and misses");
    let (exit, session) = cache.run(&right, &["run", "--device=cpu"]);
    assert_eq!(exit, Exit::Success, "{}", session.err);
    assert!(session.out.contains("[4.0 8.0 12.0 16.0]"), "{}", session.out);
    for name in ["  one_kernel", "  two_kernel"] {
        assert!(session.summary.contains(name), "no {name} in {}", session.summary);
    }
    let (exit, session) = cache.run(&equal_loops([0, 1]), &["run", "--device=cpu", "--diagnostics=short"]);
    assert_eq!(exit, Exit::Failed);
    // The loop of the second function is the one that leaves its buffer.
    assert!(session.err.contains(":11:") && session.err.contains(":10:"), "{}", session.err);
}
