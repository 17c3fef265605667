//! Tests guarantees of the command line beyond the cases: files, threads, times, colours, and machine-readable formats.

use clap::Command;
use serde_json::Value;
use std::path::PathBuf;
use warpline::support::{Verdict, answers, devices, kinds};
use warpline_cli::cli::examples::{EXAMPLES, OVERVIEW};
use warpline_cli::{Exit, Session, cli};
use warpline_ir::OpKind;
use warpline_testsuite::paths::{files_below, root, temporary};
use warpline_testsuite::warpline;

const RIGHT: &str = "func.func private @right()\n";
const WRONG: &str = "func.func @wrong() -> i32 {\n  return %missing : i32\n}\n";

/// Writes a file with this text for one test, and returns its path.
fn written(name: &str, text: &str) -> String {
    let path = temporary(name);
    std::fs::write(&path, text).expect("the temporary directory can be written");
    path.to_string_lossy().into_owned()
}

fn remove(paths: &[String]) {
    for path in paths {
        drop(std::fs::remove_file(path));
    }
}

#[test]
fn a_file_appears_only_on_success() {
    let (right, wrong) = (written("right.mlir", RIGHT), written("wrong.mlir", WRONG));
    let out = temporary("out.mlir").to_string_lossy().into_owned();
    assert_eq!(warpline(&["opt", &wrong, "-o", &out]).0, Exit::Failed);
    assert!(!PathBuf::from(&out).exists(), "a failure left a file");
    assert_eq!(warpline(&["opt", &right, "-o", &out]).0, Exit::Success);
    assert!(PathBuf::from(&out).exists());
    remove(&[right, wrong, out]);
}

/// The book contains the table that the command prints, with every operation.
#[test]
fn the_table_of_operations_is_that_of_the_book() {
    let (exit, session) = warpline(&["devices", "--operations"]);
    assert_eq!(exit, Exit::Success);
    let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let printed: Vec<Vec<String>> = session.out.lines().skip(1).map(words).collect();
    let page =
        std::fs::read_to_string(root().join("docs/src/reference/devices.md")).expect("a page of the book");
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    let shown: Vec<Vec<String>> = rows.map(|row| words(&row.replace(['|', '`'], " "))).collect();
    assert_eq!(printed, shown);
    assert_eq!(printed.len(), OpKind::all().count());
    let columns = session.out.lines().next().map_or(0, |heads| words(heads).len());
    assert!(printed.iter().all(|row| row.len() == columns), "an operation is without a verdict");
}

/// The interpreter follows the plan of the other devices: equal counts, and the same work on the same streams.
#[test]
fn the_interpreter_follows_the_plan() {
    let example = root().join("examples/two_branches.mlir").to_string_lossy().into_owned();
    let observed = |device: &str| {
        let [stats, trace] = ["stats", "trace"]
            .map(|kind| temporary(&format!("{device}.{kind}.json")).to_string_lossy().into_owned());
        let flags = [format!("--device={device}"), format!("--stats={stats}"), format!("--trace={trace}")];
        let args: Vec<&str> = ["run", &example].into_iter().chain(flags.iter().map(String::as_str)).collect();
        let (exit, session) = warpline(&args);
        assert_eq!(exit, Exit::Success, "{}", session.err);
        let read = |path: &str| {
            let text = std::fs::read_to_string(path).expect("the file was written");
            serde_json::from_str::<Value>(&text).expect("it is JSON")
        };
        let (counts, timeline) = (read(&stats), read(&trace));
        remove(&[stats, trace]);
        (counts, on_streams(&timeline))
    };
    let ((cpu, cpu_work), (interp, interp_work)) = (observed("cpu"), observed("interp"));
    for key in [
        "kernels",
        "launches",
        "streams",
        "events",
        "waits",
        "records",
        "host_syncs",
        "peak_bytes",
        "unfreed",
    ] {
        assert_eq!(cpu[key], interp[key], "{key}");
    }
    assert_eq!(cpu["reasons"], interp["reasons"]);
    assert_eq!(cpu_work, interp_work);
}

