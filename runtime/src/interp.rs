//! The reference interpreter: the oracle for every device.
//!
//! It runs IR unmodified, without any pass, and shares with passes and backends only the scalar functions of
//! `ir`. Each function is first translated to linear code, because a thread of a block must be able to stop
//! at a barrier and continue later; the translation neither merges, drops nor reorders operations.
//!
//! Invariants:
//! - There is no undefined behaviour. An access out of bounds, of freed or never written memory, a data race,
//!   a division by zero, an oversized shift, a divergent barrier: each ends the run with an [`InterpError`]
//!   at its operation. Poison is propagated and ends the run where it would be observed.
//! - Host work runs in program order, but for the iterations of parallel loops; tokens have no effect. The order of
//!   iterations, blocks and threads, and the length of turns of threads follow a seed, on which the result of a program without races does not depend.
//! - Nothing recurses on the input, and [`Limits`] bound steps, memory, call depth, output and time.
//! - A subgroup has 32 threads, consecutive in linear order. A scalable vector has the length in its type.

mod affine;
mod apart;
mod buffers;
mod code;
mod collective;
mod compile;
mod deadline;
mod fault;
mod launch;
mod library;
mod machine;
mod matrix;
mod memory;
mod objects;
mod order;
mod parallel;
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
use code::InterpProgram;
use fault::Fault;
use machine::Machine;
use std::ops::Range;
use std::time::Duration;
use warpline_ir::{Module, Op, OpKind, Type};

pub use plan::STREAM;

/// Returns the reason why operations of this kind cannot be interpreted, which is empty if there is nothing
/// to add. `None` if they can be, on types that the interpreter supports.
pub fn refusal(kind: OpKind) -> Option<&'static str> {
    translate::refusal(kind)
}

/// The attribute of an allocation whose bytes are part of memory that is already counted.
pub const LEASED: &str = "rt.leased";

/// The number of threads of a subgroup.
const SUBGROUP_SIZE: u64 = 32;

/// The resource limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The number of steps; an operation takes one or a few.
    pub steps: u64,
    /// Bytes of all buffers that are live at one time.
    pub bytes: u64,
    /// Bytes of device memory that the program has allocated at one time.
    pub device_bytes: Option<u64>,
    /// The depth of active calls.
    pub call_depth: usize,
    /// The number of bytes that the program may print.
    pub output_bytes: usize,
    /// The wall-clock time of a call; checked every few thousand steps.
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

/// The options of a run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The resource limits.
    pub limits: Limits,
    /// The seed of the order of blocks, threads, and iterations of parallel loops; 0 is the natural order, in which each thread runs as far
    /// as it can.
    pub seed: u64,
    /// Whether accesses of threads, and of iterations of parallel loops, are checked for data races.
    pub finds_races: bool,
    /// Whether each index is checked against the extent of its dimension. If not, an access uses the element
    /// that its indices address, and is an error only outside of the buffer.
    pub checks_bounds: bool,
    /// Whether a value that is poison ends the run where an operation on scalars or vectors makes it. If not, it does where
    /// it is used for something that matters: as an address, a condition, or a stored, printed or returned value.
    pub stops_at_poison: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            seed: 0,
            finds_races: true,
            checks_bounds: true,
            stops_at_poison: false,
        }
    }
}

/// A buffer of the caller: row-major, each element in the bytes of its type, little endian.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostBuffer {
    /// Its sizes.
    pub shape: Vec<i64>,
    /// The type of an element.
    pub element: Type,
    /// The contents.
    pub bytes: Vec<u8>,
    /// The elements that were never written, whose bytes are zero: ranges of their numbers, in order.
    pub unwritten: Vec<Range<u64>>,
}

/// An argument of the entry function.
#[derive(Clone, Debug)]
pub enum Argument {
    /// The bits of a scalar, zero-extended, and its type.
    Scalar(u64, Type),
    /// A buffer.
    Buffer(HostBuffer),
}

/// A result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunResult {
    /// The bits of a scalar, zero-extended, and its type. A token is zero.
    Scalar(u64, Type),
    /// The contents of a buffer; elements that were never written are zero.
    Buffer(HostBuffer),
}

