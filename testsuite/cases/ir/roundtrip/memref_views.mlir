// RUN: roundtrip

func.func @part_of_the_rows(%m: memref<8x16xf32>, %first: index, %n: index) -> memref<?x16xf32, strided<[16, 1], offset: ?>> {
  %rows = memref.subview %m[%first, 0] [%n, 16] [1, 1] : memref<8x16xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
  return %rows : memref<?x16xf32, strided<[16, 1], offset: ?>>
}

// OUT: module {
// OUT:   func.func @part_of_the_rows(%arg0: memref<8x16xf32>, %arg1: index, %arg2: index) -> memref<?x16xf32, strided<[16, 1], offset: ?>> {
// OUT:     %subview = memref.subview %arg0[%arg1, 0] [%arg2, 16] [1, 1] : memref<8x16xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
// OUT:     return %subview : memref<?x16xf32, strided<[16, 1], offset: ?>>
// OUT:   }
// OUT: }
// -----

func.func @every_second_element(%m: memref<16xf32>) {
  %even = memref.subview %m[0] [8] [2] : memref<16xf32> to memref<8xf32, strided<[2]>>
  return
}

// OUT: module {
// OUT:   func.func @every_second_element(%arg0: memref<16xf32>) {
// OUT:     %subview = memref.subview %arg0[0] [8] [2] : memref<16xf32> to memref<8xf32, strided<[2]>>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @one_row_without_its_dimension(%m: memref<8x16xf32>) {
  %row = memref.subview %m[3, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<16xf32, strided<[1], offset: 48>>
  return
}

// OUT: module {
// OUT:   func.func @one_row_without_its_dimension(%arg0: memref<8x16xf32>) {
// OUT:     %subview = memref.subview %arg0[3, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<16xf32, strided<[1], offset: 48>>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @two_unit_dimensions_and_one_kept(%m: memref<4x1x8xf32, strided<[8, 8, 1]>>) {
  %v = memref.subview %m[2, 0, 0] [1, 1, 8] [1, 1, 1] : memref<4x1x8xf32, strided<[8, 8, 1]>> to memref<1x8xf32, strided<[8, 1], offset: 16>>
  return
}

// OUT: module {
// OUT:   func.func @two_unit_dimensions_and_one_kept(%arg0: memref<4x1x8xf32, strided<[8, 8, 1]>>) {
// OUT:     %subview = memref.subview %arg0[2, 0, 0] [1, 1, 8] [1, 1, 1] : memref<4x1x8xf32, strided<[8, 8, 1]>> to memref<1x8xf32, strided<[8, 1], offset: 16>>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @dynamic_strides_and_offset(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>, %o: index, %s: index) {
  %v = memref.subview %m[%o, 1] [4, %s] [%s, 2] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<4x?xf32, strided<[?, ?], offset: ?>>
  return
}

// OUT: module {
// OUT:   func.func @dynamic_strides_and_offset(%arg0: memref<?x?xf32, strided<[?, ?], offset: ?>>, %arg1: index, %arg2: index) {
// OUT:     %subview = memref.subview %arg0[%arg1, 1] [4, %arg2] [%arg2, 2] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<4x?xf32, strided<[?, ?], offset: ?>>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @point_of_a_scalar(%m: memref<f32>) {
  %v = memref.subview %m[] [] [] : memref<f32> to memref<f32, strided<[]>>
  return
}

// OUT: module {
// OUT:   func.func @point_of_a_scalar(%arg0: memref<f32>) {
// OUT:     %subview = memref.subview %arg0[] [] [] : memref<f32> to memref<f32, strided<[]>>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @reinterpret_constants(%m: memref<*xf32>) {
  %v = memref.reinterpret_cast %m to offset: [4], sizes: [2, 3], strides: [3, 1] {tag} : memref<*xf32> to memref<2x3xf32, strided<[3, 1], offset: 4>>
  return
}

