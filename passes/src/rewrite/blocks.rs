//! Builders for control flow between blocks.

use crate::analysis::edges::set_targets;
use warpline_ir::{Block, Cf, Module, Op, OpKind, OpSpec, Place, Region, Scf, Type, Value};

/// Builds a branch with these targets at the end of a block.
pub(crate) fn branch(
    module: &mut Module,
    block: Block,
    op: Op,
    kind: Cf,
    own: &[Value],
    to: &[(Block, Vec<Value>)],
) -> Op {
    let spec = OpSpec::new(OpKind::Cf(kind), module.location(op)).operands(own);
    let new = module.create(&spec);
    module.insert(new, Place::End(block));
    if kind == Cf::CondBr {
        let segments = module.i32_array_attr([1, 0, 0]);
        module.set_attr(new, "operandSegmentSizes", segments);
    }
    set_targets(module, new, to);
    new
}

/// Builds a branch to a block with these values.
pub(crate) fn go_to(module: &mut Module, block: Block, op: Op, target: Block, values: &[Value]) {
    branch(module, block, op, Cf::Br, &[], &[(target, values.to_vec())]);
}

/// Splits the block before an operation; the second part gets an argument per result.
pub(crate) fn split_with_results(module: &mut Module, op: Op) -> Option<(Block, Block)> {
    let types: Vec<Type> = module.results(op).map(|result| module.type_of(result)).collect();
    let start = module.block_of(op)?;
    Some((start, module.split_block(op, &types)))
}

/// Moves the blocks of a region right before a block of another one.
pub(crate) fn move_blocks_before(module: &mut Module, from: Region, place: Block) -> Option<()> {
    let to = module.region_of(place)?;
    for block in module.blocks_of(from).to_vec() {
        module.move_block_before(block, to, place);
    }
    Some(())
}

/// Inlines the blocks of the region after the operation's block; each block that yields branches to the
/// continuation.
pub(crate) fn convert_execute_region(module: &mut Module, op: Op) -> Option<()> {
    let region = module.region(op, 0);
    let blocks = module.blocks_of(region).to_vec();
    let first = *blocks.first()?;
    let (start, rest) = split_with_results(module, op)?;
    for block in blocks {
        let Some(end) = module.last_op(block) else { continue };
        if module.kind(end) == OpKind::Scf(Scf::Yield) {
            let values: Vec<Value> = module.operands(end).to_vec();
            module.erase(end);
            go_to(module, block, op, rest, &values);
        }
    }
    move_blocks_before(module, region, rest)?;
    go_to(module, start, op, first, &[]);
    let results = module.args(rest).to_vec();
    module.replace_op(op, &results);
    Some(())
}
