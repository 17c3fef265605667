//! Passes that form kernels from loops and prepare the kernels of one `gpu.module` for a backend, and pure
//! functions that the GPU backends share for instruction selection.

pub mod arith_int_range_narrowing;
pub mod convert_parallel_loops_to_gpu;
pub mod gpu_annotate_kernels;
pub mod gpu_bound_allocas;
pub mod gpu_check_subgroup_size;
pub mod gpu_emit_kernels;
pub mod gpu_expand_collectives;
pub mod gpu_expand_global_id;
pub mod gpu_expand_printf;
pub mod gpu_expand_reductions;
pub mod gpu_expand_vector_arguments;
pub mod gpu_expand_vector_print;
pub mod gpu_flatten_branches;
pub mod gpu_kernel_outlining;
pub mod gpu_map_parallel_loops;
pub mod gpu_select_schedules;
pub mod gpu_unroll_bounded_loops;
pub mod strength_reduce_addresses;
pub mod vectorize_accesses;

pub mod address;
pub mod buffers;
mod contraction;
pub mod geometry;
pub mod launch_limits;
pub mod lowered;
mod nest;
pub mod scalar;
mod schedules;
pub mod selection;
pub mod symbols;
