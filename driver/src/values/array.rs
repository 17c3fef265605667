//! Arrays: a shape, an element type and little-endian bytes.

use std::ops::Range;

use warpline_ir::{DYNAMIC, Module, Type, TypeKind};

use super::Element;

/// The maximum size of an array, in bytes.
const MAX_BYTES: u64 = 1 << 36;

/// What a parameter or a result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A scalar.
    Scalar,
    /// A vector.
    Vector,
    /// A memref.
    Buffer,
    /// A memref whose rank, and so its shape, is not known.
    Unranked,
}

/// The type of a parameter or a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayType {
    /// What it is.
    pub kind: ValueKind,
    /// The sizes, each `None` if unknown; none for a scalar. The last ones are those of elements that are vectors.
    pub shape: Vec<Option<u64>>,
    /// The number of dimensions of the elements of a memref: 0, unless they are vectors.
    pub inner: usize,
    /// The type of the scalars.
    pub element: Element,
}

impl ArrayType {
    /// Returns the array type of a type of a module: a scalar, a vector of fixed size, or a memref of these.
    pub fn of(module: &Module, ty: Type) -> Option<Self> {
        let (mut shape, mut scalar, mut inner) = (Vec::new(), ty, 0);
        let kind = match module.type_kind(ty) {
            TypeKind::Vector(..) => ValueKind::Vector,
            TypeKind::MemRef(outer, element, ..) => {
                (scalar, shape) = (*element, outer.iter().map(|size| known(*size)).collect());
                ValueKind::Buffer
            }
            TypeKind::UnrankedMemRef(element, _) => {
                scalar = *element;
                ValueKind::Unranked
            }
            _ => ValueKind::Scalar,
        };
        if let TypeKind::Vector(sizes, scalable, element) = module.type_kind(scalar) {
            if scalable.contains(&true) {
                return None;
            }
            (scalar, inner) = (*element, if kind == ValueKind::Vector { 0 } else { sizes.len() });
            shape.extend(sizes.iter().map(|size| known(*size)));
        }
        Some(Self { kind, shape, inner, element: Element::of(module, scalar)? })
    }

    /// Returns the type of a scalar, or that of a buffer of scalars.
    pub fn plain(shape: Option<Vec<Option<u64>>>, element: Element) -> Self {
        let kind = if shape.is_some() { ValueKind::Buffer } else { ValueKind::Scalar };
        Self { kind, shape: shape.unwrap_or_default(), inner: 0, element }
    }

    /// Whether it is a memref.
    pub fn is_buffer(&self) -> bool {
        matches!(self.kind, ValueKind::Buffer | ValueKind::Unranked)
    }

    /// Whether it is a scalar, or a memref of known rank, of [plain](Element::is_plain) numbers.
    pub fn is_plain(&self) -> bool {
        matches!(self.kind, ValueKind::Scalar | ValueKind::Buffer)
            && self.inner == 0
            && self.element.is_plain()
    }

    /// Returns `4x?xf32`, and `4x?xvector<2xf32>` for elements that are vectors.
    pub fn text(&self) -> String {
        let sizes = |sizes: &[Option<u64>]| -> String {
            sizes.iter().map(|size| size.map_or("?x".to_string(), |n| format!("{n}x"))).collect()
        };
        let (outer, inner) = self.shape.split_at(self.shape.len() - self.inner);
        let rank = if self.kind == ValueKind::Unranked { "*x" } else { "" };
        let element = self.element.keyword();
        match inner {
            [] => format!("{rank}{}{element}", sizes(outer)),
            inner => format!("{rank}{}vector<{}{element}>", sizes(outer), sizes(inner)),
        }
    }

    /// Returns the type in IR syntax: `memref<4x?xf32>`, `vector<4xf32>`, `f32`.
    pub fn type_text(&self) -> String {
        match self.kind {
            ValueKind::Scalar => self.text(),
            ValueKind::Vector => format!("vector<{}>", self.text()),
            ValueKind::Buffer | ValueKind::Unranked => format!("memref<{}>", self.text()),
        }
    }

    /// Returns the type with the sizes of an array of this type.
    pub fn of_array(&self, array: &Array) -> Self {
        let shape = array.shape.iter().map(|size| Some(*size)).collect();
        let kind = if self.kind == ValueKind::Unranked { ValueKind::Buffer } else { self.kind };
        Self { kind, shape, ..self.clone() }
    }

    /// Returns the sizes of the memref that an array of this type is.
    pub fn outer<'a>(&self, array: &'a Array) -> &'a [u64] {
        &array.shape[..array.shape.len() - self.inner]
    }

    /// Returns the sizes of elements that are vectors.
    pub fn inner_sizes(&self) -> impl Iterator<Item = u64> + '_ {
        self.shape[self.shape.len() - self.inner..].iter().copied().flatten()
    }

    /// Whether an array has the shape of this type.
    pub fn fits(&self, shape: &[u64]) -> bool {
        let fits = |(found, wanted): (&u64, &Option<u64>)| wanted.is_none_or(|wanted| wanted == *found);
        let n_any = match self.kind {
            ValueKind::Unranked => shape.len().saturating_sub(self.shape.len()),
            ValueKind::Scalar | ValueKind::Vector | ValueKind::Buffer => 0,
        };
        shape.len() == n_any + self.shape.len() && shape[n_any..].iter().zip(&self.shape).all(fits)
    }
}

