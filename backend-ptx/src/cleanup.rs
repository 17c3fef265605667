//! Cleans up after selection: erases dead instructions, jumps to the next line, labels without jumps, and `.loc` lines without
//! an instruction.
//!
//! Only instructions whose row is [`Effect::Pure`] are erased. Repeated instructions stay: `cse` has merged operations, and the
//! compiler of the driver merges the instructions that selection repeats. Finally, registers are numbered in the order of the
//! text. Cost: linear.

use crate::inst::{Inst, Kernel, Label, Line, Operand, Reg, RegClass};
use crate::opcode::{Effect, Opcode};
use rustc_hash::{FxHashMap, FxHashSet};

/// Cleans up a kernel.
pub(crate) fn clean_up(kernel: &mut Kernel) {
    drop_unread(kernel);
    drop_jumps(kernel);
    drop_loc_lines(kernel);
    number_registers(kernel);
}

/// Returns the only register that a pure instruction defines.
fn pure_result(line: &Line) -> Option<Reg> {
    let Line::Inst(inst) = line else { return None };
    let Some(Operand::Reg(reg)) = inst.operands().first() else { return None };
    (inst.guard.is_none() && inst.name.opcode.row().effect == Effect::Pure).then_some(*reg)
}

/// Returns the registers that a pure instruction defines: one, or those in braces.
fn pure_results(kernel: &Kernel, line: &Line) -> Vec<Reg> {
    let mut found: Vec<Reg> = pure_result(line).into_iter().collect();
    if let Line::Inst(inst) = line
        && let [parts @ Operand::Pack(..), _] = inst.operands()
        && inst.name.opcode == Opcode::Mov
    {
        registers_of(kernel, &[*parts], &mut found);
    }
    found
}

/// Collects the registers of operands, including those in braces and addresses.
fn registers_of(kernel: &Kernel, operands: &[Operand], found: &mut Vec<Reg>) {
    for operand in operands {
        match *operand {
            Operand::Reg(reg) | Operand::Address(reg, _) => found.push(reg),
            Operand::Pack(start, len) => {
                let start = start as usize;
                registers_of(kernel, &kernel.packs[start..start + usize::from(len)], found);
            }
            _ => {}
        }
    }
}

/// Returns the registers of an instruction, except for the result of a pure one.
fn reads(kernel: &Kernel, line: &Line) -> Vec<Reg> {
    let mut found = Vec::new();
    match line {
        Line::Inst(inst) => {
            let n_results = usize::from(!pure_results(kernel, line).is_empty());
            found.extend(inst.guard.map(|(condition, _)| condition));
            registers_of(kernel, &inst.operands()[n_results..], &mut found);
        }
        Line::Call(index) => {
            let args = kernel.calls[*index as usize].args.iter().map(|(_, arg)| *arg);
            registers_of(kernel, &args.collect::<Vec<_>>(), &mut found);
        }
        Line::Label(_) | Line::Loc(..) | Line::NoUnroll | Line::Origin(_) => {}
    }
    found
}

/// Renames the registers of an instruction outside of braces.
fn rename(inst: &mut Inst, names: &FxHashMap<Reg, Reg>) {
    let new = |reg: &mut Reg| *reg = names.get(reg).copied().unwrap_or(*reg);
    if let Some((condition, _)) = &mut inst.guard {
        new(condition);
    }
    for operand in inst.operands_mut() {
        if let Operand::Reg(reg) | Operand::Address(reg, _) = operand {
            new(reg);
        }
    }
}

/// Renames registers in braces and calls.
fn rename_elsewhere(kernel: &mut Kernel, names: &FxHashMap<Reg, Reg>) {
    let new = |reg: &mut Reg| *reg = names.get(reg).copied().unwrap_or(*reg);
    let args = kernel.calls.iter_mut().flat_map(|call| call.args.iter_mut().map(|(_, arg)| arg));
    for operand in kernel.packs.iter_mut().chain(args) {
        if let Operand::Reg(reg) = operand {
            new(reg);
        }
    }
    for call in &mut kernel.calls {
        call.results.iter_mut().for_each(new);
    }
}

