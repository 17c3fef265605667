// RUN: opt --expand-realloc

// The new size is dynamic.
func.func @dynamic(%old: memref<2xf32>, %n: index) -> memref<?xf32> {
  %new = memref.realloc %old(%n) {alignment = 64 : i64} : memref<2xf32> to memref<?xf32>
  return %new : memref<?xf32>
}

// OUT: module {
// OUT:   func.func @dynamic(%arg0: memref<2xf32>, %arg1: index) -> memref<?xf32> {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %dim = memref.dim %arg0, %c0 : memref<2xf32>
// OUT:     %alloc = memref.alloc(%arg1) {alignment = 64 : i64} : memref<?xf32>
// OUT:     %0 = arith.minui %dim, %arg1 : index
// OUT:     %subview = memref.subview %arg0[0] [%0] [1] : memref<2xf32> to memref<?xf32>
// OUT:     %subview_0 = memref.subview %alloc[0] [%0] [1] : memref<?xf32> to memref<?xf32>
// OUT:     memref.copy %subview, %subview_0 : memref<?xf32> to memref<?xf32>
// OUT:     memref.dealloc %arg0 : memref<2xf32>
// OUT:     return %alloc : memref<?xf32>
// OUT:   }
// OUT: }
// -----

// The new size is static.
func.func @static(%old: memref<?xi8>) -> memref<4xi8> {
  %new = memref.realloc %old : memref<?xi8> to memref<4xi8>
  return %new : memref<4xi8>
}

// OUT: module {
// OUT:   func.func @static(%arg0: memref<?xi8>) -> memref<4xi8> {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %dim = memref.dim %arg0, %c0 : memref<?xi8>
// OUT:     %c4 = arith.constant 4 : index
// OUT:     %alloc = memref.alloc() : memref<4xi8>
// OUT:     %0 = arith.minui %dim, %c4 : index
// OUT:     %subview = memref.subview %arg0[0] [%0] [1] : memref<?xi8> to memref<?xi8>
// OUT:     %subview_0 = memref.subview %alloc[0] [%0] [1] : memref<4xi8> to memref<?xi8>
// OUT:     memref.copy %subview, %subview_0 : memref<?xi8> to memref<?xi8>
// OUT:     memref.dealloc %arg0 : memref<?xi8>
// OUT:     return %alloc : memref<4xi8>
// OUT:   }
// OUT: }
