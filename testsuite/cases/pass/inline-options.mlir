// RUN: opt --inline="default-pipeline= inlining-threshold=90"

// The callee has 4 operations with itself: more than 90 % of the 3 of @short, and less than that of the 5 of @long.
func.func private @callee(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %x, %c0 : i32
  return %0 : i32
}
func.func @short(%x: i32) -> i32 {
  %0 = call @callee(%x) : (i32) -> i32
  return %0 : i32
}
func.func @long(%x: i32) -> i32 {
  %0 = call @callee(%x) : (i32) -> i32
  %1 = arith.muli %0, %0 : i32
  %2 = arith.muli %1, %1 : i32
  return %2 : i32
}

// OUT: module {
// OUT:   func.func private @callee(%arg0: i32) -> i32 {
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %0 = arith.addi %arg0, %c0_i32 : i32
// OUT:     return %0 : i32
// OUT:   }
// OUT:   func.func @short(%arg0: i32) -> i32 {
// OUT:     %0 = call @callee(%arg0) : (i32) -> i32
// OUT:     return %0 : i32
// OUT:   }
// OUT:   func.func @long(%arg0: i32) -> i32 {
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %0 = arith.addi %arg0, %c0_i32 : i32
// OUT:     %1 = arith.muli %0, %0 : i32
// OUT:     %2 = arith.muli %1, %1 : i32
// OUT:     return %2 : i32
// OUT:   }
// OUT: }
