//! Host waits with nothing between them become one: the first waits for what all of them name.
//!
//! ```text
//! gpu.wait [%a]             gpu.wait [%a, %b]
//! gpu.wait [%b]      →      gpu.wait [%b]        covered: no call
//! return                    return
//! ```
//! The end of a function counts as a wait for everything; one at the end of an arm that the function ends behind is left
//! to it. Between the two there may be operations that are no nodes and have no regions: the host is never held up
//! before work of its own that takes time. Streams are then joined on the device, and the host waits once.
//!
//! Cost: host waits × the operations of their blocks.

use super::program::{NodeKind, Program};
use warpline_ir::{Func, Module, Op, OpKind, Scf};

/// Moves what a host wait names to the one right before it, from the last to the first.
pub(super) fn merge(module: &Module, program: &mut Program) {
    for number in (0..program.nodes.len()).rev() {
        let node = &program.nodes[number];
        if node.kind != NodeKind::HostWait {
            continue;
        }
        if !node.path.is_empty() && !program.is_slice() && ends_function(module, program, node.op) {
            program.tokens[number] = program.tokens[number].emptied();
        } else if is_right_before_wait(module, program, number) {
            let named = program.preds(number + 1);
            program.tokens[number].union(&named);
        }
    }
}

/// Whether the next node is a wait of the same block, with no operation between that has regions.
fn is_right_before_wait(module: &Module, program: &Program, number: usize) -> bool {
    let Some(next) = program.nodes.get(number + 1) else { return false };
    let is_wait = matches!(next.kind, NodeKind::HostWait | NodeKind::Boundary);
    let behind = ops_behind(module, program.nodes[number].op);
    let mut between = behind.iter().take_while(|op| **op != next.op);
    is_wait && behind.contains(&next.op) && between.all(|op| module.regions_of(*op).is_empty())
}

/// Whether the function returns behind `op`, through the ends of arms at most.
fn ends_function(module: &Module, program: &Program, op: Op) -> bool {
    let behind = ops_behind(module, op);
    let Some((end, between)) = behind.split_last() else { return false };
    let is_node =
        |op: &Op| program.nodes.iter().any(|node| node.op == *op && node.kind != NodeKind::HostWait);
    if between.iter().any(|op| is_node(op) || !module.regions_of(*op).is_empty()) {
        return false;
    }
    match (module.kind(*end), module.parent_op(*end)) {
        (OpKind::Func(Func::Return), _) => true,
        (OpKind::Scf(Scf::Yield), Some(parent)) if module.kind(parent) == OpKind::Scf(Scf::If) => {
            ends_function(module, program, parent)
        }
        _ => false,
    }
}

/// The operations behind one in its block.
fn ops_behind(module: &Module, op: Op) -> Vec<Op> {
    let ops = module.block_of(op).map(|block| module.ops_in(block)).unwrap_or_default();
    ops.into_iter().skip_while(|other| *other != op).skip(1).collect()
}
