// RUN: opt --affine-raise-from-memref

// Indices that are sums of dimensions and symbols, in index, i64 and, where it holds all values, narrower integers.
func.func @sums(%m: memref<?xf32>, %k: index, %w: i64) {
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 100 {
    %three = arith.muli %i, %c3 : index
    %a = arith.addi %three, %k : index
    %wide = arith.index_cast %a : index to i64
    %b = arith.subi %wide, %w : i64
    %at = arith.index_cast %b : i64 to index
    %x = memref.load %m[%at] : memref<?xf32>
    %narrow = arith.index_cast %i : index to i8
    %back = arith.index_cast %narrow : i8 to index
    memref.store %x, %m[%back] : memref<?xf32>
  }
  return
}

// Sums of narrow integers that do not wrap: by the bounds of loops, or as they state.
func.func @narrow(%m: memref<?xf32>, %n: i32) {
  %end = arith.index_cast %n : i32 to index
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  affine.for %i = 0 to %end {
    %narrow = arith.index_cast %i : index to i32
    %next = arith.addi %narrow, %c1 : i32
    %wide = arith.extsi %next : i32 to i64
    %at = arith.index_cast %wide : i64 to index
    %x = memref.load %m[%at] : memref<?xf32>
    %twice = arith.muli %narrow, %c2 overflow<nsw> : i32
    %even = arith.index_cast %twice : i32 to index
    memref.store %x, %m[%even] : memref<?xf32>
    %wrapped = arith.muli %narrow, %c2 : i32
    %kept = arith.index_cast %wrapped : i32 to index
    memref.store %x, %m[%kept] : memref<?xf32>
  }
  return
}

// Accesses that stay: products of variables, bits that are cut off, accesses with attributes, accesses of kernels.
func.func @kept(%m: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 1000 {
    affine.for %j = 0 to %n {
      %product = arith.muli %i, %j : index
      %x = memref.load %m[%product] : memref<?xf32>
      %narrow = arith.index_cast %i : index to i8
      %cut = arith.index_cast %narrow : i8 to index
      memref.store %x, %m[%cut] : memref<?xf32>
      %y = memref.load %m[%i] {nontemporal = true} : memref<?xf32>
      memref.store %y, %m[%j] : memref<?xf32>
    }
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = memref.load %m[%tx] : memref<?xf32>
    memref.store %x, %m[%n] : memref<?xf32>
    gpu.terminator
  }
  return
}

// OUT: module {
// OUT:   func.func @sums(%arg0: memref<?xf32>, %arg1: index, %arg2: i64) {
// OUT:     %0 = arith.index_cast %arg2 : i64 to index
// OUT:     %c3 = arith.constant 3 : index
// OUT:     affine.for %arg3 = 0 to 100 {
// OUT:       %1 = arith.muli %arg3, %c3 : index
// OUT:       %2 = arith.addi %1, %arg1 : index
// OUT:       %3 = arith.index_cast %2 : index to i64
// OUT:       %4 = arith.subi %3, %arg2 : i64
// OUT:       %5 = arith.index_cast %4 : i64 to index
// OUT:       %6 = affine.load %arg0[%arg3 * 3 + symbol(%arg1) - symbol(%0)] : memref<?xf32>
// OUT:       %7 = arith.index_cast %arg3 : index to i8
// OUT:       %8 = arith.index_cast %7 : i8 to index
// OUT:       affine.store %6, %arg0[%arg3] : memref<?xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @narrow(%arg0: memref<?xf32>, %arg1: i32) {
// OUT:     %0 = arith.index_cast %arg1 : i32 to index
// OUT:     %c1_i32 = arith.constant 1 : i32
// OUT:     %c2_i32 = arith.constant 2 : i32
// OUT:     affine.for %arg2 = 0 to %0 {
// OUT:       %1 = arith.index_cast %arg2 : index to i32
// OUT:       %2 = arith.addi %1, %c1_i32 : i32
// OUT:       %3 = arith.extsi %2 : i32 to i64
// OUT:       %4 = arith.index_cast %3 : i64 to index
// OUT:       %5 = affine.load %arg0[%arg2 + 1] : memref<?xf32>
// OUT:       %6 = arith.muli %1, %c2_i32 overflow<nsw> : i32
// OUT:       %7 = arith.index_cast %6 : i32 to index
// OUT:       affine.store %5, %arg0[%arg2 * 2] : memref<?xf32>
// OUT:       %8 = arith.muli %1, %c2_i32 : i32
// OUT:       %9 = arith.index_cast %8 : i32 to index
// OUT:       memref.store %5, %arg0[%9] : memref<?xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT:   func.func @kept(%arg0: memref<?xf32>, %arg1: index) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     affine.for %arg2 = 0 to 1000 {
// OUT:       affine.for %arg3 = 0 to %arg1 {
// OUT:         %0 = arith.muli %arg2, %arg3 : index
// OUT:         %1 = memref.load %arg0[%0] : memref<?xf32>
// OUT:         %2 = arith.index_cast %arg2 : index to i8
// OUT:         %3 = arith.index_cast %2 : i8 to index
// OUT:         memref.store %1, %arg0[%3] : memref<?xf32>
// OUT:         %4 = memref.load %arg0[%arg2] {nontemporal = true} : memref<?xf32>
// OUT:         affine.store %4, %arg0[%arg3] : memref<?xf32>
// OUT:       }
// OUT:     }
// OUT:     gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %c1, %arg9 = %c1, %arg10 = %c1) threads(%arg5, %arg6, %arg7) in (%arg11 = %c1, %arg12 = %c1, %arg13 = %c1) {
// OUT:       %0 = memref.load %arg0[%arg5] : memref<?xf32>
// OUT:       memref.store %0, %arg0[%arg1] : memref<?xf32>
// OUT:       gpu.terminator
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
