// RUN: opt --canonicalize --allow-unregistered-dialect

func.func @casts(%m: memref<4xf32>, %i: index, %v: f32) -> f32 {
  %a = memref.cast %m : memref<4xf32> to memref<?xf32>
  %l = memref.load %a[%i] : memref<?xf32>
  memref.store %v, %a[%i] : memref<?xf32>
  %b = memref.cast %a : memref<?xf32> to memref<4xf32>
  memref.store %v, %b[%i] : memref<4xf32>
  %c = memref.cast %a : memref<?xf32> to memref<*xf32>
  %d = memref.cast %c : memref<*xf32> to memref<?xf32>
  "x.u"(%d) : (memref<?xf32>) -> ()
  memref.dealloc %a : memref<?xf32>
  return %l : f32
}

// OUT: module {
// OUT:   func.func @casts(%arg0: memref<4xf32>, %arg1: index, %arg2: f32) -> f32 {
// OUT:     %0 = memref.load %arg0[%arg1] : memref<4xf32>
// OUT:     memref.store %arg2, %arg0[%arg1] : memref<4xf32>
// OUT:     memref.store %arg2, %arg0[%arg1] : memref<4xf32>
// OUT:     %cast = memref.cast %arg0 : memref<4xf32> to memref<?xf32>
// OUT:     "x.u"(%cast) : (memref<?xf32>) -> ()
// OUT:     memref.dealloc %arg0 : memref<4xf32>
// OUT:     return %0 : f32
// OUT:   }
// OUT: }
// -----

// A write that may be wrong stays: the run is to tell it.
func.func @deadalloc(%v: f32, %i: index) {
  %c3 = arith.constant 3 : index
  %a = memref.alloc() : memref<4xf32>
  memref.store %v, %a[%c3] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  %d = memref.alloc() : memref<4xf32>
  memref.store %v, %d[%i] : memref<4xf32>
  memref.dealloc %d : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  %c = memref.alloca() : memref<4xf32>
  return
}

// OUT: module {
// OUT:   func.func @deadalloc(%arg0: f32, %arg1: index) {
// OUT:     %alloc = memref.alloc() : memref<4xf32>
// OUT:     memref.store %arg0, %alloc[%arg1] : memref<4xf32>
// OUT:     memref.dealloc %alloc : memref<4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @constalloc(%v: f32, %i: index) -> memref<?x?xf32> {
  %c4 = arith.constant 4 : index
  %a = memref.alloc(%c4, %i) : memref<?x?xf32>
  return %a : memref<?x?xf32>
}

// OUT: module {
// OUT:   func.func @constalloc(%arg0: f32, %arg1: index) -> memref<?x?xf32> {
// OUT:     %alloc = memref.alloc(%arg1) : memref<4x?xf32>
// OUT:     %cast = memref.cast %alloc : memref<4x?xf32> to memref<?x?xf32>
// OUT:     return %cast : memref<?x?xf32>
// OUT:   }
// OUT: }
// -----

func.func @dims(%n: index, %m: memref<?x8xf32>) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<3x?xf32>
  %d0 = memref.dim %a, %c0 : memref<3x?xf32>
  %d1 = memref.dim %a, %c1 : memref<3x?xf32>
  %d2 = memref.dim %m, %c1 : memref<?x8xf32>
  %k = memref.cast %m : memref<?x8xf32> to memref<?x?xf32>
  %d3 = memref.dim %k, %c0 : memref<?x?xf32>
  %s = memref.subview %m[0, 0] [%n, 4] [1, 1] : memref<?x8xf32> to memref<?x4xf32, strided<[8, 1]>>
  %d4 = memref.dim %s, %c0 : memref<?x4xf32, strided<[8, 1]>>
  memref.dealloc %a : memref<3x?xf32>
  return %d0, %d1, %d2, %d3, %d4 : index, index, index, index, index
}

// OUT: module {
// OUT:   func.func @dims(%arg0: index, %arg1: memref<?x8xf32>) -> (index, index, index, index, index) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %c3 = arith.constant 3 : index
// OUT:     %c8 = arith.constant 8 : index
// OUT:     %dim = memref.dim %arg1, %c0 : memref<?x8xf32>
// OUT:     return %c3, %arg0, %c8, %dim, %arg0 : index, index, index, index, index
// OUT:   }
// OUT: }
// -----

