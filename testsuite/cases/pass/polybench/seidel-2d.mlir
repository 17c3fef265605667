// RUN: opt --affine-version-loops --affine-parallelize

// Gauss and Seidel: every element needs neighbours of the same step, so nothing is parallel.
func.func @seidel_2d(%A: memref<32x32xf32>) {
  %fifth = arith.constant 0.2 : f32
  affine.for %t = 0 to 10 {
    affine.for %i = 1 to 31 {
      affine.for %j = 1 to 31 {
        %a = affine.load %A[%i, %j] : memref<32x32xf32>
        %b = affine.load %A[%i, %j - 1] : memref<32x32xf32>
        %c = affine.load %A[%i, %j + 1] : memref<32x32xf32>
        %d = affine.load %A[%i + 1, %j] : memref<32x32xf32>
        %e = affine.load %A[%i - 1, %j] : memref<32x32xf32>
        %g = arith.addf %a, %b : f32
        %h = arith.addf %g, %c : f32
        %k = arith.addf %h, %d : f32
        %l = arith.addf %k, %e : f32
        %m = arith.mulf %l, %fifth : f32
        affine.store %m, %A[%i, %j] : memref<32x32xf32>
      }
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @seidel_2d(%arg0: memref<32x32xf32>) {
// OUT:     %cst = arith.constant 2.000000e-01 : f32
// OUT:     affine.for %arg1 = 0 to 10 {
// OUT:       affine.for %arg2 = 1 to 31 {
// OUT:         affine.for %arg3 = 1 to 31 {
// OUT:           %0 = affine.load %arg0[%arg2, %arg3] : memref<32x32xf32>
// OUT:           %1 = affine.load %arg0[%arg2, %arg3 - 1] : memref<32x32xf32>
// OUT:           %2 = affine.load %arg0[%arg2, %arg3 + 1] : memref<32x32xf32>
// OUT:           %3 = affine.load %arg0[%arg2 + 1, %arg3] : memref<32x32xf32>
// OUT:           %4 = affine.load %arg0[%arg2 - 1, %arg3] : memref<32x32xf32>
// OUT:           %5 = arith.addf %0, %1 : f32
// OUT:           %6 = arith.addf %5, %2 : f32
// OUT:           %7 = arith.addf %6, %3 : f32
// OUT:           %8 = arith.addf %7, %4 : f32
// OUT:           %9 = arith.mulf %8, %cst : f32
// OUT:           affine.store %9, %arg0[%arg2, %arg3] : memref<32x32xf32>
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