// OUT: module {
// OUT:   func.func @reinterpret_constants(%arg0: memref<*xf32>) {
// OUT:     %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [4], sizes: [2, 3], strides: [3, 1] {tag} : memref<*xf32> to memref<2x3xf32, strided<[3, 1], offset: 4>>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @reinterpret_values(%m: memref<64xi8, 1>, %o: index, %n: index) {
  %v = memref.reinterpret_cast %m to offset: [%o], sizes: [%n, 4], strides: [4, %n] : memref<64xi8, 1> to memref<?x4xi8, strided<[4, ?], offset: ?>, 1>
  return
}

// OUT: module {
// OUT:   func.func @reinterpret_values(%arg0: memref<64xi8, 1>, %arg1: index, %arg2: index) {
// OUT:     %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [%arg1], sizes: [%arg2, 4], strides: [4, %arg2] : memref<64xi8, 1> to memref<?x4xi8, strided<[4, ?], offset: ?>, 1>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @bytes_as_floats(%bytes: memref<2048xi8>, %first: index, %n: index) {
  %fixed = memref.view %bytes[%first][] : memref<2048xi8> to memref<64x4xf32>
  %open = memref.view %bytes[%first][%n, %n] : memref<2048xi8> to memref<?x4x?xf32>
  return
}

// OUT: module {
// OUT:   func.func @bytes_as_floats(%arg0: memref<2048xi8>, %arg1: index, %arg2: index) {
// OUT:     %view = memref.view %arg0[%arg1][] : memref<2048xi8> to memref<64x4xf32>
// OUT:     %view_0 = memref.view %arg0[%arg1][%arg2, %arg2] : memref<2048xi8> to memref<?x4x?xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @transposed(%m: memref<4x?x2xf32, strided<[?, 2, 1], offset: ?>>) {
  %t = memref.transpose %m (i, j, k) -> (k, i, j) : memref<4x?x2xf32, strided<[?, 2, 1], offset: ?>> to memref<2x4x?xf32, strided<[1, ?, 2], offset: ?>>
  return
}

// OUT: module {
// OUT:   func.func @transposed(%arg0: memref<4x?x2xf32, strided<[?, 2, 1], offset: ?>>) {
// OUT:     %transpose = memref.transpose %arg0 (d0, d1, d2) -> (d2, d0, d1) : memref<4x?x2xf32, strided<[?, 2, 1], offset: ?>> to memref<2x4x?xf32, strided<[1, ?, 2], offset: ?>>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @dimensions_split(%m: memref<8x?xf32>, %n: index) {
  %e = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [2, 4, %n, 5] : memref<8x?xf32> into memref<2x4x?x5xf32>
  return
}

// OUT: module {
// OUT:   func.func @dimensions_split(%arg0: memref<8x?xf32>, %arg1: index) {
// OUT:     %expand_shape = memref.expand_shape %arg0 [[0, 1], [2, 3]] output_shape [2, 4, %arg1, 5] : memref<8x?xf32> into memref<2x4x?x5xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @strided_dimension_split(%m: memref<12xf32, strided<[3], offset: 7>>) {
  %e = memref.expand_shape %m [[0, 1]] output_shape [3, 4] : memref<12xf32, strided<[3], offset: 7>> into memref<3x4xf32, strided<[12, 3], offset: 7>>
  return
}

// OUT: module {
// OUT:   func.func @strided_dimension_split(%arg0: memref<12xf32, strided<[3], offset: 7>>) {
// OUT:     %expand_shape = memref.expand_shape %arg0 [[0, 1]] output_shape [3, 4] : memref<12xf32, strided<[3], offset: 7>> into memref<3x4xf32, strided<[12, 3], offset: 7>>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @scalar_to_ones_and_back(%m: memref<f32>) {
  %e = memref.expand_shape %m [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  %c = memref.collapse_shape %e [] : memref<1x1xf32> into memref<f32>
  return
}

