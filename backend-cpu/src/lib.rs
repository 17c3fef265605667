//! Compiles kernels and host functions to native code with Cranelift.
//!
//! ```text
//! gpu.module ─cpu-shape-kernels→ func.func ─blocks──────────→┐
//!                                                   CLIF ─compile→ NativeFunction ─link→ addresses
//! func.func  ─host: arith, scf, memref and calls of wl_*───→ ┘
//! ```
//! `select` has one file per dialect, shared by both sides. This crate does not depend on the runtime crate:
//! host code refers to it by symbol only, and [`link`] receives the addresses from its caller.

mod access;
mod compile;
mod emit;
mod flow;
mod functions;
mod globals;
mod lowered;
mod multiply_adds;
mod packed;
mod select;
mod shapes;

mod blocks;
mod device;

pub mod host;
mod link;
mod support;
mod unranked;
mod wide;

pub use access::Logs;
pub use device::{Cpu, target};
pub use link::{LinkError, Linked, link};
