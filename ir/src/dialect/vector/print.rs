//! `vector.print %v : V punctuation <comma>` and `vector.print str "text"`.

use crate::def::{AttrConstraint, Code, foreign_words};
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

/// The keywords of `#vector.punctuation<…>`.
const CASES: &[&str] = &["no_punctuation", "newline", "comma", "open", "close"];
/// What is printed after a value.
pub(super) const PUNCTUATION: AttrConstraint = AttrConstraint::Bracketed("vector.punctuation", CASES);

const STRING: &str = "stringLiteral";
const MARK: &str = "punctuation";

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    if reader.peek() == Token::Value {
        let name = reader.value_name()?;
        reader.expect(Token::Colon, "':' before the type")?;
        let ty = reader.parse_type()?;
        let value = reader.resolve(name, ty)?;
        reader.op.operands.push(value);
    }
    while reader.is_word("str") || reader.is_word(MARK) {
        read_clause(reader)?;
    }
    reader.attr_dict()?;
    if reader.attr(MARK).is_none() {
        let attr = reader.cx.module.foreign_attr("vector.punctuation<newline>");
        reader.set_attr(MARK, attr);
    }
    Ok(())
}

fn read_clause(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let word = reader.text(reader.at);
    let key = if word == "str" { STRING } else { MARK };
    if reader.attr(key).is_some() {
        return Err(reader.error(format!("`{word}` clause can appear at most once")));
    }
    reader.at += 1;
    let attr = if word == "str" { reader.string_attr_value()? } else { read_punctuation(reader)? };
    reader.set_attr(key, attr);
    Ok(())
}

fn read_punctuation(reader: &mut Reader<'_, '_>) -> Result<crate::attrs::Attr, Reported> {
    reader.expect(Token::Less, "'<' before the punctuation")?;
    let word = if reader.peek() == Token::Word { reader.text(reader.at) } else { "" };
    if !CASES.contains(&word) {
        return Err(reader.expected(&format!("one of: {}", CASES.join(", "))));
    }
    reader.at += 1;
    reader.expect(Token::Greater, "'>' after the punctuation")?;
    Ok(reader.cx.module.foreign_attr(&format!("vector.punctuation<{word}>")))
}

fn punctuation<'m>(op: OpRef<'m>) -> &'m str {
    let kind = op.attr(MARK).map(|attr| op.module.attr_kind(attr));
    kind.and_then(|kind| foreign_words(op.module, kind, "vector.punctuation")).unwrap_or("newline")
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    if let [value] = op.operands() {
        writer.text(" ");
        writer.value(*value);
        writer.text(" : ");
        writer.ty(op.type_of(*value));
    }
    if let Some(attr) = op.attr(STRING) {
        writer.text(" str ");
        writer.attr(attr);
    }
    if punctuation(op) != "newline" {
        writer.text(&format!(" punctuation <{}>", punctuation(op)));
    }
    writer.attr_dict(op, &[STRING, MARK]);
}

/// A string stands alone.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if op.attr(STRING).is_some() && (!op.operands().is_empty() || punctuation(op) != "newline") {
        cx.error(op, "failed to verify that `source` or `punctuation` are not set when printing strings");
    }
}
