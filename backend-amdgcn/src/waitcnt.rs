//! Inserts waits for memory: before an instruction that reads or overwrites the result of a load that may be in flight,
//! before barriers, and for global and private memory before caches are written back or invalidated.
//!
//! The state at a line maps each register in flight to its age: how many accesses of its counter were issued after it,
//! at least. A wait for `n` leaves the `n` youngest in flight. Loads and accesses of workgroup memory return in order;
//! scalar loads do not, so only a wait for 0 helps them. States are joined where paths meet, and loops are repeated
//! until nothing changes: ages only fall, and registers are only added.
//!
//! The families count differently: gfx9 counts stores among the loads, gfx9 and gfx11 count scalar loads and accesses of
//! workgroup memory together, and gfx12 has a wait for each counter.

use crate::code::Code;
use crate::flow::{self, State, Unit, units, units_of};
use crate::inst::{Inst, Operand, Reg};
use crate::opcode::{Counter, Family, Opcode};
use std::collections::BTreeMap;

/// The accesses in flight at a line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct InFlight {
    family: Family,
    /// The age of each register that is loaded, by the counter: on different paths, those may differ.
    ages: BTreeMap<(Unit, Queue), u8>,
    /// Whether scalar loads may be in flight.
    scalar: bool,
    /// Whether accesses of each counter to memory that waves share may be in flight.
    shared: [bool; 4],
    /// What the first part of a pair waits for, before which the wait of both comes.
    of_first: Wait,
}

/// A counter, as index of [`InFlight::shared`].
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

impl Queue {
    const ALL: [Self; 4] = [Self::Load, Self::Store, Self::Scalar, Self::Workgroup];

    /// Returns the queue of accesses with a counter.
    fn of(counter: Counter, family: Family) -> Self {
        match counter {
            Counter::Vm => Self::Load,
            Counter::Vs if family.is_gfx9() => Self::Load,
            Counter::Vs => Self::Store,
            Counter::Lgkm => Self::Scalar,
            Counter::Ds => Self::Workgroup,
        }
    }

    /// Returns the greatest number that a wait may leave in flight.
    fn max_age(self, family: Family) -> u8 {
        match (self, family) {
            (Self::Scalar | Self::Workgroup, Family::Gfx90a | Family::Gfx942) => 14,
            (Self::Scalar, Family::Gfx12) => 30,
            _ => 62,
        }
    }
}

/// What to wait for: the number of accesses of each [`Queue`] that may stay in flight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Wait([Option<u8>; 4]);

impl Wait {
    fn add(&mut self, queue: Queue, age: u8) {
        let slot = &mut self.0[queue as usize];
        *slot = Some(slot.map_or(age, |other| other.min(age)));
    }

    fn join(&mut self, other: Self) {
        for queue in Queue::ALL {
            if let Some(age) = other.get(queue) {
                self.add(queue, age);
            }
        }
    }

    fn get(self, queue: Queue) -> Option<u8> {
        self.0[queue as usize]
    }

    /// Returns the number for the counter of scalar loads and workgroup memory together.
    fn lgkm(self) -> Option<u8> {
        let both = [Queue::Scalar, Queue::Workgroup].map(|queue| self.get(queue));
        both.into_iter().flatten().min()
    }
}

impl InFlight {
    fn new(family: Family) -> Self {
        Self { family, ages: BTreeMap::new(), scalar: false, shared: [false; 4], of_first: Wait::default() }
    }

    /// Whether scalar loads and accesses of workgroup memory have one counter.
    fn shares_lgkm(&self) -> bool {
        self.family != Family::Gfx12
    }

    /// Returns the wait before an instruction.
    fn wait_for(&self, inst: &Inst) -> Wait {
        let mut wait = Wait::default();
        let orders_memory = inst.opcode.is_cache_control();
        if matches!(inst.opcode, Opcode::SBarrier | Opcode::SBarrierSignal) || orders_memory {
            let shared = match (orders_memory, self.family.is_gfx9()) {
                (true, _) => &Queue::ALL[..2],
                // The waves of a block share a cache, which keeps the order of accesses of global memory.
                (false, true) => &Queue::ALL[3..],
                (false, false) => &Queue::ALL[..],
            };
            shared.iter().filter(|queue| self.shared[**queue as usize]).for_each(|queue| wait.add(*queue, 0));
        }
        for unit in units(inst) {
            for ((_, queue), age) in self.ages.range((unit, Queue::Load)..=(unit, Queue::Workgroup)) {
                let is_ordered = match queue {
                    Queue::Load | Queue::Store => true,
                    Queue::Scalar => false,
                    Queue::Workgroup => !(self.shares_lgkm() && self.scalar),
                };
                wait.add(*queue, if is_ordered { *age } else { 0 });
            }
        }
        wait
    }

