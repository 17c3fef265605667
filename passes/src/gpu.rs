//! Passes over the kernels of one `gpu.module`, which a backend takes after them, and pure functions of IR that selection for
//! GPUs shares.

pub mod address;
pub mod alignment;
pub mod annotate_kernels;
pub mod expand_collectives;
