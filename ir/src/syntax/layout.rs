//! Layout: one forward pass that pairs brackets and finds where operations, blocks and aliases start.
//!
//! Its output is the stream of [`Class`]es that the grammar reads. Unpaired brackets are reported here and
//! repaired in the stream, so that the grammar always receives balanced text and one missing bracket costs
//! one diagnostic.

use crate::diagnostics::{Diagnostics, Note, codes};
use crate::syntax::lexer::{Token, Tokens};
use rustc_hash::FxHashSet;

/// The replacement of bytes that are not UTF-8.
const REPLACEMENT: &str = "\u{fffd}";
/// Maximum nesting depth of brackets.
pub const MAX_NESTING: usize = 1024;
/// Maximum nesting depth of braces.
pub const MAX_REGIONS: usize = 256;

/// The class of a token in the grammar, and the marks between tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Mark: an operation starts here.
    OpStart,
    /// Mark: a block starts here.
    BlockStart,
    /// Mark: the definition of an alias starts here.
    AliasStart,
    /// Any other token.
    Atom,
    /// `:`
    Colon,
    /// `(` or `[`
    Open,
    /// `)` or `]`
    Close,
    /// `{` of a dictionary, or of ambiguous braces.
    DictOpen,
    /// `{` of a region.
    RegionOpen,
    /// `}`
    BraceClose,
}

/// An item of the stream. Consecutive tokens without structure form one atom, including brackets without
/// regions inside, so that the grammar reads few items.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// The class in the grammar.
    pub class: Class,
    /// The first token.
    pub start: u32,
    /// The token after the last one; the first one for marks.
    pub end: u32,
}

/// The result of the pass.
#[derive(Debug, Default)]
pub struct Layout {
    /// The closing token of an opening bracket and vice versa; otherwise the token itself.
    pub partner: Vec<u32>,
    /// The stream for the grammar.
    pub classes: Vec<Item>,
    /// The first tokens in resource sections `{-# … #-}`.
    pub resources: Vec<u32>,
    /// Broken tokens, all reported: unclosed opening brackets, whose partner is the token before which they
    /// end, unmatched closing ones, and unknown characters.
    pub unclosed: FxHashSet<u32>,
}

/// Runs the pass.
pub fn layout(text: &str, tokens: &Tokens, diagnostics: &mut Diagnostics) -> Layout {
    let (out, found) = run(text, tokens, false);
    let (out, found) = if out.unclosed.is_empty() { (out, found) } else { run(text, tokens, true) };
    diagnostics.append(found);
    report_replaced(text, tokens, diagnostics);
    out
}

/// Reports replacement characters of invalid UTF-8 within a token; they are allowed in comments.
fn report_replaced(text: &str, tokens: &Tokens, diagnostics: &mut Diagnostics) {
    if !text.contains(REPLACEMENT) {
        return;
    }
    for (kind, span) in tokens.kinds.iter().zip(&tokens.spans) {
        let may_hold = matches!(kind, Token::String | Token::Symbol);
        if may_hold && text[span.start as usize..span.end as usize].contains(REPLACEMENT) {
            diagnostics.error(codes::LEXICAL, *span, "unexpected bytes that are not UTF-8 in a string");
        }
    }
}

/// Runs the pass once. If braces do not pair, a second run uses the indentation to find the unclosed one.
fn run(text: &str, tokens: &Tokens, by_indent: bool) -> (Layout, Diagnostics) {
    let n = tokens.kinds.len();
    let out = Layout { partner: (0..n as u32).collect(), ..Layout::default() };
    let mut diagnostics = Diagnostics::new();
    let mut pass = Pass {
        text,
        tokens,
        diagnostics: &mut diagnostics,
        out,
        stack: Vec::new(),
        n_braces: 0,
        head_end: None,
        n_kept: 0,
        by_indent,
        indent: 0,
        is_first: true,
    };
    pass.run();
    (pass.out, diagnostics)
}

