//! Numeric substitutions in patterns: `#` format `,` name `:` expression, each part optional, and `@LINE`.

use std::fmt::Write as _;

use super::variables::Names;

/// The notation of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    /// `%u`
    Unsigned,
    /// `%d`
    Signed,
    /// `%x`
    Hex,
    /// `%X`
    UpperHex,
}

/// The format of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Format {
    base: Base,
    /// `%.8x`: the minimum number of digits.
    digits: usize,
    /// `%#x`: with prefix `0x`.
    has_prefix: bool,
}

/// An arithmetic expression over numbers and variables.
#[derive(Clone, Debug)]
pub(super) enum Expr {
    /// A constant.
    Constant(i128),
    /// A variable.
    Variable(String),
    /// A binary operation.
    Binary(Operator, Box<Expr>, Box<Expr>),
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    /// `+`, `add`
    Add,
    /// `-`, `sub`
    Sub,
    /// `mul`
    Mul,
    /// `div`
    Div,
    /// `max`
    Max,
    /// `min`
    Min,
}

/// A numeric substitution in a pattern.
#[derive(Clone, Debug)]
pub(super) struct Number {
    format: Format,
    defines: Option<String>,
    expr: Option<Expr>,
}

impl Number {
    /// Parses the text between `[[` and `]]`, and records the variables.
    pub(super) fn read(text: &str, line: i64, names: &mut Names) -> Result<Self, String> {
        let Some(body) = text.strip_prefix('#') else {
            // `[[@LINE+1]]`, the legacy syntax.
            let expr = Some(Reader::read(text, line, names)?);
            return Ok(Self { format: Format::default(), defines: None, expr });
        };
        let comma = body.find(',').filter(|comma| body.find('(').is_none_or(|paren| *comma < paren));
        let (explicit, body) = match comma {
            Some(comma) => (read_format(body[..comma].trim())?, &body[comma + 1..]),
            None => (ExplicitFormat::default(), body),
        };
        let (name, expr) =
            body.split_once(':').map_or((None, body), |(name, expr)| (Some(name.trim()), expr));
        let expr = expr.trim();
        let expr = match expr.strip_prefix("==").unwrap_or(expr).trim() {
            "" if expr.is_empty() => None,
            "" => return Err("expected a number after '=='".to_string()),
            expr => Some(Reader::read(expr, line, names)?),
        };
        let inherited = expr.as_ref().map_or(Ok(None), |expr| expr.format(names))?;
        let plain = Format { digits: explicit.digits, ..Format::default() };
        let format = explicit.format.or(inherited).unwrap_or(plain);
        if let Some(name) = name {
            names.define_number(name, format, line)?;
        }
        Ok(Self { format, defines: name.map(str::to_string), expr })
    }

    /// Returns the variable that it defines.
    pub(super) fn defines(&self) -> Option<&str> {
        self.defines.as_deref()
    }

    /// Returns the format: the explicit one, else that of the variables in the expression.
    pub(super) fn format(&self) -> Format {
        self.format
    }

    /// Returns the expression to match; without one, any number of the format matches.
    pub(super) fn expr(&self) -> Option<&Expr> {
        self.expr.as_ref()
    }
}

impl Default for Format {
    fn default() -> Self {
        Self { base: Base::Unsigned, digits: 0, has_prefix: false }
    }
}

impl Format {
    /// Returns the regular expression of numbers in this format.
    pub(super) fn expression(self) -> String {
        let prefix = if self.has_prefix { "0x" } else { "" };
        let sign = if self.base == Base::Signed { "-?" } else { "" };
        let (first, class) = match self.base {
            Base::Unsigned | Base::Signed => ("[1-9]", "[0-9]"),
            Base::Hex => ("[1-9a-f]", "[0-9a-f]"),
            Base::UpperHex => ("[1-9A-F]", "[0-9A-F]"),
        };
        match self.digits {
            0 => format!("{sign}{prefix}{class}+"),
            // A longer number has no leading zeros.
            digits => format!("{sign}{prefix}({first}{class}*)?{class}{{{digits}}}"),
        }
    }

    /// Formats a number.
    pub(super) fn write(self, value: i128) -> Result<String, String> {
        if value < 0 && self.base != Base::Signed {
            return Err(format!("{value} has no form without a sign"));
        }
        let mut text = String::from(if value < 0 { "-" } else { "" });
        text.push_str(if self.has_prefix { "0x" } else { "" });
        let (digits, value) = (self.digits, value.unsigned_abs());
        let _ = match self.base {
            Base::Unsigned | Base::Signed => write!(text, "{value:0digits$}"),
            Base::Hex => write!(text, "{value:0digits$x}"),
            Base::UpperHex => write!(text, "{value:0digits$X}"),
        };
        Ok(text)
    }

    /// Parses a number in this format.
    pub(super) fn read(self, text: &str) -> Option<i128> {
        let (is_negative, text) = text.strip_prefix('-').map_or((false, text), |text| (true, text));
        let radix = if matches!(self.base, Base::Hex | Base::UpperHex) { 16 } else { 10 };
        let value = i128::from_str_radix(text.trim_start_matches("0x"), radix).ok()?;
        Some(if is_negative { -value } else { value })
    }
}

/// The format before the comma: `%` with a format, or a number of digits alone, which applies if there is no
/// other format.
#[derive(Default)]
struct ExplicitFormat {
    format: Option<Format>,
    digits: usize,
}

