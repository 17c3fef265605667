//! Combines instructions before registers are allocated: loads of neighbouring arguments, and shifts with sums.
//!
//! ```text
//! s[2:3] = s_load_b64 args, 0        s[4:7] = s_load_b128 args, 0
//! s[4:5] = s_load_b64 args, 8    →
//! v1 = v_lshlrev_b32 2, v0
//! v2 = v_add_nc_u32 v1, s4       →   v2 = v_lshl_add_u32 v0, 2, s4
//! ```

use crate::cleanup::{reads, writes};
use crate::code::{Class, Code};
use crate::inst::{Inst, Line, Modifiers, Operand, Reg, Virtual};
use crate::opcode::{Family, Opcode};
use crate::select::emit::is_inline;
use rustc_hash::FxHashMap;

/// A load of one or two words of the arguments.
#[derive(Clone, Copy)]
struct ArgumentLoad {
    line: usize,
    offset: i32,
    target: u32,
}

/// The size of a slot of the arguments in bytes.
pub(crate) const SLOT: i32 = 8;

/// Joins the loads of arguments in neighbouring slots.
pub(crate) fn join_argument_loads(code: &mut Code) {
    let mut loads: Vec<ArgumentLoad> = Vec::new();
    let mut base = None;
    for (line, inst) in code.lines.iter().enumerate() {
        if let Line::Inst(inst) = inst
            && let Some((load, from)) = argument_load(code, line, inst)
        {
            base = Some(from);
            loads.push(load);
        }
    }
    let Some(base) = base else { return };
    loads.sort_by_key(|load| load.offset);
    let mut moved: FxHashMap<u32, (u32, u8)> = FxHashMap::default();
    let mut is_dead = vec![false; code.lines.len()];
    let mut rest = loads.as_slice();
    while let Some(first) = rest.first() {
        let follows =
            |(index, load): (usize, &ArgumentLoad)| load.offset == first.offset + SLOT * index as i32;
        let n = rest.iter().enumerate().take_while(|load| follows(*load)).count();
        let (n, opcode) = match n {
            4.. => (4, Opcode::SLoadB256),
            2.. => (2, Opcode::SLoadB128),
            _ => (1, Opcode::SLoadB64),
        };
        let (joined, others) = rest.split_at(n);
        rest = others;
        if n == 1 {
            continue;
        }
        let whole = code.register(Class::S, 2 * n as u8);
        for (index, load) in joined.iter().enumerate() {
            moved.insert(load.target, (whole.id, 2 * index as u8));
            is_dead[load.line] = true;
        }
        let line = joined.iter().map(|load| load.line).min().unwrap_or(first.line);
        is_dead[line] = false;
        let modifiers = Modifiers { offset: first.offset, ..Modifiers::default() };
        code.lines[line] = Line::Inst(Inst { opcode, operands: vec![whole.into(), base], modifiers });
    }
    for line in &mut code.lines {
        let Line::Inst(inst) = line else { continue };
        for operand in &mut inst.operands {
            if let Operand::Reg(Reg::Virtual(part)) = operand
                && let Some((id, first)) = moved.get(&part.id)
            {
                *part = Virtual { id: *id, first: first + part.first, n: part.n };
            }
        }
    }
    code.erase(&is_dead);
}

/// Returns the load of an argument of one slot to a register of its own, and the address of the arguments.
fn argument_load(code: &Code, line: usize, inst: &Inst) -> Option<(ArgumentLoad, Operand)> {
    let is_load = matches!(inst.opcode, Opcode::SLoadB32 | Opcode::SLoadB64);
    let [target, base] = inst.operands[..] else { return None };
    let (part, from) = (target.virtual_register()?, base.virtual_register()?);
    // The address of the arguments is the only pair that the hardware sets, at the first registers.
    let is_argument = code.registers[from.id as usize].fixed == Some(0);
    let is_whole = part.n == code.registers[part.id as usize].n;
    let offset = inst.modifiers.offset;
    (is_load && is_argument && is_whole && offset % SLOT == 0)
        .then_some((ArgumentLoad { line, offset, target: part.id }, base))
}

