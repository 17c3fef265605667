//! Inputs and outputs of programs: their types, notation, files, checks and comparison.

mod array;
mod check;
mod compare;
mod element;
mod encode;
mod files;
mod npy;
mod random;
mod spec;
mod written;

pub use array::{Array, ArrayType};
pub use check::{check_values, whole_rows};
pub use compare::{Mismatch, Tolerance, compare};
pub use element::Element;
pub use encode::{encode, require_format};
pub use files::{ArrayRef, Files, Which};
pub use npy::write_npy;
pub use random::Random;
pub(crate) use spec::fitting;
pub use spec::{Spec, SpecValue};
pub use written::Written;
