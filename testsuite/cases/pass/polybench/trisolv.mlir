// RUN: opt --affine-version-loops --affine-parallelize

// L x = b by forward substitution.
func.func @trisolv(%L: memref<32x32xf32>, %x: memref<32xf32>, %b: memref<32xf32>) {
  affine.for %i = 0 to 32 {
    %c = affine.load %b[%i] : memref<32xf32>
    affine.store %c, %x[%i] : memref<32xf32>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %L[%i, %j] : memref<32x32xf32>
      %d = affine.load %x[%j] : memref<32xf32>
      %s = affine.load %x[%i] : memref<32xf32>
      %p = arith.mulf %a, %d : f32
      %t = arith.subf %s, %p : f32
      affine.store %t, %x[%i] : memref<32xf32>
    }
    %u = affine.load %x[%i] : memref<32xf32>
    %v = affine.load %L[%i, %i] : memref<32x32xf32>
    %w = arith.divf %u, %v : f32
    affine.store %w, %x[%i] : memref<32xf32>
  }
  return
}

// OUT: #map = affine_map<(d0) -> (d0)>
// OUT: module {
// OUT:   func.func @trisolv(%arg0: memref<32x32xf32>, %arg1: memref<32xf32>, %arg2: memref<32xf32>) {
// OUT:     affine.for %arg3 = 0 to 32 {
// OUT:       %0 = affine.load %arg2[%arg3] : memref<32xf32>
// OUT:       affine.store %0, %arg1[%arg3] : memref<32xf32>
// OUT:       affine.for %arg4 = 0 to #map(%arg3) {
// OUT:         %4 = affine.load %arg0[%arg3, %arg4] : memref<32x32xf32>
// OUT:         %5 = affine.load %arg1[%arg4] : memref<32xf32>
// OUT:         %6 = affine.load %arg1[%arg3] : memref<32xf32>
// OUT:         %7 = arith.mulf %4, %5 : f32
// OUT:         %8 = arith.subf %6, %7 : f32
// OUT:         affine.store %8, %arg1[%arg3] : memref<32xf32>
// OUT:       }
// OUT:       %1 = affine.load %arg1[%arg3] : memref<32xf32>
// OUT:       %2 = affine.load %arg0[%arg3, %arg3] : memref<32x32xf32>
// OUT:       %3 = arith.divf %1, %2 : f32
// OUT:       affine.store %3, %arg1[%arg3] : memref<32xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
