//! Machine-readable reports of a test run: JSON, and JUnit's XML.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::run::Verdict;

/// A finished test: its name, its verdict, and its output.
pub type Ended = (String, Verdict, String);

/// Returns one JSON object: a version, the number of tests by verdict, and all tests.
pub fn json(ended: &[Ended]) -> String {
    let count = |verdict: Verdict| ended.iter().filter(|(_, other, _)| *other == verdict).count();
    let counts: serde_json::Map<String, Value> =
        Verdict::ALL.iter().map(|verdict| (verdict.word().to_string(), json!(count(*verdict)))).collect();
    let test =
        |(name, verdict, output): &Ended| json!({"name": name, "result": verdict.word(), "output": output});
    let tests: Vec<Value> = ended.iter().map(test).collect();
    format!("{:#}\n", json!({"v": 1, "counts": counts, "tests": tests}))
}

/// Returns one JUnit test suite with a test case per file.
pub fn junit(ended: &[Ended]) -> String {
    let n_failed = ended.iter().filter(|(_, verdict, _)| verdict.is_bad()).count();
    let n_skipped = ended.iter().filter(|(_, verdict, _)| *verdict == Verdict::Unsupported).count();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let n = ended.len();
    let counts = format!("tests=\"{n}\" failures=\"{n_failed}\" skipped=\"{n_skipped}\"");
    let _ = writeln!(out, "<testsuite name=\"warpline\" {counts}>");
    for (name, verdict, output) in ended {
        let (name, word, text) = (escape(name), verdict.word(), escape(output));
        let body = match verdict {
            _ if verdict.is_bad() => format!("<failure message=\"{word}\">{text}</failure>"),
            Verdict::Unsupported => format!("<skipped message=\"{text}\"/>"),
            _ => String::new(),
        };
        let _ = writeln!(out, "  <testcase name=\"{name}\">{body}</testcase>");
    }
    out.push_str("</testsuite>\n");
    out
}

/// Escapes text for XML; characters that XML does not allow are dropped.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}
