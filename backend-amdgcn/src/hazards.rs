//! Keeps instructions apart that the hardware does not order by itself.
//!
//! A [`Rule`] says how far a reader or writer of a register must be from the instruction that wrote or read it before:
//! gfx9 counts instructions, which `s_nop` adds; gfx11 and gfx12 have instructions that wait for results.
//!
//! Sources: "Manually Inserted Wait States" in AMD's documents on the instruction sets of CDNA2 and CDNA3, and what
//! LLVM 22 inserts.

use crate::code::Code;
use crate::flow::{self, FIRST_VECTOR, State, Unit, is_vcc, reads, units_of, writes};
use crate::inst::{Inst, Operand, Reg};
use crate::opcode::{Counter, Family, Opcode};
use std::collections::{BTreeMap, BTreeSet};

/// How a register came to be in danger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    /// The vector unit wrote a vector register.
    VectorResult,
    /// A transcendental instruction wrote a vector register.
    Transcendental,
    /// The vector unit wrote a scalar register; on gfx12 another one than `vcc`.
    ScalarOfVector,
    /// The vector unit wrote `vcc`, which the vector unit has read, on gfx12.
    VccOfVector,
    /// The scalar unit wrote a scalar register that the vector unit has read.
    ScalarOfScalar,
    /// A multiplication of matrices wrote a vector register.
    MatrixResult,
    /// A store of more than 8 bytes reads a vector register.
    Stored,
    /// An access that may be replayed with the accesses right before it conflicts with them.
    Replayed,
}

/// The distance from an instruction to a later one that uses the same register.
#[derive(Clone, Copy)]
struct Rule {
    cause: Cause,
    /// The number of instructions in between, of which [`counts`] decides; [`NEVER`] if only a wait helps.
    distance: u8,
    /// Whether the rule is for this instruction.
    user: fn(&Inst) -> bool,
}

/// The distance of what only a wait ends.
const NEVER: u8 = u8::MAX;

const fn rule(cause: Cause, distance: u8, user: fn(&Inst) -> bool) -> Rule {
    Rule { cause, distance, user }
}

/// The rules of both chips of gfx9.
const GFX9: &[Rule] = &[
    rule(Cause::ScalarOfVector, 5, is_vector_memory),
    rule(Cause::ScalarOfVector, 4, |inst| matches!(inst.opcode, Opcode::VDivFmasF32 | Opcode::VDivFmasF64)),
    rule(Cause::ScalarOfVector, 4, selects_lane),
    rule(Cause::VectorResult, 2, |inst| inst.modifiers.dpp.is_some() || inst.opcode.is_mfma()),
];

const GFX90A: &[Rule] =
    &[rule(Cause::MatrixResult, 11, |_| true), rule(Cause::Stored, 1, |inst| inst.opcode.is_valu())];

const GFX942: &[Rule] = &[
    rule(Cause::ScalarOfVector, 2, |inst| inst.opcode.is_valu()),
    rule(Cause::MatrixResult, 7, |_| true),
    rule(Cause::VectorResult, 1, |inst| {
        matches!(inst.opcode, Opcode::VReadfirstlaneB32 | Opcode::VReadlaneB32)
    }),
    rule(Cause::Transcendental, 1, |inst| inst.opcode.is_valu() && !inst.opcode.is_transcendental()),
    rule(Cause::Stored, 2, |inst| inst.opcode.is_valu()),
];

const GFX11: &[Rule] = &[rule(Cause::Transcendental, 6, |inst| inst.opcode.is_valu())];

/// The scalar unit and accesses of memory wait for the vector unit, and accesses of memory also for the scalar unit.
const GFX12: &[Rule] = &[
    rule(Cause::ScalarOfVector, NEVER, |inst| inst.opcode.is_valu()),
    rule(Cause::VccOfVector, NEVER, |inst| inst.opcode.is_valu()),
    rule(Cause::ScalarOfScalar, NEVER, |inst| inst.opcode.is_valu() || is_scalar(inst)),
];

fn rules(family: Family) -> impl Iterator<Item = &'static Rule> {
    let (shared, own): (&[Rule], &[Rule]) = match family {
        Family::Gfx90a => (GFX9, GFX90A),
        Family::Gfx942 => (GFX9, GFX942),
        Family::Gfx11 => (&[], GFX11),
        Family::Gfx12 => (&[], GFX12),
    };
    shared.iter().chain(own)
}

/// Inserts what keeps instructions apart.
pub(crate) fn insert(code: &mut Code, family: Family) {
    let initial = Endangered { family, ages: BTreeMap::new(), tracked: 0, clauses: Default::default() };
    flow::insert(code, &initial);
}

/// The registers in danger at a line, each with the number of instructions since.
#[derive(Clone)]
struct Endangered {
    family: Family,
    ages: BTreeMap<(Unit, Cause), u8>,
    /// The scalar registers, as bits, that the vector unit may have read; it reads pairs.
    tracked: u128,
    /// The accesses of scalar and of vector memory right before, on gfx9.
    clauses: [Clause; 2],
}

