//! Determines the failure to keep if the user specifies none: code and message of the first error of the
//! program, up to the names, numbers and types in it, which shrink with the program.

use regex_lite::escape;

/// The prefixes of errors.
const MARKS: [&str; 3] = ["error[", "internal error", "error: "];

/// Returns the first error in the output of a test, as printed and as a pattern.
pub fn first_failure(printed: &str) -> Option<(String, String)> {
    let line = printed.lines().find(|line| MARKS.iter().any(|mark| line.contains(mark)))?;
    let start = MARKS.iter().filter_map(|mark| line.find(mark)).min()?;
    let shown = line[start..].trim_end();
    Some((shown.to_string(), pattern(shown)))
}

/// Returns a pattern for a message whose names, numbers and types may change. The code of an error is fixed.
fn pattern(message: &str) -> String {
    let (code, text) = message.split_once("]: ").map_or(("", message), |(code, text)| (code, text));
    let mut out = if code.is_empty() { String::new() } else { escape(&format!("{code}]: ")) };
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let (skipped, part) = match next {
            '\'' => closed(rest, '\''),
            '<' => closed(rest, '>'),
            '0'..='9' => (rest.trim_start_matches(|c: char| c.is_ascii_digit()), "[0-9]+"),
            _ => {
                let end =
                    rest.find(|c: char| c == '\'' || c == '<' || c.is_ascii_digit()).unwrap_or(rest.len());
                out.push_str(&escape(&rest[..end]));
                rest = &rest[end..];
                continue;
            }
        };
        out.push_str(part);
        rest = skipped;
    }
    out
}

/// Returns the text after a bracketed part, and a pattern for that part; an unclosed bracket is literal.
fn closed(text: &str, end: char) -> (&str, &'static str) {
    match text[1..].rfind(end).filter(|_| end == '>').or_else(|| text[1..].find(end)) {
        Some(at) => (&text[at + 1 + end.len_utf8()..], ".*"),
        None => (&text[1..], "."),
    }
}
