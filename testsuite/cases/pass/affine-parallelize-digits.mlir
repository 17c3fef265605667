// RUN: opt --affine-parallelize

// A buffer of one dimension that is indexed as several: loops bound the digits by the sizes.
func.func @two(%a: memref<?xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to %n {
      %row = arith.muli %i, %n : index
      %at = arith.addi %row, %j : index
      %y = memref.load %a[%at] : memref<?xf32>
      memref.store %y, %a[%at] : memref<?xf32>
    }
  }
  return
}

func.func @three(%a: memref<?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %i = 0 to 100 {
    affine.for %j = 1 to %n {
      affine.for %k = 0 to min affine_map<(d0)[s0] -> (s0 - 1, d0 + 8)>(%j)[%m] {
        affine.store %x, %a[(%i * symbol(%n) + %j) * symbol(%m) + %k + 1] : memref<?xf32>
      }
    }
  }
  return
}

// The digit of a triangle is below that of its row.
func.func @triangle(%a: memref<?xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %x, %a[%i * symbol(%n) + %j] : memref<?xf32>
    }
  }
  return
}

// A neighbouring row: carried by the loop over rows alone.
func.func @neighbours(%a: memref<?xf32>, %n: index) {
  affine.for %i = 1 to 100 {
    affine.for %j = 0 to %n {
      %x = affine.load %a[(%i - 1) * symbol(%n) + %j] : memref<?xf32>
      affine.store %x, %a[%i * symbol(%n) + %j] : memref<?xf32>
    }
  }
  return
}

// These stay: a digit that may reach its size, another size, a size of 0, a size that the loop changes.
func.func @kept(%a: memref<?xf32>, %n: index, %m: index, %x: f32, %sizes: memref<100xindex>) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 + 1)>()[%n] {
      affine.store %x, %a[%i * symbol(%n) + %j] : memref<?xf32>
    }
  }
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %m] {
      %y = affine.load %a[%i * symbol(%m) + %j] : memref<?xf32>
      affine.store %y, %a[%i * symbol(%n) + %j] : memref<?xf32>
    }
  }
  affine.for %i = 0 to 100 {
    affine.store %x, %a[%i * symbol(%n)] : memref<?xf32>
  }
  affine.for %i = 0 to 100 {
    %s = affine.load %sizes[%i] : memref<100xindex>
    scf.for %j = %m to %s step %m {
      %row = arith.muli %i, %s : index
      %at = arith.addi %row, %j : index
      memref.store %x, %a[%at] : memref<?xf32>
    }
  }
  return
}

// OUT: #map = affine_map<(d0)[s0] -> (s0 - 1, d0 + 8)>
// OUT: #map1 = affine_map<()[s0] -> (s0 + 1)>
// OUT: #map2 = affine_map<()[s0, s1] -> (s0, s1)>
// OUT: module {
// OUT:   func.func @two(%arg0: memref<?xf32>, %arg1: index, %arg2: f32) {
// OUT:     affine.parallel (%arg3) = (0) to (100) {
// OUT:       affine.parallel (%arg4) = (0) to (symbol(%arg1)) {
// OUT:         %0 = arith.muli %arg3, %arg1 : index
// OUT:         %1 = arith.addi %0, %arg4 : index
// OUT:         %2 = memref.load %arg0[%1] : memref<?xf32>
// OUT:         memref.store %2, %arg0[%1] : memref<?xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @three(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: f32) {
// OUT:     affine.for %arg4 = 0 to 100 {
// OUT:       affine.for %arg5 = 1 to %arg1 {
// OUT:         affine.for %arg6 = 0 to min #map(%arg5)[%arg2] {
// OUT:           affine.store %arg3, %arg0[(%arg4 * symbol(%arg1) + %arg5) * symbol(%arg2) + %arg6 + 1] : memref<?xf32>
// OUT:         }
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @triangle(%arg0: memref<?xf32>, %arg1: index, %arg2: f32) {
// OUT:     affine.parallel (%arg3) = (0) to (symbol(%arg1)) {
// OUT:       affine.parallel (%arg4) = (0) to (%arg3 + 1) {
// OUT:         affine.store %arg2, %arg0[%arg3 * symbol(%arg1) + %arg4] : memref<?xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @neighbours(%arg0: memref<?xf32>, %arg1: index) {
// OUT:     affine.for %arg2 = 1 to 100 {
// OUT:       affine.parallel (%arg3) = (0) to (symbol(%arg1)) {
// OUT:         %0 = affine.load %arg0[(%arg2 - 1) * symbol(%arg1) + %arg3] : memref<?xf32>
// OUT:         affine.store %0, %arg0[%arg2 * symbol(%arg1) + %arg3] : memref<?xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @kept(%arg0: memref<?xf32>, %arg1: index, %arg2: index, %arg3: f32, %arg4: memref<100xindex>) {
// OUT:     affine.for %arg5 = 0 to 100 {
// OUT:       affine.for %arg6 = 0 to #map1()[%arg1] {
// OUT:         affine.store %arg3, %arg0[%arg5 * symbol(%arg1) + %arg6] : memref<?xf32>
// OUT:       }
// OUT:     }
// OUT:     affine.for %arg5 = 0 to 100 {
// OUT:       affine.for %arg6 = 0 to min #map2()[%arg1, %arg2] {
// OUT:         %0 = affine.load %arg0[%arg5 * symbol(%arg2) + %arg6] : memref<?xf32>
// OUT:         affine.store %0, %arg0[%arg5 * symbol(%arg1) + %arg6] : memref<?xf32>
// OUT:       }
// OUT:     }
// OUT:     affine.for %arg5 = 0 to 100 {
// OUT:       affine.store %arg3, %arg0[%arg5 * symbol(%arg1)] : memref<?xf32>
// OUT:     }
// OUT:     affine.for %arg5 = 0 to 100 {
// OUT:       %0 = affine.load %arg4[%arg5] : memref<100xindex>
// OUT:       scf.for %arg6 = %arg2 to %0 step %arg2 {
// OUT:         %1 = arith.muli %arg5, %0 : index
// OUT:         %2 = arith.addi %1, %arg6 : index
// OUT:         memref.store %arg3, %arg0[%2] : memref<?xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
