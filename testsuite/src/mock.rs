//! Runs `warpline` in a child process that loads a mock driver.
//!
//! The child is the test binary, started again: [`answer_as_child`] comes first in its `main`. Its library
//! search path begins with a folder that contains the mock under the name of the real driver.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use warpline_cli::testing::case::bless::normal;
use warpline_cli::{Session, SourceFile, cli};

/// The first argument of a child that is `warpline`, and of one that is the GPU benchmark.
const CHILD: &str = "--as-warpline";
const BENCHMARK: &str = "--as-gpu-benchmark";
/// The first argument of one that uses the library on the device of its second argument.
const APPLICATION: &str = "--as-application";
/// The file name of a text from the standard input.
const NAME: &str = "case.mlir";

/// A driver that a mock replaces.
#[derive(Debug)]
pub struct MockDriver {
    /// The base name of its library.
    library: &'static str,
    /// The base name of the mock.
    mock: &'static str,
    /// The beginning of the names of the variables that configure the mock.
    variables: &'static str,
    /// The device that it provides.
    pub(crate) device: &'static str,
    /// The name of the result of calls that are made to fail.
    pub(crate) failure: &'static str,
    /// A part of the log once there is something to release.
    pub(crate) first_object: &'static str,
}

impl MockDriver {
    /// Returns the name of the device that it provides.
    pub fn device(&self) -> &'static str {
        self.device
    }

    /// Returns a part of the log once there is something to release.
    pub fn first_object(&self) -> &'static str {
        self.first_object
    }

    /// Whether a call failed in a child because it was chosen to.
    pub fn has_failed(&self, ran: &Ran) -> bool {
        ran.log.contains(self.failure)
    }
}

/// The driver of CUDA.
pub static CUDA: MockDriver = MockDriver {
    library: "cuda",
    mock: "mock_cuda",
    variables: "MOCK_CUDA_",
    device: "cuda",
    failure: "CUDA_ERROR_OPERATING_SYSTEM",
    first_object: "cuDevicePrimaryCtxRetain(0) = c",
};
/// The driver of HIP.
pub static HIP: MockDriver = MockDriver {
    library: "amdhip64",
    mock: "mock_hip",
    variables: "MOCK_HIP_",
    device: "hip",
    failure: "hipErrorOperatingSystem",
    first_object: "hipStreamCreateWithFlags",
};

/// A folder with a driver library, which is removed on drop.
pub struct Library {
    driver: &'static MockDriver,
    folder: PathBuf,
}

/// The outcome of a child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// The exit code; `None` if a signal ended the child.
    pub code: Option<i32>,
    /// The stdout of the child and of the driver.
    pub out: String,
    /// The stderr.
    pub err: String,
    /// The calls of the driver, and its messages.
    pub log: String,
}

impl Ran {
    /// Returns a broken rule or a leak from the log, if any.
    pub fn complaint(&self) -> Option<&str> {
        let is_bad = |line: &&str| line.starts_with("rule broken") || line.starts_with("leaked");
        self.log.lines().find(is_bad)
    }

    /// Returns the complete output, as cases expect it.
    pub fn text(&self, has_calls: bool) -> String {
        let mut text = normal(&self.out);
        if !self.err.is_empty() {
            let _ = write!(text, "stderr:\n{}", normal(&self.err));
        }
        if self.code != Some(0) {
            text.push_str(
                &self.code.map_or("ended by a signal\n".to_string(), |code| format!("exit: {code}\n")),
            );
        }
        if has_calls {
            let _ = write!(text, "calls:\n{}", normal(&self.log));
        }
        text
    }

    /// Whether all driver objects were released at the end.
    pub fn is_clean(&self) -> bool {
        let last = self.log.lines().rev().find(|line| !line.starts_with("cuDevicePrimaryCtxRelease"));
        last.is_some_and(|line| line == "nothing is left" || line.starts_with("the context was lost"))
    }
}

/// Returns the variables of the lines `// MOCK:` of a case, and whether it expects the driver calls.
pub fn asked(text: &str) -> (Vec<(&str, &str)>, bool) {
    let words =
        text.lines().filter_map(|line| line.strip_prefix("// MOCK: ")).flat_map(str::split_whitespace);
    let words: Vec<&str> = words.collect();
    (words.iter().filter_map(|word| word.split_once('=')).collect(), words.contains(&"calls"))
}

