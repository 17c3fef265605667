//! Laws that hold for every input, on prefixes and mutations of the corpus. The same numbers come each time; with `CI`
//! set, more of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use warpline_testsuite::checks::{
    check_all, check_bytes, check_entry, check_interpretation, check_roundtrip,
};
use warpline_testsuite::corpus;
use warpline_testsuite::generator::Generator;
use warpline_testsuite::mutate::{mutate_tokens, token_boundaries};

/// How many times more inputs a run in CI takes.
fn effort() -> usize {
    if std::env::var_os("CI").is_some_and(|value| !value.is_empty()) { 20 } else { 1 }
}

/// Runs a check and tells the input where it panics.
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
fn entries_of_the_kernel_cache_are_read() {
    let mut generator = Generator::new(2);
    for _ in 0..5_000 * effort() {
        // Mostly small numbers, as in real ones.
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
