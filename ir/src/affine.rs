//! Affine expressions, maps and sets.
//!
//! Expressions are simplified as they are built, by the rules that MLIR's users know from its output:
//! constants move to the right and fold, `x - x` is `0`, `(x * 4) mod 4` is `0`. Division rounds down and the
//! remainder is never negative.

use crate::types::DYNAMIC;
use std::fmt;

/// An expression over dimensions `d0 …` and symbols `s0 …`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// `dN`.
    Dim(u32),
    /// `sN`.
    Symbol(u32),
    /// An integer.
    Constant(i64),
    /// An operation on two expressions.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
}

/// The operations of affine expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Sum.
    Add,
    /// Product; one side has no dimension.
    Mul,
    /// Quotient rounded down; the divisor is positive.
    FloorDiv,
    /// Quotient rounded up; the divisor is positive.
    CeilDiv,
    /// Remainder of [`BinaryOp::FloorDiv`].
    Mod,
}

impl BinaryOp {
    /// The result on two integers; `None` on overflow or a divisor that is not positive.
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Self::Add => a.checked_add(b),
            Self::Mul => a.checked_mul(b),
            _ if b <= 0 => None,
            Self::FloorDiv => Some(a.div_euclid(b)),
            Self::CeilDiv => Some(a.div_euclid(b) + i64::from(a.rem_euclid(b) != 0)),
            Self::Mod => Some(a.rem_euclid(b)),
        }
    }
}

#[expect(clippy::should_implement_trait, reason = "makers of simplified expressions, not operators")]
impl Expr {
    /// `a + b`, simplified.
    pub fn add(a: Self, b: Self) -> Self {
        match (a, b) {
            (Self::Constant(x), Self::Constant(y)) => Self::Constant(x.wrapping_add(y)),
            (a @ Self::Constant(_), b) => Self::add(b, a),
            (a, Self::Constant(0)) => a,
            (Self::Binary(BinaryOp::Add, x, c), Self::Constant(y)) if matches!(*c, Self::Constant(_)) => {
                Self::add(*x, Self::add(*c, Self::Constant(y)))
            }
            (Self::Binary(BinaryOp::Add, x, c), b) if matches!(*c, Self::Constant(_)) => {
                Self::add(Self::add(*x, b), *c)
            }
            (a, Self::Binary(BinaryOp::Add, y, c)) if matches!(*c, Self::Constant(_)) => {
                Self::add(Self::add(a, *y), *c)
            }
            (a, b) => Self::add_terms(a, b),
        }
    }

    /// The sum of two terms, merged when one is a constant multiple of the other.
    fn add_terms(a: Self, b: Self) -> Self {
        let (x, m) = a.scaled();
        let (y, n) = b.scaled();
        if x == y {
            return Self::mul(x.clone(), Self::Constant(m.wrapping_add(n)));
        }
        if let Self::Binary(BinaryOp::Add, l, r) = &a {
            // x + y - y: look one term to the left for a partner of `b`.
            let (r_term, k) = r.scaled();
            if r_term == y {
                return Self::add(
                    (**l).clone(),
                    Self::mul(r_term.clone(), Self::Constant(k.wrapping_add(n))),
                );
            }
            let (l_term, k) = l.scaled();
            if l_term == y {
                return Self::add(
                    Self::mul(l_term.clone(), Self::Constant(k.wrapping_add(n))),
                    (**r).clone(),
                );
            }
        }
        Self::Binary(BinaryOp::Add, Box::new(a), Box::new(b))
    }

    /// The expression as a factor and what it scales.
    fn scaled(&self) -> (&Self, i64) {
        if let Self::Binary(BinaryOp::Mul, x, c) = self
            && let Self::Constant(c) = **c
        {
            return (x, c);
        }
        (self, 1)
    }

