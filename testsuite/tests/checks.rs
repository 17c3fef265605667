//! The page "What each check finds": its table is what the commands say about the programs in `testsuite/checks`.
//!
//! `BLESS=1` rewrites the table; not in CI.

use std::fmt::Write as _;
use warpline_cli::{Exit, Session, SourceFile, cli};
use warpline_testsuite::paths::{files_below, root};

/// The columns: what they are called, and the command line before the program.
const COLUMNS: [(&str, &[&str]); 4] = [
    ("`check`", &["check"]),
    ("`run` on the CPU", &["run", "--device=cpu"]),
    ("with `--detect-races`", &["run", "--device=cpu", "--detect-races"]),
    ("`run --device=interp`", &["run", "--device=interp"]),
];

/// The lines of the page before and after the table.
const BEGIN: &str = "<!-- table -->\n";
const END: &str = "<!-- end of the table -->\n";

#[test]
fn the_table_is_what_the_commands_say() {
    let path = root().join("docs/src/reference/checks.md");
    let page = std::fs::read_to_string(&path).expect("the page can be read");
    let (before, rest) = page.split_once(BEGIN).expect("the page has a table");
    let (_, after) = rest.split_once(END).expect("the table ends");
    let table = table();
    let wanted = format!("{before}{BEGIN}{table}{END}{after}");
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
    if is_set("BLESS") && !is_set("CI") {
        std::fs::write(&path, wanted).expect("the page can be written");
        return;
    }
    assert_eq!(page, wanted, "BLESS=1 rewrites the table");
}

fn table() -> String {
    let mut text = String::from("| Mistake |");
    for (name, _) in COLUMNS {
        let _ = write!(text, " {name} |");
    }
    let _ = write!(text, "\n|---|{}\n", "---|".repeat(COLUMNS.len()));
    for path in files_below(&root().join("testsuite/checks"), "mlir") {
        let program = std::fs::read_to_string(&path).expect("a program can be read");
        let title =
            program.lines().next().and_then(|line| line.strip_prefix("// ")).expect("a title comes first");
        let _ = write!(text, "| {title} |");
        for (_, args) in COLUMNS {
            let _ = write!(text, " {} |", verdict(args, &program));
        }
        text.push('\n');
    }
    text
}

/// Returns what a command says about a program: the most severe kind of diagnostic that it is about.
fn verdict(args: &[&str], program: &str) -> &'static str {
    let source = SourceFile { name: "case.mlir".to_string(), text: program.to_string() };
    let mut session = Session::with_stdin(source);
    let args = ["warpline"].iter().chain(args).chain(&["-", "--diagnostics=short"]).map(ToString::to_string);
    let args: Vec<String> = args.collect();
    let exit = cli::execute(&args, &mut session);
    let has = |kind: &str| session.err.contains(kind);
    match exit {
        Exit::Success if has("warning[") => "warning",
        Exit::Success if has("remark[") => "remark",
        Exit::Success => "–",
        _ => {
            assert!(has("error["), "{args:?} ends without an error:\n{}", session.err);
            "error"
        }
    }
}
