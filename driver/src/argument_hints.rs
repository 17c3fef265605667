//! Finds device work that is serialized only because arguments of a function may overlap, and the attributes to add.
//!
//! `run` allocates a buffer for each argument of the function that it runs, so its arguments never overlap.
//! Only the functions that it calls remain. If none of these has two arguments that may overlap, nothing is
//! scheduled to find out.

use warpline_ir::dialect::func::{argument_attr, function_type_of};
use warpline_ir::{Diagnostic, Diagnostics, Module, Op, Remarks};
use warpline_passes::analysis::call_graph::{functions, reachable};
use warpline_passes::pipeline::{self, Silent};
use warpline_passes::schedule::hints::ONLY_BECAUSE;

use crate::backends::CodeTarget;
use crate::compilation::{Choices, Compilation, Graphs, Stage};
use crate::report;
use crate::session::SourceFile;

/// The pass whose remarks these are.
const PASS: &str = "gpu-schedule";

/// Returns the attributes to add, for each pair of operations in the functions reachable from `entry`.
pub fn argument_hints(module: &Module, entry: Op) -> Diagnostics {
    let mut hints = Diagnostics::new();
    let run = reachable(module, entry);
    if !run.iter().any(|func| has_unmarked_pair(module, *func)) {
        return hints;
    }
    let mut copy = module.clone();
    let is_of_host = |func: &Op| module.parent_op(*func) == Some(module.root());
    for func in functions(module).into_iter().filter(|func| is_of_host(func) && !run.contains(func)) {
        copy.erase(func);
    }
    let mut found = Diagnostics::with_remarks(Remarks::Of(vec![PASS.to_string()]));
    let unchecked = Choices::unchecked(CodeTarget::of_this_machine());
    let choices = Choices { graphs: Graphs::Never, ..unchecked };
    let passes = Compilation::new(&choices).passes(Stage::Kernels..=Stage::Scheduled);
    if pipeline::run(&passes, &mut copy, &mut found, &mut Silent).is_ok() {
        let is_hint = |found: &&Diagnostic| found.message.starts_with(ONLY_BECAUSE);
        found.iter().filter(is_hint).for_each(|hint| hints.push(hint.clone()));
    }
    hints
}

/// Returns the first hint as a line for people.
pub fn summary(source: &SourceFile, module: &Module, entry: Op) -> Option<String> {
    let hints = argument_hints(module, entry);
    let line = report::line(source, hints.iter().next()?);
    Some(match hints.iter().count() - 1 {
        0 => line,
        n_more => format!("{line} ({n_more} more by --remarks={PASS})"),
    })
}

/// Whether at least two memref arguments of a function are not marked `llvm.noalias`.
fn has_unmarked_pair(module: &Module, func: Op) -> bool {
    let is_marked = |index: usize| argument_attr(module, func, index, "llvm.noalias").is_some();
    let inputs = function_type_of(module, func).0.iter().enumerate();
    1 < inputs.filter(|(index, ty)| module.is_memref(**ty) && !is_marked(*index)).count()
}
