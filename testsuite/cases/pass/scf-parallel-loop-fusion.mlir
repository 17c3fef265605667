// RUN: opt --scf-parallel-loop-fusion

func.func @fuses_elementwise(%a: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %b = memref.alloc() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %a[%i] : memref<8xf32>
    memref.store %v, %b[%i] : memref<8xf32>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %b[%i] : memref<8xf32>
    memref.store %v, %a[%i] : memref<8xf32>
    scf.reduce
  }
  memref.dealloc %b : memref<8xf32>
  return
}

// OUT: module {
// OUT:   func.func @fuses_elementwise(%arg0: memref<8xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %alloc = memref.alloc() : memref<8xf32>
// OUT:     scf.parallel (%arg1) = (%c0) to (%c8) step (%c1) {
// OUT:       %0 = memref.load %arg0[%arg1] : memref<8xf32>
// OUT:       memref.store %0, %alloc[%arg1] : memref<8xf32>
// OUT:       %1 = memref.load %alloc[%arg1] : memref<8xf32>
// OUT:       memref.store %1, %arg0[%arg1] : memref<8xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     memref.dealloc %alloc : memref<8xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

// The second loop reads what other iterations of the first one wrote.
func.func @keeps_shifted(%a: memref<9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %b = memref.alloc() : memref<9xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %a[%i] : memref<9xf32>
    memref.store %v, %b[%i] : memref<9xf32>
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %j = arith.addi %i, %c1 : index
    %v = memref.load %b[%j] : memref<9xf32>
    memref.store %v, %a[%i] : memref<9xf32>
    scf.reduce
  }
  memref.dealloc %b : memref<9xf32>
  return
}

// OUT: module {
// OUT:   func.func @keeps_shifted(%arg0: memref<9xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %alloc = memref.alloc() : memref<9xf32>
// OUT:     scf.parallel (%arg1) = (%c0) to (%c8) step (%c1) {
// OUT:       %0 = memref.load %arg0[%arg1] : memref<9xf32>
// OUT:       memref.store %0, %alloc[%arg1] : memref<9xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     scf.parallel (%arg1) = (%c0) to (%c8) step (%c1) {
// OUT:       %0 = arith.addi %arg1, %c1 : index
// OUT:       %1 = memref.load %alloc[%0] : memref<9xf32>
// OUT:       memref.store %1, %arg0[%arg1] : memref<9xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     memref.dealloc %alloc : memref<9xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @fuses_reductions(%a: memref<8xf32>) -> (f32, f32, memref<8xf32>) {
  %b = memref.alloc() : memref<8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %sum = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%zero) -> f32 {
    %v = memref.load %a[%i] : memref<8xf32>
    scf.reduce(%v : f32) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      scf.reduce.return %s : f32
    }
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %one, %b[%i] : memref<8xf32>
  }
  %product = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%one) -> f32 {
    %v = memref.load %a[%i] : memref<8xf32>
    scf.reduce(%v : f32) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.mulf %x, %y : f32
      scf.reduce.return %s : f32
    }
  }
  return %sum, %product, %b : f32, f32, memref<8xf32>
}

// OUT: module {
// OUT:   func.func @fuses_reductions(%arg0: memref<8xf32>) -> (f32, f32, memref<8xf32>) {
// OUT:     %alloc = memref.alloc() : memref<8xf32>
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %cst_0 = arith.constant 1.000000e+00 : f32
// OUT:     %0:2 = scf.parallel (%arg1) = (%c0) to (%c8) step (%c1) init (%cst, %cst_0) -> (f32, f32) {
// OUT:       %1 = memref.load %arg0[%arg1] : memref<8xf32>
// OUT:       memref.store %cst_0, %alloc[%arg1] : memref<8xf32>
// OUT:       %2 = memref.load %arg0[%arg1] : memref<8xf32>
// OUT:       scf.reduce(%1, %2 : f32, f32) {
// OUT:       ^bb0(%arg2: f32, %arg3: f32):
// OUT:         %3 = arith.addf %arg2, %arg3 : f32
// OUT:         scf.reduce.return %3 : f32
// OUT:       }, {
// OUT:       ^bb0(%arg2: f32, %arg3: f32):
// OUT:         %3 = arith.mulf %arg2, %arg3 : f32
// OUT:         scf.reduce.return %3 : f32
// OUT:       }
// OUT:     }
// OUT:     return %0#0, %0#1, %alloc : f32, f32, memref<8xf32>
// OUT:   }
// OUT: }
// -----

