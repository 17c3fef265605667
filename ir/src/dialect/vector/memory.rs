//! Verifies the operations that access memory, except the transfers.

use super::parts::parts;
use crate::attrs::{Attr, AttrKind};
use crate::def::AttrConstraint;
use crate::module::Module;
use crate::op::OpRef;
use crate::types::Type;
use crate::verify::VerifyCx;

/// An alignment in bytes.
pub(super) const ALIGNMENT: AttrConstraint = AttrConstraint::Where(
    "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0",
    is_alignment,
);

fn is_alignment(module: &Module, attr: Attr) -> bool {
    let AttrKind::Integer(value, Type::I64) = *module.attr_kind(attr) else { return false };
    0 < value && value & (value - 1) == 0
}

/// The wording of messages about the vector of an operation.
struct Words {
    vector: &'static str,
    elements: &'static str,
    lower_rank: &'static str,
}

const LOADED: Words = Words {
    vector: "base memref and result vector types should match",
    elements: "base and result element types should match",
    lower_rank: "destination memref has lower rank than the result vector",
};
const STORED: Words = Words {
    vector: "base memref and valueToStore vector types should match",
    elements: "base and valueToStore element type should match",
    lower_rank: "source memref has lower rank than the vector to store",
};

/// Checks the slots memref and indices: the result has elements of the memref in its last dimensions.
pub(super) fn verify_load(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_plain(cx, op, op.operand_type(0), op.result_type(0), op.group("indices").len(), &LOADED);
}

/// Checks the slots value, memref and indices: the value has elements of the memref in its last dimensions.
pub(super) fn verify_store(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_plain(cx, op, op.operand_type(1), op.operand_type(0), op.group("indices").len(), &STORED);
}

fn check_plain(
    cx: &mut VerifyCx<'_>,
    op: OpRef<'_>,
    base: Type,
    vector: Type,
    n_indices: usize,
    words: &Words,
) {
    let module = op.module;
    let Some(parts) = parts(module, vector) else { return };
    let is_single = parts.n_scalable() == 0 && parts.n_elements() == 1;
    if !is_single && !has_unit_stride(module, base) {
        return cx.error(op, "most minor memref dim must have unit stride");
    }
    if rank(module, base) < parts.rank() {
        return cx.error(op, words.lower_rank);
    }
    let element = module.element_type(base);
    if super::parts::parts(module, element).is_some() && element != vector {
        return cx.error(op, words.vector);
    }
    if module.element_type(element) != parts.element {
        return cx.error(op, words.elements);
    }
    check_indices(cx, op, base, n_indices);
}

fn rank(module: &Module, ty: Type) -> usize {
    module.shape(ty).map_or(0, <[i64]>::len)
}

/// Whether the last dimension has unit stride.
fn has_unit_stride(module: &Module, memref: Type) -> bool {
    let Some((_, strides)) = module.strides(memref) else { return false };
    strides.last().is_none_or(|stride| *stride == 1)
}

fn check_indices(cx: &mut VerifyCx<'_>, op: OpRef<'_>, base: Type, n_indices: usize) {
    let wanted = rank(op.module, base);
    if wanted != n_indices {
        cx.error(op, format!("requires {wanted} indices, but found {n_indices}"));
    }
}

/// The operands compared by the verification of a masked access: its vector, by name, with the other vectors
/// of the same shape.
struct Masked<'a> {
    base: Type,
    n_indices: usize,
    vector: Type,
    /// The name of the vector in the message about elements.
    name: &'a str,
    /// The name of the vector in messages about shapes, "dim" or "shape", and the others with their types.
    what: (&'a str, &'a str),
    others: &'a [(&'a str, Type)],
    /// Whether only the first dimensions are compared.
    is_first_only: bool,
    pass_thru: Option<Type>,
}

