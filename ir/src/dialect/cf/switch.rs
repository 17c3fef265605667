//! `cf.switch %v : i32, [default: ^bb1(%a : i32), 42: ^bb2]`.

use crate::attrs::{Attr, AttrKind, DenseData};
use crate::def::{Code, TypeSet};
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::module::Module;
use crate::op::OpRef;
use crate::syntax::lexer::Token;
use crate::types::{Type, TypeKind};
use crate::verify::VerifyCx;

/// The custom form.
pub(super) const SYNTAX: Code = Code { read, write };

/// Integers, including signed and unsigned ones.
pub(super) static ANY_INTEGER: TypeSet = TypeSet {
    name: "integer",
    accepts: |module, ty| matches!(module.type_kind(ty), TypeKind::Integer(..)),
    only: None,
};

/// Returns the values of the cases as bit patterns of the operand.
pub fn switch_cases(op: OpRef<'_>) -> Vec<u64> {
    match op.attr("case_values").map(|attr| op.module.attr_kind(attr)) {
        Some(AttrKind::Dense(ty, DenseData::Splat(bits))) => {
            let n = op.module.n_elements(*ty).unwrap_or(0).min(op.module.successors(op.op).len() as u64);
            vec![*bits; n as usize]
        }
        Some(AttrKind::Dense(_, DenseData::Elements(all))) => all.to_vec(),
        _ => Vec::new(),
    }
}

/// Returns the number of operands of each successor, the default first, from the attributes of an operation.
pub(crate) fn split_operands(n_default: u32, case_segments: Option<&AttrKind>) -> Vec<u32> {
    let mut sizes = vec![n_default];
    if let Some(AttrKind::DenseArray(_, cases)) = case_segments {
        sizes.extend(cases.iter().map(|size| u32::try_from(*size).unwrap_or(0)));
    }
    sizes
}

fn read(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let flag = reader.value_name()?;
    reader.expect(Token::Colon, "':' before the type of the flag")?;
    let ty = reader.parse_type()?;
    let flag = reader.resolve(flag, ty)?;
    reader.expect(Token::Comma, "',' before the cases")?;
    reader.expect(Token::LSquare, "'[' before the cases")?;
    reader.expect_word("default")?;
    reader.expect(Token::Colon, "':' before the block of a case")?;
    let n_default = reader.successor()?;
    let (mut values, mut segments) = (Vec::new(), Vec::new());
    while reader.eat(Token::Comma) {
        let value = reader.bits()?;
        values.push(reader.cx.module.truncate(value, ty));
        reader.expect(Token::Colon, "':' before the block of a case")?;
        segments.push(reader.successor()? as i64);
    }
    reader.expect(Token::RSquare, "',' or ']' in the cases")?;
    if let Some(values) = switch_values(&mut reader.cx.module, ty, &values) {
        reader.set_attr("case_values", values);
    }
    let n_cases: i64 = segments.iter().sum();
    let attr = reader.cx.module.i32_array_attr(segments);
    reader.set_attr("case_operand_segments", attr);
    reader.set_segments(&[1, n_default, n_cases as usize]);
    reader.op.operands.insert(0, flag);
    for successor in &mut reader.op.successors {
        successor.args.first += 1;
    }
    reader.attr_dict()
}

/// Returns the attribute `case_values` for a flag of a type; `None` without cases.
pub fn switch_values(module: &mut Module, ty: Type, values: &[u64]) -> Option<Attr> {
    let first = values.first()?;
    let shape: Box<[i64]> = [values.len() as i64].into();
    let vector = module.intern_type(TypeKind::Vector(shape, [false].into(), ty));
    let data = if values.iter().all(|value| value == first) {
        DenseData::Splat(*first)
    } else {
        DenseData::Elements(values.into())
    };
    Some(module.intern_attr(AttrKind::Dense(vector, data)))
}

fn write(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.value(op.operand(0));
    writer.text(" : ");
    writer.ty(op.operand_type(0));
    writer.text(", [");
    let cases = switch_cases(op);
    for index in 0..op.module.successors(op.op).len() {
        writer.text(if index == 0 { "" } else { "," });
        writer.new_line();
        match index.checked_sub(1) {
            None => writer.text("  default: "),
            Some(case) => writer.text(&format!("  {}: ", cases.get(case).copied().unwrap_or(0))),
        }
        crate::format::write_pattern::write_successor(writer, op, index);
    }
    if !cases.is_empty() {
        writer.new_line();
    }
    writer.text("]");
    writer.attr_dict(op, &["case_values", "case_operand_segments"]);
}

/// Checks that the cases have the type of the flag, one for each block except the default.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let n_blocks = module.successors(op.op).len() - 1;
    let values = op.attr("case_values");
    let found = values.and_then(|attr| module.type_of_attr(attr));
    let n_values = found.and_then(|ty| module.n_elements(ty)).unwrap_or(0);
    if let Some(found) = found
        && module.element_type(found) != op.operand_type(0)
    {
        let (flag, found) = (
            crate::print::type_text(module, op.operand_type(0)),
            crate::print::type_text(module, module.element_type(found)),
        );
        return cx.error(op, format!("'flag' type ('{flag}') should match case value type ('{found}')"));
    }
    if n_values != n_blocks as u64 {
        cx.error(
            op,
            format!(
                "number of case values ({n_values}) should match number of case destinations ({n_blocks})"
            ),
        );
    }
}
