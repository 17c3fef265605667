// RUN: warpline opt %s | FileCheck %s --enable-var-scope -DNAME=second
// RUN: warpline opt %s | FileCheck %s --check-prefix=BACK

// CHECK-LABEL: func.func @first(
// CHECK:         %[[X:.*]] = arith.addi %[[$ARG:.*]], %[[$ARG]]
// CHECK-LABEL: func.func @{{second}}(
// CHECK-SAME:    %[[$ARG]]
// CHECK:         %[[X:.*]] = arith.muli %[[$ARG]], %[[$ARG]]
// CHECK-NEXT:    return %[[X]]
// BACK: @[[N:[a-z]+]]({{.*}}
// BACK: @second(
// COM: BACK: this is a comment
func.func @first(%a: i32) -> i32 {
  %x = arith.addi %a, %a : i32
  return %x : i32
}
func.func @second(%a: i32) -> i32 {
  %y = arith.muli %a, %a : i32
  return %y : i32
}
