//! Prepares kernels for the CPU device, before it compiles them.

pub mod cpu_atomics;
pub mod cpu_interleave_sides;
pub mod cpu_log_accesses;
pub mod cpu_shape_kernels;
pub mod cpu_unroll_loops;
pub mod cpu_vectorize;
pub mod cpu_version_blocks;
