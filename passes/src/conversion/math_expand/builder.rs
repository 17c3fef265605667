//! The arithmetic of IR that is being built, on values of one float type, scalars or vectors.

use warpline_ir::scalar::float::{self, FloatUnary};
use warpline_ir::scalar::functions::{
    Arithmetic, DOUBLE, Exponent, FloatOp, IntIs, IntOp, Is, LOW_BITS, MAX_SINGLE_EXPONENT, Reduction,
    SINGLE, Tables,
};
use warpline_ir::{
    Arith, Attr, AttrKind, Builder, DenseData, Float, MachineFloat, Math, Module, OpKind, Place, Scf, Type,
    Value,
};

/// A builder of operations on values of one float type.
pub(super) struct Operations<'b, 'm> {
    builder: &'b mut Builder<'m>,
    /// The type of the values.
    ty: Type,
    /// Integers of the same width and shape.
    bits_ty: Type,
    /// Integers of 64 bits and the same shape.
    long_ty: Type,
    /// Truth values of the same shape.
    bool_ty: Type,
    tables: &'static Tables,
}

/// Returns the attribute of a constant of a type, from the bits of an element.
fn splat(module: &mut Module, ty: Type, bits: u64) -> Attr {
    let element = module.element_type(ty);
    if element != ty {
        return module.intern_attr(AttrKind::Dense(ty, DenseData::Splat(bits)));
    }
    if module.float_kind(ty).is_some() {
        module.float_attr(bits, ty)
    } else {
        module.int_attr(bits as i64, ty)
    }
}

/// Builds a constant from the bits of an element.
pub(crate) fn constant_of_bits(builder: &mut Builder<'_>, ty: Type, bits: u64) -> Value {
    let attr = splat(builder.module, ty, bits);
    builder.value(Arith::Constant, &[], ty, &[("value", attr)])
}

/// Builds a constant of any float type.
pub(crate) fn constant(builder: &mut Builder<'_>, ty: Type, value: f64) -> Value {
    let element = builder.module.element_type(ty);
    let format = builder.module.float_kind(element).unwrap_or(Float::F64);
    constant_of_bits(builder, ty, float::narrow(format, value))
}

/// Builds the product of a value and a constant.
pub(super) fn scaled(builder: &mut Builder<'_>, value: Value, by: f64) -> Value {
    let ty = builder.module.type_of(value);
    let by = constant(builder, ty, by);
    builder.binary(Arith::MulF, value, by)
}

/// Builds an integer constant of a scalar or vector type.
pub(crate) fn int_constant(builder: &mut Builder<'_>, ty: Type, value: i64) -> Value {
    let element = builder.module.element_type(ty);
    let bits = builder.module.truncate(value, element);
    constant_of_bits(builder, ty, bits)
}

impl<'b, 'm> Operations<'b, 'm> {
    /// Creates a builder for values of a type whose element is `f32` or `f64`.
    pub(super) fn new(builder: &'b mut Builder<'m>, ty: Type, float: MachineFloat) -> Self {
        let is_double = float == MachineFloat::F64;
        let module = &mut *builder.module;
        let bits_ty = module.with_element(ty, if is_double { Type::I64 } else { Type::I32 });
        let long_ty = module.with_element(ty, Type::I64);
        let bool_ty = module.with_element(ty, Type::I1);
        let tables = if is_double { &DOUBLE } else { &SINGLE };
        Self { builder, ty, bits_ty, long_ty, bool_ty, tables }
    }

    fn compare(&mut self, kind: Arith, predicate: i64, a: Value, b: Value) -> Value {
        let predicate = self.builder.module.int_attr(predicate, Type::I64);
        self.builder.value(kind, &[a, b], self.bool_ty, &[("predicate", predicate)])
    }

    fn choose(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        let ty = self.builder.module.type_of(yes);
        self.builder.value(Arith::Select, &[condition, yes, no], ty, &[])
    }
}

