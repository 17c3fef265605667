//! Affine loops: simpler bounds, and loops with no iteration or one.

use super::affine::{constant_results, simplify};
use super::inline::{Trips, inline_before, trips};
use crate::analysis::parallel_bounds::{Dim, ParallelBounds};
use warpline_ir::{AffineMap, AttrKind, Builder, Module, Op, Value};

/// Rewrites an `affine.for`.
pub(super) fn rewrite_for(module: &mut Module, op: Op) -> Option<()> {
    simplify_bound(module, op, "lowerBoundMap", 0)
        .or_else(|| simplify_bound(module, op, "upperBoundMap", 1))
        .or_else(|| take_apart(module, op))
}

fn simplify_bound(module: &mut Module, op: Op, key: &str, slot: usize) -> Option<()> {
    let view = module.op(op);
    let map = module.attr_map(view.attr(key)?)?;
    let (map, operands) = simplify(module, map, view.group(slot))?;
    let mut groups = [view.group(0).to_vec(), view.group(1).to_vec(), view.group(2).to_vec()];
    groups[slot] = operands;
    let segments = module.i32_array_attr(groups.iter().map(|group| group.len() as i64));
    let map = module.map_attr(map);
    module.set_operands(op, &groups.concat());
    module.set_attr(op, "operandSegmentSizes", segments);
    module.set_attr(op, key, map);
    Some(())
}

fn constant_bound(module: &Module, op: Op, key: &str) -> Option<Vec<i64>> {
    constant_results(module.attr_map(module.attr(op, key)?)?)
}

/// A loop without iterations yields its initial values; a loop with one is its body.
fn take_apart(module: &mut Module, op: Op) -> Option<()> {
    let lower = constant_bound(module, op, "lowerBoundMap")?.into_iter().max()?;
    let upper = constant_bound(module, op, "upperBoundMap")?.into_iter().min()?;
    let inits = module.op(op).group(2).to_vec();
    match trips(lower, upper, module.op(op).int("step")?)? {
        Trips::Zero => module.replace_op(op, &inits),
        Trips::One => {
            let body = module.entry(op, 0)?;
            let mut args = vec![Builder::before(module, op).index(lower)];
            args.extend(inits);
            let results = inline_before(module, body, op, &args);
            module.replace_op(op, &results);
        }
        Trips::Many => return None,
    }
    Some(())
}

/// Rewrites an `affine.parallel`.
pub(super) fn rewrite_parallel(module: &mut Module, op: Op) -> Option<()> {
    let bounds = ParallelBounds::read(module, op)?;
    if let Some(simpler) = simplify_bounds(module, &bounds) {
        simpler.write(module, op);
        return Some(());
    }
    drop_trivial_dims(module, op, bounds)
}

fn simplify_bounds(module: &Module, bounds: &ParallelBounds) -> Option<ParallelBounds> {
    let lower = simplify(module, &bounds.lower_bounds_map(), &bounds.lower_operands);
    let upper = simplify(module, &bounds.upper_bounds_map(), &bounds.upper_operands);
    if lower.is_none() && upper.is_none() {
        return None;
    }
    let mut new = bounds.clone();
    if let Some((map, operands)) = lower {
        let mut results = map.results.iter().cloned();
        for dim in &mut new.dims {
            dim.lower = results.by_ref().take(dim.lower.len()).collect();
        }
        new.lower_arity = (map.n_dims, map.n_symbols);
        new.lower_operands = operands;
    }
    if let Some((map, operands)) = upper {
        let mut results = map.results.iter().cloned();
        for dim in &mut new.dims {
            dim.upper = results.by_ref().take(dim.upper.len()).collect();
        }
        new.upper_arity = (map.n_dims, map.n_symbols);
        new.upper_operands = operands;
    }
    Some(new)
}

/// The first index of a dimension with constant bounds, and how often it runs.
fn dim_trips(bounds: &ParallelBounds, dim: &Dim) -> Option<(i64, Trips)> {
    let constants = |map: AffineMap| constant_results(&map);
    let lower = constants(bounds.lower_map(dim))?.into_iter().max()?;
    let upper = constants(bounds.upper_map(dim))?.into_iter().min()?;
    Some((lower, trips(lower, upper, dim.step)?))
}

/// Drops dimensions that run once. Loops with reductions keep all of them.
fn drop_trivial_dims(module: &mut Module, op: Op, mut bounds: ParallelBounds) -> Option<()> {
    let reductions = module.attr(op, "reductions").map(|attr| module.attr_kind(attr));
    if 0 < module.n_results(op) || !matches!(reductions, Some(AttrKind::Array(kinds)) if kinds.is_empty()) {
        return None;
    }
    let known: Vec<_> = bounds.dims.iter().map(|dim| dim_trips(&bounds, dim)).collect();
    if known.iter().any(|dim| matches!(dim, Some((_, Trips::Zero)))) {
        module.erase(op);
        return Some(());
    }
    let firsts: Vec<Option<i64>> =
        known.into_iter().map(|dim| dim.and_then(|(first, n)| (n == Trips::One).then_some(first))).collect();
    if firsts.iter().all(Option::is_none) {
        return None;
    }
    let body = module.entry(op, 0)?;
    if firsts.iter().all(Option::is_some) {
        let mut builder = Builder::before(module, op);
        let args: Vec<Value> = firsts.into_iter().flatten().map(|first| builder.index(first)).collect();
        inline_before(module, body, op, &args);
        module.erase(op);
        return Some(());
    }
    for (dim, first) in firsts.into_iter().enumerate().rev() {
        let Some(first) = first else { continue };
        let value = Builder::before(module, op).index(first);
        module.replace_all_uses(module.args(body)[dim], value);
        module.remove_arg(body, dim);
        bounds.dims.remove(dim);
    }
    bounds.write(module, op);
    Some(())
}
