//! Carries tokens of work in loops and branches out of them, as an additional result.
//!
//! ```text
//! scf.for … {                        %done = gpu.wait async
//!   %a = gpu.launch_func async …     %t = scf.for … iter_args(%before = %done) -> (!gpu.async.token) {
//! }                            →       %a = gpu.launch_func async …
//!                                      %both = gpu.wait async [%before, %a]
//!                                      scf.yield %both : !gpu.async.token
//!                                    }
//! ```

use super::join;
use warpline_ir::def::RegionFlow;
use warpline_ir::{Block, Builder, Module, NamedAttr, Op, OpKind, OpSpec, Place, Scf, Type, Value};

/// Gives an `scf` operation a result that names the work of all its blocks. `tokens` has one entry per block, in
/// order.
pub(super) fn out_of(module: &mut Module, op: Op, tokens: &[Option<Value>]) -> Value {
    let is_loop = module.region_flow(op).is_some_and(RegionFlow::repeats);
    let mut operands = module.operands(op).to_vec();
    if is_loop {
        operands.push(join(&mut Builder::before(module, op), &[]));
    }
    let old: Vec<Value> = module.results(op).collect();
    let mut types: Vec<Type> = old.iter().map(|result| module.type_of(*result)).collect();
    types.push(Type::TOKEN);
    let attrs: Vec<NamedAttr> = module.attrs(op).to_vec();
    let new = module.create_in_place_of(op, &operands, &types, &attrs);
    fill_regions(module, new);
    let regions = module.regions_of(new);
    let blocks: Vec<Block> =
        regions.into_iter().flat_map(|region| module.blocks_of(region).to_vec()).collect();
    for (index, block) in blocks.into_iter().enumerate() {
        let carried = is_loop.then(|| module.add_arg(block, Type::TOKEN));
        let token = tokens.get(index).copied().flatten();
        let tokens: Vec<Value> = carried.into_iter().chain(token).collect();
        pass_on(module, block, &tokens);
    }
    let results: Vec<Value> = module.results(new).collect();
    module.replace_op(op, &results[..old.len()]);
    results[old.len()]
}

/// Adds an empty second arm to an `scf.if` without one.
fn fill_regions(module: &mut Module, op: Op) {
    let location = module.location(op);
    for region in module.regions_of(op) {
        if module.blocks_of(region).is_empty() {
            let block = module.add_block(region, &[]);
            let end = module.create(&OpSpec::new(OpKind::Scf(Scf::Yield), location));
            module.insert(end, Place::End(block));
        }
    }
}

/// Appends the join of some tokens to the operands of a block's terminator.
fn pass_on(module: &mut Module, block: Block, tokens: &[Value]) {
    let Some(end) = module.last_op(block) else { return };
    let token = join(&mut Builder::before(module, end), tokens);
    let mut operands = module.operands(end).to_vec();
    operands.push(token);
    module.set_operands(end, &operands);
}
