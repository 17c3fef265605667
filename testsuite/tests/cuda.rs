//! Tests the CUDA device on the mock driver: the output of `warpline`, its driver calls, and that nothing leaks.
//!
//! A case below `cases/cuda` runs in a child process. A line `// MOCK: NAME=VALUE …` sets variables of the
//! mock. The word `calls` in it adds the driver calls to the expected output; `FAIL=each` fails each call in
//! turn.

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::path::Path;
use std::process::ExitCode;
use warpline::testing::case::bless::{body, expected_output, normal, with_output};
use warpline::testing::case::directive::directives;
use warpline::testing::case::split::{MARKER, split};
use warpline_testsuite::mock::{self, Library, answer_as_child};
use warpline_testsuite::paths::{files_below, root, temporary};
use warpline_testsuite::programs::{CaseProgram, programs};
use warpline_testsuite::tools;
use warpline_testsuite::workloads::{module_text, workloads};

fn main() -> ExitCode {
    if let Some(code) = answer_as_child() {
        return code;
    }
    let cases = root().join("testsuite/cases/cuda");
    let mut trials: Vec<Trial> = files_below(&cases, "mlir")
        .into_iter()
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            Trial::test(name, move || case(&path))
        })
        .collect();
    for path in files_below(&cases, "mlir") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        trials.push(Trial::test(format!("from_the_cache {name}"), move || from_the_cache(&path)));
    }
    trials.push(Trial::test("libraries_that_are_no_driver", libraries));
    trials.push(Trial::test("timeline", timeline));
    trials.push(Trial::test("benchmark", benchmark));
    for program in ["run", "schedule", "gpu"].into_iter().flat_map(programs) {
        let name = format!("same_result {}", program.name);
        trials.push(Trial::test(name, move || same_result(&program)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn case(path: &Path) -> Result<(), Failed> {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
    let text = std::fs::read_to_string(path)?;
    let (mut variables, has_calls) = mock::asked(&text);
    let fails_each = variables.contains(&("FAIL", "each"));
    variables.retain(|(name, _)| *name != "FAIL" || !fails_each);
    let library = Library::mock(&path.file_stem().unwrap_or_default().to_string_lossy());
    let (mut pieces, mut is_same) = (Vec::new(), true);
    for piece in split(&text) {
        let mut output = String::new();
        for directive in directives(&text)? {
            let ran = library.run(&directive.args, &body(piece.text), &variables);
            output.push_str(&ran.text(has_calls));
            if let Some(complaint) = ran.complaint() {
                return Err(format!("{complaint}\n{}", ran.log).into());
            }
            if fails_each {
                fail_each_call(&library, &directive.args, &body(piece.text), &variables)?;
            }
        }
        let output = normal(&output);
        is_same &= expected_output(piece.text).map(|text| normal(&text)).unwrap_or_default() == output;
        pieces.push(with_output(piece.text, Some(output.as_str()).filter(|output| !output.is_empty())));
    }
    let found = pieces.join(&format!("{MARKER}\n"));
    if is_same {
        return Ok(());
    }
    if is_set("BLESS") && !is_set("CI") {
        std::fs::write(path, found)?;
        return Ok(());
    }
    Err(format!("other output than expected; BLESS=1 accepts what came out:\n{found}").into())
}

/// With PTX from the kernel cache, a case behaves as without: results, diagnostics with their locations, and calls.
fn from_the_cache(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let (mut variables, has_calls) = mock::asked(&text);
    variables.retain(|(name, value)| (*name, *value) != ("FAIL", "each"));
    let name = format!("cache-{}", path.file_stem().unwrap_or_default().to_string_lossy());
    let (library, place) = (Library::mock(&name), temporary(&name).join("kc"));
    let flag = format!("--cache-dir={}", place.display());
    let (mut has_run, directives) = (false, directives(&text)?);
    let runs = directives.iter().filter(|directive| directive.args.first().is_some_and(|arg| arg == "run"));
    for (piece, directive) in split(&text).iter().flat_map(|piece| runs.clone().map(move |run| (piece, run)))
    {
        let run = |more: &[String]| {
            let ran = library.run(&[&directive.args, more].concat(), &body(piece.text), &variables);
            (without_counts(&ran.text(has_calls)), ran.code)
        };
        let (expected, code) = run(&[]);
        has_run |= code == Some(0) && piece.text.contains("gpu.launch");
        for time in ["first", "second"] {
            let (found, _) = run(std::slice::from_ref(&flag));
            if found != expected {
                return Err(format!(
                    "the {time} run with a cache differs:\n{found}\nand without one:\n{expected}"
                )
                .into());
            }
        }
    }
    let n_entries = files_below(&place, "wlk").len();
    drop(std::fs::remove_dir_all(&place));
    if has_run && n_entries == 0 { Err("nothing was stored".into()) } else { Ok(()) }
}

/// Removes the counts of the kernel cache from a text.
fn without_counts(text: &str) -> String {
    let mut parts = text.split("\"cache\":{");
    let mut rest = parts.next().unwrap_or_default().to_string();
    for part in parts {
        rest.push_str(part.split_once('}').map_or(part, |(_, after)| after));
    }
    rest
}

/// Fails each call in turn, until a run makes fewer calls. No run may break a driver rule, leak an object or
/// end by a signal.
fn fail_each_call(
    library: &Library,
    args: &[String],
    text: &str,
    variables: &[(&str, &str)],
) -> Result<(), Failed> {
    for number in 0.. {
        let chosen = number.to_string();
        let mut variables = variables.to_vec();
        variables.push(("FAIL", &chosen));
        let ran = library.run(args, text, &variables);
        let has_failed = ran.log.contains("CUDA_ERROR_OPERATING_SYSTEM");
        let is_known = matches!(ran.code, Some(0 | 1 | 3));
        let is_clean = !ran.log.contains("cuDevicePrimaryCtxRetain(0) = c") || ran.is_clean();
        if !is_known || !is_clean || ran.complaint().is_some() {
            return Err(format!("call {number}: exit {:?}\n{}\n{}", ran.code, ran.err, ran.log).into());
        }
        let n_errors = ["error: ", "error["].iter().map(|word| ran.err.matches(word).count()).sum::<usize>();
        if ran.code == Some(1) && n_errors != 1 {
            return Err(format!("call {number}: expected one error, but found\n{}", ran.err).into());
        }
        if !has_failed {
            return if number == 0 { Err("no call was failed".into()) } else { Ok(()) };
        }
    }
    Ok(())
}

/// Unusable drivers give distinct errors, and nothing panics.
fn libraries() -> Result<(), Failed> {
    let text = "func.func @main() {\n  return\n}\n";
    let args = ["run", "--device=cuda"].map(str::to_string);
    let sentences = [
        (Library::broken("broken"), "no CUDA driver library (tried cuda, nvcuda)"),
        (Library::none("none"), "no CUDA driver library (tried cuda, nvcuda)"),
        (
            Library::without("query", "cuStreamQuery"),
            "the CUDA driver is too old: needed 12.0, missing cuStreamQuery",
        ),
    ];
    for (library, sentence) in sentences {
        let ran = library.run(&args, text, &[]);
        if ran.code != Some(3) || !ran.err.contains(sentence) {
            return Err(format!("expected '{sentence}', but found {:?}: {}", ran.code, ran.err).into());
        }
    }
    let listed = Library::mock("listed").run(
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
    let ran = Library::without("graphs", "cuGraphCreate").run(&args, text, &[]);
    if ran.code == Some(0) { Ok(()) } else { Err(ran.err.into()) }
}

/// A timeline contains each command at the time that the driver reports, and the waits between streams.
fn timeline() -> Result<(), Failed> {
    let workload = workloads().into_iter().find(|workload| workload.id == "W1").ok_or("no W1")?;
    let text = module_text(&workload.items);
    let path = temporary("trace.json");
    let args = ["run", "--device=cuda", &format!("--trace={}", path.display())].map(str::to_string);
    let ran = Library::mock("timeline").run(&args, &text, &[]);
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
    let ran = Library::mock("benchmark").benchmark(&[("PTX", "9.5")]);
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

/// The outcome of a program.
enum CudaOutcome {
    Same,
    Skipped(String),
    Wrong(String),
}

fn outcome(library: &Library, program: &CaseProgram) -> CudaOutcome {
    let expected = match program.interpret() {
        Ok(expected) => expected,
        Err(reason) => return CudaOutcome::Skipped(reason.to_string()),
    };
    let ran = library.run(&program.args_on("cuda"), &program.text, &[]);
    let is_unknown = ["NotModelled", "Endless"].iter().any(|name| ran.log.contains(name));
    if is_unknown || ran.err.contains("E0301") {
        return CudaOutcome::Skipped(ran.err.trim().to_string());
    }
    if ran.code != Some(0) || ran.complaint().is_some() || !ran.is_clean() {
        return CudaOutcome::Wrong(format!("exit {:?}\n{}\n{}", ran.code, ran.err, ran.log));
    }
    if program.outputs_agree(&expected, &ran.out) {
        return CudaOutcome::Same;
    }
    CudaOutcome::Wrong(format!("expected\n{expected}but found\n{}\n{}", ran.out, ran.log))
}

/// Runs a program on the mock and on the reference interpreter.
#[expect(clippy::print_stdout, reason = "skipped programs must be told")]
fn same_result(program: &CaseProgram) -> Result<(), Failed> {
    let name: String = program.name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    match outcome(&Library::mock(&name), program) {
        CudaOutcome::Same => Ok(()),
        CudaOutcome::Skipped(reason) => {
            println!("{} is skipped: {reason}", program.name);
            Ok(())
        }
        CudaOutcome::Wrong(message) => Err(message.into()),
    }
}
