//! Reads locations: `loc("file":1:2)`, `loc(callsite("f" at "g"))`, `loc(#alias)` and the like.

use crate::attrs::{Attr, AttrKind};
use crate::diagnostics::Reported;
use crate::format::read::{Reader, ValueName};
use crate::location::{LocationData, LocationKind};
use crate::module::Module;
use crate::source::Span;
use crate::syntax::lexer::Token;
use crate::value::Value;

use super::Lower;

impl Reader<'_, '_> {
    /// Reads `loc(…)`.
    pub(super) fn location_attr(&mut self) -> Result<Attr, Reported> {
        self.expect_word("loc")?;
        self.expect(Token::LParen, "'(' after 'loc'")?;
        let attr = self.location()?;
        self.expect(Token::RParen, "')' at the end of a location")?;
        Ok(attr)
    }

    /// Reads `loc(…)` of an operation or argument: the alias in `loc(#name)` may be defined later in the
    /// text.
    fn deferrable_location(&mut self) -> Result<Attr, Reported> {
        let token = self.at + 2;
        if self.peek_at(2) != Token::Hash
            || self.peek_at(3) != Token::RParen
            || self.text(token).contains('.')
        {
            return self.location_attr();
        }
        self.at = token + 1;
        let attr = self.attr_alias(self.text(token), token)?;
        self.expect(Token::RParen, "')' at the end of a location")?;
        self.check_location(attr, self.cx.token_span(token))
    }

    /// Reads an optional `loc(…)` at the end of an operation.
    pub(crate) fn trailing_location(&mut self) -> Result<(), Reported> {
        if self.is_word("loc") && self.peek_at(1) == Token::LParen {
            let attr = self.deferrable_location()?;
            let span = self.cx.module.span(self.op.location);
            self.op.location = self.cx.module.add_location(span, Some(attr));
        }
        Ok(())
    }

    /// Reads an optional `loc(…)` after a region argument, which is attached once the argument is defined.
    pub fn arg_location(&mut self, arg: Option<ValueName>) -> Result<(), Reported> {
        if self.is_word("loc") && self.peek_at(1) == Token::LParen {
            let attr = self.deferrable_location()?;
            if let Some(arg) = arg {
                self.cx.arg_locations.insert(arg.token, attr);
            }
        }
        Ok(())
    }

    fn location(&mut self) -> Result<Attr, Reported> {
        if 64 < self.nesting {
            return Err(self.error("locations nest deeper than the limit of 64"));
        }
        self.nesting += 1;
        let result = self.any_location();
        self.nesting -= 1;
        result
    }

    fn any_location(&mut self) -> Result<Attr, Reported> {
        match self.peek() {
            Token::String => self.named_or_file(),
            Token::Hash => self.aliased_location(),
            Token::Word => match self.text(self.at) {
                "unknown" => {
                    self.at += 1;
                    Ok(self.make_location(LocationKind::Unknown))
                }
                "callsite" => self.call_site(),
                "fused" => self.fused(),
                _ => Err(self.expected("a location")),
            },
            _ => Err(self.expected("a location")),
        }
    }

    fn make_location(&mut self, kind: LocationKind) -> Attr {
        self.cx.module.intern_attr(AttrKind::Location(kind))
    }

    fn aliased_location(&mut self) -> Result<Attr, Reported> {
        let span = self.span();
        let attr = self.attribute(None)?;
        self.check_location(attr, span)
    }

    fn check_location(&mut self, attr: Attr, span: Span) -> Result<Attr, Reported> {
        if matches!(self.cx.module.attr_kind(attr), AttrKind::Location(_) | AttrKind::Foreign(_)) {
            return Ok(attr);
        }
        Err(self.error_at(span, "expected location, but found an alias of another attribute"))
    }

