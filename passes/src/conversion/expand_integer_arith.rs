//! Expands integer arithmetic that targets without integer division lack: quotients and remainders, and conversions
//! between 64-bit integers and floats.
//!
//! | operation | becomes |
//! |---|---|
//! | `divui`, `remui` of up to 32 bits | a product with an approximated reciprocal, and two corrections |
//! | `divui`, `remui` of 33 to 64 bits | the same in 64 bits, or in 32 where both operands fit |
//! | `divsi`, `remsi` | the operation on absolute values |
//! | `sitofp`, `uitofp` from 33 to 64 bits | both halves, joined by one `math.fma` in `f64` |
//! | `fptosi`, `fptoui` to 33 to 64 bits | both halves |
//!
//! Every expansion is exact. Vectors and integers of more than 64 bits stay.
//!
//! Cost: one walk, and up to 120 operations for each expanded one.
//!
//! ```text
//! %q = arith.divui %a, %b : i32   →   %x = arith.uitofp %b : i32 to f32
//!                                     %r = arith.divf %scale, %x fastmath<afn> : f32
//!                                     %z = arith.fptoui %r : f32 to i32
//!                                     …   // a Newton step, the estimate, and two corrections
//! ```

mod conversion;
mod division;

use super::expand_arith::with_constant;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::def::Requirement;
use warpline_ir::{Arith, Builder, Module, Op, OpKind, Type, Value};

/// The `expand-integer-arith` pass.
pub const PASS: Pass = Pass {
    name: "expand-integer-arith",
    summary: "Expands integer divisions, and conversions of 64-bit integers",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let mut changed = false;
    for op in cx.module.walk(cx.module.root()) {
        if let OpKind::Arith(kind) = cx.module.kind(op) {
            changed |= expand(cx.module, op, kind);
        }
    }
    changed.into()
}

/// Expands one operation; false where it stays.
fn expand(module: &mut Module, op: Op, kind: Arith) -> bool {
    match kind {
        Arith::SIToFP | Arith::UIToFP => conversion::expand_to_float(module, op, kind == Arith::SIToFP),
        Arith::FPToSI | Arith::FPToUI => conversion::expand_to_int(module, op, kind == Arith::FPToSI),
        kind if kind.def().requires.contains(&Requirement::Divisor) => division::expand(module, op, kind),
        _ => false,
    }
}

/// Returns the width of a scalar integer type of at most 64 bits.
fn int_width(module: &Module, ty: Type) -> Option<u32> {
    let is_int = module.element_type(ty) == ty && module.float_kind(ty).is_none();
    module.bit_width(ty).filter(|width| is_int && (1..=64).contains(width))
}

/// Converts an integer to a width, with or without its sign; `index` has 64 bits.
fn resized(at: &mut Builder<'_>, value: Value, to: Type, is_signed: bool) -> Value {
    let from = at.module.type_of(value);
    if from == to {
        return value;
    }
    if from == Type::INDEX || to == Type::INDEX {
        let kind = if is_signed { Arith::IndexCast } else { Arith::IndexCastUI };
        return at.value(kind, &[value], to, &[]);
    }
    let (from, width) = (at.module.bit_width(from), at.module.bit_width(to));
    let kind = match (width < from, is_signed) {
        (true, _) => Arith::TruncI,
        (false, true) => Arith::ExtSI,
        (false, false) => Arith::ExtUI,
    };
    at.value(kind, &[value], to, &[])
}

/// Returns the upper 32 bits of an `i64`.
fn high_half(at: &mut Builder<'_>, value: Value) -> Value {
    let high = with_constant(at, Arith::ShRUI, value, 32);
    resized(at, high, Type::I32, false)
}

/// Returns the lower 32 bits of an `i64`.
fn low_half(at: &mut Builder<'_>, value: Value) -> Value {
    resized(at, value, Type::I32, false)
}
