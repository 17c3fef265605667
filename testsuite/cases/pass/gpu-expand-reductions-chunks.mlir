// RUN: opt --gpu-expand-reductions=chunks=true

// Each part is a chunk, the last ones of which may be shorter or empty.
func.func @total(%x: memref<?xi32>, %n: index, %init: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c2) init (%init) -> i32 {
    %v = memref.load %x[%i] : memref<?xi32>
    scf.reduce(%v : i32) {
    ^bb0(%a: i32, %b: i32):
      %t = arith.addi %a, %b : i32
      scf.reduce.return %t : i32
    }
  }
  return %s : i32
}

// OUT: module {
// OUT:   func.func @total(%arg0: memref<?xi32>, %arg1: index, %arg2: i32) -> i32 {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %alloc = memref.alloc() : memref<i32>
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %0 = arith.ceildivsi %arg1, %c2 : index
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     %1 = arith.maxsi %0, %c0_0 : index
// OUT:     %c1_1 = arith.constant 1 : index
// OUT:     %c1024 = arith.constant 1024 : index
// OUT:     %2 = arith.minsi %1, %c1024 : index
// OUT:     %3 = arith.maxsi %2, %c1_1 : index
// OUT:     %alloc_2 = memref.alloc() : memref<1024xi32>
// OUT:     %c0_3 = arith.constant 0 : index
// OUT:     %c1_4 = arith.constant 1 : index
// OUT:     %4 = arith.ceildivsi %1, %3 : index
// OUT:     %c0_5 = arith.constant 0 : index
// OUT:     %5 = arith.maxsi %4, %c0_5 : index
// OUT:     %c0_6 = arith.constant 0 : index
// OUT:     %c1_7 = arith.constant 1 : index
// OUT:     scf.parallel (%arg3) = (%c0_6) to (%3) step (%c1_7) {
// OUT:       %c0_i32 = arith.constant 0 : i32
// OUT:       %7 = arith.muli %arg3, %5 : index
// OUT:       %8 = arith.addi %7, %5 : index
// OUT:       %9 = arith.minsi %8, %1 : index
// OUT:       %10 = scf.parallel (%arg4) = (%7) to (%9) step (%c1_4) init (%c0_i32) -> i32 {
// OUT:         %11 = arith.muli %arg4, %c2 : index
// OUT:         %12 = memref.load %arg0[%11] : memref<?xi32>
// OUT:         scf.reduce(%12 : i32) {
// OUT:         ^bb0(%arg5: i32, %arg6: i32):
// OUT:           %13 = arith.addi %arg5, %arg6 : i32
// OUT:           scf.reduce.return %13 : i32
// OUT:         }
// OUT:       }
// OUT:       memref.store %10, %alloc_2[%arg3] : memref<1024xi32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     %c1_8 = arith.constant 1 : index
// OUT:     %c0_9 = arith.constant 0 : index
// OUT:     %c1_10 = arith.constant 1 : index
// OUT:     scf.parallel (%arg3) = (%c0_9) to (%c1_8) step (%c1_10) {
// OUT:       %c0_11 = arith.constant 0 : index
// OUT:       %c1_12 = arith.constant 1 : index
// OUT:       %7 = scf.parallel (%arg4) = (%c0_11) to (%3) step (%c1_12) init (%arg2) -> i32 {
// OUT:         %8 = memref.load %alloc_2[%arg4] : memref<1024xi32>
// OUT:         scf.reduce(%8 : i32) {
// OUT:         ^bb0(%arg5: i32, %arg6: i32):
// OUT:           %9 = arith.addi %arg5, %arg6 : i32
// OUT:           scf.reduce.return %9 : i32
// OUT:         }
// OUT:       }
// OUT:       memref.store %7, %alloc[] : memref<i32>
// OUT:       scf.reduce
// OUT:     }
// OUT:     memref.dealloc %alloc_2 : memref<1024xi32>
// OUT:     %6 = memref.load %alloc[] : memref<i32>
// OUT:     memref.dealloc %alloc : memref<i32>
// OUT:     return %6 : i32
// OUT:   }
// OUT: }
