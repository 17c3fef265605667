// RUN: opt --verify-diagnostics

func.func @reduction_of_plane(%v: vector<2x4xf32>) {
  // expected-error@+1 {{unsupported reduction rank: 2}}
  vector.reduction <add>, %v : vector<2x4xf32> into f32
  return
}

// -----

func.func @float_kind_of_integers(%v: vector<4xi32>) {
  // expected-error@+1 {{unsupported reduction type ''i32'' for kind 'maxnumf'}}
  vector.reduction <maxnumf>, %v : vector<4xi32> into i32
  return
}

// -----

func.func @integer_kind_of_floats(%v: vector<4xf32>) {
  // expected-error@+1 {{unsupported reduction type ''f32'' for kind 'xor'}}
  vector.reduction <xor>, %v : vector<4xf32> into f32
  return
}

// -----

func.func @reduction_to_other_type(%v: vector<4xf32>) {
  // expected-error@+1 {{failed to verify that source operand and result have same element type}}
  vector.reduction <add>, %v : vector<4xf32> into f64
  return
}

// -----

func.func @unknown_kind(%v: vector<4xf32>) {
  // expected-error@+1 {{one of: add, mul, minui, minsi, minnumf, maxui, maxsi, maxnumf, and, or, xor, maximumf, minimumf}}
  vector.reduction <sum>, %v : vector<4xf32> into f32
  return
}

// -----

func.func @kind_without_brackets(%v: vector<4xf32>) {
  // expected-error@+1 {{expected '<'}}
  vector.reduction add, %v : vector<4xf32> into f32
  return
}

// -----

