//! Constants: folding, one place per function, and the right side of commutative operations.

use rustc_hash::FxHashMap;
use warpline_ir::def::Trait;
use warpline_ir::{Arith, Attr, Block, Builder, Module, Op, OpKind, Place, Value};

/// Moves every constant to the top of the function around it and keeps one of each there.
pub(super) fn hoist(module: &mut Module) -> bool {
    let mut changed = false;
    let mut known: FxHashMap<(Block, Attr), Op> = FxHashMap::default();
    for op in module.walk(module.root()) {
        if module.kind(op) != OpKind::Arith(Arith::Constant) {
            continue;
        }
        let (Some(top), Some(value)) = (top_block(module, op), module.attr(op, "value")) else { continue };
        if let Some(first) = known.get(&(top, value)).copied() {
            let value = module.result(first, 0);
            module.replace_op(op, &[value]);
            changed = true;
            continue;
        }
        known.insert((top, value), op);
        if !is_at_top(module, op, top) {
            module.move_op(op, Place::Start(top));
            changed = true;
        }
    }
    changed
}

/// The entry block of the nearest operation around `op` that sees no outer values.
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

/// Whether only constants stand before a constant in the block where it belongs.
fn is_at_top(module: &Module, op: Op, top: Block) -> bool {
    module.block_of(op) == Some(top)
        && module.prev_op(op).is_none_or(|before| module.kind(before) == OpKind::Arith(Arith::Constant))
}

/// Replaces an operation on constants by the constant that its row computes.
pub(super) fn fold(module: &mut Module, op: Op) -> bool {
    let Some(fold) = module.kind(op).def().and_then(|def| def.fold) else { return false };
    let operands: Vec<Option<Attr>> =
        module.operands(op).iter().map(|value| module.constant_of(*value)).collect();
    if operands.iter().all(Option::is_none) {
        return false;
    }
    let Some(kind) = fold(module.op(op), &operands) else { return false };
    let attr = module.intern_attr(kind);
    replace_by_constant(module, op, attr).is_some()
}

/// Replaces the one result of an operation by a constant.
pub(super) fn replace_by_constant(module: &mut Module, op: Op, attr: Attr) -> Option<()> {
    if module.n_results(op) != 1 || module.type_of_attr(attr) != Some(module.type_of(module.result(op, 0))) {
        return None;
    }
    let value = Builder::before(module, op).constant(attr)?;
    module.replace_op(op, &[value]);
    Some(())
}

/// Replaces the one result of an operation by an integer of its type.
pub(super) fn replace_by_int(module: &mut Module, op: Op, value: i64) -> Option<()> {
    let attr = module.int_attr(value, module.type_of(module.result(op, 0)));
    replace_by_constant(module, op, attr)
}

/// Replaces the one result of an operation by a value.
pub(super) fn replace_by(module: &mut Module, op: Op, value: Value) -> Option<()> {
    if module.results(op).any(|result| result == value) {
        return None;
    }
    module.replace_op(op, &[value]);
    Some(())
}

/// Swaps the operands of a commutative operation whose only constant is the first one.
pub(super) fn move_right(module: &mut Module, op: Op) -> bool {
    let is_commutative = module.kind(op).def().is_some_and(|def| def.has(Trait::Commutative));
    let &[a, b] = module.operands(op) else { return false };
    if !is_commutative || module.constant_of(a).is_none() || module.constant_of(b).is_some() {
        return false;
    }
    module.set_operands(op, &[b, a]);
    true
}
