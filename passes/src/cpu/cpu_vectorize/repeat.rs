//! Threads that can run twice: they only write what none of them reads, so they write the same again. They have no atomic
//! updates and no assertions, and no two of them write different values to an element, which would be a race.

use crate::analysis::alias::{AliasAnalysis, Overlap};
use crate::rewrite::loop_jam::is_copyable;
use warpline_ir::{MemRef, Module, Op, OpKind, Value};

/// The maximum number of accesses that are compared.
const MAX_ACCESSES: usize = 64;

/// Whether the threads of a loop can run twice.
pub(super) fn is_repeatable(module: &Module, thread_loop: Op) -> bool {
    let ops = module.walk(thread_loop);
    if !ops[1..].iter().all(|op| is_copyable(module, *op)) {
        return false;
    }
    let accesses = |kind: MemRef| -> Vec<Value> {
        let same = ops.iter().filter(|op| module.kind(**op) == OpKind::MemRef(kind));
        same.map(|op| module.op(*op).named("memref")).collect()
    };
    let (mut reads, mut writes) = (accesses(MemRef::Load), accesses(MemRef::Store));
    for list in [&mut reads, &mut writes] {
        list.sort_unstable();
        list.dedup();
    }
    if MAX_ACCESSES < reads.len() * writes.len() {
        return false;
    }
    let mut aliases = AliasAnalysis::default();
    writes.iter().all(|write| {
        let written = aliases.of(module, *write);
        reads.iter().all(|read| {
            let read = aliases.of(module, *read);
            aliases.overlap(&written, &read) == Overlap::No
        })
    })
}
