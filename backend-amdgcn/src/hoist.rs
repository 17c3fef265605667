//! Moves vector instructions out of loops in which their sources do not change, as long as the registers cost no wave:
//! what selection adds to the program, such as the places of the lanes of a matrix, and constants.
//!
//! Before a loop at least the lanes are active that are in it, so a value that is computed there is right in all lanes
//! that read it.

use crate::cleanup::{is_pure, reads, writes};
use crate::code::{Class, Code};
use crate::inst::{Inst, Line, Operand, Reg};
use crate::opcode::Implicit;
use crate::regalloc::{in_use, intervals};
use crate::schedule::Registers;
use std::ops::Range;

/// Moves the instructions of a kernel on virtual registers.
pub(crate) fn hoist_invariants(code: &mut Code, registers: Registers) {
    if code.loops.is_empty() {
        return;
    }
    let mut n_writes = vec![0u32; code.registers.len()];
    for line in &code.lines {
        if let Line::Inst(inst) = line {
            writes(inst).for_each(|register| n_writes[register.id as usize] += 1);
        }
    }
    let mut room = registers.room()[Class::V as usize].saturating_sub(peak(code));
    // Inner loops come first.
    for index in 0..code.loops.len() {
        let range = code.loops[index].clone();
        let invariant = invariants(code, range.clone(), &n_writes, &mut room);
        move_before(code, range, &invariant);
    }
}

/// Returns the greatest number of vector registers in use.
fn peak(code: &Code) -> u32 {
    in_use(code, &intervals(code)).into_iter().map(|counts| counts[Class::V as usize]).max().unwrap_or(0)
}

/// Returns the lines of a loop that compute the same in each iteration, as many as there is room for their results.
fn invariants(code: &Code, range: Range<usize>, n_writes: &[u32], room: &mut u32) -> Vec<usize> {
    let mut is_changing = vec![false; code.registers.len()];
    for line in &code.lines[range.clone()] {
        if let Line::Inst(inst) = line {
            writes(inst).for_each(|register| is_changing[register.id as usize] = true);
        }
    }
    let mut found = Vec::new();
    for index in range {
        let Line::Inst(inst) = &code.lines[index] else { continue };
        let is_invariant = is_movable(inst) && !reads(inst).any(|register| is_changing[register.id as usize]);
        let Some(result) = writes(inst).next().filter(|_| is_invariant) else { continue };
        let n = u32::from(code.registers[result.id as usize].n);
        let is_whole = result.n == code.registers[result.id as usize].n;
        if is_whole && n_writes[result.id as usize] == 1 && n <= *room {
            *room -= n;
            is_changing[result.id as usize] = false;
            found.push(index);
        }
    }
    found
}

/// Whether an instruction is one of the vector unit whose only effect is its one result in vector registers, and which
/// depends on its operands alone.
fn is_movable(inst: &Inst) -> bool {
    let is_special =
        |operand: &Operand| matches!(operand, Operand::Reg(Reg::Exec(_) | Reg::Vcc(_) | Reg::M0));
    let has_vector_result =
        matches!(inst.operands.first(), Some(Operand::Reg(Reg::Virtual(_)))) && inst.written().count() == 1;
    inst.opcode.is_valu()
        && is_pure(inst)
        && has_vector_result
        && inst.opcode.reads() == Implicit::EXEC
        && inst.opcode.writes() == Implicit::NONE
        && inst.modifiers.dpp.is_none()
        && !inst.opcode.crosses_lanes()
        && !inst.operands.iter().any(is_special)
}

/// Moves lines of a loop in front of it.
fn move_before(code: &mut Code, range: Range<usize>, moved: &[usize]) {
    if moved.is_empty() {
        return;
    }
    let is_moved = |index: &usize| moved.binary_search(index).is_ok();
    let rest = range.clone().filter(|index| !is_moved(index));
    code.reorder(range.clone(), moved.iter().copied().chain(rest).map(|line| line - range.start));
    // A line that stays moves by the number of those behind it that do not.
    let after = |index: usize| {
        let n_behind = moved.len() - moved.partition_point(|line| *line < index);
        index + n_behind
    };
    for other in &mut code.loops {
        if *other == range {
            other.start += moved.len();
        } else if range.start <= other.start && other.end <= range.end {
            *other = after(other.start)..after(other.end - 1) + 1;
        }
    }
}
