// RUN: warpline opt %s | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[A:.*]]: i32
// CHECK:         %[[S:.*]] = arith.addi %[[A]], %[[A]] : i64
// CHECK-LABEL: func.func @g(
// CHECK-NEXT:    return %{{.*}} : f32
func.func @f(%a: i32) -> i32 {
  %c = arith.constant 1 : i32
  %s = arith.addi %a, %a : i32
  return %s : i32
}
func.func @g(%a: i32) -> i32 {
  return %a : i32
}
