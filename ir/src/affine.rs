//! Affine expressions, maps and sets.
//!
//! Expressions are simplified during construction, by the rules of MLIR: constants move to the right and fold
//! unless that overflows, `x - x` is `0`, `(x * 4) mod 4` is `0`. Division rounds toward negative infinity
//! and the remainder is never negative.

use crate::types::DYNAMIC;
use std::fmt;

/// An expression over dimensions `d0, …` and symbols `s0, …`.
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
    /// Product; one side contains no dimension.
    Mul,
    /// Quotient rounded down; the divisor is positive.
    FloorDiv,
    /// Quotient rounded up; the divisor is positive.
    CeilDiv,
    /// Remainder of [`BinaryOp::FloorDiv`].
    Mod,
}

impl BinaryOp {
    /// Returns the result on two integers; `None` on overflow or a divisor that is not positive.
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

    fn spelling(self) -> &'static str {
        match self {
            Self::Add => " + ",
            Self::Mul => " * ",
            Self::FloorDiv => " floordiv ",
            Self::CeilDiv => " ceildiv ",
            Self::Mod => " mod ",
        }
    }
}

#[expect(clippy::should_implement_trait, reason = "makers of simplified expressions, not operators")]
impl Expr {
    /// Returns `a + b`, simplified.
    pub fn add(a: Self, b: Self) -> Self {
        simplify_add(&a, &b).unwrap_or_else(|| Self::binary(BinaryOp::Add, a, b))
    }

    /// Returns `a * b`, simplified.
    pub fn mul(a: Self, b: Self) -> Self {
        simplify_mul(&a, &b).unwrap_or_else(|| Self::binary(BinaryOp::Mul, a, b))
    }

    /// Returns `a - b`, simplified.
    pub fn sub(a: Self, b: Self) -> Self {
        Self::add(a, Self::mul(b, Self::Constant(-1)))
    }

    /// Returns `a floordiv b`, `a ceildiv b` or `a mod b`, simplified. A division by a divisor that is not
    /// positive is undefined and is not simplified.
    pub fn div(op: BinaryOp, a: Self, b: Self) -> Self {
        let simple = match op {
            BinaryOp::Mod => simplify_mod(&a, &b),
            _ => simplify_div(op, &a, &b),
        };
        simple.unwrap_or_else(|| Self::binary(op, a, b))
    }

    fn binary(op: BinaryOp, a: Self, b: Self) -> Self {
        Self::Binary(op, Box::new(a), Box::new(b))
    }

    /// Returns both operands of an operation of this kind.
    fn sides(&self, wanted: BinaryOp) -> Option<(&Self, &Self)> {
        match self {
            Self::Binary(op, a, b) if *op == wanted => Some((a, b)),
            _ => None,
        }
    }

