//! Tests the CUDA device on the mock driver: the output of `warpline`, its driver calls, and that nothing leaks.

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::process::ExitCode;
use warpline_testsuite::mock::{CUDA, answer_as_child};
use warpline_testsuite::paths::temporary;
use warpline_testsuite::workloads::{module_text, workloads};
use warpline_testsuite::{mock_cases, tools};

fn main() -> ExitCode {
    if let Some(code) = answer_as_child() {
        return code;
    }
    let mut trials = mock_cases::trials(&CUDA, "testsuite/cases/cuda");
    trials.push(Trial::test("libraries_that_are_no_driver", libraries));
    trials.push(Trial::test("timeline", timeline));
    trials.push(Trial::test("benchmark", benchmark));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Unusable drivers give distinct errors, and nothing panics.
fn libraries() -> Result<(), Failed> {
    let text = "func.func @main() {\n  return\n}\n";
    let args = ["run", "--device=cuda"].map(str::to_string);
    let sentences = [
        (CUDA.broken("broken"), "no CUDA driver library (tried cuda, nvcuda)"),
        (CUDA.none("none"), "no CUDA driver library (tried cuda, nvcuda)"),
        (
            CUDA.without("query", &["cuStreamQuery"]),
            "the CUDA driver is too old: needed 12.0, missing cuStreamQuery",
        ),
    ];
    for (library, sentence) in sentences {
        let ran = library.run(&args, text, &[]);
        if ran.code != Some(3) || !ran.err.contains(sentence) {
            return Err(format!("expected '{sentence}', but found {:?}: {}", ran.code, ran.err).into());
        }
    }
    let listed = CUDA.mock("listed").run(
        &["devices", "--require=cuda:1"].map(str::to_string),
        "",
        &[("DEVICES", "2")],
    );
    let line = "cuda:1   available  Mock GPU 1, sm_80, 108 SMs, 40 GiB";
    if listed.code != Some(0) || !listed.out.contains(line) {
        return Err(
            format!("expected '{line}', but found {:?}\n{}{}", listed.code, listed.out, listed.err).into()
        );
    }
    // Optional functions may be missing.
    let ran = CUDA.without("graphs", &["cuGraphCreate"]).run(&args, text, &[]);
    if ran.code == Some(0) { Ok(()) } else { Err(ran.err.into()) }
}

/// A timeline contains each command at the time that the driver reports, and the waits between streams.
fn timeline() -> Result<(), Failed> {
    let workload = workloads().into_iter().find(|workload| workload.id == "W1").ok_or("no W1")?;
    let text = module_text(&workload.items);
    let path = temporary("trace.json");
    let args = ["run", "--plan-for=any", "--device=cuda", &format!("--trace={}", path.display())]
        .map(str::to_string);
    let ran = CUDA.mock("timeline").run(&args, &text, &[]);
    if ran.code != Some(0) || ran.complaint().is_some() {
        return Err(format!("exit {:?}\n{}\n{}", ran.code, ran.err, ran.log).into());
    }
    let written: Value = serde_json::from_str(&std::fs::read_to_string(&path)?)?;
    let _ = std::fs::remove_file(&path);
    let events = written["traceEvents"].as_array().ok_or("no events")?;
    let of = |phase: &'static str| events.iter().filter(move |event| event["ph"] == phase);
    let launches = of("X").filter(|event| event["tid"] != 0 && !event["args"]["blocks"].is_null());
    let mut n_launches = 0;
    for launch in launches {
        n_launches += 1;
        let blocks = launch["args"]["blocks"].as_f64().ok_or("no blocks")?;
        let expected = 5.0 + blocks / 10.0;
        // On an idle stream the first event is reached before the launch is issued.
        let has_time = |time: f64| expected - 0.01 < time && time < expected + 2.01;
        if !launch["dur"].as_f64().is_some_and(has_time) {
            return Err(format!("expected {expected} microseconds, but found {launch}").into());
        }
    }
    let calls = of("X").filter(|event| event["tid"] == 0 && event["name"] == "launch").count();
    let arrows = [of("s").count(), of("f").count()];
    let waits = ran.log.lines().filter(|line| line.starts_with("cuStreamWaitEvent")).count();
    if n_launches < 3 || calls != n_launches || arrows != [waits; 2] || waits == 0 {
        return Err(format!("{n_launches} launches, {calls} calls, {waits} waits, {arrows:?} arrows").into());
    }
    Ok(())
}

/// The GPU benchmark runs to its end, with nvcc where it is installed.
fn benchmark() -> Result<(), Failed> {
    let ran = CUDA.mock("benchmark").benchmark(&[("PTX", "9.5")]);
    if ran.code != Some(0) || ran.complaint().is_some() || !ran.is_clean() {
        return Err(format!("exit {:?}\n{}\n{}", ran.code, ran.err, ran.log).into());
    }
    let peer = if tools::nvcc().is_some() { "nvcc 1." } else { "needs nvcc" };
    for name in ["conv_add", "saxpy", "stencil", "reduction", "histogram", "black_scholes", "naive", "tiled"]
    {
        let line = ran.out.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        if !line.contains(peer) {
            return Err(format!("expected '{peer}' for {name}, but found\n{}", ran.out).into());
        }
    }
    let others = [
        "wmma_f16",
        "two kernels of half the GPU: ",
        "a launch through a stream: ",
        "a launch through a graph: ",
    ];
    match others.iter().find(|start| !ran.out.lines().any(|line| line.starts_with(**start))) {
        Some(missing) => Err(format!("expected '{missing}', but found\n{}", ran.out).into()),
        None => Ok(()),
    }
}
