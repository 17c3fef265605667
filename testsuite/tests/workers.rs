//! Tests the worker processes that the REPL and `reduce` start for work that may hang or crash: the results
//! equal those without workers, and workers can be interrupted. The worker is this binary again.

use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};
use warpline_cli::repl::{Repl, inputs_of, play};
use warpline_cli::{Exit, Session, cli};
use warpline_testsuite::paths::{files_below, root, temporary};

/// The timeout of an operation that is normally immediate, on a slow machine.
const PATIENCE: Duration = Duration::from_secs(20);
/// The delay until Ctrl-C is pressed.
const SOON: Duration = Duration::from_millis(700);

/// A program that never terminates, with other operations.
const ENDLESS: &str = "func.func @main(%x: i32 {warpline.input = \"1\"}) -> i32 {
  %y = arith.addi %x, %x : i32
  cf.br ^again(%y : i32)
^again(%z: i32):
  %next = arith.muli %z, %x : i32
  cf.br ^again(%next : i32)
}
";

fn main() -> ExitCode {
    if std::env::args().nth(1).is_some_and(|word| ["repl", "reduce"].contains(&word.as_str())) {
        return cli::main();
    }
    let interrupted = [
        ("passes are interrupted", format!(":run {}", long_pipeline())),
        ("proofs of passes are interrupted", format!(":time {}", long_pipeline())),
        ("measuring is interrupted", ":bench main".to_string()),
        ("reducing is interrupted", ":reduce not warpline run %s --device=cpu".to_string()),
    ];
    let mut trials = vec![
        Trial::test("what hangs is reduced", what_hangs_is_reduced),
        Trial::test("what hangs is lost otherwise", what_hangs_is_lost_otherwise),
    ];
    for (name, line) in interrupted {
        trials.push(Trial::test(name, move || is_interrupted(&line)));
    }
    for path in files_below(&root().join("testsuite/cases/repl"), "repl") {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        trials.push(Trial::test(name, move || is_the_same(&text)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Returns a pipeline that changes nothing in `ENDLESS` and runs for minutes: no step equals another, since a step
/// that changed nothing is not repeated.
fn long_pipeline() -> String {
    let steps: Vec<String> =
        (1..50_000).map(|limit| format!("canonicalize{{max-iterations={limit}}}")).collect();
    steps.join(",")
}

/// Returns a session that owns the process.
fn own_process() -> Session {
    Session { is_process: true, ..Session::default() }
}

fn reduce(name: &str, flags: &[&str]) -> (Exit, Session) {
    let path = temporary(name);
    std::fs::write(&path, ENDLESS).expect("the temporary directory can be written");
    let file = path.to_string_lossy().into_owned();
    let args = [&["warpline", "reduce", &file, "--test=warpline run %s --device=cpu"], flags].concat();
    let args: Vec<String> = args.iter().map(ToString::to_string).collect();
    let mut session = own_process();
    let exit = cli::execute(&args, &mut session);
    drop(std::fs::remove_file(path));
    (exit, session)
}

fn what_hangs_is_reduced() -> Result<(), Failed> {
    let (exit, session) = reduce("hangs.mlir", &["--hang", "--deadline=0.5"]);
    let is_loop = session.out.contains("cf.br ^bb1(%0 : i32)") && !session.out.contains("arith");
    let is_right =
        exit == Exit::Success && is_loop && session.err.contains("3 operations in 7 lines are left");
    if is_right { Ok(()) } else { Err(format!("{exit:?}\n{}{}", session.out, session.err).into()) }
}

fn what_hangs_is_lost_otherwise() -> Result<(), Failed> {
    let (exit, session) = reduce("lost.mlir", &["--deadline=0.5"]);
    let is_right = exit == Exit::Usage && session.err.contains("the test takes more than 0.5 s");
    if is_right { Ok(()) } else { Err(format!("{exit:?}\n{}{}", session.out, session.err).into()) }
}

/// Checks that Ctrl-C ends a command and keeps the state.
fn is_interrupted(line: &str) -> Result<(), Failed> {
    let mut session = own_process();
    let mut repl = Repl::new(&mut session, warpline_cli::cli::execute, false);
    repl.keep_quiet();
    repl.enter(ENDLESS);
    let more = "func.func @f(%x: i32) -> i32 {\n  %y = arith.addi %x, %x : i32\n  return %y : i32\n}\n";
    repl.enter(&(0..500).map(|number| more.replace("@f", &format!("@f{number}"))).collect::<String>());
    let (before, interrupter) = (repl.text(), repl.interrupter());
    let start = Instant::now();
    let user = std::thread::spawn(move || {
        std::thread::sleep(SOON);
        interrupter.store(true, Ordering::Relaxed);
    });
    repl.enter(line);
    let took = start.elapsed();
    user.join().map_err(|_| "the thread of the user failed")?;
    let is_same = repl.text() == before;
    repl.enter(":run cse");
    let is_right = is_same
        && (SOON..PATIENCE).contains(&took)
        && session.out.contains("interrupted")
        && session.out.ends_with("nothing changes; still state 2\n");
    if is_right { Ok(()) } else { Err(format!("after {took:?}, same {is_same}:\n{}", session.out).into()) }
}

/// Checks that the output of a script is the same with and without workers.
fn is_the_same(script: &str) -> Result<(), Failed> {
    let said = |mut session: Session| {
        let mut repl = Repl::new(&mut session, warpline_cli::cli::execute, false);
        repl.keep_quiet();
        play(&mut repl, inputs_of(script).into_iter());
        session.out
    };
    let (apart, here) = (said(own_process()), said(Session::default()));
    if apart == here { Ok(()) } else { Err(warpline_cli::testing::case::difference(&here, &apart).into()) }
}
