// RUN: roundtrip

func.func @affine(%m: memref<8x8xf32>, %n: index) {
  %i0 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0 floordiv 3)>(%n)[%n]
  %mn = affine.min affine_map<(d0) -> (d0, 8)>(%n)
  affine.for %i = 0 to 8 {
    affine.for %j = max affine_map<(d0) -> (d0, 0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%i)[%n] step 2 {
      %v = affine.load %m[%i, %j + 1] : memref<8x8xf32>
      affine.store %v, %m[%i mod 3, symbol(%n)] : memref<8x8xf32>
      affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>(%i)[%n] {
        affine.store %v, %m[%i, %j] : memref<8x8xf32>
      }
    }
  }
  affine.for %i = 0 to %n {
  }
  affine.parallel (%i, %j) = (0, max(0, %n)) to (8, min(8, %n)) step (1, 2) {
    %v = affine.load %m[%i, %j] : memref<8x8xf32>
  }
  return
}

// OUT: #map = affine_map<(d0)[s0] -> (d0 * 2 + s0 floordiv 3)>
// OUT: #map1 = affine_map<(d0) -> (d0, 8)>
// OUT: #map2 = affine_map<(d0) -> (d0, 0)>
// OUT: #map3 = affine_map<(d0)[s0] -> (d0 + 4, s0)>
// OUT: #set = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>
// OUT: module {
// OUT:   func.func @affine(%arg0: memref<8x8xf32>, %arg1: index) {
// OUT:     %0 = affine.apply #map(%arg1)[%arg1]
// OUT:     %1 = affine.min #map1(%arg1)
// OUT:     affine.for %arg2 = 0 to 8 {
// OUT:       affine.for %arg3 = max #map2(%arg2) to min #map3(%arg2)[%arg1] step 2 {
// OUT:         %2 = affine.load %arg0[%arg2, %arg3 + 1] : memref<8x8xf32>
// OUT:         affine.store %2, %arg0[%arg2 mod 3, symbol(%arg1)] : memref<8x8xf32>
// OUT:         affine.if #set(%arg2)[%arg1] {
// OUT:           affine.store %2, %arg0[%arg2, %arg3] : memref<8x8xf32>
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     affine.for %arg2 = 0 to %arg1 {
// OUT:     }
// OUT:     affine.parallel (%arg2, %arg3) = (0, max(0, %arg1)) to (8, min(8, %arg1)) step (1, 2) {
// OUT:       %2 = affine.load %arg0[%arg2, %arg3] : memref<8x8xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @bounds(%m: memref<8xf32>, %n: index) {
  affine.for %i = 0 to %n step 4 {
    %max = affine.max affine_map<(d0)[s0] -> (d0 - 1, s0 ceildiv 2, 0)>(%i)[%n]
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 4)>(%i) {
      %v = affine.load %m[-%j + 7] : memref<8xf32>
      affine.store %v, %m[(%j + %i) mod 8] : memref<8xf32>
    }
  }
  return
}

// OUT: #map = affine_map<(d0)[s0] -> (d0 - 1, s0 ceildiv 2, 0)>
// OUT: #map1 = affine_map<(d0) -> (d0)>
// OUT: #map2 = affine_map<(d0) -> (d0 + 4)>
// OUT: module {
// OUT:   func.func @bounds(%arg0: memref<8xf32>, %arg1: index) {
// OUT:     affine.for %arg2 = 0 to %arg1 step 4 {
// OUT:       %0 = affine.max #map(%arg2)[%arg1]
// OUT:       affine.for %arg3 = #map1(%arg2) to #map2(%arg2) {
// OUT:         %1 = affine.load %arg0[-%arg3 + 7] : memref<8xf32>
// OUT:         affine.store %1, %arg0[(%arg3 + %arg2) mod 8] : memref<8xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @carried(%m: memref<8xf32>, %x: f32, %i0: index) -> f32 {
  %r = affine.for %i = 0 to 8 iter_args(%acc = %x) -> (f32) {
    %v = affine.load %m[%i] : memref<8xf32>
    %s = arith.addf %acc, %v : f32
    affine.yield %s : f32
  }
  %q = affine.if affine_set<(d0) : (d0 >= 0)>(%i0) -> f32 {
    affine.yield %r : f32
  } else {
    affine.yield %x : f32
  }
  %p = affine.parallel (%i) = (0) to (8) reduce ("addf") -> (f32) {
    %v = affine.load %m[%i] : memref<8xf32>
    affine.yield %v : f32
  }
  return %q : f32
}

// OUT: #set = affine_set<(d0) : (d0 >= 0)>
// OUT: module {
// OUT:   func.func @carried(%arg0: memref<8xf32>, %arg1: f32, %arg2: index) -> f32 {
// OUT:     %0 = affine.for %arg3 = 0 to 8 iter_args(%arg4 = %arg1) -> (f32) {
// OUT:       %3 = affine.load %arg0[%arg3] : memref<8xf32>
// OUT:       %4 = arith.addf %arg4, %3 : f32
// OUT:       affine.yield %4 : f32
// OUT:     }
// OUT:     %1 = affine.if #set(%arg2) -> f32 {
// OUT:       affine.yield %0 : f32
// OUT:     } else {
// OUT:       affine.yield %arg1 : f32
// OUT:     }
// OUT:     %2 = affine.parallel (%arg3) = (0) to (8) reduce ("addf") -> (f32) {
// OUT:       %3 = affine.load %arg0[%arg3] : memref<8xf32>
// OUT:       affine.yield %3 : f32
// OUT:     }
// OUT:     return %1 : f32
// OUT:   }
// OUT: }
