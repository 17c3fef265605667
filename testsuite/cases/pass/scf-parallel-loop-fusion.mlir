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
