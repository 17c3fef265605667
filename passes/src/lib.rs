//! Passes over the IR, registered once each in [`PASSES`], and the trait that backends implement.
//!
//! ```text
//! affine loops ─affine-version-loops, affine-parallelize, lower-affine→ scf.parallel ─gpu-expand-reductions,
//! gpu-map-parallel-loops, convert-parallel-loops-to-gpu, gpu-kernel-outlining→ gpu.launch_func ─gpu-place-buffers,
//! gpu-rotate-buffers, gpu-graph-regions, gpu-reorder, gpu-schedule→ rt
//! ```

pub mod absent;
pub mod backend;
pub mod pass;
pub mod pipeline;

pub mod analysis;

pub mod affine_parallelize;
pub mod affine_version_loops;
pub mod assume_noalias;
pub mod canonicalize;
pub mod control_flow_sink;
pub mod cpu;
pub mod cse;
pub mod dce;
pub mod expand_arith;
pub mod expand_atomics;
pub mod gpu;
pub mod hoist_bounds_checks;
pub mod inline;
pub mod licm;
pub mod lower_memref_access;
pub mod lowering;
pub mod math_expand;
pub mod parallel_fusion;
pub mod runtime_verification;
pub mod support;
pub mod symbol_dce;
pub mod unroll_bounded;
mod versions;

pub mod async_execute;
pub mod async_region;
pub mod graph_regions;
pub mod place_buffers;
pub mod reorder;
pub mod rotate_buffers;
pub mod schedule;
pub mod token_calls;
pub mod verify_schedule;

pub use backend::{Backend, Target};
pub use pass::{Changed, Pass, PassCx, note_at};
pub use support::Support;

/// Every pass, sorted by name.
pub static PASSES: &[Pass] = &[
    lowering::digits::PASS,
    affine_parallelize::PASS,
    affine_version_loops::PASS,
    assume_noalias::PASS,
    async_execute::PASS,
    canonicalize::PASS,
    control_flow_sink::PASS,
    lowering::krnl_globals::PASS,
    lowering::parallel_to_gpu::PASS,
    lowering::scf_to_cf::PASS,
    cpu::cpu_shape_kernels::PASS,
    cse::PASS,
    dce::PASS,
    expand_arith::PASS,
    expand_atomics::PASS,
    runtime_verification::PASS,
    gpu::annotate_kernels::PASS,
    async_region::PASS,
    gpu::expand_collectives::PASS,
    lowering::expand_reductions::PASS,
    graph_regions::PASS,
    lowering::outline_kernels::PASS,
    lowering::map_parallel_loops::PASS,
    place_buffers::PASS,
    reorder::PASS,
    rotate_buffers::PASS,
    schedule::PASS,
    unroll_bounded::PASS,
    hoist_bounds_checks::PASS,
    inline::PASS,
    token_calls::PASS,
    licm::PASS,
    lowering::affine_to_scf::PASS,
    lower_memref_access::PASS,
    math_expand::PASS,
    lowering::for_to_while::PASS,
    parallel_fusion::PASS,
    symbol_dce::PASS,
    verify_schedule::PASS,
];

/// The pass with this name.
pub fn find_pass(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}
