//! Inserts waits for memory: before an instruction that reads or overwrites the result of a load that may be in flight,
//! and before barriers.
//!
//! The state at a line maps each register in flight to its age: how many accesses of its counter were issued after it,
//! at least. A wait for `n` leaves the `n` youngest in flight. Loads and accesses of workgroup memory return in order;
//! scalar loads do not, so only a wait for 0 helps them. States are joined where paths meet, and loops are repeated
//! until nothing changes: ages only fall, and registers are only added.

use crate::code::Code;
use crate::inst::{Inst, Label, Line, Operand, Reg};
use crate::opcode::{Counter, Opcode};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The greatest number that a wait may leave in flight; the hardware does not issue more accesses.
const MAX_AGE: u8 = 62;

/// A register: vector registers follow the scalar ones.
type Unit = u16;
const FIRST_VECTOR: Unit = 0x200;

/// The accesses in flight at a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct InFlight {
    /// The age of each register that is loaded, by the counter: on different paths, those may differ.
    ages: BTreeMap<(Unit, Queue), u8>,
    /// Whether accesses of each counter may be in flight.
    any: [bool; 4],
}

/// A counter, as index of [`InFlight::any`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Queue {
    /// Loads of global and private memory.
    Load,
    /// Stores.
    Store,
    /// Scalar loads.
    Scalar,
    /// Accesses of workgroup memory.
    Workgroup,
}

/// What to wait for: the numbers that may stay in flight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Wait {
    load: Option<u8>,
    store: Option<u8>,
    lgkm: Option<u8>,
}

impl InFlight {
    /// Adds the accesses of another path; returns whether anything changed.
    fn join(&mut self, other: &Self) -> bool {
        let before = self.clone();
        for (place, age) in &other.ages {
            let entry = self.ages.entry(*place).or_insert(*age);
            *entry = (*entry).min(*age);
        }
        for (mine, others) in self.any.iter_mut().zip(other.any) {
            *mine |= others;
        }
        *self != before
    }

    fn has(&self, queue: Queue) -> bool {
        self.any[queue as usize]
    }

    /// Returns the wait before an instruction.
    fn wait_for(&self, inst: &Inst) -> Wait {
        let mut wait = Wait::default();
        if inst.opcode == Opcode::SBarrier {
            return Wait {
                load: self.has(Queue::Load).then_some(0),
                store: self.has(Queue::Store).then_some(0),
                lgkm: (self.has(Queue::Scalar) || self.has(Queue::Workgroup)).then_some(0),
            };
        }
        for unit in units(inst) {
            for ((_, queue), age) in self.ages.range((unit, Queue::Load)..=(unit, Queue::Workgroup)) {
                let (slot, age) = match queue {
                    Queue::Load => (&mut wait.load, *age),
                    Queue::Store => (&mut wait.store, *age),
                    Queue::Workgroup if !self.has(Queue::Scalar) => (&mut wait.lgkm, *age),
                    Queue::Workgroup | Queue::Scalar => (&mut wait.lgkm, 0),
                };
                *slot = Some(slot.map_or(age, |other| other.min(age)));
            }
        }
        wait
    }

    /// Waits.
    fn wait(&mut self, wait: Wait) {
        for (limit, queues) in [
            (wait.load, &[Queue::Load][..]),
            (wait.store, &[Queue::Store][..]),
            (wait.lgkm, &[Queue::Scalar, Queue::Workgroup][..]),
        ] {
            let Some(limit) = limit else { continue };
            self.ages.retain(|(_, queue), age| !queues.contains(queue) || *age < limit);
            if limit == 0 {
                for queue in queues {
                    self.any[*queue as usize] = false;
                }
            }
        }
    }

    /// Issues an instruction.
    fn issue(&mut self, inst: &Inst) {
        if inst.opcode == Opcode::SWaitcntVscnt {
            self.wait(Wait { store: Some(0), ..Wait::default() });
        }
        let Some(counter) = inst.opcode.counter(&inst.modifiers) else { return };
        let queue = match counter {
            Counter::Vm => Queue::Load,
            Counter::Vs => Queue::Store,
            Counter::Lgkm => Queue::Scalar,
            Counter::Ds => Queue::Workgroup,
        };
        self.any[queue as usize] = true;
        for ((_, other), age) in &mut self.ages {
            if *other == queue {
                *age = (*age + 1).min(MAX_AGE);
            }
        }
        let n_defs = inst.opcode.n_defs(&inst.modifiers);
        for unit in inst.operands[..n_defs].iter().flat_map(|operand| units_of(*operand)) {
            self.ages.insert((unit, queue), 0);
        }
    }
}

