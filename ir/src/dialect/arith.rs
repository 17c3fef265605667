//! The arith dialect: integer and float arithmetic on scalars, vectors and tensors.

use crate::def::{
    AttrConstraint, AttrSlot, Cost, MlirVersion, OpDef, Requirement, Trait, default_attr, one, optional_attr,
    required_attr, same_type, types,
};
use crate::op::OpRef;
use crate::scalar;

mod constant;
mod infer;

pub(super) use infer::{bool_like, verify_bool_like};

/// The predicates of `arith.cmpi`, in the order of their numbers.
pub const CMPI_PREDICATES: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
/// The predicates of `arith.cmpf`, in the order of their numbers.
pub const CMPF_PREDICATES: &[&str] = &[
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
    "uno", "true",
];

/// The rounding modes of float operations, in the order of their numbers.
pub const ROUNDING_MODES: &[&str] =
    &["to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"];

/// Returns the rounding mode of an operation if it is not to nearest even, the mode of all devices.
pub fn direction_of(op: OpRef<'_>) -> Option<&'static str> {
    let number = op.int("roundingmode").filter(|number| *number != 0)?;
    Some(ROUNDING_MODES.get(usize::try_from(number).ok()?).copied().unwrap_or("unknown"))
}

/// The assumptions that float operations may make; an operation without flags has `none`.
pub(super) const FASTMATH: AttrConstraint = AttrConstraint::Flags(
    "arith.fastmath",
    &["none", "reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "fast"],
);
const OVERFLOW: AttrConstraint = AttrConstraint::Flags("arith.overflow", &["none", "nsw", "nuw"]);
pub(super) const ROUNDING: AttrConstraint = AttrConstraint::EnumI32(ROUNDING_MODES);
/// Every kind of flags that can be written as an attribute.
pub(crate) const FLAGS: [AttrConstraint; 2] = [FASTMATH, OVERFLOW];

/// Returns the fastmath flags of most float operations.
pub(super) const fn fastmath_attr() -> AttrSlot {
    default_attr("fastmath", FASTMATH, "#arith.fastmath<none>")
}

const fn overflow_attr() -> AttrSlot {
    default_attr("overflowFlags", OVERFLOW, "#arith.overflow<none>")
}

/// One operand and one result of the same shape, of these type sets.
macro_rules! cast_row {
    ($name:expr, $from:expr, $to:expr) => {
        OpDef::new($name)
            .operands(const { &[one("in", $from)] })
            .results(const { &[one("out", $to)] })
            .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameShape])
            .pattern("$in attr-dict `:` type($in) `to` type($out)")
            .verify(infer::verify_same_dims)
    };
}

/// Two operands of one integer type, and two results of that type, the low half and the high half.
macro_rules! extended_row {
    ($name:expr) => {
        OpDef::new($name)
            .operands(const { &[one("lhs", &types::INT_LIKE), one("rhs", &types::INT_LIKE)] })
            .results(const { &[one("low", &types::INT_LIKE), one("high", &types::INT_LIKE)] })
            .traits(&[Trait::Pure, Trait::Commutative, Trait::Elementwise])
            .pattern("$lhs `,` $rhs attr-dict `:` type($lhs)")
            .type_rules(
                const { &[same_type("rhs", "lhs"), same_type("low", "lhs"), same_type("high", "lhs")] },
            )
            .result_names(&["low", "high"])
    };
}

