//! Positions of the part that `vector.extract` and `vector.insert` read or write.

use super::{numbers, numbers_attr};
use warpline_ir::{DYNAMIC, Module, Op, OpKind, Value, Vector};

/// A position: numbers, and values where they are [`DYNAMIC`].
#[derive(Clone)]
pub(super) struct Position {
    pub(super) numbers: Vec<i64>,
    pub(super) values: Vec<Value>,
}

impl Position {
    pub(super) fn of(module: &Module, op: Op) -> Option<Self> {
        let numbers = numbers(module, op, "static_position")?.to_vec();
        let values = module.operands(op)[n_vectors(module, op)..].to_vec();
        Some(Self { numbers, values })
    }

    /// Returns the position, if all of it is known and none of it is poison.
    pub(super) fn known(&self) -> Option<Vec<usize>> {
        self.numbers.iter().map(|number| usize::try_from(*number).ok()).collect()
    }

    /// Sets the position of an operation on these vectors.
    pub(super) fn set(&self, module: &mut Module, op: Op, vectors: &[Value]) {
        module.set_operands(op, &[vectors, &self.values].concat());
        let numbers = numbers_attr(module, &self.numbers);
        module.set_attr(op, "static_position", numbers);
    }
}

/// Returns the number of operands before the position.
fn n_vectors(module: &Module, op: Op) -> usize {
    if module.kind(op) == OpKind::Vector(Vector::Insert) { 2 } else { 1 }
}

/// Folds constants in a position into the attribute, if they are in bounds of the vector.
pub(super) fn constant_positions(module: &mut Module, op: Op) -> Option<()> {
    let mut position = Position::of(module, op)?;
    let vectors = module.operands(op)[..n_vectors(module, op)].to_vec();
    let shape = module.shape(module.type_of(*vectors.last()?))?;
    let mut values = std::mem::take(&mut position.values).into_iter();
    let mut changed = None;
    for (number, size) in position.numbers.iter_mut().zip(shape).filter(|(number, _)| **number == DYNAMIC) {
        let value = values.next()?;
        match module.constant_int(value).filter(|known| (0..*size).contains(known)) {
            Some(known) => {
                *number = known;
                changed = Some(());
            }
            None => position.values.push(value),
        }
    }
    changed?;
    position.set(module, op, &vectors);
    Some(())
}