    /// Waits.
    fn wait(&mut self, mut wait: Wait) {
        if self.shares_lgkm()
            && let Some(age) = wait.lgkm()
        {
            wait.add(Queue::Scalar, age);
            wait.add(Queue::Workgroup, age);
        }
        for queue in Queue::ALL {
            let Some(limit) = wait.get(queue) else { continue };
            self.ages.retain(|(_, other), age| *other != queue || *age < limit);
            if limit == 0 {
                self.shared[queue as usize] = false;
                self.scalar &= queue != Queue::Scalar;
            }
        }
    }

    /// Issues an instruction.
    fn issue(&mut self, inst: &Inst) {
        let is_wait = matches!(inst.opcode, Opcode::SWaitcnt | Opcode::SWaitcntVscnt | Opcode::SWaitStorecnt);
        if is_wait && *inst == for_writes(self.family) {
            let mut wait = Wait::default();
            wait.add(Queue::of(Counter::Vs, self.family), 0);
            self.wait(wait);
        }
        let Some(counter) = inst.opcode.counter(&inst.modifiers) else { return };
        let queue = Queue::of(counter, self.family);
        self.scalar |= queue == Queue::Scalar;
        self.shared[queue as usize] |= is_shared(inst.opcode);
        for ((_, other), age) in &mut self.ages {
            if *other == queue {
                *age = (*age + 1).min(queue.max_age(self.family));
            }
        }
        for unit in inst.written().flat_map(|(operand, _)| units_of(operand)) {
            self.ages.insert((unit, queue), 0);
        }
    }
}

/// Returns the instruction that waits for all writes to memory.
pub(crate) fn for_writes(family: Family) -> Inst {
    match family {
        Family::Gfx90a | Family::Gfx942 => {
            Inst::new(Opcode::SWaitcnt, &[Operand::Const(counts(family, Some(0), None))])
        }
        Family::Gfx11 => Inst::new(Opcode::SWaitcntVscnt, &[Reg::Null.into(), Operand::Const(0)]),
        Family::Gfx12 => Inst::new(Opcode::SWaitStorecnt, &[Operand::Const(0)]),
    }
}

impl State for InFlight {
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = !self.scalar && other.scalar;
        self.scalar |= other.scalar;
        for (place, age) in &other.ages {
            let entry = self.ages.entry(*place).or_insert(u8::MAX);
            changed |= *age < *entry;
            *entry = (*entry).min(*age);
        }
        for (mine, others) in self.shared.iter_mut().zip(other.shared) {
            changed |= !*mine && others;
            *mine |= others;
        }
        changed
    }

    fn step(&mut self, inst: &Inst) -> Vec<Inst> {
        let mut wait = self.wait_for(inst);
        self.wait(wait);
        self.issue(inst);
        wait.join(std::mem::take(&mut self.of_first));
        if inst.modifiers.dual {
            self.of_first = wait;
            return Vec::new();
        }
        waits(wait, self.family)
    }
}

/// Whether other waves may access the same memory.
fn is_shared(opcode: Opcode) -> bool {
    opcode.is_workgroup_memory() || opcode.is_vector_memory() && !opcode.is_private_memory()
}

/// Inserts the waits of a kernel with physical registers.
pub(crate) fn insert(code: &mut Code, family: Family) {
    flow::insert(code, &InFlight::new(family));
}

/// Returns the instructions for a wait.
fn waits(wait: Wait, family: Family) -> Vec<Inst> {
    let mut insts = Vec::new();
    let mut push = |opcode: Opcode, operands: &[Operand]| insts.push(Inst::new(opcode, operands));
    let number = |n: u8| Operand::Const(i64::from(n));
    if family == Family::Gfx12 {
        let opcodes = [Opcode::SWaitLoadcnt, Opcode::SWaitStorecnt, Opcode::SWaitKmcnt, Opcode::SWaitDscnt];
        for (queue, opcode) in Queue::ALL.into_iter().zip(opcodes) {
            if let Some(n) = wait.get(queue) {
                push(opcode, &[number(n)]);
            }
        }
        return insts;
    }
    let (load, lgkm) = (wait.get(Queue::Load), wait.lgkm());
    if load.is_some() || lgkm.is_some() {
        push(Opcode::SWaitcnt, &[Operand::Const(counts(family, load, lgkm))]);
    }
    if let Some(store) = wait.get(Queue::Store) {
        push(Opcode::SWaitcntVscnt, &[Reg::Null.into(), number(store)]);
    }
    insts
}

/// Returns the operand of `s_waitcnt`; the fields of unused counters have their greatest values.
fn counts(family: Family, load: Option<u8>, lgkm: Option<u8>) -> i64 {
    let load = i64::from(load.unwrap_or(63));
    if family.is_gfx9() {
        let lgkm = i64::from(lgkm.unwrap_or(15));
        (load >> 4) << 14 | lgkm << 8 | 7 << 4 | load & 15
    } else {
        load << 10 | i64::from(lgkm.unwrap_or(63)) << 4 | 7
    }
}