func.func @fuses_reductions_of_one_buffer(%a: memref<8xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %sum = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%zero) -> f32 {
    %v = memref.load %a[%i] : memref<8xf32>
    scf.reduce(%v : f32) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      scf.reduce.return %s : f32
    }
  }
  %product = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%one) -> f32 {
    %v = memref.load %a[%i] : memref<8xf32>
    scf.reduce(%v : f32) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.mulf %x, %y : f32
      scf.reduce.return %s : f32
    }
  }
  return %sum, %product : f32, f32
}

// OUT: module {
// OUT:   func.func @fuses_reductions_of_one_buffer(%arg0: memref<8xf32>) -> (f32, f32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %cst_0 = arith.constant 1.000000e+00 : f32
// OUT:     %0:2 = scf.parallel (%arg1) = (%c0) to (%c8) step (%c1) init (%cst, %cst_0) -> (f32, f32) {
// OUT:       %1 = memref.load %arg0[%arg1] : memref<8xf32>
// OUT:       %2 = memref.load %arg0[%arg1] : memref<8xf32>
// OUT:       scf.reduce(%1, %2 : f32, f32) {
// OUT:       ^bb0(%arg2: f32, %arg3: f32):
// OUT:         %3 = arith.addf %arg2, %arg3 : f32
// OUT:         scf.reduce.return %3 : f32
// OUT:       }, {
// OUT:       ^bb0(%arg2: f32, %arg3: f32):
// OUT:         %3 = arith.mulf %arg2, %arg3 : f32
// OUT:         scf.reduce.return %3 : f32
// OUT:       }
// OUT:     }
// OUT:     return %0#0, %0#1 : f32, f32
// OUT:   }
// OUT: }
// -----

// The second loop begins with what the first one found.
func.func @keeps_dependent_reductions(%a: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%zero) -> f32 {
    %v = memref.load %a[%i] : memref<8xf32>
    scf.reduce(%v : f32) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      scf.reduce.return %s : f32
    }
  }
  %twice = arith.addf %sum, %sum : f32
  %all = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%twice) -> f32 {
    %v = memref.load %a[%i] : memref<8xf32>
    scf.reduce(%v : f32) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      scf.reduce.return %s : f32
    }
  }
  return %all : f32
}

// OUT: module {
// OUT:   func.func @keeps_dependent_reductions(%arg0: memref<8xf32>) -> f32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %0 = scf.parallel (%arg1) = (%c0) to (%c8) step (%c1) init (%cst) -> f32 {
// OUT:       %3 = memref.load %arg0[%arg1] : memref<8xf32>
// OUT:       scf.reduce(%3 : f32) {
// OUT:       ^bb0(%arg2: f32, %arg3: f32):
// OUT:         %4 = arith.addf %arg2, %arg3 : f32
// OUT:         scf.reduce.return %4 : f32
// OUT:       }
// OUT:     }
// OUT:     %1 = arith.addf %0, %0 : f32
// OUT:     %2 = scf.parallel (%arg1) = (%c0) to (%c8) step (%c1) init (%1) -> f32 {
// OUT:       %3 = memref.load %arg0[%arg1] : memref<8xf32>
// OUT:       scf.reduce(%3 : f32) {
// OUT:       ^bb0(%arg2: f32, %arg3: f32):
// OUT:         %4 = arith.addf %arg2, %arg3 : f32
// OUT:         scf.reduce.return %4 : f32
// OUT:       }
// OUT:     }
// OUT:     return %2 : f32
// OUT:   }
// OUT: }
// -----

