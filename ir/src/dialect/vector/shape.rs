//! Verifies the operations that keep the elements and change the shape.

use super::parts::{Parts, element_bits, numbers, parts};
use crate::format::read::Reader;
use crate::module::Module;
use crate::op::OpRef;
use crate::print::type_text;
use crate::types::{Type, TypeKind};
use crate::value::Value;
use crate::verify::VerifyCx;

/// Returns the parts of the first operand and of the first result, if both are vectors.
pub(super) fn from_and_to(op: OpRef<'_>) -> Option<(Parts<'_>, Parts<'_>)> {
    Some((parts(op.module, op.operand_type(0))?, parts(op.module, op.result_type(0))?))
}

/// Checks that the source is a scalar, or a vector whose sizes match the last dimensions or are 1.
pub(super) fn verify_broadcast(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (source, result) = (op.operand_type(0), op.result_type(0));
    let Some(to) = parts(module, result) else { return };
    if module.element_type(source) != to.element {
        return cx.error(op, "failed to verify that source operand and result have same element type");
    }
    if source == to.element {
        return;
    }
    let Some(from) = parts(module, source) else {
        return cx.error(op, format!("source type is not a vector, but '{}'", type_text(module, source)));
    };
    let Some(lead) = to.rank().checked_sub(from.rank()) else {
        let (low, high) = (to.rank(), from.rank());
        return cx.error(op, format!("source rank higher than destination rank: {high} and {low}"));
    };
    for index in 0..from.rank() {
        if !size_spreads(&from, index, &to, lead + index) {
            let (from, to) = (from.size_text(index), to.size_text(lead + index));
            return cx.error(op, format!("dimension mismatch ({from} vs. {to})"));
        }
    }
}

/// Whether one dimension can be broadcast to another: a fixed 1 to any, others to an equal one.
fn size_spreads(from: &Parts<'_>, i: usize, to: &Parts<'_>, j: usize) -> bool {
    let same = from.shape[i] == to.shape[j] && from.scalable[i] == to.scalable[j];
    same || (from.shape[i] == 1 && !from.scalable[i])
}

/// Checks that the element type, the number of elements and the number of scalable dimensions are preserved.
pub(super) fn verify_shape_cast(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some((from, to)) = from_and_to(op) else { return };
    if from.element != to.element {
        let (from, to) = (type_text(op.module, from.element), type_text(op.module, to.element));
        return cx.error(op, format!("has different source and result element types: '{from}' and '{to}'"));
    }
    let (a, b) = (from.n_elements(), to.n_elements());
    if a != b {
        let message = format!("has different number of elements at source ({a}) and result ({b})");
        return cx.error(op, message);
    }
    let (a, b) = (from.n_scalable(), to.n_scalable());
    if a != b {
        let message = format!("has different number of scalable dims at source ({a}) and result ({b})");
        cx.error(op, message);
    }
}

/// Checks that all but the last dimension are preserved, and that the last one keeps its number of bits.
pub(super) fn verify_bitcast(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some((from, to)) = from_and_to(op) else { return };
    if from.rank() != to.rank() {
        return cx.error(op, "failed to verify that all of {source, result} have same rank");
    }
    let lead = from.rank().saturating_sub(1);
    if let Some(index) = (0..lead).find(|i| from.shape[*i] != to.shape[*i]) {
        return cx.error(op, format!("dimension size mismatch at: {index}"));
    }
    let bits = |parts: &Parts<'_>| {
        let last = parts.shape.last().copied().unwrap_or(1);
        element_bits(op.module, parts.element).map(|bits| bits.saturating_mul(last))
    };
    let (a, b) = (bits(&from), bits(&to));
    if a == b && a.is_some() {
        return;
    }
    let what = if from.rank() == 0 { "0-D vector element types" } else { "minor 1-D vectors" };
    let found = match (a, b) {
        (Some(a), Some(b)) => format!(", but found {a} and {b}"),
        _ => String::new(),
    };
    cx.error(op, format!("source/result bitwidth of the {what} must be equal{found}"));
}

