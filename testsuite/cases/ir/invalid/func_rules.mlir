// RUN: opt --verify-diagnostics --allow-unregistered-dialect

func.func private @callee(i32) -> f32
func.func @call_with_float(%f: f32) {
  // expected-error@+1 {{operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0}}
  %0 = call @callee(%f) : (f32) -> f32
  return
}

// -----

func.func @call_of_nothing(%a: i32) {
  // expected-error@+1 {{'missing' does not reference a valid function}}
  %0 = call @missing(%a) : (i32) -> f32
  return
}

// -----

func.func private @callee(i32) -> f32
func.func @call_with_two(%a: i32) {
  // expected-error@+1 {{incorrect number of operands for callee}}
  %0 = call @callee(%a, %a) : (i32, i32) -> f32
  return
}

// -----

func.func private @callee(i32) -> f32
func.func @call_without_result(%a: i32) {
  // expected-error@+1 {{result types do not match those of the callee}}
  call @callee(%a) : (i32) -> ()
  return
}

// -----

func.func @returns_other_type(%a: f32) -> i32 {
  // expected-error@+1 {{type of return operand 0 ('f32') doesn't match function result type ('i32') in function @returns_other_type}}
  "func.return"(%a) : (f32) -> ()
}

// -----

// expected-error@+1 {{symbol declaration cannot have public visibility}}
func.func @public_declaration(i32)

// -----

// expected-error@+1 {{type of the entry block arguments must match the function signature}}
func.func @unnamed_argument(i32) {
  return
}

// -----

// expected-error@+1 {{expected non-empty function body}}
func.func @empty_body() {}

// -----

func.func private @indirect(%f: (i32) -> i32, %a: f32) {
  // expected-error@+1 {{failed to verify that callee input types match argument types}}
  %0 = "func.call_indirect"(%f, %a) : ((i32) -> i32, f32) -> i32
  return
}

// -----

func.func @constant_of_nothing() {
  // expected-error@+1 {{reference to undefined function 'missing'}}
  %f = constant @missing : () -> ()
  return
}

// -----

func.func private @callee()
func.func @constant_of_other_type() {
  // expected-error@+1 {{reference to function with mismatched type}}
  %f = constant @callee : (i32) -> ()
  return
}
