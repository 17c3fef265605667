// RUN: opt --inline="default-pipeline= inlining-threshold=90"

// The callee has 4 operations with itself: more than 90 % of the 3 of @short, and less than that of the 5 of @long.
func.func private @callee(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %x, %c0 : i32
  return %0 : i32
}
func.func @short(%x: i32) -> i32 {
  %0 = call @callee(%x) : (i32) -> i32
  return %0 : i32
}
func.func @long(%x: i32) -> i32 {
  %0 = call @callee(%x) : (i32) -> i32
  %1 = arith.muli %0, %0 : i32
  %2 = arith.muli %1, %1 : i32
  return %2 : i32
}

// OUT: module {
// OUT:   func.func private @callee(%arg0: i32) -> i32 {
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %0 = arith.addi %arg0, %c0_i32 : i32
// OUT:     return %0 : i32
// OUT:   }
// OUT:   func.func @short(%arg0: i32) -> i32 {
// OUT:     %0 = call @callee(%arg0) : (i32) -> i32
// OUT:     return %0 : i32
// OUT:   }
// OUT:   func.func @long(%arg0: i32) -> i32 {
// OUT:     %c0_i32 = arith.constant 0 : i32
// OUT:     %0 = arith.addi %arg0, %c0_i32 : i32
// OUT:     %1 = arith.muli %0, %0 : i32
// OUT:     %2 = arith.muli %1, %1 : i32
// OUT:     return %2 : i32
// OUT:   }
// OUT: }
// -----
// RUN: opt --inline=kernels=true

// Calls in kernels are inlined on request only, as in MLIR.
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
// OUT:     func.func private @twice(%arg0: index) -> index {
// OUT:       %0 = arith.addi %arg0, %arg0 : index
// OUT:       return %0 : index
// OUT:     }
// OUT:     gpu.func @kernel(%arg0: memref<?xindex>, %arg1: index) kernel {
// OUT:       %0 = func.call @twice(%arg1) : (index) -> index
// OUT:       memref.store %0, %arg0[%arg1] : memref<?xindex>
// OUT:       gpu.return
// OUT:     }
// OUT:   }
// OUT: }
