//! Verifies the reductions: `reduction`, `multi_reduction` and `scan`.

use super::kinds::{combines, element, kind_of};
use super::parts::{Parts, numbers, parts};
use crate::op::OpRef;
use crate::print::type_text;
use crate::verify::VerifyCx;

/// Checks that a vector of at most one dimension is reduced to a value of its element type.
pub(super) fn verify_reduction(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(source) = parts(op.module, op.operand_type(0)) else { return };
    let result = op.result_type(0);
    if element(op.module, result) != source.element {
        return cx.error(op, "failed to verify that source operand and result have same element type");
    }
    if 1 < source.rank() {
        return cx.error(op, format!("unsupported reduction rank: {}", source.rank()));
    }
    let kind = kind_of(op).unwrap_or_default();
    if !combines(op.module, kind, result) {
        let found = type_text(op.module, result);
        cx.error(op, format!("unsupported reduction type ''{found}'' for kind '{kind}'"));
    }
}

/// Checks that the result has the dimensions that are not reduced; it is a scalar if none remains.
pub(super) fn verify_multi_reduction(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(source) = parts(module, op.operand_type(0)) else { return };
    let result = op.result_type(0);
    if element(module, result) != source.element {
        return cx.error(op, "failed to verify that source operand and result have same element type");
    }
    let reduced = numbers(op, "reduction_dims");
    let kept: Vec<usize> = (0..source.rank()).filter(|dim| !reduced.contains(&(*dim as i64))).collect();
    let shape: Vec<i64> = kept.iter().map(|dim| source.shape[*dim]).collect();
    let scalable: Vec<bool> = kept.iter().map(|dim| source.scalable[*dim]).collect();
    let wanted = Parts { shape: &shape, scalable: &scalable, element: source.element };
    let fits = match parts(module, result) {
        Some(found) => found == wanted && !kept.is_empty(),
        None => kept.is_empty(),
    };
    if !fits {
        let (result, source) = (type_text(module, result), source.text(module));
        let message = format!("destination type '{result}' is incompatible with source type '{source}'");
        cx.error(op, message);
    }
}

/// Checks that the initial values have the dimensions of the source except the scanned one.
pub(super) fn verify_scan(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let (Some(source), Some(first)) = (parts(module, op.operand_type(0)), parts(module, op.operand_type(1)))
    else {
        return;
    };
    let (dim, rank) = (op.int("reduction_dim").unwrap_or(0), source.rank());
    if rank as i64 <= dim {
        return cx.error(op, format!("reduction dimension {dim} has to be less than {rank}"));
    }
    if first.rank() + 1 != rank {
        let message = format!("initial value rank {} has to be equal to {}", first.rank(), rank - 1);
        return cx.error(op, message);
    }
    let kept: Vec<i64> = (0..rank).filter(|i| *i as i64 != dim).map(|i| source.shape[i]).collect();
    if dim < 0 || kept != first.shape {
        return cx.error(op, "incompatible input/initial value shapes");
    }
    let kind = kind_of(op).unwrap_or_default();
    if !combines(module, kind, source.element) {
        let found = type_text(module, source.element);
        cx.error(op, format!("unsupported reduction type '{found}' for kind '{kind}'"));
    }
}
