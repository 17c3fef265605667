//! Removes arguments and results of functions and kernels, with those of their callers, and block arguments.

use warpline_ir::entity::Run;
use warpline_ir::{Attr, AttrKind, Block, Module, Op, OpSpec, Place, Region, SuccessorData, Type, TypeKind};

use super::apply::{Substitute, attrs_of, constant, drop_element, drop_operand, substitute};

/// The attribute that holds the type of a function.
const TYPE: &str = "function_type";

/// Returns the functions and kernels with the numbers of their inputs and results.
fn functions(module: &Module) -> Vec<(Op, usize, usize)> {
    let mut found = Vec::new();
    for op in module.walk(module.root()) {
        let ty = module.attr(op, TYPE).and_then(|attr| module.attr_type(attr));
        if let Some((inputs, results)) = ty.and_then(|ty| module.function_type(ty)) {
            found.push((op, inputs.len(), results.len()));
        }
    }
    found
}

fn arguments(module: &Module) -> Vec<(Op, usize)> {
    let of = |(op, n, _): (Op, usize, usize)| (0..n).map(move |index| (op, index));
    functions(module).into_iter().flat_map(of).collect()
}

/// Removes a block argument and replaces its uses by a constant. Returns whether its type has one.
fn remove_argument(module: &mut Module, block: Block, index: usize) -> bool {
    let arg = module.args(block)[index];
    if !module.is_unused(arg) {
        let ty = module.type_of(arg);
        let Some(value) = constant(module, Place::Start(block), ty) else { return false };
        module.replace_all_uses(arg, value);
    }
    module.remove_arg(block, index);
    true
}

pub(super) fn n_arguments(module: &Module) -> usize {
    arguments(module).len()
}

/// Drops arguments; their uses become constants.
pub(super) fn drop_arguments(module: &mut Module, chosen: &[usize]) {
    let all = arguments(module);
    for (func, index) in chosen.iter().rev().map(|place| all[*place]) {
        drop_argument(module, func, index);
    }
}

fn drop_argument(module: &mut Module, func: Op, index: usize) {
    if let Some(block) = module.entry(func, 0)
        && !remove_argument(module, block, index)
    {
        return;
    }
    for user in users(module, func) {
        let slot = module.op(user).def().and_then(|def| {
            def.operands.iter().position(|slot| ["operands", "kernelOperands"].contains(&slot.name))
        });
        let place = slot.map(|slot| (slot, module.op(user).group_range(slot).start + index));
        if let Some((slot, operand)) = place.filter(|(_, operand)| *operand < module.operands(user).len()) {
            drop_operand(module, user, slot, operand);
            drop_element(module, user, "arg_attrs", index);
        }
    }
    change_type(module, func, |inputs, _| {
        inputs.remove(index);
    });
    drop_element(module, func, "arg_attrs", index);
}

fn results(module: &Module) -> Vec<(Op, usize)> {
    let of = |(op, _, n): (Op, usize, usize)| (0..n).map(move |index| (op, index));
    functions(module).into_iter().flat_map(of).collect()
}

pub(super) fn n_results(module: &Module) -> usize {
    results(module).len()
}

/// Drops results; their uses in callers become another value.
pub(super) fn drop_results(module: &mut Module, chosen: &[usize]) {
    let all = results(module);
    for (func, index) in chosen.iter().rev().map(|place| all[*place]) {
        drop_result(module, func, index);
    }
}

fn drop_result(module: &mut Module, func: Op, index: usize) -> Option<()> {
    for user in users(module, func) {
        let result = module.results(user).nth(index)?;
        if !module.is_unused(result) {
            let other = substitute(module, user, result, Substitute::Constant)?;
            module.replace_all_uses(result, other);
        }
        drop_op_result(module, user, index);
    }
    let ends = ends(module, module.region(func, 0));
    for end in ends {
        if module.successors(end).is_empty() && index < module.operands(end).len() {
            let mut operands = module.operands(end).to_vec();
            operands.remove(index);
            module.set_operands(end, &operands);
        }
    }
    change_type(module, func, |_, results| {
        results.remove(index);
    });
    drop_element(module, func, "res_attrs", index);
    Some(())
}

/// Returns the last operations of the blocks of a region.
pub(super) fn ends(module: &Module, region: Region) -> Vec<Op> {
    module.blocks_of(region).iter().filter_map(|block| module.last_op(*block)).collect()
}

