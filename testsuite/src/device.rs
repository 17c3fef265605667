//! Devices of tests: executors of what backends print.

pub mod on_ptx;
pub mod ptx;
pub mod ptx_case;
