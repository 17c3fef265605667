//! Register allocation: a linear scan over intervals without holes.
//!
//! Structured code makes this exact enough: both sides of a divergent branch run one after the other, so what lives
//! across the branch interferes with both. What a loop uses from outside lives in all of it, and what is used after a
//! loop lives from its beginning on, since lanes that left it early keep their values while others go on.
//!
//! An interval takes the first free registers at a legal position, after those of the registers that it is copied
//! from. A mask with a short life goes to `vcc` where no instruction needs that.
//!
//! `check.rs` checks each allocation where debug assertions are on.
//!
//! If no registers are free, the intervals with the fewest uses for their length are spilled (`spill.rs`), and the scan
//! begins again.

#[cfg(debug_assertions)]
mod check;
mod spill;

pub(crate) use spill::Frame;

use crate::cleanup::{reads, writes};
use crate::code::{Class, Code, Register};
use crate::inst::{Inst, Line, Operand, Reg, Virtual};
use crate::opcode::{Family, Implicit, Kind, Opcode};
use std::cmp::Reverse;

/// Numbers of scalar and of vector registers, in the order of [`Class`].
pub(crate) type Counts = [u32; 2];

/// The registers that a kernel uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Used {
    /// The number of scalar registers, from 0 on.
    pub(crate) scalar: u32,
    /// The number of vector registers, from 0 on.
    pub(crate) vector: u32,
    /// Whether `vcc` is used.
    pub(crate) vcc: bool,
}

/// The registers that a kernel needs are more than the chip has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMany {
    /// The file.
    pub(crate) class: Class,
}

/// The longest life, in positions, of a mask in `vcc`.
const SHORT: u32 = 16;

/// The positions at which a register lives. A line reads at twice its number, and writes one later.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// A physical register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Physical {
    /// From this number on, in the file of the register.
    At(u16),
    /// In `vcc`.
    Vcc,
}

/// The number of scans after which allocation is given up.
const MAX_SCANS: usize = 32;

/// Allocates registers, of which a kernel may use these numbers of scalar and vector ones, and rewrites the code.
pub(crate) fn allocate(
    code: &mut Code,
    family: Family,
    limits: (u16, u16),
    frame: &mut Frame,
) -> Result<Used, TooMany> {
    for _ in 0..MAX_SCANS {
        let scan = scan(code, family, limits)?;
        let Some(first) = scan.spilled.first() else { return Ok(finish(code, family, scan)) };
        let class = code.registers[*first as usize].class;
        if !spill::spill(code, &scan.spilled, frame) {
            return Err(TooMany { class });
        }
    }
    Err(TooMany { class: Class::V })
}

/// Scans the intervals once; an error if some have no registers and cannot be spilled.
fn scan(code: &Code, family: Family, limits: (u16, u16)) -> Result<Scan, TooMany> {
    let intervals = intervals(code);
    let mut order: Vec<u32> = (0..code.registers.len() as u32).collect();
    order.retain(|id| intervals[*id as usize].is_some());
    order.sort_by_key(|id| {
        let register = code.registers[*id as usize];
        let start = intervals[*id as usize].map_or(0, |interval| interval.start);
        (register.fixed.is_none(), start, Reverse(register.n), *id)
    });
    let mut scan = Scan::new(code, family, limits, intervals);
    for id in order {
        scan.place(code, id)?;
    }
    Ok(scan)
}

/// Rewrites the code with the registers of a scan that spilled nothing.
fn finish(code: &mut Code, family: Family, scan: Scan) -> Used {
    let Scan { places, mut used, .. } = scan;
    #[cfg(debug_assertions)]
    assert_eq!(check::first_conflict(code, &places), None, "an allocation is wrong");
    rewrite(code, &places);
    if family == Family::Gfx90a && shifts_by_last_register(code, used.vector) {
        used.vector += 1;
    }
    used
}

/// Whether a shift of 64 bits takes its count from the last of `n` vector registers, which ends a block of 8 of them:
/// gfx90a then reads a register of another wave.
fn shifts_by_last_register(code: &Code, n: u32) -> bool {
    let count = |line: &Line| match line {
        Line::Inst(inst) => match (inst.opcode, inst.operands.get(1)) {
            (
                Opcode::VLshlrevB64 | Opcode::VLshrrevB64 | Opcode::VAshrrevI64,
                Some(&Operand::Reg(Reg::V { first, .. })),
            ) => Some(u32::from(first)),
            _ => None,
        },
        Line::Label(_) => None,
    };
    n.is_multiple_of(8) && code.lines.iter().filter_map(count).any(|register| register + 1 == n)
}

