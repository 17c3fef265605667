//! Checks parity with mlir-opt 22 on every piece of `cases/ir`: what it accepts is accepted here with the
//! same meaning, and what it rejects is rejected here.
//!
//! A piece with a line `// DIFFERS: why` is a known difference; `// DIFFERS everywhere: why` marks a whole
//! file, whose pieces then do not count. mlir-opt runs twice for a file: on the file, and on the output of
//! warpline for it.
//!
//! The same is checked for MLIR's own tests if `WARPLINE_MLIR_TESTS` names their folder, which is `mlir/test`
//! in the sources of LLVM (Debian: `apt-get source llvm-toolchain-22`), and for those of LLVM 19 with mlir-opt 19 if
//! `WARPLINE_MLIR_TESTS_19` does. Pieces with operations of other dialects do not count there.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use warpline_cli::testing::case::bless::body;
use warpline_cli::testing::case::split::{MARKER, split};
use warpline_ir::print::{PrintOptions, print, versions};
use warpline_ir::source::LineTable;
use warpline_ir::verify::verify_with_warnings;
use warpline_ir::{Diagnostics, MlirVersion, Module, ParseOptions, codes};
use warpline_testsuite::checks::without_dropped_defaults;
use warpline_testsuite::paths::{files_below, root, temporary};
use warpline_testsuite::tools;

/// Dialects of mlir-opt that are unregistered here, so that their generic forms are not comparable.
const THEIR_DIALECTS: [&str; 10] =
    ["bufferization", "emitc", "llvm", "shape", "spirv", "test", "tosa", "tensor", "transform", "ub"];

/// A count of agreements out of all comparisons.
#[derive(Default)]
struct Share {
    agree: usize,
    all: usize,
}

impl Share {
    fn add(&mut self, agrees: bool) {
        self.agree += usize::from(agrees);
        self.all += 1;
    }

    fn percent(&self) -> f64 {
        100.0 * self.agree as f64 / self.all.max(1) as f64
    }
}

/// The counts, and the failures of pieces that are not known differences.
#[derive(Default)]
struct Tally {
    accept: Share,
    reject: Share,
    same_line: Share,
    print_back: Share,
    findings: Vec<String>,
}

impl Tally {
    fn summary(&self) -> String {
        let Self { accept, reject, same_line, print_back, .. } = self;
        format!(
            "accepted as by mlir-opt: {:.1} % of {}; refused: {:.1} % of {}, on the same line {:.1} %; printed back: {:.1} % of {}",
            accept.percent(),
            accept.all,
            reject.percent(),
            reject.all,
            same_line.percent(),
            print_back.percent(),
            print_back.all
        )
    }

    /// Checks that at least these percentages are accepted, rejected and printed as by mlir-opt.
    fn check(&self, [accept, reject, print_back]: [f64; 3]) {
        assert!(accept <= self.accept.percent(), "too few pieces are accepted");
        assert!(reject <= self.reject.percent(), "too few pieces are refused");
        assert!(print_back <= self.print_back.percent(), "too few pieces are printed as the same program");
    }
}

/// A piece of a case file with the results of both programs.
struct Piece {
    /// The file, and the line where the piece begins.
    place: String,
    text: String,
    is_known: bool,
    ours: Option<Module>,
    diagnostics: Diagnostics,
    /// The output of mlir-opt; empty if it rejects the piece.
    theirs: String,
    /// The lines of its errors, counted in the piece from 1.
    their_lines: Vec<usize>,
}

#[test]
#[expect(
    clippy::print_stderr,
    reason = "the shares are what one wants to know, and a skipped test must say so"
)]
fn pieces_mean_what_they_mean_to_mlir_opt() {
    let Some(mlir_opt) = tools::mlir_opt() else {
        eprintln!("skipped: needs mlir-opt-22");
        return;
    };
    let mut tally = Tally::default();
    for path in files_below(&root().join("testsuite/cases/ir"), "mlir") {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        if !text.contains("// DIFFERS everywhere:") {
            compare_file((&mlir_opt, MlirVersion::V22), &path, &text, &mut tally);
        }
    }
    eprintln!("{}", tally.summary());
    let findings = &tally.findings;
    assert!(findings.is_empty(), "{} differences\n{}", findings.len(), findings.join("\n"));
    tally.check([97.0, 90.0, 97.0]);
}

#[test]
#[expect(clippy::print_stderr, reason = "what differs is told, and a skipped test must say so")]
fn mlirs_own_tests_mean_the_same() {
    let folders = [(MlirVersion::V19, "WARPLINE_MLIR_TESTS_19"), (MlirVersion::V22, "WARPLINE_MLIR_TESTS")];
    for (version, variable) in folders {
        let folder = std::env::var_os(variable);
        match tools::mlir_opt_of(version.number()).zip(folder) {
            Some((tool, folder)) => compare_tests((&tool, version), Path::new(&folder)),
            None => {
                eprintln!("skipped: needs mlir-opt-{version}, and {variable} with the folder of its tests");
            }
        }
    }
}

