//! Tests limits: a text of size N is accepted, one of size N + 1 is rejected with the code of limits, and
//! none needs a large stack.

use std::fmt::Write as _;
use warpline_ir::print::{PrintOptions, print};
use warpline_ir::verify::verify_with_warnings;
use warpline_ir::{Diagnostics, Limits, ParseOptions, codes, parse_within};

/// The stack size of these tests in bytes.
const STACK: usize = 2 << 20;

/// Reads, verifies and prints on a small stack, and returns the codes of all errors.
fn findings(text: String, limits: Limits) -> Vec<&'static str> {
    let work = move || {
        let options = ParseOptions { allow_unregistered: true, ..ParseOptions::default() };
        let (module, mut diagnostics) = parse_within(&text, &options, &limits);
        let (_, found) = verify_with_warnings(&module, &diagnostics);
        diagnostics.append(found);
        let generic = diagnostics.has_errors();
        let _ = print(&module, &PrintOptions { generic, ..PrintOptions::default() });
        let codes = |diagnostics: &Diagnostics| diagnostics.iter().map(|found| found.code).collect();
        codes(&diagnostics)
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    thread.expect("a thread can be started").join().expect("no text needs more stack, and none panics")
}

/// Checks that texts of size `n - 1` and `n` are accepted, and that one of size `n + 1` exceeds a limit.
#[track_caller]
fn check_within(n: usize, limits: Limits, text: impl Fn(usize) -> String) {
    for size in [n - 1, n] {
        assert_eq!(findings(text(size), limits), Vec::<&str>::new(), "at size {size}");
    }
    assert!(findings(text(n + 1), limits).contains(&codes::LIMIT), "at size {}", n + 1);
}

#[track_caller]
fn check(n: usize, text: impl Fn(usize) -> String) {
    check_within(n, Limits::default(), text);
}

/// Returns `open` n times, the middle, and `close` n times.
fn nested(open: &str, middle: &str, close: &str, n: usize) -> String {
    format!("{}{middle}{}", open.repeat(n), close.repeat(n))
}

fn attribute(text: &str) -> String {
    format!("\"t.a\"() {{a = {text}}} : () -> ()\n")
}

#[test]
fn bytes_and_tokens() {
    let limits = Limits { bytes: 1000, tokens: 100, ..Limits::default() };
    check_within(1000, limits, |n| format!("//{}", " ".repeat(n - 2)));
    // 16 tokens and two for each further element.
    let list = |n: usize| attribute(&format!("[{}1]", "1, ".repeat(n)));
    assert_eq!(findings(list(42), limits), Vec::<&str>::new());
    assert_eq!(findings(list(43), limits), [codes::LIMIT]);
}

#[test]
fn operations_and_operands() {
    let limits = Limits { ops: 100, uses: 50, ..Limits::default() };
    check_within(100, limits, |n| "\"t.a\"() : () -> ()\n".repeat(n));
    let uses = |n| format!("%x = \"t.a\"() : () -> i32\n{}", "\"t.b\"(%x) : (i32) -> ()\n".repeat(n));
    check_within(50, limits, |n| uses(n) + "\"t.c\"() : () -> ()\n");
}

#[test]
fn symbols() {
    let limit = Limits::default().symbol;
    check(limit, |n| format!("func.func private @{}()", "f".repeat(n)));
}

#[test]
fn aliases_of_aliases() {
    let text = |n| {
        let mut text = "#a0 = [1, 2]\n".to_string();
        for i in 0..n {
            let _ = writeln!(text, "#a{} = [#a{i}, #a{i}]", i + 1);
        }
        text + &attribute(&format!("#a{n}"))
    };
    let limits = Limits { aliased: 1 << 12, ..Limits::default() };
    assert!(findings(text(5), limits).is_empty());
    assert!(findings(text(12), limits).contains(&codes::LIMIT));
}

#[test]
fn nesting() {
    let region = |n| nested("\"t.a\"() ({\n", "\"t.b\"() : () -> ()\n", "}) : () -> ()\n", n);
    check(256, region);
    // The outermost and the innermost attribute count as well.
    check(64, |n| attribute(&nested("[", "", "]", n)));
    check(62, |n| attribute(&nested("tuple<", "i32", ">", n)));
    check(62, |n| format!("#m = affine_map<(d0) -> ({})>\n", nested("(", "d0", ")", n)));
    check(1024, |n| format!("#m = affine_map<(d0) -> (d0{})>\n", " + d0".repeat(n - 1)));
}

/// Returns a cycle of aliases: each refers to the next, and the last to the first.
fn circle_of_aliases(n: usize) -> String {
    let mut text = String::new();
    for i in 0..n {
        let _ = writeln!(text, "#a{i} = [#a{}]", (i + 1) % n);
    }
    text
}

#[test]
fn hostile_texts_end() {
    let texts = [
        nested("(", "", "", 100_000),
        nested("{", "", "", 100_000),
        nested("func.func private @f(tensor<", "", "", 50_000),
        nested("module {\n", "", "", 50_000),
        nested("\"t.a\"() ({\n", "", "}) : () -> q\n", 250),
        format!("#m = affine_map<(d0) -> ({}d0)>", "-".repeat(5_000)),
        format!("func.func private @f(vector<{}f32>)", "9223372036854775807x".repeat(4)),
        attribute(&format!("dense<1> : tensor<{}i32>", "9223372036854775807x".repeat(4))),
        attribute(&format!("dense<{}> : tensor<{}i32>", nested("[", "1", "]", 500), "1x".repeat(500))),
        "\0".repeat(10_000),
        format!("\"{}", "x".repeat(1_000_000)),
        "\"x\n".repeat(20_000),
        "^a(\n".repeat(20_000),
        "%a, ".repeat(50_000),
        "{-# ".to_string() + &"a ".repeat(50_000),
        circle_of_aliases(2_000),
    ];
    for text in texts {
        let _ = findings(text, Limits::default());
    }
}

#[test]
fn many_errors_are_counted_and_not_all_kept() {
    let text = "func.func @f() {\n".to_string() + &"  %x = arith.addi\n".repeat(5_000) + "  return\n}\n";
    let n = findings(text, Limits::default()).len();
    assert!((1000..1010).contains(&n), "{n} diagnostics are kept");
}
