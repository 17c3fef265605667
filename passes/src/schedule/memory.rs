//! Packs buffers of constant size into one arena per function, in which buffers that are never live at the same time
//! share bytes.
//!
//! A buffer is in the arena if it is allocated and freed in one block, without tokens, and used by device work only.
//! It needs no allocation, no free, and so no wait for them. Under a limit of device memory a buffer that tokens
//! allocate or free is in the arena, too, if these tokens order its uses. All other buffers keep their allocation and
//! free, in stream order; `frees` finds where a free needs no wait.
//! Two buffers may overlap only if the schedule already completes each use of one before the first use of the other
//! starts, on every path and in every iteration: packing adds no order. The plan reports the size together with a
//! lower bound for every packing of this schedule.
//!
//! Cost: buffers² and, for each use of a buffer, the nodes that may be in flight at the same time. In functions with
//! more than [`MAX_PACKED`] buffers no two buffers share bytes.

mod bound;
mod candidates;
pub(crate) mod demand;
mod frees;
pub(crate) mod limit;
mod lives;
mod pack;

use super::arena::{ArenaSlot, Memory};
use super::borrowed_streams::Slices;
use super::input::{ScheduleInput, has_tokens};
use super::plan::Plan;
use super::waits::Waits;
use super::walk::Setting;
use crate::analysis::alias::{AliasAnalysis, Root};
pub(crate) use candidates::all_buffers_of;
pub use candidates::{Buffer, buffers_of};
use frees::{frees_of, place_frees};
use lives::Lives;
use rustc_hash::FxHashSet;
use warpline_ir::dialect::rt::ARENA_ALIGN;
use warpline_ir::{Module, Op};

/// Plans a function: `make` plans the rest without the buffers of the arena and the frees that move. Frees for which
/// no position is found become work of the plan again, which may invalidate positions of others; each round has fewer
/// frees that move. A slice has no arena, as its work may continue after its end.
pub fn plan(
    module: &Module,
    func: Op,
    slices: &Slices,
    setting: &Setting,
    make: impl Fn(ScheduleInput) -> Plan,
) -> Plan {
    if slices.is_slice(func) {
        return make(ScheduleInput::of(module, func, slices, setting.clone()));
    }
    let buffers = if setting.has_memory_limit { all_buffers_of } else { buffers_of }(module, func);
    let in_arena: FxHashSet<Op> = buffers.iter().flat_map(|buffer| [buffer.alloc, buffer.dealloc]).collect();
    let mut frees = frees_of(module, func);
    frees.retain(|free| !in_arena.contains(&free.op));
    let mut setting = setting.clone();
    loop {
        setting.left_out = frees.iter().map(|free| free.op).chain(in_arena.iter().copied()).collect();
        let mut plan = make(ScheduleInput::of(module, func, slices, setting.clone()));
        place_frees(module, func, &plan.input, &plan.waits, &mut frees);
        if setting.has_memory_limit {
            frees::keep_before_allocations(module, func, &plan.input, &mut frees);
        }
        if setting.freed_now.is_empty() {
            setting.freed_now = settled_shared(module, &plan);
            if !setting.freed_now.is_empty() {
                continue;
            }
        }
        if frees.iter().all(|free| free.at.is_some()) {
            plan.memory = lay_out(module, &buffers, &plan.input, &plan.waits);
            frees.sort_by_key(|free| free.at);
            plan.memory.frees = frees;
            return plan;
        }
        frees.retain(|free| free.at.is_some());
    }
}

/// Returns the frees of shared memory that the host can do immediately, as it has waited for all uses.
fn settled_shared(module: &Module, plan: &Plan) -> FxHashSet<Op> {
    let ops = plan.waits.settled.iter().map(|node| plan.input.nodes[*node].op);
    ops.filter(|op| !has_tokens(module, *op) && frees_shared(module, *op)).collect()
}

/// Whether a free surely frees shared memory.
fn frees_shared(module: &Module, op: Op) -> bool {
    let is_shared = |root: &Root| match root {
        Root::Alloc(value) => {
            module.defining_op(*value).is_some_and(|op| module.attr(op, "hostShared").is_some())
        }
        Root::Argument(..) | Root::Global(_) | Root::Elsewhere | Root::Any => false,
    };
    let freed = AliasAnalysis::default().of(module, module.op(op).named("memref"));
    !freed.roots.is_empty() && freed.roots.iter().all(is_shared)
}

/// The maximum number of buffers that are packed: with more, none share bytes.
pub const MAX_PACKED: usize = 1024;

/// Packs buffers under a schedule.
fn lay_out(module: &Module, buffers: &[Buffer], input: &ScheduleInput, waits: &Waits) -> Memory {
    let lives = Lives::of(module, buffers, input);
    let sizes: Vec<u64> = lives.buffers.iter().map(|buffer| aligned(buffer.bytes)).collect();
    let Packing { offsets, arena, bound } = pack(&lives, &sizes, waits);
    let slots = lives.buffers.iter().zip(&lives.spans).zip(&offsets);
    let slots = slots.map(|((buffer, nodes), offset)| ArenaSlot {
        alloc: buffer.alloc,
        offset: *offset,
        bytes: buffer.bytes,
        nodes: *nodes,
    });
    Memory { arena, bound, slots: slots.collect(), frees: Vec::new() }
}

/// The size of an arena and the offsets in it.
#[derive(Clone, Debug)]
pub struct Packing {
    /// The offsets, by buffer.
    pub offsets: Vec<u64>,
    /// The size of the arena in bytes.
    pub arena: u64,
    /// A lower bound in bytes for every packing.
    pub bound: u64,
}

/// Packs the buffers of a schedule with these sizes, by buffer number, in place of their own; for measurements.
pub fn pack_sizes(
    module: &Module,
    buffers: &[Buffer],
    input: &ScheduleInput,
    waits: &Waits,
    size: impl Fn(usize) -> u64,
) -> Packing {
    let lives = Lives::of(module, buffers, input);
    let sizes: Vec<u64> = (0..lives.buffers.len()).map(|number| aligned(size(number))).collect();
    pack(&lives, &sizes, waits)
}

fn pack(lives: &Lives, sizes: &[u64], waits: &Waits) -> Packing {
    if MAX_PACKED < sizes.len() {
        let offsets = pack::side_by_side(sizes);
        let arena = sizes.iter().fold(0u64, |sum, size| sum.saturating_add(*size));
        return Packing { offsets, arena, bound: arena };
    }
    let conflicts = lives.conflicts(waits);
    let chains = bound::find(lives, sizes, &conflicts);
    let (offsets, arena) = pack::best(lives, sizes, &conflicts, &chains);
    Packing { offsets, arena, bound: chains.bound }
}

/// Rounds a size up so that the next buffer is aligned.
pub(crate) fn aligned(bytes: u64) -> u64 {
    bytes.checked_next_multiple_of(ARENA_ALIGN).unwrap_or(bytes)
}
