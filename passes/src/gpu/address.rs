//! Decomposes addresses into sums: the root pointer, the constant bytes and the terms that a chain of `ptr.ptr_add`
//! adds up.
//!
//! ```text
//! %4 = arith.muli %i, %stride : index        root %p, 12 bytes, terms: %i · %stride · 4 and %j · 4
//! %5 = arith.muli %4, %c4 : index
//! %6 = arith.muli %j, %c4 : index
//! %7 = ptr.ptr_add %p, %5 …
//! %8 = ptr.ptr_add %7, %6 …
//! %9 = ptr.ptr_add %8, %c12 …
//! ```

use warpline_ir::{Arith, MemRef, Module, OpKind, Ptr, Value};

/// A term of an address in bytes: an index times an optional stride times a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The index: a signed integer of any width.
    pub index: Value,
    /// A stride that is only known at run time.
    pub stride: Option<Value>,
    /// The scale, in bytes.
    pub scale: i64,
}

/// A decomposed address.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The root pointer of the sum.
    pub root: Value,
    /// The constant part, in bytes.
    pub bytes: i64,
    /// The terms.
    pub terms: Vec<Term>,
    /// Whether each partial sum stays in the buffer of the root.
    pub in_bounds: bool,
}

/// Decomposes an address, back to the first pointer that `is_root` accepts or that is not a sum.
pub fn plan(module: &Module, pointer: Value, mut is_root: impl FnMut(Value) -> bool) -> Plan {
    let mut plan = Plan { root: pointer, bytes: 0, terms: Vec::new(), in_bounds: true };
    while let Some((base, offset, in_bounds)) = sum(module, plan.root).filter(|_| !is_root(plan.root)) {
        plan.root = base;
        plan.in_bounds &= in_bounds;
        match module.constant_int(offset) {
            Some(bytes) => plan.bytes = plan.bytes.wrapping_add(bytes),
            None => plan.terms.push(term(module, offset)),
        }
    }
    plan.terms.reverse();
    plan
}

/// Returns the base and the offset of a `ptr.ptr_add` of one pointer, and whether it is `inbounds`.
fn sum(module: &Module, pointer: Value) -> Option<(Value, Value, bool)> {
    let op = module.defining_op(pointer).filter(|op| module.kind(*op) == OpKind::Ptr(Ptr::PtrAdd))?;
    let view = module.op(op);
    module
        .is_ptr(view.operand_type(0))
        .then(|| (view.named("base"), view.named("offset"), view.int("flags") == Some(3)))
}

/// Returns an offset as a term: constant factors and strides are factored out.
fn term(module: &Module, offset: Value) -> Term {
    let mut term = Term { index: offset, stride: None, scale: 1 };
    // A narrower product may wrap around before it is extended.
    if module.bit_width(module.type_of(offset)) != Some(64) {
        return term;
    }
    if let Some((index, by)) = product(module, term.index)
        && let Some(scale) = module.constant_int(by)
    {
        (term.index, term.scale) = (index, scale);
    }
    if let Some((index, by)) = product(module, term.index)
        && is_stride(module, by)
    {
        (term.index, term.stride) = (index, Some(by));
    }
    term
}

fn product(module: &Module, value: Value) -> Option<(Value, Value)> {
    let op = module.defining_op(value).filter(|op| module.kind(*op) == OpKind::Arith(Arith::MulI))?;
    let view = module.op(op);
    Some((view.named("lhs"), view.named("rhs")))
}

/// Whether a value is a size or stride of a buffer, or a product of such.
fn is_stride(module: &Module, value: Value) -> bool {
    let mut value = value;
    // Products of sizes are left-associative, with one factor for each dimension.
    for _ in 0..32 {
        let Some(op) = module.defining_op(value) else { return false };
        match module.kind(op) {
            OpKind::MemRef(MemRef::ExtractStridedMetadata | MemRef::Dim) => return true,
            OpKind::Arith(Arith::MulI) => value = module.operand(op, 0),
            _ => return false,
        }
    }
    false
}
