//! Lowers loads and stores at pointers: a vector is a sequence of adjacent elements, which is split into accesses
//! that the target has.

use super::view::View;
use crate::analysis::alignment::common;
use warpline_ir::{Arith, Attr, Builder, Module, Ptr, Signedness, Type, TypeKind, Value, Vector};

/// A scalar or vector at the beginning of a view, and the properties of its access.
pub(super) struct Line<'a> {
    pub(super) view: &'a View,
    /// The known alignment of the first element.
    pub(super) align: u64,
    /// The type of the value.
    pub(super) ty: Type,
    /// The type of an element in memory.
    pub(super) stored: Type,
    /// The attributes of each access except the alignment.
    pub(super) attrs: Vec<(&'static str, Attr)>,
    /// The maximum size of an access, in bytes.
    pub(super) limit: u64,
}

impl Line<'_> {
    /// Returns the number of elements; `None` for a scalar.
    fn len(&self, module: &Module) -> Option<usize> {
        module.shape(self.ty).and_then(|_| module.n_elements(self.ty)).map(|n| n as usize)
    }

    /// Whether a single access covers the value without conversion.
    pub(super) fn is_whole(&self, module: &Module) -> bool {
        let is_flat = module.shape(self.ty).is_some_and(|shape| shape.len() == 1);
        let n = self.len(module).unwrap_or(1);
        n == 1 && !is_flat || is_flat && self.pieces(module, n) == [(0, n)] && 1 < n
    }

    /// Splits `n` elements into accesses: returns the first element and the length of each, 4 or 2 where the
    /// address is sufficiently aligned and elements are whole bytes.
    fn pieces(&self, module: &Module, n: usize) -> Vec<(usize, usize)> {
        if !is_whole_bytes(module, self.stored) {
            return (0..n).map(|index| (index, 1)).collect();
        }
        let bytes = self.view.element.1.unsigned_abs();
        let mut found = Vec::new();
        let mut first = 0;
        while first < n {
            let fits = |width: &usize| {
                let size = *width as u64 * bytes;
                first + width <= n
                    && size <= self.limit
                    && common(self.align, first as u64 * bytes).is_multiple_of(size)
            };
            let width = [4, 2].into_iter().find(fits).unwrap_or(1);
            found.push((first, width));
            first += width;
        }
        found
    }

    /// Returns the pointer of an access, its type, and its attributes.
    fn access(
        &self,
        at: &mut Builder<'_>,
        (first, width): (usize, usize),
    ) -> (Value, Type, Vec<(&'static str, Attr)>) {
        let moved = self.view.element.1.wrapping_mul(first as i64);
        let bytes = self.view.bytes.wrapping_add(moved);
        let pointer = View { bytes, ..self.view.clone() }.address(at);
        let align = common(self.align, moved.unsigned_abs()).max(self.view.element.1.unsigned_abs());
        let align = at.module.int_attr(align as i64, Type::I64);
        let mut attrs = vec![("alignment", at.module.array_attr(&[align]))];
        attrs.extend_from_slice(&self.attrs);
        let ty = match width {
            1 => self.stored,
            _ => {
                let kind = TypeKind::Vector([width as i64].into(), [false].into(), self.stored);
                at.module.intern_type(kind)
            }
        };
        (pointer, ty, attrs)
    }

    /// Builds the loads of the value.
    pub(super) fn read(&self, at: &mut Builder<'_>) -> Value {
        let n = self.len(at.module);
        let element = at.module.element_type(self.ty);
        let mut elements = Vec::new();
        for piece in self.pieces(at.module, n.unwrap_or(1)) {
            let (pointer, ty, attrs) = self.access(at, piece);
            let raw = at.value(Ptr::Load, &[pointer], ty, &attrs);
            if ty == self.ty {
                return raw;
            }
            let raw = if piece.1 == 1 {
                vec![raw]
            } else {
                let taken = at.op(Vector::ToElements, &[raw], &vec![self.stored; piece.1], &[]);
                at.module.results(taken).collect()
            };
            elements.extend(raw.into_iter().map(|raw| converted(at, raw, element)));
        }
        if n.is_none() { elements[0] } else { at.value(Vector::FromElements, &elements, self.ty, &[]) }
    }

    /// Builds the stores of the value.
    pub(super) fn write(&self, at: &mut Builder<'_>, value: Value) {
        let Some(n) = self.len(at.module) else {
            let (pointer, _, attrs) = self.access(at, (0, 1));
            let raw = converted(at, value, self.stored);
            at.op(Ptr::Store, &[raw, pointer], &[], &attrs);
            return;
        };
        let mut elements: Option<Vec<Value>> = None;
        for piece in self.pieces(at.module, n) {
            let (pointer, ty, attrs) = self.access(at, piece);
            let raw = if ty == self.ty {
                value
            } else {
                let all = elements.get_or_insert_with(|| self.taken(at, value, n));
                let part = &all[piece.0..piece.0 + piece.1];
                if piece.1 == 1 { part[0] } else { at.value(Vector::FromElements, part, ty, &[]) }
            };
            at.op(Ptr::Store, &[raw, pointer], &[], &attrs);
        }
    }

    /// Returns the elements of a vector in their memory type.
    fn taken(&self, at: &mut Builder<'_>, value: Value, n: usize) -> Vec<Value> {
        let element = at.module.element_type(self.ty);
        let taken = at.op(Vector::ToElements, &[value], &vec![element; n], &[]);
        let elements: Vec<Value> = at.module.results(taken).collect();
        elements.into_iter().map(|element| converted(at, element, self.stored)).collect()
    }
}

/// Whether values of a type fill the bytes that they take in memory.
pub(super) fn is_whole_bytes(module: &Module, ty: Type) -> bool {
    module.byte_size(ty).map(|bytes| bytes * 8) == module.bit_width(ty).map(u64::from)
}

/// Converts a value to or from its memory type. Integers and floats of odd width are zero-extended in memory.
pub(crate) fn converted(at: &mut Builder<'_>, value: Value, to: Type) -> Value {
    let from = at.module.type_of(value);
    if from == to {
        return value;
    }
    for ty in [from, to] {
        let bits =
            at.module.float_kind(ty).map(warpline_ir::Float::width).filter(|bits| !bits.is_multiple_of(8));
        let Some(bits) = bits else { continue };
        let bits = at.module.intern_type(TypeKind::Integer(bits, Signedness::Signless));
        if ![from, to].contains(&bits) {
            let value = converted(at, value, bits);
            return converted(at, value, to);
        }
    }
    let kind = match (at.module.bit_width(from), at.module.bit_width(to)) {
        _ if [from, to].contains(&Type::INDEX) => Arith::IndexCast,
        (from, to) if from < to => Arith::ExtUI,
        (from, to) if to < from => Arith::TruncI,
        _ => Arith::Bitcast,
    };
    at.value(kind, &[value], to, &[])
}
