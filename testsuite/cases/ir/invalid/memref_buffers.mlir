// RUN: opt --verify-diagnostics

func.func @size_too_much(%n: index) {
  // expected-error@+1 {{incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = memref.alloc(%n) : memref<4xf32>
  return
}
// -----

func.func @size_missing() {
  // expected-error@+1 {{incorrect number of dynamic sizes, has 0, expected 2}}
  %0 = memref.alloca() : memref<?x?xf32>
  return
}
// -----

func.func @symbol_missing() {
  // expected-error@+1 {{symbol operand count does not equal memref symbol count: expected 1, got 0}}
  %0 = memref.alloc() : memref<4xf32, affine_map<(i)[s] -> (i + s)>>
  return
}
// -----

func.func @stride_missing(%s: index) {
  // expected-error@+1 {{symbol operand count does not equal memref symbol count: expected 2, got 1}}
  %0 = memref.alloc()[%s] : memref<4xf32, strided<[?], offset: ?>>
  return
}
// -----

func.func @alignment_of_three() {
  // expected-error@+1 {{attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = memref.alloc() {alignment = 3} : memref<4xf32>
  return
}
// -----

func.func @alignment_of_i32() {
  // expected-error@+1 {{attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = memref.alloc() {alignment = 8 : i32} : memref<4xf32>
  return
}
// -----

// expected-error@+1 {{requires an ancestor op with AutomaticAllocationScope trait}}
%0 = memref.alloca() : memref<4xf32>
// -----

func.func @no_size_to_grow_to(%m: memref<4xf32>) {
  // expected-error@+1 {{missing dimension operand for result type 'memref<?xf32>'}}
  %0 = memref.realloc %m : memref<4xf32> to memref<?xf32>
  return
}
// -----

func.func @needless_size(%m: memref<4xf32>, %n: index) {
  // expected-error@+1 {{unnecessary dimension operand for result type 'memref<8xf32>'}}
  %0 = memref.realloc %m(%n) : memref<4xf32> to memref<8xf32>
  return
}
// -----

func.func @grown_into_another_element(%m: memref<4xf32>) {
  // expected-error@+1 {{different element types specified for source memref type}}
  %0 = memref.realloc %m : memref<4xf32> to memref<8xi32>
  return
}
// -----

func.func @grown_with_a_layout(%m: memref<4xf32, strided<[2]>>) {
  // expected-error@+1 {{unsupported layout for source memref type 'memref<4xf32, strided<[2]>>'}}
  %0 = memref.realloc %m : memref<4xf32, strided<[2]>> to memref<8xf32>
  return
}
// -----

func.func @grown_in_two_dimensions(%m: memref<4x4xf32>) {
  // expected-error@+1 {{operand #0 must be 1D memref of any type values, but got 'memref<4x4xf32>'}}
  %0 = memref.realloc %m : memref<4x4xf32> to memref<8xf32>
  return
}
// -----

func.func @index_missing(%m: memref<4x4xf32>, %i: index) {
  // expected-error@+1 {{incorrect number of indices for load, expected 2 but got 1}}
  %0 = memref.load %m[%i] : memref<4x4xf32>
  return
}
// -----

func.func @index_too_much(%m: memref<f32>, %i: index, %v: f32) {
  // expected-error@+1 {{store index operand count not equal to memref rank}}
  memref.store %v, %m[%i] : memref<f32>
  return
}
// -----

func.func @loaded_as_something_else(%m: memref<4xf32>, %i: index) {
  // expected-error@+1 {{failed to verify that result type matches element type of 'memref'}}
  %0 = "memref.load"(%m, %i) : (memref<4xf32>, index) -> i32
  return
}
// -----

func.func @stored_from_something_else(%m: memref<4xf32>, %i: index, %v: i32) {
  // expected-error@+1 {{failed to verify that}}
  "memref.store"(%v, %m, %i) : (i32, memref<4xf32>, index) -> ()
  return
}
// -----

func.func @float_and(%m: memref<4xf32>, %i: index, %v: f32) {
  // expected-error@+1 {{with kind 'andi' expects an integer type}}
  %0 = memref.atomic_rmw andi %v, %m[%i] : (f32, memref<4xf32>) -> f32
  return
}
// -----

func.func @integer_addf(%m: memref<4xi32>, %i: index, %v: i32) {
  // expected-error@+1 {{with kind 'addf' expects a floating-point type}}
  %0 = memref.atomic_rmw addf %v, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}
// -----

func.func @atomic_without_an_index(%m: memref<4xi32>, %v: i32) {
  // expected-error@+1 {{expects the number of subscripts to be equal to memref rank}}
  %0 = memref.atomic_rmw addi %v, %m[] : (i32, memref<4xi32>) -> i32
  return
}
// -----

func.func @atomic_on_another_element(%m: memref<4xi32>, %i: index, %v: i64) {
  // expected-error@+1 {{failed to verify that value type matches element type of memref}}
  %0 = memref.atomic_rmw addi %v, %m[%i] : (i64, memref<4xi32>) -> i64
  return
}
// -----

func.func @atomic_on_an_index(%m: memref<4xindex>, %i: index) {
  // expected-error@+1 {{operand #0 must be signless integer or floating-point, but got 'index'}}
  %0 = memref.atomic_rmw addi %i, %m[%i] : (index, memref<4xindex>) -> index
  return
}
// -----

