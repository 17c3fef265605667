// RUN: opt --expand-dma

// Elements in a row, to an element of a matrix.
func.func @row(%from: memref<8xf32>, %to: memref<4x4xf32>, %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %tag = memref.alloca() : memref<1xi32>
  memref.dma_start %from[%i], %to[%i, %c0], %n, %tag[%c0] : memref<8xf32>, memref<4x4xf32>, memref<1xi32>
  memref.dma_wait %tag[%c0], %n : memref<1xi32>
  return
}

// OUT: module {
// OUT:   func.func @row(%arg0: memref<8xf32>, %arg1: memref<4x4xf32>, %arg2: index, %arg3: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %alloca = memref.alloca() : memref<1xi32>
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<8xf32> -> memref<f32>, index, index, index
// OUT:     %0 = arith.muli %arg2, %strides : index
// OUT:     %1 = arith.addi %offset, %0 : index
// OUT:     %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%1], sizes: [%arg3], strides: [1] : memref<f32> to memref<?xf32, strided<[1], offset: ?>>
// OUT:     %base_buffer_1, %offset_2, %sizes_3:2, %strides_4:2 = memref.extract_strided_metadata %arg1 : memref<4x4xf32> -> memref<f32>, index, index, index, index, index
// OUT:     %2 = arith.muli %arg2, %strides_4#0 : index
// OUT:     %3 = arith.addi %offset_2, %2 : index
// OUT:     %4 = arith.muli %c0, %strides_4#1 : index
// OUT:     %5 = arith.addi %3, %4 : index
// OUT:     %reinterpret_cast_5 = memref.reinterpret_cast %base_buffer_1 to offset: [%5], sizes: [%arg3], strides: [1] : memref<f32> to memref<?xf32, strided<[1], offset: ?>>
// OUT:     scf.for %arg4 = %c0_0 to %arg3 step %c1 {
// OUT:       %6 = memref.load %reinterpret_cast[%arg4] : memref<?xf32, strided<[1], offset: ?>>
// OUT:       memref.store %6, %reinterpret_cast_5[%arg4] : memref<?xf32, strided<[1], offset: ?>>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
// -----

// Rows of %row elements at a distance.
func.func @rows(%from: memref<64xf32>, %to: memref<8xf32>, %n: index, %distance: index, %row: index) {
  %c0 = arith.constant 0 : index
  %tag = memref.alloca() : memref<1xi32>
  memref.dma_start %from[%c0], %to[%c0], %n, %tag[%c0], %distance, %row
    : memref<64xf32>, memref<8xf32>, memref<1xi32>
  return
}

// OUT: module {
// OUT:   func.func @rows(%arg0: memref<64xf32>, %arg1: memref<8xf32>, %arg2: index, %arg3: index, %arg4: index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %alloca = memref.alloca() : memref<1xi32>
// OUT:     %c0_0 = arith.constant 0 : index
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %0 = arith.subi %arg2, %c1 : index
// OUT:     %1 = arith.divui %0, %arg4 : index
// OUT:     %2 = arith.remui %0, %arg4 : index
// OUT:     %3 = arith.muli %1, %arg3 : index
// OUT:     %4 = arith.addi %3, %2 : index
// OUT:     %5 = arith.addi %4, %c1 : index
// OUT:     %6 = arith.cmpi eq, %arg2, %c0_0 : index
// OUT:     %7 = arith.select %6, %c0_0, %5 : index
// OUT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<64xf32> -> memref<f32>, index, index, index
// OUT:     %8 = arith.muli %c0, %strides : index
// OUT:     %9 = arith.addi %offset, %8 : index
// OUT:     %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%9], sizes: [%7], strides: [1] : memref<f32> to memref<?xf32, strided<[1], offset: ?>>
// OUT:     %base_buffer_1, %offset_2, %sizes_3, %strides_4 = memref.extract_strided_metadata %arg1 : memref<8xf32> -> memref<f32>, index, index, index
// OUT:     %10 = arith.muli %c0, %strides_4 : index
// OUT:     %11 = arith.addi %offset_2, %10 : index
// OUT:     %reinterpret_cast_5 = memref.reinterpret_cast %base_buffer_1 to offset: [%11], sizes: [%arg2], strides: [1] : memref<f32> to memref<?xf32, strided<[1], offset: ?>>
// OUT:     scf.for %arg5 = %c0_0 to %arg2 step %c1 {
// OUT:       %12 = arith.divui %arg5, %arg4 : index
// OUT:       %13 = arith.remui %arg5, %arg4 : index
// OUT:       %14 = arith.muli %12, %arg3 : index
// OUT:       %15 = arith.addi %14, %13 : index
// OUT:       %16 = memref.load %reinterpret_cast[%15] : memref<?xf32, strided<[1], offset: ?>>
// OUT:       memref.store %16, %reinterpret_cast_5[%arg5] : memref<?xf32, strided<[1], offset: ?>>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