fn read_format(text: &str) -> Result<ExplicitFormat, String> {
    let rest =
        text.strip_prefix('%').ok_or_else(|| format!("expected a form such as '%x', but found '{text}'"))?;
    let (has_prefix, rest) = rest.strip_prefix('#').map_or((false, rest), |rest| (true, rest));
    let (digits, rest) = match rest.strip_prefix('.') {
        Some(rest) => {
            let end = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            (rest[..end].parse().unwrap_or(usize::MAX), &rest[end..])
        }
        None => (0, rest),
    };
    let base = match rest {
        "" => None,
        "u" => Some(Base::Unsigned),
        "d" => Some(Base::Signed),
        "x" => Some(Base::Hex),
        "X" => Some(Base::UpperHex),
        other => return Err(format!("expected one of %u, %d, %x and %X, but found '%{other}'")),
    };
    if has_prefix && !matches!(base, Some(Base::Hex | Base::UpperHex)) {
        return Err("expected %#x or %#X, for other forms have no '0x'".to_string());
    }
    if 64 < digits {
        return Err("expected at most 64 digits".to_string());
    }
    Ok(ExplicitFormat { format: base.map(|base| Format { base, digits, has_prefix }), digits })
}

impl Expr {
    /// Returns the format of the variables in the expression, which must agree.
    fn format(&self, names: &Names) -> Result<Option<Format>, String> {
        match self {
            Self::Constant(_) => Ok(None),
            Self::Variable(name) => Ok(names.format(name)),
            Self::Binary(_, a, b) => match (a.format(names)?, b.format(names)?) {
                (Some(a), Some(b)) if a != b => {
                    Err("expected a form such as '%x,', for the variables have several".to_string())
                }
                (a, b) => Ok(a.or(b)),
            },
        }
    }

    /// Evaluates the expression; `variable` returns the values of variables.
    pub(super) fn value(&self, variable: &dyn Fn(&str) -> Result<i128, String>) -> Result<i128, String> {
        let (operator, a, b) = match self {
            Self::Constant(value) => return Ok(*value),
            Self::Variable(name) => return variable(name),
            Self::Binary(operator, a, b) => (*operator, a.value(variable)?, b.value(variable)?),
        };
        let value = match operator {
            Operator::Add => a.checked_add(b),
            Operator::Sub => a.checked_sub(b),
            Operator::Mul => a.checked_mul(b),
            Operator::Div => a.checked_div(b),
            Operator::Max => Some(a.max(b)),
            Operator::Min => Some(a.min(b)),
        };
        value.ok_or_else(|| "the number is too large, or a division is by 0".to_string())
    }
}

/// A parser of expressions.
struct Reader<'t> {
    rest: &'t str,
    line: i64,
    names: &'t mut Names,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn read(text: &'t str, line: i64, names: &'t mut Names) -> Result<Expr, String> {
        let mut reader = Self { rest: text, line, names, depth: 0 };
        let expr = reader.sum()?;
        match reader.rest.trim() {
            "" => Ok(expr),
            rest => Err(format!("expected the end of the number, but found '{rest}'")),
        }
    }

    fn sum(&mut self) -> Result<Expr, String> {
        let mut left = self.term()?;
        loop {
            self.rest = self.rest.trim_start();
            let operator = match self.rest.chars().next() {
                Some('+') => Operator::Add,
                Some('-') => Operator::Sub,
                _ => return Ok(left),
            };
            self.rest = &self.rest[1..];
            left = Expr::Binary(operator, Box::new(left), Box::new(self.term()?));
        }
    }

    fn term(&mut self) -> Result<Expr, String> {
        const MAX_DEPTH: usize = 64;
        self.depth += 1;
        if MAX_DEPTH < self.depth {
            return Err(format!("expected at most {MAX_DEPTH} terms"));
        }
        self.rest = self.rest.trim_start();
        if let Some(rest) = self.rest.strip_prefix('(') {
            self.rest = rest;
            let inner = self.sum()?;
            self.expect(')')?;
            return Ok(inner);
        }
        if let Some(rest) =
            self.rest.strip_prefix('-').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        {
            self.rest = rest;
            let negated = self.term()?;
            return Ok(Expr::Binary(Operator::Sub, Box::new(Expr::Constant(0)), Box::new(negated)));
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '@' | '$');
        let end = self.rest.len() - self.rest.trim_start_matches(is_part).len();
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        match word {
            "" => Err("expected a number or the name of one".to_string()),
            "@LINE" => Ok(Expr::Constant(i128::from(self.line))),
            _ if self.rest.starts_with('(') => self.function(word),
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => constant(word),
            _ => {
                self.names.use_number(word, self.line)?;
                Ok(Expr::Variable(word.to_string()))
            }
        }
    }

    fn function(&mut self, name: &str) -> Result<Expr, String> {
        let operator = match name {
            "add" => Operator::Add,
            "sub" => Operator::Sub,
            "mul" => Operator::Mul,
            "div" => Operator::Div,
            "max" => Operator::Max,
            "min" => Operator::Min,
            _ => return Err(format!("expected add, sub, mul, div, max or min, but found '{name}'")),
        };
        self.expect('(')?;
        let first = self.sum()?;
        self.expect(',')?;
        let second = self.sum()?;
        self.expect(')')?;
        Ok(Expr::Binary(operator, Box::new(first), Box::new(second)))
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(wanted) {
            Some(rest) => {
                self.rest = rest;
                Ok(())
            }
            None => Err(format!("expected '{wanted}' in the number")),
        }
    }
}

fn constant(word: &str) -> Result<Expr, String> {
    let value = match word.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16),
        None => word.parse(),
    };
    value.map(Expr::Constant).map_err(|_| format!("expected a number, but found '{word}'"))
}
