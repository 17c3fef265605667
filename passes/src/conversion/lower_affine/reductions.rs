//! Lowers the reductions of `affine.parallel` to regions of `scf.reduce`.

use crate::PassCx;
use warpline_ir::dialect::memref::ATOMIC_KINDS;
use warpline_ir::scalar::float::{is_nan, narrow, widen};
use warpline_ir::{Arith, Attr, AttrKind, Builder, Float, Module, Op, Place, Reported, Scf, Type};

/// A reduction: the operation that combines two values, and the neutral element.
pub(super) struct Reduction {
    kind: Arith,
    /// The neutral element.
    pub(super) neutral: Attr,
}

/// Returns the reductions of an operation, one per result.
pub(super) fn of_parallel(cx: &mut PassCx<'_>, op: Op) -> Result<Vec<Reduction>, Reported> {
    let kinds: Vec<Attr> = match cx.module.attr(op, "reductions").map(|attr| cx.module.attr_kind(attr)) {
        Some(AttrKind::Array(kinds)) => kinds.to_vec(),
        _ => Vec::new(),
    };
    let types: Vec<Type> = cx.module.results(op).map(|result| cx.module.type_of(result)).collect();
    let mut out = Vec::new();
    for (kind, ty) in kinds.into_iter().zip(types) {
        let number = cx.module.attr_int(kind).and_then(|number| usize::try_from(number).ok());
        let name = number.and_then(|number| ATOMIC_KINDS.get(number)).copied().unwrap_or("unknown");
        match reduction(cx.module, name, ty) {
            Some(reduction) => out.push(reduction),
            None => {
                return Err(cx.error(op, format!("the reduction '{name}' cannot be lowered for this type")));
            }
        }
    }
    Ok(out)
}

fn reduction(module: &mut Module, name: &str, ty: Type) -> Option<Reduction> {
    if let Some(float) = module.float_kind(ty) {
        let (kind, bits) = float_reduction(name, float)?;
        return Some(Reduction { kind, neutral: module.float_attr(bits, ty) });
    }
    let (kind, value) = int_reduction(name, module.bit_width(ty)?)?;
    Some(Reduction { kind, neutral: module.int_attr(value, ty) })
}

fn float_reduction(name: &str, float: Float) -> Option<(Arith, u64)> {
    let bits = |value: f64| narrow(float, value);
    let infinity = bits(f64::INFINITY);
    if widen(float, infinity).is_finite() || is_nan(float, infinity) {
        return None;
    }
    Some(match name {
        "addf" => (Arith::AddF, 0),
        "mulf" => (Arith::MulF, bits(1.0)),
        "maximumf" => (Arith::MaximumF, bits(f64::NEG_INFINITY)),
        "minimumf" => (Arith::MinimumF, infinity),
        "maxnumf" => (Arith::MaxNumF, bits(f64::NEG_INFINITY)),
        "minnumf" => (Arith::MinNumF, infinity),
        _ => return None,
    })
}

fn int_reduction(name: &str, width: u32) -> Option<(Arith, i64)> {
    let least = i64::MIN >> 64u32.saturating_sub(width).min(63);
    Some(match name {
        "addi" => (Arith::AddI, 0),
        "muli" => (Arith::MulI, 1),
        "maxs" => (Arith::MaxSI, least),
        "mins" => (Arith::MinSI, !least),
        "maxu" => (Arith::MaxUI, 0),
        "minu" => (Arith::MinUI, -1),
        "ori" => (Arith::OrI, 0),
        "andi" => (Arith::AndI, -1),
        "xori" => (Arith::XOrI, 0),
        _ => return None,
    })
}

/// Replaces the terminator of a body by `scf.reduce` with a region per reduction.
pub(super) fn end_body(module: &mut Module, terminator: Op, reductions: &[Reduction]) {
    let operands = module.operands(terminator).to_vec();
    let mut builder = Builder::before(module, terminator);
    let reduce = builder.op_with_regions(Scf::Reduce, &operands, &[], &[], reductions.len());
    let location = module.location(terminator);
    for (index, reduction) in reductions.iter().enumerate() {
        let ty = module.type_of(operands[index]);
        let block = module.add_block(module.region(reduce, index), &[ty, ty]);
        let (a, b) = (module.args(block)[0], module.args(block)[1]);
        let mut builder = Builder::new(module, Place::End(block), location);
        let joined = builder.binary(reduction.kind, a, b);
        builder.op(Scf::ReduceReturn, &[joined], &[], &[]);
    }
    module.erase(terminator);
}
