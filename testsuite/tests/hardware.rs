//! Runs programs on the GPU at `cuda:0` through the installed driver and compares their results with those of the
//! reference interpreter: cases, random kernels, random schedules and workloads. The cases of the PTX interpreter run
//! too, which checks that interpreter. Without a GPU, there are no tests.
//!
//! `cargo test --release -p warpline-testsuite --test hardware` runs all; `WARPLINE_SEEDS=START..END` chooses the seeds
//! of random programs.

#![expect(clippy::print_stdout, reason = "skipped programs must be told")]

use libtest_mimic::{Arguments, Failed, Trial};
use std::process::ExitCode;
use std::sync::Arc;
use warpline_cli::testing::case::bless::{body, expected_output, normal};
use warpline_cli::testing::case::directive::directives;
use warpline_cli::testing::case::split::split;
use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_runtime::CudaDevice;
use warpline_testsuite::device::ptx_case;
use warpline_testsuite::generator::seeds;
use warpline_testsuite::mock::{answer_as_child, asked, run_on_hardware};
use warpline_testsuite::paths::{files_below, root};
use warpline_testsuite::programs::{CaseProgram, programs};
use warpline_testsuite::random_kernels;
use warpline_testsuite::random_programs::{build::build, steps, text::text};
use warpline_testsuite::workloads::{module_text, workloads};

/// The number of random programs in a test, one after the other.
const BATCH: u64 = 10;

fn main() -> ExitCode {
    if let Some(code) = answer_as_child() {
        return code;
    }
    let mut trials = Vec::new();
    match CudaDevice::open(0) {
        Ok(device) => {
            println!("{}, {:?}", device.info().name, device.info().compute_capability);
            trials = all_trials(&Arc::new(device));
        }
        Err(unavailable) => println!("skipped: needs a GPU ({unavailable})"),
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn all_trials(device: &Arc<CudaDevice>) -> Vec<Trial> {
    let mut trials = Vec::new();
    for path in files_below(&root().join("testsuite/cases/ptx_device"), "ptx") {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for (index, piece) in text.split("// -----\n").enumerate() {
            let (piece, device) = (piece.to_string(), Arc::clone(device));
            let run = move || Ok(ptx_case::run_on_gpu(&piece, &device).map(drop)?);
            trials.push(Trial::test(format!("ptx {stem} piece {}", index + 1), run));
        }
    }
    for path in files_below(&root().join("testsuite/cases/cuda"), "mlir") {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let of_any_gpu =
            |(name, value): &(&str, &str)| matches!((*name, *value), ("FAIL", "each") | ("DEVICES", "1"));
        if asked(&text).0.iter().all(of_any_gpu) {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            trials.push(Trial::test(format!("cuda {stem}"), move || same_output(&text)));
        }
    }
    for program in ["run", "schedule", "gpu"].into_iter().flat_map(programs) {
        trials.push(Trial::test(format!("case {}", program.name), move || same_result(&program)));
    }
    let seeds = seeds("WARPLINE_SEEDS", 0..100);
    for first in seeds.clone().step_by(BATCH as usize) {
        let end = (first + BATCH).min(seeds.end);
        let all = move || first..end;
        let kernels = move || all().try_for_each(|seed| both(&random_kernels::program(seed), "auto"));
        trials.push(Trial::test(format!("random kernels {:?}", all()), kernels));
        let schedules = move || {
            all().try_for_each(|seed| {
                let graphs = ["never", "always", "auto"][(seed % 3) as usize];
                both(&text(&steps(&build(seed))), graphs)
            })
        };
        trials.push(Trial::test(format!("random schedules {:?}", all()), schedules));
    }
    for workload in workloads() {
        for graphs in ["never", "always"] {
            let text = module_text(&workload.items);
            let name = format!("workload {} graphs={graphs}", workload.id);
            trials.push(Trial::test(name, move || both(&text, graphs)));
        }
    }
    trials
}

/// Runs a program on the interpreter and the GPU, which must give the same bits.
fn both(text: &str, graphs: &str) -> Result<(), Failed> {
    let source = SourceFile { name: "<stdin>".to_string(), text: text.to_string() };
    let mut session = Session::with_stdin(source);
    let args = ["warpline", "run", "--device=interp,cuda", "--diagnostics=short", "--cache=off"];
    let args = args.into_iter().map(str::to_string).chain([format!("--graphs={graphs}")]).collect::<Vec<_>>();
    match cli::execute(&args, &mut session) {
        Exit::Success => Ok(()),
        _ => Err(format!("{}\n{text}", session.err).into()),
    }
}

/// Compares the output of a case of the mock driver except for its calls. Numbers may differ, as threads run in any
/// order and fail at other indices, and so may the driver's name of an access that is not allowed.
fn same_output(text: &str) -> Result<(), Failed> {
    let without_names = |line: &str| match (line.find("CUDA_ERROR_"), line.find(", in kernel")) {
        (Some(start), Some(end)) if start < end => format!("{}{}\n", &line[..start], &line[end..]),
        _ => format!("{line}\n"),
    };
    let comparable = |text: &str| {
        let text: String = normal(text).lines().map(without_names).collect();
        text.replace(|c: char| c.is_ascii_digit(), "")
    };
    for piece in split(text) {
        let mut found = String::new();
        for directive in directives(text)? {
            found.push_str(&run_on_hardware(&directive.args, &body(piece.text)).text(false));
        }
        let mut expected = String::new();
        let mut is_call = false;
        for line in expected_output(piece.text).unwrap_or_default().lines() {
            is_call = line == "calls:" || is_call && line != "stderr:" && !line.starts_with("result ");
            if !is_call {
                expected.push_str(line);
                expected.push('\n');
            }
        }
        if comparable(&expected) != comparable(&found) {
            return Err(format!("expected\n{expected}but found\n{found}").into());
        }
    }
    Ok(())
}

/// Runs a case in a child process, since a kernel that fails makes the context of a process unusable.
fn same_result(program: &CaseProgram) -> Result<(), Failed> {
    let skipped = |reason: &str| {
        println!("{} is skipped: {reason}", program.name);
        Ok(())
    };
    let expected = match program.interpret() {
        Ok(expected) => expected,
        Err(reason) => return skipped(reason),
    };
    let args = [program.args_on("cuda"), vec!["--cache=off".to_string()]].concat();
    let ran = run_on_hardware(&args, &program.text);
    if ran.err.contains("E0301") {
        return skipped(ran.err.trim());
    }
    if ran.code != Some(0) {
        return Err(format!("exit {:?}\n{}", ran.code, ran.err).into());
    }
    if program.outputs_agree(&expected, &ran.out) {
        Ok(())
    } else {
        Err(format!("expected\n{expected}but found\n{}", ran.out).into())
    }
}