/// Returns the streams of a timeline: track, name and line of each slice, and the tracks of arrows.
fn on_streams(timeline: &Value) -> Vec<String> {
    let events = timeline["traceEvents"].as_array().expect("it has events");
    let is_shown = |event: &&Value| event["tid"] != 0 && event["ph"] != "M";
    let line = |event: &Value| {
        format!("{} {} {} {}", event["ph"], event["tid"], event["name"], event["args"]["line"])
    };
    let mut lines: Vec<String> = events.iter().filter(is_shown).map(line).collect();
    lines.sort();
    lines
}

#[test]
fn a_byte_order_mark_means_nothing() {
    let wrong = written("marked-wrong.mlir", &format!("\u{feff}{WRONG}"));
    let right = written("marked.mlir", &format!("\u{feff}{RIGHT}"));
    let (exit, session) = warpline(&["opt", &right]);
    assert_eq!((exit, session.out.contains('\u{feff}')), (Exit::Success, false), "{}", session.err);
    let (exit, session) = warpline(&["opt", &wrong, "--diagnostics=short"]);
    assert_eq!(exit, Exit::Failed);
    assert!(session.err.contains("marked-wrong.mlir:2:10: error"), "{}", session.err);
    remove(&[right, wrong]);
}

/// A file that is overwritten keeps its mode and the links to it.
#[cfg(unix)]
#[test]
fn a_file_keeps_its_mode_and_its_links() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let (right, out) = (written("mode.mlir", RIGHT), written("mode-out.mlir", "before"));
    let link = temporary("mode-link.mlir");
    std::fs::set_permissions(&out, std::fs::Permissions::from_mode(0o750)).expect("it is our file");
    symlink(PathBuf::from(&out).file_name().expect("it has a name"), &link).expect("links can be made");
    assert_eq!(warpline(&["opt", &right, "-o", &link.to_string_lossy()]).0, Exit::Success);
    assert!(link.is_symlink(), "the link was replaced");
    assert!(std::fs::read_to_string(&out).is_ok_and(|text| text.contains("@right")));
    let mode = std::fs::metadata(&out).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o750);
    remove(&[right, out, link.to_string_lossy().into_owned()]);
}

/// An array written under the extension of a format is in that format.
#[test]
fn arrays_are_read_back_from_what_was_written() {
    let file = written(
        "arrays.mlir",
        "func.func @main(%m: memref<2x2xf32> {warpline.input = \"iota:\"}) -> memref<2x2xf32> {\n  return %m : memref<2x2xf32>\n}\n",
    );
    for name in ["o.npy", "o.npz", "o.safetensors", "named.npz:w", "named.safetensors:w"] {
        let place = temporary(name).to_string_lossy().into_owned();
        let (exit, session) = warpline(&["run", &file, &format!("--output=@{place}")]);
        assert_eq!(exit, Exit::Success, "{}", session.err);
        let again = ["run", &file, &format!("--input=@{place}"), "--output=-", "--expect=[[0 1][2 3]]"];
        let (exit, session) = warpline(&again);
        assert_eq!((exit, session.out.as_str()), (Exit::Success, "2x2xf32=[[0.0 1.0][2.0 3.0]]\n"), "{name}");
        remove(&[place.trim_end_matches(":w").to_string()]);
    }
    assert_eq!(warpline(&["run", &file, "--output=+never.npz"]).0, Exit::Usage);
    remove(&[file]);
}

/// Bytes that are not UTF-8 suppress no other diagnostic, and give none in a comment.
#[test]
fn bytes_that_are_no_text_are_told_one_by_one() {
    let path = temporary("bytes.mlir");
    let text = b"// caf\xe9\nfunc.func @f() -> i32 {\n  \xe9\n  \"func.call\"() {callee = @\"\xe9\"} : () -> ()\n  return %missing : i32\n}\n";
    std::fs::write(&path, text).expect("the temporary directory can be written");
    let name = path.to_string_lossy().into_owned();
    let (exit, session) = warpline(&["opt", &name, "--diagnostics=short"]);
    let reported: Vec<&str> = session.err.lines().filter_map(|line| line.strip_prefix(&name)).collect();
    assert_eq!(exit, Exit::Failed);
    assert_eq!(
        reported,
        [
            ":3:3: error[E0101]: unexpected bytes that are not UTF-8",
            ":4:27: error[E0101]: unexpected bytes that are not UTF-8 in a string",
            ":5:10: error[E0104]: use of undeclared SSA value name '%missing'",
        ]
    );
    remove(&[name]);
}

