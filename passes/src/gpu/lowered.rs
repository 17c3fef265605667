//! The kernel operations that a GPU backend receives, and the passes that lower kernels to them.
//!
//! A backend has code for the operations that [`lowered`] selects, and rejects all others with the reasons given
//! there.

use crate::backend::Target;
use crate::conversion::math_expand::is_approximated;
use crate::gpu::launch_limits;
use crate::support::Rule;
use warpline_ir::def::Trait;
use warpline_ir::{Arith, Builtin, Cf, Func, Gpu, Math, MemRef, OpKind, Ptr, Rt, Scf, Vector};

/// The kinds of operations that backends have code for; operations of one kind have the same signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lowered {
    /// `arith.constant` of a scalar.
    Constant,
    /// An operation of `arith` or `math` whose results depend on its operands alone, on scalars or on vectors of two of
    /// [`Native::packed`](crate::backend::Native::packed).
    Compute,
    /// `vector.from_elements`, which joins registers.
    FromElements,
    /// `vector.to_elements`, which splits it into registers.
    ToElements,
    /// `scf.for`.
    For,
    /// `scf.if`.
    If,
    /// `scf.while`.
    While,
    /// `scf.execute_region`.
    ExecuteRegion,
    /// `scf.index_switch`.
    IndexSwitch,
    /// `scf.yield` at the end of a block that is not the last one of its region.
    Yield,
    /// `cf.br`.
    Br,
    /// `cf.cond_br`.
    CondBr,
    /// `cf.switch`.
    Switch,
    /// `cf.assert`.
    Assert,
    /// `gpu.return`.
    Return,
    /// `memref.alloca` in private memory.
    Alloca,
    /// `memref.global`, which has no code.
    Global,
    /// `memref.get_global`.
    GetGlobal,
    /// `memref.dim` of a known dimension.
    Dim,
    /// `memref.reinterpret_cast`.
    ReinterpretCast,
    /// `memref.memory_space_cast`.
    MemorySpaceCast,
    /// `memref.extract_strided_metadata`.
    Metadata,
    /// `memref.extract_aligned_pointer_as_index`.
    AlignedPointer,
    /// `memref.prefetch`.
    Prefetch,
    /// `memref.atomic_rmw` that the target has.
    AtomicRmw,
    /// `rt.cmpxchg`.
    Cmpxchg,
    /// `ptr.to_ptr`.
    ToPtr,
    /// `ptr.from_ptr`.
    FromPtr,
    /// `ptr.ptr_add`.
    PtrAdd,
    /// `ptr.ptr_diff`.
    PtrDiff,
    /// `ptr.type_offset`.
    TypeOffset,
    /// `ptr.load`.
    Load,
    /// `ptr.store`.
    Store,
    /// An id or size along a dimension: `gpu.thread_id`, `gpu.block_id`, `gpu.block_dim`, `gpu.grid_dim`.
    Geometry,
    /// An id or size of a cluster along a dimension: `gpu.cluster_id` and the like.
    Cluster,
    /// `gpu.lane_id`.
    LaneId,
    /// `gpu.barrier`.
    Barrier,
    /// `gpu.initialize_named_barrier`.
    NamedBarrier,
    /// `gpu.shuffle` of 32 bits among all lanes, by a constant offset or by a lane id.
    Shuffle,
    /// `gpu.ballot`.
    Ballot,
    /// `gpu.subgroup_reduce` of [`Native::collectives`](crate::backend::Native::collectives).
    SubgroupReduce,
    /// `gpu.printf` of `i32`, `i64`, `index` and `f64`.
    Printf,
    /// `gpu.dynamic_shared_memory`.
    DynamicSharedMemory,
    /// An operation on a subgroup matrix: `gpu.subgroup_mma_compute` and those that load, store, fill and map one.
    Matrix,
}

