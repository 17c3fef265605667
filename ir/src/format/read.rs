//! Reads one operation: a cursor over its tokens and the operation under construction.
//!
//! A function of a row (`Code::read`) or a pattern consumes the tokens after the name and fills the pending
//! operation: operands, result types, attributes, regions and successors. Errors are located at a token and
//! state what was expected and what was found.

use crate::attrs::Attr;
use crate::def::OpDef;
use crate::diagnostics::{Note, Reported, codes};
use crate::dialect::OpKind;
use crate::entity::Run;
use crate::format::hints;
use crate::location::Location;
use crate::lower::Lower;
use crate::module::{Block, Region};
use crate::op::SuccessorData;
use crate::source::Span;
use crate::syntax::lexer::Token;
use crate::types::Type;
use crate::value::Value;

/// The name of a value in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueName {
    /// The token `%name`.
    pub token: usize,
    /// The number after `#`, 0 if there is none.
    pub number: u32,
}

/// The argument of a region that an operation declares in its own syntax.
#[derive(Clone, Copy, Debug)]
pub struct RegionArg {
    /// Its name; `None` if the text cannot name it.
    pub name: Option<ValueName>,
    /// Its type.
    pub ty: Type,
}

/// The operation under construction.
#[derive(Debug)]
pub struct Pending {
    /// The kind.
    pub kind: OpKind,
    /// The source location.
    pub location: Location,
    /// The operands, all groups in the order of the row.
    pub operands: Vec<Value>,
    /// A type per result.
    pub results: Vec<Type>,
    /// The attributes.
    pub attrs: Vec<(String, Attr)>,
    /// The regions, each still without a parent.
    pub regions: Vec<Region>,
    /// The successors.
    pub successors: Vec<SuccessorData>,
}

impl Pending {
    /// Creates an empty operation of this kind.
    pub(crate) fn new(kind: OpKind) -> Self {
        Self {
            kind,
            location: Location::UNKNOWN,
            operands: Vec::new(),
            results: Vec::new(),
            attrs: Vec::new(),
            regions: Vec::new(),
            successors: Vec::new(),
        }
    }

    /// Clears the lists and keeps their memory.
    pub(crate) fn clear(&mut self) {
        self.operands.clear();
        self.results.clear();
        self.attrs.clear();
        self.regions.clear();
        self.successors.clear();
    }
}

/// The cursor and the pending operation.
pub struct Reader<'a, 't> {
    /// The state of reading the whole text.
    pub cx: &'a mut Lower<'t>,
    /// The number of the next token.
    pub at: usize,
    /// The token after the last one of the operation.
    pub end: usize,
    /// The operation under construction.
    pub op: Pending,
    /// The number of names before `=`, and thus the number of results that the text expects.
    pub n_named_results: usize,
    pub(crate) start: usize,
    pub(crate) depth: u32,
    /// The current nesting depth of types and attributes.
    pub(crate) nesting: u32,
}