fn known(size: i64) -> Option<u64> {
    if size == DYNAMIC { None } else { u64::try_from(size).ok() }
}

/// An array in row-major order; a scalar has the shape `[]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// The sizes.
    pub shape: Vec<u64>,
    /// The element type.
    pub element: Element,
    /// The elements, little-endian.
    pub bytes: Vec<u8>,
    /// Ranges of the numbers of the elements that nothing wrote, in order, as far as a device knows: their bytes mean nothing.
    pub unwritten: Vec<Range<u64>>,
}

impl Array {
    /// Creates an array from its bytes.
    pub fn new(shape: Vec<u64>, element: Element, bytes: Vec<u8>) -> Self {
        Self { shape, element, bytes, unwritten: Vec::new() }
    }

    /// Whether an element was written.
    pub fn is_written(&self, number: usize) -> bool {
        let before = self.unwritten.partition_point(|range| range.end <= number as u64);
        self.unwritten.get(before).is_none_or(|range| (number as u64) < range.start)
    }

    /// Creates an array from bit patterns, or filled with a single one.
    pub fn from_bits(shape: Vec<u64>, element: Element, values: &[u128]) -> Result<Self, String> {
        let n = n_elements(&shape, element)?;
        let size = element.bytes();
        let bytes = match values {
            [value] => {
                let mut bytes = Vec::new();
                let no_room = |_| format!("there is no memory for {} bytes", n * size);
                bytes.try_reserve_exact(n * size).map_err(no_room)?;
                bytes.extend_from_slice(&value.to_le_bytes()[..size.min(n * size)]);
                while bytes.len() < n * size {
                    bytes.extend_from_within(..bytes.len().min(n * size - bytes.len()));
                }
                bytes
            }
            _ if values.len() == n => {
                values.iter().flat_map(|value| value.to_le_bytes().into_iter().take(size)).collect()
            }
            _ => return Err(format!("expected {n} values or one that fills, but found {}", values.len())),
        };
        Ok(Self::new(shape, element, bytes))
    }

    /// Creates a scalar.
    pub fn scalar(element: Element, bits: u128) -> Self {
        Self::new(Vec::new(), element, bits.to_le_bytes()[..element.bytes()].to_vec())
    }

    /// Clears the bits above integers of odd width.
    pub fn clear_unused_bits(&mut self) {
        let Element::Int(width) = self.element else { return };
        let size = self.element.bytes();
        if width as usize == 8 * size || width == 1 {
            return;
        }
        let mask = (u128::MAX >> (u128::BITS - width)).to_le_bytes();
        for element in self.bytes.chunks_exact_mut(size) {
            element.iter_mut().zip(mask).for_each(|(byte, mask)| *byte &= mask);
        }
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.element.bytes()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the bits of every element, in order.
    pub fn bits(&self) -> impl ExactSizeIterator<Item = u128> + '_ {
        let element = self.element;
        self.bytes.chunks_exact(element.bytes()).map(move |bytes| element.load(bytes))
    }

    /// Returns `2x3xf32`.
    pub fn type_text(&self) -> String {
        let shape = self.shape.iter().map(|size| Some(*size)).collect();
        ArrayType::plain(Some(shape), self.element).text()
    }

    /// Returns all elements in nested brackets: `[[1 2][3 4]]`; a scalar without. What nothing wrote is `?`.
    pub fn text(&self) -> String {
        if self.is_empty() { "[]".to_string() } else { self.rows().concat() }
    }

    /// Returns the rows of [`Array::text`], which are along the last dimension: `[[1 2]` and `[3 4]]`.
    pub fn rows(&self) -> Vec<String> {
        let mut rows = Vec::new();
        let row = self.shape.last().map_or(1, |size| (*size as usize).max(1));
        let mut out = String::new();
        for (index, bits) in self.bits().enumerate() {
            out.push_str(&"[".repeat(self.n_borders(index)));
            if index % row != 0 {
                out.push(' ');
            }
            if self.is_written(index) {
                out.push_str(&self.element.format(bits));
            } else {
                out.push('?');
            }
            out.push_str(&"]".repeat(self.n_borders(index + 1)));
            if (index + 1) % row == 0 {
                rows.push(std::mem::take(&mut out));
            }
        }
        rows
    }

    /// Returns the number of dimensions that begin (and so end) at this element number.
    fn n_borders(&self, index: usize) -> usize {
        let mut size = 1;
        let sizes = self.shape.iter().rev().map(|n| {
            size *= *n as usize;
            size
        });
        sizes.take_while(|size| index.is_multiple_of(*size)).count()
    }
}

/// Returns the number of elements of a shape, checked against the limit on bytes.
pub fn n_elements(shape: &[u64], element: Element) -> Result<usize, String> {
    let bytes = shape.iter().try_fold(element.bytes() as u64, |n, size| n.checked_mul(*size));
    match bytes {
        Some(bytes) if bytes <= MAX_BYTES => Ok(bytes as usize / element.bytes()),
        _ => Err(format!("an array of shape {shape:?} is larger than {MAX_BYTES} bytes")),
    }
}