/// The size up to which a buffer that a kernel allocates becomes private memory of each thread, in bytes.
pub const MAX_PRIVATE_BYTES: &str = "16384";
/// The reason why a kernel cannot have another allocation.
pub const NO_ALLOCATION: &str = "kernels only allocate buffers of at most 16384 bytes, which are not passed on; use memref.alloca or pass a buffer as an argument";

/// Returns the passes on an annotated `gpu.module`, in the text form of pipelines, after which only [`lowered`]
/// operations remain for a target.
pub fn pipeline(target: &Target) -> String {
    let (native, lanes) = (&target.native, target.subgroup_size.to_string());
    let fp8 = native.arith.iter().copied().filter(|name| *name == "fp8");
    let floats: Vec<&str> = native.halves.iter().copied().chain(fp8).collect();
    let limits = launch_limits::options(target);
    let limits = limits.each_ref().map(|(name, sizes)| (*name, sizes.each_ref().map(String::as_str)));
    let limits = limits.each_ref().map(|(name, sizes)| (*name, &sizes[..]));
    let mut passes = vec![
        with_options(
            "promote-buffers-to-stack",
            &[("max-alloc-size-in-bytes", &[MAX_PRIVATE_BYTES]), ("dynamic", &["true"])],
        ),
        with_options("gpu-bound-allocas", &[("max-bytes", &[MAX_PRIVATE_BYTES])]),
        with_options("lower-affine", &[]),
        "inline{default-pipeline= kernels=true}".to_string(),
        with_options("scf-parallel-for-to-nested-fors", &[]),
        with_options("loop-scalar-promotion", &[]),
        with_options("gpu-expand-global-id", &[]),
        with_options(
            "gpu-expand-collectives",
            &[("subgroup-size", &[&lanes]), ("native", native.collectives)],
        ),
        with_options("gpu-unroll-bounded-loops", &[]),
        with_options("store-to-load-forwarding", &[]),
        // A target may have none.
        format!("expand-atomics{{addf={}}}", native.atomic_sums.join(",")),
        with_options("gpu-expand-vector-print", &[]),
        with_options("gpu-expand-printf", &[]),
        with_options("math-expand", &[("approximate", if native.approximates { &["true"] } else { &[] })]),
        with_options("expand-arith", &[("native", native.arith)]),
        with_options("expand-vectors", &[("packed", native.packed)]),
        with_options("arith-emulate-unsupported-floats", &[("native", &floats)]),
        with_options("promote-integers", &[]),
        with_options("lower-memref-access", &[]),
        with_options("expand-generic-atomics", &[]),
        with_options("vectorize-accesses", &[]),
        with_options("loop-invariant-code-motion", &[("checked", &["true"])]),
        with_options("strength-reduce-addresses", &limits),
        with_options("cse", &[]),
        with_options("arith-int-range-narrowing", &limits),
        with_options("gpu-flatten-branches", &[]),
    ];
    if !native.divides {
        passes.push(with_options("expand-integer-arith", &[]));
    }
    passes.push(with_options("cse", &[]));
    passes.join(",")
}

/// Formats a pass with those of these options that have a value.
fn with_options(pass: &str, options: &[(&str, &[&str])]) -> String {
    let given = options.iter().filter(|(_, values)| !values.is_empty());
    let given: Vec<String> = given.map(|(name, values)| format!("{name}={}", values.join(","))).collect();
    if given.is_empty() { pass.to_string() } else { format!("{pass}{{{}}}", given.join(" ")) }
}