/// Returns the operation on integers.
fn int_kind(op: IntOp) -> Arith {
    match op {
        IntOp::Add => Arith::AddI,
        IntOp::Sub => Arith::SubI,
        IntOp::And => Arith::AndI,
        IntOp::Or => Arith::OrI,
        IntOp::Xor => Arith::XOrI,
        IntOp::Shl => Arith::ShLI,
        IntOp::ShrS => Arith::ShRSI,
        IntOp::ShrU => Arith::ShRUI,
        IntOp::DivU => Arith::DivUI,
    }
}

impl Arithmetic for Operations<'_, '_> {
    type Float = Value;
    type Int = Value;
    type Long = Value;
    type Bool = Value;
    type Power = Value;

    fn tables(&self) -> &'static Tables {
        self.tables
    }

    fn float(&mut self, value: f64) -> Value {
        constant(self.builder, self.ty, value)
    }

    fn unary(&mut self, op: FloatUnary, x: Value) -> Value {
        let kind: OpKind = match op {
            FloatUnary::Neg => Arith::NegF.into(),
            FloatUnary::Abs => Math::AbsF.into(),
            FloatUnary::Sqrt => Math::Sqrt.into(),
            FloatUnary::Floor => Math::Floor.into(),
            FloatUnary::Ceil => Math::Ceil.into(),
            FloatUnary::Trunc => Math::Trunc.into(),
            FloatUnary::RoundEven => Math::RoundEven.into(),
        };
        self.builder.value(kind, &[x], self.ty, &[])
    }

    fn binary(&mut self, op: FloatOp, a: Value, b: Value) -> Value {
        match op {
            FloatOp::Add => self.builder.binary(Arith::AddF, a, b),
            FloatOp::Sub => self.builder.binary(Arith::SubF, a, b),
            FloatOp::Mul => self.builder.binary(Arith::MulF, a, b),
            FloatOp::Div => self.builder.binary(Arith::DivF, a, b),
            FloatOp::CopySign => self.builder.binary(Math::CopySign, a, b),
        }
    }

    fn fma(&mut self, a: Value, b: Value, c: Value) -> Value {
        self.builder.value(Math::Fma, &[a, b, c], self.ty, &[])
    }

    fn is(&mut self, a: Value, is: Is, b: Value) -> Value {
        self.compare(Arith::CmpF, is as i64, a, b)
    }

    fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        self.choose(condition, yes, no)
    }

    fn logic(&mut self, op: IntOp, a: Value, b: Value) -> Value {
        self.builder.binary(int_kind(op), a, b)
    }

    fn bits(&mut self, x: Value) -> Value {
        self.builder.value(Arith::Bitcast, &[x], self.bits_ty, &[])
    }

    fn of_bits(&mut self, bits: Value) -> Value {
        self.builder.value(Arith::Bitcast, &[bits], self.ty, &[])
    }

    fn int(&mut self, value: i64) -> Value {
        int_constant(self.builder, self.bits_ty, value)
    }

    fn int_binary(&mut self, op: IntOp, a: Value, b: Value) -> Value {
        self.builder.binary(int_kind(op), a, b)
    }

    fn int_is(&mut self, a: Value, is: IntIs, b: i64) -> Value {
        let b = self.int(b);
        self.compare(Arith::CmpI, is as i64, a, b)
    }

    fn select_int(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        self.choose(condition, yes, no)
    }

    fn float_of(&mut self, a: Value) -> Value {
        self.builder.value(Arith::SIToFP, &[a], self.ty, &[])
    }

    fn long(&mut self, value: i64) -> Value {
        int_constant(self.builder, self.long_ty, value)
    }

    fn long_of(&mut self, a: Value) -> Value {
        if self.bits_ty == self.long_ty {
            return a;
        }
        self.builder.value(Arith::ExtUI, &[a], self.long_ty, &[])
    }

    fn int_of(&mut self, a: Value) -> Value {
        if self.bits_ty == self.long_ty {
            return a;
        }
        self.builder.value(Arith::TruncI, &[a], self.bits_ty, &[])
    }

    fn long_binary(&mut self, op: IntOp, a: Value, b: Value) -> Value {
        self.builder.binary(int_kind(op), a, b)
    }

    fn long_equals(&mut self, a: Value, b: i64) -> Value {
        let b = self.long(b);
        self.compare(Arith::CmpI, 0, a, b)
    }

    fn long_carry(&mut self, sum: Value, addend: Value) -> Value {
        let is_less = self.compare(Arith::CmpI, 6, sum, addend);
        self.builder.value(Arith::ExtUI, &[is_less], self.long_ty, &[])
    }

    fn select_long(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        self.choose(condition, yes, no)
    }

    fn wide_product(&mut self, a: Value, b: Value) -> (Value, Value) {
        let op = self.builder.op(Arith::MulUIExtended, &[a, b], &[self.long_ty; 2], &[]);
        (self.builder.module.result(op, 0), self.builder.module.result(op, 1))
    }

    fn float_of_signed(&mut self, a: Value) -> Value {
        self.builder.value(Arith::SIToFP, &[a], self.ty, &[])
    }

    fn float_of_unsigned(&mut self, a: Value) -> Value {
        self.builder.value(Arith::UIToFP, &[a], self.ty, &[])
    }

    fn exponent_of(&mut self, n: Value) -> Exponent<Self> {
        let ty = self.builder.module.type_of(n);
        let element = self.builder.module.element_type(ty);
        let width = self.builder.module.bit_width(element).unwrap_or(64);
        let (one, zero) = (int_constant(self.builder, ty, 1), int_constant(self.builder, ty, 0));
        let odd = self.builder.binary(Arith::AndI, n, one);
        let is_odd = self.compare(Arith::CmpI, 1, odd, zero);
        let mut n = n;
        if self.tables.is_single() && i64::from(width) > i64::from(MAX_SINGLE_EXPONENT.ilog2()) + 1 {
            let low = int_constant(self.builder, ty, -MAX_SINGLE_EXPONENT);
            n = self.builder.binary(Arith::MaxSI, n, low);
            let high = int_constant(self.builder, ty, MAX_SINGLE_EXPONENT);
            n = self.builder.binary(Arith::MinSI, n, high);
        }
        if width <= LOW_BITS {
            return Exponent { high: self.float_of(n), low: None, is_odd, is_integer: None };
        }
        let by = int_constant(self.builder, ty, LOW_BITS.into());
        let (last, ones) = (i64::from(width) - 1, (1 << LOW_BITS) - 1);
        let [last, ones] = [last, ones].map(|number| int_constant(self.builder, ty, number));
        let sign = self.builder.binary(Arith::ShRSI, n, last);
        let lost = self.builder.binary(Arith::AndI, sign, ones);
        let toward_zero = self.builder.binary(Arith::AddI, n, lost);
        let upper = self.builder.binary(Arith::ShRSI, toward_zero, by);
        let upper = self.builder.binary(Arith::ShLI, upper, by);
        let lower = self.builder.binary(Arith::SubI, n, upper);
        let (high, low) = (self.float_of(upper), self.float_of(lower));
        Exponent { high, low: Some(low), is_odd, is_integer: None }
    }

    /// Branches around the function that is not needed; vectors compute both.
    fn either(
        &mut self,
        condition: Value,
        x: Value,
        yes: Reduction<Self>,
        no: Reduction<Self>,
    ) -> (Value, Value) {
        if self.bool_ty != Type::I1 {
            let (no, yes) = (no(self, x), yes(self, x));
            return (self.choose(condition, yes.0, no.0), self.choose(condition, yes.1, no.1));
        }
        let types = [self.bits_ty, self.ty];
        let branch = self.builder.op_with_regions(Scf::If, &[condition], &types, &[], 2);
        let after = self.builder.place;
        for (index, function) in [yes, no].into_iter().enumerate() {
            let region = self.builder.module.region(branch, index);
            let block = self.builder.module.add_block(region, &[]);
            self.builder.place = Place::End(block);
            let (first, second) = function(self, x);
            self.builder.op(Scf::Yield, &[first, second], &[], &[]);
        }
        self.builder.place = after;
        (self.builder.module.result(branch, 0), self.builder.module.result(branch, 1))
    }
}
