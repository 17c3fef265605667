// RUN: run --device=cpu,interp --input=7 --input=-2

func.func @main(%a: i32, %b: i32) -> (i32, i32, i1) {
  %sum = arith.addi %a, %b : i32
  %quotient = arith.divsi %a, %b : i32
  %less = arith.cmpi slt, %a, %b : i32
  return %sum, %quotient, %less : i32, i32, i1
}

// OUT: result 0: i32
// OUT:   count=1 min=5 max=5 sum=5.0 first=5
// OUT:   values: 5 (1 times)
// OUT: result 1: i32
// OUT:   count=1 min=-3 max=-3 sum=-3.0 first=-3
// OUT:   values: -3 (1 times)
// OUT: result 2: i1
// OUT:   count=1 min=0 max=0 sum=0.0 first=0
// OUT:   values: 0 (1 times)
// OUT: kernels=0 launches=0 streams=0 waits=0 records=0 host_syncs=0 leaks=0
