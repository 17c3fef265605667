//! Places the free of a buffer outside the arena where all uses of the buffer are complete anyway.
//!
//! The uses of a buffer precede its free in program order. A free without tokens moves right after the first
//! operation of its block that follows the last use and whose stream is by then ordered after all uses, or before the
//! first host operation at which all uses are complete; at the latest that is the end of the function. It then needs
//! no wait. If there is no such position, as may be in a loop body, the free stays where it is, and waits.
//!
//! Cost: frees × nodes after them × `n/64` words.

use super::candidates::asks_for_lifetimes;
use crate::analysis::alias::{AliasAnalysis, Root};
use crate::analysis::effects::freed_buffer;
use crate::schedule::arena::{Free, Point};
use crate::schedule::bits::Bits;
use crate::schedule::input::{NodeKind, ScheduleInput, has_tokens};
use crate::schedule::waits::Waits;
use rustc_hash::FxHashMap;
use warpline_ir::{Gpu, Module, Op, OpKind, Value};

/// Returns the frees of a function that may move: those of one device buffer that is allocated in the same block and
/// freed once.
pub(super) fn frees_of(module: &Module, func: Op) -> Vec<Free> {
    let ops = module.walk(func);
    let mut aliases = AliasAnalysis::default();
    let mut freed: Vec<(Op, Vec<Root>)> = Vec::new();
    for op in ops {
        if let Some(value) = freed_buffer(module, op) {
            freed.push((op, aliases.of(module, value).roots.clone()));
        }
    }
    let mut n_frees: FxHashMap<Root, usize> = FxHashMap::default();
    freed.iter().flat_map(|(_, roots)| roots).for_each(|root| *n_frees.entry(*root).or_default() += 1);
    let free = |(op, roots): &(Op, Vec<Root>)| match roots[..] {
        [root @ Root::Alloc(buffer)] if n_frees[&root] == 1 && may_move(module, *op, buffer) => {
            Some(Free { op: *op, buffer, at: None })
        }
        _ => None,
    };
    let found: Vec<Free> = freed.iter().filter_map(free).collect();
    if found.is_empty() || !asks_for_lifetimes(module) { found } else { Vec::new() }
}

fn may_move(module: &Module, op: Op, buffer: Value) -> bool {
    let alloc = module.defining_op(buffer).filter(|alloc| {
        module.kind(*alloc) == OpKind::Gpu(Gpu::Alloc) && module.attr(*alloc, "hostShared").is_none()
    });
    let is_beside = alloc.is_some_and(|alloc| module.block_of(alloc) == module.block_of(op));
    module.kind(op) == OpKind::Gpu(Gpu::Dealloc) && is_beside && !has_tokens(module, op)
}

/// Finds the insertion point of each free of a function, `None` if there is none. The frees are no nodes of the
/// program.
pub(super) fn place_frees(
    module: &Module,
    func: Op,
    input: &ScheduleInput,
    waits: &Waits,
    frees: &mut [Free],
) {
    let ops = module.walk(func);
    let order: FxHashMap<Op, usize> = ops.iter().enumerate().map(|(number, op)| (*op, number)).collect();
    let all = Users::of(input);
    for free in frees {
        let mut users = all.of_buffer(free.buffer);
        let is_behind = |node: &usize| order[&free.op] < order[&input.nodes[*node].op];
        for node in users.clone().iter().filter(is_behind) {
            users.remove(node);
        }
        free.at = place_of(module, input, waits, free, &users);
    }
}

fn place_of(
    module: &Module,
    input: &ScheduleInput,
    waits: &Waits,
    free: &Free,
    users: &Bits,
) -> Option<Point> {
    let last = users.last()?;
    let block = module.block_of(free.op);
    let is_beside = |node: &usize| module.block_of(input.nodes[*node].op) == block;
    let mut nodes =
        (last..input.nodes.len()).filter(|node| is_beside(node) && input.nodes[*node].pin.is_none());
    nodes.find_map(|node| {
        let is_device = input.nodes[node].kind.is_device();
        let is_covered = !waits.open.has_any(node, users) && (is_device || last < node);
        is_covered.then_some(if is_device { Point::After(node) } else { Point::Before(node) })
    })
}

/// Keeps frees in place that would move after a possible allocation.
pub(super) fn keep_before_allocations(module: &Module, func: Op, input: &ScheduleInput, frees: &mut [Free]) {
    let ops = module.walk(func);
    let order: FxHashMap<Op, usize> = ops.iter().enumerate().map(|(number, op)| (*op, number)).collect();
    let may_allocate = |node: &usize| match input.nodes[*node].kind {
        NodeKind::Alloc | NodeKind::Call | NodeKind::Host => true,
        NodeKind::Launch
        | NodeKind::Copy
        | NodeKind::Fill
        | NodeKind::Graph
        | NodeKind::Free
        | NodeKind::Enter
        | NodeKind::Leave
        | NodeKind::FreeNow
        | NodeKind::HostWait
        | NodeKind::StreamWait
        | NodeKind::Boundary => false,
    };
    for free in frees {
        let end = match free.at {
            Some(Point::After(node)) => node + 1,
            Some(Point::Before(node)) => node,
            None => continue,
        };
        let is_behind = |node: &usize| order[&free.op] < order[&input.nodes[*node].op];
        if (0..end).filter(is_behind).any(|node| may_allocate(&node)) {
            free.at = None;
        }
    }
}

/// The users of each buffer.
struct Users {
    known: FxHashMap<Value, Bits>,
    /// The nodes that may use any buffer.
    unknown: Bits,
}

impl Users {
    fn of(input: &ScheduleInput) -> Self {
        let n = input.nodes.len();
        let mut users = Self { known: FxHashMap::default(), unknown: Bits::new(n) };
        for (number, node) in input.nodes.iter().enumerate() {
            if node.summary.is_unknown {
                users.unknown.insert(number);
            }
            for root in node.summary.touches.iter().flat_map(|touch| &touch.place.roots) {
                match root {
                    Root::Alloc(value) => {
                        users.known.entry(*value).or_insert_with(|| Bits::new(n)).insert(number);
                    }
                    Root::Argument(..) | Root::Global(_) => {}
                    Root::Elsewhere | Root::Any => users.unknown.insert(number),
                }
            }
        }
        users
    }

    fn of_buffer(&self, buffer: Value) -> Bits {
        let mut users = self.unknown.clone();
        if let Some(known) = self.known.get(&buffer) {
            users.union(known);
        }
        users
    }
}
