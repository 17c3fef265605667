//! Checks all invariants on texts whose tokens were mutated.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| warpline_testsuite::checks::check_tokens(data));
