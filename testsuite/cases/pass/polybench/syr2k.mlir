// RUN: opt --affine-version-loops --affine-parallelize

// The lower triangle of C := C + A times transposed B + B times transposed A.
func.func @syr2k(%C: memref<32x32xf32>, %A: memref<32x32xf32>, %B: memref<32x32xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %k = 0 to 32 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %a = affine.load %A[%j, %k] : memref<32x32xf32>
        %b = affine.load %B[%i, %k] : memref<32x32xf32>
        %c = affine.load %B[%j, %k] : memref<32x32xf32>
        %d = affine.load %A[%i, %k] : memref<32x32xf32>
        %s = affine.load %C[%i, %j] : memref<32x32xf32>
        %p = arith.mulf %a, %b : f32
        %q = arith.mulf %c, %d : f32
        %r = arith.addf %p, %q : f32
        %t = arith.addf %s, %r : f32
        affine.store %t, %C[%i, %j] : memref<32x32xf32>
      }
    }
  }
  return
}

// OUT: #map = affine_map<(d0) -> (d0 + 1)>
// OUT: module {
// OUT:   func.func @syr2k(%arg0: memref<32x32xf32>, %arg1: memref<32x32xf32>, %arg2: memref<32x32xf32>) {
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
// OUT:       %10:2 = memref.distinct_objects %arg0, %arg1 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       %11:2 = memref.distinct_objects %10#0, %arg2 {warpline.proved} : memref<32x32xf32>, memref<32x32xf32>
// OUT:       affine.parallel (%arg3) = (0) to (32) {
// OUT:         affine.for %arg4 = 0 to 32 {
// OUT:           affine.parallel (%arg5) = (0) to (%arg3 + 1) {
// OUT:             %12 = affine.load %10#1[%arg5, %arg4] : memref<32x32xf32>
// OUT:             %13 = affine.load %11#1[%arg3, %arg4] : memref<32x32xf32>
// OUT:             %14 = affine.load %11#1[%arg5, %arg4] : memref<32x32xf32>
// OUT:             %15 = affine.load %10#1[%arg3, %arg4] : memref<32x32xf32>
// OUT:             %16 = affine.load %11#0[%arg3, %arg5] : memref<32x32xf32>
// OUT:             %17 = arith.mulf %12, %13 : f32
// OUT:             %18 = arith.mulf %14, %15 : f32
// OUT:             %19 = arith.addf %17, %18 : f32
// OUT:             %20 = arith.addf %16, %19 : f32
// OUT:             affine.store %20, %11#0[%arg3, %arg5] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     } else {
// OUT:       affine.for %arg3 = 0 to 32 {
// OUT:         affine.for %arg4 = 0 to 32 {
// OUT:           affine.for %arg5 = 0 to #map(%arg3) {
// OUT:             %10 = affine.load %arg1[%arg5, %arg4] : memref<32x32xf32>
// OUT:             %11 = affine.load %arg2[%arg3, %arg4] : memref<32x32xf32>
// OUT:             %12 = affine.load %arg2[%arg5, %arg4] : memref<32x32xf32>
// OUT:             %13 = affine.load %arg1[%arg3, %arg4] : memref<32x32xf32>
// OUT:             %14 = affine.load %arg0[%arg3, %arg5] : memref<32x32xf32>
// OUT:             %15 = arith.mulf %10, %11 : f32
// OUT:             %16 = arith.mulf %12, %13 : f32
// OUT:             %17 = arith.addf %15, %16 : f32
// OUT:             %18 = arith.addf %14, %17 : f32
// OUT:             affine.store %18, %arg0[%arg3, %arg5] : memref<32x32xf32>
// OUT:           }
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
