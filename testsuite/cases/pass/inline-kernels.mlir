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
