//! Decoded instructions: all modifiers are understood, all operands are resolved.
//!
//! Each group of instructions has a file that decodes and executes it. An instruction that no group decodes
//! ends a run with "not modelled" when it is reached.

use super::access::{self, PtxAccess};
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
use super::parse::{SyntaxError, parse};
use super::text::{Function, Special, Text};

/// A source operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Src {
    /// A register.
    Reg(u32),
    /// The negation of a predicate.
    Not(u32),
    /// A number, or a known address.
    Number(u64),
    /// A special register.
    Special(Special),
    /// The address of a variable of the frame, in its state space.
    Frame(u64),
}

/// A computation on registers only.
#[derive(Clone, Copy, Debug)]
pub(super) enum Alu {
    /// Returns the operand.
    Move,
    /// Packs operands of this size in bits.
    Pack(u32),
    /// Extracts the part of this size in bits, at this index.
    Part(u32, u32),
    /// An integer or bit operation.
    Int(Int),
    /// A floating-point operation.
    Float(Float),
    /// A comparison or selection.
    Compare(Compare),
    /// A conversion.
    Convert(Convert),
}

/// The operation of an instruction.
#[derive(Clone, Debug)]
pub(super) enum Code {
    /// A computation.
    Alu {
        /// The computation.
        op: Alu,
        /// The destination registers.
        dst: [Option<u32>; 2],
        /// The operands; missing ones are 0.
        src: [Src; 4],
        /// Whether hardware gives a result that differs in the last digits.
        approximate: bool,
    },
    /// Several computations on one operand, which is read before any result is written.
    Unpack(Vec<(u32, Alu)>, Src),
    /// A load or store.
    Access(PtxAccess),
    /// An atomic operation.
    Atomic(Atomic),
    /// A branch, a barrier or an exit.
    Flow(Flow),
    /// A warp-wide operation.
    Exchange(Exchange),
    /// An asynchronous copy.
    Copy(Copy),
    /// A matrix instruction.
    Matrix(Matrix),
    /// No operation.
    Nothing,
    /// An instruction that is not modelled.
    Unknown,
}

/// An instruction.
#[derive(Clone, Debug)]
pub(super) struct Inst {
    /// The line.
    pub(super) line: u32,
    /// The predicate register of the guard, and its required value.
    pub(super) guard: Option<(u32, bool)>,
    /// The name, for messages.
    pub(super) name: String,
    /// The operation.
    pub(super) code: Code,
}

/// A program: the instructions of all functions in one sequence.
#[derive(Debug)]
pub(super) struct PtxProgram {
    /// The parsed module.
    pub(super) text: Text,
    /// The instructions; every function ends in a return.
    pub(super) code: Vec<Inst>,
    /// The index of the first instruction of each function.
    pub(super) starts: Vec<u32>,
    /// Bytes of static workgroup memory; dynamic workgroup memory begins after it.
    pub(super) shared_bytes: u64,
}

impl PtxProgram {
    /// Parses and decodes a module. Variables in global and constant memory are allocated from `base` on.
    pub(super) fn read(text: &str, base: u64) -> Result<Self, SyntaxError> {
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

    /// Returns the number of the kernel with this name.
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
) -> Result<(), SyntaxError> {
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

/// Decodes an instruction by the first group that accepts it.
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