#[test]
fn check_is_the_same_for_any_number_of_threads() {
    let texts = |index: usize| if index.is_multiple_of(3) { WRONG } else { RIGHT };
    let files: Vec<String> =
        (0..20).map(|index| written(&format!("check-{index}.mlir"), texts(index))).collect();
    let run = |jobs: &str| {
        let args: Vec<&str> = ["check", "--diagnostics=short", "-j", jobs]
            .into_iter()
            .chain(files.iter().map(String::as_str))
            .collect();
        let (exit, session) = warpline(&args);
        (exit, session.err)
    };
    let (exit, alone) = run("1");
    assert_eq!(exit, Exit::Failed);
    assert_eq!(alone.lines().count(), 7);
    let places: Vec<usize> =
        (0..20).step_by(3).map(|index| alone.find(&files[index]).unwrap_or(usize::MAX)).collect();
    assert!(places.is_sorted(), "not in the order of the files:\n{alone}");
    assert_eq!(run("8"), (exit, alone));
    remove(&files);
}

#[test]
fn the_gravest_end_wins() {
    let (right, wrong) = (written("gravest-right.mlir", RIGHT), written("gravest-wrong.mlir", WRONG));
    assert_eq!(warpline(&["check", &right]).0, Exit::Success);
    assert_eq!(warpline(&["check", &right, "no-such-file.mlir"]).0, Exit::Usage);
    assert_eq!(warpline(&["check", "no-such-file.mlir", &wrong, &right]).0, Exit::Failed);
    remove(&[right, wrong]);
}

#[test]
fn what_breaks_down_leaves_a_reproducer() {
    let file = written("breaks.mlir", RIGHT);
    let out = temporary("breaks.repro.mlir").to_string_lossy().into_owned();
    let flag = format!("--mlir-pass-pipeline-crash-reproducer={out}");
    let crash = "--debug-crash=cse";
    let (exit, session) = warpline(&["opt", &file, "--canonicalize", "--cse", crash, &flag]);
    assert_eq!(exit, Exit::Internal);
    assert!(session.err.contains("internal error") && session.err.contains(&out), "{}", session.err);
    let reproducer = std::fs::read_to_string(&out).expect("the reproducer is there");
    assert!(reproducer.contains("pipeline: \"builtin.module(canonicalize,cse)\""), "{reproducer}");
    assert_eq!(warpline(&["opt", &out, "--run-reproducer"]).0, Exit::Success);
    assert_eq!(warpline(&["opt", &out, "--run-reproducer", crash]).0, Exit::Internal);
    remove(&[file, out]);
}

#[test]
fn times_name_what_ran() {
    let file = written("times.mlir", RIGHT);
    for display in ["tree", "list"] {
        let display = format!("--mlir-timing-display={display}");
        let (exit, session) = warpline(&["opt", &file, "--cse", "--mlir-timing", &display]);
        assert_eq!(exit, Exit::Success);
        for name in ["Execution time report", "Parser", "CSE", "Output", "Total"] {
            assert!(session.err.contains(name), "no {name} in\n{}", session.err);
        }
    }
    remove(&[file]);
}

#[test]
fn colour_is_there_only_where_it_is_asked_for() {
    let file = written("colour.mlir", WRONG);
    let has_colour = |flags: &[&str]| {
        let args: Vec<&str> = ["opt", &file].into_iter().chain(flags.iter().copied()).collect();
        warpline(&args).1.err.contains('\u{1b}')
    };
    assert!(has_colour(&["--color=always"]));
    assert!(!has_colour(&["--color=never"]));
    assert!(!has_colour(&["--color=always", "--diagnostics=short"]));
    remove(&[file]);
}

#[test]
fn the_name_of_the_program_may_mean_opt() {
    let file = written("name.mlir", RIGHT);
    let help = |program: &str| {
        let mut session = Session::default();
        cli::execute(&[program.to_string(), "--help".to_string()], &mut session);
        session.out.lines().find(|line| line.starts_with("Usage:")).map(str::to_string)
    };
    assert_eq!(help("mlir-opt").as_deref(), Some("Usage: warpline opt [OPTIONS] [FILE]"));
    for program in ["mlir-opt", "warpline-opt"] {
        let mut session = Session::default();
        let exit = cli::execute(&[program.to_string(), file.clone()], &mut session);
        assert_eq!((exit, session.out.contains("@right")), (Exit::Success, true));
    }
    remove(&[file]);
}

