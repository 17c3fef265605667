//! Orders the instructions between branches before registers are allocated: loads early and what needs them late, so
//! that their latency is hidden and one wait serves several, and dependent instructions apart.
//!
//! A list scheduler (Gibbons and Muchnick 1986): of the instructions whose predecessors are placed and whose operands
//! are there, the one with the longest way over an access of memory comes next. The order before decides between
//! equals, which keeps few values alive. The vector registers in use may grow until fewer waves would fit on a SIMD
//! unit, the scalar ones until there are no more, or as far as they did before; beyond, what takes more of them comes
//! last. Masks of lanes, which have one cheap register, and copies of constants are computed right before what reads
//! them.
//!
//! An instruction keeps its place to all that it depends on: registers by word, the condition codes, and accesses of
//! memory that may overlap. Instructions with other effects stay where they are.

use crate::cleanup::{reads, writes};
use crate::code::{Class, Code};
use crate::inst::{Inst, Line, Operand, Reg, Virtual};
use crate::opcode::{Family, Implicit, Kind, Opcode};
use crate::regalloc::{Counts, Interval, in_use, intervals};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::ops::Range;

/// The maximum number of instructions that are ordered at a time, which bounds the cost.
const MAX_REGION: usize = 1024;
/// The cycles until a result is there, as far as it matters for the order.
const GLOBAL_CYCLES: u32 = 120;
const SCALAR_MEMORY_CYCLES: u32 = 60;
const WORKGROUP_CYCLES: u32 = 40;
const MATRIX_CYCLES: u32 = 16;
const TRANSCENDENTAL_CYCLES: u32 = 10;
const VECTOR_CYCLES: u32 = 5;
const MASK_CYCLES: u32 = 3;
const SCALAR_CYCLES: u32 = 2;

/// The number of orders that are tried until one needs few registers enough.
const MAX_TRIES: usize = 3;

/// The numbers of registers of a wave.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Registers {
    /// The vector registers that it may use while as many waves as possible fit on a SIMD unit.
    pub(crate) full: u16,
    /// The vector registers that it may use.
    pub(crate) vector: u16,
    /// The scalar registers that it may use.
    pub(crate) scalar: u16,
}

impl Registers {
    /// Returns the numbers that values may fill: tuples leave gaps.
    pub(crate) fn room(self) -> Counts {
        [self.scalar, self.full].map(|n| u32::from(n - n / 8))
    }

    /// Returns the numbers that it may use.
    fn most(self) -> Counts {
        [self.scalar, self.vector].map(u32::from)
    }
}

/// Orders the instructions of a kernel on virtual registers.
pub(crate) fn schedule(code: &mut Code, family: Family, registers: Registers) {
    let intervals = intervals(code);
    let alive = in_use(code, &intervals);
    for region in regions(code) {
        let graph = Region::of(code, family, (&intervals, &alive), region.clone());
        let Some(order) = graph.order_within(registers) else { continue };
        code.reorder(region, order.into_iter());
    }
}

/// Returns the ranges of lines whose order is free: more than one of them, within a block and a loop.
fn regions(code: &Code) -> Vec<Range<usize>> {
    let mut ends: Vec<usize> = code.loops.iter().flat_map(|range| [range.start, range.end]).collect();
    ends.sort_unstable();
    ends.dedup();
    let mut ends = ends.into_iter().peekable();
    let mut regions = Vec::new();
    let mut start = 0;
    for (index, line) in code.lines.iter().enumerate() {
        let is_end = ends.next_if(|end| *end <= index).is_some();
        while ends.next_if(|end| *end <= index).is_some() {}
        if is_end || index - start == MAX_REGION {
            regions.push(start..index);
            start = index;
        }
        if !matches!(line, Line::Inst(inst) if is_free(inst)) {
            regions.push(start..index);
            start = index + 1;
        }
    }
    regions.push(start..code.lines.len());
    regions.retain(|region| 1 < region.len());
    regions
}

/// Whether an instruction may change its place: it has no effects but on registers and memory, and its registers are
/// virtual ones and masks.
fn is_free(inst: &Inst) -> bool {
    let is_known = |operand: &Operand| match operand {
        Operand::Reg(Reg::Virtual(_) | Reg::Vcc(_) | Reg::Ttmp(_) | Reg::Null)
        | Operand::Const(_)
        | Operand::Off => true,
        Operand::Reg(_) | Operand::Label(_) => false,
    };
    let is_access = memory_of(inst.opcode).is_some();
    (is_access || !inst.opcode.has_side_effects())
        && !inst.opcode.writes().contains(Implicit::EXEC)
        && !inst.opcode.reads().contains(Implicit::M0)
        && inst.opcode != Opcode::SGetpcB64
        && inst.operands.iter().all(is_known)
}