/// A note at another operation that explains an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The operation.
    pub op: Op,
    /// Its relation to the error.
    pub message: String,
}

/// The reason and the operation at which a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterpError {
    /// The operation.
    pub op: Op,
    /// The error message.
    pub message: String,
    /// The block and thread on the device where it happened.
    pub whose: Option<String>,
    /// The launch of that thread.
    pub launch: Option<Op>,
    /// Notes at other operations: allocations and frees, the other access of a race, threads waiting
    /// elsewhere.
    pub notes: Vec<Note>,
    /// Whether one of the [`Limits`] was exceeded; then the program may be correct.
    pub is_limit: bool,
    /// Whether that limit was the one of device memory; then the notes are the buffers in use.
    pub is_device_memory: bool,
    /// Whether two accesses that nothing orders are the error.
    pub is_race: bool,
    /// The out-of-bounds index that the message is about.
    pub out_of_bounds: Option<OutOfBounds>,
}

impl InterpError {
    /// Returns the message with the thread where it happened, and with the name of the array that was
    /// indexed.
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

/// A buffer that the program allocated and neither freed nor returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfreed {
    /// The operation that allocated it.
    pub op: Op,
    /// Its size in bytes.
    pub bytes: u64,
}

/// The output of programs, up to a limit.
struct Output {
    /// The standard output.
    text: String,
    /// The standard error stream.
    error_text: String,
    limit: usize,
}

impl Output {
    fn new(limit: usize) -> Self {
        Self { text: String::new(), error_text: String::new(), limit }
    }

    /// Appends to the standard output.
    fn print(&mut self, text: &str) -> fault::Result<()> {
        self.text.push_str(text);
        self.check()
    }

    /// Appends to the standard error stream.
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
    empty_launches: Vec<Op>,
    observed: (Stats, Record),
}

impl<'m> Interpreter<'m> {
    /// Creates an interpreter for a verified module.
    pub fn new(module: &'m Module, options: Options) -> Self {
        let (output, error_output) = (String::new(), String::new());
        let (unfreed, unended, empty_launches) = (Vec::new(), Vec::new(), Vec::new());
        let observed = <(Stats, Record)>::default();
        Self { module, options, output, error_output, unfreed, unended, empty_launches, observed }
    }

    /// Runs a function with fresh memory. The outcomes are its results, followed by the final contents of
    /// every buffer argument, in order; a buffer that the program freed is omitted.
    pub fn call(&mut self, entry: Op, args: Vec<Argument>) -> Result<Vec<RunResult>, InterpError> {
        let program = InterpProgram::new(self.module, entry);
        let mut machine = Machine::new(self.module, program, &self.options);
        let outcome = machine.run_entry(entry, args);
        self.output.push_str(&machine.output.text);
        self.error_output.push_str(&machine.output.error_text);
        self.observed = machine.observations();
        self.empty_launches.append(&mut machine.empty_launches);
        let (outcomes, unfreed) = outcome?;
        self.unfreed.extend(unfreed);
        self.unended.extend(machine.streams.left());
        Ok(outcomes)
    }

    /// Returns the output of the program in all calls.
    pub fn output(&self) -> &str {
        &self.output
    }

    /// Returns the output of the program to the error stream in all calls.
    pub fn error_output(&self) -> &str {
        &self.error_output
    }

    /// Returns the operations that created streams which calls did not destroy.
    pub fn unended(&self) -> &[Op] {
        &self.unended
    }

    /// Returns the operations that launched a kernel without blocks or threads, which does nothing.
    pub fn empty_launches(&self) -> &[Op] {
        &self.empty_launches
    }

    /// Returns the observations of the last call of a scheduled program: counts and times, and the work by
    /// its streams. The numbers of operations are those of the module.
    pub fn observed(&self) -> &(Stats, Record) {
        &self.observed
    }

    /// Returns the buffers that calls did not free.
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
) -> Result<Vec<RunResult>, InterpError> {
    Interpreter::new(module, Options { limits: *limits, ..Options::default() }).call(entry, args)
}
