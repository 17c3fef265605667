//! Pairs of vector instructions that gfx11 and gfx12 issue together (VOPD): `v_dual_mul_f32 … :: v_dual_add_f32 …`.
//!
//! Both read their sources before one of them writes. Their first sources must be in different banks of the vector
//! registers, but for two moves on gfx12, so must their second ones, and the results differ in parity. They share the
//! scalar registers and the literal that one instruction reads. An instruction is paired with one of the next few that
//! nothing in between keeps in its place, if it does not wait for a load that the first one does not wait for.
//!
//! A pair is two lines, the first with [`Modifiers::dual`](crate::inst::Modifiers::dual), so that the analyses of waits
//! see its registers.
//!
//! Source: "Dual Issue VALU" in AMD's document on the instruction set of RDNA3, and the checks of LLVM 22.

use crate::code::Code;
use crate::constant::Constant;
use crate::flow::{Unit, reads, units_in, units_of, writes};
use crate::inst::{Inst, Line, Modifiers, Operand, Reg};
use crate::opcode::{Family, Implicit, Opcode};
use rustc_hash::FxHashMap;

/// The number of lines after an instruction in which its partner may be.
const WINDOW: usize = 6;
/// The number of banks of the vector registers.
const N_BANKS: u16 = 4;
/// The number of different scalar registers and literals that a pair may read.
const MAX_SCALARS: usize = 2;

/// Joins the pairs of a kernel with physical registers.
pub(crate) fn join_pairs(code: &mut Code, family: Family) {
    if family.is_gfx9() {
        return;
    }
    let mut is_moved = vec![false; code.lines.len()];
    let mut lines = Vec::with_capacity(code.lines.len());
    let mut loads = Loads::default();
    for index in 0..code.lines.len() {
        if is_moved[index] {
            continue;
        }
        match partner(&code.lines, index, &is_moved, &loads, family) {
            Some((at, [mut first, second])) => {
                is_moved[at] = true;
                first.modifiers.dual = true;
                lines.extend([Line::Inst(first), Line::Inst(second)]);
            }
            None => lines.push(code.lines[index].clone()),
        }
        match &code.lines[index] {
            Line::Inst(inst) => loads.issue(inst),
            Line::Label(_) => loads = Loads::default(),
        }
    }
    code.lines = lines;
}

/// The loads of a block whose results nothing has waited for, by register and number.
#[derive(Default)]
struct Loads {
    numbers: FxHashMap<Unit, usize>,
    n: usize,
    /// The loads before this one have been waited for.
    n_done: usize,
}

impl Loads {
    /// Returns how many loads an instruction waits for.
    fn waited(&self, inst: &Inst) -> usize {
        let numbers = inst.read().flat_map(units_in).filter_map(|unit| self.numbers.get(&unit));
        numbers.map(|number| number + 1).max().unwrap_or(0).max(self.n_done)
    }

    fn issue(&mut self, inst: &Inst) {
        self.n_done = self.waited(inst);
        let is_load = inst.opcode.counter(&inst.modifiers).is_some();
        for unit in inst.written().flat_map(units_in) {
            self.numbers.remove(&unit);
            if is_load {
                self.numbers.insert(unit, self.n);
            }
        }
        self.n += usize::from(is_load);
    }
}

/// Returns the line of an instruction that can be issued with one, and both in their order and form.
fn partner(
    lines: &[Line],
    index: usize,
    is_moved: &[bool],
    loads: &Loads,
    family: Family,
) -> Option<(usize, [Inst; 2])> {
    let Line::Inst(first) = &lines[index] else { return None };
    let first_forms = forms(first);
    if first_forms.is_empty() {
        return None;
    }
    let mut between: Vec<&Inst> = Vec::new();
    for (at, line) in lines.iter().enumerate().skip(index + 1).take(WINDOW) {
        let Line::Inst(second) = line else { break };
        if is_moved[at] {
            continue;
        }
        if !is_passable(second) {
            break;
        }
        let waits_longer = loads.waited(first) < loads.waited(second);
        if !waits_longer
            && !between.iter().any(|inst| depend(inst, second))
            && !meet(writes(first), reads(second))
        {
            for second in &forms(second) {
                for first in &first_forms {
                    if codes(first, second, family).is_some() {
                        return Some((at, [first.clone(), second.clone()]));
                    }
                    if codes(second, first, family).is_some() && !depend(first, second) {
                        return Some((at, [second.clone(), first.clone()]));
                    }
                }
            }
        }
        between.push(second);
    }
    None
}

/// Whether a vector instruction may be moved from one side of an instruction to the other, if their registers allow it.
fn is_passable(inst: &Inst) -> bool {
    let writes_exec = inst.opcode.writes().contains(Implicit::EXEC)
        || inst.operands.iter().any(|operand| matches!(operand, Operand::Reg(Reg::Exec(_))));
    let is_access = inst.opcode.is_vector_memory() || inst.opcode.is_lds();
    let is_computed = (inst.opcode.is_valu() || inst.opcode.is_salu()) && !inst.opcode.has_side_effects();
    !writes_exec && (is_access || is_computed)
}

