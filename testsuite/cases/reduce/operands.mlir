// RUN: warpline reduce --test='warpline opt %s --canonicalize' --match='divsi'

// What an operation makes is replaced by its first operand, and by its last one.
func.func @main(%a: i32, %b: i32) -> i32 {
  %0 = arith.divsi %a, %b : i32
  %1 = arith.addi %a, %0 : i32
  %2 = arith.muli %1, %a : i32
  return %2 : i32
}
