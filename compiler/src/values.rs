//! Values on the command line: their notation, files, checks and comparison.

mod check;
mod compare;
mod encode;
mod files;
mod inputs;
mod npy;
mod random;
mod spec;
mod written;

pub use check::{check_values, whole_rows};
pub use compare::{Mismatch, Tolerance, compare, compare_devices};
pub use encode::{encode, require_format, storage};
pub use files::{ArrayRef, Files, Which};
pub use inputs::{Given, inputs, inputs_from};
pub use spec::Spec;
