//! Selects the `gpu` dialect: thread and block ids and barriers here; lane exchange, reductions and matrices in
//! their own files.

use super::lanes::LANES;
use super::{Select, SelectResult, Unsupported};
use crate::emit::DYNAMIC_SHARED;
use crate::inst::{Operand, Space};
use crate::opcode::Modifier::{B32, S32, U32};
use crate::opcode::Opcode;
use crate::target::Feature;
use warpline_ir::dialect::gpu::dimension_of;
use warpline_ir::{Gpu, OpKind, OpRef};
use warpline_passes::gpu::geometry::Geometry;

/// The maximum number of named barriers of a block.
const MAX_NAMED_BARRIERS: i64 = 15;

/// Selects `gpu.barrier`: waits for the block, for the subgroup, for the cluster, or at a named barrier for a
/// number of threads.
pub(super) fn barrier(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    if let Some(named) = op.operands().first() {
        let [number, count] = *cx.elements(*named)? else {
            return Err("the barrier has no number".into());
        };
        cx.emit(Opcode::BarSync, &[number, count]);
        return Ok(());
    }
    match op.keyword("scope") {
        Some("subgroup") => cx.emit(Opcode::BarWarpSync, &[Operand::Int(-1)]),
        Some("cluster") => {
            cx.require(Feature::CLUSTERS)?;
            cx.emit(Opcode::ClusterArrive, &[]);
            cx.emit(Opcode::ClusterWait, &[]);
        }
        _ => cx.emit(Opcode::BarSync, &[Operand::Int(0)]),
    }
    Ok(())
}

/// Selects a named barrier: the next number from 1 and the count of its threads, rounded up to whole subgroups.
pub(super) fn named_barrier(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    cx.n_named_barriers += 1;
    if MAX_NAMED_BARRIERS < cx.n_named_barriers {
        return Err(format!("a block has at most {MAX_NAMED_BARRIERS} named barriers").into());
    }
    let number = Operand::Int(cx.n_named_barriers);
    let count = match cx.operand(op.operand(0))? {
        Operand::Int(count) => Operand::Int((count + LANES - 1) / LANES * LANES),
        count => {
            let up = cx.make(Opcode::Add.with([S32]), &[count, Operand::Int(LANES - 1)]);
            cx.make(Opcode::And.with([B32]), &[up, Operand::Int(-LANES)])
        }
    };
    cx.set_elements(op.result(0), vec![number, count]);
    Ok(())
}

pub(super) fn cluster(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    cx.require(Feature::CLUSTERS)?;
    let names = match op.kind() {
        OpKind::Gpu(Gpu::ClusterId) => ["%clusterid.x", "%clusterid.y", "%clusterid.z"],
        OpKind::Gpu(Gpu::ClusterDim) => ["%nclusterid.x", "%nclusterid.y", "%nclusterid.z"],
        OpKind::Gpu(Gpu::ClusterBlockId) => ["%cluster_ctaid.x", "%cluster_ctaid.y", "%cluster_ctaid.z"],
        _ => ["%cluster_nctaid.x", "%cluster_nctaid.y", "%cluster_nctaid.z"],
    };
    let number = cx.special(names[dimension(op)?]);
    cx.set(op.result(0), number);
    Ok(())
}

/// Selects `gpu.dynamic_shared_memory`: the workgroup memory after that of the kernel, whose size the launch sets.
pub(super) fn dynamic_shared(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    cx.kernel.has_dynamic_shared = true;
    let address = cx.make(Opcode::Mov.with([U32]), &[Operand::Named(DYNAMIC_SHARED)]);
    let mut memory = cx.memory_at(op.result_type(0), Space::Workgroup, address)?;
    memory.sizes = vec![cx.special("%dynamic_smem_size")];
    cx.set_memory(op.result(0), memory);
    Ok(())
}

pub(super) fn geometry(cx: &mut Select<'_>, op: OpRef<'_>) -> SelectResult {
    let geometry = Geometry::of(op.kind()).ok_or_else(Unsupported::not_lowered)?;
    let value = cx.geometry(geometry, dimension(op)?);
    cx.set(op.result(0), value);
    Ok(())
}

fn dimension(op: OpRef<'_>) -> Result<usize, Unsupported> {
    dimension_of(op).ok_or_else(|| Unsupported::from("its dimension is not known"))
}
