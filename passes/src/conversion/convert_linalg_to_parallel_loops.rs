//! Lowers structured operations of linalg to parallel loops of scf over loads and stores.
//!
//! All parallel loops of an operation become one `scf.parallel`, also those that are inside of reductions in the
//! iteration domain; the other loops become `scf.for` inside of it, in order. So an element of an output is combined in
//! the order of the iteration domain, by one iteration of the parallel loop. An operation without parallel loops becomes
//! `scf.for` loops alone. Cost: one walk; bodies are moved, not copied.
//!
//! ```text
//! linalg.matmul ins(%a, %b : …)         scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c16) step (%c1, %c1) {
//!     outs(%c : memref<4x16xf32>)   →     scf.for %k = %c0 to %c8 step %c1 {
//!                                           %c[%i, %j] += %a[%i, %k] * %b[%k, %j]
//!                                       }}
//! ```

use super::structured_loops::{Form, lower_all};
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::Reported;

/// The `convert-linalg-to-parallel-loops` pass.
pub const PASS: Pass = Pass {
    name: "convert-linalg-to-parallel-loops",
    summary: "Lowers structured operations of linalg to parallel loops of scf",
    options: &[],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    lower_all(cx, Form::Parallel)
}