struct Pass<'a> {
    text: &'a str,
    tokens: &'a Tokens,
    diagnostics: &'a mut Diagnostics,
    out: Layout,
    stack: Vec<Bracket>,
    n_braces: usize,
    /// The colon of the current block label.
    head_end: Option<usize>,
    /// The number of items that are final.
    n_kept: usize,
    by_indent: bool,
    /// The indentation of the line of the current token, in bytes.
    indent: usize,
    /// Whether the current token is the first of its line.
    is_first: bool,
}

#[derive(Clone, Copy)]
struct Bracket {
    at: usize,
    class: Class,
    is_angle: bool,
    /// The indentation of its line.
    indent: usize,
}

impl Pass<'_> {
    fn run(&mut self) {
        let mut at = 0;
        while self.kind(at) != Token::End {
            if MAX_NESTING < self.stack.len() || MAX_REGIONS < self.n_braces {
                let message = format!("nesting is deeper than the limit of {MAX_REGIONS} regions");
                self.diagnostics.error(codes::LIMIT, self.tokens.spans[at], message);
                self.out.classes.clear();
                return;
            }
            at = self.step(at);
        }
        while let Some(bracket) = self.stack.pop() {
            self.report_unclosed(bracket, at);
        }
    }

    /// Handles the token at `at` and returns the next one to handle.
    fn step(&mut self, at: usize) -> usize {
        self.follow_lines(at);
        self.head_end = self.head_end.filter(|end| at <= *end);
        match self.kind(at) {
            Token::Unknown => {
                self.report_unknown(at);
                return at + 1;
            }
            Token::ResourceOpen => return self.skip_resources(at),
            Token::LParen | Token::LSquare => self.open(at, Class::Open, false),
            Token::Less => self.open(at, Class::Atom, true),
            Token::LBrace => {
                let class = if self.is_dictionary(at) { Class::DictOpen } else { Class::RegionOpen };
                self.open(at, class, false);
            }
            Token::RParen | Token::RSquare | Token::RBrace => self.close(at),
            Token::Greater => self.close_angle(at),
            _ => return self.atom(at),
        }
        at + 1
    }

    fn kind(&self, at: usize) -> Token {
        self.tokens.kinds.get(at).copied().unwrap_or(Token::End)
    }

    fn word(&self, at: usize) -> &str {
        let span = self.tokens.spans[at];
        &self.text[span.start as usize..span.end as usize]
    }

    fn emit(&mut self, at: usize, class: Class) {
        let start = at as u32;
        let is_mark = matches!(class, Class::OpStart | Class::BlockStart | Class::AliasStart);
        let item = Item { class, start, end: start + u32::from(!is_mark) };
        if self.head_end.is_some() {
            self.out.classes.push(item);
            self.n_kept = self.out.classes.len();
            return;
        }
        match class {
            Class::Atom => self.push_atom(item),
            Class::Close | Class::BraceClose => self.push_close(item),
            Class::Colon
            | Class::Open
            | Class::DictOpen
            | Class::RegionOpen
            | Class::OpStart
            | Class::BlockStart
            | Class::AliasStart => self.out.classes.push(item),
        }
    }

    /// Merges an atom with a preceding one.
    fn push_atom(&mut self, item: Item) {
        let is_after = self.n_kept < self.out.classes.len();
        match self.out.classes.last_mut() {
            Some(last) if is_after && last.class == Class::Atom => last.end = item.end,
            _ => self.out.classes.push(item),
        }
    }

    /// Adds a closing bracket; a bracket that contains at most one atom becomes an atom.
    fn push_close(&mut self, item: Item) {
        let new = &self.out.classes[self.n_kept..];
        let n_inside = usize::from(new.last().is_some_and(|last| last.class == Class::Atom));
        let open = new.len().checked_sub(1 + n_inside).map(|index| new[index]);
        match open {
            Some(open) if matches!(open.class, Class::Open | Class::DictOpen) => {
                let n = self.out.classes.len() - 1 - n_inside;
                self.out.classes.truncate(n);
                self.push_atom(Item { class: Class::Atom, start: open.start, end: item.end });
            }
            _ => self.out.classes.push(item),
        }
    }

    /// Whether operations are allowed here: at file level or directly in a region.
    fn in_region(&self) -> bool {
        self.stack.last().is_none_or(|bracket| bracket.class == Class::RegionOpen)
    }

    fn open(&mut self, at: usize, class: Class, is_angle: bool) {
        self.emit(at, class);
        self.n_braces += usize::from(class == Class::RegionOpen);
        self.stack.push(Bracket { at, class, is_angle, indent: self.indent });
    }

    fn pair(&mut self, open: usize, close: usize) {
        self.out.partner[open] = close as u32;
        self.out.partner[close] = open as u32;
    }

    fn pop(&mut self) -> Option<Bracket> {
        let bracket = self.stack.pop()?;
        self.n_braces -= usize::from(bracket.class == Class::RegionOpen);
        Some(bracket)
    }

    fn close_angle(&mut self, at: usize) {
        self.emit(at, Class::Atom);
        if self.stack.last().is_some_and(|bracket| bracket.is_angle)
            && let Some(open) = self.pop()
        {
            self.pair(open.at, at);
        }
    }

    /// Updates the indentation of the line of a token, and whether the token is the first of its line.
    fn follow_lines(&mut self, at: usize) {
        let start = self.tokens.spans[at].start as usize;
        let before = if at == 0 { 0 } else { self.tokens.spans[at - 1].end as usize };
        let gap = &self.text[before..start];
        if 0 < at && matches!(gap.as_bytes(), [] | [b' ']) {
            self.is_first = false;
            return;
        }
        self.is_first = at == 0 || gap.contains('\n');
        if self.is_first {
            self.indent = gap.rfind('\n').map_or(start, |end| gap.len() - end - 1);
        }
    }

    /// Closes regions that are unclosed by their indentation: `at` starts a line that is not indented deeper
    /// than the line of the brace. A closing brace may have the same indentation.
    fn close_by_indent(&mut self, at: usize) {
        if !self.by_indent || !self.is_first {
            return;
        }
        let is_brace = self.kind(at) == Token::RBrace;
        while let Some(top) = self.stack.last().copied() {
            let ends_here = if is_brace { top.indent <= self.indent } else { top.indent < self.indent };
            if top.class != Class::RegionOpen || ends_here || self.stack.len() < 2 {
                return;
            }
            self.pop();
            self.report_unclosed(top, at);
        }
    }

    fn close(&mut self, at: usize) {
        self.close_by_indent(at);
        let wanted = match self.kind(at) {
            Token::RParen => Token::LParen,
            Token::RSquare => Token::LSquare,
            _ => Token::LBrace,
        };
        // Within a region, only a brace can close a bracket outside it.
        let reaches = |bracket: &&Bracket| wanted == Token::LBrace || bracket.class != Class::RegionOpen;
        let found = self.stack.iter().rev().take_while(reaches).position(|b| self.kind(b.at) == wanted);
        let Some(depth) = found else {
            let message = format!("unmatched '{}'", self.word(at));
            self.diagnostics.error(codes::BRACKET, self.tokens.spans[at], message);
            self.out.unclosed.insert(at as u32);
            return;
        };
        for _ in 0..depth {
            if let Some(bracket) = self.pop() {
                self.report_unclosed(bracket, at);
            }
        }
        if let Some(open) = self.pop() {
            self.pair(open.at, at);
            self.emit(at, if wanted == Token::LBrace { Class::BraceClose } else { Class::Close });
        }
    }

    /// Reports an opening bracket that ends before `at`, and closes it in the stream.
    fn report_unclosed(&mut self, bracket: Bracket, at: usize) {
        let message = format!("'{}' is never closed", self.word(bracket.at));
        let what =
            if self.kind(at) == Token::End { "the text ends here" } else { "expected its end before this" };
        let notes = vec![Note::at(self.tokens.spans[at], what)];
        self.diagnostics.error_with(codes::BRACKET, self.tokens.spans[bracket.at], message, notes);
        self.mend(bracket, at);
    }

    /// Closes an opening bracket before `at` in the stream.
    fn mend(&mut self, bracket: Bracket, at: usize) {
        self.out.partner[bracket.at] = at as u32;
        self.out.unclosed.insert(bracket.at as u32);
        match bracket.class {
            Class::Open => self.emit(at, Class::Close),
            Class::DictOpen | Class::RegionOpen => self.emit(at, Class::BraceClose),
            _ => {}
        }
    }

    fn report_unknown(&mut self, at: usize) {
        let text = self.word(at);
        if text.starts_with('"') {
            let message = "expected '\"' in string literal, but found the end of the line";
            self.diagnostics.error(codes::STRING, self.tokens.spans[at], message);
            self.close_swallowed(at);
        } else {
            let found = match text {
                REPLACEMENT => "bytes that are not UTF-8".to_string(),
                _ => format!("character '{}', which starts nothing in the language", text.escape_debug()),
            };
            let message = format!("unexpected {found}");
            self.diagnostics.error(codes::LEXICAL, self.tokens.spans[at], message);
        }
        self.out.unclosed.insert(at as u32);
    }

    /// Closes the brackets opened on a line with an unterminated string, which extends to the end of the line
    /// and includes closing brackets.
    fn close_swallowed(&mut self, at: usize) {
        let string = self.tokens.spans[at].start as usize;
        while let Some(top) = self.stack.last().copied() {
            let opened = self.tokens.spans[top.at].start as usize;
            if top.class == Class::RegionOpen || self.text[opened..string].contains('\n') {
                return;
            }
            self.pop();
            self.mend(top, at);
        }
    }

    fn skip_resources(&mut self, at: usize) -> usize {
        let mut end = at;
        while !matches!(self.kind(end), Token::ResourceClose | Token::End) {
            end += 1;
        }
        if !self.stack.is_empty() {
            let message = "a resource section '{-# … #-}' is only allowed at the end of the file";
            self.diagnostics.error(codes::STRUCTURE, self.tokens.spans[at], message);
        } else if self.kind(end) == Token::End {
            let message = "expected '#-}' at the end of the resource section";
            self.diagnostics.error(codes::STRUCTURE, self.tokens.spans[at], message);
        } else {
            self.out.resources.push(at as u32 + 1);
        }
        if self.kind(end) == Token::End { end } else { end + 1 }
    }

    /// Handles a token that is not a bracket: finds the marks.
    fn atom(&mut self, at: usize) -> usize {
        if !self.in_region() {
            if self.starts_certainly(at) {
                self.abandon_brackets(at);
            } else {
                self.emit_atom(at);
                return at + 1;
            }
        }
        if let Some(name) = self.operation_start(at) {
            self.close_by_indent(at);
            self.emit(at, Class::OpStart);
            for token in at..=name {
                self.emit(token, Class::Atom);
            }
            return name + 1;
        }
        if self.kind(at) == Token::Label
            && let Some(colon) = self.block_head_end(at)
        {
            self.head_end = Some(colon);
            self.emit(at, Class::BlockStart);
        }
        if self.stack.is_empty() && self.starts_alias(at) {
            self.emit(at, Class::AliasStart);
        }
        self.emit_atom(at);
        at + 1
    }

    /// Abandons brackets that are not regions when an operation starts inside them: they were not closed.
    fn abandon_brackets(&mut self, at: usize) {
        while !self.in_region() {
            if let Some(bracket) = self.pop() {
                self.report_unclosed(bracket, at);
            }
        }
    }

    /// Whether an operation certainly starts here, even inside brackets: a result list, or a name at the
    /// start of a line followed by an operand or a symbol.
    fn starts_certainly(&self, at: usize) -> bool {
        let next = self.kind(at + 1);
        match self.kind(at) {
            Token::Value => self.result_list(at).is_some(),
            Token::Word => {
                self.is_first && matches!(next, Token::Value | Token::Symbol) && self.is_op_name(at)
            }
            _ => false,
        }
    }

    /// Returns the token of the operation name, if an operation starts here.
    fn operation_start(&self, at: usize) -> Option<usize> {
        match self.kind(at) {
            Token::Value => self.result_list(at),
            Token::Word | Token::String => self.is_op_name(at).then_some(at),
            _ => None,
        }
    }

    /// Returns the token of the operation name after a result list `%a, %b:2 =`.
    fn result_list(&self, at: usize) -> Option<usize> {
        if 0 < at && self.kind(at - 1) == Token::Comma {
            return None;
        }
        let mut next = at;
        loop {
            if self.kind(next) != Token::Value {
                return None;
            }
            next += 1;
            if self.kind(next) == Token::Colon && self.kind(next + 1) == Token::Integer {
                next += 2;
            }
            match self.kind(next) {
                Token::Comma => next += 1,
                Token::Equal => break,
                _ => return None,
            }
        }
        // An unknown bare word counts as a name if the result starts its line, so that the error is reported
        // there.
        let is_unknown = self.kind(next + 1) == Token::Word && self.is_first;
        (is_unknown || self.is_op_name(next + 1)).then_some(next + 1)
    }

    fn is_op_name(&self, at: usize) -> bool {
        match self.kind(at) {
            Token::String => self.kind(at + 1) == Token::LParen,
            Token::Word => match self.word(at) {
                "return" | "call" | "call_indirect" => true,
                "await" | "await_all" => self.is_first && self.kind(at + 1) == Token::Value,
                "module" => {
                    matches!(self.kind(at + 1), Token::Symbol | Token::LBrace | Token::Less)
                        || (self.kind(at + 1) == Token::Word && self.word(at + 1) == "attributes")
                }
                word => word.contains('.') && !word.ends_with('.'),
            },
            _ => false,
        }
    }

    /// Returns the colon after the label and the arguments of a block, if a block starts here.
    fn block_head_end(&self, at: usize) -> Option<usize> {
        let end = match self.kind(at + 1) {
            Token::LParen => self.closing_paren(at + 1)? + 1,
            _ => at + 1,
        };
        (self.kind(end) == Token::Colon).then_some(end)
    }

    /// Emits a token without structure, or the colon that ends the label of a block.
    fn emit_atom(&mut self, at: usize) {
        let ends_head = self.head_end == Some(at);
        self.emit(at, if ends_head { Class::Colon } else { Class::Atom });
        if ends_head {
            self.head_end = None;
        }
    }

    /// Returns the token that closes the parenthesis at `open`, looking ahead.
    fn closing_paren(&self, open: usize) -> Option<usize> {
        let (mut depth, mut n_angles) = (0, 0_usize);
        for at in open..self.tokens.kinds.len() {
            match self.kind(at) {
                Token::LParen => depth += 1,
                Token::RParen => depth -= 1,
                Token::Less => n_angles += 1,
                Token::Greater => n_angles = n_angles.saturating_sub(1),
                // Attributes of types may contain braces.
                Token::LBrace | Token::RBrace if depth == 1 && n_angles == 0 => return None,
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    fn starts_alias(&self, at: usize) -> bool {
        let starts = matches!(self.kind(at), Token::Hash | Token::Bang);
        starts && self.kind(at + 1) == Token::Equal
    }

    /// Whether the brace at `at` opens a dictionary. `{}` and `{a.b}` are ambiguous and count as one; the
    /// formats read them as a region where they expect one.
    fn is_dictionary(&self, at: usize) -> bool {
        match (self.kind(at + 1), self.kind(at + 2)) {
            (Token::RBrace, _)
            | (Token::Word | Token::String, Token::Equal | Token::Comma)
            | (Token::String, Token::RBrace) => true,
            (Token::Word, Token::RBrace) => {
                let word = self.word(at + 1);
                word.contains('.') || !matches!(word, "return" | "call" | "call_indirect" | "module")
            }
            _ => false,
        }
    }
}
