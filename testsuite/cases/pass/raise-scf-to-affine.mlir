// RUN: opt --raise-scf-to-affine

// Bounds are sums of dimensions and symbols, or the least and greatest of several.
func.func @bounds(%n: index, %m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %twice = arith.muli %n, %c2 : index
  %end = arith.subi %twice, %c1 : index
  scf.for %i = %c0 to %end step %c64 {
    %next = arith.addi %i, %c64 : index
    %upper = arith.minsi %next, %end : index
    %lower = arith.maxsi %i, %c2 : index
    scf.for %j = %lower to %upper step %c1 {
      memref.store %x, %m[%j] : memref<?xf32>
    }
  }
  return
}

// Sizes are symbols wherever they are computed from symbols.
func.func @sizes(%m: memref<?x?xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %m, %c0 : memref<?x?xf32>
  %sum = scf.for %i = %c0 to %rows step %c1 iter_args(%s = %x) -> (f32) {
    %columns = memref.dim %m, %c1 : memref<?x?xf32>
    %inner = scf.for %j = %c0 to %columns step %c1 iter_args(%t = %s) -> (f32) {
      %y = memref.load %m[%i, %j] : memref<?x?xf32>
      %u = arith.addf %t, %y : f32
      scf.yield %u : f32
    }
    scf.yield %inner : f32
  }
  return %sum : f32
}

// Variables that are integers, with bounds of theirs.
func.func @integers(%n: i32, %m: memref<?xi64>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  scf.for %i = %c0 to %n step %c1 : i32 {
    %k = arith.extsi %i : i32 to i64
    %at = arith.index_cast %i : i32 to index
    memref.store %k, %m[%at] : memref<?xi64>
  }
  %end = arith.extsi %n : i32 to i64
  %last = arith.subi %end, %one : i64
  scf.for %i = %one to %last step %one : i64 {
    %at = arith.index_cast %i : i64 to index
    memref.store %i, %m[%at] : memref<?xi64>
  }
  return
}

// Loops that stay: a step that is not constant, bounds that are compared as unsigned numbers or come out of memory, calls
// of unknown functions, device work.
func.func private @unknown()
func.func @kept(%n: index, %k: index, %m: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %k {
    memref.store %i, %m[%i] : memref<?xindex>
  }
  scf.for unsigned %i = %c0 to %n step %c1 {
    memref.store %i, %m[%i] : memref<?xindex>
  }
  scf.for %i = %c0 to %n step %c1 {
    %end = memref.load %m[%i] : memref<?xindex>
    scf.for %j = %c0 to %end step %c1 {
      memref.store %j, %m[%j] : memref<?xindex>
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    func.call @unknown() : () -> ()
  }
  scf.for %i = %c0 to %n step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      memref.store %i, %m[%i] : memref<?xindex>
      gpu.terminator
    }
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.for %j = %c0 to %n step %c1 {
      memref.store %j, %m[%i] : memref<?xindex>
    }
    scf.reduce
  }
  return
}

