// RUN: run --device=cpu,interp --input=rand:1 --input=rand:2

// Sums of floats in order, of integers in any order, an extreme value by two rules at once, and no iteration at all.
func.func @main(%x: memref<300xf32>, %n: memref<50x30xi32>) -> (f32, i32, f32, f32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c30 = arith.constant 30 : index
  %c50 = arith.constant 50 : index
  %c300 = arith.constant 300 : index
  %zero = arith.constant 0.0 : f32
  %seven = arith.constant 7 : i32
  %sum = scf.parallel (%i) = (%c0) to (%c300) step (%c1) init (%zero) -> f32 {
    %v = memref.load %x[%i] : memref<300xf32>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b : f32
      scf.reduce.return %t : f32
    }
  }
  %count = scf.parallel (%i, %j) = (%c0, %c1) to (%c50, %c30) step (%c1, %c3) init (%seven) -> i32 {
    %v = memref.load %n[%i, %j] : memref<50x30xi32>
    scf.reduce(%v : i32) {
    ^bb0(%a: i32, %b: i32):
      %t = arith.addi %a, %b : i32
      scf.reduce.return %t : i32
    }
  }
  %most, %least = scf.parallel (%i) = (%c0) to (%c300) step (%c1) init (%zero, %zero) -> (f32, f32) {
    %v = memref.load %x[%i] : memref<300xf32>
    %minus = arith.negf %v : f32
    scf.reduce(%v, %minus : f32, f32) {
    ^bb0(%a: f32, %b: f32):
      %t = arith.maximumf %a, %b : f32
      scf.reduce.return %t : f32
    }, {
    ^bb0(%a: f32, %b: f32):
      %t = arith.minnumf %a, %b : f32
      scf.reduce.return %t : f32
    }
  }
  %size = memref.dim %n, %c0 : memref<50x30xi32>
  %none = arith.subi %size, %c50 : index
  %start = scf.parallel (%i, %j) = (%c0, %c0) to (%none, %c50) step (%c1, %c1) init (%seven) -> i32 {
    %v = memref.load %n[%i, %j] : memref<50x30xi32>
    scf.reduce(%v : i32) {
    ^bb0(%a: i32, %b: i32):
      %t = arith.xori %a, %b : i32
      scf.reduce.return %t : i32
    }
  }
  return %sum, %count, %most, %least, %start : f32, i32, f32, f32, i32
}

// OUT: result 0: f32 = 143.78339
// OUT: result 1: i32 = 25367
// OUT: result 2: f32 = 0.9977479
// OUT: result 3: f32 = -0.9977479
// OUT: result 4: i32 = 7
// OUT: kernels=5 launches=5 streams=1 waits=0 records=0 host_syncs=3 leaks=0
