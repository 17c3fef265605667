//! Checks that nests of parallel loops, which become kernels whose threads compute several results, and the same nests of
//! sequential loops give the results of these on the interpreter, on random nests.
//!
//! `WARPLINE_NESTS=START..END` chooses the seeds.

#![expect(clippy::print_stdout, reason = "the number of programs says whether the test tests anything")]

use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_testsuite::generator::seeds;
use warpline_testsuite::random_nests::{Order, program};

/// Runs `warpline` on a text; returns what it prints, or the diagnostics if it fails.
fn output(args: &[&str], text: String) -> Result<String, String> {
    let mut session = Session::with_stdin(SourceFile { name: "<stdin>".to_string(), text });
    let args: Vec<String> = ["warpline"].iter().chain(args).map(ToString::to_string).collect();
    if cli::execute(&args, &mut session) == Exit::Success { Ok(session.out) } else { Err(session.err) }
}

fn results(seed: u64, order: Order, device: &str) -> Result<Vec<String>, String> {
    let out = output(&["run", device, "--diagnostics=short"], program(seed, order))?;
    Ok(out.lines().filter(|line| line.starts_with("result")).map(ToString::to_string).collect())
}

#[test]
fn parallel_nests_give_what_sequential_ones_give() {
    let seeds = seeds("WARPLINE_NESTS", 0..100);
    let (mut n_coarsened, mut wrong) = (0, Vec::new());
    for seed in seeds.clone() {
        let passes = "--pass-pipeline=builtin.module(gpu-map-parallel-loops{coarsening=4})";
        let [plain, coarsened] = ["--gpu-map-parallel-loops", passes]
            .map(|passes| output(&["opt", passes], program(seed, Order::Any)).expect("the nest is right"));
        n_coarsened += u32::from(plain != coarsened);
        let expected = results(seed, Order::Sequential, "--device=interp");
        for order in [Order::Sequential, Order::Any] {
            let found = results(seed, order, "--device=cpu");
            if expected != found || expected.is_err() {
                wrong.push(format!("seed {seed}: expected {expected:?}, but found {found:?}"));
            }
        }
    }
    println!("{} nests, {n_coarsened} coarsened, agree but for {}", seeds.clone().count(), wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seeds.count() < 100 || 20 <= n_coarsened, "too few nests are coarsened: {n_coarsened}");
}
