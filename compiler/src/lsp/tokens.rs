//! Semantic tokens: what each word of a text is.

use lsp_types::{SemanticToken, SemanticTokenType};
use warpline_ir::Def;
use warpline_ir::syntax::lexer::Token;

use super::analysis::Analysis;
use super::index::{Entity, Occurrence};
use super::position::Lines;
use crate::words::is_type;

/// The kinds, in the order of the legend.
pub(super) const KINDS: [SemanticTokenType; 8] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::TYPE,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::MACRO,
];

/// Places in [`KINDS`].
#[derive(Clone, Copy)]
enum Kind {
    Keyword,
    Type,
    Variable,
    Parameter,
    Function,
    Number,
    String,
    Macro,
}

/// All tokens that have a kind, each relative to the one before as the protocol wants it.
pub(super) fn semantic_tokens(analysis: &Analysis, lines: &Lines) -> Vec<SemanticToken> {
    let text = analysis.text();
    let mut out = Vec::new();
    let mut last = 0;
    let mut occurrences = analysis.index().occurrences.iter().peekable();
    for (kind, span) in analysis.tokens().kinds.iter().zip(&analysis.tokens().spans) {
        while occurrences.peek().is_some_and(|found| found.span.start < span.start) {
            occurrences.next();
        }
        let found = occurrences.peek().filter(|found| found.span == *span);
        let word = &text[span.start as usize..span.end as usize];
        let Some(kind) = kind_of(analysis, *kind, word, found.copied()) else { continue };
        let mut between = text[last..span.start as usize].rsplit('\n');
        let delta_start = lines.length(between.next().unwrap_or_default());
        let delta_line = between.count() as u32;
        last = span.start as usize;
        // The sizes of a type may go on in the next line.
        let length = lines.length(word.split('\n').next().unwrap_or_default());
        out.push(SemanticToken {
            delta_line,
            delta_start,
            length,
            token_type: kind as u32,
            token_modifiers_bitset: 0,
        });
    }
    out
}

fn kind_of(analysis: &Analysis, token: Token, word: &str, found: Option<&Occurrence>) -> Option<Kind> {
    Some(match token {
        Token::Value => value_kind(analysis, found),
        Token::Symbol => Kind::Function,
        Token::Label | Token::Hash => Kind::Macro,
        Token::Bang | Token::Dim => Kind::Type,
        Token::Integer | Token::Float => Kind::Number,
        Token::String => Kind::String,
        Token::Word if is_type(word) => Kind::Type,
        Token::Word => Kind::Keyword,
        _ => return None,
    })
}

fn value_kind(analysis: &Analysis, found: Option<&Occurrence>) -> Kind {
    let Some(Entity::Values(number)) = found.map(|found| found.entity) else { return Kind::Variable };
    match analysis.names.definitions[number].first.map(|value| analysis.module.def(value)) {
        Some(Def::Arg(..)) => Kind::Parameter,
        _ => Kind::Variable,
    }
}
