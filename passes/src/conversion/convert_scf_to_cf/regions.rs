//! Lowers `scf.index_switch` to `cf.switch`, and inlines the blocks of `scf.execute_region`.
//!
//! The switch is on 64 bits, which hold every index; a truncated index could match a wrong case.

use super::take_end;
use crate::analysis::edges::set_targets;
use crate::rewrite::blocks::{branch, go_to, move_blocks_before, split_with_results};
use warpline_ir::dialect::cf::switch_values;
use warpline_ir::dialect::scf::switch_cases;
use warpline_ir::{Arith, Block, Builder, Cf, Module, Op, Place, Region, Type};

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

/// Moves the block of a region before `rest`, and branches to `rest` with the yielded values.
fn side(module: &mut Module, op: Op, region: Region, rest: Block) -> Option<Block> {
    let first = *module.blocks_of(region).first()?;
    let (last, values) = take_end(module, region)?;
    go_to(module, last, op, rest, &values);
    move_blocks_before(module, region, rest)?;
    Some(first)
}
