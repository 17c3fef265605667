//! Tests the book: generated pages match their tables, every code block produces the output shown, and links
//! resolve. `BLESS=1` writes the pages, the outputs and the pictures; not in CI.

use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use warpline_cli::testing::case::{Mode, difference};
use warpline_testsuite::book::play::{play, write_programs};
use warpline_testsuite::book::{chapters, folder, links, pages, pictures};
use warpline_testsuite::paths::{files_below, root, temporary};

/// Programs of the repository that the book also runs and draws by their file names.
const PROGRAMS: [&str; 2] = ["examples/conv_add.mlir", "testsuite/cases/schedule/workloads/w08_image.mlir"];

fn main() -> ExitCode {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
    let mode = if is_set("BLESS") && !is_set("CI") { Mode::Bless } else { Mode::Check };
    let place = temporary("book");
    let trials = match prepare(&place) {
        Ok(()) => trials(&place, mode),
        Err(problem) => vec![Trial::test("programs", || Err(problem.into()))],
    };
    let exit = libtest_mimic::run(&Arguments::from_args(), trials).exit_code();
    let _ = std::fs::remove_dir_all(&place);
    exit
}

/// Creates the folder in which commands run, with all programs of the book, and changes to it.
fn prepare(place: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot make '{}': {error}", place.display());
    let examples = ["mlir", "npy"].map(|extension| files_below(&root().join("examples"), extension));
    for path in examples.iter().flatten().filter_map(|path| path.strip_prefix(root()).ok()) {
        std::fs::create_dir_all(place.join(path.parent().unwrap_or(path))).map_err(failed)?;
        std::fs::copy(root().join(path), place.join(path)).map_err(failed)?;
    }
    for path in PROGRAMS.map(Path::new) {
        let name = path.file_name().unwrap_or_default();
        std::fs::create_dir_all(place.join(path.parent().unwrap_or(path))).map_err(failed)?;
        for to in [place.join(path), place.join(name)] {
            std::fs::copy(root().join(path), to).map_err(failed)?;
        }
    }
    for chapter in chapters() {
        write_programs(&chapter, place).map_err(|problem| format!("docs/src/{}: {problem}", chapter.name))?;
    }
    std::env::set_current_dir(place).map_err(failed)
}

fn trials(place: &Path, mode: Mode) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, text) in pages::pages() {
        let path = folder().join(&name);
        trials.push(Trial::test(format!("written/{name}"), move || is_same(&path, &text, mode)));
    }
    for chapter in chapters().into_iter().filter(|chapter| !chapter.is_generated()) {
        let path = folder().join(&chapter.name);
        trials.push(Trial::test(format!("played/{}", chapter.name), move || {
            let text = play(&chapter)?;
            is_same(&path, &text, mode)
        }));
    }
    for name in pictures::names(&chapters()) {
        let place = place.to_path_buf();
        trials.push(Trial::test(format!("drawn/{name}"), move || {
            let picture = pictures::picture(&place, &name)?;
            is_same(&folder().join(format!("pictures/{name}.svg")), &picture, mode)
        }));
    }
    trials.push(Trial::test("links", || {
        let findings = links::findings(&chapters());
        if findings.is_empty() { Ok(()) } else { Err(findings.join("\n").into()) }
    }));
    trials
}

/// Compares a file of the book with the expected text, or writes it.
fn is_same(path: &Path, text: &str, mode: Mode) -> Result<(), Failed> {
    let found = std::fs::read_to_string(path).unwrap_or_default();
    if found == text {
        return Ok(());
    }
    if mode == Mode::Check {
        return Err(format!("{}BLESS=1 accepts this", difference(&found, text)).into());
    }
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)?;
    Ok(std::fs::write(path, text)?)
}