/// Checks that the permutation contains each dimension once, and that the result has the sizes in that order.
pub(super) fn verify_transpose(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some((from, to)) = from_and_to(op) else { return };
    if from.element != to.element {
        return cx.error(op, "failed to verify that operand and result have same element type");
    }
    let order = numbers(op, "permutation");
    if to.rank() != from.rank() {
        return cx.error(op, format!("vector result rank mismatch: {}, expected {}", to.rank(), from.rank()));
    }
    if order.len() != from.rank() {
        let message = format!("transposition length mismatch: {}, expected {}", order.len(), from.rank());
        return cx.error(op, message);
    }
    let mut seen = vec![false; from.rank()];
    for (index, number) in order.iter().enumerate() {
        let Some(dim) = usize::try_from(*number).ok().filter(|dim| *dim < from.rank()) else {
            return cx.error(op, format!("transposition index out of range: {number}"));
        };
        if std::mem::replace(&mut seen[dim], true) {
            return cx.error(op, format!("duplicate position index: {dim}"));
        }
        if to.shape[index] != from.shape[dim] {
            return cx.error(op, format!("dimension size mismatch at: {dim}"));
        }
    }
}

/// Infers the result: the leading size is the number of positions; the others are those of the first vector.
pub(super) fn infer_shuffle(reader: &mut Reader<'_, '_>, operands: &[Value]) -> Option<Vec<Type>> {
    let mask = reader.attr("mask")?;
    let module = &mut reader.cx.module;
    let crate::attrs::AttrKind::DenseArray(_, mask) = module.attr_kind(mask) else { return None };
    let first = parts(module, module.type_of(*operands.first()?))?;
    let mut shape = vec![mask.len() as i64];
    shape.extend(first.shape.iter().skip(1));
    let (scalable, element) = (vec![false; shape.len()], first.element);
    Some(vec![module.intern_type(TypeKind::Vector(shape.into(), scalable.into(), element))])
}

/// Checks that both vectors and the result agree in all but the leading size, and that every position is
/// within the two vectors.
pub(super) fn verify_shuffle(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (Some(a), Some(b), Some(result)) = (
        parts(module, op.operand_type(0)),
        parts(module, op.operand_type(1)),
        parts(module, op.result_type(0)),
    ) else {
        return;
    };
    for (name, parts) in [("first operand v1", &a), ("second operand v2", &b)] {
        if parts.element != result.element {
            return cx.error(op, format!("failed to verify that {name} and result have same element type"));
        }
    }
    let no_rank = a.rank() == 0 && b.rank() == 0 && result.rank() == 1;
    if !no_rank && (a.rank() != result.rank() || b.rank() != result.rank()) {
        let ranks = format!("{}, {} and {}", a.rank(), b.rank(), result.rank());
        return cx.error(op, format!("rank mismatch: expected equal ranks, but found {ranks}"));
    }
    let rest = |parts: &Parts<'_>| parts.shape.get(1..).unwrap_or_default().to_vec();
    if rest(&a) != rest(&b) || rest(&a) != rest(&result) {
        return cx.error(op, "dimension mismatch: expected equal sizes after the first");
    }
    check_shuffle_mask(cx, op, &[a, b], result.shape[0]);
}

