//! `scf.index_switch` with a known case, results that need no switch, and inlining of `scf.execute_region`.

use super::keep_operands;
use crate::rewrite::blocks::convert_execute_region;
use crate::transforms::canonicalize::inline::{inline_before, keep_results};
use warpline_ir::dialect::scf::switch_cases;
use warpline_ir::{Func, Gpu, Module, Op, OpKind, Scf, Value};

/// Inlines the case of a constant.
pub(super) fn take_known_case(module: &mut Module, op: Op) -> Option<()> {
    let index = module.constant_int(module.operand(op, 0))?;
    let case = switch_cases(module.op(op)).iter().position(|case| *case == index);
    let block = module.entry(op, case.map_or(0, |case| case + 1))?;
    let results = inline_before(module, block, op, &[]);
    module.replace_op(op, &results);
    Some(())
}

fn ends(module: &Module, op: Op) -> Vec<Op> {
    let n_regions = module.regions_of(op).len();
    (0..n_regions).filter_map(|region| module.last_op(module.entry(op, region)?)).collect()
}

/// Replaces a result that is the same outer value in every case by that value.
pub(super) fn forward_common_results(module: &mut Module, op: Op) -> Option<()> {
    let ends = ends(module, op);
    let mut changed = None;
    for (index, result) in module.results(op).enumerate() {
        let mut values = ends.iter().filter_map(|end| module.operands(*end).get(index).copied());
        let Some(value) = values.next() else { continue };
        let is_common = values.all(|other| other == value) && !module.is_made_inside(value, op);
        if is_common && !module.is_unused(result) {
            module.replace_all_uses(result, value);
            changed = Some(());
        }
    }
    changed
}

/// Drops unused results.
pub(super) fn drop_unused_results(module: &mut Module, op: Op) -> Option<()> {
    let keep: Vec<bool> = module.results(op).map(|result| !module.is_unused(result)).collect();
    if keep.iter().all(|keep| *keep) {
        return None;
    }
    for end in ends(module, op) {
        keep_operands(module, end, 0, &keep);
    }
    let operands = module.operands(op).to_vec();
    keep_results(module, op, &operands, &keep);
    Some(())
}

/// Inlines a region of one block; one of several blocks only if the enclosing region may hold several blocks.
pub(super) fn take_apart(module: &mut Module, op: Op) -> Option<()> {
    if module.attr(op, "no_inline").is_some() {
        return None;
    }
    let &[block] = module.blocks_of(module.region(op, 0)) else {
        let parent = module.kind(module.parent_op(op)?);
        let takes_blocks = matches!(
            parent,
            OpKind::Func(Func::Func) | OpKind::Gpu(Gpu::Func) | OpKind::Scf(Scf::ExecuteRegion)
        );
        return if takes_blocks { convert_execute_region(module, op) } else { None };
    };
    let end = module.last_op(block)?;
    if module.kind(end) != OpKind::Scf(Scf::Yield) {
        return None;
    }
    let results: Vec<Value> = inline_before(module, block, op, &[]);
    module.replace_op(op, &results);
    Some(())
}
