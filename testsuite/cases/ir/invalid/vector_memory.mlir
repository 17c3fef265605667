// RUN: opt --verify-diagnostics

func.func @load_with_few_indices(%m: memref<4x8xf32>, %i: index) {
  // expected-error@+1 {{requires 2 indices}}
  vector.load %m[%i] : memref<4x8xf32>, vector<8xf32>
  return
}

// -----

func.func @load_across_strides(%m: memref<4x8xf32, strided<[16, 2]>>, %i: index) {
  // expected-error@+1 {{most minor memref dim must have unit stride}}
  vector.load %m[%i, %i] : memref<4x8xf32, strided<[16, 2]>>, vector<8xf32>
  return
}

// -----

func.func @load_of_higher_rank(%m: memref<8xf32>, %i: index) {
  // expected-error@+1 {{destination memref has lower rank than the result vector}}
  vector.load %m[%i] : memref<8xf32>, vector<2x8xf32>
  return
}

// -----

func.func @load_of_other_element(%m: memref<8xf32>, %i: index) {
  // expected-error@+1 {{base and result element types should match}}
  vector.load %m[%i] : memref<8xf32>, vector<8xi32>
  return
}

// -----

func.func @load_of_other_vector(%m: memref<8xvector<4xf32>>, %i: index) {
  // expected-error@+1 {{base memref and result vector types should match}}
  vector.load %m[%i] : memref<8xvector<4xf32>>, vector<8xf32>
  return
}

// -----

func.func @load_of_bad_alignment(%m: memref<8xf32>, %i: index) {
  // expected-error@+1 {{attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
  vector.load %m[%i] {alignment = 3 : i64} : memref<8xf32>, vector<8xf32>
  return
}

// -----

func.func @load_of_zero_alignment(%m: memref<8xf32>, %i: index) {
  // expected-error@+1 {{attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
  vector.load %m[%i] {alignment = 0 : i64} : memref<8xf32>, vector<8xf32>
  return
}

// -----

func.func @load_from_tensor(%t: tensor<8xf32>, %i: index) {
  // expected-error@+1 {{but got 'tensor<8xf32>'}}
  vector.load %t[%i] : tensor<8xf32>, vector<8xf32>
  return
}

// -----

func.func @store_with_few_indices(%m: memref<4x8xf32>, %i: index, %v: vector<8xf32>) {
  // expected-error@+1 {{requires 2 indices}}
  vector.store %v, %m[%i] : memref<4x8xf32>, vector<8xf32>
  return
}

// -----

func.func @store_across_strides(%m: memref<8xf32, affine_map<(d0) -> (d0 * 2)>>, %i: index, %v: vector<8xf32>) {
  // expected-error@+1 {{most minor memref dim must have unit stride}}
  vector.store %v, %m[%i] : memref<8xf32, affine_map<(d0) -> (d0 * 2)>>, vector<8xf32>
  return
}

// -----

func.func @store_of_higher_rank(%m: memref<8xf32>, %i: index, %v: vector<2x8xf32>) {
  // expected-error@+1 {{source memref has lower rank than the vector to store}}
  vector.store %v, %m[%i] : memref<8xf32>, vector<2x8xf32>
  return
}

// -----

func.func @store_of_other_element(%m: memref<8xf32>, %i: index, %v: vector<8xi32>) {
  // expected-error@+1 {{base and valueToStore element type should match}}
  vector.store %v, %m[%i] : memref<8xf32>, vector<8xi32>
  return
}

// -----

func.func @store_of_other_vector(%m: memref<8xvector<4xf32>>, %i: index, %v: vector<8xf32>) {
  // expected-error@+1 {{base memref and valueToStore vector types should match}}
  vector.store %v, %m[%i] : memref<8xvector<4xf32>>, vector<8xf32>
  return
}

// -----

func.func @masked_load_of_other_element(%m: memref<?xf64>, %i: index, %mask: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{base and result element type should match}}
  vector.maskedload %m[%i], %mask, %v : memref<?xf64>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @masked_load_without_index(%m: memref<?xf32>, %mask: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{requires 1 indices}}
  vector.maskedload %m[], %mask, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @masked_load_with_other_mask(%m: memref<?xf32>, %i: index, %mask: vector<8xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{expected result shape to match mask shape}}
  vector.maskedload %m[%i], %mask, %v : memref<?xf32>, vector<8xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @masked_load_with_other_pass_thru(%m: memref<?xf32>, %i: index, %mask: vector<4xi1>, %v: vector<8xf32>) {
  // expected-error@+1 {{expected pass_thru of same type as result type}}
  vector.maskedload %m[%i], %mask, %v : memref<?xf32>, vector<4xi1>, vector<8xf32> into vector<4xf32>
  return
}

// -----

func.func @masked_load_with_wide_mask(%m: memref<?xf32>, %i: index, %mask: vector<4xi8>, %v: vector<4xf32>) {
  // expected-error@+1 {{operand #2 must be vector of 1-bit signless integer values, but got 'vector<4xi8>'}}
  vector.maskedload %m[%i], %mask, %v : memref<?xf32>, vector<4xi8>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @masked_load_of_single(%m: memref<f32>, %mask: vector<i1>, %v: vector<f32>) {
  // expected-error@+1 {{operand #1 must be vector of 1-bit signless integer values, but got 'vector<i1>'}}
  vector.maskedload %m[], %mask, %v : memref<f32>, vector<i1>, vector<f32> into vector<f32>
  return
}

// -----

func.func @masked_store_of_other_element(%m: memref<?xf64>, %i: index, %mask: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{base and valueToStore element type should match}}
  vector.maskedstore %m[%i], %mask, %v : memref<?xf64>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @masked_store_with_many_indices(%m: memref<?xf32>, %i: index, %mask: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{requires 1 indices}}
  vector.maskedstore %m[%i, %i], %mask, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @masked_store_with_other_mask(%m: memref<?xf32>, %i: index, %mask: vector<8xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{expected valueToStore shape to match mask shape}}
  vector.maskedstore %m[%i], %mask, %v : memref<?xf32>, vector<8xi1>, vector<4xf32>
  return
}

