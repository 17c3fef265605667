//! The rules of structured operations: maps and iterators fit the operands, shapes fit each other, and the body computes
//! elements of the outputs.

use super::structured::{Structured, element_of, shape_of};
use crate::affine::{AffineMap, Expr};
use crate::dialect::{Linalg, OpKind};
use crate::op::OpRef;
use crate::print::type_text;
use crate::types::DYNAMIC;
use crate::verify::VerifyCx;

/// Checks everything but the contents of the region.
pub(super) fn verify(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(view) = Structured::of(op) else { return };
    let rules = [wrong_operands, wrong_dimensions, wrong_maps, wrong_arguments, wrong_shapes];
    if let Some(message) = rules.iter().find_map(|rule| rule(view)) {
        cx.error(op, message);
    }
}

fn kind_of(view: Structured<'_>) -> Option<Linalg> {
    match view.op.kind() {
        OpKind::Linalg(kind) => Some(kind),
        _ => None,
    }
}

fn wrong_operands(view: Structured<'_>) -> Option<String> {
    let op = view.op;
    if op.n_results() != 0 {
        let found = type_text(op.module, op.result_type(0));
        return Some(format!(
            "has no results on memrefs, but found one of type '{found}': bufferize it first"
        ));
    }
    let (n_inputs, n_outputs) = (view.inputs().len(), view.outputs().len());
    let kind = kind_of(view)?;
    if n_outputs == 0 {
        return Some("expects at least one output, but found none".into());
    }
    if kind == Linalg::Reduce && n_inputs != n_outputs {
        return Some(format!(
            "expects as many outputs as inputs, but found {} operands",
            n_inputs + n_outputs
        ));
    }
    if let Some(named) = view.named()
        && (n_inputs, n_outputs) != (named.n_inputs(), 1)
    {
        return Some(format!(
            "expects {} inputs and 1 output, but found {n_inputs} and {n_outputs}",
            named.n_inputs()
        ));
    }
    if kind != Linalg::Fill {
        return None;
    }
    let [wanted, found] = [op.module.element_type(op.operand_type(1)), op.operand_type(0)];
    (found != wanted).then(|| {
        let (wanted, found) = (type_text(op.module, wanted), type_text(op.module, found));
        format!("expects an input of the type of the elements: expected '{wanted}', but found '{found}'")
    })
}

/// Checks the attributes that number dimensions.
fn wrong_dimensions(view: Structured<'_>) -> Option<String> {
    let op = view.op;
    let last_rank = view.rank(op.operands().len() - 1);
    match kind_of(view)? {
        Linalg::Transpose => {
            let mut sorted = op.ints("permutation").to_vec();
            sorted.sort_unstable();
            let is_valid = sorted.iter().copied().eq(0..last_rank as i64);
            (!is_valid).then(|| {
                format!(
                    "expects a permutation of 0 to {last_rank}, exclusive, but found {:?}",
                    op.ints("permutation")
                )
            })
        }
        Linalg::Broadcast => wrong_list(op.ints("dimensions"), last_rank),
        Linalg::Reduce => {
            let dims = op.ints("dimensions");
            let is_sorted = dims.windows(2).all(|pair| pair[0] < pair[1]);
            let unsorted =
                (!is_sorted).then(|| format!("expects dimensions in ascending order, but found {dims:?}"));
            wrong_list(dims, view.rank(0)).or(unsorted)
        }
        _ => None,
    }
}

fn wrong_list(dims: &[i64], rank: usize) -> Option<String> {
    let outside = dims.iter().find(|dim| !(0..rank as i64).contains(*dim));
    if let Some(dim) = outside {
        return Some(format!("expects dimensions from 0 to {rank}, exclusive, but found {dim}"));
    }
    let twice = dims.iter().enumerate().find(|(index, dim)| dims[..*index].contains(*dim));
    twice.map(|(_, dim)| format!("expects each dimension once, but found {dim} twice"))
}

fn wrong_maps(view: Structured<'_>) -> Option<String> {
    let op = view.op;
    let (Some(maps), Some(iterators)) = (view.maps(), view.iterators()) else {
        return Some("expects an indexing map for each operand, and an iterator type for each loop".into());
    };
    let n_operands = op.operands().len();
    if maps.len() != n_operands {
        return Some(format!(
            "expects the number of indexing maps to be the number of operands: expected {n_operands}, but found {}",
            maps.len()
        ));
    }
    let wrong = maps.iter().enumerate().find_map(|(index, map)| {
        let rank = view.rank(index);
        if map.n_symbols != 0 {
            Some(format!("expects indexing map #{index} to have no symbols, but found {}", map.n_symbols))
        } else if map.n_dims as usize != iterators.len() {
            let (n, found) = (iterators.len(), map.n_dims);
            Some(format!("expects indexing map #{index} to have a dimension per loop: expected {n}, but found {found}"))
        } else if map.results.len() != rank {
            let found = map.results.len();
            Some(format!(
                "expects indexing map #{index} to have a result per dimension of the operand: expected {rank}, but found {found}"
            ))
        } else {
            None
        }
    });
    let free = || view.extents()?.iter().position(Option::is_none);
    wrong.or_else(|| {
        free().map(|dim| {
            format!("expects every loop to be a result of an indexing map, which gives it a size, but d{dim} is not")
        })
    })
}

