//! Type inference and verification shared by several arith operations.

use crate::attrs::Attr;
use crate::def::{Code, TypeSet, types};
use crate::diagnostics::Reported;
use crate::format::read::Reader;
use crate::format::write::Writer;
use crate::module::Module;
use crate::op::OpRef;
use crate::print::type_text;
use crate::syntax::lexer::Token;
use crate::types::{Type, TypeKind};
use crate::value::Value;
use crate::verify::VerifyCx;

/// The custom form of `arith.select`: `%c, %a, %b : T`, or `: C, T` if the condition is shaped.
pub(super) const SELECT_SYNTAX: Code = Code { read: read_select, write: write_select };

/// Infers `i1`, or the shape of the first operand with `i1` elements.
pub(in crate::dialect) fn bool_like(reader: &mut Reader<'_, '_>, operands: &[Value]) -> Option<Vec<Type>> {
    let module = &mut reader.cx.module;
    let ty = module.type_of(*operands.first()?);
    Some(vec![module.with_element(ty, Type::I1)])
}

fn read_select(reader: &mut Reader<'_, '_>) -> Result<(), Reported> {
    let names = reader.value_names()?;
    if names.len() != 3 {
        return Err(reader.error(format!("expected 3 operands, but found {}", names.len())));
    }
    reader.attr_dict()?;
    reader.expect(Token::Colon, "':' before the type")?;
    let first = reader.parse_type()?;
    let (condition, ty) =
        if reader.eat(Token::Comma) { (first, reader.parse_type()?) } else { (Type::I1, first) };
    let values = reader.resolve_each(&names, &[condition, ty, ty])?;
    reader.op.operands = values;
    reader.op.results.push(ty);
    Ok(())
}

fn write_select(writer: &mut Writer<'_>, op: OpRef<'_>) {
    writer.text(" ");
    writer.values(op.operands());
    writer.attr_dict(op, &[]);
    writer.text(" : ");
    if op.operand_type(0) != Type::I1 {
        writer.ty(op.operand_type(0));
        writer.text(", ");
    }
    writer.ty(op.result_type(0));
}

/// Integers, `index`, shaped types of them, and memrefs of them.
pub(super) static INDEX_CASTABLE: TypeSet = TypeSet {
    name: "signless-integer-like or memref of signless-integer",
    accepts: |module, ty| {
        (types::INT_LIKE.accepts)(module, ty) || is_memref_of(module, ty, Module::is_int_or_index)
    },
    only: None,
};

/// Integers and floats, shaped types of them, and memrefs of them.
pub(super) static BITCASTABLE: TypeSet = TypeSet {
    name: "signless-integer-or-float-like or memref of signless-integer or float",
    accepts: |module, ty| {
        let is_scalar = |module: &Module, ty: Type| {
            (types::FIXED_INT_LIKE.accepts)(module, ty) || (types::FLOAT_LIKE.accepts)(module, ty)
        };
        is_scalar(module, ty) || is_memref_of(module, ty, is_scalar)
    },
    only: None,
};

fn is_memref_of(module: &Module, ty: Type, accepts: impl Fn(&Module, Type) -> bool) -> bool {
    match module.type_kind(ty) {
        TypeKind::MemRef(_, element, ..) => accepts(module, *element),
        _ => false,
    }
}

/// Checks that the result has the shape of the operands with `i1` elements.
pub(in crate::dialect) fn verify_bool_like(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if !is_bool_shape_of(op.module, op.result_type(0), op.operand_type(0)) {
        cx.error(op, "failed to verify that result type has i1 element type and same shape as operands");
    }
}

