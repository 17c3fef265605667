//! What the CPU device needs to know about kernels before it compiles them.

pub mod uniformity;
