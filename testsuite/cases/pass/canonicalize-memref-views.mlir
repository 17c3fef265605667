// RUN: opt --canonicalize

func.func @shapes(%a: memref<2x3x4xf32>, %b: memref<1x1x1xf32>, %s: index, %c: memref<?x?xf32>)
    -> (memref<24xf32>, memref<f32>, memref<?x6x4x5x?xf32>, memref<2x3x4xf32>) {
  %0 = memref.collapse_shape %a [[0, 1], [2]] : memref<2x3x4xf32> into memref<6x4xf32>
  %1 = memref.collapse_shape %0 [[0, 1]] : memref<6x4xf32> into memref<24xf32>
  %2 = memref.collapse_shape %b [[0, 1, 2]] : memref<1x1x1xf32> into memref<1xf32>
  %3 = memref.collapse_shape %2 [] : memref<1xf32> into memref<f32>
  %4 = memref.expand_shape %c [[0, 1], [2]] output_shape [%s, 4, %s] : memref<?x?xf32> into memref<?x4x?xf32>
  %5 = memref.expand_shape %4 [[0, 1], [2], [3, 4]] output_shape [%s, 6, 4, 5, %s] : memref<?x4x?xf32> into memref<?x6x4x5x?xf32>
  %6 = memref.collapse_shape %a [[0], [1], [2]] : memref<2x3x4xf32> into memref<2x3x4xf32>
  %7 = memref.expand_shape %6 [[0], [1], [2]] output_shape [2, 3, 4] : memref<2x3x4xf32> into memref<2x3x4xf32>
  return %1, %3, %5, %7 : memref<24xf32>, memref<f32>, memref<?x6x4x5x?xf32>, memref<2x3x4xf32>
}

// OUT: module {
// OUT:   func.func @shapes(%arg0: memref<2x3x4xf32>, %arg1: memref<1x1x1xf32>, %arg2: index, %arg3: memref<?x?xf32>) -> (memref<24xf32>, memref<f32>, memref<?x6x4x5x?xf32>, memref<2x3x4xf32>) {
// OUT:     %collapse_shape = memref.collapse_shape %arg0 [[0, 1, 2]] : memref<2x3x4xf32> into memref<24xf32>
// OUT:     %collapse_shape_0 = memref.collapse_shape %arg1 [] : memref<1x1x1xf32> into memref<f32>
// OUT:     %expand_shape = memref.expand_shape %arg3 [[0, 1, 2], [3, 4]] output_shape [%arg2, 6, 4, 5, %arg2] : memref<?x?xf32> into memref<?x6x4x5x?xf32>
// OUT:     return %collapse_shape, %collapse_shape_0, %expand_shape, %arg0 : memref<24xf32>, memref<f32>, memref<?x6x4x5x?xf32>, memref<2x3x4xf32>
// OUT:   }
// OUT: }
// -----

// What is taken apart and put together again in part is one of the two, unless a size had to be computed.
func.func @collapse_of_expansion(%a: memref<24xf32>, %b: memref<2x12xf32>, %c: memref<?xf32>, %s: index)
    -> (memref<6x4xf32>, memref<24xf32>, memref<8x?xf32>, memref<?x2xf32>) {
  %0 = memref.expand_shape %a [[0, 1, 2]] output_shape [2, 3, 4] : memref<24xf32> into memref<2x3x4xf32>
  %1 = memref.collapse_shape %0 [[0, 1], [2]] : memref<2x3x4xf32> into memref<6x4xf32>
  %2 = memref.expand_shape %b [[0], [1, 2]] output_shape [2, 3, 4] : memref<2x12xf32> into memref<2x3x4xf32>
  %3 = memref.collapse_shape %2 [[0, 1, 2]] : memref<2x3x4xf32> into memref<24xf32>
  %4 = memref.expand_shape %c [[0, 1, 2]] output_shape [2, 4, %s] : memref<?xf32> into memref<2x4x?xf32>
  %5 = memref.collapse_shape %4 [[0, 1], [2]] : memref<2x4x?xf32> into memref<8x?xf32>
  %6 = memref.expand_shape %c [[0, 1, 2]] output_shape [%s, 4, 2] : memref<?xf32> into memref<?x4x2xf32>
  %7 = memref.collapse_shape %6 [[0, 1], [2]] : memref<?x4x2xf32> into memref<?x2xf32>
  return %1, %3, %5, %7 : memref<6x4xf32>, memref<24xf32>, memref<8x?xf32>, memref<?x2xf32>
}

