//! Known sizes, casts that an access can skip, views of views, and dead buffers.

use super::Rule;
use super::constants::{replace_by, replace_by_int};
use crate::rewrite::unread::drop_unread;
use warpline_ir::dialect::memref::is_castable;
use warpline_ir::{Builder, DYNAMIC, Gpu, MemRef, Module, Op, OpKind, TypeKind, Value};

mod scope;
mod shapes;
mod subview;
mod views;

/// The rules of the dialect.
pub(super) const RULES: &[(OpKind, Rule)] = &[
    (OpKind::MemRef(MemRef::Dim), size_before_cast),
    (OpKind::MemRef(MemRef::Dim), known_size),
    (OpKind::MemRef(MemRef::Rank), known_rank),
    (OpKind::MemRef(MemRef::Dim), views::size_of_reshape),
    (OpKind::MemRef(MemRef::CollapseShape), to_same_type),
    (OpKind::MemRef(MemRef::CollapseShape), shapes::undo_expansion),
    (OpKind::MemRef(MemRef::CollapseShape), shapes::collapse_of_collapse),
    (OpKind::MemRef(MemRef::CollapseShape), shapes::collapse_of_expansion),
    (OpKind::MemRef(MemRef::CollapseShape), shapes::collapse_of_cast),
    (OpKind::MemRef(MemRef::ExpandShape), to_same_type),
    (OpKind::MemRef(MemRef::ExpandShape), shapes::undo_collapse),
    (OpKind::MemRef(MemRef::ExpandShape), shapes::expansion_of_expansion),
    (OpKind::MemRef(MemRef::ExpandShape), shapes::expansion_of_cast),
    (OpKind::MemRef(MemRef::Cast), to_same_type),
    (OpKind::MemRef(MemRef::Cast), cast_of_cast),
    (OpKind::MemRef(MemRef::Load), |m, op| see_through_cast(m, op, 0)),
    (OpKind::MemRef(MemRef::Store), |m, op| see_through_cast(m, op, 1)),
    (OpKind::MemRef(MemRef::AtomicRmw), |m, op| see_through_cast(m, op, 1)),
    (OpKind::MemRef(MemRef::GenericAtomicRmw), |m, op| see_through_cast(m, op, 0)),
    (OpKind::MemRef(MemRef::Dealloc), |m, op| see_through_cast(m, op, 0)),
    (OpKind::MemRef(MemRef::Copy), |m, op| copy_through_cast(m, op, [0, 1])),
    (OpKind::MemRef(MemRef::Copy), |m, op| copy_through_cast(m, op, [1, 0])),
    (OpKind::MemRef(MemRef::Copy), drop_needless_copy),
    (OpKind::MemRef(MemRef::Alloc), constant_sizes),
    (OpKind::MemRef(MemRef::Alloc), drop_unread),
    (OpKind::MemRef(MemRef::Alloca), constant_sizes),
    (OpKind::MemRef(MemRef::Alloca), drop_unread),
    (OpKind::MemRef(MemRef::SubView), subview::of_everything),
    (OpKind::MemRef(MemRef::SubView), subview::constants),
    (OpKind::MemRef(MemRef::SubView), subview::of_cast),
    (OpKind::MemRef(MemRef::SubView), subview::same_again),
    (OpKind::MemRef(MemRef::ReinterpretCast), subview::reinterpreted_constants),
    (OpKind::MemRef(MemRef::ReinterpretCast), subview::reinterpreted_source),
    (OpKind::MemRef(MemRef::ReinterpretCast), subview::reinterpreted_as_it_was),
    (OpKind::MemRef(MemRef::Transpose), views::transposed_twice),
    (OpKind::MemRef(MemRef::Transpose), views::in_its_own_order),
    (OpKind::MemRef(MemRef::View), views::view_of_cast),
    (OpKind::MemRef(MemRef::View), views::view_of_everything),
    (OpKind::MemRef(MemRef::MemorySpaceCast), to_same_type),
    (OpKind::MemRef(MemRef::MemorySpaceCast), views::space_of_space),
    (OpKind::MemRef(MemRef::AssumeAlignment), views::known_alignment),
    (OpKind::MemRef(MemRef::ExtractStridedMetadata), views::known_metadata),
    (OpKind::MemRef(MemRef::ExtractStridedMetadata), |m, op| see_through_cast(m, op, 0)),
    (OpKind::MemRef(MemRef::AllocaScope), scope::take_apart),
];

