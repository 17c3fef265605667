//! Tests of the kernel cache of the binary: the default directory, and concurrent processes that start with an
//! empty cache.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const PROGRAM: &str = "\
module attributes {gpu.container_module} {
  func.func @main() -> memref<8xi32> {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %m = memref.alloc() : memref<8xi32>
    gpu.launch_func @a::@fill blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%m : memref<8xi32>)
    gpu.launch_func @b::@add blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%m : memref<8xi32>)
    return %m : memref<8xi32>
  }
  gpu.module @a {
    gpu.func @fill(%m: memref<8xi32>) kernel {
      %i = gpu.thread_id x
      %x = arith.constant 3 : i32
      memref.store %x, %m[%i] : memref<8xi32>
      gpu.return
    }
  }
  gpu.module @b {
    gpu.func @add(%m: memref<8xi32>) kernel {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<8xi32>
      %w = arith.addi %v, %v : i32
      memref.store %w, %m[%i] : memref<8xi32>
      gpu.return
    }
  }
}
";

/// A folder for one test with the program in it, removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cache-{name}"));
        drop(fs::remove_dir_all(&path));
        fs::create_dir_all(&path)
            .and_then(|()| fs::write(path.join("program.mlir"), PROGRAM))
            .expect("it can be made");
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Returns `warpline run` in the folder, with only these variables.
    fn command(&self, variables: &[(&str, &str)], args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_warpline"));
        command.env_clear().envs(variables.iter().copied()).current_dir(&self.0);
        command.args(["run", "program.mlir", "--device=cpu"]).args(args);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs it; returns hits and misses in the summary, and the stderr before the summary.
    #[track_caller]
    fn run(&self, variables: &[(&str, &str)], args: &[&str]) -> (Option<[u64; 2]>, String) {
        output_of(&self.command(variables, args).output().expect("the binary can be started"))
    }

    /// Returns hits and misses of a run with these variables and no flags, whose summary omits them; they are
    /// in the statistics.
    #[track_caller]
    fn counts(&self, variables: &[(&str, &str)]) -> [u64; 2] {
        let Output { stdout, stderr, .. } =
            self.command(variables, &["--stats=-"]).output().expect("the binary can be started");
        let stats: Value = serde_json::from_slice(&stdout).expect("the statistics are JSON");
        assert!(!String::from_utf8_lossy(&stderr).contains("warning"));
        ["hits", "misses"].map(|count| stats["cache"][count].as_u64().expect("the cache is counted"))
    }

    fn has_entries(&self, place: &str) -> bool {
        let entries = self.0.join(place).join("v1/e");
        let mode =
            fs::metadata(self.0.join(place).join("v1")).map(|found| found.permissions().mode() & 0o777);
        fs::read_dir(entries).is_ok_and(|mut found| found.next().is_some())
            && mode.is_ok_and(|mode| mode == 0o700)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

#[track_caller]
fn output_of(output: &Output) -> (Option<[u64; 2]>, String) {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && out.contains("6 6 6 6 6 6 6 6"), "{out}{err}");
    let line = err.lines().find_map(|line| line.strip_prefix("kernel cache"));
    let counts = line.and_then(|line| {
        let mut numbers = line.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok());
        Some([numbers.next()?, numbers.next()?])
    });
    let before = err.split("device ").next().unwrap_or_default();
    (counts, before.to_string())
}

#[test]
fn the_directory_is_that_of_the_user() {
    let folder = Folder::new("user");
    let (xdg, home) = (folder.path("xdg"), folder.path("home"));
    assert_eq!(folder.counts(&[("XDG_CACHE_HOME", &xdg), ("HOME", &home)]), [0, 2]);
    assert_eq!(folder.counts(&[("XDG_CACHE_HOME", &xdg)]), [2, 0]);
    assert_eq!(folder.counts(&[("XDG_CACHE_HOME", "relative"), ("HOME", &home)]), [0, 2]);
    assert_eq!(folder.counts(&[("HOME", &home)]), [2, 0]);
    assert!(folder.has_entries("xdg/warpline/kc") && folder.has_entries("home/.cache/warpline/kc"));
    let nowhere = "warpline: warning: the kernel cache is not used: neither XDG_CACHE_HOME nor HOME names a directory; \
                   --cache-dir does\n";
    assert_eq!(folder.run(&[], &[]), (None, nowhere.to_string()));
    assert!(!folder.0.join("relative").exists());
}

