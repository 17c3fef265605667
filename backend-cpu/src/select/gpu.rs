//! The gpu dialect: the geometry of a launch inside kernels.

use crate::emit::{Emitted, Emitter, World};
use cranelift_codegen::ir::InstBuilder;
use warpline_ir::{AttrKind, Gpu, OpRef};

type Cx<'a, 'f> = Emitter<'a, 'f>;

pub(super) fn select(cx: &mut Cx<'_, '_>, op: OpRef<'_>, kind: Gpu) -> Emitted {
    match kind {
        Gpu::ThreadId | Gpu::BlockId | Gpu::BlockDim | Gpu::GridDim | Gpu::GlobalId => geometry(cx, op, kind),
        Gpu::Barrier => Err(cx.unsupported(
            "a barrier must stand at the top level of a kernel or in loops and branches whose bounds and conditions are \
             the same for all threads",
        )),
        Gpu::Launch => Err(cx.unsupported("outline it with --gpu-kernel-outlining first")),
        Gpu::LaunchFunc | Gpu::Wait | Gpu::Alloc | Gpu::Dealloc | Gpu::Memcpy | Gpu::Memset => {
            Err(cx.unsupported("schedule it with --gpu-schedule first"))
        }
        Gpu::Module | Gpu::ModuleEnd | Gpu::Binary | Gpu::Func | Gpu::Return | Gpu::Terminator | Gpu::Yield => {
            Err(cx.unsupported("it cannot stand here"))
        }
        Gpu::HostRegister
        | Gpu::HostUnregister
        | Gpu::SetDefaultDevice
        | Gpu::ClusterId
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
        | Gpu::SetCsrPointers => Err(cx.unsupported("it is not implemented")),
    }
}

fn geometry(cx: &mut Cx<'_, '_>, op: OpRef<'_>, kind: Gpu) -> Emitted {
    let dim = dimension(cx, op)?;
    let World::Kernel(kernel) = &cx.world else {
        return Err(cx.unsupported("it has a meaning only in kernels"));
    };
    let result = match kind {
        Gpu::ThreadId => kernel.thread_id[dim],
        Gpu::BlockId => kernel.block_id[dim],
        Gpu::BlockDim => kernel.block_dim[dim],
        Gpu::GridDim => kernel.grid_dim[dim],
        _ => {
            let (block, size, thread) = (kernel.block_id[dim], kernel.block_dim[dim], kernel.thread_id[dim]);
            let first = cx.builder.ins().imul(block, size);
            cx.builder.ins().iadd(first, thread)
        }
    };
    cx.set_result(result);
    Ok(())
}

fn dimension(cx: &Cx<'_, '_>, op: OpRef<'_>) -> Emitted<usize> {
    let text = match op.attr("dimension").map(|attr| cx.module.attr_kind(attr)) {
        Some(AttrKind::Foreign(name)) => cx.module.text(*name),
        _ => "",
    };
    let names = ["gpu<dim x>", "gpu<dim y>", "gpu<dim z>"];
    let found = names.iter().position(|name| *name == text);
    found.ok_or_else(|| cx.unsupported("expected dimension x, y or z"))
}
