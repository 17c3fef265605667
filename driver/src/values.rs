//! The types of inputs and outputs of programs.

mod array;
mod element;

pub use array::{Array, ArrayType, ValueKind, n_elements};
pub use element::Element;