// OUT: #map = affine_map<()[s0] -> (s0 * 2 - 1)>
// OUT: #map1 = affine_map<(d0) -> (d0, 2)>
// OUT: #map2 = affine_map<(d0)[s0] -> (d0 + 64, s0 * 2 - 1)>
// OUT: #map3 = affine_map<()[s0] -> (s0 - 1)>
// OUT: module {
// OUT:   func.func @bounds(%arg0: index, %arg1: memref<?xf32>, %arg2: f32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %c64 = arith.constant 64 : index
// OUT:     %0 = arith.muli %arg0, %c2 : index
// OUT:     %1 = arith.subi %0, %c1 : index
// OUT:     affine.for %arg3 = 0 to #map()[%arg0] step 64 {
// OUT:       %2 = arith.addi %arg3, %c64 : index
// OUT:       %3 = arith.minsi %2, %1 : index
// OUT:       %4 = arith.maxsi %arg3, %c2 : index
// OUT:       affine.for %arg4 = max #map1(%arg3) to min #map2(%arg3)[%arg0] {
// OUT:         memref.store %arg2, %arg1[%arg4] : memref<?xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @sizes(%arg0: memref<?x?xf32>, %arg1: f32) -> f32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// OUT:     %0 = affine.for %arg2 = 0 to %dim iter_args(%arg3 = %arg1) -> (f32) {
// OUT:       %dim_0 = memref.dim %arg0, %c1 : memref<?x?xf32>
// OUT:       %1 = affine.for %arg4 = 0 to %dim_0 iter_args(%arg5 = %arg3) -> (f32) {
// OUT:         %2 = memref.load %arg0[%arg2, %arg4] : memref<?x?xf32>
// OUT:         %3 = arith.addf %arg5, %2 : f32
// OUT:         affine.yield %3 : f32
// OUT:       }
// OUT:       affine.yield %1 : f32
// OUT:     }
// OUT:     return %0 : f32
// OUT:   }
// OUT:   func.func @integers(%arg0: i32, %arg1: memref<?xi64>) {
// OUT:     %0 = arith.index_cast %arg0 : i32 to index
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %c1_i32 = arith.constant 1 : i32
// OUT:     %c1_i64 = arith.constant 1 : i64
// OUT:     affine.for %arg2 = 0 to %0 {
// OUT:       %4 = arith.index_cast %arg2 : index to i32
// OUT:       %5 = arith.extsi %4 : i32 to i64
// OUT:       %6 = arith.index_cast %4 : i32 to index
// OUT:       memref.store %5, %arg1[%6] : memref<?xi64>
// OUT:     }
// OUT:     %1 = arith.extsi %arg0 : i32 to i64
// OUT:     %2 = arith.index_cast %1 : i64 to index
// OUT:     %3 = arith.subi %1, %c1_i64 : i64
// OUT:     affine.for %arg2 = 1 to #map3()[%2] {
// OUT:       %4 = arith.index_cast %arg2 : index to i64
// OUT:       %5 = arith.index_cast %4 : i64 to index
// OUT:       memref.store %4, %arg1[%5] : memref<?xi64>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func private @unknown()
// OUT:   func.func @kept(%arg0: index, %arg1: index, %arg2: memref<?xindex>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     scf.for %arg3 = %c0 to %arg0 step %arg1 {
// OUT:       memref.store %arg3, %arg2[%arg3] : memref<?xindex>
// OUT:     }
// OUT:     scf.for unsigned %arg3 = %c0 to %arg0 step %c1 {
// OUT:       memref.store %arg3, %arg2[%arg3] : memref<?xindex>
// OUT:     }
// OUT:     affine.for %arg3 = 0 to %arg0 {
// OUT:       %0 = memref.load %arg2[%arg3] : memref<?xindex>
// OUT:       scf.for %arg4 = %c0 to %0 step %c1 {
// OUT:         memref.store %arg4, %arg2[%arg4] : memref<?xindex>
// OUT:       }
// OUT:     }
// OUT:     scf.for %arg3 = %c0 to %arg0 step %c1 {
// OUT:       func.call @unknown() : () -> ()
// OUT:     }
// OUT:     scf.for %arg3 = %c0 to %arg0 step %c1 {
// OUT:       gpu.launch blocks(%arg4, %arg5, %arg6) in (%arg10 = %c1, %arg11 = %c1, %arg12 = %c1) threads(%arg7, %arg8, %arg9) in (%arg13 = %c1, %arg14 = %c1, %arg15 = %c1) {
// OUT:         memref.store %arg3, %arg2[%arg3] : memref<?xindex>
// OUT:         gpu.terminator
// OUT:       }
// OUT:     }
// OUT:     scf.parallel (%arg3) = (%c0) to (%arg0) step (%c1) {
// OUT:       scf.for %arg4 = %c0 to %arg0 step %c1 {
// OUT:         memref.store %arg4, %arg2[%arg3] : memref<?xindex>
// OUT:       }
// OUT:       scf.reduce
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
