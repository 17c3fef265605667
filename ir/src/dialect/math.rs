//! The math dialect: functions on floats, and a few on integers.

use crate::def::{
    Cost, MlirVersion, OpDef, Outside, Requirement, Slot, Trait, one, optional_attr, same_type, types,
};
use crate::dialect::arith::{ROUNDING, bool_like, fastmath_attr, verify_bool_like};
use crate::scalar;

dialect! {
    /// Functions such as `math.exp` on numbers; element by element on vectors.
    Math = "math" {
        /// The absolute value of a float: clears the sign bit.
        AbsF = unary("absf").cost(Cost::Plain).traits(&[Trait::Machine]).fold(scalar::fold::scalar),
        /// The absolute value of a signed integer; the least value is unchanged.
        AbsI = int_unary("absi").traits(&[Trait::Machine]).fold(scalar::fold::scalar),
        /// The square root, correctly rounded.
        Sqrt = unary("sqrt").cost(Cost::Root).traits(&[Trait::Machine]).fold(scalar::fold::sqrt),
        /// One divided by the square root.
        Rsqrt = unary("rsqrt").cost(Cost::Root),
        /// The cube root.
        Cbrt = unary("cbrt"),
        /// e to the power of the operand.
        Exp = unary("exp").fold(scalar::fold::function),
        /// 2 to the power of the operand.
        Exp2 = unary("exp2").fold(scalar::fold::function),
        /// e to the power of the operand, less one.
        ExpM1 = unary("expm1").fold(scalar::fold::function),
        /// The natural logarithm.
        Log = unary("log").fold(scalar::fold::log),
        /// The logarithm to base 2.
        Log2 = unary("log2").fold(scalar::fold::log2),
        /// The logarithm to base 10.
        Log10 = unary("log10").fold(scalar::fold::log10),
        /// The natural logarithm of one more than the operand.
        Log1p = unary("log1p").fold(scalar::fold::log1p),
        /// The sine of an angle in radians.
        Sin = unary("sin").fold(scalar::fold::function),
        /// The cosine of an angle in radians.
        Cos = unary("cos").fold(scalar::fold::function),
        /// The tangent of an angle in radians.
        Tan = unary("tan").fold(scalar::fold::function),
        /// The sine and the cosine of an angle in radians.
        SinCos = OpDef::new("sincos").cost(Cost::Function).since(MlirVersion::V22).operands(const { &[one("operand", &types::FLOAT_LIKE)] })
            .results(const { &[one("sin", &types::FLOAT_LIKE), one("cos", &types::FLOAT_LIKE)] })
            .attrs(const { &[fastmath_attr()] })
            .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameShape])
            .pattern("$operand (`fastmath` $fastmath^)? attr-dict `:` type($operand)")
            .type_rules(const { &[same_type("sin", "operand"), same_type("cos", "operand")] })
            .result_names(&["sin", "cos"]),
        /// The angle in radians whose sine is the operand.
        Asin = unary("asin").fold(scalar::fold::function),
        /// The angle in radians whose cosine is the operand.
        Acos = unary("acos").fold(scalar::fold::function),
        /// The angle in radians whose tangent is the operand.
        Atan = unary("atan").fold(scalar::fold::function),
        /// The angle in radians of the point with the second operand as x and the first as y.
        Atan2 = binary("atan2").fold(scalar::fold::function),
        /// The hyperbolic sine.
        Sinh = unary("sinh").fold(scalar::fold::function),
        /// The hyperbolic cosine.
        Cosh = unary("cosh").fold(scalar::fold::function),
        /// The hyperbolic tangent.
        Tanh = unary("tanh").fold(scalar::fold::function),
        /// The inverse of the hyperbolic sine.
        Asinh = unary("asinh").fold(scalar::fold::function),
        /// The inverse of the hyperbolic cosine.
        Acosh = unary("acosh").fold(scalar::fold::function),
        /// The inverse of the hyperbolic tangent.
        Atanh = unary("atanh").fold(scalar::fold::function),
        /// The error function.
        Erf = unary("erf").fold(scalar::fold::function),
        /// One less the error function.
        Erfc = unary("erfc").since(MlirVersion::V21),
        /// Rounds down to an integer value.
        Floor = unary("floor").cost(Cost::Plain).traits(&[Trait::Machine]).fold(scalar::fold::scalar),
        /// Rounds up to an integer value.
        Ceil = unary("ceil").cost(Cost::Plain).traits(&[Trait::Machine]).fold(scalar::fold::scalar),
        /// Rounds toward zero to an integer value.
        Trunc = unary("trunc").cost(Cost::Plain).traits(&[Trait::Machine]).fold(scalar::fold::function),
        /// Rounds to the nearest integer value, ties away from zero.
        Round = unary("round").cost(Cost::Plain).fold(scalar::fold::function),
        /// Rounds to the nearest integer value, ties to even.
        RoundEven = unary("roundeven").cost(Cost::Plain).traits(&[Trait::Machine]).fold(scalar::fold::scalar),
        /// The first operand with the sign of the second.
        CopySign = binary("copysign").cost(Cost::Plain).traits(&[Trait::Machine]).fold(scalar::fold::scalar),
        /// The first operand to the power of the second.
        PowF = binary("powf").cost(Cost::Power).fold(scalar::fold::function),
        /// A float to the power of a signed integer.
        FPowI = OpDef::new("fpowi").cost(Cost::Power)
            .operands(const { &[one("lhs", &types::FLOAT_LIKE), one("rhs", &types::INT_LIKE)] })
            .results(const { &[one("result", &types::FLOAT_LIKE)] })
            .attrs(const { &[fastmath_attr()] })
            .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameShape])
            .pattern("$lhs `,` $rhs (`fastmath` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)")
            .type_rules(const { &[same_type("result", "lhs")] }),
        /// An integer to the power of another, both signed.
        IPowI = OpDef::new("ipowi").cost(Cost::Power).requires(&[Requirement::Power])
            .operands(const { &[one("lhs", &types::INT_LIKE), one("rhs", &types::INT_LIKE)] })
            .results(const { &[one("result", &types::INT_LIKE)] })
            .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameType])
            .pattern("$lhs `,` $rhs attr-dict `:` type($result)").fold(scalar::fold::scalar),
        /// `a * b + c` rounded once, to nearest even or by a rounding mode.
        Fma = ternary(const { &[one("a", &types::FLOAT_LIKE), one("b", &types::FLOAT_LIKE),
                one("c", &types::FLOAT_LIKE)] }, "fma").traits(&[Trait::Machine])
            .attrs(const { &[optional_attr("roundingmode", ROUNDING).since(MlirVersion::V23), fastmath_attr()] })
            .pattern("$a `,` $b `,` $c ($roundingmode^)? (`fastmath` $fastmath^)? attr-dict `:` type($result)"),
        /// Clamps a value to at least `min` and at most `max`.
        ClampF = ternary(const { &[one("value", &types::FLOAT_LIKE), one("min", &types::FLOAT_LIKE),
                one("max", &types::FLOAT_LIKE)] }, "clampf").since(MlirVersion::V22)
            .pattern("$value `to` ` ` `[` $min `,` $max `]` (`fastmath` $fastmath^)? attr-dict `:` type($result)"),
        /// Whether a float is neither infinite nor NaN.
        IsFinite = classification("isfinite").fold(scalar::fold::scalar),
        /// Whether a float is infinite.
        IsInf = classification("isinf").fold(scalar::fold::scalar),
        /// Whether a float is NaN.
        IsNaN = classification("isnan").fold(scalar::fold::scalar),
        /// Whether a float is neither zero, subnormal, infinite nor NaN.
        IsNormal = classification("isnormal").fold(scalar::fold::scalar),
        /// The number of leading zero bits.
        CtLz = int_unary("ctlz").traits(&[Trait::Machine]).fold(scalar::fold::scalar),
        /// The number of trailing zero bits.
        CtTz = int_unary("cttz").traits(&[Trait::Machine]).fold(scalar::fold::scalar),
        /// The number of set bits.
        CtPop = int_unary("ctpop").traits(&[Trait::Machine]).fold(scalar::fold::scalar),
    }
}