/// Returns the rule for an operation of a kernel.
pub fn lowered(kind: OpKind) -> Rule<Lowered> {
    match kind {
        OpKind::Arith(kind) => arith(kind),
        OpKind::Math(kind) => math(kind),
        OpKind::Scf(kind) => scf(kind),
        OpKind::Cf(kind) => Rule::select(match kind {
            Cf::Br => Lowered::Br,
            Cf::CondBr => Lowered::CondBr,
            Cf::Switch => Lowered::Switch,
            Cf::Assert => Lowered::Assert,
        }),
        OpKind::MemRef(kind) => memref(kind),
        OpKind::Gpu(kind) => gpu(kind),
        OpKind::Vector(kind) => vector(kind),
        OpKind::Ptr(kind) => ptr(kind),
        OpKind::Affine(_) => Rule::expand("lower-affine"),
        OpKind::Linalg(_) => Rule::expand("convert-linalg-to-parallel-loops"),
        OpKind::Async(_) => Rule::refuse("async operations have no meaning in a kernel"),
        OpKind::Func(Func::Call) => Rule::part("it is not inlined"),
        OpKind::Func(Func::Return) => Rule::part("functions are inlined"),
        OpKind::Func(Func::Func) => Rule::part("functions do not nest"),
        OpKind::Func(Func::CallIndirect | Func::Constant) => Rule::expand("expand-function-values"),
        OpKind::Builtin(Builtin::Module) => Rule::part("it has no meaning in a kernel"),
        OpKind::Rt(Rt::Cmpxchg) => Rule::select(Lowered::Cmpxchg),
        OpKind::Rt(Rt::Extent | Rt::Live | Rt::Apart) => Rule::expand("lower-memref-access"),
        OpKind::Builtin(Builtin::UnrealizedConversionCast) | OpKind::Rt(_) => {
            Rule::refuse("it has no meaning in a kernel")
        }
        OpKind::Foreign(_) => Rule::refuse("its dialect is not registered"),
    }
}

fn arith(kind: Arith) -> Rule<Lowered> {
    match kind {
        Arith::Constant => Rule::select(Lowered::Constant),
        Arith::CeilDivUI
        | Arith::CeilDivSI
        | Arith::FloorDivSI
        | Arith::RemF
        | Arith::AddUIExtended
        | Arith::ScalingExtF
        | Arith::ScalingTruncF => Rule::expand("expand-arith"),
        Arith::AddI
        | Arith::SubI
        | Arith::MulI
        | Arith::MulSIExtended
        | Arith::MulUIExtended
        | Arith::DivSI
        | Arith::DivUI
        | Arith::RemSI
        | Arith::RemUI
        | Arith::AndI
        | Arith::OrI
        | Arith::XOrI
        | Arith::ShLI
        | Arith::ShRSI
        | Arith::ShRUI
        | Arith::MaxSI
        | Arith::MaxUI
        | Arith::MinSI
        | Arith::MinUI
        | Arith::AddF
        | Arith::SubF
        | Arith::MulF
        | Arith::DivF
        | Arith::MaximumF
        | Arith::MinimumF
        | Arith::MaxNumF
        | Arith::MinNumF
        | Arith::NegF
        | Arith::CmpI
        | Arith::CmpF
        | Arith::Select
        | Arith::ExtSI
        | Arith::ExtUI
        | Arith::TruncI
        | Arith::ExtF
        | Arith::TruncF
        | Arith::SIToFP
        | Arith::UIToFP
        | Arith::FPToSI
        | Arith::FPToUI
        | Arith::IndexCast
        | Arith::IndexCastUI
        | Arith::Bitcast => Rule::select(Lowered::Compute),
    }
}

/// Returns the rule for a function.
fn math(kind: Math) -> Rule<Lowered> {
    if kind.def().has(Trait::Machine) || is_approximated(kind) {
        Rule::select(Lowered::Compute)
    } else {
        Rule::expand("math-expand")
    }
}

/// The reason why a terminator is not selected by itself.
const ENDS_NO_REGION: &str = "it is not the terminator of a region";

