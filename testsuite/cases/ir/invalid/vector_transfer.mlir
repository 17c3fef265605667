// RUN: opt --verify-diagnostics

func.func @read_with_few_indices(%m: memref<?x?xf32>, %i: index, %pad: f32) {
  // expected-error@+1 {{requires 2 indices}}
  vector.transfer_read %m[%i], %pad : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @read_without_padding(%m: memref<?xf32>, %i: index) {
  // expected-error@+1 {{expected ','}}
  vector.transfer_read %m[%i] : memref<?xf32>, vector<4xf32>
  return
}

// -----

func.func @read_with_one_type(%m: memref<?xf32>, %i: index, %pad: f32) {
  // expected-error@+1 {{requires two types}}
  vector.transfer_read %m[%i], %pad : memref<?xf32>
  return
}

// -----

func.func @read_from_vector(%m: vector<8xf32>, %i: index, %pad: f32) {
  // expected-error@+1 {{requires memref or ranked tensor type}}
  vector.transfer_read %m[%i], %pad : vector<8xf32>, vector<4xf32>
  return
}

// -----

func.func @read_to_scalar(%m: memref<?xf32>, %i: index, %pad: f32) {
  // expected-error@+1 {{requires vector type}}
  vector.transfer_read %m[%i], %pad : memref<?xf32>, f32
  return
}

// -----

func.func @read_of_higher_rank(%m: memref<?xf32>, %i: index, %pad: f32) {
  // expected-error@+1 {{expected a custom permutation_map when rank(source) != rank(destination)}}
  vector.transfer_read %m[%i], %pad : memref<?xf32>, vector<4x4xf32>
  return
}

// -----

func.func @read_with_short_map(%m: memref<?x?xf32>, %i: index, %pad: f32) {
  // expected-error@+1 {{requires a permutation_map with result dims of the same rank as the vector type}}
  vector.transfer_read %m[%i, %i], %pad {permutation_map = affine_map<(i, j) -> (i)>} : memref<?x?xf32>, vector<4x4xf32>
  return
}

// -----

func.func @read_with_symbol(%m: memref<?x?xf32>, %i: index, %pad: f32) {
  // expected-error@+1 {{requires permutation_map without symbols}}
  vector.transfer_read %m[%i, %i], %pad {permutation_map = affine_map<(i, j)[s] -> (j)>} : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @read_with_other_inputs(%m: memref<?x?xf32>, %i: index, %pad: f32) {
  // expected-error@+1 {{requires a permutation_map with input dims of the same rank as the source type}}
  vector.transfer_read %m[%i, %i], %pad {permutation_map = affine_map<(i) -> (i)>} : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @read_with_sum(%m: memref<?x?xf32>, %i: index, %pad: f32) {
  // expected-error@+1 {{requires a projected permutation_map (at most one dim or the zero constant can appear in each result)}}
  vector.transfer_read %m[%i, %i], %pad {permutation_map = affine_map<(i, j) -> (i + j)>} : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @read_with_one(%m: memref<?x?xf32>, %i: index, %pad: f32) {
  // expected-error@+1 {{requires a projected permutation_map (at most one dim or the zero constant can appear in each result)}}
  vector.transfer_read %m[%i, %i], %pad {permutation_map = affine_map<(i, j) -> (1)>} : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @read_dimension_twice(%m: memref<?x?xf32>, %i: index, %pad: f32) {
  // expected-error@+1 {{requires a permutation_map that is a permutation (found one dim used more than once)}}
  vector.transfer_read %m[%i, %i], %pad {permutation_map = affine_map<(i, j) -> (j, j)>} : memref<?x?xf32>, vector<4x4xf32>
  return
}

// -----

func.func @read_with_short_bounds(%m: memref<?x?xf32>, %i: index, %pad: f32) {
  // expected-error@+1 {{expects the in_bounds attr of same rank as permutation_map results: affine_map<(d0, d1) -> (d0, d1)> vs inBounds of size: 1}}
  vector.transfer_read %m[%i, %i], %pad {in_bounds = [true]} : memref<?x?xf32>, vector<4x4xf32>
  return
}

// -----

func.func @read_with_bounds_of_strings(%m: memref<?xf32>, %i: index, %pad: f32) {
  // expected-error@+1 {{attribute 'in_bounds' failed to satisfy constraint: 1-bit boolean array attribute}}
  vector.transfer_read %m[%i], %pad {in_bounds = ["yes"]} : memref<?xf32>, vector<4xf32>
  return
}

// -----

func.func @read_with_removed_clause(%m: memref<?xf32>, %i: index, %pad: f32) {
  // expected-error@+1 {{masked attribute has been removed. Use in_bounds instead.}}
  vector.transfer_read %m[%i], %pad {masked = [false]} : memref<?xf32>, vector<4xf32>
  return
}

// -----

func.func @read_to_narrow_element(%m: memref<?xf32>, %i: index, %pad: f32) {
  // expected-error@+1 {{requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source element type}}
  vector.transfer_read %m[%i], %pad : memref<?xf32>, vector<3xi8>
  return
}

// -----

func.func @read_with_other_padding(%m: memref<?xf32>, %i: index, %pad: f64) {
  // expected-error@+1 {{requires formal padding and source of the same elemental type}}
  %0 = "vector.transfer_read"(%m, %i, %pad) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(i) -> (i)>}> : (memref<?xf32>, index, f64) -> vector<4xf32>
  return
}

// -----

func.func @read_with_other_mask(%m: memref<?xf32>, %i: index, %pad: f32, %mask: vector<8xi1>) {
  // expected-error@+1 {{inferred mask type ('vector<4xi1>') and mask operand type ('vector<8xi1>') don't match}}
  %0 = "vector.transfer_read"(%m, %i, %pad, %mask) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 1>, permutation_map = affine_map<(i) -> (i)>}> : (memref<?xf32>, index, f32, vector<8xi1>) -> vector<4xf32>
  return
}

// -----

func.func @read_vectors_under_mask(%m: memref<?xvector<4xf32>>, %i: index, %pad: vector<4xf32>, %mask: vector<4xi1>) {
  // expected-error@+1 {{does not support masks with vector element type}}
  vector.transfer_read %m[%i], %pad, %mask : memref<?xvector<4xf32>>, vector<4xf32>
  return
}

// -----

func.func @read_vectors_of_higher_rank(%m: memref<?xvector<2x3xf32>>, %i: index, %pad: vector<2x3xf32>) {
  // expected-error@+1 {{expected a custom permutation_map when rank(source) != rank(destination)}}
  vector.transfer_read %m[%i], %pad : memref<?xvector<2x3xf32>>, vector<3xf32>
  return
}

// -----

func.func @read_vectors_of_other_width(%m: memref<?xvector<4x3xf32>>, %i: index, %pad: vector<4x3xf32>) {
  // expected-error@+1 {{requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor 1-D vector of the source}}
  vector.transfer_read %m[%i], %pad : memref<?xvector<4x3xf32>>, vector<1x4x2xf32>
  return
}

// -----

func.func @read_vectors_with_long_map(%m: memref<?x?xvector<4x3xf32>>, %i: index, %pad: vector<4x3xf32>) {
  // expected-error@+1 {{requires a permutation_map with result dims of the same rank as the vector type}}
  vector.transfer_read %m[%i, %i], %pad {in_bounds = [true], permutation_map = affine_map<(i, j) -> (j)>} : memref<?x?xvector<4x3xf32>>, vector<1x1x4x3xf32>
  return
}

// -----

func.func @read_mask_without_rank(%m: memref<?x?xf32>, %i: index, %pad: f32, %mask: vector<4xi1>) {
  // expected-error@+1 {{expected the same rank for the vector and the results of the permutation map}}
  vector.transfer_read %m[%i, %i], %pad, %mask {permutation_map = affine_map<(i, j) -> (i)>} : memref<?x?xf32>, vector<4x4xf32>
  return
}

// -----

func.func @write_with_few_indices(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>) {
  // expected-error@+1 {{requires 2 indices}}
  vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @write_spreads(%m: memref<?x?xf32>, %i: index, %v: vector<4xf32>) {
  // expected-error@+1 {{should not have broadcast dimensions}}
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(i, j) -> (0)>} : vector<4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @write_of_scalar(%m: memref<?xf32>, %i: index, %x: f32) {
  // expected-error@+1 {{requires vector type}}
  vector.transfer_write %x, %m[%i] : f32, memref<?xf32>
  return
}

// -----

func.func @write_into_vector(%m: vector<4xf32>, %i: index, %v: vector<4xf32>) {
  // expected-error@+1 {{requires memref or ranked tensor type}}
  vector.transfer_write %v, %m[%i] : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @write_of_higher_rank(%m: memref<?xf32>, %i: index, %v: vector<4x4xf32>) {
  // expected-error@+1 {{expected a custom permutation_map when rank(source) != rank(destination)}}
  vector.transfer_write %v, %m[%i] : vector<4x4xf32>, memref<?xf32>
  return
}

// -----

func.func @write_with_three_types(%m: memref<?xf32>, %i: index, %v: vector<4xf32>) {
  // expected-error@+1 {{requires two types}}
  vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<?xf32>, index
  return
}

// -----

func.func @write_dimension_twice(%m: memref<?x?xf32>, %i: index, %v: vector<4x4xf32>) {
  // expected-error@+1 {{requires a permutation_map that is a permutation (found one dim used more than once)}}
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(i, j) -> (i, i)>} : vector<4x4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @write_vectors_under_mask(%m: memref<?xvector<4xf32>>, %i: index, %v: vector<4xf32>, %mask: vector<4xi1>) {
  // expected-error@+1 {{does not support masks with vector element type}}
  vector.transfer_write %v, %m[%i], %mask : vector<4xf32>, memref<?xvector<4xf32>>
  return
}

// -----

func.func @write_with_short_bounds(%m: memref<?x?xf32>, %i: index, %v: vector<4x4xf32>) {
  // expected-error@+1 {{expects the in_bounds attr of same rank as permutation_map results: affine_map<(d0, d1) -> (d0, d1)> vs inBounds of size: 3}}
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true, true, true]} : vector<4x4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @write_of_other_element(%m: memref<?xf32>, %i: index, %v: vector<3xi8>) {
  // expected-error@+1 {{requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source element type}}
  vector.transfer_write %v, %m[%i] : vector<3xi8>, memref<?xf32>
  return
}

// -----

func.func @written_tensor_of_other_size(%v: vector<4xf32>, %t: tensor<?xf32>, %i: index) {
  // expected-error@+1 {{to match type of corresponding result ('tensor<4xf32>')}}
  %0 = "vector.transfer_write"(%v, %t, %i) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (vector<4xf32>, tensor<?xf32>, index) -> tensor<4xf32>
  return
}

// -----

func.func @written_tensor_is_lost(%v: vector<4xf32>, %t: tensor<?xf32>, %i: index) {
  // expected-error@+1 {{expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  "vector.transfer_write"(%v, %t, %i) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (vector<4xf32>, tensor<?xf32>, index) -> ()
  return
}

// -----

func.func @written_memref_has_no_result(%v: vector<4xf32>, %m: memref<?xf32>, %i: index) {
  // expected-error@+1 {{expected the number of tensor results (1) to be equal to the number of output tensors (0)}}
  %0 = "vector.transfer_write"(%v, %m, %i) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (vector<4xf32>, memref<?xf32>, index) -> tensor<?xf32>
  return
}
