//! The reference interpreter: the oracle for every device.
//!
//! It runs IR as it is read, without a pass, and shares with passes and backends nothing but the scalar functions
//! of `ir`. Each function is first translated to linear code, because a thread of a block must be able to stop at a
//! barrier and go on later; a translation neither merges, drops nor reorders anything.
//!
//! Laws:
//! - There is no undefined behaviour. An access out of bounds, of freed or never written memory, a data race, a
//!   division by zero, a shift too far, a divergent barrier: each ends the run with an [`InterpError`] at its
//!   operation. Poison is carried along and ends the run where it would be observed.
//! - The host does its work in the order of the program; tokens mean nothing. The order of blocks and threads and
//!   the length of their turns follow a seed, on which the result of a program without races does not depend.
//! - Nothing recurses on the input, and [`Limits`] bound steps, memory, call depth, output and time.
//! - A subgroup has 32 threads, consecutive in linear order. A scalable vector is as long as it is written.

mod affine;
mod buffers;
mod code;
mod collective;
mod compile;
mod fault;
mod launch;
mod library;
mod machine;
mod matrix;
mod memory;
mod objects;
mod order;
mod plan;
mod pointer;
mod poison;
mod printf;
mod scalars;
mod shadow;
mod streams;
mod translate;
mod vector;
mod views;

use crate::driver::error::OutOfBounds;
use crate::driver::trace::Record;
use crate::exec::Stats;
use code::Program;
use fault::Fault;
use machine::Machine;
use std::time::Duration;
use warpline_ir::{Module, Op, OpKind, Type};

pub use plan::STREAM;

/// Why operations of this kind cannot be interpreted; empty where there is nothing to add. The others can, on types that
/// the interpreter has values of.
pub fn refusal(kind: OpKind) -> Option<&'static str> {
    translate::refusal(kind)
}

/// The attribute of an allocation that takes its bytes from memory that was counted before.
pub const LEASED: &str = "rt.leased";

/// Threads of a subgroup.
const SUBGROUP_SIZE: u64 = 32;

/// What a run may use up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Steps, an operation being one or a few.
    pub steps: u64,
    /// Bytes of all buffers that live at one time.
    pub bytes: u64,
    /// Bytes of device memory that the program allocates and uses at one time.
    pub device_bytes: Option<u64>,
    /// Calls that are active at one time.
    pub call_depth: usize,
    /// Bytes that the program may print.
    pub output_bytes: usize,
    /// Time that a call may take by the clock; looked at every few thousand steps.
    pub deadline: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 10_000_000_000,
            bytes: 4 << 30,
            device_bytes: None,
            call_depth: 1000,
            output_bytes: 1 << 20,
            deadline: None,
        }
    }
}

/// How a run is done.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What it may use up.
    pub limits: Limits,
    /// The order of blocks and threads; 0 is the natural one, each thread running as far as it can.
    pub seed: u64,
    /// Whether accesses of threads are compared to find data races.
    pub finds_races: bool,
    /// Whether each index is compared with the extent of its dimension. If not, an access is to the element that its indices
    /// lead to, and an error only where that is outside of the buffer.
    pub checks_bounds: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { limits: Limits::default(), seed: 0, finds_races: true, checks_bounds: true }
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

/// Another place that explains an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The operation.
    pub op: Op,
    /// What it has to do with the error.
    pub message: String,
}

/// Why and where a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterpError {
    /// The operation.
    pub op: Op,
    /// What happened.
    pub message: String,
    /// The block and thread of the device where it happened.
    pub whose: Option<String>,
    /// The launch of that thread.
    pub launch: Option<Op>,
    /// Other places: where memory was made or freed, what a race is with, who waits elsewhere.
    pub notes: Vec<Note>,
    /// Whether one of the [`Limits`] was passed; then the program may be right.
    pub is_limit: bool,
    /// Whether it was that of device memory; then the notes are the buffers in use.
    pub is_device_memory: bool,
    /// The index that was out of bounds; the message is about that.
    pub out_of_bounds: Option<OutOfBounds>,
}

