//! Reads affine maps, sets and subscripts.

use crate::affine::{AffineMap, BinaryOp, Expr, IntegerSet};
use crate::diagnostics::{Reported, codes};
use crate::format::read::{Reader, ValueName};
use crate::limits::MAX_TERMS;
use crate::syntax::lexer::Token;
use rustc_hash::FxHashMap;

/// The names that are valid in an expression.
#[derive(Debug, Default)]
struct Names {
    /// The expression of each name.
    known: FxHashMap<String, Expr>,
    n_dims: usize,
    n_symbols: usize,
}

/// Subscripts over values: a map, and the values of its dimensions and of its symbols.
#[derive(Debug, Default)]
pub struct Subscripts {
    /// The values of the dimensions.
    pub dims: Vec<ValueName>,
    /// The values of the symbols.
    pub symbols: Vec<ValueName>,
    /// One expression per subscript.
    pub results: Vec<Expr>,
}

impl Subscripts {
    /// Returns the map.
    pub fn map(&self) -> AffineMap {
        AffineMap::new(self.dims.len(), self.symbols.len(), self.results.clone())
    }
}

/// Returns the expression of a name or `%value`.
type Leaf<'f> = &'f mut dyn FnMut(&mut Reader<'_, '_>) -> Result<Option<Expr>, Reported>;

impl Reader<'_, '_> {
    /// Reads `(d0)[s0] -> (results)`.
    pub(crate) fn affine_map(&mut self) -> Result<AffineMap, Reported> {
        let names = self.map_names()?;
        self.expect(Token::Arrow, "'->' in an affine map")?;
        self.expect(Token::LParen, "'(' before the results of an affine map")?;
        let mut results = Vec::new();
        self.list_until(Token::RParen, "',' or ')' in the results of an affine map", |reader| {
            results.push(reader.named_expr(&names)?);
            Ok(())
        })?;
        Ok(AffineMap::new(names.n_dims, names.n_symbols, results))
    }

    /// Reads `(d0)[s0] : (constraints)`.
    pub(crate) fn affine_set(&mut self) -> Result<IntegerSet, Reported> {
        let names = self.map_names()?;
        self.expect(Token::Colon, "':' in an affine set")?;
        self.expect(Token::LParen, "'(' before the constraints of an affine set")?;
        let mut constraints = Vec::new();
        self.list_until(Token::RParen, "',' or ')' in the constraints of an affine set", |reader| {
            constraints.push(reader.constraint(&names)?);
            Ok(())
        })?;
        if constraints.is_empty() {
            constraints.push((Expr::Constant(0), true));
        }
        let (n_dims, n_symbols) = (names.n_dims as u32, names.n_symbols as u32);
        Ok(IntegerSet { n_dims, n_symbols, constraints: constraints.into() })
    }

    fn constraint(&mut self, names: &Names) -> Result<(Expr, bool), Reported> {
        let left = self.named_expr(names)?;
        let relation = self.peek();
        if !matches!(relation, Token::GreaterEqual | Token::LessEqual | Token::EqualEqual) {
            return Err(self.expected("'== affine-expr' or '>= affine-expr' at end of affine constraint"));
        }
        self.at += 1;
        let right = self.named_expr(names)?;
        let (a, b) = if relation == Token::LessEqual { (right, left) } else { (left, right) };
        Ok((Expr::sub(a, b), relation == Token::EqualEqual))
    }

    fn map_names(&mut self) -> Result<Names, Reported> {
        let mut names = Names::default();
        self.expect(Token::LParen, "'(' before the dimensions")?;
        self.name_list(Token::RParen, &mut names, false)?;
        if self.eat(Token::LSquare) {
            self.name_list(Token::RSquare, &mut names, true)?;
        }
        Ok(names)
    }

    fn name_list(&mut self, close: Token, names: &mut Names, symbols: bool) -> Result<(), Reported> {
        self.list_until(close, "',' or the end of the list of names", |reader| {
            let token = reader.expect(Token::Word, "a name")?;
            let name = reader.text(token).to_string();
            if names.known.contains_key(&name) {
                let span = reader.cx.token_span(token);
                return Err(reader.error_at(span, format!("redefinition of identifier '{name}'")));
            }
            let count = if symbols { &mut names.n_symbols } else { &mut names.n_dims };
            let index = *count as u32;
            *count += 1;
            names.known.insert(name, if symbols { Expr::Symbol(index) } else { Expr::Dim(index) });
            Ok(())
        })
    }

    fn named_expr(&mut self, names: &Names) -> Result<Expr, Reported> {
        self.expr(&mut |reader| {
            if reader.peek() != Token::Word {
                return Ok(None);
            }
            let text = reader.text(reader.at);
            if let Some(expr) = names.known.get(text) {
                reader.at += 1;
                return Ok(Some(expr.clone()));
            }
            Err(reader.error(format!("use of undeclared identifier '{text}' in an affine expression")))
        })
    }

    /// Reads subscripts over values, `%i + 1, %j * 2`, up to `close`, which is consumed too.
    pub fn subscripts(&mut self, close: Token) -> Result<Subscripts, Reported> {
        let mut out = Subscripts::default();
        self.list_until(close, "',' or the end of the subscripts", |reader| {
            let expr = reader.value_expr(&mut out)?;
            out.results.push(expr);
            Ok(())
        })?;
        Ok(out)
    }

