//! Tests the language server with a scripted client. Every file below `testsuite/lsp` is opened, the requests
//! in its comments are sent, and the responses are compared with its `OUT:` lines: `// ^ hover` requests the
//! position above the `^`, `// outline` the file. `BLESS=1` rewrites the expectations; not in CI.

use serde_json::json;
use std::path::Path;
use warpline_cli::testing::case::bless::{body, expected_output, normal, with_output};
use warpline_testsuite::generator::Generator;
use warpline_testsuite::lsp_client::Client;
use warpline_testsuite::lsp_questions::{answers, asked};
use warpline_testsuite::paths::{files_below, root};

#[test]
fn answers_are_as_the_files_expect() {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
    let is_blessing = is_set("BLESS") && !is_set("CI");
    let files = files_below(&root().join("testsuite/lsp"), "mlir");
    assert!(!files.is_empty(), "there are no files");
    let failed: Vec<String> = files.iter().filter_map(|path| failure(path, is_blessing)).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Compares a file with its expectations; returns a message if they differ.
fn failure(path: &Path, is_blessing: bool) -> Option<String> {
    let text = std::fs::read_to_string(path).expect("a case can be read");
    let found = normal(&answers(&body(&text)));
    let expected = expected_output(&text).unwrap_or_default();
    if found == expected {
        return None;
    }
    if is_blessing {
        std::fs::write(path, with_output(&text, Some(&found))).expect("a case can be written");
        return None;
    }
    Some(format!("{}: expected\n{expected}\nbut found\n{found}", path.display()))
}

const EDITED: &str = "gpu.module @m {\n  gpu.func @k(%x: memref<8xf32>) kernel {\n    gpu.return\n  }\n}\n\
    func.func @main(%b: memref<8xf32>) {\n  %c1 = arith.constant 1 : index // α β\n  \
    %c2:2 = \"a.b\"(%c1) : (index) -> (index, f32)\n  scf.for %i = %c1 to %c2#0 step %c1 {\n    \
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%i, %c1, %c1) args(%b : memref<8xf32>)\n  }\n  return\n}\n";

/// Fragments that edits insert.
const PIECES: [&str; 12] =
    ["", " ", "\n", "%c1", "@k", "}", "{", "(", "\"", "é𝄞", "#0", "gpu.wait async [%t]"];

/// Random edits result in the same diagnostics and hovers as opening the final text, and no request makes the
/// server fail.
#[test]
fn edits_are_followed_exactly() {
    for (seed, encoding) in (0..12).flat_map(|seed| [(seed, "utf-8"), (seed, "utf-16")]) {
        let mut random = Generator::new(seed);
        let mut client = Client::open(EDITED, encoding);
        let mut text = EDITED.to_string();
        for _ in 0..25 {
            let mut ends = [random.below(text.len() + 1), 0];
            ends[1] = (ends[0] + random.below(6)).min(text.len());
            let ends = ends.map(|end| (0..=end).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0));
            let piece = PIECES[random.below(PIECES.len())];
            let places = ends.map(|end| place(&text, end, encoding));
            client.change(places, piece);
            text.replace_range(ends[0]..ends[1], piece);
            let (line, character) = places[0];
            for method in ["hover", "definition", "completion", "prepareRename"] {
                asked(client.request_at(&format!("textDocument/{method}"), line, character, &json!({})));
            }
        }
        client.change([(0, 0), (0, 0)], "");
        let followed = client.findings();
        let mut fresh = Client::open(&text, encoding);
        assert_eq!(followed, fresh.findings(), "seed {seed} {encoding}:\n{text}");
        client.close();
        fresh.close();
    }
}

/// Returns the line and character of a byte offset.
fn place(text: &str, offset: usize, encoding: &str) -> (u32, u32) {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let rest = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    let character = if encoding == "utf-8" { rest.len() } else { rest.encode_utf16().count() };
    (line as u32, character as u32)
}