/// A memory whose accesses may overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    Global,
    Private,
    Workgroup,
}

/// Returns the memory that an instruction accesses; what scalar loads read does not change.
fn memory_of(opcode: Opcode) -> Option<Memory> {
    if opcode.is_private_memory() {
        Some(Memory::Private)
    } else if opcode.is_vector_memory() {
        Some(Memory::Global)
    } else {
        opcode.is_workgroup_memory().then_some(Memory::Workgroup)
    }
}

/// What instructions read and write: a word of a register, or a condition code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Word(u32, u8),
    Scc,
    Vcc,
}

fn words(register: Virtual) -> impl Iterator<Item = Place> {
    (register.first..register.first + register.n).map(move |word| Place::Word(register.id, word))
}

fn implicit(set: Implicit) -> impl Iterator<Item = Place> {
    let codes = [(Implicit::SCC, Place::Scc), (Implicit::VCC, Place::Vcc)];
    codes.into_iter().filter(move |(code, _)| set.contains(*code)).map(|(_, place)| place)
}

fn named_vcc((operand, _): (Operand, Kind)) -> Option<Place> {
    matches!(operand, Operand::Reg(Reg::Vcc(_))).then_some(Place::Vcc)
}

fn places_read(inst: &Inst) -> impl Iterator<Item = Place> {
    let named = inst.read().filter_map(named_vcc);
    reads(inst).flat_map(words).chain(implicit(inst.opcode.reads())).chain(named)
}

fn places_written(inst: &Inst) -> impl Iterator<Item = Place> {
    let named = inst.written().filter_map(named_vcc);
    writes(inst).flat_map(words).chain(implicit(inst.opcode.writes())).chain(named)
}

/// Whether one of the numbers is greater than the other of its class.
fn exceeds(numbers: Counts, most: Counts) -> bool {
    numbers.into_iter().zip(most).any(|(number, most)| most < number)
}

/// Whether an instruction copies a constant.
fn is_constant(inst: &Inst) -> bool {
    matches!(inst.sources(), [Operand::Const(_)])
}

/// Returns the cycles from an instruction to those that read its results.
fn latency(inst: &Inst, family: Family) -> u32 {
    let opcode = inst.opcode;
    match memory_of(opcode) {
        Some(Memory::Workgroup) => WORKGROUP_CYCLES,
        Some(Memory::Global | Memory::Private) => GLOBAL_CYCLES,
        None if opcode.is_lds() => WORKGROUP_CYCLES,
        None if opcode.is_mfma() || opcode.is_wmma() => MATRIX_CYCLES,
        None if opcode.is_transcendental() => TRANSCENDENTAL_CYCLES,
        // On gfx942, two instructions must be between.
        None if opcode.is_valu() && inst.written().any(|(_, kind)| kind == Kind::Mask) => MASK_CYCLES,
        // A wave of gfx9 issues an instruction in four cycles, in which the one before completes.
        None if opcode.is_valu() && !family.is_gfx9() => VECTOR_CYCLES,
        None if opcode.is_valu() => 1,
        None if opcode.is_salu() => SCALAR_CYCLES,
        None => SCALAR_MEMORY_CYCLES,
    }
}

/// An instruction in the graph of dependences.
#[derive(Default)]
struct Node {
    /// The instructions that depend on it, and the cycles that they come later.
    successors: Vec<(u32, u32)>,
    n_predecessors: u32,
    /// The longest way over an access of memory to the end of the region, in cycles.
    urgency: u32,
    /// The registers that it reads and writes, each once.
    registers: Vec<u32>,
    /// Whether it reads a mask of lanes of the region.
    reads_mask: bool,
    /// The first instruction that reads the mask or constant that it writes.
    reader: Option<u32>,
}

/// A register in a region.
#[derive(Clone, Copy)]
struct Use {
    /// The instructions left that read or write it.
    n_left: u32,
    /// The registers of its file.
    n_words: u32,
    class: Class,
    is_alive: bool,
    /// Whether its value is used outside of the region.
    is_outside: bool,
}

/// A range of lines that is ordered.
struct Region {
    nodes: Vec<Node>,
    /// The registers at the beginning.
    start: Pressure,
}

/// The registers in use between two instructions.
#[derive(Clone)]
struct Pressure {
    uses: FxHashMap<u32, Use>,
    n_alive: Counts,
}