    /// Reads `"file":1:2`, `"file":1:2 to 3:4`, `"name"`, `"name"(location)`.
    fn named_or_file(&mut self) -> Result<Attr, Reported> {
        let text = self.string()?;
        let name = self.cx.module.name(&text);
        if self.eat(Token::Colon) {
            let line = self.line_number()?;
            let start = (line, if self.peek() == Token::Colon { self.column()? } else { 0 });
            let mut end = None;
            if self.eat_word("to") {
                let line = if self.peek() == Token::Colon { start.0 } else { self.line_number()? };
                end = Some((line, self.column()?)).filter(|end| *end != start);
            }
            return Ok(self.make_location(LocationKind::File { file: name, start, end }));
        }
        let mut inner = None;
        if self.eat(Token::LParen) {
            let attr = self.location()?;
            self.expect(Token::RParen, "')' after the location of a name")?;
            let is_unknown =
                |module: &Module| matches!(module.attr_kind(attr), AttrKind::Location(LocationKind::Unknown));
            inner = Some(attr).filter(|_| !is_unknown(&self.cx.module));
        }
        Ok(self.make_location(LocationKind::Named(name, inner)))
    }

    fn line_number(&mut self) -> Result<u32, Reported> {
        let span = self.span();
        if self.peek() != Token::Integer {
            return Err(self.expected("a line or column number"));
        }
        let number = self.integer()?;
        u32::try_from(number).map_err(|_| self.error_at(span, "a line or column number must fit 32 bits"))
    }

    fn column(&mut self) -> Result<u32, Reported> {
        self.expect(Token::Colon, "':' before the column")?;
        self.line_number()
    }

    fn call_site(&mut self) -> Result<Attr, Reported> {
        self.at += 1;
        self.expect(Token::LParen, "'(' after 'callsite'")?;
        let callee = self.location()?;
        self.expect_word("at")?;
        let caller = self.location()?;
        self.expect(Token::RParen, "')' after the caller")?;
        Ok(self.make_location(LocationKind::CallSite(callee, caller)))
    }

    fn fused(&mut self) -> Result<Attr, Reported> {
        self.at += 1;
        let mut metadata = None;
        if self.eat(Token::Less) {
            metadata = Some(self.attribute(None)?);
            self.expect(Token::Greater, "'>' after the metadata of a fused location")?;
        }
        self.expect(Token::LSquare, "'[' before the parts of a fused location")?;
        let mut parts = Vec::new();
        self.list_until(Token::RSquare, "',' or ']' in a fused location", |reader| {
            parts.push(reader.location()?);
            Ok(())
        })?;
        Ok(self.cx.module.fuse(parts, metadata))
    }
}

impl Module {
    /// Returns a fused location in normal form: nested fused locations without metadata are flattened, and
    /// unknown and duplicate parts are removed.
    fn fuse(&mut self, parts: Vec<Attr>, metadata: Option<Attr>) -> Attr {
        let mut flat: Vec<Attr> = Vec::new();
        for part in parts {
            let inner = match self.attr_kind(part) {
                AttrKind::Location(LocationKind::Fused(inner, None)) => inner.to_vec(),
                AttrKind::Location(LocationKind::Unknown) => Vec::new(),
                _ => vec![part],
            };
            for attr in inner {
                if !flat.contains(&attr) {
                    flat.push(attr);
                }
            }
        }
        match (&flat[..], metadata) {
            ([], None) => self.intern_attr(AttrKind::Location(LocationKind::Unknown)),
            ([only], None) => *only,
            _ => self.intern_attr(AttrKind::Location(LocationKind::Fused(flat.into(), metadata))),
        }
    }
}

impl Lower<'_> {
    /// Records the location of a block argument: the token of its name, and its `loc(…)` if it has one.
    pub(super) fn locate_arg(&mut self, value: Value, name: ValueName) {
        let (span, attr) = (self.token_span(name.token), self.arg_locations.remove(&name.token));
        self.module.arg_locations.insert(value, LocationData { span, attr });
    }
}
