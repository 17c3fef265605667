// RUN: opt --affine-version-loops --affine-parallelize

// Each step averages three neighbours, by two buffers in turn.
func.func @jacobi_1d(%A: memref<32xf32>, %B: memref<32xf32>) {
  %third = arith.constant 0.333 : f32
  affine.for %t = 0 to 10 {
    affine.for %i = 1 to 31 {
      %a = affine.load %A[%i - 1] : memref<32xf32>
      %b = affine.load %A[%i] : memref<32xf32>
      %c = affine.load %A[%i + 1] : memref<32xf32>
      %d = arith.addf %a, %b : f32
      %e = arith.addf %d, %c : f32
      %g = arith.mulf %e, %third : f32
      affine.store %g, %B[%i] : memref<32xf32>
    }
    affine.for %i = 1 to 31 {
      %a = affine.load %B[%i - 1] : memref<32xf32>
      %b = affine.load %B[%i] : memref<32xf32>
      %c = affine.load %B[%i + 1] : memref<32xf32>
      %d = arith.addf %a, %b : f32
      %e = arith.addf %d, %c : f32
      %g = arith.mulf %e, %third : f32
      affine.store %g, %A[%i] : memref<32xf32>
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @jacobi_1d(%arg0: memref<32xf32>, %arg1: memref<32xf32>) {
// OUT:     %cst = arith.constant 3.330000e-01 : f32
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<32xf32> -> index
// OUT:     %c128 = arith.constant 128 : index
// OUT:     %0 = arith.addi %intptr, %c128 : index
// OUT:     %intptr_0 = memref.extract_aligned_pointer_as_index %arg1 : memref<32xf32> -> index
// OUT:     %c128_1 = arith.constant 128 : index
// OUT:     %1 = arith.addi %intptr_0, %c128_1 : index
// OUT:     %2 = arith.cmpi ule, %0, %intptr_0 : index
// OUT:     %3 = arith.cmpi ule, %1, %intptr : index
// OUT:     %4 = arith.ori %2, %3 : i1
// OUT:     scf.if %4 {
// OUT:       %5:2 = memref.distinct_objects %arg0, %arg1 {warpline.proved} : memref<32xf32>, memref<32xf32>
// OUT:       affine.for %arg2 = 0 to 10 {
// OUT:         affine.parallel (%arg3) = (1) to (31) {
// OUT:           %6 = affine.load %5#0[%arg3 - 1] : memref<32xf32>
// OUT:           %7 = affine.load %5#0[%arg3] : memref<32xf32>
// OUT:           %8 = affine.load %5#0[%arg3 + 1] : memref<32xf32>
// OUT:           %9 = arith.addf %6, %7 : f32
// OUT:           %10 = arith.addf %9, %8 : f32
// OUT:           %11 = arith.mulf %10, %cst : f32
// OUT:           affine.store %11, %5#1[%arg3] : memref<32xf32>
// OUT:         }
// OUT:         affine.parallel (%arg3) = (1) to (31) {
// OUT:           %6 = affine.load %5#1[%arg3 - 1] : memref<32xf32>
// OUT:           %7 = affine.load %5#1[%arg3] : memref<32xf32>
// OUT:           %8 = affine.load %5#1[%arg3 + 1] : memref<32xf32>
// OUT:           %9 = arith.addf %6, %7 : f32
// OUT:           %10 = arith.addf %9, %8 : f32
// OUT:           %11 = arith.mulf %10, %cst : f32
// OUT:           affine.store %11, %5#0[%arg3] : memref<32xf32>
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg2 = 0 to 10 {
// OUT:         affine.for %arg3 = 1 to 31 {
// OUT:           %5 = affine.load %arg0[%arg3 - 1] : memref<32xf32>
// OUT:           %6 = affine.load %arg0[%arg3] : memref<32xf32>
// OUT:           %7 = affine.load %arg0[%arg3 + 1] : memref<32xf32>
// OUT:           %8 = arith.addf %5, %6 : f32
// OUT:           %9 = arith.addf %8, %7 : f32
// OUT:           %10 = arith.mulf %9, %cst : f32
// OUT:           affine.store %10, %arg1[%arg3] : memref<32xf32>
// OUT:         }
// OUT:         affine.for %arg3 = 1 to 31 {
// OUT:           %5 = affine.load %arg1[%arg3 - 1] : memref<32xf32>
// OUT:           %6 = affine.load %arg1[%arg3] : memref<32xf32>
// OUT:           %7 = affine.load %arg1[%arg3 + 1] : memref<32xf32>
// OUT:           %8 = arith.addf %5, %6 : f32
// OUT:           %9 = arith.addf %8, %7 : f32
// OUT:           %10 = arith.mulf %9, %cst : f32
// OUT:           affine.store %10, %arg0[%arg3] : memref<32xf32>
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