/// Returns the stderr of `opt` for each case of the invalid texts.
fn invalid_cases(format: &str) -> Vec<(String, String)> {
    let cases = files_below(&root().join("testsuite/cases/ir/invalid"), "mlir");
    assert!(!cases.is_empty());
    let run = |path: PathBuf| {
        let path = path.to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let args = ["opt", "--split-input-file", "--allow-unregistered-dialect", format, &path];
        (text, warpline(&args).1.err)
    };
    cases.into_iter().map(run).collect()
}

#[test]
fn json_has_one_object_a_line() {
    let keys = [
        "v", "severity", "code", "message", "file", "line", "column", "bytes", "labels", "notes", "fixes",
        "pass",
    ];
    for (text, lines) in invalid_cases("--diagnostics=json") {
        assert!(!lines.is_empty());
        for line in lines.lines() {
            let object: Value = serde_json::from_str(line).expect("each line is JSON");
            let found: Vec<&str> =
                object.as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect();
            assert_eq!(found, keys);
            let bytes: Vec<u64> =
                object["bytes"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
            assert!(bytes[0] <= bytes[1] && bytes[1] <= text.len() as u64, "{line}");
            let at = text[..bytes[0] as usize].matches('\n').count() as u64 + 1;
            assert_eq!(object["line"].as_u64(), Some(at), "{line}");
        }
    }
}

#[test]
fn sarif_has_what_its_schema_requires() {
    for (_, document) in invalid_cases("--diagnostics=sarif") {
        let document: Value = serde_json::from_str(&document).expect("the document is JSON");
        assert_eq!(document["version"], "2.1.0");
        let runs = document["runs"].as_array().expect("runs is an array");
        assert_eq!(runs.len(), 1);
        let driver = &runs[0]["tool"]["driver"];
        assert_eq!(driver["name"], "warpline");
        let rules = driver["rules"].as_array().expect("rules is an array");
        let is_rule = |id: &Value| rules.iter().any(|rule| rule["id"] == *id);
        let results = runs[0]["results"].as_array().expect("results is an array");
        assert!(!results.is_empty());
        for result in results {
            assert!(is_rule(&result["ruleId"]), "{result}");
            assert!(["error", "warning", "note"].iter().any(|level| result["level"] == **level));
            assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()));
            let places = result["locations"].as_array().into_iter().flatten();
            let ids = result["relatedLocations"].as_array().into_iter().flatten().map(|place| &place["id"]);
            assert!(ids.enumerate().all(|(number, id)| *id == number), "{result}");
            let related = result["relatedLocations"].as_array().into_iter().flatten();
            places.chain(related).for_each(|place| check_place(&place["physicalLocation"]));
        }
    }
}

/// In machine-readable formats, stderr contains nothing else.
#[test]
fn machines_read_all_of_stderr() {
    let file = written("machines.mlir", "func.func @main() {\n  return\n}\n");
    let commands: [&[&str]; 3] = [
        &["run", &file],
        &["reduce", &file, "--test=warpline opt %s"],
        &["check", &file, "no-such-file.mlir"],
    ];
    for args in commands {
        let (_, session) = warpline(&[args, &["--diagnostics=json"]].concat());
        assert!(session.summary.is_empty(), "{}", session.summary);
        for line in session.err.lines() {
            let object: Value = serde_json::from_str(line).expect("each line is JSON");
            assert!(object["severity"].is_string(), "{line}");
        }
        let (_, session) = warpline(&[args, &["--diagnostics=sarif"]].concat());
        assert!(session.summary.is_empty(), "{}", session.summary);
        let document: Value = serde_json::from_str(&session.err).expect("stderr is a document");
        let notifications = &document["runs"][0]["invocations"][0]["toolExecutionNotifications"];
        let notifications = notifications.as_array().expect("notifications is an array");
        assert!(notifications.iter().all(|one| one["message"]["text"].is_string()), "{document}");
    }
    remove(&[file]);
}

