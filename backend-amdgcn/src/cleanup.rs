//! Erases dead instructions, and joins registers that are copied to each other.
//!
//! A value that the next iteration of a loop, or the code after a branch, takes from a register `c` is copied there at
//! the end of its block. If `c` is not read any more once the value is computed, the value is computed in `c` and the
//! copy is erased:
//! ```text
//! v1 = v_add_f32 c, x        c = v_add_f32 c, x
//! c = v_mov_b32 v1       →
//! ```
//! So are the words of a tuple that are computed one by one, as for a store of several of them.

use crate::code::Code;
use crate::inst::{Inst, Line, Operand, Reg, Virtual};
use crate::opcode::{Family, Implicit, Opcode};
use crate::regalloc::{alignment, writes_early};
use std::ops::Range;

/// The number of lines by which a tuple may begin earlier for a part of it.
const MAX_DISTANCE: usize = 32;

/// Erases instructions whose results are not used, and that do nothing else.
pub(crate) fn erase_dead(code: &mut Code) {
    let mut n_uses = vec![0usize; code.registers.len()];
    for line in &code.lines {
        if let Line::Inst(inst) = line {
            reads(inst).for_each(|register| n_uses[register.id as usize] += 1);
        }
    }
    let mut is_dead = vec![false; code.lines.len()];
    let mut needs_scc = false;
    for index in (0..code.lines.len()).rev() {
        let Line::Inst(inst) = &code.lines[index] else { continue };
        let writes_scc = inst.opcode.writes().contains(Implicit::SCC);
        if !(needs_scc && writes_scc) && is_pure(inst) && writes(inst).all(|it| n_uses[it.id as usize] == 0) {
            is_dead[index] = true;
            reads(inst).for_each(|register| n_uses[register.id as usize] -= 1);
            continue;
        }
        needs_scc = inst.opcode.reads().contains(Implicit::SCC) || needs_scc && !writes_scc;
    }
    code.erase(&is_dead);
}

/// Whether an instruction only writes virtual registers, and the condition code.
pub(crate) fn is_pure(inst: &Inst) -> bool {
    let mut written = inst.written().peekable();
    let is_other = inst.opcode.writes() != Implicit::NONE && inst.opcode.writes() != Implicit::SCC;
    written.peek().is_some()
        && written.all(|(operand, _)| operand.virtual_register().is_some())
        && !inst.opcode.has_side_effects()
        && !is_other
}

/// Returns the virtual registers that an instruction writes.
pub(crate) fn writes(inst: &Inst) -> impl Iterator<Item = Virtual> {
    inst.written().filter_map(|(operand, _)| operand.virtual_register())
}

/// Returns the virtual registers that an instruction reads.
pub(crate) fn reads(inst: &Inst) -> impl Iterator<Item = Virtual> {
    inst.read().filter_map(|(operand, _)| operand.virtual_register())
}

/// The occurrences of a register: the lines that write it, and those that read it. Erased copies stay listed: they keep
/// the values of two branches that were copied to one register apart.
#[derive(Clone, Debug, Default)]
struct Occurrences {
    writes: Vec<(usize, Virtual)>,
    reads: Vec<(usize, Virtual)>,
}

impl Occurrences {
    /// Returns those of some words of a tuple.
    fn of_part(&self, first: u8, n: u8) -> Self {
        let meets = |(_, it): &&(usize, Virtual)| it.first < first + n && first < it.first + it.n;
        let part = |all: &[(usize, Virtual)]| all.iter().filter(meets).copied().collect();
        Self { writes: part(&self.writes), reads: part(&self.reads) }
    }
}

/// A register that is copied as a whole: where to, and the words there.
#[derive(Clone, Copy)]
struct Joined {
    target: u32,
    source: u32,
    /// The word of the target that the first one of the source is copied to.
    first: u8,
    n: u8,
}