/// Returns the interval of each register that occurs.
pub(crate) fn intervals(code: &Code) -> Vec<Option<Interval>> {
    let mut all: Vec<Option<Interval>> = vec![None; code.registers.len()];
    let mut at = |register: Virtual, position: u32| {
        let slot = &mut all[register.id as usize];
        let interval = slot.get_or_insert(Interval { start: position, end: position });
        interval.start = interval.start.min(position);
        interval.end = interval.end.max(position);
    };
    for (index, line) in code.lines.iter().enumerate() {
        let Line::Inst(inst) = line else { continue };
        let position = 2 * index as u32;
        reads(inst).for_each(|register| at(register, position));
        let written = if writes_early(inst.opcode) { position } else { position + 1 };
        writes(inst).for_each(|register| {
            at(register, written);
            at(register, position + 1);
        });
    }
    for (interval, register) in all.iter_mut().zip(&code.registers) {
        if let (Some(interval), Some(_)) = (interval.as_mut(), register.fixed) {
            interval.start = 0;
        }
    }
    extend_over_loops(code, &mut all);
    all
}

/// Extends the interval of a register that is in use at the beginning or at the end of a loop over all of the loop.
///
/// An end that is moved stays in the same loops. So the ends of before tell which intervals have one in a loop.
fn extend_over_loops(code: &Code, all: &mut [Option<Interval>]) {
    let ends: [fn(&Interval) -> u32; 2] = [|interval| interval.start, |interval| interval.end];
    let sorted = ends.map(|end| {
        let known = all.iter().enumerate().filter_map(|(id, interval)| Some((end(interval.as_ref()?), id)));
        let mut known: Vec<(u32, usize)> = known.collect();
        known.sort_unstable();
        known
    });
    // Inner loops come first.
    for range in &code.loops {
        let (first, last) = (2 * range.start as u32, 2 * range.end as u32 - 1);
        for known in &sorted {
            let begin = known.partition_point(|(position, _)| *position < first);
            for (_, id) in known[begin..].iter().take_while(|(position, _)| *position <= last) {
                let Some(interval) = &mut all[*id] else { continue };
                if interval.start < first && (first..=last).contains(&interval.end) {
                    interval.end = last;
                } else if (first..=last).contains(&interval.start) && last < interval.end {
                    interval.start = first;
                }
            }
        }
    }
}

/// Returns the numbers of registers in use before each line.
pub(crate) fn in_use(code: &Code, intervals: &[Option<Interval>]) -> Vec<Counts> {
    let mut changes = vec![[0i64; 2]; code.lines.len() + 2];
    for (register, interval) in code.registers.iter().zip(intervals) {
        let Some(interval) = interval else { continue };
        // It is in use before the lines that begin in its interval.
        changes[interval.start as usize / 2 + 1][register.class as usize] += i64::from(register.n);
        changes[interval.end as usize / 2 + 1][register.class as usize] -= i64::from(register.n);
    }
    let mut alive = [0i64; 2];
    let before = changes.into_iter().map(|change| {
        alive = [alive[0] + change[0], alive[1] + change[1]];
        alive.map(|n| n as u32)
    });
    before.collect()
}

/// Whether an instruction may write a part of its result before it has read all sources. A scalar load of several words
/// is repeated after a page fault.
pub(crate) fn writes_early(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::VMadU64U32
            | Opcode::VMadI64I32
            | Opcode::SLoadB64
            | Opcode::SLoadB128
            | Opcode::SLoadB256
            | Opcode::SLoadB512
    )
}

/// A copy-related register: its id, and the distance of the words.
type Hint = (u32, i32);

struct Scan {
    family: Family,
    intervals: Vec<Option<Interval>>,
    /// The registers that have none, to be spilled.
    spilled: Vec<u32>,
    /// What the uses of a register cost, for each position of its interval.
    weights: Vec<f64>,
    places: Vec<Option<Physical>>,
    hints: Vec<Vec<Hint>>,
    /// The register that each scalar, and each vector register was last taken by.
    owners: [Vec<Option<u32>>; 2],
    vcc_busy: Option<u32>,
    /// The positions at which instructions need `vcc`.
    vcc_needed: Vec<Interval>,
    /// Whether an instruction names a word of a tuple, which `vcc` has no name for.
    has_parts: Vec<bool>,
    used: Used,
}

impl Scan {
    fn new(code: &Code, family: Family, limits: (u16, u16), intervals: Vec<Option<Interval>>) -> Self {
        let vcc_needed = vcc_needed(code);
        Self {
            family,
            weights: weights(code, &intervals),
            intervals,
            spilled: Vec::new(),
            places: vec![None; code.registers.len()],
            hints: hints(code),
            owners: [vec![None; usize::from(limits.0)], vec![None; usize::from(limits.1)]],
            vcc_busy: None,
            used: Used { vcc: !vcc_needed.is_empty(), ..Used::default() },
            vcc_needed,
            has_parts: has_parts(code),
        }
    }

