//! What selects each lowered operation.

use super::{Select, SelectResult, Unsupported, arith, call, cf, gpu, math, memref, pointer, scf, vector};
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
        Lowered::FromElements => vector::from_elements(cx, op),
        Lowered::ToElements => vector::to_elements(cx, op),
        Lowered::For => scf::for_loop(cx, op),
        Lowered::If => scf::if_else(cx, op),
        Lowered::While => scf::while_loop(cx, op),
        Lowered::ExecuteRegion => scf::execute_region(cx, op),
        Lowered::IndexSwitch => scf::index_switch(cx, op),
        Lowered::Yield => scf::yield_out(cx, op),
        Lowered::Br => cf::edge(cx, op, 0),
        Lowered::CondBr => cf::conditional(cx, op),
        Lowered::Switch => cf::switch(cx, op),
        Lowered::Assert => cx.assertion(op),
        Lowered::Call => call::call(cx, op),
        Lowered::Return => call::leave(cx, op),
        Lowered::Alloca => memref::alloca(cx, op),
        Lowered::Global => Ok(()),
        Lowered::GetGlobal => cx.get_global(op),
        Lowered::Dim => memref::dim(cx, op),
        Lowered::ReinterpretCast => cx.reinterpret(op),
        Lowered::MemorySpaceCast => cx.space_cast(op),
        Lowered::Metadata => cx.metadata(op),
        Lowered::AlignedPointer => cx.aligned_pointer(op),
        Lowered::Prefetch => cx.prefetch(op),
        Lowered::AtomicRmw => cx.atomic(op),
        Lowered::GenericAtomicRmw => cx.generic_atomic(op),
        Lowered::ToPtr => pointer::to_ptr(cx, op),
        Lowered::FromPtr => pointer::from_ptr(cx, op),
        Lowered::PtrAdd => pointer::ptr_add(cx, op),
        Lowered::PtrDiff => pointer::ptr_diff(cx, op),
        Lowered::TypeOffset => pointer::type_offset(cx, op),
        Lowered::Load => pointer::load(cx, op),
        Lowered::Store => pointer::store(cx, op),
        Lowered::Geometry => gpu::geometry(cx, op),
        Lowered::Cluster => gpu::cluster(cx, op),
        Lowered::LaneId => cx.lane_id(op),
        Lowered::Barrier => gpu::barrier(cx, op),
        Lowered::NamedBarrier => gpu::named_barrier(cx, op),
        Lowered::Shuffle => cx.shuffle(op),
        Lowered::Ballot => cx.ballot(op),
        Lowered::SubgroupReduce => cx.subgroup_reduce(op),
        Lowered::Printf => cx.printf(op),
        Lowered::DynamicSharedMemory => gpu::dynamic_shared(cx, op),
        Lowered::Matrix => cx.matrix(op),
    }
}
