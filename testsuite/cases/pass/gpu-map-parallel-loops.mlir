// RUN: opt --gpu-map-parallel-loops

// 1000 iterations: tiles of a sensible size, never a thread per block.
func.func @one_dimension(%a: memref<1000xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i) = (%c0) to (%c1000) step (%c1) {
    memref.store %zero, %a[%i] : memref<1000xf32>
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @one_dimension(%arg0: memref<1000xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c1000 = arith.constant 1000 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %c250 = arith.constant 250 : index
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     scf.parallel (%arg1) = (%c0) to (%c1000) step (%c250) {
// OUT:       scf.parallel (%arg2) = (%c0_0) to (%c250) step (%c1) {
// OUT:         %0 = arith.addi %arg1, %arg2 : index
// OUT:         memref.store %cst, %arg0[%0] : memref<1000xf32>
// OUT:         scf.reduce
// OUT:       } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:       scf.reduce
// OUT:     } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @two_dimensions(%a: memref<28x28xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c28 = arith.constant 28 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c28, %c28) step (%c1, %c1) {
    memref.store %zero, %a[%i, %j] : memref<28x28xf32>
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @two_dimensions(%arg0: memref<28x28xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c28 = arith.constant 28 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %c7 = arith.constant 7 : index
// OUT:     %c28_0 = arith.constant 28 : index
// OUT:     %c0_1 = arith.constant 0 : index
// OUT:     scf.parallel (%arg1) = (%c0) to (%c28) step (%c7) {
// OUT:       scf.parallel (%arg2, %arg3) = (%c0_1, %c0_1) to (%c28_0, %c7) step (%c1, %c1) {
// OUT:         %0 = arith.addi %arg1, %arg3 : index
// OUT:         memref.store %cst, %arg0[%0, %arg2] : memref<28x28xf32>
// OUT:         scf.reduce
// OUT:       } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = thread_y, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:       scf.reduce
// OUT:     } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @dynamic(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %zero, %a[%i] : memref<?xf32>
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @dynamic(%arg0: memref<?xf32>, %arg1: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %c256 = arith.constant 256 : index
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     scf.parallel (%arg2) = (%c0) to (%arg1) step (%c256) {
// OUT:       scf.parallel (%arg3) = (%c0_0) to (%c256) step (%c1) {
// OUT:         %0 = arith.addi %arg2, %arg3 : index
// OUT:         %1 = arith.cmpi slt, %0, %arg1 : index
// OUT:         scf.if %1 {
// OUT:           memref.store %cst, %arg0[%0] : memref<?xf32>
// OUT:         }
// OUT:         scf.reduce
// OUT:       } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:       scf.reduce
// OUT:     } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
// OUT:     return
// OUT:   }
// OUT: }
