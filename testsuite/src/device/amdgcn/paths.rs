//! Checks waits and hazards of a kernel on all paths, also on those that no launch takes.
//!
//! The state before an instruction has what may be in flight, or recent, on any path to it: states are joined where paths
//! meet, until nothing changes. In contrast to a launch, which only finds races, a barrier must come after every access
//! of LDS, and where the waves of a block do not share a cache, of global memory: a kernel whose barriers order less does
//! not pass.

use super::super::memory::Fault;
use super::args::{Args, Inst, MemoryArgs, Segment};
use super::chip::Chip;
use super::effects::{Effects, Span, VECTOR};
use super::flow::waits_of;
use super::hazards::Hazards;
use super::inst::{CacheOp, Counters, DsOp, FlowOp, Op};
use super::memory_op::counters_of;
use super::registers::{sgpr_name, vgpr_name};
use super::waits::OpKind;
use super::{CodeObject, Kernel, RunError};
use std::collections::{BTreeMap, BTreeSet};

/// The number of later operations from which on their exact number does not matter: no wait leaves more in flight.
const MANY: u8 = 64;

/// An operation that may be in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Operation {
    kind: OpKind,
    /// The counters that may still count it.
    counters: Counters,
    /// The operations that were issued later, at least, by counter of the hardware.
    later: [u8; 4],
    pc: u64,
}

/// What may be in flight at an instruction.
#[derive(Clone, Debug)]
struct InFlight {
    /// The classes of events that each counter of the hardware counts.
    counters: &'static [Counters],
    orders_flat: bool,
    /// The operations that write each register.
    registers: BTreeMap<u16, Vec<Operation>>,
    /// The last accesses of LDS, and of global memory, by counters.
    lds: Vec<Operation>,
    global: Vec<Operation>,
    /// The kinds of operations that each counter may count.
    kinds: [Vec<OpKind>; 4],
}

const LOAD: Counters = Counters::LOAD;
const STORE: Counters = Counters::STORE;
const DS: Counters = Counters::DS;
const SCALAR: Counters = Counters::SCALAR;
const GFX9: &[Counters] = &[LOAD.with(STORE), DS.with(SCALAR)];
const GFX11: &[Counters] = &[LOAD, STORE, DS.with(SCALAR)];
const GFX12: &[Counters] = &[LOAD, STORE, DS, SCALAR];

/// An operation that an instruction issues.
struct Issue {
    kind: OpKind,
    counters: Counters,
    accesses_lds: bool,
    accesses_global: bool,
    results: Vec<Span>,
}

impl Issue {
    fn of(chip: Chip, inst: &Inst, effects: &Effects) -> Option<Self> {
        let issue = |kind: OpKind, counters: Counters, (accesses_lds, accesses_global): (bool, bool)| {
            Some(Self { kind, counters, accesses_lds, accesses_global, results: effects.writes.clone() })
        };
        match (&inst.row.op, &inst.args) {
            (Op::ScalarLoad(..), _) => issue(OpKind::Scalar, SCALAR, (false, false)),
            (Op::Memory(op) | Op::Ds(DsOp::Access(op)), Args::Memory(args)) => {
                let (counters, kind) = counters_of(*op, args);
                issue(kind, counters, accessed(args))
            }
            (Op::Ds(DsOp::Pair { .. }), _) => issue(OpKind::Lds, DS, (true, false)),
            (Op::Ds(DsOp::BackwardPermute | DsOp::Permute | DsOp::Swizzle), _) => {
                issue(OpKind::Lds, DS, (false, false))
            }
            (Op::Cache(CacheOp::Invalidate), _) if chip.is_gfx12() => {
                issue(OpKind::Vector, LOAD, (false, false))
            }
            (Op::Cache(CacheOp::WriteBack), _) if chip.is_gfx12() => {
                issue(OpKind::Vector, STORE, (false, false))
            }
            _ => None,
        }
    }
}

/// Whether an access is one of LDS, and one of global memory.
fn accessed(args: &MemoryArgs) -> (bool, bool) {
    match args.segment {
        Segment::Lds => (true, false),
        Segment::Scratch => (false, false),
        Segment::Flat => (true, true),
        Segment::Global | Segment::Buffer => (false, true),
    }
}

impl InFlight {
    fn new(chip: Chip) -> Self {
        Self {
            counters: match chip {
                Chip::Gfx90a | Chip::Gfx942 => GFX9,
                Chip::Gfx1100 => GFX11,
                Chip::Gfx1201 => GFX12,
            },
            orders_flat: !chip.is_gfx9(),
            registers: BTreeMap::new(),
            lds: Vec::new(),
            global: Vec::new(),
            kinds: Default::default(),
        }
    }

