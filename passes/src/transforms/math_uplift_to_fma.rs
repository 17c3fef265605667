//! Fuses products and sums of floats into `math.fma`.
//!
//! A sum or difference of a product is fused where both permit it by `fastmath<contract>` or `fast`, and where the product is
//! exact, since then it is rounded once anyway: of floats widened from `f16` or fewer bits to `f32` or more, or from `f32`
//! to `f64`. The product stays if it has other uses. Operations with a rounding mode stay.
//!
//! It runs once for all devices of a run, the interpreter among them, so all of them fuse alike.
//!
//! Cost: one walk.
//!
//! ```text
//! %p = arith.mulf %a, %b fastmath<contract> : f32
//! %s = arith.addf %p, %c fastmath<contract> : f32   →   %s = math.fma %a, %b, %c fastmath<contract> : f32
//! %d = arith.subf %c, %p fastmath<contract> : f32       %n = arith.negf %a : f32
//!                                                       %d = math.fma %n, %b, %c fastmath<contract> : f32
//! ```

use crate::transforms::dce::is_dead;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::dialect::arith::direction_of;
use warpline_ir::{Arith, Builder, Float, Math, Module, Op, OpKind, Type, Value};

/// The `math-uplift-to-fma` pass.
pub const PASS: Pass = Pass {
    name: "math-uplift-to-fma",
    summary: "Fuses products and sums of floats that may be contracted into math.fma",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    fuse_all(cx.module).into()
}

/// Fuses all sums and differences that may be; returns whether there are any.
pub fn fuse_all(module: &mut Module) -> bool {
    let found: Vec<Op> =
        module.walk(module.root()).into_iter().filter(|op| fused(module, *op).is_some()).collect();
    for op in &found {
        fuse(module, *op);
    }
    !found.is_empty()
}

/// Whether the pass changes a module.
pub fn changes(module: &Module) -> bool {
    module.walk(module.root()).into_iter().any(|op| fused(module, op).is_some())
}

/// A sum or difference that is fused.
struct Fused {
    product: Op,
    other: Value,
    /// Whether the product is the first operand.
    is_first: bool,
}

/// Returns the product that a sum or difference is fused with: its first operand, or else its second one.
fn fused(module: &Module, op: Op) -> Option<Fused> {
    if !matches!(module.kind(op), OpKind::Arith(Arith::AddF | Arith::SubF)) || !is_plain(module, op) {
        return None;
    }
    let &[left, right] = module.operands(op) else { return None };
    let permits = is_contracted(module, op);
    let product = |value: Value| {
        let product = module.defining_op(value)?;
        let is_product = module.kind(product) == OpKind::Arith(Arith::MulF) && is_plain(module, product);
        let is_fused = permits && is_contracted(module, product) || is_product && is_exact(module, product);
        (is_product && is_fused).then_some(product)
    };
    let of_first = product(left).map(|product| Fused { product, other: right, is_first: true });
    of_first.or_else(|| Some(Fused { product: product(right)?, other: left, is_first: false }))
}

/// Fuses a sum or difference with a product.
fn fuse(module: &mut Module, op: Op) -> Option<()> {
    let Fused { product, other, is_first } = fused(module, op)?;
    let &[a, b] = module.operands(product) else { return None };
    let is_difference = module.kind(op) == OpKind::Arith(Arith::SubF);
    let flags = module.attr(op, "fastmath").map(|flags| ("fastmath", flags));
    let ty = module.type_of(other);
    let at = &mut Builder::before(module, op);
    let mut negated = |value| at.value(Arith::NegF, &[value], ty, &[]);
    let (a, other) = match (is_difference, is_first) {
        (true, true) => (a, negated(other)),
        (true, false) => (negated(a), other),
        (false, _) => (a, other),
    };
    let flags: Vec<_> = flags.into_iter().collect();
    let fused = at.value(Math::Fma, &[a, b, other], ty, &flags);
    module.replace_op(op, &[fused]);
    if is_dead(module, product) {
        module.erase(product);
    }
    Some(())
}

/// Whether an operation on vectors or scalars rounds to the nearest.
fn is_plain(module: &Module, op: Op) -> bool {
    let view = module.op(op);
    let ty = module.element_type(view.result_type(0));
    let is_machine = module.float_kind(ty).is_some_and(|float| float.machine().is_some());
    direction_of(view).is_none() && view.attr("roundingmode").is_none() && is_machine
}

/// Whether an operation permits that its rounding is left out.
fn is_contracted(module: &Module, op: Op) -> bool {
    module.op(op).has_flag("fastmath", &["contract", "fast"])
}

/// Whether all products of the operands have a place in the format: both are widened from one of half the precision, whose
/// least and greatest products it has, too.
fn is_exact(module: &Module, product: Op) -> bool {
    let to = module.element_type(module.type_of(module.result(product, 0)));
    module.operands(product).iter().all(|operand| {
        let Some(widened) = module.defining_op(*operand) else { return false };
        let is_widened = module.kind(widened) == OpKind::Arith(Arith::ExtF);
        let from = module.operands(widened).first().map(|value| module.element_type(module.type_of(*value)));
        let from = from.filter(|_| is_widened).and_then(|from| module.float_kind(from));
        from.is_some_and(|from| has_products(from, to))
    })
}

/// Whether `to` has all products of two floats of a format.
fn has_products(from: Float, to: Type) -> bool {
    match from {
        Float::F32 | Float::BF16 | Float::TF32 => to == Type::F64,
        Float::F64 | Float::F80 | Float::F128 | Float::F8E8M0FNU => false,
        _ => matches!(to, Type::F32 | Type::F64),
    }
}
