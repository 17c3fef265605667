//! Errors as data.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use warpline_ir as ir;
use warpline_ir::Severity;
use warpline_ir::source::LineTable;

use crate::report::{self, Format};
use crate::session::{Session, SourceFile};

/// Why a program was not compiled, or a call failed. Nothing is leaked, and the engine, the device and the function that
/// returned it can be used again.
///
/// ```
/// use warpline::{Engine, Error, Options, Source};
/// let error = Engine::new().compile(Source::new("f.mlir", "func.func @f("), &Options::default()).unwrap_err();
/// let Error::Program(found) = error else { panic!("not {error}") };
/// assert_eq!(found.iter().count(), 1);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The text of the program is wrong, or the device has no code for a part of it.
    Program(Diagnostics),
    /// An argument of a call does not fit its parameter. Nothing was done.
    Argument(ArgumentError),
    /// The program failed while it ran, at these places of its text.
    Run(Diagnostics),
    /// The call or the compilation was cancelled by its [`CancelToken`](super::CancelToken).
    Cancelled,
    /// A device cannot be used, for this reason.
    Device(String),
    /// An option, or a pass of the application, is wrong.
    Options(String),
    /// There is no function with this name; the second part lists those that there are.
    NoFunction(String, Vec<String>),
    /// A bug in warpline.
    Internal(String),
}

impl Error {
    /// Returns the diagnostics about the text of a program, if there are any.
    pub fn diagnostics(&self) -> Option<&Diagnostics> {
        match self {
            Self::Program(found) | Self::Run(found) => Some(found),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program(found) | Self::Run(found) => found.fmt(f),
            Self::Argument(error) => error.fmt(f),
            Self::Cancelled => f.write_str("cancelled"),
            Self::Device(reason) | Self::Options(reason) => f.write_str(reason),
            Self::NoFunction(name, known) if known.is_empty() => {
                write!(f, "there is no function '{name}' that can be called, nor any other")
            }
            Self::NoFunction(name, known) => {
                write!(f, "there is no function '{name}' that can be called; there are {}", known.join(", "))
            }
            Self::Internal(message) => write!(f, "internal error: {message}"),
        }
    }
}

impl std::error::Error for Error {}

/// An argument that does not fit its parameter.
///
/// ```
/// # use warpline::{Engine, Error, Options, Source, args};
/// # let engine = Engine::new();
/// let text = "func.func @f(%n: index) { return }";
/// let program = engine.compile(Source::new("f.mlir", text), &Options::default())?;
/// let f = engine.open("cpu")?.load(&program)?.function("f")?;
/// let Err(Error::Argument(error)) = f.call(args![1.0f32]) else { panic!("it fits") };
/// assert_eq!((error.parameter.as_str(), error.expected.as_str()), ("n", "index"));
/// assert_eq!(error.found, "a scalar of type f32");
/// # Ok::<(), warpline::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentError {
    /// The name of the parameter in the text, or its number if it has none.
    pub parameter: String,
    /// The type of the parameter, as in the text.
    pub expected: String,
    /// What was given, and what is wrong with it.
    pub found: String,
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { parameter, expected, found } = self;
        write!(f, "parameter '{parameter}': expected {expected}, but found {found}")
    }
}

impl std::error::Error for ArgumentError {}

/// Errors, warnings and remarks about the text of a program. `Display` writes a line for each error.
///
/// ```
/// use warpline::{Engine, Error, Options, Source};
/// let text = "func.func @f() {\n  %a = arith.constant 1 : i32\n  %b = arith.addi %a, %c : i32\n  return\n}";
/// let error = Engine::new().compile(Source::new("f.mlir", text), &Options::default()).unwrap_err();
/// let Error::Program(found) = error else { panic!("not {error}") };
/// assert!(found.to_string().starts_with("f.mlir:3:"));
/// assert!(found.render().contains("%b = arith.addi %a, %c : i32"));
/// ```
#[derive(Clone)]
pub struct Diagnostics {
    source: Arc<SourceFile>,
    all: Arc<ir::Diagnostics>,
}

/// One of [`Diagnostics`].
///
/// ```
/// use warpline::{Engine, Error, Options, Source};
/// let text = "func.func @f() {\n  %a = arith.constant 1 : i32\n  %b = arith.addi %a, %c : i32\n  return\n}";
/// let error = Engine::new().compile(Source::new("f.mlir", text), &Options::default()).unwrap_err();
/// let Error::Program(found) = error else { panic!("not {error}") };
/// let first = found.iter().next().unwrap();
/// assert_eq!((first.line, first.column), (3, 23));
/// assert!(first.code.starts_with('E') && first.message.contains("%c"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error, warning or remark.
    pub severity: Severity,
    /// A stable code, such as `E0101`, which `warpline explain` describes; empty for a remark.
    pub code: &'static str,
    /// What was expected and what was found.
    pub message: String,
    /// The line in the text, from 1 on.
    pub line: usize,
    /// The column in characters, from 1 on.
    pub column: usize,
    /// Further explanations.
    pub notes: Vec<String>,
}

impl Diagnostics {
    pub(super) fn new(source: &Arc<SourceFile>, all: ir::Diagnostics) -> Self {
        Self { source: Arc::clone(source), all: Arc::new(all) }
    }

    /// Returns each diagnostic, in the order of their discovery.
    pub fn iter(&self) -> impl Iterator<Item = Diagnostic> {
        let lines = LineTable::new(&self.source.text);
        self.all.iter().map(move |found| {
            let (line, column) = lines.line_column(&self.source.text, found.span.start);
            Diagnostic {
                severity: found.severity,
                code: found.code,
                message: found.message.clone(),
                line,
                column,
                notes: found.notes.iter().map(|note| note.message.clone()).collect(),
            }
        })
    }

    /// Returns the text that the command line writes to a terminal: each with its lines of the text.
    pub fn render(&self) -> String {
        let mut session = Session { format: Format::Text, ..Session::default() };
        report::report(&mut session, &self.source, &self.all);
        session.err
    }

    /// Returns the data of the compiler, with spans.
    pub fn data(&self) -> &ir::Diagnostics {
        &self.all
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = self.all.iter().filter(|found| found.severity == Severity::Error);
        for (number, found) in errors.enumerate() {
            let before = if number == 0 { "" } else { "\n" };
            write!(f, "{before}{}", report::line(&self.source, found))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Does what the application asks for; a panic becomes an error that says what has panicked.
pub(super) fn guarded<T>(what: &str, action: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let outcome = catch_unwind(AssertUnwindSafe(action));
    outcome.unwrap_or_else(|_| Err(Error::Internal(format!("{what} panicked"))))
}
