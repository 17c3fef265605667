//! Reads code objects of AMD GPUs with other programs: LLVM's readelf and objdump, and AMD's code object manager, the
//! library with which drivers and debuggers read them. Each is skipped where it is not installed.

use std::path::{Path, PathBuf};
use std::process::Command;
use warpline_cli::Exit;
use warpline_testsuite::paths::{root, temporary};
use warpline_testsuite::{tools, warpline};

/// The programs whose kernels are read: several kernels, output of kernels, constant tables, and workgroup memory.
const PROGRAMS: [&str; 4] = [
    "examples/conv_add.mlir",
    "examples/printf_debug.mlir",
    "examples/matmul_tiled.mlir",
    "testsuite/cases/run/globals_in_kernels.mlir",
];
const CHIPS: [&str; 4] = ["gfx1100", "gfx1201", "gfx942", "gfx90a"];

/// A code object, the assembly of the same kernels, and their names.
struct Compiled {
    chip: &'static str,
    program: &'static str,
    object: PathBuf,
    assembly: String,
    kernels: Vec<String>,
}

impl Drop for Compiled {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.object);
    }
}

/// Compiles each program for each chip.
fn compiled(test: &str) -> Vec<Compiled> {
    let pairs = PROGRAMS.into_iter().flat_map(|program| CHIPS.map(|chip| (program, chip)));
    pairs
        .map(|(program, chip)| {
            let stem = Path::new(program).file_stem().unwrap_or_default().to_string_lossy();
            let [object, asm] = ["hsaco", "s"].map(|kind| temporary(&format!("{test}-{stem}-{chip}.{kind}")));
            let emit = [("hsaco", &object), ("asm", &asm)];
            let emit = emit.map(|(kind, to)| format!("--emit={kind}={}", to.display()));
            let source = root().join(program).display().to_string();
            let (exit, session) =
                warpline(&["compile", &format!("--target={chip}"), &emit[0], &emit[1], &source]);
            assert_eq!(exit, Exit::Success, "{program}, {chip}: {}", session.err);
            let assembly = std::fs::read_to_string(&asm).expect("assembly is text");
            let _ = std::fs::remove_file(&asm);
            let named = |line: &str| line.trim().strip_prefix(".amdhsa_kernel ").map(str::to_string);
            let kernels: Vec<String> = assembly.lines().filter_map(named).collect();
            assert!(!kernels.is_empty(), "{program} has kernels");
            Compiled { chip, program, object, assembly, kernels }
        })
        .collect()
}

/// Runs a program on an object; returns what it prints. It must not complain.
fn output(command: &mut Command, object: &Path) -> String {
    let ran = tools::run(command.arg(object)).expect("the tool starts");
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && errors.is_empty(), "{}: {errors}", object.display());
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

#[test]
fn readelf_reads_headers_symbols_and_metadata() {
    let Some(readelf) = tools::llvm("llvm-readelf") else {
        skip("llvm-readelf 22");
        return;
    };
    for code in compiled("readelf") {
        let all = ["-h", "-l", "-S", "-d", "-s", "-n"];
        let text = output(Command::new(&readelf).args(all), &code.object);
        let mut expected = vec![format!("amdgcn-amd-amdhsa--{}", code.chip), "EM_AMDGPU".to_string()];
        expected.extend(code.kernels.iter().map(|name| format!("{name}.kd")));
        for part in expected {
            assert!(text.contains(&part), "{}, {}: no {part} in\n{text}", code.program, code.chip);
        }
    }
}

/// The instructions that objdump reads are those of the assembly.
#[test]
fn objdump_reads_the_instructions() {
    let Some(objdump) = tools::llvm("llvm-objdump") else {
        skip("llvm-objdump 22");
        return;
    };
    for code in compiled("objdump") {
        let text = output(Command::new(&objdump).args(["-d", "--no-show-raw-insn"]), &code.object);
        for kernel in &code.kernels {
            let place = format!("{}, {}, {kernel}", code.program, code.chip);
            let theirs = mnemonics(text.lines().skip_while(|line| !line.contains(&format!("<{kernel}>:"))));
            let ours = mnemonics(code.assembly.lines().skip_while(|line| *line != format!("{kernel}:")));
            assert!(ours.last().is_some_and(|last| last == "s_endpgm"), "{place}: {ours:?}");
            assert_eq!(ours, theirs, "{place}");
        }
    }
}

/// Returns the names of the instructions from the line after a label to the last one that ends a program before the next
/// kernel.
fn mnemonics<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let is_inst = |line: &&str| line.starts_with(char::is_whitespace) && !line.trim_start().starts_with('.');
    let mut all: Vec<String> = Vec::new();
    for line in lines.skip(1).filter(is_inst) {
        let Some(name) = line.split_whitespace().next() else { continue };
        // The assembly leaves the choice of a form to the assembler.
        let name = ["_e32", "_e64", "_dpp"].iter().find_map(|form| name.strip_suffix(form)).unwrap_or(name);
        all.push(name.to_string());
        if name == "s_endpgm" {
            break;
        }
    }
    all
}

/// The code object manager finds the target and the metadata of each kernel.
#[test]
fn the_code_object_manager_reads_the_metadata() {
    let Some(python) = tools::comgr() else {
        skip("libamd_comgr 2 and Python");
        return;
    };
    let script = root().join("testsuite/tests/code_object_readers/comgr.py");
    for code in compiled("comgr") {
        let text = output(Command::new(&python).arg(&script), &code.object);
        let mut expected = vec![format!("target amdgcn-amd-amdhsa--{}", code.chip)];
        expected.extend(code.kernels.iter().map(|name| format!("kernel {name} {name}.kd")));
        let found: Vec<&str> = text.lines().collect();
        assert_eq!(found, expected, "{}, {}", code.program, code.chip);
    }
}

#[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
fn skip(tool: &str) {
    println!("skipped: needs {tool}");
}
