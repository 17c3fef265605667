// RUN: opt --affine-parallelize

// Each iteration touches elements of its own.
func.func @adds_one(%a: memref<16xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 16 {
    %v = affine.load %a[%i] : memref<16xf32>
    %w = arith.addf %v, %one : f32
    affine.store %w, %a[%i] : memref<16xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @adds_one(%arg0: memref<16xf32>) {
// OUT:     %cst = arith.constant 1.000000e+00 : f32
// OUT:     affine.parallel (%arg1) = (0) to (16) {
// OUT:       %0 = affine.load %arg0[%arg1] : memref<16xf32>
// OUT:       %1 = arith.addf %0, %cst : f32
// OUT:       affine.store %1, %arg0[%arg1] : memref<16xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// A running sum carries a dependence from iteration to iteration.
func.func @keeps_running_sum(%a: memref<16xf32>, %sum: memref<1xf32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %a[%i] : memref<16xf32>
    %old = affine.load %sum[0] : memref<1xf32>
    %new = arith.addf %old, %v : f32
    affine.store %new, %sum[0] : memref<1xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @keeps_running_sum(%arg0: memref<16xf32>, %arg1: memref<1xf32>) {
// OUT:     affine.for %arg2 = 0 to 16 {
// OUT:       %0 = affine.load %arg0[%arg2] : memref<16xf32>
// OUT:       %1 = affine.load %arg1[0] : memref<1xf32>
// OUT:       %2 = arith.addf %1, %0 : f32
// OUT:       affine.store %2, %arg1[0] : memref<1xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Element i needs element i - 1.
func.func @keeps_recurrence(%a: memref<16xf32>) {
  affine.for %i = 1 to 16 {
    %v = affine.load %a[%i - 1] : memref<16xf32>
    affine.store %v, %a[%i] : memref<16xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @keeps_recurrence(%arg0: memref<16xf32>) {
// OUT:     affine.for %arg1 = 1 to 16 {
// OUT:       %0 = affine.load %arg0[%arg1 - 1] : memref<16xf32>
// OUT:       affine.store %0, %arg0[%arg1] : memref<16xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @keeps_carried_value(%a: memref<16xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 16 iter_args(%old = %zero) -> (f32) {
    %v = affine.load %a[%i] : memref<16xf32>
    %new = arith.addf %old, %v : f32
    affine.yield %new : f32
  }
  return %sum : f32
}

// OUT: module {
// OUT:   func.func @keeps_carried_value(%arg0: memref<16xf32>) -> f32 {
// OUT:     %cst = arith.constant 0.000000e+00 : f32
// OUT:     %0 = affine.for %arg1 = 0 to 16 iter_args(%arg2 = %cst) -> (f32) {
// OUT:       %1 = affine.load %arg0[%arg1] : memref<16xf32>
// OUT:       %2 = arith.addf %arg2, %1 : f32
// OUT:       affine.yield %2 : f32
// OUT:     }
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

// The outer loop is free; the inner one is a recurrence along j.
func.func @only_outer(%a: memref<8x16xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 1 to 16 {
      %v = affine.load %a[%i, %j - 1] : memref<8x16xf32>
      affine.store %v, %a[%i, %j] : memref<8x16xf32>
    }
  }
  return
}

// OUT: module {
// OUT:   func.func @only_outer(%arg0: memref<8x16xf32>) {
// OUT:     affine.parallel (%arg1) = (0) to (8) {
// OUT:       affine.for %arg2 = 1 to 16 {
// OUT:         %0 = affine.load %arg0[%arg1, %arg2 - 1] : memref<8x16xf32>
// OUT:         affine.store %0, %arg0[%arg1, %arg2] : memref<8x16xf32>
// OUT:       }
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Parameters may be the same buffer.
func.func @arguments_may_alias(%a: memref<16xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 15 {
    %v = affine.load %a[%i + 1] : memref<16xf32>
    affine.store %v, %b[%i] : memref<16xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @arguments_may_alias(%arg0: memref<16xf32>, %arg1: memref<16xf32>) {
// OUT:     affine.for %arg2 = 0 to 15 {
// OUT:       %0 = affine.load %arg0[%arg2 + 1] : memref<16xf32>
// OUT:       affine.store %0, %arg1[%arg2] : memref<16xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
