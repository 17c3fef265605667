// RUN: opt --verify-diagnostics

func.func @extract_too_deep(%v: vector<4x8xf32>, %i: index) {
  // expected-error@+1 {{expected position attribute of rank no greater than vector rank}}
  vector.extract %v[0, %i, 0] : f32 from vector<4x8xf32>
  return
}

// -----

func.func @extract_out_of_range(%v: vector<4x8xf32>) {
  // expected-error@+1 {{expected position attribute #2 to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)}}
  vector.extract %v[0, 8] : f32 from vector<4x8xf32>
  return
}

// -----

func.func @extract_below_poison(%v: vector<4x8xf32>) {
  // expected-error@+1 {{expected position attribute #1 to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)}}
  vector.extract %v[-2] : vector<8xf32> from vector<4x8xf32>
  return
}

// -----

func.func @extract_of_other_type(%v: vector<4x8xf32>) {
  // expected-error@+1 {{inferred type(s) 'vector<8xf32>' are incompatible with return type(s) of operation 'vector<4xf32>'}}
  vector.extract %v[0] : vector<4xf32> from vector<4x8xf32>
  return
}

// -----

func.func @extract_of_other_element(%v: vector<4xf32>) {
  // expected-error@+1 {{failed to verify that operand and result have same element type}}
  vector.extract %v[0] : i32 from vector<4xf32>
  return
}

// -----

func.func @extract_to_zero_rank(%v: vector<4xf32>) {
  // expected-error@+1 {{expected a scalar instead of a 0-d vector as the result type}}
  vector.extract %v[0] : vector<f32> from vector<4xf32>
  return
}

// -----

func.func @extract_from_scalar(%x: f32) {
  // expected-error@+1 {{operand #0 must be vector of any type values, but got 'f32'}}
  vector.extract %x[] : f32 from f32
  return
}

// -----

func.func @extract_without_list(%v: vector<4xf32>) {
  // expected-error@+1 {{expected '[' }}
  vector.extract %v : vector<4xf32> from vector<4xf32>
  return
}

// -----

func.func @extract_with_lost_position(%v: vector<4xf32>) {
  // expected-error@+1 {{mismatch between dynamic and static positions}}
  %0 = "vector.extract"(%v) <{static_position = array<i64: -9223372036854775808>}> : (vector<4xf32>) -> f32
  return
}

// -----

func.func @extract_at_wide_integer(%v: vector<4xf32>, %i: i64) {
  // expected-error@+1 {{use of value '%i' expects different type than prior uses: 'index' vs 'i64'}}
  vector.extract %v[%i] : f32 from vector<4xf32>
  return
}

// -----

func.func @insert_too_deep(%x: f32, %v: vector<4x8xf32>) {
  // expected-error@+1 {{expected position attribute of rank no greater than dest vector rank}}
  vector.insert %x, %v[0, 0, 0] : f32 into vector<4x8xf32>
  return
}

// -----

func.func @insert_of_other_rank(%x: vector<8xf32>, %v: vector<2x4x8xf32>) {
  // expected-error@+1 {{expected position attribute rank + source rank to match dest vector rank}}
  vector.insert %x, %v[1] : vector<8xf32> into vector<2x4x8xf32>
  return
}

// -----

func.func @insert_of_scalar_too_high(%x: f32, %v: vector<4x8xf32>) {
  // expected-error@+1 {{expected position attribute rank to match the dest vector rank}}
  vector.insert %x, %v[0] : f32 into vector<4x8xf32>
  return
}

// -----

func.func @insert_out_of_range(%x: f32, %v: vector<4x8xf32>) {
  // expected-error@+1 {{expected position attribute #1 to be a non-negative integer smaller than the corresponding dest vector dimension}}
  vector.insert %x, %v[4, 0] : f32 into vector<4x8xf32>
  return
}

// -----

func.func @insert_of_zero_rank(%x: vector<f32>, %v: vector<4xf32>) {
  // expected-error@+1 {{expected a scalar instead of a 0-d vector as the source operand}}
  vector.insert %x, %v[0] : vector<f32> into vector<4xf32>
  return
}

// -----

func.func @insert_of_other_element(%x: i32, %v: vector<4xf32>) {
  // expected-error@+1 {{failed to verify that source operand and result have same element type}}
  vector.insert %x, %v[0] : i32 into vector<4xf32>
  return
}

// -----

