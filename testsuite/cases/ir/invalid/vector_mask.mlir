// RUN: opt --verify-diagnostics

func.func @constant_mask_of_other_rank() {
  // expected-error@+1 {{must specify array attr of size equal vector result rank}}
  vector.constant_mask [1, 2] : vector<4xi1>
  return
}

// -----

func.func @constant_mask_out_of_range() {
  // expected-error@+1 {{array attr of size out of bounds of vector result dimension size}}
  vector.constant_mask [2, 9] : vector<4x8xi1>
  return
}

// -----

func.func @constant_mask_below_zero() {
  // expected-error@+1 {{array attr of size out of bounds of vector result dimension size}}
  vector.constant_mask [-1] : vector<4xi1>
  return
}

// -----

func.func @constant_mask_of_part_zero() {
  // expected-error@+1 {{expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim}}
  vector.constant_mask [0, 8] : vector<4x8xi1>
  return
}

// -----

func.func @constant_mask_of_part_of_scalable() {
  // expected-error@+1 {{only supports 'none set' or 'all set' scalable dimensions}}
  vector.constant_mask [1, 2] : vector<4x[8]xi1>
  return
}

// -----

func.func @constant_mask_of_single_with_two() {
  // expected-error@+1 {{array attr must have length 1 for 0-D vectors}}
  vector.constant_mask [1, 1] : vector<i1>
  return
}

// -----

func.func @constant_mask_of_single_out_of_range() {
  // expected-error@+1 {{mask dim size must be either 0 or 1 for 0-D vectors}}
  vector.constant_mask [2] : vector<i1>
  return
}

// -----

func.func @constant_mask_of_bytes() {
  // expected-error@+1 {{result #0 must be vector of 1-bit signless integer values, but got 'vector<4xi8>'}}
  vector.constant_mask [2] : vector<4xi8>
  return
}

// -----

func.func @create_mask_with_few_operands(%n: index) {
  // expected-error@+1 {{must specify an operand for each result vector dimension}}
  vector.create_mask %n : vector<2x4xi1>
  return
}

// -----

func.func @create_mask_of_single_without_operand() {
  // expected-error@+1 {{must specify exactly one operand for 0-D create_mask}}
  vector.create_mask : vector<i1>
  return
}

// -----

