//! Results of calls.

use super::argument::Element;
use crate::values::Array;

/// A result of a call: a scalar or an array, in memory of its own.
///
/// ```
/// # use warpline::{Engine, Options, Source, args};
/// # let engine = Engine::new();
/// let text = "func.func @f(%n: index) -> (memref<?xf32>, i32) {
///   %one = arith.constant 1.0 : f32
///   %three = arith.constant 3 : i32
///   %r = memref.alloc(%n) : memref<?xf32>
///   linalg.fill ins(%one : f32) outs(%r : memref<?xf32>)
///   return %r, %three : memref<?xf32>, i32
/// }";
/// # let program = engine.compile(Source::new("f.mlir", text), &Options::default())?;
/// # let f = engine.open("cpu")?.load(&program)?.function("f")?;
/// let results = f.call(args![2usize])?;
/// assert_eq!(results.values[0].to_vec::<f32>(), Some(vec![1.0; 2]));
/// assert_eq!(results.values[0].to_vec::<i32>(), None);
/// assert_eq!(results.values[1].scalar(), Some(3i32));
/// # Ok::<(), warpline::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value(pub(super) Array, pub(super) bool);

impl Value {
    /// Returns the sizes; none for a scalar.
    pub fn shape(&self) -> &[u64] {
        &self.0.shape
    }

    /// Returns the type of an element, as in the text of a program: `f32`.
    pub fn element(&self) -> String {
        self.0.element.keyword()
    }

    /// Returns the elements, row after row; `None` if they are of another type.
    pub fn to_vec<T: Element>(&self) -> Option<Vec<T>> {
        T::KIND.fits(self.0.element).then(|| self.0.bits().map(|bits| T::of_bits(bits as u64)).collect())
    }

    /// Returns a scalar; `None` if it is an array, or of another type.
    pub fn scalar<T: Element>(&self) -> Option<T> {
        let is_scalar = self.1 && T::KIND.fits(self.0.element);
        is_scalar.then(|| self.0.bits().next().map(|bits| T::of_bits(bits as u64))).flatten()
    }

    /// Returns the elements as little-endian bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0.bytes
    }
}
