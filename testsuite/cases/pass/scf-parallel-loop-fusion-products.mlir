// RUN: opt --scf-parallel-loop-fusion

// Two large products of matrices stay apart, as each of them is a kernel in tiles; a bias is fused with its product.
func.func @apart(%a: memref<64x32xf32>, %b: memref<32x64xf32>, %c: memref<64x64xf32>, %d: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %x, %y, %z, %w = memref.distinct_objects %a, %b, %c, %d : memref<64x32xf32>, memref<32x64xf32>, memref<64x64xf32>, memref<64x64xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c64, %c64) step (%c1, %c1) {
    %t = scf.for %k = %c0 to %c32 step %c1 iter_args(%s = %zero) -> (f32) {
      %p = memref.load %x[%i, %k] : memref<64x32xf32>
      %q = memref.load %y[%k, %j] : memref<32x64xf32>
      %t = math.fma %p, %q, %s : f32
      scf.yield %t : f32
    }
    memref.store %t, %z[%i, %j] : memref<64x64xf32>
    scf.reduce
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c64, %c64) step (%c1, %c1) {
    %t = scf.for %k = %c0 to %c32 step %c1 iter_args(%s = %zero) -> (f32) {
      %p = memref.load %x[%j, %k] : memref<64x32xf32>
      %q = memref.load %y[%k, %i] : memref<32x64xf32>
      %t = math.fma %p, %q, %s : f32
      scf.yield %t : f32
    }
    memref.store %t, %w[%i, %j] : memref<64x64xf32>
    scf.reduce
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c64, %c64) step (%c1, %c1) {
    %v = memref.load %w[%i, %j] : memref<64x64xf32>
    %n = arith.negf %v : f32
    memref.store %n, %w[%i, %j] : memref<64x64xf32>
    scf.reduce
  }
  return
}

// OUT: module {
// OUT:   func.func @apart(%arg0: memref<64x32xf32>, %arg1: memref<32x64xf32>, %arg2: memref<64x64xf32>, %arg3: memref<64x64xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c32 = arith.constant 32 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %0:4 = memref.distinct_objects %arg0, %arg1, %arg2, %arg3 : memref<64x32xf32>, memref<32x64xf32>, memref<64x64xf32>, memref<64x64xf32>
// OUT:     scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%c64, %c64) step (%c1, %c1) {
// OUT:       %1 = scf.for %arg6 = %c0 to %c32 step %c1 iter_args(%arg7 = %cst) -> (f32) {
// OUT:         %2 = memref.load %0#0[%arg4, %arg6] : memref<64x32xf32>
// OUT:         %3 = memref.load %0#1[%arg6, %arg5] : memref<32x64xf32>
// OUT:         %4 = math.fma %2, %3, %arg7 : f32
// OUT:         scf.yield %4 : f32
// OUT:       }
// OUT:       memref.store %1, %0#2[%arg4, %arg5] : memref<64x64xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%c64, %c64) step (%c1, %c1) {
// OUT:       %1 = scf.for %arg6 = %c0 to %c32 step %c1 iter_args(%arg7 = %cst) -> (f32) {
// OUT:         %4 = memref.load %0#0[%arg5, %arg6] : memref<64x32xf32>
// OUT:         %5 = memref.load %0#1[%arg6, %arg4] : memref<32x64xf32>
// OUT:         %6 = math.fma %4, %5, %arg7 : f32
// OUT:         scf.yield %6 : f32
// OUT:       }
// OUT:       memref.store %1, %0#3[%arg4, %arg5] : memref<64x64xf32>
// OUT:       %2 = memref.load %0#3[%arg4, %arg5] : memref<64x64xf32>
// OUT:       %3 = arith.negf %2 : f32
// OUT:       memref.store %3, %0#3[%arg4, %arg5] : memref<64x64xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
