//! Shapes of vectors: compositions of broadcasts, casts and transpositions, also of constants.
//!
//! A position of -1 is poison, and such operations are left alone.

mod elements;
mod masks;
mod positions;

use super::Rule;
use super::constants::{replace_by, replace_by_constant};
use super::matching::{defined_by, replace_with};
use warpline_ir::scalar::zero_extend;
use warpline_ir::{Attr, AttrKind, DenseData, Module, Op, OpKind, Type, TypeKind, Value, Vector};

/// The rules of the dialect.
pub(super) const RULES: &[(OpKind, Rule)] = &[
    (OpKind::Vector(Vector::Broadcast), to_same_type),
    (OpKind::Vector(Vector::Broadcast), |m, op| of_itself(m, op, Vector::Broadcast)),
    (OpKind::Vector(Vector::Broadcast), of_constant),
    (OpKind::Vector(Vector::ShapeCast), to_same_type),
    (OpKind::Vector(Vector::ShapeCast), |m, op| of_itself(m, op, Vector::ShapeCast)),
    (OpKind::Vector(Vector::ShapeCast), of_constant),
    (OpKind::Vector(Vector::ShapeCast), of_constants),
    (OpKind::Vector(Vector::ShapeCast), of_one_value),
    (OpKind::Vector(Vector::Bitcast), to_same_type),
    (OpKind::Vector(Vector::Bitcast), |m, op| of_itself(m, op, Vector::Bitcast)),
    (OpKind::Vector(Vector::Transpose), transposed_twice),
    (OpKind::Vector(Vector::Transpose), in_its_own_order),
    (OpKind::Vector(Vector::Transpose), of_constant),
    (OpKind::Vector(Vector::Transpose), of_one_value),
    (OpKind::Vector(Vector::ExtractStridedSlice), to_same_type),
    (OpKind::Vector(Vector::ExtractStridedSlice), of_constant),
    (OpKind::Vector(Vector::ExtractStridedSlice), of_one_value),
    // A part as large as the whole replaces it.
    (OpKind::Vector(Vector::InsertStridedSlice), to_same_type),
    (OpKind::Vector(Vector::Extract), positions::constant_positions),
    (OpKind::Vector(Vector::Extract), elements::whole),
    (OpKind::Vector(Vector::Extract), elements::of_constant),
    (OpKind::Vector(Vector::Extract), elements::of_extract),
    (OpKind::Vector(Vector::Extract), elements::of_broadcast),
    (OpKind::Vector(Vector::Extract), elements::of_insert),
    (OpKind::Vector(Vector::Extract), elements::of_elements),
    (OpKind::Vector(Vector::Insert), positions::constant_positions),
    (OpKind::Vector(Vector::Insert), elements::whole),
    (OpKind::Vector(Vector::FromElements), elements::from_its_elements),
    (OpKind::Vector(Vector::ToElements), elements::to_known_elements),
    (OpKind::Vector(Vector::Reduction), elements::reduction_of_one),
    (OpKind::Vector(Vector::Reduction), masks::reduced_constant),
    (OpKind::Vector(Vector::MaskedLoad), masks::load_by_constant_mask),
    (OpKind::Vector(Vector::MaskedStore), masks::store_by_constant_mask),
    (OpKind::Vector(Vector::CreateMask), masks::of_constants),
    (OpKind::Vector(Vector::ConstantMask), masks::all_or_nothing),
    (OpKind::Vector(Vector::Mask), masks::drop_full_mask),
    (OpKind::Vector(Vector::TransferRead), masks::drop_mask_of_transfer),
    (OpKind::Vector(Vector::TransferRead), masks::stays_inside),
    (OpKind::Vector(Vector::TransferWrite), masks::drop_mask_of_transfer),
    (OpKind::Vector(Vector::TransferWrite), masks::stays_inside),
];

fn to_same_type(module: &mut Module, op: Op) -> Option<()> {
    let source = module.operand(op, 0);
    let is_same = module.type_of(source) == module.type_of(module.result(op, 0));
    if is_same { replace_by(module, op, source) } else { None }
}

