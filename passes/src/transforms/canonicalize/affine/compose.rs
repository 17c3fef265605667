//! Composes a map with the `affine.apply` operations that define its operands: symbols become symbol operands,
//! constants are folded into the map, and duplicate operands are merged.

use super::ranges::within_ranges;
use super::simplify::simplify;
use warpline_ir::dialect::affine::is_symbol_for;
use warpline_ir::{Affine, AffineMap, BinaryOp, Expr, Module, Op, OpKind, Value};

/// A map under construction. A composed operand leaves a hole, so that the indices of the others are stable.
#[derive(Clone)]
struct Composed {
    dims: Vec<Option<Value>>,
    symbols: Vec<Option<Value>>,
    results: Vec<Expr>,
}

/// Returns a map and its operands in simpler form for a user; `None` if nothing changes.
pub(super) fn compose(
    module: &Module,
    user: Op,
    map: &AffineMap,
    operands: &[Value],
) -> Option<(AffineMap, Vec<Value>)> {
    let composed = take_in(module, user, start(map, operands)?);
    let (composed, new_operands) = canonical(module, user, composed);
    let (n_dims, n_symbols) = (composed.dims.len(), composed.symbols.len());
    let results = composed.results.iter().map(|expr| {
        let simple = simplify(expr, n_dims, n_symbols);
        within_ranges(module, &simple, n_dims, &new_operands)
    });
    let new_map = AffineMap::new(n_dims, n_symbols, results.collect());
    // A simplified map may have lost an operand.
    let (composed, new_operands) = canonical(module, user, start(&new_map, &new_operands)?);
    let new_map = AffineMap::new(composed.dims.len(), composed.symbols.len(), composed.results);
    (new_map != *map || new_operands != operands).then_some((new_map, new_operands))
}

fn start(map: &AffineMap, operands: &[Value]) -> Option<Composed> {
    let (dims, symbols) = operands.split_at_checked(map.n_dims as usize)?;
    let list = |values: &[Value]| values.iter().copied().map(Some).collect();
    Some(Composed { dims: list(dims), symbols: list(symbols), results: map.results.to_vec() })
}

/// Composes operands that are `affine.apply` until none is left. Each one adds at least as many operands as it has;
/// chains are bounded, as an operation comes after its operands.
fn take_in(module: &Module, user: Op, mut map: Composed) -> Composed {
    let mut at = 0;
    while at < map.dims.len() + map.symbols.len() {
        let is_dim = at < map.dims.len();
        let slot = if is_dim { map.dims[at] } else { map.symbols[at - map.dims.len()] };
        let inner = slot.and_then(|value| applied_map(module, user, value));
        let Some((inner, operands)) = inner else {
            at += 1;
            continue;
        };
        let replacement = shifted(&inner, map.dims.len(), map.symbols.len());
        let (target, index) = if is_dim {
            (&mut map.dims, at)
        } else {
            let n = map.dims.len();
            (&mut map.symbols, at - n)
        };
        target[index] = None;
        let n_inner = inner.dims.len();
        replace(&mut map.results, is_dim, index, &replacement);
        map.dims.extend(operands[..n_inner].iter().copied().map(Some));
        map.symbols.extend(operands[n_inner..].iter().copied().map(Some));
        at = 0;
        if MAX_OPERANDS < map.dims.len() + map.symbols.len() {
            break;
        }
    }
    map
}

/// The maximum number of operands: a map that would get more is not composed further.
pub(super) const MAX_OPERANDS: usize = 256;

/// Returns the result of a map with its operands numbered after the existing ones.
fn shifted(inner: &Composed, n_dims: usize, n_symbols: usize) -> Expr {
    let dims: Vec<Expr> = (0..inner.dims.len()).map(|i| Expr::Dim((n_dims + i) as u32)).collect();
    let symbols: Vec<Expr> = (0..inner.symbols.len()).map(|i| Expr::Symbol((n_symbols + i) as u32)).collect();
    inner.results[0].substitute(&dims, &symbols)
}

/// Substitutes an expression for one operand.
fn replace(results: &mut [Expr], is_dim: bool, index: usize, with: &Expr) {
    let identity =
        |make: fn(u32) -> Expr| (0..index as u32).map(make).chain([with.clone()]).collect::<Vec<_>>();
    for expr in results {
        *expr = if is_dim {
            expr.substitute(&identity(Expr::Dim), &[])
        } else {
            expr.substitute(&[], &identity(Expr::Symbol))
        };
    }
}

