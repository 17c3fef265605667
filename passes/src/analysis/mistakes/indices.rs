//! Finds indices that are out of bounds for every launch.

use super::Kind;
use super::paths::{affine_counts, constant_size, counts};
use crate::analysis::launches::Launches;
use warpline_ir::def::{RegionFlow, Requirement};
use warpline_ir::dialect::gpu::dimension_of;
use warpline_ir::{Affine, Arith, BinaryOp, DYNAMIC, Def, Expr, Func, Gpu, Module, Op, OpKind, Scf, Value};

/// The maximum number of operations that are followed from an index.
const MAX_DEPTH: usize = 8;

/// The least and the greatest value that an integer attains in some iteration or thread.
type Attained = (i64, i64);

/// Returns the first index of an access that is out of bounds.
pub(super) fn out_of_bounds(module: &Module, op: Op, launches: &Launches) -> Option<Kind> {
    let (buffer, indices) = access(module, op, launches)?;
    let shape = module.shape(module.type_of(buffer))?;
    indices.iter().zip(shape).enumerate().find_map(|(dim, (attained, extent))| {
        let (least, greatest) = (*attained)?;
        let is_outside = |index: &i64| *index < 0 || *extent != DYNAMIC && *extent <= *index;
        let index = [least, greatest].into_iter().find(is_outside)?;
        // A condition may leave out those that are outside.
        let are_all = greatest < 0 || *extent != DYNAMIC && *extent <= least;
        if !are_all && is_conditional(module, op) {
            return None;
        }
        (*extent != DYNAMIC).then_some(Kind::OutOfBounds { index, dim, extent: *extent })
    })
}

/// Whether a condition decides in which iterations of a loop, or by which threads, an operation is executed. One around the
/// loop or the launch decides for all of them.
fn is_conditional(module: &Module, op: Op) -> bool {
    let mut has_condition = false;
    let around = std::iter::successors(Some(op), |op| module.parent_op(*op));
    around.into_iter().any(|op| {
        let flow = module.region_flow(op);
        let varies = matches!(module.kind(op), OpKind::Gpu(Gpu::Launch | Gpu::Module));
        if has_condition && (varies || flow.is_some_and(RegionFlow::repeats)) {
            return true;
        }
        let block = module.block_of(op);
        let region = block.and_then(|block| module.region_of(block));
        let is_first = region.is_none_or(|region| module.blocks_of(region).first() == block.as_ref());
        has_condition |= !is_first || matches!(flow, Some(RegionFlow::Branch | RegionFlow::While));
        false
    })
}

/// Returns the buffer of an access, and the attained values of each index.
fn access(module: &Module, op: Op, launches: &Launches) -> Option<(Value, Vec<Option<Attained>>)> {
    let view = module.op(op);
    let is_affine = match module.kind(op) {
        OpKind::Affine(Affine::Load | Affine::Store) => true,
        kind if kind.def()?.requires.contains(&Requirement::Indices) => false,
        _ => return None,
    };
    let operands = view.group("indices").iter();
    let values = operands.map(|value| attained(module, *value, launches, MAX_DEPTH));
    let values: Vec<Option<Attained>> = values.collect();
    let indices = if is_affine {
        let map = module.attr_map(view.attr("map")?)?;
        map.results.iter().map(|expr| of_expr(expr, map.n_dims as usize, &values)).collect()
    } else {
        values
    };
    Some((view.named("memref"), indices))
}

fn of_expr(expr: &Expr, n_dims: usize, values: &[Option<Attained>]) -> Option<Attained> {
    match expr {
        Expr::Constant(value) => Some((*value, *value)),
        Expr::Dim(number) => values.get(*number as usize).copied().flatten(),
        Expr::Symbol(number) => values.get(n_dims + *number as usize).copied().flatten(),
        Expr::Binary(op, a, b) => {
            let (a, Expr::Constant(b)) = (of_expr(a, n_dims, values)?, b.as_ref()) else { return None };
            match op {
                BinaryOp::Add => map(a, |a| a.checked_add(*b)),
                BinaryOp::Mul => map(a, |a| a.checked_mul(*b)),
                BinaryOp::Mod | BinaryOp::FloorDiv | BinaryOp::CeilDiv => None,
            }
        }
    }
}

/// Maps both ends by a monotonic function, increasing or decreasing.
fn map((least, greatest): Attained, f: impl Fn(i64) -> Option<i64>) -> Option<Attained> {
    let (a, b) = (f(least)?, f(greatest)?);
    Some((a.min(b), a.max(b)))
}

fn attained(module: &Module, value: Value, launches: &Launches, depth: usize) -> Option<Attained> {
    if let Some(constant) = module.constant_int(value) {
        return Some((constant, constant));
    }
    let depth = depth.checked_sub(1)?;
    match module.def(value) {
        Def::Arg(block, index) => of_argument(module, module.block_parent(block)?, index as usize),
        Def::Result(op, _) => {
            let of = |index: usize| attained(module, module.operand(op, index), launches, depth);
            let constant = |index: usize| module.constant_int(module.operand(op, index));
            match module.kind(op) {
                OpKind::Arith(Arith::IndexCast) => of(0).filter(|(least, greatest)| {
                    let fits = |number: &i64| i32::try_from(*number).is_ok();
                    fits(least) && fits(greatest)
                }),
                OpKind::Arith(Arith::AddI) => {
                    let added = constant(1)?;
                    map(of(0)?, |number| number.checked_add(added))
                }
                OpKind::Arith(Arith::SubI) => {
                    let taken = constant(1)?;
                    map(of(0)?, |number| number.checked_sub(taken))
                }
                OpKind::Arith(Arith::MulI) => {
                    let factor = constant(1)?;
                    map(of(0)?, |number| number.checked_mul(factor))
                }
                OpKind::Gpu(kind) => of_geometry(module, op, kind, launches),
                _ => None,
            }
        }
        Def::Forward => None,
    }
}

/// Returns the values of the induction variable of a loop of constant bounds, or of a block or thread id of a launch
/// of constant sizes.
fn of_argument(module: &Module, parent: Op, index: usize) -> Option<Attained> {
    match module.kind(parent) {
        OpKind::Scf(Scf::For) if index == 0 => counts(module, parent),
        OpKind::Affine(Affine::For) if index == 0 => affine_counts(module, parent),
        OpKind::Gpu(Gpu::Launch) if index < 6 => Some((0, constant_size(module, parent, index)? - 1)),
        _ => None,
    }
}

/// Returns the values of thread and block ids in a kernel whose launches all have the same sizes.
fn of_geometry(module: &Module, op: Op, kind: Gpu, launches: &Launches) -> Option<Attained> {
    let func = std::iter::successors(Some(op), |op| module.block_parent(module.block_of(*op)?))
        .find(|op| matches!(module.kind(*op), OpKind::Gpu(Gpu::Func) | OpKind::Func(Func::Func)))?;
    let (sizes, dim) = (launches.sizes(module, func), dimension_of(module.op(op))?);
    match kind {
        Gpu::ThreadId if sizes.is_block_exact => Some((0, sizes.block[dim]? - 1)),
        Gpu::BlockId if sizes.is_grid_exact => Some((0, sizes.grid[dim]? - 1)),
        _ => None,
    }
}
