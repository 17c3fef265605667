//! Checks that kernels in vectors of threads give the bits of the interpreter, on random kernels.
//!
//! `WARPLINE_KERNELS=START..END` chooses the seeds.

#![expect(clippy::print_stdout, reason = "the number of programs says whether the test tests anything")]

use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_testsuite::generator::seeds;
use warpline_testsuite::programs::{CaseProgram, agree, programs};
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

/// Returns the output of a case on the CPU, if it runs to its end.
fn output(program: &CaseProgram, options: &[&str]) -> Option<String> {
    let source = SourceFile { name: "<stdin>".to_string(), text: program.text.clone() };
    let mut session = Session::with_stdin(source);
    let own = ["warpline", "run", "--device=cpu", "--diagnostics=short"];
    let args = own.iter().chain(options).map(ToString::to_string).chain(program.args.iter().cloned());
    let args: Vec<String> = args.collect();
    (cli::execute(&args, &mut session) == Exit::Success).then_some(session.out)
}

/// Compares the widest vectors, in which other tests run the cases, with narrower ones, with single threads and with
/// accesses that are not checked.
#[test]
fn cases_give_the_same_results_in_every_form() {
    let forms =
        [["--target=cpu+width=8"], ["--target=cpu+width=4"], ["--target=cpu+width=1"], ["--bounds=off"]];
    let (mut n_runs, mut wrong) = (0, Vec::new());
    for program in ["run", "gpu", "cpu_kernels"].into_iter().flat_map(programs) {
        // The options of a case come last, and those with these choose its form.
        if program.args.iter().any(|arg| arg.starts_with("--target") || arg.starts_with("--bounds")) {
            continue;
        }
        let Some(expected) = output(&program, &[]) else { continue };
        for form in &forms {
            n_runs += 1;
            let found = output(&program, form).unwrap_or_else(|| "no result".to_string());
            if !agree(&expected, &found, 0.0) {
                wrong.push(format!("{} {form:?}\nexpected {expected}\nbut found {found}", program.name));
            }
        }
    }
    println!("{n_runs} runs agree but for {}", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(200 <= n_runs, "too few cases run: {n_runs}");
}
