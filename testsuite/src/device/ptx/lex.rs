//! The lexer of PTX: tokens with their lines.

/// A token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// An identifier, a directive, or an opcode with its modifiers.
    Word(&'a str),
    /// An integer literal.
    Int(u64),
    /// The bits of a 32-bit float literal.
    F32(u32),
    /// The bits of a 64-bit float literal.
    F64(u64),
    /// A string without its quotes.
    Text(&'a str),
    /// Any other character.
    Mark(char),
    /// The end of the text.
    End,
}

/// Returns the tokens of a text with their lines, from 1; an error is the first line without a valid token.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token<'_>, u32)>, (u32, String)> {
    let mut found = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ if first.is_whitespace() => first.len_utf8(),
            _ => {
                let (token, length) = token(rest, first).map_err(|message| (line, message))?;
                found.push((token, line));
                length
            }
        };
        line += rest[..length].matches('\n').count() as u32;
        rest = &rest[length..];
    }
    found.push((Token::End, line));
    Ok(found)
}

/// Returns the first token of a text, and its length.
fn token(rest: &str, first: char) -> Result<(Token<'_>, usize), String> {
    if first.is_ascii_digit() {
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.').unwrap_or(rest.len());
        return Ok((number(&rest[..length])?, length));
    }
    if first == '"' {
        let end = rest[1..].find('"').ok_or("a string has no end")?;
        return Ok((Token::Text(&rest[1..=end]), end + 2));
    }
    if is_part(first) {
        let length = word_length(rest);
        return Ok((Token::Word(&rest[..length]), length));
    }
    Ok((Token::Mark(first), first.len_utf8()))
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '%' | '.')
}

/// Returns the length of a word, which may contain `::`.
fn word_length(rest: &str) -> usize {
    let mut length = 0;
    loop {
        length += rest[length..].find(|c: char| !is_part(c)).unwrap_or(rest.len() - length);
        match rest[length..].strip_prefix("::") {
            Some(more) if more.starts_with(is_part) => length += 2,
            _ => return length,
        }
    }
}

fn number(text: &str) -> Result<Token<'_>, String> {
    let bad = |_| format!("expected a number, but found '{text}'");
    let lower = text.to_ascii_lowercase();
    let hex = |digits: &str| u64::from_str_radix(digits, 16).map_err(bad);
    if let Some(digits) = lower.strip_prefix("0x") {
        return Ok(Token::Int(hex(digits.trim_end_matches('u'))?));
    }
    if let Some(digits) = lower.strip_prefix("0f") {
        return Ok(Token::F32(hex(digits)? as u32));
    }
    if let Some(digits) = lower.strip_prefix("0d") {
        return Ok(Token::F64(hex(digits)?));
    }
    if let Some(digits) = lower.strip_prefix("0b") {
        return u64::from_str_radix(digits, 2).map(Token::Int).map_err(bad);
    }
    if lower.contains('.') {
        let value: f64 = lower.parse().map_err(|_| format!("expected a number, but found '{text}'"))?;
        return Ok(Token::F64(value.to_bits()));
    }
    lower.trim_end_matches('u').parse().map(Token::Int).map_err(bad)
}
