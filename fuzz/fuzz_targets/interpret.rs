//! Fuzzes the interpreter: an accepted program runs to its end or to an error.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| warpline_testsuite::checks::check_interpretation(data));
