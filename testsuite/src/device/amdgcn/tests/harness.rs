//! Compiles programs with LLVM 22 and runs them.

use super::super::super::{Buffer, Dims, Executable as _, GLOBALS, Memory, Report};
use super::super::{CodeObject, RunError};
use crate::tools;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// The address of the first buffer of a launch.
const BUFFERS: u64 = 1 << 40;

/// An argument of a kernel.
#[derive(Clone, Debug)]
pub(super) enum Arg {
    /// A buffer with contents.
    Buffer(Vec<u8>),
    /// A buffer of undefined bytes.
    Undefined(usize),
    /// A value.
    Value(Vec<u8>),
}

/// Returns a buffer of numbers.
pub(super) fn buffer<T: Copy, const N: usize>(values: &[T], bytes: impl Fn(T) -> [u8; N]) -> Arg {
    Arg::Buffer(values.iter().flat_map(|value| bytes(*value)).collect())
}

/// A launch of a kernel.
#[derive(Clone, Debug)]
pub(super) struct Case<'a> {
    pub(super) kernel: &'a str,
    pub(super) grid: [u32; 3],
    pub(super) block: [u32; 3],
    pub(super) args: Vec<Arg>,
    pub(super) seed: u64,
}

impl Case<'_> {
    /// Runs the launch; returns the contents of the buffers and the report.
    pub(super) fn run(&self, object: &CodeObject) -> Result<(Vec<Vec<u8>>, Report), RunError> {
        let layout = object.kernarg(self.kernel).expect("the kernel exists");
        let mut memory = Memory::default();
        for buffer in object.globals() {
            memory.add(buffer);
        }
        let mut kernarg = Vec::new();
        let mut addresses = Vec::new();
        for (index, (arg, slot)) in self.args.iter().zip(&layout.args).enumerate() {
            let address = BUFFERS + (index as u64) * (1 << 32);
            let value = match arg {
                Arg::Value(value) => value.clone(),
                Arg::Buffer(_) | Arg::Undefined(_) => address.to_le_bytes().to_vec(),
            };
            kernarg.resize(slot.offset as usize, 0);
            kernarg.extend(value);
            let name = format!("arg {index}");
            match arg {
                Arg::Value(_) => continue,
                Arg::Buffer(bytes) => memory.add(Buffer::new(&name, address, bytes.clone())),
                Arg::Undefined(n) => {
                    let mut buffer = Buffer::new(&name, address, vec![0; *n]);
                    buffer.defined = vec![false; *n];
                    memory.add(buffer);
                }
            }
            addresses.push(address);
        }
        let dims = Dims { grid: self.grid, block: self.block, shared_bytes: 0 };
        let report = object.run(self.kernel, &dims, &kernarg, &mut memory, self.seed)?;
        let contents = addresses.iter().map(|address| {
            let found = memory.buffers().iter().find(|buffer| buffer.address == *address);
            found.map(|buffer| buffer.bytes.clone()).unwrap_or_default()
        });
        Ok((contents.collect(), report))
    }
}

/// Whether LLVM 22 and clang 22 are installed; prints a note if they are not.
#[expect(clippy::print_stderr, reason = "a skipped test must say so")]
pub(super) fn has_tools() -> bool {
    let missing = ["llc", "llvm-mc", "ld.lld", "clang"].into_iter().find(|name| tools::llvm(name).is_none());
    if let Some(name) = missing {
        eprintln!("skipped: needs {name} 22");
    }
    missing.is_none()
}

/// Returns a command of a tool of LLVM 22.
fn tool(name: &str) -> Command {
    Command::new(tools::llvm(name).expect("the test checks the tools"))
}

/// Compiles and links a program in LLVM IR (`.ll`), OpenCL C (`.cl`) or assembly (`.s`).
pub(super) fn compile(chip: &str, options: &[&str], extension: &str, source: &str) -> Vec<u8> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let directory = std::env::temp_dir().join(format!("amdgcn-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a temporary directory");
    let [input, object, linked] = ["in", "o", "co"]
        .map(|end| directory.join(format!("k.{}", if end == "in" { extension } else { end })));
    std::fs::write(&input, source).expect("the source is written");
    let cpu = format!("-mcpu={chip}");
    let mut command = match extension {
        "s" => {
            let mut command = tool("llvm-mc");
            command.args(["-triple=amdgcn-amd-amdhsa", "-filetype=obj"]);
            command
        }
        "ll" => {
            let mut command = tool("llc");
            command.args(["-mtriple=amdgcn-amd-amdhsa", "-filetype=obj", "--amdhsa-code-object-version=5"]);
            command
        }
        _ => {
            let mut command = tool("clang");
            command.args([
                "-target",
                "amdgcn-amd-amdhsa",
                "-nogpulib",
                "-x",
                "cl",
                "-cl-std=CL2.0",
                "-c",
                "-w",
            ]);
            command.args([
                "-mcode-object-version=5",
                "-ffp-contract=off",
                "-cl-fp32-correctly-rounded-divide-sqrt",
            ]);
            command
        }
    };
    run(command.arg(cpu).args(options).arg(&input).arg("-o").arg(&object));
    run(tool("ld.lld").arg("-shared").arg(&object).arg("-o").arg(&linked));
    let bytes = std::fs::read(&linked).expect("the linker writes its output");
    std::fs::remove_dir_all(&directory).expect("the temporary directory is removed");
    bytes
}

fn run(command: &mut Command) {
    let output = command.output().expect("the tool starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Compiles and loads a program.
pub(super) fn load(chip: &str, options: &[&str], extension: &str, source: &str) -> CodeObject {
    let bytes = compile(chip, options, extension, source);
    CodeObject::load(&bytes, GLOBALS).expect("the code object is well formed")
}

/// A generator of test values.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let mixed = self.0 ^ self.0 >> 31;
        mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}
