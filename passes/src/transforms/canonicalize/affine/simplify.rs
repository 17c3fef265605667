//! Affine expressions in canonical order: each dimension and symbol once, then quotients, then the constant.
//!
//! An expression is flattened into a sum of multiples, with a separate term for each quotient; a remainder is
//! `e - (e floordiv c) * c`. Overflow and division by an unknown value leave the expression unchanged.

use warpline_ir::{BinaryOp, Expr};

/// A sum of multiples of operands and quotients.
#[derive(Clone)]
struct Flat {
    operands: Vec<i64>,
    locals: Vec<i64>,
    constant: i64,
}

/// The sizes of the map and the quotients found so far.
struct Flattener {
    n_dims: usize,
    n_operands: usize,
    locals: Vec<Expr>,
}

/// The maximum depth of expressions that are simplified.
const MAX_DEPTH: u32 = 200;

/// Returns the expression in canonical order.
pub(super) fn simplify(expr: &Expr, n_dims: usize, n_symbols: usize) -> Expr {
    let mut cx = Flattener { n_dims, n_operands: n_dims + n_symbols, locals: Vec::new() };
    match cx.flatten(expr, MAX_DEPTH) {
        Some(flat) => cx.expr(&flat),
        None => expr.clone(),
    }
}

/// Returns the coefficients of dimensions and symbols and the constant, as a sort key; empty for other expressions.
pub(super) fn sort_key(expr: &Expr, n_dims: usize, n_symbols: usize) -> Vec<i64> {
    let Some((mut key, constant)) = expr.as_linear(n_dims, n_symbols) else { return Vec::new() };
    key.push(constant);
    key
}

impl Flattener {
    fn constant(&self, constant: i64) -> Flat {
        Flat { operands: vec![0; self.n_operands], locals: vec![0; self.locals.len()], constant }
    }

    fn operand(&self, index: usize) -> Option<Flat> {
        let mut flat = self.constant(0);
        *flat.operands.get_mut(index)? = 1;
        Some(flat)
    }

    fn flatten(&mut self, expr: &Expr, depth: u32) -> Option<Flat> {
        let depth = depth.checked_sub(1)?;
        match expr {
            Expr::Constant(value) => Some(self.constant(*value)),
            Expr::Dim(i) => self.operand(*i as usize),
            Expr::Symbol(i) => self.operand(self.n_dims + *i as usize),
            Expr::Binary(BinaryOp::Add, a, b) => {
                let (a, b) = (self.flatten(a, depth)?, self.flatten(b, depth)?);
                combine(&a, &b, 1)
            }
            Expr::Binary(BinaryOp::Mul, a, b) => {
                let (a, b) = (self.flatten(a, depth)?, self.flatten(b, depth)?);
                match (as_constant(&a), as_constant(&b)) {
                    (_, Some(factor)) => scale(&a, factor),
                    (Some(factor), None) => scale(&b, factor),
                    (None, None) => {
                        let product = Expr::mul(self.expr(&a), self.expr(&b));
                        Some(self.local(product))
                    }
                }
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.flatten(a, depth)?, self.flatten(b, depth)?);
                self.divide(*op, &a, &b)
            }
        }
    }

    fn divide(&mut self, op: BinaryOp, a: &Flat, b: &Flat) -> Option<Flat> {
        let Some(divisor) = as_constant(b).filter(|divisor| 0 < *divisor) else {
            let quotient = Expr::div(op, self.expr(a), self.expr(b));
            return Some(self.local(quotient));
        };
        if op == BinaryOp::Mod && terms(a).all(|term| term % divisor == 0) {
            return Some(self.constant(0));
        }
        let common = terms(a).fold(divisor, gcd);
        let (reduced, small) = (unscale(a, common), divisor / common);
        if op != BinaryOp::Mod && small == 1 {
            return Some(reduced);
        }
        let dividend = self.expr(&reduced);
        if op == BinaryOp::Mod {
            let quotient = self.local(Expr::div(BinaryOp::FloorDiv, dividend, Expr::Constant(small)));
            return combine(a, &quotient, divisor.checked_neg()?);
        }
        let quotient = Expr::div(op, dividend, Expr::Constant(small));
        Some(self.local(quotient))
    }

    /// Returns a separate term for an expression.
    fn local(&mut self, expr: Expr) -> Flat {
        if let Expr::Constant(value) = expr {
            return self.constant(value);
        }
        let index = self.locals.iter().position(|known| *known == expr).unwrap_or_else(|| {
            self.locals.push(expr);
            self.locals.len() - 1
        });
        let mut flat = self.constant(0);
        flat.locals[index] = 1;
        flat
    }

    fn expr(&self, flat: &Flat) -> Expr {
        let mut sum = Expr::Constant(0);
        for (index, factor) in flat.operands.iter().enumerate().filter(|(_, factor)| **factor != 0) {
            let operand = match index.checked_sub(self.n_dims) {
                Some(symbol) => Expr::Symbol(symbol as u32),
                None => Expr::Dim(index as u32),
            };
            sum = Expr::add(sum, Expr::mul(operand, Expr::Constant(*factor)));
        }
        for (local, factor) in self.locals.iter().zip(&flat.locals).filter(|(_, factor)| **factor != 0) {
            sum = add_local(sum, local, *factor);
        }
        Expr::add(sum, Expr::Constant(flat.constant))
    }
}

/// `sum + local * factor`, where `e - (e floordiv c) * c` is `e mod c`.
fn add_local(sum: Expr, local: &Expr, factor: i64) -> Expr {
    if let Expr::Binary(BinaryOp::FloorDiv, dividend, divisor) = local
        && **divisor == Expr::Constant(factor.wrapping_neg())
    {
        let remainder = || Expr::div(BinaryOp::Mod, (**dividend).clone(), (**divisor).clone());
        if sum == **dividend {
            return remainder();
        }
        if let Expr::Binary(BinaryOp::Add, left, right) = &sum
            && right == dividend
        {
            return Expr::add((**left).clone(), remainder());
        }
    }
    Expr::add(sum, Expr::mul(local.clone(), Expr::Constant(factor)))
}

fn terms(flat: &Flat) -> impl Iterator<Item = i64> {
    flat.operands.iter().chain(&flat.locals).copied().chain([flat.constant])
}

fn as_constant(flat: &Flat) -> Option<i64> {
    let only_constant = flat.operands.iter().chain(&flat.locals).all(|term| *term == 0);
    only_constant.then_some(flat.constant)
}

/// Returns `a + b * factor`.
fn combine(a: &Flat, b: &Flat, factor: i64) -> Option<Flat> {
    let add = |x: i64, y: i64| x.checked_add(y.checked_mul(factor)?);
    let row = |x: &[i64], y: &[i64]| -> Option<Vec<i64>> {
        let at = |row: &[i64], index| row.get(index).copied().unwrap_or(0);
        (0..x.len().max(y.len())).map(|index| add(at(x, index), at(y, index))).collect()
    };
    Some(Flat {
        operands: row(&a.operands, &b.operands)?,
        locals: row(&a.locals, &b.locals)?,
        constant: add(a.constant, b.constant)?,
    })
}

fn scale(flat: &Flat, factor: i64) -> Option<Flat> {
    let zero = Flat { operands: Vec::new(), locals: Vec::new(), constant: 0 };
    combine(&zero, flat, factor)
}

/// Divides all terms by a number that divides them.
fn unscale(flat: &Flat, divisor: i64) -> Flat {
    let row = |row: &[i64]| row.iter().map(|term| term / divisor).collect();
    Flat { operands: row(&flat.operands), locals: row(&flat.locals), constant: flat.constant / divisor }
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}
