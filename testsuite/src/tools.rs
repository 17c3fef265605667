//! External tools that tests use as oracles where they are installed.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Returns mlir-opt 22, from `WARPLINE_MLIR_OPT` or the search path.
pub fn mlir_opt() -> Option<PathBuf> {
    let named = std::env::var_os("WARPLINE_MLIR_OPT").map(PathBuf::from);
    named.or_else(|| on_path("mlir-opt-22"))
}

/// Returns iree-opt of the Python package iree-base-compiler, from `WARPLINE_IREE_OPT` or the search path.
pub fn iree_opt() -> Option<PathBuf> {
    let named = std::env::var_os("WARPLINE_IREE_OPT").map(PathBuf::from);
    named.or_else(|| on_path("iree-opt"))
}

/// Returns every ptxas: from `WARPLINE_PTXAS`, the search path and the Python packages nvidia-cuda-nvcc and
/// nvidia-cuda-nvcc-cu12, which are of CUDA 13 and 12.9.
pub fn ptxas() -> Vec<PathBuf> {
    let named = std::env::var_os("WARPLINE_PTXAS").map(PathBuf::from);
    named.into_iter().chain(on_path("ptxas")).chain(of_python("ptxas")).collect()
}

/// Returns nvdisasm, from the search path or the Python package nvidia-cuda-nvdisasm.
pub fn nvdisasm() -> Option<PathBuf> {
    on_path("nvdisasm").or_else(|| of_python("nvdisasm").pop())
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

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|file| file.is_file())
}

/// Returns a tool of NVIDIA's Python packages, each version of it.
fn of_python(tool: &str) -> Vec<PathBuf> {
    const SCRIPT: &str = "import glob, sys, sysconfig; \
        print(*glob.glob(sysconfig.get_paths()['purelib'] + '/nvidia/*/bin/' + sys.argv[1]))";
    let Some(python) = on_path("python3") else { return Vec::new() };
    let found = run(Command::new(python).args(["-c", SCRIPT, tool]));
    let found = found.map(|found| found.stdout).unwrap_or_default();
    String::from_utf8_lossy(&found).split_whitespace().map(PathBuf::from).collect()
}