// Both indices follow from the element, the second one from the sum.
func.func @fuses_sums(%a: memref<2x3xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
    %k = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %j)
    memref.store %x, %a[%i, %k] : memref<2x3xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
    %k = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %j)
    %v = memref.load %a[%i, %k] : memref<2x3xf32>
    %w = arith.addf %v, %x : f32
    memref.store %w, %a[%i, %k] : memref<2x3xf32>
  }
  return
}

// OUT: #map = affine_map<(d0, d1) -> (d0 + d1)>
// OUT: module {
// OUT:   func.func @fuses_sums(%arg0: memref<2x3xf32>, %arg1: f32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     scf.parallel (%arg2, %arg3) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
// OUT:       %0 = affine.apply #map(%arg2, %arg3)
// OUT:       memref.store %arg1, %arg0[%arg2, %0] : memref<2x3xf32>
// OUT:       %1 = affine.apply #map(%arg2, %arg3)
// OUT:       %2 = memref.load %arg0[%arg2, %1] : memref<2x3xf32>
// OUT:       %3 = arith.addf %2, %arg1 : f32
// OUT:       memref.store %3, %arg0[%arg2, %1] : memref<2x3xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Many iterations share an element.
func.func @keeps_sums(%a: memref<3x3xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
    %k = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %j)
    memref.store %x, %a[%k, %k] : memref<3x3xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
    %k = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %j)
    %v = memref.load %a[%k, %k] : memref<3x3xf32>
    %w = arith.addf %v, %x : f32
    memref.store %w, %a[%k, %k] : memref<3x3xf32>
  }
  return
}

// OUT: #map = affine_map<(d0, d1) -> (d0 + d1)>
// OUT: module {
// OUT:   func.func @keeps_sums(%arg0: memref<3x3xf32>, %arg1: f32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     scf.parallel (%arg2, %arg3) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
// OUT:       %0 = affine.apply #map(%arg2, %arg3)
// OUT:       memref.store %arg1, %arg0[%0, %0] : memref<3x3xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     scf.parallel (%arg2, %arg3) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
// OUT:       %0 = affine.apply #map(%arg2, %arg3)
// OUT:       %1 = memref.load %arg0[%0, %0] : memref<3x3xf32>
// OUT:       %2 = arith.addf %1, %arg1 : f32
// OUT:       memref.store %2, %arg0[%0, %0] : memref<3x3xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A fill waits for the loop that accumulates on it, behind a loop that has nothing to do with it. That of %d does not, as it
// is copied before.
func.func @fill(%a: memref<8x4xf32>, %e: memref<4xf32>) -> (memref<8xf32>, memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %zero, %sums[%i] : memref<8xf32>
    scf.reduce
  }
  %d = memref.alloc() : memref<4xf32>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    memref.store %zero, %d[%i] : memref<4xf32>
    scf.reduce
  }
  memref.copy %d, %e : memref<4xf32> to memref<4xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    scf.for %k = %c0 to %c4 step %c1 {
      %x = memref.load %a[%i, %k] : memref<8x4xf32>
      %s = memref.load %sums[%i] : memref<8xf32>
      %t = arith.addf %s, %x : f32
      memref.store %t, %sums[%i] : memref<8xf32>
    }
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %x = memref.load %d[%i] : memref<4xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %d[%i] : memref<4xf32>
    scf.reduce
  }
  return %sums, %d : memref<8xf32>, memref<4xf32>
}

