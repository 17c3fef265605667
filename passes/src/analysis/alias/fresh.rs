//! Fresh allocations: a buffer that has just been allocated is none of those that existed before.
//!
//! The roots of a buffer that a loop carries include the allocations of earlier iterations. At one moment, though, it
//! was there before the allocation of this iteration ran, so the two do not overlap:
//!
//! ```text
//! scf.for … iter_args(%u = %x) -> (memref<64xf32>) {
//!   %b = memref.alloc() : memref<64xf32>      %u and %b are disjoint wherever both are used,
//!   …                                         though the roots of %u are %x and %b
//!   scf.yield %b : memref<64xf32>
//! }
//! ```

use super::roots::{allocates, view_source};
use super::{Module, Op, OpKind, Value};
use rustc_hash::FxHashSet;
use warpline_ir::{Arith, Def, Rt};

/// Whether one of two buffers is a fresh allocation at the moment at which the other one exists already. Both are the
/// values that one execution of an operation sees.
pub(super) fn is_one_fresh(module: &Module, a: Value, b: Value) -> bool {
    let is_fresh = |a, b| allocation(module, a).is_some_and(|alloc| is_older(module, b, alloc));
    is_fresh(a, b) || is_fresh(b, a)
}

/// Returns the allocation that made the buffer of a view.
pub(crate) fn allocation(module: &Module, view: Value) -> Option<Op> {
    let op = module.defining_op(super::base(module, view))?;
    // The runtime gives the memory of the arena out again.
    let is_new = allocates(module, op) && module.kind(op) != OpKind::Rt(Rt::Arena);
    is_new.then_some(op)
}

/// Whether the memory of a buffer existed before an allocation ran.
fn is_older(module: &Module, buffer: Value, alloc: Op) -> bool {
    let mut work = vec![buffer];
    let mut is_seen = FxHashSet::from_iter([buffer]);
    while let Some(value) = work.pop() {
        let sources = match module.def(value) {
            _ if is_before(module, value, alloc) => continue,
            Def::Result(op, _) if module.kind(op) == OpKind::Arith(Arith::Select) => {
                module.operands(op)[1..].to_vec()
            }
            Def::Result(..) | Def::Arg(..) | Def::Forward => match view_source(module, value) {
                Some(source) => vec![source],
                None => return false,
            },
        };
        work.extend(sources.into_iter().filter(|source| is_seen.insert(*source)));
    }
    true
}

/// Whether a value was computed before an operation ran, wherever both results are used: it is defined earlier in the
/// block of the operation or of one that encloses it, or is an argument of such a block.
fn is_before(module: &Module, value: Value, op: Op) -> bool {
    let block = module.def_block(value);
    let mut enclosing = std::iter::successors(Some(op), |inner| module.parent_op(*inner));
    let Some(inner) = enclosing.find(|inner| module.block_of(*inner) == block) else { return false };
    match module.def(value) {
        Def::Result(maker, _) => {
            std::iter::successors(module.next_op(maker), |op| module.next_op(*op)).any(|later| later == inner)
        }
        Def::Arg(..) => true,
        Def::Forward => false,
    }
}
