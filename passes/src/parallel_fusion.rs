//! Makes one loop of neighbouring `scf.parallel` loops over the same iterations.
//!
//! Two loops of a block are fused if they have the same bounds and steps, no results, only operations without
//! effects between them, and no parallel loop in them, and if fusing keeps the order of every two accesses that
//! matter: where one loop writes a buffer that the other one touches, both must use the same indices, so that
//! an element stays with one iteration. Anything else keeps the loops apart: other effects than loads and
//! stores, buffers that may be the same under two names, an allocation between the loops.
//!
//! Cost: quadratic in the accesses of two neighbours.
//!
//! ```text
//! scf.parallel (%i) = … { store %x, %a[%i] }         scf.parallel (%i) = … {
//! scf.parallel (%j) = … { load %a[%j]; … }      →      store %x, %a[%i]
//!                                                      load %a[%i]; …
//!                                                    }
//! ```

use crate::analysis::alias;
use crate::analysis::effects::{Effects, is_effect_free, is_pure, own_effects};
use crate::{Changed, Pass, PassCx};
use warpline_ir::def::Effect;
use warpline_ir::{Block, Def, MemRef, Module, Op, OpKind, Place, Reported, Scf, Value};

/// The pass.
pub const PASS: Pass = Pass {
    name: "scf-parallel-loop-fusion",
    summary: "Fuses neighbouring scf.parallel loops over the same iterations",
    options: &[],
    run,
};

/// How deep index computations are compared.
const MAX_DEPTH: usize = 16;

/// A load or store in the body of a loop.
struct Access {
    memref: Value,
    indices: Vec<Value>,
    is_write: bool,
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of a pass")]
fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let mut changed = false;
    for op in cx.module.walk(cx.module.root()) {
        for region in cx.module.regions_of(op) {
            for block in cx.module.blocks_of(region).to_vec() {
                changed |= fuse_in_block(cx.module, block);
            }
        }
    }
    Ok(changed.into())
}

/// Fuses each loop of a block with the one before it where nothing with an effect stands between them.
fn fuse_in_block(module: &mut Module, block: Block) -> bool {
    let mut changed = false;
    let mut before: Option<Op> = None;
    for op in module.ops_in(block) {
        if module.kind(op) == OpKind::Scf(Scf::Parallel) {
            if let Some(first) = before
                && can_fuse(module, first, op)
            {
                fuse(module, first, op);
                changed = true;
            }
            before = Some(op);
        } else if !is_effect_free(module, op) {
            before = None;
        }
    }
    changed
}

fn can_fuse(module: &Module, first: Op, second: Op) -> bool {
    let is_plain = |op| {
        module.n_results(op) == 0
            && module.attr(op, "mapping").is_none()
            && module.walk(op).into_iter().skip(1).all(|op| module.kind(op) != OpKind::Scf(Scf::Parallel))
    };
    let (a, b) = (module.op(first), module.op(second));
    let same_space = (0..3).all(|slot| same_values(module, a.group(slot), b.group(slot)));
    is_plain(first) && is_plain(second) && same_space && keeps_order(module, first, second)
}

/// Equal values, or equal constants.
fn same_values(module: &Module, a: &[Value], b: &[Value]) -> bool {
    let is_same = |(a, b): (&Value, &Value)| {
        a == b || module.constant_of(*a).is_some() && module.constant_of(*a) == module.constant_of(*b)
    };
    a.len() == b.len() && a.iter().zip(b).all(is_same)
}

/// Whether every two accesses of the loops to the same element are made by the same iteration.
fn keeps_order(module: &Module, first: Op, second: Op) -> bool {
    let (Some(a), Some(b)) = (module.entry(first, 0), module.entry(second, 0)) else { return false };
    let (Some(left), Some(right)) = (accesses(module, first), accesses(module, second)) else { return false };
    left.iter().all(|x| right.iter().all(|y| stay_apart(module, (x, a), (y, b))))
}

/// Whether two accesses cannot conflict, or only in one iteration.
fn stay_apart(module: &Module, (x, a): (&Access, Block), (y, b): (&Access, Block)) -> bool {
    if !x.is_write && !y.is_write || !alias::may_alias(module, x.memref, y.memref) {
        return true;
    }
    let same_element = x.memref == y.memref
        && x.indices.len() == y.indices.len()
        && x.indices.iter().zip(&y.indices).all(|(x, y)| is_equal(module, (*x, a), (*y, b), MAX_DEPTH));
    // With every index of the loop among its own, an element belongs to one iteration.
    same_element && module.args(a).iter().all(|induction| x.indices.contains(induction))
}

/// Whether two values of the bodies are computed alike from the indices of the loops.
fn is_equal(module: &Module, (x, a): (Value, Block), (y, b): (Value, Block), depth: usize) -> bool {
    if let (Def::Arg(block, i), Def::Arg(other, j)) = (module.def(x), module.def(y))
        && (block, other) == (a, b)
    {
        return i == j;
    }
    if same_values(module, &[x], &[y]) {
        return true;
    }
    let (Some(p), Some(q), Some(depth)) =
        (module.defining_op(x), module.defining_op(y), depth.checked_sub(1))
    else {
        return false;
    };
    let position = |op: Op, value: Value| module.results(op).position(|result| result == value);
    is_pure(module, p)
        && module.kind(p) == module.kind(q)
        && module.attrs(p) == module.attrs(q)
        && position(p, x) == position(q, y)
        && module.operands(p).len() == module.operands(q).len()
        && module
            .operands(p)
            .iter()
            .zip(module.operands(q))
            .all(|(x, y)| is_equal(module, (*x, a), (*y, b), depth))
}

/// The loads and stores in a loop; `None` where something else has an effect.
fn accesses(module: &Module, outer: Op) -> Option<Vec<Access>> {
    let mut found = Vec::new();
    for op in module.walk(outer).into_iter().skip(1) {
        let view = module.op(op);
        match (module.kind(op), own_effects(module, op)) {
            (OpKind::MemRef(MemRef::Load), _) => found.push(Access {
                memref: view.operand(0),
                indices: view.group(1).to_vec(),
                is_write: false,
            }),
            (OpKind::MemRef(MemRef::Store), _) => {
                found.push(Access {
                    memref: view.operand(1),
                    indices: view.group(2).to_vec(),
                    is_write: true,
                });
            }
            (_, Effects::Known(effects)) if effects.iter().all(|(effect, _)| *effect == Effect::Allocate) => {
            }
            _ => return None,
        }
    }
    Some(found)
}

/// Moves the body of the first loop to the start of the second one.
fn fuse(module: &mut Module, first: Op, second: Op) {
    let (Some(from), Some(to)) = (module.entry(first, 0), module.entry(second, 0)) else { return };
    for (old, new) in module.args(from).to_vec().into_iter().zip(module.args(to).to_vec()) {
        module.replace_all_uses(old, new);
    }
    if let Some(terminator) = module.last_op(from) {
        module.erase(terminator);
    }
    module.move_block_ops(from, Place::Start(to));
    module.erase(first);
}