dialect! {
    /// Arithmetic on integers, floats and `index`; element by element on vectors.
    Arith = "arith" {
        /// A constant.
        Constant = OpDef::new("constant").results(const { &[one("result", &types::ANY)] })
            .attrs(const { &[required_attr("value", AttrConstraint::Typed)] })
            .traits(&[Trait::Pure, Trait::ConstantLike]).code(constant::SYNTAX).verify(constant::verify),
        /// Integer addition modulo two to the width.
        AddI = int_overflow("addi").traits(&[Trait::Commutative]).fold(scalar::fold::scalar),
        /// The sum of unsigned integers, and whether it overflowed.
        AddUIExtended = OpDef::new("addui_extended")
            .operands(const { &[one("lhs", &types::INT_LIKE), one("rhs", &types::INT_LIKE)] })
            .results(const { &[one("sum", &types::INT_LIKE), one("overflow", &types::BOOL_LIKE)] })
            .traits(&[Trait::Pure, Trait::Commutative, Trait::Elementwise])
            .pattern("$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)")
            .type_rules(const { &[same_type("lhs", "sum"), same_type("rhs", "sum")] })
            .result_names(&["sum", "overflow"]),
        /// Integer subtraction modulo two to the width.
        SubI = int_overflow("subi").fold(scalar::fold::scalar),
        /// Integer multiplication modulo two to the width.
        MulI = int_overflow("muli").traits(&[Trait::Commutative]).fold(scalar::fold::muli),
        /// Both halves of the product of signed integers.
        MulSIExtended = extended_row!("mulsi_extended"),
        /// Both halves of the product of unsigned integers.
        MulUIExtended = extended_row!("mului_extended"),
        /// Signed division rounded toward zero; undefined for a zero divisor and for the least value by -1.
        DivSI = int_exact("divsi").cost(Cost::Division).requires(&[Requirement::Divisor, Requirement::Quotient]).fold(scalar::fold::scalar),
        /// Unsigned division; undefined for a zero divisor.
        DivUI = int_exact("divui").cost(Cost::Division).requires(&[Requirement::Divisor]).fold(scalar::fold::scalar),
        /// Signed division rounded up; undefined as `divsi`.
        CeilDivSI = int_binary("ceildivsi").cost(Cost::Division).requires(&[Requirement::Divisor, Requirement::Quotient]).fold(scalar::fold::scalar),
        /// Unsigned division rounded up; undefined for a zero divisor.
        CeilDivUI = int_binary("ceildivui").cost(Cost::Division).requires(&[Requirement::Divisor]).fold(scalar::fold::scalar),
        /// Signed division rounded down; undefined as `divsi`.
        FloorDivSI = int_binary("floordivsi").cost(Cost::Division).requires(&[Requirement::Divisor, Requirement::Quotient]).fold(scalar::fold::scalar),
        /// Signed remainder with the sign of the dividend; undefined for a zero divisor.
        RemSI = int_binary("remsi").cost(Cost::Division).requires(&[Requirement::Divisor]).fold(scalar::fold::scalar),
        /// Unsigned remainder; undefined for a zero divisor.
        RemUI = int_binary("remui").cost(Cost::Division).requires(&[Requirement::Divisor]).fold(scalar::fold::scalar),
        /// Bitwise and.
        AndI = int_binary("andi").traits(&[Trait::Commutative]).fold(scalar::fold::andi),
        /// Bitwise or.
        OrI = int_binary("ori").traits(&[Trait::Commutative]).fold(scalar::fold::scalar),
        /// Bitwise exclusive or.
        XOrI = int_binary("xori").traits(&[Trait::Commutative]).fold(scalar::fold::scalar),
        /// Shift to the left; poison for a count of the width or more.
        ShLI = int_overflow("shli").fold(scalar::fold::scalar),
        /// Arithmetic shift to the right; poison for a count of the width or more.
        ShRSI = int_exact("shrsi").fold(scalar::fold::scalar),
        /// Logical shift to the right; poison for a count of the width or more.
        ShRUI = int_exact("shrui").fold(scalar::fold::scalar),
        /// The greater of two signed integers.
        MaxSI = int_binary("maxsi").traits(&[Trait::Commutative]).fold(scalar::fold::scalar),
        /// The greater of two unsigned integers.
        MaxUI = int_binary("maxui").traits(&[Trait::Commutative]).fold(scalar::fold::scalar),
        /// The lesser of two signed integers.
        MinSI = int_binary("minsi").traits(&[Trait::Commutative]).fold(scalar::fold::scalar),
        /// The lesser of two unsigned integers.
        MinUI = int_binary("minui").traits(&[Trait::Commutative]).fold(scalar::fold::scalar),
        /// Float addition, rounded to nearest even or by a rounding mode.
        AddF = rounded_binary("addf").traits(&[Trait::Commutative]).fold(scalar::fold::scalar),
        /// Float subtraction, rounded as the sum.
        SubF = rounded_binary("subf").fold(scalar::fold::scalar),
        /// Float multiplication, rounded as the sum.
        MulF = rounded_binary("mulf").traits(&[Trait::Commutative]).fold(scalar::fold::scalar),
        /// Float division, rounded as the sum.
        DivF = rounded_binary("divf").cost(Cost::Division).fold(scalar::fold::scalar),
        /// Float remainder with the sign of the dividend.
        RemF = float_binary("remf").cost(Cost::Division).fold(scalar::fold::scalar),
        /// The maximum; NaN if either operand is, and +0 is greater than -0.
        MaximumF = float_binary("maximumf").traits(&[Trait::Commutative]).fold(scalar::fold::scalar),
        /// The minimum; NaN if either operand is, and -0 is less than +0.
        MinimumF = float_binary("minimumf").traits(&[Trait::Commutative]).fold(scalar::fold::scalar),
        /// The maximum; if one operand is NaN, the other one.
        MaxNumF = float_binary("maxnumf").traits(&[Trait::Commutative]).fold(scalar::fold::scalar),
        /// The minimum; if one operand is NaN, the other one.
        MinNumF = float_binary("minnumf").traits(&[Trait::Commutative]).fold(scalar::fold::scalar),
        /// Negation: flips the sign bit, also of NaN.
        NegF = OpDef::new("negf").operands(const { &[one("operand", &types::FLOAT_LIKE)] })
            .results(const { &[one("result", &types::FLOAT_LIKE)] })
            .attrs(const { &[fastmath_attr()] })
            .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameType])
            .pattern("$operand (`fastmath` $fastmath^)? attr-dict `:` type($result)").fold(scalar::fold::scalar),
        /// Integer comparison by a predicate.
        CmpI = OpDef::new("cmpi")
            .operands(const { &[one("lhs", &types::INT_LIKE), one("rhs", &types::INT_LIKE)] })
            .results(const { &[one("result", &types::BOOL_LIKE)] })
            .attrs(const { &[required_attr("predicate", AttrConstraint::EnumInt(CMPI_PREDICATES))] })
            .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameOperandType])
            .pattern("$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)")
            .infer(infer::bool_like).verify(infer::verify_bool_like).fold(scalar::fold::scalar),
        /// Float comparison by an ordered or unordered predicate.
        CmpF = OpDef::new("cmpf")
            .operands(const { &[one("lhs", &types::FLOAT_LIKE), one("rhs", &types::FLOAT_LIKE)] })
            .results(const { &[one("result", &types::BOOL_LIKE)] })
            .attrs(const { &[required_attr("predicate", AttrConstraint::EnumInt(CMPF_PREDICATES)),
                fastmath_attr()] })
            .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameOperandType])
            .pattern("$predicate `,` $lhs `,` $rhs (`fastmath` $fastmath^)? attr-dict `:` type($lhs)")
            .infer(infer::bool_like).verify(infer::verify_bool_like).fold(scalar::fold::cmpf),
        /// Selects one of two values by a bool.
        Select = OpDef::new("select")
            .operands(const { &[one("condition", &types::BOOL_LIKE), one("true_value", &types::ANY),
                one("false_value", &types::ANY)] })
            .results(const { &[one("result", &types::ANY)] })
            .traits(&[Trait::Pure, Trait::Elementwise]).code(infer::SELECT_SYNTAX)
            .verify(infer::verify_select).fold(scalar::fold::select),
        /// Sign-extends an integer.
        ExtSI = int_cast("extsi").fold(scalar::fold::scalar).verify(infer::verify_wider),
        /// Zero-extends an integer.
        ExtUI = not_negative(int_cast("extui")).fold(scalar::fold::scalar).verify(infer::verify_wider),
        /// Truncates an integer to its low bits.
        TruncI = int_cast("trunci").attrs(const { &[overflow_attr().since(MlirVersion::V21)] })
            .pattern("$in (`overflow` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)")
            .fold(scalar::fold::scalar).verify(infer::verify_narrower),
        /// Widens a float; exact.
        ExtF = float_cast("extf").attrs(const { &[optional_attr("fastmath", FASTMATH)] })
            .pattern("$in (`fastmath` $fastmath^)? attr-dict `:` type($in) `to` type($out)")
            .fold(scalar::fold::extf).verify(infer::verify_wider),
        /// Rounds a float to a narrower format, to nearest even or by a rounding mode.
        TruncF = float_cast("truncf")
            .attrs(const { &[optional_attr("roundingmode", ROUNDING), optional_attr("fastmath", FASTMATH)] })
            .pattern("$in ($roundingmode^)? (`fastmath` $fastmath^)? attr-dict `:` type($in) `to` type($out)")
            .fold(scalar::fold::truncf).verify(infer::verify_narrower),
        /// Widens a float and multiplies it by the power of two in the second operand.
        ScalingExtF = scaling_cast("scaling_extf").since(MlirVersion::V21).attrs(const { &[optional_attr("fastmath", FASTMATH)] })
            .pattern("$in `,` $scale (`fastmath` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)")
            .verify(infer::verify_wider),
        /// Divides a float by the power of two in the second operand, and rounds it to a narrower format.
        ScalingTruncF = scaling_cast("scaling_truncf").since(MlirVersion::V21)
            .attrs(const { &[optional_attr("roundingmode", ROUNDING), optional_attr("fastmath", FASTMATH)] })
            .pattern("$in `,` $scale ($roundingmode^)? (`fastmath` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)")
            .verify(infer::verify_narrower),
        /// Converts a signed integer, rounding to nearest even.
        SIToFP = cast_row!("sitofp", &types::FIXED_INT_LIKE, &types::FLOAT_LIKE).fold(scalar::fold::scalar),
        /// Converts an unsigned integer, rounding to nearest even.
        UIToFP = not_negative(cast_row!("uitofp", &types::FIXED_INT_LIKE, &types::FLOAT_LIKE))
            .fold(scalar::fold::scalar),
        /// Converts to a signed integer, rounding toward zero; poison if it does not fit.
        FPToSI = cast_row!("fptosi", &types::FLOAT_LIKE, &types::FIXED_INT_LIKE).fold(scalar::fold::scalar),
        /// Converts to an unsigned integer, rounding toward zero; poison if it does not fit.
        FPToUI = cast_row!("fptoui", &types::FLOAT_LIKE, &types::FIXED_INT_LIKE).fold(scalar::fold::scalar),
        /// Converts between `index` and an integer, with sign extension.
        IndexCast = cast_row!("index_cast", &infer::INDEX_CASTABLE, &infer::INDEX_CASTABLE).traits(&[Trait::IntegerCast])
            .fold(scalar::fold::scalar).verify(infer::verify_index_cast),
        /// Converts between `index` and an integer, with zero extension.
        IndexCastUI = not_negative(cast_row!("index_castui", &infer::INDEX_CASTABLE, &infer::INDEX_CASTABLE)).traits(&[Trait::IntegerCast])
            .fold(scalar::fold::scalar).verify(infer::verify_index_cast),
        /// Reinterprets the bits as another type of the same width.
        Bitcast = cast_row!("bitcast", &infer::BITCASTABLE, &infer::BITCASTABLE).fold(scalar::fold::scalar)
            .verify(infer::verify_same_width),
    }
}