/// Skips an inner operation of this kind, which the outer one subsumes.
fn of_itself(module: &mut Module, op: Op, kind: Vector) -> Option<()> {
    let inner = defined_by(module, module.operand(op, 0), kind)?;
    let source = module.operand(inner, 0);
    module.set_operand(op, 0, source);
    Some(())
}

/// Returns the bits of a constant splat.
fn splat_bits(module: &Module, value: Value) -> Option<u64> {
    let element = module.element_type(module.type_of(value));
    let width = module.bit_width(element).filter(|width| *width <= 64)?;
    match module.attr_kind(module.constant_of(value)?) {
        AttrKind::Integer(value, _) => Some(zero_extend(value.cast_unsigned(), width)),
        AttrKind::Bool(value) => Some(u64::from(*value)),
        AttrKind::Float(bits, _) | AttrKind::Dense(_, DenseData::Splat(bits)) => Some(*bits),
        _ => None,
    }
}

/// Folds an operation that only changes the shape of a splat.
fn of_constant(module: &mut Module, op: Op) -> Option<()> {
    let bits = splat_bits(module, module.operand(op, 0))?;
    let ty = module.type_of(module.result(op, 0));
    let constant = module.intern_attr(AttrKind::Dense(ty, DenseData::Splat(bits)));
    replace_by_constant(module, op, constant)
}

/// Folds a shape change of a constant: the elements are the same in the same order.
fn of_constants(module: &mut Module, op: Op) -> Option<()> {
    let AttrKind::Dense(_, data) = module.attr_kind(module.constant_of(module.operand(op, 0))?) else {
        return None;
    };
    let (data, ty) = (data.clone(), module.type_of(module.result(op, 0)));
    let constant = module.intern_attr(AttrKind::Dense(ty, data));
    replace_by_constant(module, op, constant)
}

/// Folds a shape change of a broadcast to a broadcast.
fn of_one_value(module: &mut Module, op: Op) -> Option<()> {
    let inner = defined_by(module, module.operand(op, 0), Vector::Broadcast)?;
    let source = module.operand(inner, 0);
    if module.shape(module.type_of(source)).is_some() {
        return None;
    }
    replace_with(module, op, Vector::Broadcast, &[source], &[])
}

/// Whether a vector type has a scalable size.
fn is_scalable(module: &Module, ty: Type) -> bool {
    matches!(module.type_kind(ty), TypeKind::Vector(_, scalable, _) if scalable.contains(&true))
}

/// Returns an integer list attribute of an operation.
fn numbers<'m>(module: &'m Module, op: Op, key: &str) -> Option<&'m [i64]> {
    match module.attr_kind(module.attr(op, key)?) {
        AttrKind::DenseArray(_, numbers) => Some(numbers),
        _ => None,
    }
}

fn numbers_attr(module: &mut Module, numbers: &[i64]) -> Attr {
    module.intern_attr(AttrKind::DenseArray(Type::I64, numbers.into()))
}

fn permutation(module: &Module, op: Op) -> Option<Vec<usize>> {
    numbers(module, op, "permutation")?.iter().map(|dim| usize::try_from(*dim).ok()).collect()
}

fn transposed_twice(module: &mut Module, op: Op) -> Option<()> {
    let inner = defined_by(module, module.operand(op, 0), Vector::Transpose)?;
    let (first, second) = (permutation(module, inner)?, permutation(module, op)?);
    let dims: Vec<i64> = second.iter().map(|dim| first[*dim] as i64).collect();
    let dims = numbers_attr(module, &dims);
    let source = module.operand(inner, 0);
    module.set_operand(op, 0, source);
    module.set_attr(op, "permutation", dims);
    Some(())
}

fn in_its_own_order(module: &mut Module, op: Op) -> Option<()> {
    let is_identity = permutation(module, op)?.iter().enumerate().all(|(index, dim)| index == *dim);
    if is_identity { to_same_type(module, op) } else { None }
}
