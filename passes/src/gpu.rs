//! What selection for GPUs shares: pure functions of IR.

pub mod address;
pub mod alignment;