/// Compares the pieces of MLIR's tests of a version, as far as all their operations are of our dialects.
#[expect(clippy::print_stderr, reason = "what differs is told")]
fn compare_tests(tool: (&Path, MlirVersion), folder: &Path) {
    let mut tally = Tally::default();
    for path in files_below(folder, "mlir") {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap_or_default()).into_owned();
        let own: Vec<&str> =
            split(&text).iter().map(|piece| piece.text).filter(|text| is_of_ours(text)).collect();
        let allows =
            text.lines().any(|line| line.contains("RUN:") && line.contains("-allow-unregistered-dialect"));
        let flag = if allows { "// --allow-unregistered-dialect\n" } else { "\n" };
        compare_file(tool, &path, &format!("{flag}{}", own.join(MARKER)), &mut tally);
    }
    eprintln!("{}\nMLIR {}: {}", tally.findings.join("\n"), tool.1, tally.summary());
    tally.check([99.0, 85.0, 99.0]);
}

/// Whether all operations of a piece are of dialects that warpline has or that no program registers. Operations of linalg
/// on tensors are refused, as they are to be bufferized first.
fn is_of_ours(text: &str) -> bool {
    let (_, diagnostics) = read(text, true);
    let is_unknown = |code: &str| [codes::UNKNOWN_OP, codes::UNREGISTERED].contains(&code);
    let registered =
        |line: &str| THEIR_DIALECTS.iter().any(|dialect| line.contains(&format!("\"{dialect}.")));
    let is_on_tensors = text.contains("linalg.") && text.contains("tensor<");
    !body(text).trim().is_empty()
        && !is_on_tensors
        && !diagnostics.iter().any(|found| is_unknown(found.code))
        && !text.lines().any(registered)
}

fn compare_file((mlir_opt, version): (&Path, MlirVersion), path: &Path, text: &str, tally: &mut Tally) {
    let name = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let Some(pieces) = pieces(mlir_opt, &name, text) else {
        tally.findings.push(format!("{name}: mlir-opt fails on this file"));
        return;
    };
    let mut printed = Vec::new();
    for piece in &pieces {
        let problem = compare_verdicts(piece, tally);
        tally.findings.extend(problem.filter(|_| !piece.is_known));
        if let Some(module) = piece.ours.as_ref().filter(|_| !piece.theirs.is_empty()) {
            let options = PrintOptions { version, ..PrintOptions::default() };
            // The generic form is printed for version 22 only.
            if version == MlirVersion::default() {
                let generic = print(module, &PrintOptions { generic: true, ..options });
                printed.push((piece, "generic", generic));
            }
            if !versions::check(module, &options).has_errors() {
                printed.push((piece, "custom", print(module, &options)));
            }
        }
    }
    compare_printed((mlir_opt, version), &printed, tally);
}

/// Returns the pieces of a file with the results of both programs; `None` if mlir-opt fails.
fn pieces(mlir_opt: &Path, name: &str, text: &str) -> Option<Vec<Piece>> {
    let bodies: Vec<(usize, String)> = split(text)
        .iter()
        .map(|piece| (1 + text[..piece.start].matches('\n').count(), body(piece.text)))
        .collect();
    let joined =
        bodies.iter().map(|(_, body)| body.as_str()).collect::<Vec<_>>().join(&format!("{MARKER}\n"));
    let first = text.lines().next().unwrap_or_default();
    let allow_unregistered = first.contains("roundtrip") || first.contains("--allow-unregistered-dialect");
    let (outputs, errors) = run(mlir_opt, &joined, allow_unregistered)?;
    if outputs.len() != bodies.len() {
        return None;
    }
    let mut first_line = 1;
    let mut pieces = Vec::new();
    for ((line, text), theirs) in bodies.into_iter().zip(outputs) {
        let (ours, diagnostics) = read(&text, allow_unregistered);
        let n_lines = text.lines().count();
        let here = errors.range(first_line..=first_line + n_lines).map(|line| line - first_line + 1);
        let their_lines = here.collect();
        first_line += n_lines + 1;
        let is_known = text.contains("// DIFFERS:");
        let place = format!("{name}:{line}");
        pieces.push(Piece { place, text, is_known, ours, diagnostics, theirs, their_lines });
    }
    Some(pieces)
}

