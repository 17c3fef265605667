//! Fuzzes the printer: the printed form of an accepted program parses back to the same program.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| warpline_testsuite::checks::check_roundtrip(data));
