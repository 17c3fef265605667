// RUN: opt --scf-for-to-while

func.func @loop(%n: index, %x: i32, %m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {
    memref.store %a, %m[%i] : memref<?xi32>
    %s = arith.addi %a, %a : i32
    scf.yield %s : i32
  }
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      memref.store %r, %m[%j] : memref<?xi32>
    }
  }
  return %r : i32
}

// OUT: module {
// OUT:   func.func @loop(%arg0: index, %arg1: i32, %arg2: memref<?xi32>) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %0:2 = scf.while (%arg3 = %c0, %arg4 = %arg1) : (index, i32) -> (index, i32) {
// OUT:       %2 = arith.cmpi slt, %arg3, %arg0 : index
// OUT:       scf.condition(%2) %arg3, %arg4 : index, i32
// OUT:     } do {
// OUT:     ^bb0(%arg3: index, %arg4: i32):
// OUT:       %2 = arith.addi %arg3, %c1 : index
// OUT:       memref.store %arg4, %arg2[%arg3] : memref<?xi32>
// OUT:       %3 = arith.addi %arg4, %arg4 : i32
// OUT:       scf.yield %2, %3 : index, i32
// OUT:     }
// OUT:     %1 = scf.while (%arg3 = %c0) : (index) -> index {
// OUT:       %2 = arith.cmpi slt, %arg3, %arg0 : index
// OUT:       scf.condition(%2) %arg3 : index
// OUT:     } do {
// OUT:     ^bb0(%arg3: index):
// OUT:       %2 = arith.addi %arg3, %c1 : index
// OUT:       %3 = scf.while (%arg4 = %c0) : (index) -> index {
// OUT:         %4 = arith.cmpi slt, %arg4, %arg3 : index
// OUT:         scf.condition(%4) %arg4 : index
// OUT:       } do {
// OUT:       ^bb0(%arg4: index):
// OUT:         %4 = arith.addi %arg4, %c1 : index
// OUT:         memref.store %0#1, %arg2[%arg4] : memref<?xi32>
// OUT:         scf.yield %4 : index
// OUT:       }
// OUT:       scf.yield %2 : index
// OUT:     }
// OUT:     return %0#1 : i32
// OUT:   }
// OUT: }
