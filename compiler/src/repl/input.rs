//! Splits lines into inputs: IR continues until its brackets balance, a command is one line, and `:{` and `:}`
//! group any lines.

use warpline_ir::syntax::lexer::{Token, tokenize};

/// The line that begins an input of many lines.
const BLOCK_OPEN: &str = ":{";
/// The line that ends it.
const BLOCK_CLOSE: &str = ":}";

/// The lines of an incomplete input. Each line is scanned once.
#[derive(Default)]
pub(super) struct Gathered {
    text: String,
    is_block: bool,
    /// The number of open brackets.
    depth: i64,
    /// Whether the last token requires a continuation.
    goes_on: bool,
}

impl Gathered {
    /// Adds a line, and returns the input if this line completes it.
    pub(super) fn push(&mut self, line: &str) -> Option<String> {
        let is_first = self.is_empty();
        self.text.push_str(line);
        self.text.push('\n');
        self.is_block |= is_first && line.trim_start().starts_with(BLOCK_OPEN);
        let is_whole = match is_first && line.trim_start().starts_with(':') {
            _ if self.is_block => line.trim() == BLOCK_CLOSE,
            true => true,
            false => self.is_balanced_with(line),
        };
        is_whole.then(|| std::mem::take(self).text)
    }

    /// Whether no input has begun.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns the text of an incomplete input.
    pub(super) fn into_rest(self) -> String {
        self.text
    }

    /// Whether after this line no bracket is open and no continuation is required. No token spans lines.
    fn is_balanced_with(&mut self, line: &str) -> bool {
        for token in tokenize(line).kinds {
            self.depth += match token {
                Token::LParen | Token::LBrace | Token::LSquare | Token::ResourceOpen => 1,
                Token::RParen | Token::RBrace | Token::RSquare | Token::ResourceClose => -1,
                _ => 0,
            };
            if token != Token::End {
                self.goes_on = matches!(token, Token::Equal | Token::Comma | Token::Arrow | Token::Colon);
            }
        }
        self.depth <= 0 && !self.goes_on
    }
}

/// Whether a text ends with a complete input.
pub(super) fn is_complete(text: &str) -> bool {
    split(text).1.trim().is_empty()
}

/// Returns the complete inputs of a text, and the rest.
pub(super) fn split(text: &str) -> (Vec<String>, String) {
    let mut gathered = Gathered::default();
    let inputs = text.lines().filter_map(|line| gathered.push(line)).collect();
    (inputs, gathered.into_rest())
}

/// Returns the content of an input, without the lines that group it.
pub(super) fn content(input: &str) -> String {
    match input.trim().strip_prefix(BLOCK_OPEN) {
        Some(block) => block.trim_end().strip_suffix(BLOCK_CLOSE).unwrap_or(block).to_string(),
        None => input.to_string(),
    }
}

/// Splits at blanks; quotes and brackets keep blanks, quotes are dropped.
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
