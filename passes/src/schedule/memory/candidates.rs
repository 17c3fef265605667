//! Which buffers live inside of a function, with a size that is known.

use crate::schedule::dag::has_tokens;
use rustc_hash::FxHashMap;
use warpline_ir::dialect::rt::static_bytes;
use warpline_ir::{Block, Gpu, MemRef, Module, Op, OpKind, Value};

/// The most bytes of one buffer that goes to an arena: a larger one is told apart by its own allocation.
const MAX_BYTES: u64 = 1 << 40;

/// A buffer that can have a place in an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// The operation that makes it.
    pub alloc: Op,
    /// The operation that ends it.
    pub dealloc: Op,
    /// Its size.
    pub bytes: u64,
}

impl Buffer {
    /// The buffer itself.
    pub fn value(&self, module: &Module) -> Value {
        module.result(self.alloc, 0)
    }
}

/// The buffers of a function that can have places in an arena, in the order of the text.
pub fn buffers_of(module: &Module, func: Op) -> Vec<Buffer> {
    let ops = module.walk(func);
    let order: FxHashMap<Op, usize> = ops.iter().enumerate().map(|(number, op)| (*op, number)).collect();
    ops.iter().filter_map(|op| buffer_of(module, *op, &order)).collect()
}

fn buffer_of(module: &Module, alloc: Op, order: &FxHashMap<Op, usize>) -> Option<Buffer> {
    let is_plain = module.kind(alloc) == OpKind::Gpu(Gpu::Alloc)
        && module.attr(alloc, "hostShared").is_none()
        && module.operands(alloc).is_empty()
        && !has_tokens(module, alloc);
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
    let is_right = others.is_none()
        && module.block_of(dealloc) == Some(block)
        && !has_tokens(module, dealloc)
        && users.iter().all(is_inside);
    is_right.then_some(Buffer { alloc, dealloc, bytes })
}

/// The operations that use a buffer or views of it, if all of them are device work, or look at its shape only.
fn users_of(module: &Module, buffer: Value) -> Option<Vec<Op>> {
    let mut users = Vec::new();
    let mut work = vec![buffer];
    while let Some(value) = work.pop() {
        for found in module.uses(value) {
            match module.kind(found.op) {
                OpKind::MemRef(MemRef::Cast | MemRef::SubView) => work.extend(module.results(found.op)),
                OpKind::MemRef(MemRef::Dim)
                | OpKind::Gpu(Gpu::LaunchFunc | Gpu::Memcpy | Gpu::Memset | Gpu::Dealloc) => {}
                _ => return None,
            }
            users.push(found.op);
        }
    }
    users.dedup();
    Some(users)
}

/// The operation of a block that `op` is, or stands in.
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
