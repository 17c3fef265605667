//! Regular expressions of directives, in the form that the regex library reads.
//!
//! The two differ in brackets: in `[^…]` of a directive newlines are left out, `[` is a letter like others, and a `]`
//! that stands first is one, too.

/// The expression in the library's form, in a group of its own.
pub(super) fn translate(text: &str) -> String {
    let mut out = String::from("(?:");
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let taken = match c {
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            '[' => {
                let (brackets, taken) = brackets(rest);
                out.push_str(&brackets);
                rest = &rest[taken..];
                continue;
            }
            c => c.len_utf8(),
        };
        out.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    out.push(')');
    out
}

/// The brackets at the beginning of a text, and how long they are in it.
fn brackets(text: &str) -> (String, usize) {
    let mut out = String::from("[");
    let mut at = 1;
    if text[at..].starts_with('^') {
        out.push_str("^\\n");
        at += 1;
    }
    if text[at..].starts_with(']') {
        out.push_str("\\]");
        at += 1;
    }
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let class = rest.starts_with("[:").then(|| rest.find(":]")).flatten();
        let taken = match (c, class) {
            (']', _) => {
                out.push(']');
                return (out, at + 1);
            }
            ('[', Some(end)) => {
                out.push_str(&rest[..end + 2]);
                end + 2
            }
            ('\\', _) => {
                let taken = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                out.push_str(&rest[..taken]);
                taken
            }
            ('[' | '&' | '~', _) => {
                out.push('\\');
                out.push(c);
                1
            }
            (c, _) => {
                out.push(c);
                c.len_utf8()
            }
        };
        at += taken;
    }
    (out, at)
}