/// Accesses of one kind without another instruction in between. Where memory faults can be retried (XNACK), they may be
/// replayed together.
#[derive(Clone, Default)]
struct Clause {
    read: BTreeSet<Unit>,
    written: BTreeSet<Unit>,
}

impl Clause {
    /// Whether an access would be replayed too late with those before it: it stores, or one overwrites what one reads.
    fn conflicts(&self, inst: &Inst) -> bool {
        if self.written.is_empty() {
            return false;
        }
        let stores = inst.opcode.is_atomic() || inst.opcode.n_defs(&inst.modifiers) == 0;
        let mut all = self.clone();
        all.add(inst);
        stores || !all.written.is_disjoint(&all.read)
    }

    fn add(&mut self, inst: &Inst) {
        self.read.extend(reads(inst));
        self.written.extend(writes(inst));
    }

    /// Adds the accesses of another path; returns whether anything changed.
    fn join(&mut self, other: &Self) -> bool {
        let before = self.read.len() + self.written.len();
        self.read.extend(&other.read);
        self.written.extend(&other.written);
        before < self.read.len() + self.written.len()
    }
}

impl Endangered {
    /// Returns the rules that an instruction breaks: the cause, and the number of instructions that are missing.
    fn broken(&self, inst: &Inst) -> Vec<(Cause, u8)> {
        let mut broken = Vec::new();
        if self.family.is_gfx9() && clause_of(inst).is_some_and(|kind| self.clauses[kind].conflicts(inst)) {
            broken.push((Cause::Replayed, 1));
        }
        if self.ages.is_empty() {
            return broken;
        }
        let written: BTreeSet<Unit> = writes(inst).collect();
        let read: BTreeSet<Unit> = reads(inst).collect();
        let of_matrices: BTreeSet<Unit> = if inst.opcode.is_mfma() {
            // An addend that is the result of another product is ordered by the hardware.
            inst.operands[1..3].iter().flat_map(|operand| units_of(*operand)).collect()
        } else {
            read.union(&written).copied().collect()
        };
        for rule in rules(self.family).filter(|rule| (rule.user)(inst)) {
            let used = match rule.cause {
                Cause::Stored => &written,
                Cause::MatrixResult => &of_matrices,
                _ => &read,
            };
            let ages =
                self.ages.iter().filter(|((unit, cause), _)| *cause == rule.cause && used.contains(unit));
            if let Some(missing) = ages.filter_map(|(_, age)| rule.distance.checked_sub(*age)).max()
                && 0 < missing
            {
                broken.push((rule.cause, missing));
            }
        }
        broken
    }

    /// Returns the instructions that mend broken rules, and applies them.
    fn mend(&mut self, broken: &[(Cause, u8)]) -> Vec<Inst> {
        let Some(most) = broken.iter().map(|(_, missing)| *missing).max() else { return Vec::new() };
        match self.family {
            Family::Gfx90a | Family::Gfx942 => {
                self.pass(most);
                self.clauses = Default::default();
                vec![Inst::new(Opcode::SNop, &[Operand::Const(i64::from(most) - 1)])]
            }
            Family::Gfx11 | Family::Gfx12 => {
                let mut fields = NO_WAIT;
                for (cause, _) in broken {
                    self.ages.retain(|(_, other), _| other != cause);
                    fields &= match cause {
                        Cause::VectorResult | Cause::Transcendental | Cause::MatrixResult | Cause::Stored => {
                            VECTOR_RESULTS
                        }
                        Cause::Replayed => NO_WAIT,
                        Cause::ScalarOfVector => SCALARS_OF_VECTOR,
                        Cause::VccOfVector => VCC_OF_VECTOR,
                        Cause::ScalarOfScalar => SCALARS_OF_SCALAR,
                    };
                }
                vec![Inst::new(Opcode::SWaitcntDepctr, &[Operand::Const(fields)])]
            }
        }
    }

    /// Lets instructions pass.
    fn pass(&mut self, n: u8) {
        let family = self.family;
        self.ages.retain(|(_, cause), age| {
            let distances = rules(family).filter(|rule| rule.cause == *cause).map(|rule| rule.distance);
            let most = distances.max().unwrap_or(0);
            *age = if most == NEVER { 0 } else { age.saturating_add(n) };
            *age < most
        });
    }

    /// Adds the registers that an instruction endangers.
    fn issue(&mut self, inst: &Inst) {
        if counts(inst, self.family) && !inst.modifiers.dual {
            self.pass(1);
        }
        if inst.opcode.is_valu() {
            let scalars = reads(inst).filter(|unit| *unit < FIRST_VECTOR);
            self.tracked = scalars.fold(self.tracked, |tracked, unit| tracked | 3 << (unit & !1));
        }
        let kind = clause_of(inst);
        for (index, clause) in self.clauses.iter_mut().enumerate() {
            if kind == Some(index) {
                clause.add(inst);
            } else {
                *clause = Clause::default();
            }
        }
        self.settle(inst);
        for unit in writes(inst) {
            let family = self.family;
            self.ages.retain(|(other, cause), _| *other != unit || is_kept(*cause, family));
            let cause = match (unit < FIRST_VECTOR, inst.opcode.is_valu()) {
                (true, true) if self.family != Family::Gfx12 => Cause::ScalarOfVector,
                (true, true) if self.tracks(unit) && is_vcc(unit) => Cause::VccOfVector,
                (true, true) if self.tracks(unit) => Cause::ScalarOfVector,
                (true, false) if self.tracks(unit) && inst.opcode.is_salu() => Cause::ScalarOfScalar,
                (false, true) if inst.opcode.is_transcendental() => {
                    self.add(unit, Cause::Transcendental);
                    Cause::VectorResult
                }
                (false, true) if inst.opcode.is_mfma() => Cause::MatrixResult,
                (false, true) => Cause::VectorResult,
                _ => continue,
            };
            self.add(unit, cause);
        }
        if stores_much(inst) {
            for unit in reads(inst).filter(|unit| FIRST_VECTOR <= *unit) {
                self.add(unit, Cause::Stored);
            }
        }
    }

