// RUN: run --device=cpu,interp --input=7 --input=-2

func.func @main(%a: i32, %b: i32) -> (i32, i32, i1) {
  %sum = arith.addi %a, %b : i32
  %quotient = arith.divsi %a, %b : i32
  %less = arith.cmpi slt, %a, %b : i32
  return %sum, %quotient, %less : i32, i32, i1
}

// OUT: result 0: i32 = 5
// OUT: result 1: i32 = -3
// OUT: result 2: i1 = 0
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
