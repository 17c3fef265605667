//! Checks invariants of the REPL: whatever the input, no state is lost, there is no internal error, and an
//! accepted input is a valid program.

use warpline::steps;
use warpline_cli::Session;
use warpline_cli::repl::Repl;
use warpline_testsuite::corpus;

/// Enters a text piece by piece, complete and truncated, and checks the state after each.
fn check(text: &str) {
    let mut session = Session::default();
    let mut repl = Repl::new(&mut session, warpline_cli::cli::execute, false);
    repl.allow_unregistered();
    let middle = (text.len() / 2..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    for input in [&text[..middle], text] {
        repl.enter(input);
        for command in [":run cse", ":diff --side", ":undo", ":redo", ":stats"] {
            repl.enter(command);
        }
    }
    let program = repl.text();
    let checked = steps::check(&program, true);
    assert!(checked.facts.is_some(), "a state does not verify:\n{program}\nafter\n{text}");
    assert!(!session.out.contains("internal error"), "{}\nafter\n{text}", session.out);
}

#[test]
fn what_is_entered_never_breaks_the_session() {
    let pieces = corpus::pieces();
    assert!(500 < pieces.len(), "the corpus is elsewhere");
    for text in pieces {
        check(text);
    }
}
