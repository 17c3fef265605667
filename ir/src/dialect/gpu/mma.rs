//! Verifies operations on matrix fragments.

use crate::module::Module;
use crate::op::OpRef;
use crate::print::type_text;
use crate::types::{MmaRole, Type, TypeKind};
use crate::verify::VerifyCx;

/// Checks that the rows of the source are contiguous.
pub(super) fn verify_load(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if !has_unit_stride(op.module, op.operand_type(0)) {
        cx.error(op, "expected source memref most minor dim must have unit stride");
    }
}

/// Checks that a result fragment is stored, to contiguous rows.
pub(super) fn verify_store(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if !matches!(op.module.type_kind(op.operand_type(0)), TypeKind::MmaMatrix(_, _, MmaRole::C)) {
        let found = type_text(op.module, op.operand_type(0));
        let message = "expected the operand matrix being stored to have 'COp' operand type";
        return cx.error(op, format!("{message}, but found '{found}'"));
    }
    if !has_unit_stride(op.module, op.operand_type(1)) {
        cx.error(op, "expected destination memref most minor dim must have unit stride");
    }
}

fn has_unit_stride(module: &Module, ty: Type) -> bool {
    module.strides(ty).is_some_and(|(_, strides)| strides.last().is_none_or(|stride| *stride == 1))
}

/// Checks the shapes: `m x k` times `k x n` plus `m x n`.
pub(super) fn verify_compute(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let kinds = [0, 1, 2].map(|index| op.module.type_kind(op.operand_type(index)));
    let [
        TypeKind::MmaMatrix(a, _, role_a),
        TypeKind::MmaMatrix(b, _, role_b),
        TypeKind::MmaMatrix(c, _, role_c),
    ] = kinds
    else {
        return;
    };
    if [role_a, role_b, role_c] != [&MmaRole::A, &MmaRole::B, &MmaRole::C] {
        let found = [role_a, role_b, role_c].map(|role| role.keyword()).join(", ");
        return cx.error(op, format!("operands must be in the order AOp, BOp, COp, but found {found}"));
    }
    if a[1] != b[0] || a[0] != c[0] || b[1] != c[1] {
        let found = [a, b, c].map(|size| format!("{}x{}", size[0], size[1])).join(", ");
        cx.error(op, format!("operand shapes do not satisfy matmul constraints: found {found}"));
    }
}
