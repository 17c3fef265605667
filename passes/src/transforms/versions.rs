//! Two versions of an operation behind a condition.

use warpline_ir::{Block, Builder, Module, Op, Place, Scf, Type, Value};

/// An `scf.if` in the place of an operation, whose results it takes over: the blocks for where the condition holds and where
/// it does not. Both are empty, and [`fill`] ends each.
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

/// Moves a version to the end of its block, which yields its results.
pub(crate) fn fill(module: &mut Module, block: Block, version: Op) {
    module.move_op(version, Place::End(block));
    let results: Vec<Value> = module.results(version).collect();
    let location = module.location(version);
    Builder::new(module, Place::End(block), location).op(Scf::Yield, &results, &[], &[]);
}
