//! The arith dialect: integer and float arithmetic on scalars, vectors and tensors.

use crate::def::{AttrConstraint, OpDef, Trait, one, optional_attr, required_attr, types};
use crate::scalar;

mod constant;
mod infer;

/// The predicates of `arith.cmpi`, in the order of their numbers.
pub const CMPI_PREDICATES: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
/// The predicates of `arith.cmpf`, in the order of their numbers.
pub const CMPF_PREDICATES: &[&str] = &[
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
    "uno", "true",
];
const FASTMATH: AttrConstraint = AttrConstraint::Flags(
    "arith.fastmath",
    &["none", "reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "fast"],
);
const OVERFLOW: AttrConstraint = AttrConstraint::Flags("arith.overflow", &["none", "nsw", "nuw"]);

/// One operand and one result of the same shape, of these type sets.
macro_rules! cast_row {
    ($name:expr, $from:expr, $to:expr) => {
        OpDef::new($name)
            .operands(const { &[one("in", $from)] })
            .results(const { &[one("out", $to)] })
            .traits(&[Trait::Pure, Trait::Elementwise])
            .pattern("$in attr-dict `:` type($in) `to` type($out)")
            .verify(infer::verify_same_shape)
    };
}

dialect! {
    /// Arithmetic on scalars and vectors.
    Arith = "arith" {
        /// A constant.
        Constant = OpDef::new("constant").results(const { &[one("result", &types::ANY)] })
            .attrs(const { &[required_attr("value", AttrConstraint::Typed)] })
            .traits(&[Trait::Pure, Trait::ConstantLike]).code(constant::SYNTAX).verify(constant::verify),
        /// Integer addition modulo two to the width.
        AddI = int_overflow("addi").traits(&[Trait::Commutative]).fold(scalar::fold::addi),
        /// Integer subtraction modulo two to the width.
        SubI = int_overflow("subi").fold(scalar::fold::subi),
        /// Integer multiplication modulo two to the width.
        MulI = int_overflow("muli").traits(&[Trait::Commutative]).fold(scalar::fold::muli),
        /// Signed division rounded to zero; undefined for a zero divisor and for the least value by -1.
        DivSI = int_binary("divsi").fold(scalar::fold::divsi),
        /// Unsigned division; undefined for a zero divisor.
        DivUI = int_binary("divui").fold(scalar::fold::divui),
        /// Signed division rounded up; undefined as `divsi`.
        CeilDivSI = int_binary("ceildivsi").fold(scalar::fold::ceildivsi),
        /// Unsigned division rounded up; undefined for a zero divisor.
        CeilDivUI = int_binary("ceildivui").fold(scalar::fold::ceildivui),
        /// Signed division rounded down; undefined as `divsi`.
        FloorDivSI = int_binary("floordivsi").fold(scalar::fold::floordivsi),
        /// Signed remainder with the sign of the dividend; undefined for a zero divisor.
        RemSI = int_binary("remsi").fold(scalar::fold::remsi),
        /// Unsigned remainder; undefined for a zero divisor.
        RemUI = int_binary("remui").fold(scalar::fold::remui),
        /// Bitwise and.
        AndI = int_binary("andi").traits(&[Trait::Commutative]).fold(scalar::fold::andi),
        /// Bitwise or.
        OrI = int_binary("ori").traits(&[Trait::Commutative]).fold(scalar::fold::ori),
        /// Bitwise exclusive or.
        XOrI = int_binary("xori").traits(&[Trait::Commutative]).fold(scalar::fold::xori),
        /// Shift to the left; poison for a count of the width or more.
        ShLI = int_overflow("shli").fold(scalar::fold::shli),
        /// Shift to the right that keeps the sign; poison for a count of the width or more.
        ShRSI = int_binary("shrsi").fold(scalar::fold::shrsi),
        /// Shift to the right that fills with zeros; poison for a count of the width or more.
        ShRUI = int_binary("shrui").fold(scalar::fold::shrui),
        /// The greater of two signed integers.
        MaxSI = int_binary("maxsi").traits(&[Trait::Commutative]).fold(scalar::fold::maxsi),
        /// The greater of two unsigned integers.
        MaxUI = int_binary("maxui").traits(&[Trait::Commutative]).fold(scalar::fold::maxui),
        /// The lesser of two signed integers.
        MinSI = int_binary("minsi").traits(&[Trait::Commutative]).fold(scalar::fold::minsi),
        /// The lesser of two unsigned integers.
        MinUI = int_binary("minui").traits(&[Trait::Commutative]).fold(scalar::fold::minui),
        /// Float addition.
        AddF = float_binary("addf").traits(&[Trait::Commutative]).fold(scalar::fold::addf),
        /// Float subtraction.
        SubF = float_binary("subf").fold(scalar::fold::subf),
        /// Float multiplication.
        MulF = float_binary("mulf").traits(&[Trait::Commutative]).fold(scalar::fold::mulf),
        /// Float division.
        DivF = float_binary("divf").fold(scalar::fold::divf),
        /// Float remainder with the sign of the dividend.
        RemF = float_binary("remf").fold(scalar::fold::remf),
        /// The greater; NaN if either is, and +0 above -0.
        MaximumF = float_binary("maximumf").traits(&[Trait::Commutative]).fold(scalar::fold::maximumf),
        /// The lesser; NaN if either is, and -0 below +0.
        MinimumF = float_binary("minimumf").traits(&[Trait::Commutative]).fold(scalar::fold::minimumf),
        /// The greater; the other one if one is NaN.
        MaxNumF = float_binary("maxnumf").traits(&[Trait::Commutative]).fold(scalar::fold::maxnumf),
        /// The lesser; the other one if one is NaN.
        MinNumF = float_binary("minnumf").traits(&[Trait::Commutative]).fold(scalar::fold::minnumf),
        /// The negative: flips the sign bit, of NaN too.
        NegF = OpDef::new("negf").operands(const { &[one("operand", &types::FLOAT_LIKE)] })
            .results(const { &[one("result", &types::FLOAT_LIKE)] })
            .attrs(const { &[optional_attr("fastmath", FASTMATH)] })
            .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameType])
            .pattern("$operand (`fastmath` $fastmath^)? attr-dict `:` type($result)").fold(scalar::fold::negf),
        /// Integer comparison under a predicate.
        CmpI = OpDef::new("cmpi")
            .operands(const { &[one("lhs", &types::INT_LIKE), one("rhs", &types::INT_LIKE)] })
            .results(const { &[one("result", &types::BOOL_LIKE)] })
            .attrs(const { &[required_attr("predicate", AttrConstraint::EnumInt(CMPI_PREDICATES))] })
            .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameOperandType])
            .pattern("$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)")
            .infer(infer::bool_like).fold(scalar::fold::cmpi),
        /// Float comparison under an ordered or unordered predicate.
        CmpF = OpDef::new("cmpf")
            .operands(const { &[one("lhs", &types::FLOAT_LIKE), one("rhs", &types::FLOAT_LIKE)] })
            .results(const { &[one("result", &types::BOOL_LIKE)] })
            .attrs(const { &[required_attr("predicate", AttrConstraint::EnumInt(CMPF_PREDICATES)),
                optional_attr("fastmath", FASTMATH)] })
            .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameOperandType])
            .pattern("$predicate `,` $lhs `,` $rhs (`fastmath` $fastmath^)? attr-dict `:` type($lhs)")
            .infer(infer::bool_like).fold(scalar::fold::cmpf),
        /// One of two values, by a bool.
        Select = OpDef::new("select")
            .operands(const { &[one("condition", &types::BOOL_LIKE), one("true_value", &types::ANY),
                one("false_value", &types::ANY)] })
            .results(const { &[one("result", &types::ANY)] })
            .traits(&[Trait::Pure, Trait::Elementwise]).code(infer::SELECT_SYNTAX)
            .verify(infer::verify_select).fold(scalar::fold::select),
        /// Widens an integer with its sign.
        ExtSI = int_cast("extsi").fold(scalar::fold::extsi).verify(infer::verify_wider),
        /// Widens an integer with zeros.
        ExtUI = int_cast("extui").fold(scalar::fold::extui).verify(infer::verify_wider),
        /// Drops the upper bits.
        TruncI = int_cast("trunci").fold(scalar::fold::trunci).verify(infer::verify_narrower),
        /// Widens a float; exact.
        ExtF = float_cast("extf").fold(scalar::fold::extf).verify(infer::verify_wider),
        /// Rounds a float to a narrower format, to nearest even.
        TruncF = float_cast("truncf").fold(scalar::fold::truncf).verify(infer::verify_narrower),
        /// Converts a signed integer, rounding to nearest even.
        SIToFP = cast_row!("sitofp", &types::FIXED_INT_LIKE, &types::FLOAT_LIKE).fold(scalar::fold::sitofp),
        /// Converts an unsigned integer, rounding to nearest even.
        UIToFP = cast_row!("uitofp", &types::FIXED_INT_LIKE, &types::FLOAT_LIKE).fold(scalar::fold::uitofp),
        /// Converts to a signed integer, rounding to zero; poison where it does not fit.
        FPToSI = cast_row!("fptosi", &types::FLOAT_LIKE, &types::FIXED_INT_LIKE).fold(scalar::fold::fptosi),
        /// Converts to an unsigned integer, rounding to zero; poison where it does not fit.
        FPToUI = cast_row!("fptoui", &types::FLOAT_LIKE, &types::FIXED_INT_LIKE).fold(scalar::fold::fptoui),
        /// Converts between `index` and an integer, with the sign.
        IndexCast = cast_row!("index_cast", &types::INT_LIKE, &types::INT_LIKE).fold(scalar::fold::extsi),
        /// Converts between `index` and an integer, with zeros.
        IndexCastUI = cast_row!("index_castui", &types::INT_LIKE, &types::INT_LIKE).fold(scalar::fold::extui),
        /// The same bits as another type of the same width.
        Bitcast = cast_row!("bitcast", &types::ANY, &types::ANY).fold(scalar::fold::bitcast)
            .verify(infer::verify_same_width),
    }
}

