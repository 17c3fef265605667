//! Decodes string and number literals.

use crate::attrs::{Attr, AttrKind};
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::scalar;
use crate::source::Span;
use crate::syntax::lexer::Token;
use crate::types::{Float, Signedness, Type, TypeKind};

impl Reader<'_, '_> {
    /// Reads a string and returns its content.
    pub fn string(&mut self) -> Result<String, Reported> {
        let token = self.expect(Token::String, "a string")?;
        self.unescape(token)
    }

    /// Returns the content of a string token.
    pub(crate) fn unescape(&mut self, token: usize) -> Result<String, Reported> {
        let text = self.text(token);
        let text = &text[text.find('"').map_or(0, |at| at + 1)..text.len() - 1];
        match unescape(text) {
            Some(content) => Ok(content),
            None => {
                let span = self.cx.token_span(token);
                Err(self.error_at(
                    span,
                    "expected one of \\\" \\\\ \\n \\t or two hex digits after '\\' in a string",
                ))
            }
        }
    }

    /// Returns the name of a symbol token: `@name` or `@"any"`.
    pub(crate) fn symbol_text(&mut self, token: usize) -> Result<String, Reported> {
        let text = &self.text(token)[1..];
        let limit = self.cx.limits.symbol;
        if limit < text.len() {
            let span = self.cx.token_span(token);
            return Err(self.limit_at(span, format!("a symbol has more than the limit of {limit} bytes")));
        }
        if text.starts_with('"') { self.unescape(token) } else { Ok(text.to_string()) }
    }

    /// Reads a number with an optional sign and an optional `: type`; without a type it has `ty`, else `i64`
    /// or `f64`.
    pub(crate) fn number_attr(&mut self, ty: Option<Type>) -> Result<Attr, Reported> {
        let span = self.span();
        let start = self.at;
        self.eat(Token::Minus);
        if !matches!(self.peek(), Token::Integer | Token::Float) {
            return Err(self.expected("a number"));
        }
        let is_float = self.peek() == Token::Float;
        self.at += 1;
        let end = self.at;
        let ty = match ty {
            Some(ty) => ty,
            None if self.eat(Token::Colon) => self.parse_type()?,
            None if is_float => Type::F64,
            None => Type::I64,
        };
        if self.is_wide_integer(end - 1, ty) {
            return self.wide_integer(start, end, ty, span);
        }
        let bits = self.number_bits(start, end, ty, span)?;
        if self.cx.module.float_kind(ty).is_some() {
            return Ok(self.cx.module.float_attr(bits, ty));
        }
        Ok(self.cx.module.int_attr(bits as i64, ty))
    }

    /// Returns the bits of the number in tokens `start..end` as a value of a scalar type; integers are
    /// sign-extended.
    pub(crate) fn number_bits(
        &mut self,
        start: usize,
        end: usize,
        ty: Type,
        span: Span,
    ) -> Result<u64, Reported> {
        let negative = self.cx.syntax.tokens.kinds[start] == Token::Minus;
        let token = end - 1;
        let text = self.text(token);
        let type_text = crate::print::type_text(&self.cx.module, ty);
        if let TypeKind::Float(float) = *self.cx.module.type_kind(ty) {
            if let Some(hex) = text.strip_prefix("0x") {
                return u64::from_str_radix(hex, 16)
                    .ok()
                    .filter(|bits| !negative && (float.width() == 64 || *bits >> float.width() == 0))
                    .ok_or_else(|| {
                        self.error_at(
                            span,
                            format!("hexadecimal float constant out of range for {type_text}"),
                        )
                    });
            }
            if self.cx.syntax.tokens.kinds[token] == Token::Integer {
                let message =
                    "expected a decimal point in a float constant, such as 1.0, but found an integer";
                return Err(self.error_at(span, message));
            }
            let value: f64 = text.parse().unwrap_or(f64::NAN);
            let bits = match float {
                Float::F32 => u64::from(text.parse::<f32>().unwrap_or(f32::NAN).to_bits()),
                _ => scalar::float::narrow(float, value),
            };
            return Ok(if negative { bits | 1 << (float.width() - 1) } else { bits });
        }
        if self.cx.syntax.tokens.kinds[token] == Token::Float {
            return Err(
                self.error_at(span, format!("expected an integer for type {type_text}, but found '{text}'"))
            );
        }
        match self.integer_bits(token, negative, ty, span)? {
            Some(bits) if self.is_wide_integer(token, ty) && i64::try_from(bits).is_err() => {
                let message =
                    format!("an element of {type_text} does not fit the 64 bits in which it is kept");
                Err(self.error_at(span, message))
            }
            Some(bits) => Ok(bits as u64),
            None => Err(self.error_at(span, format!("integer constant out of range for {type_text}"))),
        }
    }

