//! Constant folding of arith and math by [`ScalarOp`]: the functions that rows name.
//!
//! Operands are integer, bool and float attributes, and dense attributes of vectors and tensors. A list of
//! equal results becomes a splat. Undefined results are not folded.

use super::{ScalarOp, float, sign_extend, zero_extend};
use crate::attrs::{Attr, AttrKind, DenseData};
use crate::module::Module;
use crate::op::OpRef;
use crate::types::{Float, Type, TypeKind};

/// The value of a float function of f32 or f64 on constants: computed in f64, and for f32 rounded once, which is the correctly
/// rounded result except for rare ties.
pub fn function(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<AttrKind> {
    fold_math(op, operands, |_| true)
}

/// Defines folds like [`function`] that are known for some values of the first operand only.
macro_rules! math_folds {
    ($($name:ident if $condition:expr;)+) => {
        $(#[doc = concat!("The value of `", stringify!($name), "` on constants.")]
        pub fn $name(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<AttrKind> {
            fold_math(op, operands, $condition)
        })+
    };
}

math_folds! {
    sqrt if |x| !x.is_sign_negative();
    log if |x| !x.is_sign_negative();
    log2 if |x| !x.is_sign_negative();
    log10 if |x| !x.is_sign_negative();
    log1p if |x| -1.0 <= x;
}

fn fold_math(op: OpRef<'_>, operands: &[Option<Attr>], condition: fn(f64) -> bool) -> Option<AttrKind> {
    let module = op.module;
    let format = module.float_kind(module.element_type(op.result_type(0)))?;
    let first = Constant::of(module, (*operands.first()?)?)?;
    let is_allowed = |bits: &u64| condition(float::widen(format, *bits));
    let all_allowed = match &first.elements {
        DenseData::Splat(bits) => is_allowed(bits),
        DenseData::Elements(all) => all.iter().all(is_allowed),
    };
    (matches!(format, Float::F32 | Float::F64) && all_allowed).then(|| scalar(op, operands)).flatten()
}

/// Folds an operation with several results.
pub fn results(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<Vec<AttrKind>> {
    let one = |index| apply(op.module, ScalarOp::of_result(op, index)?, op.result_type(index), operands);
    (0..op.n_results()).map(one).collect()
}

/// Folds `extf`, which is exact.
pub fn extf(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<AttrKind> {
    truncf(op, operands)
}

/// Folds `truncf` if it is exact.
pub fn truncf(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<AttrKind> {
    let module = op.module;
    let format = |ty| module.float_kind(module.element_type(ty));
    let (from, to) = (format(op.operand_type(0))?, format(op.result_type(0))?);
    let constant = Constant::of(module, (*operands.first()?)?)?;
    let is_exact = |bits: &u64| {
        let value = float::widen(from, *bits);
        float::widen(to, float::narrow(to, value)).to_bits() == value.to_bits()
    };
    let all_exact = match &constant.elements {
        DenseData::Splat(bits) => is_exact(bits),
        DenseData::Elements(all) => all.iter().all(is_exact),
    };
    all_exact.then(|| scalar(op, operands)).flatten()
}

/// Folds `cmpf`; if one side is NaN the other one need not be known.
pub fn cmpf(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<AttrKind> {
    let module = op.module;
    let format = module.float_kind(module.element_type(op.operand_type(0)))?;
    let is_nan = |attr: &Attr| match Constant::of(module, *attr).map(|constant| constant.elements) {
        Some(DenseData::Splat(bits)) => float::is_nan(format, bits),
        Some(DenseData::Elements(_)) | None => false,
    };
    match operands.iter().flatten().find(|attr| is_nan(attr)) {
        Some(nan) => scalar(op, &[Some(*nan), Some(*nan)]),
        None => scalar(op, operands),
    }
}

/// Folds `muli`; zero if one operand is.
pub fn muli(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<AttrKind> {
    zero_operand(op, operands).or_else(|| scalar(op, operands))
}

/// Folds `andi`; zero if one operand is.
pub fn andi(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<AttrKind> {
    zero_operand(op, operands).or_else(|| scalar(op, operands))
}

/// Folds `select`; the value that is not selected need not be known.
pub fn select(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<AttrKind> {
    let &[condition, on_true, on_false] = operands else { return None };
    let module = op.module;
    match Constant::of(module, condition?)?.elements {
        DenseData::Splat(1) => Some(module.attr_kind(on_true?).clone()),
        DenseData::Splat(_) => Some(module.attr_kind(on_false?).clone()),
        DenseData::Elements(_) => scalar(op, operands),
    }
}

/// Returns the operand that is zero, if there is one.
fn zero_operand(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<AttrKind> {
    let module = op.module;
    let zero = operands.iter().flatten().find(|attr| {
        Constant::of(module, **attr).is_some_and(|constant| constant.elements == DenseData::Splat(0))
    })?;
    Some(module.attr_kind(*zero).clone())
}

/// A constant as bit patterns; a scalar is a splat.
struct Constant {
    elements: DenseData,
}

impl Constant {
    fn of(module: &Module, attr: Attr) -> Option<Self> {
        let elements = match module.attr_kind(attr) {
            AttrKind::Bool(value) => DenseData::Splat(u64::from(*value)),
            AttrKind::Integer(value, ty) => {
                DenseData::Splat(zero_extend(value.cast_unsigned(), scalar_width(module, *ty)?))
            }
            AttrKind::Float(bits, _) => DenseData::Splat(*bits),
            AttrKind::Dense(ty, data) => {
                let width = scalar_width(module, module.element_type(*ty))?;
                match data {
                    DenseData::Splat(bits) => DenseData::Splat(zero_extend(*bits, width)),
                    DenseData::Elements(all) => {
                        DenseData::Elements(all.iter().map(|bits| zero_extend(*bits, width)).collect())
                    }
                }
            }
            AttrKind::Unit
            | AttrKind::Wide(..)
            | AttrKind::String(_)
            | AttrKind::Typed(..)
            | AttrKind::Type(_)
            | AttrKind::Symbol(_)
            | AttrKind::Array(_)
            | AttrKind::Dict(_)
            | AttrKind::DenseArray(..)
            | AttrKind::DenseStrings(..)
            | AttrKind::Sparse(..)
            | AttrKind::Resource(..)
            | AttrKind::Distinct(..)
            | AttrKind::Map(_)
            | AttrKind::Set(_)
            | AttrKind::Strided(..)
            | AttrKind::Location(_)
            | AttrKind::Foreign(_) => return None,
        };
        Some(Self { elements })
    }

    fn element(&self, index: usize) -> Option<u64> {
        match &self.elements {
            DenseData::Splat(bits) => Some(*bits),
            DenseData::Elements(all) => all.get(index).copied(),
        }
    }

    /// Returns the number of elements stored explicitly; `None` for a splat.
    fn len(&self) -> Option<usize> {
        match &self.elements {
            DenseData::Splat(_) => None,
            DenseData::Elements(all) => Some(all.len()),
        }
    }
}

/// Returns the width of a type whose values fit a bit pattern.
fn scalar_width(module: &Module, ty: Type) -> Option<u32> {
    module.bit_width(ty).filter(|width| (1..=64).contains(width))
}

/// The value of an operation on scalars, or element by element, if every operand is known.
pub fn scalar(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<AttrKind> {
    apply(op.module, ScalarOp::of(op)?, op.result_type(0), operands)
}

/// Applies a scalar operation to every element of constants; the result is a constant of the given type.
pub fn apply(module: &Module, scalar: ScalarOp, ty: Type, operands: &[Option<Attr>]) -> Option<AttrKind> {
    let constants: Vec<Constant> =
        operands.iter().map(|attr| Constant::of(module, (*attr)?)).collect::<Option<_>>()?;
    let n_elements = constants.iter().filter_map(Constant::len).max();
    let mut row = vec![0; constants.len()];
    let mut element = |index: usize| {
        for (cell, constant) in row.iter_mut().zip(&constants) {
            *cell = constant.element(index)?;
        }
        scalar.apply(&row).ok()
    };
    let result = match n_elements {
        None => DenseData::Splat(element(0)?),
        Some(n) => to_dense((0..n).map(element).collect::<Option<_>>()?),
    };
    result_attr(module, ty, result)
}

/// Returns the shortest form of a list of elements.
fn to_dense(elements: Box<[u64]>) -> DenseData {
    match elements.split_first() {
        Some((first, rest)) if rest.iter().all(|bits| bits == first) => DenseData::Splat(*first),
        _ => DenseData::Elements(elements),
    }
}

/// Returns the attribute of a constant of this type.
fn result_attr(module: &Module, ty: Type, data: DenseData) -> Option<AttrKind> {
    match (module.type_kind(ty), data) {
        (TypeKind::Integer(1, _), DenseData::Splat(bits)) if ty == Type::I1 => {
            Some(AttrKind::Bool(bits & 1 == 1))
        }
        (TypeKind::Integer(width, _), DenseData::Splat(bits)) => {
            Some(AttrKind::Integer(sign_extend(bits.cast_signed(), *width), ty))
        }
        (TypeKind::Index, DenseData::Splat(bits)) => Some(AttrKind::Integer(bits.cast_signed(), ty)),
        (TypeKind::Float(_), DenseData::Splat(bits)) => Some(AttrKind::Float(bits, ty)),
        (TypeKind::Vector(..) | TypeKind::Tensor(..), data) => {
            module.n_elements(ty).map(|_| AttrKind::Dense(ty, data))
        }
        _ => None,
    }
}
