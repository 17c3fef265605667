//! Affine loops: simpler bounds, and empty loops.

use super::compose::compose;
use super::constant_results;
use crate::analysis::parallel_bounds::ParallelBounds;
use warpline_ir::{AffineMap, Expr, Module, Op, Value};

/// Simplifies both bounds of an `affine.for`.
pub(super) fn simplify_bounds(module: &mut Module, op: Op) -> Option<()> {
    let lower = simplify_bound(module, op, ("lowerBoundMap", "lowerBoundOperands"), |a, b| a < b);
    let upper = simplify_bound(module, op, ("upperBoundMap", "upperBoundOperands"), |a, b| b < a);
    lower.or(upper)
}

fn simplify_bound(
    module: &mut Module,
    op: Op,
    (key, name): (&str, &str),
    yields_to: fn(i64, i64) -> bool,
) -> Option<()> {
    let view = module.op(op);
    let map = module.attr_map(view.attr(key)?)?;
    let operands = view.group(name);
    let composed = compose(module, op, map, operands);
    let (new_map, operands) = composed.unwrap_or_else(|| (map.clone(), operands.to_vec()));
    let new_map = without_weaker(&new_map, yields_to);
    if new_map == *map && operands == view.group(name) {
        return None;
    }
    let groups = ["lowerBoundOperands", "upperBoundOperands", "inits"]
        .map(|other| if other == name { operands.clone() } else { view.group(other).to_vec() });
    let segments = module.i32_array_attr(groups.iter().map(|group| group.len() as i64));
    let map = module.map_attr(new_map);
    module.set_operands(op, &groups.concat());
    module.set_attr(op, "operandSegmentSizes", segments);
    module.set_attr(op, key, map);
    Some(())
}

/// Returns the map without duplicate results and without constants that another constant dominates.
fn without_weaker(map: &AffineMap, yields_to: fn(i64, i64) -> bool) -> AffineMap {
    let mut results: Vec<Expr> = Vec::new();
    for expr in &map.results {
        if !results.contains(expr) {
            results.push(expr.clone());
        }
    }
    let constants: Vec<i64> = results.iter().filter_map(constant).collect();
    results.retain(|expr| {
        constant(expr).is_none_or(|value| !constants.iter().any(|other| yields_to(value, *other)))
    });
    AffineMap::new(map.n_dims as usize, map.n_symbols as usize, results)
}

fn constant(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Constant(value) => Some(*value),
        Expr::Dim(_) | Expr::Symbol(_) | Expr::Binary(..) => None,
    }
}

/// Returns the trip count of an `affine.for` with constant bounds.
fn trip_count(module: &Module, op: Op) -> Option<u64> {
    let bound = |key| constant_results(module.attr_map(module.attr(op, key)?)?);
    let lower = bound("lowerBoundMap")?.into_iter().max()?;
    let upper = bound("upperBoundMap")?.into_iter().min()?;
    let step = u64::try_from(module.op(op).int("step")?).ok().filter(|step| 0 < *step)?;
    let span = i128::from(upper) - i128::from(lower);
    u64::try_from(span.max(0)).ok().map(|span| span.div_ceil(step))
}

/// Replaces a loop that only yields by the values that it finally yields.
pub(super) fn drop_empty(module: &mut Module, op: Op) -> Option<()> {
    let body = module.entry(op, 0)?;
    let yield_op = module.first_op(body)?;
    if module.next_op(yield_op).is_some() {
        return None;
    }
    if module.n_results(op) == 0 {
        module.erase(op);
        return Some(());
    }
    let inits = module.op(op).group("inits").to_vec();
    let args = module.args(body).to_vec();
    let trips = trip_count(module, op);
    if trips == Some(0) {
        module.replace_op(op, &inits);
        return Some(());
    }
    let mut values = Vec::new();
    let mut same_places = true;
    let mut from_outside = false;
    for (index, value) in module.operands(yield_op).to_vec().into_iter().enumerate() {
        match args.iter().position(|arg| *arg == value) {
            Some(0) => return None,
            Some(place) => {
                same_places &= place == index + 1;
                values.push(*inits.get(place - 1)?);
            }
            None => {
                from_outside = true;
                values.push(value);
            }
        }
    }
    let is_known = match trips {
        None => same_places && !from_outside,
        Some(1) => true,
        Some(_) => same_places,
    };
    if !is_known {
        return None;
    }
    module.replace_op(op, &values);
    Some(())
}

/// Replaces a loop without iterations by its initial values.
pub(super) fn drop_without_iterations(module: &mut Module, op: Op) -> Option<()> {
    if module.n_results(op) == 0 || trip_count(module, op) != Some(0) {
        return None;
    }
    let inits: Vec<Value> = module.op(op).group("inits").to_vec();
    module.replace_op(op, &inits);
    Some(())
}

/// Simplifies the bounds of an `affine.parallel`.
pub(super) fn simplify_parallel(module: &mut Module, op: Op) -> Option<()> {
    let bounds = ParallelBounds::read(module, op)?;
    let lower = compose(module, op, &bounds.lower_bounds_map(), &bounds.lower_operands);
    let upper = compose(module, op, &bounds.upper_bounds_map(), &bounds.upper_operands);
    if lower.is_none() && upper.is_none() {
        return None;
    }
    let mut new = bounds;
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
    new.write(module, op);
    Some(())
}
