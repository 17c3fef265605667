//! Runs pairs of programs of which one has a race (`testsuite/src/racy.rs`): the interpreter and `run --detect-races` must
//! report it, `check` if it follows from the text, and no command may report its twin.
//!
//! `RACY=0..200` runs all pairs, and `-- --nocapture` prints the counts; without it, a sample runs.

#![expect(clippy::print_stderr, reason = "the counts are what one wants to know")]

use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_testsuite::generator::seeds;
use warpline_testsuite::racy::pair;

/// The commands, by the words that name them in the counts.
const COMMANDS: [(&str, &[&str]); 3] = [
    ("interpreter", &["run", "--device=interp"]),
    ("detector", &["run", "--device=cpu", "--detect-races"]),
    ("check", &["check", "-"]),
];

#[test]
fn races_are_reported_and_nothing_else() {
    let seeds = seeds("RACY", 0..28);
    let mut problems = Vec::new();
    let (mut n_found, mut n_static, mut n_all) = ([0; 3], 0, 0);
    for seed in seeds {
        let pair = pair(seed);
        n_all += 1;
        n_static += usize::from(pair.is_static);
        for (number, (name, command)) in COMMANDS.iter().enumerate() {
            let (exit, said) = run(command, &pair.wrong);
            let is_found = exit == Exit::Failed && said.contains("race");
            let is_asked = *name != "check" || pair.is_static;
            n_found[number] += usize::from(is_found && is_asked);
            if !is_found && is_asked {
                problems.push(format!("{name} misses seed {seed}: {}\n{said}\n{}", pair.what, pair.wrong));
            }
            let (exit, said) = run(command, &pair.right);
            if exit != Exit::Success {
                problems.push(format!("{name} alarms at seed {seed}: {}\n{said}\n{}", pair.what, pair.right));
            }
        }
    }
    let [interpreter, detector, check] = n_found;
    eprintln!(
        "of {n_all} races the interpreter finds {interpreter}, the detector {detector}; of {n_static} check finds {check}"
    );
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn run(command: &[&str], text: &str) -> (Exit, String) {
    let mut args = vec!["warpline".to_string()];
    args.extend(command.iter().map(ToString::to_string));
    args.push("--diagnostics=short".to_string());
    let source = SourceFile { name: "program.mlir".to_string(), text: text.to_string() };
    let mut session = Session::with_stdin(source);
    let exit = cli::execute(&args, &mut session);
    (exit, session.err)
}
