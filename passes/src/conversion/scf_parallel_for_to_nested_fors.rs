//! Replaces `scf.parallel` by a nest of `scf.for`, which carries the reduced values.
//!
//! The iterations run sequentially in the order of the nest. Cost: one walk; bodies are moved, not copied.
//!
//! ```text
//! scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m)       scf.for %i = %c0 to %n step %c1 {
//!     step (%c1, %c1) {                            →     scf.for %j = %c0 to %m step %c1 {
//!   …                                                      …
//! }                                                    }}
//! ```

use super::convert_scf_to_cf::parallel::to_loops;
use crate::{Changed, Pass, PassCx, PassFn};
use warpline_ir::{OpKind, Scf};

/// The `scf-parallel-for-to-nested-fors` pass.
pub const PASS: Pass = Pass {
    name: "scf-parallel-for-to-nested-fors",
    summary: "Replaces scf.parallel by nested scf.for",
    options: &[],
    run: PassFn::Always(run),
};

fn run(cx: &mut PassCx<'_>) -> Changed {
    let mut changed = false;
    for op in cx.module.walk(cx.module.root()) {
        if cx.module.kind(op) == OpKind::Scf(Scf::Parallel) {
            changed |= to_loops(cx.module, op).is_some();
        }
    }
    changed.into()
}
