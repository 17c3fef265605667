//! Analyses of the IR that several passes share.

pub mod access;
pub mod affine_dependence;
pub mod alias;
pub mod call_graph;
pub mod calls;
pub mod carried;
pub(crate) mod demands;
pub mod dominance;
pub mod edges;
pub mod effects;
pub mod kernel_facts;
pub mod launches;
pub mod linear;
pub mod mistakes;
pub mod ownership;
pub mod parallel_bounds;
pub mod ranges;
pub mod speculation;
pub mod spins;
pub mod summary;
pub mod written;
