//! What is accepted reads back from what is printed.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| warpline_testsuite::checks::check_roundtrip(data));
