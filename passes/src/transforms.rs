//! Transformation passes that keep the dialects of a program, and their helpers.

pub mod affine_join_tiles;
pub mod affine_loop_distribution;
pub mod affine_loop_interchange;
pub mod affine_parallelize;
pub mod affine_version_loops;
pub mod assume_fastmath;
pub mod assume_noalias;
pub mod canonicalize;
pub mod control_flow_sink;
pub mod cse;
pub mod dce;
pub mod generate_runtime_verification;
pub mod hoist_bounds_checks;
pub mod inline;
pub mod loop_invariant_code_motion;
pub mod loop_scalar_promotion;
pub mod math_uplift_to_fma;
pub mod promote_buffers_to_stack;
pub mod scf_parallel_loop_fusion;
pub mod scf_parallelize_reductions;
pub mod scf_uplift_while_to_for;
pub mod store_to_load_forwarding;
pub mod symbol_dce;

mod versions;
