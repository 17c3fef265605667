//! Semantic tokens: the syntactic kind of each word of a text.

use std::ops::Range;

use lsp_types::{
    SemanticToken, SemanticTokenType, SemanticTokens, SemanticTokensDelta, SemanticTokensDeltaParams,
    SemanticTokensEdit, SemanticTokensFullDeltaResult, SemanticTokensRangeParams,
};
use warpline_ir::syntax::lexer::Token;
use warpline_ir::{Def, Value};

use super::analysis::Analysis;
use super::document::{Document, View};
use crate::driver::keywords::is_type;

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

/// Indices into [`KINDS`].
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

/// The tokens that a client has.
pub(super) struct SentTokens {
    id: String,
    tokens: Vec<SemanticToken>,
}

/// Returns all tokens.
pub(super) fn full(document: &mut Document) -> SemanticTokens {
    let id = document.version.to_string();
    let tokens = match document.sent.take() {
        Some(sent) if sent.id == id => sent.tokens,
        _ => semantic_tokens(&document.views(), 0..u32::MAX),
    };
    document.sent = Some(SentTokens { id: id.clone(), tokens: tokens.clone() });
    SemanticTokens { result_id: Some(id), data: tokens }
}

/// Returns the changes of the tokens since the client last got them; all tokens if the client has other ones.
pub(super) fn delta(
    document: &mut Document,
    params: &SemanticTokensDeltaParams,
) -> SemanticTokensFullDeltaResult {
    let id = document.version.to_string();
    let Some(former) = document.sent.take_if(|sent| sent.id == params.previous_result_id) else {
        return SemanticTokensFullDeltaResult::Tokens(full(document));
    };
    let mut edits = Vec::new();
    let sent = if former.id == id {
        former
    } else {
        let tokens = semantic_tokens(&document.views(), 0..u32::MAX);
        edits.extend(edit(&former.tokens, &tokens));
        SentTokens { id: id.clone(), tokens }
    };
    document.sent = Some(sent);
    SemanticTokensFullDeltaResult::TokensDelta(SemanticTokensDelta { result_id: Some(id), edits })
}

/// Returns the tokens of a range of lines.
pub(super) fn range(document: &mut Document, params: &SemanticTokensRangeParams) -> SemanticTokens {
    let [start, end] = [params.range.start, params.range.end].map(|position| document.offset(position));
    SemanticTokens { result_id: None, data: semantic_tokens(&document.views(), start..end) }
}

/// Returns the edit between two lists of tokens, without their common prefix and suffix. It counts in integers,
/// of which a token has five.
fn edit(old: &[SemanticToken], new: &[SemanticToken]) -> Option<SemanticTokensEdit> {
    let is_same = |(a, b): &(&SemanticToken, &SemanticToken)| a == b;
    let before = old.iter().zip(new).take_while(is_same).count();
    let after = old[before..].iter().rev().zip(new[before..].iter().rev()).take_while(is_same).count();
    let (gone, put) = (old.len() - before - after, &new[before..new.len() - after]);
    (gone != 0 || !put.is_empty()).then(|| SemanticTokensEdit {
        start: 5 * before as u32,
        delete_count: 5 * gone as u32,
        data: (!put.is_empty()).then(|| put.to_vec()),
    })
}

/// Returns the tokens that begin in a range of the text and have a kind, each relative to the previous one as
/// in the protocol.
fn semantic_tokens(views: &[View<'_>], range: Range<u32>) -> Vec<SemanticToken> {
    let mut out = Vec::new();
    let mut last = 0;
    for View { analysis, piece_lines, .. } in views {
        let parameters = parameters(analysis);
        let mut parameters = parameters.iter().copied().peekable();
        for (token, span) in analysis.tokens().kinds.iter().zip(&analysis.tokens().spans) {
            let start = piece_lines.start + span.start;
            if !range.contains(&start) {
                continue;
            }
            let word = &analysis.text()[span.start as usize..span.end as usize];
            while parameters.next_if(|parameter| *parameter < span.start).is_some() {}
            let is_parameter = parameters.peek() == Some(&span.start);
            let Some(kind) = kind_of(*token, word, is_parameter) else { continue };
            let between = &piece_lines.text[last as usize..start as usize];
            let (delta_line, before) = match between.rfind('\n') {
                Some(at) => (between[..=at].matches('\n').count() as u32, &between[at + 1..]),
                None => (0, between),
            };
            last = start;
            out.push(SemanticToken {
                delta_line,
                delta_start: piece_lines.lines.length(before),
                // The sizes of a type may continue in the next line.
                length: piece_lines.lines.length(word.split('\n').next().unwrap_or_default()),
                token_type: kind as u32,
                token_modifiers_bitset: 0,
            });
        }
    }
    out
}

/// Returns the offsets of block argument definitions, in textual order.
fn parameters(analysis: &Analysis) -> Vec<u32> {
    let is_argument = |value: Value| matches!(analysis.module.def(value), Def::Arg(..));
    let definitions = analysis.names.definitions.iter().filter_map(|found| Some((found.span, found.first?)));
    let all = definitions.chain(analysis.names.uses.iter().copied());
    let mut places: Vec<u32> =
        all.filter(|(_, value)| is_argument(*value)).map(|(span, _)| span.start).collect();
    places.sort_unstable();
    places
}

fn kind_of(token: Token, word: &str, is_parameter: bool) -> Option<Kind> {
    Some(match token {
        Token::Value if is_parameter => Kind::Parameter,
        Token::Value => Kind::Variable,
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
