//! Lines become inputs: IR goes on until its brackets balance, a command is one line, `:{` and `:}` hold any lines
//! together.

use warpline_ir::syntax::lexer::{Token, tokenize};

/// The line that begins an input of many lines.
const BLOCK_OPEN: &str = ":{";
/// The line that ends it.
const BLOCK_CLOSE: &str = ":}";

/// Whether a text ends with a whole input.
pub(super) fn is_complete(text: &str) -> bool {
    split(text).1.trim().is_empty()
}

/// The whole inputs of a text, and the rest.
pub(super) fn split(text: &str) -> (Vec<String>, String) {
    let mut inputs = Vec::new();
    let mut input = String::new();
    for line in text.lines() {
        input.push_str(line);
        input.push('\n');
        if is_whole(&input) {
            inputs.push(std::mem::take(&mut input));
        }
    }
    (inputs, input)
}

/// Whether lines are an input and need no more.
fn is_whole(text: &str) -> bool {
    let text = text.trim();
    if text.starts_with(BLOCK_OPEN) {
        return text.lines().any(|line| line.trim() == BLOCK_CLOSE);
    }
    text.starts_with(':') || is_balanced(text)
}

/// Whether no bracket is open and nothing must follow.
fn is_balanced(text: &str) -> bool {
    let tokens = tokenize(text).kinds;
    let mut depth = 0_i64;
    for token in &tokens {
        depth += match token {
            Token::LParen | Token::LBrace | Token::LSquare | Token::ResourceOpen => 1,
            Token::RParen | Token::RBrace | Token::RSquare | Token::ResourceClose => -1,
            _ => 0,
        };
    }
    let last = tokens.iter().rev().find(|token| **token != Token::End);
    depth <= 0 && !matches!(last, Some(Token::Equal | Token::Comma | Token::Arrow | Token::Colon))
}

/// What an input says, without the lines that held it together.
pub(super) fn content(input: &str) -> String {
    match input.trim().strip_prefix(BLOCK_OPEN) {
        Some(block) => block.trim_end().strip_suffix(BLOCK_CLOSE).unwrap_or(block).to_string(),
        None => input.to_string(),
    }
}

/// Words between blanks; quotes and brackets keep blanks, quotes are dropped.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut depth = 0_usize;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, c) if c.is_whitespace() && depth == 0 => {
                words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
            }
            (_, c) => {
                depth = match c {
                    '(' | '[' | '{' => depth + 1,
                    ')' | ']' | '}' => depth.saturating_sub(1),
                    _ => depth,
                };
                word.push(c);
            }
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}