    /// `a * b`, simplified.
    pub fn mul(a: Self, b: Self) -> Self {
        match (a, b) {
            (Self::Constant(x), Self::Constant(y)) => Self::Constant(x.wrapping_mul(y)),
            (a @ Self::Constant(_), b) => Self::mul(b, a),
            (a @ Self::Symbol(_), b @ (Self::Dim(_) | Self::Binary(..))) if !b.is_symbolic() => {
                Self::mul(b, a)
            }
            (_, Self::Constant(0)) => Self::Constant(0),
            (a, Self::Constant(1)) => a,
            (Self::Binary(BinaryOp::Mul, x, c), Self::Constant(y)) if matches!(*c, Self::Constant(_)) => {
                Self::mul(*x, Self::mul(*c, Self::Constant(y)))
            }
            (a, b) => Self::Binary(BinaryOp::Mul, Box::new(a), Box::new(b)),
        }
    }

    /// `a - b`, simplified.
    pub fn sub(a: Self, b: Self) -> Self {
        Self::add(a, Self::mul(b, Self::Constant(-1)))
    }

    /// `a floordiv b`, `a ceildiv b` or `a mod b`, simplified.
    pub fn div(op: BinaryOp, a: Self, b: Self) -> Self {
        if let Self::Constant(n) = b
            && n > 0
        {
            if let Self::Constant(a) = a
                && let Some(value) = op.apply(a, n)
            {
                return Self::Constant(value);
            }
            if op == BinaryOp::Mod && a.is_multiple_of(n) {
                return Self::Constant(0);
            }
            if op != BinaryOp::Mod
                && let Some(quotient) = a.exact_quotient(n)
            {
                return quotient;
            }
        }
        Self::Binary(op, Box::new(a), Box::new(b))
    }

    /// Whether every value of the expression is a multiple of `n`, by its structure.
    fn is_multiple_of(&self, n: i64) -> bool {
        match self {
            Self::Constant(c) => c % n == 0,
            Self::Binary(BinaryOp::Add, a, b) => a.is_multiple_of(n) && b.is_multiple_of(n),
            Self::Binary(BinaryOp::Mul, a, b) => a.is_multiple_of(n) || b.is_multiple_of(n),
            Self::Dim(_) | Self::Symbol(_) | Self::Binary(..) => n == 1,
        }
    }

