//! Operands of affine operations that only some versions of MLIR accept.

use super::scope::scope_of;
use crate::def::{Feature, MlirVersion, Trait, Versions, feature};
use crate::dialect::{Affine, Gpu, OpKind};
use crate::module::Module;
use crate::op::OpRef;
use crate::types::Type;
use crate::value::Value;

/// Values of a kernel, values of a launch, and digits of an index.
pub(super) const KERNEL: Feature =
    feature(Versions::since(MlirVersion::V20), "operands of a kernel", |op| is_used_in(op, Gpu::Func));
pub(super) const LAUNCH: Feature =
    feature(Versions::since(MlirVersion::V21), "operands of a launch", |op| is_used_in(op, Gpu::Launch));
pub(super) const DIGIT: Feature =
    feature(Versions::since(MlirVersion::V24), "digits of an index as operands", |op| {
        op.operands().iter().any(|value| is_digit(op.module, *value))
    });
/// All of them.
pub(super) const OPERANDS: &[Feature] = &[KERNEL, LAUNCH, DIGIT];

/// Whether an operation in a scope of this kind has an index that no affine operation computes.
fn is_used_in(op: OpRef<'_>, scope: Gpu) -> bool {
    let module = op.module;
    let found = scope_of(module, op.op).and_then(|region| module.parent_of(region));
    found.is_some_and(|found| module.kind(found) == OpKind::Gpu(scope))
        && op
            .operands()
            .iter()
            .any(|value| module.type_of(*value) == Type::INDEX && !is_affine(module, *value))
}

/// Whether a value is a constant, an induction variable or the result of an affine operation.
fn is_affine(module: &Module, value: Value) -> bool {
    let block = || module.def_block(value).and_then(|block| module.block_parent(block));
    let Some(kind) = module.defining_op(value).or_else(block).map(|op| module.kind(op)) else { return false };
    matches!(kind, OpKind::Affine(_)) || kind.def().is_some_and(|def| def.has(Trait::ConstantLike))
}

fn is_digit(module: &Module, value: Value) -> bool {
    let kind = module.defining_op(value).map(|op| module.kind(op));
    kind == Some(OpKind::Affine(Affine::DelinearizeIndex))
}