/// Whether the order of two instructions matters.
fn depend(one: &Inst, other: &Inst) -> bool {
    meet(writes(one), reads(other)) || meet(reads(one), writes(other)) || meet(writes(one), writes(other))
}

/// Whether both have a register.
fn meet(one: impl Iterator<Item = Unit>, mut other: impl Iterator<Item = Unit>) -> bool {
    let units: Vec<Unit> = one.collect();
    !units.is_empty() && other.any(|unit| units.contains(&unit))
}

/// Returns the forms of an instruction that can be a part of a pair; none if it cannot.
fn forms(inst: &Inst) -> Vec<Inst> {
    if inst.modifiers != Modifiers::default() {
        return Vec::new();
    }
    let with = |opcode: Opcode, operands: &[Operand]| Inst::new(opcode, operands);
    let all = match (inst.opcode, &inst.operands[..]) {
        (Opcode::VFmaF32, [to, a, b, c]) if to == c => {
            vec![with(Opcode::VFmacF32, &[*to, *a, *b]), with(Opcode::VFmacF32, &[*to, *b, *a])]
        }
        (Opcode::VSubF32, [to, a, b]) => vec![inst.clone(), with(Opcode::VSubrevF32, &[*to, *b, *a])],
        (opcode, [to, a, b]) if opcode.is_commutative() => vec![inst.clone(), with(opcode, &[*to, *b, *a])],
        _ => vec![inst.clone()],
    };
    all.into_iter().filter(|inst| Part::of(inst).is_some()).collect()
}

/// An instruction as a part of a pair.
struct Part {
    /// The codes of the operation as first and as second part.
    codes: (Option<u32>, u32),
    result: u16,
    /// The first source.
    source: Operand,
    /// The second source, a vector register.
    second: Option<u16>,
    reads_vcc: bool,
}

impl Part {
    fn of(inst: &Inst) -> Option<Self> {
        let codes = inst.opcode.dual_codes()?;
        let vector = |operand: Operand| match operand {
            Operand::Reg(Reg::V { first, n: 1 }) => Some(first),
            _ => None,
        };
        let (result, source) = (vector(inst.operands[0])?, inst.operands[1]);
        if !matches!(source, Operand::Reg(Reg::V { n: 1, .. } | Reg::S { n: 1, .. }) | Operand::Const(_)) {
            return None;
        }
        let (second, reads_vcc) = match inst.operands[2..] {
            [] => (None, false),
            [second] => (Some(vector(second)?), false),
            [second, Operand::Reg(Reg::Vcc(1))] => (Some(vector(second)?), true),
            _ => return None,
        };
        Some(Self { codes, result, source, second, reads_vcc })
    }

    /// Returns the literal that it reads.
    fn literal(&self, inst: &Inst) -> Option<u32> {
        let Operand::Const(value) = self.source else { return None };
        Constant::new(value, inst.opcode.constant_type(1, &Modifiers::default()))?.literal()
    }

    /// Returns the scalar registers that it reads.
    fn scalars(&self) -> impl Iterator<Item = Unit> {
        let source = match self.source {
            Operand::Reg(Reg::S { .. }) => units_of(self.source),
            _ => 0..0,
        };
        let vcc = if self.reads_vcc { units_of(Reg::Vcc(1).into()) } else { 0..0 };
        source.chain(vcc)
    }
}

/// Returns the codes of the operations of a pair; `None` if the instructions cannot be issued together in this order.
pub(crate) fn codes(first: &Inst, second: &Inst, family: Family) -> Option<[u32; 2]> {
    if family.is_gfx9() {
        return None;
    }
    let (a, b) = (Part::of(first)?, Part::of(second)?);
    let codes = [a.codes.0?, b.codes.1];
    let bank = |operand: Operand| match operand {
        Operand::Reg(Reg::V { first, .. }) => Some(first % N_BANKS),
        _ => None,
    };
    let differ = |a: Option<u16>, b: Option<u16>| a.is_none() || a != b;
    let seconds = [a.second, b.second].map(|register| register.map(|register| register % N_BANKS));
    let mut scalars: Vec<Unit> = a.scalars().chain(b.scalars()).collect();
    scalars.sort_unstable();
    scalars.dedup();
    let mut literals: Vec<u32> = a.literal(first).into_iter().chain(b.literal(second)).collect();
    literals.dedup();
    let is_move = |inst: &Inst| inst.opcode == Opcode::VMovB32;
    let are_free_moves = family == Family::Gfx12 && is_move(first) && is_move(second);
    let is_legal = a.result % 2 != b.result % 2
        && (are_free_moves || differ(bank(a.source), bank(b.source)))
        && differ(seconds[0], seconds[1])
        && literals.len() <= 1
        && scalars.len() + literals.len() <= MAX_SCALARS
        && !meet(writes(first), reads(second));
    is_legal.then_some(codes)
}
