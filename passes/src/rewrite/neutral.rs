//! The neutral elements of operations that combine the values of a reduction.

use warpline_ir::scalar::float::{is_nan, narrow, widen};
use warpline_ir::{Arith, Attr, Float, Module, Type};

/// Returns the neutral element; `None` if there is none, or the order matters.
pub(crate) fn neutral(module: &mut Module, kind: Arith, ty: Type) -> Option<Attr> {
    if let Some(float) = module.float_kind(ty) {
        let bits = neutral_float(kind, float)?;
        return Some(module.float_attr(bits, ty));
    }
    let least = i64::MIN >> 64u32.saturating_sub(module.bit_width(ty)?).min(63);
    let value = match kind {
        Arith::AddI | Arith::OrI | Arith::XOrI | Arith::MaxUI => 0,
        Arith::MulI => 1,
        Arith::AndI | Arith::MinUI => -1,
        Arith::MaxSI => least,
        Arith::MinSI => !least,
        _ => return None,
    };
    Some(module.int_attr(value, ty))
}

/// Returns the neutral float: -0.0 for sums, and NaN for `maxnumf` and `minnumf`, which prefer numbers over it.
fn neutral_float(kind: Arith, float: Float) -> Option<u64> {
    let value = match kind {
        Arith::AddF => -0.0,
        Arith::MulF => 1.0,
        Arith::MaximumF => f64::NEG_INFINITY,
        Arith::MinimumF => f64::INFINITY,
        Arith::MaxNumF | Arith::MinNumF => f64::NAN,
        _ => return None,
    };
    let bits = narrow(float, value);
    let is_kept = if value.is_nan() {
        is_nan(float, bits)
    } else {
        let found = widen(float, bits);
        found.to_bits() == value.to_bits() && !is_nan(float, bits)
    };
    is_kept.then_some(bits)
}
