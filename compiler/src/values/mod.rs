//! Values that go into and come out of a program: what they are, how they are written, read, checked and compared.

mod array;
mod check;
mod compare;
mod element;
mod npy;
mod random;
mod spec;

pub use array::{Array, ArrayType};
pub use check::check_values;
pub use compare::{Mismatch, Tolerance, compare};
pub use element::Element;
pub use npy::{read_npy, write_npy};
pub use random::Random;
pub use spec::{Spec, SpecValue};
