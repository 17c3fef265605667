//! Merges consecutive host waits: the first one waits for all work that any of them names.
//!
//! ```text
//! gpu.wait [%a]             gpu.wait [%a, %b]
//! gpu.wait [%b]      →      gpu.wait [%b]        covered: no call
//! return                    return
//! ```
//! The end of a function counts as a wait for everything; a wait at the end of an arm that is followed by the end of
//! the function is left to it. Only operations that are no nodes and have no regions may be between the two: the host
//! is never delayed before host work that takes time. Streams are then joined on the device, and the host waits once.
//!
//! Cost: host waits × the operations of their blocks.

use super::input::{NodeKind, ScheduleInput};
use warpline_ir::{Func, Module, Op, OpKind, Scf};

/// Moves the operands of a host wait to the one immediately before it, from the last to the first.
pub(super) fn merge(module: &Module, input: &mut ScheduleInput) {
    for number in (0..input.nodes.len()).rev() {
        let node = &input.nodes[number];
        if node.kind != NodeKind::HostWait {
            continue;
        }
        if !node.path.is_empty() && !input.is_slice() && ends_function(module, input, node.op) {
            input.tokens[number] = input.tokens[number].emptied();
        } else if is_right_before_wait(module, input, number) {
            let named = input.preds(number + 1);
            input.tokens[number].union(&named);
        }
    }
}

/// Whether the next node is a wait in the same block, without an operation with regions between.
fn is_right_before_wait(module: &Module, input: &ScheduleInput, number: usize) -> bool {
    let Some(next) = input.nodes.get(number + 1) else { return false };
    let is_wait = matches!(next.kind, NodeKind::HostWait | NodeKind::Boundary);
    let behind = ops_behind(module, input.nodes[number].op);
    let mut between = behind.iter().take_while(|op| **op != next.op);
    is_wait && behind.contains(&next.op) && between.all(|op| module.regions_of(*op).is_empty())
}

/// Whether the function returns after `op`, at most through the ends of arms.
fn ends_function(module: &Module, input: &ScheduleInput, op: Op) -> bool {
    let behind = ops_behind(module, op);
    let Some((end, between)) = behind.split_last() else { return false };
    let is_node = |op: &Op| input.nodes.iter().any(|node| node.op == *op && node.kind != NodeKind::HostWait);
    if between.iter().any(|op| is_node(op) || !module.regions_of(*op).is_empty()) {
        return false;
    }
    match (module.kind(*end), module.parent_op(*end)) {
        (OpKind::Func(Func::Return), _) => true,
        (OpKind::Scf(Scf::Yield), Some(parent)) if module.kind(parent) == OpKind::Scf(Scf::If) => {
            ends_function(module, input, parent)
        }
        _ => false,
    }
}

/// Returns the operations after one in its block.
fn ops_behind(module: &Module, op: Op) -> Vec<Op> {
    let ops = module.block_of(op).map(|block| module.ops_in(block)).unwrap_or_default();
    ops.into_iter().skip_while(|other| *other != op).skip(1).collect()
}
