// RUN: opt --scf-forall-to-parallel

func.func @bounds(%m: memref<?x?xf32>, %n: index, %x: f32) {
  scf.forall (%i, %j) = (0, %n) to (16, 64) step (2, 1) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  scf.forall (%i) in (%n) {
    memref.store %x, %m[%i, %i] : memref<?x?xf32>
  } {mapping = [#gpu.thread<x>]}
  return
}

// OUT: module {
// OUT:   func.func @bounds(%arg0: memref<?x?xf32>, %arg1: index, %arg2: f32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c16 = arith.constant 16 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     scf.parallel (%arg3, %arg4) = (%c0, %arg1) to (%c16, %c64) step (%c2, %c1) {
// OUT:       memref.store %arg2, %arg0[%arg3, %arg4] : memref<?x?xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     %c1_1 = arith.constant 1 : index
// OUT:     scf.parallel (%arg3) = (%c0_0) to (%arg1) step (%c1_1) {
// OUT:       memref.store %arg2, %arg0[%arg3, %arg3] : memref<?x?xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