// OUT: module {
// OUT:   func.func @scalar_to_ones_and_back(%arg0: memref<f32>) {
// OUT:     %expand_shape = memref.expand_shape %arg0 [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
// OUT:     %collapse_shape = memref.collapse_shape %expand_shape [] : memref<1x1xf32> into memref<f32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @dimensions_joined(%m: memref<2x?x4xf32>) {
  %c = memref.collapse_shape %m [[0, 1], [2]] {tag = 1} : memref<2x?x4xf32> into memref<?x4xf32>
  return
}

// OUT: module {
// OUT:   func.func @dimensions_joined(%arg0: memref<2x?x4xf32>) {
// OUT:     %collapse_shape = memref.collapse_shape %arg0 [[0, 1], [2]] {tag = 1 : i64} : memref<2x?x4xf32> into memref<?x4xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @strided_dimensions_joined(%m: memref<2x3x1x5xf32, strided<[30, 10, 77, 2], offset: ?>>) {
  %c = memref.collapse_shape %m [[0, 1], [2, 3]] : memref<2x3x1x5xf32, strided<[30, 10, 77, 2], offset: ?>> into memref<6x5xf32, strided<[10, 2], offset: ?>>
  return
}

// OUT: module {
// OUT:   func.func @strided_dimensions_joined(%arg0: memref<2x3x1x5xf32, strided<[30, 10, 77, 2], offset: ?>>) {
// OUT:     %collapse_shape = memref.collapse_shape %arg0 [[0, 1], [2, 3]] : memref<2x3x1x5xf32, strided<[30, 10, 77, 2], offset: ?>> into memref<6x5xf32, strided<[10, 2], offset: ?>>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @shape_from_a_buffer(%m: memref<4x4xf32>, %two: memref<2xi32>, %any: memref<?xindex>) {
  %r = memref.reshape %m(%two) : (memref<4x4xf32>, memref<2xi32>) -> memref<?x?xf32>
  %u = memref.reshape %m(%any) : (memref<4x4xf32>, memref<?xindex>) -> memref<*xf32>
  return
}

// OUT: module {
// OUT:   func.func @shape_from_a_buffer(%arg0: memref<4x4xf32>, %arg1: memref<2xi32>, %arg2: memref<?xindex>) {
// OUT:     %reshape = memref.reshape %arg0(%arg1) : (memref<4x4xf32>, memref<2xi32>) -> memref<?x?xf32>
// OUT:     %reshape_0 = memref.reshape %arg0(%arg2) : (memref<4x4xf32>, memref<?xindex>) -> memref<*xf32>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @parts_of_a_buffer(%m: memref<?x?xf32, strided<[?, 1], offset: ?>, 3>) -> (index, index) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<?x?xf32, strided<[?, 1], offset: ?>, 3> -> memref<f32, 3>, index, index, index, index, index
  return %sizes#1, %strides#0 : index, index
}

// OUT: module {
// OUT:   func.func @parts_of_a_buffer(%arg0: memref<?x?xf32, strided<[?, 1], offset: ?>, 3>) -> (index, index) {
// OUT:     %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<?x?xf32, strided<[?, 1], offset: ?>, 3> -> memref<f32, 3>, index, index, index, index, index
// OUT:     return %sizes#1, %strides#0 : index, index
// OUT:   }
// OUT: }
// -----

func.func @parts_of_a_scalar(%m: memref<f32>) -> index {
  %base, %offset = memref.extract_strided_metadata %m : memref<f32> -> memref<f32>, index
  return %offset : index
}

// OUT: module {
// OUT:   func.func @parts_of_a_scalar(%arg0: memref<f32>) -> index {
// OUT:     %base_buffer, %offset = memref.extract_strided_metadata %arg0 : memref<f32> -> memref<f32>, index
// OUT:     return %offset : index
// OUT:   }
// OUT: }
// -----

func.func @address(%m: memref<?xf32>) -> index {
  %p = memref.extract_aligned_pointer_as_index %m : memref<?xf32> -> index
  return %p : index
}

// OUT: module {
// OUT:   func.func @address(%arg0: memref<?xf32>) -> index {
// OUT:     %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<?xf32> -> index
// OUT:     return %intptr : index
// OUT:   }
// OUT: }
// -----

