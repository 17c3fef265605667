//! Dispatch table from each lowered operation to its selection function.

use super::values::Loc;
use super::{
    Select, SelectResult, Unsupported, arith, assert, atomic, gpu, matrix, memref, pointer, printf, scf,
};
use warpline_ir::OpRef;
use warpline_passes::gpu::lowered::Lowered;

/// Returns the reason why operations of a kind are refused.
pub(crate) fn refusal(lowered: Lowered) -> Option<&'static str> {
    match lowered {
        Lowered::Cluster => Some(gpu::NO_CLUSTERS),
        Lowered::NamedBarrier => Some("the chip has no named barriers"),
        _ => None,
    }
}

/// Selects an operation of this kind.
pub(super) fn select<'a>(cx: &mut Select<'a>, op: OpRef<'a>, lowered: Lowered) -> SelectResult {
    match lowered {
        Lowered::Constant => arith::constant(cx, op),
        Lowered::Compute => arith::select(cx, op),
        Lowered::FromElements => {
            let elements =
                op.operands().iter().map(|value| cx.loc(*value).cloned()).collect::<Result<Vec<_>, _>>()?;
            cx.set(op.result(0), Loc::Vector(elements.into()));
            Ok(())
        }
        Lowered::ToElements => {
            for (result, element) in op.results().zip(cx.elements(op.operand(0))?) {
                cx.set(result, element);
            }
            Ok(())
        }
        Lowered::For => scf::for_loop(cx, op),
        Lowered::If => scf::if_else(cx, op),
        Lowered::While => scf::while_loop(cx, op),
        Lowered::ExecuteRegion => scf::execute_region(cx, op),
        Lowered::IndexSwitch => scf::index_switch(cx, op),
        Lowered::Yield | Lowered::Br | Lowered::CondBr | Lowered::Switch => {
            Err("its control flow is irreducible".into())
        }
        Lowered::Assert => assert::assertion(cx, op),
        Lowered::Return => cx.leave(op),
        Lowered::Alloca => memref::alloca(cx, op),
        Lowered::Global | Lowered::Prefetch => Ok(()),
        Lowered::GetGlobal => memref::get_global(cx, op),
        Lowered::Dim => memref::dim(cx, op),
        Lowered::ReinterpretCast => memref::reinterpret(cx, op),
        Lowered::MemorySpaceCast => memref::space_cast(cx, op),
        Lowered::Metadata => memref::metadata(cx, op),
        Lowered::AlignedPointer => memref::aligned_pointer(cx, op),
        Lowered::AtomicRmw => atomic::atomic(cx, op),
        Lowered::Cmpxchg => atomic::compare_and_swap(cx, op),
        Lowered::ToPtr => pointer::to_ptr(cx, op),
        Lowered::FromPtr => pointer::from_ptr(cx, op),
        Lowered::PtrAdd => pointer::ptr_add(cx, op),
        Lowered::PtrDiff => pointer::ptr_diff(cx, op),
        Lowered::TypeOffset => pointer::type_offset(cx, op),
        Lowered::Load => pointer::load(cx, op),
        Lowered::Store => pointer::store(cx, op),
        Lowered::Geometry => gpu::geometry(cx, op),
        Lowered::LaneId => {
            gpu::lane_id(cx, op);
            Ok(())
        }
        Lowered::Barrier => gpu::barrier(cx, op),
        Lowered::Shuffle => gpu::shuffle(cx, op),
        Lowered::Ballot => gpu::ballot(cx, op),
        Lowered::SubgroupReduce => Err(Unsupported::not_expanded("gpu-expand-collectives")),
        Lowered::Printf => printf::printf(cx, op),
        Lowered::DynamicSharedMemory => gpu::dynamic_shared(cx, op),
        Lowered::Matrix => matrix::matrix(cx, op),
        Lowered::Cluster | Lowered::NamedBarrier => {
            Err(refusal(lowered).map_or_else(Unsupported::not_lowered, Unsupported::from))
        }
    }
}
