//! Spilling: values that have no register live elsewhere, and each instruction that uses them has registers of its own.
//!
//! A constant is written again before each use. Scalar registers go to the lanes of a vector register, vector registers
//! to the accumulation registers of CDNA, which nothing else uses, or to the private memory of the lane. A store and a
//! load concern the active lanes alone, as the instructions do that define and use the value.

use crate::cleanup::{reads, writes};
use crate::code::{Class, Code, Register};
use crate::inst::{Inst, Line, Modifiers, Operand, Reg, Virtual};
use crate::opcode::Opcode;
use rustc_hash::FxHashMap;

/// The memory of spilled values: what a kernel may use, and how much of it is used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The size of the private memory of a lane, in bytes.
    pub(crate) private_bytes: u64,
    /// Whether values may be in private memory.
    pub(crate) has_private: bool,
    /// The number of accumulation registers in use.
    pub(crate) n_accumulators: u16,
    /// The number of accumulation registers that the kernel may use.
    pub(crate) max_accumulators: u16,
    /// The number of lanes of a vector register.
    pub(crate) n_lanes: u8,
    /// The numbers of scalar and of vector registers that were spilled, without constants.
    pub(crate) n_spilled: [u32; 2],
}

/// The offset in private memory that an instruction can add.
const MAX_OFFSET: u64 = 4095;

/// The place of a spilled value.
#[derive(Clone, Copy, Debug)]
enum Slot {
    /// Written again as this constant.
    Constant(i64),
    /// Lanes of a vector register, from this one on.
    Lanes(Virtual, u8),
    /// Accumulation registers, from this one on.
    Accumulators(u16),
    /// Private memory, from this byte on.
    Private(u64),
}

/// Moves registers to slots; false if there is no room for one of them.
pub(super) fn spill(code: &mut Code, ids: &[u32], frame: &mut Frame) -> bool {
    let Some(slots) = assign(code, ids, frame) else { return false };
    let lines = std::mem::take(&mut code.lines);
    let mut starts = Vec::with_capacity(lines.len() + 1);
    for line in lines {
        starts.push(code.lines.len());
        match line {
            Line::Inst(inst) => rewrite(code, inst, &slots),
            label @ Line::Label(_) => code.lines.push(label),
        }
    }
    starts.push(code.lines.len());
    for range in &mut code.loops {
        *range = starts[range.start]..starts[range.end];
    }
    true
}

/// Assigns a slot to each register.
fn assign(code: &mut Code, ids: &[u32], frame: &mut Frame) -> Option<FxHashMap<u32, Slot>> {
    let constants = constants(code);
    let mut slots = FxHashMap::default();
    let mut lanes: Option<(Virtual, u8)> = None;
    for id in ids {
        let register = code.registers[*id as usize];
        let n = register.n;
        let slot = match (constants.get(id), register.class) {
            (Some(bits), _) => Slot::Constant(*bits),
            (None, Class::S) => {
                let (holder, first) = match lanes {
                    Some((holder, used)) if used + n <= frame.n_lanes => (holder, used),
                    _ => (new_holder(code), 0),
                };
                lanes = Some((holder, first + n));
                Slot::Lanes(holder, first)
            }
            (None, Class::V) if frame.n_accumulators + u16::from(n) <= frame.max_accumulators => {
                frame.n_accumulators += u16::from(n);
                Slot::Accumulators(frame.n_accumulators - u16::from(n))
            }
            (None, Class::V) if frame.has_private => {
                let first = frame.private_bytes.next_multiple_of(4);
                frame.private_bytes = first + 4 * u64::from(n);
                Slot::Private(first)
            }
            (None, Class::V) => return None,
        };
        if !matches!(slot, Slot::Constant(_)) {
            frame.n_spilled[register.class as usize] += u32::from(n);
        }
        slots.insert(*id, slot);
    }
    Some(slots)
}

/// Creates a vector register whose lanes hold scalars; it lives in the whole kernel.
fn new_holder(code: &mut Code) -> Virtual {
    code.add(Register { class: Class::V, n: 1, is_mask: false, fixed: None, is_unspillable: true })
}

/// Returns the registers that are only ever written by one copy of a constant.
fn constants(code: &Code) -> FxHashMap<u32, i64> {
    let mut found = FxHashMap::default();
    let mut is_other = vec![false; code.registers.len()];
    for line in &code.lines {
        let Line::Inst(inst) = line else { continue };
        let constant = match (inst.opcode, &inst.operands[..]) {
            (Opcode::VMovB32 | Opcode::SMovB32, [_, Operand::Const(bits)])
                if inst.modifiers.dpp.is_none() =>
            {
                Some(*bits)
            }
            _ => None,
        };
        for register in writes(inst) {
            let is_whole = code.registers[register.id as usize].n == 1;
            match constant.filter(|_| is_whole && !found.contains_key(&register.id)) {
                Some(bits) => drop(found.insert(register.id, bits)),
                None => is_other[register.id as usize] = true,
            }
        }
    }
    found.retain(|id, _| !is_other[*id as usize]);
    found
}

