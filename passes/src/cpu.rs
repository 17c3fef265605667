//! What the CPU device needs kernels to be before it compiles them.

pub mod cpu_shape_kernels;
pub mod uniformity;
