//! The math dialect: functions on floats, and a few on integers.

use crate::def::{AttrConstraint, OpDef, Trait, one, optional_attr, types};
use crate::scalar;

const FASTMATH: AttrConstraint = AttrConstraint::Flags(
    "arith.fastmath",
    &["none", "reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "fast"],
);

dialect! {
    /// Mathematical functions.
    Math = "math" {
        /// The absolute value of a float: clears the sign bit.
        AbsF = unary("absf").fold(scalar::fold::absf),
        /// The absolute value of a signed integer; the least value stays.
        AbsI = OpDef::new("absi").operands(const { &[one("operand", &types::INT_LIKE)] })
            .results(const { &[one("result", &types::INT_LIKE)] })
            .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameType])
            .pattern("$operand attr-dict `:` type($result)").fold(scalar::fold::absi),
        /// The square root, correctly rounded.
        Sqrt = unary("sqrt").fold(scalar::fold::sqrt),
        /// One divided by the square root.
        Rsqrt = unary("rsqrt"),
        /// e to the power of the operand.
        Exp = unary("exp").fold(scalar::fold::exp),
        /// 2 to the power of the operand.
        Exp2 = unary("exp2").fold(scalar::fold::exp2),
        /// The natural logarithm.
        Log = unary("log").fold(scalar::fold::log),
        /// The logarithm to base 2.
        Log2 = unary("log2").fold(scalar::fold::log2),
        /// The sine of an angle in radians.
        Sin = unary("sin").fold(scalar::fold::sin),
        /// The cosine of an angle in radians.
        Cos = unary("cos").fold(scalar::fold::cos),
        /// The hyperbolic tangent.
        Tanh = unary("tanh").fold(scalar::fold::tanh),
        /// The error function.
        Erf = unary("erf").fold(scalar::fold::erf),
        /// Rounds down to an integer value.
        Floor = unary("floor").fold(scalar::fold::floor),
        /// Rounds up to an integer value.
        Ceil = unary("ceil").fold(scalar::fold::ceil),
        /// Rounds to zero to an integer value.
        Trunc = unary("trunc").fold(scalar::fold::trunc),
        /// Rounds to the nearest integer value, ties to even.
        RoundEven = unary("roundeven").fold(scalar::fold::roundeven),
        /// The first operand to the power of the second.
        PowF = OpDef::new("powf")
            .operands(const { &[one("lhs", &types::FLOAT_LIKE), one("rhs", &types::FLOAT_LIKE)] })
            .results(const { &[one("result", &types::FLOAT_LIKE)] })
            .attrs(const { &[optional_attr("fastmath", FASTMATH)] })
            .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameType])
            .pattern("$lhs `,` $rhs (`fastmath` $fastmath^)? attr-dict `:` type($result)")
            .fold(scalar::fold::powf),
        /// `a * b + c` rounded once.
        Fma = OpDef::new("fma")
            .operands(const { &[one("a", &types::FLOAT_LIKE), one("b", &types::FLOAT_LIKE),
                one("c", &types::FLOAT_LIKE)] })
            .results(const { &[one("result", &types::FLOAT_LIKE)] })
            .attrs(const { &[optional_attr("fastmath", FASTMATH)] })
            .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameType])
            .pattern("$a `,` $b `,` $c (`fastmath` $fastmath^)? attr-dict `:` type($result)"),
    }
}

/// One operand and one result of the same float type.
const fn unary(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(const { &[one("operand", &types::FLOAT_LIKE)] })
        .results(const { &[one("result", &types::FLOAT_LIKE)] })
        .attrs(const { &[optional_attr("fastmath", FASTMATH)] })
        .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameType])
        .pattern("$operand (`fastmath` $fastmath^)? attr-dict `:` type($result)")
}