    /// Returns the value of a constant.
    pub fn as_constant(&self) -> Option<i64> {
        match self {
            Self::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the expression as a factor and the constant that scales it.
    fn scaled(&self) -> (&Self, i64) {
        match self.sides(BinaryOp::Mul) {
            Some((x, Self::Constant(c))) => (x, *c),
            _ => (self, 1),
        }
    }

    /// Returns the largest number that provably divides every value of the expression, by its structure.
    fn known_divisor(&self) -> i64 {
        match self {
            Self::Dim(_) | Self::Symbol(_) => 1,
            Self::Constant(c) => c.wrapping_abs(),
            Self::Binary(BinaryOp::Mul, a, b) => a.known_divisor().wrapping_mul(b.known_divisor()),
            Self::Binary(BinaryOp::Add | BinaryOp::Mod, a, b) => {
                gcd(a.known_divisor().unsigned_abs(), b.known_divisor().unsigned_abs()) as i64
            }
            Self::Binary(BinaryOp::FloorDiv | BinaryOp::CeilDiv, a, b) => match **b {
                Self::Constant(c) if c != 0 => {
                    let divisor = a.known_divisor();
                    if divisor.wrapping_rem(c) == 0 { divisor.wrapping_div(c).wrapping_abs() } else { 1 }
                }
                _ => 1,
            },
        }
    }

    /// Whether the expression contains no dimension.
    pub fn is_symbolic(&self) -> bool {
        match self {
            Self::Dim(_) => false,
            Self::Symbol(_) | Self::Constant(_) => true,
            Self::Binary(_, a, b) => a.is_symbolic() && b.is_symbolic(),
        }
    }

    /// Evaluates the expression for these dimensions and symbols; `None` on overflow, an invalid divisor or a
    /// missing operand.
    pub fn evaluate(&self, dims: &[i64], symbols: &[i64]) -> Option<i64> {
        match self {
            Self::Dim(i) => dims.get(*i as usize).copied(),
            Self::Symbol(i) => symbols.get(*i as usize).copied(),
            Self::Constant(c) => Some(*c),
            Self::Binary(op, a, b) => op.apply(a.evaluate(dims, symbols)?, b.evaluate(dims, symbols)?),
        }
    }

    /// Returns the expression with each dimension and symbol replaced, simplified.
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

    /// Returns the expression as `Σ coefficient · operand + constant`, dimensions before symbols; `None` if
    /// it contains a division or a product of two variables.
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

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Whether two dimensions or two symbols are in descending order of their numbers.
fn are_swapped(a: &Expr, b: &Expr) -> bool {
    matches!((a, b), (Expr::Dim(i), Expr::Dim(j)) | (Expr::Symbol(i), Expr::Symbol(j)) if j < i)
}

fn simplify_add(a: &Expr, b: &Expr) -> Option<Expr> {
    if let (Expr::Constant(x), Expr::Constant(y)) = (a, b) {
        return x.checked_add(*y).map(Expr::Constant);
    }
    // Constants go to the right, symbols to the right of dimensions, and leaves are in order.
    if matches!(a, Expr::Constant(_)) || (a.is_symbolic() && !b.is_symbolic()) || are_swapped(a, b) {
        return Some(Expr::add(b.clone(), a.clone()));
    }
    if *b == Expr::Constant(0) {
        return Some(a.clone());
    }
    // Sums are left-associative, as the parser reads them.
    if let Some((x, y)) = b.sides(BinaryOp::Add) {
        return Some(Expr::add(Expr::add(a.clone(), x.clone()), y.clone()));
    }
    let sum = a.sides(BinaryOp::Add);
    if let (Some((x, Expr::Constant(c))), Expr::Constant(y)) = (sum, b) {
        return Some(Expr::add(x.clone(), Expr::Constant(c.wrapping_add(*y))));
    }
    let ((x, m), (y, n)) = (a.scaled(), b.scaled());
    if x == y {
        return Some(Expr::mul(x.clone(), Expr::Constant(m.wrapping_add(n))));
    }
    if let Some((x, c @ Expr::Constant(_))) = sum {
        return Some(Expr::add(Expr::add(x.clone(), b.clone()), c.clone()));
    }
    remainder_of_difference(a, b)
}

/// Simplifies `x - q * (x floordiv q)` to `x mod q`, also if `x` is the last term of `a`.
fn remainder_of_difference(a: &Expr, b: &Expr) -> Option<Expr> {
    let Expr::Binary(op, left, right) = b else { return None };
    if let (Expr::Constant(-1), Some((quotient, q))) = (&**right, left.sides(BinaryOp::Mul)) {
        let (x, divisor) = quotient.sides(BinaryOp::FloorDiv)?;
        if divisor == q && x == a {
            return Some(Expr::div(BinaryOp::Mod, a.clone(), q.clone()));
        }
    }
    let (x, q) = left.sides(BinaryOp::FloorDiv).filter(|_| *op == BinaryOp::Mul)?;
    let negated = q.as_constant().filter(|q| 0 < *q).map(|q| Expr::Constant(-q));
    if a == x && negated.is_some_and(|q| q == **right) {
        return Some(Expr::div(BinaryOp::Mod, a.clone(), q.clone()));
    }
    let (rest, last) = a.sides(BinaryOp::Add)?;
    simplify_add(last, b).map(|simple| Expr::add(rest.clone(), simple))
}

fn simplify_mul(a: &Expr, b: &Expr) -> Option<Expr> {
    if let (Expr::Constant(x), Expr::Constant(y)) = (a, b) {
        return x.checked_mul(*y).map(Expr::Constant);
    }
    if !a.is_symbolic() && !b.is_symbolic() {
        return None;
    }
    if !b.is_symbolic() || matches!(a, Expr::Constant(_)) || are_swapped(a, b) {
        return Some(Expr::mul(b.clone(), a.clone()));
    }
    match b {
        Expr::Constant(1) => return Some(a.clone()),
        Expr::Constant(0) => return Some(Expr::Constant(0)),
        _ => {}
    }
    let (x, c) = a.sides(BinaryOp::Mul)?;
    match (c, b) {
        (Expr::Constant(c), Expr::Constant(y)) => {
            Some(Expr::mul(x.clone(), Expr::Constant(c.wrapping_mul(*y))))
        }
        (Expr::Constant(_), _) => Some(Expr::mul(Expr::mul(x.clone(), b.clone()), c.clone())),
        _ => None,
    }
}

fn simplify_div(op: BinaryOp, a: &Expr, b: &Expr) -> Option<Expr> {
    let n = b.as_constant().filter(|n| *n != 0)?;
    if let Expr::Constant(value) = a {
        let (quotient, remainder) = (value.checked_div(n)?, value % n);
        let is_negative = (*value < 0) != (n < 0);
        let step = match op {
            BinaryOp::CeilDiv => i64::from(remainder != 0 && !is_negative),
            _ => -i64::from(remainder != 0 && is_negative),
        };
        return Some(Expr::Constant(quotient + step));
    }
    if n == 1 {
        return Some(a.clone());
    }
    if let Some((x, Expr::Constant(c))) = a.sides(BinaryOp::Mul)
        && c.wrapping_rem(n) == 0
    {
        return Some(Expr::mul(x.clone(), Expr::Constant(c.wrapping_div(n))));
    }
    let (x, y) = a.sides(BinaryOp::Add).filter(|_| op == BinaryOp::FloorDiv)?;
    if x.known_divisor().wrapping_rem(n) != 0 && y.known_divisor().wrapping_rem(n) != 0 {
        return None;
    }
    let part = |term: &Expr| Expr::div(op, term.clone(), b.clone());
    Some(Expr::add(part(x), part(y)))
}

fn simplify_mod(a: &Expr, b: &Expr) -> Option<Expr> {
    let n = b.as_constant().filter(|n| 0 < *n)?;
    if let Expr::Constant(value) = a {
        return Some(Expr::Constant(value.rem_euclid(n)));
    }
    if a.known_divisor() % n == 0 {
        return Some(Expr::Constant(0));
    }
    let rest = |term: &Expr| Some(Expr::div(BinaryOp::Mod, term.clone(), b.clone()));
    if let Some((x, y)) = a.sides(BinaryOp::Add) {
        if x.known_divisor() % n == 0 {
            return rest(y);
        }
        if y.known_divisor() % n == 0 {
            return rest(x);
        }
    }
    match a.sides(BinaryOp::Mod) {
        Some((x, Expr::Constant(c))) if 1 <= *c && c % n == 0 => rest(x),
        _ => None,
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
    /// Creates a map from its parts.
    pub fn new(n_dims: usize, n_symbols: usize, results: Vec<Expr>) -> Self {
        Self { n_dims: n_dims as u32, n_symbols: n_symbols as u32, results: results.into() }
    }

    /// Returns `() -> (value)`.
    pub fn constant(value: i64) -> Self {
        Self::new(0, 0, vec![Expr::Constant(value)])
    }

    /// Returns `(d0, …) -> (d0, …)`.
    pub fn identity(n_dims: usize) -> Self {
        Self::new(n_dims, 0, (0..n_dims as u32).map(Expr::Dim).collect())
    }

    /// Returns `()[s0] -> (s0)`.
    pub fn symbol_identity() -> Self {
        Self::new(0, 1, vec![Expr::Symbol(0)])
    }

    /// Returns the number of dimensions plus symbols.
    pub fn n_inputs(&self) -> usize {
        (self.n_dims + self.n_symbols) as usize
    }

    /// Returns the value of a map with a single constant result.
    pub fn as_constant(&self) -> Option<i64> {
        match *self.results {
            [Expr::Constant(value)] => Some(value),
            _ => None,
        }
    }

    /// Whether the results are the dimensions in order; unused symbols are allowed.
    pub fn is_identity(&self) -> bool {
        self.n_dims as usize == self.results.len()
            && self.results.iter().enumerate().all(|(i, e)| *e == Expr::Dim(i as u32))
    }

    /// Returns the results for these operands, dimensions first.
    pub fn evaluate(&self, operands: &[i64]) -> Option<Vec<i64>> {
        let (dims, symbols) = operands.split_at_checked(self.n_dims as usize)?;
        self.results.iter().map(|expr| expr.evaluate(dims, symbols)).collect()
    }

    /// Returns offset and strides if the map is a memref layout with one linear result; [`DYNAMIC`] where
    /// they depend on a symbol.
    pub fn as_strides(&self) -> Option<(i64, Vec<i64>)> {
        let [result] = &*self.results else { return None };
        let mut strides = vec![Expr::Constant(0); self.n_dims as usize];
        let mut offset = Expr::Constant(0);
        extract_strides(result, &Expr::Constant(1), &mut strides, &mut offset)?;
        let number = |expr: &Expr| expr.as_constant().unwrap_or(DYNAMIC);
        Some((number(&offset), strides.iter().map(number).collect()))
    }
}

/// Adds the strides and the offset of `expr * factor`; `None` if it is not linear in the dimensions.
fn extract_strides(expr: &Expr, factor: &Expr, strides: &mut [Expr], offset: &mut Expr) -> Option<()> {
    let scale = |expr: &Expr| Expr::mul(expr.clone(), factor.clone());
    match expr {
        Expr::Dim(i) => {
            let stride = strides.get_mut(*i as usize)?;
            *stride = Expr::add(stride.clone(), factor.clone());
        }
        Expr::Symbol(_) | Expr::Constant(_) => *offset = Expr::add(offset.clone(), scale(expr)),
        Expr::Binary(BinaryOp::Add, a, b) => {
            extract_strides(a, factor, strides, offset)?;
            extract_strides(b, factor, strides, offset)?;
        }
        Expr::Binary(BinaryOp::Mul, a, b) if a.is_symbolic() => {
            extract_strides(b, &scale(a), strides, offset)?;
        }
        Expr::Binary(BinaryOp::Mul, a, b) => extract_strides(a, &scale(b), strides, offset)?,
        Expr::Binary(..) => return None,
    }
    Some(())
}

/// `(d0, …)[s0, …] : (constraints)`; each constraint is `expr >= 0` or `expr == 0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IntegerSet {
    /// Number of dimensions.
    pub n_dims: u32,
    /// Number of symbols.
    pub n_symbols: u32,
    /// Expressions; `true` means `== 0`, `false` means `>= 0`.
    pub constraints: Box<[(Expr, bool)]>,
}

impl IntegerSet {
    /// Returns whether these operands, dimensions first, satisfy every constraint; `None` if one cannot be
    /// evaluated.
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

/// Writes an expression with operands spelled by `name(out, is_symbol, index)`; `tight` puts operations in
/// parentheses.
pub fn write_expr<W: fmt::Write>(
    out: &mut W,
    expr: &Expr,
    tight: bool,
    name: &dyn Fn(&mut W, bool, u32) -> fmt::Result,
) -> fmt::Result {
    let op = match expr {
        Expr::Dim(i) => return name(out, false, *i),
        Expr::Symbol(i) => return name(out, true, *i),
        Expr::Constant(c) => return write!(out, "{c}"),
        Expr::Binary(op, ..) => op,
    };
    let Expr::Binary(_, a, b) = expr else { return Ok(()) };
    if tight {
        out.write_char('(')?;
    }
    match op {
        BinaryOp::Add => write_sum(out, a, b, name)?,
        BinaryOp::Mul if **b == Expr::Constant(-1) => {
            out.write_char('-')?;
            write_expr(out, a, true, name)?;
        }
        BinaryOp::Mul | BinaryOp::FloorDiv | BinaryOp::CeilDiv | BinaryOp::Mod => {
            write_expr(out, a, true, name)?;
            out.write_str(op.spelling())?;
            write_expr(out, b, true, name)?;
        }
    }
    if tight { out.write_char(')') } else { Ok(()) }
}

/// Writes `a + b`, as a difference where `b` is negative.
fn write_sum<W: fmt::Write>(
    out: &mut W,
    a: &Expr,
    b: &Expr,
    name: &dyn Fn(&mut W, bool, u32) -> fmt::Result,
) -> fmt::Result {
    write_expr(out, a, false, name)?;
    // The minimum value has no negation to subtract.
    let opposite = |c: i64| c.checked_neg().filter(|c| 0 < *c);
    if let Expr::Constant(c) = b
        && let Some(c) = opposite(*c)
    {
        return write!(out, " - {c}");
    }
    match b.scaled() {
        (x, -1) => {
            out.write_str(" - ")?;
            write_expr(out, x, x.sides(BinaryOp::Add).is_some(), name)
        }
        (x, c) if let Some(c) = opposite(c) => {
            out.write_str(" - ")?;
            write_expr(out, x, true, name)?;
            write!(out, " * {c}")
        }
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
