//! Compiles kernels with LLVM 22, through the pipeline that mlir-opt has for AMD GPUs.
//!
//! Arguments are bare pointers where all shapes are static, and memref descriptors otherwise: only the former keep
//! `llvm.noalias`. The functions of ROCm's device libraries that read launch sizes are defined by [`GEOMETRY`]; a kernel
//! that needs another one is refused by the name of that function.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use warpline_testsuite::paths::temporary;
use warpline_testsuite::tools;

/// The options of the conversion to ROCDL, in order of preference.
const CONVENTIONS: [&str; 2] = [" use-bare-ptr-memref-call-conv=true", ""];
/// The flags of opt that keep loops as they are.
const ROLLED: [&str; 5] = [
    "-unroll-threshold=0",
    "-unroll-runtime=0",
    "-unroll-allow-partial=0",
    "-unroll-full-max-count=0",
    "-unroll-peel-count=0",
];
/// The functions of the device libraries that read launch sizes from the hidden arguments.
const GEOMETRY: &str = "
define internal i64 @__ockl_get_local_size(i32 %dimension) alwaysinline {
  %arguments = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %index = add i32 %dimension, 6
  %address = getelementptr inbounds i16, ptr addrspace(4) %arguments, i32 %index
  %size = load i16, ptr addrspace(4) %address, !invariant.load !900
  %result = zext i16 %size to i64
  ret i64 %result
}
define internal i64 @__ockl_get_num_groups(i32 %dimension) alwaysinline {
  %arguments = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %address = getelementptr inbounds i32, ptr addrspace(4) %arguments, i32 %dimension
  %size = load i32, ptr addrspace(4) %address, !invariant.load !900
  %result = zext i32 %size to i64
  ret i64 %result
}
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
!900 = !{}
";

/// The programs of LLVM.
pub(crate) struct Llvm {
    mlir_opt: PathBuf,
    mlir_translate: PathBuf,
    opt: PathBuf,
    llc: PathBuf,
}

/// The assembly of a module.
pub(crate) struct Compiled {
    pub(crate) name: String,
    /// The assembly at `-O3`.
    pub(crate) listing: String,
    /// The assembly at `-O3` without unrolled or peeled loops.
    pub(crate) rolled: String,
}

impl Llvm {
    /// Returns the programs if all are installed.
    pub(crate) fn find() -> Option<Self> {
        let [mlir_translate, opt, llc] = ["mlir-translate", "opt", "llc"].map(tools::llvm);
        Some(Self { mlir_opt: tools::mlir_opt()?, mlir_translate: mlir_translate?, opt: opt?, llc: llc? })
    }

    /// Compiles each `gpu.module` of a text; the error is the reason for which LLVM cannot.
    pub(crate) fn compile(&self, chip: &str, text: &str) -> Result<Vec<Compiled>, String> {
        let lower = |convention: &str| {
            let pipeline = format!("builtin.module({})", to_rocdl(chip, convention));
            filter(Command::new(&self.mlir_opt).arg(format!("--pass-pipeline={pipeline}")), text)
        };
        let [preferred, other] = CONVENTIONS;
        let lowered = lower(preferred).or_else(|_| lower(other))?;
        modules(&lowered).iter().map(|(name, text)| self.compile_module(chip, name, text)).collect()
    }

    fn compile_module(&self, chip: &str, name: &str, text: &str) -> Result<Compiled, String> {
        let translated = filter(Command::new(&self.mlir_translate).arg("--mlir-to-llvmir"), text)?;
        let linked = with_geometry(&translated)?;
        let cpu = format!("-mcpu={chip}");
        let target = ["-O3", "-mtriple=amdgcn-amd-amdhsa", &cpu];
        let assembly = |flags: &[&str]| {
            let optimized = filter(Command::new(&self.opt).args(target).arg("-S").args(flags), &linked)?;
            filter(Command::new(&self.llc).args(target), &optimized)
        };
        Ok(Compiled { name: name.to_string(), listing: assembly(&[])?, rolled: assembly(&ROLLED)? })
    }

    /// Returns the command that compiles a file to assembly in one process.
    pub(crate) fn text_to_assembly(&self, chip: &str, file: &Path) -> Command {
        let target = format!("rocdl-attach-target{{chip={chip} O=3}}");
        let rocdl = to_rocdl(chip, "");
        let pipeline = format!("builtin.module({target},{rocdl},gpu-module-to-binary{{format=isa}})");
        let mut command = Command::new(&self.mlir_opt);
        command.arg(format!("--pass-pipeline={pipeline}")).arg(file);
        command
    }
}

/// Returns the passes that lower a `gpu.module` to ROCDL.
fn to_rocdl(chip: &str, convention: &str) -> String {
    format!(
        "gpu.module(inline,lower-affine,int-range-optimizations,canonicalize,expand-strided-metadata,lower-affine,\
         arith-expand,convert-scf-to-cf,convert-vector-to-llvm,convert-gpu-to-rocdl{{chipset={chip}{convention}}},\
         canonicalize,cse,reconcile-unrealized-casts)"
    )
}

/// Returns each `gpu.module` of a printed text as a module of its own, with its name.
fn modules(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("  gpu.module @") {
            let name = rest.split(' ').next().unwrap_or_default().to_string();
            let attributes = rest.find("attributes ").map_or("{", |at| &rest[at..]);
            found.push((name, format!("module {attributes}\n")));
        } else if let Some((_, module)) = found.last_mut().filter(|_| line.starts_with("  ")) {
            module.push_str(line);
            module.push('\n');
        }
    }
    found
}

/// Defines the functions that read launch sizes; the error names another function without a body.
fn with_geometry(text: &str) -> Result<String, String> {
    let declared = |line: &str| {
        let name = line.strip_prefix("declare ")?.split_once('@')?.1.split('(').next()?;
        (!name.starts_with("llvm.")).then(|| name.to_string())
    };
    let needed: Vec<String> = text.lines().filter_map(declared).collect();
    let is_missing = |name: &&String| !GEOMETRY.contains(&format!("@{name}("));
    let missing: Vec<&str> = needed.iter().filter(is_missing).map(String::as_str).collect();
    if !missing.is_empty() {
        return Err(format!("LLVM needs {}", missing.join(", ")));
    }
    if needed.is_empty() {
        return Ok(text.to_string());
    }
    let kept = text.lines().filter(|line| declared(line).is_none());
    Ok(kept.flat_map(|line| [line, "\n"]).chain([GEOMETRY]).collect())
}

/// Runs a command on an input and returns its output; the error is its first message.
fn filter(command: &mut Command, input: &str) -> Result<String, String> {
    let path = temporary("amdgcn.txt");
    std::fs::write(&path, input).expect("a temporary file can be written");
    let file = File::open(&path).expect("a temporary file can be read");
    let ran = command.stdin(Stdio::from(file)).output().expect("the tool starts");
    let _ = std::fs::remove_file(path);
    if ran.status.success() {
        return Ok(String::from_utf8_lossy(&ran.stdout).into_owned());
    }
    let messages = String::from_utf8_lossy(&ran.stderr);
    let first = messages.lines().find(|line| line.contains("error: ")).or_else(|| messages.lines().next());
    let first = first.unwrap_or_default();
    let message = first.split_once("error: ").map_or(first, |(_, message)| message);
    let tool = Path::new(command.get_program()).file_name().unwrap_or_default().display();
    Err(format!("{tool}: {message}"))
}
