//! Affine maps and their operands in canonical form, and loops and branches without effect.

mod compose;
mod digits;
mod globals;
mod loops;
mod ranges;
mod simplify;

use super::constants::{replace_by, replace_by_int};
use super::inline::inline_before;
use super::matching::defined_by;
use super::{Rule, memref};
use compose::{MAX_OPERANDS, compose};
use warpline_ir::{Affine, AffineMap, AttrKind, Builder, Expr, IntegerSet, Module, Op, OpKind, Type};

/// The rules of the dialect.
pub(super) const RULES: &[(OpKind, Rule)] = &[
    (OpKind::Affine(Affine::Apply), |m, op| simplify_access(m, op, 0)),
    (OpKind::Affine(Affine::Apply), known_apply),
    (OpKind::Affine(Affine::Min), |m, op| simplify_access(m, op, 0)),
    (OpKind::Affine(Affine::Min), |m, op| least_or_greatest(m, op, Iterator::min)),
    (OpKind::Affine(Affine::Min), merge_nested),
    (OpKind::Affine(Affine::Max), |m, op| simplify_access(m, op, 0)),
    (OpKind::Affine(Affine::Max), |m, op| least_or_greatest(m, op, Iterator::max)),
    (OpKind::Affine(Affine::Max), merge_nested),
    (OpKind::Affine(Affine::Load), globals::known_element),
    (OpKind::Affine(Affine::Load), |m, op| memref::see_through_cast(m, op, 0)),
    (OpKind::Affine(Affine::Load), |m, op| simplify_access(m, op, 1)),
    (OpKind::Affine(Affine::Store), |m, op| memref::see_through_cast(m, op, 1)),
    (OpKind::Affine(Affine::Store), |m, op| simplify_access(m, op, 2)),
    (OpKind::Affine(Affine::VectorLoad), |m, op| simplify_access(m, op, 1)),
    (OpKind::Affine(Affine::VectorStore), |m, op| simplify_access(m, op, 2)),
    (OpKind::Affine(Affine::Prefetch), |m, op| simplify_access(m, op, 1)),
    (OpKind::Affine(Affine::DelinearizeIndex), digits::digits_of_constant),
    (OpKind::Affine(Affine::DelinearizeIndex), digits::only_digit),
    (OpKind::Affine(Affine::DelinearizeIndex), digits::digits_of_digits),
    (OpKind::Affine(Affine::DelinearizeIndex), digits::constant_basis),
    (OpKind::Affine(Affine::DelinearizeIndex), digits::drop_unit_digit),
    (OpKind::Affine(Affine::LinearizeIndex), digits::number_of_constants),
    (OpKind::Affine(Affine::LinearizeIndex), digits::number_of_digit),
    (OpKind::Affine(Affine::LinearizeIndex), digits::number_of_its_digits),
    (OpKind::Affine(Affine::LinearizeIndex), digits::constant_basis),
    (OpKind::Affine(Affine::LinearizeIndex), digits::drop_zero_digit),
    (OpKind::Affine(Affine::For), loops::simplify_bounds),
    (OpKind::Affine(Affine::For), loops::drop_empty),
    (OpKind::Affine(Affine::For), loops::drop_without_iterations),
    (OpKind::Affine(Affine::Parallel), loops::simplify_parallel),
    (OpKind::Affine(Affine::If), simplify_condition),
    (OpKind::Affine(Affine::If), drop_empty_else),
    (OpKind::Affine(Affine::If), take_known_branch),
];

/// Simplifies the attribute `map` of an operation whose operands from index `first` on belong to it.
fn simplify_access(module: &mut Module, op: Op, first: usize) -> Option<()> {
    let map = module.attr_map(module.attr(op, "map")?)?;
    let (before, operands) = module.operands(op).split_at_checked(first)?;
    let (map, operands) = compose(module, op, map, operands)?;
    let operands = [before, &operands].concat();
    let map = module.map_attr(map);
    module.set_operands(op, &operands);
    module.set_attr(op, "map", map);
    Some(())
}

/// Folds a map that is a constant or one of its operands.
fn known_apply(module: &mut Module, op: Op) -> Option<()> {
    let map = module.attr_map(module.attr(op, "map")?)?;
    let n_dims = map.n_dims as usize;
    match *map.results {
        [Expr::Constant(value)] => replace_by_int(module, op, value),
        [Expr::Dim(i)] => replace_by(module, op, *module.operands(op).get(i as usize)?),
        [Expr::Symbol(i)] => replace_by(module, op, *module.operands(op).get(n_dims + i as usize)?),
        _ => None,
    }
}

