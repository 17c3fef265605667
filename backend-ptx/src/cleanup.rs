//! Cleans up after selection: erases dead instructions, jumps to the next line, and labels without jumps.
//!
//! Only instructions whose row is [`Effect::Pure`] are erased. Repeated instructions stay: `cse` has merged operations, and the
//! compiler of the driver merges the instructions that selection repeats. Finally, registers are numbered in the order of the
//! text. Cost: linear.

use crate::inst::{Kernel, Label, Line, Operand, Reg, RegClass};
use crate::opcode::Effect;
use rustc_hash::{FxHashMap, FxHashSet};

/// Cleans up a kernel.
pub(crate) fn clean_up(kernel: &mut Kernel) {
    drop_unread(kernel);
    drop_jumps(kernel);
    number_registers(kernel);
}

/// Collects the registers of a line in the order of the text, and returns the number of those, the first ones, that a
/// pure instruction defines.
fn registers(kernel: &Kernel, line: &Line, found: &mut Vec<Reg>) -> usize {
    found.clear();
    let mut n_defined = 0;
    match line {
        Line::Inst(inst) => {
            found.extend(inst.guard.map(|(condition, _)| condition));
            let is_pure = found.is_empty() && inst.name.opcode.row().effect == Effect::Pure;
            for (index, operand) in inst.operands().iter().enumerate() {
                registers_of(kernel, *operand, found);
                if index == 0 && is_pure {
                    n_defined = found.len();
                }
            }
        }
        Line::Print(addresses) => found.extend_from_slice(addresses),
        Line::Label(_) | Line::NoUnroll | Line::Origin(..) => {}
    }
    n_defined
}

/// Collects the registers of an operand, including those in braces and addresses.
fn registers_of(kernel: &Kernel, operand: Operand, found: &mut Vec<Reg>) {
    match operand {
        Operand::Reg(reg) | Operand::Address(reg, _) => found.push(reg),
        Operand::Pack(start, len) => {
            let items = &kernel.packs[start as usize..start as usize + usize::from(len)];
            for item in items {
                registers_of(kernel, *item, found);
            }
        }
        _ => {}
    }
}

/// Erases pure instructions with unused results until a fixed point.
fn drop_unread(kernel: &mut Kernel) {
    let mut n_reads: FxHashMap<Reg, u32> = FxHashMap::default();
    let mut found = Vec::new();
    for line in &kernel.lines {
        let n_defined = registers(kernel, line, &mut found);
        found[n_defined..].iter().for_each(|reg| *n_reads.entry(*reg).or_default() += 1);
    }
    let mut is_kept = vec![true; kernel.lines.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (index, line) in kernel.lines.iter().enumerate().rev() {
            let n_defined = registers(kernel, line, &mut found);
            let (defined, read) = found.split_at(n_defined);
            let is_unread = |reg| n_reads.get(reg).copied().unwrap_or(0) == 0;
            if is_kept[index] && !defined.is_empty() && defined.iter().all(is_unread) {
                (is_kept[index], changed) = (false, true);
                for reg in read {
                    n_reads.entry(*reg).and_modify(|count| *count -= 1);
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
            Line::Print(_) => below.clear(),
            Line::NoUnroll | Line::Origin(..) => {}
        }
        kept.push(*line);
    }
    kept.reverse();
    kept.retain(|line| !matches!(line, Line::Label(label) if !used.contains(label)));
    kernel.lines = kept;
}

/// Numbers the registers of each class in the order of the text.
fn number_registers(kernel: &mut Kernel) {
    let mut names: FxHashMap<Reg, Reg> = FxHashMap::default();
    let mut counts = [0; RegClass::ALL.len()];
    let mut found = Vec::new();
    for line in &kernel.lines {
        registers(kernel, line, &mut found);
        for reg in &found {
            names.entry(*reg).or_insert_with(|| {
                counts[reg.class as usize] += 1;
                Reg { class: reg.class, number: counts[reg.class as usize] }
            });
        }
    }
    let rename = |reg: &mut Reg| *reg = names.get(reg).copied().unwrap_or(*reg);
    let rename_in = |operand: &mut Operand| {
        if let Operand::Reg(reg) | Operand::Address(reg, _) = operand {
            rename(reg);
        }
    };
    for line in &mut kernel.lines {
        match line {
            Line::Inst(inst) => {
                inst.guard.iter_mut().for_each(|(condition, _)| rename(condition));
                inst.operands_mut().iter_mut().for_each(rename_in);
            }
            Line::Print(addresses) => addresses.iter_mut().for_each(rename),
            Line::Label(_) | Line::NoUnroll | Line::Origin(..) => {}
        }
    }
    kernel.packs.iter_mut().for_each(rename_in);
    kernel.n_registers = counts;
}
