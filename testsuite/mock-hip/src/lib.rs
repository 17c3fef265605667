//! A HIP driver without a GPU: a shared library that tests load in place of `libamdhip64`. Its core is
//! [`mock_gpu`].

#![deny(unsafe_code)]

#[expect(unsafe_code, reason = "entry points are found by their names")]
mod ffi;
