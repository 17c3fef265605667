//! Terminal colours: for IR by the lexer of the compiler, and for differences.

use warpline_ir::OpKind;
use warpline_ir::syntax::lexer::{Token, tokenize};

use crate::driver::keywords::is_type;

/// Colours a unified difference.
pub(super) fn colored_difference(text: &str) -> String {
    let color = |line: &str| match line.chars().next() {
        Some('+') => "32",
        Some('-') => "31",
        Some('@') => "36",
        _ => "",
    };
    let mut out = String::new();
    for line in text.lines() {
        push(&mut out, line, color(line));
        out.push('\n');
    }
    out
}

/// Colours IR or a command; the text is otherwise unchanged.
pub(super) fn colored(line: &str) -> String {
    let name_end = line.find(char::is_whitespace).unwrap_or(line.len());
    let (command, ir) = if line.starts_with(':') { line.split_at(name_end) } else { ("", line) };
    let mut out = if command.is_empty() { String::new() } else { format!("\x1b[1m{command}\x1b[0m") };
    let tokens = tokenize(ir);
    let mut at = 0;
    for (kind, span) in tokens.kinds.iter().zip(&tokens.spans) {
        let (start, end) = (span.start as usize, span.end as usize);
        // Between tokens are blanks and comments.
        push(&mut out, &ir[at..start], "2");
        push(&mut out, &ir[start..end], color_of(*kind, &ir[start..end]));
        at = end;
    }
    push(&mut out, &ir[at..], "2");
    out
}

fn push(out: &mut String, text: &str, color: &str) {
    if color.is_empty() || text.trim().is_empty() {
        out.push_str(text);
    } else {
        out.extend(["\x1b[", color, "m", text, "\x1b[0m"]);
    }
}

/// Returns the number of a terminal colour; empty for none.
fn color_of(kind: Token, text: &str) -> &'static str {
    match kind {
        Token::Value => "36",
        Token::Symbol => "34",
        Token::Hash | Token::Bang | Token::Dim => "33",
        Token::Label | Token::Integer | Token::Float => "35",
        Token::String => "32",
        Token::Unknown => "31",
        Token::Word if OpKind::lookup(text).is_some() => "1",
        Token::Word if is_type(text) => "33",
        _ => "",
    }
}
