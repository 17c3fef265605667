// RUN: opt --cse

func.func @merges_pure(%x: i32, %y: i32) -> i32 {
  %0 = arith.addi %x, %y : i32
  %1 = arith.addi %x, %y : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}

// OUT: module {
// OUT:   func.func @merges_pure(%arg0: i32, %arg1: i32) -> i32 {
// OUT:     %0 = arith.addi %arg0, %arg1 : i32
// OUT:     %1 = arith.muli %0, %0 : i32
// OUT:     return %1 : i32
// OUT:   }
// OUT: }
// -----

// What the store changes must be loaded again.
func.func @keeps_loads(%a: memref<4xf32>, %i: index) -> f32 {
  %0 = memref.load %a[%i] : memref<4xf32>
  memref.store %0, %a[%i] : memref<4xf32>
  %1 = memref.load %a[%i] : memref<4xf32>
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}

// OUT: module {
// OUT:   func.func @keeps_loads(%arg0: memref<4xf32>, %arg1: index) -> f32 {
// OUT:     %0 = memref.load %arg0[%arg1] : memref<4xf32>
// OUT:     memref.store %0, %arg0[%arg1] : memref<4xf32>
// OUT:     %1 = memref.load %arg0[%arg1] : memref<4xf32>
// OUT:     %2 = arith.addf %0, %1 : f32
// OUT:     return %2 : f32
// OUT:   }
// OUT: }
// -----

// The value in the region is that outside; one inside is not seen outside.
func.func @looks_outward(%x: i32, %c: i1) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = scf.if %c -> (i32) {
    %2 = arith.addi %x, %x : i32
    %3 = arith.muli %x, %x : i32
    %4 = arith.subi %2, %3 : i32
    scf.yield %4 : i32
  } else {
    scf.yield %x : i32
  }
  %5 = arith.muli %x, %x : i32
  %6 = arith.addi %0, %1 : i32
  %7 = arith.addi %6, %5 : i32
  return %7 : i32
}

// OUT: module {
// OUT:   func.func @looks_outward(%arg0: i32, %arg1: i1) -> i32 {
// OUT:     %0 = arith.addi %arg0, %arg0 : i32
// OUT:     %1 = scf.if %arg1 -> (i32) {
// OUT:       %5 = arith.muli %arg0, %arg0 : i32
// OUT:       %6 = arith.subi %0, %5 : i32
// OUT:       scf.yield %6 : i32
// OUT:     } else {
// OUT:       scf.yield %arg0 : i32
// OUT:     }
// OUT:     %2 = arith.muli %arg0, %arg0 : i32
// OUT:     %3 = arith.addi %0, %1 : i32
// OUT:     %4 = arith.addi %3, %2 : i32
// OUT:     return %4 : i32
// OUT:   }
// OUT: }
