// RUN: opt --verify-diagnostics

func.func @offset_outside(%m: memref<8xf32>) {
  // expected-error@+1 {{offset 0 is out-of-bounds: 8 >= 8}}
  %0 = memref.subview %m[8] [1] [1] : memref<8xf32> to memref<1xf32, strided<[1], offset: 8>>
  return
}
// -----

func.func @slice_runs_outside(%m: memref<8xf32>) {
  // expected-error@+1 {{slice along dimension 0 runs out-of-bounds: 9 >= 8}}
  %0 = memref.subview %m[3] [4] [2] : memref<8xf32> to memref<4xf32, strided<[2], offset: 3>>
  return
}
// -----

func.func @negative_offset(%m: memref<8xf32>) {
  // expected-error@+1 {{expected offsets to be non-negative, but got -1}}
  %0 = memref.subview %m[-1] [1] [1] : memref<8xf32> to memref<1xf32, strided<[1], offset: -1>>
  return
}
// -----

func.func @too_few_offsets(%m: memref<8x8xf32>) {
  // expected-error@+1 {{expected mixed offsets rank to match mixed sizes rank}}
  %0 = memref.subview %m[0] [1, 1] [1, 1] : memref<8x8xf32> to memref<1x1xf32, strided<[8, 1]>>
  return
}
// -----

func.func @too_few_lists(%m: memref<8x8xf32>) {
  // expected-error@+1 {{expected 2 offset values, got 1}}
  %0 = memref.subview %m[0] [1] [1] : memref<8x8xf32> to memref<1xf32, strided<[1]>>
  return
}
// -----

func.func @wrong_size(%m: memref<8xf32>) {
  // expected-error@+1 {{or a rank-reduced version. (mismatch of result sizes)}}
  %0 = memref.subview %m[0] [4] [1] : memref<8xf32> to memref<3xf32, strided<[1]>>
  return
}
// -----

func.func @wrong_layout(%m: memref<8x8xf32>) {
  // expected-error@+1 {{or a rank-reduced version. (mismatch of result layout)}}
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32>
  return
}
// -----

func.func @wrong_offset(%m: memref<8xf32>, %o: index) {
  // expected-error@+1 {{(mismatch of result layout)}}
  %0 = memref.subview %m[%o] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  return
}
// -----

func.func @rank_grows(%m: memref<8xf32>) {
  // expected-error@+1 {{expected result rank to be smaller or equal to}}
  %0 = memref.subview %m[0] [4] [1] : memref<8xf32> to memref<4x1xf32, strided<[1, 1]>>
  return
}
// -----

func.func @another_element(%m: memref<8xf32>) {
  // expected-error@+1 {{expected result element type to be 'f32'}}
  %0 = memref.subview %m[0] [4] [1] : memref<8xf32> to memref<4xi32, strided<[1]>>
  return
}
// -----

func.func @another_space(%m: memref<8xf32, 1>) {
  // expected-error@+1 {{different memory spaces specified for base memref type 'memref<8xf32, 1>' and subview memref type}}
  %0 = memref.subview %m[0] [4] [1] : memref<8xf32, 1> to memref<4xf32, strided<[1]>>
  return
}
// -----

func.func @part_of_tiles(%m: memref<8xf32, affine_map<(i) -> (i floordiv 2, i mod 2)>>) {
  // expected-error@+1 {{is not strided}}
  %0 = memref.subview %m[0] [4] [1] : memref<8xf32, affine_map<(i) -> (i floordiv 2, i mod 2)>> to memref<4xf32, strided<[1]>>
  return
}
// -----

func.func @no_list(%m: memref<8xf32>) {
  // expected-error@+1 {{integer}}
  %0 = memref.subview %m[f32] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  return
}
// -----

func.func @reinterpreted_size(%m: memref<8xf32>) {
  // expected-error@+1 {{expected result type with size = 4 instead of 3 in dim = 0}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<8xf32> to memref<3xf32>
  return
}
// -----

func.func @reinterpreted_offset(%m: memref<8xf32>, %o: index) {
  // expected-error@+1 {{expected result type with offset = dynamic instead of 0}}
  %0 = memref.reinterpret_cast %m to offset: [%o], sizes: [4], strides: [1] : memref<8xf32> to memref<4xf32>
  return
}
// -----

func.func @reinterpreted_stride(%m: memref<8xf32>) {
  // expected-error@+1 {{expected result type with stride = 2 instead of 1 in dim = 0}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [2] : memref<8xf32> to memref<4xf32>
  return
}
// -----

func.func @reinterpreted_element(%m: memref<8xf32>) {
  // expected-error@+1 {{different element types specified for source type}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<8xf32> to memref<4xi32>
  return
}
// -----

