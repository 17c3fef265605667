//! Lowers structured operations of linalg to affine loops, loads and stores, in the order of the iteration domain.
//!
//! Dynamic sizes must be valid affine symbols where the operation is. Cost: one walk; bodies are moved, not copied.
//!
//! ```text
//! linalg.matmul ins(%a, %b : …)         affine.for %i = 0 to 4 {
//!     outs(%c : memref<4x16xf32>)   →     affine.for %j = 0 to 16 { affine.for %k = 0 to 8 {
//!                                           %c[%i, %j] += %a[%i, %k] * %b[%k, %j]
//!                                       }}}
//! ```

use super::structured_loops::{Form, lower_all};
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::Reported;

/// The `convert-linalg-to-affine-loops` pass.
pub const PASS: Pass = Pass {
    name: "convert-linalg-to-affine-loops",
    summary: "Lowers structured operations of linalg to affine loops",
    options: &[],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    lower_all(cx, Form::Affine)
}
