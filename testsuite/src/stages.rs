//! Passes of the compilation for tests that run them on their own.

use std::ops::RangeInclusive;

use warpline::backends::CodeTarget;
use warpline::compilation::{Choices, Compilation, Graphs, PlanLimits, Stage};
use warpline_passes::TargetModel;

/// Returns the passes to these stages of code without checks for a target, as text.
///
/// # Panics
/// If there is no such target.
pub fn text(target: &str, stages: RangeInclusive<Stage>) -> String {
    let target = CodeTarget::find(target).expect("there is such a target");
    Compilation::new(&Choices::unchecked(target)).text(stages)
}

/// Returns the passes from a program as it was read to the module that is scheduled, as text.
pub fn to_placed() -> String {
    text("cpu", Stage::Kernels..=Stage::Placed)
}

/// Returns the passes from a program as it was read to its schedule, with all the concurrency that it may have, as text.
pub fn to_schedule(graphs: Graphs, limits: PlanLimits) -> String {
    let limits = PlanLimits { plan_for: Some(TargetModel::any()), ..limits };
    let choices = Choices { graphs, limits, ..Choices::unchecked(CodeTarget::of_this_machine()) };
    Compilation::new(&choices).text(Stage::Kernels..=Stage::Scheduled)
}

/// Returns the passes from a program as it was read to the kernels that a backend selects code for, as text.
///
/// # Panics
/// If there is no such target.
pub fn to_code(target: &str) -> String {
    [text(target, Stage::Kernels..=Stage::Annotated), text(target, Stage::Code..=Stage::Code)].join(",")
}