    /// The expression divided by `n` where that leaves no remainder in any term.
    fn exact_quotient(&self, n: i64) -> Option<Self> {
        if n == 1 {
            return Some(self.clone());
        }
        match self {
            Self::Constant(c) if c % n == 0 => Some(Self::Constant(c / n)),
            Self::Binary(BinaryOp::Add, a, b) => Some(Self::add(a.exact_quotient(n)?, b.exact_quotient(n)?)),
            Self::Binary(BinaryOp::Mul, a, c) => match **c {
                Self::Constant(c) if c % n == 0 => Some(Self::mul((**a).clone(), Self::Constant(c / n))),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the expression has no dimension.
    pub fn is_symbolic(&self) -> bool {
        match self {
            Self::Dim(_) => false,
            Self::Symbol(_) | Self::Constant(_) => true,
            Self::Binary(_, a, b) => a.is_symbolic() && b.is_symbolic(),
        }
    }

    /// The value for these dimensions and symbols; `None` on overflow, a bad divisor or a missing operand.
    pub fn evaluate(&self, dims: &[i64], symbols: &[i64]) -> Option<i64> {
        match self {
            Self::Dim(i) => dims.get(*i as usize).copied(),
            Self::Symbol(i) => symbols.get(*i as usize).copied(),
            Self::Constant(c) => Some(*c),
            Self::Binary(op, a, b) => op.apply(a.evaluate(dims, symbols)?, b.evaluate(dims, symbols)?),
        }
    }

    /// The expression with each dimension and symbol replaced, simplified again.
    pub fn substitute(&self, dims: &[Self], symbols: &[Self]) -> Self {
        match self {
            Self::Dim(i) => dims.get(*i as usize).unwrap_or(self).clone(),
            Self::Symbol(i) => symbols.get(*i as usize).unwrap_or(self).clone(),
            Self::Constant(_) => self.clone(),
            Self::Binary(op, a, b) => {
                let (a, b) = (a.substitute(dims, symbols), b.substitute(dims, symbols));
                match op {
                    BinaryOp::Add => Self::add(a, b),
                    BinaryOp::Mul => Self::mul(a, b),
                    op => Self::div(*op, a, b),
                }
            }
        }
    }

    /// The expression as `Σ coefficient · operand + constant`, with the dimensions first and then the
    /// symbols; `None` if it has a division or a product of two unknowns.
    pub fn as_linear(&self, n_dims: usize, n_symbols: usize) -> Option<(Vec<i64>, i64)> {
        let mut coefficients = vec![0i64; n_dims + n_symbols];
        let mut constant = 0;
        self.add_linear(1, n_dims, &mut coefficients, &mut constant)?;
        Some((coefficients, constant))
    }

    fn add_linear(&self, factor: i64, n_dims: usize, out: &mut [i64], constant: &mut i64) -> Option<()> {
        match self {
            Self::Dim(i) => {
                let cell = out.get_mut(*i as usize)?;
                *cell = cell.checked_add(factor)?;
            }
            Self::Symbol(i) => {
                let cell = out.get_mut(n_dims + *i as usize)?;
                *cell = cell.checked_add(factor)?;
            }
            Self::Constant(c) => *constant = constant.checked_add(c.checked_mul(factor)?)?,
            Self::Binary(BinaryOp::Add, a, b) => {
                a.add_linear(factor, n_dims, out, constant)?;
                b.add_linear(factor, n_dims, out, constant)?;
            }
            Self::Binary(BinaryOp::Mul, a, b) => match **b {
                Self::Constant(c) => a.add_linear(factor.checked_mul(c)?, n_dims, out, constant)?,
                _ => return None,
            },
            Self::Binary(..) => return None,
        }
        Some(())
    }
}

/// `(d0, …)[s0, …] -> (results)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AffineMap {
    /// Number of dimensions.
    pub n_dims: u32,
    /// Number of symbols.
    pub n_symbols: u32,
    /// One expression per result.
    pub results: Box<[Expr]>,
}

impl AffineMap {
    /// A map of these parts.
    pub fn new(n_dims: usize, n_symbols: usize, results: Vec<Expr>) -> Self {
        Self { n_dims: n_dims as u32, n_symbols: n_symbols as u32, results: results.into() }
    }

    /// `() -> (value)`.
    pub fn constant(value: i64) -> Self {
        Self::new(0, 0, vec![Expr::Constant(value)])
    }

    /// `(d0, …) -> (d0, …)`.
    pub fn identity(n_dims: usize) -> Self {
        Self::new(n_dims, 0, (0..n_dims as u32).map(Expr::Dim).collect())
    }

    /// `()[s0] -> (s0)`.
    pub fn symbol_identity() -> Self {
        Self::new(0, 1, vec![Expr::Symbol(0)])
    }

    /// The value of a map with one constant result.
    pub fn as_constant(&self) -> Option<i64> {
        match *self.results {
            [Expr::Constant(value)] => Some(value),
            _ => None,
        }
    }

    /// Whether the results are the dimensions in order.
    pub fn is_identity(&self) -> bool {
        self.n_symbols == 0
            && self.n_dims as usize == self.results.len()
            && self.results.iter().enumerate().all(|(i, e)| *e == Expr::Dim(i as u32))
    }

    /// The results for these operands, dimensions first.
    pub fn evaluate(&self, operands: &[i64]) -> Option<Vec<i64>> {
        let (dims, symbols) = operands.split_at_checked(self.n_dims as usize)?;
        self.results.iter().map(|expr| expr.evaluate(dims, symbols)).collect()
    }

    /// Offset and strides where the map is a memref layout of one linear result.
    pub fn as_strides(&self) -> Option<(i64, Vec<i64>)> {
        let [result] = &*self.results else { return None };
        if self.n_symbols > 0 {
            return Some((DYNAMIC, vec![DYNAMIC; self.n_dims as usize]));
        }
        let (strides, offset) = result.as_linear(self.n_dims as usize, 0)?;
        Some((offset, strides))
    }
}

/// `(d0, …)[s0, …] : (constraints)`; each constraint is `expr >= 0` or `expr == 0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IntegerSet {
    /// Number of dimensions.
    pub n_dims: u32,
    /// Number of symbols.
    pub n_symbols: u32,
    /// Expressions; `true` marks `== 0`, else `>= 0`.
    pub constraints: Box<[(Expr, bool)]>,
}

impl IntegerSet {
    /// Whether these operands, dimensions first, satisfy every constraint.
    pub fn contains(&self, operands: &[i64]) -> Option<bool> {
        let (dims, symbols) = operands.split_at_checked(self.n_dims as usize)?;
        let mut inside = true;
        for (expr, is_equality) in &self.constraints {
            let value = expr.evaluate(dims, symbols)?;
            inside &= if *is_equality { value == 0 } else { 0 <= value };
        }
        Some(inside)
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_expr(f, self, false, &|f, is_symbol, i| write!(f, "{}{i}", if is_symbol { 's' } else { 'd' }))
    }
}

/// Writes an expression with operands spelled by `name(out, is_symbol, index)`; `tight` puts sums in brackets.
pub fn write_expr<W: fmt::Write>(
    out: &mut W,
    expr: &Expr,
    tight: bool,
    name: &dyn Fn(&mut W, bool, u32) -> fmt::Result,
) -> fmt::Result {
    match expr {
        Expr::Dim(i) => name(out, false, *i),
        Expr::Symbol(i) => name(out, true, *i),
        Expr::Constant(c) => write!(out, "{c}"),
        Expr::Binary(BinaryOp::Mul, a, b) if **b == Expr::Constant(-1) => {
            out.write_char('-')?;
            write_expr(out, a, true, name)
        }
        Expr::Binary(BinaryOp::Add, a, b) => {
            if tight {
                out.write_char('(')?;
            }
            write_sum(out, a, b, name)?;
            if tight { out.write_char(')') } else { Ok(()) }
        }
        Expr::Binary(op, a, b) => {
            write_expr(out, a, true, name)?;
            out.write_str(match op {
                BinaryOp::Mul => " * ",
                BinaryOp::FloorDiv => " floordiv ",
                BinaryOp::CeilDiv => " ceildiv ",
                BinaryOp::Mod | BinaryOp::Add => " mod ",
            })?;
            write_expr(out, b, true, name)
        }
    }
}

/// Writes `a + b`, as a difference where `b` is negative.
fn write_sum<W: fmt::Write>(
    out: &mut W,
    a: &Expr,
    b: &Expr,
    name: &dyn Fn(&mut W, bool, u32) -> fmt::Result,
) -> fmt::Result {
    write_expr(out, a, false, name)?;
    match b {
        Expr::Constant(c) if *c < 0 => write!(out, " - {}", c.unsigned_abs()),
        Expr::Binary(BinaryOp::Mul, x, c) => match **c {
            Expr::Constant(-1) => {
                out.write_str(" - ")?;
                write_expr(out, x, true, name)
            }
            Expr::Constant(c) if c < -1 => {
                out.write_str(" - ")?;
                write_expr(out, x, true, name)?;
                write!(out, " * {}", c.unsigned_abs())
            }
            _ => {
                out.write_str(" + ")?;
                write_expr(out, b, false, name)
            }
        },
        _ => {
            out.write_str(" + ")?;
            write_expr(out, b, false, name)
        }
    }
}

/// Writes `(d0, d1)[s0]`.
fn write_head(f: &mut fmt::Formatter<'_>, n_dims: u32, n_symbols: u32) -> fmt::Result {
    let list = |n: u32, prefix: &str| (0..n).map(|i| format!("{prefix}{i}")).collect::<Vec<_>>().join(", ");
    write!(f, "({})", list(n_dims, "d"))?;
    if n_symbols > 0 {
        write!(f, "[{}]", list(n_symbols, "s"))?;
    }
    Ok(())
}

impl fmt::Display for AffineMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_head(f, self.n_dims, self.n_symbols)?;
        f.write_str(" -> (")?;
        for (i, result) in self.results.iter().enumerate() {
            write!(f, "{}{result}", if i > 0 { ", " } else { "" })?;
        }
        f.write_str(")")
    }
}

impl fmt::Display for IntegerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_head(f, self.n_dims, self.n_symbols)?;
        f.write_str(" : (")?;
        for (i, (expr, is_equality)) in self.constraints.iter().enumerate() {
            let relation = if *is_equality { "==" } else { ">=" };
            write!(f, "{}{expr} {relation} 0", if i > 0 { ", " } else { "" })?;
        }
        f.write_str(")")
    }
}