func.func @reinterpreted_with_two_offsets(%m: memref<8xf32>) {
  // expected-error@+1 {{expected 1 offset values, got 2}}
  %0 = memref.reinterpret_cast %m to offset: [0, 0], sizes: [4, 1], strides: [1, 1] : memref<8xf32> to memref<4x1xf32>
  return
}
// -----

func.func @view_of_words(%m: memref<64xi32>, %s: index) {
  // expected-error@+1 {{operand #0 must be 1D memref of 8-bit signless integer values}}
  %0 = memref.view %m[%s][] : memref<64xi32> to memref<4xf32>
  return
}
// -----

func.func @view_with_a_layout(%m: memref<64xi8>, %s: index) {
  // expected-error@+1 {{unsupported map for result memref type}}
  %0 = memref.view %m[%s][] : memref<64xi8> to memref<4xf32, strided<[2]>>
  return
}
// -----

func.func @view_without_a_size(%m: memref<64xi8>, %s: index) {
  // expected-error@+1 {{incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = memref.view %m[%s][] : memref<64xi8> to memref<?xf32>
  return
}
// -----

func.func @view_in_another_space(%m: memref<64xi8, 2>, %s: index) {
  // expected-error@+1 {{different memory spaces specified for base memref type}}
  %0 = memref.view %m[%s][] : memref<64xi8, 2> to memref<4xf32>
  return
}
// -----

func.func @no_permutation(%m: memref<4x8xf32>) {
  // expected-error@+1 {{expected a permutation map}}
  %0 = memref.transpose %m (i, j) -> (i, i) : memref<4x8xf32> to memref<4x4xf32>
  return
}
// -----

func.func @permutation_of_another_rank(%m: memref<4x8xf32>) {
  // expected-error@+1 {{expected a permutation map of same rank as the input}}
  %0 = memref.transpose %m (i, j, k) -> (k, i, j) : memref<4x8xf32> to memref<8x4xf32>
  return
}
// -----

func.func @transposed_without_strides(%m: memref<4x8xf32>) {
  // expected-error@+1 {{is not equivalent to the canonical transposed input type}}
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32>
  return
}
// -----

func.func @wrong_number_of_groups(%m: memref<8xf32>) {
  // expected-error@+1 {{invalid number of reassociation groups: found 2, expected 1}}
  %0 = memref.expand_shape %m [[0], [1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  return
}
// -----

func.func @groups_with_a_gap(%m: memref<2x2x2xf32>) {
  // expected-error@+1 {{reassociation indices must be contiguous}}
  %0 = memref.collapse_shape %m [[0, 2], [1]] : memref<2x2x2xf32> into memref<4x2xf32>
  return
}
// -----

func.func @group_outside(%m: memref<2x2xf32>) {
  // expected-error@+1 {{reassociation index 2 is out of bounds}}
  %0 = memref.collapse_shape %m [[0, 1, 2]] : memref<2x2xf32> into memref<4xf32>
  return
}
// -----

func.func @groups_that_leave_a_dimension(%m: memref<2x2xf32>) {
  // expected-error@+1 {{inconsistent with number of reassociation indices (1)}}
  %0 = memref.collapse_shape %m [[0]] : memref<2x2xf32> into memref<2xf32>
  return
}
// -----

func.func @group_of_another_size(%m: memref<8xf32>) {
  // expected-error@+1 {{collapsed dim size (8) must equal reassociation group size (6)}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 3] : memref<8xf32> into memref<2x3xf32>
  return
}
// -----

func.func @group_that_becomes_dynamic(%m: memref<8xf32>, %n: index) {
  // expected-error@+1 {{collapsed dim (0) must be dynamic if and only if reassociation group is dynamic}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2, %n] : memref<8xf32> into memref<2x?xf32>
  return
}
// -----

func.func @not_an_expansion(%m: memref<2x4xf32>) {
  // expected-error@+1 {{has source rank 2 and result rank 1. This is not an expansion (2 > 1)}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [8] : memref<2x4xf32> into memref<8xf32>
  return
}
// -----

func.func @expanded_with_a_layout(%m: memref<8xf32>) {
  // expected-error@+1 {{expected expanded type to be}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32, strided<[4, 1]>>
  return
}
// -----

func.func @output_shape_of_another_rank(%m: memref<8xf32>) {
  // expected-error@+1 {{expected number of static shape bounds to be equal to the output rank (2)}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2] : memref<8xf32> into memref<2x4xf32>
  return
}
// -----

func.func @output_shape_of_another_size(%m: memref<8xf32>) {
  // expected-error@+1 {{invalid output shape provided at pos 1}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 3] : memref<8xf32> into memref<2x4xf32>
  return
}
// -----

func.func @far_apart(%m: memref<2x4xf32, strided<[9, 1]>>) {
  // expected-error@+1 {{invalid source layout map or collapsing non-contiguous dims}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<2x4xf32, strided<[9, 1]>> into memref<8xf32, strided<[1]>>
  return
}
// -----

func.func @collapsed_without_a_layout(%m: memref<2x4xf32, strided<[8, 2]>>) {
  // expected-error@+1 {{expected collapsed type to be}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<2x4xf32, strided<[8, 2]>> into memref<8xf32>
  return
}
// -----

func.func @two_is_not_one(%m: memref<2xf32>) {
  // expected-error@+1 {{rank 0 memrefs can only be extended/collapsed with/from ones}}
  %0 = memref.collapse_shape %m [] : memref<2xf32> into memref<f32>
  return
}
// -----

func.func @reshaped_to_another_element(%m: memref<4xf32>, %s: memref<1xi32>) {
  // expected-error@+1 {{element types of source and destination memref types should be the same}}
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<1xi32>) -> memref<?xi32>
  return
}
// -----

func.func @reshaped_by_an_open_shape(%m: memref<4xf32>, %s: memref<?xi32>) {
  // expected-error@+1 {{cannot use shape operand with dynamic length to reshape to statically-ranked memref type}}
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<?xi32>) -> memref<?xf32>
  return
}
// -----

