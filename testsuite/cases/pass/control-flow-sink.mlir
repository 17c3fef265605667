// RUN: opt --control-flow-sink

func.func @one(%c: i1, %a: i32, %b: i32, %m: memref<i32>) {
  %0 = arith.muli %a, %b : i32
  %1 = arith.addi %0, %b : i32
  %2 = arith.subi %a, %b : i32
  scf.if %c {
    memref.store %1, %m[] : memref<i32>
    memref.store %2, %m[] : memref<i32>
  } else {
    memref.store %2, %m[] : memref<i32>
  }
  return
}

// OUT: module {
// OUT:   func.func @one(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: memref<i32>) {
// OUT:     %0 = arith.subi %arg1, %arg2 : i32
// OUT:     scf.if %arg0 {
// OUT:       %1 = arith.muli %arg1, %arg2 : i32
// OUT:       %2 = arith.addi %1, %arg2 : i32
// OUT:       memref.store %2, %arg3[] : memref<i32>
// OUT:       memref.store %0, %arg3[] : memref<i32>
// OUT:     } else {
// OUT:       memref.store %0, %arg3[] : memref<i32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
