//! A compiler and runtime for programs in a textual GPU IR, MLIR's syntax, as a library: programs are compiled for the CPU, an
//! NVIDIA GPU or an AMD GPU, and their functions are called with arrays of the host.
//!
//! ```
//! use warpline::{Engine, Options, Source, args, view, view_mut};
//!
//! # fn main() -> Result<(), warpline::Error> {
//! let text = "func.func @scale(%x: memref<8xf32>, %y: memref<8xf32>, %by: f32) {
//!   affine.parallel (%i) = (0) to (8) {
//!     %a = affine.load %x[%i] : memref<8xf32>
//!     %b = arith.mulf %a, %by : f32
//!     affine.store %b, %y[%i] : memref<8xf32>
//!   }
//!   return
//! }";
//! let engine = Engine::new();
//! let program = engine.compile(Source::new("scale.mlir", text), &Options::for_device("cpu"))?;
//! let scale = engine.open("cpu")?.load(&program)?.function("scale")?;
//! let (x, mut y) = ([1.0f32; 8], [0.0f32; 8]);
//! scale.call(args![view(&x, [8]), view_mut(&mut y, [8]), 3.0f32])?;
//! assert_eq!(y, [3.0; 8]);
//! # Ok(())
//! # }
//! ```
//!
//! [`engine`] is what an application needs; [`embed`] launches kernels one by one. The other modules are the building blocks of the
//! command line: reading, verification, passes, code generation, devices, execution and reports. They know neither flags nor a
//! terminal, and may change in any release.
//!
//! ```text
//! engine: programs of an application ─┐
//! steps: read, run passes, report ────┴─→ compilation: the stages ─→ execute: run on one of devices, by code of one of backends
//! views, explain: what is shown;  values: what goes in and comes out;  session: the text that a command collects
//! ```

#![forbid(unsafe_code)]

pub use engine::*;
pub use warpline_ir as ir;

pub mod backends;
pub mod cache;
pub mod compilation;
pub mod devices;
pub mod embed;
pub mod engine;
pub mod execute;
pub mod session;
pub mod steps;

pub mod argument_hints;
pub mod check_schedules;
pub mod emit;
pub mod explain;
pub mod file_names;
pub mod helper;
pub mod host_loops;
pub mod host_memory;
pub mod keywords;
pub mod mistakes;
pub mod parallel;
pub mod profile;
pub mod quantities;
pub mod remarks;
pub mod report;
pub mod reproducer;
pub mod support;
pub mod timing;
pub mod values;
pub mod views;
pub mod watchdog;
pub mod words;
pub mod writes;
