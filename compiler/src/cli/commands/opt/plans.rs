//! Prints the results of scheduler phases for `--print-after`.

use std::fmt::Write as _;

use warpline_ir::Module;
use warpline_passes::schedule::phases::{self, Phase};
use warpline_passes::schedule::verify_schedule::{is_scheduled, verify_function};
use warpline_passes::schedule::{Preview, preview};

use crate::driver::views::name_of;

/// The phase after all others: the verdict of the independent verifier.
const VERIFY: &str = "verify";

/// Whether a phase of the scheduler has this name.
pub(super) fn is_phase(name: &str) -> bool {
    name == VERIFY || Phase::named(name).is_some()
}

/// Writes the results of the named phases for each function that the pass is about to change.
pub(super) fn write_phases(
    out: &mut String,
    names: &[String],
    module: &Module,
    options: &[(String, String)],
    source: &str,
) {
    let wanted: Vec<Phase> =
        Phase::ALL.into_iter().filter(|phase| names.iter().any(|name| name == phase.name())).collect();
    if wanted.is_empty() {
        return;
    }
    let Preview { module, plans, .. } = preview(module, options);
    for plan in &plans {
        for phase in &wanted {
            let text = phases::text(&module, plan, *phase, &|value| name_of(&module, source, value));
            let _ = writeln!(out, "{text}");
        }
    }
}

/// Writes the verdict of the verifier on each scheduled function, if the phase is named.
pub(super) fn write_verdicts(out: &mut String, names: &[String], module: &Module) {
    if names.iter().all(|name| name != VERIFY) {
        return;
    }
    for func in module.walk(module.root()).into_iter().filter(|op| is_scheduled(module, *op)) {
        let name = module.symbol_name(func).unwrap_or_default();
        let verdicts = verify_function(module, func);
        let words = verdicts.iter().map(|verdict| format!("{} {}", verdict.check, verdict.result()));
        let _ = writeln!(out, "plan.verify @{name} {{\n  {}\n}}", words.collect::<Vec<_>>().join(" "));
    }
}
