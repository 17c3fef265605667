//! The accesses to memory under an operation, with their subscripts as sums where that is possible.

use crate::analysis::effects::{Effects, own_effects};
use crate::analysis::{alias, linear, linear::Linear};
use warpline_ir::def::Effect;
use warpline_ir::{Affine, MemRef, Module, Op, OpKind, Value};

/// An access to a buffer.
#[derive(Clone, Debug)]
pub struct Access {
    /// The operation that makes it.
    pub op: Op,
    /// The memref that is named.
    pub memref: Value,
    /// Whether it may change the buffer.
    pub is_write: bool,
    /// A sum per dimension; `None` where the element is not known.
    pub subscripts: Option<Vec<Linear>>,
}

/// Every access of the operations in `outer`, those to buffers made inside of it left out: each iteration has
/// its own.
///
/// # Errors
/// The first operation that may do anything.
pub fn accesses_inside(module: &Module, outer: Op) -> Result<Vec<Access>, Op> {
    let mut found = Vec::new();
    for Touch { op, memref, is_write } in touches_inside(module, outer)? {
        let is_one_buffer = !is_defined_inside(module, memref, outer) && alias::is_injective(module, memref);
        let subscripts = if is_one_buffer { subscripts(module, op) } else { None };
        found.push(Access { op, memref, is_write, subscripts });
    }
    Ok(found)
}

/// An operation that reads or writes a buffer.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// The operation.
    pub op: Op,
    /// The memref that is named.
    pub memref: Value,
    /// Whether it may change the buffer.
    pub is_write: bool,
}

/// [`accesses_inside`] without the elements.
///
/// # Errors
/// The first operation that may do anything.
pub fn touches_inside(module: &Module, outer: Op) -> Result<Vec<Touch>, Op> {
    let mut found = Vec::new();
    for op in module.walk(outer).into_iter().skip(1) {
        let Effects::Known(effects) = own_effects(module, op) else { return Err(op) };
        for (effect, memref) in effects {
            let is_private = alias::local_allocation(module, memref)
                .is_some_and(|allocation| module.is_inside(allocation, outer));
            if !is_private && effect != Effect::Allocate {
                found.push(Touch { op, memref, is_write: effect != Effect::Read });
            }
        }
    }
    Ok(found)
}

/// Whether a value is made in `outer`, so that it may be another one in each iteration.
pub fn is_defined_inside(module: &Module, value: Value, outer: Op) -> bool {
    let parent = module.def_block(value).and_then(|block| module.block_parent(block));
    parent.is_some_and(|parent| module.is_inside(parent, outer))
}

/// The element of this memref that an operation accesses.
fn subscripts(module: &Module, op: Op) -> Option<Vec<Linear>> {
    let view = module.op(op);
    match module.kind(op) {
        OpKind::Affine(Affine::Load) => {
            linear::of_map(module, module.attr_map(view.attr("map")?)?, view.group(1))
        }
        OpKind::Affine(Affine::Store) => {
            linear::of_map(module, module.attr_map(view.attr("map")?)?, view.group(2))
        }
        OpKind::MemRef(MemRef::Load) => Some(values(module, view.group(1))),
        OpKind::MemRef(MemRef::Store) => Some(values(module, view.group(2))),
        _ => None,
    }
}

/// Indices that may be computed from anything: each is a leaf unless it is affine.
fn values(module: &Module, indices: &[Value]) -> Vec<Linear> {
    indices.iter().map(|index| linear::of_value(module, *index)).collect()
}