fn check_shuffle_mask(cx: &mut VerifyCx<'_>, op: OpRef<'_>, sources: &[Parts<'_>], length: i64) {
    let mask = numbers(op, "mask");
    if mask.is_empty() {
        return cx.error(op, "invalid mask length: expected a position at least");
    }
    if mask.len() as i64 != length {
        return cx.error(op, format!("mask length mismatch: expected {length}, but found {}", mask.len()));
    }
    let total: i64 = sources.iter().map(|parts| parts.shape.first().copied().unwrap_or(1)).sum();
    if let Some(index) = mask.iter().position(|at| !(-1..total).contains(at)) {
        cx.error(op, format!("mask index #{} out of range", index + 1));
    }
}

/// Returns a vector type with another last size; for a vector without dimensions, one dimension of this size.
fn with_last(module: &Module, ty: Type, change: impl Fn(i64) -> i64, size: i64) -> Option<TypeKind> {
    let from = parts(module, ty)?;
    let (mut shape, mut scalable) = (from.shape.to_vec(), from.scalable.to_vec());
    match shape.last_mut() {
        Some(last) => *last = change(*last),
        None => {
            shape.push(size);
            scalable.push(false);
        }
    }
    Some(TypeKind::Vector(shape.into(), scalable.into(), from.element))
}

/// Checks that the last size of the result is twice that of the operands, which have the same type.
pub(super) fn verify_interleave(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let double = with_last(module, op.operand_type(0), |size| size.saturating_mul(2), 2);
    if double.as_ref() != Some(module.type_kind(op.result_type(0))) {
        cx.error(op, "failed to verify that type of 'result' is double the width of the inputs");
    }
}

/// Checks that the last size of the results is half that of the operand.
pub(super) fn verify_deinterleave(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(from) = parts(module, op.operand_type(0)) else { return };
    if from.shape.last().is_some_and(|size| size % 2 != 0) {
        return cx.error(
            op,
            "failed to verify that the trailing dimension of the source vector has an even number of elements",
        );
    }
    let half = with_last(module, op.operand_type(0), |size| size / 2, 1);
    if half.as_ref() != Some(module.type_kind(op.result_type(0))) {
        cx.error(op, "failed to verify that the trailing dimension of the results is half the width of source trailing dimension");
    }
}

/// Checks that there is one value of the element type per element.
pub(super) fn verify_from_elements(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let types: Vec<_> = op.operands().iter().map(|value| op.type_of(*value)).collect();
    check_elements(cx, op, "dest", op.result_type(0), &types);
}

/// Infers one result of the element type per element.
pub(super) fn infer_to_elements(reader: &mut Reader<'_, '_>, operands: &[Value]) -> Option<Vec<Type>> {
    let module = &reader.cx.module;
    let from = parts(module, module.type_of(*operands.first()?))?;
    let limit = reader.n_named_results.max(1 << 16);
    let count = usize::try_from(from.n_elements()).ok().filter(|count| *count <= limit)?;
    Some(vec![from.element; count])
}

/// Checks that there is one result of the element type per element.
pub(super) fn verify_to_elements(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let types: Vec<_> = op.results().map(|value| op.type_of(value)).collect();
    check_elements(cx, op, "source", op.operand_type(0), &types);
}

fn check_elements(cx: &mut VerifyCx<'_>, op: OpRef<'_>, name: &str, vector: Type, types: &[Type]) {
    let Some(vector) = parts(op.module, vector) else { return };
    if types.len() as i64 != vector.n_elements() || types.iter().any(|ty| *ty != vector.element) {
        cx.error(
            op,
            format!("failed to verify that shaped type '{name}' matches 'elements' element count and types"),
        );
    }
}

/// Checks that both memrefs have the identity layout and the same memory space, and the same elements in the
/// same order.
pub(super) fn verify_type_cast(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (from, to) = (op.operand_type(0), op.result_type(0));
    let has_layout = |ty| matches!(module.type_kind(ty), TypeKind::MemRef(_, _, Some(_), _));
    if has_layout(from) && !is_contiguous(module, from) {
        return cx.error(op, "expects operand to be a memref with identity layout");
    }
    if has_layout(to) {
        return cx.error(op, "expects result to be a memref with identity layout");
    }
    if module.memory_space(from) != module.memory_space(to) {
        return cx.error(op, "expects result in same memory space");
    }
    let scalar = |ty| module.element_type(module.element_type(ty));
    if scalar(from) != scalar(to) {
        let to = type_text(module, to);
        return cx.error(op, format!("expects result and operand with same underlying scalar type: '{to}'"));
    }
    let shape = |ty| {
        let inner = module.shape(module.element_type(ty)).unwrap_or_default();
        [module.shape(ty).unwrap_or_default(), inner].concat()
    };
    if shape(from) != shape(to) {
        let to = type_text(module, to);
        cx.error(op, format!("expects concatenated result and operand shapes to be equal: '{to}'"));
    }
}

/// Whether the strides of a memref are those of the identity layout.
fn is_contiguous(module: &Module, ty: Type) -> bool {
    let identity = crate::types::identity_strides(module.shape(ty).unwrap_or_default());
    module.strides(ty) == Some((0, identity))
}