    /// Removes what an instruction waits for by itself: on gfx11 an access of memory for the vector unit, on gfx12 the
    /// scalar unit and accesses of scalar memory.
    fn settle(&mut self, inst: &Inst) {
        if self.family == Family::Gfx11 && (inst.opcode.is_vector_memory() || inst.opcode.is_lds()) {
            self.ages.clear();
        }
        if self.family != Family::Gfx12 {
            return;
        }
        if inst.opcode.counter(&inst.modifiers) == Some(Counter::Lgkm) {
            self.ages.clear();
        }
        if is_scalar(inst) {
            for unit in reads(inst) {
                let settled = if is_vcc(unit) { Cause::VccOfVector } else { Cause::ScalarOfVector };
                self.ages.retain(|(_, cause), _| *cause != settled);
            }
        }
    }

    fn tracks(&self, unit: Unit) -> bool {
        self.tracked >> unit & 1 == 1
    }

    fn add(&mut self, unit: Unit, cause: Cause) {
        if rules(self.family).any(|rule| rule.cause == cause) {
            self.ages.insert((unit, cause), 0);
        }
    }
}

impl State for Endangered {
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = self.tracked | other.tracked != self.tracked;
        self.tracked |= other.tracked;
        for (clause, others) in self.clauses.iter_mut().zip(&other.clauses) {
            changed |= clause.join(others);
        }
        for (place, age) in &other.ages {
            let entry = self.ages.entry(*place).or_insert(NEVER);
            changed |= *age < *entry;
            *entry = (*entry).min(*age);
        }
        changed
    }

    fn step(&mut self, inst: &Inst) -> Vec<Inst> {
        let broken = self.broken(inst);
        let mended = self.mend(&broken);
        self.issue(inst);
        mended
    }
}

/// The operands of `s_waitcnt_depctr`, on gfx12 `s_wait_alu`: nothing, all results of the vector unit, those in scalar
/// registers, those in `vcc`, and those of the scalar unit.
const NO_WAIT: i64 = 0xFF9F;
const VECTOR_RESULTS: i64 = 0x0F9F;
const SCALARS_OF_VECTOR: i64 = 0xF19F;
const VCC_OF_VECTOR: i64 = 0xFF9D;
const SCALARS_OF_SCALAR: i64 = 0xFF9E;

/// Whether a register stays in danger if it is written again: on gfx9 also if the scalar unit writes what the vector unit
/// wrote right before.
fn is_kept(cause: Cause, family: Family) -> bool {
    match cause {
        Cause::Stored | Cause::Transcendental | Cause::ScalarOfScalar => true,
        Cause::ScalarOfVector => family.is_gfx9(),
        Cause::VectorResult | Cause::MatrixResult | Cause::VccOfVector | Cause::Replayed => false,
    }
}

/// Whether the scalar unit executes an instruction.
fn is_scalar(inst: &Inst) -> bool {
    inst.opcode.is_salu() || inst.opcode.is_branch()
}

/// Whether an instruction counts towards distances.
fn counts(inst: &Inst, family: Family) -> bool {
    family.is_gfx9() || inst.opcode.is_valu()
}

/// Whether an instruction accesses global or private memory.
fn is_vector_memory(inst: &Inst) -> bool {
    inst.opcode.is_vector_memory()
}

/// Whether an instruction stores more than 8 bytes to global or private memory.
fn stores_much(inst: &Inst) -> bool {
    let is_wide = |operand: &Operand| matches!(operand, Operand::Reg(Reg::V { n: 3.., .. }));
    inst.opcode.is_vector_memory()
        && inst.opcode.n_defs(&inst.modifiers) == 0
        && inst.operands.iter().any(is_wide)
}

/// Returns the index of the clause that an instruction is a part of.
fn clause_of(inst: &Inst) -> Option<usize> {
    match inst.opcode.counter(&inst.modifiers) {
        Some(Counter::Lgkm) => Some(0),
        _ => inst.opcode.is_vector_memory().then_some(1),
    }
}

/// Whether a scalar register chooses the lane that an instruction reads or writes.
fn selects_lane(inst: &Inst) -> bool {
    matches!(inst.opcode, Opcode::VReadlaneB32 | Opcode::VWritelaneB32)
}
