//! The operations that the machine executes on packed vectors.

use super::strides::{Strides, is_packable};
use warpline_ir::def::Trait;
use warpline_ir::dialect::arith::direction_of;
use warpline_ir::{Arith, Math, Module, Op, OpKind, Type};

/// Whether an operation can be executed on packed vectors, given which of its operands are uniform.
pub(super) fn is_elementwise(module: &Module, strides: &Strides, op: Op) -> bool {
    let operands = module.operands(op);
    let mut values = operands.iter().copied().chain(module.results(op));
    if module.n_results(op) != 1 || !values.all(|value| is_packable(module, module.type_of(value))) {
        return false;
    }
    let result = module.type_of(module.result(op, 0));
    let from = operands.first().map_or(result, |value| module.type_of(*value));
    let bits = |ty: Type| module.bit_width(ty).unwrap_or(0);
    match module.kind(op) {
        OpKind::Arith(kind) => match kind {
            Arith::AndI
            | Arith::OrI
            | Arith::XOrI
            | Arith::Select
            | Arith::AddF
            | Arith::SubF
            | Arith::MulF
            | Arith::DivF
            | Arith::MaximumF
            | Arith::MinimumF
            | Arith::MaxNumF
            | Arith::MinNumF
            | Arith::NegF
            | Arith::CmpF
            | Arith::ExtF => true,
            // The machine rounds to nearest even.
            Arith::TruncF => direction_of(module.op(op)).is_none(),
            Arith::AddI
            | Arith::SubI
            | Arith::MulI
            | Arith::MaxSI
            | Arith::MinSI
            | Arith::MaxUI
            | Arith::MinUI => result != Type::I1,
            Arith::CmpI | Arith::Bitcast => from != Type::I1,
            Arith::ShLI | Arith::ShRSI | Arith::ShRUI => {
                result != Type::I1 && operands.get(1).is_some_and(|by| strides.is_uniform(*by))
            }
            Arith::SIToFP | Arith::UIToFP => bits(from) == 32 && result == Type::F32,
            Arith::FPToSI | Arith::FPToUI => from == Type::F32 && bits(result) == 32,
            kind => kind.def().has(Trait::IntegerCast) && result != Type::I1,
        },
        OpKind::Math(Math::AbsI) => result != Type::I1,
        OpKind::Math(kind) if kind.def().has(Trait::Machine) => module.float_kind(result).is_some(),
        OpKind::Math(kind) => kind.def().is_float_function(),
        _ => false,
    }
}

/// Whether an operand is passed as the value of all lanes: a condition that chooses between vectors.
pub(super) fn stays_scalar(module: &Module, strides: &Strides, op: Op, index: usize) -> bool {
    index == 0 && module.kind(op) == OpKind::Arith(Arith::Select) && strides.is_uniform(module.operand(op, 0))
}

/// Returns the number of 128-bit registers of a vector with this many elements.
pub(super) fn registers(module: &Module, ty: Type, width: usize) -> usize {
    let bytes = if ty == Type::I1 { 4 } else { module.bit_width(ty).map_or(8, |bits| bits as usize / 8) };
    (bytes * width).div_ceil(16)
}
