// RUN: opt --affine-version-loops --affine-parallelize

// The lower triangle of C := C + A times transposed A.
func.func @syrk(%C: memref<32x32xf32>, %A: memref<32x32xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.for %k = 0 to 32 {
        %a = affine.load %A[%i, %k] : memref<32x32xf32>
        %b = affine.load %A[%j, %k] : memref<32x32xf32>
        %s = affine.load %C[%i, %j] : memref<32x32xf32>
        %p = arith.mulf %a, %b : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %C[%i, %j] : memref<32x32xf32>
      }
    }
  }
  return
}

// OUT: #map = affine_map<(d0) -> (d0 + 1)>
// OUT: module {
// OUT:   func.func @syrk(%arg0: memref<32x32xf32>, %arg1: memref<32x32xf32>) {
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
// OUT:       affine.parallel (%arg2) = (0) to (32) {
// OUT:         affine.parallel (%arg3) = (0) to (%arg2 + 1) {
// OUT:           affine.for %arg4 = 0 to 32 {
// OUT:             %6 = affine.load %5#1[%arg2, %arg4] : memref<32x32xf32>
// OUT:             %7 = affine.load %5#1[%arg3, %arg4] : memref<32x32xf32>
// OUT:             %8 = affine.load %5#0[%arg2, %arg3] : memref<32x32xf32>
// OUT:             %9 = arith.mulf %6, %7 : f32
// OUT:             %10 = arith.addf %8, %9 : f32
// OUT:             affine.store %10, %5#0[%arg2, %arg3] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg2 = 0 to 32 {
// OUT:         affine.for %arg3 = 0 to #map(%arg2) {
// OUT:           affine.for %arg4 = 0 to 32 {
// OUT:             %5 = affine.load %arg1[%arg2, %arg4] : memref<32x32xf32>
// OUT:             %6 = affine.load %arg1[%arg3, %arg4] : memref<32x32xf32>
// OUT:             %7 = affine.load %arg0[%arg2, %arg3] : memref<32x32xf32>
// OUT:             %8 = arith.mulf %5, %6 : f32
// OUT:             %9 = arith.addf %7, %8 : f32
// OUT:             affine.store %9, %arg0[%arg2, %arg3] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
