// RUN: opt --verify-diagnostics --allow-unregistered-dialect

func.func @sincos_of_two_types(%a: f32) {
  // expected-error@+1 {{failed to verify that}}
  %0:2 = "math.sincos"(%a) : (f32) -> (f32, f64)
  return
}

// -----

func.func @while_passes_other_types(%c: i1, %a: i32) {
  // expected-error@+1 {{along control flow edge from Operation scf.condition to parent:}}
  %0 = scf.while : () -> i32 {
    scf.condition(%c)
  } do {
  ^bb0(%x: i32):
    scf.yield
  }
  return
}

// -----

// expected-error@+1 {{vector sizes must be positive constants}}
func.func @types(%a: vector<0xf32>) {
  return
}

// -----

// expected-error@+1 {{vector sizes must be positive constants}}
func.func @types(%a: vector<?xf32>) {
  return
}

// -----

// expected-error@+1 {{expected the number of strides to match the rank}}
func.func @types(%a: memref<4x4xf32, strided<[1]>>) {
  return
}

// -----

// expected-error@+1 {{invalid complex element type}}
func.func @types(%a: complex<index>) {
  return
}

// -----

// expected-error@+1 {{expected a type, but found 'i16777216'}}
func.func @types(%a: i16777216) {
  return
}

// -----

// expected-error@+1 {{invalid vector element type}}
func.func @types(%a: vector<4xvector<2xf32>>) {
  return
}

// -----

// expected-error@+1 {{invalid tensor element type}}
func.func @types(%a: tensor<4xnone>) {
  return
}
