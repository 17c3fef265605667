//! Elements and parts of vectors that are known, or that are forwarded from the construction of the vector.

use super::positions::Position;
use super::splat_bits;
use crate::transforms::canonicalize::constants::{replace_by, replace_by_constant};
use crate::transforms::canonicalize::matching::{defined_by, replace_with, scalar_attr};
use warpline_ir::{AttrKind, Builder, DenseData, Module, Op, Type, Value, Vector};

/// Folds a part without a position to the whole.
pub(super) fn whole(module: &mut Module, op: Op) -> Option<()> {
    let source = module.operand(op, 0);
    let is_whole = Position::of(module, op)?.numbers.is_empty()
        && module.type_of(source) == module.type_of(module.result(op, 0));
    if is_whole { replace_by(module, op, source) } else { None }
}

/// Returns the number of elements of a shape; `None` if there is none.
fn n_elements(shape: &[i64]) -> Option<usize> {
    shape.iter().try_fold(1usize, |n, size| n.checked_mul(usize::try_from(*size).ok()?)).filter(|n| 0 < *n)
}

/// Returns the index of the first element at a position, in row-major order.
fn first_element(position: &[usize], shape: &[i64]) -> Option<usize> {
    let mut first = 0usize;
    for (index, size) in shape.iter().enumerate() {
        let size = usize::try_from(*size).ok()?;
        let at = position.get(index).copied().unwrap_or(0);
        first = first.checked_mul(size)?.checked_add(at).filter(|_| at < size)?;
    }
    Some(first)
}

pub(super) fn of_constant(module: &mut Module, op: Op) -> Option<()> {
    let source = module.operand(op, 0);
    let position = Position::of(module, op)?.known()?;
    let ty = module.type_of(module.result(op, 0));
    let shape = module.shape(module.type_of(source))?;
    let first = first_element(&position, shape)?;
    let n = n_elements(&shape[position.len()..])?;
    let data = match (splat_bits(module, source), module.attr_kind(module.constant_of(source)?)) {
        (Some(bits), _) => DenseData::Splat(bits),
        (None, AttrKind::Dense(_, DenseData::Elements(all))) => match all.get(first..first + n)? {
            [first, rest @ ..] if rest.iter().all(|bits| bits == first) => DenseData::Splat(*first),
            part => DenseData::Elements(part.into()),
        },
        _ => return None,
    };
    let constant = match (module.shape(ty), data) {
        (None, DenseData::Splat(bits)) => scalar_attr(module, ty, bits)?,
        (None, DenseData::Elements(_)) => return None,
        (Some(_), data) => module.intern_attr(AttrKind::Dense(ty, data)),
    };
    replace_by_constant(module, op, constant)
}

/// Merges the positions of nested extractions.
pub(super) fn of_extract(module: &mut Module, op: Op) -> Option<()> {
    let inner = defined_by(module, module.operand(op, 0), Vector::Extract)?;
    let (mut position, then) = (Position::of(module, inner)?, Position::of(module, op)?);
    position.numbers.extend(then.numbers);
    position.values.extend(then.values);
    let source = module.operand(inner, 0);
    position.set(module, op, &[source]);
    Some(())
}

/// Folds a part along the dimensions that a broadcast added to the source, or to a smaller broadcast of it.
pub(super) fn of_broadcast(module: &mut Module, op: Op) -> Option<()> {
    let broadcast = module.operand(op, 0);
    let inner = defined_by(module, broadcast, Vector::Broadcast)?;
    let source = module.operand(inner, 0);
    let rank = |ty: Type| module.shape(ty).map_or(0, <[i64]>::len);
    let (from, to) = (module.type_of(source), module.type_of(module.result(op, 0)));
    let n_added = rank(module.type_of(broadcast)).checked_sub(rank(from))?;
    if n_added < Position::of(module, op)?.numbers.len() {
        return None;
    }
    if from == to {
        return replace_by(module, op, source);
    }
    module.shape(to)?;
    replace_with(module, op, Vector::Broadcast, &[source], &[])
}

/// Forwards the part inserted at the position, or looks through an insertion at another one.
pub(super) fn of_insert(module: &mut Module, op: Op) -> Option<()> {
    let inner = defined_by(module, module.operand(op, 0), Vector::Insert)?;
    let (wanted, inserted) = (Position::of(module, op)?, Position::of(module, inner)?);
    let (known, other) = (wanted.known()?, inserted.known()?);
    let view = module.op(inner);
    let (value, before) = (view.named("valueToStore"), view.named("dest"));
    if known == other {
        return replace_by(module, op, value);
    }
    if known.iter().zip(&other).any(|(a, b)| a != b) {
        module.set_operand(op, 0, before);
        return Some(());
    }
    let rest = wanted.numbers.get(other.len()..).filter(|rest| !rest.is_empty())?;
    let rest = Position { numbers: rest.to_vec(), values: Vec::new() };
    rest.set(module, op, &[value]);
    Some(())
}

/// Forwards an element that a vector was constructed from.
pub(super) fn of_elements(module: &mut Module, op: Op) -> Option<()> {
    let source = module.operand(op, 0);
    let inner = defined_by(module, source, Vector::FromElements)?;
    let position = Position::of(module, op)?.known()?;
    let shape = module.shape(module.type_of(source))?;
    if position.len() != shape.len() {
        return None;
    }
    let element = *module.operands(inner).get(first_element(&position, shape)?)?;
    replace_by(module, op, element)
}

/// Folds a vector of all elements of a vector of its type to that vector.
pub(super) fn from_its_elements(module: &mut Module, op: Op) -> Option<()> {
    let elements = module.operands(op);
    let inner = defined_by(module, *elements.first()?, Vector::ToElements)?;
    let source = module.operand(inner, 0);
    let is_all = module.results(inner).eq(elements.iter().copied())
        && module.type_of(source) == module.type_of(module.result(op, 0));
    if is_all { replace_by(module, op, source) } else { None }
}

/// Forwards the elements that a vector was constructed from, or the only one.
pub(super) fn to_known_elements(module: &mut Module, op: Op) -> Option<()> {
    let source = module.operand(op, 0);
    let elements: Vec<Value> = if let Some(inner) = defined_by(module, source, Vector::FromElements) {
        module.operands(inner).to_vec()
    } else {
        let inner = defined_by(module, source, Vector::Broadcast)?;
        let value = module.operand(inner, 0);
        if module.shape(module.type_of(value)).is_some() {
            return None;
        }
        vec![value; module.n_results(op)]
    };
    module.replace_op(op, &elements);
    Some(())
}

/// Folds the reduction of one element without an accumulator.
pub(super) fn reduction_of_one(module: &mut Module, op: Op) -> Option<()> {
    let &[source] = module.operands(op) else { return None };
    let ty = module.type_of(source);
    let shape = module.shape(ty)?;
    if shape.iter().any(|size| *size != 1) || super::is_scalable(module, ty) {
        return None;
    }
    let zeros = vec![0; shape.len()];
    let position = super::numbers_attr(module, &zeros);
    let to = module.type_of(module.result(op, 0));
    let attrs = [("static_position", position)];
    let value = Builder::before(module, op).value(Vector::Extract, &[source], to, &attrs);
    replace_by(module, op, value)
}