/// Creates a row with two operands and one result of the same integer type.
const fn int_binary(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(const { &[one("lhs", &types::INT_LIKE), one("rhs", &types::INT_LIKE)] })
        .results(const { &[one("result", &types::INT_LIKE)] })
        .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameType])
        .pattern("$lhs `,` $rhs attr-dict `:` type($result)")
}

/// Creates the same with overflow flags.
const fn int_overflow(name: &'static str) -> OpDef {
    int_binary(name)
        .attrs(const { &[overflow_attr()] })
        .pattern("$lhs `,` $rhs (`overflow` $overflowFlags^)? attr-dict `:` type($result)")
}

/// Creates the same with the `exact` flag.
const fn int_exact(name: &'static str) -> OpDef {
    int_binary(name)
        .attrs(const { &[optional_attr("isExact", AttrConstraint::Unit).since(MlirVersion::V22)] })
        .pattern("$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)")
}

/// Creates a row with two operands and one result of the same float type.
const fn float_binary(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(const { &[one("lhs", &types::FLOAT_LIKE), one("rhs", &types::FLOAT_LIKE)] })
        .results(const { &[one("result", &types::FLOAT_LIKE)] })
        .attrs(const { &[fastmath_attr()] })
        .traits(&[Trait::Pure, Trait::Elementwise, Trait::SameType])
        .pattern("$lhs `,` $rhs (`fastmath` $fastmath^)? attr-dict `:` type($result)")
}