/// Folds an operation that changes neither type nor order to its source.
fn to_same_type(module: &mut Module, op: Op) -> Option<()> {
    let source = module.operand(op, 0);
    let is_same = module.type_of(source) == module.type_of(module.result(op, 0));
    if is_same { replace_by(module, op, source) } else { None }
}

fn known_rank(module: &mut Module, op: Op) -> Option<()> {
    let rank = module.shape(module.type_of(module.operand(op, 0)))?.len();
    replace_by_int(module, op, rank as i64)
}

/// Merges a cast of a cast that loses information, unless no cast leads from the one type to the other: a conversion
/// through a buffer of unknown rank to another rank fails at run time.
fn cast_of_cast(module: &mut Module, op: Op) -> Option<()> {
    let source = cast_source(module, module.operand(op, 0))?;
    let [from, to] = [source, module.result(op, 0)].map(|value| module.type_of(value));
    is_castable(module, from, to).then(|| module.set_operand(op, 0, source))
}

/// Erases a copy of a buffer to itself, or of a buffer without elements.
fn drop_needless_copy(module: &mut Module, op: Op) -> Option<()> {
    let view = module.op(op);
    let (source, target) = (view.named("source"), view.named("target"));
    let is_empty = |value| module.shape(module.type_of(value)).is_some_and(|shape| shape.contains(&0));
    if source != target && !is_empty(source) && !is_empty(target) {
        return None;
    }
    module.erase(op);
    Some(())
}

/// Folds the size of a dimension from the type of the buffer or from its definition.
fn known_size(module: &mut Module, op: Op) -> Option<()> {
    let view = module.op(op);
    let source = view.named("source");
    let dim = usize::try_from(module.constant_int(view.named("index"))?).ok()?;
    let shape = module.shape(module.type_of(source))?.to_vec();
    let size = *shape.get(dim)?;
    if size != DYNAMIC {
        return replace_by_int(module, op, size);
    }
    let maker = module.defining_op(source)?;
    match module.kind(maker) {
        OpKind::MemRef(MemRef::Alloc | MemRef::Alloca) | OpKind::Gpu(Gpu::Alloc) => {
            let number = shape[..dim].iter().filter(|size| **size == DYNAMIC).count();
            let size = *module.op(maker).group("dynamicSizes").get(number)?;
            replace_by(module, op, size)
        }
        OpKind::MemRef(MemRef::SubView) => subview::size(module, op, maker, dim),
        _ => None,
    }
}

/// Folds constant sizes of a buffer into its type.
fn constant_sizes(module: &mut Module, op: Op) -> Option<()> {
    let view = module.op(op);
    let (sizes, symbols) = (view.group("dynamicSizes").to_vec(), view.group("symbolOperands").to_vec());
    let known: Vec<Option<i64>> =
        sizes.iter().map(|size| module.constant_int(*size).filter(|size| 0 <= *size)).collect();
    if known.iter().all(Option::is_none) {
        return None;
    }
    let old_type = module.type_of(module.result(op, 0));
    let TypeKind::MemRef(shape, element, layout, space) = module.type_kind(old_type).clone() else {
        return None;
    };
    let mut found = known.iter();
    let shape: Vec<i64> = shape
        .iter()
        .map(|size| if *size == DYNAMIC { found.next().copied().flatten().unwrap_or(DYNAMIC) } else { *size })
        .collect();
    let kept: Vec<Value> =
        sizes.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(size, _)| *size).collect();
    let ty = module.memref_type(&shape, element, layout, space);
    let segments = module.i32_array_attr([kept.len() as i64, symbols.len() as i64]);
    let attrs = module.attrs(op).to_vec();
    let kind = module.kind(op);
    let mut builder = Builder::before(module, op);
    let new = builder.op(kind, &[kept, symbols].concat(), &[ty], &[]);
    builder.module.set_attrs(new, &attrs);
    builder.module.set_attr(new, "operandSegmentSizes", segments);
    let buffer = builder.module.result(new, 0);
    let cast = builder.value(MemRef::Cast, &[buffer], old_type, &[]);
    replace_by(module, op, cast)
}

