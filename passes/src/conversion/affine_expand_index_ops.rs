//! Lowers `affine.delinearize_index` and `affine.linearize_index` to arithmetic.
//!
//! The weight of a digit is the product of the basis elements after it. Known factors are multiplied at compile
//! time, the others once, from the last to the first; the weight of the last digit is 1 and is not materialized.
//! The first digit has no bound, so a basis element for it is ignored. Divisions round down for negative numbers.
//! An operation whose result is used in the map of an affine operation stays, since the result of arithmetic is not
//! a valid dimension; `lower-affine` lowers both.
//!
//! Cost: one walk.
//!
//! ```text
//! %0:2 = affine.delinearize_index %i into (4, 3)   →   %0 = %i floordiv 3, %1 = %i mod 3
//! %0 = affine.linearize_index [%i, %j] by (4, 3)   →   %0 = %i * 3 + %j
//! ```

use crate::analysis::basis::{Factor, basis};
use crate::rewrite::affine_expand::{SLT, compare, select};
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::{Affine, Arith, Builder, Module, Op, OpKind, Reported, Value};

/// The `affine-expand-index-ops` pass.
pub const PASS: Pass = Pass {
    name: "affine-expand-index-ops",
    summary: "Lowers affine.delinearize_index and affine.linearize_index to arith",
    options: &[],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let mut changed = false;
    for op in cx.module.walk(cx.module.root()) {
        if is_subscript(cx.module, op) {
            continue;
        }
        let lowered = match cx.module.kind(op) {
            OpKind::Affine(Affine::DelinearizeIndex) => lower_delinearize(cx.module, op),
            OpKind::Affine(Affine::LinearizeIndex) => lower_linearize(cx.module, op),
            _ => continue,
        };
        lowered.ok_or_else(|| cx.error(op, "the basis does not fit the digits"))?;
        changed = true;
    }
    Ok(changed.into())
}

/// Whether an affine map uses a result of `op`: the result of arithmetic would not be a valid dimension.
fn is_subscript(module: &Module, op: Op) -> bool {
    let is_mapped = |user: Op| match module.kind(user) {
        OpKind::Affine(kind) => !matches!(kind, Affine::DelinearizeIndex | Affine::LinearizeIndex),
        _ => false,
    };
    module.results(op).any(|result| module.uses(result).iter().any(|user| is_mapped(user.op)))
}

/// The overflow flag of the built arithmetic.
const NSW: &str = "arith.overflow<nsw>";
const NSW_NUW: &str = "arith.overflow<nsw, nuw>";

fn flagged(builder: &mut Builder<'_>, kind: Arith, a: Value, b: Value, flags: &str) -> Value {
    let flags = builder.module.foreign_attr(flags);
    let ty = builder.module.type_of(a);
    builder.value(kind, &[a, b], ty, &[("overflowFlags", flags)])
}

/// Returns the weights of all digits but the last, whose weight is 1; first digit first.
fn weights(builder: &mut Builder<'_>, basis: &[Factor], flags: &str) -> Option<Vec<Value>> {
    let (mut known, mut product): (i64, Option<Value>) = (1, None);
    let mut weights = Vec::new();
    for factor in basis.iter().rev() {
        match *factor {
            Factor::Known(number) => known = known.checked_mul(number)?,
            Factor::Value(value) => {
                product = Some(match product {
                    Some(product) => flagged(builder, Arith::MulI, product, value, flags),
                    None => value,
                });
            }
        }
        weights.push(match product {
            Some(product) if known == 1 => product,
            Some(product) => {
                let known = builder.index(known);
                flagged(builder, Arith::MulI, product, known, flags)
            }
            None => builder.index(known),
        });
    }
    weights.reverse();
    Some(weights)
}

/// Lowers `affine.delinearize_index`.
pub(super) fn lower_delinearize(module: &mut Module, op: Op) -> Option<()> {
    let (linear, n_digits) = (module.operands(op).first().copied()?, module.results(op).len());
    let basis = basis(module, op, n_digits)?;
    let mut builder = Builder::before(module, op);
    let weights = weights(&mut builder, &basis, NSW_NUW)?;
    let (Some(first), Some(last)) = (weights.first(), weights.last()) else {
        module.replace_op(op, &[linear]);
        return Some(());
    };
    let zero = builder.index(0);
    let mut digits = vec![builder.binary(Arith::FloorDivSI, linear, *first)];
    for pair in weights.windows(2) {
        let rest = remainder(&mut builder, linear, pair[0], zero);
        digits.push(builder.binary(Arith::DivSI, rest, pair[1]));
    }
    digits.push(remainder(&mut builder, linear, *last, zero));
    module.replace_op(op, &digits);
    Some(())
}

/// Builds the remainder: `r = a rem b; r < 0 ? r + b : r`.
fn remainder(builder: &mut Builder<'_>, a: Value, b: Value, zero: Value) -> Value {
    let truncated = builder.binary(Arith::RemSI, a, b);
    let is_negative = compare(builder, SLT, truncated, zero);
    let corrected = flagged(builder, Arith::AddI, truncated, b, NSW);
    select(builder, is_negative, corrected, truncated)
}

/// Lowers `affine.linearize_index`.
pub(super) fn lower_linearize(module: &mut Module, op: Op) -> Option<()> {
    let digits = module.op(op).group("multi_index").to_vec();
    let Some((last, others)) = digits.split_last() else {
        let zero = Builder::before(module, op).index(0);
        module.replace_op(op, &[zero]);
        return Some(());
    };
    let flags = if module.attr(op, "disjoint").is_some() { NSW_NUW } else { NSW };
    let basis = basis(module, op, digits.len())?;
    let mut builder = Builder::before(module, op);
    let weights = weights(&mut builder, &basis, flags)?;
    let terms: Vec<Value> = others
        .iter()
        .zip(weights)
        .map(|(digit, weight)| flagged(&mut builder, Arith::MulI, *digit, weight, NSW))
        .collect();
    let sum =
        terms.into_iter().chain([*last]).reduce(|a, b| flagged(&mut builder, Arith::AddI, a, b, NSW))?;
    module.replace_op(op, &[sum]);
    Some(())
}
