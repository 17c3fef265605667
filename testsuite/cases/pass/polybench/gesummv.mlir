// RUN: opt --affine-version-loops --affine-parallelize

// y := A x + B x.
func.func @gesummv(%A: memref<32x32xf32>, %B: memref<32x32xf32>, %tmp: memref<32xf32>, %x: memref<32xf32>, %y: memref<32xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 32 {
    affine.store %zero, %tmp[%i] : memref<32xf32>
    affine.store %zero, %y[%i] : memref<32xf32>
    affine.for %j = 0 to 32 {
      %a = affine.load %A[%i, %j] : memref<32x32xf32>
      %b = affine.load %x[%j] : memref<32xf32>
      %c = affine.load %tmp[%i] : memref<32xf32>
      %d = arith.mulf %a, %b : f32
      %e = arith.addf %c, %d : f32
      affine.store %e, %tmp[%i] : memref<32xf32>
      %g = affine.load %B[%i, %j] : memref<32x32xf32>
      %h = affine.load %y[%i] : memref<32xf32>
      %m = arith.mulf %g, %b : f32
      %n = arith.addf %h, %m : f32
      affine.store %n, %y[%i] : memref<32xf32>
    }
    %u = affine.load %tmp[%i] : memref<32xf32>
    %v = affine.load %y[%i] : memref<32xf32>
    %w = arith.addf %u, %v : f32
    affine.store %w, %y[%i] : memref<32xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @gesummv(%arg0: memref<32x32xf32>, %arg1: memref<32x32xf32>, %arg2: memref<32xf32>, %arg3: memref<32xf32>, %arg4: memref<32xf32>) {
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     affine.for %arg5 = 0 to 32 {
// OUT:       affine.store %cst, %arg2[%arg5] : memref<32xf32>
// OUT:       affine.store %cst, %arg4[%arg5] : memref<32xf32>
// OUT:       affine.for %arg6 = 0 to 32 {
// OUT:         %3 = affine.load %arg0[%arg5, %arg6] : memref<32x32xf32>
// OUT:         %4 = affine.load %arg3[%arg6] : memref<32xf32>
// OUT:         %5 = affine.load %arg2[%arg5] : memref<32xf32>
// OUT:         %6 = arith.mulf %3, %4 : f32
// OUT:         %7 = arith.addf %5, %6 : f32
// OUT:         affine.store %7, %arg2[%arg5] : memref<32xf32>
// OUT:         %8 = affine.load %arg1[%arg5, %arg6] : memref<32x32xf32>
// OUT:         %9 = affine.load %arg4[%arg5] : memref<32xf32>
// OUT:         %10 = arith.mulf %8, %4 : f32
// OUT:         %11 = arith.addf %9, %10 : f32
// OUT:         affine.store %11, %arg4[%arg5] : memref<32xf32>
// OUT:       }
// OUT:       %0 = affine.load %arg2[%arg5] : memref<32xf32>
// OUT:       %1 = affine.load %arg4[%arg5] : memref<32xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       affine.store %2, %arg4[%arg5] : memref<32xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