/// Tokens.
impl<'t> Reader<'_, 't> {
    /// Returns the kind of the next token; [`Token::End`] after the last one of the operation.
    pub fn peek(&self) -> Token {
        self.peek_at(0)
    }

    /// Returns the kind of the token at offset `n`.
    pub fn peek_at(&self, n: usize) -> Token {
        if self.at + n < self.end { self.cx.syntax.tokens.kinds[self.at + n] } else { Token::End }
    }

    /// Returns the text of a token.
    pub fn text(&self, token: usize) -> &'t str {
        let span = self.cx.syntax.tokens.spans[token];
        &self.cx.syntax.text[span.start as usize..span.end as usize]
    }

    /// Returns the location of the next token; after the last one, its end.
    pub fn span(&self) -> Span {
        let spans = &self.cx.syntax.tokens.spans;
        if self.at < self.end || self.at == 0 {
            return spans[self.at];
        }
        let last = spans[self.at - 1];
        Span::new(last.start, last.end)
    }

    /// Whether the next token is this word.
    pub fn is_word(&self, word: &str) -> bool {
        self.peek() == Token::Word && self.text(self.at) == word
    }

    /// Consumes the next token if it is of this kind; returns whether it is.
    pub fn eat(&mut self, kind: Token) -> bool {
        let found = self.peek() == kind;
        self.at += usize::from(found);
        found
    }

    /// Consumes the next token if it is this word; returns whether it is.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    /// Reads one of these words and returns its number in the list.
    pub fn keyword(&mut self, cases: &[&str]) -> Result<usize, Reported> {
        if matches!(self.peek(), Token::Word | Token::String) {
            let text = self.text(self.at).trim_matches('"');
            if let Some(index) = cases.iter().position(|case| *case == text) {
                self.at += 1;
                return Ok(index);
            }
        }
        Err(self.expected(&format!("one of: {}", cases.join(", "))))
    }

    /// Reads a token of this kind and returns its number; `what` is its name in messages.
    pub fn expect(&mut self, kind: Token, what: &str) -> Result<usize, Reported> {
        if self.eat(kind) { Ok(self.at - 1) } else { Err(self.expected(what)) }
    }

    /// Reads this word.
    pub fn expect_word(&mut self, word: &str) -> Result<(), Reported> {
        if self.eat_word(word) {
            return Ok(());
        }
        let what = format!("'{word}'");
        Err(self.expected_at(self.next_span(), &what))
    }

    /// Reports an error at the next token, where `what` was expected.
    pub fn expected(&mut self, what: &str) -> Reported {
        self.expected_at(self.span(), what)
    }

    /// Returns the location of the next token, even if it belongs to another operation.
    fn next_span(&self) -> Span {
        let next = self.cx.syntax.tokens.kinds.get(self.at).filter(|kind| **kind != Token::End);
        if next.is_some() { self.cx.syntax.tokens.spans[self.at] } else { self.span() }
    }

    /// Returns the location of the next token; the end of the previous line if the token is the first one of
    /// its line.
    pub(crate) fn syntax_span(&self) -> Span {
        self.cx.syntax.place_of(self.at)
    }

    /// Reports an error at a location, as [`Self::expected`] does.
    pub(crate) fn expected_at(&mut self, span: Span, what: &str) -> Reported {
        let found = match self.peek() {
            Token::End => format!("the end of '{}'", self.op_name()),
            _ => format!("'{}'", shorten(self.text(self.at))),
        };
        let notes = match self.peek() {
            Token::Word => hints::for_word(self.text(self.at), what),
            _ => Vec::new(),
        };
        self.error_with(span, format!("expected {what}, but found {found}"), notes)
    }

    /// Reports an error at the next token.
    pub fn error(&mut self, message: impl Into<String>) -> Reported {
        let span = self.span();
        self.error_at(span, message)
    }

    /// Reports an error at a location.
    pub fn error_at(&mut self, span: Span, message: impl Into<String>) -> Reported {
        self.error_with(span, message, Vec::new())
    }

    /// Reports an error at a location, with notes. It is suppressed if a bracket or character of the
    /// operation was reported already.
    pub fn error_with(&mut self, span: Span, message: impl Into<String>, notes: Vec<Note>) -> Reported {
        if self.cx.is_broken(self.start, self.at) {
            return self.cx.already_reported();
        }
        self.cx.diagnostics.error_with(codes::SYNTAX, span, message, notes)
    }

    /// Returns the name of the operation.
    pub fn op_name(&self) -> String {
        match self.op.kind {
            OpKind::Foreign(name) => self.cx.module.text(name).to_string(),
            kind => kind.name(),
        }
    }

    /// Returns the row of the operation.
    pub fn def(&self) -> Option<&'static OpDef> {
        self.op.kind.def()
    }

    /// Reads items separated by commas until `close`, which is consumed too.
    pub fn list_until(
        &mut self,
        close: Token,
        what: &str,
        mut item: impl FnMut(&mut Self) -> Result<(), Reported>,
    ) -> Result<(), Reported> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.eat(close) {
                return Ok(());
            }
            if !self.eat(Token::Comma) {
                return Err(self.expected(what));
            }
        }
    }
}

/// Values.
impl Reader<'_, '_> {
    /// Reads `%name` or `%name#1`.
    pub fn value_name(&mut self) -> Result<ValueName, Reported> {
        let token = self.expect(Token::Value, "an SSA value such as '%0'")?;
        let mut number = 0;
        if self.peek() == Token::Hash && self.touches_previous() {
            let text = self.text(self.at);
            let Ok(parsed) = text[1..].parse() else { return Err(self.expected("a result number")) };
            number = parsed;
            self.at += 1;
        }
        Ok(ValueName { token, number })
    }

    /// Whether no blank precedes the next token.
    pub fn touches_previous(&self) -> bool {
        let spans = &self.cx.syntax.tokens.spans;
        0 < self.at && spans[self.at - 1].end == spans[self.at].start
    }

