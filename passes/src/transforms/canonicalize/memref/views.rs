//! Transpositions, views of bytes, spaces and alignments that are there already, and parts of a buffer that are known.

use super::{cast_source, replace_and_cast};
use crate::transforms::canonicalize::constants::replace_by;
use crate::transforms::canonicalize::matching::{defined_by, is_zero};
use warpline_ir::dialect::memref::transposed_dims;
use warpline_ir::{AffineMap, Arith, Builder, DYNAMIC, Expr, MemRef, Module, Op, Type, TypeKind, Value};

/// A transposition of a transposition is one.
pub(super) fn transposed_twice(module: &mut Module, op: Op) -> Option<()> {
    let inner = defined_by(module, module.operand(op, 0), MemRef::Transpose)?;
    let (first, second) = (transposed_dims(module.op(inner))?, transposed_dims(module.op(op))?);
    let dims: Vec<Expr> = second.iter().map(|dim| Expr::Dim(first[*dim] as u32)).collect();
    let map = module.map_attr(AffineMap::new(dims.len(), 0, dims));
    let source = module.operand(inner, 0);
    module.set_operand(op, 0, source);
    module.set_attr(op, "permutation", map);
    Some(())
}

pub(super) fn in_its_own_order(module: &mut Module, op: Op) -> Option<()> {
    let dims = transposed_dims(module.op(op))?;
    let source = module.operand(op, 0);
    if !dims.iter().enumerate().all(|(index, dim)| index == *dim) {
        return None;
    }
    replace_and_cast(module, op, source)
}

/// Only bytes without a layout can be seen as something else.
pub(super) fn view_of_cast(module: &mut Module, op: Op) -> Option<()> {
    let source = cast_source(module, module.operand(op, 0))?;
    if !matches!(module.type_kind(module.type_of(source)), TypeKind::MemRef(_, _, None, _)) {
        return None;
    }
    module.set_operand(op, 0, source);
    Some(())
}

/// All of a buffer of known size, as it is.
pub(super) fn view_of_everything(module: &mut Module, op: Op) -> Option<()> {
    let source = module.operand(op, 0);
    let ty = module.type_of(source);
    let is_all = ty == module.type_of(module.result(op, 0))
        && is_zero(module, module.operand(op, 1))
        && !module.shape(ty)?.contains(&DYNAMIC);
    if is_all { replace_by(module, op, source) } else { None }
}

/// From one space to another and on to a third.
pub(super) fn space_of_space(module: &mut Module, op: Op) -> Option<()> {
    let inner = defined_by(module, module.operand(op, 0), MemRef::MemorySpaceCast)?;
    let source = module.operand(inner, 0);
    module.set_operand(op, 0, source);
    Some(())
}

/// What is known to begin at a multiple of a number begins at one of its divisors.
pub(super) fn known_alignment(module: &mut Module, op: Op) -> Option<()> {
    let source = module.operand(op, 0);
    let inner = defined_by(module, source, MemRef::AssumeAlignment)?;
    let known = module.op(inner).int("alignment")?;
    let wanted = module.op(op).int("alignment").filter(|wanted| 0 < *wanted)?;
    if known % wanted == 0 { replace_by(module, op, source) } else { None }
}

/// Offset, sizes and strides that the type of the source tells.
pub(super) fn known_metadata(module: &mut Module, op: Op) -> Option<()> {
    let ty = module.type_of(module.operand(op, 0));
    let (offset, strides) = module.strides(ty)?;
    let numbers = [&[offset], module.shape(ty)?, &strides].concat();
    let mut changed = None;
    for (result, number) in module.results(op).skip(1).zip(numbers) {
        if number != DYNAMIC && !module.is_unused(result) {
            let constant = Builder::before(module, op).index(number);
            module.replace_all_uses(result, constant);
            changed = Some(());
        }
    }
    changed
}

/// A size of `memref.reshape` stands in the buffer that holds the shape. It is read right behind the operation, before
/// anybody changes it.
pub(super) fn size_of_reshape(module: &mut Module, op: Op) -> Option<()> {
    let reshape = defined_by(module, module.operand(op, 0), MemRef::Reshape)?;
    let dim = module.constant_int(module.operand(op, 1))?;
    let shape = module.operand(reshape, 1);
    let rank = *module.shape(module.type_of(shape))?.first()?;
    if !(0..rank).contains(&dim) {
        return None;
    }
    let element = module.element_type(module.type_of(shape));
    let mut builder = Builder::after(module, reshape);
    let dim = builder.index(dim);
    let size: Value = builder.value(MemRef::Load, &[shape, dim], element, &[]);
    let size = match element {
        Type::INDEX => size,
        _ => builder.value(Arith::IndexCast, &[size], Type::INDEX, &[]),
    };
    replace_by(module, op, size)
}
