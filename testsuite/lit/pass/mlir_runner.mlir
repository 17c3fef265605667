// RUN: mlir-opt %s --canonicalize | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_runner_utils,%mlir_lib_dir/libmlir_c_runner_utils%shlibext | FileCheck %s
// RUN: mlir-opt %s | mlir-cpu-runner -O3 -e seven -entry-point-result=f32 | FileCheck %s --check-prefix=SEVEN

func.func private @printI64(i64)
func.func private @printNewline()

// CHECK: 42
func.func @main() {
  %0 = arith.constant 42 : i64
  call @printI64(%0) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

// SEVEN: 7.000000e+00
func.func @seven() -> f32 {
  %0 = arith.constant 7.0 : f32
  return %0 : f32
}