/// Creates the same with an optional rounding mode, as in newer MLIR.
const fn rounded_binary(name: &'static str) -> OpDef {
    float_binary(name)
        .attrs(const { &[optional_attr("roundingmode", ROUNDING).since(MlirVersion::V23), fastmath_attr()] })
        .pattern("$lhs `,` $rhs ($roundingmode^)? (`fastmath` $fastmath^)? attr-dict `:` type($result)")
}

/// Creates a row that converts between integers of fixed width.
const fn int_cast(name: &'static str) -> OpDef {
    cast_row!(name, &types::FIXED_INT_LIKE, &types::FIXED_INT_LIKE).traits(&[Trait::IntegerCast])
}

/// Adds the `nneg` flag: the operand is not negative as a signed integer.
const fn not_negative(def: OpDef) -> OpDef {
    def.attrs(const { &[optional_attr("nonNeg", AttrConstraint::Unit).since(MlirVersion::V23)] })
        .pattern("$in (`nneg` $nonNeg^)? attr-dict `:` type($in) `to` type($out)")
}

/// Creates a row that converts between floats.
const fn float_cast(name: &'static str) -> OpDef {
    cast_row!(name, &types::FLOAT_LIKE, &types::FLOAT_LIKE)
}

/// Creates a row that converts between float formats with a scale.
const fn scaling_cast(name: &'static str) -> OpDef {
    OpDef::new(name)
        .operands(const { &[one("in", &types::FLOAT_LIKE), one("scale", &types::FLOAT_LIKE)] })
        .results(const { &[one("out", &types::FLOAT_LIKE)] })
        .traits(&[Trait::Pure, Trait::Elementwise])
}
