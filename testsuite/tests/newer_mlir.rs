//! Checks that the output of newer MLIR is read with the same meaning. The oracle is `iree-opt` of the Python
//! package iree-base-compiler 3.13, a snapshot of LLVM 24, which prints inherent attributes outside the
//! dictionary.
//!
//! Each piece of `cases/ir/roundtrip` and `cases/ir/newer` is given to iree-opt in the generic form. Its
//! output in the custom form must parse to the module of the piece. Pieces that iree-opt rejects do not
//! count, but every operation with inherent attributes must be in a piece that it accepts.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use warpline::testing::case::bless::body;
use warpline::testing::case::split::{MARKER, split};
use warpline_ir::dialect::OpKind;
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::{Module, ParseOptions};
use warpline_testsuite::checks::without_dropped_defaults;
use warpline_testsuite::paths::{files_below, root, temporary};
use warpline_testsuite::tools;

/// The dialects whose inherent attributes moved. The package lacks async, whose attributes are all in custom forms.
const DIALECTS: [&str; 6] = ["arith", "cf", "gpu", "math", "memref", "vector"];
/// Operations with inherent attributes that newer MLIR does not have.
const OLDER: [&str; 3] = ["vector.flat_transpose", "vector.matrix_multiply", "vector.reshape"];

/// A piece, and the output of iree-opt for it.
struct Piece {
    place: String,
    generic: String,
    theirs: String,
}

#[test]
#[expect(
    clippy::print_stderr,
    reason = "a skipped test must say so, and the count is what one wants to know"
)]
fn what_iree_opt_prints_is_read() {
    let Some(iree_opt) = tools::iree_opt() else {
        eprintln!("skipped: needs iree-opt");
        return;
    };
    let mut findings = Vec::new();
    let mut covered = BTreeSet::new();
    let mut n_pieces = 0;
    for folder in ["roundtrip", "newer"] {
        for path in files_below(&root().join("testsuite/cases/ir").join(folder), "mlir") {
            for piece in printed_pieces(&iree_opt, &path).iter().filter(|piece| !piece.theirs.is_empty()) {
                n_pieces += 1;
                covered.extend(names_in(&piece.generic));
                findings.extend(difference(piece).filter(|_| !is_known(&piece.generic)));
            }
        }
    }
    eprintln!("{n_pieces} pieces that iree-opt prints");
    let missing: Vec<String> = names_with_attrs().filter(|name| !covered.contains(name)).collect();
    assert!(missing.is_empty(), "no piece that iree-opt accepts has these operations: {missing:?}");
    assert!(findings.is_empty(), "{} differences\n{}", findings.len(), findings.join("\n"));
}

/// Returns the valid pieces of a file, with the output of iree-opt for each; empty if it rejects one.
fn printed_pieces(iree_opt: &Path, path: &Path) -> Vec<Piece> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let name = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let mut pieces: Vec<Piece> = split(&text)
        .iter()
        .filter_map(|piece| {
            let line = 1 + text[..piece.start].matches('\n').count();
            let generic = generic_form(&read(&body(piece.text)).ok()?);
            Some(Piece { place: format!("{name}:{line}"), generic, theirs: String::new() })
        })
        .collect();
    let newer: Vec<String> = pieces.iter().map(|piece| newer_form(&piece.generic)).collect();
    let printed = run(iree_opt, &newer.join(&format!("\n{MARKER}\n")));
    let outputs: Vec<_> = split(&printed).iter().map(|piece| piece.text.trim().to_string()).collect();
    assert!(outputs.len() == pieces.len(), "iree-opt does not get to the end of {name}");
    for (piece, output) in pieces.iter_mut().zip(outputs) {
        piece.theirs = output;
    }
    pieces
}

fn run(iree_opt: &Path, text: &str) -> String {
    let input = temporary("newer.mlir");
    std::fs::write(&input, text).expect("temporary files can be written");
    let mut command = Command::new(iree_opt);
    command.args(["--split-input-file", "--allow-unregistered-dialect"]).arg(&input);
    let output = tools::run(&mut command).expect("iree-opt can be started");
    let _ = std::fs::remove_file(&input);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn read(text: &str) -> Result<Module, String> {
    let (module, diagnostics) =
        warpline_ir::parse(text, &ParseOptions { allow_unregistered: true, ..ParseOptions::default() });
    match diagnostics.iter().find(|found| found.severity == warpline_ir::Severity::Error) {
        Some(found) => Err(found.message.clone()),
        None => Ok(module),
    }
}

fn generic_form(module: &Module) -> String {
    print(module, &PrintOptions { generic: true, ..PrintOptions::default() })
}

/// Converts a generic form to that of newer MLIR: `#gpu<dim x>` is `#gpu.dim<x>`, and `gpu.launch` has one
/// more group of operands.
fn newer_form(generic: &str) -> String {
    let mut out = String::new();
    for line in generic.lines() {
        match line.split_once(">}> ({").filter(|_| line.contains("\"gpu.launch\"(")) {
            Some((sizes, rest)) => out.extend([sizes, ", 0>}> ({", rest, "\n"]),
            None => out.extend([line, "\n"]),
        }
    }
    newer_words(&out)
}

fn newer_words(generic: &str) -> String {
    let mut parts = generic.split("#gpu<");
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (attr, rest) = part.split_once('>').unwrap_or((part, ""));
        match attr.split_once(' ') {
            Some((kind, word)) => out.extend(["#gpu.", kind, "<", word, ">", rest]),
            None => out.extend(["#gpu<", attr, ">", rest]),
        }
    }
    out
}

/// Whether a piece is a known difference: a type that iree-opt prints in a form that it cannot parse, the
/// visibility of a module in angle brackets, and a bool that is a unit attribute there.
fn is_known(generic: &str) -> bool {
    let has_visibility = |line: &str| line.contains("\"builtin.module\"") && line.contains("sym_visibility");
    generic.contains("plain_names_of_dialects")
        || generic.contains("disjoint = true")
        || generic.lines().any(has_visibility)
}

/// Returns the operations of these dialects that have inherent attributes.
fn names_with_attrs() -> impl Iterator<Item = String> {
    OpKind::all()
        .filter(|kind| kind.def().is_some_and(|def| !def.attrs.is_empty()))
        .map(OpKind::name)
        .filter(|name| DIALECTS.iter().any(|dialect| name.split('.').next() == Some(dialect)))
        .filter(|name| !OLDER.contains(&name.as_str()))
}

/// Returns the quoted text before each `(`: the names of operations in the generic form.
fn names_in(generic: &str) -> impl Iterator<Item = String> {
    generic.split("\"(").filter_map(|before| Some(before.rsplit_once('"')?.1.to_string()))
}

/// Returns the difference between the piece and the module read from the output of iree-opt.
fn difference(piece: &Piece) -> Option<String> {
    let wanted = without_dropped_defaults(&piece.generic);
    let found = match read(&piece.theirs) {
        Ok(module) => without_dropped_defaults(&generic_form(&module)),
        Err(message) => return Some(format!("{}: refused here: {message}\n{}", piece.place, piece.theirs)),
    };
    let pair = wanted.lines().zip(found.lines()).find(|(wanted, found)| wanted != found);
    let (wanted, found) = pair?;
    Some(format!("{}: another program\n  wanted: {wanted}\n  found:  {found}", piece.place))
}
