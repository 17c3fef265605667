//! Compares kernels for AMD GPUs with those of LLVM 22: instructions, registers, spills and waits on each chip of the
//! backend, and the time to compile them.
//!
//! The kernels are those of the cases and examples that both compile, after outlining and with the facts from their
//! launches, so both start from the same text; ours have no bounds checks. A kernel that several programs share counts
//! once. LLVM unrolls loops, which makes code longer, not slower, so `rolled` is its code with loops as they are. A pair
//! of operations (`v_dual_…`) is one instruction. Hints to the scheduler of the hardware (`s_delay_alu`, `s_clause`) are
//! not instructions. Means are over the kernels in which neither number is zero.
//!
//! Compile times are CPU times of whole processes: ours to a code object, that of mlir-opt to assembly only. `cargo build
//! --release` builds the compiler first. Arguments select chips and programs by name; `--listings=FOLDER` writes the
//! assembly of both. Tables are Markdown, as the book has them (`docs/src/guide/amd.md`).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use warpline::backends::backends;
use warpline::compilation::Stage;
use warpline_cli::testing::case::bless::body;
use warpline_cli::testing::case::split::split;
use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_testsuite::paths::{files_below, root, temporary};
use warpline_testsuite::process::{least_cost, warpline_binary};
use warpline_testsuite::stages;

#[path = "amdgcn/listing.rs"]
mod listing;
#[path = "amdgcn/llvm.rs"]
mod llvm;
#[path = "amdgcn/report.rs"]
mod report;

use listing::kernels;
use llvm::Llvm;
use report::{Row, Time};

/// The folders of the programs.
const FOLDERS: [&str; 4] =
    ["examples", "testsuite/cases/gpu", "testsuite/cases/cpu_kernels", "testsuite/cases/run"];
/// The programs whose compile time is measured.
const TIMED: [&str; 3] =
    ["examples/matmul_tiled.mlir", "examples/conv_add.mlir", "testsuite/cases/cpu_kernels/stencil.mlir"];
/// The batches of compilations, of which the fastest counts.
const BATCHES: u32 = 5;
/// The compilations in a batch: ours and those of mlir-opt.
const COMPILATIONS: [u32; 2] = [100, 20];

/// A piece of a file whose kernels are compared.
struct Program {
    name: String,
    /// The device modules after outlining, with the facts from launches.
    text: String,
}

#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn main() {
    let Some(llvm) = Llvm::find() else {
        return println!("skipped: needs mlir-opt, mlir-translate, opt and llc 22");
    };
    let (flags, words): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|arg| arg.starts_with('-'));
    let listings = flags.iter().find_map(|flag| flag.strip_prefix("--listings=")).map(PathBuf::from);
    let known = chips();
    let (chips, names): (Vec<&str>, Vec<&str>) =
        words.iter().map(String::as_str).partition(|word| known.contains(word));
    let programs = programs(&names);
    for chip in known.iter().filter(|chip| chips.is_empty() || chips.contains(chip)) {
        let (rows, skipped) = compare_all(&llvm, chip, &programs, listings.as_deref());
        println!("{chip}:\n\n{}\n{}", report::kernels(&rows), report::means(&rows));
        for reason in skipped {
            println!("skipped: {reason}");
        }
        if names.is_empty() {
            println!("\n{}", report::times(&compile_times(&llvm, chip)));
        }
    }
}

/// Returns the chips of the backend.
fn chips() -> Vec<&'static str> {
    backends()
        .filter(|backend| backend.name() == "amdgcn")
        .flat_map(warpline_passes::Backend::targets)
        .collect()
}

/// Returns the programs that have kernels and one of these words in their names; all if there are none.
fn programs(words: &[&str]) -> Vec<Program> {
    let mut found = Vec::new();
    for path in FOLDERS.iter().flat_map(|folder| files_below(&root().join(folder), "mlir")) {
        let text = std::fs::read_to_string(&path).expect("a program can be read");
        let folder = path.parent().and_then(Path::file_name).unwrap_or_default().display();
        let stem = path.file_stem().unwrap_or_default().display();
        let pieces = split(&text);
        for (index, piece) in pieces.iter().enumerate() {
            let number = if pieces.len() < 2 { String::new() } else { format!(":{index}") };
            let name = format!("{folder}/{stem}{number}");
            if !words.is_empty() && !words.iter().any(|word| name.contains(word)) {
                continue;
            }
            found.extend(device_part(&body(piece.text)).map(|text| Program { name, text }));
        }
    }
    found
}

