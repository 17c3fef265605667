// RUN: warpline opt %s --split-input-file | FileCheck %s

// Every kind of directive once.

// CHECK-LABEL: func.func @kinds(
// CHECK-SAME:    %[[A:.*]]: i32,
// CHECK-SAME:    %[[B:[a-z0-9]+]]: i32)
// CHECK-DAG:     %[[TWO:.*]] = arith.constant 2
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1
// CHECK-NOT:     arith.muli
// CHECK-COUNT-2: arith.addi
// CHECK:         %[[S:.*]] = arith.subi %[[A]], %[[B]]
// CHECK-NEXT:    return %[[S]] : {{i(32|64)}}
func.func @kinds(%a: i32, %b: i32) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %x = arith.addi %a, %one : i32
  %y = arith.addi %x, %two : i32
  %s = arith.subi %a, %b : i32
  return %s : i32
}

// CHECK-LABEL: func.func @next_label(
// CHECK-NOT:     arith
// CHECK:         return
func.func @next_label() {
  return
}

// CHECK:       // -----
// CHECK-NEXT:  module
// CHECK{LITERAL}: dense<[[1, 2]]>
// CHECK:       }
// CHECK-NEXT:  }
// CHECK-EMPTY:
// -----
func.func @literal() -> tensor<1x2xi32> {
  %c = arith.constant dense<[[1, 2]]> : tensor<1x2xi32>
  return %c : tensor<1x2xi32>
}
