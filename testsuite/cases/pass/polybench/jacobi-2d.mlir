// RUN: opt --affine-version-loops --affine-parallelize

// Each step averages five neighbours, by two buffers in turn.
func.func @jacobi_2d(%A: memref<32x32xf32>, %B: memref<32x32xf32>) {
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
        affine.store %m, %B[%i, %j] : memref<32x32xf32>
      }
    }
    affine.for %i = 1 to 31 {
      affine.for %j = 1 to 31 {
        %a = affine.load %B[%i, %j] : memref<32x32xf32>
        %b = affine.load %B[%i, %j - 1] : memref<32x32xf32>
        %c = affine.load %B[%i, %j + 1] : memref<32x32xf32>
        %d = affine.load %B[%i + 1, %j] : memref<32x32xf32>
        %e = affine.load %B[%i - 1, %j] : memref<32x32xf32>
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
// OUT:   func.func @jacobi_2d(%arg0: memref<32x32xf32>, %arg1: memref<32x32xf32>) {
// OUT:     %cst = arith.constant 2.000000e-01 : f32
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<32x32xf32> -> index
// OUT:     %c4096 = arith.constant 4096 : index
// OUT:     %0 = arith.addi %intptr, %c4096 : index
// OUT:     %intptr_0 = memref.extract_aligned_pointer_as_index %arg1 : memref<32x32xf32> -> index
// OUT:     %c4096_1 = arith.constant 4096 : index
// OUT:     %1 = arith.addi %intptr_0, %c4096_1 : index
// OUT:     %2 = arith.cmpi ule, %0, %intptr_0 : index
// OUT:     %3 = arith.cmpi ule, %1, %intptr : index
// OUT:     %4 = arith.ori %2, %3 : i1
// OUT:     scf.if %4 {
// OUT:       %5:2 = memref.distinct_objects %arg0, %arg1 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       affine.for %arg2 = 0 to 10 {
// OUT:         affine.parallel (%arg3) = (1) to (31) {
// OUT:           affine.parallel (%arg4) = (1) to (31) {
// OUT:             %6 = affine.load %5#0[%arg3, %arg4] : memref<32x32xf32>
// OUT:             %7 = affine.load %5#0[%arg3, %arg4 - 1] : memref<32x32xf32>
// OUT:             %8 = affine.load %5#0[%arg3, %arg4 + 1] : memref<32x32xf32>
// OUT:             %9 = affine.load %5#0[%arg3 + 1, %arg4] : memref<32x32xf32>
// OUT:             %10 = affine.load %5#0[%arg3 - 1, %arg4] : memref<32x32xf32>
// OUT:             %11 = arith.addf %6, %7 : f32
// OUT:             %12 = arith.addf %11, %8 : f32
// OUT:             %13 = arith.addf %12, %9 : f32
// OUT:             %14 = arith.addf %13, %10 : f32
// OUT:             %15 = arith.mulf %14, %cst : f32
// OUT:             affine.store %15, %5#1[%arg3, %arg4] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:         affine.parallel (%arg3) = (1) to (31) {
// OUT:           affine.parallel (%arg4) = (1) to (31) {
// OUT:             %6 = affine.load %5#1[%arg3, %arg4] : memref<32x32xf32>
// OUT:             %7 = affine.load %5#1[%arg3, %arg4 - 1] : memref<32x32xf32>
// OUT:             %8 = affine.load %5#1[%arg3, %arg4 + 1] : memref<32x32xf32>
// OUT:             %9 = affine.load %5#1[%arg3 + 1, %arg4] : memref<32x32xf32>
// OUT:             %10 = affine.load %5#1[%arg3 - 1, %arg4] : memref<32x32xf32>
// OUT:             %11 = arith.addf %6, %7 : f32
// OUT:             %12 = arith.addf %11, %8 : f32
// OUT:             %13 = arith.addf %12, %9 : f32
// OUT:             %14 = arith.addf %13, %10 : f32
// OUT:             %15 = arith.mulf %14, %cst : f32
// OUT:             affine.store %15, %5#0[%arg3, %arg4] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg2 = 0 to 10 {
// OUT:         affine.for %arg3 = 1 to 31 {
// OUT:           affine.for %arg4 = 1 to 31 {
// OUT:             %5 = affine.load %arg0[%arg3, %arg4] : memref<32x32xf32>
// OUT:             %6 = affine.load %arg0[%arg3, %arg4 - 1] : memref<32x32xf32>
// OUT:             %7 = affine.load %arg0[%arg3, %arg4 + 1] : memref<32x32xf32>
// OUT:             %8 = affine.load %arg0[%arg3 + 1, %arg4] : memref<32x32xf32>
// OUT:             %9 = affine.load %arg0[%arg3 - 1, %arg4] : memref<32x32xf32>
// OUT:             %10 = arith.addf %5, %6 : f32
// OUT:             %11 = arith.addf %10, %7 : f32
// OUT:             %12 = arith.addf %11, %8 : f32
// OUT:             %13 = arith.addf %12, %9 : f32
// OUT:             %14 = arith.mulf %13, %cst : f32
// OUT:             affine.store %14, %arg1[%arg3, %arg4] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:         affine.for %arg3 = 1 to 31 {
// OUT:           affine.for %arg4 = 1 to 31 {
// OUT:             %5 = affine.load %arg1[%arg3, %arg4] : memref<32x32xf32>
// OUT:             %6 = affine.load %arg1[%arg3, %arg4 - 1] : memref<32x32xf32>
// OUT:             %7 = affine.load %arg1[%arg3, %arg4 + 1] : memref<32x32xf32>
// OUT:             %8 = affine.load %arg1[%arg3 + 1, %arg4] : memref<32x32xf32>
// OUT:             %9 = affine.load %arg1[%arg3 - 1, %arg4] : memref<32x32xf32>
// OUT:             %10 = arith.addf %5, %6 : f32
// OUT:             %11 = arith.addf %10, %7 : f32
// OUT:             %12 = arith.addf %11, %8 : f32
// OUT:             %13 = arith.addf %12, %9 : f32
// OUT:             %14 = arith.mulf %13, %cst : f32
// OUT:             affine.store %14, %arg0[%arg3, %arg4] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