/// Folds constants, replaces a map with one result by `affine.apply`, and sorts and deduplicates several results by
/// their coefficients.
fn least_or_greatest(
    module: &mut Module,
    op: Op,
    choose: fn(std::vec::IntoIter<i64>) -> Option<i64>,
) -> Option<()> {
    let map = module.attr_map(module.attr(op, "map")?)?.clone();
    if let Some(constants) = constant_results(&map) {
        return replace_by_int(module, op, choose(constants.into_iter())?);
    }
    let (n_dims, n_symbols) = (map.n_dims as usize, map.n_symbols as usize);
    let mut results: Vec<Expr> = Vec::new();
    for expr in &map.results {
        if !results.contains(expr) {
            results.push(expr.clone());
        }
    }
    if results.iter().all(|expr| expr.as_linear(n_dims, n_symbols).is_some()) {
        results.sort_by_cached_key(|expr| simplify::sort_key(expr, n_dims, n_symbols));
    }
    let is_single = results.len() == 1;
    if !is_single && results == *map.results {
        return None;
    }
    let map = module.map_attr(AffineMap::new(n_dims, n_symbols, results));
    if !is_single {
        module.set_attr(op, "map", map);
        return Some(());
    }
    let operands = module.operands(op).to_vec();
    let value = Builder::before(module, op).value(Affine::Apply, &operands, Type::INDEX, &[("map", map)]);
    replace_by(module, op, value)
}

/// Merges nested minima: the minimum of values, one of which is itself a minimum, is the minimum of them all. The
/// same holds for maxima.
fn merge_nested(module: &mut Module, op: Op) -> Option<()> {
    let map = module.attr_map(module.attr(op, "map")?)?;
    let (dims, symbols) = module.operands(op).split_at_checked(map.n_dims as usize)?;
    let inner_of = |expr: &Expr| {
        let value = match expr {
            Expr::Dim(i) => dims.get(*i as usize),
            Expr::Symbol(i) => symbols.get(*i as usize),
            Expr::Constant(_) | Expr::Binary(..) => None,
        };
        value.and_then(|value| defined_by(module, *value, module.kind(op)))
    };
    let (at, inner) = map.results.iter().enumerate().find_map(|(at, expr)| Some((at, inner_of(expr)?)))?;
    let inner_map = module.attr_map(module.attr(inner, "map")?)?;
    let (inner_dims, inner_symbols) = module.operands(inner).split_at_checked(inner_map.n_dims as usize)?;
    let new_dims: Vec<Expr> = (0..inner_map.n_dims).map(|i| Expr::Dim(map.n_dims + i)).collect();
    let new_symbols: Vec<Expr> = (0..inner_map.n_symbols).map(|i| Expr::Symbol(map.n_symbols + i)).collect();
    let others = map.results.iter().filter(|expr| **expr != map.results[at]).cloned();
    let moved = inner_map.results.iter().map(|expr| expr.substitute(&new_dims, &new_symbols));
    let results: Vec<Expr> = others.chain(moved).collect();
    let (n_dims, n_symbols) = (dims.len() + inner_dims.len(), symbols.len() + inner_symbols.len());
    if MAX_OPERANDS < n_dims + n_symbols {
        return None;
    }
    let operands = [dims, inner_dims, symbols, inner_symbols].concat();
    let map = module.map_attr(AffineMap::new(n_dims, n_symbols, results));
    module.set_operands(op, &operands);
    module.set_attr(op, "map", map);
    Some(())
}

/// Returns the results of a map if all are constants.
fn constant_results(map: &AffineMap) -> Option<Vec<i64>> {
    let value = |expr: &Expr| match expr {
        Expr::Constant(value) => Some(*value),
        Expr::Dim(_) | Expr::Symbol(_) | Expr::Binary(..) => None,
    };
    map.results.iter().map(value).collect()
}

/// Simplifies the set of `affine.if`.
fn simplify_condition(module: &mut Module, op: Op) -> Option<()> {
    let set = set_of(module, op)?;
    let exprs: Vec<Expr> = set.constraints.iter().map(|(expr, _)| expr.clone()).collect();
    let map = AffineMap::new(set.n_dims as usize, set.n_symbols as usize, exprs);
    let (map, operands) = compose(module, op, &map, module.operands(op))?;
    let flags = set.constraints.iter().map(|(_, is_equality)| *is_equality);
    let constraints = map.results.iter().cloned().zip(flags).collect();
    let set = IntegerSet { n_dims: map.n_dims, n_symbols: map.n_symbols, constraints };
    let set = module.intern_attr(AttrKind::Set(set));
    module.set_operands(op, &operands);
    module.set_attr(op, "condition", set);
    Some(())
}

fn set_of(module: &Module, op: Op) -> Option<IntegerSet> {
    match module.attr_kind(module.attr(op, "condition")?) {
        AttrKind::Set(set) => Some(set.clone()),
        _ => None,
    }
}

/// Erases an empty second branch.
fn drop_empty_else(module: &mut Module, op: Op) -> Option<()> {
    let block = module.entry(op, 1)?;
    if 0 < module.n_results(op) || module.first_op(block) != module.last_op(block) {
        return None;
    }
    module.erase_block(block);
    Some(())
}

/// Inlines the branch that `0 == 0` or `1 == 0` selects.
fn take_known_branch(module: &mut Module, op: Op) -> Option<()> {
    let set = set_of(module, op)?;
    let [(Expr::Constant(value), true)] = set.constraints.as_ref() else { return None };
    let holds = *value == 0;
    let taken = module.entry(op, usize::from(!holds));
    let results = taken.map(|block| inline_before(module, block, op, &[])).unwrap_or_default();
    module.replace_op(op, &results);
    Some(())
}