#[test]
fn variables_files_and_flags_say_where_and_whether() {
    let folder = Folder::new("flags");
    let found = |counts| (Some(counts), String::new());
    assert_eq!(folder.run(&[("WARPLINE_CACHE_DIR", "variable")], &[]), found([0, 2]));
    assert_eq!(
        folder.run(&[("WARPLINE_CACHE_DIR", "variable"), ("WARPLINE_CACHE", "off")], &[]),
        (None, String::new())
    );
    assert_eq!(folder.run(&[("WARPLINE_CACHE_DIR", "variable")], &["--cache=readonly"]), found([2, 0]));
    assert_eq!(folder.run(&[("WARPLINE_CACHE_DIR", "variable")], &["--cache-dir=flag"]), found([0, 2]));
    let write = |text: &str| fs::write(folder.0.join("warpline.toml"), text).expect("it can be written");
    write("[run]\ncache = \"readonly\"\n");
    let nothing = folder.run(&[], &["--cache-dir=file"]);
    assert_eq!(nothing, (None, String::new()), "there is nothing to read");
    assert_eq!(folder.run(&[], &["--cache-dir=file", "--cache=readwrite"]), found([0, 2]));
    assert_eq!(folder.run(&[], &["--cache-dir=file"]), found([2, 0]));
    assert!(["variable", "flag", "file"].iter().all(|place| folder.has_entries(place)));
    // The author of the file could have supplied code along with it.
    for text in ["cache-dir = \"file\"\n", "[run]\ncache-dir = \"file\"\n", "[cache]\ncache-dir = \"file\"\n"]
    {
        write(text);
        let output = folder.command(&[], &[]).output().expect("the binary can be started");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        let message = "'cache-dir' cannot be set in a file, only by --cache-dir and WARPLINE_CACHE_DIR\n";
        assert!(output.status.code() == Some(2) && err.ends_with(message), "{err}");
    }
    // The variable applies to the other command, too.
    drop(fs::remove_file(folder.0.join("warpline.toml")));
    let mut command = Command::new(env!("CARGO_BIN_EXE_warpline"));
    command
        .env_clear()
        .env("WARPLINE_CACHE_DIR", "variable")
        .current_dir(&folder.0)
        .args(["cache", "verify"]);
    let output = command.output().expect("the binary can be started");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "2 right, 0 broken\n");
}

#[test]
fn a_directory_that_is_refused_is_a_warning() {
    let folder = Folder::new("refused");
    let place = Path::new(&folder.path("open")).join("v1");
    let made = fs::create_dir_all(&place)
        .and_then(|()| fs::set_permissions(&place, fs::Permissions::from_mode(0o777)));
    made.expect("it can be made");
    let problem = format!(
        "the kernel cache is not used: '{}' can be written by others (mode 777)",
        Path::new("open").join("v1").display()
    );
    let (counts, err) = folder.run(&[], &["--cache-dir=open"]);
    assert_eq!((counts, err), (None, format!("warpline: warning: {problem}\n")));
    let (_, err) = folder.run(&[], &["--cache-dir=open", "--diagnostics=json"]);
    assert!(err.contains("\"severity\":\"warning\"") && err.contains(&problem), "{err}");
    assert_eq!(fs::read_dir(&place).map_or(0, Iterator::count), 0, "something was written");
}

#[test]
fn processes_that_begin_with_nothing_compile_each_module_once() {
    let folder = Folder::new("cold");
    let started: Vec<_> = (0..6)
        .map(|_| folder.command(&[], &["--cache-dir=cold"]).spawn().expect("the binary can be started"))
        .collect();
    let mut counts = [0, 0];
    for child in started {
        let output = child.wait_with_output().expect("a child can be waited for");
        let (counted, err) = output_of(&output);
        assert_eq!(err, "");
        let counted = counted.expect("the summary tells of the cache");
        counts = [counts[0] + counted[0], counts[1] + counted[1]];
    }
    assert_eq!(counts, [10, 2]);
}
