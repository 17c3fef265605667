//! Sizes that are known, and casts that an access need not see.

use super::constants::{replace_by, replace_by_int};
use warpline_ir::{DYNAMIC, MemRef, Module, Op, OpKind, Value};

/// Rewrites one operation of the dialect.
pub(super) fn rewrite(module: &mut Module, op: Op, kind: MemRef) -> Option<()> {
    match kind {
        MemRef::Dim => known_size(module, op),
        MemRef::Cast => {
            let source = module.operand(op, 0);
            let is_same = module.type_of(source) == module.type_of(module.result(op, 0));
            if is_same { replace_by(module, op, source) } else { None }
        }
        MemRef::Load | MemRef::Dealloc => see_through_cast(module, op, 0),
        MemRef::Store => see_through_cast(module, op, 1),
        MemRef::Copy => {
            if module.operand(op, 0) == module.operand(op, 1) {
                module.erase(op);
                return Some(());
            }
            None
        }
        MemRef::Alloc
        | MemRef::Alloca
        | MemRef::AtomicRmw
        | MemRef::SubView
        | MemRef::Global
        | MemRef::GetGlobal
        | MemRef::Realloc
        | MemRef::AllocaScope
        | MemRef::AllocaScopeReturn
        | MemRef::Prefetch
        | MemRef::GenericAtomicRmw
        | MemRef::AtomicYield
        | MemRef::DmaStart
        | MemRef::DmaWait
        | MemRef::Rank
        | MemRef::MemorySpaceCast
        | MemRef::ReinterpretCast
        | MemRef::View
        | MemRef::Reshape
        | MemRef::ExpandShape
        | MemRef::CollapseShape
        | MemRef::Transpose
        | MemRef::ExtractStridedMetadata
        | MemRef::ExtractAlignedPointerAsIndex
        | MemRef::AssumeAlignment
        | MemRef::DistinctObjects => None,
    }
}

/// The size of a dimension from the type of the buffer or from its allocation.
fn known_size(module: &mut Module, op: Op) -> Option<()> {
    if see_through_cast(module, op, 0).is_some() {
        return Some(());
    }
    let source = module.operand(op, 0);
    let dim = usize::try_from(module.constant_int(module.operand(op, 1))?).ok()?;
    let shape = module.shape(module.type_of(source))?.to_vec();
    let size = *shape.get(dim)?;
    if size != DYNAMIC {
        return replace_by_int(module, op, size);
    }
    let allocation = module.defining_op(source)?;
    if !matches!(module.kind(allocation), OpKind::MemRef(MemRef::Alloc | MemRef::Alloca)) {
        return None;
    }
    let number = shape[..dim].iter().filter(|size| **size == DYNAMIC).count();
    let size = *module.op(allocation).group(0).get(number)?;
    replace_by(module, op, size)
}

/// Uses the source of a cast of ranked memrefs in place of the cast.
pub(super) fn see_through_cast(module: &mut Module, op: Op, index: usize) -> Option<()> {
    let source = cast_source(module, module.operand(op, index))?;
    module.set_operand(op, index, source);
    Some(())
}

fn cast_source(module: &Module, value: Value) -> Option<Value> {
    let cast = module.defining_op(value)?;
    let source = *module.operands(cast).first()?;
    let is_ranked = module.is_memref(module.type_of(source)) && module.is_memref(module.type_of(value));
    (module.kind(cast) == OpKind::MemRef(MemRef::Cast) && is_ranked).then_some(source)
}