// OUT: module {
// OUT:   func.func @collapse_of_expansion(%arg0: memref<24xf32>, %arg1: memref<2x12xf32>, %arg2: memref<?xf32>, %arg3: index) -> (memref<6x4xf32>, memref<24xf32>, memref<8x?xf32>, memref<?x2xf32>) {
// OUT:     %expand_shape = memref.expand_shape %arg0 [[0, 1]] output_shape [6, 4] : memref<24xf32> into memref<6x4xf32>
// OUT:     %collapse_shape = memref.collapse_shape %arg1 [[0, 1]] : memref<2x12xf32> into memref<24xf32>
// OUT:     %expand_shape_0 = memref.expand_shape %arg2 [[0, 1]] output_shape [8, %arg3] : memref<?xf32> into memref<8x?xf32>
// OUT:     %expand_shape_1 = memref.expand_shape %arg2 [[0, 1, 2]] output_shape [%arg3, 4, 2] : memref<?xf32> into memref<?x4x2xf32>
// OUT:     %collapse_shape_2 = memref.collapse_shape %expand_shape_1 [[0, 1], [2]] : memref<?x4x2xf32> into memref<?x2xf32>
// OUT:     return %expand_shape, %collapse_shape, %expand_shape_0, %collapse_shape_2 : memref<6x4xf32>, memref<24xf32>, memref<8x?xf32>, memref<?x2xf32>
// OUT:   }
// OUT: }
// -----

