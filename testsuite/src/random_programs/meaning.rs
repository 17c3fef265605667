//! The sequential semantics of a random program: its output and final memory if each step ends before the
//! next begins, computed on arrays, and whether its tokens allow another result.

use std::collections::BTreeSet;

use super::effects::{Effect, EffectKind, elements_at};
use super::syntax::{
    Buffer, Carried, Condition, Element, HostStep, LoopId, Memory, Offset, ProgramStep, RandomKernel,
    RandomProgram, Region, SIZE, Steps, Token, Update, View, Work,
};

/// The behaviour of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meaning {
    /// The printed output.
    pub printed: String,
    /// The returned buffers, followed by the final contents of the inputs.
    pub memory: Vec<[i32; SIZE]>,
    /// Pairs of conflicting device work that no tokens order.
    pub races: BTreeSet<(usize, usize)>,
    /// The number of issued work items.
    pub n_works: usize,
}

/// Returns the initial value of element `index` of input `number`.
pub fn input(number: usize, index: usize) -> i32 {
    number as i32 * 7 - 3 + index as i32 * (2 - number as i32 * 3)
}

/// Returns the buffers that `@main` returns: the host buffers that it allocates at its top level.
pub fn returned(program: &RandomProgram, main: &Region) -> Vec<Buffer> {
    let allocated = main.steps.iter().filter_map(|step| match step {
        ProgramStep::Host(HostStep::Alloc(buffer)) => Some(*buffer),
        ProgramStep::Work { work: Work::Alloc(buffer), .. } if program.buffers[*buffer] == Memory::Host => {
            Some(*buffer)
        }
        _ => None,
    });
    allocated.collect()
}

/// Executes a program step by step.
pub fn meaning(steps: &Steps) -> Meaning {
    let n_buffers = steps.program.buffers.len();
    let mut machine = Machine {
        steps,
        slots: Vec::new(),
        slot_of: vec![usize::MAX; n_buffers],
        works: Vec::new(),
        tokens: vec![BTreeSet::new(); steps.n_tokens],
        host: BTreeSet::new(),
        counters: Vec::new(),
        meaning: Meaning::default(),
    };
    let inputs: Vec<Buffer> =
        (0..n_buffers).filter(|buffer| steps.program.buffers[*buffer] == Memory::Input).collect();
    for (number, buffer) in inputs.iter().enumerate() {
        machine.allocate(*buffer);
        let slot = machine.slot_of[*buffer];
        machine.slots[slot] = std::array::from_fn(|index| input(number, index));
    }
    machine.region(&steps.main);
    let kept = returned(&steps.program, &steps.main).into_iter().chain(inputs);
    machine.meaning.memory = kept.map(|buffer| machine.slots[machine.slot_of[buffer]]).collect();
    machine.meaning.n_works = machine.works.len();
    machine.meaning
}

/// Issued work.
struct Issued {
    has_token: bool,
    effects: Vec<Effect>,
    /// The work that is complete before it starts.
    before: BTreeSet<usize>,
}

struct Machine<'s> {
    steps: &'s Steps,
    /// The contents of each allocation.
    slots: Vec<[i32; SIZE]>,
    /// The allocation of each buffer.
    slot_of: Vec<usize>,
    works: Vec<Issued>,
    /// The work that is complete once a token is.
    tokens: Vec<BTreeSet<usize>>,
    /// The work that the host has waited for.
    host: BTreeSet<usize>,
    /// The induction variables of the enclosing loops.
    counters: Vec<(LoopId, usize)>,
    meaning: Meaning,
}

