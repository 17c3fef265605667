//! Flags of mlir-runner, so that its command lines work here: `mlir-runner -e main -entry-point-result=void
//! -shared-libs=libmlir_runner_utils.so`.
//!
//! The functions of MLIR's runner libraries are built in; the libraries are recognized by name, with or without
//! folder, `lib` and extension. Other libraries are opened only if the command line of the process allows it:
//! opening one runs its code, and neither a test nor a configuration file that came with a folder may do so.

use std::ffi::OsStr;

use warpline_runtime::Libraries;

use crate::driver::execute::Execution;
use crate::driver::session::{Exit, Session, Stop};
use crate::driver::values::Array;

/// MLIR's runner libraries, whose functions are built in.
const BUILT_IN: [&str; 6] = [
    "mlir_runner_utils",
    "mlir_c_runner_utils",
    "mlir_cuda_runtime",
    "mlir_rocm_runtime",
    "mlir_async_runtime",
    "mlir_float16_utils",
];

/// Type of the result to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum EntryPointResult {
    /// Print nothing.
    Void,
    /// A 32-bit integer.
    I32,
    /// A 64-bit integer.
    I64,
    /// A 32-bit float.
    F32,
    /// A 64-bit float.
    F64,
}

impl EntryPointResult {
    /// Returns the element type that the result must have.
    fn keyword(self) -> &'static str {
        match self {
            Self::Void => "nothing",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
}

/// Opens the libraries whose functions are not built in, if there are any and this is allowed.
pub(super) fn open_libraries(
    session: &mut Session,
    libraries: &[String],
    is_allowed: bool,
) -> Result<Option<Libraries>, Stop> {
    let is_file = |library: &&String| !BUILT_IN.contains(&stem(library));
    let files: Vec<&OsStr> = libraries.iter().filter(is_file).map(OsStr::new).collect();
    let Some(first) = files.first().map(|file| file.to_string_lossy()) else { return Ok(None) };
    if !is_allowed || !session.is_process {
        let message = format!(
            "--shared-libs: '{first}' is not opened, since that runs its code; --allow-shared-libs on the command line of the \
             process allows it. Built in are {}",
            BUILT_IN.join(", ")
        );
        return Err(session.fail(Exit::Usage, message));
    }
    let opened = Libraries::open(files);
    opened.map(Some).map_err(|message| session.fail(Exit::Failed, format!("--shared-libs: {message}")))
}

/// Returns `mlir_runner_utils` for `../lib/libmlir_runner_utils.so.22`, and for the `%mlir_runner_utils` of a
/// `RUN:` line.
fn stem(library: &str) -> &str {
    let name = library.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = name.split('.').next().unwrap_or_default();
    name.trim_start_matches('%').trim_start_matches("lib")
}

/// Prints the single scalar result as mlir-runner does.
pub(super) fn show_alone(
    session: &mut Session,
    wanted: EntryPointResult,
    execution: &Execution,
) -> Result<(), Stop> {
    let name = wanted.keyword();
    match execution.results.as_slice() {
        _ if wanted == EntryPointResult::Void => Ok(()),
        [result] if result.shape.is_empty() && result.element.keyword() == name => {
            session.print(scalar_text(result));
            Ok(())
        }
        found => {
            let found: Vec<String> = found.iter().map(Array::type_text).collect();
            let found = if found.is_empty() { "nothing".to_string() } else { found.join(", ") };
            let message = format!(
                "--entry-point-result={name}: expected a function that returns {name}, but it returns {found}"
            );
            Err(session.fail(Exit::Usage, message))
        }
    }
}

/// Formats an integer in decimal, and a float as C's `%e` does.
fn scalar_text(result: &Array) -> String {
    let bits = result.bits().next().unwrap_or_default();
    let is_float = result.element.keyword().starts_with('f');
    let value = result.element.to_f64(bits);
    if !is_float {
        return result.text();
    }
    if !value.is_finite() {
        return value.to_string().to_lowercase();
    }
    let text = format!("{value:.6e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |rest| ('-', rest));
    format!("{digits}e{sign}{exponent:0>2}")
}