/// Returns all registers of an instruction.
fn units(inst: &Inst) -> impl Iterator<Item = Unit> {
    inst.operands.iter().flat_map(|operand| units_of(*operand))
}

fn units_of(operand: Operand) -> std::ops::Range<Unit> {
    match operand {
        Operand::Reg(Reg::S { first, n }) => first..first + u16::from(n),
        Operand::Reg(Reg::V { first, n }) => FIRST_VECTOR + first..FIRST_VECTOR + first + u16::from(n),
        _ => 0..0,
    }
}

/// Inserts the waits of a kernel with physical registers.
pub(crate) fn insert(code: &mut Code) {
    let states = states(&code.lines);
    let mut lines = Vec::with_capacity(code.lines.len() * 5 / 4);
    let mut state = InFlight::default();
    for (line, joined) in std::mem::take(&mut code.lines).into_iter().zip(states) {
        if let Some(joined) = joined {
            state = joined;
        }
        if let Line::Inst(inst) = &line {
            let wait = state.wait_for(inst);
            lines.extend(waits(wait));
            state.wait(wait);
            state.issue(inst);
        }
        lines.push(line);
    }
    code.lines = lines;
}

/// Returns the state at each label, and at the first line.
fn states(lines: &[Line]) -> Vec<Option<InFlight>> {
    let mut states: Vec<Option<InFlight>> = vec![None; lines.len()];
    let labels: FxHashMap<Label, usize> = lines
        .iter()
        .enumerate()
        .filter_map(|(index, line)| match line {
            Line::Label(label) => Some((*label, index)),
            Line::Inst(_) => None,
        })
        .collect();
    let targets: Vec<Option<usize>> = lines
        .iter()
        .map(|line| match line {
            Line::Inst(inst) if inst.opcode.is_branch() => match inst.operands[..] {
                [Operand::Label(target)] => labels.get(&target).copied(),
                _ => None,
            },
            _ => None,
        })
        .collect();
    let mut work = vec![0];
    if let Some(first) = states.first_mut() {
        *first = Some(InFlight::default());
    }
    while let Some(start) = work.pop() {
        let Some(mut state) = states[start].clone() else { continue };
        for index in start..lines.len() {
            if start < index && matches!(lines[index], Line::Label(_)) {
                enter(&mut states, &mut work, index, &state);
                break;
            }
            let Line::Inst(inst) = &lines[index] else { continue };
            state.wait(state.wait_for(inst));
            state.issue(inst);
            if let Some(target) = targets[index] {
                enter(&mut states, &mut work, target, &state);
            }
            if matches!(inst.opcode, Opcode::SBranch | Opcode::SEndpgm) {
                break;
            }
        }
    }
    states
}

fn enter(states: &mut [Option<InFlight>], work: &mut Vec<usize>, index: usize, state: &InFlight) {
    let changed = match &mut states[index] {
        Some(known) => known.join(state),
        slot => {
            *slot = Some(state.clone());
            true
        }
    };
    if changed {
        work.push(index);
    }
}

/// Returns the instructions for a wait.
fn waits(wait: Wait) -> Vec<Line> {
    let mut lines = Vec::new();
    if wait.load.is_some() || wait.lgkm.is_some() {
        // The fields of unused counters have their greatest values.
        let (load, lgkm) = (i64::from(wait.load.unwrap_or(63)), i64::from(wait.lgkm.unwrap_or(63)));
        let bits = load << 10 | lgkm << 4 | 7;
        lines.push(Line::Inst(Inst::new(Opcode::SWaitcnt, &[Operand::Const(bits)])));
    }
    if let Some(store) = wait.store {
        let operands = [Reg::Null.into(), Operand::Const(i64::from(store))];
        lines.push(Line::Inst(Inst::new(Opcode::SWaitcntVscnt, &operands)));
    }
    lines
}
