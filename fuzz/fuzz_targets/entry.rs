//! Fuzzes entries of the kernel cache: an entry with arbitrary contents is rejected, or is read back exactly.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| warpline_testsuite::checks::check_entry(data));
