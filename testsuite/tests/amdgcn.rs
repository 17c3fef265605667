//! Tests kernels as code objects of AMD GPUs: every case that runs, with its launches on the emulator.
//!
//! Compares the code objects of the cases with those that LLVM makes of the assembly: the assembler reads each
//! instruction as it was encoded, and the linker resolves each address to the same distance. Skipped where llvm-mc 22 and
//! ld.lld 22 are not installed.

use std::path::{Path, PathBuf};
use std::process::Command;
use warpline_cli::Exit;
use warpline_cli::testing::case::bless::body;
use warpline_cli::testing::case::split::split;
use warpline_testsuite::emulation::{run_all, run_random};
use warpline_testsuite::generator::{is_whole, seeds, share};
use warpline_testsuite::paths::{files_below, root, temporary};
use warpline_testsuite::{tools, warpline};

/// The folders of cases with kernels, and the least number of pieces with code.
const FOLDERS: [&str; 5] = ["amdgcn", "cpu_kernels", "gpu", "ptx", "run"];
const LEAST: usize = 300;
/// One of so many files is compared with LLVM, unless all are.
const SHARE: usize = 3;

/// The chips whose code is run, and the seed of the order of blocks and waves.
const TARGETS: [(&str, u64); 4] = [("gfx1100", 1), ("gfx1201", 2), ("gfx942", 3), ("gfx90a", 4)];
/// The same with so few registers that many kernels spill.
const NARROW: [(&str, u64); 4] = [
    ("gfx1100+vgprs=32+sgprs=32", 5),
    ("gfx1201+vgprs=32+sgprs=32", 6),
    ("gfx942+vgprs=32+sgprs=32", 7),
    ("gfx90a+vgprs=32+sgprs=32", 8),
];

#[test]
fn cases_of_run_give_the_same_results() {
    run_all("run", &TARGETS);
}

#[test]
fn cases_of_run_give_the_same_results_with_few_registers() {
    run_all("run", &NARROW);
}

#[test]
fn random_kernels_give_the_same_results() {
    let all: Vec<&str> = TARGETS.iter().chain(&NARROW).map(|(target, _)| *target).collect();
    run_random(seeds("AMDGCN_KERNELS", 0..64), &all);
}

#[test]
fn cases_of_schedule_give_the_same_results() {
    run_all("schedule", &TARGETS);
}

#[test]
fn cases_of_gpu_give_the_same_results() {
    run_all("gpu", &TARGETS);
}

/// LLVM's assembler, linker, and copier of sections.
struct Llvm {
    assembler: PathBuf,
    linker: PathBuf,
    copier: PathBuf,
}

impl Llvm {
    fn find() -> Option<Self> {
        let [assembler, linker, copier] = ["llvm-mc", "ld.lld", "llvm-objcopy"].map(tools::llvm);
        Some(Self { assembler: assembler?, linker: linker?, copier: copier? })
    }

    /// Assembles and links a text; the error is the messages.
    fn code_object(&self, text: &Path, chip: &str, to: &Path) -> Result<(), String> {
        let object = to.with_extension("o");
        let mut assemble = Command::new(&self.assembler);
        assemble.args(["-triple=amdgcn-amd-amdhsa", &format!("-mcpu={chip}"), "-filetype=obj"]);
        succeed(assemble.arg(text).arg("-o").arg(&object))?;
        let linked = succeed(Command::new(&self.linker).arg("-shared").arg(&object).arg("-o").arg(to));
        let _ = std::fs::remove_file(&object);
        linked
    }

    /// Returns the code in a code object.
    fn code(&self, object: &Path) -> Vec<u8> {
        let to = object.with_extension("text");
        let mut copy = Command::new(&self.copier);
        let copied = succeed(copy.args(["-O", "binary", "--only-section=.text"]).arg(object).arg(&to));
        let bytes = copied.ok().and_then(|()| std::fs::read(&to).ok()).unwrap_or_default();
        let _ = std::fs::remove_file(&to);
        bytes
    }
}

/// Runs a command; the error is its messages.
fn succeed(command: &mut Command) -> Result<(), String> {
    let ran = tools::run(command).expect("the tool starts");
    if ran.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&ran.stderr).into_owned()) }
}

/// Compares a program with LLVM; false if it has no code for the target.
fn agrees(llvm: &Llvm, name: &str, text: &str, target: &str) -> Result<bool, String> {
    let chip = target.split('+').next().unwrap_or_default();
    let [source, asm, ours, theirs] =
        ["mlir", "s", "hsaco", "lld"].map(|kind| temporary(&format!("{name}.{kind}")));
    std::fs::write(&source, text).expect("a temporary file");
    let target = format!("--target={target}");
    let kinds = [("asm", &asm), ("hsaco", &ours)].map(|(kind, to)| format!("--emit={kind}={}", to.display()));
    let source = source.display().to_string();
    let (exit, _) = warpline(&["compile", &target, &kinds[0], &kinds[1], "--bounds=trap", &source]);
    let has_code = exit == Exit::Success && std::fs::metadata(&asm).is_ok_and(|file| 0 < file.len());
    let result = if has_code {
        llvm.code_object(&asm, chip, &theirs).and_then(|()| {
            let is_same = llvm.code(&ours) == llvm.code(&theirs);
            if is_same { Ok(true) } else { Err("the code is not that of LLVM".to_string()) }
        })
    } else {
        Ok(false)
    };
    for path in [Path::new(&source), &asm, &ours, &theirs] {
        let _ = std::fs::remove_file(path);
    }
    result
}

#[test]
fn code_objects_are_those_of_llvm() {
    let Some(llvm) = Llvm::find() else {
        skip();
        return;
    };
    let (mut n, mut n_pieces, mut findings) = (0, 0, Vec::new());
    let paths =
        FOLDERS.iter().flat_map(|folder| files_below(&root().join("testsuite/cases").join(folder), "mlir"));
    for path in share(SHARE, paths) {
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for (index, piece) in split(&text).iter().enumerate() {
            // The first chip compiles all pieces, the others each a third of them, and with few registers a twelfth; or of
            // a share of the pieces.
            n_pieces += 1;
            let shares = [1, 3, 3, 3, 12, 12, 12, 12];
            let targets = TARGETS.iter().chain(&NARROW).zip(shares).enumerate();
            let targets = targets.filter(|(place, (_, share))| (n_pieces + place) % share == 0);
            for (_, ((target, _), _)) in targets {
                match agrees(&llvm, &format!("{name}-{index}"), &body(piece.text), target) {
                    Ok(has_code) => n += usize::from(has_code),
                    Err(message) => {
                        findings.push(format!("{}, piece {index}, {target}: {message}", path.display()));
                    }
                }
            }
        }
    }
    assert!(findings.is_empty(), "{}", findings.join("\n"));
    assert!(LEAST <= n * if is_whole() { 1 } else { SHARE }, "only {n} pieces have code");
}

#[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
fn skip() {
    println!("skipped: needs llvm-mc 22 and ld.lld 22");
}
