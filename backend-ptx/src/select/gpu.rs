//! Selects `gpu`: where a thread stands, barriers, and the rest by the files on lanes, reductions and matrices.

use super::lanes::LANES;
use super::{Rule, Select, Selected, Unsupported, call, keyword};
use crate::inst::{Class, Geometry, Operand, Space};
use crate::target::Feature;
use warpline_ir::{AttrKind, Gpu, OpRef};

/// Barriers of a block with a number of their own.
const MAX_NAMED_BARRIERS: i64 = 15;

/// How operations of gpu are treated.
pub(super) fn rule<'a>(kind: Gpu) -> Rule<'a> {
    match kind {
        Gpu::ThreadId => Rule::select(|cx, op| geometry(cx, op, Geometry::ThreadId)),
        Gpu::BlockId => Rule::select(|cx, op| geometry(cx, op, Geometry::BlockId)),
        Gpu::BlockDim => Rule::select(|cx, op| geometry(cx, op, Geometry::BlockDim)),
        Gpu::GridDim => Rule::select(|cx, op| geometry(cx, op, Geometry::GridDim)),
        Gpu::GlobalId => Rule::select(global_id),
        Gpu::Barrier => Rule::select(barrier),
        Gpu::InitializeNamedBarrier => Rule::select(named_barrier),
        Gpu::Return => Rule::select(call::leave),
        Gpu::LaneId => Rule::select(|cx, op| subgroup(cx, op, Gpu::LaneId)),
        Gpu::SubgroupId => Rule::select(|cx, op| subgroup(cx, op, Gpu::SubgroupId)),
        Gpu::NumSubgroups => Rule::select(|cx, op| subgroup(cx, op, Gpu::NumSubgroups)),
        Gpu::SubgroupSize => Rule::select(|cx, op| subgroup(cx, op, Gpu::SubgroupSize)),
        Gpu::ClusterId => {
            Rule::select(|cx, op| cluster(cx, op, ["%clusterid.x", "%clusterid.y", "%clusterid.z"]))
        }
        Gpu::ClusterDim => {
            Rule::select(|cx, op| cluster(cx, op, ["%nclusterid.x", "%nclusterid.y", "%nclusterid.z"]))
        }
        Gpu::ClusterBlockId => Rule::select(|cx, op| {
            cluster(cx, op, ["%cluster_ctaid.x", "%cluster_ctaid.y", "%cluster_ctaid.z"])
        }),
        Gpu::ClusterDimBlocks => Rule::select(|cx, op| {
            cluster(cx, op, ["%cluster_nctaid.x", "%cluster_nctaid.y", "%cluster_nctaid.z"])
        }),
        Gpu::SubgroupReduce => Rule::select(|cx, op| cx.subgroup_reduce(op)),
        Gpu::Shuffle => Rule::select(|cx, op| cx.shuffle(op)),
        Gpu::AllReduce | Gpu::Rotate | Gpu::SubgroupBroadcast => Rule::expand("gpu-expand-collectives"),
        Gpu::Ballot => Rule::select(|cx, op| cx.ballot(op)),
        Gpu::Printf => Rule::select(|cx, op| cx.printf(op)),
        Gpu::DynamicSharedMemory => Rule::select(dynamic_shared),
        Gpu::SubgroupMmaLoadMatrix => Rule::select(|cx, op| cx.mma_load(op)),
        Gpu::SubgroupMmaStoreMatrix => Rule::select(|cx, op| cx.mma_store(op)),
        Gpu::SubgroupMmaCompute => Rule::select(|cx, op| cx.mma_compute(op)),
        Gpu::SubgroupMmaConstantMatrix => Rule::select(|cx, op| cx.mma_constant(op)),
        Gpu::SubgroupMmaElementwise => Rule::select(|cx, op| cx.mma_elementwise(op)),
        Gpu::SubgroupMmaExtractThreadLocal | Gpu::SubgroupMmaInsertThreadLocal => Rule::refuse(
            "which elements of a matrix a lane has is not specified on this chip; use gpu.subgroup_mma_elementwise",
        ),
        Gpu::WarpExecuteOnLane0 => Rule::refuse("distribute the region to the lanes of the subgroup first"),
        Gpu::Yield => Rule::part("it does not end a region here"),
        Gpu::Module | Gpu::Func | Gpu::ModuleEnd | Gpu::Terminator => Rule::part("it belongs to the host"),
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
        | Gpu::SetCsrPointers => Rule::refuse("it belongs to the host"),
    }
}

