//! Arrays: a shape, an element type and little-endian bytes.

use warpline_ir::{DYNAMIC, Module, Type, TypeKind};

use super::Element;

/// The maximum size of an array, in bytes.
const MAX_BYTES: u64 = 1 << 36;

/// The type of a parameter or a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayType {
    /// The sizes of a buffer, each `None` if unknown; `None` for a scalar.
    pub shape: Option<Vec<Option<u64>>>,
    /// The element type.
    pub element: Element,
}

impl ArrayType {
    /// Returns the array type of a type of a module: a scalar, or a memref of scalars.
    pub fn of(module: &Module, ty: Type) -> Option<Self> {
        let element = Element::of(module, module.element_type(ty))?;
        let shape = match module.shape(ty) {
            Some(_) if !module.is_memref(ty) => return None,
            Some(shape) => Some(shape.iter().map(|size| known(*size)).collect()),
            None if matches!(module.type_kind(ty), TypeKind::UnrankedMemRef(..)) => return None,
            None => None,
        };
        Some(Self { shape, element })
    }

    /// Returns `4x?xf32`.
    pub fn text(&self) -> String {
        let sizes = self.shape.iter().flatten();
        let sizes: String = sizes.map(|size| size.map_or("?x".to_string(), |n| format!("{n}x"))).collect();
        sizes + &self.element.keyword()
    }

    /// Returns the type in IR syntax: `memref<4x?xf32>`, `f32`.
    pub fn type_text(&self) -> String {
        if self.shape.is_some() { format!("memref<{}>", self.text()) } else { self.text() }
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
}

impl Array {
    /// Creates an array from bit patterns, or filled with a single one.
    pub fn from_bits(shape: Vec<u64>, element: Element, values: &[u64]) -> Result<Self, String> {
        let n = n_elements(&shape, element)?;
        let size = element.bytes();
        let bytes = match values {
            [value] => value.to_le_bytes()[..size].repeat(n),
            _ if values.len() == n => {
                values.iter().flat_map(|value| value.to_le_bytes().into_iter().take(size)).collect()
            }
            _ => return Err(format!("expected {n} values or one that fills, but found {}", values.len())),
        };
        Ok(Self { shape, element, bytes })
    }

    /// Creates a scalar.
    pub fn scalar(element: Element, bits: u64) -> Self {
        Self { shape: Vec::new(), element, bytes: bits.to_le_bytes()[..element.bytes()].to_vec() }
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
    pub fn bits(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        let element = self.element;
        self.bytes.chunks_exact(element.bytes()).map(move |bytes| element.load(bytes))
    }

    /// Returns `2x3xf32`.
    pub fn type_text(&self) -> String {
        let shape = self.shape.iter().map(|size| Some(*size)).collect();
        ArrayType { shape: Some(shape), element: self.element }.text()
    }

    /// Returns all elements in nested brackets: `[[1 2][3 4]]`; a scalar without.
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
            out.push_str(&self.element.format(bits));
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
