//! Attributes of known dialects: read, checked and stored as the text in which they are printed.
//!
//! A kind is a row: its name and the reader of its parameters. `#gpu.block<x>` and `#gpu<block<x>>` mean the
//! same; a kind whose parameters begin with `<` is stored in the first form, others (`#gpu<dim x>`) in the
//! second, also if they are written as MLIR has printed them since 2026 (`#gpu.dim<x>`). Equal attributes
//! have equal texts, so that they are one attribute. Kinds without a row are stored as written, unless all
//! kinds of their dialect have rows here.

mod dlti;
mod fields;
mod gpu;
mod gpu_objects;
mod spirv;
mod targets;

use crate::attrs::{Attr, AttrKind};
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::print::aliases::Aliases;
use crate::print::attrs::{ShowType, write_attr};
use crate::syntax::lexer::Token;
use fields::{Field, read_fields};

/// The form of the parameters of a kind.
enum Params {
    /// `<word>`, one of these words.
    Word(&'static [&'static str]),
    /// ` word`, one of these words, without brackets; newer texts have the equivalent `<word>`.
    BareWord(&'static [&'static str]),
    /// `<name = value, …>`; if all fields are optional, the brackets are too.
    Fields(&'static [Field]),
    /// The same; the brackets are mandatory.
    FieldsInBrackets(&'static [Field]),
    /// A function that appends the parameters in printed form.
    Code(fn(&mut Reader<'_, '_>, &mut String) -> Result<(), Reported>),
}

/// A kind of attribute.
struct Kind {
    name: &'static str,
    params: Params,
}

/// The kinds of a dialect.
struct Dialect {
    name: &'static str,
    kinds: &'static [&'static [Kind]],
    /// Whether the rows cover all kinds of the dialect.
    is_closed: bool,
}

const DIALECTS: &[Dialect] = &[
    Dialect { name: "gpu", kinds: &[gpu::KINDS, gpu_objects::KINDS], is_closed: true },
    Dialect { name: "nvvm", kinds: &[targets::NVVM], is_closed: false },
    Dialect { name: "rocdl", kinds: &[targets::ROCDL], is_closed: true },
    Dialect { name: "xevm", kinds: &[targets::XEVM], is_closed: false },
    Dialect { name: "spirv", kinds: &[spirv::KINDS], is_closed: false },
    Dialect { name: "dlti", kinds: &[dlti::KINDS], is_closed: true },
];

const fn kind(name: &'static str, params: Params) -> Kind {
    Kind { name, params }
}

impl Reader<'_, '_> {
    /// Reads the text after the token `#dialect.kind` or `#dialect` of a known kind. Returns `None` and does
    /// not move the cursor if the kind is unknown.
    pub(super) fn known_attr(&mut self, token: usize) -> Result<Option<Attr>, Reported> {
        let text = &self.text(token)[1..];
        let (dialect, name) = text.split_once('.').map_or((text, None), |(a, b)| (a, Some(b)));
        let Some(dialect) = DIALECTS.iter().find(|known| known.name == dialect) else { return Ok(None) };
        let inner = self.at + 1;
        let (name, name_at) = match name {
            Some(name) => (name, token),
            None if self.peek_at(1) == Token::Word => (self.text(inner), inner),
            None => return Ok(None),
        };
        let Some(kind) = dialect.kinds.iter().copied().flatten().find(|kind| kind.name == name) else {
            let message = format!("unknown attribute `{name}` in dialect `{}`", dialect.name);
            let span = self.cx.token_span(name_at);
            return if dialect.is_closed { Err(self.error_at(span, message)) } else { Ok(None) };
        };
        if name_at == inner {
            self.at = inner + 1;
        } else if matches!(kind.params, Params::BareWord(_)) && self.peek() != Token::Less {
            return Err(self.expected(&format!("'#{}<{name} …>' around the word", dialect.name)));
        }
        let params = self.params(kind)?;
        if name_at == inner {
            self.expect(Token::Greater, "'>' at the end of the attribute")?;
        }
        let is_plain = params.is_empty() || params.starts_with('<');
        let text = if is_plain {
            format!("{}.{name}{params}", dialect.name)
        } else {
            format!("{}<{name}{params}>", dialect.name)
        };
        Ok(Some(self.cx.module.foreign_attr(&text)))
    }

