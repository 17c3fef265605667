//! Compiled code of gpu: `#gpu.object<…>`, the tables of its kernels, and `#gpu.select_object<…>`.

use super::fields::{Field, Value, optional, read_fields};
use super::{Kind, Params, kind};
use crate::attrs::{Attr, AttrKind};
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::syntax::lexer::Token;
use std::fmt::Write as _;

pub(super) const KINDS: &[Kind] = &[
    kind("object", Params::Code(object)),
    kind("kernel_table", Params::Code(kernel_table)),
    kind("kernel_metadata", Params::Code(kernel_metadata)),
    kind("select_object", Params::Code(select_object)),
];

const METADATA: &str = "gpu.kernel_metadata";
const TABLE: &str = "gpu.kernel_table";
/// The attribute kinds that describe a target of device code.
const TARGETS: &[&str] = &["nvvm.target", "rocdl.target", "xevm.target", "spirv.target_env"];
/// The formats of an object; `fatbin` is the default.
const FORMATS: &[&str] = &["offload", "assembly", "bin", "fatbin"];
const METADATA_FIELDS: &[Field] = &[optional("arg_attrs", Value::Dicts), optional("metadata", Value::Dict)];

/// Whether an attribute describes a target of device code, by its text.
pub(super) fn is_target(reader: &Reader<'_, '_>, attr: Attr) -> bool {
    TARGETS.iter().any(|target| reader.kept_text(attr, target).is_some())
}

/// Reads `<target, properties = {…}, kernels = <…>, format = "…">`. Cost: linear in the size of the string.
fn object(reader: &mut Reader<'_, '_>, out: &mut String) -> Result<(), Reported> {
    reader.expect(Token::Less, "'<' after 'object'")?;
    let span = reader.span();
    let target = reader.attribute(None)?;
    if !is_target(reader, target) {
        let message = "the target attribute must implement or promise the `gpu::TargetAttrInterface`";
        return Err(reader.error_at(span, message));
    }
    *out = format!("<{}, ", reader.printed(target));
    reader.expect(Token::Comma, "',' after the target")?;
    if reader.eat_word("properties") {
        reader.expect(Token::Equal, "'=' after 'properties'")?;
        let span = reader.span();
        let attr = reader.attribute(None)?;
        if !matches!(reader.cx.module.attr_kind(attr), AttrKind::Dict(_)) {
            return Err(reader.error_at(span, "expected a dictionary of properties"));
        }
        let _ = write!(out, "properties = {}, ", reader.printed(attr));
        reader.expect(Token::Comma, "',' after the properties")?;
    }
    if reader.eat_word("kernels") {
        reader.expect(Token::Equal, "'=' after 'kernels'")?;
        out.push_str("kernels = ");
        out.push_str(&short_table(reader)?);
        out.push_str(", ");
        reader.expect(Token::Comma, "',' after the kernels")?;
    }
    read_code(reader, out)?;
    reader.expect(Token::Greater, "'>' at the end of the object")?;
    out.push('>');
    Ok(())
}

/// Reads `format = "…"` or `"…"`.
fn read_code(reader: &mut Reader<'_, '_>, out: &mut String) -> Result<(), Reported> {
    if reader.peek() != Token::String {
        let format = FORMATS.iter().find(|format| reader.is_word(format));
        let Some(format) = format else {
            return Err(reader.expected(&format!("keyword for GPU object format: {}", FORMATS.join(", "))));
        };
        reader.at += 1;
        reader.expect(Token::Equal, "'=' after the format")?;
        if *format != "fatbin" {
            out.push_str(format);
            out.push_str(" = ");
        }
    }
    reader.string_bytes(out)
}

/// Reads a table of kernels, whose kind may be omitted, and returns its parameters.
fn short_table(reader: &mut Reader<'_, '_>) -> Result<String, Reported> {
    if reader.peek() == Token::Less {
        let mut out = String::new();
        kernel_table(reader, &mut out)?;
        return Ok(out);
    }
    let span = reader.span();
    let attr = reader.attribute(None)?;
    match reader.kept_text(attr, TABLE) {
        Some(text) => Ok(text[TABLE.len()..].to_string()),
        None => Err(reader.error_at(span, "expected a table of kernels, `#gpu.kernel_table<…>`")),
    }
}

