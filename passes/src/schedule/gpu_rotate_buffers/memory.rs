//! Checks that the buffers of a function, with those of additional copies, fit into a limit of device memory.
//!
//! All buffers of the function count as live at the same time, so no order of work needs more. A buffer whose size is
//! not constant may take any amount.

use super::private::Private;
use crate::analysis::call_graph::enclosing_function;
use warpline_ir::dialect::rt::{ARENA_ALIGN, static_bytes};
use warpline_ir::{Gpu, Module, Op, OpKind};

/// Whether all buffers fit into `limit` bytes; 0 is no limit.
pub(super) fn fits(module: &Module, op: Op, n_copies: i64, buffers: &[Private], limit: u64) -> bool {
    if limit == 0 {
        return true;
    }
    let Some(func) = enclosing_function(module, op) else { return false };
    let is_alloc = |alloc: &Op| module.kind(*alloc) == OpKind::Gpu(Gpu::Alloc);
    let bytes = |alloc: Op| {
        let is_copied = module.is_inside(alloc, op) || buffers.iter().any(|buffer| buffer.is_made_by(alloc));
        let bytes = static_bytes(module, module.type_of(module.result(alloc, 0)))?;
        let bytes = bytes.checked_next_multiple_of(ARENA_ALIGN)?;
        bytes.checked_mul(if is_copied { n_copies.unsigned_abs() } else { 1 })
    };
    let mut allocs = module.walk(func).into_iter().filter(is_alloc);
    let total = allocs.try_fold(0u64, |total, alloc| total.checked_add(bytes(alloc)?));
    total.is_some_and(|total| total <= limit)
}