    /// Reads one expression over values; new values are added to `names`.
    pub(crate) fn value_expr(&mut self, names: &mut Subscripts) -> Result<Expr, Reported> {
        self.expr(&mut |reader| {
            if reader.peek() == Token::Value {
                let name = reader.value_name()?;
                return Ok(Some(leaf_of(reader, names, name, false)));
            }
            if reader.eat_word("symbol") {
                reader.expect(Token::LParen, "'(' after 'symbol'")?;
                let name = reader.value_name()?;
                reader.expect(Token::RParen, "')' after the symbol")?;
                return Ok(Some(leaf_of(reader, names, name, true)));
            }
            Ok(None)
        })
    }

    /// Reads a sum.
    fn expr(&mut self, leaf: Leaf<'_>) -> Result<Expr, Reported> {
        self.check_depth("affine expressions")?;
        self.nesting += 1;
        let result = self.sum(leaf);
        self.nesting -= 1;
        result
    }

    fn sum(&mut self, leaf: Leaf<'_>) -> Result<Expr, Reported> {
        let mut left = self.product(leaf)?;
        for _ in 0..MAX_TERMS {
            if self.eat(Token::Plus) {
                self.check_right_side()?;
                left = Expr::add(left, self.product(leaf)?);
            } else if self.eat(Token::Minus) {
                self.check_right_side()?;
                left = Expr::sub(left, self.product(leaf)?);
            } else {
                return Ok(left);
            }
        }
        let span = self.span();
        Err(self.limit_at(span, format!("an affine expression has more than the limit of {MAX_TERMS} terms")))
    }

    fn product(&mut self, leaf: Leaf<'_>) -> Result<Expr, Reported> {
        let mut left = self.factor(leaf)?;
        for _ in 0..MAX_TERMS {
            let span = self.span();
            let op = if self.eat(Token::Star) {
                BinaryOp::Mul
            } else if self.eat_word("floordiv") {
                BinaryOp::FloorDiv
            } else if self.eat_word("ceildiv") {
                BinaryOp::CeilDiv
            } else if self.eat_word("mod") {
                BinaryOp::Mod
            } else {
                return Ok(left);
            };
            self.check_right_side()?;
            let right = self.factor(leaf)?;
            left = self.combine(op, left, right, span)?;
        }
        let span = self.span();
        Err(self
            .limit_at(span, format!("an affine expression has more than the limit of {MAX_TERMS} factors")))
    }

    fn check_right_side(&mut self) -> Result<(), Reported> {
        let starts = [Token::Minus, Token::LParen, Token::Integer, Token::Word, Token::Value];
        if starts.contains(&self.peek()) {
            return Ok(());
        }
        Err(self.expected("an affine expression: missing right operand of binary operator"))
    }

    fn combine(
        &mut self,
        op: BinaryOp,
        a: Expr,
        b: Expr,
        span: crate::source::Span,
    ) -> Result<Expr, Reported> {
        let message = match op {
            BinaryOp::Mul if !a.is_symbolic() && !b.is_symbolic() => {
                "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic"
            }
            BinaryOp::Mul | BinaryOp::Add => return Ok(Expr::mul(a, b)),
            BinaryOp::FloorDiv if !b.is_symbolic() => {
                "non-affine expression: right operand of floordiv has to be either a constant or symbolic"
            }
            BinaryOp::CeilDiv if !b.is_symbolic() => {
                "non-affine expression: right operand of ceildiv has to be either a constant or symbolic"
            }
            BinaryOp::Mod if !b.is_symbolic() => {
                "non-affine expression: right operand of mod has to be either a constant or symbolic"
            }
            BinaryOp::FloorDiv | BinaryOp::CeilDiv | BinaryOp::Mod => return Ok(Expr::div(op, a, b)),
        };
        Err(self.cx.diagnostics.error(codes::SYNTAX, span, message))
    }

    fn factor(&mut self, leaf: Leaf<'_>) -> Result<Expr, Reported> {
        match self.peek() {
            Token::Minus if self.peek_at(1) == Token::Integer => self.affine_constant(),
            Token::Minus => {
                self.at += 1;
                let inner = self.factor_nested(leaf)?;
                Ok(Expr::mul(inner, Expr::Constant(-1)))
            }
            Token::LParen => {
                self.at += 1;
                let inner = self.expr(leaf)?;
                self.expect(Token::RParen, "')' in an affine expression")?;
                Ok(inner)
            }
            Token::Integer => self.affine_constant(),
            _ => match leaf(self)? {
                Some(expr) => Ok(expr),
                None => Err(self.expected("an affine expression")),
            },
        }
    }

    fn affine_constant(&mut self) -> Result<Expr, Reported> {
        self.integer().map(Expr::Constant)
    }

    fn factor_nested(&mut self, leaf: Leaf<'_>) -> Result<Expr, Reported> {
        self.check_depth("affine expressions")?;
        self.nesting += 1;
        let result = self.factor(leaf);
        self.nesting -= 1;
        result
    }
}

/// Returns the leaf of a value: its existing dimension or symbol, or else the next one.
fn leaf_of(reader: &mut Reader<'_, '_>, names: &mut Subscripts, name: ValueName, is_symbol: bool) -> Expr {
    let same = |other: &ValueName| {
        other.number == name.number && reader.text(other.token) == reader.text(name.token)
    };
    if let Some(at) = names.dims.iter().position(same) {
        reader.cx.note_repeated(name, names.dims[at]);
        return Expr::Dim(at as u32);
    }
    if let Some(at) = names.symbols.iter().position(same) {
        reader.cx.note_repeated(name, names.symbols[at]);
        return Expr::Symbol(at as u32);
    }
    let list = if is_symbol { &mut names.symbols } else { &mut names.dims };
    list.push(name);
    let at = list.len() as u32 - 1;
    if is_symbol { Expr::Symbol(at) } else { Expr::Dim(at) }
}
