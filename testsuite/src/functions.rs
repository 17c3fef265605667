//! Runs the public functions of files with inputs from a seed, on the interpreter and on the CPU, and says why others cannot
//! be run.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use warpline::values::{ArrayType, Element, ValueKind};
use warpline_cli::testing::case::split::split;
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::{Func, Module, Op, OpKind, ParseOptions, Type, parse};

use crate::paths::{files_below, temporary};

/// The size of dimensions that a type leaves open.
const SIZE: u64 = 8;
/// The functions whose results differ from run to run.
const CLOCKS: [&str; 2] = ["@rtclock", "@nanoTime"];
/// The seconds that a function may take.
const DEADLINE: &str = "--deadline=10";

/// What became of the functions.
#[derive(Debug, Default)]
pub struct Survey {
    /// The number of functions of texts that are read.
    pub n_functions: usize,
    /// The number of texts that are not read, or not valid.
    pub n_unread: usize,
    /// The functions with the same results on both devices.
    pub n_same: usize,
    /// The functions with other results on the CPU.
    pub differences: Vec<String>,
    /// The functions that no value can be passed to, or returned by, by type.
    pub without_value: BTreeMap<String, Vec<String>>,
    /// The functions that the CPU refuses, by reason.
    pub refused: BTreeMap<String, Vec<String>>,
    /// The functions that fail on the interpreter, by reason: mostly as the inputs are not what they want.
    pub failed: BTreeMap<String, Vec<String>>,
}

impl Survey {
    /// Returns the table of the counts and the reasons.
    pub fn text(&self) -> String {
        let mut out = format!(
            "{} functions ({} texts are not read)\n{:6} have the same results on interp and cpu\n{:6} differ\n",
            self.n_functions,
            self.n_unread,
            self.n_same,
            self.differences.len()
        );
        let lists = [
            ("without a possible input or result", &self.without_value),
            ("refused by the cpu", &self.refused),
            ("fail with these inputs, or have no defined result", &self.failed),
        ];
        for (title, reasons) in lists {
            let n: usize = reasons.values().map(Vec::len).sum();
            let share = 100.0 * n as f64 / self.n_functions.max(1) as f64;
            writeln!(out, "{n:6} {title} ({share:.1} %)").expect("a string takes text");
            let mut sorted: Vec<_> = reasons.iter().collect();
            sorted.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
            for (reason, names) in sorted {
                writeln!(out, "       {:6} {reason}, such as {}", names.len(), names[0])
                    .expect("a string takes text");
            }
        }
        for name in &self.differences {
            writeln!(out, "differs: {name}").expect("a string takes text");
        }
        out
    }
}

/// Runs the functions of the files of a folder, of one of `share` files.
pub fn survey(warpline: &Path, folder: &Path, share: usize, seed: u64) -> Survey {
    let mut survey = Survey::default();
    for path in files_below(folder, "mlir").into_iter().step_by(share) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        for (index, piece) in split(&text).iter().enumerate() {
            survey.add(warpline, &format!("{name} piece {}", index + 1), piece.text, seed);
        }
    }
    survey
}

impl Survey {
    fn add(&mut self, warpline: &Path, name: &str, text: &str, seed: u64) {
        let (module, diagnostics) = parse(text, &ParseOptions::default());
        if diagnostics.has_errors() || warpline_ir::verify::verify(&module).is_err() {
            self.n_unread += 1;
            return;
        }
        let file = temporary("functions.mlir");
        if std::fs::write(&file, text).is_err() {
            return;
        }
        for function in public_functions(&module) {
            self.n_functions += 1;
            let symbol = module.symbol_name(function).unwrap_or_default();
            let name = format!("{name} @{symbol}");
            match inputs(&module, function, seed) {
                Ok(_) if CLOCKS.iter().any(|clock| text.contains(clock)) => {
                    self.failed.entry("it may print the time".to_string()).or_default().push(name);
                }
                Ok(inputs) => self.run(warpline, name, &file, symbol, &inputs),
                Err(ty) => self.without_value.entry(ty).or_default().push(name),
            }
        }
        let _ = std::fs::remove_file(&file);
    }