/// Returns the device modules of a program after outlining, with the facts from launches; `None` without kernels.
fn device_part(text: &str) -> Option<String> {
    let passes = stages::text("gfx942", Stage::Kernels..=Stage::Annotated);
    let pipeline = format!("builtin.module({passes},gpu-expand-global-id)");
    let printed = warpline(&["opt", &format!("--pass-pipeline={pipeline}"), "-"], text).ok()?;
    let (mut found, mut is_device) = (String::new(), false);
    for line in printed.lines() {
        is_device |= line.starts_with("  gpu.module @");
        if is_device || !line.starts_with(' ') {
            found.push_str(line);
            found.push('\n');
        }
        is_device &= line != "  }";
    }
    found.contains("gpu.func").then_some(found)
}

/// Compares all programs, and returns the reasons for which some have no code.
fn compare_all(
    llvm: &Llvm,
    chip: &str,
    programs: &[Program],
    listings: Option<&Path>,
) -> (Vec<Row>, Vec<String>) {
    let (mut rows, mut skipped, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    for program in programs {
        match compare(llvm, chip, program, listings) {
            Ok(compared) => {
                let is_new = |row: &Row| seen.insert([row.ours.text.clone(), row.llvm.text.clone()]);
                rows.extend(compared.into_iter().filter(is_new));
            }
            Err(reason) => skipped.push(format!("{}: {reason}", program.name)),
        }
    }
    (rows, skipped)
}

/// Compares the kernels of a program; the error is the reason for which one compiler has no code.
fn compare(llvm: &Llvm, chip: &str, program: &Program, listings: Option<&Path>) -> Result<Vec<Row>, String> {
    let target = format!("--target={chip}");
    let listing = warpline(&["compile", &target, "--emit=asm", "--bounds=off", "-"], &program.text)?;
    let compiled = llvm.compile(chip, &program.text)?;
    if let Some(folder) = listings {
        let theirs = compiled.iter().flat_map(|module| [&module.listing, &module.rolled]);
        let all: String = [&program.text, &listing].into_iter().chain(theirs).map(String::as_str).collect();
        std::fs::create_dir_all(folder).expect("a folder can be created");
        let name = program.name.replace(['/', ':'], "-");
        std::fs::write(folder.join(format!("{chip}-{name}.s")), all).expect("a listing can be written");
    }
    let (ours, mut rows) = (kernels(&listing), Vec::new());
    for module in compiled {
        let mut rolled = kernels(&module.rolled);
        for (kernel, llvm) in kernels(&module.listing) {
            let unique = format!("{}__{kernel}", module.name);
            let ours = ours.get(&unique).or_else(|| ours.get(&kernel)).cloned();
            let (Some(ours), Some(rolled)) = (ours, rolled.remove(&kernel)) else {
                return Err(format!("'{kernel}' is not in all listings"));
            };
            // Outlined kernels are numbered by their modules.
            let kernel = if module.name.starts_with(&kernel) { &module.name } else { &kernel };
            rows.push(Row { name: format!("{} {kernel}", program.name), ours, llvm, rolled });
        }
    }
    Ok(rows)
}

/// Measures both compilers on the same texts; nothing without the binary.
fn compile_times(llvm: &Llvm, chip: &str) -> Vec<Time> {
    let binary = warpline_binary();
    if !binary.is_file() {
        return Vec::new();
    }
    let [file, object] = ["amdgcn.mlir", "amdgcn.hsaco"].map(temporary);
    let [n_ours, n_theirs] = COMPILATIONS;
    let mut times = Vec::new();
    for program in TIMED {
        let source = std::fs::read_to_string(root().join(program)).expect("a program can be read");
        let device = device_part(&body(&source)).expect("the program has kernels");
        std::fs::write(&file, device).expect("a temporary file can be written");
        let ours = least_cost(BATCHES, n_ours, || {
            let mut command = Command::new(&binary);
            command.args(["compile", &format!("--target={chip}"), "--bounds=off"]);
            command.arg(format!("--emit=hsaco={}", object.display())).arg(&file);
            command
        });
        let theirs = least_cost(BATCHES, n_theirs, || llvm.text_to_assembly(chip, &file));
        times.push(Time { program, ours: ours.seconds, mlir_opt: theirs.seconds });
    }
    for path in [file, object] {
        let _ = std::fs::remove_file(path);
    }
    times
}

/// Runs a command in-process on an input and returns its output; the error is its first message.
fn warpline(args: &[&str], text: &str) -> Result<String, String> {
    let source = SourceFile { name: "program.mlir".to_string(), text: text.to_string() };
    let mut session = Session::with_stdin(source);
    let args: Vec<String> = ["warpline"].iter().chain(args).map(ToString::to_string).collect();
    match cli::execute(&args, &mut session) {
        Exit::Success => Ok(session.out),
        _ => Err(session.err.lines().find(|line| line.contains("error")).unwrap_or_default().to_string()),
    }
}
