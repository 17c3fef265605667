//! The memory that a view or a pointer may reach: from the beginning of what it is derived from to the end of the
//! buffer behind it.

use super::memory;
use super::symbols::Given;
use crate::analysis::alias::view_source;
use warpline_ir::{MemRef, Module, OpKind, Ptr, TypeKind, Value};

/// The origin of memory.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin {
    /// A whole buffer with dense elements, whose sizes its type or `memref.dim` gives.
    Whole(Value),
    /// A buffer or a pointer in memory that only the runtime knows.
    Unknown(Value),
}

/// The memory behind a view or a pointer.
#[derive(Clone, Debug)]
pub(crate) struct Limit {
    pub(crate) origin: Origin,
    /// The bytes from the origin to the view or pointer, as a sum.
    pub(crate) shifts: Vec<Value>,
}

impl Limit {
    /// Returns the memory behind a buffer or a pointer.
    pub(crate) fn of(module: &Module, given: &Given<'_>, value: Value) -> Self {
        let (mut at, mut shifts) = (value, Vec::new());
        while let Some(source) = view_source(module, at) {
            let op = module.defining_op(at).map(|op| module.op(op));
            match op.map(|op| (op, op.kind())) {
                Some((op, OpKind::MemRef(MemRef::View))) => shifts.push(op.named("byte_shift")),
                Some((op, OpKind::Ptr(Ptr::PtrAdd))) => shifts.push(op.named("offset")),
                _ => {}
            }
            at = source;
        }
        let is_whole = memory::is_whole(module, given, at);
        Self { origin: if is_whole { Origin::Whole(at) } else { Origin::Unknown(at) }, shifts }
    }

    /// Returns the buffer, if the view begins where it does and its elements have the same size.
    pub(crate) fn buffer_of(&self, module: &Module, n_bytes: u64) -> Option<Value> {
        match self.origin {
            Origin::Whole(buffer) if self.shifts.is_empty() => {
                (element_bytes(module, buffer) == Some(n_bytes)).then_some(buffer)
            }
            Origin::Whole(_) | Origin::Unknown(_) => None,
        }
    }
}

/// Returns the bytes of an element of a buffer.
pub(crate) fn element_bytes(module: &Module, buffer: Value) -> Option<u64> {
    let ty = module.type_of(buffer);
    let is_buffer = matches!(module.type_kind(ty), TypeKind::MemRef(..) | TypeKind::UnrankedMemRef(..));
    module.element_size(module.element_type(ty)).filter(|_| is_buffer)
}
