//! Tells the hardware of gfx11 and gfx12 how long an instruction waits for results of the vector and scalar units, so
//! that other waves run meanwhile (`s_delay_alu`). It is a hint: without it, or with a wrong one, results are the same.
//!
//! The state at a line maps each register to the cycles until its value is there, and to how many instructions of the
//! vector unit came after the one that computes it. An operand names two waits, the second for an instruction up to
//! five further on, so that one hint often serves two instructions.
//!
//! Source: "S_DELAY_ALU" in AMD's document on the instruction set of RDNA3; the latencies are those of LLVM 22.

use crate::code::Code;
use crate::flow::{self, State, Unit, units_in, units_of};
use crate::inst::{Inst, Line, Operand};
use crate::opcode::{Family, Opcode};
use std::collections::BTreeMap;

/// The cycles until the result of an instruction is there, by the unit that computes it.
const VECTOR_CYCLES: u8 = 5;
const PRODUCT_CYCLES: u8 = 8;
const DOUBLE_CYCLES: u8 = 38;
const TRANSCENDENTAL_CYCLES: u8 = 10;
const SCALAR_CYCLES: u8 = 2;
/// The first numbers of instructions since, and of cycles, that a hint cannot name.
const MAX_VECTOR: u8 = 5;
const MAX_TRANSCENDENTAL: u8 = 4;
const MAX_SCALAR_CYCLES: u8 = 4;
/// The bases of the waits in the operand.
const TRANSCENDENTAL: u8 = 4;
const SCALAR: u8 = 8;
/// The positions of the second wait, and of the distance to its instruction, in the operand; the greatest distance.
const SECOND: u32 = 7;
const SKIP: u32 = 4;
const MAX_SKIP: i64 = 5;

/// The field of `s_waitcnt_depctr` that waits for the vector unit.
const VECTOR_FIELD: i64 = 0xF000;

/// Inserts the hints of a kernel with physical registers.
pub(crate) fn insert(code: &mut Code, family: Family) {
    if family.is_gfx9() {
        return;
    }
    flow::insert(code, &Results::default());
    join_hints(code);
}

/// What a register waits for: on different paths, that may be different units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Due {
    /// The cycles until a result of the vector unit is there, and the vector instructions from it on.
    vector: (u8, u8),
    /// The same for transcendental instructions.
    transcendental: (u8, u8),
    /// The vector instructions since the transcendental one.
    vectors_after: u8,
    /// The cycles until a result of the scalar unit is there.
    scalar: u8,
}

impl Due {
    const NOTHING: Self = Self {
        vector: (0, MAX_VECTOR),
        transcendental: (0, MAX_TRANSCENDENTAL),
        vectors_after: MAX_VECTOR,
        scalar: 0,
    };

    fn of(inst: &Inst) -> Option<Self> {
        match Kind::of(inst.opcode) {
            Kind::Vector => Some(Self { vector: (vector_cycles(inst), 0), ..Self::NOTHING }),
            Kind::Transcendental => {
                Some(Self { transcendental: (TRANSCENDENTAL_CYCLES, 0), vectors_after: 0, ..Self::NOTHING })
            }
            Kind::Scalar => Some(Self { scalar: SCALAR_CYCLES, ..Self::NOTHING }),
            Kind::Other => None,
        }
    }

    fn join(self, other: Self) -> Self {
        let either = |a: (u8, u8), b: (u8, u8)| (a.0.max(b.0), a.1.min(b.1));
        Self {
            vector: either(self.vector, other.vector),
            transcendental: either(self.transcendental, other.transcendental),
            vectors_after: self.vectors_after.min(other.vectors_after),
            scalar: self.scalar.max(other.scalar),
        }
    }

    /// Lets an instruction issue, which takes a cycle; `None` if nothing is left to wait for.
    fn after(self, kind: Kind) -> Option<Self> {
        let next = |(cycles, n): (u8, u8), counts: bool, max: u8| {
            let n = n + u8::from(counts);
            if max <= n || cycles <= 1 { (0, max) } else { (cycles - 1, n) }
        };
        let is_vector = kind == Kind::Vector;
        let due = Self {
            vector: next(self.vector, is_vector, MAX_VECTOR),
            transcendental: next(self.transcendental, kind == Kind::Transcendental, MAX_TRANSCENDENTAL),
            vectors_after: self.vectors_after.saturating_add(is_vector.into()).min(MAX_VECTOR),
            scalar: self.scalar.saturating_sub(1),
        };
        let is_over = due.vector.0 == 0 && due.transcendental.0 == 0 && due.scalar == 0;
        (!is_over).then_some(due)
    }