func.func @subv(%m: memref<8x8xf32>, %i: index) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = memref.subview %m[%c0, %i] [%c4, %c4] [%c1, %c1] : memref<8x8xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %s : memref<?x?xf32, strided<[?, ?], offset: ?>>
}

// OUT: module {
// OUT:   func.func @subv(%arg0: memref<8x8xf32>, %arg1: index) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
// OUT:     %subview = memref.subview %arg0[0, %arg1] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
// OUT:     %cast = memref.cast %subview : memref<4x4xf32, strided<[8, 1], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// OUT:     return %cast : memref<?x?xf32, strided<[?, ?], offset: ?>>
// OUT:   }
// OUT: }
// -----

func.func @subfull(%m: memref<8x8xf32>, %v: f32, %i: index) -> memref<8x8xf32> {
  %s = memref.subview %m[0, 0] [8, 8] [1, 1] : memref<8x8xf32> to memref<8x8xf32>
  memref.store %v, %s[%i, %i] : memref<8x8xf32>
  return %s : memref<8x8xf32>
}

// OUT: module {
// OUT:   func.func @subfull(%arg0: memref<8x8xf32>, %arg1: f32, %arg2: index) -> memref<8x8xf32> {
// OUT:     memref.store %arg1, %arg0[%arg2, %arg2] : memref<8x8xf32>
// OUT:     return %arg0 : memref<8x8xf32>
// OUT:   }
// OUT: }
// -----

func.func @copies(%a: memref<4xf32>, %b: memref<?xf32>, %e: memref<0xf32>) {
  memref.copy %a, %a : memref<4xf32> to memref<4xf32>
  %c = memref.cast %a : memref<4xf32> to memref<?xf32>
  memref.copy %c, %b : memref<?xf32> to memref<?xf32>
  memref.copy %e, %e : memref<0xf32> to memref<0xf32>
  return
}

// OUT: module {
// OUT:   func.func @copies(%arg0: memref<4xf32>, %arg1: memref<?xf32>, %arg2: memref<0xf32>) {
// OUT:     memref.copy %arg0, %arg1 : memref<4xf32> to memref<?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @rank(%m: memref<4x4xf32>) -> index {
  %r = memref.rank %m : memref<4x4xf32>
  return %r : index
}

// OUT: module {
// OUT:   func.func @rank(%arg0: memref<4x4xf32>) -> index {
// OUT:     %c2 = arith.constant 2 : index
// OUT:     return %c2 : index
// OUT:   }
// OUT: }
// -----

func.func @subofcast(%m: memref<8x8xf32>, %n: index) -> memref<4x?xf32, strided<[?, 1], offset: ?>> {
  %k = memref.cast %m : memref<8x8xf32> to memref<?x?xf32>
  %s = memref.subview %k[%n, 1] [4, %n] [1, 1] : memref<?x?xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  return %s : memref<4x?xf32, strided<[?, 1], offset: ?>>
}

// OUT: module {
// OUT:   func.func @subofcast(%arg0: memref<8x8xf32>, %arg1: index) -> memref<4x?xf32, strided<[?, 1], offset: ?>> {
// OUT:     %subview = memref.subview %arg0[%arg1, 1] [4, %arg1] [1, 1] : memref<8x8xf32> to memref<4x?xf32, strided<[8, 1], offset: ?>>
// OUT:     %cast = memref.cast %subview : memref<4x?xf32, strided<[8, 1], offset: ?>> to memref<4x?xf32, strided<[?, 1], offset: ?>>
// OUT:     return %cast : memref<4x?xf32, strided<[?, 1], offset: ?>>
// OUT:   }
// OUT: }
// -----

func.func @expand(%m: memref<8x8xf32>) -> memref<8x8xf32> {
  %e = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 4, 8] : memref<8x8xf32> into memref<2x4x8xf32>
  %c = memref.collapse_shape %e [[0, 1], [2]] : memref<2x4x8xf32> into memref<8x8xf32>
  return %c : memref<8x8xf32>
}

