// RUN: opt --verify-diagnostics

func.func @loaded_as_subscript(%m: memref<4xindex>, %v: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %0 = affine.load %m[%i] : memref<4xindex>
    // expected-error@+1 {{operand cannot be used as a dimension id}}
    %1 = affine.load %v[%0] : memref<4xf32>
  }
  return
}
// -----

func.func @variable_of_another_loop(%m: memref<?xf32>, %n: index) {
  scf.for %i = %n to %n step %n {
    // expected-error@+1 {{operand cannot be used as a dimension id}}
    %0 = affine.load %m[%i] : memref<?xf32>
  }
  return
}
// -----

func.func @least_is_no_dimension(%m: memref<?xf32>) {
  affine.for %i = 0 to 4 {
    %least = affine.min affine_map<(d) -> (d, 2)>(%i)
    // expected-error@+1 {{operand cannot be used as a dimension id}}
    %0 = affine.load %m[%least] : memref<?xf32>
  }
  return
}
// -----

func.func @size_that_changes(%m: memref<?xf32>) {
  affine.for %i = 0 to 4 {
    %zero = arith.constant 0 : index
    %buffer = memref.alloc(%i) : memref<?xf32>
    %size = memref.dim %buffer, %zero : memref<?xf32>
    // expected-error@+1 {{operand cannot be used as a symbol}}
    %0 = affine.load %m[symbol(%size)] : memref<?xf32>
  }
  return
}
// -----

func.func @bound_that_changes(%m: memref<4xindex>) {
  affine.for %i = 0 to 4 {
    %n = affine.load %m[%i] : memref<4xindex>
    // expected-error@+1 {{operand cannot be used as a symbol}}
    affine.for %j = 0 to %n {
    }
  }
  return
}
// -----

func.func @subscript_missing(%m: memref<4x4xf32>, %i: index) {
  // expected-error@+1 {{affine map num results must equal memref rank}}
  %0 = affine.load %m[%i] : memref<4x4xf32>
  return
}
// -----

func.func @operand_missing(%m: memref<4xf32>, %v: f32) {
  // expected-error@+1 {{expects as many subscripts as affine map inputs}}
  "affine.store"(%v, %m) <{map = affine_map<(i) -> (i)>}> : (f32, memref<4xf32>) -> ()
  return
}
// -----

func.func @loaded_as_something_else(%m: memref<4xf32>, %i: index) {
  // expected-error@+1 {{result type must match element type of memref}}
  %0 = "affine.load"(%m, %i) <{map = affine_map<(i) -> (i)>}> : (memref<4xf32>, index) -> i32
  return
}
// -----

func.func @stored_from_something_else(%m: memref<4xf32>, %i: index) {
  // expected-error@+1 {{value to store must have the same type as memref element type}}
  "affine.store"(%i, %m, %i) <{map = affine_map<(i) -> (i)>}> : (index, memref<4xf32>, index) -> ()
  return
}
// -----

func.func @vector_of_another_element(%m: memref<4xf32>, %i: index) {
  // expected-error@+1 {{requires memref and vector types of the same elemental type}}
  %0 = affine.vector_load %m[%i] : memref<4xf32>, vector<2xi32>
  return
}
// -----

func.func @vector_without_a_dimension(%m: memref<4xf32>, %i: index) {
  // expected-error@+1 {{must be vector of any type values, but got 'vector<f32>'}}
  %0 = affine.vector_load %m[%i] : memref<4xf32>, vector<f32>
  return
}
// -----

func.func @vector_that_is_none(%m: memref<4xf32>, %i: index) {
  // expected-error@+1 {{invalid kind of type specified}}
  %0 = affine.vector_load %m[%i] : memref<4xf32>, f32
  return
}
// -----

func.func @hint_too_far(%m: memref<4xf32>, %i: index) {
  // expected-error@+1 {{attribute 'localityHint' failed to satisfy constraint}}
  "affine.prefetch"(%m, %i) <{isDataCache = true, isWrite = false, localityHint = 7 : i32, map = affine_map<(i) -> (i)>}> : (memref<4xf32>, index) -> ()
  return
}
// -----

func.func @two_results(%n: index) {
  // expected-error@+1 {{operation}}
  %0 = affine.apply affine_map<(d) -> (d, d)>(%n)
  return
}
// -----

func.func @operands_of_another_number(%n: index) {
  // expected-error@+1 {{operand count and affine map}}
  %0 = affine.max affine_map<(d)[s] -> (d, s)>(%n)
  return
}
// -----

func.func @least_of_nothing(%n: index) {
  // expected-error@+1 {{affine map expect at least one result}}
  %0 = affine.min affine_map<(d) -> ()>(%n)
  return
}
// -----

func.func @several_lower_bounds(%n: index) {
  // expected-error@+1 {{lower loop bound affine map with multiple results requires 'max' prefix}}
  affine.for %i = affine_map<(d) -> (d, 1)>(%n) to 4 {
  }
  return
}
// -----