func.func @unknown_kind(%m: memref<4xi32>, %i: index, %v: i32) {
  // expected-error@+1 {{addf, addi, a}}
  %0 = memref.atomic_rmw subi %v, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}
// -----

func.func @region_that_stores(%m: memref<4xf32>, %i: index) {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    // expected-error@+1 {{should contain only operations with no side effects}}
    memref.store %old, %m[%i] : memref<4xf32>
    memref.atomic_yield %old : f32
  }
  return
}
// -----

func.func @region_of_another_type(%m: memref<4xf32>, %i: index) {
  // expected-error@+1 {{expected block argument of the same type result type}}
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: i32):
    %one = arith.constant 1.0 : f32
    memref.atomic_yield %one : f32
  }
  return
}
// -----

func.func @region_with_two_arguments(%m: memref<4xf32>, %i: index) {
  // expected-error@+1 {{expected single number of entry block arguments}}
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32, %more: f32):
    memref.atomic_yield %old : f32
  }
  return
}
// -----

func.func @region_yields_another_type(%m: memref<4xf32>, %i: index, %v: i32) {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    // expected-error@+1 {{types mismatch between yield op: 'i32' and its parent: 'f32'}}
    memref.atomic_yield %v : i32
  }
  return
}
// -----

func.func @yield_without_a_region(%v: f32) {
  // expected-error@+1 {{expects parent op 'memref.generic_atomic_rmw'}}
  memref.atomic_yield %v : f32
}
// -----

func.func @hint_too_far(%m: memref<4xf32>, %i: index) {
  // expected-error@+1 {{attribute 'localityHint' failed to satisfy constraint}}
  "memref.prefetch"(%m, %i) <{isDataCache = true, isWrite = false, localityHint = 4 : i32}> : (memref<4xf32>, index) -> ()
  return
}
// -----

func.func @hint_of_no_access(%m: memref<4xf32>, %i: index) {
  // expected-error@+1 {{rw specifier has to be 'read' or 'write'}}
  memref.prefetch %m[%i], maybe, locality<3>, data : memref<4xf32>
  return
}
// -----

func.func @hint_without_an_index(%m: memref<4xf32>) {
  // expected-error@+1 {{too few indices}}
  memref.prefetch %m[], read, locality<3>, data : memref<4xf32>
  return
}
// -----

func.func @transfer_with_one_stride(%m: memref<4xf32>, %tag: memref<1xi32>, %i: index) {
  // expected-error@+1 {{expected two stride related operands}}
  memref.dma_start %m[%i], %m[%i], %i, %tag[%i], %i : memref<4xf32>, memref<4xf32>, memref<1xi32>
  return
}
// -----

func.func @wait_without_an_index(%tag: memref<1xi32>, %n: index) {
  // expected-error@+1 {{expected tagIndices to have the same number of elements as the tagMemRef rank, expected 1, but got 0}}
  memref.dma_wait %tag[], %n : memref<1xi32>
  return
}
// -----

// expected-error@+1 {{type should be static shaped memref, but got 'memref<?xf32>'}}
memref.global @open : memref<?xf32>
// -----

// expected-error@+1 {{initial value element expected to be of type 'f32', but was of type 'i32'}}
"memref.global"() <{sym_name = "g", type = memref<2xf32>, initial_value = dense<1> : tensor<2xi32>}> : () -> ()
// -----

// expected-error@+1 {{initial value shape expected to be}}
"memref.global"() <{sym_name = "g", type = memref<2xf32>, initial_value = dense<1.0> : tensor<4xf32>}> : () -> ()
// -----

// expected-error@+1 {{initial value should be a unit or elements attribute}}
"memref.global"() <{sym_name = "g", type = memref<2xf32>, initial_value = 1.0 : f32}> : () -> ()
// -----

func.func @global_of_another_type() {
  // expected-error@+1 {{result type 'memref<3xf32>' does not match type 'memref<4xf32>' of the global memref @g}}
  %0 = memref.get_global @g : memref<3xf32>
  return
}
memref.global @g : memref<4xf32>
// -----

func.func @no_such_global() {
  // expected-error@+1 {{'no_such_global' does not reference a valid global memref}}
  %0 = memref.get_global @no_such_global : memref<3xf32>
  return
}
// -----

func.func @copy_of_another_element(%a: memref<4xf32>, %b: memref<4xi32>) {
  // expected-error@+1 {{requires the same element type for all operands}}
  memref.copy %a, %b : memref<4xf32> to memref<4xi32>
  return
}
// -----

func.func @copy_of_another_shape(%a: memref<4xf32>, %b: memref<5xf32>) {
  // expected-error@+1 {{requires the same shape for all operands}}
  memref.copy %a, %b : memref<4xf32> to memref<5xf32>
  return
}
// -----

func.func @size_of_a_scalar(%m: memref<f32>, %i: index) {
  // expected-error@+1 {{must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'memref<f32>'}}
  %0 = memref.dim %m, %i : memref<f32>
  return
}

// -----

memref.global @outside : memref<4xf32>
module {
  func.func @buffer_of_other_module() {
    // expected-error@+1 {{'outside' does not reference a valid global memref}}
    %0 = memref.get_global @outside : memref<4xf32>
    return
  }
}

// -----

func.func @word_after_the_line(%m: memref<4xf32>) {
  %0 = memref.cast %m : memref<4xf32>
  // expected-error@+1 {{expected 'to'}}
  return
}
