//! Finds the local buffers of a function with a known size.

use crate::schedule::input::has_tokens;
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::dialect::rt::static_bytes;
use warpline_ir::{Block, Gpu, MemRef, Module, Op, OpKind, Rt, Type, Value};

/// The maximum size in bytes of a buffer in an arena: a larger one is diagnosed at its own allocation.
const MAX_BYTES: u64 = 1 << 40;

/// A buffer that can be in an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// The operation that allocates it.
    pub alloc: Op,
    /// The operation that frees it.
    pub dealloc: Op,
    /// Its size in bytes.
    pub bytes: u64,
}

impl Buffer {
    /// Whether tokens order its allocation or its free.
    fn has_tokens(&self, module: &Module) -> bool {
        has_tokens(module, self.alloc) || has_tokens(module, self.dealloc)
    }

    /// The buffer itself.
    pub fn value(&self, module: &Module) -> Value {
        module.result(self.alloc, 0)
    }
}

/// Returns the buffers of a function that can be in an arena and that no tokens allocate or free, in program order.
pub fn buffers_of(module: &Module, func: Op) -> Vec<Buffer> {
    all_buffers_of(module, func).into_iter().filter(|buffer| !buffer.has_tokens(module)).collect()
}

/// Returns all buffers of a function that can be in an arena, in program order.
///
/// With the allocation and the free erased, a token of theirs names what they wait for. If either has tokens, these
/// must order all uses of the buffer: then no other operation was ordered through the allocation or the free.
pub(crate) fn all_buffers_of(module: &Module, func: Op) -> Vec<Buffer> {
    let ops = module.walk(func);
    let order: FxHashMap<Op, usize> = ops.iter().enumerate().map(|(number, op)| (*op, number)).collect();
    let found: Vec<Buffer> = ops.iter().filter_map(|op| buffer_of(module, *op, &order)).collect();
    // The whole module is asked only if there is a buffer.
    if found.is_empty() || !asks_for_lifetimes(module) { found } else { Vec::new() }
}

/// Whether the program asks while it runs whether memory is freed: then each free stays where it is, and no memory has a
/// second owner.
pub(super) fn asks_for_lifetimes(module: &Module) -> bool {
    module.any_in(module.root(), |op| module.kind(op) == OpKind::Rt(Rt::Live))
}

fn buffer_of(module: &Module, alloc: Op, order: &FxHashMap<Op, usize>) -> Option<Buffer> {
    let is_plain = module.kind(alloc) == OpKind::Gpu(Gpu::Alloc)
        && module.attr(alloc, "hostShared").is_none()
        && module.operands(alloc).iter().all(|value| module.type_of(*value) == Type::TOKEN);
    if !is_plain {
        return None;
    }
    let value = module.result(alloc, 0);
    let bytes =
        static_bytes(module, module.type_of(value)).filter(|bytes| (1..=MAX_BYTES).contains(bytes))?;
    let users = users_of(module, value)?;
    let is_end = |op: &Op| module.kind(*op) == OpKind::Gpu(Gpu::Dealloc);
    let mut ends = users.iter().copied().filter(is_end);
    let (dealloc, others) = (ends.next()?, ends.next());
    let block = module.block_of(alloc)?;
    let is_inside = |op: &Op| ancestor_in(module, block, *op).is_some_and(|at| order[&at] <= order[&dealloc]);
    let buffer = Buffer { alloc, dealloc, bytes };
    let is_right = others.is_none()
        && module.block_of(dealloc) == Some(block)
        && users.iter().all(is_inside)
        && tokens_order_uses(module, &buffer, &users, order);
    is_right.then_some(buffer)
}

/// Whether the tokens of the allocation and of the free, if any, order all work that uses the buffer.
fn tokens_order_uses(module: &Module, buffer: &Buffer, users: &[Op], order: &FxHashMap<Op, usize>) -> bool {
    let Buffer { alloc, dealloc, .. } = *buffer;
    let is_work =
        |op: &&Op| matches!(module.kind(**op), OpKind::Gpu(Gpu::LaunchFunc | Gpu::Memcpy | Gpu::Memset));
    let has_all = |set: &FxHashSet<Op>| users.iter().filter(is_work).all(|op| set.contains(op));
    // Restricted to the live range of the buffer: the cost is its own work and the work within that range.
    let lives = |op: &Op| order[&alloc] <= order[op] && order[op] <= order[&dealloc];
    let tokens = |values: &[Value]| -> Vec<Value> {
        values.iter().copied().filter(|value| module.type_of(*value) == Type::TOKEN).collect()
    };
    let behind = |op: Op| {
        let given: Vec<Value> = module.results(op).collect();
        let users = |token: Value| module.uses(token).iter().map(|found| found.op).collect::<Vec<_>>();
        tokens(&given).into_iter().flat_map(users).filter(lives).collect()
    };
    let before = |op: Op| {
        let defining = |token: Value| module.defining_op(token);
        tokens(module.operands(op)).into_iter().filter_map(defining).filter(lives).collect()
    };
    (!has_tokens(module, alloc) || has_all(&reached(module, alloc, behind)))
        && (!has_tokens(module, dealloc) || has_all(&reached(module, dealloc, before)))
}

/// Returns the operations reachable from one by `next`, through device operations and joins of tokens alone.
fn reached(module: &Module, from: Op, next: impl Fn(Op) -> Vec<Op>) -> FxHashSet<Op> {
    let mut found = FxHashSet::default();
    let mut work = next(from);
    while let Some(op) = work.pop() {
        if module.kind(op).device_work().is_some() && found.insert(op) {
            work.extend(next(op));
        }
    }
    found
}

/// Returns the operations that use a buffer or views of it, if all of them are device work or only query its shape.
fn users_of(module: &Module, buffer: Value) -> Option<Vec<Op>> {
    let mut users = Vec::new();
    let mut work = vec![buffer];
    while let Some(value) = work.pop() {
        for found in module.uses(value) {
            match module.kind(found.op) {
                OpKind::MemRef(MemRef::Cast | MemRef::SubView) => work.extend(module.results(found.op)),
                OpKind::MemRef(MemRef::Dim) => {}
                kind if kind.device_work().is_some() => {}
                _ => return None,
            }
            users.push(found.op);
        }
    }
    users.dedup();
    Some(users)
}

/// Returns the operation of a block that is `op` or encloses it.
fn ancestor_in(module: &Module, block: Block, op: Op) -> Option<Op> {
    let mut at = Some(op);
    while let Some(op) = at {
        if module.block_of(op) == Some(block) {
            return Some(op);
        }
        at = module.parent_op(op);
    }
    None
}
