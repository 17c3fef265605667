// RUN: opt --verify-diagnostics

// One mistake gives one finding, and none that follows from it.

func.func @name_without_result(%v: vector<4xf32>, %m: memref<?xf32>, %i: index) {
  // expected-error@+1 {{cannot name an operation with no results}}
  %0 = vector.store %v, %m[%i] : memref<?xf32>, vector<4xf32>
  return
}

// -----

func.func @one_name_for_two(%n: index) {
  // expected-error@+1 {{operation defines 2 results but was provided 1 to bind}}
  %0 = affine.apply affine_map<(d0) -> (d0, d0)>(%n)
  return
}

// -----

func.func @names_for_metadata(%m: memref<8x16xf32>) {
  // expected-error@+1 {{operation defines 5 results but was provided 6 to bind}}
  %0:6 = memref.extract_strided_metadata %m : memref<8x16xf32> -> memref<f32>, index, index, index, index
  return
}

// -----

func.func @broken_end_of_scope(%n: index) -> index {
  %r = memref.alloca_scope -> (index) {
    // expected-error@+1 {{expected}}
    memref.alloca_scope.return %n, : index
  }
  return %r : index
}

// -----

func.func @broken_body_of_loop(%m: memref<?xf16>, %n: index, %p: f16) -> f16 {
  %r = scf.for %i = %n to %n step %n iter_args(%sum = %p) -> (f16) {
    // expected-error@+1 {{never closed}}
    %v = memref.load %m[%i : memref<?xf16>
    scf.yield %v : f16
  }
  return %r : f16
}

// -----

func.func @wrong_result_of_update(%m: memref<?xf32>, %i: index) {
  // expected-error@+1 {{result type matches element type of memref}}
  %0 = "memref.generic_atomic_rmw"(%m, %i) ({
  ^bb0(%old: f32):
    memref.atomic_yield %old : f32
  }) : (memref<?xf32>, index) -> f64
  return
}

// -----

// expected-error@+1 {{operation name}}
#twice = affine_map<(d0) -> (d0 * 2)> >
func.func private @after_alias()