    /// Whether the next token is a word and the first one of its line.
    pub(crate) fn is_word_on_new_line(&self) -> bool {
        let spans = &self.cx.syntax.tokens.spans;
        let gap = spans[self.at - 1].end as usize..spans[self.at].start as usize;
        self.peek() == Token::Word && self.cx.syntax.text[gap].contains('\n')
    }

    /// Reads `%a, %b, …` while there are values.
    pub fn value_names(&mut self) -> Result<Vec<ValueName>, Reported> {
        let mut names = Vec::new();
        while self.peek() == Token::Value {
            names.push(self.value_name()?);
            if self.peek() != Token::Comma || self.peek_at(1) != Token::Value {
                break;
            }
            self.at += 1;
        }
        Ok(names)
    }

    /// Reads `[%i, …]`, the indices of an access.
    pub fn indices(&mut self) -> Result<Vec<ValueName>, Reported> {
        let mut names = Vec::new();
        self.expect(Token::LSquare, "'[' before the indices")?;
        self.list_until(Token::RSquare, "',' or ']' in the indices", |reader| {
            names.push(reader.value_name()?);
            Ok(())
        })?;
        Ok(names)
    }

    /// Resolves a name to its value, which must have this type.
    pub fn resolve(&mut self, name: ValueName, ty: Type) -> Result<Value, Reported> {
        self.cx.resolve(name, ty)
    }

    /// Resolves names to their values, which must all have this type.
    pub fn resolve_all(&mut self, names: &[ValueName], ty: Type) -> Result<Vec<Value>, Reported> {
        names.iter().map(|name| self.resolve(*name, ty)).collect()
    }

    /// Resolves names to their values, with one type each; `what` names them in the message about a wrong
    /// count.
    pub fn resolve_each(&mut self, names: &[ValueName], types: &[Type]) -> Result<Vec<Value>, Reported> {
        if names.len() != types.len() {
            let message = format!(
                "expected {} types for {} values, but found {}",
                names.len(),
                names.len(),
                types.len()
            );
            return Err(self.error(message));
        }
        names.iter().zip(types).map(|(name, ty)| self.resolve(*name, *ty)).collect()
    }

    /// Reads an operand of a known type and appends it.
    pub fn operand(&mut self, ty: Type) -> Result<Value, Reported> {
        let name = self.value_name()?;
        let value = self.resolve(name, ty)?;
        self.op.operands.push(value);
        Ok(value)
    }

    /// Sets `operandSegmentSizes`.
    pub fn set_segments(&mut self, sizes: &[usize]) {
        let attr = self.cx.module.i32_array_attr(sizes.iter().map(|size| *size as i64));
        self.set_attr("operandSegmentSizes", attr);
    }

    /// Sets `resultSegmentSizes`.
    pub fn set_result_segments(&mut self, sizes: &[usize]) {
        let attr = self.cx.module.i32_array_attr(sizes.iter().map(|size| *size as i64));
        self.set_attr("resultSegmentSizes", attr);
    }
}

/// Attributes, symbols and numbers.
impl Reader<'_, '_> {
    /// Adds an attribute to the operation.
    pub fn set_attr(&mut self, key: &str, value: Attr) {
        self.op.attrs.push((key.to_string(), value));
    }

    /// Returns the attribute that was added under a key.
    pub fn attr(&self, key: &str) -> Option<Attr> {
        self.op.attrs.iter().find(|(name, _)| name == key).map(|(_, value)| *value)
    }

    /// Reads optional inherent attributes and an optional dictionary, and adds all of them.
    pub fn attr_dict(&mut self) -> Result<(), Reported> {
        self.inherent_attrs()?;
        self.plain_dict()
    }

    /// Reads an optional dictionary and adds its entries.
    pub(crate) fn plain_dict(&mut self) -> Result<(), Reported> {
        if self.peek() != Token::LBrace {
            return Ok(());
        }
        let n_known = self.op.attrs.len();
        for (key, span, value) in self.dictionary()? {
            if self.op.attrs[..n_known].iter().any(|(known, _)| *known == key) {
                return Err(self.error_at(span, format!("duplicate key '{key}' in the dictionary")));
            }
            self.set_attr(&key, value);
        }
        Ok(())
    }

