//! Checks the invariants that hold for every input, on prefixes and mutations of the corpus. The inputs are
//! deterministic; with `SHARES=all`, there are more of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use warpline::parallel;
use warpline_cli::testing::case::bless::body;
use warpline_cli::testing::case::split::split;
use warpline_testsuite::api::check_api;
use warpline_testsuite::checks::{
    check_all, check_bytes, check_entry, check_interpretation, check_passes, check_roundtrip,
};
use warpline_testsuite::corpus;
use warpline_testsuite::generator::{Generator, is_whole, share};
use warpline_testsuite::mutate::{mutate_tokens, token_boundaries};
use warpline_testsuite::paths::files_below;

/// Passes run on one of so many pieces of the cases, unless on all.
const SHARE: usize = 3;

/// Returns the factor by which a whole run takes more inputs than a sample.
fn effort() -> usize {
    if is_whole() { 20 } else { 1 }
}

/// Runs a check and prints the input if it panics.
#[track_caller]
fn hold(check: fn(&[u8]), input: &[u8]) {
    let ended = catch_unwind(AssertUnwindSafe(|| check(input)));
    assert!(ended.is_ok(), "broken by this input:\n{}", String::from_utf8_lossy(input));
}

#[test]
fn prefixes_at_tokens_are_read() {
    let all: Vec<(&str, usize)> = corpus::pieces()
        .iter()
        .flat_map(|text| token_boundaries(text).into_iter().map(|end| (text.as_str(), end)))
        .collect();
    let step = all.len().div_ceil(8_000 * effort()).max(1);
    for (text, end) in all.into_iter().step_by(step) {
        hold(check_bytes, &text.as_bytes()[..end]);
    }
}

#[test]
fn prefixes_at_bytes_are_read() {
    let short = corpus::pieces().iter().filter(|text| text.len() <= 600);
    let all: Vec<&[u8]> = short.flat_map(|text| (0..text.len()).map(|end| &text.as_bytes()[..end])).collect();
    let step = all.len().div_ceil(8_000 * effort()).max(1);
    for prefix in all.into_iter().step_by(step) {
        hold(check_bytes, prefix);
    }
}

#[test]
fn mutated_programs_are_read() {
    let mut generator = Generator::new(1);
    for _ in 0..5_000 * effort() {
        let pieces = corpus::pieces();
        let text = &pieces[generator.below(pieces.len())];
        hold(check_all, mutate_tokens(text, corpus::tokens(), &mut generator).as_bytes());
    }
}

#[test]
fn the_library_takes_any_text_and_any_arguments() {
    let mut generator = Generator::new(7);
    for _ in 0..500 * effort() {
        let pieces = corpus::pieces();
        let text = &pieces[generator.below(pieces.len())];
        let mut input: Vec<u8> = (0..24).map(|_| generator.bits() as u8).collect();
        if generator.below(2) == 0 {
            input.extend(text.bytes());
        } else {
            input.extend(mutate_tokens(text, corpus::tokens(), &mut generator).bytes());
        }
        hold(check_api, &input);
    }
}

#[test]
fn entries_of_the_kernel_cache_are_read() {
    let mut generator = Generator::new(2);
    for _ in 0..5_000 * effort() {
        // Mostly small numbers, as in real entries.
        let mut byte = || if generator.below(3) == 0 { generator.bits() as u8 } else { 0 };
        let bytes: Vec<u8> = (0..120).map(|_| byte()).collect();
        hold(check_entry, &bytes);
    }
}

#[test]
fn what_is_printed_reads_back() {
    for text in corpus::pieces() {
        hold(check_roundtrip, text.as_bytes());
    }
}

#[test]
fn interpretation_ends() {
    for text in corpus::pieces() {
        hold(check_interpretation, text.as_bytes());
    }
}

#[test]
fn passes_keep_cases_valid() {
    hold_passes(&share(SHARE, corpus::pieces().iter().cloned()));
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test must say so")]
fn passes_keep_mlirs_own_tests_valid() {
    let Some(folder) = std::env::var_os("WARPLINE_MLIR_TESTS") else {
        eprintln!("skipped: needs WARPLINE_MLIR_TESTS with the folder of MLIR's tests");
        return;
    };
    let mut pieces = Vec::new();
    for path in files_below(Path::new(&folder), "mlir") {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap_or_default()).into_owned();
        pieces
            .extend(split(&text).iter().map(|piece| format!("// {}\n{}", path.display(), body(piece.text))));
    }
    hold_passes(&pieces);
}

/// Checks passes on all texts, and prints those for which a pass violates an invariant.
#[track_caller]
fn hold_passes(texts: &[String]) {
    let held = parallel::map(texts, parallel::threads(None), |text| check_passes(text.as_bytes()));
    let broken: Vec<&str> =
        texts.iter().zip(held).filter(|(_, held)| held.is_none()).map(|(text, _)| text.as_str()).collect();
    assert!(broken.is_empty(), "{} inputs are broken by passes:\n{}", broken.len(), broken.join("\n"));
}
