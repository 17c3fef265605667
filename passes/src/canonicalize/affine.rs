//! Affine maps with their operands: constants and `affine.apply` operands become part of the map, an operand
//! stands once, and one that is not used goes.

use super::constants::{replace_by, replace_by_int};
use super::inline::inline_before;
use super::{affine_loops, memref};
use std::collections::BTreeSet;
use warpline_ir::{Affine, AffineMap, AttrKind, Builder, Expr, IntegerSet, Module, Op, OpKind, Type, Value};

/// Rewrites one operation of the dialect.
pub(super) fn rewrite(module: &mut Module, op: Op, kind: Affine) -> Option<()> {
    match kind {
        Affine::Apply => apply(module, op),
        Affine::Min => least_or_greatest(module, op, Iterator::min),
        Affine::Max => least_or_greatest(module, op, Iterator::max),
        Affine::Load => memref::see_through_cast(module, op, 0).or_else(|| simplify_access(module, op, 1)),
        Affine::Store => memref::see_through_cast(module, op, 1).or_else(|| simplify_access(module, op, 2)),
        Affine::For => affine_loops::rewrite_for(module, op),
        Affine::Parallel => affine_loops::rewrite_parallel(module, op),
        Affine::If => condition(module, op),
        Affine::Yield
        | Affine::VectorLoad
        | Affine::VectorStore
        | Affine::Prefetch
        | Affine::DelinearizeIndex
        | Affine::LinearizeIndex
        | Affine::DmaStart
        | Affine::DmaWait => None,
    }
}

/// The operands of a map that is put together anew.
#[derive(Default)]
struct Operands {
    dims: Vec<Value>,
    symbols: Vec<Value>,
}

impl Operands {
    /// The expression for a value that stands as a dimension or as a symbol.
    fn expr(&mut self, value: Value, is_symbol: bool) -> Expr {
        let list = if is_symbol { &mut self.symbols } else { &mut self.dims };
        let index = list.iter().position(|known| *known == value).unwrap_or_else(|| {
            list.push(value);
            list.len() - 1
        }) as u32;
        if is_symbol { Expr::Symbol(index) } else { Expr::Dim(index) }
    }

    /// The expression for an operand of the old map: a constant, the map of an `affine.apply`, or itself.
    fn composed(&mut self, module: &Module, value: Value, is_symbol: bool) -> Expr {
        if let Some(constant) = module.constant_int(value) {
            return Expr::Constant(constant);
        }
        let Some((map, operands)) = applied_map(module, value) else { return self.expr(value, is_symbol) };
        let n_dims = map.n_dims as usize;
        let inner: Vec<Expr> = operands
            .iter()
            .enumerate()
            .map(|(index, operand)| self.expr(*operand, is_symbol || n_dims <= index))
            .collect();
        map.results[0].substitute(&inner[..n_dims], &inner[n_dims..])
    }
}

/// The map and the operands of the `affine.apply` that defines a value.
fn applied_map(module: &Module, value: Value) -> Option<(&AffineMap, &[Value])> {
    let op = module.defining_op(value)?;
    if module.kind(op) != OpKind::Affine(Affine::Apply) {
        return None;
    }
    let map = module.attr_map(module.attr(op, "map")?)?;
    let operands = module.operands(op);
    let fits = map.results.len() == 1 && (map.n_dims + map.n_symbols) as usize == operands.len();
    fits.then_some((map, operands))
}

/// A map and its operands in simpler form; `None` where nothing changes.
pub(super) fn simplify(
    module: &Module,
    map: &AffineMap,
    operands: &[Value],
) -> Option<(AffineMap, Vec<Value>)> {
    let n_dims = map.n_dims as usize;
    let mut new = Operands::default();
    let exprs: Vec<Expr> = operands
        .iter()
        .enumerate()
        .map(|(index, value)| new.composed(module, *value, n_dims <= index))
        .collect();
    let (dims, symbols) = exprs.split_at_checked(n_dims)?;
    let results: Vec<Expr> = map.results.iter().map(|expr| expr.substitute(dims, symbols)).collect();
    let (new_map, new_operands) = drop_unused(&results, &new);
    (new_map != *map || new_operands != operands).then_some((new_map, new_operands))
}

/// Numbers the operands that occur in the results anew.
fn drop_unused(results: &[Expr], operands: &Operands) -> (AffineMap, Vec<Value>) {
    let (mut dims, mut symbols) = (BTreeSet::new(), BTreeSet::new());
    for expr in results {
        collect_used(expr, &mut dims, &mut symbols);
    }
    let renumber = |n: usize, used: &BTreeSet<u32>, make: fn(u32) -> Expr| -> Vec<Expr> {
        (0..n as u32).map(|old| make(used.range(..old).count() as u32)).collect()
    };
    let new_dims = renumber(operands.dims.len(), &dims, Expr::Dim);
    let new_symbols = renumber(operands.symbols.len(), &symbols, Expr::Symbol);
    let results = results.iter().map(|expr| expr.substitute(&new_dims, &new_symbols)).collect();
    let kept_dims = dims.iter().map(|i| operands.dims[*i as usize]);
    let kept = kept_dims.chain(symbols.iter().map(|i| operands.symbols[*i as usize])).collect();
    (AffineMap::new(dims.len(), symbols.len(), results), kept)
}

