//! Runs programs of past scheduler bugs in every mode: on streams and as task graphs, on 1 to 8 streams, in
//! orders of the adversary, and with the race detector. Each must compute the result of the interpreter.

use warpline_cli::testing::case::bless::body;
use warpline_cli::testing::case::directive::{Directive, Kind, directives_of};
use warpline_cli::testing::case::split::split;
use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_runtime::exec::Leaked;
use warpline_testsuite::paths::{files_below, root};

/// The folders of these programs.
const FOLDERS: [&str; 2] = ["concurrency", "regress"];
/// The values of `--graphs`.
const GRAPHS: [&str; 3] = ["auto", "always", "never"];
/// The maximum number of streams of a function.
const MOST_STREAMS: usize = 8;
/// Orders of the adversary in each of the other modes.
const SEEDS: u64 = 4;

/// A program, and the flags of all its runs.
struct ModesProgram {
    name: String,
    text: String,
    flags: Vec<String>,
}

/// Returns the pieces of cases that the CPU device and the interpreter run.
fn programs() -> Vec<ModesProgram> {
    let cases = FOLDERS.map(|folder| files_below(&root().join("testsuite/cases").join(folder), "mlir"));
    let mut found = Vec::new();
    for path in cases.iter().flatten() {
        let text = std::fs::read_to_string(path).expect("a case can be read");
        let all = directives_of(path, &text).expect("a case has directives");
        let runs = |arg: &String| arg.starts_with("--device=") && arg.contains("cpu,interp");
        let is_ours = |run: &&Directive| run.kind == Kind::Run && !run.must_fail && run.args.iter().any(runs);
        let Some(run) = all.iter().find(is_ours) else { continue };
        let is_mode =
            |arg: &&String| ["--device=", "--graphs", "--max-streams"].iter().any(|own| arg.starts_with(own));
        let flags: Vec<String> = run.args.iter().filter(|arg| !is_mode(arg)).cloned().collect();
        for (number, piece) in split(&text).iter().enumerate() {
            let (name, text) = (format!("{} piece {number}", path.display()), body(piece.text));
            found.push(ModesProgram { name, text, flags: flags.clone() });
        }
    }
    found
}

impl ModesProgram {
    fn run(&self, flags: &[&str]) -> (Exit, Session) {
        let source = SourceFile { name: "case.mlir".to_string(), text: self.text.clone() };
        let mut session = Session::with_stdin(source);
        let own = ["warpline", "run", "--diagnostics=short"].into_iter().chain(flags.iter().copied());
        let args: Vec<String> = own.map(str::to_string).chain(self.flags.iter().cloned()).collect();
        let exit = cli::execute(&args, &mut session);
        (exit, session)
    }

    /// Fails if a mode computes another result than the interpreter, finds a race, or leaks.
    fn check(&self, expected: &str, flags: &[&str]) {
        let (exit, session) = self.run(flags);
        let Self { name, .. } = self;
        assert_eq!(exit, Exit::Success, "{name} {flags:?}: {}", session.err);
        assert_eq!(session.out, expected, "{name} {flags:?}");
        let leaked = session.stats.map(|stats| stats.leaked).unwrap_or_default();
        assert_eq!(leaked, Leaked::default(), "{name} {flags:?}");
    }
}

#[test]
fn every_mode_computes_the_same() {
    let programs = programs();
    for program in &programs {
        let flags: Vec<String> =
            program.flags.iter().filter(|flag| !flag.starts_with("--profile")).cloned().collect();
        let plain = ModesProgram { name: program.name.clone(), text: program.text.clone(), flags };
        let (exit, expected) = plain.run(&["--device=interp"]);
        assert_eq!(exit, Exit::Success, "{}: {}", program.name, expected.err);
        for graphs in GRAPHS.map(|graphs| format!("--graphs={graphs}")) {
            for streams in (1..=MOST_STREAMS).map(|n| format!("--max-streams={n}")) {
                let mode = ["--device=cpu", &graphs, &streams];
                program.check(&expected.out, &mode);
                for seed in (0..SEEDS).map(|seed| format!("--adversary={seed}")) {
                    let [device, graphs, streams] = mode;
                    program.check(&expected.out, &[device, graphs, streams, &seed, "--detect-races"]);
                }
            }
        }
    }
    assert!(1 < programs.len(), "there are no programs");
}
