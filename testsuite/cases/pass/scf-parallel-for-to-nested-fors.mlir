// RUN: opt --scf-parallel-for-to-nested-fors
func.func @points(%m: memref<4x8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c8) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<4x8xf32>
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @points(%arg0: memref<4x8xf32>, %arg1: f32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     scf.for %arg2 = %c0 to %c4 step %c1 {
// OUT:       scf.for %arg3 = %c0 to %c8 step %c1 {
// OUT:         memref.store %arg1, %arg0[%arg2, %arg3] : memref<4x8xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Reduced values are carried.
func.func @sum(%m: memref<8xf32>, %first: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %sum = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%first) -> f32 {
    %x = memref.load %m[%i] : memref<8xf32>
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %sum : f32
}

// OUT: module {
// OUT:   func.func @sum(%arg0: memref<8xf32>, %arg1: f32) -> f32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %0 = scf.for %arg2 = %c0 to %c8 step %c1 iter_args(%arg3 = %arg1) -> (f32) {
// OUT:       %1 = memref.load %arg0[%arg2] : memref<8xf32>
// OUT:       %2 = arith.addf %arg3, %1 : f32
// OUT:       scf.yield %2 : f32
// OUT:     }
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
