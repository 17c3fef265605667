//! Tokens that nobody needs to wait for, and places in a launch of size one.

use super::constants::replace_by;
use warpline_ir::{Builder, Gpu, Module, Op, OpKind, Place, Value};

/// Rewrites one operation of the dialect.
pub(super) fn rewrite(module: &mut Module, op: Op, kind: Gpu) -> Option<()> {
    match kind {
        Gpu::Wait => simplify_wait(module, op),
        Gpu::Launch => fold_ids(module, op),
        Gpu::Module
        | Gpu::Func
        | Gpu::Binary
        | Gpu::Return
        | Gpu::Terminator
        | Gpu::LaunchFunc
        | Gpu::Alloc
        | Gpu::Dealloc
        | Gpu::Memcpy
        | Gpu::Memset
        | Gpu::ThreadId
        | Gpu::BlockId
        | Gpu::BlockDim
        | Gpu::GridDim
        | Gpu::GlobalId
        | Gpu::Barrier
        | Gpu::ModuleEnd
        | Gpu::Yield
        | Gpu::HostRegister
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
        | Gpu::SetCsrPointers => None,
    }
}

/// Waits once for each token, and not for tokens that are done from the start.
fn simplify_wait(module: &mut Module, op: Op) -> Option<()> {
    let old = module.operands(op).to_vec();
    let mut needed: Vec<Value> = Vec::new();
    for token in &old {
        if !needed.contains(token) && !is_done(module, *token) {
            needed.push(*token);
        }
    }
    let token = module.results(op).next();
    match (token, needed.as_slice()) {
        (None, []) => {
            module.erase(op);
            return Some(());
        }
        (Some(token), _) if module.is_unused(token) => {
            module.erase(op);
            return Some(());
        }
        (Some(_), [only]) => return replace_by(module, op, *only),
        _ => {}
    }
    if needed.len() == old.len() {
        return None;
    }
    module.set_operands(op, &needed);
    Some(())
}

/// Whether a token comes from a `gpu.wait async` that waits for nothing.
fn is_done(module: &Module, token: Value) -> bool {
    module
        .defining_op(token)
        .is_some_and(|op| module.kind(op) == OpKind::Gpu(Gpu::Wait) && module.operands(op).is_empty())
}

/// The place in a dimension of size 1 is 0.
fn fold_ids(module: &mut Module, op: Op) -> Option<()> {
    let body = module.entry(op, 0)?;
    let mut changed = None;
    for dim in 0..6 {
        let size = *module.op(op).group(1 + dim).first()?;
        let id = *module.args(body).get(dim)?;
        if module.constant_int(size) == Some(1) && !module.is_unused(id) {
            let location = module.location(op);
            let zero = Builder::new(module, Place::Before(op), location).index(0);
            module.replace_all_uses(id, zero);
            changed = Some(());
        }
    }
    changed
}