fn check_masked(cx: &mut VerifyCx<'_>, op: OpRef<'_>, access: &Masked<'_>) {
    let module = op.module;
    let Some(vector) = parts(module, access.vector) else { return };
    if module.element_type(access.base) != vector.element {
        return cx.error(op, format!("base and {} element type should match", access.name));
    }
    let before = cx.diagnostics.n_errors();
    check_indices(cx, op, access.base, access.n_indices);
    if before < cx.diagnostics.n_errors() {
        return;
    }
    let (name, word) = access.what;
    for (other, ty) in access.others {
        let shape = module.shape(*ty).unwrap_or_default();
        let n_compared = if access.is_first_only { 1 } else { shape.len().max(vector.rank()) };
        if shape.iter().take(n_compared).ne(vector.shape.iter().take(n_compared)) {
            return cx.error(op, format!("expected {name} {word} to match {other} {word}"));
        }
    }
    if access.pass_thru.is_some_and(|ty| ty != access.vector) {
        cx.error(op, "expected pass_thru of same type as result type");
    }
}

fn type_in(op: OpRef<'_>, name: &str) -> Type {
    op.group(name).first().map_or(Type::NONE, |value| op.type_of(*value))
}

/// Checks the slots base, indices, mask and pass-through value.
fn check_masked_load(cx: &mut VerifyCx<'_>, op: OpRef<'_>, word: &str) {
    let access = Masked {
        base: op.operand_type(0),
        n_indices: op.group("indices").len(),
        vector: op.result_type(0),
        name: "result",
        what: ("result", word),
        others: &[("mask", type_in(op, "mask"))],
        is_first_only: word == "dim",
        pass_thru: Some(type_in(op, "pass_thru")),
    };
    check_masked(cx, op, &access);
}

/// Checks the slots base, indices, mask and value.
fn check_masked_store(cx: &mut VerifyCx<'_>, op: OpRef<'_>, word: &str) {
    let access = Masked {
        base: op.operand_type(0),
        n_indices: op.group("indices").len(),
        vector: type_in(op, "valueToStore"),
        name: "valueToStore",
        what: ("valueToStore", word),
        others: &[("mask", type_in(op, "mask"))],
        is_first_only: word == "dim",
        pass_thru: None,
    };
    check_masked(cx, op, &access);
}

/// Checks that mask, result and pass-through value have the same shape.
pub(super) fn verify_masked_load(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_masked_load(cx, op, "shape");
}

/// Checks that mask and value have the same shape.
pub(super) fn verify_masked_store(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_masked_store(cx, op, "shape");
}

/// Checks that mask, result and pass-through value have the same shape.
pub(super) fn verify_expand(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_masked_load(cx, op, "dim");
}

/// Checks that mask and value have the same shape.
pub(super) fn verify_compress(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    check_masked_store(cx, op, "dim");
}

/// Checks that indices, mask, result and pass-through value have the same shape.
pub(super) fn verify_gather(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let access = Masked {
        base: op.operand_type(0),
        n_indices: op.group("offsets").len(),
        vector: op.result_type(0),
        name: "result",
        what: ("result", "dim"),
        others: &[("indices", type_in(op, "indices")), ("mask", type_in(op, "mask"))],
        is_first_only: false,
        pass_thru: Some(type_in(op, "pass_thru")),
    };
    check_base(cx, op, &access);
}

/// Checks that indices, mask and value have the same shape.
pub(super) fn verify_scatter(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let access = Masked {
        base: op.operand_type(0),
        n_indices: op.group("offsets").len(),
        vector: type_in(op, "valueToStore"),
        name: "valueToStore",
        what: ("valueToStore", "dim"),
        others: &[("indices", type_in(op, "indices")), ("mask", type_in(op, "mask"))],
        is_first_only: false,
        pass_thru: None,
    };
    check_base(cx, op, &access);
}

fn check_base(cx: &mut VerifyCx<'_>, op: OpRef<'_>, access: &Masked<'_>) {
    if op.module.shape(access.base).is_none() {
        return cx.error(op, "requires base to be a memref or ranked tensor type");
    }
    check_masked(cx, op, access);
}