    fn run(&mut self, warpline: &Path, name: String, file: &Path, symbol: &str, inputs: &[String]) {
        let run = |flags: &[&str]| {
            let mut command = Command::new(warpline);
            command.args(["run", "--untrusted", DEADLINE, "--diagnostics=short", "--cache=off"]);
            command.args(flags).arg("--entry");
            command.arg(symbol).args(inputs.iter().map(|spec| format!("--input={spec}"))).arg(file);
            command.stdin(Stdio::null()).output().expect("the program can be started")
        };
        let interpreted = run(&["--device=interp"]);
        if !interpreted.status.success() {
            return self.failed.entry(reason(&interpreted)).or_default().push(name);
        }
        let compiled = run(&["--device=cpu"]);
        if !compiled.status.success() {
            return self.refused.entry(reason(&compiled)).or_default().push(name);
        }
        // What nothing wrote is compared by the command alone.
        let is_same =
            values(&interpreted) == values(&compiled) || run(&["--device=interp,cpu"]).status.success();
        if is_same {
            self.n_same += 1;
        } else if !run(&["--device=cpu", "--detect-races"]).status.success() {
            self.failed.entry("a race between operations of the program".to_string()).or_default().push(name);
        } else {
            self.differences.push(name);
        }
    }
}

/// Returns the functions that other modules may call.
fn public_functions(module: &Module) -> Vec<Op> {
    let is_public = |op: &Op| {
        let visibility = module.op(*op).str("sym_visibility").unwrap_or("public");
        module.kind(*op) == OpKind::Func(Func::Func)
            && visibility == "public"
            && module.entry(*op, 0).is_some()
    };
    module.ops_in(module.body()).into_iter().filter(is_public).collect()
}

/// Returns the inputs of a function; the error is a type without values.
fn inputs(module: &Module, function: Op, seed: u64) -> Result<Vec<String>, String> {
    let (inputs, results) = function_type_of(module, function);
    let type_of =
        |ty: &Type| ArrayType::of(module, *ty).ok_or_else(|| warpline_ir::print::type_text(module, *ty));
    for ty in results {
        if type_of(ty)?.kind == ValueKind::Unranked {
            return Err("a result of unknown rank".to_string());
        }
    }
    inputs.iter().enumerate().map(|(index, ty)| Ok(spec(&type_of(ty)?, seed + index as u64))).collect()
}

/// Returns random values of a type: integers are below the sizes that are left open.
fn spec(ty: &ArrayType, seed: u64) -> String {
    let range = if matches!(ty.element, Element::Int(1)) { "" } else { ":0:4" };
    let sizes: String =
        ty.shape.iter().flat_map(|size| [size.unwrap_or(SIZE).to_string(), "x".to_string()]).collect();
    let rank = if ty.kind == ValueKind::Unranked { format!("{SIZE}x") } else { String::new() };
    format!("{rank}{sizes}{}=rand:{seed}{range}", ty.element.keyword())
}

/// Returns the lines that a program prints, but for addresses.
fn values(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let is_address = |word: &&str| !word.starts_with("0x");
    text.lines().map(|line| line.split(' ').filter(is_address).collect::<Vec<_>>().join(" ")).collect()
}

/// Returns the first error without places, names and numbers.
fn reason(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    let is_error = |line: &&str| line.contains("error") || line.contains("signal");
    let line = errors.lines().find(is_error).or(errors.lines().last()).unwrap_or("no message");
    let message = line.split_once("error").map_or(line, |(_, message)| message);
    let message = message.split_once(": ").map_or(message, |(_, message)| message);
    let mut text = String::new();
    for word in message.split(' ').take(16) {
        let is_number = word.chars().any(|c| c.is_ascii_digit()) && !word.starts_with('\'');
        text.push_str(if word.starts_with("'%") || word.starts_with("'@") || is_number {
            "…"
        } else {
            word
        });
        text.push(' ');
    }
    text.trim_end().to_string()
}
