//! Selects `gpu`: where a thread stands, barriers and the end of a kernel.

use super::{Select, Selected, Unsupported};
use crate::inst::{Class, Geometry, Operand};
use warpline_ir::{AttrKind, Gpu, OpRef};

/// Selects an operation.
pub(super) fn select(cx: &mut Select<'_>, op: OpRef<'_>, kind: Gpu) -> Selected {
    match kind {
        Gpu::ThreadId => geometry(cx, op, Geometry::ThreadId),
        Gpu::BlockId => geometry(cx, op, Geometry::BlockId),
        Gpu::BlockDim => geometry(cx, op, Geometry::BlockDim),
        Gpu::GridDim => geometry(cx, op, Geometry::GridDim),
        Gpu::GlobalId => global_id(cx, op),
        Gpu::Barrier if !op.operands().is_empty() || op.attr("scope").is_some() => {
            Err(Unsupported::because("only barriers of the whole block are implemented"))
        }
        Gpu::Barrier => {
            cx.emit(["bar.sync"], &[Operand::Int(0)]);
            Ok(())
        }
        Gpu::Return => end(cx, op),
        Gpu::Module
        | Gpu::Binary
        | Gpu::Func
        | Gpu::Launch
        | Gpu::LaunchFunc
        | Gpu::Wait
        | Gpu::Alloc
        | Gpu::Dealloc
        | Gpu::Memcpy
        | Gpu::Memset
        | Gpu::Terminator
        | Gpu::ModuleEnd
        | Gpu::HostRegister
        | Gpu::HostUnregister
        | Gpu::SetDefaultDevice
        | Gpu::CreateDnTensor
        | Gpu::DestroyDnTensor
        | Gpu::CreateCoo
        | Gpu::CreateCooAos
        | Gpu::CreateCsr
        | Gpu::CreateCsc
        | Gpu::CreateBsr
        | Gpu::Create2To4Spmat
        | Gpu::DestroySpMat
        | Gpu::SpmvBufferSize
        | Gpu::Spmv
        | Gpu::SpmmBufferSize
        | Gpu::Spmm
        | Gpu::SddmmBufferSize
        | Gpu::Sddmm
        | Gpu::SpgemmCreateDescr
        | Gpu::SpgemmDestroyDescr
        | Gpu::SpgemmWorkEstimationOrCompute
        | Gpu::SpgemmCopy
        | Gpu::SpmatGetSize
        | Gpu::SetCsrPointers => Err(Unsupported::because("it belongs to the host")),
        Gpu::ClusterId
        | Gpu::ClusterDim
        | Gpu::ClusterBlockId
        | Gpu::ClusterDimBlocks
        | Gpu::LaneId
        | Gpu::SubgroupId
        | Gpu::NumSubgroups
        | Gpu::SubgroupSize
        | Gpu::InitializeNamedBarrier
        | Gpu::AllReduce
        | Gpu::SubgroupReduce
        | Gpu::Shuffle
        | Gpu::Rotate
        | Gpu::SubgroupBroadcast
        | Gpu::Ballot
        | Gpu::Printf
        | Gpu::DynamicSharedMemory
        | Gpu::SubgroupMmaLoadMatrix
        | Gpu::SubgroupMmaStoreMatrix
        | Gpu::SubgroupMmaCompute
        | Gpu::SubgroupMmaConstantMatrix
        | Gpu::SubgroupMmaElementwise
        | Gpu::SubgroupMmaExtractThreadLocal
        | Gpu::SubgroupMmaInsertThreadLocal
        | Gpu::WarpExecuteOnLane0
        | Gpu::Yield => Err(Unsupported::because("it is not implemented")),
    }
}

fn end(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
    if !op.operands().is_empty() {
        return Err(Unsupported::because("a kernel returns nothing"));
    }
    cx.emit(["ret"], &[]);
    Ok(())
}

fn geometry(cx: &mut Select<'_>, op: OpRef<'_>, geometry: Geometry) -> Selected {
    let dimension = dimension(op)?;
    let value = cx.geometry(geometry, dimension);
    cx.set(op.result(0), value);
    Ok(())
}

fn global_id(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
    let dimension = dimension(op)?;
    let [block, size, thread] =
        [Geometry::BlockId, Geometry::BlockDim, Geometry::ThreadId].map(|part| cx.geometry(part, dimension));
    let id = cx.make(Class::Double, ["mad.lo.s64"], &[block, size, thread]);
    cx.set(op.result(0), id);
    Ok(())
}

fn dimension(op: OpRef<'_>) -> Result<u8, Unsupported> {
    let text = op.attr("dimension").map(|attr| op.module.attr_kind(attr));
    let Some(AttrKind::Foreign(name)) = text else {
        return Err(Unsupported::because("its dimension is not known"));
    };
    match op.module.text(*name) {
        "gpu<dim x>" => Ok(0),
        "gpu<dim y>" => Ok(1),
        "gpu<dim z>" => Ok(2),
        other => Err(Unsupported::because(format!("expected dimension x, y or z, but found '{other}'"))),
    }
}
