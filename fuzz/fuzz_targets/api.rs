//! Fuzzes the library: a text compiles or is refused, and calls with any arguments stay within them.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| warpline_testsuite::api::check_api(data));