/// Returns the file name of a library.
fn file_name(base: &str) -> String {
    format!("{}{base}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX)
}

impl MockDriver {
    /// Returns the path of the mock library, which cargo builds beside the test.
    fn path(&self) -> PathBuf {
        let test = std::env::current_exe().expect("a test knows its path");
        test.with_file_name(file_name(self.mock))
    }

    /// Creates a folder with the mock as the driver.
    pub fn mock(&'static self, name: &str) -> Library {
        let library = self.none(name);
        std::os::unix::fs::symlink(self.path(), library.path())
            .expect("the temporary directory can be written");
        library
    }

    /// Creates a folder whose driver is the mock without functions; other names replace them in the symbol table.
    pub fn without(&'static self, name: &str, functions: &[&str]) -> Library {
        let library = self.none(name);
        let mut bytes = std::fs::read(self.path()).expect("the mock is built");
        for function in functions {
            hide(&mut bytes, function);
        }
        std::fs::write(library.path(), bytes).expect("the temporary directory can be written");
        library
    }

    /// Creates a folder whose driver is not a library.
    pub fn broken(&'static self, name: &str) -> Library {
        let library = self.none(name);
        std::fs::write(library.path(), "not a library").expect("the temporary directory can be written");
        library
    }

    /// Creates a folder without a driver.
    pub fn none(&'static self, name: &str) -> Library {
        let folder = crate::paths::temporary(&format!("{}-{name}", self.library));
        std::fs::create_dir_all(&folder).expect("the temporary directory can be written");
        Library { driver: self, folder }
    }
}

/// Replaces the name of a function in the symbol table of a library.
fn hide(bytes: &mut [u8], function: &str) {
    let symbol = format!("\0{function}\0").into_bytes();
    let mut at = 0;
    while let Some(found) = bytes[at..].windows(symbol.len()).position(|window| window == symbol) {
        bytes[at + found + 1] = b'x';
        at += found + 1;
    }
    assert!(0 < at, "the mock has no {function}");
}

impl Library {
    /// Returns the driver that the library replaces.
    pub(crate) fn driver(&self) -> &'static MockDriver {
        self.driver
    }

    fn path(&self) -> PathBuf {
        self.folder.join(file_name(self.driver.library))
    }

    /// Runs `warpline` with these arguments, a text as its standard input, and variables for the mock.
    pub fn run(&self, args: &[String], text: &str, variables: &[(&str, &str)]) -> Ran {
        self.start(CHILD, args, text, variables)
    }

    /// Runs the GPU benchmark at small sizes.
    pub fn benchmark(&self, variables: &[(&str, &str)]) -> Ran {
        self.start(BENCHMARK, &[], "", variables)
    }

    /// Runs an application that uses the library on the device.
    pub fn application(&self, variables: &[(&str, &str)]) -> Ran {
        self.start(APPLICATION, &[self.driver.device.to_string()], "", variables)
    }

    /// Runs this test in a child with these arguments, the first of which makes it do something else.
    pub fn start(&self, first: &str, args: &[String], text: &str, variables: &[(&str, &str)]) -> Ran {
        static NUMBER: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let log = self.folder.join(format!("log-{number}"));
        let mut command = child(first, args);
        let variable = |name: &str| format!("{}{name}", self.driver.variables);
        command.env("LD_LIBRARY_PATH", &self.folder).env(variable("LOG"), &log);
        command.envs(variables.iter().map(|(name, value)| (variable(name), value)));
        let ran = wait(command, text);
        Ran { log: std::fs::read_to_string(&log).unwrap_or_default(), ..ran }
    }
}

/// Runs `warpline` in a child with the driver that is installed; the log is empty.
pub fn run_on_hardware(args: &[String], text: &str) -> Ran {
    wait(child(CHILD, args), text)
}

/// Returns the command of a child.
fn child(first: &str, args: &[String]) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("a test knows its path"));
    command.arg(first).args(args);
    command
}

/// Runs a child to its end, with a text as its standard input.
fn wait(mut command: Command, text: &str) -> Ran {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("a test can be started again");
    if let Some(mut input) = child.stdin.take() {
        // A child that does not read its input reports the reason.
        let _ = input.write_all(text.as_bytes());
    }
    let output = child.wait_with_output().expect("a child can be waited for");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    Ran { code: output.status.code(), out, err, log: String::new() }
}

impl Drop for Library {
    fn drop(&mut self) {
        let is_temporary = self.folder.starts_with(std::env::temp_dir());
        if is_temporary && self.folder != Path::new("") {
            // A folder that cannot be removed stays in the temporary directory.
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// In a child, runs `warpline` or the benchmark and returns its exit code. Returns `None` in the test itself.
pub fn answer_as_child() -> Option<ExitCode> {
    let mut args: Vec<String> = std::env::args().collect();
    match args.get(1).map(String::as_str) {
        Some(CHILD) => drop(args.remove(1)),
        Some(BENCHMARK) => return Some(benchmark()),
        Some(APPLICATION) => return Some(application(args.get(2).map_or("cpu", String::as_str))),
        _ => return None,
    }
    let text = std::io::read_to_string(std::io::stdin()).unwrap_or_default();
    let source = SourceFile { name: NAME.to_string(), text };
    let mut session = Session::with_stdin(source);
    let exit = cli::execute(&args, &mut session);
    let mut out = std::io::stdout();
    // The test detects missing output.
    let _ = out.write_all(session.out.as_bytes()).and_then(|()| out.flush());
    let _ = std::io::stderr().write_all(session.err.as_bytes());
    Some(ExitCode::from(exit as u8))
}

fn application(device: &str) -> ExitCode {
    let Err(problem) = crate::application::use_library(device) else { return ExitCode::SUCCESS };
    let _ = writeln!(std::io::stderr(), "{problem}");
    ExitCode::FAILURE
}

fn benchmark() -> ExitCode {
    let report = crate::gpu_bench::report(true);
    let is_right = report.is_ok();
    // The test detects missing output.
    let _ = match report {
        Ok(text) => std::io::stdout().write_all(text.as_bytes()),
        Err(problem) => std::io::stderr().write_all(problem.as_bytes()),
    };
    if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