func.func @insert_into_two_types(%x: f32, %v: vector<4xf32>) {
  // expected-error@+1 {{failed to verify that all of {dest, result} have same type}}
  %0 = "vector.insert"(%x, %v) <{static_position = array<i64: 0>}> : (f32, vector<4xf32>) -> vector<8xf32>
  return
}

// -----

func.func @scalable_insert_between(%part: vector<4xf32>, %whole: vector<[16]xf32>) {
  // expected-error@+1 {{failed to verify that position is a multiple of the source length.}}
  vector.scalable.insert %part, %whole[6] : vector<4xf32> into vector<[16]xf32>
  return
}

// -----

func.func @scalable_insert_of_other_element(%part: vector<4xi32>, %whole: vector<[16]xf32>) {
  // expected-error@+1 {{failed to verify that all of {valueToStore, dest} have same element type}}
  vector.scalable.insert %part, %whole[0] : vector<4xi32> into vector<[16]xf32>
  return
}

// -----

func.func @scalable_insert_into_fixed(%part: vector<4xf32>, %whole: vector<16xf32>) {
  // expected-error@+1 {{of ranks 1, but got 'vector<16xf32>'}}
  vector.scalable.insert %part, %whole[0] : vector<4xf32> into vector<16xf32>
  return
}

// -----

func.func @scalable_insert_of_plane(%part: vector<2x2xf32>, %whole: vector<[16]xf32>) {
  // expected-error@+1 {{of ranks 1, but got 'vector<2x2xf32>'}}
  vector.scalable.insert %part, %whole[0] : vector<2x2xf32> into vector<[16]xf32>
  return
}

// -----

func.func @scalable_extract_between(%whole: vector<[16]xf32>) {
  // expected-error@+1 {{failed to verify that position is a multiple of the result length.}}
  vector.scalable.extract %whole[3] : vector<2xf32> from vector<[16]xf32>
  return
}

// -----

func.func @scalable_extract_of_other_element(%whole: vector<[16]xf32>) {
  // expected-error@+1 {{failed to verify that all of {source, result} have same element type}}
  vector.scalable.extract %whole[0] : vector<2xf16> from vector<[16]xf32>
  return
}

// -----

func.func @scalable_extract_from_fixed(%whole: vector<16xf32>) {
  // expected-error@+1 {{of ranks 1, but got 'vector<16xf32>'}}
  vector.scalable.extract %whole[0] : vector<2xf32> from vector<16xf32>
  return
}

// -----

