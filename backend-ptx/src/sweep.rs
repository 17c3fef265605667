//! Drops what selection made in vain: values that nobody reads, values that are computed again, jumps to the next line,
//! places that nobody goes to, and lines of the source without an instruction.
//!
//! Instructions with an effect stay. What is computed again is found among registers that are written once; loops write
//! theirs on edges. At the end registers are numbered again in the order of the text. Cost: linear, but for a look at
//! the open jumps at each place.

use crate::inst::{Action, Class, Inst, Kernel, Label, MAX_PARTS, Operand, Reg};
use rustc_hash::{FxHashMap, FxHashSet};

/// The first words of instructions that only compute their first operand from the others.
const PURE: [&str; 26] = [
    "abs", "add", "and", "bfe", "brev", "clz", "cvt", "div", "fma", "lop3", "mad", "max", "min", "mov",
    "mul", "neg", "not", "or", "popc", "rem", "selp", "setp", "shl", "shr", "sub", "xor",
];

/// Sweeps a kernel.
pub(crate) fn sweep(kernel: &mut Kernel) {
    drop_repeated(kernel);
    drop_unread(kernel);
    drop_jumps(kernel);
    drop_lines(kernel);
    number_registers(kernel);
}

/// The register that an instruction writes, and does nothing else.
fn pure_result(inst: &Inst) -> Option<Reg> {
    let Inst::Do(action) = inst else { return None };
    let Some(Operand::Reg(reg)) = action.operands().first() else { return None };
    let word = action.name[0].split('.').next().unwrap_or_default();
    let is_pure = action.guard.is_none() && (action.name[0] == "ld.param" || PURE.contains(&word));
    is_pure.then_some(*reg)
}

/// The registers that an instruction writes, and does nothing else: one, or the parts of a word.
fn pure_results(kernel: &Kernel, inst: &Inst) -> Vec<Reg> {
    let mut found: Vec<Reg> = pure_result(inst).into_iter().collect();
    if let Inst::Do(action) = inst
        && let [parts @ Operand::Pack(..), _] = action.operands()
        && matches!(action.name[0], "mov.b32" | "mov.b64")
    {
        registers_of(kernel, &[*parts], &mut found);
    }
    found
}

/// The registers of operands, those in braces and addresses too.
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

/// The registers of an instruction, but for the result of a pure one.
fn reads(kernel: &Kernel, inst: &Inst) -> Vec<Reg> {
    let mut found = Vec::new();
    match inst {
        Inst::Do(action) => {
            let n_results = usize::from(!pure_results(kernel, inst).is_empty());
            found.extend(action.guard.map(|(condition, _)| condition));
            registers_of(kernel, &action.operands()[n_results..], &mut found);
        }
        Inst::Call(index) => {
            let args = kernel.calls[*index as usize].args.iter().map(|(_, arg)| *arg);
            registers_of(kernel, &args.collect::<Vec<_>>(), &mut found);
        }
        Inst::Place(_) | Inst::Line(..) | Inst::Origin(_) => {}
    }
    found
}

/// How often each register is written.
fn count_writes(kernel: &Kernel) -> FxHashMap<Reg, u32> {
    let mut written = Vec::new();
    for inst in &kernel.insts {
        match inst {
            Inst::Do(action) => {
                if let [first @ (Operand::Reg(_) | Operand::Pack(..)), ..] = action.operands() {
                    registers_of(kernel, &[*first], &mut written);
                }
            }
            Inst::Call(index) => written.extend_from_slice(&kernel.calls[*index as usize].results),
            Inst::Place(_) | Inst::Line(..) | Inst::Origin(_) => {}
        }
    }
    let mut counts = FxHashMap::default();
    for reg in written {
        *counts.entry(reg).or_default() += 1;
    }
    counts
}