/// Returns the map and the operands of the `affine.apply` that defines a value, in canonical form.
fn applied_map(module: &Module, user: Op, value: Value) -> Option<(Composed, Vec<Value>)> {
    let op = module.defining_op(value)?;
    if module.kind(op) != OpKind::Affine(Affine::Apply) {
        return None;
    }
    let map = module.attr_map(module.attr(op, "map")?)?;
    let operands = module.operands(op);
    if map.results.len() != 1 || (map.n_dims + map.n_symbols) as usize != operands.len() {
        return None;
    }
    Some(canonical(module, user, start(map, operands)?))
}

/// Turns operands that are symbols into symbols, folds constants into the map, and removes unused and duplicate
/// operands.
fn canonical(module: &Module, user: Op, map: Composed) -> (Composed, Vec<Value>) {
    let promotes = |value: &Option<Value>| value.is_some_and(|value| is_symbol_for(module, value, user));
    let mut symbols = map.symbols;
    let mut dims = Vec::new();
    let mut dim_exprs = Vec::new();
    for value in &map.dims {
        if promotes(value) {
            dim_exprs.push(Expr::Symbol(symbols.len() as u32));
            symbols.push(*value);
        } else {
            dim_exprs.push(Expr::Dim(dims.len() as u32));
            dims.push(*value);
        }
    }
    let results: Vec<Expr> = map.results.iter().map(|expr| expr.substitute(&dim_exprs, &[])).collect();
    let mut used = Used::default();
    for expr in &results {
        used.collect(expr);
    }
    let (new_dims, dim_exprs) = once_each(&dims, &used.dims, |_| None, Expr::Dim);
    // What no expression may be divided by stays an operand, so that a run is told.
    let divides =
        |value: &Value| used.divisors.iter().any(|index| symbols.get(*index as usize) == Some(&Some(*value)));
    let constant =
        |value| module.constant_int(value).filter(|n| 0 < *n || !divides(&value)).map(Expr::Constant);
    let (new_symbols, symbol_exprs) = once_each(&symbols, &used.symbols, constant, Expr::Symbol);
    let results = results.iter().map(|expr| expr.substitute(&dim_exprs, &symbol_exprs)).collect();
    let operands = new_dims.iter().chain(&new_symbols).copied().collect();
    let list = |values: Vec<Value>| values.into_iter().map(Some).collect();
    (Composed { dims: list(new_dims), symbols: list(new_symbols), results }, operands)
}

/// Returns the used operands without duplicates, and the expression for each of the old ones.
fn once_each(
    old: &[Option<Value>],
    used: &[u32],
    known: impl Fn(Value) -> Option<Expr>,
    make: fn(u32) -> Expr,
) -> (Vec<Value>, Vec<Expr>) {
    let (mut new, mut exprs) = (Vec::new(), Vec::new());
    for (index, value) in old.iter().enumerate() {
        let Some(value) = value.filter(|_| used.contains(&(index as u32))) else {
            exprs.push(Expr::Constant(0));
            continue;
        };
        if let Some(expr) = known(value) {
            exprs.push(expr);
            continue;
        }
        let number = new.iter().position(|other| *other == value).unwrap_or_else(|| {
            new.push(value);
            new.len() - 1
        });
        exprs.push(make(number as u32));
    }
    (new, exprs)
}

/// The operands that occur in expressions.
#[derive(Default)]
struct Used {
    dims: Vec<u32>,
    symbols: Vec<u32>,
    /// The symbols among divisors.
    divisors: Vec<u32>,
}

impl Used {
    fn collect(&mut self, expr: &Expr) {
        match expr {
            Expr::Dim(i) => self.dims.push(*i),
            Expr::Symbol(i) => self.symbols.push(*i),
            Expr::Constant(_) => {}
            Expr::Binary(op, a, b) => {
                self.collect(a);
                let n_before = self.symbols.len();
                self.collect(b);
                if matches!(op, BinaryOp::FloorDiv | BinaryOp::CeilDiv | BinaryOp::Mod) {
                    self.divisors.extend_from_slice(&self.symbols[n_before..]);
                }
            }
        }
    }
}
