//! Passes that replace operations of one dialect by those of another.

pub mod affine_expand;
pub mod affine_to_scf;
pub mod digits;
pub mod expand_reductions;
pub mod for_to_while;
pub mod krnl_globals;

mod index_math;
pub mod map_parallel_loops;
pub mod outline_kernels;
pub mod parallel_to_gpu;
pub mod scf_to_cf;
