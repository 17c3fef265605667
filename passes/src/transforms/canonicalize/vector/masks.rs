//! All-true and all-false masks, and transfers that stay in bounds.

use super::{is_scalable, numbers, numbers_attr};
use crate::transforms::canonicalize::constants::{replace_by, replace_by_int};
use crate::transforms::canonicalize::inline::inline_before;
use crate::transforms::canonicalize::matching::{is_one, is_zero, replace_with};
use warpline_ir::{
    Attr, AttrKind, Builder, DYNAMIC, DenseData, Expr, Module, Op, OpKind, Place, Type, Vector,
};

/// Canonicalises a mask with constants, none of which exceeds its dimension.
pub(super) fn of_constants(module: &mut Module, op: Op) -> Option<()> {
    let ty = module.type_of(module.result(op, 0));
    if is_scalable(module, ty) {
        return None;
    }
    let shape = match module.shape(ty)? {
        [] => vec![1],
        shape => shape.to_vec(),
    };
    let known: Vec<i64> =
        module.operands(op).iter().map(|value| module.constant_int(*value)).collect::<Option<_>>()?;
    let mut sizes: Vec<i64> =
        known.iter().zip(&shape).map(|(known, size)| (*known).clamp(0, *size)).collect();
    if sizes.contains(&0) {
        sizes.fill(0);
    }
    let sizes = numbers_attr(module, &sizes);
    let attrs = module.named(&[("mask_dim_sizes", sizes)]);
    replace_with(module, op, Vector::ConstantMask, &[], &attrs)
}

/// Folds a constant mask that is all true or all false to a constant.
pub(super) fn all_or_nothing(module: &mut Module, op: Op) -> Option<()> {
    let sizes = numbers(module, op, "mask_dim_sizes")?;
    let shape = module.shape(module.type_of(module.result(op, 0)))?;
    let is_full = if shape.is_empty() { sizes == [1] } else { sizes == shape };
    match sizes {
        sizes if sizes.contains(&0) => replace_by_int(module, op, 0),
        _ if is_full => replace_by_int(module, op, 1),
        _ => None,
    }
}

/// Removes an all-true mask.
pub(super) fn drop_full_mask(module: &mut Module, op: Op) -> Option<()> {
    if !is_one(module, module.operand(op, 0)) {
        return None;
    }
    let body = module.entry(op, 0)?;
    let last = module.last_op(body)?;
    if module.kind(last) == OpKind::Vector(Vector::Yield) {
        let results = inline_before(module, body, op, &[]);
        module.replace_op(op, &results);
    } else if module.n_results(op) == 0 {
        module.move_block_ops(body, Place::Before(op));
        module.erase(op);
    } else {
        return None;
    }
    Some(())
}

/// Folds whether all elements of a constant mask are set, or any.
pub(super) fn reduced_constant(module: &mut Module, op: Op) -> Option<()> {
    let &[mask] = module.operands(op) else { return None };
    if module.type_of(module.result(op, 0)) != Type::I1 {
        return None;
    }
    let AttrKind::Dense(_, data) = module.attr_kind(module.constant_of(mask)?) else { return None };
    let (any, all) = match data {
        DenseData::Splat(bits) => (bits & 1 == 1, bits & 1 == 1),
        DenseData::Elements(elements) => {
            (elements.iter().any(|bits| bits & 1 == 1), elements.iter().all(|bits| bits & 1 == 1))
        }
    };
    match module.op(op).keyword("kind")? {
        "and" => replace_by_int(module, op, i64::from(all)),
        "or" => replace_by_int(module, op, i64::from(any)),
        _ => None,
    }
}

/// Removes the all-true mask of a load, and replaces one with an all-false mask by its other value.
pub(super) fn load_by_constant_mask(module: &mut Module, op: Op) -> Option<()> {
    let view = module.op(op);
    let (mask, other) = (view.named("mask"), view.named("pass_thru"));
    if is_zero(module, mask) {
        return replace_by(module, op, other);
    }
    if !is_one(module, mask) {
        return None;
    }
    let operands = view.groups(0..2).to_vec();
    replace_with(module, op, Vector::Load, &operands, &[])
}

/// Removes the all-true mask of a store, and a store with an all-false mask.
pub(super) fn store_by_constant_mask(module: &mut Module, op: Op) -> Option<()> {
    let view = module.op(op);
    let (mask, value) = (view.named("mask"), view.named("valueToStore"));
    if is_one(module, mask) {
        let operands = [&[value], view.groups(0..2)].concat();
        Builder::before(module, op).op(Vector::Store, &operands, &[], &[]);
    } else if !is_zero(module, mask) {
        return None;
    }
    module.erase(op);
    Some(())
}

/// Removes the all-true mask of a transfer, which is the last of four groups of operands.
pub(super) fn drop_mask_of_transfer(module: &mut Module, op: Op) -> Option<()> {
    let view = module.op(op);
    let &[mask] = view.group("mask") else { return None };
    if !is_one(module, mask) {
        return None;
    }
    let sizes: Vec<i64> = (0..3).map(|slot| view.slot(slot).len() as i64).chain([0]).collect();
    let operands = module.operands(op).split_last()?.1.to_vec();
    let sizes = module.i32_array_attr(sizes);
    module.set_operands(op, &operands);
    module.set_attr(op, "operandSegmentSizes", sizes);
    Some(())
}

/// Marks a dimension of a transfer as in bounds if the index, the vector and the buffer are known and fit.
pub(super) fn stays_inside(module: &mut Module, op: Op) -> Option<()> {
    let AttrKind::Array(old) = module.attr_kind(module.attr(op, "in_bounds")?) else { return None };
    let view = module.op(op);
    let vector = match module.kind(op) {
        OpKind::Vector(Vector::TransferRead) => module.result(op, 0),
        _ => view.named("valueToStore"),
    };
    let vector = module.type_of(vector);
    let buffer = module.shape(module.type_of(view.named("base")))?;
    let (indices, shape) = (view.group("indices"), module.shape(vector)?);
    let map = module.attr_map(module.attr(op, "permutation_map")?)?;
    let fits = |dim: usize| {
        let Expr::Dim(place) = *map.results.get(dim)? else { return None };
        let index = module.constant_int(*indices.get(place as usize)?).filter(|index| 0 <= *index)?;
        let size = *buffer.get(place as usize)?;
        (size != DYNAMIC && index.checked_add(shape[dim])? <= size).then_some(())
    };
    let flag = |(dim, old): (usize, &Attr)| if fits(dim).is_some() { Attr::TRUE } else { *old };
    let new: Vec<Attr> = old.iter().enumerate().map(flag).collect();
    if new == **old || old.len() != shape.len() || is_scalable(module, vector) {
        return None;
    }
    let new = module.array_attr(&new);
    module.set_attr(op, "in_bounds", new);
    Some(())
}
