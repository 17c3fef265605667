//! Attributes from their text.

use super::Alias;
use crate::attrs::{Attr, AttrKind, DenseData, NamedAttr};
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::source::Span;
use crate::syntax::lexer::Token;
use crate::types::{DYNAMIC, Type};

impl<'t> Reader<'_, 't> {
    /// Takes an attribute. A number without a type gets `ty` if there is one.
    pub fn attribute(&mut self, ty: Option<Type>) -> Result<Attr, Reported> {
        if 64 < self.nesting {
            return Err(self.error("attributes nest deeper than the limit of 64"));
        }
        self.nesting += 1;
        let result = self.any_attribute(ty);
        self.nesting -= 1;
        result
    }

    fn any_attribute(&mut self, ty: Option<Type>) -> Result<Attr, Reported> {
        match self.peek() {
            Token::Integer | Token::Float | Token::Minus => self.number_attr(ty),
            Token::String => self.typed_string(),
            Token::Symbol => self.symbol_ref(),
            Token::LSquare => {
                self.at += 1;
                let items = self.attribute_list(Token::RSquare)?;
                Ok(self.cx.module.intern_attr(AttrKind::Array(items.into())))
            }
            Token::LBrace => self.dictionary_attr(),
            Token::Hash => self.hash_attr(),
            Token::Word => self.word_attr(),
            Token::LParen | Token::Bang => self.type_as_attr(),
            _ => Err(self.expected("an attribute")),
        }
    }

    fn type_as_attr(&mut self) -> Result<Attr, Reported> {
        let ty = self.parse_type()?;
        Ok(self.cx.module.type_attr(ty))
    }

    fn typed_string(&mut self) -> Result<Attr, Reported> {
        let attr = self.string_attr_value()?;
        if self.eat(Token::Colon) {
            self.parse_type()?;
        }
        Ok(attr)
    }

    fn attribute_list(&mut self, close: Token) -> Result<Vec<Attr>, Reported> {
        let mut items = Vec::new();
        self.list_until(close, "',' or the end of the list", |reader| {
            items.push(reader.attribute(None)?);
            Ok(())
        })?;
        Ok(items)
    }

    /// Takes `@a::@b`.
    pub fn symbol_ref(&mut self) -> Result<Attr, Reported> {
        let mut path = vec![self.symbol_name()?];
        while self.eat(Token::ColonColon) {
            path.push(self.symbol_name()?);
        }
        let path: Vec<_> = path.iter().map(String::as_str).collect();
        Ok(self.cx.module.symbol_attr(&path))
    }

    /// Takes `{k, k = v, …}`: keys, their places and values.
    pub fn dictionary(&mut self) -> Result<Vec<(String, Span, Attr)>, Reported> {
        self.expect(Token::LBrace, "'{'")?;
        let mut entries: Vec<(String, Span, Attr)> = Vec::new();
        self.list_until(Token::RBrace, "',' or '}' in a dictionary", |reader| {
            let span = reader.span();
            let key = match reader.peek() {
                Token::String => reader.string()?,
                Token::Word | Token::Integer => {
                    reader.at += 1;
                    reader.text(reader.at - 1).to_string()
                }
                _ => return Err(reader.expected("a key")),
            };
            let value = if reader.eat(Token::Equal) { reader.attribute(None)? } else { Attr::UNIT };
            if entries.iter().any(|(known, ..)| *known == key) {
                return Err(reader.error_at(span, format!("duplicate key '{key}' in the dictionary")));
            }
            entries.push((key, span, value));
            Ok(())
        })?;
        Ok(entries)
    }

    fn dictionary_attr(&mut self) -> Result<Attr, Reported> {
        let entries = self.dictionary()?;
        let mut items: Vec<_> = entries
            .into_iter()
            .map(|(key, _, value)| NamedAttr { name: self.cx.module.name(&key), value })
            .collect();
        items.sort_by(|a, b| self.cx.module.text(a.name).cmp(self.cx.module.text(b.name)));
        Ok(self.cx.module.intern_attr(AttrKind::Dict(items.into())))
    }

    fn hash_attr(&mut self) -> Result<Attr, Reported> {
        let token = self.at;
        let text = self.text(token);
        self.at += 1;
        let has_body = self.peek() == Token::Less && self.touches_previous();
        if !text.contains('.') && !has_body {
            return self.attr_alias(text, token);
        }
        if let Some(attr) = self.known_attr(token)? {
            return Ok(attr);
        }
        let body = self.foreign_body(token);
        let name = self.cx.module.name(body);
        Ok(self.cx.module.intern_attr(AttrKind::Foreign(name)))
    }

    /// The attribute of the alias `#name`, read now if it was not yet.
    pub(crate) fn attr_alias(&mut self, name: &'t str, token: usize) -> Result<Attr, Reported> {
        match self.cx.aliases.get(name).copied() {
            Some(Alias::Attr(attr)) => Ok(attr),
            Some(Alias::Unread(at)) => {
                self.cx.aliases.insert(name, Alias::Reading);
                let result = self.at_token(at, |reader| reader.attribute(None));
                self.cx.aliases.insert(name, result.map_or(Alias::Broken, Alias::Attr));
                result
            }
            Some(Alias::Broken) => Err(self.cx.already_reported()),
            Some(Alias::Reading | Alias::Type(_)) | None => Err(self.undefined_alias(name, token)),
        }
    }

    fn word_attr(&mut self) -> Result<Attr, Reported> {
        let word = self.text(self.at);
        match word {
            "unit" => Ok(self.take(Attr::UNIT)),
            "true" => Ok(self.take(Attr::TRUE)),
            "false" => Ok(self.take(Attr::FALSE)),
            "affine_map" | "affine_set" => {
                self.at += 1;
                self.expect(Token::Less, &format!("'<' after '{word}'"))?;
                let kind = if word == "affine_map" {
                    AttrKind::Map(self.affine_map()?)
                } else {
                    AttrKind::Set(self.affine_set()?)
                };
                self.expect(Token::Greater, &format!("'>' at the end of '{word}'"))?;
                Ok(self.cx.module.intern_attr(kind))
            }
            "array" if self.peek_at(1) == Token::Less => self.dense_array(),
            "dense" if self.peek_at(1) == Token::Less => self.dense(),
            "strided" if self.peek_at(1) == Token::Less => self.strided(),
            "loc" if self.peek_at(1) == Token::LParen => Ok(self.location_attr()),
            "sparse" | "dense_resource" | "distinct" => {
                Err(self.error(format!("'{word}' attributes are not supported yet")))
            }
            _ => self.type_as_attr(),
        }
    }

    fn take(&mut self, attr: Attr) -> Attr {
        self.at += 1;
        attr
    }

    /// Takes `loc(…)`, kept as text.
    fn location_attr(&mut self) -> Attr {
        let start = self.span().start as usize;
        self.at += 1;
        self.at = self.cx.after_bracket(self.at);
        let end = self.cx.token_span(self.at - 1).end as usize;
        let name = self.cx.module.name(&self.cx.syntax.text[start..end]);
        self.cx.module.intern_attr(AttrKind::Location(name))
    }

    /// Takes a `loc(…)` at the end of an operation, or after an argument.
    pub(crate) fn trailing_location(&mut self) {
        if self.is_word("loc") && self.peek_at(1) == Token::LParen {
            let attr = self.location_attr();
            let span = self.cx.module.span(self.op.location);
            self.op.location = self.cx.module.add_location(span, Some(attr));
        }
    }

    fn strided(&mut self) -> Result<Attr, Reported> {
        self.at += 2;
        self.expect(Token::LSquare, "'[' before the strides")?;
        let mut strides = Vec::new();
        self.list_until(Token::RSquare, "',' or ']' in the list of strides", |reader| {
            strides.push(reader.integer_or_dynamic()?);
            Ok(())
        })?;
        let mut offset = 0;
        if self.eat(Token::Comma) {
            self.expect_word("offset")?;
            self.expect(Token::Colon, "':' after 'offset'")?;
            offset = self.integer_or_dynamic()?;
        }
        self.expect(Token::Greater, "'>' at the end of 'strided'")?;
        Ok(self.cx.module.intern_attr(AttrKind::Strided(strides.into(), offset)))
    }

    fn integer_or_dynamic(&mut self) -> Result<i64, Reported> {
        if self.eat(Token::Question) { Ok(DYNAMIC) } else { self.integer() }
    }

    fn dense_array(&mut self) -> Result<Attr, Reported> {
        self.at += 2;
        let ty = self.parse_type()?;
        let mut items = Vec::new();
        if self.eat(Token::Colon) {
            loop {
                items.push(self.scalar_element(ty)? as i64);
                if !self.eat(Token::Comma) {
                    break;
                }
            }
        }
        self.expect(Token::Greater, "'>' at the end of an array")?;
        Ok(self.cx.module.intern_attr(AttrKind::DenseArray(ty, items.into())))
    }

    /// Takes `[1, 2]` as `array<ty: 1, 2>`.
    pub fn bracketed_array(&mut self, ty: Type) -> Result<Attr, Reported> {
        self.expect(Token::LSquare, "'['")?;
        let mut items = Vec::new();
        self.list_until(Token::RSquare, "',' or ']' in the list", |reader| {
            items.push(reader.scalar_element(ty)? as i64);
            Ok(())
        })?;
        Ok(self.cx.module.intern_attr(AttrKind::DenseArray(ty, items.into())))
    }

    /// Takes one number, or `true` and `false`, as the bits of a scalar type; integers come sign-extended.
    fn scalar_element(&mut self, ty: Type) -> Result<u64, Reported> {
        if ty == Type::I1 && (self.is_word("true") || self.is_word("false")) {
            self.at += 1;
            return Ok(u64::from(self.text(self.at - 1) == "true"));
        }
        let (start, span) = (self.at, self.span());
        self.eat(Token::Minus);
        if !matches!(self.peek(), Token::Integer | Token::Float) {
            return Err(self.expected("a number"));
        }
        self.at += 1;
        self.number_bits(start, self.at, ty, span)
    }

    /// Takes `dense<…> : type`. The elements come before their type, so the type is read first.
    fn dense(&mut self) -> Result<Attr, Reported> {
        let open = self.at + 1;
        let start = self.span();
        self.at = self.cx.after_bracket(open);
        self.expect(Token::Colon, "':' before the type of a dense attribute")?;
        let ty = self.parse_type()?;
        let after = self.at;
        let Some(shape) = self.cx.module.shape(ty).map(<[i64]>::to_vec) else {
            return Err(self
                .error_at(start, "the type of a dense attribute must be a ranked tensor, vector or memref"));
        };
        if shape.contains(&DYNAMIC) {
            return Err(self.error_at(start, "the type of a dense attribute must have a static shape"));
        }
        self.at = open + 1;
        let data = self.dense_data(ty, &shape, start)?;
        self.at = after;
        Ok(self.cx.module.intern_attr(AttrKind::Dense(ty, data)))
    }

    /// Takes `dense<…>` of a known type, and `: type` if it follows.
    pub(crate) fn dense_of(&mut self, ty: Type) -> Result<Attr, Reported> {
        if !self.is_word("dense") || self.peek_at(1) != Token::Less {
            return self.attribute(None);
        }
        let open = self.at + 1;
        let after = self.cx.after_bracket(open);
        let follows =
            self.at_token(after, |reader| Ok(reader.peek() == Token::Colon && after < reader.end))?;
        if follows && after < self.end {
            return self.attribute(None);
        }
        let start = self.span();
        let shape = self.cx.module.shape(ty).map(<[i64]>::to_vec).unwrap_or_default();
        self.at = open + 1;
        let data = self.dense_data(ty, &shape, start)?;
        self.at = after;
        Ok(self.cx.module.intern_attr(AttrKind::Dense(ty, data)))
    }

    fn dense_data(&mut self, ty: Type, shape: &[i64], start: Span) -> Result<DenseData, Reported> {
        let element = self.cx.module.element_type(ty);
        let Some(n_bytes) = self.cx.module.byte_size(element) else {
            return Err(self.error_at(start, "dense attributes of this element type are not supported yet"));
        };
        let n = self.cx.module.n_elements(ty).unwrap_or(0);
        if 1 << 28 < n {
            let is_splat = matches!(self.peek(), Token::Integer | Token::Float | Token::Minus | Token::Word);
            if !is_splat {
                return Err(self.error_at(start, "a dense attribute has more than 2^28 elements"));
            }
        }
        let mut items = Vec::new();
        match self.peek() {
            Token::Greater if n == 0 => return Ok(DenseData::Elements([].into())),
            Token::String => return self.dense_hex(n, n_bytes, start),
            Token::LSquare => self.dense_nested(element, shape, &mut items)?,
            _ => {
                let bits = self.scalar_element(element)?;
                return Ok(DenseData::Splat(self.element_bits(bits, element)));
            }
        }
        if self.peek() != Token::Greater {
            return Err(self.expected("'>' at the end of 'dense'"));
        }
        let first = items.first().copied();
        Ok(match first {
            Some(bits) if items.iter().all(|item| *item == bits) => DenseData::Splat(bits),
            _ => DenseData::Elements(items.into()),
        })
    }

    /// The bits of an element as memory holds them.
    fn element_bits(&self, bits: u64, element: Type) -> u64 {
        let width = self.cx.module.bit_width(element).unwrap_or(64);
        if width < 64 { bits & ((1 << width) - 1) } else { bits }
    }

    fn dense_nested(&mut self, element: Type, shape: &[i64], out: &mut Vec<u64>) -> Result<(), Reported> {
        let Some((size, inner)) = shape.split_first() else {
            let bits = self.scalar_element(element)?;
            out.push(self.element_bits(bits, element));
            return Ok(());
        };
        let span = self.span();
        self.expect(Token::LSquare, "'[' before the elements of a dimension")?;
        let mut n = 0;
        self.list_until(Token::RSquare, "',' or ']' in the elements", |reader| {
            n += 1;
            reader.dense_nested(element, inner, out)
        })?;
        if n == *size {
            return Ok(());
        }
        Err(self.error_at(span, format!("expected {size} elements in this dimension, but found {n}")))
    }

    /// `dense<"0x…">`: the bytes of all elements, or of one.
    fn dense_hex(&mut self, n: u64, n_bytes: u64, start: Span) -> Result<DenseData, Reported> {
        let text = self.string()?;
        let digits = text.strip_prefix("0x").unwrap_or_default().as_bytes();
        let wanted = n.saturating_mul(n_bytes).saturating_mul(2);
        let is_splat = digits.len() as u64 == n_bytes * 2;
        if !is_splat && digits.len() as u64 != wanted {
            let message = format!(
                "expected \"0x\" and {wanted} hex digits for the elements, but found {}",
                digits.len()
            );
            return Err(self.error_at(start, message));
        }
        let mut items = Vec::new();
        for chunk in digits.chunks(n_bytes as usize * 2) {
            let mut bits = 0u64;
            for (i, pair) in chunk.chunks(2).enumerate() {
                let byte = std::str::from_utf8(pair).ok().and_then(|pair| u64::from_str_radix(pair, 16).ok());
                let Some(byte) = byte else {
                    return Err(self.error_at(start, "expected hex digits in the string"));
                };
                bits |= byte << (8 * i);
            }
            items.push(bits);
        }
        Ok(match items[..] {
            [bits] if is_splat => DenseData::Splat(bits),
            _ => DenseData::Elements(items.into()),
        })
    }
}