/// Combines shifts to the left with sums and unions.
pub(crate) fn combine_shifts(code: &mut Code, family: Family) {
    let mut n_uses = vec![0usize; code.registers.len()];
    let mut definitions: Vec<Option<usize>> = vec![None; code.registers.len()];
    let mut is_single = vec![true; code.registers.len()];
    for (index, line) in code.lines.iter().enumerate() {
        let Line::Inst(inst) = line else { continue };
        reads(inst).for_each(|part| n_uses[part.id as usize] += 1);
        for part in writes(inst) {
            is_single[part.id as usize] &= definitions[part.id as usize].replace(index).is_none();
        }
    }
    let mut is_dead = vec![false; code.lines.len()];
    for index in 0..code.lines.len() {
        let Line::Inst(inst) = &code.lines[index] else { continue };
        if inst.modifiers != Modifiers::default() {
            continue;
        }
        // The value is computed later then: what it is computed from must not have changed.
        let inner = |operand: Operand| -> Option<(usize, &Inst)> {
            let part = operand.virtual_register()?;
            let is_own = is_single[part.id as usize] && n_uses[part.id as usize] == 1;
            let at = definitions[part.id as usize].filter(|at| is_own && !is_dead[*at])?;
            let Line::Inst(inner) = &code.lines[at] else { return None };
            let is_stable = reads(inner).all(|source| is_single[source.id as usize]);
            (is_stable && inner.modifiers == Modifiers::default()).then_some((at, inner))
        };
        let Some((at, combined)) = combination(inst, &inner) else { continue };
        if is_legal(code, &combined, family) {
            is_dead[at] = true;
            code.lines[index] = Line::Inst(combined);
        }
    }
    code.erase(&is_dead);
}

/// Returns the instruction that stands for this one and one before, and the line of that.
fn combination<'c>(
    inst: &Inst,
    inner: &impl Fn(Operand) -> Option<(usize, &'c Inst)>,
) -> Option<(usize, Inst)> {
    let [target, a, b] = inst.operands[..] else { return None };
    match inst.opcode {
        Opcode::VAddNcU32 | Opcode::VOrB32 => {
            let opcode = if inst.opcode == Opcode::VOrB32 { Opcode::VLshlOrB32 } else { Opcode::VLshlAddU32 };
            [(a, b), (b, a)].into_iter().find_map(|(shifted, other)| {
                let (at, shift) = inner(shifted)?;
                let [_, count @ Operand::Const(_), value] = shift.operands[..] else { return None };
                let is_shift = shift.opcode == Opcode::VLshlrevB32;
                is_shift.then(|| (at, Inst::new(opcode, &[target, value, count, other])))
            })
        }
        Opcode::VLshlrevB32 => {
            let (at, sum) = inner(b)?;
            let [_, x, y] = sum.operands[..] else { return None };
            let is_sum = sum.opcode == Opcode::VAddNcU32 && matches!(a, Operand::Const(_));
            is_sum.then(|| (at, Inst::new(Opcode::VAddLshlU32, &[target, x, y, a])))
        }
        _ => None,
    }
}

/// Whether an instruction with three sources reads few enough scalar registers and literals.
fn is_legal(code: &Code, inst: &Inst, family: Family) -> bool {
    let mut scalars: Vec<Operand> = Vec::new();
    for operand in &inst.operands[1..] {
        let costs = match operand {
            Operand::Const(bits) => !is_inline(*bits),
            Operand::Reg(Reg::Virtual(part)) => code.registers[part.id as usize].class == Class::S,
            Operand::Reg(Reg::V { .. }) => false,
            _ => true,
        };
        if matches!(operand, Operand::Const(_)) && costs && family.is_gfx9() {
            return false;
        }
        if costs && !scalars.contains(operand) {
            scalars.push(*operand);
        }
    }
    let n_literals = scalars.iter().filter(|operand| matches!(operand, Operand::Const(_))).count();
    n_literals <= 1 && scalars.len() <= inst.opcode.max_scalar_sources(family)
}
