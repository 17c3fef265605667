//! `convert-parallel-loops-to-gpu`: converts each `scf.parallel` nest with a mapping to a `gpu.launch`.
//!
//! A dimension that is mapped to a block or thread axis becomes `lower + id * step`; the size of the axis is the
//! trip count, computed on the host. Sequential dimensions, and loops inside the kernel without a mapping, become
//! `scf.for` loops. Loops outside kernels without a mapping are left unchanged. Bounds of mapped inner loops must
//! be constants or be defined outside the nest.

use crate::gpu::nest::{MAPPING, has_parent, is_parallel};
use crate::pass::{Changed, Pass, PassCx, PassFn};
use crate::rewrite::index_math::{add, ceildiv_trips, multiply};
use warpline_ir::{AttrKind, Builder, Gpu, Module, Op, OpKind, Place, Reported, Scf, Type, Value};

/// The `convert-parallel-loops-to-gpu` pass.
pub const PASS: Pass = Pass {
    name: "convert-parallel-loops-to-gpu",
    summary: "Turns mapped parallel loops into gpu.launch",
    options: &[],
    run: PassFn::MayFail(run),
};

/// The processor of each axis, in the order of the launch region's arguments: block x, y, z, thread x, y, z.
const AXES: [&str; 6] = ["block_x", "block_y", "block_z", "thread_x", "thread_y", "thread_z"];

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let found: Vec<Op> =
        cx.module.walk(cx.module.root()).into_iter().filter(|op| is_root(cx.module, *op)).collect();
    for op in &found {
        convert(cx, *op)?;
    }
    Ok(Changed::from(!found.is_empty()))
}

/// Whether this is the outermost loop of a mapped nest.
fn is_root(module: &Module, op: Op) -> bool {
    is_parallel(module, op)
        && axes_of(module, op).iter().any(Option::is_some)
        && !has_parent(module, op, |kind| matches!(kind, OpKind::Gpu(Gpu::Launch | Gpu::Module)))
        && !has_mapped_parent(module, op)
}

fn has_mapped_parent(module: &Module, op: Op) -> bool {
    let mut at = module.parent_op(op);
    while let Some(parent) = at {
        if is_parallel(module, parent) && axes_of(module, parent).iter().any(Option::is_some) {
            return true;
        }
        at = module.parent_op(parent);
    }
    false
}

/// Returns the axis that each dimension of a loop is mapped to; `None` for sequential ones.
fn axes_of(module: &Module, op: Op) -> Vec<Option<usize>> {
    let Some(AttrKind::Array(maps)) = module.attr(op, MAPPING).map(|attr| module.attr_kind(attr)) else {
        return Vec::new();
    };
    let axis_of = |text: &str| AXES.iter().position(|axis| text.contains(&format!("processor = {axis},")));
    maps.iter()
        .map(|map| match module.attr_kind(*map) {
            AttrKind::Foreign(name) => axis_of(module.text(*name)),
            _ => None,
        })
        .collect()
}

/// Replaces a mapped nest by a launch.
fn convert(cx: &mut PassCx<'_>, root: Op) -> Result<(), Reported> {
    if !cx.module.op(root).group("initVals").is_empty() {
        return Err(
            cx.error(root, "expected a mapped 'scf.parallel' without reductions, but found initial values")
        );
    }
    let launch = build_launch(cx.module, root);
    let body = cx.module.entry(launch, 0).expect("a launch that was just built has a body");
    let end = cx.module.last_op(body).expect("a launch that was just built has an end");
    cx.module.move_op(root, Place::Before(end));
    let mut is_taken = [false; AXES.len()];
    for op in mapped_loops(cx.module, launch) {
        inline_mapped(cx, launch, op, &mut is_taken)?;
    }
    let rest: Vec<Op> = cx.module.walk(launch).into_iter().filter(|op| is_parallel(cx.module, *op)).collect();
    for op in rest.into_iter().rev() {
        to_sequential(cx, op)?;
    }
    Ok(())
}

