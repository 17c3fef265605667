//! Dispatch table from each lowered operation to its selection function.

use super::{
    Select, SelectResult, Unsupported, arith, assert, atomic, cf, gpu, lanes, math, memref, mma, pointer,
    printf, scf,
};
use crate::opcode::Opcode;
use warpline_ir::{OpKind, OpRef};
use warpline_passes::gpu::lowered::Lowered;

/// Selects an operation of this kind.
pub(super) fn select<'a>(cx: &mut Select<'a>, op: OpRef<'a>, lowered: Lowered) -> SelectResult {
    match lowered {
        Lowered::Constant => arith::constant(cx, op),
        Lowered::Compute => match op.kind() {
            OpKind::Math(kind) => math::select(cx, op, kind),
            OpKind::Arith(kind) => arith::select(cx, op, kind),
            _ => Err(Unsupported::not_lowered()),
        },
        // A vector is its elements, each in its own register.
        Lowered::FromElements => {
            let elements = cx.operands(op)?;
            cx.set_elements(op.result(0), elements);
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
        Lowered::Yield => scf::yield_out(cx, op),
        Lowered::Br => cf::edge(cx, op, 0),
        Lowered::CondBr => cf::conditional(cx, op),
        Lowered::Switch => cf::switch(cx, op),
        Lowered::Assert => assert::assertion(cx, op),
        Lowered::Return => {
            cx.emit(Opcode::Ret, &[]);
            Ok(())
        }
        Lowered::Alloca => memref::alloca(cx, op),
        Lowered::Global => Ok(()),
        Lowered::GetGlobal => memref::get_global(cx, op),
        Lowered::Dim => memref::dim(cx, op),
        Lowered::ReinterpretCast => memref::reinterpret(cx, op),
        Lowered::MemorySpaceCast => memref::space_cast(cx, op),
        Lowered::Metadata => memref::metadata(cx, op),
        Lowered::AlignedPointer => memref::aligned_pointer(cx, op),
        Lowered::Prefetch => memref::prefetch(cx, op),
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
        Lowered::Cluster => gpu::cluster(cx, op),
        Lowered::LaneId => {
            let lane = cx.special("%laneid");
            cx.set(op.result(0), lane);
            Ok(())
        }
        Lowered::Barrier => gpu::barrier(cx, op),
        Lowered::NamedBarrier => gpu::named_barrier(cx, op),
        Lowered::Shuffle => lanes::shuffle(cx, op),
        Lowered::Ballot => lanes::ballot(cx, op),
        Lowered::SubgroupReduce => lanes::subgroup_reduce(cx, op),
        Lowered::Printf => printf::printf(cx, op),
        Lowered::DynamicSharedMemory => gpu::dynamic_shared(cx, op),
        Lowered::Matrix => mma::matrix(cx, op),
    }
}
