//! Checks that values of every type have the same bits in every context on every device.
//!
//! `SHARES=all` tries all combinations. What a GPU refuses is in the table of the book, and all of the table is refused.

#![expect(clippy::print_stdout, reason = "the number of programs says whether the test tests anything")]

use std::collections::BTreeSet;

use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_testsuite::emulation::{Outcome, outcome};
use warpline_testsuite::generator::{is_whole, share};
use warpline_testsuite::programs::{CaseProgram, agree};
use warpline_testsuite::type_matrix::{CONTEXTS, program, types};

/// The chips, and the seed of the order of blocks and of threads.
const TARGETS: [(&str, u64); 6] =
    [("sm_75", 1), ("sm_90", 2), ("gfx1100", 3), ("gfx1201", 4), ("gfx942", 5), ("gfx90a", 6)];
/// One of so many combinations is tried, unless all are.
const SHARE: usize = 7;
/// What is refused: context, type and targets; `*` stands for anything.
const TABLE: &str = include_str!("../../docs/src/reference/types.md");

/// Returns the output of a program on the CPU device, or its messages.
fn on_cpu(text: &str) -> Result<String, String> {
    let source = SourceFile { name: "case.mlir".to_string(), text: text.to_string() };
    let mut session = Session::with_stdin(source);
    let args = ["warpline", "run", "--device=cpu", "--diagnostics=short"].map(str::to_string);
    let exit = cli::execute(&args, &mut session);
    if exit == Exit::Success { Ok(session.out) } else { Err(session.err) }
}

#[test]
fn values_of_every_type_have_the_same_bits_in_every_context() {
    let all = CONTEXTS.iter().flat_map(|context| types().into_iter().map(move |ty| (context, ty)));
    let (mut n_same, mut wrong, mut refused) = (0, Vec::new(), BTreeSet::new());
    for (number, (context, ty)) in share(SHARE, all).into_iter().enumerate() {
        let Some(text) = program(context, &ty) else { continue };
        let name = format!("{} of {}", context.name, ty.text());
        let program = CaseProgram { name: name.clone(), text, args: Vec::new(), is_interpreted: true };
        let expected = match program.interpret() {
            Ok(expected) => expected,
            Err(reason) => {
                refused.insert((context.name, ty.scalar, "interp"));
                if !is_in_table(context.name, ty.scalar, "interp") {
                    wrong.push(format!("{name}: {reason}"));
                }
                continue;
            }
        };
        match on_cpu(&program.text) {
            Ok(found) if agree(&expected, &found, 0.0) => n_same += 1,
            Ok(found) => wrong.push(format!("{name} on the CPU: expected {expected}but found {found}")),
            Err(messages) => wrong.push(format!("{name} on the CPU: {messages}")),
        }
        // A sample has one chip for each program.
        let chips =
            TARGETS.iter().enumerate().filter(|(index, _)| is_whole() || index == &(number % TARGETS.len()));
        for (_, (target, seed)) in chips {
            match outcome(&program, &expected, target, *seed) {
                Outcome::Same(_) => n_same += 1,
                Outcome::Skipped(reason) if reason.contains("no kernel") => {}
                Outcome::Refused(reason) => {
                    refused.insert((context.name, ty.scalar, *target));
                    if !is_in_table(context.name, ty.scalar, target) {
                        wrong.push(format!("{name} for {target}: {reason}"));
                    }
                }
                Outcome::Skipped(reason) | Outcome::Wrong(reason) => {
                    wrong.push(format!("{name} for {target}: {reason}"));
                }
            }
        }
    }
    println!("{n_same} agree, {} are refused, {} are wrong", refused.len(), wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(300 <= n_same, "too few agree: {n_same}");
    for row in rows() {
        let has_row = refused.iter().any(|(context, scalar, target)| row.covers(context, scalar, target));
        assert!(has_row || !is_whole(), "nothing is refused that the row '{}' says", row.text);
    }
}

/// A row of the table of the book.
struct Row {
    text: &'static str,
    cells: Vec<&'static str>,
}

impl Row {
    fn covers(&self, context: &str, scalar: &str, target: &str) -> bool {
        let [contexts, scalars, targets, ..] = self.cells[..] else { return false };
        let has = |list: &str, item: &str| {
            list == "any" || list.split(", ").any(|name| name.trim_matches('`') == item)
        };
        has(contexts, context) && has(scalars, scalar) && has(targets, target)
    }
}

/// Returns the rows of the table under the heading about what is refused.
fn rows() -> Vec<Row> {
    let (_, rest) = TABLE.split_once("| where |").expect("the page has the table");
    let lines = rest.lines().skip(2).take_while(|line| line.starts_with('|'));
    lines
        .map(|text| Row { text, cells: text.trim_matches('|').split('|').map(str::trim).collect() })
        .collect()
}

fn is_in_table(context: &str, scalar: &str, target: &str) -> bool {
    rows().iter().any(|row| row.covers(context, scalar, target))
}
