//! Tokens: one logos enum, and the driver that also splits dimension lists.
//!
//! A token is its kind and its byte range; the text stays in the source. An unknown character is a token too,
//! so that lexing continues. The sign of a number is a separate token. After `tensor<`, `vector<` and
//! `memref<`, the list `4x?x` is split into [`Token::Dim`] tokens, since `0x4xf32` is not a hexadecimal
//! number there.

use crate::source::Span;
use logos::{Lexer, Logos};

/// The kind of a token.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub enum Token {
    /// `func.func`, `to`, `i32`.
    #[regex(r"[A-Za-z_][A-Za-z0-9_$.]*")]
    Word,
    /// `%0`, `%arg`.
    #[regex(r"%([0-9]+|[A-Za-z_$.-][A-Za-z0-9_$.-]*)")]
    Value,
    /// `^bb0`.
    #[regex(r"\^([0-9]+|[A-Za-z_$.-][A-Za-z0-9_$.-]*)")]
    Label,
    /// `@name` or `@"any"`.
    #[regex(r#"@([A-Za-z_][A-Za-z0-9_$.]*|"([^"\\\n]|\\[^\n])*")"#)]
    Symbol,
    /// `#map`, `#gpu.block`; after a value `#1` is a result number.
    #[regex(r"#([0-9]+|[A-Za-z_][A-Za-z0-9_$.-]*)")]
    Hash,
    /// `!t`, `!gpu.async.token`.
    #[regex(r"![A-Za-z_][A-Za-z0-9_$.]*")]
    Bang,
    /// `12`, `0xFF`.
    #[regex(r"[0-9]+|0x[0-9a-fA-F]+")]
    Integer,
    /// `1.`, `1.5e-3`.
    #[regex(r"[0-9]+\.[0-9]*([eE][-+]?[0-9]+)?")]
    Float,
    /// `"text"`.
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    String,
    /// One size of a dimension list, with the `x` after it: `4x`, `?x`, `[4]x`, `*x`.
    Dim,
    /// `->`
    #[token("->")]
    Arrow,
    /// `::`
    #[token("::")]
    ColonColon,
    /// `...`
    #[token("...")]
    Ellipsis,
    /// `==`
    #[token("==")]
    EqualEqual,
    /// `>=`
    #[token(">=")]
    GreaterEqual,
    /// `<=`
    #[token("<=")]
    LessEqual,
    /// `(`
    #[token("(")]
    LParen,
    /// `)`
    #[token(")")]
    RParen,
    /// `{`
    #[token("{")]
    LBrace,
    /// `}`
    #[token("}")]
    RBrace,
    /// `[`
    #[token("[")]
    LSquare,
    /// `]`
    #[token("]")]
    RSquare,
    /// `<`
    #[token("<")]
    Less,
    /// `>`
    #[token(">")]
    Greater,
    /// `,`
    #[token(",")]
    Comma,
    /// `:`
    #[token(":")]
    Colon,
    /// `=`
    #[token("=")]
    Equal,
    /// `?`
    #[token("?")]
    Question,
    /// `*`
    #[token("*")]
    Star,
    /// `+`
    #[token("+")]
    Plus,
    /// `-`
    #[token("-")]
    Minus,
    /// `/`
    #[token("/")]
    Slash,
    /// `|`
    #[token("|")]
    Bar,
    /// `{-#`
    #[token("{-#")]
    ResourceOpen,
    /// `#-}`
    #[token("#-}")]
    ResourceClose,
    /// A character that starts no token, or a string that is not terminated on its line.
    Unknown,
    /// The end of the text.
    End,
}

/// All tokens of a text; the last is [`Token::End`].
#[derive(Debug, Default)]
pub struct Tokens {
    /// The kinds.
    pub kinds: Vec<Token>,
    /// The spans.
    pub spans: Vec<Span>,
}

/// The least bytes per token, with the space before it, in typical text: memory is reserved by it.
const MIN_BYTES_PER_TOKEN: usize = 4;

impl Tokens {
    fn with_capacity(n_tokens: usize) -> Self {
        Self { kinds: Vec::with_capacity(n_tokens), spans: Vec::with_capacity(n_tokens) }
    }

    fn push(&mut self, kind: Token, start: usize, end: usize) {
        self.kinds.push(kind);
        self.spans.push(Span::new(start as u32, end as u32));
    }
}

/// Splits a text into tokens.
pub fn tokenize(text: &str) -> Tokens {
    tokenize_at_most(text, usize::MAX)
}

/// The byte order mark that some editors write at the start of a UTF-8 text. It is ignored there.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Does the same, but stops soon after the first `limit` tokens.
pub(crate) fn tokenize_at_most(text: &str, limit: usize) -> Tokens {
    let mut tokens = Tokens::with_capacity(limit.min(text.len() / MIN_BYTES_PER_TOKEN));
    let mut lexer = Token::lexer(text);
    if text.starts_with(BYTE_ORDER_MARK) {
        lexer.bump(BYTE_ORDER_MARK.len_utf8());
    }
    while tokens.kinds.len() <= limit
        && let Some(kind) = lexer.next()
    {
        let span = lexer.span();
        match kind {
            Ok(kind) => tokens.push(kind, span.start, span.end),
            Err(()) => push_unknown(&mut tokens, &mut lexer),
        }
        if opens_dimensions(&tokens, text) {
            split_dimensions(&mut tokens, &mut lexer);
        }
    }
    tokens.push(Token::End, text.len(), text.len());
    tokens
}

/// Adds an unknown character, or an unterminated string: the rest of the line.
fn push_unknown(tokens: &mut Tokens, lexer: &mut Lexer<'_, Token>) {
    let span = lexer.span();
    let mut end = span.end;
    while !lexer.source().is_char_boundary(end) {
        end += 1;
    }
    lexer.bump(end - span.end);
    if lexer.source()[span.start..].starts_with('"') {
        let rest = lexer.remainder().find('\n').unwrap_or(lexer.remainder().len());
        lexer.bump(rest);
        end += rest;
    }
    tokens.push(Token::Unknown, span.start, end);
}

/// Whether the last two tokens are `tensor<`, `vector<`, `memref<` or `mma_matrix<`.
fn opens_dimensions(tokens: &Tokens, text: &str) -> bool {
    let n = tokens.kinds.len();
    if n < 2 || tokens.kinds[n - 1] != Token::Less {
        return false;
    }
    let span = tokens.spans[n - 2];
    let word = &text[span.start as usize..span.end as usize];
    matches!(word, "tensor" | "vector" | "memref" | "!gpu.mma_matrix" | "mma_matrix")
}

/// Splits `4x?x[8]x` off the front of the remaining text.
fn split_dimensions(tokens: &mut Tokens, lexer: &mut Lexer<'_, Token>) {
    loop {
        let rest = lexer.remainder();
        let blanks = rest.len() - rest.trim_start().len();
        let Some(len) = dimension_length(rest.trim_start()) else { return };
        let start = lexer.span().end + blanks;
        lexer.bump(blanks + len);
        tokens.push(Token::Dim, start, start + len);
    }
}

/// Returns the length of one size with its `x` at the start of `text`.
fn dimension_length(text: &str) -> Option<usize> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let len = match text.as_bytes().first()? {
        b'?' | b'*' => 1,
        b'[' => {
            let n = digits(&text[1..]);
            if n == 0 || !text[1 + n..].starts_with(']') {
                return None;
            }
            n + 2
        }
        _ => digits(text),
    };
    let blanks = text[len..].len() - text[len..].trim_start().len();
    (0 < len && text[len + blanks..].starts_with('x')).then_some(len + blanks + 1)
}
