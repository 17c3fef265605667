//! Test devices, which execute the output of backends.

pub mod amdgcn;
pub mod emulated;
mod memory;
mod order;
pub mod ptx;
pub mod ptx_case;
mod race;
mod ring;
mod soft;
#[cfg(test)]
mod soft_tests;

pub use memory::{Buffer, Failure, Memory};

use std::fmt;
use warpline_ir::artifact::Code;

/// The address from which variables of modules are allocated: one of 48 bits, sign-extended, that belongs to no
/// process.
pub const GLOBALS: u64 = 0xffff_9000_0000_0000;

/// The dimensions of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dims {
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block along x, y and z.
    pub block: [u32; 3],
    /// Bytes of dynamic workgroup memory, in addition to what the kernel declares.
    pub shared_bytes: u64,
}

/// The report of a launch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The number of steps of warps.
    pub steps: u64,
    /// Whether hardware may give results that differ in the last digits.
    pub approximate: bool,
    /// The output of the kernel, if the test device prints it.
    pub printed: String,
}

/// The error of a failed launch, independent of the form of the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchError {
    /// The kind of failure.
    pub failure: Failure,
    /// The message with the place in the code.
    pub message: String,
}

/// A loaded module, which a test device executes.
pub trait Executable: fmt::Debug + Send + Sync {
    /// Returns the sizes of a kernel's parameters in bytes; `None` if there is no such kernel.
    fn params(&self, kernel: &str) -> Option<Vec<u64>>;
    /// Returns the memory of the module's variables, which must be in the memory of every launch.
    fn globals(&self) -> Vec<Buffer>;
    /// Returns the address of a variable and its size in bytes.
    fn variable(&self, name: &str) -> Option<(u64, u64)>;
    /// Checks what can be checked without a launch; an error is a message.
    fn verify(&self) -> Result<(), String> {
        Ok(())
    }
    /// Runs a kernel to its end, with the bytes of each parameter; a seed determines the order of blocks and warps.
    fn launch(
        &self,
        kernel: &str,
        dims: &Dims,
        params: &[Vec<u8>],
        memory: &mut Memory,
        seed: u64,
    ) -> Result<Report, LaunchError>;
}

/// Loads a module whose variables are allocated from `base` on; an error is a message.
pub fn load(code: &Code, base: u64) -> Result<Box<dyn Executable>, String> {
    match code {
        Code::Text(text) => match ptx::PtxModule::load(text, base) {
            Ok(module) => Ok(Box::new(module)),
            Err(error) => Err(error.to_string()),
        },
        Code::Bytes(bytes) => match amdgcn::CodeObject::load(bytes, base) {
            Ok(object) => Ok(Box::new(object)),
            Err(error) => Err(error.to_string()),
        },
        Code::Native { .. } => Err("expected code of a GPU, but found functions of the CPU".to_string()),
    }
}
