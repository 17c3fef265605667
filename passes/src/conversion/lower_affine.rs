//! Lowers the affine dialect: maps become arithmetic, loops become `scf.for` and `scf.parallel`, accesses become
//! those of memref and vector.
//!
//! A loop with several lower bounds starts at their `arith.maxsi`; one with several upper bounds ends at their
//! `arith.minsi`. `floordiv`, `ceildiv` and `mod` are correct for negative numbers. A reduction of
//! `affine.parallel` becomes a region of `scf.reduce` that starts from the neutral element. Nothing is folded or
//! merged: `canonicalize` does that.
//!
//! Cost: one walk.
//!
//! ```text
//! affine.for %i = 0 to 8 {                    scf.for %i = %c0 to %c8 step %c1 {
//!   %0 = affine.load %a[%i + 1] : …      →      %0 = arith.addi %i, %c1 : index
//! }                                             %1 = memref.load %a[%0] : …
//!                                             }
//! ```

mod accesses;
mod reductions;

use crate::analysis::parallel_bounds::ParallelBounds;
use crate::conversion::affine_expand_index_ops;
use crate::rewrite::affine_expand::{expand_joined, expand_map, expand_set};
use crate::rewrite::stated_schedule::inherit;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::{
    Affine, AffineMap, Arith, AttrKind, Block, Builder, MemRef, Module, Op, OpKind, Place, Reported, Scf,
    Type, Value, Vector,
};

/// The `lower-affine` pass.
pub const PASS: Pass = Pass {
    name: "lower-affine",
    summary: "Lowers affine loops and accesses to scf, arith and memref",
    options: &[],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let mut changed = false;
    for op in cx.module.walk(cx.module.root()) {
        if let OpKind::Affine(kind) = cx.module.kind(op) {
            lower(cx, op, kind)?;
            changed = true;
        }
    }
    Ok(changed.into())
}

/// Lowers one operation. An operation with regions is rebuilt and takes over its old blocks, so that nested
/// operations can be lowered afterwards.
fn lower(cx: &mut PassCx<'_>, op: Op, kind: Affine) -> Result<(), Reported> {
    let module = &mut *cx.module;
    let lowered = match kind {
        Affine::Apply => lower_apply(module, op),
        Affine::Min => lower_joined(module, op, Arith::MinSI),
        Affine::Max => lower_joined(module, op, Arith::MaxSI),
        Affine::For => lower_for(module, op),
        Affine::Parallel => return lower_parallel(cx, op),
        Affine::If => lower_if(module, op),
        Affine::Load => accesses::lower_load(module, op, MemRef::Load.into()),
        Affine::VectorLoad => accesses::lower_load(module, op, Vector::Load.into()),
        Affine::Store => accesses::lower_store(module, op, MemRef::Store.into()),
        Affine::VectorStore => accesses::lower_store(module, op, Vector::Store.into()),
        Affine::Prefetch => accesses::lower_prefetch(module, op),
        Affine::DmaStart => accesses::lower_dma_start(module, op),
        Affine::DmaWait => accesses::lower_dma_wait(module, op),
        Affine::DelinearizeIndex => affine_expand_index_ops::lower_delinearize(module, op),
        Affine::LinearizeIndex => affine_expand_index_ops::lower_linearize(module, op),
        // Replaced together with its parent operation.
        Affine::Yield => Some(()),
    };
    lowered.ok_or_else(|| cx.error(op, "the attributes of this operation do not fit together"))
}

fn map_of(module: &Module, op: Op, key: &str) -> Option<AffineMap> {
    module.attr_map(module.attr(op, key)?).cloned()
}

fn lower_apply(module: &mut Module, op: Op) -> Option<()> {
    let (map, operands) = (map_of(module, op, "map")?, module.operands(op).to_vec());
    let values = expand_map(&mut Builder::before(module, op), &map, &operands);
    module.replace_op(op, &values);
    Some(())
}

fn lower_joined(module: &mut Module, op: Op, join: Arith) -> Option<()> {
    let (map, operands) = (map_of(module, op, "map")?, module.operands(op).to_vec());
    let value = expand_joined(&mut Builder::before(module, op), &map, &operands, join)?;
    module.replace_op(op, &[value]);
    Some(())
}

fn lower_for(module: &mut Module, op: Op) -> Option<()> {
    let (lower_map, upper_map) = (map_of(module, op, "lowerBoundMap")?, map_of(module, op, "upperBoundMap")?);
    let view = module.op(op);
    let step = view.int("step")?;
    let [lower, upper, inits] =
        ["lowerBoundOperands", "upperBoundOperands", "inits"].map(|name| view.group(name).to_vec());
    let types: Vec<Type> = view.results().map(|result| view.type_of(result)).collect();
    let mut builder = Builder::before(module, op);
    let lower = expand_joined(&mut builder, &lower_map, &lower, Arith::MaxSI)?;
    let upper = expand_joined(&mut builder, &upper_map, &upper, Arith::MinSI)?;
    let mut operands = vec![lower, upper, builder.index(step)];
    operands.extend(inits);
    let new = builder.op_with_regions(Scf::For, &operands, &types, &[], 1);
    take_regions(module, op, new);
    Some(())
}

