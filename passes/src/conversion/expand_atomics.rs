//! Expands atomic operations that a target lacks into `memref.generic_atomic_rmw`, a loop of compare-and-swap.
//!
//! A target has all operations but products on integers of some widths, exchanges of elements of these widths, and
//! sums of some float formats. The element type in memory does not change: an element that is only a part of the
//! swapped word is handled by selection.
//!
//! Cost: one walk, and three operations for each expanded one.
//!
//! ```text
//! %0 = memref.atomic_rmw maximumf %x, %m[%i]   →   %0 = memref.generic_atomic_rmw %m[%i] : memref<?xf32> {
//!        : (f32, memref<?xf32>) -> f32             ^bb0(%old: f32):
//!                                                    %1 = arith.maximumf %old, %x : f32
//!                                                    memref.atomic_yield %1 : f32
//!                                                  }
//! ```

use crate::pass::{CODE, PassOption};
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::{Arith, Builder, MemRef, Module, Op, OpKind, Place, Reported, Type, codes};

/// The `expand-atomics` pass.
pub const PASS: Pass = Pass {
    name: "expand-atomics",
    summary: "Expands atomic operations that targets lack into ones with a region",
    options: &[
        PassOption {
            name: "widths",
            summary: "The widths of integers on which the target has all operations but products",
            default: "32,64",
        },
        PassOption {
            name: "addf",
            summary: "The formats of floats that the target adds: a list of bf16, f16, f32, f64",
            default: "f32,f64",
        },
        PassOption { default: "all", ..CODE },
    ],
    run: PassFn::MayFail(run),
};

/// The native atomic operations of the target.
struct Native {
    widths: Vec<u32>,
    sums: Vec<Type>,
}

impl Native {
    fn of(cx: &mut PassCx<'_>) -> Result<Self, Reported> {
        let parts = |name: &str| -> Vec<String> {
            let parts = cx.option(name).split(',').filter(|part| !part.is_empty());
            parts.map(str::to_string).collect()
        };
        let (widths, sums) = (parts("widths"), parts("addf"));
        let mut native = Self { widths: Vec::new(), sums: Vec::new() };
        for text in widths {
            let width = text.parse().ok().filter(|width| (8..=64).contains(width));
            native.widths.push(width.ok_or_else(|| unknown(cx, &text, "a width from 8 to 64"))?);
        }
        for text in sums {
            native.sums.push(match text.as_str() {
                "bf16" => Type::BF16,
                "f16" => Type::F16,
                "f32" => Type::F32,
                "f64" => Type::F64,
                _ => return Err(unknown(cx, &text, "bf16, f16, f32 or f64")),
            });
        }
        Ok(native)
    }

    /// Whether the target has an operation on elements of a type.
    fn has(&self, module: &Module, kind: &str, ty: Type) -> bool {
        let has_width = module.bit_width(ty).is_some_and(|width| self.widths.contains(&width));
        match kind {
            "assign" => has_width,
            "addf" => self.sums.contains(&ty),
            "muli" => false,
            _ => has_width && module.float_kind(ty).is_none(),
        }
    }
}

fn unknown(cx: &mut PassCx<'_>, found: &str, expected: &str) -> Reported {
    let message = format!("expected {expected} as an option of 'expand-atomics', but found '{found}'");
    cx.diagnostics.error(codes::UNKNOWN_PASS, warpline_ir::Span::default(), message)
}

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    let native = Native::of(cx)?;
    let mut changed = false;
    let roots = cx.code_roots()?;
    for op in roots.into_iter().flat_map(|root| cx.module.walk(root)).collect::<Vec<_>>() {
        if cx.module.kind(op) == OpKind::MemRef(MemRef::AtomicRmw) {
            changed |= expand(cx.module, op, &native).is_some();
        }
    }
    Ok(changed.into())
}

/// Expands one operation; `None` where the target has it.
fn expand(module: &mut Module, op: Op, native: &Native) -> Option<()> {
    let view = module.op(op);
    let kind = view.keyword("kind")?;
    let ty = view.result_type(0);
    if native.has(module, kind, ty) {
        return None;
    }
    let &[value, ref place @ ..] = module.operands(op) else { return None };
    let place = place.to_vec();
    let combine = combination(kind);
    let at = &mut Builder::before(module, op);
    let generic = at.op_with_regions(MemRef::GenericAtomicRmw, &place, &[ty], &[], 1);
    let region = at.module.region(generic, 0);
    let body = at.module.add_block(region, &[ty]);
    let old = at.module.args(body)[0];
    at.place = Place::End(body);
    let new = combine.map_or(value, |combine| at.binary(combine, old, value));
    at.op(MemRef::AtomicYield, &[new], &[], &[]);
    let result = module.result(generic, 0);
    module.replace_op(op, &[result]);
    Some(())
}

/// Returns the operation that combines the old element with the operand; `None` if the operand replaces the
/// element.
pub(crate) fn combination(kind: &str) -> Option<Arith> {
    Some(match kind {
        "addf" => Arith::AddF,
        "addi" => Arith::AddI,
        "andi" => Arith::AndI,
        "maximumf" => Arith::MaximumF,
        "maxnumf" => Arith::MaxNumF,
        "maxs" => Arith::MaxSI,
        "maxu" => Arith::MaxUI,
        "minimumf" => Arith::MinimumF,
        "minnumf" => Arith::MinNumF,
        "mins" => Arith::MinSI,
        "minu" => Arith::MinUI,
        "mulf" => Arith::MulF,
        "muli" => Arith::MulI,
        "ori" => Arith::OrI,
        "xori" => Arith::XOrI,
        _ => return None,
    })
}
