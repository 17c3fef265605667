//! Verifies operations on subgroup lanes, on the launch geometry and for printing.

use super::reduce::is_power_of_two;
use super::{BARRIER_SCOPES, BROADCASTS};
use crate::def::{Directive, Feature, MlirVersion, Versions, directive, feature, foreign_words};
use crate::diagnostics::Reported;
use crate::format::found::Found;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::types::{DYNAMIC, Type};
use crate::verify::VerifyCx;

/// Values that not all versions of MLIR can shuffle.
pub(super) const SHUFFLE_FEATURES: &[Feature] =
    &[feature(Versions::since(MlirVersion::V20), "a value other than i32, i64, f32 and f64", |op| {
        ![Type::I32, Type::I64, Type::F32, Type::F64].contains(&op.operand_type(0))
    })];

/// `, %a, %b : T, U`; older texts have no comma in front.
pub(super) const PRINTF_ARGS: Directive = directive("args", &[], read_printf_args, |writer, op| {
    if !op.operands().is_empty() {
        writer.text(", ");
        writer.values(op.operands());
        writer.text(" : ");
        writer.types_of(op.operands());
    }
});

fn read_printf_args(reader: &mut Reader<'_, '_>, found: &mut Found) -> Result<(), Reported> {
    if !reader.eat(Token::Comma) && reader.peek() != Token::Value {
        return Ok(());
    }
    let names = reader.value_names()?;
    if names.is_empty() {
        return Err(reader.expected("an SSA value after ','"));
    }
    reader.expect(Token::Colon, "':' before the types of the arguments")?;
    let types = reader.type_list()?;
    found.names("args", &names);
    found.types("args", &types);
    Ok(())
}

/// `3, 8`: offset and width; MLIR 21 has values for them, which must be constants.
pub(super) const ROTATION: Directive = directive(
    "rotation",
    &["offset", "width"],
    |reader, _| {
        read_rotation(reader, "offset")?;
        reader.expect(Token::Comma, "',' before the width")?;
        read_rotation(reader, "width")
    },
    |writer, op| {
        for (index, key) in ["offset", "width"].into_iter().enumerate() {
            writer.comma(index);
            writer.text(&op.int(key).unwrap_or(0).to_string());
        }
    },
);

fn read_rotation(reader: &mut Reader<'_, '_>, key: &str) -> Result<(), Reported> {
    let value = if reader.peek() == Token::Value {
        let (span, name) = (reader.span(), reader.value_name()?);
        let value = reader.resolve(name, Type::I32)?;
        let constant = reader.cx.module.constant_int(value);
        constant.ok_or_else(|| reader.error_at(span, format!("expected a constant as the {key}")))?
    } else {
        reader.integer()?
    };
    let attr = reader.cx.module.int_attr(value, Type::I32);
    reader.set_attr(key, attr);
    Ok(())
}

/// `scope <subgroup>`.
pub(super) const SCOPE: Directive = directive(
    "scope",
    &["scope"],
    |reader, _| {
        reader.expect_word("scope")?;
        reader.expect(Token::Less, "'<' after 'scope'")?;
        let index = reader.keyword(BARRIER_SCOPES)?;
        reader.expect(Token::Greater, "'>' after the scope")?;
        let attr = reader.cx.module.foreign_attr(&format!("gpu.barrier_scope<{}>", BARRIER_SCOPES[index]));
        reader.set_attr("scope", attr);
        Ok(())
    },
    |writer: &mut Writer<'_>, op| {
        let attr = op.attr("scope").map(|attr| op.module.attr_kind(attr));
        let word = attr.and_then(|kind| foreign_words(op.module, kind, "gpu.barrier_scope"));
        writer.text("scope <");
        writer.text(word.unwrap_or("?"));
        writer.text(">");
    },
)
.when(|reader| reader.is_word("scope"), |op| op.attr("scope").is_some());

/// Checks that the offset is less than the width, which is a power of two.
pub(super) fn verify_rotate(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let (offset, width) = (op.int("offset").unwrap_or(0), op.int("width").unwrap_or(0));
    if !is_power_of_two(width) {
        let rule = "32-bit signless integer attribute whose value is a power of two > 0";
        return cx
            .error(op, format!("attribute 'width' failed to satisfy constraint: {rule}, but found {width}"));
    }
    if offset < 0 {
        let rule = "32-bit signless integer attribute whose minimum value is 0";
        return cx.error(
            op,
            format!("attribute 'offset' failed to satisfy constraint: {rule}, but found {offset}"),
        );
    }
    if width <= offset {
        cx.error(op, format!("offset must be in the range [0, {width}), but found {offset}"));
    }
}

/// Checks that a lane is given if and only if the mode requires it.
pub(super) fn verify_broadcast(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let attr = op.attr("broadcast_type").map(|attr| op.module.attr_kind(attr));
    let word = attr.and_then(|kind| foreign_words(op.module, kind, "gpu<broadcast "));
    let wants_lane = word == Some(BROADCASTS[1]);
    match (wants_lane, op.group("lane").is_empty()) {
        (true, true) => cx.error(op, "lane must be specified for `specific_lane` broadcast"),
        (false, false) => cx.error(op, "lane can only be specified for `specific_lane` broadcast"),
        _ => {}
    }
}

/// Checks that the result is workgroup memory of dynamic size.
pub(super) fn verify_dynamic_shared_memory(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let ty = op.result_type(0);
    let space = module.memory_space(ty).map(|space| module.attr_kind(space));
    let is_workgroup =
        space.and_then(|kind| foreign_words(module, kind, "gpu.address_space")) == Some("workgroup");
    if !is_workgroup {
        return cx.error(op, "address space must be address_space<workgroup>");
    }
    if module.shape(ty) != Some(&[DYNAMIC]) {
        cx.error(op, "result memref type must be memref<?xi8, #gpu.address_space<workgroup>>");
    }
}
