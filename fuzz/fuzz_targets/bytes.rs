//! Any text is read, verified, printed and reported on.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| warpline_testsuite::checks::check_bytes(data));