    fn place(&mut self, code: &Code, id: u32) -> Result<(), TooMany> {
        let register = code.registers[id as usize];
        let Some(interval) = self.intervals[id as usize] else { return Ok(()) };
        if register.is_mask && !self.has_parts[id as usize] && self.vcc_is_free(interval) {
            self.vcc_busy = Some(interval.end);
            self.used.vcc = true;
            self.places[id as usize] = Some(Physical::Vcc);
            return Ok(());
        }
        let n = u16::from(register.n);
        let align = alignment(self.family, register.class, n);
        let free = register
            .fixed
            .or_else(|| self.hinted(register, id, align, interval))
            .or_else(|| self.first_free(register.class, align, n, interval));
        let Some(first) = free.or_else(|| self.make_room(code, id, align)) else {
            if register.is_unspillable {
                return Err(TooMany { class: register.class });
            }
            self.spilled.push(id);
            return Ok(());
        };
        for taken in first..first + n {
            self.owners[register.class as usize][usize::from(taken)] = Some(id);
        }
        let used = match register.class {
            Class::S => &mut self.used.scalar,
            Class::V => &mut self.used.vector,
        };
        *used = (*used).max(u32::from(first + n));
        self.places[id as usize] = Some(Physical::At(first));
        Ok(())
    }

    /// Returns the place beside a register that it is copied from or to, if that is free.
    fn hinted(&self, register: Register, id: u32, align: u16, interval: Interval) -> Option<u16> {
        self.hints[id as usize].iter().find_map(|(other, distance)| {
            let Some(Physical::At(first)) = self.places[*other as usize] else { return None };
            let first = u16::try_from(i32::from(first) + distance).ok()?;
            let is_free = self.is_free(register.class, first, u16::from(register.n), interval);
            (first.is_multiple_of(align) && is_free).then_some(first)
        })
    }

    fn first_free(&self, class: Class, align: u16, n: u16, interval: Interval) -> Option<u16> {
        let n_registers = self.owners[class as usize].len() as u16;
        (0..n_registers).step_by(usize::from(align)).find(|first| self.is_free(class, *first, n, interval))
    }

    fn is_free(&self, class: Class, first: u16, n: u16, interval: Interval) -> bool {
        self.owners_of(class, first, n)
            .is_some_and(|mut all| all.all(|id| !self.is_alive(id, interval.start)))
    }

    /// Returns the registers that were last placed in these; `None` if some do not exist.
    fn owners_of(&self, class: Class, first: u16, n: u16) -> Option<impl Iterator<Item = u32> + '_> {
        let range = usize::from(first)..usize::from(first + n);
        self.owners[class as usize].get(range).map(|all| all.iter().flatten().copied())
    }

    fn is_alive(&self, id: u32, position: u32) -> bool {
        self.intervals[id as usize].is_some_and(|interval| position <= interval.end)
    }

    /// Spills what costs least, and less than the register itself, so that registers for it are free.
    fn make_room(&mut self, code: &Code, id: u32, align: u16) -> Option<u16> {
        let register = code.registers[id as usize];
        let (class, n) = (register.class, u16::from(register.n));
        let start = self.intervals[id as usize]?.start;
        let own = if register.is_unspillable { f64::INFINITY } else { self.weights[id as usize] };
        let n_registers = self.owners[class as usize].len() as u16;
        let mut best: Option<(f64, u16)> = None;
        for first in (0..n_registers).step_by(usize::from(align)) {
            let Some(owners) = self.owners_of(class, first, n) else { continue };
            let cost = owners.filter(|id| self.is_alive(*id, start)).map(|id| {
                let is_fixed = code.registers[id as usize].is_unspillable;
                if is_fixed { f64::INFINITY } else { self.weights[id as usize] }
            });
            let cost = cost.fold(0.0, f64::max);
            if cost < own && best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, first));
            }
        }
        let (_, first) = best?;
        let evicted: Vec<u32> =
            self.owners_of(class, first, n)?.filter(|id| self.is_alive(*id, start)).collect();
        for id in evicted {
            if !self.spilled.contains(&id) {
                self.spilled.push(id);
            }
            for owner in &mut self.owners[class as usize] {
                *owner = owner.filter(|owner| *owner != id);
            }
        }
        Some(first)
    }

    fn vcc_is_free(&self, interval: Interval) -> bool {
        let is_short = interval.end - interval.start <= SHORT;
        let meets = |needed: &Interval| needed.start <= interval.end && interval.start <= needed.end;
        is_short && self.vcc_busy.is_none_or(|end| end < interval.start) && !self.vcc_needed.iter().any(meets)
    }
}

