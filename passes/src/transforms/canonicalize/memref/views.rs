//! Transpositions, views of bytes, redundant memory space casts and alignments, and known parts of a buffer.

use super::{cast_source, replace_and_cast};
use crate::transforms::canonicalize::constants::replace_by;
use crate::transforms::canonicalize::matching::{defined_by, is_zero};
use warpline_ir::dialect::memref::transposed_dims;
use warpline_ir::{AffineMap, Arith, Builder, DYNAMIC, Expr, MemRef, Module, Op, Type, TypeKind, Value};

/// Composes two transpositions.
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

/// Skips a cast of the source of a byte view, if the source has no layout.
pub(super) fn view_of_cast(module: &mut Module, op: Op) -> Option<()> {
    let source = cast_source(module, module.operand(op, 0))?;
    if !matches!(module.type_kind(module.type_of(source)), TypeKind::MemRef(_, _, None, _)) {
        return None;
    }
    module.set_operand(op, 0, source);
    Some(())
}

/// Folds a view of a whole buffer of known size.
pub(super) fn view_of_everything(module: &mut Module, op: Op) -> Option<()> {
    let view = module.op(op);
    let source = view.named("source");
    let ty = module.type_of(source);
    let is_all = ty == module.type_of(module.result(op, 0))
        && is_zero(module, view.named("byte_shift"))
        && !module.shape(ty)?.contains(&DYNAMIC);
    if is_all { replace_by(module, op, source) } else { None }
}

/// Merges two memory space casts.
pub(super) fn space_of_space(module: &mut Module, op: Op) -> Option<()> {
    let inner = defined_by(module, module.operand(op, 0), MemRef::MemorySpaceCast)?;
    let source = module.operand(inner, 0);
    module.set_operand(op, 0, source);
    Some(())
}

/// Erases an alignment assumption that a stricter one implies.
pub(super) fn known_alignment(module: &mut Module, op: Op) -> Option<()> {
    let source = module.operand(op, 0);
    let inner = defined_by(module, source, MemRef::AssumeAlignment)?;
    let known = module.op(inner).int("alignment")?;
    let wanted = module.op(op).int("alignment").filter(|wanted| 0 < *wanted)?;
    if known % wanted == 0 { replace_by(module, op, source) } else { None }
}

/// Folds the offset, sizes and strides that are known from the type of the source.
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

/// Replaces a size of `memref.reshape` by a load from its shape buffer. The load is right after the operation, before
/// the buffer can change.
pub(super) fn size_of_reshape(module: &mut Module, op: Op) -> Option<()> {
    let view = module.op(op);
    let reshape = defined_by(module, view.named("source"), MemRef::Reshape)?;
    let dim = module.constant_int(view.named("index"))?;
    let shape = module.op(reshape).named("shape");
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