/// A computation: the name of the instruction and its operands.
type Key = ([&'static str; MAX_PARTS], Vec<Operand>);

/// The computations that were done on every way to a point of the text, oldest first.
#[derive(Default)]
struct Known {
    results: FxHashMap<Key, Reg>,
    order: Vec<Key>,
    /// How many of them hold on every jump so far to a place that is still to come.
    jumps: FxHashMap<Label, usize>,
}

impl Known {
    fn add(&mut self, key: Key, result: Reg) {
        self.results.insert(key.clone(), result);
        self.order.push(key);
    }

    fn jump(&mut self, label: Label) {
        let n_known = self.order.len();
        self.jumps.entry(label).and_modify(|n| *n = n_known.min(*n)).or_insert(n_known);
    }

    /// At a place only that is known which all jumps to it know. Jumps from below come from loops, and what is known
    /// before a loop is known in it; where blocks come in any order, nothing is known at a place.
    fn place(&mut self, label: Label, is_structured: bool) {
        let n_known = self.jumps.remove(&label).unwrap_or(self.order.len());
        let n_known = if is_structured { n_known.min(self.order.len()) } else { 0 };
        for key in self.order.drain(n_known..) {
            self.results.remove(&key);
        }
        self.jumps.values_mut().for_each(|n| *n = n_known.min(*n));
    }
}

/// Uses the first of equal computations.
fn drop_repeated(kernel: &mut Kernel) {
    let writes = count_writes(kernel);
    let is_fixed = |reg: &Reg| writes.get(reg) == Some(&1);
    let mut known = Known::default();
    let mut same: FxHashMap<Reg, Reg> = FxHashMap::default();
    let mut kept = Vec::with_capacity(kernel.insts.len());
    for mut inst in std::mem::take(&mut kernel.insts) {
        if let Inst::Place(label) = inst {
            known.place(label, kernel.is_structured);
        }
        let result = pure_result(&inst).filter(is_fixed);
        if let Inst::Do(action) = &mut inst {
            rename(action, &same);
            if let Some(Operand::Label(label)) = action.operands().last() {
                known.jump(*label);
            }
        }
        if let (Some(result), Inst::Do(action)) = (result, &inst)
            && reads(kernel, &inst).iter().all(is_fixed)
        {
            let key = (action.name, sources(kernel, action, &same));
            if let Some(first) = known.results.get(&key) {
                same.insert(result, *first);
                continue;
            }
            known.add(key, result);
        }
        kept.push(inst);
    }
    kernel.insts = kept;
    rename_elsewhere(kernel, &same);
}

/// What an instruction reads, with what stands in braces.
fn sources(kernel: &Kernel, action: &Action, names: &FxHashMap<Reg, Reg>) -> Vec<Operand> {
    let mut found = Vec::new();
    for operand in &action.operands()[1..] {
        if let Operand::Pack(start, len) = *operand {
            let items = &kernel.packs[start as usize..start as usize + usize::from(len)];
            found.extend(items.iter().map(|item| match item {
                Operand::Reg(reg) => Operand::Reg(names.get(reg).copied().unwrap_or(*reg)),
                other => *other,
            }));
        } else {
            found.push(*operand);
        }
    }
    found
}

/// Renames the registers of an instruction outside of braces.
fn rename(action: &mut Action, names: &FxHashMap<Reg, Reg>) {
    let new = |reg: &mut Reg| *reg = names.get(reg).copied().unwrap_or(*reg);
    if let Some((condition, _)) = &mut action.guard {
        new(condition);
    }
    for operand in action.operands_mut() {
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

/// Drops what computes registers that nobody reads, until all are read.
fn drop_unread(kernel: &mut Kernel) {
    let mut n_reads: FxHashMap<Reg, u32> = FxHashMap::default();
    for inst in &kernel.insts {
        for reg in reads(kernel, inst) {
            *n_reads.entry(reg).or_default() += 1;
        }
    }
    let mut is_kept = vec![true; kernel.insts.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (index, inst) in kernel.insts.iter().enumerate().rev() {
            let results = pure_results(kernel, inst);
            let is_unread = |result| n_reads.get(result).copied().unwrap_or(0) == 0;
            if is_kept[index] && !results.is_empty() && results.iter().all(is_unread) {
                (is_kept[index], changed) = (false, true);
                for reg in reads(kernel, inst) {
                    n_reads.entry(reg).and_modify(|count| *count -= 1);
                }
            }
        }
    }
    let mut kept = is_kept.into_iter();
    kernel.insts.retain(|_| kept.next().unwrap_or(true));
}

/// Drops jumps to what follows, and then the places that nobody goes to.
fn drop_jumps(kernel: &mut Kernel) {
    let mut below: FxHashSet<Label> = FxHashSet::default();
    let mut used: FxHashSet<Label> = FxHashSet::default();
    let mut kept = Vec::with_capacity(kernel.insts.len());
    for inst in kernel.insts.iter().rev() {
        match inst {
            Inst::Place(label) => {
                below.insert(*label);
            }
            Inst::Do(action) => {
                if let Some(Operand::Label(label)) = action.operands().last() {
                    if below.contains(label) {
                        continue;
                    }
                    used.insert(*label);
                }
                below.clear();
            }
            Inst::Call(_) => below.clear(),
            Inst::Line(..) | Inst::Origin(_) => {}
        }
        kept.push(*inst);
    }
    kept.reverse();
    kept.retain(|inst| !matches!(inst, Inst::Place(label) if !used.contains(label)));
    kernel.insts = kept;
}

/// Writes a line of the source right before its first instruction, where it is not that of the one before.
fn drop_lines(kernel: &mut Kernel) {
    let (mut line, mut written) = (None, None);
    let mut kept = Vec::with_capacity(kernel.insts.len());
    for inst in &kernel.insts {
        match inst {
            Inst::Line(file, number, column) => line = Some((*file, *number, *column)),
            Inst::Do(_) | Inst::Call(_) => {
                let is_new = |(file, number, _): &(u32, u32, u32)| written != Some((*file, *number));
                if let Some((file, number, column)) = line.take().filter(is_new) {
                    written = Some((file, number));
                    kept.push(Inst::Line(file, number, column));
                }
                kept.push(*inst);
            }
            Inst::Place(_) | Inst::Origin(_) => kept.push(*inst),
        }
    }
    kernel.insts = kept;
}

/// Numbers the registers of each class in the order of the text.
fn number_registers(kernel: &mut Kernel) {
    let mut names: FxHashMap<Reg, Reg> = FxHashMap::default();
    let mut counts = [0; Class::ALL.len()];
    let mut found = Vec::new();
    for inst in &kernel.insts {
        match inst {
            Inst::Do(action) => {
                found.extend(action.guard.map(|(condition, _)| condition));
                registers_of(kernel, action.operands(), &mut found);
            }
            Inst::Call(index) => {
                found.append(&mut reads(kernel, inst));
                found.extend_from_slice(&kernel.calls[*index as usize].results);
            }
            Inst::Place(_) | Inst::Line(..) | Inst::Origin(_) => {}
        }
        for reg in found.drain(..) {
            names.entry(reg).or_insert_with(|| {
                counts[reg.class as usize] += 1;
                Reg { class: reg.class, number: counts[reg.class as usize] }
            });
        }
    }
    for inst in &mut kernel.insts {
        if let Inst::Do(action) = inst {
            rename(action, &names);
        }
    }
    rename_elsewhere(kernel, &names);
    kernel.n_registers = counts;
}
