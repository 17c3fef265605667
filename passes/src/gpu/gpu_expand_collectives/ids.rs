//! Computes subgroup ids from thread ids: lanes are adjacent along x, then y, then z.

use super::enclosing_function;
use crate::analysis::kernel_facts;
use crate::analysis::launches::Sizes;
use warpline_ir::dialect::gpu::DIMENSIONS;
use warpline_ir::{Arith, Builder, Gpu, Module, Op, Type, Value};

/// Computes `gpu.subgroup_id`, `gpu.num_subgroups` or `gpu.subgroup_size`.
pub(super) fn expand(module: &mut Module, op: Op, kind: Gpu, size: i64) -> Option<()> {
    let func = enclosing_function(module, op)?;
    let sizes = kernel_facts::sizes(module, func);
    let at = &mut Builder::before(module, op);
    let number = match kind {
        Gpu::SubgroupSize => at.index(size),
        Gpu::NumSubgroups => {
            let [x, y, z] = [0, 1, 2].map(|dim| block_dim(at, &sizes, dim));
            let plane = times(at, x, y);
            let all = times(at, plane, z);
            let rest = at.index(size - 1);
            let all = at.binary(Arith::AddI, all, rest);
            divided(at, all, size)
        }
        _ => {
            let number = thread_number(at, &sizes);
            divided(at, number, size)
        }
    };
    module.replace_op(op, &[number]);
    Some(())
}

/// Builds the linear thread id in the block, x fastest.
fn thread_number(at: &mut Builder<'_>, sizes: &Sizes) -> Value {
    let mut number = None;
    for dim in [2, 1, 0] {
        if let Some(above) = number {
            let size = block_dim(at, sizes, dim);
            number = Some(times(at, above, size));
        }
        if sizes.block[dim] == Some(1) {
            continue;
        }
        let own = along(at, Gpu::ThreadId, dim);
        number = Some(number.map_or(own, |above| at.binary(Arith::AddI, above, own)));
    }
    number.unwrap_or_else(|| at.index(0))
}

/// Builds the size of the block along a dimension.
fn block_dim(at: &mut Builder<'_>, sizes: &Sizes, dim: usize) -> Value {
    match sizes.block[dim].filter(|_| sizes.is_block_exact) {
        Some(size) => at.index(size),
        None => along(at, Gpu::BlockDim, dim),
    }
}

fn along(at: &mut Builder<'_>, kind: Gpu, dim: usize) -> Value {
    let dimension = at.module.keyword_attr(kind, "dimension", DIMENSIONS[dim]);
    at.value(kind, &[], Type::INDEX, &[("dimension", dimension)])
}

/// Builds a product; a constant is on the right.
fn times(at: &mut Builder<'_>, a: Value, b: Value) -> Value {
    match (at.module.constant_int(a), at.module.constant_int(b)) {
        (Some(a), Some(b)) => at.index(a.wrapping_mul(b)),
        (_, Some(1)) => a,
        (Some(1), _) => b,
        (Some(_), None) => at.binary(Arith::MulI, b, a),
        _ => at.binary(Arith::MulI, a, b),
    }
}

/// Builds the quotient of a non-negative number by a power of two.
fn divided(at: &mut Builder<'_>, number: Value, by: i64) -> Value {
    if let Some(number) = at.module.constant_int(number) {
        return at.index(number / by);
    }
    let shift = at.index(by.trailing_zeros().into());
    at.binary(Arith::ShRUI, number, shift)
}
