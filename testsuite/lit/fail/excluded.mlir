// RUN: warpline opt %s | FileCheck %s

// CHECK:     func.func @f(
// CHECK-NOT:   arith.addi
// CHECK:       return
func.func @f(%a: i32) -> i32 {
  %s = arith.addi %a, %a : i32
  return %s : i32
}
