//! The language server on a file of 10,000 lines: milliseconds until an answer, of each question 95 of 100 are faster.

use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Instant;
use warpline_testsuite::lsp_client::Client;

/// Functions of the file.
const FUNCTIONS: u32 = 1_000;
/// Lines of each of them.
const LINES: u32 = 10;
/// How often each question is asked.
const RUNS: u32 = 40;

fn main() {
    let mut client = Client::open(&text(), "utf-16");
    client.findings();
    // Caches are warm in an editor, too.
    let _ = client.ask_at("textDocument/hover", 0, 0, &json!({}));
    report(&format!(
        "{} lines; milliseconds of 95 in 100 answers, each after an edit, and without one",
        FUNCTIONS * LINES
    ));
    let questions = ["hover", "definition", "references", "completion", "prepareRename"];
    for method in questions {
        ask(&mut client, method, &json!({"context": {"includeDeclaration": true, "triggerKind": 1}}));
    }
    for method in ["documentSymbol", "semanticTokens/full", "inlayHint", "codeAction"] {
        let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 60, "character": 0}});
        ask(&mut client, method, &json!({"range": range, "context": {"diagnostics": []}}));
    }
    client.close();
}

/// Asks one question at many places, after an edit and again.
fn ask(client: &mut Client, method: &str, more: &Value) {
    let (mut first, mut again) = (Vec::new(), Vec::new());
    for run in 0..RUNS {
        let line = (run * 7919) % FUNCTIONS * LINES + 4;
        client.change([(line, 0), (line, 0)], " ");
        for times in [&mut first, &mut again] {
            let start = Instant::now();
            let answer = client.ask_at(&format!("textDocument/{method}"), line, 24, more);
            times.push(start.elapsed().as_secs_f64() * 1e3);
            assert!(answer.is_ok(), "{answer:?}");
        }
    }
    report(&format!("{method:22} {:8.1} {:8.1}", late(&mut first), late(&mut again)));
}

fn late(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() * 95 / 100]
}

fn text() -> String {
    let mut text = String::new();
    for number in 0..FUNCTIONS {
        let _ = write!(
            text,
            "func.func @f{number}(%x: memref<64xf32>, %n: index) -> f32 {{
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %n iter_args(%acc = %zero) -> (f32) {{
    %v = memref.load %x[%i] : memref<64xf32>
    %next = arith.addf %acc, %v : f32
    scf.yield %next : f32
  }}
  return %sum : f32
}}
"
        );
    }
    text
}

#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn report(line: &str) {
    println!("{line}");
}
