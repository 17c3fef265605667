// RUN: opt --cpu-unroll-loops

// Iterations stay in order, and each takes what the one before carries.
gpu.module @kernels {
  func.func private @sum(%m: memref<256xi32>, %scratch: memref<?xi8>) -> (i32, i32) attributes {warpline.scratch_bytes = 16 : i64} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c16 = arith.constant 16 : index
    %none = arith.constant 0 : i32
    %r:2 = scf.for %i = %c0 to %c16 step %c2 iter_args(%sum = %none, %last = %none) -> (i32, i32) {
      %x = memref.load %m[%i] : memref<256xi32>
      %next = arith.addi %sum, %x : i32
      scf.yield %next, %sum : i32, i32
    }
    return %r#0, %r#1 : i32, i32
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     func.func private @sum(%arg0: memref<256xi32>, %arg1: memref<?xi8>) -> (i32, i32) attributes {warpline.scratch_bytes = 16 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c2 = arith.constant 2 : index
// OUT:       %c16 = arith.constant 16 : index
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       %c8 = arith.constant 8 : index
// OUT:       %0:2 = scf.for %arg2 = %c0 to %c16 step %c8 iter_args(%arg3 = %c0_i32, %arg4 = %c0_i32) -> (i32, i32) {
// OUT:         %1 = memref.load %arg0[%arg2] : memref<256xi32>
// OUT:         %2 = arith.addi %arg3, %1 : i32
// OUT:         %c2_0 = arith.constant 2 : index
// OUT:         %3 = arith.addi %arg2, %c2_0 : index
// OUT:         %4 = memref.load %arg0[%3] : memref<256xi32>
// OUT:         %5 = arith.addi %2, %4 : i32
// OUT:         %c4 = arith.constant 4 : index
// OUT:         %6 = arith.addi %arg2, %c4 : index
// OUT:         %7 = memref.load %arg0[%6] : memref<256xi32>
// OUT:         %8 = arith.addi %5, %7 : i32
// OUT:         %c6 = arith.constant 6 : index
// OUT:         %9 = arith.addi %arg2, %c6 : index
// OUT:         %10 = memref.load %arg0[%9] : memref<256xi32>
// OUT:         %11 = arith.addi %8, %10 : i32
// OUT:         scf.yield %11, %8 : i32, i32
// OUT:       }
// OUT:       return %0#0, %0#1 : i32, i32
// OUT:     }
// OUT:   }
// OUT: }
// -----

// Loops stay whose trip count is no multiple of four or not constant, that compute vectors, that access no memory, and
// that are outside of what cpu-shape-kernels made.
gpu.module @kernels {
  func.func private @kept(%m: memref<256xi32>, %n: index, %scratch: memref<?xi8>) attributes {warpline.scratch_bytes = 16 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c18 = arith.constant 18 : index
    %one = arith.constant 1 : i32
    %ones = arith.constant dense<1> : vector<16xi32>
    scf.for %i = %c0 to %c18 step %c1 {
      memref.store %one, %m[%i] : memref<256xi32>
    }
    scf.for %i = %c0 to %n step %c1 {
      memref.store %one, %m[%i] : memref<256xi32>
    }
    scf.for %i = %c0 to %c16 step %c1 {
      %v = vector.load %m[%i] : memref<256xi32>, vector<16xi32>
      %w = arith.addi %v, %ones : vector<16xi32>
      vector.store %w, %m[%i] : memref<256xi32>, vector<16xi32>
    }
    %r = scf.for %i = %c0 to %c16 step %c1 iter_args(%sum = %c0) -> index {
      %next = arith.addi %sum, %i : index
      scf.yield %next : index
    }
    memref.store %one, %m[%r] : memref<256xi32>
    return
  }
  func.func private @helper(%m: memref<256xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %one = arith.constant 1 : i32
    scf.for %i = %c0 to %c16 step %c1 {
      memref.store %one, %m[%i] : memref<256xi32>
    }
    return
  }
}

// OUT: module {
// OUT:   gpu.module @kernels {
// OUT:     func.func private @kept(%arg0: memref<256xi32>, %arg1: index, %arg2: memref<?xi8>) attributes {warpline.scratch_bytes = 16 : i64} {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c16 = arith.constant 16 : index
// OUT:       %c18 = arith.constant 18 : index
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       %cst = arith.constant dense<1> : vector<16xi32>
// OUT:       scf.for %arg3 = %c0 to %c18 step %c1 {
// OUT:         memref.store %c1_i32, %arg0[%arg3] : memref<256xi32>
// OUT:       }
// OUT:       scf.for %arg3 = %c0 to %arg1 step %c1 {
// OUT:         memref.store %c1_i32, %arg0[%arg3] : memref<256xi32>
// OUT:       }
// OUT:       scf.for %arg3 = %c0 to %c16 step %c1 {
// OUT:         %1 = vector.load %arg0[%arg3] : memref<256xi32>, vector<16xi32>
// OUT:         %2 = arith.addi %1, %cst : vector<16xi32>
// OUT:         vector.store %2, %arg0[%arg3] : memref<256xi32>, vector<16xi32>
// OUT:       }
// OUT:       %0 = scf.for %arg3 = %c0 to %c16 step %c1 iter_args(%arg4 = %c0) -> (index) {
// OUT:         %1 = arith.addi %arg4, %arg3 : index
// OUT:         scf.yield %1 : index
// OUT:       }
// OUT:       memref.store %c1_i32, %arg0[%0] : memref<256xi32>
// OUT:       return
// OUT:     }
// OUT:     func.func private @helper(%arg0: memref<256xi32>) {
// OUT:       %c0 = arith.constant 0 : index
// OUT:       %c1 = arith.constant 1 : index
// OUT:       %c16 = arith.constant 16 : index
// OUT:       %c1_i32 = arith.constant 1 : i32
// OUT:       scf.for %arg1 = %c0 to %c16 step %c1 {
// OUT:         memref.store %c1_i32, %arg0[%arg1] : memref<256xi32>
// OUT:       }
// OUT:       return
// OUT:     }
// OUT:   }
// OUT: }
