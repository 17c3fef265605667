//! The corpus: every piece of every case file.

use crate::paths::{files_below, root};
use std::collections::BTreeSet;
use std::sync::OnceLock;
use warpline_cli::testing::case::bless::body;
use warpline_cli::testing::case::split::split;
use warpline_ir::syntax::lexer::tokenize;

/// Returns the pieces of all case files, without their expected output.
pub fn pieces() -> &'static [String] {
    static PIECES: OnceLock<Vec<String>> = OnceLock::new();
    PIECES.get_or_init(|| {
        let files = files_below(&root().join("testsuite/cases"), "mlir");
        let texts = files.iter().filter_map(|path| std::fs::read_to_string(path).ok());
        texts.flat_map(|text| split(&text).iter().map(|piece| body(piece.text)).collect::<Vec<_>>()).collect()
    })
}

/// Returns the distinct tokens of the corpus, each with a space before it.
pub fn tokens() -> &'static [&'static str] {
    static TOKENS: OnceLock<Vec<&str>> = OnceLock::new();
    TOKENS.get_or_init(|| {
        let mut found = BTreeSet::new();
        for text in pieces() {
            let spans = tokenize(text).spans;
            found.extend(spans.iter().map(|span| &text[span.start as usize..span.end as usize]));
        }
        found.into_iter().map(|token| &*Box::leak(format!(" {token}").into_boxed_str())).collect()
    })
}
