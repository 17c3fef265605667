//! Reads attributes.

use super::Alias;
use super::types::plain_symbol;
use crate::attrs::{Attr, AttrKind, NamedAttr};
use crate::def::{AttrConstraint, flags_text};
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::source::Span;
use crate::syntax::lexer::Token;
use crate::types::{DYNAMIC, Type, TypeKind};
use rustc_hash::FxHashSet;

impl<'t> Reader<'_, 't> {
    /// Reads an attribute. A number without a type has type `ty`, if given.
    pub fn attribute(&mut self, ty: Option<Type>) -> Result<Attr, Reported> {
        self.check_depth("attributes")?;
        self.nesting += 1;
        let result = self.any_attribute(ty);
        self.nesting -= 1;
        result
    }

    fn any_attribute(&mut self, ty: Option<Type>) -> Result<Attr, Reported> {
        match self.peek() {
            Token::Integer | Token::Float | Token::Minus => self.number_attr(ty),
            Token::String => {
                let attr = self.string_attr_value()?;
                self.with_type(attr)
            }
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

    /// Reads an optional `: type` after a string or an attribute of a dialect.
    fn with_type(&mut self, attr: Attr) -> Result<Attr, Reported> {
        if !self.eat(Token::Colon) {
            return Ok(attr);
        }
        let ty = self.parse_type()?;
        Ok(self.cx.module.intern_attr(AttrKind::Typed(attr, ty)))
    }

    fn attribute_list(&mut self, close: Token) -> Result<Vec<Attr>, Reported> {
        let mut items = Vec::new();
        self.list_until(close, "',' or the end of the list", |reader| {
            items.push(reader.attribute(None)?);
            Ok(())
        })?;
        Ok(items)
    }

    /// Reads `@a::@b`.
    pub fn symbol_ref(&mut self) -> Result<Attr, Reported> {
        let mut path = vec![self.symbol_name()?];
        while self.eat(Token::ColonColon) {
            path.push(self.symbol_name()?);
        }
        let path: Vec<_> = path.iter().map(String::as_str).collect();
        Ok(self.cx.module.symbol_attr(&path))
    }

    /// Reads `{k, k = v, …}` and returns keys, their locations and values.
    pub fn dictionary(&mut self) -> Result<Vec<(String, Span, Attr)>, Reported> {
        self.expect(Token::LBrace, "'{'")?;
        let mut entries: Vec<(String, Span, Attr)> = Vec::new();
        let mut keys = FxHashSet::default();
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
            if key.is_empty() {
                return Err(reader.error_at(span, "expected valid attribute name, but found an empty one"));
            }
            let value = if reader.eat(Token::Equal) { reader.attribute(None)? } else { Attr::UNIT };
            if !keys.insert(key.clone()) {
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
            self.check_defined_before(text, token)?;
            return self.attr_alias(text, token);
        }
        for flags in crate::dialect::arith::FLAGS {
            if let AttrConstraint::Flags(prefix, cases) = flags
                && has_body
                && &text[1..] == prefix
            {
                return self.flags(prefix, cases);
            }
        }
        if let Some(attr) = self.known_attr(token)? {
            return Ok(attr);
        }
        self.check_hook(token, "attribute")?;
        let body = plain_symbol(self.foreign_body(token));
        let name = self.cx.module.name(&body);
        let attr = self.cx.module.intern_attr(AttrKind::Foreign(name));
        let starts_type = matches!(self.peek_at(1), Token::Word | Token::Bang | Token::LParen);
        if starts_type { self.with_type(attr) } else { Ok(attr) }
    }

    /// Reads `<a, b>`, words of `cases`, as the attribute `#prefix<a,b>`.
    pub(crate) fn flags(&mut self, prefix: &str, cases: &[&str]) -> Result<Attr, Reported> {
        self.expect(Token::Less, "'<' before the flags")?;
        let mut words = vec![cases[self.keyword(cases)?]];
        while self.eat(Token::Comma) {
            words.push(cases[self.keyword(cases)?]);
        }
        self.expect(Token::Greater, "'>' after the flags")?;
        Ok(self.cx.module.foreign_attr(&flags_text(prefix, cases, &words)))
    }

    /// Returns the attribute of the alias `#name`, which is read now if it was not yet.
    pub(crate) fn attr_alias(&mut self, name: &'t str, token: usize) -> Result<Attr, Reported> {
        match self.cx.aliases.get(name).copied() {
            Some(Alias::Attr(attr)) => {
                self.count_alias(name, token)?;
                Ok(attr)
            }
            Some(Alias::Unread(at)) => {
                self.cx.aliases.insert(name, Alias::Reading);
                let result = self.measured(name, at, |reader| reader.attribute(None));
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
            "loc" if self.peek_at(1) == Token::LParen => self.location_attr(),
            "sparse" if self.peek_at(1) == Token::Less => self.sparse(None),
            "dense_resource" if self.peek_at(1) == Token::Less => self.dense_resource(None),
            "distinct" if self.peek_at(1) == Token::LSquare => self.distinct(),
            _ => self.type_as_attr(),
        }
    }

    fn take(&mut self, attr: Attr) -> Attr {
        self.at += 1;
        attr
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
        let span = self.span();
        let ty = self.parse_type()?;
        self.check_array_element(ty, span)?;
        let mut items = Vec::new();
        if self.eat(Token::Colon) {
            loop {
                if ty == Type::I1 && self.peek() == Token::Integer {
                    return Err(self.expected("'true' or 'false' values for i1 type"));
                }
                items.push(self.scalar_element(ty)? as i64);
                if !self.eat(Token::Comma) {
                    break;
                }
            }
        }
        self.expect(Token::Greater, "'>' at the end of an array")?;
        Ok(self.cx.module.intern_attr(AttrKind::DenseArray(ty, items.into())))
    }

    /// Checks that the elements are numbers of whole bytes, or `i1`.
    fn check_array_element(&mut self, ty: Type, span: Span) -> Result<(), Reported> {
        let is_number = matches!(
            self.cx.module.type_kind(ty),
            TypeKind::Integer(..) | TypeKind::Index | TypeKind::Float(_)
        );
        let message = match self.cx.module.bit_width(ty).filter(|_| is_number) {
            None => "expected integer or float type as the element of an array",
            Some(width) if ty != Type::I1 && !width.is_multiple_of(8) => {
                "element type bitwidth must be a multiple of 8"
            }
            Some(_) => return Ok(()),
        };
        Err(self.error_at(span, message))
    }

    /// Reads `[1, 2]` as `array<ty: 1, 2>`.
    pub fn bracketed_array(&mut self, ty: Type) -> Result<Attr, Reported> {
        self.expect(Token::LSquare, "'['")?;
        let mut items = Vec::new();
        self.list_until(Token::RSquare, "',' or ']' in the list", |reader| {
            items.push(reader.scalar_element(ty)? as i64);
            Ok(())
        })?;
        Ok(self.cx.module.intern_attr(AttrKind::DenseArray(ty, items.into())))
    }

    /// Reads one number, or `true` and `false`, as the bits of a scalar type; integers are sign-extended.
    pub(super) fn scalar_element(&mut self, ty: Type) -> Result<u64, Reported> {
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
}