func.func @reshaped_to_another_rank(%m: memref<4xf32>, %s: memref<1xi32>) {
  // expected-error@+1 {{length of shape operand differs from the result's memref rank}}
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<1xi32>) -> memref<?x?xf32>
  return
}
// -----

func.func @reshaped_by_floats(%m: memref<4xf32>, %s: memref<1xf32>) {
  // expected-error@+1 {{operand #1 must be 1D memref of signless integer or index values}}
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<1xf32>) -> memref<?xf32>
  return
}
// -----

func.func @cast_between_unranked(%m: memref<*xf32>) {
  // expected-error@+1 {{operand type 'memref<*xf32>' and result type 'memref<*xf32>' are cast incompatible}}
  %0 = memref.cast %m : memref<*xf32> to memref<*xf32>
  return
}
// -----

func.func @cast_of_strides(%m: memref<4x4xf32, strided<[8, 1]>>) {
  // expected-error@+1 {{are cast incompatible}}
  %0 = memref.cast %m : memref<4x4xf32, strided<[8, 1]>> to memref<4x4xf32, strided<[4, 1]>>
  return
}
// -----

func.func @cast_of_sizes(%m: memref<4xf32>) {
  // expected-error@+1 {{operand type 'memref<4xf32>' and result type 'memref<5xf32>' are cast incompatible}}
  %0 = memref.cast %m : memref<4xf32> to memref<5xf32>
  return
}
// -----

func.func @cast_of_spaces(%m: memref<4xf32>) {
  // expected-error@+1 {{are cast incompatible}}
  %0 = memref.cast %m : memref<4xf32> to memref<4xf32, 1>
  return
}
// -----

func.func @space_cast_of_sizes(%m: memref<4xf32>) {
  // expected-error@+1 {{are cast incompatible}}
  %0 = memref.memory_space_cast %m : memref<4xf32> to memref<?xf32, 1>
  return
}
// -----

func.func @space_cast_of_elements(%m: memref<4xf32>) {
  // expected-error@+1 {{are cast incompatible}}
  %0 = memref.memory_space_cast %m : memref<4xf32> to memref<4xi32, 1>
  return
}
// -----

func.func @too_many_parts(%m: memref<4xf32>) {
  // expected-error@+1 {{inferred type(s) 'memref<f32>', 'index', 'index', 'index' are incompatible with return type(s) of operation}}
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<4xf32> -> memref<f32>, index, index, index, index, index
  return
}
// -----

func.func @parts_of_tiles(%m: memref<4xf32, affine_map<(i) -> (i floordiv 2)>>) {
  // expected-error@+1 {{operand #0 must be strided memref of any type values}}
  %b, %o, %s, %t = memref.extract_strided_metadata %m : memref<4xf32, affine_map<(i) -> (i floordiv 2)>> -> memref<f32>, index, index, index
  return
}
// -----

func.func @alignment_of_seventeen(%m: memref<4xf32>) {
  // expected-error@+1 {{alignment must be power of 2}}
  %0 = memref.assume_alignment %m, 17 : memref<4xf32>
  return
}
// -----

func.func @alignment_of_zero(%m: memref<4xf32>) {
  // expected-error@+1 {{attribute 'alignment' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
  %0 = memref.assume_alignment %m, 0 : memref<4xf32>
  return
}
// -----

func.func @nothing_to_tell_apart() {
  // expected-error@+1 {{expected at least one operand}}
  "memref.distinct_objects"() : () -> ()
  return
}