/// Joins values with the registers, or the parts of them, that they are copied to.
pub(crate) fn join_copies(code: &mut Code, family: Family) {
    let mut all = vec![Occurrences::default(); code.registers.len()];
    for (index, line) in code.lines.iter().enumerate() {
        if let Line::Inst(inst) = line {
            writes(inst).for_each(|it| all[it.id as usize].writes.push((index, it)));
            reads(inst).for_each(|it| all[it.id as usize].reads.push((index, it)));
        }
    }
    let mut is_dead = vec![false; code.lines.len()];
    let nest = Nest::of(code);
    for index in 0..code.lines.len() {
        if is_dead[index] {
            continue;
        }
        let Some(joined) = copy_of(code, family, index) else { continue };
        let target = all[joined.target as usize].of_part(joined.first, joined.n);
        let source = &all[joined.source as usize];
        let copies: Vec<usize> = copies_of(code, family, &target, joined, index).collect();
        if copies.len() < usize::from(joined.n) {
            continue;
        }
        let sides = (&target, source);
        let is_near = begins_near(code, &all[joined.target as usize], source, joined, &copies);
        if is_near
            && (can_join(code, &nest, sides, joined.first, &copies) || can_split(code, &nest, sides, &copies))
        {
            for copy in copies {
                is_dead[copy] = true;
            }
            join(code, &mut all, joined);
        }
    }
    code.erase(&is_dead);
}

/// The nesting of loops.
struct Nest {
    /// The number of the innermost loop around each line.
    innermost: Vec<Option<usize>>,
    /// The number of the loop around each loop.
    outer: Vec<Option<usize>>,
}

impl Nest {
    fn of(code: &Code) -> Self {
        let mut nest = Self { innermost: vec![None; code.lines.len()], outer: vec![None; code.loops.len()] };
        let mut outermost_first: Vec<usize> = (0..code.loops.len()).collect();
        outermost_first.sort_by_key(|number| std::cmp::Reverse(code.loops[*number].len()));
        for number in outermost_first {
            let range = code.loops[number].clone();
            nest.outer[number] = nest.innermost.get(range.start).copied().flatten();
            nest.innermost[range].fill(Some(number));
        }
        nest
    }

    /// Returns the loops around a line, the innermost one first.
    fn loops_around<'a>(&'a self, code: &'a Code, line: usize) -> impl Iterator<Item = &'a Range<usize>> {
        let innermost = self.innermost.get(line).copied().flatten();
        std::iter::successors(innermost, |number| self.outer[*number]).map(|number| &code.loops[number])
    }
}

/// Whether a value is computed not long before the rest of the tuple that it becomes a part of: the tuple is in use as
/// a whole from then on.
fn begins_near(
    code: &Code,
    target: &Occurrences,
    source: &Occurrences,
    joined: Joined,
    copies: &[usize],
) -> bool {
    let born = source.writes.iter().map(|(line, _)| *line).min();
    let others = target.writes.iter().map(|(line, _)| *line).filter(|line| !copies.contains(line)).min();
    code.registers[joined.target as usize].n == joined.n
        || born.zip(others).is_some_and(|(born, others)| others <= born + MAX_DISTANCE)
}

/// Returns the registers of a copy of one word to a word of another register of the same kind, where all words of the
/// first one have a place.
fn copy_of(code: &Code, family: Family, index: usize) -> Option<Joined> {
    let Line::Inst(inst) = &code.lines[index] else { return None };
    let is_copy = matches!(inst.opcode, Opcode::VMovB32 | Opcode::SMovB32) && inst.modifiers.dpp.is_none();
    let [target, source] = inst.operands[..] else { return None };
    let (target, source) = (target.virtual_register()?, source.virtual_register()?);
    let [a, b] = [target, source].map(|it| code.registers[it.id as usize]);
    let is_like = a.class == b.class && a.is_mask == b.is_mask && a.fixed.is_none() && b.fixed.is_none();
    let (first, n) = (target.first.checked_sub(source.first)?, b.n);
    let is_part = first + n <= a.n && u16::from(first).is_multiple_of(alignment(family, b.class, n.into()));
    (is_copy && is_like && is_part && target.id != source.id).then_some(Joined {
        target: target.id,
        source: source.id,
        first,
        n,
    })
}

/// Returns the lines from `first` on that copy the words of one register to another, one for each word.
fn copies_of<'a>(
    code: &'a Code,
    family: Family,
    target: &'a Occurrences,
    joined: Joined,
    first: usize,
) -> impl Iterator<Item = usize> + 'a {
    let later = target.writes.iter().map(|(line, _)| *line).filter(move |line| first <= *line);
    let is_like =
        move |it: Joined| (it.target, it.source, it.first) == (joined.target, joined.source, joined.first);
    later.take(usize::from(joined.n)).filter(move |line| copy_of(code, family, *line).is_some_and(is_like))
}

