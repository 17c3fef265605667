//! Matchers for values, and constructors of constants for scalars and shaped types alike.

use warpline_ir::scalar::float::narrow;
use warpline_ir::scalar::{sign_extend, zero_extend};
use warpline_ir::{
    Attr, AttrKind, Builder, DYNAMIC, DenseData, Float, Module, NamedAttr, Op, OpKind, Type, Value,
};

/// Returns the operation that defines a value, if it is of this kind.
pub(super) fn defined_by(module: &Module, value: Value, kind: impl Into<OpKind>) -> Option<Op> {
    module.defining_op(value).filter(|op| module.kind(*op) == kind.into())
}

/// Returns the two operands of an operation that has at least two.
pub(super) fn pair(module: &Module, op: Op) -> Option<(Value, Value)> {
    match *module.operands(op) {
        [a, b, ..] => Some((a, b)),
        _ => None,
    }
}

/// Returns the bit width of the elements of a value.
pub(super) fn width(module: &Module, value: Value) -> Option<u32> {
    module.bit_width(module.element_type(module.type_of(value)))
}

/// Returns the bits of a constant integer or splat, zero-extended.
pub(super) fn int_bits(module: &Module, value: Value) -> Option<u64> {
    let width = width(module, value)?;
    let bits = match module.attr_kind(module.constant_of(value)?) {
        AttrKind::Integer(value, _) => value.cast_unsigned(),
        AttrKind::Bool(value) => u64::from(*value),
        AttrKind::Dense(_, DenseData::Splat(bits)) => *bits,
        _ => return None,
    };
    (width <= 64 && is_int(module, value)).then(|| zero_extend(bits, width))
}

/// Returns a constant integer or splat, sign-extended; `true` is -1.
pub(super) fn int(module: &Module, value: Value) -> Option<i64> {
    Some(sign_extend(int_bits(module, value)?.cast_signed(), width(module, value)?))
}

/// Whether a value is the integer 1, including `true`.
pub(super) fn is_one(module: &Module, value: Value) -> bool {
    int_bits(module, value) == Some(1)
}

/// Whether a value is the integer 0.
pub(super) fn is_zero(module: &Module, value: Value) -> bool {
    int_bits(module, value) == Some(0)
}

fn is_int(module: &Module, value: Value) -> bool {
    module.is_int_or_index(module.element_type(module.type_of(value)))
}

/// Returns the bits of a constant float or splat.
pub(super) fn float(module: &Module, value: Value) -> Option<(u64, Float)> {
    let format = module.float_kind(module.element_type(module.type_of(value)))?;
    match module.attr_kind(module.constant_of(value)?) {
        AttrKind::Float(bits, _) | AttrKind::Dense(_, DenseData::Splat(bits)) => Some((*bits, format)),
        _ => None,
    }
}

/// Whether a value is this float.
pub(super) fn is_float(module: &Module, value: Value, wanted: f64) -> bool {
    float(module, value).is_some_and(|(bits, format)| bits == narrow(format, wanted))
}

/// Returns the attribute of a type with an integer in every element; `None` if a size is unknown.
pub(super) fn like(module: &mut Module, ty: Type, value: i64) -> Option<Attr> {
    let element = module.element_type(ty);
    if ty == element {
        return module.is_int_or_index(ty).then(|| module.int_attr(value, ty));
    }
    let width = module.bit_width(element).filter(|width| *width <= 64)?;
    if module.shape(ty)?.contains(&DYNAMIC) {
        return None;
    }
    let bits = zero_extend(value.cast_unsigned(), width);
    Some(module.intern_attr(AttrKind::Dense(ty, DenseData::Splat(bits))))
}

/// Returns the attribute of a number of at most 64 bits from its bits.
pub(super) fn scalar_attr(module: &mut Module, ty: Type, bits: u64) -> Option<Attr> {
    if module.float_kind(ty).is_some() {
        return Some(module.float_attr(bits, ty));
    }
    let width = module.bit_width(ty).filter(|width| *width <= 64 && module.is_int_or_index(ty))?;
    Some(module.int_attr(sign_extend(bits.cast_signed(), width), ty))
}

/// Creates a constant of a type with an integer in every element, before `op`.
pub(super) fn constant_like(module: &mut Module, op: Op, ty: Type, value: i64) -> Option<Value> {
    let attr = like(module, ty, value)?;
    Builder::before(module, op).constant(attr)
}

/// Creates an operation with one result before `op` and replaces the result of `op` by it.
#[expect(clippy::unnecessary_wraps, reason = "a rule returns what its last step does")]
pub(super) fn replace_with(
    module: &mut Module,
    op: Op,
    kind: impl Into<OpKind>,
    operands: &[Value],
    attrs: &[NamedAttr],
) -> Option<()> {
    let ty = module.type_of(module.result(op, 0));
    let mut builder = Builder::before(module, op);
    let new = builder.op(kind, operands, &[ty], &[]);
    if !attrs.is_empty() {
        module.set_attrs(new, attrs);
    }
    let value = module.result(new, 0);
    module.replace_op(op, &[value]);
    Some(())
}

/// Returns the overflow flags of an operation.
pub(super) fn overflow_flags(module: &Module, op: Op) -> Vec<String> {
    let Some(attr) = module.attr(op, "overflowFlags") else { return Vec::new() };
    let AttrKind::Foreign(name) = module.attr_kind(attr) else { return Vec::new() };
    let text = module.text(*name);
    let words = text.split_once('<').map_or("", |(_, words)| words.trim_end_matches('>'));
    let words = words.split(',').map(str::trim).filter(|word| !word.is_empty() && *word != "none");
    words.map(str::to_string).collect()
}
