//! Computes floats in wider formats where targets have no instruction for them.
//!
//! Formats that no processor computes with, `tf32` and those of at most 8 bits, are computed in `f32`, or in `f64` where
//! that would round twice (`narrow.rs`); each result is rounded. A target has these operations in `native`:
//!
//! | name | operations |
//! |---|---|
//! | `f16` | sums, differences, products and `math.fma` of `f16` |
//! | `bf16` | `math.fma` of `bf16`: sums and products are ones with a factor of 1 or -1, or with -0 as addend |
//! | `round-bf16` | `arith.truncf` of `f32` to `bf16`; otherwise it is integer arithmetic |
//! | `convert-f16`, `convert-bf16` | conversions of `f64` and integers to the format, in one rounding |
//! | `halves` | all operations of `f16` and `bf16` |
//! | `fp8` | conversions of `f8E4M3FN` to `f16`, and of `f32` to `f8E4M3FN` and `f8E5M2` |
//!
//! All other operations on `f16` and `bf16` are computed in `f32`, where they are exact or, for quotients and roots,
//! precise enough that rounding a second time changes nothing. Sums and products of formats that are not native are
//! computed in `f32`, too, and `math.fma` in `f64`, where the product is exact and the sum is rounded to odd: the lowest
//! bit is set if the sum is inexact, so that rounding it a second time rounds the exact sum (`rounding.rs`). Sign
//! changes and conversions to wider formats stay.
//!
//! Cost: one walk, and up to sixty operations for each expanded one.
//!
//! ```text
//! %c = arith.divf %a, %b : f16    →    %0 = arith.extf %a : f16 to f32
//!                                      %1 = arith.extf %b : f16 to f32
//!                                      %2 = arith.divf %0, %1 : f32
//!                                      %c = arith.truncf %2 : f32 to f16
//! ```

mod narrow;
pub(crate) mod rounding;

use crate::conversion::math_expand::builder::{constant, int_constant};
use crate::conversion::math_expand::is_approximated;
use crate::pass::{CODE, PassOption};
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::def::Trait;
use warpline_ir::dialect::arith::direction_of;
use warpline_ir::{
    Arith, Attr, Builder, Float, Math, Module, Op, OpKind, Reported, Type, TypeKind, Value, Vector,
};

/// The `arith-emulate-unsupported-floats` pass.
pub const PASS: Pass = Pass {
    name: "arith-emulate-unsupported-floats",
    summary: "Computes floats in wider formats where targets have no instruction for them",
    options: &[
        PassOption {
            name: "native",
            summary: "The operations of the target: a list of f16, bf16, round-bf16, convert-f16, convert-bf16, halves, fp8",
            default: "",
        },
        CODE,
    ],
    run: PassFn::MayFail(run),
};

/// The operations of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    /// Sums, products and `math.fma` of `f16`.
    F16,
    /// `math.fma` of `bf16`.
    Bf16,
    /// `arith.truncf` of `f32` to `bf16`.
    RoundBf16,
    /// Conversions of `f64` and integers to `f16`.
    ConvertF16,
    /// Conversions of `f64` and integers to `bf16`.
    ConvertBf16,
    /// All operations of `f16` and `bf16`.
    Halves,
    /// Conversions of `f8E4M3FN` to `f16`, and of `f32` to `f8E4M3FN` and `f8E5M2`.
    Fp8,
}

/// The names of the operations, in the order of [`Feature`].
const FEATURES: [&str; 7] = ["f16", "bf16", "round-bf16", "convert-f16", "convert-bf16", "halves", "fp8"];

/// The native operations of the target.
#[derive(Clone, Copy)]
struct Native([bool; FEATURES.len()]);

impl Native {
    fn has(self, feature: Feature) -> bool {
        self.0[feature as usize]
    }
}

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let native = Native(cx.list_option("native", &FEATURES)?);
    let mut changed = false;
    for root in cx.code_roots()? {
        for op in cx.module.walk(root) {
            changed |= emulate(cx.module, op, native).is_some();
        }
    }
    Ok(changed.into())
}