/// Whether a type is `i1` in the shape of another type.
fn is_bool_shape_of(module: &Module, bools: Type, like: Type) -> bool {
    match (module.type_kind(bools), module.type_kind(like)) {
        (TypeKind::Vector(a, b, Type::I1), TypeKind::Vector(c, d, _)) => a == c && b == d,
        (TypeKind::Tensor(a, Type::I1, b), TypeKind::Tensor(c, _, d)) => a == c && b == d,
        (TypeKind::UnrankedTensor(Type::I1), TypeKind::UnrankedTensor(_)) => true,
        (
            TypeKind::Integer(1, _),
            TypeKind::Vector(..) | TypeKind::Tensor(..) | TypeKind::UnrankedTensor(_),
        ) => false,
        _ => bools == Type::I1,
    }
}

/// Checks that the two values and the result have the same type; a shaped condition has their shape.
pub(super) fn verify_select(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let (condition, ty) = (op.operand_type(0), op.result_type(0));
    if op.operand_type(1) != ty || op.operand_type(2) != ty {
        return cx.error(op, "failed to verify that all of {true_value, false_value, result} have same type");
    }
    if condition == Type::I1 || is_bool_shape_of(op.module, condition, ty) {
        return;
    }
    if op.module.shape(condition) != op.module.shape(ty) {
        return cx.error(op, "failed to verify that condition is signless i1 or has matching shape");
    }
    let (found, ty) = (type_text(op.module, condition), type_text(op.module, ty));
    cx.error(
        op,
        format!(
            "expected condition type to have the same shape as the result type '{ty}', but got '{found}'"
        ),
    );
}

/// Checks that operand and result have the same sizes, including the dynamic sizes of tensors.
pub(super) fn verify_same_dims(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    if !has_same_dims(op) {
        report_dims(cx, op);
    }
}

fn has_same_dims(op: OpRef<'_>) -> bool {
    let dims = |ty| match op.module.type_kind(ty) {
        TypeKind::Tensor(shape, ..) => Some(shape.to_vec()),
        TypeKind::UnrankedTensor(_) => None,
        _ => Some(Vec::new()),
    };
    let from = dims(op.operand_type(0));
    from.is_some() && from == dims(op.result_type(0))
}

fn report_dims(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    cx.error(op, "failed to verify that input and output have the same tensor dimensions");
}

fn encoding(op: OpRef<'_>, ty: Type) -> Option<Attr> {
    match op.module.type_kind(ty) {
        TypeKind::Tensor(_, _, encoding) => *encoding,
        _ => None,
    }
}

/// Checks the element types of operand and result, if their shapes and encodings agree.
fn verify_cast(cx: &mut VerifyCx<'_>, op: OpRef<'_>, fits: impl Fn(Type, Type) -> bool) {
    let element = |ty| op.module.element_type(ty);
    if !has_same_dims(op) {
        report_dims(cx, op);
    } else if encoding(op, op.operand_type(0)) != encoding(op, op.result_type(0))
        || !fits(element(op.operand_type(0)), element(op.result_type(0)))
    {
        report_incompatible(cx, op);
    }
}

fn report_incompatible(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let types = op.operands().iter().map(|value| format!("'{}'", type_text(op.module, op.type_of(*value))));
    let from = types.collect::<Vec<_>>().join(", ");
    let to = type_text(op.module, op.result_type(0));
    let plural = if 1 < op.operands().len() { "s" } else { "" };
    cx.error(op, format!("operand type{plural} {from} and result type '{to}' are cast incompatible"));
}

/// Checks that the result is wider.
pub(super) fn verify_wider(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    verify_cast(cx, op, |from, to| op.module.bit_width(from) < op.module.bit_width(to));
}

/// Checks that the result is narrower.
pub(super) fn verify_narrower(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    verify_cast(cx, op, |from, to| op.module.bit_width(to) < op.module.bit_width(from));
}

/// Checks that operand and result have the same width.
pub(super) fn verify_same_width(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    verify_cast(cx, op, |from, to| op.module.bit_width(from) == op.module.bit_width(to));
}

/// Checks that one side is `index` and the other an integer.
pub(super) fn verify_index_cast(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    verify_cast(cx, op, |from, to| (from == Type::INDEX) != (to == Type::INDEX));
}
