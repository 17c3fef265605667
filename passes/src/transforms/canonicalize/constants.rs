//! Constants: folding, one definition per function, and the right-hand side of commutative operations.

use super::matching::like;
use crate::analysis::demands::AFFINE;
use rustc_hash::{FxHashMap, FxHashSet};
use warpline_ir::def::Trait;
use warpline_ir::{Attr, Block, Builder, Module, Op, Place, Type, Value};

/// The identity of a constant: the block at the top, the dialect, the value, the type.
type Key = (Block, &'static str, Attr, Type);

/// Moves every constant to the top of its enclosing function and deduplicates them there. Returns all other
/// operations but the root, in program order.
pub(super) fn hoist(module: &mut Module) -> Vec<Op> {
    let mut known: FxHashMap<Key, Op> = FxHashMap::default();
    let mut owned: FxHashSet<Op> = FxHashSet::default();
    let mut others = Vec::new();
    for op in module.walk(module.root()).into_iter().skip(1) {
        let (Some(value), Some(top)) = (constant_value(module, op), top_block(module, op)) else {
            others.push(op);
            continue;
        };
        let ty = module.type_of(module.result(op, 0));
        let key = (top, module.kind(op).dialect(), value, ty);
        if let Some(first) = known.get(&key).copied() {
            let value = module.result(first, 0);
            module.replace_op(op, &[value]);
            continue;
        }
        let before = module.prev_op(op);
        let stays = module.block_of(op) == Some(top) && before.is_none_or(|before| owned.contains(&before));
        if !stays {
            module.move_op(op, Place::Start(top));
        }
        known.insert(key, op);
        owned.insert(op);
    }
    others
}

/// Whether an operation only denotes a constant.
pub(super) fn is_constant(module: &Module, op: Op) -> bool {
    module.kind(op).def().is_some_and(|def| def.has(Trait::ConstantLike))
}

fn constant_value(module: &Module, op: Op) -> Option<Attr> {
    let value = is_constant(module, op).then(|| module.attr(op, "value")).flatten()?;
    (module.n_results(op) == 1).then_some(value)
}

/// Returns the entry block of the nearest enclosing operation of `op` that is isolated from above.
fn top_block(module: &Module, op: Op) -> Option<Block> {
    let mut at = op;
    loop {
        let block = module.block_of(at)?;
        let region = module.region_of(block)?;
        let parent = module.parent_of(region)?;
        if module.kind(parent).def().is_none_or(|def| def.has(Trait::Isolated)) {
            return module.blocks_of(region).first().copied();
        }
        at = parent;
    }
}

/// Replaces an operation on constants by the constants that its row computes.
pub(super) fn fold(module: &mut Module, op: Op) -> bool {
    let Some(fold) = module.kind(op).def().and_then(|def| def.fold) else { return false };
    let constants = module.operands(op).iter().map(|value| module.constant_of(*value));
    if constants.clone().all(|constant| constant.is_none()) || has_no_quotient(module, op) {
        return false;
    }
    let operands: Vec<Option<Attr>> = constants.collect();
    let Some(kind) = fold(module.op(op), &operands) else { return false };
    let attr = module.intern_attr(kind);
    replace_by_constant(module, op, attr).is_some()
}

/// Whether an operation divides by what no affine expression may be divided by.
fn has_no_quotient(module: &Module, op: Op) -> bool {
    module.attr(op, AFFINE).is_some()
        && module
            .operands(op)
            .last()
            .is_some_and(|divisor| module.constant_int(*divisor).is_some_and(|n| n <= 0))
}

/// Replaces the only result of an operation by a constant.
pub(super) fn replace_by_constant(module: &mut Module, op: Op, attr: Attr) -> Option<()> {
    if module.n_results(op) != 1 || module.type_of_attr(attr) != Some(module.type_of(module.result(op, 0))) {
        return None;
    }
    let value = Builder::before(module, op).constant(attr)?;
    module.replace_op(op, &[value]);
    Some(())
}

/// Replaces the only result of an operation by an integer of its type, in every element.
pub(super) fn replace_by_int(module: &mut Module, op: Op, value: i64) -> Option<()> {
    let attr = like(module, module.type_of(module.result(op, 0)), value)?;
    replace_by_constant(module, op, attr)
}

/// Replaces the only result of an operation by a value.
pub(super) fn replace_by(module: &mut Module, op: Op, value: Value) -> Option<()> {
    if module.results(op).any(|result| result == value) || module.n_results(op) != 1 {
        return None;
    }
    module.replace_op(op, &[value]);
    Some(())
}

/// Moves the constants among the operands of a commutative operation after the others; the order within each group
/// stays.
pub(super) fn move_right(module: &mut Module, op: Op) -> bool {
    if !module.kind(op).def().is_some_and(|def| def.has(Trait::Commutative)) {
        return false;
    }
    let is_constant = |value: &Value| module.constant_of(*value).is_some();
    let operands = module.operands(op);
    if operands.is_sorted_by_key(is_constant) {
        return false;
    }
    let mut sorted = operands.to_vec();
    sorted.sort_by_key(is_constant);
    module.set_operands(op, &sorted);
    true
}
