// RUN: opt --affine-version-loops --affine-parallelize

// The Cholesky factor of a matrix, in place.
func.func @cholesky(%A: memref<32x32xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %a = affine.load %A[%i, %k] : memref<32x32xf32>
        %b = affine.load %A[%j, %k] : memref<32x32xf32>
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
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %A[%i, %k] : memref<32x32xf32>
      %s = affine.load %A[%i, %i] : memref<32x32xf32>
      %p = arith.mulf %a, %a : f32
      %t = arith.subf %s, %p : f32
      affine.store %t, %A[%i, %i] : memref<32x32xf32>
    }
    %d = affine.load %A[%i, %i] : memref<32x32xf32>
    %e = math.sqrt %d : f32
    affine.store %e, %A[%i, %i] : memref<32x32xf32>
  }
  return
}

// OUT: #map = affine_map<(d0) -> (d0)>
// OUT: module {
// OUT:   func.func @cholesky(%arg0: memref<32x32xf32>) {
// OUT:     affine.for %arg1 = 0 to 32 {
// OUT:       affine.for %arg2 = 0 to #map(%arg1) {
// OUT:         affine.for %arg3 = 0 to #map(%arg2) {
// OUT:           %5 = affine.load %arg0[%arg1, %arg3] : memref<32x32xf32>
// OUT:           %6 = affine.load %arg0[%arg2, %arg3] : memref<32x32xf32>
// OUT:           %7 = affine.load %arg0[%arg1, %arg2] : memref<32x32xf32>
// OUT:           %8 = arith.mulf %5, %6 : f32
// OUT:           %9 = arith.subf %7, %8 : f32
// OUT:           affine.store %9, %arg0[%arg1, %arg2] : memref<32x32xf32>
// OUT:         }
// OUT:         %2 = affine.load %arg0[%arg2, %arg2] : memref<32x32xf32>
// OUT:         %3 = affine.load %arg0[%arg1, %arg2] : memref<32x32xf32>
// OUT:         %4 = arith.divf %3, %2 : f32
// OUT:         affine.store %4, %arg0[%arg1, %arg2] : memref<32x32xf32>
// OUT:       }
// OUT:       affine.for %arg2 = 0 to #map(%arg1) {
// OUT:         %2 = affine.load %arg0[%arg1, %arg2] : memref<32x32xf32>
// OUT:         %3 = affine.load %arg0[%arg1, %arg1] : memref<32x32xf32>
// OUT:         %4 = arith.mulf %2, %2 : f32
// OUT:         %5 = arith.subf %3, %4 : f32
// OUT:         affine.store %5, %arg0[%arg1, %arg1] : memref<32x32xf32>
// OUT:       }
// OUT:       %0 = affine.load %arg0[%arg1, %arg1] : memref<32x32xf32>
// OUT:       %1 = math.sqrt %0 : f32
// OUT:       affine.store %1, %arg0[%arg1, %arg1] : memref<32x32xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
