//! A CUDA driver without a GPU: a shared library that tests load in place of `libcuda`. Its core is
//! [`mock_gpu`], which executes PTX.

#![deny(unsafe_code)]

mod ffi;