/// Reads `<[#gpu.kernel_metadata<…>, …]>`, sorted by the names of the kernels.
fn kernel_table(reader: &mut Reader<'_, '_>, out: &mut String) -> Result<(), Reported> {
    let span = reader.span();
    reader.expect(Token::Less, "'<' after 'kernel_table'")?;
    let mut kernels = Vec::new();
    if reader.eat(Token::LSquare) {
        if reader.peek() == Token::RSquare {
            return Err(reader.expected("'<' or a kernel"));
        }
        reader.list_until(Token::RSquare, "',' or ']' in the table of kernels", |reader| {
            kernels.push(table_entry(reader)?);
            Ok(())
        })?;
    }
    reader.expect(Token::Greater, "'>' at the end of the table")?;
    kernels.sort_by(|a, b| kernel_name(a).cmp(kernel_name(b)));
    if kernels.windows(2).any(|pair| kernel_name(&pair[0]) == kernel_name(&pair[1])) {
        return Err(reader.error_at(span, "expected all kernels to be uniquely named"));
    }
    let list: Vec<_> = kernels.iter().map(|kernel| format!("#{METADATA}{kernel}")).collect();
    *out = if list.is_empty() { "<>".to_string() } else { format!("<[{}]>", list.join(", ")) };
    Ok(())
}

/// Reads a kernel of a table, whose kind may be omitted, and returns its parameters.
fn table_entry(reader: &mut Reader<'_, '_>) -> Result<String, Reported> {
    let mut out = String::new();
    if reader.peek() == Token::Less {
        kernel_metadata(reader, &mut out)?;
        return Ok(out);
    }
    if reader.peek() != Token::Hash {
        return Err(reader.expected("'<' or a kernel"));
    }
    let span = reader.span();
    let attr = reader.attribute(None)?;
    match reader.kept_text(attr, METADATA) {
        Some(text) => Ok(text[METADATA.len()..].to_string()),
        None => Err(reader.error_at(span, "expected a kernel, `#gpu.kernel_metadata<…>`")),
    }
}

/// Returns the name of a kernel from its printed parameters: `<"name", …`.
fn kernel_name(params: &str) -> &str {
    params[2..].split('"').next().unwrap_or_default()
}

/// Reads `<"name", type, arg_attrs = […], metadata = {…}>`.
fn kernel_metadata(reader: &mut Reader<'_, '_>, out: &mut String) -> Result<(), Reported> {
    reader.expect(Token::Less, "'<' after 'kernel_metadata'")?;
    let span = reader.span();
    out.push('<');
    reader.string_bytes(out)?;
    if out == "<\"\"" {
        return Err(reader.error_at(span, "the kernel name can't be empty"));
    }
    reader.expect(Token::Comma, "',' after the name of the kernel")?;
    let ty = reader.parse_type()?;
    out.push_str(", ");
    out.push_str(&crate::print::type_text(&reader.cx.module, ty));
    if reader.eat(Token::Comma) {
        let fields = read_fields(reader, METADATA_FIELDS, Token::Greater)?;
        if !fields.is_empty() {
            out.push_str(", ");
            out.push_str(&fields);
        }
    } else {
        reader.expect(Token::Greater, "',' or '>' after the type of the kernel")?;
    }
    out.push('>');
    Ok(())
}

/// Reads an optional `<target>` or `<number>`.
fn select_object(reader: &mut Reader<'_, '_>, out: &mut String) -> Result<(), Reported> {
    if !reader.eat(Token::Less) {
        return Ok(());
    }
    let span = reader.span();
    let attr = reader.attribute(None)?;
    let wrong = match reader.cx.module.attr_kind(attr) {
        AttrKind::Integer(index, _) => (*index < 0).then_some("the object index must be positive"),
        _ if is_target(reader, attr) => None,
        _ => Some("the target attribute must be a GPU Target attribute"),
    };
    if let Some(message) = wrong {
        return Err(reader.error_at(span, message));
    }
    reader.expect(Token::Greater, "'>' at the end of the attribute")?;
    *out = format!("<{}>", reader.printed(attr));
    Ok(())
}