/// Creates a row with one operand and one result of the same float type.
const fn unary(name: &'static str) -> OpDef {
    OpDef::new(name)
        .cost(Cost::Function)
        .operands(const { &[one("operand", &types::FLOAT_LIKE)] })
        .results(const { &[one("result", &types::FLOAT_LIKE)] })
        .attrs(const { &[fastmath_attr()] })
        .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameType])
        .pattern("$operand (`fastmath` $fastmath^)? attr-dict `:` type($result)")
}

/// Creates a row with two operands and one result of the same float type.
const fn binary(name: &'static str) -> OpDef {
    unary(name)
        .operands(const { &[one("lhs", &types::FLOAT_LIKE), one("rhs", &types::FLOAT_LIKE)] })
        .pattern("$lhs `,` $rhs (`fastmath` $fastmath^)? attr-dict `:` type($result)")
}

/// Creates a row with three operands and one result of the same float type, without a pattern.
const fn ternary(operands: &'static [Slot], name: &'static str) -> OpDef {
    unary(name).operands(operands).cost(Cost::Plain)
}

/// Creates a row with one operand and one result of the same integer type.
const fn int_unary(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(const { &[one("operand", &types::INT_LIKE)] })
        .results(const { &[one("result", &types::INT_LIKE)] })
        .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameType])
        .pattern("$operand attr-dict `:` type($result)")
}

/// Creates a row that classifies each float.
const fn classification(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(const { &[one("operand", &types::FLOAT_LIKE)] })
        .results(const { &[one("result", &types::BOOL_LIKE)] })
        .attrs(const { &[fastmath_attr().outside(Outside::Flags)] })
        .since(MlirVersion::V21)
        .traits(&[Trait::Pure, Trait::Elementwise])
        .pattern("$operand attr-dict `:` type($operand)")
        .infer(bool_like)
        .verify(verify_bool_like)
}
