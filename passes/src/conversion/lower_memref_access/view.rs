//! A decomposed buffer: a pointer, the byte offset of its first element, sizes and strides.

use crate::analysis::alignment::common;
use warpline_ir::{Arith, Builder, DYNAMIC, Module, Ptr, Type, Value};

/// A static number, or a value of type `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A static number.
    Int(i64),
    /// A dynamic value.
    Value(Value),
}

impl Part {
    /// Returns the static number of a type, or `other` where the type is dynamic.
    pub(super) fn known_or(known: i64, other: Self) -> Self {
        if known == DYNAMIC { other } else { Self::Int(known) }
    }

    /// Returns the part as a value of type `index`.
    pub(super) fn value(self, at: &mut Builder<'_>) -> Value {
        match self {
            Self::Int(number) => at.index(number),
            Self::Value(value) => value,
        }
    }

    /// Builds the product of two parts.
    pub(super) fn times(self, other: Self, at: &mut Builder<'_>) -> Self {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => Self::Int(a.wrapping_mul(b)),
            (other, Self::Int(1)) | (Self::Int(1), other) => other,
            (Self::Int(0), _) | (_, Self::Int(0)) => Self::Int(0),
            // Constants are canonicalized to the right.
            (Self::Int(_), Self::Value(_)) => other.times(self, at),
            (Self::Value(value), by) => {
                let by = by.value(at);
                Self::Value(at.binary(Arith::MulI, value, by))
            }
        }
    }
}

/// A decomposed buffer.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The base pointer.
    pub(super) pointer: Value,
    /// The byte offset of the first element from the pointer.
    pub(super) bytes: i64,
    /// The greatest known power of two that divides the address.
    pub(super) align: u64,
    /// The element type and its size in bytes.
    pub(super) element: (Type, i64),
    /// The size of each dimension.
    pub(super) sizes: Vec<Part>,
    /// The stride of each dimension in elements.
    pub(super) strides: Vec<Part>,
    /// The beginning of the whole buffer, if known: an address and a byte offset.
    pub(super) whole: Option<(Value, i64)>,
    /// The address that the offset in its metadata is relative to, if known: an address and a byte offset.
    pub(super) base: Option<(Value, i64)>,
    /// Whether the buffer is never written while the kernel runs.
    pub(super) is_invariant: bool,
    /// Whether every element is within the whole buffer.
    pub(super) in_bounds: bool,
}

impl View {
    /// Creates the view of an element at a pointer.
    pub(super) fn at(pointer: Value, element: (Type, i64)) -> Self {
        Self {
            pointer,
            bytes: 0,
            align: 1,
            element,
            sizes: Vec::new(),
            strides: Vec::new(),
            whole: None,
            base: None,
            is_invariant: false,
            in_bounds: false,
        }
    }

    /// Returns the view that begins at an element, with constant bytes kept separate.
    pub(super) fn moved(&self, at: &mut Builder<'_>, indices: &[Part]) -> Self {
        let mut moved = self.clone();
        for (index, stride) in indices.iter().zip(&self.strides) {
            let size = self.element.1;
            match (*index, *stride) {
                (Part::Int(index), Part::Int(stride)) => {
                    moved.bytes = moved.bytes.wrapping_add(index.wrapping_mul(stride).wrapping_mul(size));
                }
                (Part::Int(0), _) => {}
                (Part::Int(index), stride) => moved.advance(at, stride, Part::Int(index.wrapping_mul(size))),
                (index, Part::Int(stride)) => moved.advance(at, index, Part::Int(stride.wrapping_mul(size))),
                (index, stride) => {
                    let elements = index.times(stride, at);
                    moved.advance(at, elements, Part::Int(size));
                }
            }
        }
        moved
    }

    /// Adds a part times a byte scale to the address.
    fn advance(&mut self, at: &mut Builder<'_>, part: Part, scale: Part) {
        let bytes = match part.times(scale, at) {
            Part::Int(bytes) => {
                self.bytes = self.bytes.wrapping_add(bytes);
                return;
            }
            Part::Value(bytes) => bytes,
        };
        self.align = common(self.align, crate::analysis::alignment::multiple_of(at.module, bytes));
        self.pointer = sum(at, self.pointer, bytes, self.in_bounds);
    }

    /// Builds the address of the first element.
    pub(super) fn address(&self, at: &mut Builder<'_>) -> Value {
        displaced(at, self.pointer, self.bytes, self.in_bounds)
    }
}

/// Builds a pointer at a constant byte offset.
pub(super) fn displaced(at: &mut Builder<'_>, pointer: Value, bytes: i64, in_bounds: bool) -> Value {
    if bytes == 0 {
        return pointer;
    }
    let bytes = at.index(bytes);
    sum(at, pointer, bytes, in_bounds)
}

fn sum(at: &mut Builder<'_>, pointer: Value, bytes: Value, in_bounds: bool) -> Value {
    let ty = at.module.type_of(pointer);
    let flags = at.module.int_attr(if in_bounds { 3 } else { 0 }, Type::I32);
    at.value(Ptr::PtrAdd, &[pointer, bytes], ty, &[("flags", flags)])
}

/// Returns the type and the size in bytes of an element of a memref.
pub(super) fn element_of(module: &Module, ty: Type) -> Option<(Type, i64)> {
    let element = module.element_type(ty);
    Some((element, i64::try_from(module.element_size(element)?).ok()?))
}

/// Returns the alignment that every element of a type has: that of a scalar, of which a vector is a sequence.
pub(super) fn least_align(module: &Module, element: Type) -> u64 {
    module.byte_size(module.element_type(element)).unwrap_or(1)
}
