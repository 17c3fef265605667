//! Expands `arith` operations that a target has no instruction for into operations that every backend has.
//!
//! | operation | becomes |
//! |---|---|
//! | `ceildivsi`, `floordivsi`, `ceildivui` | a quotient, its remainder, and a step of one |
//! | `addui_extended` | a sum and a comparison |
//! | `mulsi_extended`, `mului_extended` | a product of twice the width; of 64 bits, four products of 32 |
//! | `remf` | subtraction of the divisor times falling powers of two, in two loops |
//! | `extf`, `truncf` from and to `tf32` and formats of at most 8 bits | arithmetic on their bits |
//! | `scaling_extf`, `scaling_truncf` | conversions without a scale, and a product or quotient |
//! | `remsi`, `remui` of what a division divides, too | `a - (a / b) * b` |
//!
//! Every expansion is bit-exact. `native` lists the operations that the target has; these stay. Tensors and
//! integers of more than 64 bits stay, too.
//!
//! Cost: three walks, and up to 30 operations for each expanded one.
//!
//! ```text
//! %q = arith.divsi %a, %b : i64       %q = arith.divsi %a, %b : i64
//! %r = arith.remsi %a, %b : i64   →   %0 = arith.muli %q, %b : i64
//!                                     %r = arith.subi %a, %0 : i64
//! ```

mod division;
mod extended;
mod remainder;
mod scaling;
pub(crate) mod small_floats;

use crate::conversion::math_expand::builder::int_constant;
use crate::pass::PassOption;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::{Arith, Block, Builder, Module, Op, OpKind, Place, Reported, Type, TypeKind, Value};

/// The `expand-arith` pass.
pub const PASS: Pass = Pass {
    name: "expand-arith",
    summary: "Expands arithmetic that targets lack into simpler operations",
    options: &[PassOption {
        name: "native",
        summary: "Operations that the target has natively: a list of fp8, mul-extended (of 64 bits), remf, \
                  rounded-division",
        default: "",
    }],
    run: PassFn::MayFail(run),
};

/// Operations that a target may have natively.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Feature {
    /// Conversions of `f8E4M3FN` to `f16`, and of `f32` to `f8E4M3FN` and `f8E5M2`.
    Fp8,
    /// Both halves of a product of two 64-bit integers.
    MulExtended,
    /// The remainder of floats.
    RemF,
    /// Divisions that round up or down.
    RoundedDivision,
}

/// The names of the features, in the order of [`Feature`].
const FEATURES: [&str; 4] = ["fp8", "mul-extended", "remf", "rounded-division"];

/// The native features of the target.
#[derive(Clone, Copy)]
struct Native([bool; FEATURES.len()]);

impl Native {
    fn has(self, feature: Feature) -> bool {
        self.0[feature as usize]
    }
}

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let native = Native(cx.list_option("native", &FEATURES)?);
    // The expansions of scaled conversions may have to be expanded, too.
    let mut changed = for_each(cx.module, scaling::expand);
    changed |= for_each(cx.module, |module, op, kind| expand(module, op, kind, native));
    changed |= division::share_quotients(cx.module);
    Ok(changed.into())
}

/// Applies `expand` to each operation; returns whether any of them changed.
fn for_each(module: &mut Module, mut expand: impl FnMut(&mut Module, Op, Arith) -> bool) -> bool {
    let mut changed = false;
    for op in module.walk(module.root()) {
        if let OpKind::Arith(kind) = module.kind(op)
            && !has_tensors(module, op)
        {
            changed |= expand(module, op, kind);
        }
    }
    changed
}

fn has_tensors(module: &Module, op: Op) -> bool {
    let mut types = module.results(op).map(|result| module.type_of(result));
    types.any(|ty| matches!(module.type_kind(ty), TypeKind::Tensor(..) | TypeKind::UnrankedTensor(_)))
}

/// Expands one operation; false where it stays.
fn expand(module: &mut Module, op: Op, kind: Arith, native: Native) -> bool {
    match kind {
        Arith::CeilDivSI | Arith::FloorDivSI | Arith::CeilDivUI if !native.has(Feature::RoundedDivision) => {
            division::expand(module, op, kind)
        }
        Arith::AddUIExtended => extended::expand_sum(module, op),
        Arith::MulSIExtended | Arith::MulUIExtended => {
            extended::expand_product(module, op, kind == Arith::MulSIExtended, native)
        }
        Arith::RemF if !native.has(Feature::RemF) => remainder::expand(module, op),
        Arith::ExtF | Arith::TruncF => small_floats::expand(module, op, native.has(Feature::Fp8)),
        _ => false,
    }
}

/// Returns the width of an integer type, or of the elements of a vector, if arithmetic on it is supported.
fn int_width(module: &Module, ty: Type) -> Option<u32> {
    module.bit_width(module.element_type(ty)).filter(|width| (1..=64).contains(width))
}

/// Builds a binary operation with a constant, such as a shift or a mask.
pub(crate) fn with_constant(at: &mut Builder<'_>, kind: Arith, value: Value, by: i64) -> Value {
    let ty = at.module.type_of(value);
    let by = int_constant(at, ty, by);
    at.binary(kind, value, by)
}

/// Builds an `arith.cmpi` with the given predicate.
pub(crate) fn compare(at: &mut Builder<'_>, predicate: &str, a: Value, b: Value) -> Value {
    let ty = at.module.type_of(a);
    let result = at.module.with_element(ty, Type::I1);
    at.compare(predicate, a, b, result)
}

/// Builds an `arith.select`.
pub(crate) fn select(at: &mut Builder<'_>, condition: Value, yes: Value, no: Value) -> Value {
    let ty = at.module.type_of(yes);
    at.value(Arith::Select, &[condition, yes, no], ty, &[])
}

/// Creates the only block of a region; returns it and a builder at its end.
pub(super) fn region<'m>(
    at: &'m mut Builder<'_>,
    op: Op,
    index: usize,
    args: &[Type],
) -> (Block, Builder<'m>) {
    let region = at.module.region(op, index);
    let block = at.module.add_block(region, args);
    (block, Builder::new(at.module, Place::End(block), at.location))
}
