// RUN: opt --affine-version-loops --affine-parallelize

// D := A B C, by an intermediate matrix.
func.func @two_mm(%tmp: memref<32x32xf32>, %A: memref<32x32xf32>, %B: memref<32x32xf32>, %C: memref<32x32xf32>, %D: memref<32x32xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      affine.store %zero, %tmp[%i, %j] : memref<32x32xf32>
      affine.for %k = 0 to 32 {
        %a = affine.load %A[%i, %k] : memref<32x32xf32>
        %b = affine.load %B[%k, %j] : memref<32x32xf32>
        %s = affine.load %tmp[%i, %j] : memref<32x32xf32>
        %p = arith.mulf %a, %b : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %tmp[%i, %j] : memref<32x32xf32>
      }
    }
  }
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      affine.store %zero, %D[%i, %j] : memref<32x32xf32>
      affine.for %k = 0 to 32 {
        %a = affine.load %tmp[%i, %k] : memref<32x32xf32>
        %b = affine.load %C[%k, %j] : memref<32x32xf32>
        %s = affine.load %D[%i, %j] : memref<32x32xf32>
        %p = arith.mulf %a, %b : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %D[%i, %j] : memref<32x32xf32>
      }
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @two_mm(%arg0: memref<32x32xf32>, %arg1: memref<32x32xf32>, %arg2: memref<32x32xf32>, %arg3: memref<32x32xf32>, %arg4: memref<32x32xf32>) {
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
// OUT:       %20:2 = memref.distinct_objects %arg0, %arg1 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       %21:2 = memref.distinct_objects %20#0, %arg2 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       affine.parallel (%arg5) = (0) to (32) {
// OUT:         affine.parallel (%arg6) = (0) to (32) {
// OUT:           affine.store %cst, %21#0[%arg5, %arg6] : memref<32x32xf32>
// OUT:           affine.for %arg7 = 0 to 32 {
// OUT:             %22 = affine.load %20#1[%arg5, %arg7] : memref<32x32xf32>
// OUT:             %23 = affine.load %21#1[%arg7, %arg6] : memref<32x32xf32>
// OUT:             %24 = affine.load %21#0[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %25 = arith.mulf %22, %23 : f32
// OUT:             %26 = arith.addf %24, %25 : f32
// OUT:             affine.store %26, %21#0[%arg5, %arg6] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg5 = 0 to 32 {
// OUT:         affine.for %arg6 = 0 to 32 {
// OUT:           affine.store %cst, %arg0[%arg5, %arg6] : memref<32x32xf32>
// OUT:           affine.for %arg7 = 0 to 32 {
// OUT:             %20 = affine.load %arg1[%arg5, %arg7] : memref<32x32xf32>
// OUT:             %21 = affine.load %arg2[%arg7, %arg6] : memref<32x32xf32>
// OUT:             %22 = affine.load %arg0[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %23 = arith.mulf %20, %21 : f32
// OUT:             %24 = arith.addf %22, %23 : f32
// OUT:             affine.store %24, %arg0[%arg5, %arg6] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     %intptr_4 = memref.extract_aligned_pointer_as_index %arg0 : memref<32x32xf32> -> index
// OUT:     %c4096_5 = arith.constant 4096 : index
// OUT:     %10 = arith.addi %intptr_4, %c4096_5 : index
// OUT:     %intptr_6 = memref.extract_aligned_pointer_as_index %arg4 : memref<32x32xf32> -> index
// OUT:     %c4096_7 = arith.constant 4096 : index
// OUT:     %11 = arith.addi %intptr_6, %c4096_7 : index
// OUT:     %12 = arith.cmpi ule, %10, %intptr_6 : index
// OUT:     %13 = arith.cmpi ule, %11, %intptr_4 : index
// OUT:     %14 = arith.ori %12, %13 : i1
// OUT:     %intptr_8 = memref.extract_aligned_pointer_as_index %arg3 : memref<32x32xf32> -> index
// OUT:     %c4096_9 = arith.constant 4096 : index
// OUT:     %15 = arith.addi %intptr_8, %c4096_9 : index
// OUT:     %16 = arith.cmpi ule, %15, %intptr_6 : index
// OUT:     %17 = arith.cmpi ule, %11, %intptr_8 : index
// OUT:     %18 = arith.ori %16, %17 : i1
// OUT:     %19 = arith.andi %14, %18 : i1
// OUT:     scf.if %19 {
// OUT:       %20:2 = memref.distinct_objects %arg0, %arg4 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       %21:2 = memref.distinct_objects %arg3, %20#1 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       affine.parallel (%arg5) = (0) to (32) {
// OUT:         affine.parallel (%arg6) = (0) to (32) {
// OUT:           affine.store %cst, %21#1[%arg5, %arg6] : memref<32x32xf32>
// OUT:           affine.for %arg7 = 0 to 32 {
// OUT:             %22 = affine.load %20#0[%arg5, %arg7] : memref<32x32xf32>
// OUT:             %23 = affine.load %21#0[%arg7, %arg6] : memref<32x32xf32>
// OUT:             %24 = affine.load %21#1[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %25 = arith.mulf %22, %23 : f32
// OUT:             %26 = arith.addf %24, %25 : f32
// OUT:             affine.store %26, %21#1[%arg5, %arg6] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg5 = 0 to 32 {
// OUT:         affine.for %arg6 = 0 to 32 {
// OUT:           affine.store %cst, %arg4[%arg5, %arg6] : memref<32x32xf32>
// OUT:           affine.for %arg7 = 0 to 32 {
// OUT:             %20 = affine.load %arg0[%arg5, %arg7] : memref<32x32xf32>
// OUT:             %21 = affine.load %arg3[%arg7, %arg6] : memref<32x32xf32>
// OUT:             %22 = affine.load %arg4[%arg5, %arg6] : memref<32x32xf32>
// OUT:             %23 = arith.mulf %20, %21 : f32
// OUT:             %24 = arith.addf %22, %23 : f32
// OUT:             affine.store %24, %arg4[%arg5, %arg6] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
