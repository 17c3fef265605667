//! Removes the remaining tokens of a function: operands, block arguments, results, and those in its type.
//!
//! Work is complete where an exported function begins and ends, so its callers need no tokens either.

use crate::analysis::edges::{set_targets, targets};
use rustc_hash::FxHashSet;
use warpline_ir::def::RegionFlow;
use warpline_ir::{Arith, AttrKind, Block, Func, Module, NamedAttr, Op, OpKind, Scf, Type, TypeKind, Value};

/// Removes tokens from all operations of a function except dead ones.
pub(super) fn strip_tokens(module: &mut Module, all: &[Op], dead: &[Op]) {
    let dead: FxHashSet<Op> = dead.iter().copied().collect();
    let kept: Vec<Op> = all.iter().copied().filter(|op| !dead.contains(op)).collect();
    for op in &kept {
        strip_operands(module, *op);
    }
    for op in &kept {
        if module.kind(*op) == OpKind::Func(Func::Func) {
            strip_type(module, *op);
        }
    }
    for op in &kept {
        strip_arguments(module, *op);
    }
    for op in &kept {
        let has_token = module.results(*op).any(|result| module.type_of(result) == Type::TOKEN);
        match module.kind(*op) {
            kind if has_token && kind.region_flow().is_some() => rebuild_without_tokens(module, *op),
            OpKind::Arith(Arith::Select) if has_token => module.erase(*op),
            _ => {}
        }
    }
}

/// Whether tokens can be removed from an operation that is no device work.
pub(super) fn can_strip(module: &Module, op: Op) -> bool {
    match module.kind(op) {
        OpKind::Func(Func::Return)
        | OpKind::Cf(_)
        | OpKind::Arith(Arith::Select)
        | OpKind::Scf(Scf::Yield | Scf::Condition) => true,
        kind => kind.region_flow().is_some_and(|flow| flow != RegionFlow::Parallel),
    }
}

fn strip_operands(module: &mut Module, op: Op) {
    let is_other = |module: &Module, value: &Value| module.type_of(*value) != Type::TOKEN;
    let operands = module.operands(op).to_vec();
    if operands.iter().all(|value| is_other(module, value)) {
        return;
    }
    if !module.successors(op).is_empty() {
        let mut list = targets(module, op);
        for (_, values) in &mut *list {
            values.retain(|value| is_other(module, value));
        }
        return set_targets(module, op, &list);
    }
    let is_select = module.kind(op) == OpKind::Arith(Arith::Select);
    let rest = operands.into_iter().filter(|value| !is_select && is_other(module, value));
    let rest: Vec<Value> = rest.collect();
    module.set_operands(op, &rest);
}

fn strip_arguments(module: &mut Module, op: Op) {
    let regions = module.regions_of(op).into_iter();
    let blocks: Vec<Block> = regions.flat_map(|region| module.blocks_of(region).to_vec()).collect();
    for block in blocks {
        for index in (0..module.args(block).len()).rev() {
            if module.type_of(module.args(block)[index]) == Type::TOKEN {
                module.remove_arg(block, index);
            }
        }
    }
}

/// Removes tokens from the type of a function, with the attributes of their positions.
fn strip_type(module: &mut Module, func: Op) {
    let ty = module.attr(func, "function_type").and_then(|attr| module.attr_type(attr));
    let Some((inputs, results)) = ty.and_then(|ty| module.function_type(ty)) else { return };
    let (inputs, results) = (inputs.to_vec(), results.to_vec());
    if !inputs.iter().chain(&results).any(|ty| *ty == Type::TOKEN) {
        return;
    }
    for (key, types) in [("arg_attrs", &inputs), ("res_attrs", &results)] {
        let Some(AttrKind::Array(items)) = module.attr(func, key).map(|attr| module.attr_kind(attr)) else {
            continue;
        };
        let kept = items.iter().zip(types).filter(|(_, ty)| **ty != Type::TOKEN).map(|(item, _)| *item);
        let kept: Vec<_> = kept.collect();
        let attr = module.array_attr(&kept);
        module.set_attr(func, key, attr);
    }
    let without = |types: Vec<Type>| types.into_iter().filter(|ty| *ty != Type::TOKEN).collect();
    let ty = module.intern_type(TypeKind::Function(without(inputs), without(results)));
    let attr = module.type_attr(ty);
    module.set_attr(func, "function_type", attr);
}

/// Rebuilds an operation without token results.
fn rebuild_without_tokens(module: &mut Module, op: Op) {
    let results: Vec<Value> = module.results(op).filter(|r| module.type_of(*r) != Type::TOKEN).collect();
    let types: Vec<Type> = results.iter().map(|result| module.type_of(*result)).collect();
    let attrs: Vec<NamedAttr> = module.attrs(op).to_vec();
    let operands = module.operands(op).to_vec();
    let new = module.create_in_place_of(op, &operands, &types, &attrs);
    for (old, new) in results.into_iter().zip(module.results(new)) {
        module.replace_all_uses(old, new);
    }
    module.erase(op);
}