// OUT: module {
// OUT:   func.func @expand(%arg0: memref<8x8xf32>) -> memref<8x8xf32> {
// OUT:     return %arg0 : memref<8x8xf32>
// OUT:   }
// OUT: }
// -----

// The sizes that are known now do not change which dimension the type drops.
func.func @known_unit_sizes(%m: memref<2x5x7x1xf32>, %i: index) -> memref<1x4x1xf32, strided<[35, 7, 1], offset: ?>> {
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %0 = memref.subview %m[%i, %i, %i, 0] [%c1, %c4, %c1, 1] [1, 1, 1, 1] : memref<2x5x7x1xf32> to memref<?x?x?xf32, strided<[35, 7, 1], offset: ?>>
  %1 = memref.cast %0 : memref<?x?x?xf32, strided<[35, 7, 1], offset: ?>> to memref<1x4x1xf32, strided<[35, 7, 1], offset: ?>>
  return %1 : memref<1x4x1xf32, strided<[35, 7, 1], offset: ?>>
}

// OUT: module {
// OUT:   func.func @known_unit_sizes(%arg0: memref<2x5x7x1xf32>, %arg1: index) -> memref<1x4x1xf32, strided<[35, 7, 1], offset: ?>> {
// OUT:     %subview = memref.subview %arg0[%arg1, %arg1, %arg1, 0] [1, 4, 1, 1] [1, 1, 1, 1] : memref<2x5x7x1xf32> to memref<1x4x1xf32, strided<[35, 7, 1], offset: ?>>
// OUT:     return %subview : memref<1x4x1xf32, strided<[35, 7, 1], offset: ?>>
// OUT:   }
// OUT: }
// -----

// A view that leaves its source is an error where it is reached, not before.
func.func @too_long(%m: memref<10xf32>) -> memref<?xf32, strided<[1], offset: 2>> {
  %c11 = arith.constant 11 : index
  %0 = memref.subview %m[2] [%c11] [1] : memref<10xf32> to memref<?xf32, strided<[1], offset: 2>>
  return %0 : memref<?xf32, strided<[1], offset: 2>>
}

// OUT: module {
// OUT:   func.func @too_long(%arg0: memref<10xf32>) -> memref<?xf32, strided<[1], offset: 2>> {
// OUT:     %c11 = arith.constant 11 : index
// OUT:     %subview = memref.subview %arg0[2] [%c11] [1] : memref<10xf32> to memref<?xf32, strided<[1], offset: 2>>
// OUT:     return %subview : memref<?xf32, strided<[1], offset: 2>>
// OUT:   }
// OUT: }
// -----

// Through a buffer of unknown rank a cast may lead to another rank; it fails when it runs, and stays.
func.func @to_another_rank(%m: memref<4xi32>) -> memref<?x?xi32> {
  %u = memref.cast %m : memref<4xi32> to memref<*xi32>
  %d = memref.cast %u : memref<*xi32> to memref<?x?xi32>
  return %d : memref<?x?xi32>
}

// OUT: module {
// OUT:   func.func @to_another_rank(%arg0: memref<4xi32>) -> memref<?x?xi32> {
// OUT:     %cast = memref.cast %arg0 : memref<4xi32> to memref<*xi32>
// OUT:     %cast_0 = memref.cast %cast : memref<*xi32> to memref<?x?xi32>
// OUT:     return %cast_0 : memref<?x?xi32>
// OUT:   }
// OUT: }
// -----

// To the same rank it is one cast, and to the same type none.
func.func @back(%m: memref<4xi32>) -> (memref<?xi32>, memref<4xi32>) {
  %u = memref.cast %m : memref<4xi32> to memref<*xi32>
  %d = memref.cast %u : memref<*xi32> to memref<?xi32>
  %s = memref.cast %u : memref<*xi32> to memref<4xi32>
  return %d, %s : memref<?xi32>, memref<4xi32>
}

// OUT: module {
// OUT:   func.func @back(%arg0: memref<4xi32>) -> (memref<?xi32>, memref<4xi32>) {
// OUT:     %cast = memref.cast %arg0 : memref<4xi32> to memref<?xi32>
// OUT:     return %cast, %arg0 : memref<?xi32>, memref<4xi32>
// OUT:   }
// OUT: }
