//! Runs models as another compiler writes them: ONNX's operator tests and small networks, imported and lowered to linalg,
//! and to affine loops, on memrefs by IREE's compiler (`testsuite/networks/import.py`).
//!
//! One command runs each, `warpline run MODEL --input=… --expect=…`. The results are ONNX's or, of networks, those of ONNX
//! Runtime. `testsuite/networks/known.txt` lists the operator tests that fail, with reasons; no other may.
//!
//! `NETWORKS=all` runs all 1,884 operator tests and nine networks; otherwise these are a sample. Skipped where Python does
//! not have onnx, onnxruntime and iree-base-compiler.

#![expect(
    clippy::print_stderr,
    reason = "a skipped test must say so, and the counts are what one wants to know"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use warpline_cli::Exit;
use warpline_testsuite::paths::{root, temporary};
use warpline_testsuite::{tools, warpline};

/// The step from one operator test of the sample to the next.
const STEP: &str = "20";
/// The networks of the sample.
const SMALL: [&str; 2] = ["shufflenet", "squeezenet"];
/// The least numbers of operator tests that are right, of all and in the sample.
const LEAST: [usize; 2] = [1000, 50];
/// The forms in which a model is imported.
const FORMS: [&str; 2] = ["linalg", "affine"];
/// The greatest number of times that the host waits in a run of a network.
const MAX_WAITS: u64 = 3;

/// A model that was imported to files.
struct Model {
    name: String,
    n_inputs: usize,
    n_results: usize,
}

/// Imported models, and the number of those that were refused.
struct Imported {
    folder: PathBuf,
    models: Vec<Model>,
    n_refused: usize,
}

impl Drop for Imported {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Imported {
    /// Imports models; `None` if the tools are missing.
    fn new(kind: &str, rest: &[&str]) -> Option<Self> {
        let Some(python) = tools::onnx() else {
            eprintln!("skipped: needs onnx, onnxruntime and iree-base-compiler for Python");
            return None;
        };
        let folder = temporary(&format!("{kind}.models"));
        let script = root().join("testsuite/networks/import.py");
        let ran = tools::run(Command::new(python).arg(script).arg(kind).arg(&folder).args(rest))?;
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let mut imported = Self { folder, models: Vec::new(), n_refused: 0 };
        for line in String::from_utf8_lossy(&ran.stdout).lines() {
            match *line.split('\t').collect::<Vec<_>>() {
                [name, "imported", n_inputs, n_results] => imported.models.push(Model {
                    name: name.to_string(),
                    n_inputs: n_inputs.parse().expect("a number"),
                    n_results: n_results.parse().expect("a number"),
                }),
                [_, "refused", _] => imported.n_refused += 1,
                _ => panic!("import.py prints {line:?}"),
            }
        }
        Some(imported)
    }

    /// Returns the file of a model in a form; `None` if the front end has none.
    fn file(&self, model: &Model, form: &str) -> Option<PathBuf> {
        Some(self.folder.join(format!("{}.{form}.mlir", model.name))).filter(|file| file.is_file())
    }

    /// Runs a model, and returns the summary of the run.
    fn run(&self, model: &Model, file: &Path) -> Result<String, String> {
        let array = |kind: &str, index: usize| {
            self.folder.join(format!("{}.{kind}{index}.npy", model.name)).display().to_string()
        };
        let file = file.display().to_string();
        let mut args = ["run", &file, "--rtol=1e-3", "--atol=1e-5"].map(str::to_string).to_vec();
        args.extend((0..model.n_inputs).map(|index| format!("--input=@{}", array("i", index))));
        args.extend((0..model.n_results).map(|index| format!("--expect=@{}", array("o", index))));
        let (exit, session) = warpline(&args.iter().map(String::as_str).collect::<Vec<_>>());
        if exit == Exit::Success { Ok(session.summary) } else { Err(session.err) }
    }
}

fn runs_all() -> bool {
    std::env::var("NETWORKS").is_ok_and(|which| which == "all")
}

/// Returns the operator tests that are known to fail, with the reasons.
fn known() -> BTreeMap<&'static str, &'static str> {
    let lines = include_str!("../networks/known.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' ')).collect()
}

#[test]
fn operators_give_the_results_of_onnx() {
    let step = if runs_all() { "1" } else { STEP };
    let Some(imported) = Imported::new("operators", &[step, "0"]) else { return };
    let known = known();
    let (mut n_right, mut findings) = (0, Vec::new());
    for model in &imported.models {
        let files = FORMS.iter().filter_map(|form| imported.file(model, form));
        let failures: Vec<String> = files.filter_map(|file| imported.run(model, &file).err()).collect();
        match (failures.first(), known.get(model.name.as_str())) {
            (None, None) => n_right += 1,
            (Some(_), Some(_)) => {}
            (Some(failure), None) => findings.push(format!("{}: {failure}", model.name)),
            (None, Some(reason)) => findings.push(format!("{} is right, but listed: {reason}", model.name)),
        }
    }
    let (n_imported, n_refused) = (imported.models.len(), imported.n_refused);
    eprintln!("{n_right} of {n_imported} operator tests are right; the front end refuses {n_refused}");
    assert!(findings.is_empty(), "{}", findings.join("\n"));
    assert!(LEAST[usize::from(!runs_all())] <= n_right, "too few operator tests are right");
}

#[test]
fn networks_give_the_results_of_onnx_runtime() {
    let names: &[&str] = if runs_all() { &[] } else { &SMALL };
    let Some(imported) = Imported::new("networks", names) else { return };
    assert_eq!(imported.n_refused, 0);
    for model in &imported.models {
        for form in FORMS {
            let file = imported.file(model, form).expect("each network has both forms");
            let summary = imported.run(model, &file);
            let summary = summary.unwrap_or_else(|error| panic!("{}, {form}: {error}", model.name));
            let number = |key: &str| {
                let line = summary.lines().find_map(|line| line.strip_prefix(key));
                let number = line.and_then(|rest| rest.trim().parse::<u64>().ok());
                number.unwrap_or_else(|| panic!("no number of {key} in\n{summary}"))
            };
            eprintln!(
                "{}, {form}: {} streams, {} host syncs",
                model.name,
                number("streams"),
                number("host syncs")
            );
            assert!(number("host syncs") <= MAX_WAITS, "{}, {form}:\n{summary}", model.name);
            // The front end frees no buffer. What the runtime holds would follow, or stand alone.
            let leaks = summary.lines().find_map(|line| line.strip_prefix("leaks")).expect("a row of leaks");
            let only_buffers = leaks.trim() == "0" || leaks.ends_with(" bytes");
            assert!(only_buffers, "{}, {form}:\n{summary}", model.name);
        }
    }
}
