//! Documents of metadata: a tree, written as MessagePack and as YAML.
//!
//! Source: the MessagePack specification, and the layout of LLVM's `MsgPackDocumentYAML`.

use std::collections::BTreeMap;

/// A value of a document.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// A number.
    Uint(u32),
    /// A truth value.
    Bool(bool),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A map, sorted by its keys as LLVM's.
    Map(BTreeMap<&'static str, Node>),
}

impl From<u32> for Node {
    fn from(value: u32) -> Self {
        Self::Uint(value)
    }
}

impl From<bool> for Node {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<&str> for Node {
    fn from(value: &str) -> Self {
        Self::Text(value.to_string())
    }
}

impl<T: Into<Node>> FromIterator<T> for Node {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl Node {
    /// Returns the map of the entries that have a value.
    pub(super) fn map<const N: usize>(entries: [(&'static str, Option<Node>); N]) -> Self {
        Self::Map(entries.into_iter().filter_map(|(key, value)| Some((key, value?))).collect())
    }

    /// Whether its YAML starts on a line of its own.
    fn is_block(&self) -> bool {
        matches!(self, Self::List(items) if !items.is_empty())
    }
}

/// Writes the shortest MessagePack encoding.
pub(super) fn encode(node: &Node, out: &mut Vec<u8>) {
    match node {
        Node::Uint(value) => encode_uint(*value, out),
        Node::Bool(value) => out.push(0xc2 | u8::from(*value)),
        Node::Text(text) => encode_text(text, out),
        Node::List(items) => {
            encode_length(items.len(), 0x90, 0xdc, out);
            for item in items {
                encode(item, out);
            }
        }
        Node::Map(entries) => {
            encode_length(entries.len(), 0x80, 0xde, out);
            for (key, value) in entries {
                encode_text(key, out);
                encode(value, out);
            }
        }
    }
}

/// Writes a number.
fn encode_uint(value: u32, out: &mut Vec<u8>) {
    match value {
        0..0x80 => out.push(value as u8),
        0x80..0x100 => out.extend([0xcc, value as u8]),
        0x100..0x1_0000 => tagged(0xcd, &(value as u16).to_be_bytes(), out),
        0x1_0000.. => tagged(0xce, &value.to_be_bytes(), out),
    }
}

/// Writes a string.
fn encode_text(text: &str, out: &mut Vec<u8>) {
    match text.len() {
        length @ 0..0x20 => out.push(0xa0 | length as u8),
        length @ 0x20..0x100 => out.extend([0xd9, length as u8]),
        length @ 0x100..0x1_0000 => tagged(0xda, &(length as u16).to_be_bytes(), out),
        length => tagged(0xdb, &(length as u32).to_be_bytes(), out),
    }
    out.extend_from_slice(text.as_bytes());
}

/// Writes the length of a list or a map: in the tag `fixed`, or in 16 bits after the tag `long`, or in 32
/// bits after the tag that follows `long`.
fn encode_length(length: usize, fixed: u8, long: u8, out: &mut Vec<u8>) {
    match length {
        0..0x10 => out.push(fixed | length as u8),
        0x10..0x1_0000 => tagged(long, &(length as u16).to_be_bytes(), out),
        _ => tagged(long + 1, &(length as u32).to_be_bytes(), out),
    }
}

/// Writes a tag and its operand.
fn tagged(tag: u8, operand: &[u8], out: &mut Vec<u8>) {
    out.push(tag);
    out.extend_from_slice(operand);
}

/// Writes YAML without a final newline, `indent` spaces deep.
pub(super) fn print(node: &Node, indent: usize, out: &mut String) {
    match node {
        Node::Uint(value) => out.push_str(&value.to_string()),
        Node::Bool(value) => out.push_str(&value.to_string()),
        Node::Text(text) => print_text(text, out),
        Node::List(_) if !node.is_block() => out.push_str("[]"),
        Node::List(items) => {
            for item in items {
                new_line(indent, out);
                out.push_str("- ");
                print(item, indent + 2, out);
            }
        }
        Node::Map(entries) => print_map(entries, indent, out),
    }
}

/// The distance from a key to its value.
const COLUMN: usize = 17;

/// Writes the entries of a map, the first on the current line, with scalars in a column.
fn print_map(entries: &BTreeMap<&'static str, Node>, indent: usize, out: &mut String) {
    for (index, (key, value)) in entries.iter().enumerate() {
        if 0 < index {
            new_line(indent, out);
        }
        out.extend([key, ":"]);
        if !value.is_block() {
            spaces(COLUMN.saturating_sub(key.len() + 1).max(1), out);
        }
        print(value, indent + 2, out);
    }
}

/// Writes a string, tagged as such if it reads as a number or a truth value.
fn print_text(text: &str, out: &mut String) {
    if text.parse::<f64>().is_ok() || text.parse::<bool>().is_ok() {
        out.push_str("!str ");
    }
    out.push_str(text);
}

/// Starts a line, `indent` spaces deep.
fn new_line(indent: usize, out: &mut String) {
    out.push('\n');
    spaces(indent, out);
}

/// Writes `n` spaces.
fn spaces(n: usize, out: &mut String) {
    out.extend(std::iter::repeat_n(' ', n));
}
