//! Lowers `scf.index_switch` to `cf.switch`, and inlines the blocks of `scf.execute_region`.
//!
//! The switch is on 64 bits, which hold every index; a truncated index could match a wrong case.

use super::{branch, go_to, move_blocks_before, take_end};
use crate::analysis::edges::set_targets;
use warpline_ir::dialect::cf::switch_values;
use warpline_ir::dialect::scf::switch_cases;
use warpline_ir::{Arith, Block, Builder, Cf, Module, Op, OpKind, Place, Region, Scf, Type, Value};

/// Lowers a switch: each region becomes a block after the switch, the default last.
pub(super) fn convert_switch(module: &mut Module, op: Op) -> Option<()> {
    let index = module.operand(op, 0);
    let cases: Vec<u64> = switch_cases(module.op(op)).iter().map(|case| case.cast_unsigned()).collect();
    let (start, rest) = split_with_results(module, op)?;
    let regions = module.regions_of(op);
    let (default, others) = regions.split_first()?;
    let mut targets = Vec::new();
    for region in others.iter().chain([default]) {
        targets.push((side(module, op, *region, rest)?, Vec::new()));
    }
    targets.rotate_right(1);
    let location = module.location(op);
    let flag =
        Builder::new(module, Place::End(start), location).value(Arith::IndexCast, &[index], Type::I64, &[]);
    let switch = branch(module, start, op, Cf::Switch, &[flag], &[]);
    if let Some(values) = switch_values(module, Type::I64, &cases) {
        module.set_attr(switch, "case_values", values);
    }
    let none = module.i32_array_attr([]);
    module.set_attr(switch, "case_operand_segments", none);
    set_targets(module, switch, &targets);
    let results = module.args(rest).to_vec();
    module.replace_op(op, &results);
    Some(())
}

/// Splits the block before an operation; the second part gets an argument per result.
fn split_with_results(module: &mut Module, op: Op) -> Option<(Block, Block)> {
    let types: Vec<Type> = module.results(op).map(|result| module.type_of(result)).collect();
    let start = module.block_of(op)?;
    Some((start, module.split_block(op, &types)))
}

/// Moves the block of a region before `rest`, and branches to `rest` with the yielded values.
fn side(module: &mut Module, op: Op, region: Region, rest: Block) -> Option<Block> {
    let first = *module.blocks_of(region).first()?;
    let (last, values) = take_end(module, region)?;
    go_to(module, last, op, rest, &values);
    move_blocks_before(module, region, rest)?;
    Some(first)
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