func.func @casts(%m: memref<4x?xf32>, %u: memref<*xf32, 2>) {
  %less = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %strided = memref.cast %m : memref<4x?xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
  %unranked = memref.cast %m : memref<4x?xf32> to memref<*xf32>
  %ranked = memref.cast %u : memref<*xf32, 2> to memref<f32, 2>
  return
}

// OUT: module {
// OUT:   func.func @casts(%arg0: memref<4x?xf32>, %arg1: memref<*xf32, 2>) {
// OUT:     %cast = memref.cast %arg0 : memref<4x?xf32> to memref<?x?xf32>
// OUT:     %cast_0 = memref.cast %arg0 : memref<4x?xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
// OUT:     %cast_1 = memref.cast %arg0 : memref<4x?xf32> to memref<*xf32>
// OUT:     %cast_2 = memref.cast %arg1 : memref<*xf32, 2> to memref<f32, 2>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @other_space(%m: memref<4xf32, "near">, %u: memref<*xf32>) {
  %far = memref.memory_space_cast %m : memref<4xf32, "near"> to memref<4xf32>
  %unranked = memref.memory_space_cast %u : memref<*xf32> to memref<*xf32, 5>
  return
}

// OUT: module {
// OUT:   func.func @other_space(%arg0: memref<4xf32, "near">, %arg1: memref<*xf32>) {
// OUT:     %memspacecast = memref.memory_space_cast %arg0 : memref<4xf32, "near"> to memref<4xf32>
// OUT:     %memspacecast_0 = memref.memory_space_cast %arg1 : memref<*xf32> to memref<*xf32, 5>
// OUT:     return
// OUT:   }
// OUT: }
// -----

func.func @known_alignment(%m: memref<4xf32>) -> memref<4xf32> {
  %a = memref.assume_alignment %m, 64 : memref<4xf32>
  memref.assume_alignment %m, 1 {tag} : memref<4xf32>
  return %a : memref<4xf32>
}

// OUT: module {
// OUT:   func.func @known_alignment(%arg0: memref<4xf32>) -> memref<4xf32> {
// OUT:     %assume_align = memref.assume_alignment %arg0, 64 : memref<4xf32>
// OUT:     %assume_align_0 = memref.assume_alignment %arg0, 1 {tag} : memref<4xf32>
// OUT:     return %assume_align : memref<4xf32>
// OUT:   }
// OUT: }
// -----

func.func @never_overlap(%a: memref<4xf32>, %b: memref<?xi8>) -> memref<?xi8> {
  %x, %y = memref.distinct_objects %a, %b : memref<4xf32>, memref<?xi8>
  return %y : memref<?xi8>
}

// OUT: module {
// OUT:   func.func @never_overlap(%arg0: memref<4xf32>, %arg1: memref<?xi8>) -> memref<?xi8> {
// OUT:     %0:2 = memref.distinct_objects %arg0, %arg1 : memref<4xf32>, memref<?xi8>
// OUT:     return %0#1 : memref<?xi8>
// OUT:   }
// OUT: }
// -----

func.func @rank_and_size(%m: memref<?x4xf32>, %u: memref<*xf32>, %i: index) -> (index, index, index) {
  %r = memref.rank %u : memref<*xf32>
  %s = memref.dim %m, %i : memref<?x4xf32>
  %t = memref.dim {tag} %u, %i : memref<*xf32>
  return %r, %s, %t : index, index, index
}

// OUT: module {
// OUT:   func.func @rank_and_size(%arg0: memref<?x4xf32>, %arg1: memref<*xf32>, %arg2: index) -> (index, index, index) {
// OUT:     %0 = memref.rank %arg1 : memref<*xf32>
// OUT:     %dim = memref.dim %arg0, %arg2 : memref<?x4xf32>
// OUT:     %dim_0 = memref.dim {tag} %arg1, %arg2 : memref<*xf32>
// OUT:     return %0, %dim, %dim_0 : index, index, index
// OUT:   }
// OUT: }
