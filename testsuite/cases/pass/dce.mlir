// RUN: opt --dce

func.func @drops_unused(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = arith.muli %0, %x : i32
  return %x : i32
}

// OUT: module {
// OUT:   func.func @drops_unused(%arg0: i32) -> i32 {
// OUT:     return %arg0 : i32
// OUT:   }
// OUT: }
// -----

// A store is an effect.
func.func @keeps_effects(%a: memref<4xf32>, %i: index, %v: f32) {
  memref.store %v, %a[%i] : memref<4xf32>
  return
}

// OUT: module {
// OUT:   func.func @keeps_effects(%arg0: memref<4xf32>, %arg1: index, %arg2: f32) {
// OUT:     memref.store %arg2, %arg0[%arg1] : memref<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
