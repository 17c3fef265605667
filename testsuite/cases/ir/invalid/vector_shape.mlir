// RUN: opt --verify-diagnostics

func.func @broadcast_to_fewer_dimensions(%v: vector<4x4xf32>) {
  // expected-error@+1 {{source rank higher than destination rank}}
  vector.broadcast %v : vector<4x4xf32> to vector<4xf32>
  return
}

// -----

func.func @broadcast_of_other_size(%v: vector<2x3xf32>) {
  // expected-error@+1 {{dimension mismatch (3 vs. 4)}}
  vector.broadcast %v : vector<2x3xf32> to vector<5x2x4xf32>
  return
}

// -----

func.func @broadcast_of_scalable_to_fixed(%v: vector<[4]xf32>) {
  // expected-error@+1 {{dimension mismatch ([4] vs. 4)}}
  vector.broadcast %v : vector<[4]xf32> to vector<4xf32>
  return
}

// -----

func.func @broadcast_of_fixed_to_scalable(%v: vector<4xf32>) {
  // expected-error@+1 {{dimension mismatch (4 vs. [4])}}
  vector.broadcast %v : vector<4xf32> to vector<2x[4]xf32>
  return
}

// -----

func.func @broadcast_of_scalable_one(%v: vector<[1]xf32>) {
  // expected-error@+1 {{dimension mismatch ([1] vs. [4])}}
  vector.broadcast %v : vector<[1]xf32> to vector<[4]xf32>
  return
}

// -----

func.func @broadcast_to_other_element(%x: f32) {
  // expected-error@+1 {{failed to verify that source operand and result have same element type}}
  vector.broadcast %x : f32 to vector<4xi32>
  return
}

// -----

func.func @broadcast_of_memref(%m: memref<4xf32>) {
  // expected-error@+1 {{source type is not a vector}}
  vector.broadcast %m : memref<4xf32> to vector<4xf32>
  return
}

// -----

func.func @broadcast_to_scalar(%x: f32) {
  // expected-error@+1 {{but got 'f32'}}
  vector.broadcast %x : f32 to f32
  return
}

// -----

func.func @cast_to_other_element(%v: vector<4xf32>) {
  // expected-error@+1 {{has different source and result element types}}
  vector.shape_cast %v : vector<4xf32> to vector<2x2xi32>
  return
}

// -----

func.func @cast_to_other_count(%v: vector<6xf32>) {
  // expected-error@+1 {{has different number of elements at source (6) and result (4)}}
  vector.shape_cast %v : vector<6xf32> to vector<2x2xf32>
  return
}

// -----

func.func @cast_drops_scaling(%v: vector<[4]xf32>) {
  // expected-error@+1 {{has different number of scalable dims at source (1) and result (0)}}
  vector.shape_cast %v : vector<[4]xf32> to vector<4xf32>
  return
}

// -----

func.func @cast_splits_scaling(%v: vector<[4]x[2]xi8>) {
  // expected-error@+1 {{has different number of scalable dims at source (2) and result (1)}}
  vector.shape_cast %v : vector<[4]x[2]xi8> to vector<[8]xi8>
  return
}

// -----

func.func @cast_of_scalar(%x: i32) {
  // expected-error@+1 {{but got 'i32'}}
  vector.shape_cast %x : i32 to vector<1xi32>
  return
}

// -----

func.func @bitcast_to_other_rank(%v: vector<2x4xi32>) {
  // expected-error@+1 {{failed to verify that all of {source, result} have same rank}}
  vector.bitcast %v : vector<2x4xi32> to vector<8xi32>
  return
}

// -----

func.func @bitcast_of_other_leading_size(%v: vector<2x4xi32>) {
  // expected-error@+1 {{dimension size mismatch at: 0}}
  vector.bitcast %v : vector<2x4xi32> to vector<4x2xi32>
  return
}

// -----

func.func @bitcast_of_other_width(%v: vector<2x4xi32>) {
  // expected-error@+1 {{source/result bitwidth of the minor 1-D vectors must be equal}}
  vector.bitcast %v : vector<2x4xi32> to vector<2x4xi16>
  return
}

// -----

func.func @bitcast_of_single_of_other_width(%v: vector<i32>) {
  // expected-error@+1 {{source/result bitwidth of the 0-D vector element types must be equal}}
  vector.bitcast %v : vector<i32> to vector<f16>
  return
}

// -----

func.func @transpose_to_other_rank(%v: vector<4x4xf32>) {
  // expected-error@+1 {{vector result rank mismatch: 1}}
  vector.transpose %v, [1, 0] : vector<4x4xf32> to vector<16xf32>
  return
}

// -----

func.func @transpose_with_short_order(%v: vector<4x4xf32>) {
  // expected-error@+1 {{transposition length mismatch: 1}}
  vector.transpose %v, [0] : vector<4x4xf32> to vector<4x4xf32>
  return
}

