//! Analyses of the code of a kernel with physical registers: a state at each line, joined where paths meet, and repeated
//! around loops until nothing changes.

use crate::code::Code;
use crate::inst::{Inst, Label, Line, Operand, Reg};
use crate::opcode::{Implicit, Kind, Opcode};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A register of 32 bits: vector registers follow the scalar ones.
pub(crate) type Unit = u16;
/// The first vector register.
pub(crate) const FIRST_VECTOR: Unit = 0x200;
/// The condition mask, behind the scalar registers of a kernel.
const VCC: Unit = 106;

/// Returns all registers of an instruction, without accumulation registers.
pub(crate) fn units(inst: &Inst) -> impl Iterator<Item = Unit> {
    let kinds = inst.opcode.operands(&inst.modifiers);
    inst.operands.iter().copied().zip(kinds.iter().copied()).flat_map(units_in)
}

/// Returns the registers of an operand of a kind; none of the accumulation registers.
pub(crate) fn units_in((operand, kind): (Operand, Kind)) -> Range<Unit> {
    if kind.is_accumulator() { 0..0 } else { units_of(operand) }
}

/// Returns the registers of an operand.
pub(crate) fn units_of(operand: Operand) -> Range<Unit> {
    match operand {
        Operand::Reg(Reg::S { first, n }) => first..first + u16::from(n),
        Operand::Reg(Reg::Vcc(n)) => VCC..VCC + u16::from(n),
        Operand::Reg(Reg::V { first, n }) => FIRST_VECTOR + first..FIRST_VECTOR + first + u16::from(n),
        _ => 0..0,
    }
}

/// Returns the registers that an instruction reads, `vcc` included.
pub(crate) fn reads(inst: &Inst) -> impl Iterator<Item = Unit> {
    inst.read().flat_map(units_in).chain(implicit(inst.opcode.reads()))
}

/// Returns the registers that an instruction writes, `vcc` included.
pub(crate) fn writes(inst: &Inst) -> impl Iterator<Item = Unit> {
    inst.written().flat_map(units_in).chain(implicit(inst.opcode.writes()))
}

fn implicit(set: Implicit) -> std::ops::Range<Unit> {
    if set.contains(Implicit::VCC) { units_of(Reg::Vcc(2).into()) } else { 0..0 }
}

/// Whether a register is a part of `vcc`.
pub(crate) fn is_vcc(unit: Unit) -> bool {
    (VCC..VCC + 2).contains(&unit)
}

/// What is known at a line.
pub(crate) trait State: Clone {
    /// Adds what is known on another path; returns whether anything changed.
    fn join(&mut self, other: &Self) -> bool;
    /// Returns what must come before an instruction, and adds its effect and that of the instruction.
    fn step(&mut self, inst: &Inst) -> Vec<Inst>;
}

/// Inserts what a state requires before each instruction.
pub(crate) fn insert<S: State>(code: &mut Code, initial: &S) {
    let states = states(&code.lines, initial);
    let mut lines = Vec::with_capacity(code.lines.len() * 5 / 4);
    let mut state = initial.clone();
    for (line, joined) in std::mem::take(&mut code.lines).into_iter().zip(states) {
        if let Some(joined) = joined {
            state = joined;
        }
        if let Line::Inst(inst) = &line {
            // What the second part of a pair needs comes before the first.
            let is_second = matches!(lines.last(), Some(Line::Inst(first)) if first.modifiers.dual);
            let at = lines.len() - usize::from(is_second);
            let before: Vec<Line> = state.step(inst).into_iter().map(Line::Inst).collect();
            lines.splice(at..at, before);
        }
        lines.push(line);
    }
    code.lines = lines;
}

/// Returns the state at each label that is reached, and at the first line.
pub(crate) fn states<S: State>(lines: &[Line], initial: &S) -> Vec<Option<S>> {
    let mut states: Vec<Option<S>> = vec![None; lines.len()];
    let labels: FxHashMap<Label, usize> = lines
        .iter()
        .enumerate()
        .filter_map(|(index, line)| match line {
            Line::Label(label) => Some((*label, index)),
            Line::Inst(_) => None,
        })
        .collect();
    let target = |inst: &Inst| match inst.operands[..] {
        [Operand::Label(target)] if inst.opcode.is_branch() => labels.get(&target).copied(),
        _ => None,
    };
    let mut work = vec![0];
    if let Some(first) = states.first_mut() {
        *first = Some(initial.clone());
    }
    while let Some(start) = work.pop() {
        let Some(mut state) = states[start].clone() else { continue };
        for (index, line) in lines.iter().enumerate().skip(start) {
            if start < index && matches!(line, Line::Label(_)) {
                enter(&mut states, &mut work, index, &state);
                break;
            }
            let Line::Inst(inst) = line else { continue };
            state.step(inst);
            if let Some(target) = target(inst) {
                enter(&mut states, &mut work, target, &state);
            }
            if matches!(inst.opcode, Opcode::SBranch | Opcode::SEndpgm) {
                break;
            }
        }
    }
    states
}

fn enter<S: State>(states: &mut [Option<S>], work: &mut Vec<usize>, index: usize, state: &S) {
    let changed = match &mut states[index] {
        Some(known) => known.join(state),
        slot => {
            *slot = Some(state.clone());
            true
        }
    };
    if changed {
        work.push(index);
    }
}