func.func @mask_of_two_operations(%v: vector<8xf32>, %mask: vector<8xi1>) {
  // expected-error@+1 {{expects only one operation to mask}}
  vector.mask %mask { %0 = vector.reduction <add>, %v : vector<8xf32> into f32
    %1 = vector.reduction <mul>, %v : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return
}

// -----

func.func @mask_of_plain_operation(%v: vector<8xf32>, %mask: vector<8xi1>) {
  // expected-error@+1 {{expects a MaskableOpInterface within the mask region}}
  vector.mask %mask { arith.addf %v, %v : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return
}

// -----

func.func @mask_of_other_shape(%v: vector<8xf32>, %mask: vector<4xi1>) {
  // expected-error@+1 {{expects a 'vector<8xi1>' mask for the maskable operation}}
  vector.mask %mask { vector.reduction <add>, %v : vector<8xf32> into f32 } : vector<4xi1> -> f32
  return
}

// -----

func.func @mask_of_turned_shape(%m: memref<?x?xf32>, %i: index, %pad: f32, %mask: vector<4x8xi1>) {
  // expected-error@+1 {{expects a 'vector<8x4xi1>' mask for the maskable operation}}
  vector.mask %mask { vector.transfer_read %m[%i, %i], %pad {permutation_map = affine_map<(i, j) -> (j, i)>} : memref<?x?xf32>, vector<4x8xf32> } : vector<4x8xi1> -> vector<4x8xf32>
  return
}

// -----

func.func @mask_of_other_result(%m: memref<?xf32>, %i: index, %pad: f32, %mask: vector<8xi1>) {
  // expected-error@+1 {{expects result type to match maskable operation result type}}
  vector.mask %mask { vector.transfer_read %m[%i], %pad : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xi32>
  return
}

// -----

func.func @mask_without_result(%m: memref<?xf32>, %i: index, %pad: f32, %mask: vector<8xi1>) {
  // expected-error@+1 {{expects number of results to match mask region yielded values}}
  vector.mask %mask { vector.transfer_read %m[%i], %pad : memref<?xf32>, vector<8xf32> } : vector<8xi1>
  return
}

// -----

func.func @mask_yields_another(%m: memref<?xf32>, %i: index, %pad: f32, %mask: vector<8xi1>, %v: vector<8xf32>) {
  // expected-error@+1 {{expects all the results from the MaskableOpInterface to match all the values returned by the terminator}}
  %0 = vector.mask %mask {
    %1 = vector.transfer_read %m[%i], %pad : memref<?xf32>, vector<8xf32>
    vector.yield %v : vector<8xf32>
  } : vector<8xi1> -> vector<8xf32>
  return
}

// -----

func.func @mask_pass_thru_of_other_operation(%v: vector<8xf32>, %mask: vector<8xi1>, %x: f32) {
  // expected-error@+1 {{doesn't expect a passthru argument for this maskable operation}}
  vector.mask %mask, %x { vector.reduction <add>, %v : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return
}

// -----

func.func @mask_pass_thru_without_result(%m: memref<?xf32>, %i: index, %v: vector<8xf32>, %mask: vector<8xi1>) {
  // expected-error@+1 {{expects a result if passthru operand is provided}}
  vector.mask %mask, %v { vector.transfer_write %v, %m[%i] : vector<8xf32>, memref<?xf32> } : vector<8xi1>
  return
}

// -----

func.func @mask_pass_thru_of_write(%t: tensor<?xf32>, %i: index, %v: vector<8xf32>, %mask: vector<8xi1>) {
  // expected-error@+1 {{doesn't expect a passthru argument for this maskable operation}}
  vector.mask %mask, %t { vector.transfer_write %v, %t[%i] : vector<8xf32>, tensor<?xf32> } : vector<8xi1> -> tensor<?xf32>
  return
}

// -----

func.func @mask_of_bytes(%v: vector<8xf32>, %mask: vector<8xi8>) {
  // expected-error@+1 {{operand #0 must be vector of 1-bit signless integer values, but got 'vector<8xi8>'}}
  vector.mask %mask { vector.reduction <add>, %v : vector<8xf32> into f32 } : vector<8xi8> -> f32
  return
}

// -----

func.func @mask_with_argument(%mask: vector<8xi1>) {
  // expected-error@+1 {{region should have no arguments}}
  "vector.mask"(%mask) ({
  ^bb0(%x: i32):
    "vector.yield"() : () -> ()
  }) : (vector<8xi1>) -> ()
  return
}

// -----

func.func @mask_without_block(%mask: vector<8xi1>) {
  // expected-error@+1 {{region #0 ('maskRegion') failed to verify constraint: region with 1 blocks}}
  "vector.mask"(%mask) ({
  }) : (vector<8xi1>) -> ()
  return
}

// -----

func.func @mask_without_type(%v: vector<8xf32>, %mask: vector<8xi1>) {
  // expected-error@+1 {{expected ':'}}
  vector.mask %mask { vector.reduction <add>, %v : vector<8xf32> into f32 } -> f32
  return
}

// -----

func.func @print_of_memref(%m: memref<4xf32>) {
  // expected-error@+1 {{but got 'memref<4xf32>'}}
  vector.print %m : memref<4xf32>
  return
}

// -----

func.func @print_of_value_and_string(%x: f32) {
  // expected-error@+1 {{failed to verify that `source` or `punctuation` are not set when printing strings}}
  vector.print %x : f32 str "value"
  return
}

// -----

func.func @print_of_string_and_punctuation() {
  // expected-error@+1 {{failed to verify that `source` or `punctuation` are not set when printing strings}}
  vector.print str "value" punctuation <comma>
  return
}

// -----

func.func @print_of_unknown_punctuation() {
  // expected-error@+1 {{one of: no_punctuation, newline, comma, open, close}}
  vector.print punctuation <dot>
  return
}

// -----

func.func @print_of_bare_punctuation() {
  // expected-error@+1 {{expected '<'}}
  vector.print punctuation comma
  return
}

// -----

func.func @print_string_twice() {
  // expected-error@+1 {{`str` clause can appear at most once}}
  vector.print str "a" str "b"
  return
}

// -----

func.func @print_without_type(%x: f32) {
  // expected-error@+1 {{expected ':'}}
  vector.print %x
  return
}

// -----

func.func @unknown_vector_operation(%x: f32) {
  // expected-error@+1 {{custom op 'vector.explode' is unknown}}
  vector.explode %x : f32
  return
}