    /// Checks the registers of an instruction.
    fn check(&self, effects: &Effects, issue: Option<&Issue>) -> Result<(), Fault> {
        for register in effects.reads.iter().flat_map(|span| span.registers()) {
            self.check_register(register, |_| false)?;
        }
        // Operations of a kind write in order.
        let is_in_order = |operation: &Operation| {
            let is_ordered = matches!(operation.kind, OpKind::Vector | OpKind::Lds);
            is_ordered && issue.is_some_and(|issue| issue.kind == operation.kind)
        };
        for register in effects.writes.iter().flat_map(|span| span.registers()) {
            self.check_register(register, is_in_order)?;
        }
        Ok(())
    }

    fn check_register(&self, register: u16, is_allowed: impl Fn(&Operation) -> bool) -> Result<(), Fault> {
        let found =
            self.registers.get(&register).into_iter().flatten().find(|operation| !is_allowed(operation));
        let Some(operation) = found else { return Ok(()) };
        let name = match register.checked_sub(VECTOR) {
            Some(vector) => vgpr_name(vector),
            None => sgpr_name(register as u8),
        };
        Err(format!("missing wait: {name} may be in flight since the instruction at {:#x}", operation.pc)
            .into())
    }

    fn operations(&mut self) -> impl Iterator<Item = &mut Vec<Operation>> {
        self.registers.values_mut().chain([&mut self.lds, &mut self.global])
    }

    fn issue(&mut self, issue: &Issue, pc: u64) {
        let counted: Vec<usize> =
            (0..self.counters.len()).filter(|index| self.counters[*index].meets(issue.counters)).collect();
        for operation in self.operations().flatten() {
            for index in &counted {
                operation.later[*index] = (operation.later[*index] + 1).min(MANY);
            }
        }
        for index in counted {
            if !self.kinds[index].contains(&issue.kind) {
                self.kinds[index].push(issue.kind);
            }
        }
        let operation = Operation { kind: issue.kind, counters: issue.counters, later: [0; 4], pc };
        for register in issue.results.iter().flat_map(|span| span.registers()) {
            self.registers.insert(register, vec![operation]);
        }
        for (is_access, accesses) in
            [(issue.accesses_lds, &mut self.lds), (issue.accesses_global, &mut self.global)]
        {
            if is_access {
                accesses.retain(|other| other.counters != operation.counters);
                accesses.push(operation);
            }
        }
    }

    fn wait(&mut self, counters: Counters, n: usize) {
        for index in (0..self.counters.len()).filter(|index| self.counters[*index].meets(counters)) {
            let counted = self.counters[index];
            let all_are = |kind: OpKind| {
                let is_ordered =
                    |found: &OpKind| *found == kind || *found == OpKind::Flat && self.orders_flat;
                self.kinds[index].iter().all(is_ordered)
            };
            let is_ordered = all_are(OpKind::Vector) || all_are(OpKind::Lds);
            if n != 0 && !is_ordered {
                continue;
            }
            for operations in self.operations() {
                for operation in operations.iter_mut() {
                    if operation.counters.meets(counted) && n <= usize::from(operation.later[index]) {
                        operation.counters = operation.counters.without(counted);
                    }
                }
                operations.retain(|operation| operation.counters != Counters::NONE);
            }
            if n == 0 {
                self.kinds[index].clear();
            }
        }
        self.registers.retain(|_, operations| !operations.is_empty());
    }

    /// Adds the operations of another path; returns whether anything changed.
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (register, operations) in &other.registers {
            changed |= join(self.registers.entry(*register).or_default(), operations);
        }
        changed |= join(&mut self.lds, &other.lds);
        changed |= join(&mut self.global, &other.global);
        for (kinds, others) in self.kinds.iter_mut().zip(&other.kinds) {
            let new: Vec<OpKind> = others.iter().filter(|kind| !kinds.contains(kind)).copied().collect();
            changed |= !new.is_empty();
            kinds.extend(new);
        }
        changed
    }
}

/// Adds operations to others; returns whether anything changed.
fn join(operations: &mut Vec<Operation>, others: &[Operation]) -> bool {
    let mut changed = false;
    for other in others {
        let is_same = |own: &&mut Operation| own.kind == other.kind && own.counters == other.counters;
        let Some(own) = operations.iter_mut().find(is_same) else {
            operations.push(*other);
            changed = true;
            continue;
        };
        for (later, others) in own.later.iter_mut().zip(other.later) {
            changed |= others < *later;
            *later = others.min(*later);
        }
    }
    changed
}