/// Checks a location of a SARIF result: a URI reference without invalid characters, and a region whose end is
/// not before its start.
#[track_caller]
fn check_place(place: &Value) {
    let uri = place["artifactLocation"]["uri"].as_str().unwrap_or_default();
    let is_right = |b: u8| b.is_ascii_alphanumeric() || b"/-._~%".contains(&b);
    let path = uri.strip_prefix("file:///").unwrap_or(uri);
    assert!(!path.is_empty() && !path.starts_with('/') && path.bytes().all(is_right), "{uri}");
    let number = |key: &str| place["region"][key].as_u64().unwrap_or(0);
    let start = (number("startLine"), number("startColumn"));
    let end = (number("endLine"), number("endColumn"));
    assert!((1, 1) <= start && start <= end && 1 <= start.1, "{place}");
}

/// Returns the example lines of `--help`, each split into words as a shell does.
fn examples() -> Vec<Vec<String>> {
    let texts = EXAMPLES.iter().map(|(_, text)| *text).chain([OVERVIEW]);
    let lines = texts.flat_map(str::lines).filter_map(|line| line.strip_prefix("  warpline "));
    let words = |line: &str| {
        let line = line.split("  ").next().unwrap_or_default();
        let line = line.split(" 2>").next().unwrap_or_default().split([';', '>']).next().unwrap_or_default();
        let mut is_quoted = false;
        let is_border = |c: char| {
            is_quoted ^= c == '\'';
            !is_quoted && c.is_whitespace()
        };
        let all = line.split(is_border).filter(|word| !word.is_empty()).map(|word| word.replace('\'', ""));
        std::iter::once("warpline".to_string()).chain(all).collect::<Vec<_>>()
    };
    let commands = lines.flat_map(|line| line.split(" | warpline ").collect::<Vec<_>>());
    commands.map(|line| words(line.split(" | ").next().unwrap_or_default())).collect()
}

#[test]
fn every_example_is_a_command_line() {
    let all = examples();
    assert!(20 <= all.len(), "{all:?}");
    for example in all {
        let read = cli::definition().try_get_matches_from(&example);
        assert!(
            read.is_ok(),
            "{example:?}: {}",
            read.err().map(|error| error.to_string()).unwrap_or_default()
        );
    }
}

#[test]
fn every_command_has_an_example_a_page_and_completions() {
    let definition = cli::definition();
    for command in definition.get_subcommands() {
        let name = command.get_name();
        let has_flags =
            command.get_arguments().any(|arg| !matches!(arg.get_id().as_str(), "help" | "version"));
        assert!(!has_flags || EXAMPLES.iter().any(|(known, _)| *known == name), "{name} has no example");
        let (exit, session) = warpline(&["man", name]);
        assert_eq!(exit, Exit::Success);
        assert!(session.out.contains(&format!(".TH warpline-{name} 1")), "{}", session.out);
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (exit, session) = warpline(&["completions", shell]);
        assert_eq!(exit, Exit::Success);
        assert!(session.out.contains("detect-races") && session.out.contains("gpu-schedule"), "{shell}");
    }
}

#[test]
fn a_file_sets_flags() {
    let file = written(
        "flags.toml",
        "device = \"interp\"\nrtol = 0.5\n[run]\nrtol = 1e-5\ninput = [\"7\", \"4xf32=1\"]\n[opt]\nsplit-input-file = true\n",
    );
    let config = format!("--config={file}");
    let printed = |args: &[&str]| {
        let (exit, session) = warpline(&[args, &[config.as_str(), "--print-config"]].concat());
        assert_eq!(exit, Exit::Success, "{}", session.err);
        session.out
    };
    let run = printed(&["run", "--ulp=3"]);
    for (value, origin) in [
        ("device = \"interp\"", format!("{file}:1")),
        ("rtol = 1e-5", format!("{file}:4")),
        ("input = [7, \"4xf32=1\"]", format!("{file}:5")),
        ("ulp = 3", "command line".to_string()),
        ("graphs = \"auto\"", "default".to_string()),
        ("# entry =", "not set".to_string()),
    ] {
        let line = run.lines().find(|line| line.starts_with(value)).unwrap_or_default();
        assert!(line.ends_with(&format!(" # {origin}")), "no '{value}' from {origin} in\n{run}");
    }
    assert!(printed(&["opt"]).contains("split-input-file = \"// -----\""));
    // The printed configuration is a file that sets the same values.
    let copy = written("flags-copy.toml", &run);
    let (_, again) = warpline(&["run", &format!("--config={copy}"), "--print-config"]);
    let values = |text: &str| -> Vec<String> {
        let parts = text.lines().filter_map(|line| line.split_once(" # "));
        parts.map(|(value, _)| value.trim_end().to_string()).collect()
    };
    assert_eq!(values(&again.out), values(&run));
    let right = written("flags-right.mlir", &format!("{RIGHT}// -----\n{RIGHT}"));
    let (exit, session) = warpline(&["opt", &right, &config]);
    assert_eq!((exit, session.out.matches("@right").count()), (Exit::Success, 2), "{}", session.err);
    remove(&[file, copy, right]);
}

