// RUN: opt --affine-version-loops --affine-parallelize

// A = L U in place, without pivots.
func.func @lu(%A: memref<32x32xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %a = affine.load %A[%i, %k] : memref<32x32xf32>
        %b = affine.load %A[%k, %j] : memref<32x32xf32>
        %s = affine.load %A[%i, %j] : memref<32x32xf32>
        %p = arith.mulf %a, %b : f32
        %t = arith.subf %s, %p : f32
        affine.store %t, %A[%i, %j] : memref<32x32xf32>
      }
      %u = affine.load %A[%j, %j] : memref<32x32xf32>
      %v = affine.load %A[%i, %j] : memref<32x32xf32>
      %w = arith.divf %v, %u : f32
      affine.store %w, %A[%i, %j] : memref<32x32xf32>
    }
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 32 {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %a = affine.load %A[%i, %k] : memref<32x32xf32>
        %b = affine.load %A[%k, %j] : memref<32x32xf32>
        %s = affine.load %A[%i, %j] : memref<32x32xf32>
        %p = arith.mulf %a, %b : f32
        %t = arith.subf %s, %p : f32
        affine.store %t, %A[%i, %j] : memref<32x32xf32>
      }
    }
  }
  return
}

// OUT: #map = affine_map<(d0) -> (d0)>
// OUT: module {
// OUT:   func.func @lu(%arg0: memref<32x32xf32>) {
// OUT:     affine.for %arg1 = 0 to 32 {
// OUT:       affine.for %arg2 = 0 to #map(%arg1) {
// OUT:         affine.for %arg3 = 0 to #map(%arg2) {
// OUT:           %3 = affine.load %arg0[%arg1, %arg3] : memref<32x32xf32>
// OUT:           %4 = affine.load %arg0[%arg3, %arg2] : memref<32x32xf32>
// OUT:           %5 = affine.load %arg0[%arg1, %arg2] : memref<32x32xf32>
// OUT:           %6 = arith.mulf %3, %4 : f32
// OUT:           %7 = arith.subf %5, %6 : f32
// OUT:           affine.store %7, %arg0[%arg1, %arg2] : memref<32x32xf32>
// OUT:         }
// OUT:         %0 = affine.load %arg0[%arg2, %arg2] : memref<32x32xf32>
// OUT:         %1 = affine.load %arg0[%arg1, %arg2] : memref<32x32xf32>
// OUT:         %2 = arith.divf %1, %0 : f32
// OUT:         affine.store %2, %arg0[%arg1, %arg2] : memref<32x32xf32>
// OUT:       }
// OUT:       affine.parallel (%arg2) = (%arg1) to (32) {
// OUT:         affine.for %arg3 = 0 to #map(%arg1) {
// OUT:           %0 = affine.load %arg0[%arg1, %arg3] : memref<32x32xf32>
// OUT:           %1 = affine.load %arg0[%arg3, %arg2] : memref<32x32xf32>
// OUT:           %2 = affine.load %arg0[%arg1, %arg2] : memref<32x32xf32>
// OUT:           %3 = arith.mulf %0, %1 : f32
// OUT:           %4 = arith.subf %2, %3 : f32
// OUT:           affine.store %4, %arg0[%arg1, %arg2] : memref<32x32xf32>
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
