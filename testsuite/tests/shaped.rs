//! Checks that kernels converted to functions that loop over blocks and threads give the results of the
//! kernels, on the interpreter, in the natural order of blocks and in another one.

#![expect(clippy::print_stdout, reason = "the number of programs says whether the test tests anything")]

use warpline::backends::CodeTarget;
use warpline::compilation::Stage;
use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_ir::artifact::SHAPED;
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::{ParseOptions, parse};
use warpline_testsuite::programs::{CaseProgram, programs, sorted};
use warpline_testsuite::random_programs::modes::run_passes;
use warpline_testsuite::stages;

/// Returns the program with converted kernels; `None` if there are none, or if the CPU device does not support them.
fn shaped(program: &CaseProgram) -> Option<String> {
    let (mut module, diagnostics) = parse(&program.text, &ParseOptions::default());
    if diagnostics.has_errors() {
        return None;
    }
    let passes = CodeTarget::of_this_machine().pipeline();
    run_passes(&mut module, &[&stages::text("cpu", Stage::Kernels..=Stage::Annotated), &*passes].join(","))
        .ok()?;
    let is_shaped = |op: &_| module.attr(*op, SHAPED).is_some();
    let any = module.walk(module.root()).iter().any(is_shaped);
    any.then(|| print(&module, &PrintOptions::default()))
}

/// Returns the output of a program on the interpreter, if it runs to its end.
fn output(text: &str, program: &CaseProgram, seed: &str) -> Option<String> {
    let text = text.to_string();
    let mut session = Session::with_stdin(SourceFile { name: "<stdin>".to_string(), text });
    let own = ["warpline", "run", "--device=interp", seed].map(str::to_string);
    let args: Vec<String> = own.into_iter().chain(program.args.iter().cloned()).collect();
    (cli::execute(&args, &mut session) == Exit::Success).then_some(session.out)
}

/// Returns the output except for addresses, which depend on earlier allocations.
fn lines(text: &str) -> Vec<&str> {
    sorted(text).into_iter().filter(|line| !line.contains("base@")).collect()
}

#[test]
fn shaped_kernels_give_what_kernels_give() {
    let (mut n_programs, mut wrong) = (0, Vec::new());
    for program in ["run", "gpu", "interp", "schedule"].into_iter().flat_map(programs) {
        let Some(text) = shaped(&program) else { continue };
        // Work that waits for other work needs other orders than the natural one.
        if !program.is_interpreted || text.contains("rt.spin") {
            continue;
        }
        for seed in ["--seed=0", "--seed=7"] {
            let Some(expected) = output(&program.text, &program, seed) else { continue };
            let found = output(&text, &program, seed).unwrap_or_else(|| "no result".to_string());
            n_programs += 1;
            if lines(&expected) != lines(&found) {
                wrong.push(format!("{} {seed}\nexpected {expected}\nbut found {found}", program.name));
            }
        }
    }
    println!("{n_programs} runs agree but for {}", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(50 <= n_programs, "too few programs have shaped kernels: {n_programs}");
}