/// Whether a value may be computed in the register that it is copied to.
fn can_join(
    code: &Code,
    nest: &Nest,
    (target, source): (&Occurrences, &Occurrences),
    first_word: u8,
    copies: &[usize],
) -> bool {
    let (Some(first_copy), Some(last_copy)) = (copies.first(), copies.last()) else { return false };
    let Some((born, _)) = source.writes.first().copied() else { return false };
    let is_used_later = source.reads.last().is_some_and(|(line, _)| last_copy < line);
    let is_written_later = source.writes.last().is_some_and(|(line, _)| first_copy < line);
    if is_used_later || is_written_later || *first_copy < born {
        return false;
    }
    // The old content is dead from the moment on when a word of the value is written.
    let is_alive = target.reads.iter().any(|(line, read)| {
        let overlaps = |(written, at): &(usize, Virtual)| {
            let first = first_word + at.first;
            let is_same = first < read.first + read.n && read.first < first + at.n;
            let is_early = matches!(&code.lines[*line], Line::Inst(inst) if writes_early(inst.opcode));
            (is_same && written < line || is_early && written == line) && line <= last_copy
        };
        source.writes.iter().any(overlaps)
    });
    let is_written = target.writes.iter().any(|(line, _)| born < *line && *line < *first_copy);
    // A loop inside brings back the time before.
    let mut written_in = source.writes.iter().flat_map(|(line, _)| nest.loops_around(code, *line));
    let is_repeated = written_in.any(|range| {
        let mut lines = target.reads.iter().chain(&target.writes).map(|(line, _)| line);
        !range.contains(first_copy) && lines.any(|line| range.contains(line))
    });
    // A value that an outer loop carries around, too, is alive before it is written.
    let is_carried = nest.loops_around(code, *first_copy).any(|range| !range.contains(&born));
    !is_alive && !is_written && !is_repeated && !is_carried
}

/// Whether a value may be in the register that it is copied to from its beginning on, because that is not written
/// before the last use of the value.
fn can_split(
    code: &Code,
    nest: &Nest,
    (target, source): (&Occurrences, &Occurrences),
    copies: &[usize],
) -> bool {
    let (Some(first_copy), Some(last_copy)) = (copies.first(), copies.last()) else { return false };
    let Some((born, _)) = source.writes.first().copied() else { return false };
    let is_early = |line: usize| matches!(&code.lines[line], Line::Inst(inst) if writes_early(inst.opcode));
    if target.writes.iter().any(|(line, _)| is_early(*line)) {
        return false;
    }
    let is_complete = born < *first_copy && source.writes.iter().all(|(line, _)| line < first_copy);
    let mut lines = target.writes.iter().chain(&target.reads).map(|(line, _)| *line);
    let is_new = lines.all(|line| *first_copy <= line);
    let last_use = source.reads.last().map_or(born, |(line, _)| *line);
    let is_overwritten = target.writes.iter().any(|(line, _)| last_copy < line && *line < last_use);
    let lines = [born, *first_copy, last_use];
    let mut loops = lines.into_iter().flat_map(|line| nest.loops_around(code, line));
    let is_repeated = loops.any(|range| !lines.iter().all(|line| range.contains(line)));
    is_complete && is_new && !is_overwritten && !is_repeated
}

/// Renames a register.
fn join(code: &mut Code, all: &mut [Occurrences], Joined { target, source, first, .. }: Joined) {
    let moved = std::mem::take(&mut all[source as usize]);
    let lines = moved.writes.iter().chain(&moved.reads).map(|(line, _)| *line);
    for line in lines {
        let Line::Inst(inst) = &mut code.lines[line] else { continue };
        for operand in &mut inst.operands {
            if let Operand::Reg(Reg::Virtual(register)) = operand
                && register.id == source
            {
                register.id = target;
                register.first += first;
            }
        }
    }
    let renamed =
        |(line, at): (usize, Virtual)| (line, Virtual { id: target, first: first + at.first, n: at.n });
    all[target as usize].writes.extend(moved.writes.into_iter().map(renamed));
    all[target as usize].reads.extend(moved.reads.into_iter().map(renamed));
    all[target as usize].writes.sort_by_key(|(line, _)| *line);
    all[target as usize].reads.sort_by_key(|(line, _)| *line);
}