/// Returns the output of mlir-opt for each piece, in the generic form, and the lines of errors.
fn run(mlir_opt: &Path, text: &str, allow_unregistered: bool) -> Option<(Vec<String>, BTreeSet<usize>)> {
    let input = temporary("parity.mlir");
    std::fs::write(&input, text).ok()?;
    let mut command = Command::new(mlir_opt);
    command.args(["--split-input-file", "--mlir-print-op-generic", "--mlir-disable-threading"]).arg(&input);
    if allow_unregistered {
        command.arg("--allow-unregistered-dialect");
    }
    let output = tools::run(&mut command)?;
    let _ = std::fs::remove_file(&input);
    let printed = String::from_utf8_lossy(&output.stdout);
    let outputs = split(&printed).iter().map(|piece| piece.text.trim().to_string()).collect();
    let prefix = format!("{}:", input.display());
    let said = String::from_utf8_lossy(&output.stderr);
    let places =
        said.lines().filter(|line| line.contains(" error: ")).filter_map(|line| line.strip_prefix(&prefix));
    let lines = places.filter_map(|place| place.split(':').next()?.parse().ok());
    Some((outputs, lines.collect()))
}

/// Returns the module of an accepted piece, and all diagnostics.
fn read(text: &str, allow_unregistered: bool) -> (Option<Module>, Diagnostics) {
    let (module, mut diagnostics) =
        warpline_ir::parse(text, &ParseOptions { allow_unregistered, ..ParseOptions::default() });
    let (_, found) = verify_with_warnings(&module, &diagnostics);
    diagnostics.append(found);
    let is_right = !diagnostics.has_errors();
    (is_right.then_some(module), diagnostics)
}

fn compare_verdicts(piece: &Piece, tally: &mut Tally) -> Option<String> {
    let accepts = piece.ours.is_some();
    if piece.theirs.is_empty() {
        tally.reject.add(!accepts);
        if accepts {
            return Some(format!("{}: accepted here, but refused by mlir-opt", piece.place));
        }
        let table = LineTable::new(&piece.text);
        let line = |place| table.line_column(&piece.text, place).0;
        let lines: Vec<usize> = piece.diagnostics.iter().map(|found| line(found.span.start)).collect();
        tally.same_line.add(piece.their_lines.iter().any(|line| lines.contains(line)));
        return None;
    }
    tally.accept.add(accepts);
    let first = piece.diagnostics.iter().next().map(|found| found.message.as_str()).unwrap_or_default();
    (!accepts).then(|| format!("{}: refused here, but accepted by mlir-opt: {first}", piece.place))
}

/// Whether two texts are read as the same program: what another version prints has older names of some operations.
fn mean_alike(wanted: &str, found: &str) -> bool {
    let [wanted, found] = [wanted, found].map(|text| {
        let module = read(text, true).0?;
        Some(print(&module, &PrintOptions { generic: true, ..PrintOptions::default() }))
    });
    wanted.is_some() && wanted == found
}

/// Checks that mlir-opt reads the output of warpline as the same program as the piece.
fn compare_printed(
    (mlir_opt, version): (&Path, MlirVersion),
    printed: &[(&Piece, &str, String)],
    tally: &mut Tally,
) {
    if printed.is_empty() {
        return;
    }
    let texts: Vec<&str> = printed.iter().map(|(.., text)| text.as_str()).collect();
    let outputs = run(mlir_opt, &texts.join(&format!("\n{MARKER}\n")), true).map(|(outputs, _)| outputs);
    let outputs = outputs.filter(|outputs| outputs.len() == printed.len());
    for (index, (piece, form, _)) in printed.iter().enumerate() {
        let found = outputs.as_ref().map(|outputs| outputs[index].as_str());
        let wanted = without_dropped_defaults(&piece.theirs);
        let is_same = found.is_some_and(|found| {
            without_dropped_defaults(found) == wanted
                || version != MlirVersion::default() && mean_alike(&piece.theirs, found)
        });
        tally.print_back.add(is_same);
        if is_same || piece.is_known {
            continue;
        }
        let problem = match found {
            None => "mlir-opt fails on the file that was printed".to_string(),
            Some("") => format!("mlir-opt refuses the {form} form that is printed"),
            Some(found) => format!(
                "the {form} form is another program to mlir-opt:\n{}",
                first_difference(&piece.theirs, found)
            ),
        };
        tally.findings.push(format!("{}: {problem}", piece.place));
    }
}

/// Returns the first line that differs, of both texts.
fn first_difference(wanted: &str, found: &str) -> String {
    let pair = wanted.lines().zip(found.lines()).find(|(wanted, found)| wanted != found);
    let (wanted, found) = pair.unwrap_or(("(one is longer)", "(one is longer)"));
    format!("  mlir-opt: {wanted}\n  here:     {found}")
}
