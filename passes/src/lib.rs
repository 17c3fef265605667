//! Passes over the IR, registered once each in [`PASSES`], and the trait that backends implement.
//!
//! ```text
//! loops ─raise-scf-to-affine, affine-raise-from-memref, affine-loop-distribution, affine-loop-interchange,
//! affine-version-loops, affine-parallelize, lower-affine→ scf.parallel ─gpu-expand-reductions, gpu-select-schedules,
//! gpu-emit-kernels, gpu-map-parallel-loops, convert-parallel-loops-to-gpu, gpu-kernel-outlining→ gpu.launch_func
//! ─gpu-place-buffers, gpu-rotate-buffers, gpu-graph-regions, gpu-reorder, gpu-schedule→ rt
//! ```

#![forbid(unsafe_code)]

pub mod absent;
pub mod backend;
pub mod pass;
pub mod pipeline;
pub mod support;
pub mod target_model;

pub mod analysis;
pub mod conversion;
pub mod cpu;
pub mod gpu;
pub mod rewrite;
pub mod schedule;
pub mod transforms;

pub use backend::{Backend, Target};
pub use pass::{Changed, Pass, PassCx, PassFn, note_at};
pub use support::Support;
pub use target_model::TargetModel;

/// Every pass, sorted by name.
pub static PASSES: &[Pass] = &[
    conversion::affine_expand_index_ops::PASS,
    transforms::affine_join_tiles::PASS,
    transforms::affine_loop_distribution::PASS,
    transforms::affine_loop_interchange::PASS,
    transforms::affine_parallelize::PASS,
    conversion::affine_raise_from_memref::PASS,
    transforms::affine_version_loops::PASS,
    conversion::arith_emulate_unsupported_floats::PASS,
    gpu::arith_int_range_narrowing::PASS,
    transforms::assume_fastmath::PASS,
    transforms::assume_noalias::PASS,
    schedule::async_execute_inline::PASS,
    schedule::async_execute_to_runtime::PASS,
    conversion::async_func_to_execute::PASS,
    transforms::canonicalize::PASS,
    transforms::control_flow_sink::PASS,
    conversion::convert_krnl_to_memref::PASS,
    conversion::convert_linalg_to_affine_loops::PASS,
    conversion::convert_linalg_to_loops::PASS,
    conversion::convert_linalg_to_parallel_loops::PASS,
    gpu::convert_parallel_loops_to_gpu::PASS,
    conversion::convert_scf_to_cf::PASS,
    cpu::cpu_atomics::PASS,
    cpu::cpu_interleave_sides::PASS,
    cpu::cpu_log_accesses::PASS,
    cpu::cpu_shape_kernels::PASS,
    cpu::cpu_unroll_loops::PASS,
    cpu::cpu_vectorize::PASS,
    cpu::cpu_version_blocks::PASS,
    transforms::cse::PASS,
    transforms::dce::PASS,
    conversion::expand_arith::PASS,
    conversion::expand_atomics::PASS,
    conversion::expand_dma::PASS,
    conversion::expand_function_values::PASS,
    conversion::expand_generic_atomics::PASS,
    conversion::expand_integer_arith::PASS,
    conversion::expand_realloc::PASS,
    conversion::expand_scalable_vectors::PASS,
    conversion::expand_vectors::PASS,
    transforms::generate_runtime_verification::PASS,
    gpu::gpu_annotate_kernels::PASS,
    schedule::gpu_async_region::PASS,
    gpu::gpu_bound_allocas::PASS,
    gpu::gpu_check_subgroup_size::PASS,
    gpu::gpu_emit_kernels::PASS,
    gpu::gpu_expand_collectives::PASS,
    gpu::gpu_expand_global_id::PASS,
    gpu::gpu_expand_printf::PASS,
    gpu::gpu_expand_reductions::PASS,
    gpu::gpu_expand_vector_arguments::PASS,
    gpu::gpu_expand_vector_print::PASS,
    gpu::gpu_flatten_branches::PASS,
    schedule::gpu_graph_regions::PASS,
    gpu::gpu_kernel_outlining::PASS,
    gpu::gpu_map_parallel_loops::PASS,
    schedule::gpu_place_buffers::PASS,
    schedule::gpu_reorder::PASS,
    schedule::gpu_rotate_buffers::PASS,
    schedule::gpu_schedule::PASS,
    gpu::gpu_select_schedules::PASS,
    gpu::gpu_unroll_bounded_loops::PASS,
    transforms::hoist_bounds_checks::PASS,
    transforms::inline::PASS,
    schedule::inline_token_calls::PASS,
    conversion::lift_cf_to_scf::PASS,
    conversion::linalg_generalize_named_ops::PASS,
    transforms::loop_invariant_code_motion::PASS,
    transforms::loop_scalar_promotion::PASS,
    conversion::lower_affine::PASS,
    conversion::lower_memref_access::PASS,
    conversion::math_expand::PASS,
    transforms::math_uplift_to_fma::PASS,
    transforms::promote_buffers_to_stack::PASS,
    conversion::promote_integers::PASS,
    conversion::raise_scf_to_affine::PASS,
    conversion::scf_for_to_while::PASS,
    conversion::scf_forall_to_parallel::PASS,
    conversion::scf_parallel_for_to_nested_fors::PASS,
    transforms::scf_parallel_loop_fusion::PASS,
    transforms::scf_parallelize_reductions::PASS,
    transforms::scf_uplift_while_to_for::PASS,
    transforms::store_to_load_forwarding::PASS,
    gpu::strength_reduce_addresses::PASS,
    transforms::symbol_dce::PASS,
    gpu::vectorize_accesses::PASS,
    schedule::verify_schedule::PASS,
];

/// Returns the pass with this name.
pub fn find_pass(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}
