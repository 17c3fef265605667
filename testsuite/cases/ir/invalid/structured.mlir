// RUN: opt --verify-diagnostics

func.func @same_case_twice(%i: index) {
  // expected-error@+1 {{has duplicate case value: 1}}
  scf.index_switch %i
  case 1 {
    scf.yield
  }
  case 1 {
    scf.yield
  }
  default {
    scf.yield
  }
  return
}

// -----

func.func @forall_of_other_rank(%n: index) {
  // expected-error@+1 {{expected 2}}
  scf.forall (%i, %j) in (%n) {
  }
  return
}

// -----

func.func @value_of_another_type(%flag: i32, %x: f32) -> i32 {
  // expected-error@+1 {{type mismatch}}
  cf.switch %flag : i32, [
    default: ^end(%x : f32)
  ]
^end(%r: i32):
  return %r : i32
}

// -----

func.func private @twice(i32) -> i32
func.func @constant_of_another_type() {
  // expected-error@+1 {{mismatched type}}
  %f = func.constant @twice : (i64) -> i32
  return
}

// -----

func.func @constant_of_nothing() {
  // expected-error@+1 {{undefined function 'nobody'}}
  %f = func.constant @nobody : () -> ()
  return
}

// -----

func.func @region_without_its_value() -> i32 {
  // expected-error@+1 {{along control flow edge}}
  %r = scf.execute_region -> i32 {
    scf.yield
  }
  return %r : i32
}
