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
// OUT:     %0 = arith.maxui %arg4, %c1 : index
// OUT:     %1 = arith.subi %arg2, %c1 : index
// OUT:     %2 = arith.divui %1, %0 : index
// OUT:     %3 = arith.remui %1, %0 : index
// OUT:     %4 = arith.muli %2, %arg3 : index
// OUT:     %5 = arith.addi %4, %3 : index
// OUT:     %6 = arith.addi %5, %c1 : index
// OUT:     %7 = arith.divui %arg2, %0 : index
// OUT:     %8 = arith.subi %7, %c1 : index
// OUT:     %9 = arith.muli %8, %arg3 : index
// OUT:     %10 = arith.addi %9, %0 : index
// OUT:     %11 = arith.cmpi eq, %7, %c0_0 : index
// OUT:     %12 = arith.select %11, %c0_0, %10 : index
// OUT:     %13 = arith.maxui %6, %12 : index
// OUT:     %14 = arith.cmpi eq, %arg2, %c0_0 : index
// OUT:     %15 = arith.select %14, %c0_0, %13 : index
// OUT:     %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg0 : memref<64xf32> -> memref<f32>, index, index, index
// OUT:     %16 = arith.muli %c0, %strides : index
// OUT:     %17 = arith.addi %offset, %16 : index
// OUT:     %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%17], sizes: [%15], strides: [1] : memref<f32> to memref<?xf32, strided<[1], offset: ?>>
// OUT:     %base_buffer_1, %offset_2, %sizes_3, %strides_4 = memref.extract_strided_metadata %arg1 : memref<8xf32> -> memref<f32>, index, index, index
// OUT:     %18 = arith.muli %c0, %strides_4 : index
// OUT:     %19 = arith.addi %offset_2, %18 : index
// OUT:     %reinterpret_cast_5 = memref.reinterpret_cast %base_buffer_1 to offset: [%19], sizes: [%arg2], strides: [1] : memref<f32> to memref<?xf32, strided<[1], offset: ?>>
// OUT:     scf.for %arg5 = %c0_0 to %arg2 step %c1 {
// OUT:       %20 = arith.divui %arg5, %0 : index
// OUT:       %21 = arith.remui %arg5, %0 : index
// OUT:       %22 = arith.muli %20, %arg3 : index
// OUT:       %23 = arith.addi %22, %21 : index
// OUT:       %24 = memref.load %reinterpret_cast[%23] : memref<?xf32, strided<[1], offset: ?>>
// OUT:       memref.store %24, %reinterpret_cast_5[%arg5] : memref<?xf32, strided<[1], offset: ?>>
// OUT:     }
// OUT:     return
// OUT:   }
// OUT: }