fn lower_if(module: &mut Module, op: Op) -> Option<()> {
    let AttrKind::Set(set) = module.attr_kind(module.attr(op, "condition")?).clone() else { return None };
    let operands = module.operands(op).to_vec();
    let types: Vec<Type> = module.results(op).map(|result| module.type_of(result)).collect();
    let mut builder = Builder::before(module, op);
    let condition = expand_set(&mut builder, &set, &operands);
    let new = builder.op_with_regions(Scf::If, &[condition], &types, &[], 2);
    take_regions(module, op, new);
    Some(())
}

fn lower_parallel(cx: &mut PassCx<'_>, op: Op) -> Result<(), Reported> {
    let Some(bounds) = ParallelBounds::read(cx.module, op) else {
        return Err(cx.error(op, "the attributes of this operation do not fit together"));
    };
    if bounds.dims.is_empty() {
        run_once(cx.module, op);
        return Ok(());
    }
    let reductions = reductions::of_parallel(cx, op)?;
    let types: Vec<Type> = cx.module.results(op).map(|result| cx.module.type_of(result)).collect();
    let mut builder = Builder::before(cx.module, op);
    let Some([lower, upper, steps]) = expand_bounds(&mut builder, &bounds) else {
        return Err(cx.error(op, "a dimension without a bound"));
    };
    let inits: Vec<Value> =
        reductions.iter().filter_map(|reduction| builder.constant(reduction.neutral)).collect();
    let n_dims = bounds.dims.len() as i64;
    let segments = builder.module.i32_array_attr([n_dims, n_dims, n_dims, inits.len() as i64]);
    let operands = [lower, upper, steps, inits].concat();
    let attrs = [("operandSegmentSizes", segments)];
    let new = builder.op_with_regions(Scf::Parallel, &operands, &types, &attrs, 1);
    inherit(cx.module, op, new);
    let body = cx.module.entry(op, 0);
    take_regions(cx.module, op, new);
    if let Some(terminator) = body.and_then(|body| cx.module.last_op(body)) {
        reductions::end_body(cx.module, terminator, &reductions);
    }
    Ok(())
}

/// Replaces a loop without dimensions by its body: it has one iteration, and a reduction of one value is that
/// value.
fn run_once(module: &mut Module, op: Op) {
    let Some(body) = module.entry(op, 0) else { return };
    for inner in module.ops_in(body) {
        if module.kind(inner) == OpKind::Affine(Affine::Yield) {
            let values = module.operands(inner).to_vec();
            let results: Vec<Value> = module.results(op).collect();
            for (result, value) in results.into_iter().zip(values) {
                module.replace_all_uses(result, value);
            }
        } else {
            module.move_op(inner, Place::Before(op));
        }
    }
    module.erase(op);
}

/// Expands lower bounds, upper bounds and steps to one value of each per dimension.
fn expand_bounds(builder: &mut Builder<'_>, bounds: &ParallelBounds) -> Option<[Vec<Value>; 3]> {
    let [mut lower, mut upper, mut steps] = [const { Vec::new() }; 3];
    for dim in &bounds.dims {
        lower.push(expand_joined(builder, &bounds.lower_map(dim), &bounds.lower_operands, Arith::MaxSI)?);
        upper.push(expand_joined(builder, &bounds.upper_map(dim), &bounds.upper_operands, Arith::MinSI)?);
    }
    for dim in &bounds.dims {
        steps.push(builder.index(dim.step));
    }
    Some([lower, upper, steps])
}

/// Moves the blocks of the old operation to the new one, terminates them by `scf.yield` and erases the old
/// operation.
fn take_regions(module: &mut Module, old: Op, new: Op) {
    for (from, to) in module.regions_of(old).into_iter().zip(module.regions_of(new)) {
        module.move_blocks(from, to);
        for block in module.blocks_of(to).to_vec() {
            end_with_yield(module, block);
        }
    }
    let results: Vec<Value> = module.results(new).collect();
    module.replace_op(old, &results);
}

fn end_with_yield(module: &mut Module, block: Block) {
    let is_parallel =
        module.block_parent(block).map(|op| module.kind(op)) == Some(OpKind::Scf(Scf::Parallel));
    if let Some(last) = module.last_op(block)
        && !is_parallel
        && module.kind(last) == OpKind::Affine(Affine::Yield)
    {
        let operands = module.operands(last).to_vec();
        Builder::before(module, last).op(Scf::Yield, &operands, &[], &[]);
        module.erase(last);
    }
}
