//! A PTX interpreter: a test device that is stricter than hardware.
//!
//! ```text
//! text ─lex, parse→ functions ─decode→ instructions ─run→ memory
//! ```
//! It reads the PTX that a backend prints with its own parser and shares no code with the backend. Integer
//! operations and rounded operations are exact. Approximations and matrix multiplications in floating point
//! are computed more exactly than hardware does and are recorded in the [`Report`]. The interpreter checks
//! bounds, alignment, undefined values that reach an address, a branch or global memory, the order of
//! accesses among threads, memory that is read as constant, the declared block sizes, and deadlocks. A seed
//! determines the order of blocks and warps. An instruction that is not modelled ends the run with "not
//! modelled" when it is reached.

mod access;
mod atomic;
mod barrier;
mod call;
mod compare;
mod convert;
mod copy;
mod declare;
mod decode;
mod exchange;
mod float;
mod flow;
mod fragment;
mod int;
mod layout;
mod lex;
mod machine;
mod matrix;
mod operand;
mod parse;
mod printf;
mod program;
mod run;
mod step;
mod text;

use super::{Buffer, Dims, Executable, Failure, LaunchError, Memory, Report};
use super::{memory, order, race, soft};

use memory::Fault;
use program::PtxProgram;
use run::Limits;
use std::fmt;
use text::{Formal, Space};

/// The maximum number of warp steps of a launch.
pub const MAX_STEPS: u64 = 5_000_000;

/// A loaded PTX module.
#[derive(Debug)]
pub struct PtxModule {
    program: PtxProgram,
}

/// The error for a rejected module or a failed launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError {
    /// The kind of failure.
    pub failure: Failure,
    /// The line of the PTX text.
    pub line: u32,
    /// The message: what was expected and what was found.
    pub message: String,
}

impl RunError {
    fn at(line: u32, fault: Fault) -> Self {
        Self { failure: fault.failure, line, message: fault.message }
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for RunError {}

impl PtxModule {
    /// Loads a PTX module; its variables in global and constant memory are allocated from `base` on.
    pub fn load(text: &str, base: u64) -> Result<Self, RunError> {
        let read = PtxProgram::read(text, base);
        let program =
            read.map_err(|(line, message)| RunError { failure: Failure::Violation, line, message })?;
        Ok(Self { program })
    }

    /// Returns the instructions that are not modelled, each with its line.
    pub fn unknown(&self) -> Vec<(u32, &str)> {
        let unknown = self.program.code.iter().filter(|inst| matches!(inst.code, program::Code::Unknown));
        unknown.map(|inst| (inst.line, inst.name.as_str())).collect()
    }

    /// Returns the names of the kernels.
    pub fn entries(&self) -> impl Iterator<Item = &str> {
        let functions = self.program.text.functions.iter();
        functions.filter(|function| function.is_entry).map(|function| function.name.as_str())
    }

    /// Runs a kernel to its end, with the bytes of each parameter.
    pub fn run(
        &self,
        entry: &str,
        dims: &Dims,
        params: &[Vec<u8>],
        memory: &mut Memory,
        seed: u64,
    ) -> Result<Report, RunError> {
        let Some(entry) = self.program.entry(entry) else {
            let message = format!("there is no kernel '{entry}'");
            return Err(RunError { failure: Failure::Violation, line: 0, message });
        };
        run::launch(&self.program, entry, dims, params, memory, Limits { seed, max_steps: MAX_STEPS })
    }
}

impl Executable for PtxModule {
    fn params(&self, entry: &str) -> Option<Vec<u64>> {
        let function = &self.program.text.functions[self.program.entry(entry)?];
        let sizes = function.params.iter().map(|formal| match formal {
            Formal::Slot(slot) => function.slots[*slot].bytes,
            Formal::Reg(_) => 0,
        });
        Some(sizes.collect())
    }

    fn globals(&self) -> Vec<Buffer> {
        let variables = self.program.text.variables.iter();
        let variables = variables.filter(|variable| matches!(variable.space, Space::Global | Space::Const));
        let buffer = |variable: &text::Variable| {
            let mut bytes = variable.initial.clone();
            bytes.resize(variable.bytes as usize, 0);
            let mut buffer = Buffer::new(&variable.name, variable.address, bytes);
            buffer.is_constant = variable.space == Space::Const;
            buffer
        };
        variables.map(buffer).collect()
    }

    fn variable(&self, name: &str) -> Option<(u64, u64)> {
        let found = self.program.text.variables.iter().find(|variable| variable.name == name)?;
        Some((found.address, found.bytes))
    }

    fn launch(
        &self,
        kernel: &str,
        dims: &Dims,
        params: &[Vec<u8>],
        memory: &mut Memory,
        seed: u64,
    ) -> Result<Report, LaunchError> {
        self.run(kernel, dims, params, memory, seed)
            .map_err(|error| LaunchError { message: error.to_string(), failure: error.failure })
    }
}
