//! From the flat tree to a module: names, regions and operations.
//!
//! An operation that cannot be read costs one diagnostic: its results become names that stand for nothing, and
//! uses of them stay silent. The text in its regions is still read, so that errors in there are found too.

mod affine;
mod attrs;
mod dialect_attrs;
mod generic;
mod gpu_types;
