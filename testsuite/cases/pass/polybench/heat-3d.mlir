// RUN: opt --affine-version-loops --affine-parallelize

// Heat in a cube, by two buffers in turn.
func.func @heat_3d(%A: memref<16x16x16xf32>, %B: memref<16x16x16xf32>) {
  %sixth = arith.constant 0.1666 : f32
  affine.for %t = 1 to 11 {
    affine.for %i = 1 to 15 {
      affine.for %j = 1 to 15 {
        affine.for %k = 1 to 15 {
          %a = affine.load %A[%i + 1, %j, %k] : memref<16x16x16xf32>
          %b = affine.load %A[%i - 1, %j, %k] : memref<16x16x16xf32>
          %c = affine.load %A[%i, %j + 1, %k] : memref<16x16x16xf32>
          %d = affine.load %A[%i, %j - 1, %k] : memref<16x16x16xf32>
          %e = affine.load %A[%i, %j, %k + 1] : memref<16x16x16xf32>
          %g = affine.load %A[%i, %j, %k - 1] : memref<16x16x16xf32>
          %h = arith.addf %a, %b : f32
          %l = arith.addf %h, %c : f32
          %m = arith.addf %l, %d : f32
          %n = arith.addf %m, %e : f32
          %o = arith.addf %n, %g : f32
          %p = arith.mulf %o, %sixth : f32
          affine.store %p, %B[%i, %j, %k] : memref<16x16x16xf32>
        }
      }
    }
    affine.for %i = 1 to 15 {
      affine.for %j = 1 to 15 {
        affine.for %k = 1 to 15 {
          %a = affine.load %B[%i + 1, %j, %k] : memref<16x16x16xf32>
          %b = affine.load %B[%i - 1, %j, %k] : memref<16x16x16xf32>
          %c = affine.load %B[%i, %j + 1, %k] : memref<16x16x16xf32>
          %d = affine.load %B[%i, %j - 1, %k] : memref<16x16x16xf32>
          %e = affine.load %B[%i, %j, %k + 1] : memref<16x16x16xf32>
          %g = affine.load %B[%i, %j, %k - 1] : memref<16x16x16xf32>
          %h = arith.addf %a, %b : f32
          %l = arith.addf %h, %c : f32
          %m = arith.addf %l, %d : f32
          %n = arith.addf %m, %e : f32
          %o = arith.addf %n, %g : f32
          %p = arith.mulf %o, %sixth : f32
          affine.store %p, %A[%i, %j, %k] : memref<16x16x16xf32>
        }
      }
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @heat_3d(%arg0: memref<16x16x16xf32>, %arg1: memref<16x16x16xf32>) {
// OUT:     %cst = arith.constant 1.666000e-01 : f32
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<16x16x16xf32> -> index
// OUT:     %c16384 = arith.constant 16384 : index
// OUT:     %0 = arith.addi %intptr, %c16384 : index
// OUT:     %intptr_0 = memref.extract_aligned_pointer_as_index %arg1 : memref<16x16x16xf32> -> index
// OUT:     %c16384_1 = arith.constant 16384 : index
// OUT:     %1 = arith.addi %intptr_0, %c16384_1 : index
// OUT:     %2 = arith.cmpi ule, %0, %intptr_0 : index
// OUT:     %3 = arith.cmpi ule, %1, %intptr : index
// OUT:     %4 = arith.ori %2, %3 : i1
// OUT:     scf.if %4 {
// OUT:       %5:2 = memref.distinct_objects %arg0, %arg1 {warpline.proved} : memref<16x16x16xf32>, memref<16x16x16xf32>
// OUT:       affine.for %arg2 = 1 to 11 {
// OUT:         affine.parallel (%arg3) = (1) to (15) {
// OUT:           affine.parallel (%arg4) = (1) to (15) {
// OUT:             affine.parallel (%arg5) = (1) to (15) {
// OUT:               %6 = affine.load %5#0[%arg3 + 1, %arg4, %arg5] : memref<16x16x16xf32>
// OUT:               %7 = affine.load %5#0[%arg3 - 1, %arg4, %arg5] : memref<16x16x16xf32>
// OUT:               %8 = affine.load %5#0[%arg3, %arg4 + 1, %arg5] : memref<16x16x16xf32>
// OUT:               %9 = affine.load %5#0[%arg3, %arg4 - 1, %arg5] : memref<16x16x16xf32>
// OUT:               %10 = affine.load %5#0[%arg3, %arg4, %arg5 + 1] : memref<16x16x16xf32>
// OUT:               %11 = affine.load %5#0[%arg3, %arg4, %arg5 - 1] : memref<16x16x16xf32>
// OUT:               %12 = arith.addf %6, %7 : f32
// OUT:               %13 = arith.addf %12, %8 : f32
// OUT:               %14 = arith.addf %13, %9 : f32
// OUT:               %15 = arith.addf %14, %10 : f32
// OUT:               %16 = arith.addf %15, %11 : f32
// OUT:               %17 = arith.mulf %16, %cst : f32
// OUT:               affine.store %17, %5#1[%arg3, %arg4, %arg5] : memref<16x16x16xf32>
// OUT:             }
// OUT:           }
// OUT:         }
// OUT:         affine.parallel (%arg3) = (1) to (15) {
// OUT:           affine.parallel (%arg4) = (1) to (15) {
// OUT:             affine.parallel (%arg5) = (1) to (15) {
// OUT:               %6 = affine.load %5#1[%arg3 + 1, %arg4, %arg5] : memref<16x16x16xf32>
// OUT:               %7 = affine.load %5#1[%arg3 - 1, %arg4, %arg5] : memref<16x16x16xf32>
// OUT:               %8 = affine.load %5#1[%arg3, %arg4 + 1, %arg5] : memref<16x16x16xf32>
// OUT:               %9 = affine.load %5#1[%arg3, %arg4 - 1, %arg5] : memref<16x16x16xf32>
// OUT:               %10 = affine.load %5#1[%arg3, %arg4, %arg5 + 1] : memref<16x16x16xf32>
// OUT:               %11 = affine.load %5#1[%arg3, %arg4, %arg5 - 1] : memref<16x16x16xf32>
// OUT:               %12 = arith.addf %6, %7 : f32
// OUT:               %13 = arith.addf %12, %8 : f32
// OUT:               %14 = arith.addf %13, %9 : f32
// OUT:               %15 = arith.addf %14, %10 : f32
// OUT:               %16 = arith.addf %15, %11 : f32
// OUT:               %17 = arith.mulf %16, %cst : f32
// OUT:               affine.store %17, %5#0[%arg3, %arg4, %arg5] : memref<16x16x16xf32>
// OUT:             }
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg2 = 1 to 11 {
// OUT:         affine.for %arg3 = 1 to 15 {
// OUT:           affine.for %arg4 = 1 to 15 {
// OUT:             affine.for %arg5 = 1 to 15 {
// OUT:               %5 = affine.load %arg0[%arg3 + 1, %arg4, %arg5] : memref<16x16x16xf32>
// OUT:               %6 = affine.load %arg0[%arg3 - 1, %arg4, %arg5] : memref<16x16x16xf32>
// OUT:               %7 = affine.load %arg0[%arg3, %arg4 + 1, %arg5] : memref<16x16x16xf32>
// OUT:               %8 = affine.load %arg0[%arg3, %arg4 - 1, %arg5] : memref<16x16x16xf32>
// OUT:               %9 = affine.load %arg0[%arg3, %arg4, %arg5 + 1] : memref<16x16x16xf32>
// OUT:               %10 = affine.load %arg0[%arg3, %arg4, %arg5 - 1] : memref<16x16x16xf32>
// OUT:               %11 = arith.addf %5, %6 : f32
// OUT:               %12 = arith.addf %11, %7 : f32
// OUT:               %13 = arith.addf %12, %8 : f32
// OUT:               %14 = arith.addf %13, %9 : f32
// OUT:               %15 = arith.addf %14, %10 : f32
// OUT:               %16 = arith.mulf %15, %cst : f32
// OUT:               affine.store %16, %arg1[%arg3, %arg4, %arg5] : memref<16x16x16xf32>
// OUT:             }
// OUT:           }
// OUT:         }
// OUT:         affine.for %arg3 = 1 to 15 {
// OUT:           affine.for %arg4 = 1 to 15 {
// OUT:             affine.for %arg5 = 1 to 15 {
// OUT:               %5 = affine.load %arg1[%arg3 + 1, %arg4, %arg5] : memref<16x16x16xf32>
// OUT:               %6 = affine.load %arg1[%arg3 - 1, %arg4, %arg5] : memref<16x16x16xf32>
// OUT:               %7 = affine.load %arg1[%arg3, %arg4 + 1, %arg5] : memref<16x16x16xf32>
// OUT:               %8 = affine.load %arg1[%arg3, %arg4 - 1, %arg5] : memref<16x16x16xf32>
// OUT:               %9 = affine.load %arg1[%arg3, %arg4, %arg5 + 1] : memref<16x16x16xf32>
// OUT:               %10 = affine.load %arg1[%arg3, %arg4, %arg5 - 1] : memref<16x16x16xf32>
// OUT:               %11 = arith.addf %5, %6 : f32
// OUT:               %12 = arith.addf %11, %7 : f32
// OUT:               %13 = arith.addf %12, %8 : f32
// OUT:               %14 = arith.addf %13, %9 : f32
// OUT:               %15 = arith.addf %14, %10 : f32
// OUT:               %16 = arith.mulf %15, %cst : f32
// OUT:               affine.store %16, %arg0[%arg3, %arg4, %arg5] : memref<16x16x16xf32>
// OUT:             }
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