/// Appends an instruction with registers of its own for spilled values: loads before it, stores after it.
fn rewrite(code: &mut Code, mut inst: Inst, slots: &FxHashMap<u32, Slot>) {
    let read: Vec<Virtual> = reads(&inst).filter(|it| slots.contains_key(&it.id)).collect();
    let written: Vec<Virtual> = writes(&inst).filter(|it| slots.contains_key(&it.id)).collect();
    if read.is_empty() && written.is_empty() {
        code.lines.push(Line::Inst(inst));
        return;
    }
    if let [only] = written[..]
        && matches!(slots.get(&only.id), Some(Slot::Constant(_)))
    {
        return;
    }
    let mut own: FxHashMap<Virtual, Virtual> = FxHashMap::default();
    for part in read.iter().chain(&written) {
        own.entry(*part).or_insert_with(|| {
            let register = code.registers[part.id as usize];
            code.add(Register { n: part.n, fixed: None, is_unspillable: true, ..register })
        });
    }
    for (part, register) in read.iter().map(|part| (*part, own[part])) {
        for index in 0..part.n {
            let target = Operand::from(register).word(index);
            load(code, slots[&part.id], part.first + index, target);
        }
    }
    for operand in &mut inst.operands {
        if let Some(register) = operand.virtual_register().and_then(|part| own.get(&part)) {
            *operand = (*register).into();
        }
    }
    code.lines.push(Line::Inst(inst));
    for (part, register) in written.iter().map(|part| (*part, own[part])) {
        for index in 0..part.n {
            let source = Operand::from(register).word(index);
            store(code, slots[&part.id], part.first + index, source);
        }
    }
}

/// Loads a word of a slot.
fn load(code: &mut Code, slot: Slot, word: u8, target: Operand) {
    match slot {
        Slot::Constant(bits) => {
            let is_vector =
                target.virtual_register().is_some_and(|it| code.registers[it.id as usize].class == Class::V);
            let opcode = if is_vector { Opcode::VMovB32 } else { Opcode::SMovB32 };
            code.emit(opcode, &[target, Operand::Const(bits)]);
        }
        Slot::Lanes(holder, first) => {
            let lane = Operand::Const(i64::from(first + word));
            code.emit(Opcode::VReadlaneB32, &[target, holder.into(), lane]);
        }
        Slot::Accumulators(first) => {
            let from = Reg::V { first: first + u16::from(word), n: 1 };
            code.emit(Opcode::VAccvgprReadB32, &[target, from.into()]);
        }
        Slot::Private(first) => {
            let (base, modifiers) = private_place(code, first + 4 * u64::from(word));
            let operands = vec![target, Operand::Off, base];
            code.push(Inst { opcode: Opcode::ScratchLoadB32, operands, modifiers });
        }
    }
}

/// Stores a word to a slot.
fn store(code: &mut Code, slot: Slot, word: u8, source: Operand) {
    match slot {
        Slot::Constant(_) => {}
        Slot::Lanes(holder, first) => {
            let lane = Operand::Const(i64::from(first + word));
            code.emit(Opcode::VWritelaneB32, &[holder.into(), source, lane]);
        }
        Slot::Accumulators(first) => {
            let to = Reg::V { first: first + u16::from(word), n: 1 };
            code.emit(Opcode::VAccvgprWriteB32, &[to.into(), source]);
        }
        Slot::Private(first) => {
            let (base, modifiers) = private_place(code, first + 4 * u64::from(word));
            let operands = vec![Operand::Off, source, base];
            code.push(Inst { opcode: Opcode::ScratchStoreB32, operands, modifiers });
        }
    }
}

/// Returns the scalar base of an access to private memory, and its offset.
fn private_place(code: &mut Code, at: u64) -> (Operand, Modifiers) {
    if at <= MAX_OFFSET {
        return (Operand::Off, Modifiers { offset: at as i32, ..Modifiers::default() });
    }
    let register = Register { class: Class::S, n: 1, is_mask: false, fixed: None, is_unspillable: true };
    let base = Operand::from(code.add(register));
    code.emit(Opcode::SMovB32, &[base, Operand::Const(at as i64)]);
    (base, Modifiers::default())
}
