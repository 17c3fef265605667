// RUN: opt --expand-atomics

// No target has the greater of floats, or sums of floats of 16 bits.
func.func @floats(%m: memref<4xf32>, %h: memref<f16>, %x: f32, %y: f16, %i: index) -> f32 {
  %old = memref.atomic_rmw maximumf %x, %m[%i] : (f32, memref<4xf32>) -> f32
  %sum = memref.atomic_rmw addf %x, %m[%i] : (f32, memref<4xf32>) -> f32
  %half = memref.atomic_rmw addf %y, %h[] : (f16, memref<f16>) -> f16
  return %old : f32
}

// OUT: module {
// OUT:   func.func @floats(%arg0: memref<4xf32>, %arg1: memref<f16>, %arg2: f32, %arg3: f16, %arg4: index) -> f32 {
// OUT:     %0 = memref.generic_atomic_rmw %arg0[%arg4] : memref<4xf32> {
// OUT:     ^bb0(%arg5: f32):
// OUT:       %3 = arith.maximumf %arg5, %arg2 : f32
// OUT:       memref.atomic_yield %3 : f32
// OUT:     }
// OUT:     %1 = memref.atomic_rmw addf %arg2, %arg0[%arg4] : (f32, memref<4xf32>) -> f32
// OUT:     %2 = memref.generic_atomic_rmw %arg1[] : memref<f16> {
// OUT:     ^bb0(%arg5: f16):
// OUT:       %3 = arith.addf %arg5, %arg3 : f16
// OUT:       memref.atomic_yield %3 : f16
// OUT:     }
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

// Integers of 32 and 64 bits have all but products; elements of other widths nothing.
func.func @integers(%m: memref<4xi32>, %b: memref<4xi8>, %x: i32, %y: i8, %i: index) {
  %0 = memref.atomic_rmw maxu %x, %m[%i] : (i32, memref<4xi32>) -> i32
  %1 = memref.atomic_rmw muli %x, %m[%i] : (i32, memref<4xi32>) -> i32
  %2 = memref.atomic_rmw addi %y, %b[%i] : (i8, memref<4xi8>) -> i8
  %3 = memref.atomic_rmw assign %y, %b[%i] : (i8, memref<4xi8>) -> i8
  return
}

// OUT: module {
// OUT:   func.func @integers(%arg0: memref<4xi32>, %arg1: memref<4xi8>, %arg2: i32, %arg3: i8, %arg4: index) {
// OUT:     %0 = memref.atomic_rmw maxu %arg2, %arg0[%arg4] : (i32, memref<4xi32>) -> i32
// OUT:     %1 = memref.generic_atomic_rmw %arg0[%arg4] : memref<4xi32> {
// OUT:     ^bb0(%arg5: i32):
// OUT:       %4 = arith.muli %arg5, %arg2 : i32
// OUT:       memref.atomic_yield %4 : i32
// OUT:     }
// OUT:     %2 = memref.generic_atomic_rmw %arg1[%arg4] : memref<4xi8> {
// OUT:     ^bb0(%arg5: i8):
// OUT:       %4 = arith.addi %arg5, %arg3 : i8
// OUT:       memref.atomic_yield %4 : i8
// OUT:     }
// OUT:     %3 = memref.generic_atomic_rmw %arg1[%arg4] : memref<4xi8> {
// OUT:     ^bb0(%arg5: i8):
// OUT:       memref.atomic_yield %arg3 : i8
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