/// Replaces a cast of ranked memrefs by its source in an operand.
pub(super) fn see_through_cast(module: &mut Module, op: Op, index: usize) -> Option<()> {
    let source = cast_source(module, module.operand(op, index))?;
    module.set_operand(op, index, source);
    Some(())
}

/// The same for a size, if the source has such a dimension: a buffer of unknown rank need not have it.
fn size_before_cast(module: &mut Module, op: Op) -> Option<()> {
    let dim = module.constant_int(module.op(op).named("index"));
    let rank = |value: Value| Some(module.shape(module.type_of(value))?.len());
    let (after, before) = (rank(module.operand(op, 0)), rank(cast_source(module, module.operand(op, 0))?)?);
    let has_dim = || dim.is_some_and(|dim| usize::try_from(dim).is_ok_and(|dim| dim < before));
    if after.is_some() || has_dim() { see_through_cast(module, op, 0) } else { None }
}

/// The same for an operand of a copy, unless the other operand surely has another shape: that is an error at run
/// time.
pub(super) fn copy_through_cast(module: &mut Module, op: Op, [index, other]: [usize; 2]) -> Option<()> {
    let source = cast_source(module, module.operand(op, index))?;
    let shapes = [source, module.operand(op, other)].map(|value| module.shape(module.type_of(value)));
    let is_same = |(a, b): (&i64, &i64)| a == b || [*a, *b].contains(&DYNAMIC);
    let can_be_same = matches!(shapes, [Some(a), Some(b)] if a.iter().zip(b).all(is_same));
    if can_be_same { see_through_cast(module, op, index) } else { None }
}

/// Returns the source of the cast that defines a value. Both are ranked.
fn cast_source(module: &Module, value: Value) -> Option<Value> {
    let cast = module.defining_op(value)?;
    let source = *module.operands(cast).first()?;
    let is_ranked = module.is_memref(module.type_of(source));
    (module.kind(cast) == OpKind::MemRef(MemRef::Cast) && is_ranked).then_some(source)
}

/// Replaces an operation by a value of a possibly more static type, with a cast to its type if they differ.
fn replace_and_cast(module: &mut Module, op: Op, value: Value) -> Option<()> {
    let ty = module.type_of(module.result(op, 0));
    let found = module.type_of(value);
    if found != ty && !is_castable(module, found, ty) {
        return None;
    }
    let value =
        if found == ty { value } else { Builder::before(module, op).value(MemRef::Cast, &[value], ty, &[]) };
    replace_by(module, op, value)
}

/// Returns the source of a cast of ranked memrefs if its type is at least as static as that of the cast.
fn more_exact_source(module: &Module, value: Value) -> Option<Value> {
    let source = cast_source(module, value)?;
    let (from, to) = (module.type_of(source), module.type_of(value));
    let keeps = |x: &[i64], y: &[i64]| x.iter().zip(y).all(|(x, y)| x == y || *y == DYNAMIC);
    let (offset, strides) = module.strides(from)?;
    let (wanted_offset, wanted_strides) = module.strides(to)?;
    let is_exact = keeps(module.shape(from)?, module.shape(to)?)
        && keeps(&[offset], &[wanted_offset])
        && keeps(&strides, &wanted_strides);
    is_exact.then_some(source)
}
