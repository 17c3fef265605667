//! Runs cases and programs on mock drivers.
//!
//! A case runs in a child process. A line `// MOCK: NAME=VALUE …` sets variables of the mock. The word `calls` in
//! it adds the driver calls to the expected output; `FAIL=each` fails each call in turn.

use crate::mock::{self, Library, MockDriver};
use crate::paths::{files_below, root, temporary};
use crate::programs::{CaseProgram, programs};
use libtest_mimic::{Failed, Trial};
use std::path::Path;
use warpline_cli::testing::case::bless::{body, expected_output, normal, with_output};
use warpline_cli::testing::case::directive::directives;
use warpline_cli::testing::case::split::{MARKER, split};

/// Returns the tests of a driver: its cases, below `folder`, also with the kernel cache, and the programs of other
/// cases that run, whose results must be those of the reference interpreter.
pub fn trials(driver: &'static MockDriver, folder: &str) -> Vec<Trial> {
    let mut trials = Vec::new();
    for path in files_below(&root().join(folder), "mlir") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let again = path.clone();
        trials.push(Trial::test(name.clone(), move || case(driver, &path)));
        trials.push(Trial::test(format!("from_the_cache {name}"), move || from_the_cache(driver, &again)));
    }
    for path in files_below(&root().join("testsuite/cases/memory"), "mlir") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        trials.push(Trial::test(format!("same_verdict {name}"), move || same_verdicts(driver, &path)));
    }
    for program in ["run", "schedule", "gpu"].into_iter().flat_map(programs) {
        let name = format!("same_result {}", program.name);
        trials.push(Trial::test(name, move || same_result(driver, &program)));
    }
    trials.push(Trial::test("application", move || application(driver)));
    trials
}

/// Runs an application that uses the library, also with some calls of the driver failing: nothing may be left.
fn application(driver: &'static MockDriver) -> Result<(), Failed> {
    let library = driver.mock("application");
    for number in (0..).step_by(7) {
        // The first run is without a failure.
        let chosen = (number - 7i64).to_string();
        let variables = [("FAIL", chosen.as_str())];
        let ran = library.application(if number == 0 { &[] } else { &variables });
        let is_known = ran.code == Some(0) || 0 < number && ran.code == Some(1);
        let is_clean = !ran.log.contains(driver.first_object) || ran.is_clean();
        if !is_known || !is_clean || ran.complaint().is_some() {
            return Err(format!("call {chosen}: exit {:?}\n{}\n{}", ran.code, ran.err, ran.log).into());
        }
        if 0 < number && !driver.has_failed(&ran) {
            break;
        }
    }
    Ok(())
}

fn case(driver: &'static MockDriver, path: &Path) -> Result<(), Failed> {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
    let text = std::fs::read_to_string(path)?;
    let (mut variables, has_calls) = mock::asked(&text);
    let fails_each = variables.contains(&("FAIL", "each"));
    variables.retain(|(name, _)| *name != "FAIL" || !fails_each);
    let library = driver.mock(&path.file_stem().unwrap_or_default().to_string_lossy());
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

/// The pieces of a case that run on the CPU device end on the mock as there: with the same results, or the same error at
/// the same place.
fn same_verdicts(driver: &'static MockDriver, path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let library = driver.mock(&format!("verdict-{name}"));
    let is_run = |args: &[String]| args.iter().any(|arg| arg == "--device=cpu");
    for (number, piece) in split(&text).iter().enumerate() {
        let expected = expected_output(piece.text).map(|text| normal(&text)).unwrap_or_default();
        for directive in directives(&text)?.iter().filter(|directive| is_run(&directive.args)) {
            let on_mock = |arg: &String| arg.replace("--device=cpu", &format!("--device={}", driver.device));
            let args: Vec<String> = directive.args.iter().map(on_mock).collect();
            let ran = library.run(&args, &body(piece.text), &[]);
            if let Some(complaint) = ran.complaint() {
                return Err(format!("piece {number}: {complaint}\n{}", ran.log).into());
            }
            let found = ran.text(false);
            // The file has another name, and stands in the messages.
            let mut lines = found.lines().map(|line| line.replace("case.mlir:", &format!("{name}.mlir:")));
            let fails = expected.contains("exit: ");
            if fails != (ran.code != Some(0))
                || !lines.all(|line| expected.lines().any(|other| other == line))
            {
                return Err(format!("piece {number}: expected\n{expected}but found\n{found}").into());
            }
        }
    }
    Ok(())
}

/// With code from the kernel cache, a case behaves as without: results, diagnostics with their locations, and calls.
fn from_the_cache(driver: &'static MockDriver, path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let (mut variables, has_calls) = mock::asked(&text);
    variables.retain(|(name, value)| (*name, *value) != ("FAIL", "each"));
    let name = format!("cache-{}", path.file_stem().unwrap_or_default().to_string_lossy());
    let (library, place) = (driver.mock(&name), temporary(&name).join("kc"));
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
        let has_failed = library.driver().has_failed(&ran);
        let is_known = matches!(ran.code, Some(0 | 1 | 3));
        let is_clean = !ran.log.contains(library.driver().first_object) || ran.is_clean();
        if !is_known || !is_clean || ran.complaint().is_some() {
            return Err(format!("call {number}: exit {:?}\n{}\n{}", ran.code, ran.err, ran.log).into());
        }
        // A chip without an attribute has a usual value; the last call comes when everything is said.
        let may_fail = |line: &str| line.contains("GetAttribute(") || line.contains("CtxRelease(");
        let failed = ran.log.lines().filter(|line| line.contains(library.driver().failure));
        if ran.code == Some(0) && !failed.clone().all(may_fail) {
            let failed = failed.collect::<Vec<_>>().join("\n");
            return Err(format!("call {number} fails without a word: {failed}").into());
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

/// The outcome of a program.
enum Outcome {
    Same,
    Skipped(String),
    Wrong(String),
}

fn outcome(library: &Library, program: &CaseProgram) -> Outcome {
    let expected = match program.interpret() {
        Ok(expected) => expected,
        Err(reason) => return Outcome::Skipped(reason.to_string()),
    };
    let ran = library.run(&program.args_on(library.driver().device), &program.text, &[]);
    let is_unknown = ["NotModelled", "Endless"].iter().any(|name| ran.log.contains(name));
    if is_unknown || ran.err.contains("E0301") {
        return Outcome::Skipped(ran.err.trim().to_string());
    }
    if ran.code != Some(0) || ran.complaint().is_some() || !ran.is_clean() {
        return Outcome::Wrong(format!("exit {:?}\n{}\n{}", ran.code, ran.err, ran.log));
    }
    if program.outputs_agree(&expected, &ran.out) {
        return Outcome::Same;
    }
    Outcome::Wrong(format!("expected\n{expected}but found\n{}\n{}", ran.out, ran.log))
}

/// Runs a program on the mock and on the reference interpreter.
#[expect(clippy::print_stdout, reason = "skipped programs must be told")]
fn same_result(driver: &'static MockDriver, program: &CaseProgram) -> Result<(), Failed> {
    let name: String = program.name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    match outcome(&driver.mock(&name), program) {
        Outcome::Same => Ok(()),
        Outcome::Skipped(reason) => {
            println!("{} is skipped: {reason}", program.name);
            Ok(())
        }
        Outcome::Wrong(message) => Err(message.into()),
    }
}
