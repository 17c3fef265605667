//! Computes integers of widths that a target lacks in wider ones: up to 31 bits in 32, up to 63 bits in 64.
//!
//! Operands are extended and the result is truncated. Signed operations sign-extend, and so do unsigned
//! comparisons, minima and maxima, since sign extension keeps that order, too. Unsigned divisions and shifts
//! zero-extend. Sums and products of `i1` are logical operations. Bitwise operations, `select` and conversions
//! between integers stay: they are correct in a register that holds integers sign-extended. Arguments of kernels are
//! zero-extended, so a kernel truncates those of odd width anew, also floats that are their bits.
//!
//! Only device code changes. Cost: one walk, and up to three operations for each promoted one.
//!
//! ```text
//! %c = arith.divui %a, %b : i8    →    %0 = arith.extui %a : i8 to i32
//!                                      %1 = arith.extui %b : i8 to i32
//!                                      %2 = arith.divui %0, %1 : i32
//!                                      %c = arith.trunci %2 : i32 to i8
//! ```

use super::math_expand::builder::int_constant;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::dialect::func::function_type_of;
use warpline_ir::kernels::{device_modules, kernels};
use warpline_ir::{Arith, Builder, Math, Module, Op, OpKind, Signedness, Type, TypeKind, Value};

/// The `promote-integers` pass.
pub const PASS: Pass = Pass {
    name: "promote-integers",
    summary: "Computes integers of widths that targets lack in 32 or 64 bits",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let mut changed = false;
    for device in device_modules(cx.module) {
        for op in cx.module.walk(device) {
            changed |= promote(cx.module, op).is_some();
        }
        for kernel in kernels(cx.module, device) {
            changed |= truncate_arguments(cx.module, kernel);
        }
    }
    changed.into()
}

/// The promotion of an operation to a wider type.
#[derive(Clone, Copy)]
struct Promotion {
    /// The extension of each operand.
    extension: [Arith; 2],
    /// Whether the result is an integer of the operands' width.
    is_truncated: bool,
}

/// Promotes one operation; `None` where it stays.
fn promote(module: &mut Module, op: Op) -> Option<()> {
    let kind = module.kind(op);
    let promotion = promotion(kind)?;
    let view = module.op(op);
    let from_float = matches!(kind, OpKind::Arith(Arith::FPToSI | Arith::FPToUI));
    let narrow = if from_float { view.result_type(0) } else { view.operand_type(0) };
    let TypeKind::Integer(width, _) = *module.type_kind(module.element_type(narrow)) else { return None };
    if matches!(module.type_kind(narrow), TypeKind::Tensor(..)) || width == 32 || 64 <= width {
        return None;
    }
    if width == 1
        && let Some(logical) = logical(kind)
    {
        let (a, b) = (view.named("lhs"), view.named("rhs"));
        let new = Builder::before(module, op).binary(logical, a, b);
        module.replace_op(op, &[new]);
        return Some(());
    }
    let at = &mut Builder::before(module, op);
    let wide_width = if width < 32 { 32 } else { 64 };
    let wide = at.module.intern_type(TypeKind::Integer(wide_width, Signedness::Signless));
    let wide = at.module.with_element(narrow, wide);
    let operands = at.module.operands(op).to_vec();
    let extend = |at: &mut Builder<'_>, (value, extension): (Value, Arith)| {
        if from_float { value } else { at.value(extension, &[value], wide, &[]) }
    };
    let mut operands: Vec<Value> =
        operands.into_iter().zip(promotion.extension).map(|pair| extend(at, pair)).collect();
    if kind == OpKind::Math(Math::CtTz) {
        // The bit above the number terminates its trailing zeros.
        let end = int_constant(at, wide, 1 << width);
        operands[0] = at.binary(Arith::OrI, operands[0], end);
    }
    let predicate = at.module.attr(op, "predicate");
    let attrs: Vec<_> = predicate.map(|predicate| ("predicate", predicate)).into_iter().collect();
    let result = at.module.type_of(at.module.result(op, 0));
    let mut new = at.value(kind, &operands, if promotion.is_truncated { wide } else { result }, &attrs);
    if kind == OpKind::Math(Math::CtLz) {
        let above = int_constant(at, wide, i64::from(wide_width - width));
        new = at.binary(Arith::SubI, new, above);
    }
    if promotion.is_truncated {
        new = at.value(Arith::TruncI, &[new], narrow, &[]);
    }
    module.replace_op(op, &[new]);
    Some(())
}

