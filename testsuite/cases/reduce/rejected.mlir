// RUN: warpline reduce --test='not warpline opt %s --diagnostics=short' --match='requires the same type for all operands'

// It reads as IR and breaks a rule; what is tried may break others.
func.func @f(%x: i32, %y: i64, %m: memref<8xf32>) -> i64 {
  %c = arith.constant 5 : index
  %v = memref.load %m[%c] : memref<8xf32>
  %e = arith.extsi %x : i32 to i64
  %0 = "arith.addi"(%x, %y) : (i32, i64) -> i64
  memref.store %v, %m[%c] : memref<8xf32>
  return %e : i64
}

// OUT: "builtin.module"() ({
// OUT:   "func.func"() <{function_type = (i32, i64) -> (), sym_name = "f"}> ({
// OUT:   ^bb0(%arg0: i32, %arg1: i64):
// OUT:     %0 = "arith.addi"(%arg0, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i64) -> i64
// OUT:     "func.return"() : () -> ()
// OUT:   }) : () -> ()
// OUT: }) : () -> ()
// OUT: stderr:
// OUT: reduced as IR, though it breaks the rules: 3 operations in 7 lines are left of 7 operations in 11 lines
// OUT: 14 tries: the test held for 7; 25 programs were not tried: wrong, larger or known
