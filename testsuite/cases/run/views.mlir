// RUN: run --device=interp

// Another offset and other strides.
memref.global "private" @line : memref<12xi32> = dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]>
func.func private @printMemrefI32(memref<*xi32>)
func.func @main() {
  %line = memref.get_global @line : memref<12xi32>
  %m = memref.reinterpret_cast %line to offset: [1], sizes: [2, 3], strides: [4, 1]
    : memref<12xi32> to memref<2x3xi32, strided<[4, 1], offset: 1>>
  %all = memref.cast %m : memref<2x3xi32, strided<[4, 1], offset: 1>> to memref<*xi32>
  call @printMemrefI32(%all) : (memref<*xi32>) -> ()
  return
}

// OUT: Unranked Memref base@ = 0x10000000 rank = 2 offset = 1 sizes = [2, 3] strides = [4, 1] data =
// OUT: [[1,   2,   3],
// OUT:  [5,   6,   7]]
// -----

// One dimension as three, and two of these as one.
memref.global "private" @line : memref<12xi32> = dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]>
func.func private @printMemrefI32(memref<*xi32>)
func.func @main() {
  %line = memref.get_global @line : memref<12xi32>
  %three = memref.expand_shape %line [[0, 1, 2]] output_shape [2, 3, 2] : memref<12xi32> into memref<2x3x2xi32>
  %a = memref.cast %three : memref<2x3x2xi32> to memref<*xi32>
  call @printMemrefI32(%a) : (memref<*xi32>) -> ()
  %two = memref.collapse_shape %three [[0], [1, 2]] : memref<2x3x2xi32> into memref<2x6xi32>
  %b = memref.cast %two : memref<2x6xi32> to memref<*xi32>
  call @printMemrefI32(%b) : (memref<*xi32>) -> ()
  return
}

// OUT: Unranked Memref base@ = 0x10000000 rank = 3 offset = 0 sizes = [2, 3, 2] strides = [6, 2, 1] data =
// OUT: [[[0,    1],
// OUT:   [2,    3],
// OUT:   [4,    5]],
// OUT:  [[6,    7],
// OUT:   [8,    9],
// OUT:   [10,    11]]]
// OUT: Unranked Memref base@ = 0x10000000 rank = 2 offset = 0 sizes = [2, 6] strides = [6, 1] data =
// OUT: [[0,   1,   2,   3,   4,   5],
// OUT:  [6,   7,   8,   9,   10,   11]]
// -----

// Rows become columns.
memref.global "private" @grid : memref<2x3xi32> = dense<[[0, 1, 2], [3, 4, 5]]>
func.func private @printMemrefI32(memref<*xi32>)
func.func @main() {
  %grid = memref.get_global @grid : memref<2x3xi32>
  %t = memref.transpose %grid (i, j) -> (j, i) : memref<2x3xi32> to memref<3x2xi32, strided<[1, 3]>>
  %all = memref.cast %t : memref<3x2xi32, strided<[1, 3]>> to memref<*xi32>
  call @printMemrefI32(%all) : (memref<*xi32>) -> ()
  return
}

// OUT: Unranked Memref base@ = 0x10000000 rank = 2 offset = 0 sizes = [3, 2] strides = [1, 3] data =
// OUT: [[0,   3],
// OUT:  [1,   4],
// OUT:  [2,   5]]
// -----

// A shape that is in memory.
memref.global "private" @line : memref<6xi32> = dense<[0, 1, 2, 3, 4, 5]>
memref.global "private" @shape : memref<2xindex> = dense<[3, 2]>
func.func private @printMemrefI32(memref<*xi32>)
func.func @main() -> index {
  %line = memref.get_global @line : memref<6xi32>
  %shape = memref.get_global @shape : memref<2xindex>
  %m = memref.reshape %line(%shape) : (memref<6xi32>, memref<2xindex>) -> memref<?x?xi32>
  %all = memref.cast %m : memref<?x?xi32> to memref<*xi32>
  call @printMemrefI32(%all) : (memref<*xi32>) -> ()
  %rank = memref.rank %all : memref<*xi32>
  return %rank : index
}

