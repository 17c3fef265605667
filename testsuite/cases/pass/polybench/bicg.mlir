// RUN: opt --affine-version-loops --affine-parallelize

// s := transposed A times r, and q := A p, in one nest.
func.func @bicg(%A: memref<32x32xf32>, %s: memref<32xf32>, %q: memref<32xf32>, %p: memref<32xf32>, %r: memref<32xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 32 {
    affine.store %zero, %s[%i] : memref<32xf32>
  }
  affine.for %i = 0 to 32 {
    affine.store %zero, %q[%i] : memref<32xf32>
    affine.for %j = 0 to 32 {
      %a = affine.load %A[%i, %j] : memref<32x32xf32>
      %b = affine.load %r[%i] : memref<32xf32>
      %c = affine.load %s[%j] : memref<32xf32>
      %d = arith.mulf %a, %b : f32
      %e = arith.addf %c, %d : f32
      affine.store %e, %s[%j] : memref<32xf32>
      %g = affine.load %p[%j] : memref<32xf32>
      %h = affine.load %q[%i] : memref<32xf32>
      %m = arith.mulf %a, %g : f32
      %n = arith.addf %h, %m : f32
      affine.store %n, %q[%i] : memref<32xf32>
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @bicg(%arg0: memref<32x32xf32>, %arg1: memref<32xf32>, %arg2: memref<32xf32>, %arg3: memref<32xf32>, %arg4: memref<32xf32>) {
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     affine.parallel (%arg5) = (0) to (32) {
// OUT:       affine.store %cst, %arg1[%arg5] : memref<32xf32>
// OUT:     }
// OUT:     affine.for %arg5 = 0 to 32 {
// OUT:       affine.store %cst, %arg2[%arg5] : memref<32xf32>
// OUT:       affine.for %arg6 = 0 to 32 {
// OUT:         %0 = affine.load %arg0[%arg5, %arg6] : memref<32x32xf32>
// OUT:         %1 = affine.load %arg4[%arg5] : memref<32xf32>
// OUT:         %2 = affine.load %arg1[%arg6] : memref<32xf32>
// OUT:         %3 = arith.mulf %0, %1 : f32
// OUT:         %4 = arith.addf %2, %3 : f32
// OUT:         affine.store %4, %arg1[%arg6] : memref<32xf32>
// OUT:         %5 = affine.load %arg3[%arg6] : memref<32xf32>
// OUT:         %6 = affine.load %arg2[%arg5] : memref<32xf32>
// OUT:         %7 = arith.mulf %0, %5 : f32
// OUT:         %8 = arith.addf %6, %7 : f32
// OUT:         affine.store %8, %arg2[%arg5] : memref<32xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