impl InterpError {
    /// The message with the thread where it happened, and with the name of the array that an index is out of bounds of.
    pub fn text(&self, array: Option<&str>) -> String {
        let message = match &self.out_of_bounds {
            Some(found) => found.message(array),
            None => self.message.clone(),
        };
        match &self.whose {
            Some(whose) => format!("{message}, in {whose}"),
            None => message,
        }
    }
}

/// A buffer that the program made and neither freed nor returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfreed {
    /// The operation that made it.
    pub op: Op,
    /// Its size.
    pub bytes: u64,
}

/// What programs print, up to a limit.
struct Output {
    /// What goes to the standard output.
    text: String,
    /// What goes to the standard error stream.
    error_text: String,
    limit: usize,
}

impl Output {
    fn new(limit: usize) -> Self {
        Self { text: String::new(), error_text: String::new(), limit }
    }

    /// Appends to what the program has printed.
    fn print(&mut self, text: &str) -> fault::Result<()> {
        self.text.push_str(text);
        self.check()
    }

    /// The same for the error stream.
    fn print_error(&mut self, text: &str) -> fault::Result<()> {
        self.error_text.push_str(text);
        self.check()
    }

    fn check(&mut self) -> fault::Result<()> {
        if self.text.len() + self.error_text.len() <= self.limit {
            return Ok(());
        }
        let keep = self.text.floor_char_boundary(self.limit);
        self.text.truncate(keep);
        Err(Fault::limit(format!("the program printed more than the limit of {} bytes", self.limit)))
    }
}

/// A program with its memory, ready to run functions of a module.
pub struct Interpreter<'m> {
    module: &'m Module,
    options: Options,
    output: String,
    error_output: String,
    unfreed: Vec<Unfreed>,
    unended: Vec<Op>,
    observed: (Stats, Record),
}

impl<'m> Interpreter<'m> {
    /// An interpreter for a verified module.
    pub fn new(module: &'m Module, options: Options) -> Self {
        let (output, error_output) = (String::new(), String::new());
        let (unfreed, unended, observed) = (Vec::new(), Vec::new(), <(Stats, Record)>::default());
        Self { module, options, output, error_output, unfreed, unended, observed }
    }

    /// Runs a function with fresh memory. The outcomes are its results, then every buffer argument as it is
    /// afterwards, in their order; one that the program freed is left out.
    pub fn call(&mut self, entry: Op, args: Vec<Argument>) -> Result<Vec<Outcome>, InterpError> {
        let program = Program::new(self.module, entry);
        let mut machine = Machine::new(self.module, program, &self.options);
        let outcome = machine.run_entry(entry, args);
        self.output.push_str(&machine.output.text);
        self.error_output.push_str(&machine.output.error_text);
        self.observed = machine.observations();
        let (outcomes, unfreed) = outcome?;
        self.unfreed.extend(unfreed);
        self.unended.extend(machine.streams.left());
        Ok(outcomes)
    }

    /// What the program has printed in all calls.
    pub fn output(&self) -> &str {
        &self.output
    }

    /// What the program has printed to the error stream in all calls.
    pub fn error_output(&self) -> &str {
        &self.error_output
    }

    /// The operations that made streams which calls left.
    pub fn unended(&self) -> &[Op] {
        &self.unended
    }

    /// What the last call did with the plan of a scheduled program: counts and times, and the work by its streams. The
    /// numbers of operations are those of the module.
    pub fn observed(&self) -> &(Stats, Record) {
        &self.observed
    }

    /// The buffers that calls left.
    pub fn unfreed(&self) -> &[Unfreed] {
        &self.unfreed
    }
}

/// Runs a function once; see [`Interpreter::call`] for the outcomes.
pub fn run(
    module: &Module,
    entry: Op,
    args: Vec<Argument>,
    limits: &Limits,
) -> Result<Vec<Outcome>, InterpError> {
    Interpreter::new(module, Options { limits: *limits, ..Options::default() }).call(entry, args)
}
