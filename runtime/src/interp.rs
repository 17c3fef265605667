//! The reference interpreter: the oracle for every device.
//!
//! It runs IR as it is read, without a pass, and shares with passes and backends nothing but the scalar functions
//! of `ir`. Each function is first translated to linear code, because a thread of a block must be able to stop at a
//! barrier and go on later; a translation neither merges, drops nor reorders anything.
//!
//! Laws:
//! - There is no undefined behaviour. An access out of bounds, of freed or never written memory, a division by
//!   zero, a shift too far, a divergent barrier: each ends the run with an [`InterpError`] at its operation.
//! - The host does its work in the order of the program; tokens mean nothing. Threads of a block run one after
//!   the other from barrier to barrier, blocks one after the other.
//! - Nothing recurses on the input, and [`Limits`] bound steps, memory, call depth and output.

mod affine;
mod code;
mod compile;
mod launch;
mod machine;
mod memory;
mod print;
mod translate;
mod views;

use code::Program;
use machine::Machine;
use warpline_ir::{Module, Op, Type};

/// What a run may use up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Steps, an operation being one or a few.
    pub steps: u64,
    /// Bytes of all buffers that live at one time.
    pub bytes: u64,
    /// Calls that are active at one time.
    pub call_depth: usize,
    /// Bytes that the program may print.
    pub output_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 10_000_000_000, bytes: 4 << 30, call_depth: 1000, output_bytes: 1 << 20 }
    }
}

/// A buffer of the caller: row-major, each element in the bytes of its type, little endian.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostBuffer {
    /// Its sizes.
    pub shape: Vec<i64>,
    /// The type of an element.
    pub element: Type,
    /// The content.
    pub bytes: Vec<u8>,
}

/// An argument of the entry function.
#[derive(Clone, Debug)]
pub enum Argument {
    /// The bits of a scalar, zero-extended, and its type.
    Scalar(u64, Type),
    /// A buffer.
    Buffer(HostBuffer),
}

/// A value that a run leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The bits of a scalar, zero-extended, and its type. A token is zero.
    Scalar(u64, Type),
    /// The content of a buffer; elements that were never written are zero.
    Buffer(HostBuffer),
}

/// Why and where a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterpError {
    /// The operation.
    pub op: Op,
    /// What happened; names block and thread where it happened on the device.
    pub message: String,
}

/// A program with its memory, ready to run functions of a module.
pub struct Interpreter<'m> {
    module: &'m Module,
    limits: Limits,
    output: String,
}

impl<'m> Interpreter<'m> {
    /// An interpreter for a verified module.
    pub fn new(module: &'m Module, limits: Limits) -> Self {
        Self { module, limits, output: String::new() }
    }

    /// Runs a function with fresh memory. The outcomes are its results, then every buffer argument as it is
    /// afterwards, in their order; one that the program freed is left out.
    pub fn call(&mut self, entry: Op, args: Vec<Argument>) -> Result<Vec<Outcome>, InterpError> {
        let program = Program::new(self.module, entry);
        let mut machine = Machine::new(self.module, program, &self.limits);
        let outcome = machine.run_entry(entry, args);
        self.output.push_str(machine.output());
        outcome
    }

    /// What the program has printed in all calls.
    pub fn output(&self) -> &str {
        &self.output
    }
}

/// Runs a function once; see [`Interpreter::call`] for the outcomes.
pub fn run(
    module: &Module,
    entry: Op,
    args: Vec<Argument>,
    limits: &Limits,
) -> Result<Vec<Outcome>, InterpError> {
    Interpreter::new(module, *limits).call(entry, args)
}