// -----

func.func @transpose_out_of_range(%v: vector<4x4xf32>) {
  // expected-error@+1 {{transposition index out of range: 2}}
  vector.transpose %v, [0, 2] : vector<4x4xf32> to vector<4x4xf32>
  return
}

// -----

func.func @transpose_twice(%v: vector<4x4xf32>) {
  // expected-error@+1 {{duplicate position index: 1}}
  vector.transpose %v, [1, 1] : vector<4x4xf32> to vector<4x4xf32>
  return
}

// -----

func.func @transpose_of_other_size(%v: vector<4x3xf32>) {
  // expected-error@+1 {{dimension size mismatch at: 1}}
  vector.transpose %v, [1, 0] : vector<4x3xf32> to vector<4x3xf32>
  return
}

// -----

func.func @transpose_to_other_element(%v: vector<4x3xf32>) {
  // expected-error@+1 {{failed to verify that operand and result have same element type}}
  vector.transpose %v, [1, 0] : vector<4x3xf32> to vector<3x4xi32>
  return
}

// -----

func.func @transpose_needs_comma(%v: vector<4x3xf32>) {
  // expected-error@+1 {{expected ','}}
  vector.transpose %v [1, 0] : vector<4x3xf32> to vector<3x4xf32>
  return
}

// -----

func.func @shuffle_of_other_element(%a: vector<2xf32>, %b: vector<2xi32>) {
  // expected-error@+1 {{failed to verify that second operand v2 and result have same element type}}
  vector.shuffle %a, %b [0, 1] : vector<2xf32>, vector<2xi32>
  return
}

// -----

func.func @shuffle_to_other_rank(%a: vector<2x2xf32>, %b: vector<2xf32>) {
  // expected-error@+1 {{rank mismatch}}
  vector.shuffle %a, %b [0, 1] : vector<2x2xf32>, vector<2xf32>
  return
}

// -----

func.func @shuffle_of_other_trailing_size(%a: vector<2x2xf32>, %b: vector<2x3xf32>) {
  // expected-error@+1 {{dimension mismatch}}
  vector.shuffle %a, %b [0, 1] : vector<2x2xf32>, vector<2x3xf32>
  return
}

// -----

func.func @shuffle_of_nothing(%a: vector<2xf32>) {
  // expected-error@+1 {{invalid mask length}}
  vector.shuffle %a, %a [] : vector<2xf32>, vector<2xf32>
  return
}

// -----

func.func @shuffle_out_of_range(%a: vector<2xf32>, %b: vector<4xf32>) {
  // expected-error@+1 {{mask index #2 out of range}}
  vector.shuffle %a, %b [0, 6] : vector<2xf32>, vector<4xf32>
  return
}

// -----

func.func @shuffle_below_poison(%a: vector<2xf32>, %b: vector<4xf32>) {
  // expected-error@+1 {{mask index #1 out of range}}
  vector.shuffle %a, %b [-2, 5] : vector<2xf32>, vector<4xf32>
  return
}

// -----

func.func @shuffle_to_other_length(%a: vector<2xf32>) {
  // expected-error@+1 {{mask length mismatch}}
  %0 = "vector.shuffle"(%a, %a) <{mask = array<i64: 0, 1>}> : (vector<2xf32>, vector<2xf32>) -> vector<3xf32>
  return
}

// -----

func.func @shuffle_of_scalable(%a: vector<[2]xf32>) {
  // expected-error@+1 {{operand #0 must be fixed-length vector of any type values, but got 'vector<[2]xf32>'}}
  vector.shuffle %a, %a [0] : vector<[2]xf32>, vector<[2]xf32>
  return
}

// -----

func.func @interleave_to_same_size(%a: vector<4xi32>) {
  // expected-error@+1 {{failed to verify that type of 'result' is double the width of the inputs}}
  vector.interleave %a, %a : vector<4xi32> -> vector<4xi32>
  return
}

// -----

func.func @interleave_of_two_types(%a: vector<4xi32>, %b: vector<2xi32>) {
  // expected-error@+1 {{failed to verify that all of {lhs, rhs} have same type}}
  %0 = "vector.interleave"(%a, %b) : (vector<4xi32>, vector<2xi32>) -> vector<8xi32>
  return
}

// -----

func.func @deinterleave_of_odd_size(%a: vector<5xi32>) {
  // expected-error@+1 {{failed to verify that the trailing dimension of the source vector has an even number of elements}}
  %0, %1 = vector.deinterleave %a : vector<5xi32> -> vector<2xi32>
  return
}

// -----

func.func @deinterleave_to_other_size(%a: vector<8xi32>) {
  // expected-error@+1 {{failed to verify that the trailing dimension of the results is half the width of source trailing dimension}}
  %0, %1 = vector.deinterleave %a : vector<8xi32> -> vector<8xi32>
  return
}

