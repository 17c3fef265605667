//! Kernels as PTX: the interpreter's own cases, and every case that runs, with its launches on the interpreter.

use std::sync::{Arc, Mutex};
use warpline::{Exit, Session, SourceFile, Wrapper, cli, stages};
use warpline_backend_ptx::Ptx;
use warpline_ir::Diagnostics;
use warpline_ir::artifact::Artifact;
use warpline_passes::Backend as _;
use warpline_passes::pipeline::{self, Silent};
use warpline_runtime::Device;
use warpline_testsuite::device::on_ptx::{ENDLESS, NOT_MODELLED, PtxDevice};
use warpline_testsuite::device::ptx_case;
use warpline_testsuite::paths::{files_below, root};
use warpline_testsuite::programs::{Program, agree, programs, sorted};

/// The chips whose text is run, and the seed of the order of blocks and warps.
const TARGETS: [(&str, u64); 1] = [("sm_80", 1)];

#[test]
fn the_interpreter_does_what_its_cases_say() {
    let mut findings = Vec::new();
    let files = files_below(&root().join("testsuite/cases/ptx_device"), "ptx");
    assert!(!files.is_empty(), "there are no cases");
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        for (index, piece) in text.split("// -----\n").enumerate() {
            if let Err(message) = ptx_case::run(piece) {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                findings.push(format!("{name}, piece {}: {message}", index + 1));
            }
        }
    }
    assert!(findings.is_empty(), "\n{}", findings.join("\n"));
}

fn execute(text: &str, args: &[String], wrapper: Option<Wrapper>) -> (Exit, Session) {
    let source = SourceFile { name: "case.mlir".to_string(), text: text.to_string() };
    let mut session = Session { wrapper, ..Session::with_stdin(source) };
    let exit = cli::execute(args, &mut session);
    (exit, session)
}

fn run(program: &Program, device: &str, wrapper: Option<Wrapper>) -> (Exit, Session) {
    // The device launches kernels one by one, also those of a task graph.
    let args = ["warpline", "run", device, "--graphs=never", "--diagnostics=short"].map(str::to_string);
    let args: Vec<String> = args.into_iter().chain(program.args.iter().cloned()).collect();
    execute(&program.text, &args, wrapper)
}

/// The kernels as PTX, or why there are none.
fn kernels(program: &Program, target: &str) -> Result<Artifact, String> {
    let mut module = stages::check(&program.text, false).module;
    let mut findings = Diagnostics::new();
    for text in [stages::DEVICE_PIPELINE, Ptx.pipeline()] {
        let pipeline = pipeline::parse(text, &mut findings).map_err(|_| first(&findings))?;
        let run = pipeline::run(&pipeline, &mut module, &mut findings, &mut Silent);
        run.map_err(|_| first(&findings))?;
    }
    let facts = warpline_ir::verify::verify(&module).map_err(|errors| first(&errors))?;
    Ptx.emit(&module, &facts, target).map_err(|errors| first(&errors))
}

fn first(findings: &Diagnostics) -> String {
    findings.iter().next().map(|found| found.message.clone()).unwrap_or_default()
}

/// Takes the device that a run makes, or what is wrong with the text.
type Slot = Arc<Mutex<Option<Result<Arc<PtxDevice>, String>>>>;

/// What became of a program.
enum Outcome {
    /// All launches ran, and the results are those of the reference interpreter.
    Same(u64),
    /// Why it could not run.
    Skipped(String),
    /// What is wrong.
    Wrong(String),
}

fn outcome(program: &Program, target: &str, seed: u64) -> Outcome {
    if !program.is_interpreted {
        return Outcome::Skipped("the reference interpreter is not among its devices".to_string());
    }
    let (exit, reference) = run(program, "--device=interp", None);
    if exit != Exit::Success {
        return Outcome::Skipped("the reference interpreter does not run it to its end".to_string());
    }
    let artifact = match kernels(program, target) {
        Ok(artifact) if artifact.kernels.is_empty() => {
            return Outcome::Skipped("it has no kernel".to_string());
        }
        Ok(artifact) => artifact,
        Err(message) => return Outcome::Skipped(format!("no PTX: {message}")),
    };
    let made: Slot = Arc::default();
    let slot = Arc::clone(&made);
    let wrapper = Wrapper(Arc::new(move |inner: Arc<dyn Device>| {
        let device = PtxDevice::new(Arc::clone(&inner), &artifact, seed).map(Arc::new);
        let wrapped = device.as_ref().map_or(inner, |device| Arc::clone(device) as Arc<dyn Device>);
        *slot.lock().expect("no thread panics with the lock") = Some(device);
        wrapped
    }));
    let (exit, session) = run(program, "--device=cpu", Some(wrapper));
    let device = made.lock().expect("no thread panics with the lock").take();
    match device {
        None => Outcome::Skipped(format!("the host part is not compiled: {}", session.err.trim())),
        Some(Err(message)) => Outcome::Wrong(format!("the text is refused: {message}")),
        Some(Ok(_)) if [NOT_MODELLED, ENDLESS].iter().any(|name| session.err.contains(name)) => {
            Outcome::Skipped(session.err.trim().to_string())
        }
        Some(Ok(_)) if exit != Exit::Success => Outcome::Wrong(session.err.trim().to_string()),
        Some(Ok(device)) => {
            let told = device.told();
            let tolerance = if told.approximate || program.text.contains("math.") { 1e-5 } else { 0.0 };
            let found = format!("{}{}", session.out, told.printed);
            // Threads print in any order.
            let is_same = if told.printed.is_empty() {
                agree(&reference.out, &found, tolerance)
            } else {
                sorted(&reference.out) == sorted(&found)
            };
            if !is_same {
                let message = format!("expected\n{}but found\n{found}", reference.out);
                return Outcome::Wrong(message);
            }
            Outcome::Same(told.launches)
        }
    }
}

/// Runs all programs of a directory, and prints the counts.
#[expect(clippy::print_stdout, reason = "skipped programs must be told")]
fn run_all(directory: &str) {
    let (mut n_same, mut n_launches, mut skipped, mut wrong) = (0, 0, Vec::new(), Vec::new());
    for program in programs(directory) {
        for (target, seed) in TARGETS {
            match outcome(&program, target, seed) {
                Outcome::Same(launches) => (n_same, n_launches) = (n_same + 1, n_launches + launches),
                Outcome::Skipped(reason) => skipped.push(format!("{} for {target}: {reason}", program.name)),
                Outcome::Wrong(message) => wrong.push(format!("{} for {target}: {message}", program.name)),
            }
        }
    }
    let counts = format!("{directory}: {n_same} run, {} skipped, {} failed", skipped.len(), wrong.len());
    println!("{counts}; {n_launches} launches\n{}", skipped.join("\n"));
    assert!(wrong.is_empty(), "{counts}\n{}", wrong.join("\n"));
    assert!(0 < n_same, "{counts}");
}

#[test]
fn cases_of_run_give_the_same_results() {
    run_all("run");
}

#[test]
fn cases_of_schedule_give_the_same_results() {
    run_all("schedule");
}
