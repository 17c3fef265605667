// RUN: opt --gpu-expand-reductions

// A strict sum of floats is made by one iteration, in the order of the loop.
func.func @in_order(%x: memref<?xf32>, %n: index, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%init) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b : f32
      scf.reduce.return %t : f32
    }
  }
  return %sum : f32
}

// OUT: module {
// OUT:   func.func @in_order(%arg0: memref<?xf32>, %arg1: index, %arg2: f32) -> f32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %alloc = memref.alloc() : memref<f32>
// OUT:     %c1_0 = arith.constant 1 : index
// OUT:     %c0_1 = arith.constant 0 : index
// OUT:     %c1_2 = arith.constant 1 : index
// OUT:     scf.parallel (%arg3) = (%c0_1) to (%c1_0) step (%c1_2) {
// OUT:       %1 = scf.parallel (%arg4) = (%c0) to (%arg1) step (%c1) init (%arg2) -> f32 {
// OUT:         %2 = memref.load %arg0[%arg4] : memref<?xf32>
// OUT:         scf.reduce(%2 : f32) {
// OUT:         ^bb0(%arg5: f32, %arg6: f32):
// OUT:           %3 = arith.addf %arg5, %arg6 : f32
// OUT:           scf.reduce.return %3 : f32
// OUT:         }
// OUT:       }
// OUT:       memref.store %1, %alloc[] : memref<f32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     %0 = memref.load %alloc[] : memref<f32>
// OUT:     memref.dealloc %alloc : memref<f32>
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

// With permission to reassociate, parts are summed up side by side.
func.func @by_parts(%x: memref<?xf32>, %n: index, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%init) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b fastmath<reassoc> : f32
      scf.reduce.return %t : f32
    }
  }
  return %sum : f32
}

// OUT: module {
// OUT:   func.func @by_parts(%arg0: memref<?xf32>, %arg1: index, %arg2: f32) -> f32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %alloc = memref.alloc() : memref<f32>
// OUT:     %c1_0 = arith.constant 1 : index
// OUT:     %c0_1 = arith.constant 0 : index
// OUT:     %0 = arith.maxsi %arg1, %c0_1 : index
// OUT:     %c1_2 = arith.constant 1 : index
// OUT:     %c1024 = arith.constant 1024 : index
// OUT:     %1 = arith.minsi %0, %c1024 : index
// OUT:     %2 = arith.maxsi %1, %c1_2 : index
// OUT:     %alloc_3 = memref.alloc() : memref<1024xf32>
// OUT:     %c0_4 = arith.constant 0 : index
// OUT:     %c1_5 = arith.constant 1 : index
// OUT:     %c0_6 = arith.constant 0 : index
// OUT:     %c1_7 = arith.constant 1 : index
// OUT:     scf.parallel (%arg3) = (%c0_6) to (%2) step (%c1_7) {
// OUT:       %cst = arith.constant -0.000000e+00 : f32
// OUT:       %4 = scf.parallel (%arg4) = (%arg3) to (%0) step (%2) init (%cst) -> f32 {
// OUT:         %5 = memref.load %arg0[%arg4] : memref<?xf32>
// OUT:         scf.reduce(%5 : f32) {
// OUT:         ^bb0(%arg5: f32, %arg6: f32):
// OUT:           %6 = arith.addf %arg5, %arg6 fastmath<reassoc> : f32
// OUT:           scf.reduce.return %6 : f32
// OUT:         }
// OUT:       }
// OUT:       memref.store %4, %alloc_3[%arg3] : memref<1024xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     %c1_8 = arith.constant 1 : index
// OUT:     %c0_9 = arith.constant 0 : index
// OUT:     %c1_10 = arith.constant 1 : index
// OUT:     scf.parallel (%arg3) = (%c0_9) to (%c1_8) step (%c1_10) {
// OUT:       %c0_11 = arith.constant 0 : index
// OUT:       %c1_12 = arith.constant 1 : index
// OUT:       %4 = scf.parallel (%arg4) = (%c0_11) to (%2) step (%c1_12) init (%arg2) -> f32 {
// OUT:         %5 = memref.load %alloc_3[%arg4] : memref<1024xf32>
// OUT:         scf.reduce(%5 : f32) {
// OUT:         ^bb0(%arg5: f32, %arg6: f32):
// OUT:           %6 = arith.addf %arg5, %arg6 fastmath<reassoc> : f32
// OUT:           scf.reduce.return %6 : f32
// OUT:         }
// OUT:       }
// OUT:       memref.store %4, %alloc[] : memref<f32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     memref.dealloc %alloc_3 : memref<1024xf32>
// OUT:     %3 = memref.load %alloc[] : memref<f32>
// OUT:     memref.dealloc %alloc : memref<f32>
// OUT:     return %3 : f32
// OUT:   }
// OUT: }
// -----

