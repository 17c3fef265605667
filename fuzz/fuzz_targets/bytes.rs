//! Fuzzes the reader: any text is read, verified, printed and diagnosed without a panic.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| warpline_testsuite::checks::check_bytes(data));
