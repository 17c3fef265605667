// RUN: warpline run -e answer -entry-point-result=i32 --shared-libs=%mlir_runner_utils,../lib/libmlir_c_runner_utils.so.22 -O3
// RUN: warpline run -e third -entry-point-result=f64
// RUN: warpline run -e third -entry-point-result=void
// RUN: warpline run -e third -entry-point-result=i32
// RUN: warpline run -e answer --shared-libs=./libmine.so

func.func @answer() -> i32 {
  %0 = arith.constant 42 : i32
  return %0 : i32
}

func.func @third() -> f64 {
  %0 = arith.constant 0.0625 : f64
  return %0 : f64
}

// OUT: 42
// OUT: 6.250000e-02
// OUT: stderr:
// OUT: warpline: error: --entry-point-result=i32: expected a function that returns i32, but it returns f64
// OUT: exit: 2
// OUT: stderr:
// OUT: warpline: error: --shared-libs: './libmine.so' is not opened, since that runs its code; --allow-shared-libs on the command line of the process allows it. Built in are mlir_runner_utils, mlir_c_runner_utils, mlir_cuda_runtime, mlir_rocm_runtime, mlir_async_runtime, mlir_float16_utils
// OUT: exit: 2
