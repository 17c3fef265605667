// RUN: warpline reduce --test='warpline opt %s --canonicalize' --match='divsi'

// What an operation makes is replaced by its first operand, and by its last one.
func.func @main(%a: i32, %b: i32) -> i32 {
  %0 = arith.divsi %a, %b : i32
  %1 = arith.addi %a, %0 : i32
  %2 = arith.muli %1, %a : i32
  return %2 : i32
}

// OUT: module {
// OUT:   func.func @main(%arg0: i32, %arg1: i32) -> i32 {
// OUT:     %0 = arith.divsi %arg0, %arg1 : i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// OUT: stderr:
// OUT: reduced as IR: 3 operations in 6 lines are left of 5 operations in 9 lines
// OUT: 11 tries: the test held for 3; 27 programs were not tried: wrong, larger or known