// OUT: module {
// OUT:   func.func @fill(%arg0: memref<8x4xf32>, %arg1: memref<4xf32>) -> (memref<8xf32>, memref<4xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %alloc = memref.alloc() : memref<8xf32>
// OUT:     %alloc_0 = memref.alloc() : memref<4xf32>
// OUT:     scf.parallel (%arg2) = (%c0) to (%c4) step (%c1) {
// OUT:       memref.store %cst, %alloc_0[%arg2] : memref<4xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     memref.copy %alloc_0, %arg1 : memref<4xf32> to memref<4xf32>
// OUT:     scf.parallel (%arg2) = (%c0) to (%c8) step (%c1) {
// OUT:       memref.store %cst, %alloc[%arg2] : memref<8xf32>
// OUT:       scf.for %arg3 = %c0 to %c4 step %c1 {
// OUT:         %0 = memref.load %arg0[%arg2, %arg3] : memref<8x4xf32>
// OUT:         %1 = memref.load %alloc[%arg2] : memref<8xf32>
// OUT:         %2 = arith.addf %1, %0 : f32
// OUT:         memref.store %2, %alloc[%arg2] : memref<8xf32>
// OUT:       }
// OUT:       scf.reduce
// OUT:     }
// OUT:     scf.parallel (%arg2) = (%c0) to (%c4) step (%c1) {
// OUT:       %0 = memref.load %alloc_0[%arg2] : memref<4xf32>
// OUT:       %1 = arith.addf %0, %0 : f32
// OUT:       memref.store %1, %alloc_0[%arg2] : memref<4xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     return %alloc, %alloc_0 : memref<8xf32>, memref<4xf32>
// OUT:   }
// OUT: }
// -----

// A loop that computes from a buffer stays apart, so that it can overlap with others.
func.func @no_fill(%a: memref<8xf32>, %b: memref<8xf32>) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = memref.alloc() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %a[%i] : memref<8xf32>
    %w = arith.mulf %v, %v : f32
    memref.store %w, %x[%i] : memref<8xf32>
    scf.reduce
  }
  %y = memref.alloc() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %b[%i] : memref<8xf32>
    %w = arith.mulf %v, %v : f32
    memref.store %w, %y[%i] : memref<8xf32>
    scf.reduce
  }
  %z = memref.alloc() : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %x[%i] : memref<8xf32>
    %w = memref.load %y[%i] : memref<8xf32>
    %s = arith.addf %v, %w : f32
    memref.store %s, %z[%i] : memref<8xf32>
    scf.reduce
  }
  return %z : memref<8xf32>
}

// OUT: module {
// OUT:   func.func @no_fill(%arg0: memref<8xf32>, %arg1: memref<8xf32>) -> memref<8xf32> {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %alloc = memref.alloc() : memref<8xf32>
// OUT:     scf.parallel (%arg2) = (%c0) to (%c8) step (%c1) {
// OUT:       %0 = memref.load %arg0[%arg2] : memref<8xf32>
// OUT:       %1 = arith.mulf %0, %0 : f32
// OUT:       memref.store %1, %alloc[%arg2] : memref<8xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     %alloc_0 = memref.alloc() : memref<8xf32>
// OUT:     scf.parallel (%arg2) = (%c0) to (%c8) step (%c1) {
// OUT:       %0 = memref.load %arg1[%arg2] : memref<8xf32>
// OUT:       %1 = arith.mulf %0, %0 : f32
// OUT:       memref.store %1, %alloc_0[%arg2] : memref<8xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     %alloc_1 = memref.alloc() : memref<8xf32>
// OUT:     scf.parallel (%arg2) = (%c0) to (%c8) step (%c1) {
// OUT:       %0 = memref.load %alloc[%arg2] : memref<8xf32>
// OUT:       %1 = memref.load %alloc_0[%arg2] : memref<8xf32>
// OUT:       %2 = arith.addf %0, %1 : f32
// OUT:       memref.store %2, %alloc_1[%arg2] : memref<8xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     return %alloc_1 : memref<8xf32>
// OUT:   }
// OUT: }
