//! The capabilities of a SPIR-V device: `#spirv.target_env<…>` and its parts. Names of capabilities and
//! extensions are not checked.

use super::fields::{Value, optional, with_default};
use super::{Kind, Params, keyword, kind};
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::syntax::lexer::Token;
use std::fmt::Write as _;

const VERSIONS: &[&str] = &["v1.0", "v1.1", "v1.2", "v1.3", "v1.4", "v1.5", "v1.6"];
const APIS: &[&str] = &["Metal", "OpenCL", "Vulkan", "WebGPU", "Unknown"];
const VENDORS: &[&str] =
    &["AMD", "Apple", "ARM", "Imagination", "Intel", "NVIDIA", "Qualcomm", "SwiftShader", "Unknown"];
const DEVICES: &[&str] = &["CPU", "DiscreteGPU", "IntegratedGPU", "Other", "Unknown"];

pub(super) const KINDS: &[Kind] = &[
    kind("target_env", Params::Code(target_env)),
    kind("vce", Params::Code(vce)),
    kind(
        "resource_limits",
        Params::FieldsInBrackets(&[
            with_default("max_compute_shared_memory_size", Value::Int, "16384"),
            with_default("max_compute_workgroup_invocations", Value::Int, "128"),
            with_default("max_compute_workgroup_size", Value::Array, "[128 : i32, 128 : i32, 64 : i32]"),
            with_default("subgroup_size", Value::Int, "32"),
            optional("min_subgroup_size", Value::Int),
            optional("max_subgroup_size", Value::Int),
            optional("cooperative_matrix_properties_khr", Value::Array),
            optional("cooperative_matrix_properties_nv", Value::Array),
        ]),
    ),
];

/// Reads `<version, [capabilities], [extensions]>`.
fn vce(reader: &mut Reader<'_, '_>, out: &mut String) -> Result<(), Reported> {
    reader.expect(Token::Less, "'<' after 'vce'")?;
    *out = format!("<{}", keyword(reader, VERSIONS)?);
    for what in ["capabilities", "extensions"] {
        reader.expect(Token::Comma, &format!("',' before the {what}"))?;
        reader.expect(Token::LSquare, &format!("'[' before the {what}"))?;
        let mut words = Vec::new();
        reader.list_until(Token::RSquare, "',' or ']' in the list", |reader| {
            let token = reader.expect(Token::Word, "a word")?;
            words.push(reader.text(token));
            Ok(())
        })?;
        let _ = write!(out, ", [{}]", words.join(", "));
    }
    reader.expect(Token::Greater, "'>' at the end of the attribute")?;
    out.push('>');
    Ok(())
}

/// Reads `<#spirv.vce<…>, api=A, vendor:device:id, #spirv.resource_limits<…>>`.
fn target_env(reader: &mut Reader<'_, '_>, out: &mut String) -> Result<(), Reported> {
    reader.expect(Token::Less, "'<' after 'target_env'")?;
    *out = format!("<{}, ", part(reader, "spirv.vce")?);
    reader.expect(Token::Comma, "',' after the version, capabilities and extensions")?;
    if reader.eat_word("api") {
        reader.expect(Token::Equal, "'=' after 'api'")?;
        let _ = write!(out, "api={}, ", keyword(reader, APIS)?);
        reader.expect(Token::Comma, "',' after the api")?;
    }
    if reader.peek() == Token::Word {
        out.push_str(keyword(reader, VENDORS)?);
        if reader.eat(Token::Colon) {
            let _ = write!(out, ":{}", keyword(reader, DEVICES)?);
            if reader.eat(Token::Colon) {
                let _ = write!(out, ":{}", reader.integer()?);
            }
        }
        out.push_str(", ");
        reader.expect(Token::Comma, "',' after the vendor")?;
    }
    out.push_str(&part(reader, "spirv.resource_limits")?);
    reader.expect(Token::Greater, "'>' at the end of the attribute")?;
    out.push('>');
    Ok(())
}

/// Reads an attribute of this kind and returns it in printed form.
fn part(reader: &mut Reader<'_, '_>, kind: &str) -> Result<String, Reported> {
    let span = reader.span();
    let attr = reader.attribute(None)?;
    match reader.kept_text(attr, kind) {
        Some(text) => Ok(format!("#{text}")),
        None => Err(reader.error_at(span, format!("expected an attribute of the kind `#{kind}`"))),
    }
}
