// RUN: opt --affine-version-loops --affine-parallelize

// G := (A B) (C D), by two intermediate matrices.
func.func @three_mm(%E: memref<32x32xf32>, %A: memref<32x32xf32>, %B: memref<32x32xf32>, %F: memref<32x32xf32>, %C: memref<32x32xf32>, %D: memref<32x32xf32>, %G: memref<32x32xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      affine.store %zero, %E[%i, %j] : memref<32x32xf32>
      affine.for %k = 0 to 32 {
        %a = affine.load %A[%i, %k] : memref<32x32xf32>
        %b = affine.load %B[%k, %j] : memref<32x32xf32>
        %s = affine.load %E[%i, %j] : memref<32x32xf32>
        %p = arith.mulf %a, %b : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %E[%i, %j] : memref<32x32xf32>
      }
    }
  }
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      affine.store %zero, %F[%i, %j] : memref<32x32xf32>
      affine.for %k = 0 to 32 {
        %a = affine.load %C[%i, %k] : memref<32x32xf32>
        %b = affine.load %D[%k, %j] : memref<32x32xf32>
        %s = affine.load %F[%i, %j] : memref<32x32xf32>
        %p = arith.mulf %a, %b : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %F[%i, %j] : memref<32x32xf32>
      }
    }
  }
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      affine.store %zero, %G[%i, %j] : memref<32x32xf32>
      affine.for %k = 0 to 32 {
        %a = affine.load %E[%i, %k] : memref<32x32xf32>
        %b = affine.load %F[%k, %j] : memref<32x32xf32>
        %s = affine.load %G[%i, %j] : memref<32x32xf32>
        %p = arith.mulf %a, %b : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %G[%i, %j] : memref<32x32xf32>
      }
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @three_mm(%arg0: memref<32x32xf32>, %arg1: memref<32x32xf32>, %arg2: memref<32x32xf32>, %arg3: memref<32x32xf32>, %arg4: memref<32x32xf32>, %arg5: memref<32x32xf32>, %arg6: memref<32x32xf32>) {
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<32x32xf32> -> index
// OUT:     %c4096 = arith.constant 4096 : index
// OUT:     %0 = arith.addi %intptr, %c4096 : index
// OUT:     %intptr_0 = memref.extract_aligned_pointer_as_index %arg1 : memref<32x32xf32> -> index
// OUT:     %c4096_1 = arith.constant 4096 : index
// OUT:     %1 = arith.addi %intptr_0, %c4096_1 : index
// OUT:     %2 = arith.cmpi ule, %0, %intptr_0 : index
// OUT:     %3 = arith.cmpi ule, %1, %intptr : index
// OUT:     %4 = arith.ori %2, %3 : i1
// OUT:     %intptr_2 = memref.extract_aligned_pointer_as_index %arg2 : memref<32x32xf32> -> index
// OUT:     %c4096_3 = arith.constant 4096 : index
// OUT:     %5 = arith.addi %intptr_2, %c4096_3 : index
// OUT:     %6 = arith.cmpi ule, %0, %intptr_2 : index
// OUT:     %7 = arith.cmpi ule, %5, %intptr : index
// OUT:     %8 = arith.ori %6, %7 : i1
// OUT:     %9 = arith.andi %4, %8 : i1
// OUT:     scf.if %9 {
// OUT:       %30:2 = memref.distinct_objects %arg0, %arg1 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       %31:2 = memref.distinct_objects %30#0, %arg2 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       affine.parallel (%arg7) = (0) to (32) {
// OUT:         affine.parallel (%arg8) = (0) to (32) {
// OUT:           affine.store %cst, %31#0[%arg7, %arg8] : memref<32x32xf32>
// OUT:           affine.for %arg9 = 0 to 32 {
// OUT:             %32 = affine.load %30#1[%arg7, %arg9] : memref<32x32xf32>
// OUT:             %33 = affine.load %31#1[%arg9, %arg8] : memref<32x32xf32>
// OUT:             %34 = affine.load %31#0[%arg7, %arg8] : memref<32x32xf32>
// OUT:             %35 = arith.mulf %32, %33 : f32
// OUT:             %36 = arith.addf %34, %35 : f32
// OUT:             affine.store %36, %31#0[%arg7, %arg8] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg7 = 0 to 32 {
// OUT:         affine.for %arg8 = 0 to 32 {
// OUT:           affine.store %cst, %arg0[%arg7, %arg8] : memref<32x32xf32>
// OUT:           affine.for %arg9 = 0 to 32 {
// OUT:             %30 = affine.load %arg1[%arg7, %arg9] : memref<32x32xf32>
// OUT:             %31 = affine.load %arg2[%arg9, %arg8] : memref<32x32xf32>
// OUT:             %32 = affine.load %arg0[%arg7, %arg8] : memref<32x32xf32>
// OUT:             %33 = arith.mulf %30, %31 : f32
// OUT:             %34 = arith.addf %32, %33 : f32
// OUT:             affine.store %34, %arg0[%arg7, %arg8] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     %intptr_4 = memref.extract_aligned_pointer_as_index %arg3 : memref<32x32xf32> -> index
// OUT:     %c4096_5 = arith.constant 4096 : index
// OUT:     %10 = arith.addi %intptr_4, %c4096_5 : index
// OUT:     %intptr_6 = memref.extract_aligned_pointer_as_index %arg4 : memref<32x32xf32> -> index
// OUT:     %c4096_7 = arith.constant 4096 : index
// OUT:     %11 = arith.addi %intptr_6, %c4096_7 : index
// OUT:     %12 = arith.cmpi ule, %10, %intptr_6 : index
// OUT:     %13 = arith.cmpi ule, %11, %intptr_4 : index
// OUT:     %14 = arith.ori %12, %13 : i1
// OUT:     %intptr_8 = memref.extract_aligned_pointer_as_index %arg5 : memref<32x32xf32> -> index
// OUT:     %c4096_9 = arith.constant 4096 : index
// OUT:     %15 = arith.addi %intptr_8, %c4096_9 : index
// OUT:     %16 = arith.cmpi ule, %10, %intptr_8 : index
// OUT:     %17 = arith.cmpi ule, %15, %intptr_4 : index
// OUT:     %18 = arith.ori %16, %17 : i1
// OUT:     %19 = arith.andi %14, %18 : i1
// OUT:     scf.if %19 {
// OUT:       %30:2 = memref.distinct_objects %arg3, %arg4 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       %31:2 = memref.distinct_objects %30#0, %arg5 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       affine.parallel (%arg7) = (0) to (32) {
// OUT:         affine.parallel (%arg8) = (0) to (32) {
// OUT:           affine.store %cst, %31#0[%arg7, %arg8] : memref<32x32xf32>
// OUT:           affine.for %arg9 = 0 to 32 {
// OUT:             %32 = affine.load %30#1[%arg7, %arg9] : memref<32x32xf32>
// OUT:             %33 = affine.load %31#1[%arg9, %arg8] : memref<32x32xf32>
// OUT:             %34 = affine.load %31#0[%arg7, %arg8] : memref<32x32xf32>
// OUT:             %35 = arith.mulf %32, %33 : f32
// OUT:             %36 = arith.addf %34, %35 : f32
// OUT:             affine.store %36, %31#0[%arg7, %arg8] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg7 = 0 to 32 {
// OUT:         affine.for %arg8 = 0 to 32 {
// OUT:           affine.store %cst, %arg3[%arg7, %arg8] : memref<32x32xf32>
// OUT:           affine.for %arg9 = 0 to 32 {
// OUT:             %30 = affine.load %arg4[%arg7, %arg9] : memref<32x32xf32>
// OUT:             %31 = affine.load %arg5[%arg9, %arg8] : memref<32x32xf32>
// OUT:             %32 = affine.load %arg3[%arg7, %arg8] : memref<32x32xf32>
// OUT:             %33 = arith.mulf %30, %31 : f32
// OUT:             %34 = arith.addf %32, %33 : f32
// OUT:             affine.store %34, %arg3[%arg7, %arg8] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     %intptr_10 = memref.extract_aligned_pointer_as_index %arg0 : memref<32x32xf32> -> index
// OUT:     %c4096_11 = arith.constant 4096 : index
// OUT:     %20 = arith.addi %intptr_10, %c4096_11 : index
// OUT:     %intptr_12 = memref.extract_aligned_pointer_as_index %arg6 : memref<32x32xf32> -> index
// OUT:     %c4096_13 = arith.constant 4096 : index
// OUT:     %21 = arith.addi %intptr_12, %c4096_13 : index
// OUT:     %22 = arith.cmpi ule, %20, %intptr_12 : index
// OUT:     %23 = arith.cmpi ule, %21, %intptr_10 : index
// OUT:     %24 = arith.ori %22, %23 : i1
// OUT:     %intptr_14 = memref.extract_aligned_pointer_as_index %arg3 : memref<32x32xf32> -> index
// OUT:     %c4096_15 = arith.constant 4096 : index
// OUT:     %25 = arith.addi %intptr_14, %c4096_15 : index
// OUT:     %26 = arith.cmpi ule, %25, %intptr_12 : index
// OUT:     %27 = arith.cmpi ule, %21, %intptr_14 : index
// OUT:     %28 = arith.ori %26, %27 : i1
// OUT:     %29 = arith.andi %24, %28 : i1
// OUT:     scf.if %29 {
// OUT:       %30:2 = memref.distinct_objects %arg0, %arg6 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       %31:2 = memref.distinct_objects %arg3, %30#1 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       affine.parallel (%arg7) = (0) to (32) {
// OUT:         affine.parallel (%arg8) = (0) to (32) {
// OUT:           affine.store %cst, %31#1[%arg7, %arg8] : memref<32x32xf32>
// OUT:           affine.for %arg9 = 0 to 32 {
// OUT:             %32 = affine.load %30#0[%arg7, %arg9] : memref<32x32xf32>
// OUT:             %33 = affine.load %31#0[%arg9, %arg8] : memref<32x32xf32>
// OUT:             %34 = affine.load %31#1[%arg7, %arg8] : memref<32x32xf32>
// OUT:             %35 = arith.mulf %32, %33 : f32
// OUT:             %36 = arith.addf %34, %35 : f32
// OUT:             affine.store %36, %31#1[%arg7, %arg8] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg7 = 0 to 32 {
// OUT:         affine.for %arg8 = 0 to 32 {
// OUT:           affine.store %cst, %arg6[%arg7, %arg8] : memref<32x32xf32>
// OUT:           affine.for %arg9 = 0 to 32 {
// OUT:             %30 = affine.load %arg0[%arg7, %arg9] : memref<32x32xf32>
// OUT:             %31 = affine.load %arg3[%arg9, %arg8] : memref<32x32xf32>
// OUT:             %32 = affine.load %arg6[%arg7, %arg8] : memref<32x32xf32>
// OUT:             %33 = arith.mulf %30, %31 : f32
// OUT:             %34 = arith.addf %32, %33 : f32
// OUT:             affine.store %34, %arg6[%arg7, %arg8] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
