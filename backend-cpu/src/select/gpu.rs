//! The gpu dialect: the geometry of a launch inside kernels.

use super::Rule;
use crate::emit::{Emitted, Emitter, World};
use cranelift_codegen::ir::InstBuilder;
use warpline_ir::{AttrKind, Gpu, OpRef};

type Cx<'a, 'f> = Emitter<'a, 'f>;

/// How operations of gpu are treated.
pub(super) fn rule(kind: Gpu) -> Rule {
    match kind {
        Gpu::ThreadId => Rule::select(|cx, op| geometry(cx, op, Gpu::ThreadId)).in_kernels(),
        Gpu::BlockId => Rule::select(|cx, op| geometry(cx, op, Gpu::BlockId)).in_kernels(),
        Gpu::BlockDim => Rule::select(|cx, op| geometry(cx, op, Gpu::BlockDim)).in_kernels(),
        Gpu::GridDim => Rule::select(|cx, op| geometry(cx, op, Gpu::GridDim)).in_kernels(),
        Gpu::GlobalId => Rule::select(|cx, op| geometry(cx, op, Gpu::GlobalId)).in_kernels(),
        Gpu::Barrier => Rule::part(
            "a barrier must stand at the top level of a kernel or in loops and branches whose bounds and conditions are \
             the same for all threads",
        )
        .in_kernels(),
        Gpu::Launch => Rule::expand("gpu-kernel-outlining").on_host(),
        Gpu::LaunchFunc | Gpu::Wait | Gpu::Alloc | Gpu::Dealloc | Gpu::Memcpy | Gpu::Memset => {
            Rule::expand("gpu-schedule").on_host()
        }
        Gpu::Module | Gpu::ModuleEnd | Gpu::Func | Gpu::Return | Gpu::Terminator => {
            Rule::part("it cannot stand here")
        }
        Gpu::Binary => Rule::refuse("its code is that of another device"),
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
        | Gpu::Yield
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
        | Gpu::SetCsrPointers => Rule::refuse("it is not implemented"),
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
