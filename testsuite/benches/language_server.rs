//! Measures the language server on files of 10,000 lines: for each request, the 95th percentile of the
//! milliseconds until the response is serialised for the editor.

use serde_json::{Value, json};
use std::ops::Range;
use std::time::Instant;
use warpline_testsuite::lsp_client::Client;

/// Lines of each file.
const LINES: u32 = 10_000;
/// Lines of each function.
const LINES_OF_ONE: u32 = 10;
/// Repetitions of each request.
const RUNS: u32 = 40;

fn main() {
    let all = LINES / LINES_OF_ONE;
    bench("loops on the host", &text(HOST, 0..all));
    bench("launches and copies with tokens", &module(&text(DEVICE, 0..all)));
    let one = |number: u32| text(if number.is_multiple_of(12) { DEVICE } else { HOST }, number..number + 1);
    bench("a launch here and there", &module(&(0..all).map(one).collect::<String>()));
    let pieces: String = (0..all).map(|number| text(HOST, number..number + 1) + "// -----\n").collect();
    bench("pieces of a test file", &pieces);
}

/// Sends all requests about a text.
fn bench(name: &str, text: &str) {
    report(&format!(
        "{name}, {} lines; milliseconds of 95 in 100 answers, each after an edit, and without one",
        text.lines().count()
    ));
    let mut client = Client::open(text, "utf-16");
    let is_error = |found: &Value| found["severity"] == 1;
    assert!(!client.findings().as_array().is_some_and(|all| all.iter().any(is_error)), "the text is right");
    let hints = client.request_at("textDocument/inlayHint", 0, 0, &json!({"range": range(0, 2 * LINES)}));
    report(&format!("  {} hints", hints.map_or(0, |hints| hints.as_array().map_or(0, Vec::len))));
    for method in ["hover", "definition", "references", "completion", "prepareRename"] {
        request(&mut client, method, &json!({"context": {"includeDeclaration": true, "triggerKind": 1}}));
    }
    for method in ["documentSymbol", "semanticTokens/range", "inlayHint", "codeAction"] {
        request(&mut client, method, &json!({"context": {"diagnostics": []}}));
    }
    tokens(&mut client);
    findings(&mut client);
    client.close();
}

/// Sends one request at many positions, after an edit and again without one.
fn request(client: &mut Client, method: &str, more: &Value) {
    let (mut first, mut again) = (Vec::new(), Vec::new());
    for run in 0..RUNS {
        let line = edit(client, run);
        for times in [&mut first, &mut again] {
            // A screenful of text, where the request takes a range.
            let mut more = more.clone();
            more["range"] = range(line - 30, line + 30);
            answer(client, method, line, &more, times);
        }
    }
    report(&format!("  {method:26} {:8.1} {:8.1}", late(&mut first), late(&mut again)));
}

/// Requests semantic tokens as editors do: all at first, then the changes after each edit.
fn tokens(client: &mut Client) {
    let (mut full, mut first, mut again) = (Vec::new(), Vec::new(), Vec::new());
    for run in 0..RUNS {
        let tokens = answer(client, "semanticTokens/full", 0, &json!({}), &mut full);
        let mut id = json!({"previousResultId": tokens["resultId"]});
        edit(client, run);
        for times in [&mut first, &mut again] {
            let tokens = answer(client, "semanticTokens/full/delta", 0, &id, times);
            assert!(
                tokens["edits"].as_array().is_some_and(|edits| edits.len() < 2),
                "an edit changes one place"
            );
            id = json!({"previousResultId": tokens["resultId"]});
        }
    }
    report(&format!(
        "  {:26} {:8.1} {:8.1}",
        "semanticTokens/full/delta",
        late(&mut first),
        late(&mut again)
    ));
    report(&format!("  {:26} {:8} {:8.1}", "semanticTokens/full", "", late(&mut full)));
}

/// Sends a request; adds the time until the response is serialised to `times`.
fn answer(client: &mut Client, method: &str, line: u32, more: &Value, times: &mut Vec<f64>) -> Value {
    let start = Instant::now();
    let answer = client.request_at(&format!("textDocument/{method}"), line, 24, more);
    let text = answer.as_ref().map(ToString::to_string);
    times.push(start.elapsed().as_secs_f64() * 1e3);
    assert!(text.is_ok(), "{text:?}");
    answer.unwrap_or_default()
}

fn range(first: u32, last: u32) -> Value {
    json!({"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}})
}

/// Waits for the diagnostics after edits; they are sent after a quiet period.
fn findings(client: &mut Client) {
    let mut times = Vec::new();
    for run in 0..RUNS {
        edit(client, run);
        let start = Instant::now();
        let text = client.findings().to_string();
        times.push(start.elapsed().as_secs_f64() * 1e3);
        assert_ne!(text, "");
    }
    report(&format!("  {:26} {:8.1}", "diagnostics", late(&mut times)));
}

/// Inserts a space into the fifth line of some function, or a line near it; returns that line.
fn edit(client: &mut Client, run: u32) -> u32 {
    let line = LINES / 5 + (run * 7919) % (LINES / 2 / LINES_OF_ONE) * LINES_OF_ONE + 4;
    client.change([(line, 0), (line, 0)], " ");
    line
}

fn late(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() * 95 / 100]
}

/// Returns a module of functions and the kernels that they launch.
fn module(functions: &str) -> String {
    format!("module attributes {{gpu.container_module}} {{\n{KERNELS}{functions}}}\n")
}

/// Returns the functions with these numbers.
fn text(function: &str, numbers: Range<u32>) -> String {
    numbers.map(|number| function.replace("@f", &format!("@f{number}"))).collect()
}

const HOST: &str = "func.func @f(%x: memref<64xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %n iter_args(%acc = %zero) -> (f32) {
    %v = memref.load %x[%i] : memref<64xf32>
    %next = arith.addf %acc, %v : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
";

const KERNELS: &str = "gpu.module @kernels {
  gpu.func @twice(%x: memref<64xf32>) kernel {
    %i = gpu.thread_id x
    %v = memref.load %x[%i] : memref<64xf32>
    %s = arith.addf %v, %v : f32
    memref.store %s, %x[%i] : memref<64xf32>
    gpu.return
  }
}

";

const DEVICE: &str = "func.func @f(%x: memref<64xf32>, %y: memref<64xf32>, %c1: index, %n: index) {
  %a, %t0 = gpu.alloc async () : memref<64xf32>
  %t1 = gpu.memcpy async [%t0] %a, %x : memref<64xf32>, memref<64xf32>
  %t2 = gpu.launch_func async [%t1] @kernels::@twice blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<64xf32>)
  %t3 = gpu.launch_func async @kernels::@twice blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%y : memref<64xf32>)
  %t4 = gpu.memcpy async [%t2] %x, %a : memref<64xf32>, memref<64xf32>
  %t5 = gpu.dealloc async [%t4] %a : memref<64xf32>
  gpu.wait [%t3, %t5]
  return
}
";

#[expect(clippy::print_stdout, reason = "a benchmark reports on stdout")]
fn report(line: &str) {
    println!("{line}");
}
