//! Test devices, which execute the output of backends.

pub mod on_ptx;
pub mod ptx;
pub mod ptx_case;