/// Checks that the block takes an element of each operand.
fn wrong_arguments(view: Structured<'_>) -> Option<String> {
    let (op, module) = (view.op, view.op.module);
    let args = module.args(view.body()?);
    let n = op.operands().len();
    if args.len() != n {
        return Some(format!("expects a block argument per operand: expected {n}, but found {}", args.len()));
    }
    args.iter().enumerate().find_map(|(index, arg)| {
        let wanted = element_of(module, op.operand_type(index));
        let found = module.type_of(*arg);
        (found != wanted).then(|| {
            let (wanted, found) = (type_text(module, wanted), type_text(module, found));
            format!("expects block argument #{index} to be an element of its operand: expected '{wanted}', but found '{found}'")
        })
    })
}

/// Checks static sizes: the indices of each operand must be in bounds, and a loop over all of a dimension must have its
/// size.
fn wrong_shapes(view: Structured<'_>) -> Option<String> {
    let (op, maps) = (view.op, view.maps()?);
    let shape = |operand: usize| shape_of(op.module, op.operand_type(operand));
    let extents = view.extents()?.into_iter().map(|source| {
        let (operand, dim) = source?;
        shape(operand).get(dim).copied().filter(|size| *size != DYNAMIC)
    });
    let extents: Vec<Option<i64>> = extents.collect();
    maps.iter().enumerate().find_map(|(operand, map)| {
        shape(operand).iter().enumerate().find_map(|(dim, size)| {
            if *size == DYNAMIC {
                return None;
            }
            let problem = wrong_size(map, dim, *size, &extents)?;
            Some(format!("expects dimension #{dim} of operand #{operand} {problem}, but found {size}"))
        })
    })
}

/// Returns the expectation that the size of a dimension violates.
fn wrong_size(map: &AffineMap, dim: usize, size: i64, extents: &[Option<i64>]) -> Option<String> {
    let expr = &map.results[dim];
    if let Expr::Dim(index) = expr {
        let wanted = extents[*index as usize]?;
        return (wanted != size).then(|| format!("to have the size of loop d{index}, {wanted}"));
    }
    let (factors, constant) = expr.as_linear(map.n_dims as usize, 0)?;
    let mut range = [constant, constant];
    for (factor, extent) in factors.iter().zip(extents).filter(|(factor, _)| **factor != 0) {
        let last = extent.as_ref()?.checked_sub(1).filter(|last| 0 <= *last)?;
        let reach = factor.checked_mul(last)?;
        let end = &mut range[usize::from(0 < reach)];
        *end = end.checked_add(reach)?;
    }
    if range[0] < 0 {
        return Some(format!("to be indexed from 0 on, but the least index is {}", range[0]));
    }
    (size <= range[1]).then(|| format!("to have a size of at least {}", range[1].saturating_add(1)))
}

/// Checks that the region ends with a yield.
pub(super) fn verify_body(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let last = op.entry(0).and_then(|block| op.module.last_op(block));
    if let Some(last) = last
        && op.module.kind(last) != OpKind::Linalg(Linalg::Yield)
    {
        let found = op.module.op_name(last);
        cx.error(op, format!("expects the region to end with 'linalg.yield', but found '{found}'"));
    }
}

/// Checks that an element of each output is yielded.
pub(super) fn verify_yield(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let module = op.module;
    let Some(view) = parent(op) else { return cx.error(op, not_inside(op)) };
    let outputs = view.outputs();
    let found = op.operands().len();
    if outputs.len() != found {
        let wanted = outputs.len();
        let message = format!(
            "expects a value per output of the enclosing operation: expected {wanted}, but found {found}"
        );
        return cx.error(op, message);
    }
    for (index, (value, output)) in op.operands().iter().zip(outputs).enumerate() {
        let wanted = element_of(module, op.type_of(*output));
        let found = op.type_of(*value);
        if wanted != found {
            let (wanted, found) = (type_text(module, wanted), type_text(module, found));
            let message = format!(
                "expects value #{index} to be an element of the output: expected '{wanted}', but found '{found}'"
            );
            return cx.error(op, message);
        }
    }
}

/// Checks that the enclosing operation has the loop.
pub(super) fn verify_index(cx: &mut VerifyCx<'_>, op: OpRef<'_>) {
    let Some(view) = parent(op) else { return cx.error(op, not_inside(op)) };
    let n_loops = view.iterators().map_or(0, |iterators| iterators.len() as i64);
    let dim = op.int("dim").unwrap_or_default();
    if !(0..n_loops).contains(&dim) {
        let message =
            format!("expects a loop of the enclosing operation, which has {n_loops}, but found {dim}");
        cx.error(op, message);
    }
}

fn parent(op: OpRef<'_>) -> Option<Structured<'_>> {
    op.module.parent_op(op.op).and_then(|parent| Structured::of(op.other(parent)))
}

fn not_inside(op: OpRef<'_>) -> String {
    let found = op.module.parent_op(op.op).map(|parent| op.module.op_name(parent)).unwrap_or_default();
    format!("expects a structured operation of linalg as parent, but found '{found}'")
}
