// RUN: opt --inline="default-pipeline= kernels=true"

// Calls in kernels are inlined on request only, since MLIR keeps them.
gpu.module @kernels {
  func.func private @twice(%i: index) -> index {
    %0 = arith.addi %i, %i : index
    return %0 : index
  }
  gpu.func @kernel(%m: memref<?xindex>, %i: index) kernel {
    %0 = func.call @twice(%i) : (index) -> index
    memref.store %0, %m[%i] : memref<?xindex>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @kernel(%arg0: memref<?xindex>, %arg1: index) kernel {
// OUT:       %0 = arith.addi %arg1, %arg1 : index
// OUT:       memref.store %0, %arg0[%arg1] : memref<?xindex>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// For targets without calls, none stays: not those with 'no_inline', nor those of bodies with blocks in a region that
// holds one.
gpu.module @kernels {
  func.func private @clamp(%x: i32) -> i32 attributes {no_inline} {
    %c9 = arith.constant 9 : i32
    %is_large = arith.cmpi sgt, %x, %c9 : i32
    cf.cond_br %is_large, ^bb1, ^bb2
  ^bb1:
    return %c9 : i32
  ^bb2:
    return %x : i32
  }
  gpu.func @kernel(%m: memref<?xi32>, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %0 = memref.load %m[%i] : memref<?xi32>
      %1 = func.call @clamp(%0) : (i32) -> i32
      memref.store %1, %m[%i] : memref<?xi32>
    }
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @kernel(%arg0: memref<?xi32>, %arg1: index) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       scf.for %arg2 = %c0 to %arg1 step %c1 {
// OUT:         %0 = memref.load %arg0[%arg2] : memref<?xi32>
// OUT:         %1 = scf.execute_region -> i32 {
// OUT:           %c9_i32 = arith.constant 9 : i32
// OUT:           %2 = arith.cmpi sgt, %0, %c9_i32 : i32
// OUT:           cf.cond_br %2, ^bb1, ^bb2
// OUT:         ^bb1:  // pred: ^bb0
// OUT:           scf.yield %c9_i32 : i32
// OUT:         ^bb2:  // pred: ^bb0
// OUT:           scf.yield %0 : i32
// OUT:         }
// OUT:         memref.store %1, %arg0[%arg2] : memref<?xi32>
// OUT:       }
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// The regions of reductions compute a value at the end of their block, so that a body of several blocks is enclosed.
gpu.module @kernels {
  func.func private @larger(%a: i32, %b: i32) -> i32 {
    %is_larger = arith.cmpi sgt, %a, %b : i32
    cf.cond_br %is_larger, ^bb1, ^bb2
  ^bb1:
    return %a : i32
  ^bb2:
    return %b : i32
  }
  gpu.func @kernel(%m: memref<?xi32>, %x: i32) kernel {
    %c0 = arith.constant 0 : index
    %max = gpu.all_reduce %x {
    ^bb0(%a: i32, %b: i32):
      %r = func.call @larger(%a, %b) : (i32, i32) -> i32
      gpu.yield %r : i32
    } : (i32) -> i32
    memref.store %max, %m[%c0] : memref<?xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @kernel(%arg0: memref<?xi32>, %arg1: i32) kernel {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %0 = gpu.all_reduce  %arg1 {
// OUT:       ^bb0(%arg2: i32, %arg3: i32):
// OUT:         %1 = scf.execute_region -> i32 {
// OUT:           %2 = arith.cmpi sgt, %arg2, %arg3 : i32
// OUT:           cf.cond_br %2, ^bb1, ^bb2
// OUT:         ^bb1:  // pred: ^bb0
// OUT:           scf.yield %arg2 : i32
// OUT:         ^bb2:  // pred: ^bb0
// OUT:           scf.yield %arg3 : i32
// OUT:         }
// OUT:         gpu.yield %1 : i32
// OUT:       } : (i32) -> i32
// OUT:       memref.store %0, %arg0[%c0] : memref<?xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Two calls use the buffers of their function one after the other, also those in loops and of functions that it calls.
// Buffers of dynamic size stay where they are.
gpu.module @kernels {
  func.func private @inner(%x: i32) -> i32 {
    %c0 = arith.constant 0 : index
    %own = memref.alloca() : memref<4xi32>
    memref.store %x, %own[%c0] : memref<4xi32>
    %y = memref.load %own[%c0] : memref<4xi32>
    return %y : i32
  }
  func.func private @outer(%x: i32, %n: index) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %any = memref.alloca(%n) : memref<?xi32>
    memref.store %x, %any[%c0] : memref<?xi32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> i32 {
      %b = memref.alloca() : memref<2xi32>
      memref.store %a, %b[%c0] : memref<2xi32>
      %y = memref.load %b[%c0] : memref<2xi32>
      %z = func.call @inner(%y) : (i32) -> i32
      scf.yield %z : i32
    }
    return %r : i32
  }
  gpu.func @kernel(%m: memref<?xi32>, %x: i32, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %0 = func.call @outer(%x, %n) : (i32, index) -> i32
    %1 = func.call @outer(%0, %n) : (i32, index) -> i32
    memref.store %1, %m[%c0] : memref<?xi32>
    gpu.return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     gpu.func @kernel(%arg0: memref<?xi32>, %arg1: i32, %arg2: index) kernel {
// OUT:       %alloca = memref.alloca() : memref<2xi32>
// OUT:       %alloca_0 = memref.alloca() : memref<4xi32>
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c0_1 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %alloca_2 = memref.alloca(%arg2) : memref<?xi32>
// OUT:       memref.store %arg1, %alloca_2[%c0_1] : memref<?xi32>
// OUT:       %0 = scf.for %arg3 = %c0_1 to %arg2 step %c1 iter_args(%arg4 = %arg1) -> (i32) {
// OUT:         memref.store %arg4, %alloca[%c0_1] : memref<2xi32>
// OUT:         %2 = memref.load %alloca[%c0_1] : memref<2xi32>
// OUT:         %c0_6 = arith.constant 0 : index
// OUT:         memref.store %2, %alloca_0[%c0_6] : memref<4xi32>
// OUT:         %3 = memref.load %alloca_0[%c0_6] : memref<4xi32>
// OUT:         scf.yield %3 : i32
// OUT:       }
// OUT:       %c0_3 = arith.constant 0 : index
// OUT:       %c1_4 = arith.constant 1 : index
// OUT:       %alloca_5 = memref.alloca(%arg2) : memref<?xi32>
// OUT:       memref.store %0, %alloca_5[%c0_3] : memref<?xi32>
// OUT:       %1 = scf.for %arg3 = %c0_3 to %arg2 step %c1_4 iter_args(%arg4 = %0) -> (i32) {
// OUT:         memref.store %arg4, %alloca[%c0_3] : memref<2xi32>
// OUT:         %2 = memref.load %alloca[%c0_3] : memref<2xi32>
// OUT:         %c0_6 = arith.constant 0 : index
// OUT:         memref.store %2, %alloca_0[%c0_6] : memref<4xi32>
// OUT:         %3 = memref.load %alloca_0[%c0_6] : memref<4xi32>
// OUT:         scf.yield %3 : i32
// OUT:       }
// OUT:       memref.store %1, %arg0[%c0] : memref<?xi32>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Calls of the host stay, and so do its functions.
func.func private @twice(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func private @unused(%x: i32) -> i32 {
  %0 = call @twice(%x) : (i32) -> i32
  return %0 : i32
}

// OUT: module {
// OUT:   func.func private @twice(%arg0: i32) -> i32 {
// OUT:     %0 = arith.addi %arg0, %arg0 : i32
// OUT:     return %0 : i32
// OUT:   }
// OUT:   func.func private @unused(%arg0: i32) -> i32 {
// OUT:     %0 = call @twice(%arg0) : (i32) -> i32
// OUT:     return %0 : i32
// OUT:   }
// OUT: }