    /// Reads an optional `attributes {…}`.
    pub fn attributes_clause(&mut self) -> Result<(), Reported> {
        if self.eat_word("attributes") {
            if self.peek() != Token::LBrace {
                return Err(self.expected("'{' after 'attributes'"));
            }
            return self.plain_dict();
        }
        Ok(())
    }

    /// Reads `@name` and returns the name.
    pub fn symbol_name(&mut self) -> Result<String, Reported> {
        let token = self.expect(Token::Symbol, "a symbol such as '@name'")?;
        self.symbol_text(token)
    }

    /// Reads a 64-bit integer with an optional sign.
    pub fn integer(&mut self) -> Result<i64, Reported> {
        self.integer_as("64 bits with a sign", |value| i64::try_from(value).ok())
    }

    /// Reads an integer that fits 64 bits as a signed or an unsigned number.
    pub fn bits(&mut self) -> Result<i64, Reported> {
        self.integer_as("64 bits", |value| {
            i64::try_from(value).ok().or_else(|| u64::try_from(value).ok().map(u64::cast_signed))
        })
    }

    fn integer_as(&mut self, limit: &str, fits: impl Fn(i128) -> Option<i64>) -> Result<i64, Reported> {
        let negative = self.eat(Token::Minus);
        let token = self.expect(Token::Integer, "an integer")?;
        let text = self.text(token);
        let parsed = match text.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16).map(i128::from).map_err(|_| ()),
            None => text.parse::<i128>().map_err(|_| ()),
        };
        let value = parsed.map(|value| if negative { -value } else { value });
        value.ok().and_then(fits).ok_or_else(|| {
            let span = self.cx.syntax.tokens.spans[token];
            self.error_at(span, format!("the integer '{text}' does not fit {limit}"))
        })
    }
}

/// Regions and successors.
impl Reader<'_, '_> {
    /// Reads a region whose entry block has these arguments, and appends it.
    pub fn region(&mut self, args: &[RegionArg]) -> Result<(), Reported> {
        if self.peek() != Token::LBrace {
            return Err(self.expected("'{' to begin a region"));
        }
        self.region_as_written_with(args)?;
        let region = self.op.regions[self.op.regions.len() - 1];
        self.cx.add_implicit_terminators(self.op.kind, region, self.op.location);
        Ok(())
    }

    /// Reads a region of the generic form, in which nothing is omitted, and appends it.
    pub(crate) fn region_as_written(&mut self) -> Result<(), Reported> {
        if self.peek() != Token::LBrace {
            return Err(self.expected("'{' to begin a region"));
        }
        self.region_as_written_with(&[])
    }

    fn region_as_written_with(&mut self, args: &[RegionArg]) -> Result<(), Reported> {
        let region = self.cx.read_region(self.op.kind, self.at, args, self.depth)?;
        self.at = self.cx.after_bracket(self.at);
        self.op.regions.push(region);
        Ok(())
    }

    /// Appends a region without blocks.
    pub fn empty_region(&mut self) {
        let region = self.cx.orphan_region();
        self.op.regions.push(region);
    }

    /// Reads `%name`, for an argument of a region.
    pub fn region_arg(&mut self, ty: Type) -> Result<RegionArg, Reported> {
        Ok(RegionArg { name: Some(self.value_name()?), ty })
    }

    /// Reads `^label` and the optional `(%a, %b : T, U)`; appends the successor and its operands.
    pub fn successor(&mut self) -> Result<usize, Reported> {
        let block = self.label()?;
        let first = self.op.operands.len();
        if self.eat(Token::LParen) {
            let names = self.value_names()?;
            self.expect(Token::Colon, "':' before the types of the block arguments")?;
            let types = self.type_list_until(Token::RParen)?;
            let values = self.resolve_each(&names, &types)?;
            self.op.operands.extend(values);
        }
        let len = self.op.operands.len() - first;
        let args = Run { first: first as u32, len: len as u32 };
        self.op.successors.push(SuccessorData { block, args });
        Ok(len)
    }

    /// Reads `^label`.
    pub fn label(&mut self) -> Result<Block, Reported> {
        let token = self.expect(Token::Label, "a block label such as '^bb1'")?;
        Ok(self.cx.block_for_label(token))
    }
}

/// Truncates a text to at most 40 characters.
pub(crate) fn shorten(text: &str) -> String {
    if text.chars().count() <= 40 {
        text.to_string()
    } else {
        text.chars().take(37).chain("...".chars()).collect()
    }
}
