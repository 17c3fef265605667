//! Function calls: argument passing, and the frames of a thread.

use super::flow::Passed;
use super::machine::{Machine, Return, Status, Thread, ThreadPos};
use super::memory::Fault;
use super::program::Src;
use super::text::{Formal, Function, mask};

/// The maximum call depth.
const MAX_CALLS: usize = 1000;

/// Calls a function.
pub(super) fn enter(
    machine: &mut Machine<'_>,
    at: ThreadPos,
    callee: usize,
    start: u32,
    (given, results): (&[Passed], &[Passed]),
) -> Result<(), Fault> {
    let program = machine.program;
    let function = &program.text.functions[callee];
    let mut values = Vec::new();
    for passed in given {
        values.push(pieces(machine, at, *passed));
    }
    let thread = machine.thread(at);
    if MAX_CALLS <= thread.calls.len() {
        return Err(format!("calls are deeper than {MAX_CALLS}").into());
    }
    thread.calls.push(Return {
        pc: thread.pc + 1,
        registers: thread.registers,
        frame: thread.frame,
        callee,
        results: results.to_vec(),
    });
    thread.open_frame(function);
    thread.pc = start;
    for (formal, pieces) in function.params.iter().zip(values) {
        for (index, (value, undefined)) in pieces.into_iter().enumerate() {
            take(machine, at, function, *formal, index as u64, (value, undefined));
        }
    }
    Ok(())
}

/// Returns the argument in pieces of 8 bytes.
fn pieces(machine: &mut Machine<'_>, at: ThreadPos, passed: Passed) -> Vec<(u64, u64)> {
    match passed {
        Passed::Bytes(offset, bytes) => {
            let pieces = (0..bytes).step_by(8);
            pieces
                .map(|first| value(machine, at, Passed::Bytes(offset + first, (bytes - first).min(8))))
                .collect()
        }
        other => vec![value(machine, at, other)],
    }
}

/// Stores a piece into a parameter.
fn take(
    machine: &mut Machine<'_>,
    at: ThreadPos,
    function: &Function,
    formal: Formal,
    piece: u64,
    (value, undefined): (u64, u64),
) {
    match formal {
        Formal::Reg(register) => {
            let kept = mask(function.registers[register as usize].bits);
            machine.set(at, register, value & kept, undefined & kept);
        }
        Formal::Slot(slot) => {
            let slot = &function.slots[slot];
            let thread = machine.thread(at);
            let first = 8 * piece;
            if first < slot.bytes {
                let n = (slot.bytes - first).min(8);
                thread.local.write(thread.frame + slot.offset + first, n, value, undefined);
            }
        }
    }
}

/// Returns to the caller, or ends the thread.
pub(super) fn leave(machine: &mut Machine<'_>, at: ThreadPos) -> Result<(), Fault> {
    let program = machine.program;
    let Some(Return { callee, results, .. }) = machine.thread(at).calls.last().cloned() else {
        machine.thread(at).status = Status::Ended;
        return Ok(());
    };
    let function = &program.text.functions[callee];
    let mut values = Vec::new();
    for formal in &function.results {
        let passed = match formal {
            Formal::Reg(register) => Passed::Result(*register),
            Formal::Slot(slot) => Passed::Bytes(function.slots[*slot].offset, function.slots[*slot].bytes),
        };
        values.push(value(machine, at, passed));
    }
    let thread = machine.thread(at);
    if let Some(back) = thread.calls.pop() {
        thread.local.shrink(thread.frame);
        thread.values.truncate(thread.registers);
        thread.undefined.truncate(thread.registers);
        (thread.pc, thread.registers, thread.frame) = (back.pc, back.registers, back.frame);
    }
    for (to, value) in results.into_iter().zip(values) {
        pass(machine, at, to, value)?;
    }
    Ok(())
}

impl Thread {
    /// Allocates registers and variables for a function; all are undefined.
    pub(super) fn open_frame(&mut self, function: &Function) {
        self.registers = self.values.len();
        let n = self.registers + function.registers.len();
        self.values.resize(n, 0);
        self.undefined.resize(n, u64::MAX);
        self.frame = self.local.len();
        self.local.grow((function.frame_bytes + 16).next_multiple_of(256));
        for slot in &function.slots {
            self.local.open(self.frame + slot.offset, slot.bytes);
        }
    }
}

/// Returns the value of an argument and a mask of its undefined bits.
pub(super) fn value(machine: &mut Machine<'_>, at: ThreadPos, passed: Passed) -> (u64, u64) {
    match passed {
        Passed::Value(src) => machine.get(at, src),
        Passed::Result(register) => machine.get(at, Src::Reg(register)),
        Passed::Bytes(offset, bytes) => {
            let thread = machine.thread(at);
            thread.local.read(thread.frame + offset, bytes.min(8))
        }
    }
}

/// Stores a result in the caller.
pub(super) fn pass(
    machine: &mut Machine<'_>,
    at: ThreadPos,
    to: Passed,
    (value, undefined): (u64, u64),
) -> Result<(), Fault> {
    match to {
        Passed::Result(register) => machine.set(at, register, value, undefined),
        Passed::Bytes(offset, bytes) if bytes <= 8 => {
            let thread = machine.thread(at);
            thread.local.write(thread.frame + offset, bytes, value, undefined);
        }
        other => return Err(format!("expected a result of at most 8 bytes, but found {other:?}").into()),
    }
    Ok(())
}
