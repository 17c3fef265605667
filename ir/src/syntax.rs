//! Turns text into marked, paired tokens and the flat tree of operations, regions and blocks.

use crate::diagnostics::{Diagnostics, codes};
use crate::format::read::shorten;
use crate::limits::Limits;
use crate::source::Span;
use crate::suggest::did_you_mean;
use ast::Ast;
use lalrpop_util::ErrorRecovery;
use layout::{Class, Layout};
use lexer::{Token, Tokens};

pub mod ast;
pub mod layout;
pub mod lexer;

lalrpop_util::lalrpop_mod!(
    #[allow(unreachable_pub, reason = "generated code; only some builds report it")]
    #[expect(
        clippy::all,
        clippy::pedantic,
        clippy::allow_attributes_without_reason,
        clippy::unwrap_used,
        unused_lifetimes,
        reason = "generated code"
    )]
    grammar,
    "/syntax/grammar.rs"
);

/// A text with its structure.
#[derive(Debug)]
pub struct Syntax<'t> {
    /// The text.
    pub text: &'t str,
    /// Its tokens.
    pub tokens: Tokens,
    /// Its brackets.
    pub layout: Layout,
    /// Its operations, regions and blocks.
    pub ast: Ast,
}

impl Syntax<'_> {
    /// Returns the location of an unexpected token.
    pub(crate) fn place_of(&self, at: usize) -> Span {
        place_in(&self.tokens, self.text, at)
    }
}

/// Parses the structure of a text; reports errors and continues. A text that exceeds the limits is not
/// parsed.
pub fn read<'t>(text: &'t str, limits: &Limits, diagnostics: &mut Diagnostics) -> Syntax<'t> {
    let tokens = tokens_within(text, limits, diagnostics);
    let text = if tokens.kinds.len() == 1 { "" } else { text };
    let layout = layout::layout(text, &tokens, diagnostics);
    let mut ast = Ast::default();
    let stream = ast::stream(&layout.classes);
    let result = grammar::FileParser::new().parse(&mut ast, &tokens, text, diagnostics, stream);
    if result.is_err() {
        let at = tokens.spans.last().copied().unwrap_or_default();
        diagnostics.error(codes::STRUCTURE, at, "expected an operation, but found the end of the text");
    }
    ast.finish();
    Syntax { text, tokens, layout, ast }
}

/// Returns the tokens of a text; only the end if there are too many.
fn tokens_within(text: &str, limits: &Limits, diagnostics: &mut Diagnostics) -> Tokens {
    let (limit, found) = (limits.bytes, text.len());
    if limit < found {
        let message = format!("the text has more than the limit of {limit} bytes");
        diagnostics.error(codes::LIMIT, Span::default(), message);
        return lexer::tokenize("");
    }
    let tokens = lexer::tokenize_at_most(text, limits.tokens);
    // The end is a token, too.
    if tokens.kinds.len() <= limits.tokens + 1 {
        return tokens;
    }
    let at = tokens.spans[limits.tokens];
    let message = format!("the text has more than the limit of {} tokens", limits.tokens);
    diagnostics.error(codes::LIMIT, at, message);
    lexer::tokenize("")
}

/// Reports text where an operation must start.
fn stray<E>(
    tokens: &Tokens,
    text: &str,
    diagnostics: &mut Diagnostics,
    error: &ErrorRecovery<u32, Class, E>,
) {
    let at = match &error.error {
        lalrpop_util::ParseError::UnrecognizedToken { token, .. }
        | lalrpop_util::ParseError::ExtraToken { token } => token.0,
        lalrpop_util::ParseError::InvalidToken { location }
        | lalrpop_util::ParseError::UnrecognizedEof { location, .. } => *location,
        lalrpop_util::ParseError::User { .. } => 0,
    };
    let at = (at as usize).min(tokens.kinds.len() - 1);
    let span = tokens.spans[at];
    let found = shorten(&text[span.start as usize..span.end as usize]);
    let (code, message) = match tokens.kinds[at] {
        Token::End => (codes::STRUCTURE, "expected an operation, but found the end of the text".to_string()),
        Token::Label => (codes::STRUCTURE, format!("expected ':' after the block label '{found}'")),
        Token::Word => (codes::UNKNOWN_OP, format!("custom op '{found}' is unknown")),
        _ => {
            let forms = "such as 'arith.addi' or '\"dialect.name\"('";
            (codes::STRUCTURE, format!("expected an operation name, {forms}, but found '{found}'"))
        }
    };
    let notes = match tokens.kinds[at] {
        Token::Word => did_you_mean(&found, ["return", "call", "call_indirect", "module"]),
        _ => Vec::new(),
    };
    diagnostics.error_with(code, place_in(tokens, text, at), message, notes);
}

/// Returns the location of an unexpected token, or of the preceding one if that ends an earlier line and no
/// operation or block starts with the token: something is missing there.
fn place_in(tokens: &Tokens, text: &str, at: usize) -> Span {
    let span = tokens.spans[at];
    let may_begin =
        matches!(tokens.kinds[at], Token::Value | Token::String | Token::Word | Token::Label | Token::End);
    match at.checked_sub(1).filter(|_| !may_begin).map(|before| tokens.spans[before]) {
        Some(before) if text[before.end as usize..span.start as usize].contains('\n') => before,
        _ => span,
    }
}
