//! Vector accesses: the elements that their lanes access, and the inactive lanes.
//!
//! A lane is active if all masks enable it, and if it is in bounds of the dimensions that a transfer may leave. Along
//! each other dimension the active lanes must be in bounds. If all lanes are active, it suffices to check the first
//! and the last index of a dimension.

use super::{Demand, Size, sizes};
use warpline_ir::{AttrKind, Expr, Module, Op, OpKind, OpRef, TypeKind, Value, Vector};

/// A bounds condition on an index in each active lane.
pub(crate) struct Lanes {
    /// The shape of the vector.
    pub(crate) shape: Vec<i64>,
    /// The checked index.
    pub(crate) place: LanePlace,
    /// Masks of this shape.
    pub(crate) masks: Vec<Value>,
    /// Indices that deactivate a lane if they are out of bounds.
    pub(crate) within: Vec<LanePlace>,
}

/// The index of each lane along a dimension of a buffer.
#[derive(Clone, Copy)]
pub(crate) struct LanePlace {
    pub(crate) index: Value,
    pub(crate) along: Along,
    pub(crate) size: Size,
}

/// The summand of an index in a lane.
#[derive(Clone, Copy)]
pub(crate) enum Along {
    /// Zero.
    Same,
    /// The lane number in this dimension of the vector.
    Dimension(usize),
    /// An element of this vector.
    Offsets(Value),
}

/// Returns the operation before which an assertion is inserted: an enclosing mask can hold no other operations.
pub(crate) fn anchor(module: &Module, op: Op) -> Op {
    module.parent_op(op).filter(|parent| module.kind(*parent) == OpKind::Vector(Vector::Mask)).unwrap_or(op)
}

/// Returns the demands of a vector memory operation.
pub(super) fn demands(module: &Module, op: OpRef<'_>) -> Vec<Demand> {
    let stored = op.any_group(&["valueToStore"]).first().copied();
    let Some(vector) = stored.or_else(|| op.results().next()) else { return Vec::new() };
    let buffer = op.named("base");
    let Some(shape) = shape(module, buffer, vector) else { return Vec::new() };
    let indices = op.any_group(&["offsets", "indices"]);
    let masks: Vec<Value> =
        op.any_group(&["mask"]).iter().copied().chain(mask_around(module, op.op)).collect();
    let OpKind::Vector(kind) = op.kind() else { return Vec::new() };
    if matches!(kind, Vector::ExpandLoad | Vector::CompressStore) {
        return packed(module, buffer, indices, (shape, masks));
    }
    let alongs = match kind {
        Vector::TransferRead | Vector::TransferWrite => {
            transferred(module, op.op, (indices.len(), shape.len()))
        }
        Vector::Gather | Vector::Scatter => {
            let leading = std::iter::repeat_n((Along::Same, true), indices.len().saturating_sub(1));
            Some(leading.chain([(Along::Offsets(op.named("indices")), true)]).collect())
        }
        _ => Some(trailing(indices.len(), shape.len())),
    };
    let Some(alongs) = alongs.filter(|alongs| masks.is_empty() || is_in_order(alongs, shape.len())) else {
        return Vec::new();
    };
    let places = indices.iter().zip(sizes(module, buffer)).zip(alongs);
    let places =
        places.map(|((index, size), (along, must))| (LanePlace { index: *index, along, size }, must));
    let (required, within): (Vec<_>, Vec<_>) = places.partition(|(_, must)| *must);
    let within: Vec<LanePlace> = within.into_iter().map(|(place, _)| place).collect();
    let demand = |(place, _): (LanePlace, bool)| match place.along {
        Along::Same if masks.is_empty() && within.is_empty() => Demand::Index(place.index, place.size),
        Along::Dimension(dim) if masks.is_empty() && within.is_empty() => match shape[dim] {
            1 => Demand::Index(place.index, place.size),
            length => Demand::Indices(place.index, length, place.size),
        },
        Along::Same | Along::Dimension(_) | Along::Offsets(_) => {
            Demand::Lanes(Lanes { shape: shape.clone(), place, masks: masks.clone(), within: within.clone() })
        }
    };
    required.into_iter().map(demand).collect()
}

/// Returns the shape of a vector in elements of a buffer; `None` if the buffer has no memory, or the vector no
/// constant size.
fn shape(module: &Module, buffer: Value, vector: Value) -> Option<Vec<i64>> {
    let buffer = module.type_of(buffer);
    let TypeKind::Vector(shape, scalable, _) = module.type_kind(module.type_of(vector)) else { return None };
    let n_inner = match module.type_kind(module.element_type(buffer)) {
        TypeKind::Vector(inner, ..) => inner.len(),
        _ => 0,
    };
    let is_fixed = module.is_memref(buffer) && !scalable.contains(&true);
    is_fixed.then(|| shape[..shape.len().saturating_sub(n_inner)].to_vec())
}

fn mask_around(module: &Module, op: Op) -> Option<Value> {
    let anchor = anchor(module, op);
    (anchor != op).then(|| module.operand(anchor, 0))
}

/// Maps the dimensions of a vector to the last ones of the buffer.
fn trailing(n_indices: usize, rank: usize) -> Vec<(Along, bool)> {
    let n_leading = n_indices.saturating_sub(rank);
    let dims = (0..rank).map(|dim| (Along::Dimension(dim), true));
    std::iter::repeat_n((Along::Same, true), n_leading).chain(dims).collect()
}

/// Returns how a transfer maps lanes to each dimension of the buffer, and whether they must be in bounds.
fn transferred(module: &Module, op: Op, (n_indices, rank): (usize, usize)) -> Option<Vec<(Along, bool)>> {
    let map = module.attr_map(module.attr(op, "permutation_map")?)?;
    let AttrKind::Array(in_bounds) = module.attr_kind(module.attr(op, "in_bounds")?) else { return None };
    let mut alongs = vec![(Along::Same, true); n_indices];
    for (dim, (expr, in_bounds)) in map.results.iter().zip(in_bounds.iter()).enumerate() {
        if let Expr::Dim(of_buffer) = expr {
            let must = module.attr_int(*in_bounds) == Some(1);
            *alongs.get_mut(*of_buffer as usize)? = (Along::Dimension(dim), must);
        }
    }
    (map.results.len() == rank).then_some(alongs)
}

/// Whether a mask, whose dimensions are in the order of the buffer, has the shape of the vector.
fn is_in_order(alongs: &[(Along, bool)], rank: usize) -> bool {
    let dims: Vec<usize> = alongs
        .iter()
        .filter_map(|(along, _)| match along {
            Along::Dimension(dim) => Some(*dim),
            Along::Same | Along::Offsets(_) => None,
        })
        .collect();
    let has_offsets = alongs.iter().any(|(along, _)| matches!(along, Along::Offsets(_)));
    has_offsets || dims.into_iter().eq(0..rank)
}

/// Returns the demand of an access whose active lanes are contiguous in memory.
fn packed(
    module: &Module,
    buffer: Value,
    indices: &[Value],
    (shape, masks): (Vec<i64>, Vec<Value>),
) -> Vec<Demand> {
    let mut sizes = sizes(module, buffer);
    let (Some((last, leading)), Some(size)) = (indices.split_last(), sizes.pop()) else { return Vec::new() };
    let leading = leading.iter().zip(sizes).map(|(index, size)| {
        let place = LanePlace { index: *index, along: Along::Same, size };
        Demand::Lanes(Lanes { shape: shape.clone(), place, masks: masks.clone(), within: Vec::new() })
    });
    let packed = masks.first().map(|mask| Demand::Packed(*last, *mask, size));
    leading.chain(packed).collect()
}
