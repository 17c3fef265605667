//! Lowers structured operations of linalg to loops of scf over loads and stores, in the order of the iteration domain.
//!
//! The number of iterations of a loop is the size of the first dimension over which it iterates alone. Cost: one walk;
//! bodies are moved, not copied.
//!
//! ```text
//! linalg.matmul ins(%a, %b : …)         scf.for %i = %c0 to %c4 step %c1 {
//!     outs(%c : memref<4x16xf32>)   →     scf.for %j = … { scf.for %k = … {
//!                                           %c[%i, %j] += %a[%i, %k] * %b[%k, %j]
//!                                       }}}
//! ```

use super::structured_loops::{Form, lower_all};
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::Reported;

/// The `convert-linalg-to-loops` pass.
pub const PASS: Pass = Pass {
    name: "convert-linalg-to-loops",
    summary: "Lowers structured operations of linalg to loops of scf",
    options: &[],
    run: PassFn::MayFail(run),
};

fn run(cx: &mut PassCx<'_>) -> Result<Changed, Reported> {
    lower_all(cx, Form::Loops)
}