#[test]
fn all_errors_of_a_file_of_flags_are_told() {
    let file = written(
        "wrong.toml",
        "color = \"pink\"\ndevise = 1\n[runn]\n[run]\ngraphs = \"x\"\ninput = { a = 1 }\nseeed = 1\ndetect-races = \"on\"\n[opt\n",
    );
    let (exit, session) = warpline(&["run", &format!("--config={file}")]);
    assert_eq!(exit, Exit::Usage);
    let found: Vec<String> =
        session.err.lines().map(|line| line.replace(&file, "f").replace("warpline: error: ", "")).collect();
    assert_eq!(
        found,
        [
            "f:1:9: invalid value 'pink' for '--color <COLOR>' [possible values: auto, always, never]",
            "f:2:1: there is no flag 'devise'; did you mean 'device'?",
            "f:3:2: there is no command 'runn'; did you mean 'run'?",
            "f:5:10: invalid value 'x' for '--graphs <WHICH>' [possible values: auto, always, never]",
            "f:6:9: expected a value or a list of values for 'input'",
            "f:7:1: there is no flag 'seeed' of 'run'; did you mean 'seed'?",
            "f:8:16: expected true or false for 'detect-races'",
            "f:9:5: unclosed table, expected `]`",
        ]
    );
    remove(&[file]);
}

#[test]
fn the_cpu_executes_every_operation_of_the_interpreter() {
    let place = |device: &str| devices().iter().position(|name| *name == device).expect("it is a device");
    let (cpu, interp) = (place("cpu"), place("interp"));
    for kind in kinds("") {
        let answers = answers(kind);
        if answers[interp].verdict != Verdict::No {
            assert_ne!(answers[cpu].verdict, Verdict::No, "{}: {}", kind.name(), answers[cpu].detail);
        }
    }
}

#[test]
fn the_definition_of_one_command_has_its_flags() {
    let all = cli::definition();
    let flags = |command: &Command| -> Vec<String> {
        command.get_arguments().map(|argument| format!("{argument:?}")).collect()
    };
    for command in all.get_subcommands() {
        let name = command.get_name();
        let alone = cli::definition_of(name).unwrap_or_else(|| panic!("{name} has no definition"));
        assert_eq!(flags(&alone), flags(&all));
        let [found] = &alone.get_subcommands().collect::<Vec<_>>()[..] else { panic!("{name} is alone") };
        assert_eq!(flags(found), flags(command), "{name}");
        let parts =
            |command: &Command| -> Vec<Vec<String>> { command.get_subcommands().map(flags).collect() };
        assert_eq!(parts(found), parts(command), "{name}");
    }
    assert!(cli::definition_of("help").is_none());
}

#[test]
fn a_flag_takes_a_value_as_its_own_command_says() {
    // In 'test', '--json' names a file.
    let (exit, session) = warpline(&["passes", "--json", "-color=never", "cse"]);
    assert_eq!(exit, Exit::Success, "{}", session.err);
}

#[test]
fn versions_are_those_of_the_definition() {
    for (flag, expected) in
        [("-V", cli::definition().render_version()), ("--version", cli::definition().render_long_version())]
    {
        let (exit, session) = warpline(&[flag]);
        assert_eq!((exit, session.out), (Exit::Success, expected));
    }
}

#[test]
fn the_version_names_host_and_targets() {
    let (exit, session) = warpline(&["--version"]);
    assert_eq!(exit, Exit::Success);
    for what in
        [env!("CARGO_PKG_VERSION"), "host: ", std::env::consts::ARCH, "targets: cpu, ", "sm_90", "gfx942"]
    {
        assert!(session.out.contains(what), "no {what} in {}", session.out);
    }
}
