//! Conversion passes: replace operations of one dialect by those of another, or operations that a target lacks by
//! ones that it has.

pub mod affine_expand_index_ops;
pub mod affine_raise_from_memref;
pub mod arith_emulate_unsupported_floats;
pub mod async_func_to_execute;
pub mod convert_krnl_to_memref;
pub mod convert_linalg_to_affine_loops;
pub mod convert_linalg_to_loops;
pub mod convert_linalg_to_parallel_loops;
pub mod convert_scf_to_cf;
pub mod expand_arith;
pub mod expand_atomics;
pub mod expand_dma;
pub mod expand_function_values;
pub mod expand_generic_atomics;
pub mod expand_integer_arith;
pub mod expand_realloc;
pub mod expand_scalable_vectors;
pub mod expand_vectors;
pub mod lift_cf_to_scf;
pub mod linalg_generalize_named_ops;
pub mod lower_affine;
pub mod lower_memref_access;
pub mod math_expand;
pub mod promote_integers;
pub mod raise_scf_to_affine;
pub mod scf_for_to_while;
pub mod scf_forall_to_parallel;
pub mod scf_parallel_for_to_nested_fors;

mod structured_loops;
