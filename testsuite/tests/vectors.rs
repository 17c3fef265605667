//! Checks that kernels in vectors of threads give the bits of the interpreter, on random kernels.
//!
//! `WARPLINE_KERNELS=START..END` chooses the seeds.

#![expect(clippy::print_stdout, reason = "the number of programs says whether the test tests anything")]

use warpline::{Exit, Session, SourceFile, cli};
use warpline_testsuite::generator::seeds;
use warpline_testsuite::random_kernels::program;

/// Runs a program on the interpreter and the CPU, whose vectors have at most `width` threads; returns the diagnostics if
/// it fails or they differ.
fn failure(text: &str, width: u32) -> Option<String> {
    let source = SourceFile { name: "<stdin>".to_string(), text: text.to_string() };
    let mut session = Session::with_stdin(source);
    let target = format!("--target=cpu+width={width}");
    let args = ["warpline", "run", "--device=interp,cpu", "--diagnostics=short", &target].map(str::to_string);
    let exit = cli::execute(&args, &mut session);
    (exit != Exit::Success).then_some(session.err)
}

/// Returns a program whose loops and branches are blocks, which the CPU device lifts to structured ones.
fn with_blocks(text: String) -> String {
    let source = SourceFile { name: "<stdin>".to_string(), text };
    let mut session = Session::with_stdin(source);
    let args = ["warpline", "opt", "--convert-scf-to-cf"].map(str::to_string);
    assert_eq!(cli::execute(&args, &mut session), Exit::Success, "{}", session.err);
    session.out
}

#[test]
fn vectors_give_what_the_interpreter_gives() {
    let seeds = seeds("WARPLINE_KERNELS", 0..400);
    let wrong: Vec<String> = seeds
        .clone()
        .filter_map(|seed| {
            let text = if seed % 4 == 3 { with_blocks(program(seed)) } else { program(seed) };
            // Most kernels are in the widest vectors, and each width has some.
            let width = [16, 16, 16, 8, 4, 1][(seed % 6) as usize];
            failure(&text, width).map(|why| format!("seed {seed}: {why}"))
        })
        .collect();
    println!("{} kernels agree but for {}", seeds.count(), wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