/// Returns the loops inside a launch with a mapped dimension, outer ones first.
fn mapped_loops(module: &Module, launch: Op) -> Vec<Op> {
    let is_mapped = |op: &Op| is_parallel(module, *op) && axes_of(module, *op).iter().any(Option::is_some);
    module.walk(launch).into_iter().filter(is_mapped).collect()
}

/// Builds a launch of one thread before the nest; its sizes are set as loops are inlined.
fn build_launch(module: &mut Module, root: Op) -> Op {
    let mut at = Builder::before(module, root);
    let one = at.index(1);
    let sizes = at.module.i32_array_attr([0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
    let launch = at.op_with_regions(Gpu::Launch, &[one; 6], &[], &[("operandSegmentSizes", sizes)], 1);
    let region = at.module.region(launch, 0);
    let body = at.module.add_block(region, &[Type::INDEX; 12]);
    let location = at.location;
    Builder::new(at.module, Place::End(body), location).op(Gpu::Terminator, &[], &[], &[]);
    launch
}

/// Replaces a mapped loop by its body, with indices computed from block and thread ids.
fn inline_mapped(
    cx: &mut PassCx<'_>,
    launch: Op,
    op: Op,
    is_taken: &mut [bool; AXES.len()],
) -> Result<(), Reported> {
    let axes = axes_of(cx.module, op);
    let view = cx.module.op(op);
    let [lower, upper, step] = ["lowerBound", "upperBound", "step"].map(|name| view.group(name).to_vec());
    let n_dims = lower.len();
    if axes.len() != n_dims || view.n_results() != 0 {
        let message =
            format!("expected a mapping of {n_dims} dimensions without reductions, but found {}", axes.len());
        return Err(cx.error(op, message));
    }
    let ids = cx.module.entry(launch, 0).map(|body| cx.module.args(body).to_vec()).unwrap_or_default();
    let mut ivs = Vec::new();
    let mut sequential = Vec::new();
    for dim in 0..n_dims {
        let Some(axis) = axes[dim] else {
            sequential.push(dim);
            ivs.push(lower[dim]);
            continue;
        };
        if std::mem::replace(&mut is_taken[axis], true) {
            let message = format!("expected one dimension on '{}', but found another one", AXES[axis]);
            return Err(cx.error(op, message));
        }
        let bounds = [lower[dim], upper[dim], step[dim]].map(|bound| outside_value(cx.module, launch, bound));
        let [Some(outer_lower), Some(outer_upper), Some(outer_step)] = bounds else {
            return Err(cx.error(op, "expected bounds of a mapped loop to be defined outside the nest"));
        };
        let mut host = Builder::before(cx.module, launch);
        let count = ceildiv_trips(&mut host, outer_lower, outer_upper, outer_step);
        cx.module.set_operand(launch, axis, count);
        let mut at = Builder::before(cx.module, op);
        let offset = multiply(&mut at, ids[axis], step[dim]);
        ivs.push(add(&mut at, lower[dim], offset));
    }
    inline_body(cx.module, op, &ivs, &sequential, (&lower, &upper, &step));
    Ok(())
}

/// Returns an equivalent value outside the launch; a constant inside is cloned to the outside.
fn outside_value(module: &mut Module, launch: Op, value: Value) -> Option<Value> {
    let is_inside = module
        .def_block(value)
        .and_then(|block| module.block_parent(block))
        .is_some_and(|parent| module.is_inside(parent, launch));
    if !is_inside {
        return Some(value);
    }
    let constant = module.constant_int(value)?;
    Some(Builder::before(module, launch).index(constant))
}

/// Moves the body of a loop before it, inside `scf.for` loops for the sequential dimensions.
fn inline_body(
    module: &mut Module,
    op: Op,
    ivs: &[Value],
    sequential: &[usize],
    (lower, upper, step): (&[Value], &[Value], &[Value]),
) {
    let mut ivs = ivs.to_vec();
    let mut place = Place::Before(op);
    let location = module.location(op);
    for dim in sequential {
        let mut at = Builder::new(module, place, location);
        let (body, end) = build_for(&mut at, [lower[*dim], upper[*dim], step[*dim]], &[]).1;
        ivs[*dim] = at.module.args(body)[0];
        place = Place::Before(end);
    }
    let Some(body) = module.entry(op, 0) else { return };
    for (arg, iv) in module.args(body).to_vec().into_iter().zip(ivs) {
        module.replace_all_uses(arg, iv);
    }
    if let Some(end) = module.last_op(body) {
        module.erase(end);
    }
    module.move_block_ops(body, place);
    module.erase(op);
}

/// Builds an `scf.for` with an empty body; returns the loop, its body and its terminator.
fn build_for(at: &mut Builder<'_>, bounds: [Value; 3], inits: &[Value]) -> (Op, (warpline_ir::Block, Op)) {
    let operands = [&bounds[..], inits].concat();
    let types: Vec<Type> = inits.iter().map(|init| at.module.type_of(*init)).collect();
    let op = at.op_with_regions(Scf::For, &operands, &types, &[], 1);
    let region = at.module.region(op, 0);
    let iv = at.module.type_of(bounds[0]);
    let body = at.module.add_block(region, &[&[iv], &types[..]].concat());
    let carried = at.module.args(body)[1..].to_vec();
    let location = at.location;
    let end = Builder::new(at.module, Place::End(body), location).op(Scf::Yield, &carried, &[], &[]);
    (op, (body, end))
}

/// Replaces a parallel loop by nested `scf.for` loops, which carry the reduced values.
fn to_sequential(cx: &mut PassCx<'_>, op: Op) -> Result<(), Reported> {
    let view = cx.module.op(op);
    let [lower, upper, step, inits] =
        ["lowerBound", "upperBound", "step", "initVals"].map(|name| view.group(name).to_vec());
    let Some(body) = view.entry(0) else { return Err(cx.error(op, "expected a loop with a body")) };
    let location = view.location();
    let mut place = Place::Before(op);
    let (mut ivs, mut carried, mut loops) = (Vec::new(), inits, Vec::new());
    for ((lower, upper), step) in lower.iter().zip(&upper).zip(&step) {
        let mut at = Builder::new(cx.module, place, location);
        let bounds = [*lower, *upper, *step];
        let (built, (inner, end)) = build_for(&mut at, bounds, &carried);
        ivs.push(at.module.args(inner)[0]);
        carried = at.module.args(inner)[1..].to_vec();
        loops.push((built, end));
        place = Place::Before(end);
    }
    let Some((first, _)) = loops.first().copied() else {
        return Err(cx.error(op, "expected a loop with dimensions"));
    };
    for (arg, iv) in cx.module.args(body).to_vec().into_iter().zip(ivs) {
        cx.module.replace_all_uses(arg, iv);
    }
    let end = cx.module.last_op(body);
    cx.module.move_block_ops(body, place);
    if let Some(end) = end {
        let totals = inline_reductions(cx.module, end, &carried);
        yield_totals(cx.module, &loops, &totals);
        cx.module.erase(end);
    }
    let results: Vec<Value> = cx.module.results(first).collect();
    cx.module.replace_op(op, &results);
    Ok(())
}

/// Combines the carried values with the operands of an `scf.reduce`, right before it.
fn inline_reductions(module: &mut Module, reduce: Op, carried: &[Value]) -> Vec<Value> {
    let operands = module.operands(reduce).to_vec();
    let mut totals = Vec::new();
    for (index, (operand, total)) in operands.into_iter().zip(carried).enumerate() {
        let Some(body) = module.entry(reduce, index) else { continue };
        for (arg, value) in module.args(body).to_vec().into_iter().zip([*total, operand]) {
            module.replace_all_uses(arg, value);
        }
        let Some(end) = module.last_op(body) else { continue };
        let combined = module.operand(end, 0);
        module.erase(end);
        module.move_block_ops(body, Place::Before(reduce));
        totals.push(combined);
    }
    totals
}

/// Yields the reduced values from the innermost loop, and the results of each loop from its parent loop.
fn yield_totals(module: &mut Module, loops: &[(Op, Op)], totals: &[Value]) {
    let mut values = totals.to_vec();
    for (built, end) in loops.iter().rev() {
        module.set_operands(*end, &values);
        values = module.results(*built).collect();
    }
}
