// RUN: opt --affine-version-loops --affine-parallelize

// Shortest paths of a graph, in place.
func.func @floyd_warshall(%path: memref<32x32xf32>) {
  affine.for %k = 0 to 32 {
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 32 {
        %a = affine.load %path[%i, %j] : memref<32x32xf32>
        %b = affine.load %path[%i, %k] : memref<32x32xf32>
        %c = affine.load %path[%k, %j] : memref<32x32xf32>
        %d = arith.addf %b, %c : f32
        %e = arith.minimumf %a, %d : f32
        affine.store %e, %path[%i, %j] : memref<32x32xf32>
      }
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @floyd_warshall(%arg0: memref<32x32xf32>) {
// OUT:     affine.for %arg1 = 0 to 32 {
// OUT:       affine.for %arg2 = 0 to 32 {
// OUT:         affine.for %arg3 = 0 to 32 {
// OUT:           %0 = affine.load %arg0[%arg2, %arg3] : memref<32x32xf32>
// OUT:           %1 = affine.load %arg0[%arg2, %arg1] : memref<32x32xf32>
// OUT:           %2 = affine.load %arg0[%arg1, %arg3] : memref<32x32xf32>
// OUT:           %3 = arith.addf %1, %2 : f32
// OUT:           %4 = arith.minimumf %0, %3 : f32
// OUT:           affine.store %4, %arg0[%arg2, %arg3] : memref<32x32xf32>
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
