//! Instructions as they are executed: every modifier understood, every operand found.
//!
//! Each group of instructions has a file that decodes and executes it. What no group understands becomes an
//! instruction that ends a run with "not modelled" when it is reached.

use super::access::{self, Access};
use super::atomic::{self, Atomic};
use super::compare::{self, Compare};
use super::convert::{self, Convert};
use super::copy::{self, Copy};
use super::decode::{Decoder, Refusal};
use super::exchange::{self, Exchange};
use super::float::{self, Float};
use super::flow::{self, Flow};
use super::int::{self, Int};
use super::layout::place_variables;
use super::matrix::{self, Matrix};
use super::parse::{Refused, parse};
use super::text::{Function, Special, Text};

/// A source operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Src {
    /// A register.
    Reg(u32),
    /// The opposite of a condition.
    Not(u32),
    /// A number, or an address that is known.
    Number(u64),
    /// A register that nobody declares.
    Special(Special),
    /// The address of a variable of the frame, in its space.
    Frame(u64),
}

/// A computation on registers alone.
#[derive(Clone, Copy, Debug)]
pub(super) enum Alu {
    /// The operand.
    Move,
    /// The pieces of the second number's size, joined.
    Pack(u32),
    /// Pieces of this size, at this position.
    Part(u32, u32),
    /// On integers and bits.
    Int(Int),
    /// On floats.
    Float(Float),
    /// Comparisons and choices.
    Compare(Compare),
    /// Between types.
    Convert(Convert),
}

/// What an instruction does.
#[derive(Clone, Debug)]
pub(super) enum Code {
    /// Computes.
    Alu {
        /// What.
        op: Alu,
        /// Where the results go.
        dst: [Option<u32>; 2],
        /// The operands; those that are missing are 0.
        src: [Src; 4],
        /// Whether hardware gives another result in the last digits.
        approximate: bool,
    },
    /// Several computations, all operands before any result.
    Unpack(Vec<(u32, Alu)>, Src),
    /// Loads or stores.
    Access(Access),
    /// Updates memory.
    Atomic(Atomic),
    /// Goes elsewhere, waits for the block, or ends.
    Flow(Flow),
    /// Meets the lanes of a mask.
    Exchange(Exchange),
    /// Copies that take a while.
    Copy(Copy),
    /// Products of matrices.
    Matrix(Matrix),
    /// Nothing.
    Nothing,
    /// What this interpreter does not know.
    Unknown,
}

/// An instruction.
#[derive(Clone, Debug)]
pub(super) struct Inst {
    /// Its line.
    pub(super) line: u32,
    /// The condition's register, and whether it must hold or must not.
    pub(super) guard: Option<(u32, bool)>,
    /// Its name, for messages.
    pub(super) name: String,
    /// What it does.
    pub(super) code: Code,
}

/// A program: all functions in one row of instructions.
#[derive(Debug)]
pub(super) struct Program {
    /// The text.
    pub(super) text: Text,
    /// The instructions; a function ends in a return.
    pub(super) code: Vec<Inst>,
    /// Where each function begins in the row.
    pub(super) starts: Vec<u32>,
    /// Bytes of workgroup memory without what a launch asks for; there it begins.
    pub(super) shared_bytes: u64,
}

impl Program {
    /// Reads and decodes a text. Variables in global and constant memory are placed from `base` on.
    pub(super) fn read(text: &str, base: u64) -> Result<Self, Refused> {
        let mut text = parse(text)?;
        let shared_bytes = place_variables(&mut text.variables, base);
        let mut starts = Vec::new();
        let mut next = 0;
        for function in &text.functions {
            starts.push(next);
            next += function.code.len() as u32 + 1;
        }
        let mut code = Vec::new();
        for (index, function) in text.functions.iter().enumerate() {
            decode_function(&text, function, &starts, starts[index], &mut code)?;
        }
        Ok(Self { text, code, starts, shared_bytes })
    }

    /// The number of the kernel with this name.
    pub(super) fn entry(&self, name: &str) -> Option<usize> {
        self.text.functions.iter().position(|function| function.is_entry && function.name == name)
    }
}

fn decode_function(
    text: &Text,
    function: &Function,
    starts: &[u32],
    start: u32,
    code: &mut Vec<Inst>,
) -> Result<(), Refused> {
    for raw in &function.code {
        let mut decoder = Decoder::new(text, function, raw, starts, start);
        let decoded = decode(&mut decoder).and_then(|code| decoder.done().map(|()| code));
        let decoded = match decoded {
            Ok(code) => code,
            Err(Refusal::NotModelled) => Code::Unknown,
            Err(Refusal::Wrong(message)) => return Err((raw.line, format!("{}: {message}", raw.name))),
        };
        code.push(Inst { line: raw.line, guard: raw.guard, name: raw.name.clone(), code: decoded });
    }
    let line = function.code.last().map_or(function.line, |raw| raw.line);
    code.push(Inst { line, guard: None, name: "ret".to_string(), code: Code::Flow(Flow::Return) });
    Ok(())
}

/// Asks every group in turn.
fn decode(cx: &mut Decoder<'_>) -> Result<Code, Refusal> {
    match cx.opcode() {
        "ld" | "ldu" | "st" | "prefetch" | "prefetchu" => access::decode(cx),
        "atom" | "red" => atomic::decode(cx),
        "mov" | "cvt" | "cvta" | "isspacep" => convert::decode(cx),
        "setp" | "set" | "selp" | "slct" => compare::decode(cx),
        "bra" | "ret" | "exit" | "call" | "trap" | "bar" | "barrier" | "membar" | "fence" | "nanosleep"
        | "brx" | "brkpt" | "pmevent" => flow::decode(cx),
        "shfl" | "vote" | "match" | "redux" | "activemask" | "elect" => exchange::decode(cx),
        "cp" => copy::decode(cx),
        "ldmatrix" | "mma" | "wmma" => matrix::decode(cx),
        _ if cx.is_float() => float::decode(cx),
        _ => int::decode(cx),
    }
}
