//! The memory effects of statements of a random program, as sets of elements.

use super::syntax::{
    Buffer, Condition, Function, HostStep, Offset, RandomKernel, RandomProgram, SIZE, Statement,
    StatementKind, Update, View, Work,
};

/// The kind of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EffectKind {
    /// A read.
    Read,
    /// A write.
    Write,
    /// An update by a commutative atomic.
    Update(Update),
}

impl EffectKind {
    /// Whether the order of the two accesses can matter.
    pub fn conflicts(self, other: Self) -> bool {
        match (self, other) {
            (Self::Read, Self::Read) => false,
            (Self::Update(a), Self::Update(b)) => a != b,
            (Self::Read | Self::Write | Self::Update(_), _) => true,
        }
    }
}

/// An access to elements of one buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Effect {
    /// The buffer, or the memory that it refers to.
    pub buffer: usize,
    /// One bit per element.
    pub elements: u32,
    /// The kind of the access.
    pub access: EffectKind,
}

impl Effect {
    /// Whether the order of the two effects can matter.
    pub fn conflicts(&self, other: &Self) -> bool {
        self.buffer == other.buffer
            && self.elements & other.elements != 0
            && self.access.conflicts(other.access)
    }
}

/// Whether the order of two sets of effects can matter.
pub fn conflict(a: &[Effect], b: &[Effect]) -> bool {
    a.iter().any(|a| b.iter().any(|b| a.conflicts(b)))
}

/// The bits of all elements.
pub const ALL: u32 = (1 << SIZE) - 1;

/// Returns the elements of a view that starts at an offset.
pub fn elements_at(view: &View, offset: usize) -> impl Iterator<Item = usize> {
    let stride = view.stride;
    (0..view.len).map(move |index| offset + index * stride)
}

/// Returns the elements that a view may contain.
pub fn elements(view: &View) -> u32 {
    let of = |offset: usize| elements_at(view, offset).fold(0, |all, element| all | 1 << element);
    match view.offset {
        Offset::At(offset) => of(offset),
        Offset::Of { factor, trip_count, .. } => {
            (0..trip_count).map(|trip| of(trip * factor)).fold(0, |a, b| a | b)
        }
    }
}

/// Returns the effects of work; for kernels, over all values that memory may hold.
pub fn effects_of_work(work: &Work) -> Vec<Effect> {
    let on =
        |view: &View, access: EffectKind| Effect { buffer: view.buffer, elements: elements(view), access };
    match work {
        Work::Alloc(buffer) | Work::Free(buffer) => {
            vec![Effect { buffer: *buffer, elements: ALL, access: EffectKind::Write }]
        }
        Work::Launch { kernel, target, source, .. } => {
            let access = match kernel {
                RandomKernel::Atomic(update)
                | RandomKernel::Scatter(update)
                | RandomKernel::Reduce(update) => EffectKind::Update(*update),
                RandomKernel::Fill
                | RandomKernel::Add
                | RandomKernel::Scale
                | RandomKernel::Guarded
                | RandomKernel::Half
                | RandomKernel::Copy
                | RandomKernel::Axpy
                | RandomKernel::Shift => EffectKind::Write,
            };
            let reads = source.iter().map(|view| on(view, EffectKind::Read));
            std::iter::once(on(target, access)).chain(reads).collect()
        }
        Work::Copy { target, source } => vec![on(target, EffectKind::Write), on(source, EffectKind::Read)],
        Work::Fill { target, .. } => vec![on(target, EffectKind::Write)],
    }
}

/// Returns the effects of a host step.
pub fn effects_of_host(step: &HostStep) -> Vec<Effect> {
    let at = |(buffer, index): (Buffer, usize), access| Effect { buffer, elements: 1 << index, access };
    match step {
        HostStep::Alloc(_) => Vec::new(),
        HostStep::Move { from, to, .. } => vec![at(*from, EffectKind::Read), at(*to, EffectKind::Write)],
        HostStep::Print(element) => vec![at(*element, EffectKind::Read)],
    }
}

/// Returns the effects of a condition.
pub fn effects_of_condition(condition: &Condition) -> Vec<Effect> {
    match condition {
        Condition::Bit(_) => Vec::new(),
        Condition::Positive((buffer, index)) => {
            vec![Effect { buffer: *buffer, elements: 1 << index, access: EffectKind::Read }]
        }
    }
}

/// Returns the effects of statements; `functions` are the functions that they call.
pub fn effects(program: &RandomProgram, statements: &[Statement]) -> Vec<Effect> {
    let mut all: Vec<Effect> = Vec::new();
    for statement in statements {
        all.extend(effects_of(program, statement));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the effects of one statement, including nested ones.
pub fn effects_of(program: &RandomProgram, statement: &Statement) -> Vec<Effect> {
    match &statement.kind {
        StatementKind::Alloc(buffer, _) => effects_of_work(&Work::Alloc(*buffer)),
        StatementKind::Work(work, _) => effects_of_work(work),
        StatementKind::Host(step) => effects_of_host(step),
        StatementKind::Wait => Vec::new(),
        StatementKind::If(condition, arms) => {
            let arms = arms.iter().flat_map(|arm| effects(program, arm));
            effects_of_condition(condition).into_iter().chain(arms).collect()
        }
        StatementKind::For(_, _, body) | StatementKind::Execute(body) => effects(program, body),
        StatementKind::While(_, _, bodies) => bodies.iter().flat_map(|body| effects(program, body)).collect(),
        StatementKind::Call(number, arguments) => {
            effects_of_call(program, &program.functions[*number], arguments)
        }
    }
}

fn effects_of_call(program: &RandomProgram, function: &Function, arguments: &[Buffer]) -> Vec<Effect> {
    let map = |effect: Effect| {
        let number = function.parameters.iter().position(|parameter| *parameter == effect.buffer)?;
        Some(Effect { buffer: arguments[number], ..effect })
    };
    effects(program, &function.body).into_iter().filter_map(map).collect()
}
