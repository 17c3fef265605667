//! Generates the page of the operations that each device executes, from the table that `warpline devices
//! --operations` prints.

use std::fmt::Write as _;

use warpline::support::{LEGEND, answers, devices, kinds};
use warpline_ir::OpKind;

use super::cell;

const INTRODUCTION: &str = "\
# Operations and devices

Which operations each device executes: `warpline devices --operations` prints the same table, with `--json` also the reason
for each verdict, and a part of a name chooses rows: `warpline devices --operations gpu.subgroup`. The verdicts are those of
instruction selection in the backends and of the interpreter, so the table cannot say anything else than they do.

A program with an operation that the CPU device has no code for runs on the interpreter as a whole, and `run` says so: which
operations are the reason, where they stand, and what that costs. `--device=cpu` refuses such a program. The table is about
kinds of operations; a type or an attribute that a device has no code for is reported where it stands.";

/// Returns the page.
pub(super) fn page() -> String {
    let mut page = format!("{INTRODUCTION}\n\n{}.\n", capitalized(LEGEND));
    for dialect in OpKind::DIALECTS {
        let rows: Vec<OpKind> = kinds("").filter(|kind| kind.dialect() == *dialect).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = write!(page, "\n## {dialect}\n\n| operation |");
        for device in devices() {
            let _ = write!(page, " {device} |");
        }
        let _ = writeln!(page, "\n|---|{}", "---|".repeat(devices().len()));
        for kind in rows {
            let _ = write!(page, "| `{}` |", cell(&kind.name()));
            for answer in answers(kind) {
                let _ = write!(page, " {} |", answer.verdict.word());
            }
            page.push('\n');
        }
    }
    page
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}
