//! Brings the module into its simplest usual form.
//!
//! Constants fold and stand once at the top of their function; constants go to the right of commutative
//! operations; identities such as `x + 0` vanish; loops without or with one iteration and branches with a known
//! condition are taken apart; nested parallel loops become one; affine maps take in the maps of their operands;
//! operations that nobody needs go. Floats change only where the result is the same in every bit. It never
//! moves a memory access, never unrolls, never inlines functions.
//!
//! Each round visits every operation once in the order of the text, and then drops dead ones. The pass stops
//! when a round changes nothing, or after `max-iterations` rounds. Cost: a few walks.
//!
//! ```text
//! %c4 = arith.constant 4 : index         %c4 = arith.constant 4 : index
//! %0 = arith.addi %c4, %x : index    →   %0 = arith.addi %x, %c4 : index
//! %1 = arith.muli %0, %c1 : index        return %0 : index
//! return %1 : index
//! ```

mod affine;
mod affine_loops;
mod arith;
mod cf;
mod constants;
mod gpu;
mod inline;
mod memref;
mod scf;
mod scf_parallel;

use crate::dce::drop_dead_ops;
use crate::pass::PassOption;
use crate::{Changed, Pass, PassCx};
use warpline_ir::{Module, Op, OpKind, Reported};

/// The pass.
pub const PASS: Pass = Pass {
    name: "canonicalize",
    summary: "Folds constants and brings operations into their simplest form",
    options: &[PassOption {
        name: "max-iterations",
        summary: "The greatest number of rounds",
        default: "10",
    }],
    run,
};

/// One operation is rewritten at most this often in a round.
const MAX_REWRITES: usize = 64;

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let rounds = cx.int_option("max-iterations")?;
    let module = &mut *cx.module;
    let mut changed = false;
    for _ in 0..rounds {
        let mut again = constants::hoist(module);
        again |= rewrite_all(module);
        again |= cf::drop_unreachable_blocks(module);
        again |= drop_dead_ops(module, module.root());
        changed |= again;
        if !again {
            break;
        }
    }
    Ok(changed.into())
}

/// Visits every operation in the order of the text.
fn rewrite_all(module: &mut Module) -> bool {
    let root = module.root();
    let mut changed = false;
    for op in module.walk(root).into_iter().skip(1) {
        for _ in 0..MAX_REWRITES {
            if !is_attached(module, op) || !rewrite(module, op) {
                break;
            }
            changed = true;
        }
    }
    changed
}

/// Whether an operation still stands in the module.
fn is_attached(module: &Module, op: Op) -> bool {
    let mut at = op;
    while at != module.root() {
        let Some(block) = module.block_of(at) else { return false };
        let Some(region) = module.region_of(block) else { return false };
        if !module.blocks_of(region).contains(&block) {
            return false;
        }
        let Some(parent) = module.parent_of(region) else { return false };
        at = parent;
    }
    true
}

/// Rewrites one operation in one way; whether there was one.
fn rewrite(module: &mut Module, op: Op) -> bool {
    if constants::fold(module, op) || constants::move_right(module, op) {
        return true;
    }
    let rewritten = match module.kind(op) {
        OpKind::Arith(kind) => arith::rewrite(module, op, kind),
        OpKind::Scf(kind) => scf::rewrite(module, op, kind),
        OpKind::Cf(kind) => cf::rewrite(module, op, kind),
        OpKind::MemRef(kind) => memref::rewrite(module, op, kind),
        OpKind::Affine(kind) => affine::rewrite(module, op, kind),
        OpKind::Gpu(kind) => gpu::rewrite(module, op, kind),
        OpKind::Builtin(_)
        | OpKind::Func(_)
        | OpKind::Math(_)
        | OpKind::Vector(_)
        | OpKind::Rt(_)
        | OpKind::Foreign(_) => None,
    };
    rewritten.is_some()
}
