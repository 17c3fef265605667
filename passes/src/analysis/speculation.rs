//! Speculation safety: whether an operation may run where the program would not have run it.

use super::effects::is_pure;
use warpline_ir::def::Trait;
use warpline_ir::{Arith, MemRef, Module, Op, OpKind, Scf};

/// Whether an operation, with all nested operations, has no effect, is defined for all operands and is not convergent,
/// so that it may run earlier or more often than in the program.
pub fn is_speculatable(module: &Module, op: Op) -> bool {
    module.walk(op).into_iter().all(|inner| is_safe(module, inner, op))
}

fn is_safe(module: &Module, op: Op, outer: Op) -> bool {
    let Some(def) = module.kind(op).def() else { return false };
    match module.kind(op) {
        OpKind::Scf(Scf::If) => return true,
        OpKind::Scf(Scf::For) => return has_known_bounds(module, op),
        _ => {}
    }
    if def.has(Trait::Terminator) {
        return op != outer;
    }
    is_pure(module, op) && !def.has(Trait::Convergent) && is_defined(module, op)
}

/// Whether a loop surely terminates.
fn has_known_bounds(module: &Module, op: Op) -> bool {
    module.constant_int(module.op(op).named("step")).is_some_and(|step| 0 < step)
}

/// Whether a pure operation is defined for all operands that it can get.
fn is_defined(module: &Module, op: Op) -> bool {
    let right = |wanted: fn(i64) -> bool| {
        module.operands(op).get(1).and_then(|value| module.constant_int(*value)).is_some_and(wanted)
    };
    match module.kind(op) {
        OpKind::Arith(Arith::DivUI | Arith::CeilDivUI | Arith::RemUI | Arith::RemSI) => right(|n| n != 0),
        OpKind::Arith(Arith::DivSI | Arith::CeilDivSI | Arith::FloorDivSI) => right(|n| n != 0 && n != -1),
        OpKind::MemRef(MemRef::Dim) => {
            let view = module.op(op);
            let rank = module.shape(module.type_of(view.named("source"))).map_or(0, <[i64]>::len);
            module.constant_int(view.named("index")).is_some_and(|dim| (0..rank as i64).contains(&dim))
        }
        _ => true,
    }
}