/// Replaces an operation by one without an unused result.
fn drop_op_result(module: &mut Module, op: Op, index: usize) {
    let types: Vec<Type> = module.results(op).map(|result| module.type_of(result)).collect();
    let types: Vec<Type> =
        types.into_iter().enumerate().filter(|(at, _)| *at != index).map(|(_, ty)| ty).collect();
    let (operands, attrs) = (module.operands(op).to_vec(), attrs_of(module, op));
    let new = module.create_in_place_of(op, &operands, &types, &attrs);
    drop_element(module, new, "res_attrs", index);
    let old = module.results(op).enumerate().filter(|(at, _)| *at != index);
    let pairs: Vec<_> = old.map(|(_, value)| value).zip(module.results(new)).collect();
    for (old, new) in pairs {
        module.replace_all_uses(old, new);
    }
    module.erase(op);
}

/// Returns the operations that call or launch a function.
fn users(module: &Module, func: Op) -> Vec<Op> {
    let names = |op: &Op| {
        let attr = module.attr(*op, "callee").or_else(|| module.attr(*op, "kernel"));
        let path = attr.and_then(|attr| module.attr_symbol(attr));
        path.and_then(|path| module.resolve_symbol(*op, path)) == Some(func)
    };
    module.walk(module.root()).into_iter().filter(names).collect()
}

fn change_type(module: &mut Module, func: Op, change: impl Fn(&mut Vec<Type>, &mut Vec<Type>)) {
    let ty = module.attr(func, TYPE).and_then(|attr| module.attr_type(attr));
    let Some((inputs, results)) = ty.and_then(|ty| module.function_type(ty)) else { return };
    let (mut inputs, mut results) = (inputs.to_vec(), results.to_vec());
    change(&mut inputs, &mut results);
    let ty = module.intern_type(TypeKind::Function(inputs.into(), results.into()));
    let attr: Attr = module.intern_attr(AttrKind::Type(ty));
    module.set_attr(func, TYPE, attr);
}

/// Returns the arguments of branch targets.
fn block_arguments(module: &Module) -> Vec<(Block, usize)> {
    let mut found = Vec::new();
    for op in module.walk(module.root()) {
        for region in module.regions_of(op) {
            for block in module.blocks_of(region).iter().skip(1) {
                found.extend((0..module.args(*block).len()).map(|index| (*block, index)));
            }
        }
    }
    found
}

pub(super) fn n_block_arguments(module: &Module) -> usize {
    block_arguments(module).len()
}

/// Drops block arguments, with the operands of branches; their uses become constants.
pub(super) fn drop_block_arguments(module: &mut Module, chosen: &[usize]) {
    let all = block_arguments(module);
    for (block, index) in chosen.iter().rev().map(|place| all[*place]) {
        drop_block_argument(module, block, index);
    }
}

fn drop_block_argument(module: &mut Module, block: Block, index: usize) {
    if !remove_argument(module, block, index) {
        return;
    }
    let Some(region) = module.region_of(block) else { return };
    let ends = ends(module, region);
    for end in ends {
        if module.kind(end) == warpline_ir::OpKind::Cf(warpline_ir::Cf::Br)
            && module.successors(end)[0].block == block
        {
            rebuild_branch(module, end, index);
        } else if module.successors(end).iter().any(|edge| edge.block == block) {
            drop_edge_operand(module, end, block, index);
        }
    }
}

fn rebuild_branch(module: &mut Module, end: Op, index: usize) {
    let block = module.successors(end)[0].block;
    let mut args = module.operands(end).to_vec();
    args.remove(index);
    let successors = [SuccessorData { block, args: Run { first: 0, len: args.len() as u32 } }];
    let spec = OpSpec {
        operands: &args,
        successors: &successors,
        ..OpSpec::new(module.kind(end), module.location(end))
    };
    let new = module.create(&spec);
    module.insert(new, Place::Before(end));
    module.erase(end);
}

/// Removes operand number `index` of each edge to a block from a branch with several successors.
fn drop_edge_operand(module: &mut Module, end: Op, block: Block, index: usize) {
    let mut edges = module.successors(end).to_vec();
    for number in 0..edges.len() {
        if edges[number].block != block {
            continue;
        }
        let operand = edges[number].args.first as usize + index;
        let slot = module.op(end).def().and_then(|def| {
            (0..def.operands.len()).find(|slot| module.op(end).group_range(*slot).contains(&operand))
        });
        let Some(slot) = slot else { return };
        drop_operand(module, end, slot, operand);
        edges[number].args.len -= 1;
        for edge in &mut edges[number + 1..] {
            edge.args.first -= 1;
        }
        module.set_successors(end, &edges);
    }
}