    /// Whether a token is an integer and the type is wider than 64 bits.
    fn is_wide_integer(&self, token: usize, ty: Type) -> bool {
        let is_wide =
            matches!(*self.cx.module.type_kind(ty), TypeKind::Integer(width, _) if u64::BITS < width);
        is_wide && self.cx.syntax.tokens.kinds[token] == Token::Integer
    }

    fn wide_integer(&mut self, start: usize, end: usize, ty: Type, span: Span) -> Result<Attr, Reported> {
        let negative = self.cx.syntax.tokens.kinds[start] == Token::Minus;
        let Some(value) = self.integer_bits(end - 1, negative, ty, span)? else {
            let ty = crate::print::type_text(&self.cx.module, ty);
            return Err(self.error_at(span, format!("integer constant out of range for {ty}")));
        };
        Ok(self.cx.module.wide_attr(value, ty))
    }

    /// Returns the integer in a token as a value of a type, sign-extended; `None` if it does not fit the
    /// type.
    fn integer_bits(
        &mut self,
        token: usize,
        negative: bool,
        ty: Type,
        span: Span,
    ) -> Result<Option<i128>, Reported> {
        let (width, sign) = match *self.cx.module.type_kind(ty) {
            // In wider types the value must be representable as a signed 128-bit integer.
            TypeKind::Integer(129.., Signedness::Signless) => (u128::BITS, Signedness::Signed),
            TypeKind::Integer(width, sign) => (width.min(u128::BITS), sign),
            TypeKind::Index => (64, Signedness::Signed),
            _ => {
                let found = crate::print::type_text(&self.cx.module, ty);
                return Err(self.error_at(span, format!("expected a number type, but found {found}")));
            }
        };
        if negative && sign == Signedness::Unsigned {
            let message = "negative integer literal not valid for unsigned integer type";
            return Err(self.error_at(span, message));
        }
        let text = self.text(token);
        let magnitude = match text.strip_prefix("0x") {
            Some(hex) => u128::from_str_radix(hex, 16).ok(),
            None => text.parse::<u128>().ok(),
        };
        let n_bits = width - u32::from(sign == Signedness::Signed && !negative && 0 < width);
        let most = match n_bits {
            0 => 0,
            bits if negative => 1u128 << (bits - 1),
            bits => u128::MAX >> (u128::BITS - bits),
        };
        let unused = u128::BITS - width.max(1);
        Ok(magnitude.filter(|magnitude| *magnitude <= most).map(|magnitude| {
            let value = if negative { magnitude.wrapping_neg() } else { magnitude };
            value.cast_signed() << unused >> unused
        }))
    }

    /// Reads `"…"` as an attribute.
    pub(crate) fn string_attr_value(&mut self) -> Result<Attr, Reported> {
        let content = self.string()?;
        let name = self.cx.module.name(&content);
        Ok(self.cx.module.intern_attr(AttrKind::String(name)))
    }
}

/// Returns the content of a string; `None` for an invalid escape.
fn unescape(text: &str) -> Option<String> {
    if !text.contains('\\') {
        return Some(text.to_string());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match rest.next()? {
            b'n' => bytes.push(b'\n'),
            b't' => bytes.push(b'\t'),
            c @ (b'"' | b'\\') => bytes.push(c),
            c => {
                let digits = [c, rest.next()?];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
            }
        }
    }
    Some(
        String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
    )
}
