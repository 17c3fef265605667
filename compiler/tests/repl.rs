//! Tests of the REPL process: executions that hang, crash or are interrupted, files, and a terminal.

use std::io::{BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

const BINARY: &str = env!("CARGO_BIN_EXE_warpline");

/// A function that never returns, one that reads far out of bounds through an invalid view, and a correct one.
const FUNCTIONS: &str = "
func.func @forever(%x: memref<1xi32>) {
  %i = arith.constant 0 : index
  scf.while : () -> () {
    %v = memref.load %x[%i] : memref<1xi32>
    memref.store %v, %x[%i] : memref<1xi32>
    %true = arith.constant true
    scf.condition(%true)
  } do {
    scf.yield
  }
  return
}
func.func @wild(%x: memref<?xf32>, %i: index) -> f32 {
  %one = arith.constant 1 : index
  %n = arith.addi %i, %one : index
  %y = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<?xf32> to memref<?xf32>
  %v = memref.load %y[%i] : memref<?xf32>
  return %v : f32
}
func.func @double(%x: memref<4xf32>) -> memref<4xf32> {
  %y = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to 4 {
    %v = affine.load %x[%i] : memref<4xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %y[%i] : memref<4xf32>
  }
  return %y : memref<4xf32>
}
";

/// Returns the output of a session for these lines on its stdin, and its exit code.
fn play(lines: impl AsRef<[u8]>) -> (String, Option<i32>) {
    let mut repl = Command::new(BINARY)
        .arg("repl")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary can be started");
    let mut input = repl.stdin.take().expect("stdin is a pipe");
    let lines = lines.as_ref().to_vec();
    // Output produced meanwhile fills the other pipe.
    let writer = std::thread::spawn(move || input.write_all(&lines));
    let output = repl.wait_with_output().expect("the session ends");
    drop(writer.join());
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

/// Panics unless all of these occur in the text, in this order.
#[track_caller]
fn check(text: &str, expect: &[&str]) {
    let mut rest = text;
    for part in expect {
        let found = rest.find(part).unwrap_or_else(|| panic!("no '{part}' in\n{rest}\nof\n{text}"));
        rest = &rest[found + part.len()..];
    }
}

#[test]
fn executions_that_hang_or_break_cost_nothing() {
    let lines = ":set deadline 0.2\n:exec forever 1\n:set deadline 60\n:set bounds off\n\
                 :exec wild 1xf32=1 4611686018427387\n:exec double 1,2,3,4\n:exec double $1\n:set device interp\n:exec double $2\n:states\n";
    let (text, exit) = play(format!("{FUNCTIONS}{lines}"));
    check(
        &text,
        &[
            ":exec forever",
            "the execution takes more than 0.2 s",
            ":exec wild",
            "the program accesses memory out of bounds",
            "the state is as it was",
            "$1 = [2.0 4.0 6.0 8.0] : 4xf32",
            "$2 = [4.0 8.0 12.0 16.0] : 4xf32",
            "$3 = [8.0 16.0 24.0 32.0] : 4xf32",
            "on the interpreter",
            "*  3",
        ],
    );
    assert_eq!(exit, Some(1), "a script with errors fails");
}

#[test]
fn an_input_that_is_no_text_is_an_error_of_its_own() {
    let lines = b"func.func @f() {\n  // \xff\n  return\n}\n:states\n// \xff";
    let (text, exit) = play(lines);
    check(
        &text,
        &["0| }\nwarpline: error: line 2 is not UTF-8\n0> :states\n", "error: line 6 is not UTF-8\n"],
    );
    assert_eq!(exit, Some(1), "a script with errors fails");
}

#[test]
fn the_lines_of_a_long_input_are_read_once() {
    let line = |n: usize| format!("%v{n} = arith.addi %v{}, %v0 : i32", n - 1);
    let lines: Vec<String> = (1..6000).map(line).collect();
    let lines = lines.join("\n");
    let (text, exit) =
        play(format!("func.func @long(%v0: i32) -> i32 {{\n{lines}\nreturn %v5999 : i32\n}}\n"));
    assert!(text.ends_with("0| }\nstate 1: adds @long\n"), "{text}");
    assert_eq!(exit, Some(0));
}

/// Returns the number, state and parent of each process.
#[cfg(target_os = "linux")]
fn processes() -> Vec<(u32, char, u32)> {
    let one = |entry: std::fs::DirEntry| {
        let line = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        // "number (name) state parent …", where the name may contain anything.
        let mut rest = line.rsplit_once(") ")?.1.split(' ');
        let (state, parent) = (rest.next()?.chars().next()?, rest.next()?.parse().ok()?);
        Some((line.split(' ').next()?.parse().ok()?, state, parent))
    };
    std::fs::read_dir("/proc")
        .expect("Linux tells its processes")
        .filter_map(|entry| one(entry.ok()?))
        .collect()
}

/// Retries until there is an answer.
#[cfg(target_os = "linux")]
fn wait<T>(what: &str, mut attempt: impl FnMut() -> Option<T>) -> T {
    for _ in 0..600 {
        if let Some(answer) = attempt() {
            return answer;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("{what} did not come in a minute");
}

#[test]
#[cfg(target_os = "linux")]
fn a_worker_ends_with_its_repl() {
    let mut repl = Command::new(BINARY);
    let repl = repl.arg("repl").stdin(Stdio::piped()).stdout(Stdio::null());
    let mut repl = repl.spawn().expect("the binary can be started");
    let mut input = repl.stdin.take().expect("stdin is a pipe");
    input.write_all(format!("{FUNCTIONS}:exec forever 1\n").as_bytes()).expect("the session reads");
    let parent = repl.id();
    let child = || processes().into_iter().find(|process| process.2 == parent).map(|process| process.0);
    let worker = wait("a worker", child);
    repl.kill().expect("it runs");
    drop(repl.wait());
    // A process without a waiting parent remains as a zombie.
    let has_ended = || !processes().iter().any(|process| process.0 == worker && process.1 != 'Z');
    wait("the end of the worker", || has_ended().then_some(()));
}

#[test]
fn files_are_read_and_written() {
    let path = |name: &str| -> PathBuf {
        std::env::temp_dir().join(format!("warpline-repl-{}-{name}", std::process::id()))
    };
    let (program, ptx, trace) = (path("a.mlir"), path("a.ptx"), path("a.json"));
    let files = [&program, &ptx, &trace].map(|path| path.to_string_lossy().into_owned());
    let [a, b, c] = &files;
    let lines = format!(
        "{FUNCTIONS}:save {a}\n:goto 0\n:load {a}\n:emit ptx={b}\n:trace {c} double 1\n:load {a}.missing\n:quit\n:help\n"
    );
    let (text, exit) = play(&lines);
    check(&text, &["state 3 is in", "state 4:", "written to", "written to", "cannot read", ":quit\n"]);
    assert!(!text.contains("help"), "nothing is read after the end");
    assert_eq!(exit, Some(1));
    let read = |path: &PathBuf| std::fs::read_to_string(path).unwrap_or_default();
    assert!(read(&program).contains("func.func @double(%x: memref<4xf32>)"));
    assert!(read(&ptx).contains(".entry double_kernel"));
    assert!(read(&trace).contains("traceEvents"));
    for path in &files {
        drop(std::fs::remove_file(path));
    }
}

/// A session in a terminal created by `script` of util-linux.
struct Terminal {
    process: Child,
    input: ChildStdin,
    output: Receiver<u8>,
    seen: Vec<u8>,
}

impl Terminal {
    /// Returns `None` if there is no `script`. The shell is replaced by the session, since a remaining one
    /// would be interrupted, too.
    fn start(state: &Path) -> Option<Self> {
        let mut process = Command::new("script")
            .args(["-qec", &format!("exec {BINARY} repl --color=never"), "/dev/null"])
            .env("XDG_STATE_HOME", state)
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let input = process.stdin.take()?;
        let stdout = process.stdout.take()?;
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || {
            BufReader::new(stdout).bytes().map_while(Result::ok).try_for_each(|byte| sender.send(byte))
        });
        Some(Self { process, input, output, seen: Vec::new() })
    }

    /// Waits until the terminal shows a text after the previously awaited one.
    #[track_caller]
    fn wait_for(&mut self, text: &str) {
        self.seen.clear();
        while !self.seen.ends_with(text.as_bytes()) {
            let Ok(byte) = self.output.recv_timeout(Duration::from_mins(1)) else {
                panic!("no '{text}' in\n{}", String::from_utf8_lossy(&self.seen));
            };
            self.seen.push(byte);
        }
    }

    /// Returns the remaining output of the terminal until it closes.
    fn rest(&self) -> Vec<u8> {
        std::iter::from_fn(|| self.output.recv_timeout(Duration::from_mins(1)).ok()).collect()
    }

    /// Types keys.
    fn keys(&mut self, keys: &str) {
        self.input.write_all(keys.as_bytes()).expect("the session reads");
    }
}

#[test]
fn a_terminal_is_asked_and_interrupted() {
    let state = std::env::temp_dir().join(format!("warpline-repl-{}-state", std::process::id()));
    let Some(mut terminal) = Terminal::start(&state) else { return };
    // The prompt is complete when the terminal enables bracketed paste.
    let ready = "\x1b[?2004h";
    terminal.wait_for(ready);
    terminal.keys("%a = arith.const\t 7 : i32\r");
    terminal.wait_for("state 1: adds %a to @repl");
    terminal.wait_for(ready);
    let forever = FUNCTIONS.split("func.func @wild").next().unwrap_or_default().trim();
    terminal.keys(&format!("{forever}\n").replace('\n', "\r"));
    terminal.wait_for("state 2: adds @forever");
    terminal.wait_for(ready);
    terminal.keys(":exec forever 1\r");
    // The line is echoed, then the terminal leaves the editor, and the worker runs.
    terminal.wait_for("\x1b[?2004l");
    std::thread::sleep(Duration::from_millis(500));
    terminal.keys("\x03");
    terminal.wait_for("interrupted; the state is as it was");
    terminal.wait_for(ready);
    // Input that is typed or pasted ahead is queued.
    terminal.keys(":print %a\r:undo\r:states\r");
    terminal.wait_for("%a = 7 : i32");
    terminal.wait_for("state 1: adds %a to @repl");
    terminal.wait_for("*  1");
    terminal.wait_for(ready);
    terminal.keys("half a line\x03");
    terminal.wait_for(ready);
    terminal.keys(":print %a\r");
    terminal.wait_for("%a = 7 : i32");
    terminal.wait_for(ready);
    terminal.keys(":quit\r");
    let status = terminal.process.wait().expect("the session ends");
    assert!(status.success(), "{status}:\n{}", String::from_utf8_lossy(&terminal.rest()));
    let history = std::fs::read_to_string(state.join("warpline/repl-history")).unwrap_or_default();
    assert!(history.contains(":print %a"), "the history is kept:\n{history}");
    drop(std::fs::remove_dir_all(&state));
}