func.func @slice_with_few_offsets(%a: vector<2x2xf32>, %b: vector<4x8xf32>) {
  // expected-error@+1 {{expected offsets of same size as destination vector rank}}
  vector.insert_strided_slice %a, %b {offsets = [1], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
  return
}

// -----

func.func @slice_with_few_strides(%a: vector<2x2xf32>, %b: vector<4x8xf32>) {
  // expected-error@+1 {{expected strides of same size as source vector rank}}
  vector.insert_strided_slice %a, %b {offsets = [1, 1], strides = [1]} : vector<2x2xf32> into vector<4x8xf32>
  return
}

// -----

func.func @slice_of_higher_rank(%a: vector<1x2x2xf32>, %b: vector<4x8xf32>) {
  // expected-error@+1 {{expected source rank to be no greater than destination rank}}
  vector.insert_strided_slice %a, %b {offsets = [1, 1], strides = [1, 1, 1]} : vector<1x2x2xf32> into vector<4x8xf32>
  return
}

// -----

func.func @slice_offset_out_of_range(%a: vector<2x2xf32>, %b: vector<4x8xf32>) {
  // expected-error@+1 {{expected offsets dimension 1 to be confined to [0, 8)}}
  vector.insert_strided_slice %a, %b {offsets = [1, 8], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
  return
}

// -----

func.func @slice_stride_of_two(%a: vector<2x2xf32>, %b: vector<4x8xf32>) {
  // expected-error@+1 {{expected strides to be confined to [1, 2)}}
  vector.insert_strided_slice %a, %b {offsets = [1, 1], strides = [1, 2]} : vector<2x2xf32> into vector<4x8xf32>
  return
}

// -----

func.func @slice_reaches_over(%a: vector<2x2xf32>, %b: vector<4x8xf32>) {
  // expected-error@+1 {{expected sum(offsets, source vector shape) dimension 0 to be confined to [1, 5)}}
  vector.insert_strided_slice %a, %b {offsets = [3, 1], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
  return
}

// -----

func.func @slice_of_other_scaling(%a: vector<2x4xf32>, %b: vector<4x[8]xf32>) {
  // expected-error@+1 {{mismatching scalable flags (at source vector idx=1)}}
  vector.insert_strided_slice %a, %b {offsets = [1, 0], strides = [1, 1]} : vector<2x4xf32> into vector<4x[8]xf32>
  return
}

// -----

func.func @slice_of_part_of_scalable(%a: vector<2x[4]xf32>, %b: vector<4x[8]xf32>) {
  // expected-error@+1 {{expected size at idx=1 to match the corresponding base size from the input vector (4 vs 8)}}
  vector.insert_strided_slice %a, %b {offsets = [1, 0], strides = [1, 1]} : vector<2x[4]xf32> into vector<4x[8]xf32>
  return
}

// -----

func.func @slice_of_other_element(%a: vector<2x2xi32>, %b: vector<4x8xf32>) {
  // expected-error@+1 {{failed to verify that operand #0 and result have same element type}}
  vector.insert_strided_slice %a, %b {offsets = [1, 0], strides = [1, 1]} : vector<2x2xi32> into vector<4x8xf32>
  return
}

// -----

func.func @slice_without_offsets(%a: vector<2x2xf32>, %b: vector<4x8xf32>) {
  // expected-error@+1 {{requires attribute 'offsets'}}
  vector.insert_strided_slice %a, %b {strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
  return
}

// -----

func.func @slice_with_narrow_offsets(%a: vector<2x2xf32>, %b: vector<4x8xf32>) {
  // expected-error@+1 {{attribute 'offsets' failed to satisfy constraint: 64-bit integer array attribute}}
  vector.insert_strided_slice %a, %b {offsets = [1 : i32, 0 : i32], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
  return
}

// -----

func.func @cut_with_uneven_lists(%v: vector<4x8xf32>) {
  // expected-error@+1 {{expected offsets, sizes and strides attributes of same size}}
  vector.extract_strided_slice %v {offsets = [1, 1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}

// -----

func.func @cut_too_deep(%v: vector<4x8xf32>) {
  // expected-error@+1 {{expected offsets attribute of rank no greater than vector rank}}
  vector.extract_strided_slice %v {offsets = [1, 1, 1], sizes = [1, 1, 1], strides = [1, 1, 1]} : vector<4x8xf32> to vector<1x1xf32>
  return
}

// -----

func.func @cut_offset_out_of_range(%v: vector<4x8xf32>) {
  // expected-error@+1 {{expected offsets dimension 0 to be confined to [0, 4)}}
  vector.extract_strided_slice %v {offsets = [4], sizes = [1], strides = [1]} : vector<4x8xf32> to vector<1x8xf32>
  return
}

// -----

func.func @cut_of_nothing(%v: vector<4x8xf32>) {
  // expected-error@+1 {{expected sizes dimension 0 to be confined to [1, 5)}}
  vector.extract_strided_slice %v {offsets = [0], sizes = [0], strides = [1]} : vector<4x8xf32> to vector<1x8xf32>
  return
}

// -----

func.func @cut_stride_of_three(%v: vector<4x8xf32>) {
  // expected-error@+1 {{expected strides to be confined to [1, 2)}}
  vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [3]} : vector<4x8xf32> to vector<2x8xf32>
  return
}

// -----

func.func @cut_reaches_over(%v: vector<4x8xf32>) {
  // expected-error@+1 {{expected sum(offsets, sizes) dimension 0 to be confined to [1, 5)}}
  vector.extract_strided_slice %v {offsets = [2], sizes = [3], strides = [1]} : vector<4x8xf32> to vector<3x8xf32>
  return
}

// -----

func.func @cut_to_other_type(%v: vector<4x8xf32>) {
  // expected-error@+1 {{expected result type to be 'vector<2x8xf32>'}}
  vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<3x8xf32>
  return
}

// -----

func.func @cut_part_of_scalable(%v: vector<4x[8]xf32>) {
  // expected-error@+1 {{expected size at idx=1 to match the corresponding base size from the input vector (4 vs 8)}}
  vector.extract_strided_slice %v {offsets = [2, 0], sizes = [2, 4], strides = [1, 1]} : vector<4x[8]xf32> to vector<2x[4]xf32>
  return
}
