//! Remarks on work that is serialised only because function arguments may alias.
//!
//! ```text
//! remark: runs after the launch of '@k' only because argument 0 and argument 1 may overlap; …
//! ```

use super::explain::Causes;
use super::plan::Plan;
use crate::pass::{PassCx, note_at};
use warpline_ir::Module;

/// The common prefix of these remarks.
pub const ONLY_BECAUSE: &str = "runs after other work only because ";
/// The help text: how to state that two arguments do not alias.
pub const NOALIAS_HELP: &str =
    "mark one of them 'llvm.noalias', take both through 'memref.distinct_objects', or pass --assume-noalias";

/// An order that a no-alias promise about two arguments would remove.
struct Hint {
    from: usize,
    to: usize,
    arguments: (u32, u32),
}

/// Reports each pair of arguments for each edge between direct neighbours in the order of a plan.
pub(super) fn report(cx: &mut PassCx<'_>, plan: &Plan) {
    if !cx.wants_remarks() {
        return;
    }
    for hint in hints(cx.module, plan) {
        let [earlier, later] = [hint.from, hint.to].map(|node| plan.input.nodes[node].op);
        cx.remark_with(later, |module| {
            let (a, b) = hint.arguments;
            let message = format!(
                "{ONLY_BECAUSE}argument {a} and argument {b} may overlap; where they never do, {NOALIAS_HELP}"
            );
            (message, vec![note_at(module, earlier, "the other work is here")])
        });
    }
}

fn hints(module: &Module, plan: &Plan) -> Vec<Hint> {
    let causes = Causes::of(module, plan);
    let is_compute = |node: usize| plan.input.nodes[node].kind.is_compute();
    let edges = plan.edges().into_iter().filter(|(from, to)| is_compute(*from) && is_compute(*to));
    let hint = |(from, to)| {
        let found = causes.between(plan, from, to);
        let pairs: Option<Vec<(u32, u32)>> = found.iter().map(|cause| cause.arguments(module)).collect();
        let arguments = pairs?.first().copied()?;
        Some(Hint { from, to, arguments })
    };
    edges.filter_map(hint).collect()
}
