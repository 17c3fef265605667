//! Expands mathematical functions into arithmetic, `math.fma` and a few base operations, once for all backends
//! without a math library.
//!
//! `f32` and `f64` are computed in their own format, narrower ones in `f32` and rounded once. Every expansion is
//! straight-line code on scalars and vectors alike, except for the reduction of large angles, which scalars branch
//! around. The definitions are those of [`warpline_ir::scalar::functions`], so the results equal those of the
//! interpreter. For a target that approximates functions, one of `f32` or narrower becomes under `fastmath<afn>`
//! one that the target has: `exp2`, `log2`, `sin`, `cos`, `tanh` or `rsqrt`. Base operations stay: `absf`, `absi`, `copysign`, `ceil`, `floor`, `trunc`,
//! `roundeven`, `sqrt`, `fma` and bit counts.
//!
//! A target may call functions of vectors, `calls`: the CPU device has them for the vectors of the machine, with the same
//! definitions.
//!
//! Cost: one walk, and 10 to 120 operations per function.
//!
//! ```text
//! %1 = math.rsqrt %0 : f32   →   %2 = math.sqrt %0 : f32
//!                                %1 = arith.divf %one, %2 : f32
//! ```

pub(crate) mod builder;
mod kinds;
mod powers;

use crate::pass::{CODE, PassOption};
use crate::{Changed, Pass, PassCx, PassFn};
use builder::Operations;
use warpline_ir::def::Trait;
use warpline_ir::scalar::functions::Functions;
use warpline_ir::{
    Arith, Builder, Float, MachineFloat, Math, Module, Op, OpKind, OpRef, Reported, Span, Type, TypeKind,
    Value, codes,
};

/// The `math-expand` pass.
pub const PASS: Pass = Pass {
    name: "math-expand",
    summary: "Rewrites mathematical functions into arithmetic",
    options: &[
        PassOption {
            name: "approximate",
            summary: "Whether the target approximates functions under fastmath<afn>: true or false",
            default: "false",
        },
        PassOption {
            name: "calls",
            summary: "The functions that stay, since the target calls them: none, those of vectors of 4, 8 or 16 elements of f32 or f64 (vectors), \
                or also those of one number, which may be in a vector later (all)",
            default: "none",
        },
        PassOption { default: "all", ..CODE },
    ],
    run: PassFn::MayFail(run),
};

/// Which functions stay.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Calls {
    None,
    Vectors,
    All,
}

/// Whether a function of this type stays.
fn has_call(module: &Module, kind: Math, ty: Type, calls: Calls) -> bool {
    let is_number = |ty: Type| kind.def().is_float_function() && matches!(ty, Type::F32 | Type::F64);
    match (module.type_kind(ty), calls) {
        (_, Calls::None) => false,
        (TypeKind::Vector(shape, scalable, element), _) => {
            matches!(shape[..], [4 | 8 | 16]) && !scalable.contains(&true) && is_number(*element)
        }
        (_, calls) => calls == Calls::All && is_number(ty),
    }
}

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let approximates = cx.bool_option("approximate")?;
    let calls = match cx.option("calls") {
        "none" => Calls::None,
        "vectors" => Calls::Vectors,
        "all" => Calls::All,
        other => {
            let message =
                format!("expected none, vectors or all as 'calls' of 'math-expand', but found '{other}'");
            return Err(cx.diagnostics.error(codes::UNKNOWN_PASS, Span::default(), message));
        }
    };
    let mut changed = false;
    let roots = cx.code_roots()?;
    for op in roots.into_iter().flat_map(|root| cx.module.walk(root)).collect::<Vec<_>>() {
        if let OpKind::Math(kind) = cx.module.kind(op)
            && !kind.def().has(Trait::Machine)
            && !has_call(cx.module, kind, cx.module.op(op).result_type(0), calls)
        {
            changed |= expand(cx.module, op, kind, (approximates, calls));
        }
    }
    Ok(changed.into())
}

/// Whether GPUs approximate a function by an instruction, which is selected if fast-math flags allow that.
pub fn is_approximated(kind: Math) -> bool {
    matches!(kind, Math::Exp2 | Math::Log2 | Math::Sin | Math::Cos | Math::Rsqrt | Math::Tanh)
}