/// What may be in flight, or recent, at an instruction.
#[derive(Clone, Debug)]
struct State {
    in_flight: InFlight,
    hazards: Hazards,
}

impl State {
    fn join(&mut self, other: &Self) -> bool {
        let changed = self.in_flight.join(&other.in_flight);
        self.hazards.join(&other.hazards) || changed
    }

    /// Checks an instruction and applies its effect.
    fn step(&mut self, object: &CodeObject, kernel: &Kernel, pc: u64, inst: &Inst) -> Result<(), Fault> {
        let effects = object.code.effects(pc);
        self.hazards.issue(inst, effects)?;
        let issue = Issue::of(object.chip, inst, effects);
        self.in_flight.check(effects, issue.as_ref())?;
        match (&inst.row.op, &inst.args) {
            (Op::Flow(FlowOp::Wait(wait)), Args::Scalar(args)) => {
                for (counters, n) in waits_of(object.chip, *wait, args.immediate) {
                    self.in_flight.wait(counters, n);
                }
            }
            (Op::Flow(FlowOp::Barrier | FlowOp::BarrierSignal), _) => {
                let global = kernel.descriptor.is_split.then_some(&self.in_flight.global);
                let mut accesses = self.in_flight.lds.iter().chain(global.into_iter().flatten());
                if let Some(access) = accesses.next() {
                    return Err(
                        format!("the access at {:#x} may be in flight at a barrier", access.pc).into()
                    );
                }
            }
            _ => {}
        }
        if let Some(issue) = issue {
            self.in_flight.issue(&issue, pc);
        }
        Ok(())
    }
}

impl CodeObject {
    /// Checks the waits and hazards of a kernel on all paths. Kernels that jump to addresses in registers are checked up to
    /// there.
    pub fn check_paths(&self, kernel: &str) -> Result<(), RunError> {
        let Some(kernel) = self.kernel(kernel) else { return Ok(()) };
        let leaders = self.leaders(kernel);
        let initial =
            State { in_flight: InFlight::new(self.chip), hazards: Hazards::new(self.chip, self.is_replayed) };
        let mut states = BTreeMap::from([(kernel.entry, initial)]);
        let mut open = vec![kernel.entry];
        while let Some(start) = open.pop() {
            let Some(mut state) = states.get(&start).cloned() else { continue };
            let next = self.check_block(kernel, &mut state, start, &leaders)?;
            for next in next {
                if enter(&mut states, next, &state) {
                    open.push(next);
                }
            }
        }
        Ok(())
    }

    /// Checks the instructions from a leader up to the next ones, which are returned.
    fn check_block(
        &self,
        kernel: &Kernel,
        state: &mut State,
        start: u64,
        leaders: &BTreeSet<u64>,
    ) -> Result<Vec<u64>, RunError> {
        let mut pc = start;
        loop {
            let inst = self.code.at(pc).map_err(|fault| self.path_error(pc, fault))?;
            state.step(self, kernel, pc, inst).map_err(|fault| self.path_error(pc, fault))?;
            let successors = inst.successors(pc);
            match successors[..] {
                [next] if !leaders.contains(&next) => pc = next,
                _ => return Ok(successors),
            }
        }
    }

    /// Returns the offsets of the instructions that branches reach from the entry of a kernel.
    pub(super) fn reachable(&self, kernel: &Kernel) -> BTreeSet<u64> {
        let (mut found, mut open) = (BTreeSet::new(), vec![kernel.entry]);
        while let Some(pc) = open.pop() {
            let Ok(inst) = self.code.at(pc) else { continue };
            if found.insert(pc) {
                open.extend(inst.successors(pc));
            }
        }
        found
    }

    /// Returns the instructions at which paths meet or part.
    fn leaders(&self, kernel: &Kernel) -> BTreeSet<u64> {
        let next = |pc: u64, inst: &Inst| pc + u64::from(inst.bytes);
        let reachable = self.reachable(kernel).into_iter();
        let branches = reachable.filter_map(|pc| {
            let inst = self.code.at(pc).ok()?;
            let successors = inst.successors(pc);
            (successors != [next(pc, inst)]).then_some(successors)
        });
        branches.flatten().collect()
    }

    fn path_error(&self, pc: u64, fault: Fault) -> RunError {
        RunError { failure: fault.failure, pc, mnemonic: self.code.name(pc), message: fault.message }
    }
}

/// Adds a state to those at an instruction; returns whether anything changed.
fn enter(states: &mut BTreeMap<u64, State>, pc: u64, state: &State) -> bool {
    match states.get_mut(&pc) {
        Some(known) => known.join(state),
        None => {
            states.insert(pc, state.clone());
            true
        }
    }
}