fn collect_used(expr: &Expr, dims: &mut BTreeSet<u32>, symbols: &mut BTreeSet<u32>) {
    match expr {
        Expr::Dim(i) => {
            dims.insert(*i);
        }
        Expr::Symbol(i) => {
            symbols.insert(*i);
        }
        Expr::Constant(_) => {}
        Expr::Binary(_, a, b) => {
            collect_used(a, dims, symbols);
            collect_used(b, dims, symbols);
        }
    }
}

/// Simplifies the attribute `map` of an operation whose operands from number `first` on belong to it.
fn simplify_access(module: &mut Module, op: Op, first: usize) -> Option<()> {
    let map = module.attr_map(module.attr(op, "map")?)?;
    let (before, operands) = module.operands(op).split_at_checked(first)?;
    let (map, operands) = simplify(module, map, operands)?;
    let operands = [before, &operands].concat();
    let map = module.map_attr(map);
    module.set_operands(op, &operands);
    module.set_attr(op, "map", map);
    Some(())
}

fn apply(module: &mut Module, op: Op) -> Option<()> {
    if simplify_access(module, op, 0).is_some() {
        return Some(());
    }
    let map = module.attr_map(module.attr(op, "map")?)?;
    let n_dims = map.n_dims as usize;
    match *map.results {
        [Expr::Constant(value)] => replace_by_int(module, op, value),
        [Expr::Dim(i)] => replace_by(module, op, *module.operands(op).get(i as usize)?),
        [Expr::Symbol(i)] => replace_by(module, op, *module.operands(op).get(n_dims + i as usize)?),
        _ => None,
    }
}

fn least_or_greatest(
    module: &mut Module,
    op: Op,
    choose: fn(std::vec::IntoIter<i64>) -> Option<i64>,
) -> Option<()> {
    if simplify_access(module, op, 0).is_some() {
        return Some(());
    }
    let map = module.attr_map(module.attr(op, "map")?)?;
    if let Some(constants) = constant_results(map) {
        let value = choose(constants.into_iter())?;
        return replace_by_int(module, op, value);
    }
    let mut results: Vec<Expr> = Vec::new();
    for expr in &map.results {
        if !results.contains(expr) {
            results.push(expr.clone());
        }
    }
    if results.len() == map.results.len() && 1 < results.len() {
        return None;
    }
    let is_single = results.len() == 1;
    let (n_dims, n_symbols) = (map.n_dims as usize, map.n_symbols as usize);
    let map = module.map_attr(AffineMap::new(n_dims, n_symbols, results));
    if !is_single {
        module.set_attr(op, "map", map);
        return Some(());
    }
    let operands = module.operands(op).to_vec();
    let value = Builder::before(module, op).value(Affine::Apply, &operands, Type::INDEX, &[("map", map)]);
    replace_by(module, op, value)
}

/// The results of a map where all are constants.
pub(super) fn constant_results(map: &AffineMap) -> Option<Vec<i64>> {
    let value = |expr: &Expr| match expr {
        Expr::Constant(value) => Some(*value),
        Expr::Dim(_) | Expr::Symbol(_) | Expr::Binary(..) => None,
    };
    map.results.iter().map(value).collect()
}

/// Simplifies the set of `affine.if`, and takes the branch that a constant set selects.
fn condition(module: &mut Module, op: Op) -> Option<()> {
    let AttrKind::Set(set) = module.attr_kind(module.attr(op, "condition")?).clone() else { return None };
    let exprs: Vec<Expr> = set.constraints.iter().map(|(expr, _)| expr.clone()).collect();
    let map = AffineMap::new(set.n_dims as usize, set.n_symbols as usize, exprs);
    if let Some((map, operands)) = simplify(module, &map, module.operands(op)) {
        let flags = set.constraints.iter().map(|(_, is_equality)| *is_equality);
        let constraints = map.results.iter().cloned().zip(flags).collect();
        let set = IntegerSet { n_dims: map.n_dims, n_symbols: map.n_symbols, constraints };
        let set = module.intern_attr(AttrKind::Set(set));
        module.set_operands(op, &operands);
        module.set_attr(op, "condition", set);
        return Some(());
    }
    let values = constant_results(&map)?;
    let mut constraints = values.iter().zip(&set.constraints);
    let holds =
        constraints.all(|(value, (_, is_equality))| if *is_equality { *value == 0 } else { 0 <= *value });
    let taken = module.entry(op, usize::from(!holds));
    let results = taken.map(|block| inline_before(module, block, op, &[])).unwrap_or_default();
    module.replace_op(op, &results);
    Some(())
}
