// RUN: opt --affine-version-loops --affine-parallelize

// A convolution of a padded image with a window.
func.func @conv_2d(%in: memref<34x34xf32>, %w: memref<3x3xf32>, %out: memref<32x32xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      affine.store %zero, %out[%i, %j] : memref<32x32xf32>
      affine.for %u = 0 to 3 {
        affine.for %v = 0 to 3 {
          %a = affine.load %in[%i + %u, %j + %v] : memref<34x34xf32>
          %b = affine.load %w[%u, %v] : memref<3x3xf32>
          %s = affine.load %out[%i, %j] : memref<32x32xf32>
          %p = arith.mulf %a, %b : f32
          %t = arith.addf %s, %p : f32
          affine.store %t, %out[%i, %j] : memref<32x32xf32>
        }
      }
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @conv_2d(%arg0: memref<34x34xf32>, %arg1: memref<3x3xf32>, %arg2: memref<32x32xf32>) {
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<34x34xf32> -> index
// OUT:     %c4624 = arith.constant 4624 : index
// OUT:     %0 = arith.addi %intptr, %c4624 : index
// OUT:     %intptr_0 = memref.extract_aligned_pointer_as_index %arg2 : memref<32x32xf32> -> index
// OUT:     %c4096 = arith.constant 4096 : index
// OUT:     %1 = arith.addi %intptr_0, %c4096 : index
// OUT:     %2 = arith.cmpi ule, %0, %intptr_0 : index
// OUT:     %3 = arith.cmpi ule, %1, %intptr : index
// OUT:     %4 = arith.ori %2, %3 : i1
// OUT:     %intptr_1 = memref.extract_aligned_pointer_as_index %arg1 : memref<3x3xf32> -> index
// OUT:     %c36 = arith.constant 36 : index
// OUT:     %5 = arith.addi %intptr_1, %c36 : index
// OUT:     %6 = arith.cmpi ule, %5, %intptr_0 : index
// OUT:     %7 = arith.cmpi ule, %1, %intptr_1 : index
// OUT:     %8 = arith.ori %6, %7 : i1
// OUT:     %9 = arith.andi %4, %8 : i1
// OUT:     scf.if %9 {
// OUT:       %10:2 = memref.distinct_objects %arg0, %arg2 {warpline.proved} : memref<34x34xf32>, memref<32x32xf32>
// OUT:       %11:2 = memref.distinct_objects %arg1, %10#1 {warpline.proved} : memref<3x3xf32>, memref<32x32xf32>
// OUT:       affine.parallel (%arg3) = (0) to (32) {
// OUT:         affine.parallel (%arg4) = (0) to (32) {
// OUT:           affine.store %cst, %11#1[%arg3, %arg4] : memref<32x32xf32>
// OUT:           affine.for %arg5 = 0 to 3 {
// OUT:             affine.for %arg6 = 0 to 3 {
// OUT:               %12 = affine.load %10#0[%arg3 + %arg5, %arg4 + %arg6] : memref<34x34xf32>
// OUT:               %13 = affine.load %11#0[%arg5, %arg6] : memref<3x3xf32>
// OUT:               %14 = affine.load %11#1[%arg3, %arg4] : memref<32x32xf32>
// OUT:               %15 = arith.mulf %12, %13 : f32
// OUT:               %16 = arith.addf %14, %15 : f32
// OUT:               affine.store %16, %11#1[%arg3, %arg4] : memref<32x32xf32>
// OUT:             }
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg3 = 0 to 32 {
// OUT:         affine.for %arg4 = 0 to 32 {
// OUT:           affine.store %cst, %arg2[%arg3, %arg4] : memref<32x32xf32>
// OUT:           affine.for %arg5 = 0 to 3 {
// OUT:             affine.for %arg6 = 0 to 3 {
// OUT:               %10 = affine.load %arg0[%arg3 + %arg5, %arg4 + %arg6] : memref<34x34xf32>
// OUT:               %11 = affine.load %arg1[%arg5, %arg6] : memref<3x3xf32>
// OUT:               %12 = affine.load %arg2[%arg3, %arg4] : memref<32x32xf32>
// OUT:               %13 = arith.mulf %10, %11 : f32
// OUT:               %14 = arith.addf %12, %13 : f32
// OUT:               affine.store %14, %arg2[%arg3, %arg4] : memref<32x32xf32>
// OUT:             }
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
