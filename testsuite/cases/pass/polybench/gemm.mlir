// RUN: opt --affine-version-loops --affine-parallelize

// C := beta C + alpha A B.
func.func @gemm(%alpha: f32, %beta: f32, %C: memref<32x32xf32>, %A: memref<32x32xf32>, %B: memref<32x32xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      %c = affine.load %C[%i, %j] : memref<32x32xf32>
      %d = arith.mulf %c, %beta : f32
      affine.store %d, %C[%i, %j] : memref<32x32xf32>
      affine.for %k = 0 to 32 {
        %a = affine.load %A[%i, %k] : memref<32x32xf32>
        %b = affine.load %B[%k, %j] : memref<32x32xf32>
        %s = affine.load %C[%i, %j] : memref<32x32xf32>
        %x = arith.mulf %alpha, %a : f32
        %p = arith.mulf %x, %b : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %C[%i, %j] : memref<32x32xf32>
      }
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @gemm(%arg0: f32, %arg1: f32, %arg2: memref<32x32xf32>, %arg3: memref<32x32xf32>, %arg4: memref<32x32xf32>) {
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %arg2 : memref<32x32xf32> -> index
// OUT:     %c4096 = arith.constant 4096 : index
// OUT:     %0 = arith.addi %intptr, %c4096 : index
// OUT:     %intptr_0 = memref.extract_aligned_pointer_as_index %arg3 : memref<32x32xf32> -> index
// OUT:     %c4096_1 = arith.constant 4096 : index
// OUT:     %1 = arith.addi %intptr_0, %c4096_1 : index
// OUT:     %2 = arith.cmpi ule, %0, %intptr_0 : index
// OUT:     %3 = arith.cmpi ule, %1, %intptr : index
// OUT:     %4 = arith.ori %2, %3 : i1
// OUT:     %intptr_2 = memref.extract_aligned_pointer_as_index %arg4 : memref<32x32xf32> -> index
// OUT:     %c4096_3 = arith.constant 4096 : index
// OUT:     %5 = arith.addi %intptr_2, %c4096_3 : index
// OUT:     %6 = arith.cmpi ule, %0, %intptr_2 : index
// OUT:     %7 = arith.cmpi ule, %5, %intptr : index
// OUT:     %8 = arith.ori %6, %7 : i1
// OUT:     %9 = arith.andi %4, %8 : i1
// OUT:     scf.if %9 {
// OUT:       %10:2 = memref.distinct_objects %arg2, %arg3 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       %11:2 = memref.distinct_objects %10#0, %arg4 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       affine.parallel (%arg5) = (0) to (32) {
// OUT:         affine.parallel (%arg6) = (0) to (32) {
// OUT:           %12 = affine.load %11#0[%arg5, %arg6] : memref<32x32xf32>
// OUT:           %13 = arith.mulf %12, %arg1 : f32
// OUT:           affine.store %13, %11#0[%arg5, %arg6] : memref<32x32xf32>
// OUT:           affine.for %arg7 = 0 to 32 {
// OUT:             %14 = affine.load %10#1[%arg5, %arg7] : memref<32x32xf32>
// OUT:             %15 = affine.load %11#1[%arg7, %arg6] : memref<32x32xf32>
// OUT:             %16 = affine.load %11#0[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %17 = arith.mulf %arg0, %14 : f32
// OUT:             %18 = arith.mulf %17, %15 : f32
// OUT:             %19 = arith.addf %16, %18 : f32
// OUT:             affine.store %19, %11#0[%arg5, %arg6] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg5 = 0 to 32 {
// OUT:         affine.for %arg6 = 0 to 32 {
// OUT:           %10 = affine.load %arg2[%arg5, %arg6] : memref<32x32xf32>
// OUT:           %11 = arith.mulf %10, %arg1 : f32
// OUT:           affine.store %11, %arg2[%arg5, %arg6] : memref<32x32xf32>
// OUT:           affine.for %arg7 = 0 to 32 {
// OUT:             %12 = affine.load %arg3[%arg5, %arg7] : memref<32x32xf32>
// OUT:             %13 = affine.load %arg4[%arg7, %arg6] : memref<32x32xf32>
// OUT:             %14 = affine.load %arg2[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %15 = arith.mulf %arg0, %12 : f32
// OUT:             %16 = arith.mulf %15, %13 : f32
// OUT:             %17 = arith.addf %14, %16 : f32
// OUT:             affine.store %17, %arg2[%arg5, %arg6] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