/// Where a thread stands in its subgroup, or the subgroup in its block.
fn subgroup<'a>(cx: &mut Select<'a>, op: OpRef<'a>, kind: Gpu) -> Selected {
    let number = match kind {
        Gpu::LaneId => cx.lane_id(),
        Gpu::SubgroupId => cx.subgroup_id(),
        Gpu::NumSubgroups => cx.n_subgroups(),
        Gpu::SubgroupSize => Operand::Int(LANES),
        _ => return Err(Unsupported::because("it is no number of a subgroup")),
    };
    cx.set_word(op, number);
    Ok(())
}

/// Waits for the block, for the subgroup, for the cluster, or at a named barrier for so many threads.
fn barrier(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
    if let Some(named) = op.operands().first() {
        let [number, count] = *cx.elements(*named)? else {
            return Err(Unsupported::because("the barrier has no number"));
        };
        cx.emit(["bar.sync"], &[number, count]);
        return Ok(());
    }
    match keyword(op, "scope", "gpu.barrier_scope") {
        Some("subgroup") => cx.emit(["bar.warp.sync"], &[Operand::Int(-1)]),
        Some("cluster") => {
            cx.require(Feature::CLUSTERS)?;
            cx.emit(["barrier.cluster.arrive.aligned"], &[]);
            cx.emit(["barrier.cluster.wait.aligned"], &[]);
        }
        _ => cx.emit(["bar.sync"], &[Operand::Int(0)]),
    }
    Ok(())
}

/// A named barrier is the next number from 1 and the count of its threads, rounded up to whole subgroups.
fn named_barrier(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
    cx.n_named_barriers += 1;
    if MAX_NAMED_BARRIERS < cx.n_named_barriers {
        return Err(Unsupported::because(format!("a block has at most {MAX_NAMED_BARRIERS} named barriers")));
    }
    let number = Operand::Int(cx.n_named_barriers);
    let count = match cx.operand(op.operand(0))? {
        Operand::Int(count) => Operand::Int((count + LANES - 1) / LANES * LANES),
        count => {
            let up = cx.make(Class::Word, ["add.s32"], &[count, Operand::Int(LANES - 1)]);
            cx.make(Class::Word, ["and.b32"], &[up, Operand::Int(-LANES)])
        }
    };
    cx.set_elements(op.result(0), vec![number, count]);
    Ok(())
}

fn cluster(cx: &mut Select<'_>, op: OpRef<'_>, names: [&'static str; 3]) -> Selected {
    cx.require(Feature::CLUSTERS)?;
    let name = names[usize::from(dimension(op)?)];
    let word = cx.make(Class::Word, ["mov.u32"], &[Operand::Special(name)]);
    cx.set_word(op, word);
    Ok(())
}

/// The workgroup memory after that of the kernel, whose size the launch says.
fn dynamic_shared(cx: &mut Select<'_>, op: OpRef<'_>) -> Selected {
    cx.kernel.has_dynamic_shared = true;
    let address = cx.make(Class::Double, ["mov.u64"], &[Operand::DynamicShared]);
    let mut memory = cx.memory_at(op.result_type(0), Space::Shared, address)?;
    let size = cx.make(Class::Word, ["mov.u32"], &[Operand::Special("%dynamic_smem_size")]);
    memory.sizes = vec![cx.make(Class::Double, ["cvt.u64.u32"], &[size])];
    cx.set_memory(op.result(0), memory);
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
    let range = cx.ranges.of(op.result(0));
    let (block, size) = (cx.low_word(block), cx.low_word(size));
    let id = if range.fits_i32() {
        let thread = cx.low_word(thread);
        let word = cx.make(Class::Word, ["mad.lo.s32"], &[block, size, thread]);
        cx.widened_word(word, range)
    } else {
        cx.make(Class::Double, ["mad.wide.u32"], &[block, size, thread])
    };
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