// Indices of two dimensions come from the number of the iteration.
func.func @two_dimensions(%x: memref<40x50xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c40 = arith.constant 40 : index
  %c50 = arith.constant 50 : index
  %least = arith.constant -5 : i32
  %most = scf.parallel (%i, %j) = (%c0, %c1) to (%c40, %c50) step (%c1, %c2) init (%least) -> i32 {
    %v = memref.load %x[%i, %j] : memref<40x50xi32>
    scf.reduce(%v : i32) {
    ^bb0(%a: i32, %b: i32):
      %t = arith.maxsi %a, %b : i32
      scf.reduce.return %t : i32
    }
  }
  return %most : i32
}

// OUT: module {
// OUT:   func.func @two_dimensions(%arg0: memref<40x50xi32>) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %c40 = arith.constant 40 : index
// OUT:     %c50 = arith.constant 50 : index
// OUT:     %c-5_i32 = arith.constant -5 : i32
// OUT:     %alloc = memref.alloc() : memref<i32>
// OUT:     %c1_0 = arith.constant 1 : index
// OUT:     %c40_1 = arith.constant 40 : index
// OUT:     %c25 = arith.constant 25 : index
// OUT:     %c1000 = arith.constant 1000 : index
// OUT:     %c1000_2 = arith.constant 1000 : index
// OUT:     %alloc_3 = memref.alloc() : memref<1000xi32>
// OUT:     %c0_4 = arith.constant 0 : index
// OUT:     %c1_5 = arith.constant 1 : index
// OUT:     %c0_6 = arith.constant 0 : index
// OUT:     %c1_7 = arith.constant 1 : index
// OUT:     scf.parallel (%arg1) = (%c0_6) to (%c1000_2) step (%c1_7) {
// OUT:       %c-2147483648_i32 = arith.constant -2147483648 : i32
// OUT:       %1 = scf.parallel (%arg2) = (%arg1) to (%c1000) step (%c1000_2) init (%c-2147483648_i32) -> i32 {
// OUT:         %c25_11 = arith.constant 25 : index
// OUT:         %2 = arith.remsi %arg2, %c25_11 : index
// OUT:         %3 = arith.divsi %arg2, %c25_11 : index
// OUT:         %4 = arith.muli %2, %c2 : index
// OUT:         %5 = arith.addi %c1, %4 : index
// OUT:         %6 = memref.load %arg0[%3, %5] : memref<40x50xi32>
// OUT:         scf.reduce(%6 : i32) {
// OUT:         ^bb0(%arg3: i32, %arg4: i32):
// OUT:           %7 = arith.maxsi %arg3, %arg4 : i32
// OUT:           scf.reduce.return %7 : i32
// OUT:         }
// OUT:       }
// OUT:       memref.store %1, %alloc_3[%arg1] : memref<1000xi32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     %c1_8 = arith.constant 1 : index
// OUT:     %c0_9 = arith.constant 0 : index
// OUT:     %c1_10 = arith.constant 1 : index
// OUT:     scf.parallel (%arg1) = (%c0_9) to (%c1_8) step (%c1_10) {
// OUT:       %c0_11 = arith.constant 0 : index
// OUT:       %c1_12 = arith.constant 1 : index
// OUT:       %1 = scf.parallel (%arg2) = (%c0_11) to (%c1000_2) step (%c1_12) init (%c-5_i32) -> i32 {
// OUT:         %2 = memref.load %alloc_3[%arg2] : memref<1000xi32>
// OUT:         scf.reduce(%2 : i32) {
// OUT:         ^bb0(%arg3: i32, %arg4: i32):
// OUT:           %3 = arith.maxsi %arg3, %arg4 : i32
// OUT:           scf.reduce.return %3 : i32
// OUT:         }
// OUT:       }
// OUT:       memref.store %1, %alloc[] : memref<i32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     memref.dealloc %alloc_3 : memref<1000xi32>
// OUT:     %0 = memref.load %alloc[] : memref<i32>
// OUT:     memref.dealloc %alloc : memref<i32>
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
// -----

