//! Expands `arith.remf`: the exact remainder of floats, by subtraction of the divisor times falling powers of two.
//!
//! ```text
//! r = |x|; b = |y|; if not (b <= r < infinity and 0 < b) goto end
//! t = b; while t <= r - t: t = t + t
//! do: if t <= r: r = r - t;  t = t / 2  while b <= t
//! end: r with the sign of x; NaN where x is infinite or y is zero
//! ```
//! Every step is exact: `t` is a power of two times `b`, and `r` is less than `2 t` where it is subtracted. The
//! number of steps is the difference of the exponents. Formats of less than 32 bits are computed in `f32`, and
//! vectors elementwise.

use super::{region, select};
use crate::conversion::math_expand::builder::constant;
use warpline_ir::{Arith, Builder, Math, Module, Op, Scf, Type, TypeKind, Value, Vector};

/// Expands a remainder; returns `false` for formats that `f32` and `f64` cannot represent, and for scalable
/// vectors.
pub(super) fn expand(module: &mut Module, op: Op) -> bool {
    let view = module.op(op);
    let (x, y) = (view.named("lhs"), view.named("rhs"));
    let ty = module.type_of(x);
    let element = module.element_type(ty);
    let is_scalable =
        matches!(module.type_kind(ty), TypeKind::Vector(_, dims, _) if dims.iter().any(|is| *is));
    let Some(width) = module.bit_width(element).filter(|width| *width <= 64 && !is_scalable) else {
        return false;
    };
    let at = &mut Builder::before(module, op);
    let result = if element == ty {
        remainder(at, x, y, width)
    } else {
        let n = at.module.shape(ty).map_or(1, |shape| shape.iter().product::<i64>()) as usize;
        let [xs, ys] = [x, y].map(|vector| {
            let parts = at.op(Vector::ToElements, &[vector], &vec![element; n], &[]);
            at.module.results(parts).collect::<Vec<_>>()
        });
        let results: Vec<Value> = xs.iter().zip(&ys).map(|(x, y)| remainder(at, *x, *y, width)).collect();
        at.value(Vector::FromElements, &results, ty, &[])
    };
    module.replace_op(op, &[result]);
    true
}

fn remainder(at: &mut Builder<'_>, x: Value, y: Value, width: u32) -> Value {
    if 32 <= width {
        return exact(at, x, y);
    }
    let ty = at.module.type_of(x);
    let [x, y] = [x, y].map(|value| at.value(Arith::ExtF, &[value], Type::F32, &[]));
    let wide = exact(at, x, y);
    at.value(Arith::TruncF, &[wide], ty, &[])
}

/// Builds the remainder of `f32` or `f64`.
fn exact(at: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let ty = at.module.type_of(x);
    let [size, divisor] = [x, y].map(|value| at.value(Math::AbsF, &[value], ty, &[]));
    let [zero, infinity, nan] = [0.0, f64::INFINITY, f64::NAN].map(|value| constant(at, ty, value));
    let is_finite = at.compare_floats("olt", size, infinity);
    let is_positive = at.compare_floats("ogt", divisor, zero);
    let is_number = at.binary(Arith::AndI, is_finite, is_positive);
    let is_greater = at.compare_floats("oge", size, divisor);
    let begins = at.binary(Arith::AndI, is_number, is_greater);
    let branch = at.op_with_regions(Scf::If, &[begins], &[ty], &[], 2);
    let mut inner = region(at, branch, 0, &[]).1;
    let rest = subtract_powers(&mut inner, size, divisor);
    inner.op(Scf::Yield, &[rest], &[], &[]);
    region(at, branch, 1, &[]).1.op(Scf::Yield, &[size], &[], &[]);
    let rest = at.module.result(branch, 0);
    let signed = at.binary(Math::CopySign, rest, x);
    select(at, is_number, signed, nan)
}

/// Builds the remainder of a finite number by a positive one that is not greater.
fn subtract_powers(at: &mut Builder<'_>, size: Value, divisor: Value) -> Value {
    let ty = at.module.type_of(size);
    let grow = at.while_loop(&[divisor], &[ty]);
    let (before, mut inner) = region(at, grow, 0, &[ty]);
    let power = inner.module.args(before)[0];
    let above = inner.binary(Arith::SubF, size, power);
    let grows = inner.compare_floats("oge", above, power);
    inner.op(Scf::Condition, &[grows, power], &[], &[]);
    let (after, mut inner) = region(at, grow, 1, &[ty]);
    let power = inner.module.args(after)[0];
    let double = inner.binary(Arith::AddF, power, power);
    inner.op(Scf::Yield, &[double], &[], &[]);

    let power = at.module.result(grow, 0);
    let shrink = at.while_loop(&[size, power], &[ty, ty]);
    let (before, mut inner) = region(at, shrink, 0, &[ty, ty]);
    let &[rest, power] = inner.module.args(before) else { return size };
    let fits = inner.compare_floats("oge", rest, power);
    let less = inner.binary(Arith::SubF, rest, power);
    let rest = select(&mut inner, fits, less, rest);
    let half = constant(&mut inner, ty, 0.5);
    let power = inner.binary(Arith::MulF, power, half);
    let goes_on = inner.compare_floats("oge", power, divisor);
    inner.op(Scf::Condition, &[goes_on, rest, power], &[], &[]);
    let (after, mut inner) = region(at, shrink, 1, &[ty, ty]);
    let carried = inner.module.args(after).to_vec();
    inner.op(Scf::Yield, &carried, &[], &[]);
    at.module.result(shrink, 0)
}