// -----

func.func @gather_of_other_element(%m: memref<?xf64>, %i: index, %at: vector<4xi32>, %mask: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{base and result element type should match}}
  vector.gather %m[%i] [%at], %mask, %v : memref<?xf64>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @gather_without_offset(%m: memref<?xf32>, %at: vector<4xi32>, %mask: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{requires 1 indices}}
  vector.gather %m[] [%at], %mask, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @gather_with_other_indices(%m: memref<?xf32>, %i: index, %at: vector<8xi32>, %mask: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{expected result dim to match indices dim}}
  vector.gather %m[%i] [%at], %mask, %v : memref<?xf32>, vector<8xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @gather_with_other_mask(%m: memref<?xf32>, %i: index, %at: vector<4xi32>, %mask: vector<8xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{expected result dim to match mask dim}}
  vector.gather %m[%i] [%at], %mask, %v : memref<?xf32>, vector<4xi32>, vector<8xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @gather_with_other_pass_thru(%m: memref<?xf32>, %i: index, %at: vector<4xi32>, %mask: vector<4xi1>, %v: vector<8xf32>) {
  // expected-error@+1 {{expected pass_thru of same type as result type}}
  vector.gather %m[%i] [%at], %mask, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<8xf32> into vector<4xf32>
  return
}

// -----

func.func @gather_by_floats(%m: memref<?xf32>, %i: index, %at: vector<4xf32>, %mask: vector<4xi1>) {
  // expected-error@+1 {{operand #2 must be vector of integer or index values, but got 'vector<4xf32>'}}
  vector.gather %m[%i] [%at], %mask, %at : memref<?xf32>, vector<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @gather_from_vector(%m: vector<8xf32>, %i: index, %at: vector<4xi32>, %mask: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{operand #0 must be Tensor or MemRef of any type values, but got 'vector<8xf32>'}}
  vector.gather %m[%i] [%at], %mask, %v : vector<8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @scatter_of_other_element(%m: memref<?xf64>, %i: index, %at: vector<4xi32>, %mask: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{base and valueToStore element type should match}}
  vector.scatter %m[%i] [%at], %mask, %v : memref<?xf64>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @scatter_without_offset(%m: memref<?xf32>, %at: vector<4xi32>, %mask: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{requires 1 indices}}
  vector.scatter %m[] [%at], %mask, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @scatter_with_other_indices(%m: memref<?xf32>, %i: index, %at: vector<8xi32>, %mask: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{expected valueToStore dim to match indices dim}}
  vector.scatter %m[%i] [%at], %mask, %v : memref<?xf32>, vector<8xi32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @scatter_with_other_mask(%m: memref<?xf32>, %i: index, %at: vector<4xi32>, %mask: vector<8xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{expected valueToStore dim to match mask dim}}
  vector.scatter %m[%i] [%at], %mask, %v : memref<?xf32>, vector<4xi32>, vector<8xi1>, vector<4xf32>
  return
}

// -----

func.func @expand_of_other_element(%m: memref<?xf64>, %i: index, %mask: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{base and result element type should match}}
  vector.expandload %m[%i], %mask, %v : memref<?xf64>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @expand_without_index(%m: memref<?xf32>, %mask: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{requires 1 indices}}
  vector.expandload %m[], %mask, %v : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @expand_with_other_mask(%m: memref<?xf32>, %i: index, %mask: vector<8xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{expected result dim to match mask dim}}
  vector.expandload %m[%i], %mask, %v : memref<?xf32>, vector<8xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @expand_with_other_pass_thru(%m: memref<?xf32>, %i: index, %mask: vector<4xi1>, %v: vector<8xf32>) {
  // expected-error@+1 {{expected pass_thru of same type as result type}}
  vector.expandload %m[%i], %mask, %v : memref<?xf32>, vector<4xi1>, vector<8xf32> into vector<4xf32>
  return
}

// -----

func.func @expand_of_scalable(%m: memref<?xf32>, %i: index, %mask: vector<[4]xi1>, %v: vector<[4]xf32>) {
  // expected-error@+1 {{operand #2 must be fixed-length vector of 1-bit signless integer values, but got 'vector<[4]xi1>'}}
  vector.expandload %m[%i], %mask, %v : memref<?xf32>, vector<[4]xi1>, vector<[4]xf32> into vector<[4]xf32>
  return
}

// -----

func.func @compress_of_other_element(%m: memref<?xf64>, %i: index, %mask: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{base and valueToStore element type should match}}
  vector.compressstore %m[%i], %mask, %v : memref<?xf64>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @compress_with_many_indices(%m: memref<?xf32>, %i: index, %mask: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{requires 1 indices}}
  vector.compressstore %m[%i, %i], %mask, %v : memref<?xf32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @compress_with_other_mask(%m: memref<?xf32>, %i: index, %mask: vector<8xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{expected valueToStore dim to match mask dim}}
  vector.compressstore %m[%i], %mask, %v : memref<?xf32>, vector<8xi1>, vector<4xf32>
  return
}

// -----

func.func @memory_of_scalable_size() {
  // expected-error@+1 {{expected a fixed size}}
  %0 = memref.alloc() : memref<[8]xf32>
  return
}

// -----

// expected-error@+1 {{expected a fixed size}}
func.func private @tensor_of_scalable_size(tensor<4x[8]xf32>)
