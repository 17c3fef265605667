//! Constant folding of arith and math, by [`ScalarOp`]: the functions that rows name.
//!
//! Operands are integer, bool and float attributes and dense attributes of vectors and tensors. A row of results
//! that are all equal becomes a splat. Whatever is undefined is left alone.

use super::ScalarOp;
use super::{sign_extend, zero_extend};
use crate::attrs::{Attr, AttrKind, DenseData};
use crate::module::Module;
use crate::op::OpRef;
use crate::types::{Type, TypeKind};

/// Functions whose result is known when all operands are.
macro_rules! folds {
    ($($name:ident)+) => {
        $(#[doc = concat!("The value of `", stringify!($name), "` on constants.")]
        pub fn $name(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<AttrKind> {
            fold(op, operands)
        })+
    };
}

folds! {
    addi subi divsi divui ceildivsi ceildivui floordivsi remsi remui ori xori shli shrsi shrui
    maxsi maxui minsi minui
    addf subf mulf divf remf maximumf minimumf maxnumf minnumf negf
    cmpi cmpf extsi extui trunci extf truncf sitofp uitofp fptosi fptoui bitcast
    absf absi sqrt floor ceil trunc roundeven fma
}

/// The value of `muli`; zero if one operand is.
pub fn muli(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<AttrKind> {
    zero_operand(op, operands).or_else(|| fold(op, operands))
}

/// The value of `andi`; zero if one operand is.
pub fn andi(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<AttrKind> {
    zero_operand(op, operands).or_else(|| fold(op, operands))
}

/// The chosen value of `select`; the other one need not be known.
pub fn select(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<AttrKind> {
    let &[condition, on_true, on_false] = operands else { return None };
    let module = op.module;
    match Constant::of(module, condition?)?.elements {
        DenseData::Splat(1) => Some(module.attr_kind(on_true?).clone()),
        DenseData::Splat(_) => Some(module.attr_kind(on_false?).clone()),
        DenseData::Elements(_) => fold(op, operands),
    }
}

/// The operand that is zero, where there is one.
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
            | AttrKind::String(_)
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

    /// The number of elements written out; `None` for a splat.
    fn len(&self) -> Option<usize> {
        match &self.elements {
            DenseData::Splat(_) => None,
            DenseData::Elements(all) => Some(all.len()),
        }
    }
}

/// The width of a type whose values fit a bit pattern.
fn scalar_width(module: &Module, ty: Type) -> Option<u32> {
    module.bit_width(ty).filter(|width| (1..=64).contains(width))
}

/// The value of an elementwise operation when every operand is known.
fn fold(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<AttrKind> {
    apply(op.module, ScalarOp::of(op)?, op.result_type(0), operands)
}

/// The value of a scalar operation on every element of constants, as a constant of a type.
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

/// The shortest form of a row of elements.
fn to_dense(elements: Box<[u64]>) -> DenseData {
    match elements.split_first() {
        Some((first, rest)) if rest.iter().all(|bits| bits == first) => DenseData::Splat(*first),
        _ => DenseData::Elements(elements),
    }
}

/// The attribute of a constant of this type.
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
