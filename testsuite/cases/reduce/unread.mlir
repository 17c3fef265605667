// RUN: warpline reduce --test='not warpline opt %s --diagnostics=short' --match='E0103'

// It does not read as IR, so that lines and tokens go.
func.func @f(%x: i32, %y: i32) -> i32 {
  %0 = arith.addi %x, %y : i32
  %1 = arith.addi %0 : i32
  return %1 : i32
}

func.func @g() {
  return
}

// OUT: arith.addi
// OUT: stderr:
// OUT: reduced as text: 11 bytes in 1 lines are left of 293 bytes in 12 lines
// OUT: 12 tries: the test held for 8; 7 programs were not tried: wrong, larger or known