// The sizes of the second buffer need not be those of the first one.
func.func @expansion_of_collapse(%a: memref<?x4xf32>, %b: memref<?x?xf32>, %s: index) -> (memref<?x4xf32>, memref<?x?xf32>) {
  %0 = memref.collapse_shape %a [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [%s, 4] : memref<?xf32> into memref<?x4xf32>
  %2 = memref.collapse_shape %b [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  %3 = memref.expand_shape %2 [[0, 1]] output_shape [%s, %s] : memref<?xf32> into memref<?x?xf32>
  return %1, %3 : memref<?x4xf32>, memref<?x?xf32>
}

// OUT: module {
// OUT:   func.func @expansion_of_collapse(%arg0: memref<?x4xf32>, %arg1: memref<?x?xf32>, %arg2: index) -> (memref<?x4xf32>, memref<?x?xf32>) {
// OUT:     %collapse_shape = memref.collapse_shape %arg1 [[0, 1]] : memref<?x?xf32> into memref<?xf32>
// OUT:     %expand_shape = memref.expand_shape %collapse_shape [[0, 1]] output_shape [%arg2, %arg2] : memref<?xf32> into memref<?x?xf32>
// OUT:     return %arg0, %expand_shape : memref<?x4xf32>, memref<?x?xf32>
// OUT:   }
// OUT: }
// -----

func.func @shapes_of_casts(%a: memref<8x?xf32>, %b: memref<?x512x1x?xf32>, %c: memref<?xf32>, %s: index)
    -> (memref<1x?x2x?xf32>, memref<?x?xf32>, memref<2x4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = memref.cast %a : memref<8x?xf32> to memref<?x?xf32>
  %n = memref.dim %0, %c0 : memref<?x?xf32>
  %1 = memref.expand_shape %0 [[0, 1], [2, 3]] output_shape [1, %n, 2, %s] : memref<?x?xf32> into memref<1x?x2x?xf32>
  %2 = memref.cast %b : memref<?x512x1x?xf32> to memref<?x?x?x?xf32>
  %3 = memref.collapse_shape %2 [[0], [1, 2, 3]] : memref<?x?x?x?xf32> into memref<?x?xf32>
  // This cast tells more, so it stays.
  %4 = memref.cast %c : memref<?xf32> to memref<8xf32>
  %5 = memref.expand_shape %4 [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  return %1, %3, %5 : memref<1x?x2x?xf32>, memref<?x?xf32>, memref<2x4xf32>
}

// OUT: module {
// OUT:   func.func @shapes_of_casts(%arg0: memref<8x?xf32>, %arg1: memref<?x512x1x?xf32>, %arg2: memref<?xf32>, %arg3: index) -> (memref<1x?x2x?xf32>, memref<?x?xf32>, memref<2x4xf32>) {
// OUT:     %expand_shape = memref.expand_shape %arg0 [[0, 1], [2, 3]] output_shape [1, 8, 2, %arg3] : memref<8x?xf32> into memref<1x8x2x?xf32>
// OUT:     %cast = memref.cast %expand_shape : memref<1x8x2x?xf32> to memref<1x?x2x?xf32>
// OUT:     %collapse_shape = memref.collapse_shape %arg1 [[0], [1, 2, 3]] : memref<?x512x1x?xf32> into memref<?x?xf32>
// OUT:     %cast_0 = memref.cast %arg2 : memref<?xf32> to memref<8xf32>
// OUT:     %expand_shape_1 = memref.expand_shape %cast_0 [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
// OUT:     return %cast, %collapse_shape, %expand_shape_1 : memref<1x?x2x?xf32>, memref<?x?xf32>, memref<2x4xf32>
// OUT:   }
// OUT: }
// -----

func.func @reinterpreted(%a: memref<2x3x4xf32>, %b: memref<f32>, %c: memref<?xi8>, %n: index, %m: index)
    -> (memref<2x3x4xf32>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?xi8>, memref<?xi8>, memref<?xi8, strided<[1], offset: 3>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [2, 3, 4], strides: [12, 4, 1] : memref<2x3x4xf32> to memref<2x3x4xf32>
  %1 = memref.reinterpret_cast %b to offset: [%c0], sizes: [%c100, %c100], strides: [%c100, %c1]
      : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %2 = memref.reinterpret_cast %c to offset: [0], sizes: [%n], strides: [1] : memref<?xi8> to memref<?xi8>
  %3 = memref.reinterpret_cast %2 to offset: [0], sizes: [%m], strides: [1] : memref<?xi8> to memref<?xi8>
  %4 = memref.subview %c[0] [%n] [1] : memref<?xi8> to memref<?xi8>
  %5 = memref.reinterpret_cast %4 to offset: [0], sizes: [%m], strides: [1] : memref<?xi8> to memref<?xi8>
  %6 = memref.subview %c[7] [%n] [1] : memref<?xi8> to memref<?xi8, strided<[1], offset: 7>>
  %7 = memref.reinterpret_cast %6 to offset: [3], sizes: [%m], strides: [1]
      : memref<?xi8, strided<[1], offset: 7>> to memref<?xi8, strided<[1], offset: 3>>
  return %0, %1, %3, %5, %7 : memref<2x3x4xf32>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?xi8>, memref<?xi8>, memref<?xi8, strided<[1], offset: 3>>
}

// OUT: module {
// OUT:   func.func @reinterpreted(%arg0: memref<2x3x4xf32>, %arg1: memref<f32>, %arg2: memref<?xi8>, %arg3: index, %arg4: index) -> (memref<2x3x4xf32>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?xi8>, memref<?xi8>, memref<?xi8, strided<[1], offset: 3>>) {
// OUT:     %reinterpret_cast = memref.reinterpret_cast %arg1 to offset: [0], sizes: [100, 100], strides: [100, 1] : memref<f32> to memref<100x100xf32, strided<[100, 1]>>
// OUT:     %cast = memref.cast %reinterpret_cast : memref<100x100xf32, strided<[100, 1]>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// OUT:     %reinterpret_cast_0 = memref.reinterpret_cast %arg2 to offset: [0], sizes: [%arg4], strides: [1] : memref<?xi8> to memref<?xi8>
// OUT:     %reinterpret_cast_1 = memref.reinterpret_cast %arg2 to offset: [0], sizes: [%arg4], strides: [1] : memref<?xi8> to memref<?xi8>
// OUT:     %subview = memref.subview %arg2[7] [%arg3] [1] : memref<?xi8> to memref<?xi8, strided<[1], offset: 7>>
// OUT:     %reinterpret_cast_2 = memref.reinterpret_cast %subview to offset: [3], sizes: [%arg4], strides: [1] : memref<?xi8, strided<[1], offset: 7>> to memref<?xi8, strided<[1], offset: 3>>
// OUT:     return %arg0, %cast, %reinterpret_cast_0, %reinterpret_cast_1, %reinterpret_cast_2 : memref<2x3x4xf32>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?xi8>, memref<?xi8>, memref<?xi8, strided<[1], offset: 3>>
// OUT:   }
// OUT: }
// -----

func.func @metadata(%a: memref<8x2xf32>, %b: memref<?x?xf32, strided<[?, ?], offset: ?>>)
    -> (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, index) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a : memref<8x2xf32> -> memref<f32>, index, index, index, index, index
  %0 = memref.reinterpret_cast %base to offset: [%offset], sizes: [%sizes#0, %sizes#1], strides: [%strides#0, %strides#1]
      : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %base2, %offset2, %sizes2:2, %strides2:2 = memref.extract_strided_metadata %b
      : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  %1 = memref.reinterpret_cast %base2 to offset: [%offset2], sizes: [%sizes2#0, %sizes2#1], strides: [%strides2#0, %strides2#1]
      : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %0, %1, %strides#0 : memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, index
}

// OUT: module {
// OUT:   func.func @metadata(%arg0: memref<8x2xf32>, %arg1: memref<?x?xf32, strided<[?, ?], offset: ?>>) -> (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, index) {
// OUT:     %c2 = arith.constant 2 : index
// OUT:     %cast = memref.cast %arg0 : memref<8x2xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// OUT:     return %cast, %arg1, %c2 : memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>, index
// OUT:   }
// OUT: }
// -----

func.func @transposed(%a: memref<1x2x3xf32>) -> (memref<3x1x2xf32, strided<[1, 6, 3]>>, memref<1x2x3xf32>) {
  %0 = memref.transpose %a (i, j, k) -> (j, k, i) : memref<1x2x3xf32> to memref<2x3x1xf32, strided<[3, 1, 6]>>
  %1 = memref.transpose %0 (i, j, k) -> (j, k, i) : memref<2x3x1xf32, strided<[3, 1, 6]>> to memref<3x1x2xf32, strided<[1, 6, 3]>>
  %2 = memref.transpose %0 (i, j, k) -> (k, i, j) : memref<2x3x1xf32, strided<[3, 1, 6]>> to memref<1x2x3xf32>
  return %1, %2 : memref<3x1x2xf32, strided<[1, 6, 3]>>, memref<1x2x3xf32>
}
// The type is the same, the order is not.
func.func @square(%a: memref<?x?xf32, strided<[?, ?], offset: ?>>) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %0 = memref.transpose %a (i, j) -> (j, i) : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
}

// OUT: module {
// OUT:   func.func @transposed(%arg0: memref<1x2x3xf32>) -> (memref<3x1x2xf32, strided<[1, 6, 3]>>, memref<1x2x3xf32>) {
// OUT:     %transpose = memref.transpose %arg0 (d0, d1, d2) -> (d2, d0, d1) : memref<1x2x3xf32> to memref<3x1x2xf32, strided<[1, 6, 3]>>
// OUT:     return %transpose, %arg0 : memref<3x1x2xf32, strided<[1, 6, 3]>>, memref<1x2x3xf32>
// OUT:   }
// OUT:   func.func @square(%arg0: memref<?x?xf32, strided<[?, ?], offset: ?>>) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
// OUT:     %transpose = memref.transpose %arg0 (d0, d1) -> (d1, d0) : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// OUT:     return %transpose : memref<?x?xf32, strided<[?, ?], offset: ?>>
// OUT:   }
// OUT: }
// -----

func.func @views(%a: memref<128xi8>, %b: memref<?xf32>, %n: index, %c: memref<4xf32>, %x: f32)
    -> (memref<i32>, memref<128xi8>, memref<?xf32, 2>, memref<?xf32>, memref<128xi8>, f32) {
  %c0 = arith.constant 0 : index
  %0 = memref.cast %a : memref<128xi8> to memref<?xi8>
  %1 = memref.view %0[%c0][] : memref<?xi8> to memref<i32>
  %2 = memref.view %a[%c0][] : memref<128xi8> to memref<128xi8>
  %3 = memref.memory_space_cast %b : memref<?xf32> to memref<?xf32, 1>
  %4 = memref.memory_space_cast %3 : memref<?xf32, 1> to memref<?xf32, 2>
  %5 = memref.memory_space_cast %3 : memref<?xf32, 1> to memref<?xf32>
  %6 = memref.assume_alignment %a, 16 : memref<128xi8>
  %7 = memref.assume_alignment %6, 8 : memref<128xi8>
  %8 = memref.cast %c : memref<4xf32> to memref<?xf32>
  %9 = memref.atomic_rmw addf %x, %8[%c0] : (f32, memref<?xf32>) -> f32
  return %1, %2, %4, %5, %7, %9 : memref<i32>, memref<128xi8>, memref<?xf32, 2>, memref<?xf32>, memref<128xi8>, f32
}

// OUT: module {
// OUT:   func.func @views(%arg0: memref<128xi8>, %arg1: memref<?xf32>, %arg2: index, %arg3: memref<4xf32>, %arg4: f32) -> (memref<i32>, memref<128xi8>, memref<?xf32, 2>, memref<?xf32>, memref<128xi8>, f32) {
// OUT:     %c0 = arith.constant 0 : index
// OUT:     %view = memref.view %arg0[%c0][] : memref<128xi8> to memref<i32>
// OUT:     %memspacecast = memref.memory_space_cast %arg1 : memref<?xf32> to memref<?xf32, 2>
// OUT:     %assume_align = memref.assume_alignment %arg0, 16 : memref<128xi8>
// OUT:     %0 = memref.atomic_rmw addf %arg4, %arg3[%c0] : (f32, memref<4xf32>) -> f32
// OUT:     return %view, %arg0, %memspacecast, %arg1, %assume_align, %0 : memref<i32>, memref<128xi8>, memref<?xf32, 2>, memref<?xf32>, memref<128xi8>, f32
// OUT:   }
// OUT: }
// -----

func.func @subviews(%a: memref<20x42xf32>, %b: memref<?xf32, strided<[?], offset: ?>>, %n: index)
    -> (memref<20x42xf32, strided<[42, 1]>>, memref<?xf32, strided<[?], offset: ?>>) {
  %0 = memref.subview %a[0, 0] [20, 42] [1, 1] : memref<20x42xf32> to memref<20x42xf32, strided<[42, 1]>>
  %1 = memref.subview %b[5] [%n] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  %2 = memref.subview %1[0] [%n] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  return %0, %2 : memref<20x42xf32, strided<[42, 1]>>, memref<?xf32, strided<[?], offset: ?>>
}

// OUT: module {
// OUT:   func.func @subviews(%arg0: memref<20x42xf32>, %arg1: memref<?xf32, strided<[?], offset: ?>>, %arg2: index) -> (memref<20x42xf32, strided<[42, 1]>>, memref<?xf32, strided<[?], offset: ?>>) {
// OUT:     %cast = memref.cast %arg0 : memref<20x42xf32> to memref<20x42xf32, strided<[42, 1]>>
// OUT:     %subview = memref.subview %arg1[5] [%arg2] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// OUT:     return %cast, %subview : memref<20x42xf32, strided<[42, 1]>>, memref<?xf32, strided<[?], offset: ?>>
// OUT:   }
// OUT: }
// -----

// The size is read before the shape changes.
func.func @size_of_reshape(%a: memref<?xf32>, %shape: memref<2xi32>, %x: i32) -> (index, memref<?x?xf32>) {
  %c1 = arith.constant 1 : index
  %0 = memref.reshape %a(%shape) : (memref<?xf32>, memref<2xi32>) -> memref<?x?xf32>
  memref.store %x, %shape[%c1] : memref<2xi32>
  %1 = memref.dim %0, %c1 : memref<?x?xf32>
  return %1, %0 : index, memref<?x?xf32>
}

// OUT: module {
// OUT:   func.func @size_of_reshape(%arg0: memref<?xf32>, %arg1: memref<2xi32>, %arg2: i32) -> (index, memref<?x?xf32>) {
// OUT:     %c1 = arith.constant 1 : index
// OUT:     %reshape = memref.reshape %arg0(%arg1) : (memref<?xf32>, memref<2xi32>) -> memref<?x?xf32>
// OUT:     %0 = memref.load %arg1[%c1] : memref<2xi32>
// OUT:     %1 = arith.index_cast %0 : i32 to index
// OUT:     memref.store %arg2, %arg1[%c1] : memref<2xi32>
// OUT:     return %1, %reshape : index, memref<?x?xf32>
// OUT:   }
// OUT: }
// -----

func.func private @use(memref<4xi32>)
func.func @scopes(%c: i1, %m: memref<i32>, %x: i32) {
  scf.if %c {
    memref.alloca_scope {
      memref.store %x, %m[] : memref<i32>
    }
    memref.alloca_scope {
      %a = memref.alloca() : memref<4xi32>
      func.call @use(%a) : (memref<4xi32>) -> ()
    }
  }
  %r = memref.alloca_scope -> (i32) {
    %b = memref.alloca() : memref<4xi32>
    func.call @use(%b) : (memref<4xi32>) -> ()
    memref.alloca_scope.return %x : i32
  }
  return
}

// OUT: module {
// OUT:   func.func private @use(memref<4xi32>)
// OUT:   func.func @scopes(%arg0: i1, %arg1: memref<i32>, %arg2: i32) {
// OUT:     scf.if %arg0 {
// OUT:       memref.store %arg2, %arg1[] : memref<i32>
// OUT:       memref.alloca_scope  {
// OUT:         %alloca_0 = memref.alloca() : memref<4xi32>
// OUT:         func.call @use(%alloca_0) : (memref<4xi32>) -> ()
// OUT:       }
// OUT:     }
// OUT:     %alloca = memref.alloca() : memref<4xi32>
// OUT:     call @use(%alloca) : (memref<4xi32>) -> ()
// OUT:     return
// OUT:   }
// OUT: }
