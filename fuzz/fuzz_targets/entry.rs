//! An entry of the kernel cache with any contents is refused, or means what it says.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| warpline_testsuite::checks::check_entry(data));