    /// Reads the parameters of a kind and returns them in printed form.
    fn params(&mut self, kind: &Kind) -> Result<String, Reported> {
        let mut out = String::new();
        match kind.params {
            Params::Word(words) => out = format!("<{}>", self.bracketed_keyword(kind, words)?),
            Params::BareWord(words) if self.peek() == Token::Less => {
                out = format!(" {}", self.bracketed_keyword(kind, words)?);
            }
            Params::BareWord(words) => out = format!(" {}", keyword(self, words)?),
            Params::Fields(fields) => {
                if self.eat(Token::Less) {
                    let text = read_fields(self, fields, Token::Greater)?;
                    out = if text.is_empty() { text } else { format!("<{text}>") };
                }
            }
            Params::FieldsInBrackets(fields) => {
                self.expect(Token::Less, &format!("'<' after '{}'", kind.name))?;
                out = format!("<{}>", read_fields(self, fields, Token::Greater)?);
            }
            Params::Code(read) => read(self, &mut out)?,
        }
        Ok(out)
    }

    /// Reads `<word>`, one of these words.
    fn bracketed_keyword(&mut self, kind: &Kind, words: &[&'static str]) -> Result<&'static str, Reported> {
        self.expect(Token::Less, &format!("'<' after '{}'", kind.name))?;
        let word = keyword(self, words)?;
        self.expect(Token::Greater, "'>' at the end of the attribute")?;
        Ok(word)
    }

    /// Returns an attribute in printed form, with its type.
    fn printed(&self, attr: Attr) -> String {
        let mut out = String::new();
        write_attr(&mut out, &self.cx.module, &Aliases::default(), attr, ShowType::Always);
        out
    }

    /// Returns the text of an attribute that is stored as text, if its kind is `dialect.kind`.
    fn kept_text(&self, attr: Attr, kind: &str) -> Option<&str> {
        let AttrKind::Foreign(name) = self.cx.module.attr_kind(attr) else { return None };
        let text = self.cx.module.text(*name);
        let rest = text.strip_prefix(kind)?;
        (rest.is_empty() || rest.starts_with('<')).then_some(text)
    }

    /// Reads a string and appends it in printed form: the bytes need not be UTF-8.
    fn string_bytes(&mut self, out: &mut String) -> Result<(), Reported> {
        let token = self.expect(Token::String, "a string")?;
        let text = self.text(token);
        match printed_string(&text[1..text.len() - 1]) {
            Some(printed) => {
                out.push_str(&printed);
                Ok(())
            }
            // The string reader reports an invalid escape.
            None => self.unescape(token).map(|_| ()),
        }
    }
}

/// Reads one of these words, which may be quoted.
fn keyword(reader: &mut Reader<'_, '_>, words: &[&'static str]) -> Result<&'static str, Reported> {
    if matches!(reader.peek(), Token::Word | Token::String) {
        let text = reader.text(reader.at).trim_matches('"');
        if let Some(word) = words.iter().find(|word| **word == text) {
            reader.at += 1;
            return Ok(word);
        }
    }
    Err(reader.expected(&format!("one of: {}", words.join(", "))))
}

/// Returns a string literal, including quotes, with the escapes that the printer writes; `None` for an
/// invalid escape.
fn printed_string(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let byte = match byte {
            b'\\' => escaped_byte(&mut rest)?,
            byte => byte,
        };
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'"' | 0..=0x1f | 0x7f..=0xff => {
                out.push('\\');
                out.extend(
                    [byte >> 4, byte & 15].map(|digit| char::from(b"0123456789ABCDEF"[digit as usize])),
                );
            }
            _ => out.push(char::from(byte)),
        }
    }
    out.push('"');
    Some(out)
}

fn escaped_byte(rest: &mut impl Iterator<Item = u8>) -> Option<u8> {
    match rest.next()? {
        b'n' => Some(b'\n'),
        b't' => Some(b'\t'),
        byte @ (b'"' | b'\\') => Some(byte),
        high => {
            let digit = |byte: u8| char::from(byte).to_digit(16);
            u8::try_from(digit(high)? * 16 + digit(rest.next()?)?).ok()
        }
    }
}