// OUT: Unranked Memref base@ = 0x10000000 rank = 2 offset = 0 sizes = [3, 2] strides = [2, 1] data =
// OUT: [[0,   1],
// OUT:  [2,   3],
// OUT:  [4,   5]]
// OUT: result 0: index = 2
// -----

// Integers of four bytes in bytes: 0x04030201 and 0x08070605.
memref.global "private" @bytes : memref<12xi8> = dense<[0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]>
func.func @main(%first: index {warpline.input = "4"}, %n: index {warpline.input = "2"}) -> memref<?xi32> {
  %bytes = memref.get_global @bytes : memref<12xi8>
  %words = memref.view %bytes[%first][%n] : memref<12xi8> to memref<?xi32>
  return %words : memref<?xi32>
}

// OUT: result 0: memref<2xi32> = [67305985 134678021]
// -----

// Offset, sizes and strides of a part.
func.func @main(%m: memref<4x6xi32> {warpline.input = "0"}, %i: index {warpline.input = "2"})
    -> (index, index, index, index, index) {
  %part = memref.subview %m[%i, 1] [2, 2] [1, 3] : memref<4x6xi32> to memref<2x2xi32, strided<[6, 3], offset: ?>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %part
    : memref<2x2xi32, strided<[6, 3], offset: ?>> -> memref<i32>, index, index, index, index, index
  return %offset, %sizes#0, %sizes#1, %strides#0, %strides#1 : index, index, index, index, index
}

// OUT: result 0: index = 13
// OUT: result 1: index = 2
// OUT: result 2: index = 2
// OUT: result 3: index = 6
// OUT: result 4: index = 3
// -----

// An update by a region yields the value before it.
func.func @main(%m: memref<2xi32> {warpline.input = "5"}) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %before = memref.generic_atomic_rmw %m[%zero] : memref<2xi32> {
  ^bb0(%old: i32):
    %three = arith.constant 3 : i32
    %more = arith.muli %old, %three : i32
    memref.atomic_yield %more : i32
  }
  %now = memref.load %m[%zero] : memref<2xi32>
  return %before, %now : i32, i32
}

// OUT: result 0: i32 = 5
// OUT: result 1: i32 = 15
// OUT: argument 0: memref<2xi32> = [15 5]
// -----

// Digits and back.
func.func @main(%n: index {warpline.input = "23"}) -> (index, index, index, index) {
  %digits:3 = affine.delinearize_index %n into (2, 3, 4) : index, index, index
  %same = affine.linearize_index [%digits#0, %digits#1, %digits#2] by (2, 3, 4) : index
  return %digits#0, %digits#1, %digits#2, %same : index, index, index, index
}

// OUT: result 0: index = 1
// OUT: result 1: index = 2
// OUT: result 2: index = 3
// OUT: result 3: index = 23
// -----

// Vectors by affine subscripts.
func.func @main(%m: memref<4x4xf32> {warpline.input = "rand:3"}) -> f32 {
  affine.for %i = 0 to 3 {
    %v = affine.vector_load %m[%i, 1] : memref<4x4xf32>, vector<2xf32>
    affine.vector_store %v, %m[%i + 1, 2] : memref<4x4xf32>, vector<2xf32>
  }
  %v = affine.load %m[1, 2] : memref<4x4xf32>
  return %v : f32
}

// OUT: result 0: f32 = 0.70029354
// OUT: argument 0: memref<4x4xf32>
// OUT:   [[0.11345034 0.70029354 0.6129747 0.07286674]
// OUT:    [0.21643911 0.6362223 0.70029354 0.6129747]
// OUT:    [0.49106246 0.8885294 0.6362223 0.70029354]
// OUT:    [0.4801645 0.3360006 0.8885294 0.6362223]]
