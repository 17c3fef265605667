// RUN: opt --affine-expand-index-ops
// RUN: opt --lower-affine

// A result in the map of an affine access stays one of an affine operation: that of arithmetic is no dimension.
func.func @pixels(%image: memref<8x32xf32>, %row: memref<32xf32>) {
  affine.for %i = 0 to 256 {
    %y, %x = affine.delinearize_index %i into (8, 32) : index, index
    %v = affine.load %image[%y, %x] : memref<8x32xf32>
    %at = affine.linearize_index disjoint [%y, %x] by (8, 32) : index
    memref.store %v, %row[%at] : memref<32xf32>
  }
  return
}

// OUT: module {
// OUT:   func.func @pixels(%arg0: memref<8x32xf32>, %arg1: memref<32xf32>) {
// OUT:     affine.for %arg2 = 0 to 256 {
// OUT:       %0:2 = affine.delinearize_index %arg2 into (8, 32) : index, index
// OUT:       %1 = affine.load %arg0[%0#0, %0#1] : memref<8x32xf32>
// OUT:       %c32 = arith.constant 32 : index
// OUT:       %2 = arith.muli %0#0, %c32 overflow<nsw> : index
// OUT:       %3 = arith.addi %2, %0#1 overflow<nsw> : index
// OUT:       memref.store %1, %arg1[%3] : memref<32xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// OUT: module {
// OUT:   func.func @pixels(%arg0: memref<8x32xf32>, %arg1: memref<32xf32>) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c256 = arith.constant 256 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     scf.for %arg2 = %c0 to %c256 step %c1 {
// OUT:       %c32 = arith.constant 32 : index
// OUT:       %c0_0 = arith.constant 0 : index
// OUT:       %0 = arith.floordivsi %arg2, %c32 : index
// OUT:       %1 = arith.remsi %arg2, %c32 : index
// OUT:       %2 = arith.cmpi slt, %1, %c0_0 : index
// OUT:       %3 = arith.addi %1, %c32 overflow<nsw> : index
// OUT:       %4 = arith.select %2, %3, %1 : index
// OUT:       %5 = memref.load %arg0[%0, %4] : memref<8x32xf32>
// OUT:       %c32_1 = arith.constant 32 : index
// OUT:       %6 = arith.muli %0, %c32_1 overflow<nsw> : index
// OUT:       %7 = arith.addi %6, %4 overflow<nsw> : index
// OUT:       memref.store %5, %arg1[%7] : memref<32xf32>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