fn scf(kind: Scf) -> Rule<Lowered> {
    match kind {
        Scf::For => Rule::select(Lowered::For),
        Scf::If => Rule::select(Lowered::If),
        Scf::While => Rule::select(Lowered::While),
        Scf::ExecuteRegion => Rule::select(Lowered::ExecuteRegion),
        Scf::IndexSwitch => Rule::select(Lowered::IndexSwitch),
        Scf::Parallel => Rule::expand("scf-parallel-for-to-nested-fors"),
        Scf::Yield => Rule::select(Lowered::Yield),
        Scf::Condition => Rule::part(ENDS_NO_REGION),
        Scf::Reduce | Scf::ReduceReturn => Rule::part("it does not end a scf.parallel"),
        Scf::Forall | Scf::InParallel => {
            Rule::refuse("a loop over tensors is no part of a kernel; map it to threads first")
        }
    }
}

fn memref(kind: MemRef) -> Rule<Lowered> {
    match kind {
        MemRef::Alloca => Rule::select(Lowered::Alloca),
        MemRef::Global => Rule::select(Lowered::Global),
        MemRef::GetGlobal => Rule::select(Lowered::GetGlobal),
        MemRef::Dim => Rule::select(Lowered::Dim),
        MemRef::ReinterpretCast => Rule::select(Lowered::ReinterpretCast),
        MemRef::MemorySpaceCast => Rule::select(Lowered::MemorySpaceCast),
        MemRef::ExtractStridedMetadata => Rule::select(Lowered::Metadata),
        MemRef::ExtractAlignedPointerAsIndex => Rule::select(Lowered::AlignedPointer),
        MemRef::Prefetch => Rule::select(Lowered::Prefetch),
        MemRef::AtomicRmw => Rule::select(Lowered::AtomicRmw),
        MemRef::GenericAtomicRmw => Rule::expand("expand-generic-atomics"),
        MemRef::Alloc | MemRef::Dealloc => Rule::expand_else("promote-buffers-to-stack", NO_ALLOCATION),
        MemRef::Realloc => Rule::expand("expand-realloc"),
        MemRef::DmaStart | MemRef::DmaWait => Rule::expand("expand-dma"),
        MemRef::AllocaScopeReturn | MemRef::AtomicYield => Rule::part(ENDS_NO_REGION),
        MemRef::Load
        | MemRef::Store
        | MemRef::Cast
        | MemRef::SubView
        | MemRef::View
        | MemRef::ExpandShape
        | MemRef::CollapseShape
        | MemRef::Transpose
        | MemRef::AssumeAlignment
        | MemRef::DistinctObjects
        | MemRef::Copy
        | MemRef::AllocaScope
        | MemRef::Rank
        | MemRef::Reshape => Rule::expand("lower-memref-access"),
    }
}

fn vector(kind: Vector) -> Rule<Lowered> {
    match kind {
        Vector::FromElements => Rule::select(Lowered::FromElements),
        Vector::ToElements => Rule::select(Lowered::ToElements),
        Vector::TypeCast => Rule::expand("lower-memref-access"),
        Vector::Reshape => Rule::refuse("dynamic sizes are not supported; use vector.shape_cast"),
        Vector::Vscale | Vector::ScalableExtract | Vector::ScalableInsert => {
            Rule::expand("expand-scalable-vectors")
        }
        Vector::Print => Rule::expand("gpu-expand-vector-print"),
        Vector::Yield => Rule::part(ENDS_NO_REGION),
        Vector::Broadcast
        | Vector::ShapeCast
        | Vector::Bitcast
        | Vector::Transpose
        | Vector::Shuffle
        | Vector::Interleave
        | Vector::Deinterleave
        | Vector::Fma
        | Vector::Step
        | Vector::Extract
        | Vector::Insert
        | Vector::ExtractStridedSlice
        | Vector::InsertStridedSlice
        | Vector::Reduction
        | Vector::MultiReduction
        | Vector::Scan
        | Vector::Contract
        | Vector::OuterProduct
        | Vector::TransferRead
        | Vector::TransferWrite
        | Vector::Load
        | Vector::Store
        | Vector::MaskedLoad
        | Vector::MaskedStore
        | Vector::ExpandLoad
        | Vector::CompressStore
        | Vector::Gather
        | Vector::Scatter
        | Vector::ConstantMask
        | Vector::CreateMask
        | Vector::Mask
        | Vector::Splat
        | Vector::ExtractElement
        | Vector::InsertElement
        | Vector::FlatTranspose
        | Vector::MatrixMultiply => Rule::expand("expand-vectors"),
    }
}

