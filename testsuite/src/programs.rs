//! The runnable programs of the cases, for tests that run them on other devices.

use crate::paths::{files_below, root};
use warpline_cli::testing::case::bless::body;
use warpline_cli::testing::case::directive::{Kind, directives};
use warpline_cli::testing::case::split::split;
use warpline_cli::{Exit, Session, SourceFile, cli};

/// A piece of a case that runs.
#[derive(Clone, Debug)]
pub struct CaseProgram {
    /// The file and the number of the piece.
    pub name: String,
    /// The text of the piece.
    pub text: String,
    /// The arguments of its run, except those that select or observe a device.
    pub args: Vec<String>,
    /// Whether the reference interpreter is among its devices.
    pub is_interpreted: bool,
}

impl CaseProgram {
    /// Returns the arguments of `warpline` that run it on a device.
    pub fn args_on(&self, device: &str) -> Vec<String> {
        let first = ["run".to_string(), format!("--device={device}"), "--diagnostics=short".to_string()];
        first.into_iter().chain(self.args.iter().cloned()).collect()
    }

    /// Returns its output on the reference interpreter.
    ///
    /// # Errors
    ///
    /// Returns why there is none.
    pub fn interpret(&self) -> Result<String, &'static str> {
        if !self.is_interpreted {
            return Err("the reference interpreter is not among its devices");
        }
        let source = SourceFile { name: "case.mlir".to_string(), text: self.text.clone() };
        let mut session = Session::with_stdin(source);
        let args = [vec!["warpline".to_string()], self.args_on("interp")].concat();
        match cli::execute(&args, &mut session) {
            Exit::Success => Ok(session.out),
            _ => Err("the reference interpreter does not run it to its end"),
        }
    }

    /// Whether two of its outputs are equal except for addresses, the last digits of functions of `math`, and the order
    /// of lines if kernels print: they print when the host waits, and their threads in any order.
    pub fn outputs_agree(&self, expected: &str, found: &str) -> bool {
        let tolerance = if self.text.contains("math.") { 1e-5 } else { 0.0 };
        if self.text.contains("gpu.printf") {
            sorted(expected) == sorted(found)
        } else {
            agree(expected, found, tolerance)
        }
    }
}

/// Returns every piece of the cases in a directory that the reference interpreter runs to its end.
pub fn programs(directory: &str) -> Vec<CaseProgram> {
    let mut found = Vec::new();
    for path in files_below(&root().join("testsuite/cases").join(directory), "mlir") {
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        let all = directives(&text).expect("a case has directives");
        let Some(directive) = all.first().filter(|first| first.kind == Kind::Run && !first.must_fail) else {
            continue;
        };
        // A launch that waits for another one terminates only on streams.
        let is_other = |arg: &String| arg.starts_with("--device=") && !arg.contains("interp");
        let is_interpreted = !directive.args.iter().any(is_other);
        let ours =
            ["--device=", "--detect-races", "--adversary", "--stats", "--trace", "--expect", "--graphs"];
        let is_ours = |arg: &&String| ours.iter().any(|ours| arg.starts_with(ours));
        let args: Vec<String> = directive.args.iter().filter(|arg| !is_ours(arg)).cloned().collect();
        for (index, piece) in split(&text).iter().enumerate() {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let name = format!("{file} piece {}", index + 1);
            found.push(CaseProgram { name, text: body(piece.text), args: args.clone(), is_interpreted });
        }
    }
    found
}

/// Returns the lines of a text in lexicographic order.
pub fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

/// Whether two outputs are equal except for addresses; with a tolerance, numbers may differ slightly.
pub fn agree(expected: &str, found: &str, tolerance: f64) -> bool {
    let words = |text: &str| -> Vec<String> {
        let blanks = |c: char| c.is_whitespace() || "=,()[]:".contains(c);
        let words = text.split(blanks).filter(|word| !word.is_empty() && !word.starts_with("0x"));
        words.map(str::to_string).collect()
    };
    let (expected, found) = (words(expected), words(found));
    let near = |a: &String, b: &String| match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1.0),
        _ => false,
    };
    expected.len() == found.len() && expected.iter().zip(&found).all(|(a, b)| a == b || near(a, b))
}
