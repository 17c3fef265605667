// RUN: opt --verify-diagnostics --allow-unregistered-dialect

func.func @math_on_integer(%a: i32) {
  // expected-error@+1 {{operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.exp %a : i32
  return
}

// -----

func.func @count_zeros_of_float(%a: f32) {
  // expected-error@+1 {{operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = math.ctlz %a : f32
  return
}

// -----

func.func @classification_gives_bools(%a: f32) {
  // expected-error@+1 {{result #0 must be bool-like, but got 'f32'}}
  %0 = "math.isnan"(%a) : (f32) -> f32
  return
}

// -----

func.func @power_of_other_shape(%a: vector<4xf32>, %b: i32) {
  // expected-error@+1 {{requires the same shape for all operands and results}}
  %0 = math.fpowi %a, %b : vector<4xf32>, i32
  return
}
