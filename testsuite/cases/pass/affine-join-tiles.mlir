// RUN: opt --affine-join-tiles

// Tiles in both dimensions, of sizes that are known when the program runs.
func.func @tiles(%m: memref<?x?xf32>, %rows: index, %columns: index, %x: f32) {
  affine.parallel (%ti) = (0) to (symbol(%rows)) step (64) {
    affine.parallel (%tj) = (2) to (symbol(%columns)) step (32) {
      affine.parallel (%i) = (%ti) to (min(%ti + 64, symbol(%rows))) {
        affine.parallel (%j) = (%tj) to (min(symbol(%columns), %tj + 32)) step (2) {
          affine.store %x, %m[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

// Whole tiles need no other end.
func.func @whole(%m: memref<128xf32>, %x: f32) {
  affine.parallel (%t) = (0) to (128) step (16) {
    affine.parallel (%i) = (%t) to (%t + 16) {
      affine.store %x, %m[%i] : memref<128xf32>
    }
  }
  return
}

// These stay: iterations behind the last tile, a step that does not fit, tiles that overlap or leave gaps, another use of the
// tile, an operation between the loops.
func.func @kept(%m: memref<?xf32>, %n: index, %x: f32, %tiles: memref<?xindex>) {
  affine.parallel (%t) = (0) to (symbol(%n)) step (16) {
    affine.parallel (%i) = (%t) to (%t + 16) {
      affine.store %x, %m[%i] : memref<?xf32>
    }
  }
  affine.parallel (%t) = (0) to (symbol(%n)) step (16) {
    affine.parallel (%i) = (%t) to (min(%t + 16, symbol(%n))) step (3) {
      affine.store %x, %m[%i] : memref<?xf32>
    }
  }
  affine.parallel (%t) = (0) to (symbol(%n)) step (16) {
    affine.parallel (%i) = (%t) to (min(%t + 8, symbol(%n))) {
      affine.store %x, %m[%i] : memref<?xf32>
    }
  }
  affine.parallel (%t) = (0) to (symbol(%n)) step (16) {
    affine.parallel (%i) = (%t) to (min(%t + 16, symbol(%n))) {
      affine.store %t, %tiles[%i] : memref<?xindex>
    }
  }
  affine.parallel (%t) = (0) to (symbol(%n)) step (16) {
    affine.store %x, %m[0] : memref<?xf32>
    affine.parallel (%i) = (%t) to (min(%t + 16, symbol(%n))) {
      affine.store %x, %m[%i] : memref<?xf32>
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @tiles(%arg0: memref<?x?xf32>, %arg1: index, %arg2: index, %arg3: f32) {
// OUT:     affine.parallel (%arg4) = (0) to (symbol(%arg1)) {
// OUT:       affine.parallel (%arg5) = (2) to (symbol(%arg2)) step (2) {
// OUT:         affine.store %arg3, %arg0[%arg4, %arg5] : memref<?x?xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @whole(%arg0: memref<128xf32>, %arg1: f32) {
// OUT:     affine.parallel (%arg2) = (0) to (128) {
// OUT:       affine.store %arg1, %arg0[%arg2] : memref<128xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @kept(%arg0: memref<?xf32>, %arg1: index, %arg2: f32, %arg3: memref<?xindex>) {
// OUT:     affine.parallel (%arg4) = (0) to (symbol(%arg1)) step (16) {
// OUT:       affine.parallel (%arg5) = (%arg4) to (%arg4 + 16) {
// OUT:         affine.store %arg2, %arg0[%arg5] : memref<?xf32>
// OUT:       }
// OUT:     }
// OUT:     affine.parallel (%arg4) = (0) to (symbol(%arg1)) step (16) {
// OUT:       affine.parallel (%arg5) = (%arg4) to (min(%arg4 + 16, symbol(%arg1))) step (3) {
// OUT:         affine.store %arg2, %arg0[%arg5] : memref<?xf32>
// OUT:       }
// OUT:     }
// OUT:     affine.parallel (%arg4) = (0) to (symbol(%arg1)) step (16) {
// OUT:       affine.parallel (%arg5) = (%arg4) to (min(%arg4 + 8, symbol(%arg1))) {
// OUT:         affine.store %arg2, %arg0[%arg5] : memref<?xf32>
// OUT:       }
// OUT:     }
// OUT:     affine.parallel (%arg4) = (0) to (symbol(%arg1)) step (16) {
// OUT:       affine.parallel (%arg5) = (%arg4) to (min(%arg4 + 16, symbol(%arg1))) {
// OUT:         affine.store %arg4, %arg3[%arg5] : memref<?xindex>
// OUT:       }
// OUT:     }
// OUT:     affine.parallel (%arg4) = (0) to (symbol(%arg1)) step (16) {
// OUT:       affine.store %arg2, %arg0[0] : memref<?xf32>
// OUT:       affine.parallel (%arg5) = (%arg4) to (min(%arg4 + 16, symbol(%arg1))) {
// OUT:         affine.store %arg2, %arg0[%arg5] : memref<?xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
