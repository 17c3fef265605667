//! The memory accesses nested in an operation, with their subscripts as linear expressions where possible.

use crate::analysis::delinearize::{self, Digits};
use crate::analysis::effects::{Effects, own_effects};
use crate::analysis::{alias, linear, linear::Linear};
use warpline_ir::def::{Effect, Trait};
use warpline_ir::{Affine, MemRef, Module, Op, OpKind, Value};

/// An access to a buffer.
#[derive(Clone, Debug)]
pub struct MemRefAccess {
    /// The operation that performs it.
    pub op: Op,
    /// The accessed memref.
    pub memref: Value,
    /// Whether it may change the buffer.
    pub is_write: bool,
    /// A linear expression per dimension; `None` if the element is unknown.
    pub subscripts: Option<Vec<Linear>>,
    /// The sizes of all dimensions but the first, if these are digits of the only index of the memref.
    pub sizes: Vec<Value>,
}

/// Returns every access of the operations in `outer`, except to buffers allocated in it: each iteration has its own.
///
/// # Errors
/// Returns the first operation with unknown effects.
pub fn accesses_inside(module: &Module, outer: Op) -> Result<Vec<MemRefAccess>, Op> {
    let mut found = Vec::new();
    for Touch { op, memref, is_write } in touches_inside(module, outer)? {
        let is_one_buffer = !is_defined_inside(module, memref, outer) && alias::is_injective(module, memref);
        let digits = if is_one_buffer { digits(module, outer, op) } else { None };
        let (subscripts, sizes) = match digits {
            Some(Digits { subscripts, sizes }) => (Some(subscripts), sizes),
            None => (if is_one_buffer { subscripts(module, op) } else { None }, Vec::new()),
        };
        found.push(MemRefAccess { op, memref, is_write, subscripts, sizes });
    }
    Ok(found)
}

/// An operation that reads or writes a buffer.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// The operation.
    pub op: Op,
    /// The accessed memref.
    pub memref: Value,
    /// Whether it may change the buffer.
    pub is_write: bool,
}

/// Like [`accesses_inside`], but without the elements.
///
/// # Errors
/// Returns the first operation with unknown effects.
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

/// Whether a value is defined in `outer`, so that it may differ between iterations.
pub fn is_defined_inside(module: &Module, value: Value, outer: Op) -> bool {
    let parent = module.def_block(value).and_then(|block| module.block_parent(block));
    parent.is_some_and(|parent| module.is_inside(parent, outer))
}

/// Returns the only index of an access as digits, which have the same sizes in all of `outer`.
fn digits(module: &Module, outer: Op, op: Op) -> Option<Digits> {
    let view = module.op(op);
    match module.kind(op) {
        OpKind::Affine(Affine::Load | Affine::Store) => {
            delinearize::of_map(module, outer, module.attr_map(view.attr("map")?)?, view.group("indices"))
        }
        OpKind::MemRef(MemRef::Load | MemRef::Store) => match *view.group("indices") {
            [index] => delinearize::of_value(module, outer, index),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the subscripts of the element of the memref that an operation accesses.
fn subscripts(module: &Module, op: Op) -> Option<Vec<Linear>> {
    let view = module.op(op);
    match module.kind(op) {
        OpKind::Affine(Affine::Load | Affine::Store) => {
            linear::of_map(module, module.attr_map(view.attr("map")?)?, view.group("indices"))
        }
        OpKind::MemRef(MemRef::Load | MemRef::Store) => Some(values(module, view.group("indices"))),
        _ => None,
    }
}

/// Returns indices as linear expressions, in which a value that is not affine is a leaf.
fn values(module: &Module, indices: &[Value]) -> Vec<Linear> {
    indices.iter().map(|index| linear::of_value(module, *index)).collect()
}

/// Whether an operation may be executed again, or moved, anywhere in a loop with these accesses: it has no effect, or loads
/// from memory that the loop does not write.
pub(crate) fn is_repeatable(
    module: &Module,
    op: Op,
    accesses: &[MemRefAccess],
    may_alias: &dyn Fn(Value, Value) -> bool,
) -> bool {
    let is_written =
        |memref| accesses.iter().any(|access| access.is_write && may_alias(access.memref, memref));
    match module.kind(op) {
        OpKind::Affine(Affine::Load) | OpKind::MemRef(MemRef::Load) => {
            !is_volatile(module, op) && !is_written(module.operand(op, 0))
        }
        kind => kind.def().is_some_and(|def| def.has(Trait::Pure)),
    }
}

/// Whether an access must happen exactly as often as in the program.
pub(crate) fn is_volatile(module: &Module, op: Op) -> bool {
    module.attr(op, "volatile_").is_some()
}