func.func @accumulator_of_other_type(%v: vector<4xf32>, %acc: f64) {
  // expected-error@+1 {{failed to verify that dest and acc have the same type}}
  %0 = "vector.reduction"(%v, %acc) <{kind = #vector.kind<add>}> : (vector<4xf32>, f64) -> f32
  return
}

// -----

func.func @reduction_without_kind(%v: vector<4xf32>) {
  // expected-error@+1 {{requires attribute 'kind'}}
  %0 = "vector.reduction"(%v) : (vector<4xf32>) -> f32
  return
}

// -----

func.func @multi_reduction_to_other_shape(%v: vector<4x8xf32>, %acc: vector<8xf32>) {
  // expected-error@+1 {{destination type 'vector<8xf32>' is incompatible with source type 'vector<4x8xf32>'}}
  vector.multi_reduction <mul>, %v, %acc [1] : vector<4x8xf32> to vector<8xf32>
  return
}

// -----

func.func @multi_reduction_to_scalar(%v: vector<4x8xf32>, %acc: f32) {
  // expected-error@+1 {{destination type 'f32' is incompatible with source type 'vector<4x8xf32>'}}
  vector.multi_reduction <mul>, %v, %acc [1] : vector<4x8xf32> to f32
  return
}

// -----

func.func @multi_reduction_of_zero_rank(%v: vector<f32>, %acc: f32) {
  // expected-error@+1 {{operand #0 must be vector of any type values, but got 'vector<f32>'}}
  vector.multi_reduction <mul>, %v, %acc [] : vector<f32> to f32
  return
}

// -----

func.func @multi_reduction_to_other_element(%v: vector<4x8xf32>, %acc: vector<4xf16>) {
  // expected-error@+1 {{failed to verify that source operand and result have same element type}}
  vector.multi_reduction <mul>, %v, %acc [1] : vector<4x8xf32> to vector<4xf16>
  return
}

// -----

func.func @scan_out_of_range(%v: vector<2x3xi32>, %init: vector<2xi32>) {
  // expected-error@+1 {{reduction dimension 2 has to be less than 2}}
  %0:2 = vector.scan <add>, %v, %init {inclusive = true, reduction_dim = 2} : vector<2x3xi32>, vector<2xi32>
  return
}

// -----

func.func @scan_with_initial_of_other_rank(%v: vector<2x3xi32>, %init: vector<i32>) {
  // expected-error@+1 {{initial value rank 0 has to be equal to 1}}
  %0:2 = vector.scan <add>, %v, %init {inclusive = true, reduction_dim = 1} : vector<2x3xi32>, vector<i32>
  return
}

// -----

func.func @scan_with_initial_of_other_shape(%v: vector<2x3xi32>, %init: vector<3xi32>) {
  // expected-error@+1 {{incompatible input/initial value shapes}}
  %0:2 = vector.scan <add>, %v, %init {inclusive = true, reduction_dim = 1} : vector<2x3xi32>, vector<3xi32>
  return
}

// -----

func.func @scan_of_wrong_kind(%v: vector<2x3xf32>, %init: vector<2xf32>) {
  // expected-error@+1 {{unsupported reduction type 'f32' for kind 'and'}}
  %0:2 = vector.scan <and>, %v, %init {inclusive = true, reduction_dim = 1} : vector<2x3xf32>, vector<2xf32>
  return
}

// -----

func.func @scan_without_direction(%v: vector<2x3xi32>, %init: vector<2xi32>) {
  // expected-error@+1 {{requires attribute 'inclusive'}}
  %0:2 = vector.scan <add>, %v, %init {reduction_dim = 1} : vector<2x3xi32>, vector<2xi32>
  return
}

// -----

func.func @contract_with_two_maps(%a: vector<4xf32>, %acc: f32) {
  // expected-error@+1 {{expected an indexing map for each vector operand}}
  vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["reduction"]} %a, %a, %acc : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @contract_with_symbol(%a: vector<4xf32>, %acc: f32) {
  // expected-error@+1 {{expected indexing map 0 to have no symbols}}
  vector.contract {indexing_maps = [affine_map<(i)[s] -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %a, %acc : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @contract_with_other_number_of_inputs(%a: vector<4xf32>, %acc: f32) {
  // expected-error@+1 {{expected indexing map 1 to have 1 number of inputs}}
  vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %a, %acc : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @contract_with_other_number_of_outputs(%a: vector<4xf32>, %acc: f32) {
  // expected-error@+1 {{expected indexing map 1 to have 1 number of outputs}}
  vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %a, %acc : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @contract_with_sum_in_map(%a: vector<4xf32>, %acc: f32) {
  // expected-error@+1 {{expected indexing map 0 to be a projected permutation of its inputs}}
  vector.contract {indexing_maps = [affine_map<(i) -> (i + 1)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %a, %acc : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @contract_without_reduction(%a: vector<4xf32>, %acc: vector<4xf32>) {
  // expected-error@+1 {{expected at least one contracting dimension pair}}
  vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} %a, %a, %acc : vector<4xf32>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @contract_of_other_depth(%a: vector<2x3xf32>, %b: vector<4x2xf32>, %acc: vector<2x2xf32>) {
  // expected-error@+1 {{invalid contracting dimension map}}
  vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %acc : vector<2x3xf32>, vector<4x2xf32> into vector<2x2xf32>
  return
}

// -----

func.func @contract_of_other_batch(%a: vector<2x3xf32>, %b: vector<4x3xf32>, %acc: vector<2xf32>) {
  // expected-error@+1 {{invalid batch dimension map}}
  vector.contract {indexing_maps = [affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b)>], iterator_types = ["parallel", "reduction"]} %a, %b, %acc : vector<2x3xf32>, vector<4x3xf32> into vector<2xf32>
  return
}

// -----

func.func @contract_into_other_shape(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %acc: vector<4x2xf32>) {
  // expected-error@+1 {{invalid accumulator/result vector shape, expected: 'vector<2x4xf32>'}}
  vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %acc : vector<2x3xf32>, vector<3x4xf32> into vector<4x2xf32>
  return
}

// -----

func.func @contract_into_scalar(%a: vector<2x3xf32>, %b: vector<3xf32>, %acc: f32) {
  // expected-error@+1 {{invalid accumulator/result vector shape}}
  vector.contract {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> ()>], iterator_types = ["parallel", "reduction"]} %a, %b, %acc : vector<2x3xf32>, vector<3xf32> into f32
  return
}

// -----

func.func @contract_into_single(%a: vector<3xf32>, %acc: vector<f32>) {
  // expected-error@+1 {{invalid accumulator/result vector shape}}
  vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]} %a, %a, %acc : vector<3xf32>, vector<3xf32> into vector<f32>
  return
}

// -----

func.func @contract_with_unused_dimension(%a: vector<2x3xf32>, %b: vector<3xf32>, %acc: vector<2xf32>) {
  // expected-error@+1 {{expected all dimensions to be either a LHS or a RHS dimension}}
  vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %acc : vector<2x3xf32>, vector<3xf32> into vector<2xf32>
  return
}

// -----

func.func @contract_of_wrong_kind(%a: vector<4xf32>, %acc: f32) {
  // expected-error@+1 {{unsupported contraction type}}
  vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<minsi>} %a, %a, %acc : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @contract_of_two_elements(%a: vector<4xf32>, %b: vector<4xf16>, %acc: f32) {
  // expected-error@+1 {{failed to verify that lhs and rhs have same element type}}
  vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %b, %acc : vector<4xf32>, vector<4xf16> into f32
  return
}

// -----

func.func @contract_of_signed(%a: vector<4xsi32>, %acc: si32) {
  // expected-error@+1 {{only supports signless integer types}}
  vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %a, %acc : vector<4xsi32>, vector<4xsi32> into si32
  return
}

// -----

func.func @contract_of_unknown_iterator(%a: vector<4xf32>, %acc: f32) {
  // expected-error@+1 {{unexpected iterator_type (window)}}
  vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["window"]} %a, %a, %acc : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @contract_without_iterators(%a: vector<4xf32>, %acc: f32) {
  // expected-error@+1 {{expected "iterator_types" array attribute}}
  vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>]} %a, %a, %acc : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @contract_without_trait(%a: vector<4xf32>, %acc: f32) {
  // expected-error@+1 {{expected an attribute}}
  vector.contract %a, %a, %acc : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @product_of_one(%a: vector<4xf32>) {
  // expected-error@+1 {{expected at least 2 operands}}
  vector.outerproduct %a : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @product_of_scalars(%x: f32) {
  // expected-error@+1 {{expected vector type for operand #1}}
  vector.outerproduct %x, %x : f32, f32
  return
}

// -----

func.func @product_of_planes(%a: vector<2x4xf32>, %b: vector<4xf32>) {
  // expected-error@+1 {{expected 1-d vector for operand #1}}
  vector.outerproduct %a, %b : vector<2x4xf32>, vector<4xf32>
  return
}

// -----

func.func @product_by_plane(%a: vector<4xf32>, %b: vector<2x4xf32>) {
  // expected-error@+1 {{expected 1-d vector for operand #2}}
  vector.outerproduct %a, %b : vector<4xf32>, vector<2x4xf32>
  return
}

// -----

func.func @product_of_two_elements(%a: vector<4xf32>, %b: vector<4xf16>) {
  // expected-error@+1 {{failed to verify that rhs operand and result have same element type}}
  vector.outerproduct %a, %b : vector<4xf32>, vector<4xf16>
  return
}

// -----

func.func @product_of_left_scalable(%a: vector<[4]xf32>, %b: vector<4xf32>) {
  // expected-error@+1 {{expected either both or only #2 operand dim to be scalable}}
  vector.outerproduct %a, %b : vector<[4]xf32>, vector<4xf32>
  return
}

// -----

func.func @product_of_wrong_kind(%a: vector<4xf32>, %b: vector<4xf32>) {
  // expected-error@+1 {{unsupported outerproduct type}}
  vector.outerproduct %a, %b {kind = #vector.kind<or>} : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @product_into_line(%a: vector<4xf32>, %b: vector<4xf32>) {
  // expected-error@+1 {{expected 2-d vector result}}
  %0 = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @product_into_other_rows(%a: vector<4xf32>, %b: vector<4xf32>) {
  // expected-error@+1 {{expected #1 operand dim to match result dim #1}}
  %0 = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<4xf32>) -> vector<2x4xf32>
  return
}

// -----

func.func @product_into_other_columns(%a: vector<4xf32>, %b: vector<4xf32>) {
  // expected-error@+1 {{expected #2 operand dim to match result dim #2}}
  %0 = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<4xf32>) -> vector<4x2xf32>
  return
}

// -----

func.func @product_onto_other_type(%a: vector<4xf32>, %b: vector<4xf32>, %acc: vector<2x4xf32>) {
  // expected-error@+1 {{expected operand #3 of same type as result type}}
  %0 = "vector.outerproduct"(%a, %b, %acc) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<4xf32>, vector<2x4xf32>) -> vector<4x4xf32>
  return
}

// -----

func.func @scaled_into_plane(%a: vector<4xf32>, %x: f32) {
  // expected-error@+1 {{expected 1-d vector result}}
  %0 = "vector.outerproduct"(%a, %x) <{kind = #vector.kind<add>}> : (vector<4xf32>, f32) -> vector<4x1xf32>
  return
}

// -----

func.func @iterators_as_enums(%v: vector<4xf32>, %f: f32) {
  // expected-error@+1 {{iterator_type}}
  %0 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = [#vector.iterator_type<reduction>]} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