/// Emulates one operation; `None` where it stays.
fn emulate(module: &mut Module, op: Op, native: Native) -> Option<()> {
    let kind = module.kind(op);
    let view = module.op(op);
    if view.n_results() != 1 || direction_of(view).is_some() {
        return None;
    }
    let result = view.result_type(0);
    if matches!(module.type_kind(result), TypeKind::Tensor(..)) {
        return None;
    }
    if !matches!(kind, OpKind::Arith(_) | OpKind::Math(_) | OpKind::Vector(_)) {
        return None;
    }
    if let Some(computed) = narrow::expand(module, op, native) {
        module.replace_op(op, &[computed]);
        return Some(());
    }
    if native.has(Feature::Halves) {
        return None;
    }
    if let Some(rounded) = rounding::expand(module, op, native) {
        module.replace_op(op, &[rounded]);
        return Some(());
    }
    let float = |ty: Type| module.float_kind(module.element_type(ty));
    match kind {
        OpKind::Arith(kind) if is_computed(kind) => {}
        OpKind::Math(kind) if is_mathematical(kind) => {}
        _ => return None,
    }
    let half =
        float(module.op(op).operand_type(0)).filter(|half| matches!(half, Float::F16 | Float::BF16))?;
    let is_native = native.has(if half == Float::F16 { Feature::F16 } else { Feature::Bf16 });
    let is_fma = kind == OpKind::Math(Math::Fma);
    let is_sum = is_fma || matches!(kind, OpKind::Arith(Arith::AddF | Arith::SubF | Arith::MulF));
    if is_sum && is_native {
        return match kind {
            OpKind::Arith(kind) if half == Float::BF16 => {
                fuse(module, op, kind);
                Some(())
            }
            _ => None,
        };
    }
    let operands = module.operands(op).to_vec();
    let attrs: Vec<(&str, Attr)> = ["predicate", "fastmath"]
        .into_iter()
        .filter_map(|name| Some((name, module.attr(op, name)?)))
        .collect();
    let at = &mut Builder::before(module, op);
    let format = if is_fma { Type::F64 } else { Type::F32 };
    let wide: Vec<Value> = operands
        .into_iter()
        .map(|value| {
            let ty = at.module.type_of(value);
            let wide = at.module.with_element(ty, format);
            at.value(Arith::ExtF, &[value], wide, &[])
        })
        .collect();
    if let (true, [a, b, c]) = (is_fma, &wide[..]) {
        let product = at.binary(Arith::MulF, *a, *b);
        let sum = sum_to_odd(at, product, *c);
        let rounded = rounding::rounded(at, sum, result, native);
        module.replace_op(op, &[rounded]);
        return Some(());
    }
    let single = at.module.with_element(result, Type::F32);
    let is_float = at.module.float_kind(at.module.element_type(result)).is_some();
    let mut new = at.value(kind, &wide, if is_float { single } else { result }, &attrs);
    if is_float {
        new = rounding::rounded(at, new, result, native);
    }
    module.replace_op(op, &[new]);
    Some(())
}

/// Replaces a sum, difference or product by a `math.fma`.
fn fuse(module: &mut Module, op: Op, kind: Arith) {
    let (a, b) = (module.operand(op, 0), module.operand(op, 1));
    let at = &mut Builder::before(module, op);
    let ty = at.module.type_of(a);
    let operands = match kind {
        Arith::AddF => [a, splat(at, ty, 1.0), b],
        Arith::SubF => [b, splat(at, ty, -1.0), a],
        _ => [a, b, splat(at, ty, -0.0)],
    };
    let fused = at.value(Math::Fma, &operands, ty, &[]);
    module.replace_op(op, &[fused]);
}

/// Builds a constant; a vector is made of its elements, as after `expand-vectors`.
fn splat(at: &mut Builder<'_>, ty: Type, number: f64) -> Value {
    let element = at.module.element_type(ty);
    let scalar = constant(at, element, number);
    let Some(n) = at.module.n_elements(ty).filter(|_| element != ty) else { return scalar };
    at.value(Vector::FromElements, &vec![scalar; n as usize], ty, &[])
}

/// Builds the sum of two `f64`, rounded to odd: where it is inexact and even, its neighbour on the side of the error,
/// which is computed as by Knuth.
fn sum_to_odd(at: &mut Builder<'_>, a: Value, b: Value) -> Value {
    let ty = at.module.type_of(a);
    let [bits_ty, bool_ty] = [Type::I64, Type::I1].map(|element| at.module.with_element(ty, element));
    let sum = at.binary(Arith::AddF, a, b);
    let part_b = at.binary(Arith::SubF, sum, a);
    let part_a = at.binary(Arith::SubF, sum, part_b);
    let rest_a = at.binary(Arith::SubF, a, part_a);
    let rest_b = at.binary(Arith::SubF, b, part_b);
    let rest = at.binary(Arith::AddF, rest_a, rest_b);
    let zero = constant(at, ty, 0.0);
    let is_inexact = at.compare_floats("one", rest, zero);
    let is_sum_positive = at.compare_floats("ogt", sum, zero);
    let is_rest_positive = at.compare_floats("ogt", rest, zero);
    let is_inward = at.binary(Arith::XOrI, is_sum_positive, is_rest_positive);
    let bits = at.value(Arith::Bitcast, &[sum], bits_ty, &[]);
    let [none, one, minus_one] = [0, 1, -1].map(|number| int_constant(at, bits_ty, number));
    let lowest = at.binary(Arith::AndI, bits, one);
    let is_even = at.compare("eq", lowest, none, bool_ty);
    let is_moved = at.binary(Arith::AndI, is_inexact, is_even);
    let toward = at.value(Arith::Select, &[is_inward, minus_one, one], bits_ty, &[]);
    let step = at.value(Arith::Select, &[is_moved, toward, none], bits_ty, &[]);
    let odd = at.binary(Arith::AddI, bits, step);
    at.value(Arith::Bitcast, &[odd], ty, &[])
}

/// Whether an operation of `arith` is computed in `f32`.
fn is_computed(kind: Arith) -> bool {
    matches!(
        kind,
        Arith::AddF
            | Arith::SubF
            | Arith::MulF
            | Arith::DivF
            | Arith::MaximumF
            | Arith::MinimumF
            | Arith::MaxNumF
            | Arith::MinNumF
            | Arith::CmpF
            | Arith::FPToSI
            | Arith::FPToUI
    )
}

/// Whether a function of `math` is computed in `f32`: not those that only change the sign bit.
fn is_mathematical(kind: Math) -> bool {
    match kind {
        Math::AbsF | Math::CopySign => false,
        kind => kind.def().has(Trait::Machine) || is_approximated(kind),
    }
}
