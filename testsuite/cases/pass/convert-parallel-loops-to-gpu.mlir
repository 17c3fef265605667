// RUN: opt --gpu-map-parallel-loops --convert-parallel-loops-to-gpu --canonicalize

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
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c28 = arith.constant 28 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %c7 = arith.constant 7 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     gpu.launch blocks(%arg1, %arg2, %arg3) in (%arg7 = %c4, %arg8 = %c1, %arg9 = %c1) threads(%arg4, %arg5, %arg6) in (%arg10 = %c28, %arg11 = %c7, %arg12 = %c1) {
// OUT:       %0 = arith.muli %arg1, %c7 : index
// OUT:       %1 = arith.addi %0, %arg5 : index
// OUT:       memref.store %cst, %arg0[%1, %arg4] : memref<28x28xf32>
// OUT:       gpu.terminator
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @guards_the_rest(%a: memref<?xf32>, %n: index) {
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
// OUT:   func.func @guards_the_rest(%arg0: memref<?xf32>, %arg1: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %c256 = arith.constant 256 : index
// OUT:     %0 = arith.ceildivsi %arg1, %c256 : index
// OUT:     %1 = arith.maxsi %0, %c0 : index
// OUT:     gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %1, %arg9 = %c1, %arg10 = %c1) threads(%arg5, %arg6, %arg7) in (%arg11 = %c256, %arg12 = %c1, %arg13 = %c1) {
// OUT:       %2 = arith.muli %arg2, %c256 : index
// OUT:       %3 = arith.addi %2, %arg5 : index
// OUT:       %4 = arith.cmpi slt, %3, %arg1 : index
// OUT:       scf.if %4 {
// OUT:         memref.store %cst, %arg0[%3] : memref<?xf32>
// OUT:       }
// OUT:       gpu.terminator
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