/// Truncates the arguments of a kernel whose width no register has.
fn truncate_arguments(module: &mut Module, kernel: Op) -> bool {
    let Some(entry) = module.entry(kernel, 0) else { return false };
    let Some(first) = module.first_op(entry) else { return false };
    let (n_passed, args) = (function_type_of(module, kernel).0.len(), module.args(entry).to_vec());
    let mut changed = false;
    for arg in args.into_iter().take(n_passed) {
        let ty = module.type_of(arg);
        let width = match *module.type_kind(ty) {
            TypeKind::Integer(width, _) => width,
            TypeKind::Float(float) if float.machine().is_none() => float.width(),
            _ => continue,
        };
        if matches!(width, 1 | 8 | 16 | 32 | 64..) || module.is_unused(arg) {
            continue;
        }
        let wide = if width < 32 { Type::I32 } else { Type::I64 };
        let mut at = Builder::before(module, first);
        let bits = at.module.intern_type(TypeKind::Integer(width, Signedness::Signless));
        let is_float = bits != ty;
        let passed = if is_float { at.value(Arith::Bitcast, &[arg], bits, &[]) } else { arg };
        let extended = at.value(Arith::ExtUI, &[passed], wide, &[]);
        let mut truncated = at.value(Arith::TruncI, &[extended], bits, &[]);
        if is_float {
            truncated = at.value(Arith::Bitcast, &[truncated], ty, &[]);
        }
        let first_use = module.defining_op(if is_float { passed } else { extended });
        let first_use = first_use.expect("an operation extends it");
        module.replace_all_uses(arg, truncated);
        module.set_operand(first_use, 0, arg);
        changed = true;
    }
    changed
}

/// Returns the logical operation that an operation on `i1` equals.
fn logical(kind: OpKind) -> Option<Arith> {
    match kind {
        OpKind::Arith(Arith::AddI | Arith::SubI) => Some(Arith::XOrI),
        OpKind::Arith(Arith::MulI) => Some(Arith::AndI),
        _ => None,
    }
}

/// Returns the promotion of an operation; `None` for those that stay.
fn promotion(kind: OpKind) -> Option<Promotion> {
    let (extension, is_truncated) = match kind {
        OpKind::Arith(
            Arith::AddI
            | Arith::SubI
            | Arith::MulI
            | Arith::DivSI
            | Arith::RemSI
            | Arith::MaxSI
            | Arith::MinSI
            | Arith::MaxUI
            | Arith::MinUI
            | Arith::ShLI
            | Arith::ShRSI
            | Arith::FPToSI
            | Arith::FPToUI,
        )
        | OpKind::Math(Math::AbsI) => ([Arith::ExtSI; 2], true),
        OpKind::Arith(Arith::DivUI | Arith::RemUI) | OpKind::Math(Math::CtLz | Math::CtTz | Math::CtPop) => {
            ([Arith::ExtUI; 2], true)
        }
        OpKind::Arith(Arith::ShRUI) => ([Arith::ExtUI, Arith::ExtSI], true),
        OpKind::Arith(Arith::CmpI | Arith::SIToFP) => ([Arith::ExtSI; 2], false),
        OpKind::Arith(Arith::UIToFP) => ([Arith::ExtUI; 2], false),
        _ => return None,
    };
    Some(Promotion { extension, is_truncated })
}