    /// Returns the waits, at most two of them: a vector instruction before a transcendental one is done when that is.
    fn waits(self) -> [u8; 2] {
        let transcendental = Some(self.transcendental.1)
            .filter(|n| *n < MAX_TRANSCENDENTAL && 0 < self.transcendental.0)
            .map(|n| TRANSCENDENTAL + n);
        let is_later = transcendental.is_none() || self.vector.1 <= self.vectors_after;
        let vector = Some(self.vector.1).filter(|n| *n < MAX_VECTOR && 0 < self.vector.0 && is_later);
        let scalar =
            Some(self.scalar).filter(|cycles| 0 < *cycles).map(|n| SCALAR + n.min(MAX_SCALAR_CYCLES - 1));
        let mut all = transcendental.into_iter().chain(vector).chain(scalar);
        [all.next().unwrap_or(0), all.next().unwrap_or(0)]
    }
}

/// What an instruction is for these hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Vector,
    Transcendental,
    Scalar,
    Other,
}

impl Kind {
    fn of(opcode: Opcode) -> Self {
        if opcode.is_transcendental() {
            Self::Transcendental
        } else if opcode.is_valu() {
            Self::Vector
        } else if opcode.is_salu() {
            Self::Scalar
        } else {
            Self::Other
        }
    }
}

fn vector_cycles(inst: &Inst) -> u8 {
    match inst.opcode {
        Opcode::VMulLoU32
        | Opcode::VMulHiU32
        | Opcode::VMulHiI32
        | Opcode::VMadU64U32
        | Opcode::VMadI64I32 => PRODUCT_CYCLES,
        opcode if opcode.is_double() => DOUBLE_CYCLES,
        _ => VECTOR_CYCLES,
    }
}

/// The registers whose values are not there yet.
#[derive(Clone, Default)]
struct Results {
    due: BTreeMap<Unit, Due>,
}

impl State for Results {
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (unit, due) in &other.due {
            let entry = self.due.entry(*unit).or_insert(Due::NOTHING);
            let joined = entry.join(*due);
            changed |= *entry != joined;
            *entry = joined;
        }
        changed
    }

    fn step(&mut self, inst: &Inst) -> Vec<Inst> {
        let kind = Kind::of(inst.opcode);
        if waits_for_vectors(inst) {
            self.due.clear();
            return Vec::new();
        }
        let mut due = Due::NOTHING;
        if kind != Kind::Other {
            for unit in inst.read().flat_map(units_in) {
                due = self.due.remove(&unit).map_or(due, |it| due.join(it));
            }
        }
        let written: Vec<Unit> = inst.written().flat_map(|(operand, _)| units_of(operand)).collect();
        if let Some(due) = Due::of(inst) {
            self.due.extend(written.into_iter().map(|unit| (unit, due)));
        } else {
            for unit in &written {
                self.due.remove(unit);
            }
        }
        if !inst.modifiers.dual {
            self.due.retain(|_, due| {
                let left = due.after(kind);
                *due = left.unwrap_or(*due);
                left.is_some()
            });
        }
        match due.waits() {
            [0, _] => Vec::new(),
            [first, second] => {
                let operand = i64::from(first) | i64::from(second) << SECOND;
                vec![Inst::new(Opcode::SDelayAlu, &[Operand::Const(operand)])]
            }
        }
    }
}

/// Whether an instruction starts when all results of the vector unit are there.
fn waits_for_vectors(inst: &Inst) -> bool {
    let is_wait = inst.opcode == Opcode::SWaitcntDepctr
        && matches!(inst.operands[..], [Operand::Const(fields)] if fields & VECTOR_FIELD == 0);
    is_wait || inst.opcode.is_vector_memory() || inst.opcode.is_lds()
}

/// Joins a hint that names one wait with the next one that does, if that is not too far.
fn join_hints(code: &mut Code) {
    let mut is_dead = vec![false; code.lines.len()];
    // The last hint with room for a wait, and the instructions since.
    let mut open: Option<(usize, i64)> = None;
    for (index, is_dead) in is_dead.iter_mut().enumerate() {
        let Line::Inst(inst) = &code.lines[index] else {
            open = None;
            continue;
        };
        let [Operand::Const(waits)] = inst.operands[..] else {
            let n_issued = i64::from(!inst.modifiers.dual);
            open = open.filter(|_| !inst.opcode.is_branch()).map(|(at, n)| (at, n + n_issued));
            continue;
        };
        if inst.opcode != Opcode::SDelayAlu {
            open = open.map(|(at, n)| (at, n + 1));
            continue;
        }
        let has_room = waits >> SECOND == 0;
        match open {
            Some((at, n)) if has_room && n <= MAX_SKIP => {
                if let Line::Inst(Inst { operands, .. }) = &mut code.lines[at]
                    && let [Operand::Const(first)] = &mut operands[..]
                {
                    *first |= n << SKIP | waits << SECOND;
                }
                *is_dead = true;
                open = None;
            }
            _ => open = has_room.then_some((index, 0)),
        }
    }
    code.erase(&is_dead);
}