/// Returns the number of which the first register of a tuple must be a multiple.
pub(crate) fn alignment(family: Family, class: Class, n: u16) -> u16 {
    match class {
        Class::S => n.next_power_of_two().min(4),
        Class::V if family.is_gfx9() && 1 < n => 2,
        Class::V => 1,
    }
}

/// Returns what it costs to spill each register: its uses, each of them eight times as much in a loop, for the length
/// of its interval.
fn weights(code: &Code, intervals: &[Option<Interval>]) -> Vec<f64> {
    let mut depths = vec![0i32; code.lines.len() + 1];
    for range in &code.loops {
        for depth in &mut depths[range.clone()] {
            *depth += 1;
        }
    }
    let mut weights = vec![0.0; code.registers.len()];
    for (line, depth) in code.lines.iter().zip(depths) {
        let Line::Inst(inst) = line else { continue };
        for part in reads(inst).chain(writes(inst)) {
            weights[part.id as usize] += 8f64.powi(depth);
        }
    }
    for (weight, interval) in weights.iter_mut().zip(intervals) {
        *weight /= f64::from(interval.map_or(1, |interval| interval.end - interval.start + 1));
    }
    weights
}

/// Returns the positions from each write of `vcc` by name to its last read.
fn vcc_needed(code: &Code) -> Vec<Interval> {
    let mut all: Vec<Interval> = Vec::new();
    for (index, line) in code.lines.iter().enumerate() {
        let Line::Inst(inst) = line else { continue };
        let is_vcc = |(operand, _): (Operand, Kind)| matches!(operand, Operand::Reg(Reg::Vcc(_)));
        let position = 2 * index as u32;
        if inst.read().any(is_vcc) || inst.opcode.reads().contains(Implicit::VCC) {
            match all.last_mut() {
                Some(last) => last.end = position,
                None => all.push(Interval { start: 0, end: position }),
            }
        }
        if inst.written().any(is_vcc) || inst.opcode.writes().contains(Implicit::VCC) {
            all.push(Interval { start: position, end: position + 1 });
        }
    }
    all
}

/// Returns for each tuple whether an instruction names a part of it.
fn has_parts(code: &Code) -> Vec<bool> {
    let mut all = vec![false; code.registers.len()];
    for line in &code.lines {
        let Line::Inst(inst) = line else { continue };
        for part in inst.operands.iter().filter_map(|operand| operand.virtual_register()) {
            all[part.id as usize] |= part.n < code.registers[part.id as usize].n;
        }
    }
    all
}

/// Returns the registers that each one is copied from or to.
fn hints(code: &Code) -> Vec<Vec<Hint>> {
    let mut hints = vec![Vec::new(); code.registers.len()];
    for line in &code.lines {
        let Line::Inst(inst) = line else { continue };
        if let (Opcode::SMovB32 | Opcode::VMovB32 | Opcode::SMovB64, [a, b]) =
            (inst.opcode, &inst.operands[..])
            && let (Some(a), Some(b)) = (a.virtual_register(), b.virtual_register())
            && code.registers[a.id as usize].class == code.registers[b.id as usize].class
        {
            let distance = i32::from(b.first) - i32::from(a.first);
            hints[a.id as usize].push((b.id, distance));
            hints[b.id as usize].push((a.id, -distance));
        }
    }
    hints
}

/// Replaces virtual registers, and erases copies of a register to itself.
fn rewrite(code: &mut Code, places: &[Option<Physical>]) {
    let registers = &code.registers;
    let physical =
        |register: Virtual| match (places[register.id as usize], registers[register.id as usize].class) {
            (Some(Physical::Vcc), _) => Reg::Vcc(register.n),
            (Some(Physical::At(first)), Class::S) => {
                Reg::S { first: first + u16::from(register.first), n: register.n }
            }
            (Some(Physical::At(first)), Class::V) => {
                Reg::V { first: first + u16::from(register.first), n: register.n }
            }
            (None, _) => Reg::Null,
        };
    for line in &mut code.lines {
        let Line::Inst(inst) = line else { continue };
        for operand in &mut inst.operands {
            if let Operand::Reg(Reg::Virtual(register)) = operand {
                *operand = physical(*register).into();
            }
        }
    }
    code.lines.retain(|line| !matches!(line, Line::Inst(inst) if is_idle(inst)));
    code.loops.clear();
}

fn is_idle(inst: &Inst) -> bool {
    let is_copy = matches!(inst.opcode, Opcode::SMovB32 | Opcode::SMovB64 | Opcode::VMovB32);
    is_copy && inst.modifiers.dpp.is_none() && inst.operands[0] == inst.operands[1]
}
