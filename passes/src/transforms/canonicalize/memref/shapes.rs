//! `memref.expand_shape` and `memref.collapse_shape` of each other, of themselves and of casts.

use super::{more_exact_source, replace_and_cast};
use crate::transforms::canonicalize::matching::defined_by;
use warpline_ir::dialect::memref::{collapsed_type, expanded_type, groups_attr, groups_of, is_castable};
use warpline_ir::{AttrKind, Builder, DYNAMIC, MemRef, Module, Op, Type, Value};

/// Dimensions that are merged, by the dimensions of the smaller shape.
type Groups = Vec<Vec<usize>>;

pub(super) fn undo_expansion(module: &mut Module, op: Op) -> Option<()> {
    undo(module, op, MemRef::ExpandShape)
}

pub(super) fn undo_collapse(module: &mut Module, op: Op) -> Option<()> {
    undo(module, op, MemRef::CollapseShape)
}

/// Folds an expansion of a collapse of the same dimensions, and vice versa.
fn undo(module: &mut Module, op: Op, inverse: MemRef) -> Option<()> {
    let inner = defined_by(module, module.operand(op, 0), inverse)?;
    let source = module.operand(inner, 0);
    let (from, to) = (module.type_of(source), module.type_of(module.result(op, 0)));
    let is_back = module.shape(from) == module.shape(to)
        && is_castable(module, from, to)
        && module.attr(inner, "reassociation") == module.attr(op, "reassociation")
        && (inverse == MemRef::ExpandShape || has_known_sizes(module, op)?);
    if is_back { replace_and_cast(module, op, source) } else { None }
}

/// Whether the sizes of an expansion follow from its type and the sizes before: each group has at most one unknown.
fn has_known_sizes(module: &Module, op: Op) -> Option<bool> {
    let shape = module.shape(module.type_of(module.result(op, 0)))?;
    let n_unknown = |group: &Vec<usize>| group.iter().filter(|dim| shape[**dim] == DYNAMIC).count();
    Some(groups_of(module.op(op))?.iter().all(|group| n_unknown(group) <= 1))
}

/// Returns for each outer group the members of its inner groups.
fn joined(outer: &Groups, inner: &Groups) -> Option<Groups> {
    let join = |group: &Vec<usize>| {
        let parts: Option<Vec<&[usize]>> =
            group.iter().map(|dim| inner.get(*dim).map(Vec::as_slice)).collect();
        parts.map(|parts| parts.concat())
    };
    outer.iter().map(join).collect()
}

/// Recreates an operation on a source with these groups; the type of the result must be unchanged.
fn regroup(module: &mut Module, op: Op, source: Value, groups: &Groups, ty: Type) -> Option<()> {
    if ty != module.type_of(module.result(op, 0)) {
        return None;
    }
    let groups = groups_attr(module, groups);
    module.set_operand(op, 0, source);
    module.set_attr(op, "reassociation", groups);
    Some(())
}

pub(super) fn collapse_of_collapse(module: &mut Module, op: Op) -> Option<()> {
    let inner = defined_by(module, module.operand(op, 0), MemRef::CollapseShape)?;
    let source = module.operand(inner, 0);
    let groups = joined(&groups_of(module.op(op))?, &groups_of(module.op(inner))?)?;
    let ty = collapsed_type(module, module.type_of(source), &groups)?;
    regroup(module, op, source, &groups, ty)
}

pub(super) fn expansion_of_expansion(module: &mut Module, op: Op) -> Option<()> {
    let inner = defined_by(module, module.operand(op, 0), MemRef::ExpandShape)?;
    let source = module.operand(inner, 0);
    let groups = joined(&groups_of(module.op(inner))?, &groups_of(module.op(op))?)?;
    let shape = module.shape(module.type_of(module.result(op, 0)))?.to_vec();
    let ty = expanded_type(module, module.type_of(source), &shape, &groups)?;
    regroup(module, op, source, &groups, ty)
}

/// Returns the groups of dimensions of the smaller shape whose members make up each group of the larger one.
fn split_by(larger: &Groups, smaller: &Groups) -> Option<Groups> {
    let mut rest = smaller.iter().enumerate().peekable();
    let mut result = Vec::new();
    for group in larger {
        let mut members = Vec::new();
        let mut n_left = group.len();
        while 0 < n_left {
            let (index, part) = rest.next()?;
            n_left = n_left
                .checked_sub(part.len())
                .filter(|_| part.first().is_some_and(|dim| group.contains(dim)))?;
            members.push(index);
        }
        result.push(members);
    }
    rest.next().is_none().then_some(result)
}