func.func @several_upper_bounds(%n: index) {
  // expected-error@+1 {{upper loop bound affine map with multiple results requires 'min' prefix}}
  affine.for %i = 0 to affine_map<(d) -> (d, 1)>(%n) {
  }
  return
}
// -----

func.func @no_lower_bound(%n: index) {
  // expected-error@+1 {{expected lower bound map to have at least one result}}
  affine.for %i = affine_map<() -> ()>() to %n {
  }
  return
}
// -----

func.func @bound_of_a_string(%n: index) {
  // expected-error@+1 {{expected valid affine map representation for loop bounds}}
  affine.for %i = 0 to "many" {
  }
  return
}
// -----

func.func @bound_of_two_values(%n: index) {
  // expected-error@+1 {{expected only one loop bound operand}}
  affine.for %i = 0 to %n, %n {
  }
  return
}
// -----

func.func @backwards() {
  // expected-error@+1 {{expected step to be representable as a positive signed integer}}
  affine.for %i = 4 to 0 step -1 {
  }
  return
}
// -----

func.func @yields_nothing(%x: f32) {
  %0 = affine.for %i = 0 to 4 iter_args(%a = %x) -> (f32) {
    // expected-error@+1 {{parent of yield must have same number of results as the yield operands}}
    affine.yield
  }
  return
}
// -----

func.func @yields_another_type(%x: f32, %n: index) {
  %0 = affine.for %i = 0 to 4 iter_args(%a = %x) -> (f32) {
    // expected-error@+1 {{types mismatch between yield op and its parent}}
    affine.yield %n : index
  }
  return
}
// -----

func.func @yields_too_much(%n: index) {
  affine.if affine_set<(d) : (d == 0)>(%n) {
    // expected-error@+1 {{parent of yield must have same number of results as the yield operands}}
    affine.yield %n : index
  }
  return
}
// -----

func.func @yield_outside() {
  // expected-error@+1 {{only terminates affine.if/for/parallel regions}}
  affine.yield
}
// -----

func.func @condition_of_a_map(%n: index) {
  // expected-error@+1 {{invalid kind of attribute specified}}
  affine.if affine_map<(d) -> (d)>(%n) {
  }
  return
}
// -----

func.func @condition_without_its_symbol(%n: index) {
  // expected-error@+1 {{operand count and}}
  affine.if affine_set<(d)[s] : (d == s)>(%n) {
  }
  return
}
// -----

func.func @digit_missing(%n: index) {
  // expected-error@+1 {{should return an index for each basis element and up to one extra index}}
  %0 = affine.delinearize_index %n into (2, 3) : index
  return
}
// -----

func.func @basis_of_zero(%n: index) {
  // expected-error@+1 {{no basis element may be statically non-positive}}
  %0 = affine.delinearize_index %n into (0) : index
  return
}
// -----

func.func @element_missing(%n: index) {
  // expected-error@+1 {{should be passed a basis element for each index except possibly the first}}
  %0 = affine.linearize_index [%n, %n, %n] by (2) : index
  return
}
// -----

func.func @reduction_missing() {
  // expected-error@+1 {{a reduction must be specified for each output}}
  %0 = "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    %c = arith.constant 1.0 : f32
    affine.yield %c : f32
  }) : () -> f32
  return
}
// -----

func.func @unknown_reduction(%m: memref<8xf32>) {
  // expected-error@+1 {{invalid reduction value}}
  %0 = affine.parallel (%i) = (0) to (8) reduce ("sum") -> (f32) {
    %v = affine.load %m[%i] : memref<8xf32>
    affine.yield %v : f32
  }
  return
}
// -----

func.func @transfer_with_one_stride(%m: memref<4xf32>, %tag: memref<1xi32>, %n: index) {
  // expected-error@+1 {{expected two stride related operands}}
  affine.dma_start %m[0], %m[0], %tag[0], %n, %n : memref<4xf32>, memref<4xf32>, memref<1xi32>
  return
}

// -----

func.func @loop_variable_as_symbol_of_bound() {
  affine.for %i = 0 to 8 {
    // expected-error@+1 {{operand cannot be used as a symbol}}
    affine.for %j = 0 to affine_map<()[s0] -> (s0)>()[%i] {
    }
  }
  return
}

// -----

func.func @loop_variable_as_bare_bound() {
  affine.for %i = 0 to 8 {
    // expected-error@+1 {{operand cannot be used as a symbol}}
    affine.for %j = %i to 8 {
    }
  }
  return
}

// -----

func.func @wide_groups() {
  // expected-error@+1 {{attribute 'lowerBoundsGroups' failed to satisfy constraint: 32-bit signless integer elements attribute}}
  "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi64>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (8)>}> ({
  ^bb0(%i: index):
    affine.yield
  }) : () -> ()
  return
}