fn ptr(kind: Ptr) -> Rule<Lowered> {
    match kind {
        Ptr::ToPtr => Rule::select(Lowered::ToPtr),
        Ptr::FromPtr => Rule::select(Lowered::FromPtr),
        Ptr::PtrAdd => Rule::select(Lowered::PtrAdd),
        Ptr::PtrDiff => Rule::select(Lowered::PtrDiff),
        Ptr::TypeOffset => Rule::select(Lowered::TypeOffset),
        Ptr::Load => Rule::select(Lowered::Load),
        Ptr::Store => Rule::select(Lowered::Store),
        Ptr::GetMetadata => Rule::refuse("pointer metadata is not supported in kernels"),
    }
}

fn gpu(kind: Gpu) -> Rule<Lowered> {
    match kind {
        Gpu::ThreadId | Gpu::BlockId | Gpu::BlockDim | Gpu::GridDim => Rule::select(Lowered::Geometry),
        Gpu::GlobalId => Rule::expand("gpu-expand-global-id"),
        Gpu::ClusterId | Gpu::ClusterDim | Gpu::ClusterBlockId | Gpu::ClusterDimBlocks => {
            Rule::select(Lowered::Cluster)
        }
        Gpu::LaneId => Rule::select(Lowered::LaneId),
        Gpu::Barrier => Rule::select(Lowered::Barrier),
        Gpu::InitializeNamedBarrier => Rule::select(Lowered::NamedBarrier),
        Gpu::Return => Rule::select(Lowered::Return),
        Gpu::Shuffle => Rule::select(Lowered::Shuffle),
        Gpu::Ballot => Rule::select(Lowered::Ballot),
        Gpu::SubgroupReduce => Rule::select(Lowered::SubgroupReduce),
        Gpu::AllReduce
        | Gpu::Rotate
        | Gpu::SubgroupBroadcast
        | Gpu::SubgroupId
        | Gpu::NumSubgroups
        | Gpu::SubgroupSize
        | Gpu::WarpExecuteOnLane0 => Rule::expand("gpu-expand-collectives"),
        Gpu::Printf => Rule::select(Lowered::Printf),
        Gpu::DynamicSharedMemory => Rule::select(Lowered::DynamicSharedMemory),
        Gpu::SubgroupMmaLoadMatrix
        | Gpu::SubgroupMmaStoreMatrix
        | Gpu::SubgroupMmaCompute
        | Gpu::SubgroupMmaConstantMatrix
        | Gpu::SubgroupMmaElementwise => Rule::select(Lowered::Matrix),
        Gpu::SubgroupMmaExtractThreadLocal | Gpu::SubgroupMmaInsertThreadLocal => Rule::refuse(
            "which elements of a matrix a lane has is not specified on this chip; use gpu.subgroup_mma_elementwise",
        ),
        Gpu::Yield => Rule::part(ENDS_NO_REGION),
        Gpu::Module | Gpu::Func | Gpu::ModuleEnd | Gpu::Terminator => Rule::part("it is a host operation"),
        Gpu::Binary
        | Gpu::Launch
        | Gpu::LaunchFunc
        | Gpu::Wait
        | Gpu::Alloc
        | Gpu::Dealloc
        | Gpu::Memcpy
        | Gpu::Memset
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
        | Gpu::SetCsrPointers => Rule::refuse("it is a host operation"),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn loops_and_kernels_agree_on_what_a_thread_may_allocate() {
        let most = crate::analysis::spaces::MAX_PRIVATE_BYTES;
        assert_eq!(super::MAX_PRIVATE_BYTES, most.to_string());
    }
}