impl Region {
    fn of(
        code: &Code,
        family: Family,
        (intervals, alive): (&[Option<Interval>], &[Counts]),
        range: Range<usize>,
    ) -> Self {
        let insts = code.lines[range.clone()].iter().filter_map(|line| match line {
            Line::Inst(inst) => Some(inst),
            Line::Label(_) => None,
        });
        let mut graph = Graph::default();
        insts.for_each(|inst| graph.add(inst, family));
        let mut nodes = graph.nodes;
        // The longest ways to the end.
        let mut heights = vec![0; nodes.len()];
        for index in (0..nodes.len()).rev() {
            for (to, cycles) in std::mem::take(&mut nodes[index].successors) {
                let height = heights[to as usize] + cycles;
                let urgency = match nodes[to as usize].urgency {
                    _ if WORKGROUP_CYCLES <= cycles => height,
                    0 => 0,
                    urgency => urgency + cycles,
                };
                heights[index] = height.max(heights[index]);
                nodes[index].urgency = urgency.max(nodes[index].urgency);
                nodes[index].successors.push((to, cycles));
            }
        }
        let bounds = (2 * range.start as u32, 2 * range.end as u32);
        let in_region = |id: u32| {
            let register = code.registers[id as usize];
            let interval = intervals[id as usize];
            Use {
                n_left: 0,
                n_words: u32::from(register.n),
                class: register.class,
                is_alive: interval.is_some_and(|it| it.start < bounds.0 && bounds.0 <= it.end),
                is_outside: interval.is_some_and(|it| bounds.1 <= it.end),
            }
        };
        let mut uses: FxHashMap<u32, Use> = FxHashMap::default();
        for node in &nodes {
            for id in &node.registers {
                uses.entry(*id).or_insert_with(|| in_region(*id)).n_left += 1;
            }
        }
        let n_alive = alive[range.start];
        let is_mask = |id: &u32| code.registers[*id as usize].is_mask && !uses[id].is_alive;
        let mut late: FxHashMap<u32, usize> = FxHashMap::default();
        for (index, line) in code.lines[range].iter().enumerate() {
            let Line::Inst(inst) = line else { continue };
            for id in reads(inst).map(|register| register.id) {
                nodes[index].reads_mask |= is_mask(&id);
                if let Some(writer) = late.remove(&id) {
                    nodes[writer].reader = Some(index as u32);
                }
            }
            let written = writes(inst).map(|register| register.id);
            late.extend(written.filter(|id| is_mask(id) || is_constant(inst)).map(|id| (id, index)));
        }
        Self { nodes, start: Pressure { uses, n_alive } }
    }

    /// Returns an order that uses few registers enough; `None` if the one that is there stays.
    fn order_within(&self, registers: Registers) -> Option<Vec<usize>> {
        let as_is: Vec<usize> = (0..self.nodes.len()).collect();
        let before = self.peak(&as_is);
        if exceeds(before, registers.most()) {
            return None;
        }
        let room = registers.room();
        let most = [0, 1].map(|class| before[class].max(room[class]));
        let mut limit = most;
        for _ in 0..MAX_TRIES {
            let order = self.order(limit);
            let peak = self.peak(&order);
            if !exceeds(peak, most) {
                return Some(order);
            }
            for class in [0, 1].into_iter().filter(|class| most[*class] < peak[*class]) {
                let excess = peak[class] - most[class];
                limit[class] = limit[class].saturating_sub(excess.max(limit[class] / 4));
            }
        }
        None
    }

    /// Returns the greatest numbers of registers in use in an order.
    fn peak(&self, order: &[usize]) -> Counts {
        let mut pressure = self.start.clone();
        order.iter().fold([0; 2], |peak, index| {
            pressure.place(&self.nodes[*index]);
            [0, 1].map(|class| peak[class].max(pressure.n_alive[class]))
        })
    }

    /// Returns the order of the instructions in which up to so many registers hold values early.
    fn order(&self, limit: Counts) -> Vec<usize> {
        let mut state = Progress {
            pressure: self.start.clone(),
            n_predecessors: self.nodes.iter().map(|node| node.n_predecessors).collect(),
            ready: vec![0; self.nodes.len()],
            cycle: 0,
        };
        let mut open: Vec<usize> =
            (0..self.nodes.len()).filter(|index| self.nodes[*index].n_predecessors == 0).collect();
        let mut order = Vec::with_capacity(self.nodes.len());
        while let Some(slot) = self.best(&open, &state, limit) {
            let index = open.swap_remove(slot);
            state.pressure.place(&self.nodes[index]);
            state.cycle = state.cycle.max(state.ready[index]);
            for (to, cycles) in &self.nodes[index].successors {
                let to = *to as usize;
                state.ready[to] = state.ready[to].max(state.cycle + cycles);
                state.n_predecessors[to] -= 1;
                if state.n_predecessors[to] == 0 {
                    open.push(to);
                }
            }
            state.cycle += 1;
            order.push(index);
        }
        order
    }

