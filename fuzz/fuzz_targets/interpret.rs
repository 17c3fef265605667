//! What is accepted runs to an end or an error.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| warpline_testsuite::checks::check_interpretation(data));