// Loops inside of other parallel loops, and loops that reduce vectors, stay.
func.func @stays(%x: memref<8x8xf32>, %out: memref<8xf32>, %y: memref<8xvector<4xf32>>, %v0: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %sum = scf.parallel (%j) = (%c0) to (%c8) step (%c1) init (%zero) -> f32 {
      %v = memref.load %x[%i, %j] : memref<8x8xf32>
      scf.reduce(%v : f32) {
      ^bb0(%a: f32, %b: f32):
        %t = arith.addf %a, %b : f32
        scf.reduce.return %t : f32
      }
    }
    memref.store %sum, %out[%i] : memref<8xf32>
    scf.reduce
  }
  %total = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%v0) -> vector<4xf32> {
    %v = memref.load %y[%i] : memref<8xvector<4xf32>>
    scf.reduce(%v : vector<4xf32>) {
    ^bb0(%a: vector<4xf32>, %b: vector<4xf32>):
      %t = arith.addf %a, %b : vector<4xf32>
      scf.reduce.return %t : vector<4xf32>
    }
  }
  return %total : vector<4xf32>
}

// OUT: module {
// OUT:   func.func @stays(%arg0: memref<8x8xf32>, %arg1: memref<8xf32>, %arg2: memref<8xvector<4xf32>>, %arg3: vector<4xf32>) -> vector<4xf32> {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     scf.parallel (%arg4) = (%c0) to (%c8) step (%c1) {
// OUT:       %1 = scf.parallel (%arg5) = (%c0) to (%c8) step (%c1) init (%cst) -> f32 {
// OUT:         %2 = memref.load %arg0[%arg4, %arg5] : memref<8x8xf32>
// OUT:         scf.reduce(%2 : f32) {
// OUT:         ^bb0(%arg6: f32, %arg7: f32):
// OUT:           %3 = arith.addf %arg6, %arg7 : f32
// OUT:           scf.reduce.return %3 : f32
// OUT:         }
// OUT:       }
// OUT:       memref.store %1, %arg1[%arg4] : memref<8xf32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     %0 = scf.parallel (%arg4) = (%c0) to (%c8) step (%c1) init (%arg3) -> vector<4xf32> {
// OUT:       %1 = memref.load %arg2[%arg4] : memref<8xvector<4xf32>>
// OUT:       scf.reduce(%1 : vector<4xf32>) {
// OUT:       ^bb0(%arg5: vector<4xf32>, %arg6: vector<4xf32>):
// OUT:         %2 = arith.addf %arg5, %arg6 : vector<4xf32>
// OUT:         scf.reduce.return %2 : vector<4xf32>
// OUT:       }
// OUT:     }
// OUT:     return %0 : vector<4xf32>
// OUT:   }
// OUT: }
