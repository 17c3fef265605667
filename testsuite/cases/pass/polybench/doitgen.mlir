// RUN: opt --affine-version-loops --affine-parallelize

// Multiplies each row of a cube by a matrix, by a buffer for one row.
func.func @doitgen(%A: memref<8x8x32xf32>, %C4: memref<32x32xf32>, %sum: memref<32xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %r = 0 to 8 {
    affine.for %q = 0 to 8 {
      affine.for %p = 0 to 32 {
        affine.store %zero, %sum[%p] : memref<32xf32>
        affine.for %s = 0 to 32 {
          %a = affine.load %A[%r, %q, %s] : memref<8x8x32xf32>
          %b = affine.load %C4[%s, %p] : memref<32x32xf32>
          %c = affine.load %sum[%p] : memref<32xf32>
          %d = arith.mulf %a, %b : f32
          %e = arith.addf %c, %d : f32
          affine.store %e, %sum[%p] : memref<32xf32>
        }
      }
      affine.for %p = 0 to 32 {
        %a = affine.load %sum[%p] : memref<32xf32>
        affine.store %a, %A[%r, %q, %p] : memref<8x8x32xf32>
      }
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @doitgen(%arg0: memref<8x8x32xf32>, %arg1: memref<32x32xf32>, %arg2: memref<32xf32>) {
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<8x8x32xf32> -> index
// OUT:     %c8192 = arith.constant 8192 : index
// OUT:     %0 = arith.addi %intptr, %c8192 : index
// OUT:     %intptr_0 = memref.extract_aligned_pointer_as_index %arg2 : memref<32xf32> -> index
// OUT:     %c128 = arith.constant 128 : index
// OUT:     %1 = arith.addi %intptr_0, %c128 : index
// OUT:     %2 = arith.cmpi ule, %0, %intptr_0 : index
// OUT:     %3 = arith.cmpi ule, %1, %intptr : index
// OUT:     %4 = arith.ori %2, %3 : i1
// OUT:     %intptr_1 = memref.extract_aligned_pointer_as_index %arg1 : memref<32x32xf32> -> index
// OUT:     %c4096 = arith.constant 4096 : index
// OUT:     %5 = arith.addi %intptr_1, %c4096 : index
// OUT:     %6 = arith.cmpi ule, %5, %intptr_0 : index
// OUT:     %7 = arith.cmpi ule, %1, %intptr_1 : index
// OUT:     %8 = arith.ori %6, %7 : i1
// OUT:     %9 = arith.andi %4, %8 : i1
// OUT:     scf.if %9 {
// OUT:       %10:2 = memref.distinct_objects %arg0, %arg2 {warpline.proved} : memref<8x8x32xf32>, memref<32xf32>
// OUT:       %11:2 = memref.distinct_objects %arg1, %10#1 {warpline.proved} : memref<32x32xf32>, memref<32xf32>
// OUT:       affine.for %arg3 = 0 to 8 {
// OUT:         affine.for %arg4 = 0 to 8 {
// OUT:           affine.parallel (%arg5) = (0) to (32) {
// OUT:             affine.store %cst, %11#1[%arg5] : memref<32xf32>
// OUT:             affine.for %arg6 = 0 to 32 {
// OUT:               %12 = affine.load %10#0[%arg3, %arg4, %arg6] : memref<8x8x32xf32>
// OUT:               %13 = affine.load %11#0[%arg6, %arg5] : memref<32x32xf32>
// OUT:               %14 = affine.load %11#1[%arg5] : memref<32xf32>
// OUT:               %15 = arith.mulf %12, %13 : f32
// OUT:               %16 = arith.addf %14, %15 : f32
// OUT:               affine.store %16, %11#1[%arg5] : memref<32xf32>
// OUT:             }
// OUT:           }
// OUT:           affine.parallel (%arg5) = (0) to (32) {
// OUT:             %12 = affine.load %11#1[%arg5] : memref<32xf32>
// OUT:             affine.store %12, %10#0[%arg3, %arg4, %arg5] : memref<8x8x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg3 = 0 to 8 {
// OUT:         affine.for %arg4 = 0 to 8 {
// OUT:           affine.for %arg5 = 0 to 32 {
// OUT:             affine.store %cst, %arg2[%arg5] : memref<32xf32>
// OUT:             affine.for %arg6 = 0 to 32 {
// OUT:               %10 = affine.load %arg0[%arg3, %arg4, %arg6] : memref<8x8x32xf32>
// OUT:               %11 = affine.load %arg1[%arg6, %arg5] : memref<32x32xf32>
// OUT:               %12 = affine.load %arg2[%arg5] : memref<32xf32>
// OUT:               %13 = arith.mulf %10, %11 : f32
// OUT:               %14 = arith.addf %12, %13 : f32
// OUT:               affine.store %14, %arg2[%arg5] : memref<32xf32>
// OUT:             }
// OUT:           }
// OUT:           affine.for %arg5 = 0 to 32 {
// OUT:             %10 = affine.load %arg2[%arg5] : memref<32xf32>
// OUT:             affine.store %10, %arg0[%arg3, %arg4, %arg5] : memref<8x8x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
