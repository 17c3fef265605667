//! Checks that random contractions give the same results on the CPU device, whose kernels have the schedules that they state,
//! in tiles and in panels, as on the interpreter, which runs them as they are written.
//!
//! `WARPLINE_CONTRACTIONS=START..END` chooses the seeds.

#![expect(clippy::print_stdout, reason = "the number of programs says whether the test tests anything")]

use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_testsuite::generator::seeds;
use warpline_testsuite::random_contractions::program;

/// The error of a nest that is no contraction, as one whose loop over k has a single iteration.
const REFUSED: &str = "expected a contraction";

fn results(text: &str, device: &str) -> Result<Vec<String>, String> {
    let mut session = Session::with_stdin(SourceFile { name: "<stdin>".to_string(), text: text.to_string() });
    let args = ["warpline", "run", device, "--diagnostics=short"].map(str::to_string);
    if cli::execute(&args, &mut session) != Exit::Success {
        return Err(session.err);
    }
    let values = session.out.lines().skip_while(|line| !line.starts_with("argument"));
    Ok(values.map(ToString::to_string).collect())
}

#[test]
fn kernels_give_what_their_nests_give() {
    let seeds = seeds("WARPLINE_CONTRACTIONS", 0..60);
    let (mut n_refused, mut wrong) = (0, Vec::new());
    for seed in seeds.clone() {
        let text = program(seed);
        let [expected, found] = ["--device=interp", "--device=cpu"].map(|device| results(&text, device));
        match found {
            Err(message) if message.contains(REFUSED) => n_refused += 1,
            found if expected.is_err() || found != expected => {
                wrong.push(format!("seed {seed}: expected {expected:?}, but found {found:?}"));
            }
            _ => {}
        }
    }
    let n = seeds.count();
    println!("{n} contractions, {n_refused} are none, agree but for {}", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(n < 60 || 3 * n_refused < n, "too many nests are refused: {n_refused}");
}