/// Erases pure instructions with unused results until a fixed point.
fn drop_unread(kernel: &mut Kernel) {
    let mut n_reads: FxHashMap<Reg, u32> = FxHashMap::default();
    for line in &kernel.lines {
        for reg in reads(kernel, line) {
            *n_reads.entry(reg).or_default() += 1;
        }
    }
    let mut is_kept = vec![true; kernel.lines.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (index, line) in kernel.lines.iter().enumerate().rev() {
            let results = pure_results(kernel, line);
            let is_unread = |result| n_reads.get(result).copied().unwrap_or(0) == 0;
            if is_kept[index] && !results.is_empty() && results.iter().all(is_unread) {
                (is_kept[index], changed) = (false, true);
                for reg in reads(kernel, line) {
                    n_reads.entry(reg).and_modify(|count| *count -= 1);
                }
            }
        }
    }
    let mut kept = is_kept.into_iter();
    kernel.lines.retain(|_| kept.next().unwrap_or(true));
}

/// Erases jumps to the next line, and then labels without jumps.
fn drop_jumps(kernel: &mut Kernel) {
    let mut below: FxHashSet<Label> = FxHashSet::default();
    let mut used: FxHashSet<Label> = FxHashSet::default();
    let mut kept = Vec::with_capacity(kernel.lines.len());
    for line in kernel.lines.iter().rev() {
        match line {
            Line::Label(label) => {
                below.insert(*label);
            }
            Line::Inst(inst) => {
                if let Some(Operand::Label(label)) = inst.operands().last() {
                    if below.contains(label) {
                        continue;
                    }
                    used.insert(*label);
                }
                below.clear();
            }
            Line::Call(_) => below.clear(),
            Line::Loc(..) | Line::NoUnroll | Line::Origin(_) => {}
        }
        kept.push(*line);
    }
    kept.reverse();
    kept.retain(|line| !matches!(line, Line::Label(label) if !used.contains(label)));
    kernel.lines = kept;
}

/// Moves `.loc` lines right before their first instruction, and drops those that repeat the previous location.
fn drop_loc_lines(kernel: &mut Kernel) {
    let (mut next, mut written) = (None, None);
    let mut kept = Vec::with_capacity(kernel.lines.len());
    for line in &kernel.lines {
        match line {
            Line::Loc(file, number, column) => next = Some((*file, *number, *column)),
            Line::Inst(_) | Line::Call(_) => {
                let is_new = |(file, number, _): &(u32, u32, u32)| written != Some((*file, *number));
                if let Some((file, number, column)) = next.take().filter(is_new) {
                    written = Some((file, number));
                    kept.push(Line::Loc(file, number, column));
                }
                kept.push(*line);
            }
            Line::Label(_) | Line::NoUnroll | Line::Origin(_) => kept.push(*line),
        }
    }
    kernel.lines = kept;
}

/// Numbers the registers of each class in the order of the text.
fn number_registers(kernel: &mut Kernel) {
    let mut names: FxHashMap<Reg, Reg> = FxHashMap::default();
    let mut counts = [0; RegClass::ALL.len()];
    let mut found = Vec::new();
    for line in &kernel.lines {
        match line {
            Line::Inst(inst) => {
                found.extend(inst.guard.map(|(condition, _)| condition));
                registers_of(kernel, inst.operands(), &mut found);
            }
            Line::Call(index) => {
                found.append(&mut reads(kernel, line));
                found.extend_from_slice(&kernel.calls[*index as usize].results);
            }
            Line::Label(_) | Line::Loc(..) | Line::NoUnroll | Line::Origin(_) => {}
        }
        for reg in found.drain(..) {
            names.entry(reg).or_insert_with(|| {
                counts[reg.class as usize] += 1;
                Reg { class: reg.class, number: counts[reg.class as usize] }
            });
        }
    }
    for line in &mut kernel.lines {
        if let Line::Inst(inst) = line {
            rename(inst, &names);
        }
    }
    rename_elsewhere(kernel, &names);
    kernel.n_registers = counts;
}
