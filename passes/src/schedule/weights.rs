//! What a kernel operation asks of the hardware for one thread, by the class of its cost.
//!
//! The rows of operations say the class. A memory access counts as a hit of the first cache, and an access of global
//! memory as traffic, too; a function of `math` counts as the polynomial that a backend expands it to. Arithmetic on
//! vectors is multiplied by their number of elements.

use std::ops::{Add, AddAssign, Mul};

use warpline_ir::def::{Cost, OpDef};
use warpline_ir::{Module, Op, OpKind, Type, TypeKind};

/// What a thread asks of the hardware.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Work {
    /// Instructions.
    pub(super) issued: f64,
    /// Accesses of four bytes.
    pub(super) accesses: f64,
    /// Approximations of functions.
    pub(super) special: f64,
    /// Multiply-adds of matrix units.
    pub(super) matrix: f64,
    /// Arithmetic operations, one after the other.
    pub(super) steps: f64,
    /// Accesses, one after the other.
    pub(super) hits: f64,
    /// Tests of loops and barriers, one after the other.
    pub(super) branches: f64,
    /// Bytes of global memory.
    pub(super) bytes: f64,
}

impl Add for Work {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            issued: self.issued + other.issued,
            accesses: self.accesses + other.accesses,
            special: self.special + other.special,
            matrix: self.matrix + other.matrix,
            steps: self.steps + other.steps,
            hits: self.hits + other.hits,
            branches: self.branches + other.branches,
            bytes: self.bytes + other.bytes,
        }
    }
}

impl AddAssign for Work {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<f64> for Work {
    type Output = Self;

    fn mul(self, times: f64) -> Self {
        Self {
            issued: self.issued * times,
            accesses: self.accesses * times,
            special: self.special * times,
            matrix: self.matrix * times,
            steps: self.steps * times,
            hits: self.hits * times,
            branches: self.branches * times,
            bytes: self.bytes * times,
        }
    }
}

impl std::iter::Sum for Work {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Self::add)
    }
}

impl Work {
    /// Instructions alone, each of which uses the result of the one before.
    const fn chain(n: f64) -> Self {
        Self { issued: n, steps: n, ..NOTHING }
    }

    /// Returns the work that takes longer, if nothing else runs.
    pub(super) fn longer(self, other: Self) -> Self {
        if other.size() <= self.size() { self } else { other }
    }

    fn size(&self) -> f64 {
        self.issued + 4.0 * self.accesses + 8.0 * self.special + self.branches
    }
}

const NOTHING: Work = Work {
    issued: 0.0,
    accesses: 0.0,
    special: 0.0,
    matrix: 0.0,
    steps: 0.0,
    hits: 0.0,
    branches: 0.0,
    bytes: 0.0,
};

/// The test and branch of an iteration of a loop, with the count.
pub(super) const TRIP: Work = Work { issued: 3.0, branches: 1.0, ..NOTHING };
/// The test and branch of an `if`.
pub(super) const BRANCH: Work = Work::chain(2.0);
/// A call, without its body.
pub(super) const CALL: Work = Work::chain(4.0);
/// A function that is not analysed.
pub(super) const UNKNOWN: Work = Work { accesses: 4.0, hits: 4.0, bytes: 16.0, ..Work::chain(16.0) };

/// Returns the work of a class, for one element of four bytes.
const fn work_of(cost: Cost) -> Work {
    match cost {
        Cost::Free => NOTHING,
        Cost::Plain => Work::chain(1.0),
        Cost::Branch => BRANCH,
        Cost::Memory => Work { issued: 3.0, accesses: 1.0, hits: 1.0, ..Work::chain(1.0) },
        Cost::Root => Work { special: 1.0, ..Work::chain(5.0) },
        Cost::Division => Work { special: 1.0, ..Work::chain(9.0) },
        Cost::Function => Work { special: 2.0, ..Work::chain(20.0) },
        Cost::Power => Work { special: 4.0, ..Work::chain(45.0) },
        // The updates of 32 threads are served one after the other.
        Cost::Atomic => Work { issued: 3.0, accesses: 32.0, hits: 1.0, ..Work::chain(1.0) },
        Cost::Barrier => Work { branches: 1.0, ..Work::chain(1.0) },
        Cost::Reduction => Work { accesses: 10.0, hits: 5.0, ..Work::chain(15.0) },
        // 16 × 16 × 16 multiply-adds by 32 threads. Fragments are loaded by rows, each of them a line of its own.
        Cost::Matrix => Work { matrix: 128.0, accesses: 16.0, hits: 1.0, ..Work::chain(8.0) },
    }
}

/// Returns the work of one operation, without its regions.
pub(super) fn work(module: &Module, op: Op) -> Work {
    let cost = match module.kind(op) {
        // Their loops and branches are counted where they are followed, and the rest is of the host.
        OpKind::Builtin(_)
        | OpKind::Func(_)
        | OpKind::Scf(_)
        | OpKind::Linalg(_)
        | OpKind::Async(_)
        | OpKind::Rt(_) => Cost::Free,
        OpKind::Cf(_) => Cost::Branch,
        kind => kind.def().map_or(Cost::Plain, OpDef::cost_class),
    };
    let work = work_of(cost);
    if !matches!(cost, Cost::Memory | Cost::Atomic) {
        return work * elements(module, op);
    }
    let (bytes, is_global) = accessed(module, op);
    let words = (bytes / 4.0).max(1.0);
    let bytes = if is_global { bytes } else { 0.0 };
    Work { accesses: work.accesses * words, bytes, ..work }
}

/// Returns the maximum number of vector elements that the operation takes or returns; 1 without vectors.
fn elements(module: &Module, op: Op) -> f64 {
    types(module, op).map(|ty| elements_of(module, ty)).fold(1.0, f64::max)
}

/// Returns the bytes that an access moves, and whether they are in global memory.
fn accessed(module: &Module, op: Op) -> (f64, bool) {
    let buffer = types(module, op).find(|ty| matches!(module.type_kind(*ty), TypeKind::MemRef(..)));
    let Some(buffer) = buffer else { return (4.0, false) };
    let element = module.element_size(module.element_type(buffer)).unwrap_or(4) as f64;
    (element * elements(module, op), module.memory_space(buffer).is_none())
}

fn types(module: &Module, op: Op) -> impl Iterator<Item = Type> + '_ {
    let values = module.operands(op).iter().copied().chain(module.results(op));
    values.map(|value| module.type_of(value))
}

fn elements_of(module: &Module, ty: Type) -> f64 {
    if !matches!(module.type_kind(ty), TypeKind::Vector(..)) {
        return 1.0;
    }
    let shape = module.shape(ty).unwrap_or_default();
    shape.iter().map(|size| (*size).max(1) as f64).product()
}