impl Machine<'_> {
    fn allocate(&mut self, buffer: Buffer) {
        self.slot_of[buffer] = self.slots.len();
        self.slots.push([0; SIZE]);
    }

    fn region(&mut self, region: &Region) -> Vec<BTreeSet<usize>> {
        for step in &region.steps {
            self.step(step);
        }
        region.yields.iter().map(|token| self.tokens[*token].clone()).collect()
    }

    fn join(&self, deps: &[Token]) -> BTreeSet<usize> {
        deps.iter().flat_map(|token| self.tokens[*token].iter().copied()).collect()
    }

    fn step(&mut self, step: &ProgramStep) {
        match step {
            ProgramStep::Work { work, deps, result } => self.work(work, deps, *result),
            ProgramStep::Join { deps, result } => self.tokens[*result] = self.join(deps),
            ProgramStep::Wait(deps) => {
                let complete = self.join(deps);
                self.host.extend(complete);
            }
            ProgramStep::Await(token) => {
                let complete = self.join(&[*token]);
                self.host.extend(complete);
            }
            ProgramStep::Host(step) => self.host_step(step),
            ProgramStep::If(condition, arms, results) => {
                let arm = usize::from(!self.test(condition));
                let yields = self.region(&arms[arm]);
                for (result, token) in results.iter().zip(yields) {
                    self.tokens[*result] = token;
                }
            }
            ProgramStep::For(id, trip_count, carried, body) => {
                self.counted_loop((*id, *trip_count), carried, body);
            }
            ProgramStep::While(id, trip_count, carried, bodies) => {
                self.tested_loop((*id, *trip_count), carried, bodies);
            }
            ProgramStep::Call(number, arguments, tokens) => self.call(*number, arguments, *tokens),
            ProgramStep::Execute { deps, result, body } => {
                let first = self.works.len();
                // Waits in the body do not order the host.
                let host = self.host.clone();
                let complete = self.join(deps);
                self.host.extend(complete);
                self.region(body);
                let mut complete: BTreeSet<usize> = self.host.clone();
                complete.extend(first..self.works.len());
                self.host = host;
                self.tokens[*result] = complete;
            }
        }
    }

    fn enter(&mut self, carried: &[Carried]) {
        for one in carried {
            self.tokens[one.inside] = self.tokens[one.init].clone();
        }
    }

    fn counted_loop(&mut self, (id, trip_count): (LoopId, usize), carried: &[Carried], body: &Region) {
        self.enter(carried);
        for trip in 0..trip_count {
            self.counters.push((id, trip));
            let yields = self.region(body);
            self.counters.pop();
            for (one, token) in carried.iter().zip(yields) {
                self.tokens[one.inside] = token;
            }
        }
        for one in carried {
            self.tokens[one.result] = self.tokens[one.inside].clone();
        }
    }

    fn tested_loop(&mut self, (id, trip_count): (LoopId, usize), carried: &[Carried], bodies: &[Region; 2]) {
        self.enter(carried);
        for trip in 0..=trip_count {
            self.counters.push((id, trip));
            let yields = self.region(&bodies[0]);
            for (one, token) in carried.iter().zip(yields) {
                let to = if trip == trip_count { one.result } else { one.after_condition };
                self.tokens[to] = token;
            }
            if trip < trip_count {
                let yields = self.region(&bodies[1]);
                for (one, token) in carried.iter().zip(yields) {
                    self.tokens[one.inside] = token;
                }
            }
            self.counters.pop();
        }
    }

    fn call(&mut self, number: usize, arguments: &[Buffer], tokens: Option<[Token; 2]>) {
        let steps = self.steps;
        let (function, callee) = (&steps.program.functions[number], &steps.functions[number]);
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            self.slot_of[*parameter] = self.slot_of[*argument];
        }
        if let (Some(token), Some([passed, _])) = (callee.token, tokens) {
            self.tokens[token] = self.tokens[passed].clone();
        }
        let yields = self.region(&callee.body);
        if let (Some([_, result]), Some(token)) = (tokens, yields.into_iter().next()) {
            self.tokens[result] = token;
        }
    }

    fn offset(&self, offset: Offset) -> usize {
        match offset {
            Offset::At(offset) => offset,
            Offset::Of { id, factor, .. } => {
                let counter = self.counters.iter().rev().find(|(other, _)| *other == id);
                counter.map_or(0, |(_, value)| value * factor)
            }
        }
    }

    /// Returns the elements of a view, as allocation and index.
    fn elements(&self, view: &View) -> Vec<(usize, usize)> {
        let slot = self.slot_of[view.buffer];
        elements_at(view, self.offset(view.offset)).map(|index| (slot, index)).collect()
    }

    fn work(&mut self, work: &Work, deps: &[Token], result: Option<Token>) {
        let effects = self.execute(work);
        let mut before = self.host.clone();
        before.extend(self.join(deps));
        let number = self.works.len();
        let has_token = result.is_some();
        let conflicts: Vec<usize> = (0..number).filter(|other| self.conflicts(*other, &effects)).collect();
        for other in &conflicts {
            if !(has_token && self.works[*other].has_token) {
                before.insert(*other);
            }
        }
        let more: BTreeSet<usize> =
            before.iter().flat_map(|other| self.works[*other].before.iter().copied()).collect();
        before.extend(more);
        let races = conflicts.iter().filter(|other| !before.contains(other)).map(|other| (*other, number));
        self.meaning.races.extend(races);
        if let Some(result) = result {
            let mut complete = before.clone();
            complete.insert(number);
            self.tokens[result] = complete;
        }
        self.works.push(Issued { has_token, effects, before });
    }

    fn conflicts(&self, other: usize, effects: &[Effect]) -> bool {
        super::effects::conflict(&self.works[other].effects, effects)
    }

    fn load(&self, (slot, index): (usize, usize)) -> i32 {
        self.slots[slot][index]
    }

    fn store(&mut self, (slot, index): (usize, usize), value: i32) {
        self.slots[slot][index] = value;
    }

    /// Executes work; returns its accesses.
    fn execute(&mut self, work: &Work) -> Vec<Effect> {
        match work {
            Work::Alloc(buffer) => {
                self.allocate(*buffer);
                self.touched(&View::whole(*buffer), EffectKind::Write)
            }
            Work::Free(buffer) => self.touched(&View::whole(*buffer), EffectKind::Write),
            Work::Launch { kernel, target, source, number, .. } => {
                self.launch(*kernel, target, source.as_ref(), *number)
            }
            Work::Copy { target, source } => {
                for (to, from) in self.elements(target).into_iter().zip(self.elements(source)) {
                    self.store(to, self.load(from));
                }
                [self.touched(target, EffectKind::Write), self.touched(source, EffectKind::Read)].concat()
            }
            Work::Fill { target, number } => {
                for at in self.elements(target) {
                    self.store(at, *number);
                }
                self.touched(target, EffectKind::Write)
            }
        }
    }

    fn touched(&self, view: &View, access: EffectKind) -> Vec<Effect> {
        effects_at(self.elements(view), access)
    }

    fn launch(
        &mut self,
        kernel: RandomKernel,
        target: &View,
        source: Option<&View>,
        number: i32,
    ) -> Vec<Effect> {
        let to = self.elements(target);
        let from = source.map(|view| self.elements(view)).unwrap_or_default();
        let n = to.len();
        let old: Vec<i32> = to.iter().map(|at| self.load(*at)).collect();
        let read: Vec<i32> = from.iter().map(|at| self.load(*at)).collect();
        let mut touched = Vec::new();
        for index in 0..n {
            let mut put = |machine: &mut Self, place: usize, value: i32, access: EffectKind| {
                machine.store(to[place], value);
                touched.push((to[place], access));
            };
            let now = |machine: &Self, place: usize| machine.load(to[place]);
            let own = old[index];
            match kernel {
                RandomKernel::Fill => put(self, index, number, EffectKind::Write),
                RandomKernel::Add => put(self, index, own.wrapping_add(number), EffectKind::Write),
                RandomKernel::Scale => {
                    let value = own.wrapping_mul(number).wrapping_add(index as i32);
                    put(self, index, value, EffectKind::Write);
                }
                RandomKernel::Guarded if index < GUARD => put(self, index, own ^ number, EffectKind::Write),
                RandomKernel::Half if n / 4 <= index && index < n / 4 + n / 2 => {
                    put(self, index, own.wrapping_sub(number), EffectKind::Write);
                }
                RandomKernel::Guarded | RandomKernel::Half => {}
                RandomKernel::Copy => put(self, index, read[index].wrapping_add(number), EffectKind::Write),
                RandomKernel::Axpy => {
                    put(self, index, own.wrapping_add(read[index].wrapping_mul(3)), EffectKind::Write);
                }
                RandomKernel::Shift => put(self, index, read[(index + 1) % n] ^ number, EffectKind::Write),
                RandomKernel::Atomic(kind) => {
                    put(self, index, update(kind, own, number), EffectKind::Update(kind));
                }
                RandomKernel::Scatter(kind) => {
                    let place = (read[index] & 3) as usize;
                    let value = update(kind, now(self, place), number);
                    put(self, place, value, EffectKind::Update(kind));
                }
                RandomKernel::Reduce(kind) => {
                    let value = update(kind, now(self, 0), read[index]);
                    put(self, 0, value, EffectKind::Update(kind));
                }
            }
        }
        let reads = effects_at(from, EffectKind::Read);
        touched.into_iter().flat_map(|(at, access)| effects_at(vec![at], access)).chain(reads).collect()
    }

    fn element(&self, (buffer, index): Element) -> (usize, usize) {
        (self.slot_of[buffer], index)
    }

    /// Accesses an element on the host. The host waits for conflicting work in flight, and for all work
    /// before it accesses memory that it shares with the device.
    fn host_access(&mut self, element: Element, access: EffectKind) -> (usize, usize) {
        let at = self.element(element);
        let effects = effects_at(vec![at], access);
        let is_shared = self.steps.program.buffers[element.0] == Memory::Shared;
        let awaited: Vec<usize> =
            (0..self.works.len()).filter(|other| is_shared || self.conflicts(*other, &effects)).collect();
        for other in awaited {
            self.host.insert(other);
            let before = self.works[other].before.clone();
            self.host.extend(before);
        }
        at
    }

    fn test(&mut self, condition: &Condition) -> bool {
        match condition {
            Condition::Bit(bit) => self.steps.program.bits >> bit & 1 == 1,
            Condition::Positive(element) => {
                let at = self.host_access(*element, EffectKind::Read);
                0 < self.load(at)
            }
        }
    }

    fn host_step(&mut self, step: &HostStep) {
        match step {
            HostStep::Alloc(buffer) => self.allocate(*buffer),
            HostStep::Move { from, to, number } => {
                let from = self.host_access(*from, EffectKind::Read);
                let to = self.host_access(*to, EffectKind::Write);
                self.store(to, self.load(from).wrapping_add(*number));
            }
            HostStep::Print(element) => {
                let at = self.host_access(*element, EffectKind::Read);
                // The accesses of an external function are unknown.
                self.host.extend(0..self.works.len());
                let line = format!("{}\n", self.load(at));
                self.meaning.printed.push_str(&line);
            }
        }
    }
}

/// The number of threads of a guarded kernel that do something.
pub const GUARD: usize = 5;

/// Returns the value of memory after an atomic update.
fn update(kind: Update, old: i32, number: i32) -> i32 {
    match kind {
        Update::Add => old.wrapping_add(number),
        Update::Max => old.max(number),
        Update::Min => old.min(number),
        Update::And => old & number,
        Update::Or => old | number,
    }
}

fn effects_at(elements: Vec<(usize, usize)>, access: EffectKind) -> Vec<Effect> {
    let of = |(buffer, index): (usize, usize)| Effect { buffer, elements: 1 << index, access };
    elements.into_iter().map(of).collect()
}
