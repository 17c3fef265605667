//! Builds two versions of an operation under a condition.

use warpline_ir::{Block, Builder, Module, Op, Place, Scf, Type, Value};

/// Replaces an operation by an `scf.if` with its results; returns the blocks for a condition that holds and one that
/// does not. Both are empty, and [`fill`] terminates each.
pub(crate) fn choose(module: &mut Module, op: Op, condition: Value) -> [Block; 2] {
    let old: Vec<Value> = module.results(op).collect();
    let types: Vec<Type> = old.iter().map(|result| module.type_of(*result)).collect();
    let choice = Builder::before(module, op).op_with_regions(Scf::If, &[condition], &types, &[], 2);
    let new: Vec<Value> = module.results(choice).collect();
    for (old, new) in old.into_iter().zip(new) {
        module.replace_all_uses(old, new);
    }
    [0, 1].map(|index| {
        let region = module.region(choice, index);
        module.add_block(region, &[])
    })
}

/// Moves a version to the end of its block, and yields its results.
pub(crate) fn fill(module: &mut Module, block: Block, version: Op) {
    module.move_op(version, Place::End(block));
    let results: Vec<Value> = module.results(version).collect();
    let location = module.location(version);
    Builder::new(module, Place::End(block), location).op(Scf::Yield, &results, &[], &[]);
}
