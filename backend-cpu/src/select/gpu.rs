//! Rejects or expands the gpu dialect: of its operations, only `gpu.printf` remains at code generation.

use super::Rule;
use crate::emit::{Emitted, Emitter};
use warpline_ir::{Gpu, OpRef};
use warpline_passes::cpu::cpu_shape_kernels;

/// Returns the treatment of gpu operations.
pub(super) fn rule(kind: Gpu) -> Rule {
    match kind {
        Gpu::ThreadId
        | Gpu::BlockId
        | Gpu::BlockDim
        | Gpu::GridDim
        | Gpu::GlobalId
        | Gpu::Barrier
        | Gpu::InitializeNamedBarrier
        | Gpu::LaneId
        | Gpu::Shuffle
        | Gpu::Ballot
        | Gpu::ClusterId
        | Gpu::ClusterDim
        | Gpu::ClusterBlockId
        | Gpu::ClusterDimBlocks
        | Gpu::DynamicSharedMemory
        | Gpu::SubgroupMmaLoadMatrix
        | Gpu::SubgroupMmaStoreMatrix
        | Gpu::SubgroupMmaCompute
        | Gpu::SubgroupMmaConstantMatrix
        | Gpu::SubgroupMmaElementwise => Rule::expand(cpu_shape_kernels::PASS.name).in_kernels(),
        Gpu::SubgroupId
        | Gpu::NumSubgroups
        | Gpu::SubgroupSize
        | Gpu::AllReduce
        | Gpu::SubgroupReduce
        | Gpu::Rotate
        | Gpu::SubgroupBroadcast
        | Gpu::WarpExecuteOnLane0 => Rule::expand("gpu-expand-collectives").in_kernels(),
        Gpu::SubgroupMmaExtractThreadLocal | Gpu::SubgroupMmaInsertThreadLocal => Rule::refuse(
            "which elements of a matrix a lane has is not specified; use gpu.subgroup_mma_elementwise",
        ),
        Gpu::Printf => Rule::select(printf).in_kernels(),
        Gpu::Launch => Rule::expand("gpu-kernel-outlining").on_host(),
        Gpu::LaunchFunc | Gpu::Wait | Gpu::Alloc | Gpu::Dealloc | Gpu::Memcpy | Gpu::Memset => {
            Rule::expand("gpu-schedule").on_host()
        }
        Gpu::Module | Gpu::ModuleEnd | Gpu::Func | Gpu::Return | Gpu::Terminator => {
            Rule::part("it is not allowed here")
        }
        Gpu::Binary => Rule::refuse("its code is that of another device"),
        // The host's memory is that of the device, which is the only one.
        Gpu::HostRegister | Gpu::HostUnregister | Gpu::SetDefaultDevice => {
            Rule::select(|_, _| Ok(())).on_host()
        }
        Gpu::Yield => Rule::part("it is outside the operation that it terminates"),
        Gpu::CreateDnTensor
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
        | Gpu::SetCsrPointers => Rule::refuse("there is no library of sparse matrices here"),
    }
}

fn printf(cx: &mut Emitter<'_, '_>, op: OpRef<'_>) -> Emitted {
    cx.printf(op)
}