    /// Returns the position of the instruction that comes next.
    fn best(&self, open: &[usize], state: &Progress, limit: Counts) -> Option<usize> {
        let key = |slot: &usize| {
            let index = open[*slot];
            let node = &self.nodes[index];
            if state.pressure.grows_beyond(node, limit) {
                return (true, false, false, 0, Reverse(0), index);
            }
            let stall = state.ready[index].saturating_sub(state.cycle);
            let ends_mask = node.reads_mask && stall == 0;
            let is_early = node.reader.is_some_and(|reader| {
                let reader = reader as usize;
                1 < state.n_predecessors[reader] || state.cycle + 1 < state.ready[reader]
            });
            (false, !ends_mask, is_early, stall, Reverse(node.urgency), index)
        };
        (0..open.len()).min_by_key(key)
    }
}

/// How far an order has come.
struct Progress {
    pressure: Pressure,
    /// The predecessors of each instruction that are not placed.
    n_predecessors: Vec<u32>,
    /// The first cycle at which the operands of each instruction are there.
    ready: Vec<u32>,
    /// The next cycle.
    cycle: u32,
}

impl Pressure {
    /// Returns the changes of the registers in use by an instruction.
    fn change(&self, node: &Node) -> [i32; 2] {
        let mut changes = [0; 2];
        for id in &node.registers {
            let it = &self.uses[id];
            let is_last = it.n_left == 1 && !it.is_outside;
            changes[it.class as usize] += match (it.is_alive, is_last) {
                (true, true) => -(it.n_words as i32),
                (false, false) => it.n_words as i32,
                (true, false) | (false, true) => 0,
            };
        }
        changes
    }

    /// Whether an instruction takes more registers than these.
    fn grows_beyond(&self, node: &Node, limit: Counts) -> bool {
        let mut grown = self.change(node).into_iter().zip(self.n_alive).zip(limit);
        grown.any(|((change, alive), limit)| 0 < change && limit < alive.saturating_add_signed(change))
    }

    /// Places an instruction.
    fn place(&mut self, node: &Node) {
        let change = self.change(node);
        self.n_alive = [0, 1].map(|class| self.n_alive[class].saturating_add_signed(change[class]));
        for id in &node.registers {
            if let Some(it) = self.uses.get_mut(id) {
                it.n_left -= 1;
                it.is_alive = 0 < it.n_left || it.is_outside;
            }
        }
    }
}

/// The dependences of a region under construction.
#[derive(Default)]
struct Graph {
    nodes: Vec<Node>,
    latencies: Vec<u32>,
    writers: FxHashMap<Place, u32>,
    readers: FxHashMap<Place, Vec<u32>>,
    /// The last access of each memory that writes, and those since.
    accesses: [(Option<u32>, Vec<u32>); 3],
}

impl Graph {
    fn add(&mut self, inst: &Inst, family: Family) {
        let index = self.nodes.len() as u32;
        let mut registers: Vec<u32> = reads(inst).chain(writes(inst)).map(|register| register.id).collect();
        registers.sort_unstable();
        registers.dedup();
        self.nodes.push(Node { registers, ..Node::default() });
        self.latencies.push(latency(inst, family));
        for place in places_read(inst) {
            if let Some(writer) = self.writers.get(&place).copied() {
                self.depends(writer, index, self.latencies[writer as usize]);
            }
            self.readers.entry(place).or_default().push(index);
        }
        for place in places_written(inst) {
            for reader in self.readers.remove(&place).unwrap_or_default() {
                self.depends(reader, index, 0);
            }
            if let Some(writer) = self.writers.insert(place, index) {
                self.depends(writer, index, 1);
            }
        }
        if let Some(memory) = memory_of(inst.opcode) {
            let writes = inst.opcode.has_side_effects();
            let (last, mut since) = std::mem::take(&mut self.accesses[memory as usize]);
            if let Some(last) = last {
                self.depends(last, index, 1);
            }
            if writes {
                for access in since {
                    self.depends(access, index, 1);
                }
                self.accesses[memory as usize] = (Some(index), Vec::new());
            } else {
                since.push(index);
                self.accesses[memory as usize] = (last, since);
            }
        }
    }

    fn depends(&mut self, from: u32, to: u32, cycles: u32) {
        if from == to {
            return;
        }
        match self.nodes[from as usize].successors.last_mut() {
            Some((last, known)) if *last == to => *known = cycles.max(*known),
            _ => {
                self.nodes[from as usize].successors.push((to, cycles));
                self.nodes[to as usize].n_predecessors += 1;
            }
        }
    }
}