// -----

func.func @deinterleave_of_zero_rank(%a: vector<i32>) {
  // expected-error@+1 {{operand #0 must be vector of any type values, but got 'vector<i32>'}}
  %0, %1 = vector.deinterleave %a : vector<i32> -> vector<i32>
  return
}

// -----

func.func @too_few_elements(%x: f32) {
  // expected-error@+1 {{op failed to verify that shaped type 'dest' matches 'elements' element count and types}}
  vector.from_elements %x : vector<2xf32>
  return
}

// -----

func.func @elements_of_other_type(%x: f32) {
  // expected-error@+1 {{failed to verify that shaped type 'dest' matches 'elements' element count and types}}
  %0 = "vector.from_elements"(%x, %x) : (f32, f32) -> vector<2xi32>
  return
}

// -----

func.func @elements_of_scalable(%x: f32) {
  // expected-error@+1 {{must be fixed-length vector of any type values, but got 'vector<[2]xf32>'}}
  vector.from_elements %x, %x : vector<[2]xf32>
  return
}

// -----

func.func @to_other_number_of_elements(%v: vector<3xf32>) {
  // expected-error@+1 {{defines 3 results but was provided 2 to bind}}
  %0:2 = vector.to_elements %v : vector<3xf32>
  return
}

// -----

func.func @to_elements_of_other_type(%v: vector<2xf32>) {
  // expected-error@+1 {{failed to verify that shaped type 'source' matches 'elements' element count and types}}
  %0:2 = "vector.to_elements"(%v) : (vector<2xf32>) -> (i32, i32)
  return
}

// -----

func.func @steps_of_wide_integers() {
  // expected-error@+1 {{result #0 must be vector of index values of ranks 1, but got 'vector<4xi64>'}}
  vector.step : vector<4xi64>
  return
}

// -----

func.func @steps_of_two_dimensions() {
  // expected-error@+1 {{result #0 must be vector of index values of ranks 1, but got 'vector<2x4xindex>'}}
  vector.step : vector<2x4xindex>
  return
}

// -----

func.func @fma_of_integers(%v: vector<4xi32>) {
  // expected-error@+1 {{operand #0 must be vector of floating-point values, but got 'vector<4xi32>'}}
  vector.fma %v, %v, %v : vector<4xi32>
  return
}

// -----

func.func @fma_of_two_operands(%v: vector<4xf32>) {
  // expected-error@+1 {{expected ','}}
  vector.fma %v, %v : vector<4xf32>
  return
}

// -----

func.func @fma_of_two_types(%v: vector<4xf32>, %w: vector<4xf16>) {
  // expected-error@+1 {{failed to verify that all of {lhs, rhs, acc, result} have same type}}
  %0 = "vector.fma"(%v, %v, %w) : (vector<4xf32>, vector<4xf32>, vector<4xf16>) -> vector<4xf32>
  return
}

// -----

func.func @type_cast_of_dynamic_buffer(%m: memref<?x4xf32>) {
  // expected-error@+1 {{operand #0 must be statically shaped memref of any type values, but got 'memref<?x4xf32>'}}
  vector.type_cast %m : memref<?x4xf32> to memref<vector<4x4xf32>>
  return
}

// -----

func.func @type_cast_of_strided_buffer(%m: memref<4x4xf32, strided<[8, 1]>>) {
  // expected-error@+1 {{expects operand to be a memref with identity layout}}
  vector.type_cast %m : memref<4x4xf32, strided<[8, 1]>> to memref<vector<4x4xf32>>
  return
}

// -----

func.func @type_cast_to_strided_buffer(%m: memref<4x4xf32>) {
  // expected-error@+1 {{expects result to be a memref with identity layout}}
  vector.type_cast %m : memref<4x4xf32> to memref<4xvector<4xf32>, strided<[2]>>
  return
}

// -----

func.func @type_cast_to_other_space(%m: memref<4x4xf32>) {
  // expected-error@+1 {{expects result in same memory space}}
  vector.type_cast %m : memref<4x4xf32> to memref<vector<4x4xf32>, 3>
  return
}

// -----

func.func @type_cast_to_other_element(%m: memref<4x4xf32>) {
  // expected-error@+1 {{expects result and operand with same underlying scalar type: 'memref<vector<4x4xi32>>'}}
  vector.type_cast %m : memref<4x4xf32> to memref<vector<4x4xi32>>
  return
}

// -----

func.func @type_cast_to_other_shape(%m: memref<4x4xf32>) {
  // expected-error@+1 {{expects concatenated result and operand shapes to be equal: 'memref<vector<16xf32>>'}}
  vector.type_cast %m : memref<4x4xf32> to memref<vector<16xf32>>
  return
}