/// Two operands and one result of the same integer type.
const fn int_binary(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(const { &[one("lhs", &types::INT_LIKE), one("rhs", &types::INT_LIKE)] })
        .results(const { &[one("result", &types::INT_LIKE)] })
        .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameType])
        .pattern("$lhs `,` $rhs attr-dict `:` type($result)")
}

/// The same with overflow flags.
const fn int_overflow(name: &'static str) -> OpDef {
    int_binary(name)
        .attrs(const { &[optional_attr("overflowFlags", OVERFLOW)] })
        .pattern("$lhs `,` $rhs (`overflow` $overflowFlags^)? attr-dict `:` type($result)")
}

/// Two operands and one result of the same float type.
const fn float_binary(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(const { &[one("lhs", &types::FLOAT_LIKE), one("rhs", &types::FLOAT_LIKE)] })
        .results(const { &[one("result", &types::FLOAT_LIKE)] })
        .attrs(const { &[optional_attr("fastmath", FASTMATH)] })
        .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameType])
        .pattern("$lhs `,` $rhs (`fastmath` $fastmath^)? attr-dict `:` type($result)")
}

/// Between integers of fixed width.
const fn int_cast(name: &'static str) -> OpDef {
    cast_row!(name, &types::FIXED_INT_LIKE, &types::FIXED_INT_LIKE)
}

/// Between floats.
const fn float_cast(name: &'static str) -> OpDef {
    cast_row!(name, &types::FLOAT_LIKE, &types::FLOAT_LIKE)
}