/// Merges a collapse of an expansion: one of the two remains.
pub(super) fn collapse_of_expansion(module: &mut Module, op: Op) -> Option<()> {
    let inner = defined_by(module, module.operand(op, 0), MemRef::ExpandShape)?;
    let source = module.operand(inner, 0);
    let (apart, together) = (groups_of(module.op(inner))?, groups_of(module.op(op))?);
    if let Some(groups) = split_by(&together, &apart).filter(|_| together.len() < apart.len()) {
        let ty = collapsed_type(module, module.type_of(source), &groups)?;
        return regroup(module, op, source, &groups, ty);
    }
    let groups = split_by(&apart, &together).filter(|_| apart.len() < together.len())?;
    let wanted = module.type_of(module.result(op, 0));
    let shape = module.shape(wanted)?.to_vec();
    if expanded_type(module, module.type_of(source), &shape, &groups)? != wanted {
        return None;
    }
    // A size that would have to be computed prevents the rewrite.
    let sizes = Sizes::of(module, inner)?;
    let mut values = Vec::new();
    for (size, group) in shape.iter().zip(&together) {
        match group.as_slice() {
            _ if *size != DYNAMIC => {}
            [only] => values.push(sizes.values[*only]?),
            _ => return None,
        }
    }
    let value = expand(module, op, source, &groups, &shape, &values)?;
    replace_and_cast(module, op, value)
}

/// Creates `memref.expand_shape`.
fn expand(
    module: &mut Module,
    op: Op,
    source: Value,
    groups: &Groups,
    shape: &[i64],
    values: &[Value],
) -> Option<Value> {
    let ty = expanded_type(module, module.type_of(source), shape, groups)?;
    let sizes = module.intern_attr(AttrKind::DenseArray(Type::I64, shape.into()));
    let groups = groups_attr(module, groups);
    let operands = [&[source], values].concat();
    let attrs = [("reassociation", groups), ("static_output_shape", sizes)];
    Some(Builder::before(module, op).value(MemRef::ExpandShape, &operands, ty, &attrs))
}

/// The sizes of the result of an expansion: known sizes, and the values of the others.
struct Sizes {
    known: Vec<Option<i64>>,
    values: Vec<Option<Value>>,
}

impl Sizes {
    fn of(module: &Module, op: Op) -> Option<Self> {
        let AttrKind::DenseArray(_, numbers) = module.attr_kind(module.attr(op, "static_output_shape")?)
        else {
            return None;
        };
        let mut operands = module.operands(op)[1..].iter().copied();
        let values: Vec<Option<Value>> =
            numbers.iter().map(|number| (*number == DYNAMIC).then(|| operands.next()).flatten()).collect();
        let known = numbers.iter().zip(&values).map(|(number, value)| match value {
            Some(value) => module.constant_int(*value).filter(|size| 0 <= *size),
            None => Some(*number),
        });
        Some(Self { known: known.collect(), values })
    }
}

pub(super) fn collapse_of_cast(module: &mut Module, op: Op) -> Option<()> {
    let source = more_exact_source(module, module.operand(op, 0))?;
    let groups = groups_of(module.op(op))?;
    let ty = collapsed_type(module, module.type_of(source), &groups)?;
    if !is_castable(module, ty, module.type_of(module.result(op, 0))) {
        return None;
    }
    let groups = groups_attr(module, &groups);
    let attrs = [("reassociation", groups)];
    let value = Builder::before(module, op).value(MemRef::CollapseShape, &[source], ty, &attrs);
    replace_and_cast(module, op, value)
}

/// Folds a cast of the source: all parts of a dimension whose size became known must be known, the last one by
/// division.
pub(super) fn expansion_of_cast(module: &mut Module, op: Op) -> Option<()> {
    let source = more_exact_source(module, module.operand(op, 0))?;
    let groups = groups_of(module.op(op))?;
    let from = module.shape(module.type_of(source))?.to_vec();
    let wanted = module.type_of(module.result(op, 0));
    let mut shape = module.shape(wanted)?.to_vec();
    let sizes = Sizes::of(module, op)?;
    for (size, group) in from.iter().zip(&groups).filter(|(size, _)| **size != DYNAMIC) {
        let known: Option<i64> =
            group.iter().filter_map(|dim| sizes.known[*dim]).try_fold(1, i64::checked_mul);
        let known = known.filter(|known| 0 < *known && size % known == 0)?;
        let mut rest = Some(size / known);
        for dim in group {
            shape[*dim] = sizes.known[*dim].or_else(|| rest.take())?;
        }
        if rest.is_some_and(|rest| rest != 1) {
            return None;
        }
    }
    let values: Option<Vec<Value>> = shape
        .iter()
        .zip(&sizes.values)
        .filter(|(size, _)| **size == DYNAMIC)
        .map(|(_, value)| *value)
        .collect();
    let ty = expanded_type(module, module.type_of(source), &shape, &groups)?;
    if !is_castable(module, ty, wanted) {
        return None;
    }
    let value = expand(module, op, source, &groups, &shape, &values?)?;
    replace_and_cast(module, op, value)
}