/// Expands one operation; returns `false` if its type has no arithmetic.
fn expand(module: &mut Module, op: Op, kind: Math, (approximates, calls): (bool, Calls)) -> bool {
    let ty = module.type_of(module.result(op, 0));
    let operands: Vec<Value> = module.operands(op).to_vec();
    let element = module.element_type(ty);
    if matches!(module.type_kind(ty), TypeKind::Tensor(..) | TypeKind::UnrankedTensor(_)) {
        return false;
    }
    if element == Type::I1 {
        let Some(format) = module.float_kind(module.element_type(module.type_of(operands[0]))) else {
            return false;
        };
        let result = kinds::expand(&mut Builder::before(module, op), kind, operands[0], format);
        replace(module, op, &[result]);
        return true;
    }
    if kind == Math::IPowI {
        let Some(width) = module.bit_width(element).filter(|width| *width <= 64) else { return false };
        let mut builder = Builder::before(module, op);
        let result = powers::integer_power(&mut builder, operands[0], operands[1], width);
        replace(module, op, &[result]);
        return true;
    }
    let Some(format) = module.float_kind(element) else { return false };
    // Formats without arithmetic are computed in f32.
    let float = format.machine().unwrap_or(MachineFloat::F32);
    if approximates && may_approximate(module.op(op)) && float != MachineFloat::F64 {
        return approximate(module, op, kind, ty);
    }
    let mut builder = Builder::before(module, op);
    let wide = wide_type(builder.module, ty, format);
    let is_widened = wide != ty;
    let mut wide_operands = Vec::with_capacity(operands.len());
    for value in operands {
        let is_float = builder.module.type_of(value) == ty;
        wide_operands.push(if is_widened && is_float {
            builder.value(Arith::ExtF, &[value], wide, &[])
        } else {
            value
        });
    }
    let results = match kind {
        Math::ClampF => {
            let low = builder.binary(Arith::MaximumF, wide_operands[0], wide_operands[1]);
            vec![builder.binary(Arith::MinimumF, low, wide_operands[2])]
        }
        _ if has_call(builder.module, kind, wide, calls) => {
            vec![builder.value(kind, &wide_operands, wide, &[])]
        }
        _ => {
            let on = &mut Operations::new(&mut builder, wide, float);
            let Some(results) = function(on, kind, &wide_operands) else { return false };
            results
        }
    };
    let results: Vec<Value> = results
        .into_iter()
        .map(|value| if is_widened { builder.value(Arith::TruncF, &[value], ty, &[]) } else { value })
        .collect();
    replace(module, op, &results);
    true
}

/// Builds a function, which has two results for `sincos` alone; `None` if there is none of this name.
fn function(on: &mut Operations<'_, '_>, kind: Math, operands: &[Value]) -> Option<Vec<Value>> {
    let mut functions = Functions::new(on);
    if kind == Math::FPowI {
        return Some(vec![functions.power_by_int(operands[0], operands[1])]);
    }
    let (first, second) = functions.function(kind, operands)?;
    Some([first].into_iter().chain(second).collect())
}

/// Returns the type in which a function is computed.
fn wide_type(module: &mut Module, ty: Type, format: Float) -> Type {
    match format {
        Float::F32 | Float::F64 => ty,
        _ => module.with_element(ty, Type::F32),
    }
}

fn replace(module: &mut Module, op: Op, results: &[Value]) {
    let old: Vec<Value> = module.results(op).collect();
    for (old, new) in old.into_iter().zip(results) {
        module.replace_all_uses(old, *new);
    }
    module.erase(op);
}

/// Whether the flags of an operation allow an approximation.
fn may_approximate(op: OpRef<'_>) -> bool {
    op.has_flag("fastmath", &["afn", "fast"])
}

/// Rewrites an operation into those that chips approximate; returns `false` if it is one of them.
fn approximate(module: &mut Module, op: Op, kind: Math, ty: Type) -> bool {
    let flags = module.attr(op, "fastmath");
    let operands: Vec<Value> = module.operands(op).to_vec();
    let mut builder = Builder::before(module, op);
    let mut fast = |kind: Math, value: Value| {
        let flags: Vec<_> = flags.map(|flags| ("fastmath", flags)).into_iter().collect();
        builder.value(kind, &[value], ty, &flags)
    };
    let result = match kind {
        kind if is_approximated(kind) => return false,
        Math::Exp => {
            let scaled = builder::scaled(&mut builder, operands[0], std::f64::consts::LOG2_E);
            let flags: Vec<_> = flags.map(|flags| ("fastmath", flags)).into_iter().collect();
            builder.value(Math::Exp2, &[scaled], ty, &flags)
        }
        Math::Log => {
            let log = fast(Math::Log2, operands[0]);
            builder::scaled(&mut builder, log, std::f64::consts::LN_2)
        }
        Math::Log10 => {
            let log = fast(Math::Log2, operands[0]);
            builder::scaled(&mut builder, log, std::f64::consts::LOG10_2)
        }
        Math::Tan => {
            let (sin, cos) = (fast(Math::Sin, operands[0]), fast(Math::Cos, operands[0]));
            builder.binary(Arith::DivF, sin, cos)
        }
        Math::PowF => {
            let log = fast(Math::Log2, operands[0]);
            let product = builder.binary(Arith::MulF, operands[1], log);
            let flags: Vec<_> = flags.map(|flags| ("fastmath", flags)).into_iter().collect();
            builder.value(Math::Exp2, &[product], ty, &flags)
        }
        Math::SinCos => {
            let results = [fast(Math::Sin, operands[0]), fast(Math::Cos, operands[0])];
            replace(module, op, &results);
            return true;
        }
        _ => {
            return expand(module, op, kind, (false, Calls::None));
        }
    };
    replace(module, op, &[result]);
    true
}
